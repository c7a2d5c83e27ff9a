// memory: the engine over a plain array: the same plan as the database's, run by comparing values.
import { resolvedConfig } from '../builder/resolved-config.js'
import { PaginateQueryError, refusals } from '../errors.js'
import { renderLinks } from '../page/links.js'
import { renderMeta } from '../page/meta.js'
import { normalizeQuery } from '../request/normalize-query.js'
import type { AnyPaginateConfig, InferItem } from '../types/paginate-config.js'
import type { PaginateQueryInput } from '../types/query.js'
import type { PaginatedResponse } from '../types/response.js'
import { filterRows, planOf } from './filter-rows.js'
import type { OptionsArgument, PaginateArrayOptions } from './options.js'
import { projectItem } from './project-item.js'
import type { Accessors } from './read-field.js'
import { sortRows } from './sort-rows.js'

/**
 * Answers a list request from an array, as `paginate` answers it from a database: the same configuration, the same refusals.
 * Synchronous; the rows are not changed.
 *
 * A row is shaped like the root table's rows, with a joined table's row under its prefix: null or absent where a left join
 * finds nothing; a row without its inner-joined record is left out. Values may be in any mode of their column (`Date`, text,
 * number, bigint).
 *
 * Text matches fold case ordinally, beyond ASCII too, and text is ordered by the invariant collation. Nulls sort first ascending
 * and last descending unless `.nullsFirst()` or `.nullsLast()` names the field.
 *
 * @param options - `values` are accessors of fields that have no place in a row; `where` a condition of the host's own;
 *   `request` what links are made for
 * @throws PaginateQueryError for a request that the configuration refuses
 * @throws PaginateConfigError where a field is needed that has neither a place in the row nor an accessor
 * @example
 * ```ts
 * paginateArray(rows, { sortBy: ['title:ASC'], filters: { reviewer: '$eq:Ann' } }, articleList, {
 *   values: { reviewer: (row) => row.reviews.map((review) => review.reviewer) },
 * })
 * // { items: [{ id: 1, title: 'A' }], meta: { totalItems: 1, … }, links: { first: null, … } }
 * ```
 * @see applyFiltersToArray for the filtered rows without paging
 */
export function paginateArray<Config extends AnyPaginateConfig, Row>(
  rows: readonly Row[],
  query: PaginateQueryInput,
  config: Config,
  ...[options]: OptionsArgument<PaginateArrayOptions<Config, Row>>
): PaginatedResponse<InferItem<Config>> {
  const resolved = resolvedConfig(config)
  const normalized = normalizeQuery(query)
  const plan = planOf(normalized, resolved)
  const accessors: Accessors<never> = options?.values ?? {}
  const filtered = filterRows({ rows, plan, config: resolved, accessors, where: options?.where })
  const total = filtered.length
  // A plan without a limit exists only where the configuration has a ceiling.
  const maxRows = resolved.unlimitedMaxRows as number
  if (plan.limit === null && total > maxRows) throw new PaginateQueryError(refusals.limitTooManyRows(maxRows))
  const sorted = sortRows(filtered, plan.sort, resolved, accessors)
  const page = plan.limit === null ? sorted : sorted.slice(plan.offset, plan.offset + plan.limit)
  // The configuration's types describe what the projection by its run-time data makes.
  const items = page.map(projectItem(resolved, accessors)) as InferItem<Config>[]
  const meta = renderMeta(plan, total, items.length)
  return { items, meta, links: renderLinks(normalized, plan.limit, options?.request, meta) }
}
