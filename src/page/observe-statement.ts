// Stage run: tells a host what was sent, once it is answered.
import type { MaybePromise } from '../types/database.js'
import type { Row } from '../types/row.js'
import type { Statement } from '../select/list-statements.js'
import { chain } from '../maybe-promise.js'

/** A statement that was answered. */
export interface StatementEvent {
  /** The count of the filtered set, the rows of the page, or what the planner expects. */
  readonly kind: 'count' | 'page' | 'estimate'
  readonly sql: string
  /** As they went to the driver, in the order of their places in the statement. */
  readonly params: readonly unknown[]
  /** From the call of the driver to its decoded rows. */
  readonly milliseconds: number
  /** Rows that came back: 1 for a count. */
  readonly rows: number
}

/** Costs nothing where nobody listens. */
export function runObserved(
  kind: StatementEvent['kind'],
  statement: Statement,
  onStatement: ((event: StatementEvent) => void) | undefined,
): MaybePromise<Row[]> {
  if (onStatement === undefined) return statement.run()
  const started = performance.now()
  return chain(statement.run(), (rows) => {
    const milliseconds = performance.now() - started
    onStatement({ kind, ...statement.query(), milliseconds, rows: rows.length })
    return rows
  })
}
