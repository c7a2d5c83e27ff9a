// Facets: how often each value occurs in the filtered set of a request, field by field.
import { type SQL, sql, Subquery } from 'drizzle-orm'
import { readFacets } from '../aggregates/read-facets.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import * as callRefusals from '../../mistakes/call-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import { oneReader } from '../../drizzle/databases.js'
import { hostCondition, scopedConfig, checkDatabase, withSource } from '../../page/check-arguments.js'
import { NO_OPTIONS, type PaginateOptions, pagingCall } from '../../page/options.js'
import { ownKey, type PlannedSet, setOf, keysOfHalves } from '../filtered-set/apply-filters.js'
import { refusingUnheldText } from '../../page/unheld-text.js'
import { acceptedPlan } from '../../plan/create-plan.js'
import { chain, settle } from '../../basics/maybe-promise.js'
import { filled } from '../../kept/slots.js'
import { normalizeQuery } from '../../request/paginate-query.js'
import type {
  CheckedDeclared,
  CheckedQuery,
  DatabaseArgument,
  NamedOptions,
  OfList,
  OfTrait,
  SourceArgument,
} from '../../types/call-arguments.js'
import type { FilterableField } from '../../types/config.js'
import type { DialectName } from '../../vocabulary.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { ListDatabase } from '../../types/database.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type { CheckedFacets, FacetRequest } from '../../types/facets.js'
import type { ListPlan } from '../../types/plan.js'
import { elementCondition, isAmbiguous, membersBeside } from './element-condition.js'
import type { AskedFacets } from './facet-types.js'
import type { FacetSet } from './facet-source.js'
import { type FacetAnswer, facetStatement } from './facet-statement.js'
import { sendSelects } from './send-selects.js'
import type { Sentences } from '../../types/type-error.js'
import { is } from '../../drizzle/kinds.js'

const FACET_COUNTS = pagingCall('facetCounts()')

/**
 * Counts how often each value of some fields occurs in the filtered set of a request.
 *
 * A facet leaves out the request's own criteria on its field, and a default filter of the field, so that the choice
 * that a reader has made does not hide the others. It applies all other filters, the search and `where`.
 *
 * - `true` or `{ limit }` (1 to 1000, 100 by default) returns `{ value, count, filter }[]`, most frequent first, then
 *   by value. Null is a value. The field must allow `$eq` or `$in`; a collection must allow `$contains`, and counts
 *   each of its elements once per row. A field of `.filterableMany()` counts the rows of the root that hold the value.
 * - `'range'` returns `{ min, max, count }` of the rows that have a value, or null if no row has one. The field must
 *   allow a comparison or `$btw`.
 *
 * @param facets facets by the name of their field, @default those of `.withFacets()`. A facet that only a declaration
 * after `.when()` allows does not compile here; declare it with `.withFacets()`. With a synchronous driver, all
 * statements have run when the call returns its promise
 * @throws PaginateQueryError (rejects) with `status` 400 for every request that a page would reject
 * @throws PaginateConfigError (rejects) for a facet that the configuration does not allow
 * @example
 * ```ts
 * const counts = await facetCounts(db, query, articleList, { status: true, 'author.name': { limit: 20 }, views: 'range' })
 * // { status: [{ value: 'published', count: 7, filter: '$eq:published' }, …], 'author.name': […], views: { min: 0, max: 100, count: 9 } }
 * ```
 * @see encodeFilterValue for the text that a client sends for a value
 */
export function facetCounts<
  Config extends CheckedDeclared<Config, Scope, Given, Facets, Declared, Sentences['noFacets']>,
  Dialect extends DialectName,
  Scope,
  Declared,
  const Facets extends object | undefined,
  Given extends keyof PaginateOptions = never,
  Query extends SourceArgument<Sentences['wrongQuery']> = SourceArgument,
>(
  db: DatabaseArgument<Dialect>,
  source: Query & CheckedQuery<Query, Config>,
  config: Config & OfList<Dialect, Scope> & OfTrait<'facets', Declared>,
  facets?: Facets & NoInfer<CheckedFacets<Config, Facets, 'facetCounts()'>>,
  options: PaginateOptions<Scope> & NamedOptions<Given, Scope> = NO_OPTIONS,
): Promise<AskedFacets<Config, Facets>> {
  return settle(() => {
    const requests = facetRequests(resolvedConfig(config, db, source), facets)
    return countFacets(db, source, config, requests, options) as Promise<AskedFacets<Config, Facets>>
  })
}

/** Counts facets that were checked before. */
export function countFacets(
  db: ListDatabase,
  source: unknown,
  config: AnyPaginateConfig,
  facets: readonly FacetRequest[],
  options: PaginateOptions,
): Promise<Readonly<Record<string, FacetAnswer>>> {
  return settle(() => {
    const resolved = scopedConfig(resolvedConfig(config), options, FACET_COUNTS)
    checkDatabase(db, resolved.dialect)
    const condition = hostCondition(resolved, options)
    const { signal, onStatement } = withSource<PaginateOptions>(source, options)
    const bound = normalizeQuery(source)
    // Of the list of this scope: a sub-collection of a scoped list is its own.
    const own = facets.map((facet) => ({ ...facet, filterable: enabled(resolved, facet) }))
    return chain(acceptedPlan(bound, resolved, signal), (plan) => {
      const filtered = filteredSets(plan, resolved, condition)
      const statements = own.map((request) => ({
        name: request.name,
        ...filled(facetStatement(request, filtered(request.filterable), resolved), resolved.answers),
      }))
      signal?.throwIfAborted()
      const sent = sendSelects(oneReader(db), statements, { signal, onStatement })
      return chain(refusingUnheldText(sent, { query: bound, position: null }, resolved), (answers) => {
        const counts: [string, FacetAnswer][] = statements.map(({ name, read }, at) => [name, read(answers[at] ?? [])])
        return Object.fromEntries(counts)
      })
    })
  })
}

const enabled = (config: ResolvedConfig, { filterable }: FacetRequest): FilterableField =>
  config.filterable.get(filterable.field.name.toLowerCase()) ?? filterable

/** @throws PaginateConfigError if neither the call nor the list names a facet */
export function facetRequests(
  { filterable, facets: declared }: ResolvedConfig,
  facets: unknown,
): readonly FacetRequest[] {
  if (facets !== undefined) return readFacets(filterable, facets, 'facetCounts()')
  if (declared === null) refuse(callRefusals.noFacets)
  return declared
}

/**
 * One set for all facets whose fields have no criteria, and one for each other. A default filter is a criterion of its
 * field.
 */
function filteredSets(
  plan: ListPlan,
  config: ResolvedConfig,
  condition: SQL | undefined,
): (filterable: FilterableField) => FacetSet {
  const setBut = (...except: readonly string[]): PlannedSet => setOf(plan, config, condition, except)
  const whole = setBut()
  const filteredBy = new Set(plan.filters.map(({ filterable }) => filterable.field.name))
  return (filterable) => {
    const { field, collection } = filterable
    const members = membersBeside(filterable, plan.filters).filter((member) => !isAmbiguous(member, config))
    const names = [
      ...(filteredBy.has(field.name) ? [field.name] : []),
      ...members.map((member) => member.filterable.field.name),
    ]
    const set = keysApart(
      names.length > 0 ? setBut(...names) : whole,
      config,
      field.joins.length > 0 || collection !== null,
    )
    if (members.length === 0) return set
    const needs = members.flatMap((member) => member.filterable.collection?.needs ?? [])
    return { ...set, ofElement: { condition: elementCondition({ ...plan, filters: members }, config), needs } }
  }
}

/**
 * The same set, its condition one on the key of the root: an array that PostgreSQL makes once, before it chooses how a
 * facet's own rows are joined. Without it a facet over rows of another table reads that table for each row (measured:
 * 10 s over 20,000 rows, and 0.1 s so). A key of several columns has no such form.
 *
 * @param isJoined does the facet read rows of another table?
 */
function keysApart(set: PlannedSet, config: ResolvedConfig, isJoined: boolean): PlannedSet {
  const [key, ...more] = ownKey(config) ?? []
  if (key === undefined || more.length > 0 || is(config.table, Subquery)) return set
  const halves = set.halves(isJoined)
  if (halves === null) return set
  const keys = keysOfHalves(config, halves, [key])
  return { ...set, where: sql`${key} = any(array(${keys}))`, joins: [] }
}
