// Stages plan and compile without a page: the filtered set, for exports, facet counts and selects of the host's own.
import type { SQL, Table } from 'drizzle-orm'
import { resolvedConfig } from '../builder/resolved-config.js'
import { PaginateQueryError } from '../errors.js'
import { referencedJoins } from '../fragments/referenced-tables.js'
import { createPlan } from '../plan/create-plan.js'
import { normalizeQuery } from '../request/normalize-query.js'
import { lowerPlan } from '../sql/lower-plan.js'
import { sqlDialect } from '../sql/sql-dialect.js'
import type { ResolvedConfig } from '../types/config.js'
import type { AnyPaginateConfig, InferFilterable } from '../types/paginate-config.js'
import type { AnyPaginateQuery } from './answer-page.js'
import { listFragments } from './list-fragments.js'
import { conjunction } from './list-statements.js'

export interface ApplyFiltersOptions<Name extends string = string> {
  /** A condition of the host's own, AND-ed with everything, in parentheses. */
  readonly where?: SQL | undefined
  /** Filterable fields whose own criteria are left out (and still checked), for facet counts. */
  readonly except?: readonly Name[] | undefined
}

export interface FilterJoin {
  readonly type: 'left' | 'inner'
  readonly prefix: string
  readonly table: Table
  readonly on: SQL
}

/** A Drizzle select in dynamic mode (`.$dynamic()`), or one that has neither joins nor a condition yet. */
export interface DynamicSelect {
  leftJoin(table: never, on: SQL): unknown
  innerJoin(table: never, on: SQL): unknown
  where(condition: SQL | undefined): unknown
}

export interface FilteredSet {
  /** Filters, search and the host's condition; undefined where there is none of them. */
  readonly where: SQL | undefined
  /** Joins that `where` and `orderBy` need, and inner joins, which decide which rows there are; in join order. */
  readonly joins: readonly FilterJoin[]
  /** The request's order with the tie-breaker last. */
  readonly orderBy: SQL[]
  /** Those of `joins` that `orderBy` alone needs: being to-one left joins they change no row, and a count may do without them. */
  readonly orderJoins: readonly FilterJoin[]
  /**
   * Adds the joins and the condition to a select.
   *
   * @example `applyFilters(query, config).applyTo(db.select({ n: count() }).from(articles).$dynamic())`
   */
  readonly applyTo: <Select extends DynamicSelect>(select: Select) => Select
}

/**
 * The filtered set of a request, without paging: checked like a page, with the same refusals in the same order.
 * Synchronous; sends nothing.
 *
 * @throws PaginateQueryError with `status` 400 for a client's mistake
 * @example
 * ```ts
 * const { where, orderBy } = applyFilters(query, articleList, { except: ['status'] })
 * db.select({ status: articles.status, n: count() }).from(articles).where(where).groupBy(articles.status)
 * ```
 * @see paginate for a page of the set
 */
export function applyFilters<Config extends AnyPaginateConfig>(
  query: AnyPaginateQuery,
  config: Config,
  options: ApplyFiltersOptions<InferFilterable<Config>> = {},
): FilteredSet {
  const resolved = resolvedConfig(config)
  const planned = createPlan(normalizeQuery(query), resolved)
  if (!planned.ok) throw new PaginateQueryError(planned.refusal)
  const left = exceptedFields(options.except ?? [], resolved)
  const plan = { ...planned.value, filters: planned.value.filters.filter(({ filterable }) => !left.has(filterable)) }
  const lowered = lowerPlan(plan, sqlDialect(resolved.dialect))
  const compiled = listFragments(resolved, lowered)
  const hostJoins = options.where === undefined ? [] : referencedJoins(options.where, resolved.joins)
  const whereJoins = new Set([...compiled.whereJoins, ...hostJoins])
  const where = conjunction(options.where, compiled.where)
  const joins = filterJoins(resolved, (index) => whereJoins.has(index) || compiled.orderJoins.includes(index))
  return {
    where,
    joins,
    orderBy: [...compiled.orderBy],
    orderJoins: filterJoins(resolved, (index) => compiled.orderJoins.includes(index) && !whereJoins.has(index)),
    applyTo: (select) => {
      let joined: DynamicSelect = select
      for (const { type, table, on } of joins) {
        joined = (type === 'left' ? joined.leftJoin(table as never, on) : joined.innerJoin(table as never, on)) as DynamicSelect
      }
      return joined.where(where) as typeof select
    },
  }
}

/** A name that this variant of the configuration has switched off leaves nothing out. */
function exceptedFields(names: readonly string[], config: ResolvedConfig): ReadonlySet<unknown> {
  return new Set(names.map((name) => config.filterable.get(name.toLowerCase())))
}

function filterJoins(config: ResolvedConfig, isNeeded: (index: number) => boolean): FilterJoin[] {
  return config.joins.flatMap(({ kind, prefix, table, on }, index) => (isNeeded(index) ? [{ type: kind, prefix, table, on }] : []))
}
