import {
  BTreeIndex,
  createCollection,
  type LoadSubsetOptions,
  parseOrderByExpression,
  parseWhereExpression,
} from '@tanstack/db'
import type { QueryClient } from '@tanstack/query-core'
import { queryCollectionOptions } from '@tanstack/query-db-collection'
import { createListClient, type ListClientOptions, type ListCondition } from 'drizzle-paginate/client'

/** As JSON carries it. */
export interface Article {
  id: number
  title: string
  status: string
  views: number | null
  publishedAt: string | null
}

/** When a condition holds, and when it fails. A comparison with null does neither, as in SQL. */
interface Condition {
  readonly holds: ListCondition
  readonly fails: ListCondition
}
type Path = readonly (string | number)[]
type Operator = '$eq' | '$gt' | '$gte' | '$lt' | '$lte'

/** Fields that the list and the browser sort alike. */
const sortedAlike = ['id', 'views', 'publishedAt']
const MOST_ROWS = 5_000

export function articleCollection(queryClient: QueryClient, options: ListClientOptions = {}) {
  const client = createListClient('/articles', options)

  /** The query of a `where`. An operator without a handler throws, and nothing is sent. */
  function queryOf(where: LoadSubsetOptions['where']) {
    const all = client.query().limit(100)
    if (where === undefined) return all
    return all.expression((is) => {
      const term = (path: Path, holds: ListCondition): Condition => {
        const fails = is.and(is.not(is(path.join('.'), '$null')), is.not(holds))
        return { holds, fails }
      }
      const compare = (operator: Operator) => (path: Path, value: string | number) =>
        term(path, is(path.join('.'), operator, value))
      const handlers = {
        eq: compare('$eq'),
        gt: compare('$gt'),
        gte: compare('$gte'),
        lt: compare('$lt'),
        lte: compare('$lte'),
        // No article has the id -1: an empty list has no row.
        in: (path: Path, values: (string | number)[]) =>
          term(path, values.length === 0 ? is('id', '$eq', -1) : is(path.join('.'), '$in', values)),
        isNull: (path: Path) => {
          const holds = is(path.join('.'), '$null')
          return { holds, fails: is.not(holds) }
        },
        and: (...all: Condition[]) => ({
          holds: is.and(...all.map(({ holds }) => holds)),
          fails: is.or(...all.map(({ fails }) => fails)),
        }),
        or: (...all: Condition[]) => ({
          holds: is.or(...all.map(({ holds }) => holds)),
          fails: is.and(...all.map(({ fails }) => fails)),
        }),
        not: ({ holds, fails }: Condition) => ({ holds: fails, fails: holds }),
      }
      return (parseWhereExpression<Condition>(where, { handlers }) as Condition).holds
    })
  }

  async function loadSubset({ where, orderBy, limit, offset = 0, signal }: LoadSubsetOptions) {
    const order = parseOrderByExpression(orderBy)
    const isAlike = order.every(({ field, nulls }) => sortedAlike.includes(field.join('.')) && nulls === 'last')
    let query = queryOf(where)
    if (isAlike) for (const { field, direction } of order) query = query.sortBy(field.join('.'), direction)
    const needed = isAlike && limit !== undefined ? offset + limit : Infinity
    const rows: Article[] = []
    const leading = (at: number) => rows[at]?.[order[0]?.field[0] as keyof Article]
    /** Where the subset ends: after all rows that are equal to its last one in the first field of the order. */
    function end() {
      let at = needed
      while (at < rows.length && leading(at) === leading(needed - 1)) at += 1
      return at
    }
    for (let next: typeof query | null = query; next !== null && end() >= rows.length;) {
      const page = await client.fetchPage(next, signal === undefined ? {} : { signal })
      rows.push(...(page.items as Article[]))
      if (rows.length > MOST_ROWS) throw new RangeError(`More than ${MOST_ROWS} articles match. Narrow the query.`)
      next = client.next(page)
    }
    return rows.slice(0, end())
  }

  return createCollection(
    queryCollectionOptions({
      queryKey: ['articles'],
      queryClient,
      getKey: ({ id }: Article) => id,
      syncMode: 'on-demand',
      queryFn: ({ meta }) => loadSubset(meta?.loadSubsetOptions ?? {}),
      // Without these three, an order with a limit reads all rows. Dates of JSON are text.
      defaultStringCollation: { stringSort: 'lexical' },
      autoIndex: 'eager',
      defaultIndexType: BTreeIndex,
    }),
  )
}
