// Stages plan and compile: the whole order of a list, and its print.
import { dialectFacts } from '../dialect-facts.js'
import { hashText } from '../values/hash-text.js'
import type { Field, ResolvedConfig, SortTerm } from '../types/config.js'
import type { OrderTerm } from '../types/position.js'
import { positionKeyOf } from './position-key.js'

/** The terms of a request's order, tie-breaker last, with what a position takes from each. */
export function orderOf(sort: readonly SortTerm[], config: ResolvedConfig): readonly OrderTerm[] {
  const named = new Set<Field>()
  const terms: OrderTerm[] = []
  const { sortsNullsLast } = dialectFacts(config.dialect)
  for (const { field, direction } of [...sort, ...config.tieBreaker]) {
    // A field named before decides nothing again.
    if (named.has(field)) continue
    named.add(field)
    const isFirst = sortsNullsLast === (direction === 'desc')
    const nulls = config.nullOrder.get(field) ?? (isFirst ? 'first' : 'last')
    terms.push({ field, direction, key: positionKeyOf(field, config.dialect), isNullable: mayBeNull(field), nulls })
  }
  return terms
}

/** A column that is read as another type is null for text that is not of that type. */
function mayBeNull({ isNullable, type, facts }: Field): boolean {
  return isNullable || (type !== null && facts !== null && facts.valueType !== null && type.kind !== facts.valueType)
}

/** Equal prints: equal fields (of a rank, the term too), directions, null placement and tie-breaker. 53 bits in base 36. */
export function orderPrint(terms: readonly OrderTerm[]): string {
  const printed = terms.map(({ field: { name, term }, direction, nulls }) => [
    name,
    direction,
    nulls,
    ...(term === undefined ? [] : [term]),
  ])
  return hashText(JSON.stringify(printed))
}
