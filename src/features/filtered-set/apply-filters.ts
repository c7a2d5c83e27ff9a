// Filtered sets: plan and compile without a page, for exports, facet counts and selects of the app's own.
import { type Column, type SQL, sql, type SQLWrapper, Table } from 'drizzle-orm'
import * as callRefusals from '../../mistakes/call-refusals.js'
import type { CallOptions } from '../../mistakes/check-options.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { shownKeyOf } from '../../builder/read-table.js'
import { copyFragment } from '../../drizzle/chunks.js'
import { PaginateConfigError } from '../../errors.js'
import { DIALECTS } from '../../dialects/index.js'
import { protectColumns } from '../children/element-predicate.js'
import { isNeverUnknown } from './never-unknown.js'
import { is } from '../../drizzle/kinds.js'
import { originalName } from '../../drizzle/tables.js'
import { readsTable } from './move-fragment.js'
import { isWriteBuilder } from '../../drizzle/select-state.js'
import { fromItem, joinClause, nameOf, tableIdentity, tableReference } from '../../fragments/source-name.js'
import { referencedJoins } from '../../fragments/referenced-tables.js'
import { chain, isPromiseLike } from '../../basics/maybe-promise.js'
import { filled } from '../../kept/slots.js'
import { acceptedPlan } from '../../plan/create-plan.js'
import { normalizeQuery } from '../../request/paginate-query.js'
import { conjunction } from '../../select/join-parts.js'
import { FILTERED, joinedHalves, LATE } from '../../select/halves.js'
import { boundSlots, compileShape, type WhereHalves } from '../../sql/compile-shape.js'
import { encodePlan } from '../../sql/encode-plan.js'
import { orderTerms } from '../../sql/order-terms.js'
import type {
  CheckedAtOnce,
  CheckedQuery,
  NamedOptions,
  OfList,
  OfTrait,
  SourceArgument,
} from '../../types/call-arguments.js'
import type { ResolvedJoin } from '../../types/config.js'
import type { DialectName } from '../../vocabulary.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { InferFilterable } from '../../types/paginate-config.js'
import type { MaybePromise } from '../../types/database.js'
import type { ListPlan } from '../../types/plan.js'
import type { NormalizedQuery } from '../../types/query.js'
import { hostCondition, scopedConfig } from '../../page/check-arguments.js'
import { checkExcept } from './check-except.js'
import { NO_OPTIONS } from '../../page/options.js'
import {
  type AliasedRoot,
  aliasedRoot,
  applySet,
  addCondition,
  checkStatement,
  type DynamicSelect,
  type FilterableStatement,
  type FilterJoin,
} from './applied-set.js'
import type { Sentences } from '../../types/type-error.js'

export type { FilterJoin } from './applied-set.js'

/**
 * The options of `applyFilters`, for a function of your own that passes them on.
 *
 * @param Name the names that `except` may have @default none
 * @example `(request: Request, options?: ApplyFiltersOptions) => applyFilters(request, articleList, options)`
 * @example `ApplyFiltersOptions<InferFilterable<typeof articleList>>`
 */
export interface ApplyFiltersOptions<Name extends string = never, Scope = unknown> {
  /** Adds your own condition, AND-ed with everything, in parentheses. Null, like undefined, means no condition. */
  readonly where?: SQLWrapper | null | undefined
  /** The argument of the functions of `.scopedBy()`. Required if one of them has a parameter. */
  readonly scope?: Scope
  /** Names filterable fields whose own criteria are left out (and still checked), for facet counts. */
  readonly except?: readonly Name[] | undefined
}

const APPLY_FILTERS: CallOptions<ApplyFiltersOptions<string>> = {
  call: 'applyFilters()',
  names: { where: true, scope: true, except: true },
}

/** The parts of a filtered set, for your own statement with joins. */
export interface JoinedSet {
  /** Filters, search and your own condition over the root and `joins`; undefined without any of them. */
  readonly where: SQL | undefined
  /**
   * Joins that `where` needs, in join order. Inner joins are always among them, because they decide which rows there
   * are.
   */
  readonly joins: readonly FilterJoin[]
  /** The request's order with the tie-breaker last. */
  readonly orderBy: SQL[]
  /**
   * Joins that only `orderBy` needs. They are to-one left joins, which do not change the rows, so a count can leave
   * them out.
   */
  readonly orderJoins: readonly FilterJoin[]
}

/** A filtered set on an alias of the root. */
export interface AliasedSet {
  /**
   * A condition that is true for exactly the rows of the set, in any statement over the root table: a select, a delete,
   * an update, `exists`, `not(…)`. If the request needs joins, it compares the unique key with a sub-select.
   *
   * @throws PaginateConfigError (when it is read) if joins are needed and the list has no unique key
   */
  readonly where: SQL
  /** The request's order with the tie-breaker last. Fields of joined tables need `joined.orderJoins`. */
  readonly orderBy: SQL[]
  /** The parts for statements with joins: faster than `where` if the request needs joins. */
  readonly joined: JoinedSet
  /**
   * Adds the set to a statement. A select gets the joins and the condition, and then takes `orderBy` as well; a delete
   * or an update gets `where`.
   *
   * A table that the select already joins is not joined again, and a condition that the statement already has is
   * AND-ed. A later `.where()` on the statement adds a condition too. (Plain Drizzle replaces the condition before, which
   * would drop the scope and the filters.)
   *
   * @example `applyFilters(request, list).applyTo(db.select({ n: count() }).from(articles).$dynamic())`
   * @example `applyFilters(request, list).applyTo(db.delete(articles).where(eq(articles.hidden, true))).returning()`
   */
  readonly applyTo: <Statement extends FilterableStatement>(statement: Statement) => Statement
}

/** The result of `applyFilters`. */
export interface FilteredSet extends AliasedSet {
  /**
   * Whether the client asks for a filter or a search. The scope, `options.where` and default filters do not count. A
   * bulk action should reject a request without criteria.
   */
  readonly hasCriteria: boolean
  /**
   * Takes the root's columns from `aliased`: an alias of the root table, or the table that a relational query gives its
   * functions, at its root or in a nested relation.
   *
   * @throws PaginateConfigError for another table. `orderBy` and `joined` throw (when they are read) for an order or a
   * join that reads the root by its name, and `orderBy` for an order that a relational query would need a join for
   * @example
   * ```ts
   * const filtered = applyFilters(request, articleList)
   * // Drizzle 1.0
   * db.query.articles.findMany({ where: { RAW: (t) => filtered.on(t).where }, orderBy: (t) => filtered.on(t).orderBy })
   * ```
   */
  readonly on: (aliased: object) => AliasedSet
}

/**
 * Returns the filtered set of a request, without paging: for exports, counts and bulk actions. It checks the request
 * like `paginate`, with the same rejections in the same order. Synchronous; sends no statement.
 *
 * @throws PaginateQueryError with `status` 400 for a client's mistake
 * @throws PaginateConfigError if the list's `.searchWith()` returns a promise for the request's term
 * @example
 * ```ts
 * const { where, hasCriteria } = applyFilters(request, articleList)
 * if (hasCriteria) await db.delete(articles).where(where)
 * ```
 * @see paginate for a page of the set
 */
export function applyFilters<
  Config extends CheckedAtOnce<Config, Scope, Given, Search>,
  Dialect extends DialectName,
  Scope,
  Given extends keyof ApplyFiltersOptions = never,
  Query extends SourceArgument<Sentences['wrongQuery']> = SourceArgument,
  Search = unknown,
>(
  source: Query & CheckedQuery<Query, Config>,
  config: Config & OfList<Dialect, Scope> & OfTrait<'search', Search>,
  options: ApplyFiltersOptions<InferFilterable<Config> & string, Scope> & NamedOptions<Given, Scope> = NO_OPTIONS,
): FilteredSet {
  const resolved = scopedConfig(resolvedConfig(config, source), options, APPLY_FILTERS)
  checkExcept(options, config)
  const set = filterSet(source, resolved, options)
  if (!isPromiseLike(set)) return set
  set.then(undefined, () => {})
  throw new PaginateConfigError(callRefusals.waitingSearch)
}

/** The filtered set, at once or when the list's own search has answered. */
export function filterSet(
  source: unknown,
  resolved: ResolvedConfig,
  options: ApplyFiltersOptions<string>,
): MaybePromise<FilteredSet> {
  const condition = hostCondition(resolved, options)
  const bound = normalizeQuery(source)
  return chain(planSet(bound, resolved), (plan) => {
    const isAsked = bound.filters.length > 0 || plan.search !== null || (plan.expression ?? null) !== null
    return filteredSet(setOf(plan, resolved, condition, options.except), plan, resolved, isAsked)
  })
}

/** The plan of a set that is not paged: the request's cursor is checked, as far as that needs no wait, and left out. */
const planSet = (bound: NormalizedQuery, config: ResolvedConfig): MaybePromise<ListPlan> =>
  acceptedPlan(bound, config, undefined, config.cursors?.openNow(bound) ?? null)

export interface PlannedSet extends JoinedSet {
  /**
   * `where` in the two halves that the planner needs apart; null where it needs none.
   *
   * @param isJoined is a join added to the set?
   */
  readonly halves: (isJoined?: boolean) => WhereHalves | null
  /** The app's own conditions in `where`. They may be unknown for a row. */
  readonly given: readonly SQL[]
}

/** @param except fields whose own criteria are left out */
export function setOf(
  planned: ListPlan,
  resolved: ResolvedConfig,
  condition: SQL | undefined,
  except: readonly string[] = [],
): PlannedSet {
  const left = exceptedFields(except, resolved)
  const plan = { ...planned, filters: planned.filters.filter(({ filterable }) => !left.has(filterable)) }
  const { shape, values } = encodePlan(plan, resolved)
  const given: SQL[] = condition === undefined ? [] : [condition]
  const compiled = compileShape(shape, resolved, boundSlots(values), (fragment) => {
    given.push(fragment)
    return fragment
  })
  const hostJoins = condition === undefined ? [] : referencedJoins(condition, resolved.joins)
  const whereJoins = new Set([...compiled.whereJoins, ...hostJoins])
  // Copies: who appends to them changes no other request.
  const own = <Fragment>(fragment: Fragment): Fragment => copyFragment(filled(fragment, resolved.answers))
  return {
    where: own(conjunction(condition, compiled.where)),
    halves: (isJoined) => own(joinedHalves(compiled.halves(), condition, resolved, isJoined)),
    given,
    joins: filterJoins(resolved, (index) => whereJoins.has(index)),
    orderBy: own([...compiled.orderBy]),
    orderJoins: filterJoins(resolved, (index) => compiled.orderJoins.includes(index) && !whereJoins.has(index)),
  }
}

function filteredSet(joined: PlannedSet, plan: ListPlan, config: ResolvedConfig, hasCriteria: boolean): FilteredSet {
  const on: FilteredSet['on'] = (aliased) => aliasedSet(joined, config, aliasedRoot(config, aliased), plan)
  // Not spread: that would read the members that are made when they are read.
  return Object.assign(aliasedSet(joined, config, null, plan), { hasCriteria, on })
}

function aliasedSet(
  { where, joins, orderBy, orderJoins, given, halves }: PlannedSet,
  config: ResolvedConfig,
  root: AliasedRoot | null,
  plan: ListPlan,
): AliasedSet {
  const moved = (fragment: SQL): SQL | null => (root === null ? fragment : root.move(fragment))
  const move = (fragment: SQL): SQL => moved(fragment) ?? refuseMove(nameOf(config.table))
  const movedJoin = (join: FilterJoin): FilterJoin => ({ ...join, on: move(join.on) })
  const isRelational = root?.isRelational === true
  const movedWhere = where && moved(where)
  const byKey = (inHalves: WhereHalves | null): SQL => keyInSet(config, { where, joins, inHalves }, move)
  /** By its key, where the planner needs the condition in two halves and a row has one. */
  const apart = (): SQL | null => {
    const inHalves = ownKey(config) === null ? null : halves()
    return inHalves && byKey(inHalves)
  }
  const isByKey = (): boolean =>
    joins.length > 0 || movedWhere === null || (root === null && readsChanged(where, config))
  const whole = (): SQL => (isByKey() ? byKey(null) : (movedWhere ?? sql`1 = 1`))
  /** The condition without joins. */
  const alone = (): SQL => apart() ?? whole()
  const set: AliasedSet = {
    get where(): SQL {
      const isSure = (own: SQL): boolean => isNeverUnknown(filled(own, config.answers), config.table)
      return apart() ?? (given.every(isSure) || isByKey() ? whole() : twoValued(whole()))
    },
    // Read by apps that order: a count of the same set needs no join for it.
    get orderBy(): SQL[] {
      const field = isRelational ? joinedOrder(plan, config) : undefined
      if (field !== undefined) throw new PaginateConfigError(noJoins(field))
      return root === null ? orderBy : orderBy.map(move)
    },
    get joined(): JoinedSet {
      return {
        where: apart() ?? (movedWhere === null ? byKey(null) : movedWhere),
        joins: joins.map(movedJoin),
        get orderBy(): SQL[] {
          return set.orderBy
        },
        orderJoins: orderJoins.map(movedJoin),
      }
    },
    applyTo: (given) => {
      const own = root ?? { name: nameOf(config.table), identity: tableIdentity(config.table) }
      checkStatement(given, own)
      const statement = given as typeof given & DynamicSelect
      if (isWriteBuilder(statement)) return addCondition(statement, alone())
      const { joined } = set
      return applySet(statement, {
        joins: inJoinOrder(config, [...joined.joins, ...joined.orderJoins]),
        isRead: (join) => joined.joins.includes(join),
        needsOf: ({ prefix }) => neededBy(prefix, config),
        where: joined.where,
        alone,
        locksNoLeftJoins: DIALECTS[config.dialect].statements.locksNoLeftJoins,
        root: own,
      })
    },
  }
  return set
}

/** Would a delete or an update of the root be refused, because a sub-select of the condition reads the root's table? */
const readsChanged = (where: SQL | undefined, config: ResolvedConfig): boolean =>
  where !== undefined &&
  !DIALECTS[config.dialect].statements.readsChangedTable &&
  is(config.table, Table) &&
  readsTable(where, originalName(config.table)) &&
  ownKey(config) !== null

/** False where the condition is unknown, so that `not` is the complement. Its first half is what an index serves. */
const twoValued = (where: SQL): SQL => sql`(${where} and case when ${where} then 1 else 0 end = 1)`

/**
 * The key of a row in a sub-select with the joins. The sub-select reads the root under its own name. MySQL reads a table
 * that a statement changes only through a derived table, and `distinct` keeps it from merging that.
 *
 * @throws PaginateConfigError if no column of the root tells its rows apart
 */
function keyInSet(
  config: ResolvedConfig,
  { where, joins, inHalves }: Pick<PlannedSet, 'where' | 'joins'> & { readonly inHalves: WhereHalves | null },
  move: (fragment: SQL) => SQL,
): SQL {
  const { table, dialect } = config
  const columns = ownKey(config)
  if (columns === null) throw new PaginateConfigError(noKey(nameOf(table)))
  const own = (fragment: SQL): SQL => protectColumns(fragment) as SQL
  const { readsChangedTable } = DIALECTS[dialect].statements
  const distinct = sql.raw(readsChangedTable ? '' : 'distinct ')
  const keys = sql.join(columns.map(asKey), sql`, `)
  const rows =
    inHalves === null
      ? sql`select ${distinct}${keys} from ${fromJoined(tableReference(table), joins, where)}`
      : keysOfHalves(config, inHalves, columns)
  const derived = readsChangedTable ? own(rows) : sql`select * from (${own(rows)}) as ${sql.identifier('filtered')}`
  const key = columns.map((column) => move(sql`${column}`))
  return columns.length === 1 ? sql`${key[0]} in (${derived})` : sql`(${sql.join(key, sql`, `)}) in (${derived})`
}

const keyName = (at: number): SQL => sql`${sql.identifier(`key${at}`)}`
const asKey = (column: SQLWrapper, at: number): SQL => sql`${column} as ${keyName(at)}`

/** The keys of the rows of a set in two halves, as a select. */
export function keysOfHalves(
  config: ResolvedConfig,
  { early, earlyJoins, late, lateJoins }: WhereHalves,
  keys: readonly SQLWrapper[],
): SQL {
  const { table, dialect } = config
  const joins = filterJoins(config, (index) => earlyJoins.includes(index) || lateJoins.includes(index))
  const { fence } = DIALECTS[dialect].statements
  const [filtered, isLate] = [sql.identifier(FILTERED), sql.identifier(LATE)]
  const fields = sql.join([...keys.map(asKey), sql`${late ?? sql`true`} as ${isLate}`], sql`, `)
  const rows = sql`select ${fields} from ${fromJoined(tableReference(table), joins, early)} offset ${fence?.offset}`
  return sql`select ${sql.join(
    keys.map((_, at) => keyName(at)),
    sql`, `,
  )} from (${rows}) ${filtered} where ${isLate}`
}

function fromJoined(rows: SQL, joins: readonly FilterJoin[], where: SQL | undefined): SQL {
  const joined = joins.map(({ type, table, on }) => joinClause(type, table, on))
  return sql`${rows}${sql.join(joined)}${where && sql` where ${where}`}`
}

/**
 * Columns of the root that tell its rows apart. A tie-breaker with `assumeUnique` comes last: were it not unique, or only
 * among the rows of one tenant, a delete would take rows that the set does not have.
 */
export function ownKey({ table, rowKey, tieBreaker }: ResolvedConfig): readonly (Column | SQL)[] | null {
  const shown = rowKey ?? shownKeyOf(table)
  if (shown !== null) return shown
  const isOwn = tieBreaker.every(({ field }) => field.joins.length === 0)
  return isOwn ? tieBreaker.map(({ field }) => field.expression) : null
}

const noKey = (table: string): string =>
  `applyFilters().where needs a key of '${table}' by which its rows are found again; declare a primary key, or use .applyTo() and .joined.`

const refuseMove = (table: string): never => {
  throw new PaginateConfigError(
    `.on() cannot rename '${table}' in an order or a join that reads it by its name; write \${table.column}, or read an alias of it there.`,
  )
}

const noJoins = (field: string): string =>
  `.on() cannot put '${field}' into a relational query, which has no joins; use an alias in a select, or a field that is a sub-select.`

function joinedOrder({ sort }: ListPlan, config: ResolvedConfig): string | undefined {
  return orderTerms(sort, config).find(({ field }) => field.joins.length > 0)?.field.name
}

const neededBy = (prefix: string, { joins }: ResolvedConfig): readonly string[] =>
  joins.flatMap((join) =>
    join.prefix === prefix ? join.needs.map((index) => (joins[index] as ResolvedJoin).prefix) : [],
  )

function inJoinOrder({ joins }: ResolvedConfig, given: readonly FilterJoin[]): readonly FilterJoin[] {
  return joins.flatMap(({ prefix }) => given.filter((join) => join.prefix === prefix))
}

/** A name that this variant of the configuration has switched off leaves nothing out. */
function exceptedFields(names: readonly string[], config: ResolvedConfig): ReadonlySet<unknown> {
  return new Set(names.map((name) => config.filterable.get(name.toLowerCase())))
}

function filterJoins(config: ResolvedConfig, isNeeded: (index: number) => boolean): FilterJoin[] {
  return config.joins.flatMap(({ kind, prefix, table, on }, index) =>
    isNeeded(index)
      ? [{ type: kind, prefix, table: fromItem(table), on: copyFragment(filled(on, config.answers)) }]
      : [],
  )
}
