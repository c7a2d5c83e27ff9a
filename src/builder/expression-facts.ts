// Builder: what the text of an SQL expression shows about its values, where the dialect would otherwise refuse the comparison.
import { is, Name, SQL, StringChunk } from 'drizzle-orm'
import { dialectFacts, type DialectName } from '../dialect-facts.js'
import { chunkText } from '../drizzle/fragments.js'
import type { ColumnFacts } from '../types/value.js'
import { PLAIN_FACTS, TEXT_ELEMENT } from '../values/column-facts.js'

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
 * PostgreSQL compares no text with a number and asks of `@>` that both sides have one type: an expression whose text shows that
 * it is text has the facts of a text column, and one that is declared a collection those of a JSON array. Null where the
 * expression's own type is the one that is declared, as far as can be seen.
 *
 * @param declared the value type's name; anything else reads the values itself
 */
export function expressionFacts(expression: SQL, declared: unknown, dialect: DialectName): ColumnFacts | null {
  if (dialectFacts(dialect).typing !== 'strict') return null
  const text = unwrapped(textOf(expression))
  if (declared === 'collection') return TEXT_ARRAY.test(text) ? null : TEXT_ACCESS.test(text) ? TEXT_FACTS : COLLECTION_FACTS
  const isOther = typeof declared === 'string' && declared !== 'text' && declared !== 'char' && declared !== 'enum'
  return isOther && TEXT_ACCESS.test(text) ? TEXT_FACTS : null
}

/** Values as `?`, columns as names. */
function textOf(fragment: SQL): string {
  return fragment.queryChunks
    .map((chunk) => {
      if (is(chunk, StringChunk)) return chunkText(chunk)
      if (is(chunk, SQL)) return textOf(chunk)
      return is(chunk, Name) ? chunk.value : '?'
    })
    .join('')
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
