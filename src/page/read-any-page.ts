// Stages compile and run: which statements a page needs. Most pages need read-page.ts only; what a list has for its pages
// in addition reads them in its own way.
import { PaginateQueryError } from '../errors.js'
import { wait } from '../basics/maybe-promise.js'
import * as refusals from '../refusals.js'
import { ListStatements } from '../select/list-statements.js'
import type { ListDatabase, Steps } from '../types/database.js'
import type { KnownRows } from '../types/known-rows.js'
import type { PageRequest } from '../types/page-request.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { Row } from '../types/row.js'
import type { Statement } from '../types/statement.js'
import type { Settings } from './check-arguments.js'
import { counted, readPage } from './read-page.js'
import { readUncounted } from './read-uncounted.js'
import { runObserved } from './send.js'

/** @throws the signal's reason, before the first statement or between two */
export function readAnyPage(
  db: ListDatabase,
  request: PageRequest<ResolvedConfig>,
  { summary, together }: Pick<Settings, 'summary' | 'together'>,
): Steps<KnownRows<Row>> {
  const { config, plan, options } = request
  options.signal?.throwIfAborted()
  const readRows = (count?: () => Statement): Steps<KnownRows<Row>> => {
    const read = together?.(db, request) ?? readInTurn(db, request, count)
    return plan.walk === null || config.cursors === null ? read : config.cursors.read(db, request, read)
  }
  return summary === null ? readRows() : summary.read(db, request, readRows)
}

/** @param ownCount instead of the list's, where all rows are counted */
function readInTurn(
  db: ListDatabase,
  request: PageRequest<ResolvedConfig>,
  ownCount?: () => Statement,
): Steps<KnownRows<Row>> {
  const { config, plan, options } = request
  const statements = new ListStatements(db, request, options)
  if (plan.limit === null) return readUnlimited(statements, request)
  const count = ownCount ?? (() => statements.count())
  const isPlain = plan.walk === null && config.totals === 'exact'
  return isPlain ? readPage(statements, count(), request) : readUncounted(db, statements, count, request)
}

/**
 * Only the page, with one row more than the ceiling allows.
 *
 * @throws PaginateQueryError `limit.too_many_rows`
 */
function* readUnlimited(
  statements: ListStatements,
  { config, options }: PageRequest<ResolvedConfig>,
): Steps<KnownRows<Row>> {
  // Only a configuration that allows it has planned an unlimited read.
  const maxRows = config.unlimitedMaxRows as number
  const page = statements.page({ isReversed: false, form: 'plain', limit: maxRows + 1, offset: 0 })
  const rows = yield* wait(runObserved('page', page, options.onStatement))
  if (rows.length > maxRows) throw new PaginateQueryError(refusals.limitTooManyRows(maxRows))
  return counted(rows, rows.length, 0)
}
