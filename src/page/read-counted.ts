// Stage run: a page by number whose total is counted. One count, then one page; the count alone past the end.
import type { ListStatements, Statement } from '../select/list-statements.js'
import { chain, isPromiseLike } from '../maybe-promise.js'
import { choosePageRead, pageReadWithoutTotal } from '../select/page-form.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { Row } from '../types/row.js'
import { runObserved } from './observe-statement.js'
import { counted, type PageRequest, type PageResult } from './page-request.js'
import { sendTogether } from './send-together.js'

export function readCounted<Answer>(
  db: ListDatabase,
  statements: ListStatements,
  { plan, signal, pageForm, searchForm, together, onStatement }: PageRequest,
  limit: number,
  finish: (result: PageResult) => MaybePromise<Answer>,
): MaybePromise<Answer> {
  const { offset } = plan
  const answer = (total: number, rows: Row[]): MaybePromise<Answer> => finish(counted(rows, total, offset + rows.length < total))
  if (together) {
    const page = statements.page(pageReadWithoutTotal({ ...statements, limit, offset, forced: pageForm }))
    return chain(sendTogether(db, statements.count(), page, onStatement), ([count, rows]) => answer(totalOf(count), rows))
  }
  const { splitCount, searchTimes, isMergeable } = statements
  const isSplit = splitCount !== null && (searchForm ?? searchTimes?.choose() ?? 'plain') === 'split'
  const started = searchTimes === null ? 0 : performance.now()
  const readRows = (count: Row[]): { readonly total: number; readonly rows: MaybePromise<Row[]> } => {
    searchTimes?.record(isSplit ? 'split' : 'plain', performance.now() - started)
    signal?.throwIfAborted()
    const total = totalOf(count)
    if (offset >= total) return { total, rows: [] }
    const read = choosePageRead({ ...statements, total, limit, offset, isSplit: isSplit && isMergeable, forced: pageForm })
    return { total, rows: runObserved('page', statements.page(read), onStatement) }
  }
  const count: Statement = isSplit && splitCount !== null ? splitCount() : statements.count()
  const counting = runObserved('count', count, onStatement)
  if (isPromiseLike(counting)) return finishLater(counting, readRows, answer)
  const { total, rows } = readRows(counting)
  return chain(rows, (read) => answer(total, read))
}

/** The number in the one row of a count. */
export const totalOf = (rows: Row[]): number => (rows[0] as { total: number }).total

/** One promise for both statements: each `then` within a `then` would be another one, and a turn of the queue. */
async function finishLater<Answer>(
  counting: PromiseLike<Row[]>,
  readRows: (counted: Row[]) => { readonly total: number; readonly rows: MaybePromise<Row[]> },
  answer: (total: number, rows: Row[]) => MaybePromise<Answer>,
): Promise<Answer> {
  const { total, rows } = readRows(await counting)
  return answer(total, isPromiseLike(rows) ? await rows : rows)
}
