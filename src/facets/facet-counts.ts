// Facets: how often each value occurs in the filtered set of a request, field by field.
import type { SQL } from 'drizzle-orm'
import { resolvedConfig } from '../builder/resolved-config.js'
import { hostCondition, scopedConfig, checkDatabase } from '../page/check-arguments.js'
import { type FilteredSet, planSet, setOf } from '../page/apply-filters.js'
import { type StatementEvent, refusingUnheldText } from '../page/send.js'
import { chain, settle } from '../maybe-promise.js'
import { normalizeQuery } from '../request/paginate-query.js'
import type {
  CheckedConfig,
  CheckedQuery,
  DatabaseArgument,
  NamedOptions,
  OfList,
  QueryArgument,
} from '../types/call-arguments.js'
import type { DialectName, ResolvedConfig } from '../types/config.js'
import type { CheckedFacets, FacetCounts, FacetsOf } from '../types/facets.js'
import type { ListPlan } from '../types/plan.js'
import { type FacetAnswer, facetStatement } from './facet-statement.js'
import { readFacets } from './read-facets.js'
import { sendSelects } from './send-selects.js'

export interface FacetCountsOptions<Scope = unknown> {
  /** A condition of the app's own, AND-ed with everything, in parentheses. @default none */
  readonly where?: SQL | null | undefined
  /**
   * What the functions of the configuration's `.scopedBy()` are called with: required where one of them has a
   * parameter.
   */
  readonly scope?: Scope
  /** Honoured before the first statement; rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** As in `PaginateOptions`: is called for the statement of each facet once it is answered. @default none */
  readonly onStatement?: ((event: StatementEvent) => void) | undefined
}

/**
 * How often each value of some fields occurs in the filtered set of a request. A facet leaves out the request's own
 * criteria on its field, and a default filter of it, so that the choice made does not hide the others. It keeps all
 * other filters, the search and `where`.
 *
 * - `true` or `{ limit }` (1 to 1000, 100 by default): `{ value, count }[]`, most frequent first, then by value. Null
 *   is a value. The
 * field must allow `$eq` or `$in`; a collection must allow `$contains`, and counts each of its elements once a row. A
 * field of
 *   `.filterableMany()` counts the rows of the root that hold the value.
 * - `'range'`: `{ min, max, count }` of the rows that have a value, or null if no row has one. The field must allow a
 *   comparison or
 *   `$btw`.
 *
 * @param facets facets by the name of their field; with a synchronous driver all statements have run when the call
 * returns its promise
 * @throws PaginateQueryError (rejects) with `status` 400 for every request that a page would reject
 * @throws PaginateConfigError (rejects) for a facet that the configuration does not allow
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
  Query extends QueryArgument = QueryArgument,
>(
  db: DatabaseArgument<Dialect>,
  query: Query & CheckedQuery<Query>,
  config: Config & OfList<Dialect, Scope>,
  facets: Facets & CheckedFacets<Config, Facets>,
  options: FacetCountsOptions<Scope> & NamedOptions<Given> = {},
): Promise<FacetCounts<Config, Facets>> {
  return settle(() => {
    const resolved = scopedConfig(resolvedConfig(config), options)
    checkDatabase(db, resolved.dialect)
    const requests = readFacets(resolved, facets)
    const condition = hostCondition(resolved, options)
    const bound = normalizeQuery(query)
    return chain(planSet(bound, resolved, options.signal), (plan) => {
      const filtered = filteredSets(plan, resolved, condition)
      const statements = requests.map((request) => ({
        name: request.name,
        ...facetStatement(request, filtered(request.filterable.field.name), resolved),
      }))
      options.signal?.throwIfAborted()
      const sent = sendSelects(db, statements, options)
      return chain(refusingUnheldText(sent, { query: bound, position: null }, resolved), (answers) => {
        const counts: [string, FacetAnswer][] = statements.map(({ name, read }, at) => [name, read(answers[at] ?? [])])
        // Each answer is of the kind that its facet asked for.
        return Object.fromEntries(counts) as FacetCounts<Config, Facets>
      })
    })
  })
}

/**
 * One set for all facets whose fields have no criteria, and one for each other. A default filter is a criterion of its
 * field.
 */
function filteredSets(
  plan: ListPlan,
  config: ResolvedConfig,
  condition: SQL | undefined,
): (field: string) => FilteredSet {
  const whole = setOf(plan, config, condition)
  const filteredBy = new Set(plan.filters.map(({ filterable }) => filterable.field.name))
  return (field) => (filteredBy.has(field) ? setOf(plan, config, condition, [field]) : whole)
}
