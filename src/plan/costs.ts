// Stage plan: bounds of what a database has to do for each row, where criteria cannot share it.
import { Column } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { hasSubSelect } from '../fragments/said-words.js'
import * as refusals from '../refusals.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { Field, FieldFilter, FilterableField } from '../types/config.js'
import type { Refusal } from '../types/result.js'
import { heldTogether, isCollection } from '../values/held-together.js'
import { EXPRESSION, type FilterOperator, isTextOperator } from '../vocabulary.js'

/** Lists of a request, in the longest that one of them may be. */
const MAX_LISTS = 10
const LISTS: { readonly [Operator in FilterOperator]?: true } = { $in: true, $contains: true }
/** Criteria that a database evaluates one by one: each reads every element, or is a condition of the app's own. */
const MAX_APART = 10
/** Criteria that look inside of texts: each reads a whole text, and PostgreSQL folds its case again. */
const MAX_TEXT_MATCHES = 30

/**
 * The refusal of a request whose criteria would cost a multiple of what one of them costs, or null.
 *
 * @param terms of the request's expression
 */
export function refuseCosts(
  filters: readonly FieldFilter[],
  terms: readonly FieldFilter[],
  { maxFilterValues }: ResolvedConfig,
): Refusal | null {
  const all = terms.length === 0 ? filters : [...filters, ...terms]
  // The least of the three: so few criteria are within all of them.
  if (all.reduce((count, { criteria }) => count + criteria.length, 0) <= MAX_APART) return null
  const counts = new Map<FieldFilter | FilterableField, number>()
  for (const filter of all) {
    // Terms on elements are bounded by the sub-selects that they come to.
    const counted = isOfElements(filter.filterable) ? filter : filter.filterable
    counts.set(counted, (counts.get(counted) ?? 0) + apartOf(filter))
  }
  let apart = 0
  for (const [counted, count] of counts) {
    if (count > MAX_APART) {
      const isElements = 'filterable' in counted
      const { name } = (isElements ? counted.filterable : counted).field
      const refusal = isElements
        ? refusals.filterTooManyElements(name, MAX_APART)
        : refusals.filterTooManyOwn(name, MAX_APART)
      const isParameter = filters.some((filter) => filter === counted || filter.filterable === counted)
      return isParameter ? refusal : { ...refusal, parameter: EXPRESSION }
    }
    if (count > 1) apart += count
  }
  if (apart > MAX_APART) return refusals.filterTooManyConditions(MAX_APART, ' that are evaluated one by one')
  let listed = 0
  let matches = 0
  for (const { filterable, criteria } of all) {
    for (const { operator, values } of criteria) {
      if (operator in LISTS) listed += values.length
      if (isTextOperator(operator) && !isCollection(filterable)) matches += 1
    }
  }
  if (matches > MAX_TEXT_MATCHES) return refusals.filterTooManyConditions(MAX_TEXT_MATCHES, ' that look inside of text')
  if (listed > MAX_LISTS * maxFilterValues) return refusals.filterTooManyValuesInAll(MAX_LISTS * maxFilterValues)
  return null
}

/** Criteria that another element may meet each, or that read a collection again; those that share are counted once. */
function apartOf(filter: FieldFilter): number {
  const { filterable, criteria } = filter
  const { collection, element, own, field } = filterable
  if (isCollection(filterable)) return heldTogether(filter).length
  if (own !== undefined || isOwnSelect(field)) return criteria.length
  if (collection === null || element !== undefined) return 0
  const shares = collection.quantifier === 'some' ? 'or' : 'and'
  return 1 + criteria.reduce((count, { connector }, at) => (at > 0 && connector !== shares ? count + 1 : count), 0)
}

const isOfElements = (filterable: FilterableField): boolean =>
  filterable.collection !== null || isCollection(filterable)

/** Is it a sub-select that the app wrote, whose text is all that is known of it? */
const isOwnSelect = ({ expression, subSelect }: Field): boolean =>
  subSelect === undefined && !is(expression, Column) && hasSubSelect(expression)
