// Stage run: a statement is sent, and reported once it is answered.
import { isPromiseLike } from '../basics/maybe-promise.js'
import type { MaybePromise } from '../types/database.js'
import type { Row } from '../types/row.js'
import type { Statement, StatementEvent } from '../types/statement.js'

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
  statement: Statement<Rows>,
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
