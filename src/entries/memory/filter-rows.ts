// memory: the filtered set, for pages and for facets.
import * as callRefusals from '../../mistakes/call-refusals.js'
import { type CallOptions, checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import { PaginateConfigError } from '../../errors.js'
import { isClasslessRecord } from '../../request/query-source.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { ListPlan } from '../../types/plan.js'
import type { OwnFunctions } from './options.js'
import { matchRow } from './match-row.js'
import type { Accessors } from './read-field.js'

const OWN_FUNCTIONS: OptionNames<OwnFunctions<unknown> & { values: unknown }> = {
  values: true,
  filters: true,
  search: true,
  summary: true,
}

/**
 * Scopes are SQL, which has no meaning for plain rows: a scoped configuration asks for a predicate in their place.
 *
 * @throws PaginateConfigError where it is left out, instead of rows, options or a predicate, and for an option that the
 * call does not have
 */
export function assertArguments(
  rows: unknown,
  { scopes, scoped }: ResolvedConfig,
  options: unknown,
  call: CallOptions,
): void {
  if (!Array.isArray(rows)) throw new PaginateConfigError(callRefusals.wrongRows)
  if (options !== undefined && (typeof options !== 'object' || options === null || !isClasslessRecord(options))) {
    throw new PaginateConfigError(callRefusals.wrongOptions)
  }
  checkOptions(call.call, Object(options) as object, call.names)
  const { where, own } = Object(options) as { readonly where?: unknown; readonly own?: object }
  checkOptions(`The option own of ${call.call}`, own ?? {}, OWN_FUNCTIONS)
  if (typeof where === 'function') return
  if (scopes.length > 0 || scoped !== null) throw new PaginateConfigError(callRefusals.needsWhere)
  if (where !== undefined && where !== null) throw new PaginateConfigError(callRefusals.wrongPredicate)
}

export interface FilteredSet<Row> {
  readonly rows: readonly Row[]
  readonly plan: Pick<ListPlan, 'filters' | 'expression' | 'search'>
  readonly config: ResolvedConfig
  readonly accessors: Accessors<never>
  readonly where: ((row: Row) => boolean) | null | undefined
}

export function filterRows<Row>({ rows, plan, config, accessors, where }: FilteredSet<Row>): Row[] {
  const isMatch = matchRow(plan, config, accessors)
  return rows.filter((row) => isMatch(row) && (where === undefined || where === null || where(row)))
}
