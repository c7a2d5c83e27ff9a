// Builder: what the text of an SQL expression shows about its values, where the dialect would otherwise reject the
// comparison.
import type { Name, SQL, StringChunk } from 'drizzle-orm'
import { DIALECTS } from '../dialects/index.js'
import type { DialectName } from '../vocabulary.js'
import { visitChunks } from '../drizzle/chunks.js'
import { chunkText } from '../drizzle/fragments.js'
import type { ColumnFacts } from '../types/value.js'
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
 * PostgreSQL compares no text with a number and asks of `@>` that both sides have one type: an expression whose text
 * shows that it is text has the facts of a text column, and one that is declared a collection those of a JSON array.
 * Null where the expression's own type is the one that is declared, as far as can be seen.
 *
 * @param declared the value type's name; anything else reads the values itself
 */
export function expressionFacts(expression: SQL, declared: unknown, dialect: DialectName): ColumnFacts | null {
  if (DIALECTS[dialect].typing !== 'strict') return null
  const text = unwrapped(textOf(expression))
  if (declared === 'collection')
    return TEXT_ARRAY.test(text) ? null : TEXT_ACCESS.test(text) ? TEXT_FACTS : COLLECTION_FACTS
  const isOther = typeof declared === 'string' && declared !== 'text' && declared !== 'char' && declared !== 'enum'
  return isOther && TEXT_ACCESS.test(text) ? TEXT_FACTS : null
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
