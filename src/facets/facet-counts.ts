// Facets: how often each value occurs in the filtered set of a request, field by field.
import type { SQL } from 'drizzle-orm'
import { resolvedConfig } from '../builder/resolved-config.js'
import type { AnyPaginateQuery } from '../page/answer-page.js'
import { applyFilters, type FilteredSet } from '../page/apply-filters.js'
import { checkDatabase } from '../page/check-arguments.js'
import { chain, settle } from '../maybe-promise.js'
import { normalizeQuery } from '../request/normalize-query.js'
import type { CheckedConfig, DatabaseArgument, NamedOptions, OfList, QueryArgument } from '../types/call-arguments.js'
import type { DialectName } from '../types/config.js'
import type { CheckedFacets, FacetCounts, FacetsOf } from '../types/facets.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import { type FacetAnswer, facetStatement } from './facet-statement.js'
import { readFacets } from './read-facets.js'
import { sendSelects } from './send-selects.js'

export interface FacetCountsOptions<Scope = unknown> {
  /** A condition of the host's own, AND-ed with everything, in parentheses. @default none */
  readonly where?: SQL | undefined
  /** What the functions of the configuration's `.scopedBy()` are called with: required where one of them has a parameter. */
  readonly scope?: Scope
  /** Honoured before the first statement; rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * How often each value of some fields occurs in the filtered set of a request. A facet leaves out the request's own criteria on its
 * field, so that the choice made does not hide the others, and keeps all other filters, the search and `where`.
 *
 * - `true` or `{ limit }` (1 to 1000, 100 by default): `{ value, count }[]`, most frequent first, then by value. Null is a value. The
 *   field must grant `$eq` or `$in`; a collection must grant `$contains`, and counts each of its elements once a row. A field of
 *   `.filterableMany()` counts the rows of the root that hold the value.
 * - `'range'`: `{ min, max, count }` of the rows that have a value, or null if no row has one. The field must grant a comparison or
 *   `$btw`.
 *
 * @param facets facets by the name of their field; with a synchronous driver all statements have run when the call returns its promise
 * @throws PaginateQueryError (rejects) with `status` 400 for every request that a page would refuse
 * @throws PaginateConfigError (rejects) for a facet that the configuration does not grant
 * @example
 * ```ts
 * const counts = await facetCounts(db, query, articleList, { status: true, 'author.name': { limit: 20 }, views: 'range' })
 * // { status: [{ value: 'published', count: 7 }, { value: 'draft', count: 2 }], 'author.name': […], views: { min: 0, max: 100, count: 9 } }
 * ```
 * @see encodeFilterValue for the text that a client sends for a value
 */
export function facetCounts<
  Config extends CheckedConfig<Config, Scope, Given>,
  const Facets extends FacetsOf<Config>,
  Dialect extends DialectName,
  Scope,
  Given extends keyof FacetCountsOptions = never,
>(
  db: DatabaseArgument<Dialect>,
  query: QueryArgument,
  config: Config & OfList<Dialect, Scope>,
  facets: Facets & CheckedFacets<Config, Facets>,
  options: FacetCountsOptions<Scope> & NamedOptions<Given> = {},
): Promise<FacetCounts<Config, Facets>> {
  return settle(() => {
    const resolved = resolvedConfig(config)
    checkDatabase(db, resolved.dialect)
    const requests = readFacets(resolved, facets)
    const filtered = filteredSets(query, config, options)
    const statements = requests.map((request) => facetStatement(request, filtered(request.filterable.field.name), resolved))
    options.signal?.throwIfAborted()
    return chain(sendSelects(db, statements, resolved.dialect, options.signal), (answers) => {
      const counts: [string, FacetAnswer][] = requests.map(({ name }, at) => [name, statements[at]?.read(answers[at] ?? []) ?? null])
      // Each answer is of the kind that its facet asked for.
      return Object.fromEntries(counts) as FacetCounts<Config, Facets>
    })
  })
}

/** One set for all facets whose fields have no criteria in the request, and one for each other. */
function filteredSets(
  query: AnyPaginateQuery,
  config: AnyPaginateConfig,
  { where, scope }: FacetCountsOptions,
): (field: string) => FilteredSet {
  const whole = applyFilters(query, config, { where, scope })
  const filteredBy = new Set(normalizeQuery(query).filters.map(({ name }) => name.toLowerCase()))
  return (field) => (filteredBy.has(field.toLowerCase()) ? applyFilters(query, config, { where, scope, except: [field] }) : whole)
}
