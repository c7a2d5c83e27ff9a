// Stage run: tells a host what was sent, once it is answered.
import type { MaybePromise } from '../types/database.js'
import { chain } from './maybe-promise.js'
import type { PlaceholderValues, PreparedStatement, Row } from './select-builder.js'

/** A statement that was answered. */
export interface StatementEvent {
  /** The count of the filtered set, or the rows of the page. */
  readonly kind: 'count' | 'page'
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
  statement: PreparedStatement,
  values: PlaceholderValues,
  onStatement: ((event: StatementEvent) => void) | undefined,
): MaybePromise<Row[]> {
  if (onStatement === undefined) return statement.run(values)
  const started = performance.now()
  return chain(statement.run(values), (rows) => {
    const milliseconds = performance.now() - started
    onStatement({ kind, ...statement.query(values), milliseconds, rows: rows.length })
    return rows
  })
}
