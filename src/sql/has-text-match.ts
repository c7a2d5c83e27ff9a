// Stage compile: does a LIKE decide which rows there are?
import type { FieldFilter, ListPlan } from '../types/plan.js'
import { OPERATOR_FACTS } from '../vocabulary.js'

export function hasTextMatch({ search, filters, sort }: Pick<ListPlan, 'search' | 'filters' | 'sort'>): boolean {
  // No index has the order of a rank: planners find the rows first anyway.
  if (sort[0]?.field.term !== undefined) return false
  return search !== null || filters.some(matchesText)
}

function matchesText({ filterable, criteria }: FieldFilter): boolean {
  // What a collection is asked is no text match.
  return filterable.field.type?.kind !== 'collection' && criteria.some(({ operator }) => OPERATOR_FACTS[operator].matches === 'text')
}
