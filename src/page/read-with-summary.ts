// Stage run: a page with aggregates of its filtered set. They are read with the count where all rows are counted, else
// after the page.
import { chain, wait } from '../basics/maybe-promise.js'
import { COUNT, ListStatements } from '../select/list-statements.js'
import type { Statement } from '../types/statement.js'
import type { ListDatabase, Steps } from '../types/database.js'
import type { KnownRows } from '../types/known-rows.js'
import type { Row } from '../types/row.js'
import type { Selection } from '../types/selection.js'
import type { PageRequest } from '../types/page-request.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import { isTogether } from './read-together.js'
import { runObserved } from './send.js'

/** Where a count's row has the summary. */
const SUMMARY = 'summary'

/** @param readRows the page, with a count that is made where one is sent */
export function* readWithSummary(
  db: ListDatabase,
  request: PageRequest<ResolvedConfig> & { readonly summary: Selection },
  readRows: (
    db: ListDatabase,
    statements: ListStatements,
    count: () => Statement,
    request: PageRequest<ResolvedConfig>,
  ) => Steps<KnownRows<Row>>,
): Steps<KnownRows<Row>> {
  const { config, plan, options, summary } = request
  const isCounted = plan.limit !== null && config.totals === 'exact'
  const isOneStatement = isCounted && isTogether(request)
  const statements = new ListStatements(db, request, isOneStatement ? { ...options, summary } : options)
  const read = (count: () => Statement): Steps<KnownRows<Row>> => readRows(db, statements, count, request)
  if (isOneStatement) return yield* read(() => statements.count())
  const summarized = (selection: Selection): Statement =>
    new ListStatements(db, { ...request, selection }, { namedStatements: false }).summary()
  if (!isCounted) {
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
