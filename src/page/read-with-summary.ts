// Stage run: a page with aggregates of its filtered set. They are read with the count where all rows are counted, else
// after the page.
import { chain, type Steps, wait } from '../basics/maybe-promise.js'
import { COUNT, ListStatements, type Statement } from '../select/list-statements.js'
import type { ListRequest } from '../select/list-parts.js'
import type { ListDatabase } from '../types/database.js'
import type { KnownRows } from '../types/known-rows.js'
import type { Row } from '../types/row.js'
import type { Selection } from '../types/selection.js'
import type { PageRequest } from './options.js'
import { runObserved } from './send.js'

interface Summarized {
  readonly db: ListDatabase
  readonly encoded: ListRequest
  readonly statements: ListStatements
  readonly summary: Selection
}

/** Where a count's row has the summary. */
const SUMMARY = 'summary'

/** @param read the page, with a count that is made where one is sent */
export function* readWithSummary(
  { config, plan, options }: PageRequest,
  { db, encoded, statements, summary }: Summarized,
  read: (count: () => Statement) => Steps<KnownRows<Row>>,
): Steps<KnownRows<Row>> {
  const summarized = (selection: Selection): Statement =>
    new ListStatements(db, { ...encoded, selection }, { namedStatements: false }).summary()
  if (plan.limit === null || config.totals !== 'exact') {
    const known = yield* read(() => statements.count())
    options.signal?.throwIfAborted()
    const [row] = yield* wait(runObserved('summary', summarized(summary), options.onStatement))
    return { ...known, summary: row }
  }
  let found: object | undefined
  const known = yield* read(() => {
    const count = summarized({ ...COUNT, [SUMMARY]: summary })
    const keep = (rows: Row[]): Row[] => {
      found = rows[0]?.[SUMMARY] as object | undefined
      return rows
    }
    return { run: () => chain(count.run(), keep), query: () => count.query() }
  })
  return { ...known, summary: found }
}
