// Lists on three dialects, and the statements that Drizzle renders for their requests without a connection.
import { eq, type SQL, sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { paginateConfig, PaginateQuery } from '../../src/index.js'
import { createPlan } from '../../src/plan/create-plan.js'
import { normalizeQuery } from '../../src/request/paginate-query.js'
import type { PageRead } from '../../src/select/list-parts.js'
import { ListStatements } from '../../src/select/list-statements.js'
import { compileShape, type ListSql } from '../../src/sql/compile-shape.js'
import { encodePlan } from '../../src/sql/encode-plan.js'
import type { ListDatabase } from '../../src/types/database.js'
import type { ListRequest } from '../../src/types/page-request.js'
import type { ListPlan } from '../../src/types/plan.js'
import type { ResolvedConfig } from '../../src/types/resolved-config.js'
import type { Query } from '../../src/types/sql.js'

const postgresTables = () => ({
  articles: pg.pgTable('articles', {
    id: pg.integer('id').primaryKey(),
    title: pg.text('title').notNull(),
    views: pg.integer('views'),
    authorId: pg.integer('author_id'),
  }),
  authors: pg.pgTable('authors', {
    id: pg.integer('id').primaryKey(),
    name: pg.text('name').notNull(),
    cityId: pg.integer('city_id'),
  }),
  cities: pg.pgTable('cities', { id: pg.integer('id').primaryKey(), name: pg.text('name').notNull() }),
  places: pg.pgTable('places', { row: pg.integer('row').notNull(), seat: pg.integer('seat').notNull() }, (places) => [
    pg.primaryKey({ columns: [places.row, places.seat] }),
  ]),
})
type Tables = ReturnType<typeof postgresTables>

const sqliteTables = (): unknown => ({
  articles: sqlite.sqliteTable('articles', {
    id: sqlite.integer('id').primaryKey(),
    title: sqlite.text('title').notNull(),
    views: sqlite.integer('views'),
    authorId: sqlite.integer('author_id'),
  }),
  authors: sqlite.sqliteTable('authors', {
    id: sqlite.integer('id').primaryKey(),
    name: sqlite.text('name').notNull(),
    cityId: sqlite.integer('city_id'),
  }),
  cities: sqlite.sqliteTable('cities', { id: sqlite.integer('id').primaryKey(), name: sqlite.text('name').notNull() }),
})
const mysqlTables = (): unknown => ({
  articles: mysql.mysqlTable('articles', {
    id: mysql.int('id').primaryKey(),
    title: mysql.varchar('title', { length: 50 }).notNull(),
    views: mysql.int('views'),
    authorId: mysql.int('author_id'),
  }),
  authors: mysql.mysqlTable('authors', {
    id: mysql.int('id').primaryKey(),
    name: mysql.varchar('name', { length: 50 }).notNull(),
    cityId: mysql.int('city_id'),
  }),
  cities: mysql.mysqlTable('cities', {
    id: mysql.int('id').primaryKey(),
    name: mysql.varchar('name', { length: 50 }).notNull(),
  }),
})

/** Typed as PostgreSQL's, whatever the dialect. */
export const tables = { postgres: postgresTables(), sqlite: sqliteTables() as Tables, mysql: mysqlTables() as Tables }
export type DialectName = keyof typeof tables

export const listOf = (dialect: DialectName) => {
  const { articles, authors, cities } = tables[dialect]
  return paginateConfig(articles)
    .leftJoin('author', authors, eq(authors.id, articles.authorId))
    .leftJoin('city', cities, eq(cities.id, authors.cityId))
    .withLimits(10, 100)
    .withTieBreaker('id')
    .sortable('title', 'views', 'author.name', 'city.name')
    .searchable('title', 'author.name')
    .filterable('title', '$ilike', '$eq')
    .filterable('author.name', '$eq')
    .filterable('views', '$gte')
    .allowUnlimited(500)
}

const builders = { postgres: new pg.QueryBuilder(), sqlite: new sqlite.QueryBuilder(), mysql: new mysql.QueryBuilder() }
/** Drizzle's builder, which has no session. */
export const builderOf = (dialect: DialectName): never => builders[dialect] as never

interface More {
  readonly where?: SQL | undefined
  readonly selection?: object
}

export function requestOf(
  config: object,
  query: string,
  { where, selection }: More = {},
): ListRequest<ResolvedConfig> & { readonly plan: ListPlan } {
  const resolved = resolvedConfig(config as never)
  const planned = createPlan(normalizeQuery(PaginateQuery.from(query)), resolved)
  if (!planned.ok) throw new Error(planned.refusal.message)
  const [key] = resolved.rowKey ?? []
  const plan = planned.value
  return {
    config: resolved,
    plan,
    ...encodePlan(plan, resolved),
    selection: (selection ?? { id: key }) as never,
    where,
  }
}

/** Its SQL, over the values themselves. */
export const compiled = ({ shape, values, config }: ListRequest<ResolvedConfig>): ListSql =>
  compileShape(shape, config, (slot, encoder) => sql.param(values[slot], encoder))

/** Statements whose texts are cached; null where they are not. */
export function keptStatements(
  db: ListDatabase,
  request: ListRequest<ResolvedConfig>,
  namedStatements = true,
): ListStatements | null {
  const statements = new ListStatements(db, request, { namedStatements })
  return statements.isKept ? statements : null
}

/** Statements that are built anew. */
export const freshStatements = (db: ListDatabase, request: ListRequest<ResolvedConfig>): ListStatements =>
  new ListStatements(db, request, { namedStatements: false, isFresh: true })

type Statements = Pick<ListStatements, 'facts' | 'count' | 'page'>

export function statementsOf(dialect: DialectName, config: object, query: string, more: More = {}): Statements {
  const statements = freshStatements(builderOf(dialect), requestOf(config, query, more))
  return {
    facts: statements.facts,
    count: () => statements.count(),
    page: (asked) => statements.page(asked),
  }
}

export const read = (form: PageRead['form'], offset: number, more: Partial<PageRead> = {}): PageRead => ({
  isReversed: false,
  form,
  limit: 10,
  offset,
  ...more,
})

/** Text without the quotes of names, and parameters. */
export const shown = ({ sql, params }: Query): readonly unknown[] => [sql.replaceAll(/["`]/g, ''), ...params]
