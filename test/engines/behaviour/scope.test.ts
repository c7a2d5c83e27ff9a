// `.scopedBy()`: a host's condition in the configuration, in every call.
import { and, eq, gte, lte, sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explorerHandler } from '../../../src/entries/explorer/index.js'
import { listHandler, exportHandler } from '../../../src/entries/http/index.js'
import {
  applyFilters,
  facetCounts,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  paginateSelect,
  paginateSelectMap,
  streamRows,
} from '../../../src/index.js'
import { filterArray, facetArray, paginateArray } from '../../../src/entries/memory/index.js'
import { countRefused } from '../../support/count.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seeded, authors as seededAuthors } from '../../support/seed.js'

// R20.1.1
describe.each(dialects)('A scoped list on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const base = () => {
    const { articles, authors } = database.schema
    return paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(100, 100)
      .withTieBreaker('id')
      .filterable('status', '$eq')
      .filterable('views', '$gte')
  }
  const list = () => {
    const { articles } = database.schema
    return base()
      .scopedBy(({ from }: { from: number }) => gte(articles.id, from))
      .scopedBy(({ to }: { to: number }) => lte(articles.id, to))
      .scopedBy(() => eq(articles.hidden, false))
      .build()
  }
  const scope = { from: 3, to: 15 }
  const inScope = seeded.filter(({ id, hidden }) => id >= 3 && id <= 15 && !hidden).map(({ id }) => id)
  const query = PaginateQuery.from('filter.views=$gte:1')
  const expected = seeded.filter(({ id, views }) => inScope.includes(id) && views >= 1).map(({ id }) => id)

  type Options = { readonly scope?: unknown; readonly where?: SQL }
  const calls: readonly (readonly [name: string, call: (options: Options) => Promise<readonly number[]>])[] = [
    [
      'paginate',
      async (options) =>
        (await paginate(database.db, query, list() as never, options as never)).items.map(
          (item) => (item as { id: number }).id,
        ),
    ],
    [
      'paginateSelect',
      async (options) =>
        (
          await paginateSelect(
            database.db,
            query,
            list() as never,
            { id: database.schema.articles.id },
            options as never,
          )
        ).items.map(({ id }) => id as number),
    ],
    [
      'paginateSelectMap',
      async (options) =>
        (
          await paginateSelectMap(
            database.db,
            query,
            list() as never,
            { id: database.schema.articles.id },
            ({ id }) => id as number,
            options as never,
          )
        ).items as number[],
    ],
    [
      'streamRows',
      async (options) => {
        const ids: number[] = []
        for await (const item of streamRows(database.db, query, list() as never, { batchSize: 2, ...options } as never))
          ids.push((item as { id: number }).id)
        return ids
      },
    ],
    [
      'paginate by cursor',
      async (options) => {
        const { articles } = database.schema
        const config = base()
          .withCursors()
          .withTotals('exact')
          .scopedBy(
            ({ from, to }: { from: number; to: number }) =>
              and(gte(articles.id, from), lte(articles.id, to), eq(articles.hidden, false)) as SQL,
          )
        const ids: number[] = []
        for (let after: string | null = null; ;) {
          const { items, meta } = (await paginate(
            database.db,
            { filters: { views: '$gte:1' }, limit: 2, after },
            config.build() as never,
            options as never,
          )) as unknown as { items: { id: number }[]; meta: { nextCursor: string | null; totalItems: number } }
          ids.push(...items.map(({ id }) => id))
          after = meta.nextCursor
          if (after !== null) continue
          expect(meta.totalItems).toBe(ids.length)
          return ids
        }
      },
    ],
    [
      'applyFilters',
      async (options) => {
        const { articles } = database.schema
        const set = applyFilters(query, list() as never, options as never)
        return (
          await set.applyTo(database.db.select({ id: articles.id }).from(articles).$dynamic()).orderBy(articles.id)
        ).map(({ id }) => id)
      },
    ],
  ]
  test.each(calls)(
    '%s takes an object with getSQL() as a condition, and neither a column nor a table',
    async (_name, call) => {
      const { articles } = database.schema
      const least = { getSQL: () => sql`${articles.id} >= 8 or ${articles.id} = 0` }
      expect(await call({ scope, where: least as never })).toEqual(expected.filter((id) => id >= 8))
      await expect(call({ scope, where: articles as never })).rejects.toThrow(PaginateConfigError)
      await expect(call({ scope, where: { id: 1 } as never })).rejects.toThrow(PaginateConfigError)
    },
  )

  // R20.1.3
  test.each(calls)('%s reads the rows of the scope', async (_name, call) => {
    expect(expected.length).toBeGreaterThan(0)
    expect(await call({ scope })).toEqual(expected)
    const { articles } = database.schema
    expect(await call({ scope, where: gte(articles.id, 8) })).toEqual(expected.filter((id) => id >= 8))
    expect(await call({ scope: { from: 1, to: 4 } })).toEqual(
      expected.length === 0
        ? []
        : seeded.filter(({ id, hidden, views }) => id <= 4 && !hidden && views >= 1).map(({ id }) => id),
    )
  })

  test('facetCounts counts the rows of the scope', async () => {
    const counts = await facetCounts(database.db, {}, list() as never, { status: true } as object, { scope } as never)
    const total = (counts as { status: { count: number }[] }).status.reduce((sum, { count }) => sum + count, 0)
    expect(total).toBe(inScope.length)
  })

  // R20.1.2
  test.each(calls)('%s refuses a call without a scope before any statement', async (_name, call) => {
    for (const options of [{}, { scope: undefined }, { scope: null }]) {
      const { value, statements } = await countRefused(database, () => call(options))
      expect(value).toBeInstanceOf(PaginateConfigError)
      expect((value as Error).message).toBe('The list is scoped, and the call has no scope; pass options.scope.')
      expect(statements).toEqual([])
    }
  })

  test('facetCounts refuses it too', async () => {
    const { value, statements } = await countRefused(database, () =>
      facetCounts(database.db, {}, list() as never, { status: true } as never),
    )
    expect([value instanceof PaginateConfigError, statements]).toEqual([true, []])
  })

  test.each([
    ['undefined', () => undefined],
    ['and() of nothing', () => and()],
    ['a boolean', () => true as never],
    ['null', () => null as never],
  ])('a function that answers %s lets no row through', async (_title, condition) => {
    const scoped = base().scopedBy(condition).build()
    const { value, statements } = await countRefused(database, () => paginate(database.db, {}, scoped))
    expect((value as Error).message).toBe('A function of .scopedBy() returned no SQL; return SQL for every scope.')
    expect([value instanceof PaginateConfigError, statements]).toEqual([true, []])
  })

  test('a scope over a joined table joins it to the count', async () => {
    const { authors } = database.schema
    const [author] = seededAuthors
    const scoped = base()
      .scopedBy(({ name }: { name: string }) => eq(authors.name, name))
      .build()
    const { meta } = await paginate(database.db, {}, scoped as never, { scope: { name: author?.name } } as never)
    const ids = seededAuthors.filter(({ name }) => name === author?.name).map(({ id }) => id)
    expect(meta.totalItems).toBe(seeded.filter(({ authorId }) => authorId !== null && ids.includes(authorId)).length)
  })

  // R20.1.4
  test('a list handler takes the scope from the request', async () => {
    const handler = listHandler({
      db: database.db,
      config: list(),
      scope: (request: Request) => ({ from: Number(request.headers.get('x-from')), to: 15 }),
    } as never) as (request: Request) => Promise<Response>
    const response = await handler(
      new Request('http://localhost/articles?filter.views=$gte:1', { headers: { 'x-from': '5' } }),
    )
    const { items } = (await response.json()) as { items: { id: number }[] }
    expect(items.map(({ id }) => id)).toEqual(expected.filter((id) => id >= 5))
  })

  test('so do a file and the explorer', async () => {
    const scopeOf = (request: Request) => ({ from: Number(request.headers.get('x-from')), to: 15 })
    const given = { headers: { 'x-from': '5' } }
    const ids = expected.filter((id) => id >= 5)
    const file = exportHandler({ db: database.db, config: list(), as: 'json', scope: scopeOf } as never) as (
      request: Request,
    ) => Promise<Response>
    const rows = (await (await file(new Request('http://localhost/articles?filter.views=$gte:1', given))).json()) as {
      id: number
    }[]
    expect(rows.map(({ id }) => id)).toEqual(ids)
    const explorer = explorerHandler({
      db: database.db,
      config: list(),
      path: '/articles',
      enabled: true,
      scope: scopeOf,
    } as never) as (request: Request) => Promise<Response>
    const run = (await (
      await explorer(new Request('http://localhost/explorer?explorer=run&filter.views=$gte:1', given))
    ).json()) as {
      body: string
    }
    expect((JSON.parse(run.body) as { items: { id: number }[] }).items.map(({ id }) => id)).toEqual(ids)
  })

  // R20.1.6
  test('nothing tells clients of it', () => {
    expect(list().describe({ includeDisabled: true })).toEqual(base().build().describe({ includeDisabled: true }))
  })

  // R20.1.5
  test('in memory it asks for a predicate', () => {
    const rows = seeded as never[]
    const message = 'The list is scoped, and rows in memory need the scope as a predicate; pass options.where.'
    expect(() => paginateArray(rows, {}, list() as never)).toThrow(new PaginateConfigError(message))
    expect(() => filterArray(rows, {}, list() as never, {} as never)).toThrow(new PaginateConfigError(message))
    expect(() => facetArray(rows, {}, list() as never, {} as never, {} as never)).toThrow(
      new PaginateConfigError(message),
    )
    const where = ({ id }: { id: number }) => inScope.includes(id)
    expect(paginateArray(rows, {}, list() as never, { where } as never).meta.totalItems).toBe(inScope.length)
  })

  test('what is no function is refused by build()', () => {
    expect(() =>
      base()
        .scopedBy(eq(database.schema.articles.id, 1) as never)
        .build(),
    ).toThrow('.scopedBy() needs a function of the scope that answers a condition; pass one.')
  })
})
