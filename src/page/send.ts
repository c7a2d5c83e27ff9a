// Stage run: a statement is sent, and reported once it is answered.
import { isPromiseLike } from '../basics/maybe-promise.js'
import type { Statement } from '../select/list-statements.js'
import type { MaybePromise } from '../types/database.js'
import type { Row } from '../types/row.js'

/** A statement to which the database has responded, or that failed. */
export interface StatementEvent {
  /**
   * `count` of the filtered set, the rows of a `page`, one set of its items' `children`, the `findMany` of
   * `paginateRelational` (`relational`), the planner's `estimate`, a `facet`, a `batch` of a stream, a `summary`, or
   * the `check` for nulls behind the last page by cursor.
   */
  readonly kind: 'count' | 'page' | 'children' | 'relational' | 'estimate' | 'facet' | 'batch' | 'summary' | 'check'
  readonly sql: string
  /** The parameters as they were sent to the driver, in the order of their places in the statement. */
  readonly params: readonly unknown[]
  /** From the call of the driver to its decoded rows. */
  readonly milliseconds: number
  /** Rows that were read: 1 for a count and a summary, the children of all items for a set, 0 if it failed. */
  readonly rows: number
  /** The error of the driver, if the statement failed. The call rejects with it. */
  readonly error?: unknown
}

/**
 * Calls a listener of the app. It is not waited for: if an asynchronous one rejects, nobody else would listen, and Node
 * would end the process.
 */
export function tell<Event>(listener: (event: Event) => void, event: Event): void {
  const returned: unknown = listener(event)
  if (isPromiseLike(returned)) void returned.then(undefined, () => {})
}

/** Calls the listener for statements that failed, then throws their error. */
export function throwObserved(
  error: unknown,
  events: readonly Omit<StatementEvent, 'rows' | 'error'>[],
  onStatement: (event: StatementEvent) => void,
): never {
  for (const event of events) tell(onStatement, { ...event, rows: 0, error })
  throw error
}

/** Costs nothing where nobody listens. */
export function runObserved<Rows extends readonly unknown[] = Row[]>(
  kind: StatementEvent['kind'],
  statement: { readonly run: () => MaybePromise<Rows>; readonly query: Statement['query'] },
  onStatement: ((event: StatementEvent) => void) | undefined,
  countOf: (rows: Rows) => number = ({ length }) => length,
): MaybePromise<Rows> {
  if (onStatement === undefined) return statement.run()
  const started = performance.now()
  const event = () => ({ kind, ...statement.query(), milliseconds: performance.now() - started })
  const failed = (error: unknown): never => throwObserved(error, [event()], onStatement)
  const answered = (rows: Rows): Rows => {
    tell(onStatement, { ...event(), rows: countOf(rows) })
    return rows
  }
  let running: MaybePromise<Rows>
  try {
    running = statement.run()
  } catch (error) {
    return failed(error)
  }
  return isPromiseLike(running) ? running.then(answered, failed) : answered(running)
}
