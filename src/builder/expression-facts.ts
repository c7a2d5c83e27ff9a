// Builder: what the text of an SQL expression shows about its values, where the dialect would otherwise reject the
// comparison.
import { Column, is, type Name, type SQL, type StringChunk } from 'drizzle-orm'
import { DIALECTS } from '../dialects/index.js'
import type { DialectName } from '../vocabulary.js'
import { visitChunks } from '../drizzle/chunks.js'
import { chunkText, decoderOf } from '../drizzle/fragments.js'
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
 * SQLite has no type for a moment: an expression counts as the columns that it reads do.
 *
 * PostgreSQL compares no text with a number and asks of `@>` that both sides have one type: an expression whose text
 * shows that it is text has the facts of a text column, and one that is declared a collection those of a JSON array.
 * Null where the expression's own type is the one that is declared, as far as can be seen.
 *
 * @param declared the value type's name; anything else reads the values itself
 */
export function expressionFacts(expression: SQL, declared: unknown, dialect: DialectName): ColumnFacts | null {
  const counted = countedColumn(expression, declared)
  if (counted !== null) return readColumn(counted)
  if (DIALECTS[dialect].typing !== 'strict') return null
  const text = unwrapped(textOf(expression))
  if (declared === 'collection')
    return TEXT_ARRAY.test(text) ? null : TEXT_ACCESS.test(text) ? TEXT_FACTS : COLLECTION_FACTS
  const isOther = typeof declared === 'string' && declared !== 'text' && declared !== 'char' && declared !== 'enum'
  return isOther && TEXT_ACCESS.test(text) ? TEXT_FACTS : null
}

const MOMENTS: ReadonlySet<unknown> = new Set(['timestamp', 'date', 'time'])
const MAKES_TEXT = /\b(?:strftime|datetime|date|time|format|printf)\s*\(|\|\||\bas\s+text\b/i

/**
 * The column of SQLite that reads an expression over columns which count since 1970: the one of its `.mapWith()`, else
 * the first that it reads, unless a function makes text of it. Null for any other expression, whose text is ISO 8601.
 */
export function countedColumn(expression: SQL, declared: unknown): Column | null {
  if (!MOMENTS.has(declared)) return null
  const decoder: unknown = decoderOf(expression)
  const column = is(decoder, Column) ? decoder : MAKES_TEXT.test(textOf(expression)) ? null : firstMoment(expression)
  return column !== null && isCount(column) ? column : null
}

const isCount = (column: Column): boolean => readColumn(column).storage.endsWith('seconds')

/** The first column that may hold a moment: a count, or text. */
function firstMoment(expression: SQL): Column | null {
  let first: Column | null = null
  visitChunks(expression, (chunk, kind) => {
    const column = kind === 'column' ? (chunk as Column) : null
    if (column !== null && (isCount(column) || readColumn(column).valueType === 'text')) first ??= column
    return true
  })
  return first
}

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
