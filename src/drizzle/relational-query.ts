// Drizzle's relational queries: what `db.query.orders` holds, and how a statement of ours is sent through one.
import { type SQL, sql, type Table } from 'drizzle-orm'
import { chain } from '../basics/maybe-promise.js'
import type { MaybePromise } from '../types/database.js'
import type { Row } from '../types/row.js'
import { kindOf } from './kinds.js'
import type { PreparedText } from './session.js'
import { usedTables } from './used-tables.js'
import { wholeRows } from './whole-rows.js'

/** `db.query.orders`, of any dialect. */
export interface AnyRelationalBuilder {
  // `findMany` is generic in what its own tables allow, so nothing narrower accepts all of them.
  // oxlint-disable-next-line typescript/no-explicit-any -- its argument and its answer are read by the types of features/relational
  readonly findMany: (config?: any) => any
}

const NO_SQL = /* @__PURE__ */ sql``

interface BuilderInternals {
  readonly table: Table
  readonly dialect: Renderer
}

/** Drizzle's dialect object, as far as it writes SQL. */
export interface Renderer {
  readonly sqlToQuery: (fragment: SQL) => PreparedText
}

export const textOf = (fragment: SQL, dialect: Renderer): PreparedText => ({
  ...dialect.sqlToQuery(fragment),
  tables: usedTables(fragment),
})

/** A query that is not sent yet. */
export interface RelationalQuery {
  toSQL(): PreparedText
  execute(): MaybePromise<Row[]>
  /** SQLite: with a synchronous driver the rows are there at once. */
  sync?(): Row[]
}

/** True of Drizzle's own builders, on both lines and of every dialect. */
export const isRelationalBuilder = (value: unknown): value is AnyRelationalBuilder =>
  typeof value === 'object' && value !== null && /RelationalQueryBuilder(?:V2)?$/.test(kindOf(value) ?? '')

/** 1.0 takes conditions and extras as records of functions of the aliased table, 0.45 as functions of its columns. */
export const isSecondVersion = (builder: object): boolean => kindOf(builder)?.endsWith('V2') === true

export const builderInternals = (builder: object): BuilderInternals => builder as BuilderInternals

/** A synchronous driver's rows are there when this returns. */
export const runRelational = (query: RelationalQuery): MaybePromise<Row[]> =>
  chain(query.sync === undefined ? query.execute() : query.sync(), wholeRows)

/**
 * A statement of ours as a relational query: sent, logged and traced as Drizzle sends its own, in the session of the
 * builder, a transaction's too. It is given its text and its fields in the one place where Drizzle makes them.
 *
 * @param text with its values
 * @param fields by the names that they have in the statement
 */
export function relationalStatement(
  builder: AnyRelationalBuilder,
  text: PreparedText,
  fields: Readonly<Record<string, SQL>>,
): RelationalQuery {
  const selection = Object.entries(fields).map(([name, field]) => ({
    // 0.45
    dbKey: name,
    tsKey: name,
    relationTableTsKey: undefined,
    isJson: false,
    isExtra: true,
    selection: isSecondVersion(builder) ? undefined : [],
    // 1.0
    key: name,
    fieldType: 'SQL',
    field,
  }))
  return Object.assign(builder.findMany({}) as RelationalQuery, {
    // 1.0 asks for the tables where the database has a cache: those of `sql`, and those that it is told.
    _toSQL: () => ({ query: { selection, sql: NO_SQL }, builtQuery: text, usedTables: new Set(text.tables) }),
    toSQL: () => text,
  })
}
