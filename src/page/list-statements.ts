// Stage run: the two statements of a request's shape, found or built.
import { type Column, entityKind, Param, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { referencedJoins } from '../fragments/referenced-tables.js'
import { compilePlan, type ListSql } from '../sql/compile-plan.js'
import type { LoweredPlan } from '../sql/lower-plan.js'
import { sqlDialect } from '../sql/sql-dialect.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListDatabase } from '../types/database.js'
import type { SlotWriter } from '../types/sql.js'
import { chain } from './maybe-promise.js'
import { type Fingerprint, fingerprint, withSlots } from './fingerprint.js'
import {
  buildSelect, type PreparedStatement, prepareSelect, restartSelect, type Row, type SelectStart, startSelect,
} from './select-builder.js'
import type { Selection } from '../types/selection.js'
import type { PageAccess } from './page-form.js'
import { joinsOf, type PageParts, pageSelect, union } from './page-select.js'
import { type RowMapper, rowMapper } from './row-mapper.js'
import { type GuardedSelection, guardSelection } from './selection.js'
import { ShapeCache, type ShapeCacheStats, type ShapeCacheTally } from './shape-cache.js'

/** Plans held per configuration and session; one takes about 25 kB (bench/RESULTS.md). */
export const MAX_CACHED_SHAPES = 500

/** What is asked of the database, values apart. */
export interface ListRequest {
  readonly config: ResolvedConfig
  readonly plan: LoweredPlan
  readonly selection: Selection
  /** The host's own condition, AND-ed with everything. */
  readonly where: SQL | undefined
  /** May statements have names, where it pays? */
  readonly isNamed: boolean
}

/** Count and page, each prepared when it is first run. */
export interface ListStatements {
  readonly count: () => PreparedStatement
  readonly page: (access: Pick<PageAccess, 'isReversed' | 'keys'>) => PreparedStatement
  /** The values of the slots, without `limit` and `offset`: those are the two slots after them. */
  readonly values: readonly unknown[]
}

type Prepared = Pick<ListStatements, 'count' | 'page'>

const caches = new WeakMap<ResolvedConfig, WeakMap<object, ShapeCache<Prepared>>>()

/** The caches of a configuration, for counting; a session that has ended takes its cache with it. */
const counted = new WeakMap<ResolvedConfig, { readonly live: Set<WeakRef<ShapeCache<Prepared>>>; readonly tally: ShapeCacheTally }>()

function cacheOf(config: ResolvedConfig, session: object): ShapeCache<Prepared> {
  let bySession = caches.get(config)
  let count = counted.get(config)
  if (bySession === undefined || count === undefined) {
    bySession = new WeakMap()
    count = { live: new Set(), tally: { hits: 0, misses: 0 } }
    caches.set(config, bySession)
    counted.set(config, count)
  }
  let cache = bySession.get(session)
  if (cache === undefined) {
    cache = new ShapeCache(MAX_CACHED_SHAPES, count.tally)
    bySession.set(session, cache)
    for (const reference of count.live) if (reference.deref() === undefined) count.live.delete(reference)
    // Some edge runtimes have no WeakRef: sizes are not counted there, and nothing is kept alive for counting.
    if (typeof WeakRef !== 'undefined') count.live.add(new WeakRef(cache))
  }
  return cache
}

/** Counts of the statements kept for a configuration, over all its databases. */
export function shapeCacheStatsOf(config: ResolvedConfig): ShapeCacheStats {
  const count = counted.get(config)
  const { hits, misses } = count?.tally ?? { hits: 0, misses: 0 }
  let size = 0
  for (const reference of count?.live ?? []) size += reference.deref()?.size ?? 0
  return { hits, misses, size, capacity: MAX_CACHED_SHAPES }
}

const selectionPrints = new WeakMap<object, Fingerprint>()

const shortKeys = new ShapeCache<string>(1000)
let lastShortKey = 0

/** A selection's print is as long as its columns are many, and part of every request's key: a number stands for it. */
function shortKey(key: string): string {
  let short = shortKeys.get(key)
  if (short === undefined) {
    lastShortKey += 1
    short = String(lastShortKey)
    shortKeys.set(key, short)
  }
  return short
}

/** A selection is usually one object for all requests. */
function selectionPrint(selection: Selection): Fingerprint {
  let print = selectionPrints.get(selection)
  if (print === undefined) {
    const { key, values } = fingerprint(selection)
    print = { key: key === null ? null : shortKey(key), values }
    selectionPrints.set(selection, print)
  }
  return print
}

const COUNT = { total: sql<number>`count(*)`.mapWith(Number) }
const COUNT_MAPPER = rowMapper(COUNT)
const NO_VALUES: Fingerprint = { key: '', values: [] }
const NO_SLOTS: readonly unknown[] = []

/** Finds the finished statements of the request's shape, or builds them. */
export function listStatements(db: ListDatabase, request: ListRequest): ListStatements {
  const { config, plan } = request
  const start = startSelect(db, COUNT)
  const hosts = request.where === undefined ? NO_VALUES : fingerprint(request.where)
  const selected = selectionPrint(request.selection)
  const owner = cacheOwner(db, config, start)
  if (hosts.key === null || selected.key === null || !plan.isCacheable || owner === undefined) {
    return { ...prepareBoth(start, request, inlineSlots(plan.values), null), values: NO_SLOTS }
  }
  const values = joinedValues(plan.values, hosts.values, selected.values)
  const cache = cacheOf(config, owner)
  const key = `${request.isNamed ? '' : 'unnamed'}${plan.shape}\u0000${hosts.key}\u0000${selected.key}`
  const build = (): Prepared =>
    prepareBoth(start, request, placeholderSlots, { hosts: hosts.values.length, selected: selected.values.length })
  const found = cache.get(key)
  if (found === undefined) {
    const built = build()
    cache.set(key, built)
    return { count: built.count, page: built.page, values }
  }
  if (owner === start.session) return { count: found.count, page: found.page, values }
  return { ...inSession(found, start.session as object, build), values }
}

/** Statements that were rendered in a transaction before, prepared in this one; built where that cannot be had. */
function inSession(rendered: Prepared, session: object, build: () => Prepared): Prepared {
  return {
    count: () => rendered.count().inSession?.(session) ?? build().count(),
    page: (access) => rendered.page(access).inSession?.(session) ?? build().page(access),
  }
}

/**
 * What finished statements are kept with: the session, where it will be there for the next request and be the same for it.
 * That of a PostgreSQL transaction ends with it, but its dialect stays, and statements rendered once are prepared again in each.
 * One with a token of authorisation (`db.$withAuth(token)`) stands for one user: a statement prepared there holds that user's
 * token. Undefined: nothing is kept.
 */
function cacheOwner(db: ListDatabase, config: ResolvedConfig, start: SelectStart): object | undefined {
  const { session, dialect, authToken } = start
  if (session === undefined || authToken !== undefined) return undefined
  // A synchronous SQLite transaction runs in the database's own session.
  if (!isTransaction(db) || caches.get(config)?.has(session) === true) return session
  return config.dialect === 'postgresql' ? dialect : undefined
}

const transactionClasses = new WeakMap<object, boolean>()

function isTransaction(db: ListDatabase): boolean {
  const made = db.constructor as object
  let isOne = transactionClasses.get(made)
  if (isOne === undefined) {
    isOne = false
    for (let at: unknown = made; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
      if (((at as { [entityKind]?: string })[entityKind] ?? '').endsWith('Transaction')) isOne = true
    }
    transactionClasses.set(made, isOne)
  }
  return isOne
}

/** Most requests have no values of a host's: theirs are then those of the plan. */
function joinedValues(plan: readonly unknown[], hosts: readonly unknown[], selected: readonly unknown[]): readonly unknown[] {
  return hosts.length + selected.length === 0 ? plan : [...plan, ...hosts, ...selected]
}

const placeholderSlots: SlotWriter = (slot, encoder) => {
  const placeholder = sql.placeholder(String(slot))
  return encoder === undefined ? (placeholder as unknown as SQLWrapper) : new Param(placeholder, encoder)
}

/** The values themselves, for a statement that is used once, and for fragments that a host composes. */
export function inlineSlots(values: readonly unknown[]): SlotWriter {
  return (slot: number, encoder?: Column) => sql.param(values[slot], encoder)
}

/** @param hostSlots how many values of the host's own come after the plan's; null leaves them where they stand */
function prepareBoth(
  start: SelectStart,
  request: ListRequest,
  slot: SlotWriter,
  hostSlots: { readonly hosts: number; readonly selected: number } | null,
): Prepared {
  const { config } = request
  const compiled = compilePlan(request.plan, config, sqlDialect(config.dialect), slot)
  let { where, selection } = request
  let limitSlot = 0
  if (hostSlots !== null) {
    const firstFree = request.plan.values.length
    if (hostSlots.hosts > 0) where = withSlots(where, firstFree, slot)
    if (hostSlots.selected > 0) selection = withSlots(selection, firstFree + hostSlots.hosts, slot)
    limitSlot = firstFree + hostSlots.hosts + hostSlots.selected
  }
  const condition = conjunction(where, compiled.where)
  const items = itemFields(selection, config)
  const whereJoins = union(compiled.whereJoins, where === undefined ? [] : referencedJoins(where, config.joins))
  const parts: PageParts = {
    config,
    where: condition,
    whereJoins,
    orderJoins: compiled.orderJoins,
    selectionJoins: items.joins,
    orderBy: compiled.orderBy,
    reversedOrderBy: compiled.reversedOrderBy,
    limit: placeholderSlots(limitSlot),
    offset: request.plan.isUnlimited ? undefined : placeholderSlots(limitSlot + 1),
  }
  // A statement with a LIKE is planned for its pattern each time; one with its values in the text is used once.
  const isNamed = request.isNamed && hostSlots !== null && !request.plan.hasTextMatch
  let count: PreparedStatement | undefined
  const pages = new Map<string, PreparedStatement>()
  return {
    count: () =>
      (count ??= prepareSelect(
        buildSelect(start, { table: config.table, joins: joinsOf(config, whereJoins), where: condition }),
        config,
        COUNT_MAPPER,
        isNamed,
      )),
    page: (access) => {
      const form = `${access.isReversed}${access.keys}`
      let page = pages.get(form)
      if (page === undefined) {
        page = preparePage(start, items, parts, access, isNamed)
        pages.set(form, page)
      }
      return page
    },
  }
}

/** What a selection is to every statement of a configuration. */
interface ItemFields extends GuardedSelection {
  readonly joins: readonly number[]
  readonly map: RowMapper
}

const itemFieldsOf = new WeakMap<ResolvedConfig, WeakMap<Selection, ItemFields>>()

function itemFields(selection: Selection, config: ResolvedConfig): ItemFields {
  let bySelection = itemFieldsOf.get(config)
  if (bySelection === undefined) {
    bySelection = new WeakMap()
    itemFieldsOf.set(config, bySelection)
  }
  let items = bySelection.get(selection)
  if (items === undefined) {
    const guarded = guardSelection(selection, config.joins)
    items = { ...guarded, joins: referencedJoins(selection, config.joins), map: rowMapper(guarded.fields) }
    bySelection.set(selection, items)
  }
  return items
}

function preparePage(
  start: SelectStart,
  { fields, finish, map }: ItemFields,
  parts: PageParts,
  access: Pick<PageAccess, 'isReversed' | 'keys'>,
  isNamed: boolean,
): PreparedStatement {
  const select = pageSelect(restartSelect(start, fields), parts, access)
  const prepared = prepareSelect(select, parts.config, map, isNamed)
  if (finish === null && !access.isReversed) return prepared
  return mapped(prepared, (rows) => {
    const finished = finish === null ? rows : finish(rows)
    return access.isReversed ? finished.reverse() : finished
  })
}

function mapped({ query, run, inSession }: PreparedStatement, map: (rows: Row[]) => Row[]): PreparedStatement {
  const statement: PreparedStatement = { query, run: (values) => chain(run(values), map) }
  if (inSession === undefined) return statement
  return {
    ...statement,
    inSession: (session) => {
      const other = inSession(session)
      return other === null ? null : mapped(other, map)
    },
  }
}

/** A host's condition stands in parentheses of its own: no `or` in it can reach past them. */
export function conjunction(where: SQL | undefined, filters: ListSql['where']): SQL | undefined {
  if (where === undefined) return filters
  return filters === undefined ? sql`(${where})` : sql`((${where}) and ${filters})`
}
