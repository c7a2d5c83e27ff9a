// One configuration over the suite's articles that uses every declaration, and what tests ask of it.
import { alias as mysqlAlias } from 'drizzle-orm/mysql-core'
import { alias as postgresAlias } from 'drizzle-orm/pg-core'
import { alias as sqliteAlias } from 'drizzle-orm/sqlite-core'
import { eq, sql } from 'drizzle-orm'
import {
  applyFilters,
  paginate,
  paginateConfig,
  PaginateQuery,
  PaginateQueryError,
  paginateSelect,
  paginateSelectMap,
  rowsOf,
} from '../../src/index.js'
import type { PaginateConfigOptions } from '../../src/builder/settings.js'
import type { TestDatabase } from './test-database.js'

/** An alias of a table of the suite, whatever its dialect. */
export function aliasOf<Table>(database: TestDatabase, table: Table, name: string): Table {
  const make: (table: never, name: string) => unknown = {
    mysql: mysqlAlias,
    postgresql: postgresAlias,
    sqlite: sqliteAlias,
  }[database.dialect]
  return make(table as never, name) as Table
}

/** A builder with limits 5 and 100 and the id as tie-breaker. */
export const listOf = (database: TestDatabase, settings: PaginateConfigOptions = {}) =>
  paginateConfig(database.schema.articles, settings).withLimits(5, 100).withTieBreaker('id')

export function articleList(database: TestDatabase, can: { readonly moderate: boolean } = { moderate: false }) {
  const { articles, authors, comments, reviews } = database.schema
  const editors = aliasOf(database, authors, 'editors')
  return paginateConfig(articles)
    .leftJoin('author', authors, eq(authors.id, articles.authorId))
    .leftJoin('editor', editors, eq(editors.id, articles.editorId))
    .field(
      'commentCount',
      sql<number>`(select count(*) from ${comments} where ${comments.articleId} = ${articles.id})`.mapWith(Number),
      'integer',
    )
    .withLimits(5, 100)
    .withTieBreaker('id')
    .sortable('id', 'title', 'views', 'likes', 'publishedAt', 'author.name', 'commentCount')
    .defaultSortBy('views', 'desc')
    .searchable('title', 'body', 'author.name')
    .filterable('id', '$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$btw', '$null')
    .filterable('title', '$eq', '$in', '$sw', '$ew', '$ilike', '$contains', '$gt', '$btw', '$null')
    .filterable('body', '$eq', '$in', '$sw', '$ew', '$ilike', '$contains', '$lt', '$null')
    .filterable('status', '$eq', '$in')
    .filterable('section', '$eq', '$in', '$null')
    .filterable('views', '$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$btw', '$null')
    .filterable('likes', '$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$btw', '$null')
    .filterable('isFeatured', '$eq')
    .filterable('isPinned', '$eq', '$in', '$null')
    .filterable('tags', '$eq', '$contains', '$null')
    .filterable('aliases', '$contains', '$null')
    .filterable('author.name', '$eq', '$ilike', '$null')
    .filterable('editor.email', '$eq', '$null')
    .filterable('commentCount', '$eq', '$gte')
    .filterableMany(
      'reviewer',
      rowsOf(reviews, eq(reviews.articleId, articles.id)),
      reviews.reviewer,
      '$eq',
      '$in',
      '$ilike',
      '$null',
    )
    .when(can.moderate)
    .filterable('hidden', '$eq')
    .when(can.moderate)
    .sortable('createdAt')
    .when(can.moderate)
    .searchable('slug')
    .build()
}

export type ArticleList = ReturnType<typeof articleList>

type RowsOfOne = ReturnType<typeof rowsOf>
/** What `.filterableMany()` takes, by the word for how many of the rows must meet a criterion. */
export const quantify = {
  some: (rows: RowsOfOne) => rows,
  every: (rows: RowsOfOne) => rows.every(),
  none: (rows: RowsOfOne) => rows.none(),
}

/** Ids of the rows that a query string selects, ascending. */
export async function idsFor(
  database: TestDatabase,
  config: Parameters<typeof paginate>[2],
  text: string,
): Promise<number[]> {
  const { items } = await paginate(database.db, PaginateQuery.from(`limit=100&${text}`), config)
  return items.map((item) => Number((item as { id: unknown }).id)).sort((a, b) => a - b)
}

/** Every call that takes a query. */
export const entryPoints = [
  ['paginate', (database: TestDatabase, query: Query, config: ArticleList) => paginate(database.db, query, config)],
  [
    'paginateSelect',
    (database: TestDatabase, query: Query, config: ArticleList) =>
      paginateSelect(database.db, query, config, { id: database.schema.articles.id }),
  ],
  [
    'paginateSelectMap',
    (database: TestDatabase, query: Query, config: ArticleList) =>
      paginateSelectMap(database.db, query, config, { id: database.schema.articles.id }, (row) => row.id),
  ],
  ['applyFilters', (_database: TestDatabase, query: Query, config: ArticleList) => applyFilters(query, config)],
] as const

export type Query = Parameters<typeof paginate>[1]

/**
 * What a call is refused with: its message, code and parameter. Anything else but a `PaginateQueryError` fails the
 * test.
 */
export async function refusalOf(call: () => unknown): Promise<{ message: string; code: string; parameter: string }> {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof PaginateQueryError)) throw error
    return { message: error.message, code: error.code, parameter: error.parameter }
  }
  throw new Error('The request was expected to be refused, and was not.')
}
