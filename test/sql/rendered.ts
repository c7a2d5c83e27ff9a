// SQL text and parameters of a request, without a database: what Drizzle's own renderer of the dialect makes of it.
import type { SQL } from 'drizzle-orm'
import { applyFilters, PaginateQuery, PaginateQueryError } from '../../src/index.js'

interface Renderer {
  sqlToQuery(fragment: SQL): { readonly sql: string; readonly params: readonly unknown[] }
}

/** The condition of a query string, as `[text, ...parameters]`. */
export function condition(
  dialect: object,
  config: Parameters<typeof applyFilters>[1],
  query: string,
): readonly unknown[] {
  const { where } = applyFilters(PaginateQuery.from(query), config).joined
  if (where === undefined) return []
  const { sql, params } = (dialect as Renderer).sqlToQuery(where)
  return [sql, ...params]
}

/** Its order, as text. */
export function order(dialect: object, config: Parameters<typeof applyFilters>[1], query: string): readonly string[] {
  const { orderBy } = applyFilters(PaginateQuery.from(query), config)
  return orderBy.map((term) => (dialect as Renderer).sqlToQuery(term).sql)
}

export const CANARY = 'canary'
const HOSTILE = [
  CANARY,
  `'${CANARY}`,
  `"${CANARY}"`,
  `\`${CANARY}\``,
  `[${CANARY}]`,
  `${CANARY}; drop table items; --`,
  `%${CANARY}_`,
  `\\${CANARY}`,
  `$1${CANARY}?`,
]

/**
 * Texts of a client's that got into a statement's text, in any place of a request: none may.
 *
 * @param operators of the fields of text, as `name=$eq`
 */
export function leakedTexts(
  dialect: object,
  config: Parameters<typeof applyFilters>[1],
  operators: readonly string[],
): { readonly leaked: readonly string[]; readonly rendered: number } {
  const places = [
    ...operators.flatMap((operator) => [`filter.${operator}:`, `filter.${operator.replace('=', '=$not:')}:`]),
    'search=',
    'sortBy=',
    'sortBy=name:',
    'filter.name=$',
    'filter.',
  ]
  const leaked: string[] = []
  let rendered = 0
  for (const place of places) {
    for (const text of HOSTILE) {
      const query = `${place}${encodeURIComponent(text)}`
      try {
        const texts = [String(condition(dialect, config, query)[0]), ...order(dialect, config, query)]
        rendered++
        if (texts.some((sql) => sql.includes(CANARY))) leaked.push(query)
      } catch (error) {
        if (!(error instanceof PaginateQueryError)) throw error
      }
    }
  }
  return { leaked, rendered }
}
