// Stage run: the whole filtered set in order, read in batches by position.
import { sql } from 'drizzle-orm'
import { runSteps, settle, wait } from '../../basics/maybe-promise.js'
import type { CallOptions } from '../../mistakes/check-options.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { advances, orderOf, positionAt } from '../positions/position.js'
import { DIALECTS } from '../../dialects/index.js'
import { PaginateConfigError, PaginateQueryError } from '../../errors.js'
import { oneReader } from '../../drizzle/databases.js'
import { wholeRows } from '../../drizzle/whole-rows.js'
import { isWindowExpression, volatileCall } from '../../fragments/referenced-tables.js'
import { acceptedPlan } from '../../plan/create-plan.js'
import { chosenSelection } from '../chosen-fields/chosen-members.js'
import * as refusals from '../../refusals.js'
import { normalizeQuery } from '../../request/paginate-query.js'
import { type RowMapper, rowMapper } from '../../rows/row-mapper.js'
import { conjunction } from '../../select/join-parts.js'
import { orderedForm } from '../../select/page-form.js'
import { ListStatements, type RowsOfParts } from '../../select/list-statements.js'
import { encodePlan, encodedAt } from '../../sql/encode-plan.js'
import type {
  CheckedConfig,
  CheckedQuery,
  DatabaseArgument,
  NamedOptions,
  OfList,
  SourceArgument,
} from '../../types/call-arguments.js'
import type { SortTerm } from '../../types/config.js'
import type { DialectName } from '../../vocabulary.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { ListDatabase, Steps } from '../../types/database.js'
import type { AnyPaginateConfig, InferItem } from '../../types/paginate-config.js'
import type { ListPlan } from '../../types/plan.js'
import type { OrderTerm, Position } from '../../types/position.js'
import type { Row } from '../../types/row.js'
import type { SelectedItem, Selection } from '../../types/selection.js'
import {
  checkArguments,
  checkedSelection,
  hostCondition,
  readOptions,
  scopedConfig,
  withSource,
} from '../../page/check-arguments.js'
import { keysOf, withoutKeys } from '../positions/row-keys.js'
import { checkMap, mapRows, type RowMap } from '../../page/map-rows.js'
import { NO_OPTIONS, PAGINATE_NAMES, type PaginateOptions } from '../../page/options.js'
import { runObserved } from '../../page/send.js'
import { refuseUnreadNulls } from '../positions/unread-nulls.js'
import { refusingUnheldText } from '../../page/unheld-text.js'
import { FIRST_KEYS, KEYS_AFTER, keyTextsIn, MAX_KEYS, rowsOfKeys, streamKey, type StreamKey } from './stream-keys.js'
import type { Sentences } from '../../types/type-error.js'

export interface StreamOptions<Scope = unknown> extends PaginateOptions<Scope> {
  /**
   * Sets the rows that are read at a time, 1 or more. By default batches grow from 1,000 rows up to 32,000, as long as
   * their values fit into 1 MiB. They grow because, in an order that no index serves, each of the first 24 batches
   * reads and sorts the whole set again. Batches of a list with children do not grow.
   *
   * @default 1000, growing
   */
  readonly batchSize?: number | undefined
}

export interface StreamItems<Fields, Row, Out> {
  /** Selects columns and expressions instead of the list's items, as `db.select()` does. @default the list's items */
  readonly select?: Fields
  /**
   * Maps each row, in order; or `{ all }`, called once with the rows of each batch. Either may be asynchronous.
   *
   * @default rows as they are read
   */
  readonly map?: RowMap<Row, Out> | undefined
}

const STREAM_ROWS: CallOptions<StreamOptions & StreamItems<unknown, unknown, unknown>> = {
  call: 'streamRows()',
  names: { ...PAGINATE_NAMES, batchSize: true, select: true, map: true },
}

/** A row of a stream: of the selection if there is one. */
export type StreamedRow<Fields, Config extends AnyPaginateConfig> = Fields extends undefined
  ? InferItem<Config>
  : SelectedItem<Fields, Config>

const DEFAULT_BATCH_SIZE = 1000
const MAX_BATCH_SIZE = 32_000
/**
 * Bytes of values that a batch may hold where batches grow, by the rows before it. The heap grows by about 13 times as
 * much: rows as the driver has them, as items, and the batch that is on its way out. With this bound and the keys of an
 * order without an index an export of 1,000,000 rows takes 27 MB, and 126 with 8 MiB in 20 % less time
 * (`node bench/run.mjs --full --only streams`).
 */
const MAX_BATCH_BYTES = 2 ** 20

/**
 * Reads all rows of the filtered set in the request's order, in constant memory. Each batch begins at the position of
 * the last row of the batch before, so it costs the same at every depth.
 *
 * If the schema shows no index on the order, the keys of up to 50,000 rows are read at a time from the 25th batch on,
 * and each batch is found by its keys. A row that stays in the set during the whole stream, with its sort keys
 * unchanged, comes exactly once. `limit`, `page`, `after` and `before` are checked and have no effect.
 *
 * The options and the scope are read at the call, although nothing is sent before the first step; `map` is called as
 * rows are read.
 *
 * `break`, `return()` and an aborted signal stop the stream between batches. A driver's error is thrown unchanged.
 *
 * @throws PaginateQueryError at the first step of the iteration, for a client's mistake
 * @example
 * ```ts
 * for await (const article of streamRows(db, request, articleList)) await file.write(JSON.stringify(article))
 * ```
 * @see paginate for one page
 */
export function streamRows<
  Config extends CheckedConfig<Config, Scope, Given>,
  Dialect extends DialectName,
  Scope,
  const Fields extends Selection | undefined = undefined,
  Out = StreamedRow<Fields, Config>,
  Given extends keyof StreamOptions | 'select' | 'map' = never,
  Query extends SourceArgument<Sentences['wrongQuery']> = SourceArgument,
>(
  db: DatabaseArgument<Dialect>,
  source: Query & CheckedQuery<Query, Config>,
  config: Config & OfList<Dialect, Scope>,
  options: StreamOptions<Scope> &
    StreamItems<Fields, StreamedRow<NoInfer<Fields>, Config>, Out> &
    NamedOptions<Given, Scope> = NO_OPTIONS,
): AsyncIterableIterator<Out> {
  const resolved = resolvedConfig(config, db, source)
  checkArguments(db, source, resolved)
  const given = withSource(source, options as unknown as BatchOptions)
  // At the call: the rows may be read later, and elsewhere. What is rejected is rejected at the first step.
  const batches = settle(() => runSteps(begin(oneReader(db), source, resolved, given)))
  batches.catch(() => {})
  // Without `map` a row is what comes out.
  return oneByOne(begun(batches), Object(given).map) as AsyncIterableIterator<Out>
}

type BatchOptions = StreamOptions & { readonly select?: Selection; readonly map?: RowMap<Row, unknown> }

const BATCHES: unique symbol = Symbol('the batches of a stream') as never

/**
 * An export reads the batches as they are: rows that come one by one cost it an eighth to a third more
 * (`node bench/run.mjs --full --only streams`).
 */
export const batchesOf = (rows: AsyncIterable<unknown>): AsyncIterable<readonly unknown[]> =>
  (rows as { readonly [BATCHES]?: AsyncIterable<readonly unknown[]> })[BATCHES] ?? batchesOfOne(rows)

async function* batchesOfOne(rows: AsyncIterable<unknown>): AsyncGenerator<readonly unknown[], void> {
  for await (const row of rows) yield [row]
}

function oneByOne(batches: AsyncIterable<readonly unknown[]>, map: BatchOptions['map']): AsyncGenerator<unknown, void> {
  const each = typeof map === 'function' ? map : null
  let isWhole = each === null
  const rows = (async function* () {
    // If a row was read, the rest of its batch is not among the batches.
    isWhole = false
    for await (const batch of batches) for (const row of batch) yield each === null ? row : await each(row as Row)
  })()
  return Object.defineProperty(rows, BATCHES, { get: () => (isWhole ? batches : undefined) })
}

async function* begun(batches: Promise<AsyncIterable<readonly unknown[]>>): AsyncGenerator<readonly unknown[], void> {
  yield* await batches
}

/** Reads the options, and asks the functions of the app. */
function* begin(
  db: ListDatabase,
  source: unknown,
  given: ResolvedConfig,
  options: BatchOptions,
): Steps<AsyncIterable<readonly unknown[]>> {
  const config = scopedConfig(given, options, STREAM_ROWS)
  const where = hostCondition(config, options)
  const { select: selection, map, batchSize = DEFAULT_BATCH_SIZE, signal, onStatement } = options
  if (map !== undefined) checkMap(map)
  const sent = readOptions(config, options)
  const { namedStatements } = config
  if (!Number.isSafeInteger(batchSize) || batchSize < 1) {
    throw new PaginateConfigError(
      `streamRows() needs a batchSize of at least 1, a whole number, not ${String(batchSize)}; correct it.`,
    )
  }
  // The children of a batch are asked for by the keys of its rows, all of them in one statement.
  const grows = options.batchSize === undefined && (selection !== undefined || config.children === null)
  const maxRows = grows ? MAX_BATCH_SIZE : batchSize
  const normalized = normalizeQuery(source)
  const own = selection === undefined || selection === given.selection ? null : checkedSelection(selection)
  const plan = yield* wait(acceptedPlan(normalized, config, signal))
  const { fields } = plan
  const items = config.selectable?.selectionOf(fields) ?? config.pageSelection
  const selected = own ?? (selection === undefined ? items : rowOf(config, fields))
  const order = orderOf(plan.sort.map(unindexed), config)
  for (const { field } of order) {
    const reason = unsteady(field.expression)
    if (reason !== null)
      throw new PaginateConfigError(
        `streamRows() cannot read in the order of '${field.name}', ${reason}; stream without it.`,
      )
  }
  const encoded = encodePlan({ ...plan, page: 1, limit: batchSize, offset: 0, walk: { order, position: null } }, config)
  const isNew = advances()
  const mayBeLed = DIALECTS[config.dialect].keys.readsRanges === 'limited' && order[0]?.isNullable === false
  /** Rows in order from a position on. */
  const readFrom = async (place: Place | null, count: number, fields: Selection): Promise<Batch> => {
    signal?.throwIfAborted()
    const position = place?.position ?? null
    const request = { config, ...encodedAt(encoded, { order, position }, config), selection: fields, where }
    const statements = new ListStatements(db, request, { namedStatements })
    const inOrder = orderedForm(statements.facts)
    const form = inOrder === 'plain' && place?.hasFewTies === true ? 'led' : inOrder
    const batch = statements.page(
      { isReversed: false, form, limit: count, offset: 0 },
      fields === selected ? END_KEYS : undefined,
    )
    const read = runObserved('batch', batch, onStatement)
    const rows: Row[] = await refusingUnheldText(read, { query: normalized, position }, config)
    const first = rows[0] === undefined ? null : keysOf(rows[0], order)
    if (position !== null && first !== null && count > 1 && !isNew(first)) refuseOrder(order)
    const last = rows[count - 1]
    if (first === null || last === undefined) {
      await runSteps(refuseUnreadNulls(db, request, { order, position }, sent))
      return { rows, end: null }
    }
    const texts = keysOf(last, order)
    const next = positionAt(texts, 'after', order)
    if (!isNew(texts) || next === null) refuseOrder(order)
    return { rows, end: { position: next, hasFewTies: mayBeLed && first[0] !== texts[0] } }
  }
  /** Those of them that are in the set still, in order. */
  const readKeys = async (
    key: StreamKey,
    keys: readonly (readonly string[])[],
  ): Promise<{ rows: Row[]; count: number }> => {
    signal?.throwIfAborted()
    const { where: isOne, count } = rowsOfKeys(key, keys, config)
    const request = {
      config,
      ...encoded,
      selection: selected,
      where: conjunction(where, isOne),
    }
    // The keys are part of the text's condition: nothing is cached of it.
    const statements = new ListStatements(db, request, { namedStatements: false, isFresh: true })
    const batch = statements.page(
      { isReversed: false, form: orderedForm(statements.facts), limit: count, offset: 0 },
      END_KEYS,
    )
    const rows = await runObserved('batch', batch, onStatement)
    return { rows, count }
  }
  let limit = batchSize
  const batches = async function* (): AsyncGenerator<Row[], void> {
    const key = streamKey(order, config)
    let place: Place | null = null
    let [seen, count] = [0, 0]
    for (;;) {
      if (key !== null && seen >= KEYS_AFTER.rows && count >= KEYS_AFTER.batches) break
      const { rows, end }: Batch = await readFrom(place, limit, selected)
      yield rows
      if (end === null) return
      place = end
      seen += rows.length
      count += 1
    }
    for (let size = FIRST_KEYS; ; size = Math.min(size * 2, MAX_KEYS)) {
      const { rows: found, end }: Batch = await readFrom(place, size, {})
      const keys = found.map((row) => keyTextsIn(row, key))
      for (let at = 0; at < keys.length;) {
        const { rows, count: read } = await readKeys(key, keys.slice(at, at + limit))
        yield rows
        at += read
      }
      if (end === null) return
      place = end
    }
  }
  return (async function* () {
    for await (const rows of batches()) {
      for (const row of rows) withoutKeys(row, order.length)
      if (limit < maxRows && rows.length > 0) {
        limit = Math.max(batchSize, Math.min(limit * 2, maxRows, Math.floor(MAX_BATCH_BYTES / weightOf(rows))))
      }
      if (selection === undefined) await config.children?.read(db, rows, config.answers, sent, fields)
      yield typeof map === 'object' ? await mapRows(rows, map) : rows
    }
  })()
}

/**
 * The first row and the last one as records of `all`, the others as records of `between`, which lacks
 * the last members of `all`. To delete those from each row again took a quarter of a stream
 * (`node bench/run.mjs --full --only streams`).
 */
export function endsMapper(all: Selection, between: Selection): RowMapper {
  const [mapEnds, mapBetween] = [rowMapper(all), rowMapper(between)]
  return (given, normalize) => {
    const rows = wholeRows(given)
    const items = mapBetween(rows, normalize)
    const ends = rows.length === 0 ? [] : new Set([0, rows.length - 1])
    for (const at of ends) items.splice(at, 1, ...mapEnds([rows[at] as ArrayLike<unknown>], normalize))
    return items
  }
}

/** A batch needs the keys of its first row and its last. */
const END_KEYS: RowsOfParts = { name: 'end keys of ', mapper: ({ fields, items }) => endsMapper(fields, items.fields) }

interface Batch {
  readonly rows: Row[]
  /** Null where no row follows. */
  readonly end: Place | null
}

/** Where the next batch begins. */
interface Place {
  readonly position: Position
  /** Are rows with the position's first value no more than the batch before it? One range of an index then has all. */
  readonly hasFewTies: boolean
}

/** Items without children, as a file of columns has them. */
function rowOf(config: ResolvedConfig, fields: ListPlan['fields']): Selection {
  const chosen = chosenSelection(config, fields)
  if (Object.keys(chosen).length === 0) throw new PaginateQueryError(refusals.fieldsNotInFile(fields ?? []))
  return chosen
}

/** An index over a distance may be approximate, and end before the rows do: a whole set is sorted without it. */
function unindexed(term: SortTerm): SortTerm {
  const { field } = term
  return field.isDistance === true ? { ...term, field: { ...field, expression: sql`(${field.expression}) + 0` } } : term
}

/** Bytes of a row, about: of every sixteenth. */
function weightOf(rows: readonly Row[]): number {
  let bytes = 0
  for (let at = 0; at < rows.length; at += 16) bytes += bytesOf(rows[at])
  return Math.max(1, bytes / Math.ceil(rows.length / 16))
}

/** @param depth A value that an app's decoder has made may refer to itself. */
function bytesOf(value: unknown, depth = 8): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || depth === 0) return 8
  if (ArrayBuffer.isView(value)) return value.byteLength
  return Object.values(value).reduce((sum: number, member) => sum + bytesOf(member, depth - 1), 16)
}

/**
 * @throws PaginateConfigError where a batch does not begin after the one before it: the stream would repeat rows for
 * ever
 */
function refuseOrder(order: readonly OrderTerm[]): never {
  const names = order.map(({ field }) => `'${field.name}'`).join(', ')
  throw new PaginateConfigError(
    `streamRows() does not advance in the order of ${names}: the database sorts and compares their values differently; give the field a value type.`,
  )
}

/** Why a row has no lasting place in an order by this expression. */
function unsteady(expression: unknown): string | null {
  if (isWindowExpression(expression)) return 'a window function, whose value changes with the rows that are read'
  const call = volatileCall(expression)
  return call === null ? null : `${call}(), whose value changes with every statement`
}
