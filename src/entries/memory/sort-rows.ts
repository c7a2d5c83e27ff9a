// memory: the order of a plan, tie-breaker last.
import { orderOf } from '../../features/positions/position.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { SortTerm } from '../../types/config.js'
import { comparatorOf } from './compare-values.js'
import { comparedForm } from './compared-form.js'
import { heldField } from './held-field.js'
import { type Accessors, fieldReader } from './read-field.js'

/** The values that a row is ordered by, term by term. */
export type Keys = readonly unknown[]

export interface ArrayOrder {
  readonly keysOf: (row: unknown) => Keys
  readonly compare: (a: Keys, b: Keys) => number
}

/**
 * Nulls come first ascending and last descending, unless `.sortable(…, { nulls })` names the
 * field.
 */
export function arrayOrder(sort: readonly SortTerm[], config: ResolvedConfig, accessors: Accessors<never>): ArrayOrder {
  const terms = orderOf(sort, config).map(({ field, direction }) => {
    const sign = direction === 'asc' ? 1 : -1
    const nullOrder = config.nullOrder.get(field) ?? 'smallest'
    const nullSign = nullOrder === 'smallest' ? -sign : nullOrder === 'largest' ? sign : nullOrder === 'first' ? -1 : 1
    const held = heldField(field, accessors)
    return {
      read: fieldReader(field, accessors),
      decode: held.decode,
      form: comparedForm(held.field),
      compare: comparatorOf(held.field.type),
      sign,
      nullSign,
    }
  })
  return {
    keysOf: (row) => terms.map(({ read, decode, form }) => comparable(form(decode(read(row))))),
    compare: (a, b) => {
      for (const [index, { compare, sign, nullSign }] of terms.entries()) {
        const [keyA, keyB] = [a[index], b[index]]
        const order = keyA === null || keyB === null ? orderOfNulls(keyA, keyB) * nullSign : compare(keyA, keyB) * sign
        if (order !== 0) return order
      }
      return 0
    },
  }
}

/** Bytes as a list of numbers, which has their order, and which a cursor holds. */
const comparable = (key: unknown): unknown => (key instanceof Uint8Array ? [...key] : key)

/** A row with its keys: each key is read once, not at every comparison. */
export interface KeyedRow<Row> {
  readonly row: Row
  readonly keys: Keys
}

export function sortRows<Row>(rows: readonly Row[], { keysOf, compare }: ArrayOrder): KeyedRow<Row>[] {
  return rows.map((row) => ({ row, keys: keysOf(row) })).sort((a, b) => compare(a.keys, b.keys))
}

function orderOfNulls(a: unknown, b: unknown): number {
  return Number(a === null) - Number(b === null)
}
