// Stage compile: text that reaches MySQL whole, whatever the session's sql_mode.
//
// mysql2 writes values into the statement and escapes them with backslashes. A server under NO_BACKSLASH_ESCAPES reads
// those as ordinary characters: a quote in a value would end its literal there. Text with such characters is therefore
// bound in a spelling without them, and the server puts them back.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { hexOfBytes } from '../../basics/bytes.js'
import type { EncodedValue, Spelling, TextSpelling } from '../../types/sql.js'

const MARK = '~'

/** One backslash: the first of one or two, as the mode reads the literal. */
export const BACKSLASH = `left('\\\\', 1)`

/**
 * Each character that drivers escape, as an SQL literal that means the same with and without NO_BACKSLASH_ESCAPES.
 * Literals, because functions such as `char()` have a collation of their own. The mark itself is put back last.
 */
const LITERALS: readonly (readonly [character: string, literal: string])[] = [
  ["'", `''''`],
  ['"', `'"'`],
  ['\\', BACKSLASH],
  ...['\u0000', '\b', '\t', '\n', '\r', '\u001a'].map((control) => [control, `'${control}'`] as const),
  [MARK, `'${MARK}'`],
]

const UNSAFE = new RegExp(`['"\\\\\\u0000\\b\\t\\n\\r\\u001a]`.replace('\\b', '\\u0008'))
const CODES: ReadonlyMap<string, string> = new Map(LITERALS.map(([character], index) => [character, `${MARK}${index}`]))

/** `replace()` takes quadratic time: longer text goes in hex. */
const MAX_MARKED_LENGTH = 4096

function spellingOf(value: EncodedValue): Spelling | null {
  // JSON proxies reject a bigint, and text would be compared as a double.
  if (typeof value === 'bigint') return 'digits'
  if (typeof value !== 'string' || !UNSAFE.test(value)) return null
  return value.length > MAX_MARKED_LENGTH ? 'hex' : 'marks'
}

function respell(value: EncodedValue, spelling: Spelling): string {
  const text = String(value)
  if (spelling === 'digits') return text
  if (spelling === 'hex') return hexOf(text)
  let marked = ''
  for (const character of text) marked += CODES.get(character) ?? character
  return marked
}

/** UTF-8 in hexadecimal digits. */
export const hexOf = (text: string): string => hexOfBytes(new TextEncoder().encode(text))

/**
 * Constants to the server, so that an index is used all the same. What comes out of `unhex()` is compared by the
 * column's collation, but its bytes are read in the column's character set, which is right only for UTF-8.
 */
function restore(slot: SQLWrapper, spelling: Spelling): SQL {
  if (spelling === 'digits') return sql`cast(${slot} as decimal(20,0))`
  if (spelling === 'hex') return sql`unhex(${slot})`
  return LITERALS.reduce(
    (inner, [, literal], index) => sql`replace(${inner}, ${sql.raw(`'${MARK}${index}'`)}, ${sql.raw(literal)})`,
    sql`${slot}`,
  )
}

export const mysqlSpelling: TextSpelling = { spellingOf, respell, restore }
