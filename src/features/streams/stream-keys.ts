// Stage run: the rest of a stream in an order that no index serves. By position each batch would read and sort the
// whole set again; here one sorted read finds the keys of many rows, and each batch is found by its keys.
import { type SQL, sql } from 'drizzle-orm'
import { uniqueKeysOf } from '../../builder/read-table.js'
import { keyCondition } from '../children/key-condition.js'
import { keyPart, type KeyPart } from '../children/parent-key.js'
import { sortedColumns } from '../../sql/order-terms.js'
import { readKeyText } from '../positions/key-text.js'
import { hasIndexWithin } from '../../drizzle/constraints.js'
import { keyField } from '../../select/list-parts.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { SortTerm } from '../../types/config.js'
import type { OrderTerm } from '../../types/position.js'
import type { Row } from '../../types/row.js'

/**
 * Batches and rows after which keys are read: for a few more batches a row found by its key would cost more than it
 * saves.
 */
export const KEYS_AFTER = { batches: 24, rows: 10_000 } as const
/** Keys that are read at a time: these first, then twice as many each time. */
export const FIRST_KEYS = 25_000
/**
 * The bound of them, and so of the memory of a stream: some kilobyte of resident memory for each of them while they are
 * read.
 */
export const MAX_KEYS = 50_000
/** Where each key is a parameter of its own. */
const MAX_PARAMETERS = 1000

/** The key by which rows are found again, among the terms of the order. */
export interface StreamKey {
  readonly parts: readonly KeyPart[]
  /** The terms that are its columns. */
  readonly terms: readonly number[]
}

/** Null where the schema shows an index on the order, or no key in it. */
export function streamKey(order: readonly OrderTerm[], config: ResolvedConfig): StreamKey | null {
  const { rowKey } = config
  if (rowKey === null || isIndexed(order, config)) return null
  const parts = rowKey.map((column) => keyPart(column, config))
  const terms = parts.map(({ expression, key }) =>
    order.findIndex(
      (term) => term.field.expression === expression && term.key.kind === key.kind && term.key.sqlType === key.sqlType,
    ),
  )
  return terms.includes(-1) ? null : { parts, terms }
}

/** The texts of a row's key, which is read next to nothing but the order's terms. */
export const keyTextsIn = (row: Row, { parts, terms }: StreamKey): readonly string[] =>
  terms.map((term, part) => readKeyText(row[keyField(term)], (parts[part] as KeyPart).key, 'key') as string)

/** Does the schema show an index that has the rows in this order, the tie-breaker aside? */
function isIndexed(order: readonly SortTerm[], config: ResolvedConfig): boolean {
  const sorted = sortedColumns(order, config)
  if (sorted === null) return false
  const { table, names } = sorted
  return (
    hasIndexWithin(table, names) || uniqueKeysOf(table).some((unique) => unique.length === 1 && unique[0] === names[0])
  )
}

/** The rows of the keys that come next, as many as one statement takes. */
export function rowsOfKeys(
  { parts }: StreamKey,
  keys: readonly (readonly string[])[],
  { dialect }: ResolvedConfig,
): { readonly where: SQL; readonly count: number } {
  const all = keyCondition(parts, keys, dialect)
  const isTooLong = all.form !== 'list' && keys.length > MAX_PARAMETERS
  const { write, values } = isTooLong ? keyCondition(parts, keys.slice(0, MAX_PARAMETERS), dialect) : all
  return { where: write((at) => sql`${values[at]}`), count: isTooLong ? MAX_PARAMETERS : keys.length }
}
