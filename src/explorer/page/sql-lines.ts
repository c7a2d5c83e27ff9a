// Explorer's page: a statement over several lines. Only white space between words is changed, never inside quotes.

const CLAUSES = ['from', 'left join', 'inner join', 'where', 'order by', 'limit', 'offset']

/** Starts a line before each clause of the outermost select. */
export function sqlLines(sql: string): string {
  let lines = ''
  let depth = 0
  for (let at = 0; at < sql.length; at += 1) {
    const character = sql.charAt(at)
    if (character === "'" || character === '"' || character === '`') {
      // A doubled quote ends one literal and starts the next.
      const end = sql.indexOf(character, at + 1)
      const quoted = end < 0 ? sql.slice(at) : sql.slice(at, end + 1)
      lines += quoted
      at += quoted.length - 1
      continue
    }
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    const isClause = character === ' ' && depth === 0 && CLAUSES.some((clause) => sql.startsWith(`${clause} `, at + 1))
    lines += isClause ? '\n' : character
  }
  return lines
}
