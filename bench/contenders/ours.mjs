// Contender "ours": this package, over the tables of one dialect.
import { eq } from 'drizzle-orm'
import { api } from '../build.mjs'

/**
 * @param {ReturnType<typeof import('../tables.mjs').postgresTables>} tables
 * @param settings of `paginateConfig(table, settings)`
 */
export const oursConfig = (tables, settings) => oursBuilder(tables, settings).build()

/**
 * The same, to be declared further.
 *
 * @param {ReturnType<typeof import('../tables.mjs').postgresTables>} tables
 */
export function oursBuilder({ articles, authors, articleTags }, settings) {
  return api
    .paginateConfig(articles, settings)
    .leftJoin('author', authors, eq(authors.id, articles.authorId))
    .withLimits(25, 100)
    .withTieBreaker('id')
    .sortable('id', 'createdAt', 'updatedAt', 'title', 'views', 'author.name')
    .defaultSortBy('createdAt', 'desc')
    .searchable('title', 'summary', 'author.name')
    .filterable('status', '$eq', '$in')
    .filterable('views', '$gte', '$lte', '$btw')
    .filterable('hidden', '$eq')
    .filterable('authorId', '$eq', '$in')
    .filterable('author.country', '$eq', '$in')
    .filterableMany(
      'tag',
      api.rowsOf(articleTags, eq(articleTags.articleId, articles.id)),
      articleTags.tag,
      '$eq',
      '$in',
    )
}

/** A list by position, over the orders of `parts/cursors.mjs`. */
export function oursCursorConfig(tables) {
  return oursBuilder(tables).sortable('authorId', 'status', 'hidden').withCursors().build()
}

/** A list by position: from the query string to `{ items, next }`. */
export function oursCursorList(db, config) {
  return async (query) => {
    const { items, meta } = await api.paginate(db, api.PaginateQuery.from(query), config)
    return { items, next: meta.nextCursor }
  }
}

/** A list endpoint: from the query string to `{ items, total }`. */
export function oursList(db, config, options) {
  return async (query) => {
    const { items, meta } = await api.paginate(db, api.PaginateQuery.from(query), config, options)
    return { items, total: meta.totalItems }
  }
}
