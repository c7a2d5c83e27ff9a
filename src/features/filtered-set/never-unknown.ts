// Filtered sets: is a condition of the app true or false for every row, and never unknown? `not` of one that may be
// unknown is not its complement.
import { type Column, type Param, type SQL, type StringChunk, Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { chunkKind, visitChunks } from '../../drizzle/chunks.js'
import { chunkText } from '../../drizzle/fragments.js'
import { tableOf } from '../../drizzle/tables.js'

/** What is never null, what may be, and what nobody knows, in a text of the condition. */
const [SURE, NULLABLE, OTHER] = ['\u0001', '\u0002', '\u0003']
const NULL_TESTS = new RegExp(`${NULLABLE} is (?:not )?null`, 'g')
/** What Drizzle's own operators write between columns and values. */
const TWO_VALUED = new RegExp(`^(?:${SURE}|[\\s()=<>,\\d]|\\b(?:and|or|not|in|between|like|ilike|true|false)\\b)*$`)

/**
 * Only what is certain: comparisons of Drizzle's operators between values and columns of the root that are not null, and
 * tests for null. Raw text may call a function, which may return null, and so may a column of a view that says otherwise.
 */
export function isNeverUnknown(condition: SQL, root: Table): boolean {
  if (!is(root, Table)) return false
  let text = ''
  visitChunks(condition, (chunk, kind) => {
    if (kind === 'nothing' || kind === 'sql' || kind === 'list') return true
    if (kind === 'text') text += chunkText(chunk as StringChunk)
    else if (kind === 'column' && tableOf(chunk as Column) === root) text += (chunk as Column).notNull ? SURE : NULLABLE
    else text += isSureValue(kind === 'param' ? (chunk as Param).value : chunk) ? SURE : OTHER
    return false
  })
  return TWO_VALUED.test(text.replaceAll(NULL_TESTS, SURE))
}

function isSureValue(value: unknown): boolean {
  const kind = chunkKind(value)
  return (kind === 'value' && value !== null) || kind === 'object'
}
