// Stages plan and compile: the whole order of a list, and its print.
import { dialectFacts } from '../dialect-facts.js'
import { hashText } from '../values/hash-text.js'
import type { Field, ResolvedConfig, SortTerm } from '../types/config.js'
import { isReadAsOtherType } from '../values/facts-under-type.js'
import type { OrderTerm } from '../types/position.js'
import { positionKeyOf } from './position-key.js'

/** The sort with the tie-breaker last. A field named before would decide nothing again, and SQL Server refuses to order by it twice. */
export function orderTerms(sort: readonly SortTerm[], config: ResolvedConfig): readonly SortTerm[] {
  const named = new Set<Field>()
  return [...sort, ...config.tieBreaker].filter(({ field }) => !named.has(field) && named.add(field))
}

/** The terms of a request's order, with what a position takes from each. */
export function orderOf(sort: readonly SortTerm[], config: ResolvedConfig): readonly OrderTerm[] {
  const { sortsNullsLast } = dialectFacts(config.dialect)
  return orderTerms(sort, config).map(({ field, direction }) => {
    const isFirst = sortsNullsLast === (direction === 'desc')
    return {
      field,
      direction,
      key: positionKeyOf(field, config.dialect),
      // A column that is read as another type is null for text that is not of that type.
      isNullable: field.isNullable || isReadAsOtherType(field),
      nulls: config.nullOrder.get(field) ?? (isFirst ? 'first' : 'last'),
    }
  })
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
