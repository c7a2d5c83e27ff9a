// Add-on http: the application's own code around the statements of a request.
import { PaginateConfigError } from '../../errors.js'
import type { DatabaseArgument } from '../../types/call-arguments.js'
import type { DialectName } from '../../vocabulary.js'

/**
 * Runs everything that a handler sends for one request. Call `run` with the database or transaction to use, and return
 * its result. An export calls `run` once for the whole file.
 */
export type Within<Given extends readonly unknown[], Dialect extends DialectName = DialectName> = <Answer>(
  request: Given[0],
  run: (db: DatabaseArgument<Dialect>) => Promise<Answer>,
  ...rest: Given extends readonly [unknown, ...infer Rest] ? Rest : []
) => PromiseLike<Answer>

/** `Within`, of any dialect. */
// oxlint-disable-next-line typescript/no-explicit-any -- each handler's own type has the database's dialect; here it is handed on
type AnyWithin = (request: any, run: (db: any) => Promise<any>, ...rest: any[]) => PromiseLike<unknown>

/**
 * @throws whatever `within` throws (rejects), and the error of a connection that is lost meanwhile
 * @throws PaginateConfigError (rejects) where `within` does not wait for what `run` answers: its statements would run
 * outside
 */
export async function runWithin<Answer, Database>(
  within: AnyWithin,
  [request, ...rest]: readonly unknown[],
  run: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  const runs: Run<Answer>[] = []
  // Not those before the last: `within` has gone on with another, while their transactions have still to end.
  const giveUp = (): void => {
    const last = runs.at(-1)
    if (last !== undefined) last.isGivenUp = true
  }
  const observe = async (db: Database): Promise<Answer> => {
    const one: Run<Answer> = { end: null, isGivenUp: false, watch: watchConnection(db) }
    runs.push(one)
    let isLost = false
    try {
      const { watch } = one
      const answer = await (watch === null ? run(db) : Promise.race([run(db), watch.lost]))
      one.end = { answer }
      return answer
    } catch (error) {
      one.end = { failure: error }
      isLost = isLostConnection(error)
      throw error
    } finally {
      if ((isLost || one.isGivenUp) && isPostgresJsTransaction(db)) await new Promise<never>(() => {})
    }
  }
  const observed = (db: Database): Promise<Answer> => {
    const answer = observe(db)
    // An error that `within` did not wait for would end the process; that it did not wait is the error below.
    answer.catch(() => {})
    return answer
  }
  try {
    await within(request, observed, ...rest)
    if (runs.every(({ end }) => end === null)) giveUp()
  } catch (error) {
    // Where it gave up for a reason of its own, as a time limit, the transaction has still to end.
    if (isLostConnection(error)) giveUp()
    throw error
  } finally {
    // Only now: the statement that ends a transaction is not one of `run`.
    for (const { watch } of runs) watch?.end()
  }
  const last = runs.findLast(({ end }) => end !== null) ?? runs.at(-1)
  if (last === undefined)
    throw new PaginateConfigError(
      '`within` has not called `run`; call it with the database, and return what it answers.',
    )
  const { end } = last
  if (end === null) throw new PaginateConfigError('`within` has ended before `run`; return what `run` answers.')
  // `within` has caught it, and has nothing else to answer.
  if ('failure' in end) throw end.failure
  return end.answer
}

/** A call of `run`: `within` may try again. */
interface Run<Answer> {
  /** Null: it has not ended. */
  end: { readonly answer: Answer } | { readonly failure: unknown } | null
  /** `within` has ended without its end, or because of a lost connection. */
  isGivenUp: boolean
  readonly watch: ConnectionWatch | null
}

/**
 * postgres.js rejects a transaction as soon as its connection is closed. To end the transaction's own function after
 * that would end the process: 3.4.9 then writes its `commit` or `rollback` to a socket that is not there.
 */
const isPostgresJsTransaction = (db: unknown): boolean => {
  const { session } = Object(db) as { readonly session?: { readonly client?: { readonly savepoint?: unknown } } }
  return typeof session?.client?.savepoint === 'function'
}

/** In the words of postgres.js, which `within` or Drizzle may have wrapped; a server says `FATAL` before it closes. */
function isLostConnection(error: unknown): boolean {
  const seen = new Set<unknown>()
  for (let at = error; at !== undefined && !seen.has(at); at = (Object(at) as { readonly cause?: unknown }).cause) {
    seen.add(at)
    const { code, severity } = Object(at) as { readonly [member: string]: unknown }
    if (/^CONNECTION_(?:CLOSED|DESTROYED|ENDED)$/.test(String(code)) || severity === 'FATAL') return true
  }
  return false
}

/** A connection that is taken out of a pool and says when it is lost: node-postgres's, and drivers of its kind. */
interface PooledConnection {
  on(event: 'error', listener: (error: unknown) => void): unknown
  off(event: 'error', listener: (error: unknown) => void): unknown
  release(): unknown
}

/** The one of a transaction; undefined for a pool, whose errors are those of other connections. */
function pooledConnection(db: unknown): PooledConnection | undefined {
  const { session } = Object(db) as { readonly session?: { readonly client?: Partial<PooledConnection> } }
  const { client } = session ?? {}
  const isOne =
    typeof client?.on === 'function' && typeof client.off === 'function' && typeof client.release === 'function'
  return isOne ? (client as PooledConnection) : undefined
}

interface ConnectionWatch {
  /** Rejects as soon as the connection is lost. */
  readonly lost: Promise<never>
  readonly end: () => void
}

/**
 * Between two statements, as while an export waits for a slow client, node-postgres emits `error` on a connection that
 * is lost, and Node ends a process in which nobody listens.
 */
function watchConnection(db: unknown): ConnectionWatch | null {
  const connection = pooledConnection(db)
  if (connection === undefined) return null
  let lose: (error: unknown) => void = () => {}
  let isLost = false
  const lost = new Promise<never>((_, reject) => {
    lose = (error) => {
      isLost = true
      reject(error as Error)
    }
  })
  lost.catch(() => {})
  connection.on('error', lose)
  return {
    lost,
    end: () => {
      // One that is lost emits a second error when its socket closes, and is not used again.
      if (!isLost) connection.off('error', lose)
    },
  }
}
