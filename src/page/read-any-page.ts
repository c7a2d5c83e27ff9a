// Stages compile and run: which statements a page needs. Most pages need read-page.ts only; each other way is a
// file of its own.
import { PaginateQueryError } from '../errors.js'
import { wait } from '../basics/maybe-promise.js'
import * as refusals from '../refusals.js'
import { ListStatements } from '../select/list-statements.js'
import type { Statement } from '../types/statement.js'
import type { ListDatabase, Steps } from '../types/database.js'
import type { KnownRows } from '../types/known-rows.js'
import type { Row } from '../types/row.js'
import type { PageRequest } from '../types/page-request.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import { counted, readPage } from './read-page.js'
import { isTogether, readTogether } from './read-together.js'
import { readUncounted } from './read-uncounted.js'
import { readWithSummary } from './read-with-summary.js'
import { runObserved } from './send.js'

/** @throws the signal's reason, before the first statement or between two */
export function readAnyPage(db: ListDatabase, request: PageRequest<ResolvedConfig>): Steps<KnownRows<Row>> {
  const { options, summary } = request
  options.signal?.throwIfAborted()
  if (summary !== null) return readWithSummary(db, { ...request, summary }, readRows)
  const statements = new ListStatements(db, request, options)
  return readRows(db, statements, () => statements.count(), request)
}

function readRows(
  db: ListDatabase,
  statements: ListStatements,
  count: () => Statement,
  request: PageRequest<ResolvedConfig>,
): Steps<KnownRows<Row>> {
  const { config, plan } = request
  if (plan.limit === null) return readUnlimited(statements, request)
  const isPlain = plan.walk === null && config.totals === 'exact'
  const read = isTogether(request)
    ? readTogether(db, statements, request)
    : isPlain
      ? readPage(statements, count(), request)
      : readUncounted(db, statements, count, request)
  return plan.walk === null || config.cursors === null ? read : config.cursors.read(db, request, read)
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
  return counted(rows, rows.length, false)
}
