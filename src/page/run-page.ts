// Stage run: the statements of one page, in order, and what they prove of the total.
import { sendsBatches } from '../drizzle/session.js'
import { PaginateQueryError } from '../errors.js'
import * as refusals from '../refusals.js'
import { keptStatements } from '../kept/kept-statements.js'
import { type ListStatements, listStatements } from '../select/list-statements.js'
import { chain } from '../maybe-promise.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import { runObserved } from './observe-statement.js'
import { counted, type PageRequest, type PageResult } from './page-request.js'
import { readCounted } from './read-counted.js'
import { readUncounted } from './read-uncounted.js'
import { doubtfulKeys, readWithDoubt } from './unreadable-keys.js'
import { isTransaction } from './send-together.js'

/**
 * @param finish makes the answer of what was read
 * @throws PaginateQueryError `limit.too_many_rows` where an unlimited read passes its ceiling
 * @throws the signal's reason, before the first statement or between two
 */
export function runPage<Answer>(
  db: ListDatabase,
  asked: PageRequest,
  finish: (result: PageResult) => MaybePromise<Answer>,
): MaybePromise<Answer> {
  asked.signal?.throwIfAborted()
  // A transaction has one connection: statements sent at once would wait for one another there.
  const request = asked.together && isTransaction(db) ? { ...asked, together: false } : asked
  const { plan, config, together } = request
  // A batch takes selects of Drizzle's own.
  const isBatch = together && plan.limit !== null && sendsBatches(db)
  // Statements of a shape that was asked for before are found; everything else takes the plain road.
  const statements = (isBatch ? null : keptStatements(db, request)) ?? listStatements(db, request)
  if (plan.limit === null) return readAll(statements, request, finish)
  if (plan.cursor === null && config.totals === 'exact') return readCounted(db, statements, request, plan.limit, finish)
  const { limit } = plan
  const read = (): MaybePromise<PageResult> => readUncounted(db, statements, request, limit)
  const doubtful = doubtfulKeys(plan)
  return chain(doubtful.length === 0 ? read() : readWithDoubt(db, request, doubtful, read), finish)
}

function readAll<Answer>(
  statements: ListStatements,
  { config, onStatement }: PageRequest,
  finish: (result: PageResult) => MaybePromise<Answer>,
): MaybePromise<Answer> {
  // Only a configuration that allows it has planned an unlimited read.
  const maxRows = config.unlimitedMaxRows as number
  const page = statements.page({ isReversed: false, form: 'plain', limit: maxRows + 1, offset: 0 })
  return chain(runObserved('page', page, onStatement), (rows) => {
    if (rows.length > maxRows) throw new PaginateQueryError(refusals.limitTooManyRows(maxRows))
    return finish(counted(rows, rows.length, false))
  })
}
