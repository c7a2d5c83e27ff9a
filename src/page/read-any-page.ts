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
import { refuseUnreadNulls } from './unread-nulls.js'

/** @throws the signal's reason, before the first statement or between two */
export function readAnyPage(db: ListDatabase, request: PageRequest<ResolvedConfig>): Steps<KnownRows<Row>> {
  const { config, shape, values, selection, where, options, summary } = request
  options.signal?.throwIfAborted()
  const asked = { config, shape, values, selection, where }
  if (summary !== null) return readWithSummary(db, { ...request, summary }, asked, readRows)
  const statements = new ListStatements(db, asked, options)
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
  if (isTogether(request)) return walking(db, statements, request, readTogether(db, statements, request))
  if (plan.walk === null && config.totals === 'exact') return readPage(statements, count(), request)
  return walking(db, statements, request, readUncounted(db, statements, count, request))
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

/**
 * @throws PaginateQueryError where the request's position is to blame for an error of the database's
 * @throws PaginateConfigError where nulls that the schema rules out lie behind the last page
 */
function* walking(
  db: ListDatabase,
  statements: ListStatements,
  { config, plan: { walk }, options }: PageRequest<ResolvedConfig>,
  read: Steps<KnownRows<Row>>,
): Steps<KnownRows<Row>> {
  if (walk === null) return yield* read
  let known: KnownRows<Row>
  try {
    known = yield* read
  } catch (error) {
    const refusal = yield* wait(config.cursors?.blame(error, walk, db, config) ?? null)
    throw refusal === null ? error : new PaginateQueryError(refusal)
  }
  if (!known.hasMore) yield* refuseUnreadNulls(statements, walk, config, options)
  return known
}
