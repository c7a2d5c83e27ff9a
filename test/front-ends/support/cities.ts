// Rows that front ends disagree about, behind a list handler: letter case, blanks, nulls, midnights, ties, commas.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type AnyPaginateConfig, type FilterOperator, paginateConfig } from 'drizzle-paginate'
import { createListClient, type ListClient, type ListFetch } from 'drizzle-paginate/client'
import { listHandler } from 'drizzle-paginate/http'
import { OPERATORS } from '../../../src/vocabulary.js'

export const cities = sqliteTable('cities', {
  id: integer().primaryKey(),
  /** Letters in both cases, blanks of every kind. */
  name: text(),
  /** No letters, no white space alone. */
  code: text(),
  /** One of a few. */
  kind: text(),
  rank: integer().notNull(),
  pop: integer(),
  active: integer({ mode: 'boolean' }),
  created: integer({ mode: 'timestamp_ms' }),
  day: text(),
})
export type City = (typeof cities)['$inferSelect']

const NAMES = ['Peru', 'peru', 'PERU', '', null, 'Chile', 'Norway', '  ', '100%', 'per_u', 'van (der) Berg', 'a,b']
const CODES = ['10', '1-0', '', null, '2,5', '7', '77']
const KINDS = ['draft', 'live', 'in review, late', null]

/** 120 of them. */
export const rows: readonly City[] = Array.from({ length: 120 }, (_, at) => {
  const day = new Date(Date.UTC(2024, 0, 1 + (at % 9)))
  // Every fourth at midnight, every fifth with milliseconds.
  const time = at % 4 === 0 ? 0 : ((at * 7919) % 86_400) * 1000 + (at % 5 === 0 ? 123 : 0)
  return {
    id: at + 1,
    name: NAMES[at % NAMES.length] ?? null,
    code: CODES[at % CODES.length] ?? null,
    kind: KINDS[at % KINDS.length] ?? null,
    rank: at % 6,
    pop: at % 11 === 0 ? null : at % 10,
    active: [true, false, null][at % 3] ?? null,
    created: at % 13 === 0 ? null : new Date(day.getTime() + time),
    day: at % 7 === 0 ? null : day.toISOString().slice(0, 10),
  }
})

const hasEndsWith = (OPERATORS as readonly string[]).includes('$ew')
const TEXT = ['$eq', '$in', '$null', '$ilike', '$sw', ...(hasEndsWith ? ['$ew' as '$sw'] : [])] as const
const ORDER = ['$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'] as const satisfies FilterOperator[]

const plainList = paginateConfig(cities)
  .field('date', cities.day, 'date')
  // The same column, for front ends that compare its instants and its days.
  .field('moment', cities.created)
  .withLimits(25, 50)
  .withTieBreaker('id')
  .sortable('id', 'rank', 'pop', 'name')
  .searchable('name')
  .filterable('id', '$eq', '$in')
  .filterable('name', ...TEXT)
  .filterable('code', ...TEXT)
  .filterable('kind', ...TEXT)
  .filterable('rank', ...ORDER)
  .filterable('pop', ...ORDER)
  .filterable('active', '$eq', '$in', '$null')
  .filterable('created', ...ORDER)
  .filterable('moment', ...ORDER)
  .filterable('date', ...ORDER)
export const cityList = plainList.build()
export const cityExpressions = plainList.withFilterExpressions({ maxTerms: 200, maxDepth: 30 }).build()
export const uncounted = plainList.withTotals('none').build()
export const byCursor = plainList.withCursors().build()
export const countedToTen = plainList.withTotals({ upTo: 10 }).build()

export interface Cities {
  readonly fetch: ListFetch
  readonly client: ListClient<AnyPaginateConfig>
  /** Requests so far, readable; reading drops them. */
  readonly sent: () => string[]
  readonly close: () => void
}

/** The rows in SQLite, behind a handler of the list. */
export async function openCities(config: AnyPaginateConfig): Promise<Cities> {
  const sqlite = new Database(':memory:')
  sqlite.exec(
    'create table cities (id integer primary key, name text, code text, kind text, rank integer not null, pop integer, active integer, created integer, day text)',
  )
  const db = drizzle({ client: sqlite })
  db.insert(cities)
    .values(rows as City[])
    .run()
  const answer = listHandler({ db, config } as never) as (request: Request) => Promise<Response>
  const sent: string[] = []
  const fetch: ListFetch = (url, options) => {
    const { pathname, search } = new URL(url, 'http://localhost')
    sent.push(decodeURIComponent(search))
    return pathname.endsWith('/cities')
      ? answer(new Request(`http://localhost${pathname}${search}`, options as RequestInit))
      : Promise.resolve(new Response('', { status: 404 }))
  }
  const client = createListClient('/cities', { fetch })
  return { fetch, client, sent: () => sent.splice(0), close: () => void sqlite.close() }
}
