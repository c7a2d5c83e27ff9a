// Explorer's page: a statement to be pasted into a shell of the database.
import { sqlLines } from './sql-lines.js'
import { sqlTokens } from './tokens.js'

/**
 * A statement with its parameters in their places, where each of them has a literal that means the same in every
 * database; else with all of them as comments below it. A parameter may be a stranger's, from a link: what a database
 * might read in another way is never a literal.
 *
 * @param params as the page shows them
 */
export function copiedSql(sql: string, params: readonly string[]): string {
  const lines = sqlLines(sql)
  const literals = params.flatMap((text) => literalOf(text) ?? [])
  const filled = literals.length === params.length ? withLiterals(lines, literals) : null
  const comments = params.map((text, at) => `-- ${at + 1} = ${text.replace(/[\r\n\u2028\u2029]/g, ' ')}`)
  return filled ?? [lines, ...comments].join('\n')
}

/** Comments, escapes and quotes that `sqlTokens` does not know, and the named places of SQL Server. */
const UNREAD = /--|\/\*|\\|#|@|\$\w*\$/

function withLiterals(sql: string, literals: readonly string[]): string | null {
  if (literals.length === 0) return sql
  if (UNREAD.test(sql)) return null
  const tokens = sqlTokens(sql)
  const isNumbered = tokens.some(({ kind, text }) => kind === 'parameter' && text.startsWith('$'))
  const used = new Set<number>()
  let next = 0
  const filled = tokens.map(({ kind, text }) => {
    // A question mark among numbered places is an operator.
    if (kind !== 'parameter' || (isNumbered && text === '?')) return text
    const at = isNumbered ? Number(text.slice(1)) - 1 : next++
    used.add(at)
    return literals[at] ?? text
  })
  const isWhole = used.size === literals.length && [...used].every((at) => at < literals.length)
  return isWhole ? filled.join('') : null
}

/** Null for bytes, lists and records, and for text with a backslash or a control character. */
function literalOf(text: string): string | null {
  if (/^(?:null|true|false|\d+(?:\.\d+)?)$/.test(text)) return text
  // Behind a minus, another would begin a comment.
  if (/^-\d+(?:\.\d+)?$/.test(text)) return `(${text})`
  if (/^\d{4}-[\dT:.Z-]+$/.test(text)) return `'${text}'`
  if (!text.startsWith('"')) return null
  const value = JSON.parse(text) as string
  return /[\\\p{Cc}\p{Cs}]/u.test(value) ? null : `'${value.replaceAll("'", "''")}'`
}
