// What Drizzle's databases are: batches, transactions, replicas.
import type { Row } from '../types/row.js'
import { kindOf } from './kinds.js'
import { wholeRows } from './whole-rows.js'

/**
 * Of SQLite's proxy: the app's handler of batches, which is optional. 0.45 keeps it in the session, 1.0 next to the
 * other handlers.
 */
interface RemoteSession {
  readonly batchCLient?: unknown
  readonly client?: { readonly batch?: unknown }
}

export interface BatchDatabase {
  /** The rows of each select, which Drizzle has mapped. */
  batch(selects: readonly object[]): PromiseLike<readonly Row[][]>
}

/**
 * D1, libSQL and Neon over HTTP send several statements at once. SQLite's proxy always has `batch`, and fails
 * where the app gave no handler for it.
 */
export function sendsBatches(db: object): db is BatchDatabase {
  const { batch, session } = db as { readonly batch?: unknown; readonly session?: object & RemoteSession }
  if (typeof batch !== 'function') return false
  return (
    kindOf(session) !== 'SQLiteRemoteSession' || typeof (session?.batchCLient ?? session?.client?.batch) === 'function'
  )
}

/** The rows of selects that are sent at once. */
export async function runBatch(db: BatchDatabase, selects: readonly object[]): Promise<Row[][]> {
  return (await db.batch(selects)).map((rows) => wholeRows(rows))
}

/**
 * Every transaction of Drizzle's can be rolled back. It has one connection, on which statements wait for one another.
 */
export const isTransaction = (db: object): boolean => 'rollback' in db

/**
 * The database that a select was made by: under `withReplicas` one of the replicas, whose `execute` is then its own and
 * not the primary's.
 */
export function databaseOf(db: object, select: object): object {
  const { session } = select as { readonly session?: unknown }
  const { $replicas } = db as { readonly $replicas?: readonly { readonly session?: unknown }[] }
  return (session === undefined ? undefined : $replicas?.find((replica) => replica.session === session)) ?? db
}
