// memory: the filtered set of a request, without paging.
import type { CallOptions } from '../../mistakes/check-options.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { checkExcept } from '../../features/filtered-set/check-except.js'
import { normalizeQuery } from '../../request/paginate-query.js'
import type { CheckedQuery, SourceArgument } from '../../types/call-arguments.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import { planWithPosition } from './array-cursor.js'
import { assertArguments, filterRows } from './filter-rows.js'
import type { FilterArrayOptions, OptionsArgument } from './options.js'
import { ownAccessors } from './search-accessors.js'
import type { Sentences } from '../../types/type-error.js'

const FILTER_ARRAY: CallOptions<FilterArrayOptions> = {
  call: 'filterArray()',
  names: { own: true, where: true, except: true },
}

/**
 * Returns the rows that match a request's filters and search, unchanged and in their order, for facet counts and
 * exports. The whole request is checked as for a page.
 *
 * @param options - `except` names fields whose own criteria are left out; `own` and `where` as for `paginateArray`
 * @throws PaginateQueryError for a request that the configuration rejects
 * @throws PaginateConfigError if the request needs a field that neither the rows nor `own.values` have
 * @example
 * ```ts
 * const others = filterArray(rows, query, articleList, { except: ['status'] })
 * Object.groupBy(others, (row) => row.status)
 * ```
 * @see paginateArray
 */
export function filterArray<
  Config extends AnyPaginateConfig,
  Row,
  Query extends SourceArgument<Sentences['wrongQuery']> = SourceArgument,
>(
  rows: readonly Row[],
  source: Query & CheckedQuery<Query, Config>,
  config: Config,
  ...[options]: OptionsArgument<FilterArrayOptions<Config, Row>>
): Row[] {
  const resolved = resolvedConfig(config)
  assertArguments(rows, resolved, options, FILTER_ARRAY)
  checkExcept(options, config)
  // The cursor is checked as for a page, and left out.
  const { plan } = planWithPosition(normalizeQuery(source), resolved, options?.own?.values ?? {})
  const { except: names = [] } = options ?? {}
  const except = new Set(names.map((name) => name.toLowerCase()))
  const filters = plan.filters.filter(({ filterable }) => !except.has(filterable.field.name.toLowerCase()))
  const accessors = ownAccessors(options?.own, plan)
  return filterRows({ rows, plan: { ...plan, filters }, config: resolved, accessors, where: options?.where })
}
