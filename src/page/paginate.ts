// The public calls of a page, and the road that a request takes: bind → plan → encode → compile → run → render.
import type { SQL } from 'drizzle-orm'
import { resolvedConfig } from '../mistakes/resolved-config.js'
import { runSteps, settle, wait } from '../basics/maybe-promise.js'
import { oneReader } from '../drizzle/databases.js'
import { acceptedPlan } from '../plan/create-plan.js'
import { renderPage } from '../render/meta-and-links.js'
import { normalizeQuery } from '../request/paginate-query.js'
import { encodePlan } from '../sql/encode-plan.js'
import type {
  CheckedConfig,
  CheckedQuery,
  DatabaseArgument,
  NamedOptions,
  OfList,
  SourceArgument,
} from '../types/call-arguments.js'
import type { DialectName } from '../vocabulary.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { ListDatabase, MaybePromise, Steps } from '../types/database.js'
import type { PageFor } from '../types/page-for.js'
import type { ReadOptions } from '../types/page-request.js'
import type { InferItem } from '../types/paginate-config.js'
import type { ListPlan } from '../types/plan.js'
import type { AnyPage } from '../types/response.js'
import type { Row } from '../types/row.js'
import type { SelectedItem, Selection } from '../types/selection.js'
import {
  checkArguments,
  checkedSelection,
  checkPath,
  hostCondition,
  readOptions,
  type Settings,
  scopedConfig,
  withSource,
} from './check-arguments.js'
import type { KnownRows } from '../types/known-rows.js'
import { checkMap, mapPage, type RowMap } from './map-rows.js'
import { NO_OPTIONS, type PaginateOptions, pagingCall } from './options.js'
import { readAnyPage } from './read-any-page.js'
import { errorInPlaceOf } from './unheld-text.js'
import type { Sentences } from '../types/type-error.js'

const PAGINATE = pagingCall('paginate()')
const PAGINATE_SELECT = pagingCall('paginateSelect()')
const PAGINATE_SELECT_MAP = pagingCall('paginateSelectMap()')

/**
 * A request from end to end. The names next to it are the rooms to read.
 *
 * @param selection what is read: a copy of the call's; null for the configuration's own
 * @param map from rows to items, at once or later; given how the statements of this call are sent, and the app's own
 * condition of this call
 * @param settings how statements are sent, @default as the list says
 */
export function* answer<Item>(
  db: ListDatabase,
  source: unknown,
  config: ResolvedConfig,
  selection: Selection | null,
  given: PaginateOptions,
  map: (rows: Row[], fields: ListPlan['fields'], options: ReadOptions, where: SQL | undefined) => MaybePromise<Item[]>,
  settings: Settings = config,
): Steps<AnyPage<Item>> {
  checkArguments(db, source, config)
  const options = withSource(source, given)
  // Asked for before anything else: nothing is sent without it.
  const where = hostCondition(config, options)
  checkPath(options.path)
  const sent = readOptions(settings, options)
  // bind: request/
  const bound = normalizeQuery(source)
  const path = options.path ?? bound.path
  // plan: plan/. The one stage that rejects a request.
  const plan = yield* wait(acceptedPlan(bound, config, options.signal))
  const { fields } = plan
  const selected = selection ?? config.selectable?.selectionOf(fields) ?? config.pageSelection
  let read: KnownRows<Row>
  try {
    // encode: sql/encode-plan.ts
    const { shape, values } = encodePlan(plan, config)
    const request = { config, shape, values, selection: selected, where, plan, options: sent }
    // compile: sql/compile-shape.ts and select/, run: the database
    read = yield* readAnyPage(oneReader(db), request, settings)
  } catch (error) {
    throw errorInPlaceOf(error, { query: bound, position: plan.walk?.position ?? null }, config)
  }
  // render: render/
  const render =
    plan.walk === null || config.cursors === null
      ? (itemCount: number) => renderPage(bound, plan, path, read, itemCount, config)
      : yield* wait(config.cursors.renderer({ read, plan, query: bound, path, list: config }))
  const items = yield* wait(map(read.rows, fields, sent, where))
  const { meta, links } = render(items.length)
  return { items, meta, links, ...read.extra }
}

/**
 * Returns one page of a list, with one count and one select. If the request asks for anything that the configuration
 * does not declare, the call rejects before it sends a statement. Items are rows of the root table, or of the
 * `.select()` shape.
 *
 * A page past the end costs only the count; `limit=-1`, if allowed, only the select. A list with `.withTotals('none')`
 * or `.withCursors()` sends only the select, and reads one more row than the page has. The last page by cursor may ask
 * for nulls that the schema rules out.
 *
 * @param db any Drizzle database or transaction of the table's dialect. With a synchronous driver, both statements have
 * run when the call returns its promise, so it works in a synchronous transaction
 * @param source the request, its URL or its text, a query of `drizzle-paginate/client`, a `PaginateQuery`, or a record
 * of its members with criteria as values. Links point to the path of a request
 * @throws PaginateQueryError (rejects) with `status` 400 for a client's mistake
 * @throws whatever the driver throws (rejects), unchanged
 * @example
 * ```ts
 * const page = await paginate(db, request, articleList)
 * // select count(*) from "articles" where "articles"."status" = any($1)
 * // select … from "articles" where "articles"."status" = any($1) order by "articles"."id" asc limit $2 offset $3
 * ```
 * @see applyFilters for the filtered set without paging
 */
export function paginate<
  Config extends CheckedConfig<Config, Scope, Given>,
  Dialect extends DialectName,
  Scope,
  Given extends keyof PaginateOptions = never,
  Query extends SourceArgument<Sentences['wrongQuery']> = SourceArgument,
>(
  db: DatabaseArgument<Dialect>,
  source: Query & CheckedQuery<Query, Config>,
  config: Config & OfList<Dialect, Scope>,
  options: PaginateOptions<Scope> & NamedOptions<Given, Scope> = NO_OPTIONS,
): Promise<PageFor<Config>> {
  type Item = InferItem<Config>
  const page = settle(() => {
    const resolved = scopedConfig(resolvedConfig(config, db, source), options, PAGINATE)
    const reader = oneReader(db)
    const withRows = (rows: Row[], fields: ListPlan['fields'], sent: ReadOptions): MaybePromise<Item[]> =>
      (resolved.children?.read(reader, rows, resolved.answers, sent, fields) ?? rows) as MaybePromise<Item[]>
    return runSteps(answer(reader, source, resolved, null, options, withRows))
  })
  // The traits are the types of what the configuration has resolved to.
  return page as Promise<PageFor<Config>>
}

/**
 * Returns a page with your own selection: columns of the root and of joined tables, SQL expressions, sub-selects,
 * nested records. A joined table that only the selection reads is joined to the page and not to the count.
 *
 * @param selection as for `db.select()`. Its values are read at each call
 * @throws PaginateQueryError (rejects) as `paginate` does
 * @example
 * ```ts
 * const selection = { id: articles.id, author: { name: authors.name } }
 * const page = await paginateSelect(db, query, articleList, selection)
 * page.items // { id: number; author: { name: string } | null }[]
 * ```
 */
export function paginateSelect<
  const Fields extends Selection,
  Config extends CheckedConfig<Config, Scope, Given>,
  Dialect extends DialectName,
  Scope,
  Given extends keyof PaginateOptions = never,
  Query extends SourceArgument<Sentences['wrongQuery']> = SourceArgument,
>(
  db: DatabaseArgument<Dialect>,
  source: Query & CheckedQuery<Query, Config>,
  config: Config & OfList<Dialect, Scope>,
  selection: Fields,
  options: PaginateOptions<Scope> & NamedOptions<Given, Scope> = NO_OPTIONS,
): Promise<PageFor<Config, 'selected', Fields>> {
  type Item = SelectedItem<Fields, Config>
  const page = settle(() => {
    const resolved = scopedConfig(resolvedConfig(config, db, source), options, PAGINATE_SELECT)
    return runSteps(answer(db, source, resolved, checkedSelection(selection), options, (rows) => rows as Item[]))
  })
  return page as Promise<PageFor<Config, 'selected', Fields>>
}

/**
 * Returns a page with your own selection and maps its rows in JavaScript, for values that the database cannot compute.
 *
 * @param map called once per row, in order; or `{ all }`, called once with the whole page, for loaders and batches.
 * `all` returns one item for each row, in order, and is not called for a page without rows. Either may be asynchronous
 * @throws PaginateConfigError (rejects) if `map` returns undefined for a row
 * @throws whatever `map` throws (rejects); an `Error` if `all` returns another number of items than there are rows
 * @example
 * `paginateSelectMap(db, query, articleList, { id: articles.id, body: articles.body }, ({ id, body }) => ({ id, length: body.length }))`
 * @example
 * `paginateSelectMap(db, query, orderList, { id: orders.id }, { all: (rows) => loadOrders(rows.map(({ id }) => id)) })`
 */
export function paginateSelectMap<
  const Fields extends Selection,
  Config extends CheckedConfig<Config, Scope, Given>,
  Dialect extends DialectName,
  Item,
  Scope,
  Given extends keyof PaginateOptions = never,
  Query extends SourceArgument<Sentences['wrongQuery']> = SourceArgument,
>(
  db: DatabaseArgument<Dialect>,
  source: Query & CheckedQuery<Query, Config>,
  config: Config & OfList<Dialect, Scope>,
  selection: Fields,
  map: RowMap<SelectedItem<Fields, Config>, Item>,
  options: PaginateOptions<Scope> & NamedOptions<Given, Scope> = NO_OPTIONS,
): Promise<PageFor<Config, 'mapped', Item>> {
  const mapAll = (rows: Row[]): MaybePromise<Item[]> => mapPage(rows as SelectedItem<Fields, Config>[], map)
  const page = settle(() => {
    checkMap(map)
    const resolved = scopedConfig(resolvedConfig(config, db, source), options, PAGINATE_SELECT_MAP)
    return runSteps(answer(db, source, resolved, checkedSelection(selection), options, mapAll))
  })
  return page as Promise<PageFor<Config, 'mapped', Item>>
}
