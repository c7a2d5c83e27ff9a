// Stage run: the two statements of a request's shape, found or built.
import { type Column, Param, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { referencedJoins } from '../fragments/referenced-tables.js'
import { compilePlan, type ListSql, type SplitSearch } from '../sql/compile-plan.js'
import { chunkText, flattenSql } from '../sql/flatten-sql.js'
import type { LoweredPlan } from '../sql/lower-plan.js'
import { sqlDialect } from '../sql/sql-dialect.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListDatabase } from '../types/database.js'
import type { SlotWriter } from '../types/sql.js'
import { chain } from './maybe-promise.js'
import { fingerprint, withSlots } from './fingerprint.js'
import { KeyNumbers } from './key-numbers.js'
import {
  buildSelect, type PreparedStatement, prepareSelect, restartSelect, type Row, type SelectStart, startSelect,
} from './select-builder.js'
import type { Selection } from '../types/selection.js'
import type { PageAccess } from './page-form.js'
import { isJoinedPage, joinsOf, type PageParts, pageSelect, union } from './page-select.js'
import { type RowMapper, rowMapper } from './row-mapper.js'
import { type GuardedSelection, guardSelection } from './selection.js'
import { selectionText } from './selection-text.js'
import { isTrigramIndexed, SearchClock, splitCount } from './split-search.js'
import { cacheOf, cacheOwner, type ShapeStatements, type SplitStatements } from './statement-cache.js'

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

/** The statements of the request's shape with its values. */
export interface ListStatements extends ShapeStatements {
  /** The values of the slots, without `limit`, `offset` and their sum: those are the slots after them. */
  readonly values: readonly unknown[]
}

/** A fragment's print with its key as a number, which a shape can hold. */
interface NumberedPrint {
  readonly key: number | null
  readonly values: readonly unknown[]
}

const selectionPrints = new WeakMap<object, NumberedPrint>()

/** A selection is usually one object for all requests. */
function selectionPrint(selection: Selection): NumberedPrint {
  let print = selectionPrints.get(selection)
  if (print === undefined) {
    print = numberedPrint(selection)
    selectionPrints.set(selection, print)
  }
  return print
}

function numberedPrint(fragment: unknown): NumberedPrint {
  const { key, values } = fingerprint(fragment)
  return { key: key === null ? null : keyNumbers.numberOf(key), values }
}

const keyNumbers = new KeyNumbers(1000)

const COUNT = { total: sql<number>`count(*)`.mapWith(Number) }
const COUNT_MAPPER = rowMapper(COUNT)
const NO_CONDITION: NumberedPrint = { key: 0, values: [] }
const NO_SLOTS: readonly unknown[] = []

/** Finds the finished statements of the request's shape, or builds them. */
export function listStatements(db: ListDatabase, request: ListRequest): ListStatements {
  const { config, plan } = request
  const start = startSelect(db, COUNT)
  const hosts = request.where === undefined ? NO_CONDITION : numberedPrint(request.where)
  const selected = selectionPrint(request.selection)
  const owner = cacheOwner(db, config, start)
  if (hosts.key === null || selected.key === null || !plan.isCacheable || owner === undefined) {
    return { ...prepareBoth(start, request, inlineSlots(plan.values), null), values: NO_SLOTS }
  }
  const values = joinedValues(plan.values, hosts.values, selected.values)
  const cache = cacheOf(config, owner)
  const { shape } = plan
  shape.push(hosts.key, selected.key, request.isNamed ? 1 : 0)
  const build = (): ShapeStatements =>
    prepareBoth(start, request, placeholderSlots, { hosts: hosts.values.length, selected: selected.values.length })
  const found = cache.get(shape)
  if (found === undefined) {
    const built = build()
    cache.set(shape, built)
    return { count: built.count, page: built.page, split: built.split, values }
  }
  if (owner === start.session) return { count: found.count, page: found.page, split: found.split, values }
  return { ...inSession(found, start.session as object, build), values }
}

/** Statements that were rendered in a transaction before, prepared in this one; built where that cannot be had. */
function inSession(rendered: ShapeStatements, session: object, build: () => ShapeStatements): ShapeStatements {
  return {
    count: () => rendered.count().inSession?.(session) ?? build().count(),
    page: (access) => rendered.page(access).inSession?.(session) ?? build().page(access),
    split: null,
  }
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
): ShapeStatements {
  const { config } = request
  const compiled = compilePlan(request.plan, config, sqlDialect(config.dialect), slot)
  // Kept for pages in another form: not the condition's own parts with it.
  const { reversedOrderBy } = compiled
  let { where, selection } = request
  let limitSlot = 0
  if (hostSlots !== null) {
    const firstFree = request.plan.values.length
    if (hostSlots.hosts > 0) where = withSlots(where, firstFree, slot)
    if (hostSlots.selected > 0) selection = withSlots(selection, firstFree + hostSlots.hosts, slot)
    limitSlot = firstFree + hostSlots.hosts + hostSlots.selected
  }
  // A statement that is kept has its text written once, here; one with its values in it has nothing to join up.
  const textOf = hostSlots === null ? null : chunkText(start.dialect ?? {})
  const flat = (fragment: SQL): SQL => (textOf === null ? fragment : flattenSql(fragment, textOf))
  const joined = conjunction(where, compiled.where)
  const condition = joined === undefined ? undefined : flat(joined)
  const items = itemFields(selection, config)
  // A condition of the host's would be part of both parts, and may make the plain form the better one, as a filter may.
  const found = config.dialect === 'postgresql' && where === undefined ? compiled.splitSearch() : null
  const search = found === null ? null : { ...found, joined: flat(found.joined), root: flat(found.root), notJoined: flat(found.notJoined) }
  const whereJoins = union(compiled.whereJoins, where === undefined ? [] : referencedJoins(where, config.joins))
  const parts: PageParts = {
    config,
    where: condition,
    whereJoins,
    orderJoins: compiled.orderJoins,
    selectionJoins: items.joins,
    orderBy: compiled.orderBy.map(flat),
    reversedOrderBy: () => reversedOrderBy().map(flat),
    limit: placeholderSlots(limitSlot),
    offset: request.plan.plan.limit === null ? undefined : placeholderSlots(limitSlot + 1),
    split: search === null ? null : { search, end: placeholderSlots(limitSlot + 2) },
  }
  // A statement with a LIKE is planned for its pattern each time; one with its values in the text is used once.
  const isNamed = request.isNamed && hostSlots !== null && !request.plan.hasTextMatch
  let count: PreparedStatement | undefined
  const pages = new Map<string, PreparedStatement>()
  return {
    count: () =>
      (count ??= prepareSelect(
        buildSelect(start, { table: config.table, joins: joinsOf(config, whereJoins), where: condition }),
        start.session,
        config,
        COUNT_MAPPER,
        isNamed,
      )),
    page: (access) => {
      const form = `${access.isReversed}${access.keys}`
      let page = pages.get(form)
      if (page === undefined) {
        page = preparePage(start, items, parts, access, { isNamed, isMapped: count?.isMapped === true })
        pages.set(form, page)
      }
      return page
    },
    split: search === null ? null : splitStatements(start, search, config, parts),
  }
}

function splitStatements(start: SelectStart, search: SplitSearch, config: ResolvedConfig, { orderJoins }: PageParts): SplitStatements {
  let count: PreparedStatement | undefined
  return {
    count: () => (count ??= prepareSelect(splitCount(start, search, config), start.session, config, COUNT_MAPPER, false)),
    clock: new SearchClock(isTrigramIndexed(search, config)),
    isMergeable: orderJoins.length === 0,
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
  { isNamed, isMapped }: { readonly isNamed: boolean; readonly isMapped: boolean },
): PreparedStatement {
  const text = isMapped ? selectionText(start, fields, parts.config, isJoinedPage(parts, access)) : null
  const select = pageSelect(restartSelect(start, text === null ? fields : { text }), parts, access)
  const prepared = prepareSelect(select, start.session, parts.config, map, isNamed)
  if (finish === null && !access.isReversed) return prepared
  return mapped(prepared, (rows) => {
    const finished = finish === null ? rows : finish(rows)
    return access.isReversed ? finished.reverse() : finished
  })
}

function mapped({ isMapped, query, run, inSession }: PreparedStatement, map: (rows: Row[]) => Row[]): PreparedStatement {
  const statement: PreparedStatement = { isMapped, query, run: (values) => chain(run(values), map) }
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
