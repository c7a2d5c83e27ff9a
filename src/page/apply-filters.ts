// Stages plan and compile without a page: the filtered set, for exports, facet counts and selects of the app's own.
import { type SQL, sql } from 'drizzle-orm'
import * as callRefusals from '../builder/call-refusals.js'
import { resolvedConfig } from '../builder/resolved-config.js'
import { copyFragment } from '../drizzle/chunks.js'
import { PaginateConfigError } from '../errors.js'
import { fromItem } from '../fragments/source-name.js'
import { referencedJoins } from '../fragments/referenced-tables.js'
import { isPromiseLike } from '../maybe-promise.js'
import { acceptedPlan } from '../plan/create-plan.js'
import { normalizeQuery } from '../request/paginate-query.js'
import { conjunction } from '../select/page-select.js'
import { compileShape } from '../sql/compile-shape.js'
import { encodePlan } from '../sql/encode-plan.js'
import { orderTerms, requestCursorNow } from '../cursor/position.js'
import type {
  CheckedAtOnce,
  CheckedQuery,
  NamedOptions,
  OfList,
  OfSearch,
  QueryArgument,
} from '../types/call-arguments.js'
import type { DialectName, ResolvedConfig } from '../types/config.js'
import type { InferFilterable } from '../types/paginate-config.js'
import { termsOf } from '../types/tree.js'
import type { MaybePromise } from '../types/database.js'
import type { ListPlan } from '../types/plan.js'
import type { NormalizedQuery } from '../types/query.js'
import { hostCondition, scopedConfig } from './check-arguments.js'
import { aliasedRoot, applySet, type DynamicSelect, type FilterJoin } from './applied-set.js'

export type { DynamicSelect, FilterJoin } from './applied-set.js'

export interface ApplyFiltersOptions<Name extends string = string, Scope = unknown> {
  /** A condition of your own, AND-ed with everything, in parentheses. Null, like undefined: without one. */
  readonly where?: SQL | null | undefined
  /**
   * What the functions of the configuration's `.scopedBy()` are called with: required where one of them has a
   * parameter.
   */
  readonly scope?: Scope
  /** Filterable fields whose own criteria are left out (and still checked), for facet counts. */
  readonly except?: readonly Name[] | undefined
}

/** A filtered set on an alias of the root. */
export interface AliasedSet {
  /** Filters, search and the app's condition; `1 = 1` without any of them. */
  readonly where: SQL
  /** Joins that `where` needs, and inner joins, which decide which rows there are; in join order. */
  readonly joins: readonly FilterJoin[]
  /** The request's order with the tie-breaker last. */
  readonly orderBy: SQL[]
  /**
   * Joins that `orderBy` needs and `joins` does not have: being to-one left joins they change no row, and a count does
   * without them.
   */
  readonly orderJoins: readonly FilterJoin[]
  /**
   * Adds `joins`, `orderJoins` and `where` to a select, which then takes `orderBy` as well. A table that the select
   * joins already is left as it is, and a condition that it has already is AND-ed. From then on the select's `.where()`
   * adds a condition too:
   * Drizzle's own replaces the one before, and would drop the scope and the filters.
   *
   * @example `applyFilters(query, config).applyTo(db.select({ n: count() }).from(articles).$dynamic())`
   */
  readonly applyTo: <Select extends DynamicSelect>(select: Select) => Select
}

export interface FilteredSet extends Omit<AliasedSet, 'where'> {
  /** Filters, search and the app's condition; undefined without any of them. */
  readonly where: SQL | undefined
  /**
   * The same set with the root's columns taken from `aliased`: an alias of the root table, or the table that a
   * relational query hands out, at its root or in a nested relation.
   *
   * @throws PaginateConfigError for another table, for raw SQL text that names the root, and where a relational query
   * would need a join
   * @example
   * ```ts
   * const filtered = applyFilters(query, articleList)
   * // Drizzle 1.0
   * db.query.articles.findMany({ where: { RAW: (t) => filtered.on(t).where }, orderBy: (t) => filtered.on(t).orderBy })
   * ```
   */
  readonly on: (aliased: object) => AliasedSet
}

/**
 * The filtered set of a request, without paging: checked like a page, with the same rejections in the same order.
 * Synchronous; sends nothing.
 *
 * @throws PaginateQueryError with `status` 400 for a client's mistake
 * @throws PaginateConfigError where the list's `.searchWith()` answers a promise for the request's term
 * @example
 * ```ts
 * const { where, orderBy } = applyFilters(query, articleList, { except: ['status'] })
 * db.select({ status: articles.status, n: count() }).from(articles).where(where).groupBy(articles.status)
 * ```
 * @see paginate for a page of the set
 */
export function applyFilters<
  Config extends CheckedAtOnce<Config, Scope, Given, Search>,
  Dialect extends DialectName,
  Scope,
  Given extends keyof ApplyFiltersOptions = never,
  Query extends QueryArgument = QueryArgument,
  Search = unknown,
>(
  query: Query & CheckedQuery<Query>,
  config: Config & OfList<Dialect, Scope> & OfSearch<Search>,
  options: ApplyFiltersOptions<InferFilterable<Config> & string, Scope> & NamedOptions<Given> = {},
): FilteredSet {
  const resolved = scopedConfig(resolvedConfig(config), options)
  const condition = hostCondition(resolved, options)
  const planned = planSet(normalizeQuery(query), resolved)
  if (!isPromiseLike(planned)) return setOf(planned, resolved, condition, options.except)
  planned.then(undefined, () => {})
  throw new PaginateConfigError(callRefusals.waitingSearch)
}

/** The plan of a set that is not paged: the request's cursor is checked and left out. */
export const planSet = (bound: NormalizedQuery, config: ResolvedConfig, signal?: AbortSignal): MaybePromise<ListPlan> =>
  acceptedPlan(bound, config, requestCursorNow(bound, config), signal)

/** @param except fields whose own criteria are left out */
export function setOf(
  planned: ListPlan,
  resolved: ResolvedConfig,
  condition: SQL | undefined,
  except: readonly string[] = [],
): FilteredSet {
  const left = exceptedFields(except, resolved)
  const plan = { ...planned, filters: planned.filters.filter(({ filterable }) => !left.has(filterable)) }
  const { shape, values } = encodePlan(plan, resolved)
  const compiled = compileShape(shape, resolved, (slot, encoder) => sql.param(values[slot], encoder))
  const hostJoins = condition === undefined ? [] : referencedJoins(condition, resolved.joins)
  const whereJoins = new Set([...compiled.whereJoins, ...hostJoins])
  // Copies: who appends to them changes no other request.
  const where = copyFragment(conjunction(condition, compiled.where))
  const orderBy = copyFragment([...compiled.orderBy])
  const joins = filterJoins(resolved, (index) => whereJoins.has(index))
  const orderJoins = filterJoins(resolved, (index) => compiled.orderJoins.includes(index) && !whereJoins.has(index))
  return {
    where,
    joins,
    orderBy,
    orderJoins,
    applyTo: (select) =>
      applySet(
        select,
        filterJoins(resolved, (index) => whereJoins.has(index) || compiled.orderJoins.includes(index)),
        where,
      ),
    on: (aliased) => setOn(aliased, resolved, plan, { where, joins, orderBy, orderJoins }),
  }
}

function setOn(
  aliased: object,
  config: ResolvedConfig,
  plan: ListPlan,
  { where, joins, orderBy, orderJoins }: Pick<FilteredSet, 'where' | 'joins' | 'orderBy' | 'orderJoins'>,
): AliasedSet {
  const { move, isRelational } = aliasedRoot(config, aliased)
  if (isRelational && joins.length > 0) throw new PaginateConfigError(noJoins(joinedFilter(plan) ?? joins[0]?.prefix))
  const movedJoin = (join: FilterJoin): FilterJoin => ({ ...join, on: move(join.on) })
  const moved = {
    where: where === undefined ? sql`1 = 1` : move(where),
    joins: joins.map(movedJoin),
    orderJoins: orderJoins.map(movedJoin),
  }
  return {
    ...moved,
    // Asked for by apps that order: a count of the same set needs no join for it.
    get orderBy(): SQL[] {
      if (isRelational && orderJoins.length > 0) throw new PaginateConfigError(noJoins(joinedOrder(plan, config)))
      return orderBy.map(move)
    },
    applyTo: (select) => applySet(select, inJoinOrder(config, [...moved.joins, ...moved.orderJoins]), moved.where),
  }
}

const noJoins = (field: string | undefined): string =>
  `.on() cannot put '${field}' into a relational query, which has no joins; use an alias in a select, or a field that is a sub-select.`

/** The first field that a condition of the request reaches through a join. */
function joinedFilter({ filters, expression, search }: ListPlan): string | undefined {
  const terms = expression ? termsOf(expression.tree).flat() : []
  const filtered = [...filters, ...terms].find(({ filterable }) => filterable.field.joins.length > 0)
  return filtered?.filterable.field.name ?? search?.fields.find(({ joins }) => joins.length > 0)?.name
}

function joinedOrder({ sort }: ListPlan, config: ResolvedConfig): string | undefined {
  return orderTerms(sort, config).find(({ field }) => field.joins.length > 0)?.field.name
}

function inJoinOrder({ joins }: ResolvedConfig, given: readonly FilterJoin[]): readonly FilterJoin[] {
  return joins.flatMap(({ prefix }) => given.filter((join) => join.prefix === prefix))
}

/** A name that this variant of the configuration has switched off leaves nothing out. */
function exceptedFields(names: readonly string[], config: ResolvedConfig): ReadonlySet<unknown> {
  return new Set(names.map((name) => config.filterable.get(name.toLowerCase())))
}

function filterJoins(config: ResolvedConfig, isNeeded: (index: number) => boolean): FilterJoin[] {
  return config.joins.flatMap(({ kind, prefix, table, on }, index) =>
    isNeeded(index) ? [{ type: kind, prefix, table: fromItem(table), on: copyFragment(on) }] : [],
  )
}
