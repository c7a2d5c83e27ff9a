// Facets: criteria of the other members of a record, over the element that is counted.
import { Column, type SQL } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { boundSlots, predicateContext } from '../../sql/compile-shape.js'
import { encodePlan } from '../../sql/encode-plan.js'
import { elementCriteria } from '../../sql/filter-predicate.js'
import type { FieldFilter, FilterableField } from '../../types/config.js'
import type { ListPlan } from '../../types/plan.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { columnNamesOf, readsUnqualified } from './reads-unqualified.js'

/**
 * A page applies the criteria of a record to one and the same element, so a value counts only where its element meets
 * those of the other members. Under `every` and `none` a facet counts the rows that hold the value in any element.
 */
export const membersBeside = (
  { field, collection, element }: FilterableField,
  filters: readonly FieldFilter[],
): readonly FieldFilter[] =>
  element === undefined || collection?.quantifier !== 'some'
    ? []
    : filters.filter(({ filterable }) => filterable.element === element && filterable.field.name !== field.name)

/**
 * Does raw SQL name a column without its table that the root or a table joined to it has too? Next to these it is
 * ambiguous, so its criteria keep an element of their own.
 */
export function isAmbiguous({ filterable: { field } }: FieldFilter, { table, joins }: ResolvedConfig): boolean {
  if (is(field.expression, Column)) return false
  const sources = [table, ...joins.map((join) => join.table)]
  return readsUnqualified(field.expression, columnNamesOf(sources))
}

/** The filters of a plan, all of one record, as a condition of its element. */
export function elementCondition(plan: ListPlan, config: ResolvedConfig): SQL {
  const { shape, values } = encodePlan({ ...plan, expression: null, search: null, walk: null }, config)
  return elementCriteria(shape.filters, predicateContext(config, boundSlots(values)), (expression) => expression)
}
