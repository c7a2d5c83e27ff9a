// Explorer's page: a statement over several lines. Only white space between words and parentheses is changed, never
// inside quotes.

const CLAUSES = [
  'from',
  'left join',
  'inner join',
  'cross join',
  'where',
  'group by',
  'having',
  'union all',
  'union',
  'order by',
  'limit',
  'offset',
]
const INDENT = '  '

/** Starts a line before each clause, and sets a select in parentheses on lines of its own, two spaces further in. */
export function sqlLines(sql: string): string {
  let lines = ''
  // What each open parenthesis holds: a select, or anything else, which stays on its line.
  const open: boolean[] = []
  const indent = (): string => `\n${INDENT.repeat(open.filter((isSelect) => isSelect).length)}`
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
    if (character === '(') {
      open.push(sql.startsWith('select ', at + 1))
      lines += open.at(-1) === true ? `(${indent()}` : '('
    } else if (character === ')') {
      lines += open.pop() === true ? `${indent()})` : ')'
    } else {
      const isClause =
        character === ' ' && open.at(-1) !== false && CLAUSES.some((clause) => sql.startsWith(`${clause} `, at + 1))
      lines += isClause ? indent() : character
    }
  }
  return lines
}
