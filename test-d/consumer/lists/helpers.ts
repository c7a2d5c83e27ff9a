// Helpers that are generic in their list, exported without a type written by hand: the types of their answers are not worked
// out, so the compiler must be able to name each of them.
import {
  type AnyPaginateConfig,
  facetCounts,
  paginate,
  paginateSelect,
  paginateSelectMap,
  type PaginateQuery,
  type Selection,
  streamRows,
  summarize,
} from 'drizzle-paginate'
import { createListClient } from 'drizzle-paginate/client'
import type { articleList } from './lists.js'
import { db } from './pages.js'
import { articles } from './schema.js'

export const pageOf = <Config extends AnyPaginateConfig>(query: PaginateQuery, list: Config) =>
  paginate(db, query, list)
export const idsOf = <Config extends AnyPaginateConfig>(query: PaginateQuery, list: Config) =>
  paginateSelect(db, query, list, { id: articles.id })
export const selectionOf = <Config extends AnyPaginateConfig, Fields extends Selection>(
  query: PaginateQuery,
  list: Config,
  fields: Fields,
) => paginateSelect(db, query, list, fields)
export const mappedOf = <Config extends AnyPaginateConfig>(query: PaginateQuery, list: Config) =>
  paginateSelectMap(db, query, list, { id: articles.id }, ({ id }) => id)
export const rowsOfList = <Config extends AnyPaginateConfig>(query: PaginateQuery, list: Config) =>
  streamRows(db, query, list)
export const facetsOf = <Config extends AnyPaginateConfig>(query: PaginateQuery, list: Config) =>
  facetCounts(db, query, list)
export const sumsOf = <Config extends AnyPaginateConfig>(query: PaginateQuery, list: Config) =>
  summarize(db, query, list)
export const clientOf = <Config extends AnyPaginateConfig>(url: string) => createListClient<Config>(url)
export const clientPageOf = <Config extends AnyPaginateConfig>(url: string) => createListClient<Config>(url).fetchPage()
export const negated = createListClient<typeof articleList>('/articles').query().not
