// Contender "nestjs-paginate": that package on TypeORM, bound by its own decorator, with its cheapest settings: limit
// and offset, no relation loaded, the relation joined only for the requests that need it.
import 'reflect-metadata'
import { parse } from 'node:querystring'
import { FilterOperator, paginate, Paginate, PaginationType } from 'nestjs-paginate'
import { DataSource, EntitySchema } from 'typeorm'

/** The factory behind `@Paginate()`: request in, query out. */
function decoratorFactory() {
  class Controller {
    list() {}
  }
  Paginate()(Controller.prototype, 'list', 0)
  return Object.values(Reflect.getMetadata('__routeArguments__', Controller, 'list'))[0].factory
}
const bind = decoratorFactory()

/** Express 5 reads the query string with `querystring`, and so does this. */
function bindQuery(queryString) {
  const request = {
    query: parse(queryString),
    protocol: 'http',
    originalUrl: `/articles?${queryString}`,
    get: () => 'localhost',
  }
  return bind(undefined, { getType: () => 'http', switchToHttp: () => ({ getRequest: () => request }) })
}

const typesOf = {
  postgres: { createdAt: 'timestamp', price: 'numeric', text: 'text' },
  sqlite: { createdAt: 'integer', price: 'text', text: 'text' },
  mysql: { createdAt: 'datetime', price: 'decimal', text: 'varchar' },
}

function entities(dialect, names, schema) {
  const types = typesOf[dialect]
  const number = { type: 'int' }
  const text = { type: types.text }
  const Author = new EntitySchema({
    name: 'Author',
    tableName: names.authors,
    schema,
    columns: { id: { ...number, primary: true }, name: text, country: text },
  })
  const Article = new EntitySchema({
    name: 'Article',
    tableName: names.articles,
    schema,
    columns: {
      id: { ...number, primary: true },
      title: text,
      summary: text,
      body: { type: 'text' },
      status: text,
      views: number,
      price: { type: types.price },
      hidden: { type: 'boolean' },
      createdAt: { type: types.createdAt, name: 'created_at' },
      updatedAt: { type: types.createdAt, name: 'updated_at' },
      authorId: { ...number, name: 'author_id', nullable: true },
    },
    relations: {
      author: { type: 'many-to-one', target: 'Author', joinColumn: { name: 'author_id' }, nullable: true },
      tags: { type: 'one-to-many', target: 'ArticleTag', inverseSide: 'article' },
    },
  })
  const ArticleTag = new EntitySchema({
    name: 'ArticleTag',
    tableName: names.articleTags,
    schema,
    columns: { articleId: { ...number, name: 'article_id', primary: true }, tag: { ...text, primary: true } },
    relations: {
      article: { type: 'many-to-one', target: 'Article', inverseSide: 'tags', joinColumn: { name: 'article_id' } },
    },
  })
  return [Author, Article, ArticleTag]
}

const { EQ, IN, GTE, LTE, BTW } = FilterOperator
const base = {
  sortableColumns: ['id', 'createdAt', 'updatedAt', 'title', 'views'],
  defaultSortBy: [
    ['createdAt', 'DESC'],
    ['id', 'ASC'],
  ],
  searchableColumns: ['title', 'summary'],
  filterableColumns: { status: [EQ, IN], views: [GTE, LTE, BTW], hidden: [EQ], authorId: [EQ, IN] },
  defaultLimit: 25,
  maxLimit: 100,
  paginationType: PaginationType.LIMIT_AND_OFFSET,
  defaultJoinMethod: 'leftJoin',
  optimizedCount: true,
}
const withAuthor = {
  ...base,
  relations: { author: true },
  sortableColumns: [...base.sortableColumns, 'author.name'],
  searchableColumns: [...base.searchableColumns, 'author.name'],
  filterableColumns: { ...base.filterableColumns, 'author.country': [EQ, IN] },
}
// Over a joined to-many relation limit and offset would count joined rows.
const withTags = {
  ...base,
  paginationType: PaginationType.TAKE_AND_SKIP,
  relations: { tags: true },
  filterableColumns: { 'tags.tag': [EQ, IN] },
}
/** By position: the cursor is an expression over numbers and dates. */
const byCursor = { ...base, paginationType: PaginationType.CURSOR }
const configs = { author: withAuthor, tags: withTags }

/**
 * @param {object} options of the data source: type, address
 * @param {{ articles: string, authors: string, articleTags: string }} names
 */
export async function nestList(dialect, options, names, schema) {
  const source = await new DataSource({ ...options, entities: entities(dialect, names, schema) }).initialize()
  const repository = source.getRepository('Article')
  return {
    /** @param {'author' | 'tags'} [relation] what the request needs */
    list: async (query, relation) => {
      const config = configs[relation] ?? base
      const { data, meta } = await paginate(bindQuery(query), repository, { ...config })
      return { items: data, total: meta.totalItems }
    },
    close: () => source.destroy(),
  }
}

/** Pages by cursor. @param names as in `nestList` */
export async function nestCursorList(dialect, options, names, schema) {
  const source = await new DataSource({ ...options, entities: entities(dialect, names, schema) }).initialize()
  const repository = source.getRepository('Article')
  const cursorIn = (link) => (link === undefined ? null : new URL(link, 'http://localhost').searchParams.get('cursor'))
  return {
    list: async (query) => {
      const { data } = await paginate(bindQuery(query), repository, { ...byCursor })
      return { items: data }
    },
    /** The cursor of one row: that of a page of this row alone. */
    cursorOf: async (query, id) => {
      const { links } = await paginate(bindQuery(query), repository, { ...byCursor, where: { id } })
      return cursorIn(links.next)
    },
    close: () => source.destroy(),
  }
}
