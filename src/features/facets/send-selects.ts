// Facets: several selects, sent together where the driver can.
import type { SQL } from 'drizzle-orm'
import { type BatchDatabase, isTransaction, runBatch, sendsBatches } from '../../drizzle/databases.js'
import { wholeRows } from '../../drizzle/whole-rows.js'
import { runObserved, tell, throwObserved } from '../../page/send.js'
import type { StatementEvent } from '../../types/statement.js'
import type { ListDatabase, MaybePromise } from '../../types/database.js'
import type { Row } from '../../types/row.js'
import { allEnded, chain, isPromiseLike } from '../../basics/maybe-promise.js'
import type { FacetRow, FacetStatement } from './facet-statement.js'

/** Drizzle's select, as far as facets need it. */
interface FacetSelect {
  from(source: SQL): FacetSelect
  where(condition: SQL | undefined): FacetSelect
  groupBy(...keys: SQL[]): FacetSelect
  orderBy(...terms: SQL[]): FacetSelect
  limit(rows: number): FacetSelect
  /** Only SQLite: at once with a synchronous driver. */
  all?(): MaybePromise<FacetRow[]>
  execute(): MaybePromise<FacetRow[]>
  /** SQL Server, instead of `limit`. */
  offset?(rows: number): { fetch?(rows: number): FacetSelect }
  toSQL(): { readonly sql: string; readonly params: unknown[] }
}

interface SendOptions {
  readonly signal?: AbortSignal | undefined
  readonly onStatement?: ((event: StatementEvent) => void) | undefined
}

/** The rows of each statement. A synchronous driver has run them all when this returns. */
export function sendSelects(
  db: ListDatabase,
  statements: readonly FacetStatement[],
  { signal, onStatement }: SendOptions,
): MaybePromise<readonly (readonly FacetRow[])[]> {
  const selects = statements.map((statement) => selectOf(db, statement))
  if (selects.length > 1 && sendsBatches(db)) {
    // Their rows have the fields of these selects.
    return sendTogether(db, selects, onStatement) as Promise<unknown> as Promise<FacetRow[][]>
  }
  const run = (select: FacetSelect): MaybePromise<FacetRow[]> =>
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
  if (!isPromiseLike(started)) return [started, ...rest.map((select) => run(select) as FacetRow[])]
  if (isTransaction(db)) return inTurn(started, rest, run, signal)
  return allEnded([started, ...rest.map((select) => begin(() => run(select)))])
}

/** If one of them fails, all of them fail. */
async function sendTogether(
  db: BatchDatabase,
  selects: readonly FacetSelect[],
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
  started: PromiseLike<FacetRow[]>,
  rest: readonly FacetSelect[],
  run: (select: FacetSelect) => MaybePromise<FacetRow[]>,
  signal: AbortSignal | undefined,
): Promise<FacetRow[][]> {
  const answers = [await started]
  for (const select of rest) {
    signal?.throwIfAborted()
    answers.push(await run(select))
  }
  return answers
}

function selectOf(db: ListDatabase, { fields, from, where, groupBy, orderBy, limit }: FacetStatement): FacetSelect {
  let select = (db.select(fields as never) as FacetSelect).from(from).where(where)
  if (groupBy !== undefined) select = select.groupBy(groupBy)
  if (orderBy !== undefined) select = select.orderBy(...orderBy)
  if (limit === undefined) return select
  return select.limit === undefined ? (select.offset?.(0).fetch?.(limit) ?? select) : select.limit(limit)
}
