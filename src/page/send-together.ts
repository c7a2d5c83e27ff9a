// Stage run: count and page in one round trip where the session can, else at the same time on two connections.
import { type BatchDatabase, sendsBatches } from '../drizzle/session.js'
import type { Statement } from '../select/list-statements.js'
import { chain, isPromiseLike } from '../maybe-promise.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { Row } from '../types/row.js'
import { runObserved, type StatementEvent } from './observe-statement.js'

/** Every transaction of Drizzle's can be rolled back. It has one connection, on which statements wait for one another. */
export const isTransaction = (db: object): boolean => 'rollback' in db

/** The rows of both. Where one of them fails, that error is thrown and the other statement's answer is let go. */
export function sendTogether(
  db: ListDatabase,
  count: Statement,
  page: Statement,
  onStatement: ((event: StatementEvent) => void) | undefined,
): MaybePromise<readonly [count: Row[], page: Row[]]> {
  if (sendsBatches(db) && count.select !== undefined && page.select !== undefined) return sendBatch(db, count, page, onStatement)
  const counting = runObserved('count', count, onStatement)
  if (!isPromiseLike(counting)) return chain(runObserved('page', page, onStatement), (rows) => [counting, rows] as const)
  return Promise.all([counting, begin(() => runObserved('page', page, onStatement))])
}

/** What throws at once becomes a rejection: the statement that was sent before is observed in either case. */
export async function begin<Rows>(run: () => MaybePromise<Rows>): Promise<Rows> {
  return run()
}

async function sendBatch(
  db: BatchDatabase,
  count: Statement,
  page: Statement,
  onStatement: ((event: StatementEvent) => void) | undefined,
): Promise<readonly [count: Row[], page: Row[]]> {
  const started = performance.now()
  const answers = await db.batch([count.select as object, page.select as object])
  const [counted, read] = answers as readonly [Row[], Row[]]
  const milliseconds = performance.now() - started
  onStatement?.({ kind: 'count', ...count.query(), milliseconds, rows: counted.length })
  onStatement?.({ kind: 'page', ...page.query(), milliseconds, rows: read.length })
  return [counted, page.finish === undefined ? read : page.finish(read)]
}
