// Facets: several selects, sent together where the driver can.
import type { SQL } from 'drizzle-orm'
import { type BatchDatabase, isTransaction, runBatch, sendsBatches } from '../../drizzle/databases.js'
import { wholeRows } from '../../drizzle/whole-rows.js'
import { runObserved, tell, throwObserved } from '../../page/send.js'
import type { ReadOptions } from '../../types/page-request.js'
import type { Select } from '../../select/select-builder.js'
import type { ListDatabase, MaybePromise } from '../../types/database.js'
import type { Row } from '../../types/row.js'
import { allEnded, chain, isPromiseLike } from '../../basics/maybe-promise.js'
import type { FacetStatement } from './facet-statement.js'

type SendOptions = Pick<ReadOptions, 'signal' | 'onStatement'>

/** The rows of each statement. A synchronous driver has run them all when this returns. */
export function sendSelects(
  db: ListDatabase,
  statements: readonly FacetStatement[],
  { signal, onStatement }: SendOptions,
): MaybePromise<readonly (readonly Row[])[]> {
  const selects = statements.map((statement) => selectOf(db, statement))
  if (selects.length > 1 && sendsBatches(db)) {
    return sendTogether(db, selects, onStatement)
  }
  const run = (select: Select): MaybePromise<Row[]> =>
    runObserved(
      'facet',
      {
        run: () => chain(select.all === undefined ? select.execute() : select.all(), wholeRows),
        query: () => select.toSQL(),
      },
      onStatement,
    )
  const [first, ...rest] = selects
  if (first === undefined) return []
  const started = run(first)
  if (!isPromiseLike(started)) return [started, ...rest.map((select) => run(select) as Row[])]
  if (isTransaction(db)) return inTurn(started, rest, run, signal)
  return allEnded([started, ...rest.map((select) => begin(() => run(select)))])
}

/** If one of them fails, all of them fail. */
async function sendTogether(
  db: BatchDatabase,
  selects: readonly Select[],
  onStatement: SendOptions['onStatement'],
): Promise<Row[][]> {
  if (onStatement === undefined) return runBatch(db, selects)
  const started = performance.now()
  const events = () => {
    const milliseconds = performance.now() - started
    return selects.map((select) => ({ kind: 'facet' as const, ...select.toSQL(), milliseconds }))
  }
  const answers = await runBatch(db, selects).catch((error: unknown) => throwObserved(error, events(), onStatement))
  events().forEach((event, at) => tell(onStatement, { ...event, rows: answers[at]?.length ?? 0 }))
  return answers
}

/** What throws at once becomes a rejection: the statement that was sent before is observed in either case. */
const begin = async <Rows>(run: () => MaybePromise<Rows>): Promise<Rows> => run()

async function inTurn(
  started: PromiseLike<Row[]>,
  rest: readonly Select[],
  run: (select: Select) => MaybePromise<Row[]>,
  signal: AbortSignal | undefined,
): Promise<Row[][]> {
  const answers = [await started]
  for (const select of rest) {
    signal?.throwIfAborted()
    answers.push(await run(select))
  }
  return answers
}

function selectOf(db: ListDatabase, { fields, from, where, groupBy, orderBy, limit }: FacetStatement): Select {
  const rows = (db.select(fields as never) as { from(source: SQL): GroupedSelect }).from(from)
  let select = (groupBy === undefined ? rows : rows.groupBy(groupBy)).where(where)
  if (orderBy !== undefined) select = select.orderBy(...orderBy)
  if (limit === undefined) return select
  return select.fetch === undefined ? select.limit(limit) : select.offset(0).fetch(limit)
}

interface GroupedSelect extends Select {
  groupBy(...keys: SQL[]): Select
}
