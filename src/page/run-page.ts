// Stage run: the only place that sends statements. One count, then one page; one for an unlimited read; the count alone past the end.
import type { SQL } from 'drizzle-orm'
import { PaginateQueryError, refusals } from '../errors.js'
import { lowerPlan } from '../sql/lower-plan.js'
import { sqlDialect } from '../sql/sql-dialect.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { ListPlan } from '../types/plan.js'
import { listStatements } from './list-statements.js'
import { chain, isPromiseLike } from './maybe-promise.js'
import { runObserved, type StatementEvent } from './observe-statement.js'
import { choosePageAccess, type PageForm } from './page-form.js'
import { pageKey } from './page-select.js'
import type { Row } from './select-builder.js'
import type { SearchForm } from './split-search.js'
import type { Selection } from '../types/selection.js'

export interface PageRequest {
  readonly config: ResolvedConfig
  readonly plan: ListPlan
  readonly selection: Selection
  readonly where: SQL | undefined
  readonly signal: AbortSignal | undefined
  /** Null: chosen from the total. */
  readonly form: PageForm | null
  /** Null: chosen by the time that the plain one has taken. */
  readonly searchForm: SearchForm | null
  readonly isNamed: boolean
  readonly onStatement: ((event: StatementEvent) => void) | undefined
}

export interface PageResult {
  /** Rows in the filtered set. */
  readonly total: number
  readonly rows: Row[]
}

const PLAIN = { isReversed: false, keys: null } as const

/**
 * @param finish makes the answer of what was read
 * @throws PaginateQueryError `limit.too_many_rows` where an unlimited read passes its ceiling
 * @throws the signal's reason, before the first statement or between the two
 */
export function runPage<Answer>(
  db: ListDatabase,
  request: PageRequest,
  finish: (result: PageResult) => MaybePromise<Answer>,
): MaybePromise<Answer> {
  const { config, plan, selection, where, signal, form, searchForm, isNamed, onStatement } = request
  signal?.throwIfAborted()
  const lowered = lowerPlan(plan, sqlDialect(config.dialect))
  const { count, page, split, values } = listStatements(db, { config, plan: lowered, selection, where, isNamed })
  if (plan.limit === null) {
    // Only a configuration that allows it has planned an unlimited read.
    const maxRows = config.unlimitedMaxRows as number
    return chain(runObserved('page', page(PLAIN), [...values, maxRows + 1], onStatement), (rows) => {
      if (rows.length > maxRows) throw new PaginateQueryError(refusals.limitTooManyRows(maxRows))
      return finish({ total: rows.length, rows })
    })
  }
  const { limit, offset } = plan
  const isSplit = split !== null && (searchForm ?? split.clock.choose()) === 'split'
  const started = split === null ? 0 : performance.now()
  const readPage = (counted: Row[]): { readonly total: number; readonly rows: MaybePromise<Row[]> } => {
    split?.clock.record(isSplit ? 'split' : 'plain', performance.now() - started)
    signal?.throwIfAborted()
    const total = (counted[0] as { total: number }).total
    if (offset >= total) return { total, rows: [] }
    const access = choosePageAccess({
      total,
      limit,
      offset,
      hasTextMatch: lowered.hasTextMatch,
      isSplit: isSplit && split.isMergeable,
      hasKey: pageKey(config) !== null,
      forced: form,
    })
    const slots = [...values, access.limit, access.offset, access.limit + access.offset]
    return { total, rows: runObserved('page', page(access), slots, onStatement) }
  }
  const counted = runObserved('count', isSplit ? split.count() : count(), values, onStatement)
  if (isPromiseLike(counted)) return finishLater(counted, readPage, finish)
  const { total, rows } = readPage(counted)
  return chain(rows, (read) => finish({ total, rows: read }))
}

/** One promise for both statements: each `then` within a `then` would be another one, and a turn of the queue. */
async function finishLater<Answer>(
  counted: PromiseLike<Row[]>,
  readPage: (counted: Row[]) => { readonly total: number; readonly rows: MaybePromise<Row[]> },
  finish: (result: PageResult) => MaybePromise<Answer>,
): Promise<Answer> {
  const { total, rows } = readPage(await counted)
  return finish({ total, rows: isPromiseLike(rows) ? await rows : rows })
}
