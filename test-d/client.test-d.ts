// What a configuration's type lets a front end write, and what it refuses.
import type { ColumnFiltersState, PaginationState, SortingState } from '@tanstack/table-core'
import { count, eq, max, sum } from 'drizzle-orm'
import { bigint, boolean, date, integer, numeric, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { configVariants, defineValueType, paginateConfig, rowsOf } from 'drizzle-paginate'
import {
  type ClientPage,
  createListClient,
  dayRange,
  fromTableState,
  type Jsonified,
  listQuery,
  type ListFetch,
  parseListQuery,
  toTableState,
} from 'drizzle-paginate/client'
import { muiDataSource } from 'drizzle-paginate/front-ends'
import { describe, expectTypeOf, it } from 'vitest'

const status = pgEnum('status', ['draft', 'live'])
const articles = pgTable('articles', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  status: status('status').notNull(),
  views: integer('views').notNull(),
  size: bigint('size', { mode: 'bigint' }),
  fee: numeric('fee'),
  isFeatured: boolean('is_featured').notNull(),
  publishedAt: timestamp('published_at'),
  day: date('day'),
  tags: text('tags').array().notNull(),
})
const reviews = pgTable('reviews', {
  id: integer('id').primaryKey(),
  articleId: integer('article_id').notNull(),
  reviewer: text('reviewer'),
})
const money = defineValueType({ name: 'money', parse: (value) => Number(value) * 100, operators: ['$eq', '$gte'] })

const articleList = paginateConfig(articles)
  .field('price', articles.fee, money)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .sortable('title', 'publishedAt')
  .searchable('title')
  .filterable('title', '$eq', '$ilike')
  .filterable('status', '$eq', '$in')
  .filterable('views', '$in', '$null', '$gte', '$lt', '$btw')
  .filterable('size', '$eq')
  .filterable('price', '$gte')
  .filterable('isFeatured', '$eq')
  .filterable('publishedAt', '$gte', '$lt', '$null')
  .filterable('day', '$eq')
  .filterable('tags', '$contains')
  .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq')
  .build()

type List = typeof articleList
const query = listQuery<List>()

it('types a page by the list alone, and headers by a function', async () => {
  const client = createListClient<List>('/articles', { headers: async () => ({ authorization: 'Bearer' }) })
  expectTypeOf(await client.fetchPage()).toEqualTypeOf<ClientPage<List>>()
  expectTypeOf<ClientPage<List>['items'][number]['publishedAt']>().toEqualTypeOf<string | null>()
})

describe('listQuery', () => {
  it('takes what the configuration declares', () => {
    query.sortBy('title').sortBy('publishedAt', 'desc').searchBy('title')
    query.filter('status', '$eq', 'draft').filter('status', '$in', ['draft', 'live'])
    query.filter('views', '$btw', [1, 10n]).filter('views', { $gte: 1, $lt: 10 })
    query.filter('views', '$in', [1, null]).filter('views', { $in: [null] })
    query
      .filter('size', '$eq', 2n ** 63n - 1n)
      .filter('price', '$gte', '12.50')
      .filter('isFeatured', '$eq', true)
    query
      .filter('publishedAt', '$gte', new Date())
      .filter('publishedAt', '$null')
      .filter('publishedAt', { $null: true })
    const from = Math.random() > 0.5 ? 1 : undefined
    query.filter('views', { $gte: from, $lt: 10 })
    query.filter('publishedAt', dayRange('2024-02-29')).filter('day', '$eq', '2024-02-29')
    query.filter('tags', '$contains', ['a', 'b']).filter('reviewer', '$eq', 'Ann')
    query.not.filter('status', '$eq', 'draft').or.not.filter('status', '$eq', 'live')
    expectTypeOf(query.filter('title', '$ilike', 'x').page(2)).toEqualTypeOf(query)
  })

  it('refuses names that are not declared', () => {
    // @ts-expect-error views is not sortable
    query.sortBy('views')
    // @ts-expect-error no such direction
    query.sortBy('title', 'down')
    // @ts-expect-error status is not searchable
    query.searchBy('status')
    // @ts-expect-error id is not filterable
    query.filter('id', '$eq', 1)
    // @ts-expect-error id is not filterable, under a modifier either
    query.not.filter('id', '$eq', 1)
    // @ts-expect-error no criteria on id to read
    query.criteria('id')
  })

  it('refuses operators that are not granted', () => {
    // @ts-expect-error $ilike is not granted on status
    query.filter('status', '$ilike', 'draft')
    // @ts-expect-error $lte is not granted on views
    query.filter('views', { $gte: 1, $lte: 10 })
    // @ts-expect-error nor in an object made elsewhere: day ranges need $gte and $lt
    query.filter('day', dayRange('2024-02-29'))
    // @ts-expect-error $or joins a criterion, it is not one
    query.or.page(1)
  })

  it('refuses values of another type', () => {
    // @ts-expect-error no such member
    query.filter('status', '$eq', 'gone')
    // @ts-expect-error a list
    query.filter('status', '$in', 'draft')
    // @ts-expect-error a number
    query.filter('views', '$gte', '1')
    // @ts-expect-error a range has no null
    query.filter('views', '$btw', [1, null])
    // @ts-expect-error two of them
    query.filter('views', '$btw', [1])
    // @ts-expect-error $null takes no value
    query.filter('publishedAt', '$null', true)
    // @ts-expect-error every other operator does
    query.filter('views', '$gte')
    // @ts-expect-error a day is text: a Date is an instant
    query.filter('day', '$eq', new Date())
    // @ts-expect-error a made type reads text: 1250 would be read as 1250.00
    query.filter('price', '$gte', 1250)
    // @ts-expect-error a collection takes a list
    query.filter('tags', '$contains', 'a')
    // @ts-expect-error not a boolean
    query.filter('isFeatured', '$eq', 'true')
  })

  it('is free without a configuration', () => {
    listQuery()
      .sortBy('anything')
      .filter('anything', '$eq', 1)
      .filter('anything', '$in', ['a', 1n, true, null, new Date()])
    // @ts-expect-error but for the operators
    listQuery().filter('anything', '$like', 1)
  })

  it('takes the function of configVariants as well', () => {
    const variants = configVariants((can: { moderate: boolean }) =>
      paginateConfig(articles)
        .withLimits(1, 2)
        .withTieBreaker('id')
        .when(can.moderate)
        .filterable('title', '$eq')
        .build(),
    )
    listQuery<typeof variants>().filter('title', '$eq', 'x')
    // @ts-expect-error not filterable
    parseListQuery<typeof variants>('').filter('views', '$gte', 1)
  })
})

describe('where', () => {
  const begin = paginateConfig(articles)
    .withLimits(1, 2)
    .withTieBreaker('id')
    .filterable('status', '$eq', '$in')
    .filterable('views', '$gte')
  const read = begin.withFilterExpressions({ maxTerms: 5 }).build()
  const conditions = listQuery<typeof read>()

  it('takes conditions as .filter() takes criteria', () => {
    expectTypeOf(
      conditions.expression((is) =>
        is.or(is('status', '$in', ['draft']), is.not(is('views', '$gte', 5)), is('views', { $gte: 5n })),
      ),
    ).toEqualTypeOf(conditions)
    conditions.expression(null)
    const each = ['draft', 'live'] as const
    conditions.expression((is) => is.and(...each.map((status) => is('status', '$eq', status))))
    // @ts-expect-error title is not filterable
    conditions.expression((is) => is('title', '$eq', 'x'))
    // @ts-expect-error $ilike is not allowed on status
    conditions.expression((is) => is('status', '$ilike', 'x'))
    // @ts-expect-error no such member
    conditions.expression((is) => is('status', '$eq', 'gone'))
    // @ts-expect-error $lt is not allowed on views
    conditions.expression((is) => is('views', { $lt: 5 }))
    // @ts-expect-error a condition, not a field
    conditions.expression((is) => is.not('status'))
    // @ts-expect-error it answers no condition
    conditions.expression(() => 'status=$eq:draft')
  })

  it('is not of a list that reads no expressions', () => {
    // @ts-expect-error The list reads no expressions
    query.expression((is) => is('status', '$eq', 'draft'))
    const gated = configVariants((can: { combine: boolean }) => begin.when(can.combine).withFilterExpressions().build())
    listQuery<typeof gated>().expression((is) => is('status', '$eq', 'draft'))
    listQuery().expression((is) => is('anything', '$eq', 'x'))
  })

  it('is answered in meta', async () => {
    expectTypeOf((await createListClient<typeof read>('/').fetchPage()).meta.filterExpression).toEqualTypeOf<
      string | null
    >()
    // @ts-expect-error not declared
    void (await createListClient<List>('/').fetchPage()).meta.filterExpression
  })
})

describe('createListClient', () => {
  it('answers pages of items as JSON carries them', async () => {
    const client = createListClient<List>('/articles', { fetch: globalThis.fetch })
    const page = await client.fetchPage(client.query())
    expectTypeOf(page.items[0]!.publishedAt).toEqualTypeOf<string | null>()
    expectTypeOf(page.items[0]!.status).toEqualTypeOf<'draft' | 'live'>()
    expectTypeOf(page.items[0]!.tags).toEqualTypeOf<string[]>()
    expectTypeOf(page.items[0]!.size).toEqualTypeOf<string | null>()
    expectTypeOf(page.meta.totalItems).toEqualTypeOf<number>()
    expectTypeOf(client.next(page)).toEqualTypeOf<typeof query | null>()
    expectTypeOf<typeof globalThis.fetch>().toExtend<ListFetch>()
  })

  it('takes options that may be undefined, with exactOptionalPropertyTypes too', () => {
    const signal = Math.random() > 0.5 ? AbortSignal.timeout(1000) : undefined
    const credentials = Math.random() > 0.5 ? 'include' : undefined
    const headers = Math.random() > 0.5 ? { authorization: 'x' } : undefined
    const client = createListClient<List>('/articles', { signal, credentials, headers })
    void client.fetchPage(undefined, { signal, credentials, headers })
    const send: ListFetch = (url, options) => fetch(url, options)
    createListClient<List>('/articles', { fetch: send })
  })

  it('answers pages as the list is counted and paged', async () => {
    const begin = paginateConfig(articles)
      .withLimits(20, 100)
      .withTieBreaker('id')
      .sortable('title')
      .filterable('status', '$eq')
    const none = begin.withTotals('none').build()
    const estimated = begin.withTotals({ upTo: 10, estimate: true }).build()
    const byCursor = begin.withFacets({ status: true }).withCursors().build()
    const counted = begin.withCursors().withTotals({ upTo: 10 }).build()
    const page = await createListClient<typeof none>('/').fetchPage()
    expectTypeOf(page.meta.totalItems).toEqualTypeOf<number | null>()
    expectTypeOf(page.meta.totalItemsAtLeast).toEqualTypeOf<number>()
    expectTypeOf((await createListClient<typeof estimated>('/').fetchPage()).meta.totalItemsEstimate).toEqualTypeOf<
      number | null
    >()
    const client = createListClient<typeof byCursor>('/')
    const positions = await client.fetchPage()
    expectTypeOf(positions.meta.nextCursor).toEqualTypeOf<string | null>()
    expectTypeOf(positions.items[0]!.publishedAt).toEqualTypeOf<string | null>()
    expectTypeOf(positions.facets.status[0]!.value).toEqualTypeOf<'draft' | 'live'>()
    // @ts-expect-error no totals are declared
    void positions.meta.totalItems
    // @ts-expect-error no number either
    void positions.meta.currentPage
    expectTypeOf((await createListClient<typeof counted>('/').fetchPage()).meta.totalPages).toEqualTypeOf<
      number | null
    >()
    client.query().after(positions.meta.nextCursor).before(positions.meta.previousCursor).page(1)
    // @ts-expect-error pages of a list with cursors have no number
    client.query().page(2)
    // @ts-expect-error nor do pages of a list by number have a cursor
    query.after('x')
    query.after(null)
    // @ts-expect-error a grid asks for them
    muiDataSource(client)
    muiDataSource(createListClient<typeof none>('/'))
    muiDataSource(createListClient('/'))
    const any = await createListClient('/').fetchPage()
    expectTypeOf(any.meta.totalItems).toEqualTypeOf<number | null | undefined>()
    listQuery().page(2).after('x')
  })

  it('takes a query without the type of a list', () => {
    const client = createListClient<List>('/articles')
    const parsed = parseListQuery('page=2')
    void client.fetchPage(parsed)
    client.url(listQuery().limit(2))
    void client.fetchPage(fromTableState({ pagination: { pageIndex: 0, pageSize: 5 } }))
    void createListClient('/').fetchPage(query)
  })

  it('refuses a misspelt option', () => {
    const client = createListClient<List>('/articles')
    const slip = { singal: new AbortController().signal }
    // @ts-expect-error it is signal
    void client.fetchPage(query, slip)
    // @ts-expect-error nor beside one that is right
    void client.fetchPage(query, { credentials: 'omit', singal: slip.singal })
    // @ts-expect-error it is operators
    toTableState(query, { operator: {} })
  })

  it('answers a summary as JSON carries it', async () => {
    const plain = paginateConfig(articles).withLimits(20, 100).withTieBreaker('id').filterable('status', '$eq')
    const summarized = plain.withSummary({ rows: count(), views: sum(articles.id), newest: max(articles.publishedAt) })
    const list = summarized.build()
    const faceted = summarized.withFacets({ status: true }).build()
    const bare = plain.build()
    type Summary = { rows: number; views: string | null; newest: string | null }
    const { items, ...page } = await createListClient<typeof list>('/').fetchPage()
    expectTypeOf(page.summary).toEqualTypeOf<Summary>()
    expectTypeOf(items[0]!.id).toEqualTypeOf<number>()
    const both = await createListClient<typeof faceted>('/').fetchPage()
    expectTypeOf(both.summary).toEqualTypeOf<Summary>()
    expectTypeOf(both.facets.status[0]!.count).toEqualTypeOf<number>()
    expectTypeOf<ClientPage<typeof list>['summary']>().toEqualTypeOf<Summary>()
    // @ts-expect-error no summary is declared
    void (await createListClient<typeof bare>('/').fetchPage()).summary
  })

  it('knows what JSON makes of a value', () => {
    expectTypeOf<
      Jsonified<{ at: Date; list: Date[]; call: () => void; nested: { id: number } | null }>
    >().toEqualTypeOf<{
      at: string
      list: string[]
      nested: { id: number } | null
    }>()
    expectTypeOf<Jsonified<unknown>>().toBeUnknown()
  })
})

describe('table state', () => {
  it('is the state of TanStack Table', () => {
    const state = toTableState(query, {
      operators: { status: '$in', views: '$btw' },
      lists: ['tags'],
      defaultLimit: 20,
    })
    expectTypeOf(state.sorting).toExtend<SortingState>()
    expectTypeOf(state.columnFilters).toExtend<ColumnFiltersState>()
    expectTypeOf(state.pagination).toExtend<PaginationState>()
    const table = {
      sorting: [] as SortingState,
      columnFilters: [] as ColumnFiltersState,
      pagination: {} as PaginationState,
      globalFilter: '',
    }
    expectTypeOf(fromTableState<List>(table)).toEqualTypeOf(query)
    fromTableState<List>({ sorting: table.sorting })
  })

  it('refuses operators that are not granted', () => {
    // @ts-expect-error $ilike is not granted on status
    toTableState(query, { operators: { status: '$ilike' } })
    // @ts-expect-error no such field
    fromTableState<List>({}, { operators: { nothing: '$eq' } })
    // @ts-expect-error not searchable
    fromTableState<List>({}, { searchBy: ['status'] })
  })
})
