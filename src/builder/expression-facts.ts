// Builder: what the text of an SQL expression shows about its values, where the dialect would otherwise reject the
// comparison.
import { Column, type Name, type SQL, type StringChunk } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { DIALECTS } from '../dialects/index.js'
import type { DialectName } from '../vocabulary.js'
import { visitChunks } from '../drizzle/chunks.js'
import { chunkText, decoderOf, hasDecoder } from '../drizzle/fragments.js'
import type { ColumnFacts } from '../types/value.js'
import { readColumn } from '../values/read-column.js'
import { PLAIN_FACTS, TEXT_ELEMENT } from '../dialects/shared/columns.js'

/** `payload ->> 'views'` and `(…)::text`: text, whatever the field is declared as. */
const TEXT_FACTS: ColumnFacts = Object.freeze({ ...PLAIN_FACTS, valueType: 'text', sqlType: 'text' })
/** An array or a JSON document: only the server knows which. */
const COLLECTION_FACTS: ColumnFacts = Object.freeze({
  ...PLAIN_FACTS,
  valueType: 'collection',
  storage: 'json-array',
  element: TEXT_ELEMENT,
})

const TEXT_ACCESS = /(?:->>|#>>)\s*(?:'[^']*'|\?|\d+)\s*$|::\s*(?:text|varchar|character varying)\s*$/i
const TEXT_ARRAY = /::\s*(?:text|varchar|citext)\s*\[\]\s*$/i

/**
 * SQLite has no type for a timestamp, so an expression has the facts of the column that decodes it.
 *
 * PostgreSQL does not compare text with a number, and both sides of `@>` must have one type. So an expression whose SQL
 * shows that it is text has the facts of a text column, and one that is declared a collection those of a JSON array.
 * Null if the expression has the declared type itself, as far as its SQL shows.
 *
 * @param declared the value type's name; anything else reads the values itself
 */
export function expressionFacts(expression: SQL, declared: unknown, dialect: DialectName): ColumnFacts | null {
  const counted = MOMENTS.has(declared) ? countedColumn(expression) : null
  if (counted !== null) return readColumn(counted)
  if (DIALECTS[dialect].typing !== 'strict') return null
  const text = unwrapped(textOf(expression))
  if (declared === 'collection')
    return TEXT_ARRAY.test(text) ? null : TEXT_ACCESS.test(text) ? TEXT_FACTS : COLLECTION_FACTS
  const isOther = typeof declared === 'string' && declared !== 'text' && declared !== 'char' && declared !== 'enum'
  return isOther && TEXT_ACCESS.test(text) ? TEXT_FACTS : null
}

const MOMENTS: ReadonlySet<unknown> = new Set(['timestamp', 'date', 'time'])
const MAKES_TEXT = /^[\s(]*(?:strftime|datetime|date|time)\s*\(/i
const KEEPS_COUNTS = /^(?:[\s\d(),]|max|min|coalesce|ifnull)*$/i

const isCount = (column: Column): boolean => readColumn(column).storage.endsWith('seconds')

/** The column of an expression's `.mapWith()`, if it counts since 1970, or that of counts which a function decodes. */
function countedColumn(expression: SQL): Column | null {
  const decoder: unknown = decoderOf(expression)
  if (is(decoder, Column)) return isCount(decoder) ? decoder : null
  // Without a decoder it has been read for counts before (readAsMoment).
  if (!hasDecoder(expression)) return null
  const { column, isOnly } = countsIn(expression)
  return isOnly ? column : null
}

/**
 * What reads columns that count since 1970 may be a count, or text that is made of it.
 * An expression of counts only is decoded by the first of them. Of any other, each value says by its type which it is.
 */
export function readAsMoment(expression: SQL, declared: unknown, dialect: DialectName): SQL {
  if (declared !== 'timestamp' || hasDecoder(expression)) return expression
  const { column, isOnly } = countsIn(expression)
  if (column === null) return expression
  if (isOnly) return expression.mapWith(column) as SQL
  return DIALECTS[dialect].sql.countOrText?.(expression, readColumn(column).storage) ?? expression
}

/** The first column that counts, and whether the expression is made of counts only; null for columns of two units. */
function countsIn(expression: SQL): { readonly column: Column | null; readonly isOnly: boolean } {
  if (MAKES_TEXT.test(textOf(expression))) return NO_COUNTS
  const counted: Column[] = []
  let isOnly = true
  visitChunks(expression, (chunk, kind) => {
    const isCounted = kind === 'column' && isCount(chunk as Column)
    if (isCounted) counted.push(chunk as Column)
    isOnly &&= isCounted || kind === 'sql' || (kind === 'text' && KEEPS_COUNTS.test(chunkText(chunk as StringChunk)))
    return true
  })
  const [column = null, ...others] = counted
  const isOneUnit = others.every((other) => readColumn(other).storage === readColumn(column as Column).storage)
  return isOneUnit ? { column, isOnly } : NO_COUNTS
}
const NO_COUNTS = { column: null, isOnly: false }

/** Values as `?`, columns as names. */
function textOf(fragment: SQL): string {
  let text = ''
  visitChunks(fragment, (chunk, kind) => {
    if (kind === 'sql') return true
    text += kind === 'text' ? chunkText(chunk as StringChunk) : kind === 'name' ? (chunk as Name).value : '?'
    return false
  })
  return text
}

/** Without the parentheses that enclose all of it. */
function unwrapped(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('(') || !trimmed.endsWith(')')) return trimmed
  let depth = 0
  for (let at = 0; at < trimmed.length - 1; at++) {
    if (trimmed[at] === '(') depth += 1
    else if (trimmed[at] === ')') depth -= 1
    if (depth === 0) return trimmed
  }
  return unwrapped(trimmed.slice(1, -1))
}
