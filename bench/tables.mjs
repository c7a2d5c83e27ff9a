// The same three tables in each dialect of Drizzle.
import { sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'

export const POSTGRES_SCHEMA = 'paginate_bench'
const { table: postgresTable } = pg.pgSchema(POSTGRES_SCHEMA)

/** As `data/postgres.mjs` makes them. */
const trigram = (name, column) => pg.index(name).using('gin', sql`${column} gin_trgm_ops`)

/** @param name the articles' table: `articles`, `articles_wide`, `articles_1000` … */
export function postgresTables(name = 'articles') {
  return {
    dialect: 'postgres',
    articles: postgresTable(
      name,
      {
        id: pg.integer().primaryKey(),
        title: pg.text().notNull(),
        summary: pg.text().notNull(),
        body: pg.text().notNull(),
        status: pg.text().notNull(),
        views: pg.integer().notNull(),
        price: pg.numeric().notNull(),
        hidden: pg.boolean().notNull(),
        createdAt: pg.timestamp('created_at').notNull(),
        updatedAt: pg.timestamp('updated_at').notNull(),
        authorId: pg.integer('author_id'),
      },
      (t) => [trigram('articles_title', t.title), pg.index('articles_created').on(t.createdAt.desc(), t.id)],
    ),
    authors: postgresTable(
      'authors',
      {
        id: pg.integer().primaryKey(),
        name: pg.text().notNull(),
        country: pg.text().notNull(),
      },
      (t) => [trigram('authors_name', t.name)],
    ),
    articleTags: postgresTable('article_tags', {
      articleId: pg.integer('article_id').notNull(),
      tag: pg.text().notNull(),
    }),
  }
}

export function sqliteTables(name = 'articles') {
  return {
    dialect: 'sqlite',
    articles: sqlite.sqliteTable(name, {
      id: sqlite.integer().primaryKey(),
      title: sqlite.text().notNull(),
      summary: sqlite.text().notNull(),
      body: sqlite.text().notNull(),
      status: sqlite.text().notNull(),
      views: sqlite.integer().notNull(),
      price: sqlite.text().notNull(),
      hidden: sqlite.integer({ mode: 'boolean' }).notNull(),
      createdAt: sqlite.integer('created_at', { mode: 'timestamp_ms' }).notNull(),
      updatedAt: sqlite.integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
      authorId: sqlite.integer('author_id'),
    }),
    authors: sqlite.sqliteTable('authors', {
      id: sqlite.integer().primaryKey(),
      name: sqlite.text().notNull(),
      country: sqlite.text().notNull(),
    }),
    articleTags: sqlite.sqliteTable('article_tags', {
      articleId: sqlite.integer('article_id').notNull(),
      tag: sqlite.text().notNull(),
    }),
  }
}

/** @param prefix of the tables' names, as `data/mariadb.mjs` has it */
export function mysqlTables(name = 'articles', prefix = 'bench_') {
  return {
    dialect: 'mysql',
    articles: mysql.mysqlTable(`${prefix}${name}`, {
      id: mysql.int().primaryKey(),
      title: mysql.varchar({ length: 200 }).notNull(),
      summary: mysql.varchar({ length: 300 }).notNull(),
      body: mysql.text().notNull(),
      status: mysql.varchar({ length: 20 }).notNull(),
      views: mysql.int().notNull(),
      price: mysql.decimal({ precision: 12, scale: 2 }).notNull(),
      hidden: mysql.boolean().notNull(),
      createdAt: mysql.datetime('created_at').notNull(),
      updatedAt: mysql.datetime('updated_at').notNull(),
      authorId: mysql.int('author_id'),
    }),
    authors: mysql.mysqlTable(`${prefix}authors`, {
      id: mysql.int().primaryKey(),
      name: mysql.varchar({ length: 100 }).notNull(),
      country: mysql.varchar({ length: 2 }).notNull(),
    }),
    articleTags: mysql.mysqlTable(`${prefix}article_tags`, {
      articleId: mysql.int('article_id').notNull(),
      tag: mysql.varchar({ length: 20 }).notNull(),
    }),
  }
}
