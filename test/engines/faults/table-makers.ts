// A table of an id and one column, on each dialect.
import { int, mysqlTable } from 'drizzle-orm/mysql-core'
import { type customType, integer, pgTable } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable } from 'drizzle-orm/sqlite-core'
import type { TestDialect } from '../../support/create-tables.js'

type NameColumn = ReturnType<ReturnType<typeof customType<{ data: string; driverData: string }>>>

const makePostgres = (table: string, name: NameColumn) => pgTable(table, { id: integer('id').primaryKey(), name })

/** Typed as the PostgreSQL one whatever the dialect. */
export const tableMakers: { readonly [dialect in TestDialect]: typeof makePostgres } = {
  postgresql: makePostgres,
  sqlite: ((table: string, name: never) => sqliteTable(table, { id: sqliteInteger('id').primaryKey(), name })) as never,
  mysql: ((table: string, name: never) => mysqlTable(table, { id: int('id').primaryKey(), name })) as never,
}
