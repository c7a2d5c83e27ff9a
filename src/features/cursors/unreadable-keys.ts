// Stage run: a cursor with a value of a type that only the server can read. The text is the client's, so its rejection
// gets a 400.
import { type SQL, sql } from 'drizzle-orm'
import { DIALECTS } from '../../dialects/index.js'
import { isTransaction } from '../../drizzle/databases.js'
import { wait } from '../../basics/maybe-promise.js'
import { runObserved } from '../../page/send.js'
import * as refusals from '../../refusals.js'
import { joinsOf } from '../../select/join-parts.js'
import { buildSelect, type Select, startFilled, startSelect } from '../../select/select-builder.js'
import { orderKey } from '../../sql/compile-shape.js'
import type { PageRequest, ReadOptions } from '../../types/page-request.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { Refusal } from '../../types/result.js'
import type { ListDatabase, Steps } from '../../types/database.js'
import type { Row } from '../../types/row.js'
import type { BoundKey, OrderTerm, PositionKey, Walk } from '../../types/position.js'

interface DoubtfulKey extends Pick<OrderTerm, 'key' | 'field'> {
  readonly bound: BoundKey
}

/**
 * The values of the request's position that nothing here can check: of SQL types that Drizzle has no column for, arrays,
 * whose elements may be beyond a `real` or a `numeric(5,2)`, text that the server reads as the type of the other side,
 * expressions of MySQL, MySQL's dates with a zero in them, and infinite intervals.
 */
function doubtfulKeys({ position, order }: Walk): readonly DoubtfulKey[] {
  if (position === null) return []
  return order.flatMap(({ key, field }: OrderTerm, at) => {
    const bound = position.keys[at] ?? null
    const isRead = bound === null || !(isDoubtful(key) || isZeroDay(key, bound) || isInfiniteInterval(key, bound))
    return isRead ? [] : [{ key, field, bound }]
  })
}

const isDoubtful = (key: PositionKey): boolean => isCompared(key) || key.kind === 'other' || key.kind === 'array'

/**
 * MariaDB compares with `0000-00-00`, and rows may hold it. MySQL refuses to, unless `sql_mode` lets it in.
 */
const isZeroDay = ({ kind, dialect }: PositionKey, { value }: BoundKey): boolean =>
  (kind === 'timestamp' || kind === 'date') && DIALECTS[dialect].typing === 'converting' && ZERO_DAY.test(String(value))
const ZERO_DAY = /^\d{4}-(?:00|\d\d-00)/

/** PostgreSQL has them from version 17 on, and refuses to read one before. */
const isInfiniteInterval = ({ kind }: PositionKey, { form, value }: BoundKey): boolean =>
  (kind === 'interval' || form === 'interval') && String(value).includes('infinity')

/** Has the value no type of its own? The server reads it as the type of the other side. */
const isCompared = ({ kind, dialect }: PositionKey): boolean =>
  kind === 'driver' || kind === (DIALECTS[dialect].typing === 'strict' ? 'text' : 'other')

/**
 * Where a page fails on such a value, the server is asked for only the value: if it rejects that too, the cursor is to
 * blame. A page that does not fail costs nothing more. A transaction that failed answers nothing more, so its error
 * passes through.
 *
 * @returns `cursor.invalid`, or null
 */
export function* blamedCursor(
  error: unknown,
  walk: Walk,
  db: ListDatabase,
  request: PageRequest<ResolvedConfig>,
): Steps<Refusal | null> {
  const doubtful = doubtfulKeys(walk)
  if (doubtful.length === 0 || !isDataError(error) || isTransaction(db)) return null
  const isBlamed = yield* wait(isRefused(db, request, doubtful))
  return isBlamed ? refusals.cursorInvalid(walk.position?.side ?? 'after') : null
}

async function isRefused(
  db: ListDatabase,
  { config, options }: PageRequest<ResolvedConfig>,
  doubtful: readonly DoubtfulKey[],
): Promise<boolean> {
  const needed = new Set<number>()
  const others: [string, SQL][] = []
  const values = doubtful.map(({ key, field, bound }, at): [string, SQL] => {
    const { parameter, operand } = DIALECTS[key.dialect].keys
    const value = parameter(sql`${bound.value}`, key, bound.form)
    if (!isCompared(key) && !isZeroDay(key, bound)) return [`value${at}`, sql`${value} is null`]
    for (const join of field.joins) needed.add(join)
    const expression = orderKey(field, DIALECTS[key.dialect].sql)
    const other = operand?.(expression, key, bound.form) ?? expression
    others.push([`value${at}`, sql`${other} is null`])
    return [`value${at}`, sql`${other} = ${value}`]
  })
  const joins = joinsOf(config, [...needed])
  const isRejected = (asked: readonly [string, SQL][]): Promise<boolean> => {
    const start = startFilled(startSelect(db, Object.fromEntries(asked)), config.answers)
    const select =
      others.length > 0
        ? buildSelect(start, { table: config.table, joins, where: undefined, limit: 1 })
        : start.from(sql`(select 1) as one` as never)
    return hasDataError(select, options)
  }
  // A row whose own value cannot be computed is not the fault of the cursor.
  return (await isRejected(values)) && !(others.length > 0 && (await isRejected(others)))
}

/**
 * @throws the signal's reason, before the statement
 * @throws what the observer throws, as after every statement
 */
async function hasDataError(select: Select, { signal, onStatement }: ReadOptions): Promise<boolean> {
  signal?.throwIfAborted()
  let failure: unknown = null
  const run = async (): Promise<Row[]> => {
    try {
      return await select.execute()
    } catch (error) {
      failure = error
      throw error
    }
  }
  try {
    await runObserved('check', { run, query: () => select.toSQL() }, onStatement)
    return false
  } catch (error) {
    if (error !== failure) throw error
    return isDataError(error)
  }
}

/** MySQL: types or collations that cannot be compared, and text that is not a value of the other side's type. */
const MYSQL_ERRORS: ReadonlySet<unknown> = new Set([1267, 1271, 1292, 1300, 1366, 1525, 3854, 4078])

/**
 * SQLSTATE class 22, data exception, or a value that its domain does not allow, a syntax error in one, or one that is
 * longer than its type allows. Both Drizzle lines hand the driver's error on as the cause.
 */
function isDataError(error: unknown): boolean {
  interface Codes {
    readonly code?: unknown
    readonly errno?: unknown
  }
  const { code, errno, cause } = (error ?? {}) as Codes & { readonly cause?: Codes }
  const state = cause?.code ?? code
  return (
    MYSQL_ERRORS.has(cause?.errno ?? errno) ||
    (typeof state === 'string' && /^(?:22[0-9A-Z]{3}|23514|42601|42622|54000)$/.test(state))
  )
}
