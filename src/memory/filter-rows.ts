// memory: the filtered set, for pages and for facets.
import * as callRefusals from '../builder/call-refusals.js'
import { PaginateConfigError, PaginateQueryError } from '../errors.js'
import { createPlan } from '../plan/create-plan.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { NormalizedQuery } from '../types/query.js'
import { matchRow } from './match-row.js'
import type { Accessors } from './read-field.js'

/** @throws PaginateQueryError with the plan's first refusal */
export function planOf(query: NormalizedQuery, config: ResolvedConfig): ListPlan {
  const plan = createPlan(query, config)
  if (!plan.ok) throw new PaginateQueryError(plan.refusal)
  return plan.value
}

/**
 * Scopes are SQL, which has no meaning for plain rows: a scoped configuration asks for a predicate in their place.
 *
 * @throws PaginateConfigError where it is left out
 */
export function assertScoped({ scopes }: ResolvedConfig, where: unknown): void {
  if (scopes.length > 0 && typeof where !== 'function') {
    throw new PaginateConfigError(callRefusals.needsWhere)
  }
}

export interface FilteredSet<Row> {
  readonly rows: readonly Row[]
  readonly plan: Pick<ListPlan, 'filters' | 'search'>
  readonly config: ResolvedConfig
  readonly accessors: Accessors<never>
  readonly where: ((row: Row) => boolean) | undefined
}

export function filterRows<Row>({ rows, plan, config, accessors, where }: FilteredSet<Row>): Row[] {
  const isMatch = matchRow(plan, config, accessors)
  return rows.filter((row) => isMatch(row) && (where === undefined || where(row)))
}
