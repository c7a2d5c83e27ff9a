// memory: the order of a plan, tie-breaker last.
import type { ResolvedConfig, SortTerm } from '../types/config.js'
import { comparatorOf } from './compare-values.js'
import { type Accessors, fieldReader } from './read-field.js'
import { valueReader } from './read-value.js'

/** Nulls come first ascending and last descending, unless `.nullsFirst()` or `.nullsLast()` names the field. */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: readonly SortTerm[],
  config: ResolvedConfig,
  accessors: Accessors<never>,
): Row[] {
  const terms = [...sort, ...config.tieBreaker].map(({ field, direction }) => {
    const sign = direction === 'asc' ? 1 : -1
    const nullOrder = config.nullOrder.get(field)
    const nullSign = nullOrder === undefined ? -sign : nullOrder === 'first' ? -1 : 1
    return { read: fieldReader(field, accessors), decode: valueReader(field), compare: comparatorOf(field.type), sign, nullSign }
  })
  // Each key is read once, not once a comparison.
  const keyed = rows.map((row) => ({ row, keys: terms.map(({ read, decode }) => decode(read(row))) }))
  keyed.sort((a, b) => {
    for (const [index, { compare, sign, nullSign }] of terms.entries()) {
      const [keyA, keyB] = [a.keys[index], b.keys[index]]
      const order = keyA === null || keyB === null ? orderOfNulls(keyA, keyB) * nullSign : compare(keyA, keyB) * sign
      if (order !== 0) return order
    }
    return 0
  })
  return keyed.map(({ row }) => row)
}

function orderOfNulls(a: unknown, b: unknown): number {
  return Number(a === null) - Number(b === null)
}
