// What the facts of a dialect say, the SQL written for it does too.
import { getTableName, sql } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import { drizzle as mysqlProxy } from 'drizzle-orm/mysql-proxy'
import { drizzle as pgProxy } from 'drizzle-orm/pg-proxy'
import { drizzle as singlestoreProxy } from 'drizzle-orm/singlestore-proxy'
import { expect, test } from 'vitest'
import { DIALECTS, dialectOfDatabase } from '../../src/dialects/index.js'
import { DIALECT_NAMES, type DialectName, type EstimatingDialect } from '../../src/vocabulary.js'
import { dialectOf } from '../../src/builder/read-table.js'

test('an estimate is offered where the planner is asked', () => {
  const estimating: readonly EstimatingDialect[] = ['postgresql', 'mysql'] satisfies readonly EstimatingDialect[]
  expect(DIALECT_NAMES.filter((name) => DIALECTS[name].statements.explain !== null)).toEqual(estimating)
})

test("the prefixes of Drizzle's classes are told apart, none begins with another", () => {
  const prefixes = DIALECT_NAMES.map((name) => DIALECTS[name].classPrefix)
  const clashes = prefixes.filter((one) => prefixes.some((other) => other !== one && one.startsWith(other)))
  expect(clashes).toEqual([])
})

/** 1.0 has one dialect for both kinds of drivers. */
const { SQLiteSyncDialect, SQLiteAsyncDialect, SQLiteDialect } = lite as unknown as Record<string, new () => object>
const SqliteSyncDialect = (SQLiteSyncDialect ?? SQLiteDialect) as new () => object
const SqliteAsyncDialect = (SQLiteAsyncDialect ?? SQLiteDialect) as new () => object

const tables = {
  postgresql: pg.pgTable('rows', { id: pg.integer() }),
  mysql: my.mysqlTable('rows', { id: my.int() }),
  sqlite: lite.sqliteTable('rows', { id: lite.integer() }),
}

test.each(Object.entries(tables))('a table of %s shows its dialect, and so do its views', (name, table) => {
  expect(getTableName(table)).toBe('rows')
  expect(dialectOf(table)).toBe(name)
})

test('a materialized view has the dialect of its class', () => {
  const view = pg.pgMaterializedView('seen', { id: pg.integer() }).as(sql`select 1`)
  expect(dialectOf(view)).toBe('postgresql')
})

// In the words of `Dialect`, from which stages of a request follow.
test.each<
  [
    dialect: DialectName,
    facts: readonly [typing: string, nulText: boolean, nullsLast: boolean, enums: boolean, prefix: boolean],
  ]
>([
  ['postgresql', ['strict', false, true, false, false]],
  ['cockroach', ['strict', false, false, false, false]],
  ['sqlite', ['per-value', true, false, false, false]],
  ['mysql', ['converting', true, false, true, true]],
  ['singlestore', ['converting', true, false, true, false]],
  ['mssql', ['converting', true, false, false, false]],
])('%s: typing, holds NUL, sorts nulls last, numbers enums, sorts by a prefix: %j', (dialect, facts) => {
  const { typing, hasNulText, sortsNullsLast, numbersEnums, sortsByPrefix } = DIALECTS[dialect]
  expect([typing, hasNulText, sortsNullsLast, numbersEnums, sortsByPrefix]).toEqual(facts)
})

test('types without an order are of PostgreSQL alone', () => {
  const geometry = ['point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle']
  const found = DIALECT_NAMES.map((name) => [name, DIALECTS[name].unsortableTypes])
  expect(Object.fromEntries(found)).toEqual({
    postgresql: ['json', 'xml', ...geometry],
    mysql: [],
    sqlite: [],
    singlestore: [],
    mssql: [],
    cockroach: [],
  })
})

test.each<[title: string, db: object, dialect: DialectName | undefined]>([
  ['PostgreSQL', pgProxy(async () => ({ rows: [] })), 'postgresql'],
  ['MySQL', mysqlProxy(async () => ({ rows: [] })), 'mysql'],
  ['SingleStore', singlestoreProxy(async () => ({ rows: [] })), 'singlestore'],
  ['SQLite whose driver waits', { dialect: new SqliteAsyncDialect() }, 'sqlite'],
  ['SQLite whose driver returns at once', { dialect: new SqliteSyncDialect() }, 'sqlite'],
  ['nobody, which wraps a database', {}, undefined],
])('a database of %s shows its dialect', (_title, db, dialect) => {
  expect(dialectOfDatabase(db)).toBe(dialect)
})
