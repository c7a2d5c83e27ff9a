// SQL text and parameters of a request, without a database: what Drizzle's own renderer of the dialect makes of it.
import type { SQL } from 'drizzle-orm'
import { applyFilters, PaginateQuery } from '../../src/index.js'

interface Renderer {
  sqlToQuery(fragment: SQL): { readonly sql: string; readonly params: readonly unknown[] }
}

/** The condition of a query string, as `[text, ...parameters]`. */
export function condition(dialect: object, config: Parameters<typeof applyFilters>[1], query: string): readonly unknown[] {
  const { where } = applyFilters(PaginateQuery.from(query), config)
  if (where === undefined) return []
  const { sql, params } = (dialect as Renderer).sqlToQuery(where)
  return [sql, ...params]
}

/** Its order, as text. */
export function order(dialect: object, config: Parameters<typeof applyFilters>[1], query: string): readonly string[] {
  const { orderBy } = applyFilters(PaginateQuery.from(query), config)
  return orderBy.map((term) => (dialect as Renderer).sqlToQuery(term).sql)
}
