// memory: the engine over a plain array: the same plan as the database's, run by comparing values.
import type { CallOptions } from '../../mistakes/check-options.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { PaginateConfigError, PaginateQueryError } from '../../errors.js'
import * as refusals from '../../refusals.js'
import { checkPath } from '../../page/check-arguments.js'
import { endsOf, pageFlags, renderCursorLinks, renderCursorMeta } from '../../features/cursors/render-cursor-page.js'
import type { KnownRows } from '../../types/known-rows.js'
import { needsCount, needsEstimate, proven, withCount } from '../../page/known-rows.js'
import { renderPage } from '../../render/meta-and-links.js'
import { normalizeQuery } from '../../request/paginate-query.js'
import type { CheckedQuery, SourceArgument } from '../../types/call-arguments.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { PageFor } from '../../types/page-for.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type { ListPlan } from '../../types/plan.js'
import type { PaginatedLinks } from '../../types/response.js'
import { arrayCursor, type ArrayPosition, planWithPosition } from './array-cursor.js'
import { assertArguments, filterRows } from './filter-rows.js'
import type { OptionsArgument, OwnFunctions, PaginateArrayOptions } from './options.js'
import { projectItem } from './project-item.js'
import type { Accessors } from './read-field.js'
import { ownAccessors } from './search-accessors.js'
import { type ArrayOrder, arrayOrder, type KeyedRow, sortRows } from './sort-rows.js'
import type { Sentences } from '../../types/type-error.js'

const PAGINATE_ARRAY: CallOptions<PaginateArrayOptions> = {
  call: 'paginateArray()',
  names: { own: true, where: true, path: true },
}

/**
 * Returns a page of an array, as `paginate` does of a database: the same configuration, the same rejections.
 * Synchronous; the rows are not changed.
 *
 * A row has the columns of the root table, and each joined table's row under its prefix. That row is null or absent if
 * a left join finds nothing; a row without its inner-joined record is left out. Values may be in any mode of their
 * column (`Date`, text, number, bigint).
 *
 * Text matches ignore case for every letter, and text is ordered by the invariant collation. Nulls sort first in
 * ascending and last in descending order, unless `.sortable(…, { nulls })` says otherwise.
 *
 * @param options - `own` has functions that replace SQL: `values` of fields that a row does not have, `filters`,
 * `search`, `summary`; `where` is your own condition
 * @throws PaginateQueryError for a request that the configuration rejects
 * @throws PaginateConfigError if the request needs a field that neither the rows nor `own.values` have
 * @example
 * ```ts
 * paginateArray(rows, { sortBy: ['title:ASC'], filters: { reviewer: '$eq:Ann' } }, articleList, {
 *   own: { values: { reviewer: (row) => row.reviews.map((review) => review.reviewer) } },
 * })
 * // { items: [{ id: 1, title: 'A' }], meta: { totalItems: 1, … }, links: { first: null, … } }
 * ```
 * @see filterArray for the filtered rows without paging
 */
export function paginateArray<
  Config extends AnyPaginateConfig,
  Row,
  Query extends SourceArgument<Sentences['wrongQuery']> = SourceArgument,
>(
  rows: readonly Row[],
  source: Query & CheckedQuery<Query, Config>,
  config: Config,
  ...[options]: OptionsArgument<PaginateArrayOptions<Config, Row>>
): PageFor<Config> {
  const resolved = resolvedConfig(config)
  assertArguments(rows, resolved, options, PAGINATE_ARRAY)
  checkPath(options?.path)
  const normalized = normalizeQuery(source)
  const { plan, position } = planWithPosition(normalized, resolved, options?.own?.values ?? {})
  const accessors: Accessors<never> = ownAccessors(options?.own, plan)
  const filtered = filterRows({ rows, plan, config: resolved, accessors, where: options?.where })
  const total = filtered.length
  // The plan has no limit only if the configuration has a ceiling of rows.
  const maxRows = resolved.unlimitedMaxRows as number
  if (plan.limit === null && total > maxRows) throw new PaginateQueryError(refusals.limitTooManyRows(maxRows))
  const order = arrayOrder(plan.sort, resolved, accessors)
  const known = readRows(sortRows(filtered, order), order, plan, position, resolved)
  const items = known.rows.map(({ row }) => row).map(projectItem(resolved, accessors, plan.fields))
  const path = options?.path ?? normalized.path
  const { ownParameters } = resolved
  const answer = (meta: object, links: PaginatedLinks) =>
    // The configuration's types describe what its run-time data projects, counts and pages.
    ({ items, meta, links, ...summaryOf(filtered, resolved, options?.own?.summary) }) as unknown as PageFor<Config>
  if (plan.walk === null) {
    const { meta, links } = renderPage(normalized, plan, path, known, items.length, resolved)
    return answer(meta, links)
  }
  const flags = pageFlags(position?.side, known)
  const cursorAt = (keyed: KeyedRow<Row> | undefined): string | null =>
    keyed === undefined ? null : arrayCursor(keyed.keys, plan, resolved, accessors)
  const ofRows =
    resolved.cursors?.hasRows === true
      ? known.rows.map(({ keys }) => arrayCursor(keys, plan, resolved, accessors))
      : null
  const cursors =
    ofRows !== null
      ? { ...endsOf(ofRows, flags), cursors: ofRows }
      : {
          previousCursor: flags.hasPreviousPage ? cursorAt(known.rows[0]) : null,
          nextCursor: flags.hasNextPage ? cursorAt(known.rows.at(-1)) : null,
        }
  const meta = renderCursorMeta(plan, known, items.length, resolved.totals, { ...flags, ...cursors })
  return answer(meta, renderCursorLinks(normalized, plan, path, cursors, ownParameters))
}

/** @throws PaginateConfigError if a member of the list's summary has no function */
function summaryOf<Row>(
  rows: readonly Row[],
  { summary }: ResolvedConfig,
  functions: OwnFunctions<Row>['summary'] = {},
): { readonly summary?: object } {
  if (summary === null) return {}
  const members = Object.keys(summary.selection).map((name) => {
    const summarize = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (typeof summarize === 'function') return [name, summarize(rows)]
    throw new PaginateConfigError(
      `The summary '${name}' needs a function of its own in memory; give one in options.own.summary.`,
    )
  })
  return { summary: Object.fromEntries(members) as object }
}

/** The rows of the page, and of the total what a database would have told. */
function readRows<Row>(
  sorted: readonly KeyedRow<Row>[],
  { compare }: ArrayOrder,
  given: ListPlan,
  position: ArrayPosition | null,
  config: ResolvedConfig,
): KnownRows<KeyedRow<Row>> {
  const total = sorted.length
  const { totals } = config
  const { limit, offset } = given
  if (limit === null) return { rows: [...sorted], total, atLeast: total, estimate: null, hasMore: false }
  // What the rows prove depends only on the side of the position, not on what is bound for it.
  const plan =
    given.walk === null || position === null
      ? given
      : { ...given, walk: { ...given.walk, position: { ...position, keys: [] } } }
  const { side, keys } = position ?? {}
  const beyond =
    keys === undefined
      ? sorted
      : sorted.filter((row) => (side === 'after' ? compare(row.keys, keys) > 0 : compare(row.keys, keys) < 0))
  const rows = side === 'before' ? beyond.slice(-(limit + 1)) : beyond.slice(offset, offset + limit + 1)
  const known = proven(rows, plan, limit)
  if (totals === 'exact') return { ...known, total, atLeast: total }
  if (totals === null || totals === 'none') return known
  const told = needsCount(known, plan, limit, totals.upTo)
    ? withCount(known, Math.min(total, totals.upTo + 1), totals.upTo)
    : known
  return needsEstimate(told, config) ? { ...told, estimate: Math.max(total, told.atLeast) } : told
}
