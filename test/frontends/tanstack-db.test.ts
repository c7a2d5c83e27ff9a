// docs/recipes/tanstack-db.md: a live query over the list has the rows that it has over all rows in the browser.
// `npm run test:frontends -- tanstack-db` names this file.
import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import {
  and,
  BTreeIndex,
  createCollection,
  createLiveQueryCollection,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  isNull,
  localOnlyCollectionOptions,
  lt,
  lte,
  not,
  or,
} from '@tanstack/db'
import { QueryClient } from '@tanstack/query-core'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { listHandler } from 'drizzle-paginate/http'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Article, articleCollection } from './tanstack-db/article-collection.js'
import { articleList } from './tanstack-db/article-list.js'
import { mostRead } from './tanstack-db/most-read.js'
import { articles } from './tanstack-db/schema.js'

const STATUSES = ['draft', 'published', 'archived']
const rows = Array.from({ length: 230 }, (_, at) => ({
  id: at + 1,
  title: `Article ${at % 7}`,
  status: STATUSES[at % 3] as string,
  views: at % 5 === 0 ? null : (at * 37) % 40,
  publishedAt: at % 4 === 0 ? null : new Date(Date.UTC(2024, 0, 1 + ((at * 13) % 60))),
}))
const inBrowser: Article[] = rows.map((row) => ({ ...row, publishedAt: row.publishedAt?.toISOString() ?? null }))

const sqlite = new Database(':memory:')
const db = drizzle({ client: sqlite })
const handler = listHandler({ db, config: articleList })
let sent: string[] = []
const fetch = (url: string, init: RequestInit): Promise<Response> => {
  sent.push(decodeURIComponent(url))
  return handler(new Request(`http://localhost${url}`, init))
}

beforeAll(() => {
  sqlite.exec(
    'create table articles (id integer primary key, title text not null, status text not null, views integer, published_at integer)',
  )
  db.insert(articles).values(rows).run()
})
afterAll(() => sqlite.close())
beforeEach(() => {
  sent = []
})

type Collection = ReturnType<typeof articleCollection>
interface Columns {
  readonly id: never
  readonly status: never
  readonly views: never
  readonly publishedAt: never
}
interface Asked {
  readonly where?: (article: Columns) => unknown
  readonly orderBy?: readonly ('id' | 'views' | 'publishedAt' | 'title')[]
  readonly direction?: 'asc' | 'desc'
  readonly nulls?: 'first' | 'last'
  readonly limit?: number
  readonly offset?: number
}

async function idsOf(
  collection: Collection,
  { where, orderBy = [], direction = 'asc', nulls = 'last', limit, offset = 0 }: Asked,
): Promise<number[]> {
  const live = createLiveQueryCollection((query) => {
    let built = query.from({ article: collection })
    if (where !== undefined) built = built.where(({ article }) => where(article as unknown as Columns) as never)
    for (const field of orderBy) built = built.orderBy(({ article }) => article[field], { direction, nulls })
    if (orderBy.length > 0) built = built.orderBy(({ article }) => article.id, { nulls })
    return limit === undefined ? built : built.limit(limit).offset(offset)
  })
  try {
    await live.preload()
    const ids = live.toArray.map(({ id }) => id)
    return orderBy.length === 0 ? ids.sort((a, b) => a - b) : ids
  } finally {
    await live.cleanup()
  }
}

const everything = createCollection(
  localOnlyCollectionOptions({
    getKey: ({ id }: Article) => id,
    initialData: inBrowser,
    autoIndex: 'eager',
    defaultIndexType: BTreeIndex,
    defaultStringCollation: { stringSort: 'lexical' },
  }),
) as unknown as Collection

async function both(asked: Asked): Promise<[number[], number[]]> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const collection = articleCollection(queryClient, { fetch } as never)
  try {
    return [await idsOf(collection, asked), await idsOf(everything, asked)]
  } finally {
    await collection.cleanup()
    queryClient.clear()
  }
}

it.each<[string, Asked]>([
  ['one field', { where: ({ status }) => eq(status, 'draft') }],
  ['or across fields', { where: ({ status, views }) => or(eq(status, 'draft'), gte(views, 30)) }],
  ['nulls', { where: ({ views }) => isNull(views) }],
  ['a negation, which leaves nulls out', { where: ({ views }) => not(gte(views, 30)) }],
  ['a list, and an empty one', { where: ({ id, status }) => or(inArray(id, [3, 5, 900]), inArray(status, [])) }],
  [
    'days',
    {
      where: ({ publishedAt }) =>
        and(gte(publishedAt, '2024-01-10T00:00:00.000Z'), lt(publishedAt, '2024-01-20T00:00:00.000Z')),
    },
  ],
  ['the first of an order with ties and nulls', { orderBy: ['views'], limit: 60 }],
  ['the last of it', { orderBy: ['views'], direction: 'desc', limit: 60 }],
  ['an order of text, which the browser sorts', { orderBy: ['title'], limit: 30 }],
])('%s', async (_name, asked) => {
  const [found, expected] = await both(asked)
  expect(expected.length).toBeGreaterThan(0)
  expect(found).toEqual(expected)
})

it('reads what the query needs, and no more', async () => {
  await both({ where: ({ status }) => eq(status, 'draft') })
  expect(sent).toEqual(['/articles?limit=100&filter=status=$eq:draft'])
  sent = []
  await both({ orderBy: ['publishedAt'], direction: 'desc', limit: 10 })
  expect(sent[0]).toBe('/articles?limit=100&sortBy=publishedAt:DESC&sortBy=id:ASC')
  // TanStack DB asks for the rows that are equal to the last one.
  expect(sent.slice(1)).toEqual(['/articles?limit=100&filter=publishedAt=$eq:2024-02-27T00:00:00.000Z'])
  sent = []
  await both({ orderBy: ['title'], limit: 10 })
  expect(sent.slice(0, 3)).toEqual(['', '&page=2', '&page=3'].map((page) => `/articles?limit=100${page}`))
})

it('the query of the page: its rows, and what it sends', async () => {
  const collection = articleCollection(new QueryClient(), { fetch } as never)
  const [live, expected] = [mostRead(collection), mostRead(everything)]
  await Promise.all([live.preload(), expected.preload()])
  expect(live.toArray.map(({ id }) => id)).toEqual(expected.toArray.map(({ id }) => id))
  expect(live.toArray).toHaveLength(20)
  const page = readFileSync(new URL('../../docs/recipes/tanstack-db.md', import.meta.url), 'utf8')
  expect(sent[0]).toBe(/^The list gets `(.*)`\.$/m.exec(page)?.[1])
  expect(sent).toHaveLength(2)
  await Promise.all([live.cleanup(), expected.cleanup(), collection.cleanup()])
})

it('sends nothing for an operator that it does not know', async () => {
  await expect(both({ where: ({ status }) => ilike(status, '%raf%') })).rejects.toThrow()
  expect(sent).toEqual([])
})

const term = fc.oneof(
  fc.constantFrom(...STATUSES).map(
    (value) =>
      ({ status }: Columns) =>
        eq(status, value),
  ),
  fc.tuple(fc.constantFrom(eq, gt, gte, lt, lte), fc.integer({ min: 0, max: 40 })).map(
    ([compare, value]) =>
      ({ views }: Columns) =>
        compare(views, value as never),
  ),
  fc.constant(({ views }: Columns) => isNull(views)),
  fc.constant(({ publishedAt }: Columns) => isNull(publishedAt)),
  fc.subarray([1, 2, 3, 50, 100, 229]).map(
    (ids) =>
      ({ id }: Columns) =>
        inArray(id, ids),
  ),
)
const { where } = fc.letrec<{ where: (article: Columns) => unknown }>((tie) => ({
  where: fc.oneof(
    { maxDepth: 3 },
    term,
    fc.tuple(tie('where'), tie('where')).map(
      ([a, b]) =>
        (article: Columns) =>
          and(a(article) as never, b(article) as never),
    ),
    fc.tuple(tie('where'), tie('where')).map(
      ([a, b]) =>
        (article: Columns) =>
          or(a(article) as never, b(article) as never),
    ),
    tie('where').map((a) => (article: Columns) => not(a(article) as never)),
  ),
}))

it('any query has the rows that it has in the browser', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      where,
      fc.constantFrom([], ['views'], ['publishedAt'], ['views', 'publishedAt'], ['title']),
      fc.constantFrom('asc', 'desc'),
      fc.constantFrom('first', 'last', 'last'),
      fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined }),
      fc.constantFrom(0, 0, 7, 60),
      async (condition, orderBy, direction, nulls, limit, offset) => {
        const asked = {
          where: condition,
          orderBy,
          direction,
          nulls,
          ...(limit !== undefined && orderBy.length > 0 && { limit, offset }),
        }
        const [found, expected] = await both(asked as Asked)
        expect(found).toEqual(expected)
      },
    ),
    { numRuns: 300 },
  )
})
