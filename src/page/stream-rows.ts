// Stage run: the whole filtered set in order, read in batches by position.
import type { SQL } from 'drizzle-orm'
import { resolvedConfig } from '../builder/resolved-config.js'
import { orderOf } from '../cursor/order.js'
import { positionAt } from '../cursor/position.js'
import { requestCursor } from '../cursor/request-cursor.js'
import { PaginateConfigError, PaginateQueryError } from '../errors.js'
import { isWindowExpression } from '../fragments/has-window-function.js'
import { keptStatements } from '../kept/kept-statements.js'
import { createPlan } from '../plan/create-plan.js'
import { normalizeQuery } from '../request/normalize-query.js'
import { listStatements } from '../select/list-statements.js'
import type { CheckedConfig, DatabaseArgument, NamedOptions, OfList, QueryArgument } from '../types/call-arguments.js'
import type { DialectName, ResolvedConfig } from '../types/config.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { AnyPaginateConfig, InferItem } from '../types/paginate-config.js'
import type { ListPlan } from '../types/plan.js'
import type { Position } from '../types/position.js'
import type { Row } from '../types/row.js'
import type { SelectedItem, Selection } from '../types/selection.js'
import type { AnyPaginateQuery } from './answer-page.js'
import { checkArguments } from './check-arguments.js'
import { hostCondition } from './host-condition.js'
import { keysOf, withoutKeys } from './answer-cursor-page.js'

export interface StreamOptions<Scope = unknown> {
  /** A condition of the host's own, AND-ed with everything, in parentheses. */
  readonly where?: SQL | undefined
  /** What the functions of the configuration's `.scopedBy()` are called with: required where one of them has a parameter. */
  readonly scope?: Scope
  /** Rows that are read at a time, 1 or more. @default 1000 */
  readonly batchSize?: number | undefined
  /** As in `PaginateOptions`: false behind a pooler in transaction mode that does not know prepared statements. @default true */
  readonly namedStatements?: boolean | undefined
  /** Stops the stream between batches: the iteration rejects with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** What a stream hands out. */
export interface StreamItems<Fields, Row, Out> {
  /** Columns and expressions in place of the configuration's items, as `db.select()` takes them. @default the configuration's items */
  readonly selection?: Fields
  /** Is called once a row, in order; may be asynchronous. @default rows as they are read */
  readonly map?: (row: Row) => MaybePromise<Out>
}

/** A row of a stream: of the selection where there is one. */
export type StreamedRow<Fields, Config extends AnyPaginateConfig> = [Fields] extends [never]
  ? InferItem<Config>
  : SelectedItem<Fields, Config>

const DEFAULT_BATCH_SIZE = 1000

/**
 * All rows of the filtered set in the request's order, in constant memory: each batch begins at the position of the last row of
 * the one before, at the same cost at every depth. Rows that are in the set during the whole stream come exactly once, whatever is
 * written meanwhile. `limit`, `page`, `after` and `before` are checked and left out.
 *
 * `break`, `return()` and an aborted signal stop it between batches. A driver's error is thrown unchanged.
 *
 * @throws PaginateQueryError at the first step of the iteration, for a client's mistake
 * @example
 * ```ts
 * for await (const article of streamRows(db, PaginateQuery.from(request), articleList)) await file.write(JSON.stringify(article))
 * ```
 * @see paginate for one page
 */
export function streamRows<
  Config extends CheckedConfig<Config, Scope, Given>,
  Dialect extends DialectName,
  Scope,
  const Fields extends Selection = never,
  Out = StreamedRow<Fields, Config>,
  Given extends keyof StreamOptions | 'selection' | 'map' = never,
>(
  db: DatabaseArgument<Dialect>,
  query: QueryArgument,
  config: Config & OfList<Dialect, Scope>,
  options: StreamOptions<Scope> & StreamItems<Fields, StreamedRow<Fields, Config>, Out> & NamedOptions<Given> = {},
): AsyncIterableIterator<Out> {
  const resolved = resolvedConfig(config)
  checkArguments(db, query, resolved)
  // Without `map` a row is what comes out.
  return readBatches(db, query, resolved, options as StreamOptions) as AsyncIterableIterator<Out>
}

async function* readBatches(
  db: ListDatabase,
  query: AnyPaginateQuery,
  config: ResolvedConfig,
  {
    where: own,
    scope,
    selection,
    map,
    batchSize = DEFAULT_BATCH_SIZE,
    namedStatements = true,
    signal,
  }: StreamOptions & {
    readonly selection?: Selection
    readonly map?: (row: never) => unknown
  },
): AsyncGenerator<unknown, void> {
  if (!Number.isSafeInteger(batchSize) || batchSize < 1) {
    throw new PaginateConfigError(`streamRows() needs a batchSize of at least 1, a whole number, not ${String(batchSize)}; correct it.`)
  }
  const where = hostCondition(config, { where: own, scope })
  const normalized = normalizeQuery(query)
  const planned = createPlan(normalized, config, await requestCursor(normalized, config))
  if (!planned.ok) throw new PaginateQueryError(planned.refusal)
  const order = orderOf(planned.value.sort, config)
  const window = order.find(({ field }) => isWindowExpression(field.expression))
  if (window !== undefined) {
    const reason = 'a window function, whose value changes with the rows that are read'
    throw new PaginateConfigError(`streamRows() cannot read in the order of '${window.field.name}', ${reason}; stream without it.`)
  }
  const planAt = (position: Position | null): ListPlan => ({
    ...planned.value,
    page: 1,
    limit: batchSize,
    offset: 0,
    cursor: { order, position },
  })
  for (let position: Position | null = null; ;) {
    signal?.throwIfAborted()
    const request = { config, plan: planAt(position), selection: selection ?? config.selection, where, namedStatements }
    const statements = keptStatements(db, request) ?? listStatements(db, request)
    const rows: Row[] = await statements.page({ isReversed: false, form: 'plain', limit: batchSize, offset: 0 }).run()
    const last = rows.length < batchSize ? undefined : rows[rows.length - 1]
    const texts = last === undefined ? null : keysOf(last, order)
    for (const row of rows) {
      withoutKeys(row, order.length)
      yield map === undefined ? row : await map(row as never)
    }
    if (texts === null) return
    position = positionAt(texts, 'after', order)
    if (position === null) throw new PaginateConfigError('A sort key of a row has a value that its type does not have; correct the schema.')
  }
}
