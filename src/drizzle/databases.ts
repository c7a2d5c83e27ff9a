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
 * The database that a call reads from. Under `withReplicas` of 0.45 each select chooses one of the replicas: a call
 * chooses once, or its statements would see different rows.
 */
export function oneReader<Database extends object>(db: Database): Database {
  const { $replicas } = Object(db) as { readonly $replicas?: readonly (Database & { readonly session?: unknown })[] }
  if ($replicas === undefined) return db
  const { session } = (db as unknown as { select(): { readonly session?: unknown } }).select()
  return $replicas.find((replica) => replica.session === session) ?? db
}
