// A call reads its options, and asks the app's functions, when it is made: its rows may be read later and elsewhere.
import { AsyncLocalStorage } from 'node:async_hooks'
import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportHandler, listHandler } from '../../../src/entries/http/index.js'
import {
  applyFilters,
  defineValueType,
  facetCounts,
  paginate,
  paginateConfig,
  paginateRelational,
  paginateSelect,
  paginateSelectMap,
  rowsOf,
  streamRows,
  summarize,
} from '../../../src/index.js'
import { aliasOf } from '../../support/article-list.js'
import { countStatements } from '../../support/count.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { relationalDatabase } from '../../support/relational.js'

const tenants = new AsyncLocalStorage<number>()
/** The tenants for which functions of the app were called. */
const asked = new Set<number | undefined>()
/** The tenant: rows up to this id. */
const tenant = (): number => {
  asked.add(tenants.getStore())
  return tenants.getStore() ?? -1
}

const upTo = defineValueType({
  name: 'upTo',
  rule: 'expected a number',
  operators: ['$lte'],
  parse: (text) => (tenant() > 0 ? Number(text) : undefined),
})

interface Scope {
  readonly from: number
}

type Ids = readonly number[]
const idsOf = (rows: readonly unknown[]): Ids => rows.map((row) => (row as { readonly id: number }).id)
const idsOfStream = async (rows: AsyncIterable<unknown>): Promise<Ids> => {
  const all: unknown[] = []
  for await (const row of rows) all.push(row)
  return idsOf(all)
}

// R14.1.2
describe.each(dialects)('A call on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  /** Every function that an app may declare is one of the tenant. */
  const list = () => {
    const { articles, authors, comments } = database.schema
    return paginateConfig(articles)
      .leftJoin('author', authors, ({ scope }: { scope: Scope }) =>
        and(eq(authors.id, articles.authorId), gte(articles.id, scope.from), ofTenant()),
      )
      .children(
        'comments',
        rowsOf(comments, ({ scope }: { scope: Scope }) =>
          and(eq(comments.articleId, articles.id), gte(articles.id, scope.from), ofTenant()),
        ),
        { id: comments.id },
        { orderBy: [asc(comments.id)], limit: 2 },
      )
      .withLimits(100, 100)
      .withTieBreaker('id')
      .field('number', articles.id, upTo)
      .filterable('number', '$lte')
      .filterWith('own', 'integer', () => ofTenant(), '$eq')
      .searchWith(() => ofTenant())
      .scopedBy(() => ofTenant())
      .build()
  }
  const ofTenant = (): SQL => sql`${database.schema.articles.id} <= ${tenant()}`
  const request = 'filter.number=$lte:5&filter.own=$eq:1&search=x'
  /** What compiles is tested elsewhere. */
  const any = <Value>(value: Value) => value as never

  // Each call, with what reads its rows later.
  type Read = () => Promise<Ids>
  const calls: readonly (readonly [name: string, call: (options: object, query: unknown) => Read])[] = [
    [
      'paginate',
      (options, query) => {
        const page = paginate(database.db, any(query), any(list()), any(options)) as Promise<{ items: unknown[] }>
        return async () => idsOf((await page).items)
      },
    ],
    [
      'paginateSelect',
      (options, query) => {
        const { id } = database.schema.articles
        const page = paginateSelect(database.db, any(query), any(list()), { id }, any(options))
        return async () => idsOf((await page).items as never)
      },
    ],
    [
      'paginateSelectMap',
      (options, query) => {
        const { id } = database.schema.articles
        const map = (row: object) => ({ ...row, tenant: tenant() })
        const page = paginateSelectMap(database.db, any(query), any(list()), { id }, any(map), any(options))
        return async () => idsOf((await page).items as never)
      },
    ],
    [
      'paginateRelational',
      (options, query) => {
        const { db } = relationalDatabase(database)
        const { articles } = db.query as unknown as { readonly articles: object }
        const page = paginateRelational(any(articles), any(query), any(list()), any({}), any(options)) as Promise<{
          items: unknown[]
        }>
        return async () => idsOf((await page).items)
      },
    ],
    ...[{}, { batchSize: 2 }].map(
      (own) =>
        [
          `streamRows with ${JSON.stringify(own)}`,
          (options: object, query: unknown) => {
            const rows = streamRows(database.db, any(query), any(list()), any(Object.assign(options, own)))
            return () => idsOfStream(rows)
          },
        ] as const,
    ),
    [
      'streamRows with a selection',
      (options, query) => {
        const { id } = database.schema.articles
        const own = Object.assign(options, { select: { id }, map: { all: (rows: unknown[]) => rows } })
        const rows = streamRows(database.db, any(query), any(list()), any(own))
        return () => idsOfStream(rows)
      },
    ],
    [
      'facetCounts',
      (options, query) => {
        const { articles } = database.schema
        const config = paginateConfig(articles)
          .withLimits(1, 1)
          .withTieBreaker('id')
          .filterable('id', '$eq', '$lte')
          .filterWith('own', 'integer', () => ofTenant(), '$eq')
          .searchWith(() => ofTenant())
          .scopedBy(() => ofTenant())
          .build()
        const own = typeof query === 'string' ? query.replace('number', 'id') : query
        const facets = facetCounts(
          database.db,
          any(own),
          any(config),
          any({ id: true }),
          any(options),
        ) as unknown as Promise<{
          id: { value: number }[]
        }>
        return async () => (await facets).id.map(({ value }) => value).sort((a, b) => a - b)
      },
    ],
    [
      'summarize',
      (options, query) => {
        const { id } = database.schema.articles
        const last = { last: sql<number>`max(${id})`.mapWith(Number) }
        const summary = summarize(database.db, any(query), any(list()), any(last), any(options)) as Promise<{
          last: number
        }>
        return async () => Array.from({ length: (await summary).last }, (_, at) => at + 1)
      },
    ],
    ...(['where', 'joined', 'applyTo', 'on'] as const).map(
      (part) =>
        [
          `applyFilters, its ${part}`,
          (options: object, query: unknown) => {
            const { articles } = database.schema
            const { scope, where } = options as { readonly scope: Scope; readonly where: SQL }
            const set = applyFilters(any(query), any(list()), any({ scope, where }))
            return async () => {
              const other = aliasOf(database, articles, 'other')
              const table = part === 'on' ? other : articles
              const select = database.db.select({ id: table.id }).from(table).$dynamic()
              const rows =
                part === 'applyTo'
                  ? await set.applyTo(select).orderBy(...set.orderBy)
                  : part === 'on'
                    ? await set
                        .on(other)
                        .applyTo(select)
                        .orderBy(...set.on(other).orderBy)
                    : await select.where(part === 'where' ? set.where : set.joined.where).orderBy(...set.orderBy)
              return idsOf(rows)
            }
          },
        ] as const,
    ),
  ]

  test.each(calls)('%s asks the functions of the app for its own tenant', async (_name, call) => {
    for (const isWrapped of [false, true]) {
      asked.clear()
      const read = tenants.run(4, () =>
        call({ scope: { from: 0 }, where: isWrapped ? { getSQL: ofTenant } : ofTenant() }, request),
      )
      expect(await tenants.run(6, read)).toEqual([1, 2, 3, 4])
      expect([...asked]).toEqual([4])
    }
  })

  test.each(calls)('%s reads its options and its query before it returns', async (_name, call) => {
    let isMade = false
    const readable = <Value extends object>(value: Value): Value =>
      new Proxy(value, {
        get: (target, name) => {
          if (isMade) throw new Error(`${String(name)} was read late`)
          return Reflect.get(target, name) as unknown
        },
      })
    const query = { filters: { own: '$eq:1' }, search: 'x' }
    const read = tenants.run(4, () =>
      call(readable({ scope: { from: 0 }, where: ofTenant(), path: '/x' }), readable(query)),
    )
    isMade = true
    expect(await tenants.run(6, read)).toEqual([1, 2, 3, 4])
  })

  test('handlers answer for the tenant of their request', async () => {
    const options = { db: any(database.db), config: any(list()), scope: () => ({ from: 0 }), where: ofTenant }
    const url = `http://x/?${request}`
    const page = tenants.run(4, () => listHandler(any(options))(new Request(url)))
    const file = tenants.run(4, () => exportHandler(any({ ...options, as: 'json' }))(new Request(url)))
    await tenants.run(6, async () => {
      expect(idsOf(((await (await page).json()) as { items: unknown[] }).items)).toEqual([1, 2, 3, 4])
      expect(idsOf((await (await file).json()) as unknown[])).toEqual([1, 2, 3, 4])
    })
  })

  test('a stream that nobody reads sends nothing, and its error is that of its first step', async () => {
    const { statements } = await countStatements(database, async () => {
      tenants.run(4, () => void streamRows(database.db, request, any(list()), any({ scope: { from: 0 } })))
      // An unhandled rejection would fail the run.
      streamRows(database.db, 'page=0', any(list()), any({ scope: { from: 0 } }))
      await new Promise((resolve) => setTimeout(resolve, 5))
    })
    expect(statements).toEqual([])
    const wrong = tenants.run(4, () => streamRows(database.db, 'page=0', any(list()), any({ scope: { from: 0 } })))
    await new Promise((resolve) => setTimeout(resolve, 5))
    await expect(wrong.next()).rejects.toMatchObject({ status: 400 })
    expect(await wrong.next()).toEqual({ done: true, value: undefined })
  })
})
