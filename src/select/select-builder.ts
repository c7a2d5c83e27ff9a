// Stage run: the calls that are made on Drizzle's own select builder, and what differs there between its lines and
// dialects.
import type { SQL, SQLWrapper, Table } from 'drizzle-orm'
import type { StatementFacts } from '../dialects/dialect.js'
import { type StartState, withState } from '../drizzle/session.js'
import { wholeRows } from '../drizzle/whole-rows.js'
import { fromItem } from '../fragments/source-name.js'
import { chain } from '../basics/maybe-promise.js'
import { filled } from '../kept/slots.js'
import type { JoinedTable } from '../types/config.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { ScopeAnswers } from '../types/scope-answers.js'
import type { Query } from '../types/sql.js'
import type { Row } from '../types/row.js'

/** Drizzle's select, the part of it that is common to all dialects. */
export interface Select {
  leftJoin(table: Table, on: SQL): Select
  innerJoin(table: Table | SelectAsTable, on: SQL): Select
  where(condition: SQL | undefined): Select
  orderBy(...terms: SQL[]): Select
  limit(limit: number | SQLWrapper): Select
  offset(offset: number | SQLWrapper): Select & Required<Pick<Select, 'fetch'>>
  /** Only SQL Server, instead of `limit`. */
  fetch?(rows: number | SQLWrapper): Select
  as(alias: string): SelectAsTable
  unionAll(other: Select): Select
  getSQL(): SQL
  toSQL(): Query
  /** Asks the session to prepare the statement. */
  prepare(name?: string): unknown
  /** PostgreSQL: prepares without a name on both lines, which the public method of 1.0 does not do. */
  _prepare?(name?: string): unknown
  /** SQLite: runs the statement; a synchronous driver returns the rows at once. */
  all?(): MaybePromise<Row[]>
  execute(): MaybePromise<Row[]>
}

/** A select in a `from`, with its columns. */
export interface SelectAsTable {
  readonly [column: string]: unknown
}

/** What `db.select(fields)` returns, before `from`. */
export interface SelectStart extends StartState {
  /** Set where the statement is not kept, and the list has slots for values of a scope. */
  readonly answers?: ScopeAnswers
  /** Common tables, of `db.with(…)`. */
  readonly withList?: readonly unknown[]
  from(table: Table): Select
}

export interface StatementParts {
  readonly table: Table
  /** An inner join before all others. */
  readonly first?: { readonly table: SelectAsTable; readonly on: SQL }
  readonly joins: readonly JoinedTable[]
  readonly where: SQL | undefined
  readonly orderBy?: readonly SQL[] | undefined
  readonly limit?: SQLWrapper | number
  readonly offset?: SQLWrapper | number | undefined
}

/** A database of replicas chooses one here: count and page are then read from the same one. */
export function startSelect(db: ListDatabase, fields: unknown): SelectStart {
  return db.select(fields as never) as SelectStart
}

/** The same for statements with the values of the list's scope instead of their slots. */
export const startFilled = (start: SelectStart, answers: ScopeAnswers | null): SelectStart =>
  answers === null ? start : withState<SelectStart>(start, { answers, fields: filled(start.fields, answers) })

/** The same builder over other fields, and in another session where one is given. */
export function restartSelect(start: SelectStart, fields: unknown, session = start.session): SelectStart {
  return withState<SelectStart>(start, {
    fields: filled(fields, start.answers ?? null),
    ...(session !== undefined && { session }),
  })
}

export function buildSelect(start: SelectStart, given: StatementParts): Select {
  const parts = start.answers === undefined ? given : filled({ ...given }, start.answers)
  let select = start.from(fromItem(parts.table))
  if (parts.first !== undefined) select = select.innerJoin(parts.first.table, parts.first.on)
  for (const { kind, table, on } of parts.joins) {
    const item = fromItem(table)
    select = kind === 'left' ? select.leftJoin(item, on) : select.innerJoin(item, on)
  }
  select = select.where(parts.where)
  if (parts.orderBy !== undefined) select = select.orderBy(...parts.orderBy)
  // SQL Server's builder has `offset … fetch …`, and no fetch without an offset.
  if (select.fetch !== undefined)
    return parts.limit === undefined ? select : select.offset(parts.offset ?? 0).fetch(parts.limit)
  if (parts.limit !== undefined) select = select.limit(parts.limit)
  return parts.offset === undefined ? select : select.offset(parts.offset)
}

/** Runs a select as Drizzle does. `all` of a synchronous driver returns at once; `execute` never does. */
export function runSelect(select: Select, { runBy }: StatementFacts): MaybePromise<Row[]> {
  return chain(runBy === 'all' && select.all !== undefined ? select.all() : select.execute(), wholeRows)
}
