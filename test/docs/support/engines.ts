// The documentation's example on the engines that run here, and rendered for MySQL.
import Database from 'better-sqlite3'
import { is, Table } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { MySqlDialect } from 'drizzle-orm/mysql-core'
import { applyFilters, type AnyPaginateConfig, type ListDatabase, type PaginateQuery } from 'drizzle-paginate'
import { createTableSql, type TestDialect } from '../../support/create-tables.js'
import { pglite } from '../../support/databases/pglite.js'
import { type Statement, StatementLog } from '../../support/statement-log.js'
import { articleList as mysqlList } from '../example/mysql/article-list.js'
import * as mysqlSchema from '../example/mysql/schema.js'
import { names } from '../example/names.js'
import { articleList as postgresList } from '../example/postgres/article-list.js'
import * as postgresSchema from '../example/postgres/schema.js'
import { rows } from '../example/rows.js'
import { articleList as sqliteList } from '../example/sqlite/article-list.js'
import * as sqliteSchema from '../example/sqlite/schema.js'

export interface ExampleEngine {
  readonly dialect: TestDialect
  /** Values of the names that blocks do not declare. */
  readonly names: Readonly<Record<string, unknown>>
  /** Null where nothing runs. */
  readonly db: ListDatabase | null
  readonly log: { clear(): void; statements(): readonly Statement[] }
  readonly where: (query: PaginateQuery, config: AnyPaginateConfig) => Statement
  readonly close: () => Promise<void>
}

const noWhere = (): never => {
  throw new Error('Taken from the statements that were sent.')
}

async function fill(
  db: { insert(table: never): { values(rows: never): PromiseLike<unknown> } },
  schema: object,
): Promise<void> {
  for (const [name, values] of Object.entries(rows))
    await db.insert((schema as Record<string, unknown>)[name] as never).values(values as never)
}

const createAll = (dialect: TestDialect, schema: object): string =>
  Object.values(schema)
    .filter((table) => is(table, Table))
    .map((table) => createTableSql(dialect, table as Table))
    .join(';')

const common = { ...names, isModerator: true, tenantId: 1 }

export async function openPostgres(): Promise<ExampleEngine> {
  const database = await pglite.open()
  await database.execute(
    `drop schema if exists docs cascade; create schema docs; set search_path to docs; set time zone 'UTC'; ${createAll('postgresql', postgresSchema)}`,
  )
  await fill(database.db, postgresSchema)
  return {
    dialect: 'postgresql',
    names: { ...common, db: database.db, schema: postgresSchema, ...postgresSchema, articleList: postgresList },
    db: database.db,
    log: { clear: () => database.clear(), statements: () => database.statements() },
    where: noWhere,
    close: async () => {
      await database.execute('set search_path to public; drop schema docs cascade')
      await database.close()
    },
  }
}

export async function openSqlite(): Promise<ExampleEngine> {
  const client = new Database(':memory:')
  const log = new StatementLog()
  const db = drizzle({ client, logger: log })
  client.exec(createAll('sqlite', sqliteSchema))
  await fill(db as never, sqliteSchema)
  return {
    dialect: 'sqlite',
    names: { ...common, db, schema: sqliteSchema, ...sqliteSchema, articleList: sqliteList },
    db,
    log: { clear: () => log.clear(), statements: () => [...log.entries] },
    where: noWhere,
    close: async () => void client.close(),
  }
}

/** No server is needed to render a statement. */
export function renderMysql(): ExampleEngine {
  return {
    dialect: 'mysql',
    names: { ...common, schema: mysqlSchema, ...mysqlSchema, articleList: mysqlList },
    db: null,
    log: { clear: () => {}, statements: () => [] },
    where: (query, config) => {
      const { where } = applyFilters(query, config).joined
      const { sql, params } = new MySqlDialect().sqlToQuery((where as never) ?? (undefined as never))
      return { sql: `where ${sql}`, params }
    },
    close: async () => {},
  }
}
