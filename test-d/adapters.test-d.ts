// Handlers of every adapter, as they stand in an application: what their functions receive is typed by the framework.
import { Controller } from '@nestjs/common'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { bigint, pgTable, integer, text, timestamp } from 'drizzle-orm/pg-core'
import {
  type AnyPaginateConfig,
  type FacetValue,
  type InferItem,
  paginate,
  paginateConfig,
  PaginateQuery as LibraryQuery,
  type PaginateQuery,
  type PaginateQueryErrorCode,
  streamRows,
} from 'drizzle-paginate'
import { createListClient } from 'drizzle-paginate/client'
import { explorerHandler } from 'drizzle-paginate/explorer'
import * as forExpress from 'drizzle-paginate/express'
import * as forFastify from 'drizzle-paginate/fastify'
import * as forHono from 'drizzle-paginate/hono'
import { listHandler, exportHandler, pageHandler } from 'drizzle-paginate/http'
import { ExportedList, Paginate, PaginatedList } from 'drizzle-paginate/nestjs'
import { itemSchema, listOperation, querySchema } from 'drizzle-paginate/openapi'
import express from 'express'
import { fastify } from 'fastify'
import { type Context, Hono } from 'hono'
import { hc } from 'hono/client'
import { describe, expectTypeOf, it } from 'vitest'

const notes = pgTable('notes', { id: integer('id').primaryKey(), owner: text('owner').notNull() })
const db = drizzle(async () => ({ rows: [] }))
const noteList = paginateConfig(notes).withLimits(10, 100).withTieBreaker('id').build()

describe('fetch handlers', () => {
  it('take a request alone, or what the host passes on', () => {
    const GET = listHandler({ db, config: noteList })
    expectTypeOf(GET).toEqualTypeOf<(request: Request) => Promise<Response>>()
    const withContext = listHandler<[{ params: Promise<{ owner: string }> }]>({
      db,
      config: noteList,
      where: async (request, { params }) => {
        expectTypeOf(request).toEqualTypeOf<Request>()
        return eq(notes.owner, (await params).owner)
      },
    })
    expectTypeOf(withContext).parameters.toEqualTypeOf<[Request, { params: Promise<{ owner: string }> }]>()
    pageHandler<[owner: string]>((list, request, owner) => {
      expectTypeOf(request).toEqualTypeOf<Request>()
      return paginate(db, list.query, noteList, { ...list, where: eq(notes.owner, owner) })
    })
    // @ts-expect-error -- an answer is a page
    pageHandler(() => [1, 2, 3])
  })
})

describe('options of handlers in their application', () => {
  it('type what the framework hands over, and the database that everything goes through', () => {
    listHandler<[environment: { tenant: string }]>({
      db,
      config: noteList,
      within: (request, run, environment) => {
        expectTypeOf(request).toEqualTypeOf<Request>()
        expectTypeOf(environment).toEqualTypeOf<{ tenant: string }>()
        return db.transaction(async (tx) => run(tx))
      },
      cache: { version: (request, environment) => `${environment.tenant} ${request.url}` },
      onAnswer: ({ shape, code }) => expectTypeOf([shape, code]).toMatchTypeOf<(string | null)[]>(),
    })
    forExpress.exportHandler({
      db,
      config: noteList,
      as: 'csv',
      within: (request: express.Request, run) => (request.ip === '' ? run(db) : db.transaction((tx) => run(tx))),
    })
    forHono.listHandler({
      db,
      config: noteList,
      within: (c: Context, run) => (c.req.path === '' ? run(db) : run(db)),
    })
    // @ts-expect-error -- what `run` answers is not returned
    listHandler({ db, config: noteList, within: (_request, run) => db.transaction(async (tx) => void run(tx)) })
    PaginatedList({ within: (_request: express.Request, run) => db.transaction((tx) => run(tx)), cache: {} })
    // @ts-expect-error -- an export has no version
    exportHandler({ db, config: noteList, as: 'csv', cache: {} })
  })
})

describe('Hono', () => {
  it('types the context by the environment of the app', () => {
    type Env = { Bindings: { database: typeof db }; Variables: { owner: string } }
    const app = new Hono<Env>()
    app.get('/notes', forHono.listHandler({ db, config: noteList }))
    app.get(
      '/mine',
      forHono.listHandler<Env>({
        db: (c) => c.env.database,
        config: noteList,
        where: (c) => {
          expectTypeOf(c).toEqualTypeOf<Context<Env>>()
          return eq(notes.owner, c.get('owner'))
        },
      }),
    )
    app.get(
      '/own',
      forHono.pageHandler<Env>((list, c) => paginate(c.env.database, list.query, noteList, list)),
    )
    // The environment is inferred from a function that says it; without one, a handler fits every app.
    const inferred = forHono.listHandler({ db: (c: Context<Env>) => c.env.database, config: noteList })
    expectTypeOf(inferred).toExtend<forHono.HonoHandler<Env>>()
    app.get('/inferred', inferred)
    app.get(
      '/named',
      forHono.listHandler({ db, config: noteList, where: (c: Context<Env>) => eq(notes.owner, c.get('owner')) }),
    )
    app.get('/any', forHono.listHandler({ db: (c) => c.env.database, config: noteList }))
    app.onError(forHono.paginateErrorHandler())
    app.onError(forHono.paginateErrorHandler((_error, c) => c.text('Internal Server Error', 500)))
  })
})

describe("Hono's client", () => {
  it('sees the page as JSON, or the problem document', async () => {
    const tables = pgTable('sales', {
      id: integer('id').primaryKey(),
      at: timestamp('at').notNull(),
      cents: bigint({ mode: 'bigint' }).notNull(),
    })
    const saleList = paginateConfig(tables)
      .withLimits(10, 100)
      .withTieBreaker('id')
      .filterable('id', '$eq')
      .withTotals('none')
      .build()
    const facetedList = paginateConfig(tables)
      .withLimits(10, 100)
      .withTieBreaker('id')
      .filterable('id', '$eq')
      .withFacets({ id: true })
      .build()
    const app = new Hono()
      .get('/sales', forHono.listHandler({ db, config: saleList }))
      .get('/faceted', forHono.listHandler({ db, config: () => facetedList }))
      .get(
        '/own',
        forHono.pageHandler((list) => paginate(db, list, noteList)),
      )
      .get(
        '/of-request',
        forHono.listHandler({ db, config: (c: Context) => (c.req.path === '' ? saleList : saleList) }),
      )
      .get('/mapped', forHono.listHandler<{ Variables: { owner: string } }>({ db, config: saleList }))
    const client = hc<typeof app>('http://localhost')
    const response = await client.sales.$get({ query: { 'filter.id': ['$eq:1', '$or:$eq:2'], limit: '5' } })
    expectTypeOf(response.status).toEqualTypeOf<200 | 400>()
    if (response.ok) {
      const page = await response.json()
      expectTypeOf(page.items[0]!).toEqualTypeOf<{ id: number; at: string; cents: string }>()
      expectTypeOf(page.meta.totalItems).toEqualTypeOf<number | null>()
    } else {
      expectTypeOf((await response.json()).code).toEqualTypeOf<PaginateQueryErrorCode>()
    }
    const faceted = await client.faceted.$get()
    if (faceted.ok) expectTypeOf((await faceted.json()).facets.id).toEqualTypeOf<FacetValue<number | null>[]>()
    const ofRequest = await client['of-request'].$get()
    if (ofRequest.ok) expectTypeOf((await ofRequest.json()).items[0]!.cents).toEqualTypeOf<string>()
    const own = await client.own.$get()
    if (own.ok) expectTypeOf((await own.json()).items[0]!.owner).toEqualTypeOf<string>()
    const untyped = await client.mapped.$get()
    if (untyped.ok) expectTypeOf((await untyped.json()).items).toEqualTypeOf<unknown[]>()
  })
})

describe('Express', () => {
  it('types the request as the application does', () => {
    const app = express()
    app.get('/notes', forExpress.listHandler({ db, config: noteList }))
    const where = (request: express.Request) => eq(notes.owner, request.ip ?? '')
    app.get('/mine', forExpress.listHandler({ db, config: noteList, where }))
    // The request is Express's own, without a word about it; in a route with parameters too.
    app.get(
      '/:id/mine',
      forExpress.listHandler({ db, config: noteList, where: (request) => eq(notes.owner, request.ip ?? '') }),
    )
    const alone = forExpress.listHandler({
      db,
      config: noteList,
      within: (request, run) => (request.secure ? run(db) : run(db)),
    })
    expectTypeOf(alone).toEqualTypeOf<forExpress.ExpressHandler<express.Request>>()
    app.get(
      '/file',
      forExpress.exportHandler({
        db,
        config: noteList,
        as: 'csv',
        where: (request) => eq(notes.owner, request.ip ?? ''),
      }),
    )
    type OfTenant = express.Request & { readonly tenant: string }
    forExpress.listHandler({
      db,
      config: noteList,
      where: (request: OfTenant) => eq(notes.owner, request.tenant),
    })
    forExpress.pageHandler<OfTenant>((list, { tenant }) =>
      paginate(db, list.query, noteList, { ...list, where: eq(notes.owner, tenant) }),
    )
    app.get(
      '/typed',
      forExpress.pageHandler((list, request) => {
        expectTypeOf(request).toEqualTypeOf<express.Request>()
        return paginate(db, list, noteList)
      }),
    )
    app.get(
      '/own',
      forExpress.pageHandler((list) => paginate(db, list, noteList)),
    )
    app.use(forExpress.paginateErrorHandler())
  })
})

describe('Fastify', () => {
  it('types the request as the application does, with what the plugin adds', () => {
    const app = fastify()
    app.register(forFastify.paginatePlugin)
    app.register(forFastify.paginatePlugin, { errorHandler: false })
    app.get('/notes', forFastify.listHandler({ db, config: noteList }))
    app.get('/mine', forFastify.listHandler({ db, config: noteList, where: (request) => eq(notes.owner, request.ip) }))
    app.get('/own', async (request, reply) => reply.sendPage(await paginate(db, request, noteList)))
  })
})

describe('NestJS', () => {
  it('takes methods that return a page, and no others', () => {
    class Notes {
      list(query: PaginateQuery) {
        return paginate(db, query, noteList)
      }
      count() {
        return 1
      }
    }
    Controller('notes')(Notes)
    Paginate()(Notes.prototype, 'list', 0)
    const descriptor = <Key extends keyof Notes>(key: Key) =>
      Object.getOwnPropertyDescriptor(Notes.prototype, key) as TypedPropertyDescriptor<Notes[Key]>
    PaginatedList()(Notes.prototype, 'list', descriptor('list'))
    // @ts-expect-error -- a number is no page
    PaginatedList()(Notes.prototype, 'count', descriptor('count'))
  })
})

describe('exports', () => {
  it('are typed as list handlers are', () => {
    const file = { config: noteList, as: 'csv', filename: 'notes.csv', columns: ['id'] } as const
    expectTypeOf(exportHandler({ db, ...file })).toEqualTypeOf<(request: Request) => Promise<Response>>()
    exportHandler<[{ params: Promise<{ owner: string }> }]>({
      db,
      ...file,
      where: async (_request, { params }) => eq(notes.owner, (await params).owner),
    })
    type Env = { Bindings: { database: typeof db }; Variables: { owner: string } }
    new Hono<Env>().get(
      '/notes',
      forHono.exportHandler({
        ...file,
        db: (c: Context<Env>) => c.env.database,
        scope: (c) => ({ owner: c.get('owner') }),
      }),
    )
    const where = (request: express.Request) => eq(notes.owner, request.ip ?? '')
    express().get('/notes', forExpress.exportHandler({ db, ...file, where }))
    fastify().get('/notes', forFastify.exportHandler({ db, ...file, where: (request) => eq(notes.owner, request.ip) }))
    // @ts-expect-error -- no such format
    exportHandler({ db, config: noteList, as: 'xlsx' })
    // @ts-expect-error -- a file has no facets
    exportHandler({ db, ...file, facets: {} })
  })

  it('of NestJS mark methods that return rows, and no others', () => {
    class Notes {
      export(query: PaginateQuery) {
        return streamRows(db, query, noteList)
      }
      list(query: PaginateQuery) {
        return paginate(db, query, noteList)
      }
    }
    const descriptor = <Key extends keyof Notes>(key: Key) =>
      Object.getOwnPropertyDescriptor(Notes.prototype, key) as TypedPropertyDescriptor<Notes[Key]>
    ExportedList({ as: 'ndjson' })(Notes.prototype, 'export', descriptor('export'))
    // @ts-expect-error -- a page is no rows
    ExportedList({ as: 'ndjson' })(Notes.prototype, 'list', descriptor('list'))
  })
})

describe('columns of an export', () => {
  interface Titles {
    readonly id: string
    readonly owner?: string
  }
  const columns: Titles = { id: 'Number' }
  const options = { db, config: noteList, as: 'csv', columns } as const

  it('may be a record of an interface', () => {
    exportHandler(options)
    exportHandler({ db, config: noteList, as: 'csv', columns: { ...columns, owner: 'Owner' } })
    forHono.exportHandler(options)
    forExpress.exportHandler({ ...options, where: ({ url }) => eq(notes.owner, url) })
    forFastify.exportHandler(options)
    ExportedList({ as: 'csv', columns })
    exportHandler({ db, config: noteList, as: 'csv', columns: { id: 'Number', owner: undefined } })
    exportHandler({ db, config: noteList, as: 'csv', columns: Object.fromEntries([['id', 'Number']]) })
    exportHandler({ db, config: () => noteList, as: 'csv', columns: Date.now() > 0 ? columns : ['id'] })
    exportHandler({ db, config: () => noteList, as: 'csv', columns: undefined })
  })

  it('are names or titles of text', () => {
    const numbers = { id: 5 }
    // @ts-expect-error -- a number is no title
    exportHandler({ db, config: noteList, as: 'csv', columns: numbers })
    // @ts-expect-error -- the same of an interface
    forHono.exportHandler({ db, config: noteList, as: 'csv', columns: {} as { [Name in keyof Titles]: boolean } })
    // @ts-expect-error -- a number is no name
    forFastify.exportHandler({ db, config: noteList, as: 'csv', columns: [5] })
    // @ts-expect-error -- neither is undefined
    exportHandler({ db, config: noteList, as: 'csv', columns: ['id', undefined] })
    // @ts-expect-error -- a map is no record
    exportHandler({ db, config: noteList, as: 'csv', columns: new Map([['id', 'Number']]) })
    // @ts-expect-error -- one name has no list
    exportHandler({ db, config: noteList, as: 'csv', columns: 'id' })
    // @ts-expect-error -- a number is no title
    ExportedList({ as: 'csv', columns: numbers })
  })
})

describe('map of a handler', () => {
  it('gets the item of the list and what the framework hands to its handlers', () => {
    listHandler({
      db,
      config: noteList,
      map: (item, request) => {
        expectTypeOf(item).toEqualTypeOf<InferItem<typeof noteList>>()
        expectTypeOf(request).toEqualTypeOf<Request>()
        return item.id
      },
    })
    listHandler({ db, config: () => noteList, map: { all: async (items) => items.map(({ owner }) => owner) } })
    exportHandler({ db, config: noteList, as: 'csv', map: ({ owner }) => ({ owner }) })
    const options = { db, config: noteList, map: ({ owner }: { owner: string }) => owner }
    listHandler(options)
    forExpress.listHandler(options)
    forFastify.listHandler({ ...options, map: (item) => item.owner })
    // @ts-expect-error -- no item has it
    listHandler({ db, config: noteList, map: ({ name }) => name })
  })

  it("is what Hono's client sees", async () => {
    const app = new Hono()
      .get('/one', forHono.listHandler({ db, config: noteList, map: ({ id }) => ({ at: new Date(id) }) }))
      .get(
        '/all',
        forHono.listHandler({ db, config: noteList, map: { all: async (items) => items.map(({ id }) => id) } }),
      )
    const client = hc<typeof app>('http://localhost')
    const one = await client.one.$get()
    if (one.ok) expectTypeOf((await one.json()).items).toEqualTypeOf<{ at: string }[]>()
    const all = await client.all.$get()
    if (all.ok) expectTypeOf((await all.json()).items).toEqualTypeOf<number[]>()
  })
})

describe('a handler of one of two lists', () => {
  const begin = paginateConfig(notes).withLimits(10, 100).withTieBreaker('id').filterable('id', '$eq')
  const short = begin.select({ id: true }).build()
  const owned = begin.filterable('owner', '$eq').select({ id: true, owner: true, by: notes.owner }).build()
  const named = begin.select({ id: true, name: notes.owner }).withTotals('none').build()
  type Item = { id: number; owner: string; by: string } | { id: number; name: string }
  const map = (item: Item) => ('name' in item ? item.name : item.by)
  const config = (isOwner: boolean) => (isOwner ? owned : named)

  it('compiles in every adapter, for lists and exports', () => {
    const app = new Hono()
      .get('/notes', forHono.listHandler({ db, config: (c) => config(c.req.path === '') }))
      .get('/file', forHono.exportHandler({ db, as: 'json', config: (c) => config(c.req.path === '') }))
    expectTypeOf(app).toExtend<Hono>()
    express().get('/notes', forExpress.listHandler({ db, config: (request) => config(request.ip === '') }))
    express().get('/file', forExpress.exportHandler({ db, as: 'json', config: ({ ip }) => config(ip === '') }))
    fastify().get('/notes', forFastify.listHandler({ db, config: (request) => config(request.ip === '') }))
    fastify().get('/file', forFastify.exportHandler({ db, as: 'json', config: ({ ip }) => config(ip === '') }))
    explorerHandler({ db, path: '/notes', config: ({ url }) => config(url === '') })
    const GET = listHandler({ db, config: (request) => (request.url === '' ? owned : named) })
    expectTypeOf(GET).toEqualTypeOf<(request: Request) => Promise<Response>>()
    exportHandler({ db, as: 'csv', config: async ({ url }) => (url === '' ? owned : named) })
    listHandler({ db, config: (request) => (request.url === '' ? Promise.resolve(owned) : named) })
    listHandler({ db: () => db, config: () => [short, owned, named][0]! })
  })

  it('gets the items of all of them in its map', () => {
    listHandler({
      db,
      config: (request) => config(request.url === ''),
      map: (item) => {
        expectTypeOf(item).toEqualTypeOf<Item>()
        return map(item)
      },
    })
    listHandler({ db, config: async () => config(true), map: { all: (items) => items.map(map) } })
    exportHandler({ db, as: 'json', config: () => config(true), map: (item) => map(item) })
    forHono.exportHandler({ db, as: 'json', config: () => config(true), map })
    forExpress.listHandler({ db, config: () => config(true), map: (item, { ip }) => `${ip} ${map(item)}` })
    forFastify.exportHandler({ db, as: 'json', config: () => config(true), map: (item) => map(item) })
    // @ts-expect-error -- no item has it
    listHandler({ db, config: () => config(true), map: ({ title }) => title })
    // @ts-expect-error -- one of them has not
    listHandler({ db, config: () => config(true), map: ({ by }) => by })
  })

  it("is a page of either in Hono's client", async () => {
    const app = new Hono()
      .get('/notes', forHono.listHandler({ db, config: (c: Context) => config(c.req.path === '') }))
      .get('/mapped', forHono.listHandler({ db, config: () => config(true), map: ({ id }) => new Date(id) }))
    const client = hc<typeof app>('http://localhost')
    const response = await client.notes.$get()
    if (response.ok) {
      const { items, meta } = await response.json()
      expectTypeOf(items[0]!).toEqualTypeOf<Item>()
      expectTypeOf(meta.totalItems).toEqualTypeOf<number | null>()
    }
    const mapped = await client.mapped.$get()
    if (mapped.ok) expectTypeOf((await mapped.json()).items[0]!).toEqualTypeOf<string>()
  })

  it('is refused where one of them would be', () => {
    const scoped = begin.scopedBy((tenant: { id: number }) => eq(notes.id, tenant.id)).build()
    listHandler({ db, config: () => (Date.now() > 0 ? scoped : owned), scope: () => ({ id: 1 }) })
    // @ts-expect-error -- one of them is scoped
    listHandler({ db, config: () => (Date.now() > 0 ? scoped : owned) })
    // @ts-expect-error -- one of them is not built
    listHandler({ db, config: () => (Date.now() > 0 ? begin : owned) })
  })

  it('is a helper of any list', () => {
    const serve = <Config extends AnyPaginateConfig>(list: Config) => [
      listHandler({ db, config: list, map: (item) => item }),
      listHandler({ db, config: () => list }),
      exportHandler({ db, as: 'json', config: async () => list }),
    ]
    serve(owned)
  })
})

describe('facets of a handler', () => {
  const begin = paginateConfig(notes)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .filterable('owner', '$eq')
    .filterable('id', '$gte')
    .filterWith('text', 'text', ({ value }) => eq(notes.owner, value))
  const listed = begin.withFacets({ owner: { limit: 5 }, id: 'range' }).build()

  it('are those that the list declares, of which a function of the request names some', () => {
    listHandler({ db, config: listed })
    listHandler({ db, config: listed, facets: false })
    listHandler({ db, config: listed, facets: (request) => new URL(request.url).searchParams.getAll('facet') })
    listHandler({ db, config: listed, facets: async () => ['id'] })
    forFastify.listHandler({ db, config: listed, facets: (request) => (request.ip === '' ? [] : ['owner']) })
    // @ts-expect-error -- said once, by the list
    listHandler({ db, config: listed, facets: { owner: true } })
    const options = { db, config: listed, facets: false }
    listHandler(options)
  })

  it('are refused where a field does not allow them', () => {
    // @ts-expect-error -- no such field
    begin.withFacets({ owner: true, name: true })
    // @ts-expect-error -- allows no comparison
    begin.withFacets({ owner: 'range' })
    // @ts-expect-error -- allows no equality
    begin.withFacets({ id: true })
    // @ts-expect-error -- a limit is a number
    begin.withFacets({ owner: { limit: '5' } })
    // @ts-expect-error -- a condition has no values to count
    begin.withFacets({ text: true })
    begin.withFacets({ owner: undefined })
  })
})

describe('the schema of a request', () => {
  const listed = paginateConfig(notes)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .sortable('owner')
    .searchable('owner')
    .filterable('id', '$gte')
    .build()
  const schema = querySchema(listed)
  type Input = NonNullable<(typeof schema)['~standard']['types']>['input']
  const take = (input: Input): Input => input

  it('knows the names of the configuration', () => {
    take({ page: 2, limit: 10, sortBy: ['owner:ASC'], searchBy: ['owner'], filters: { id: ['$gte:5'] } })
    take({ page: '2', sortBy: 'owner:DESC', 'filter.id': '$gte:5' })
    take('?filter.id=$gte:5')
    take(new URLSearchParams())
    take(new URL('http://localhost/'))
    take(new Request('http://localhost/'))
    take(new LibraryQuery({ page: 2 }))
    // @ts-expect-error -- not filterable
    take({ filters: { owner: '$eq:x' } })
    // @ts-expect-error -- not filterable, as a parameter
    take({ 'filter.owner': '$eq:x' })
    // @ts-expect-error -- not sortable
    take({ sortBy: ['id:ASC'] })
    // @ts-expect-error -- no direction
    take({ sortBy: ['owner'] })
    // @ts-expect-error -- not searchable
    take({ searchBy: ['id'] })
    // @ts-expect-error -- no such parameter
    take({ offset: 5 })
  })

  it('of a configuration whose type shows no names takes any', () => {
    const any = querySchema(listed as AnyPaginateConfig)
    type AnyInput = NonNullable<(typeof any)['~standard']['types']>['input']
    const input: AnyInput = { sortBy: ['whatever:ASC'], filters: { whatever: '$eq:1' } }
    expectTypeOf(input).toExtend<AnyInput>()
  })
})

describe('functions of a request', () => {
  class NextRequest extends Request {
    get nextUrl(): URL {
      return new URL(this.url)
    }
  }
  const list = paginateConfig(notes).withLimits(5, 10).withTieBreaker('id').withFacets({}).build()
  it("take the framework's class of request", () => {
    listHandler({
      db,
      config: list,
      where: (request: NextRequest) => eq(notes.owner, request.nextUrl.pathname),
      path: (request: NextRequest) => request.nextUrl.pathname,
      facets: (request: NextRequest) => request.nextUrl.searchParams.getAll('facet'),
    })
    exportHandler({ db, config: list, as: 'csv', where: (request: NextRequest) => eq(notes.owner, request.url) })
    // @ts-expect-error a text is no request
    listHandler({ db, config: list, where: (request: string) => eq(notes.owner, request) })
  })
})

describe('PaginateQuery.from', () => {
  interface Known {
    page?: string
    sortBy?: string[]
  }
  interface GatewayEvent {
    queryStringParameters: Record<string, string | undefined> | null
  }
  const given = {} as {
    missing: string | undefined
    parameters: URLSearchParams | null
    known: Known
    event: GatewayEvent
    rest: { queryStringParameters?: Record<string, string | undefined> | null }
    unknown: unknown
    numbers: { page: number }
  }
  it('takes what frameworks hand out', () => {
    LibraryQuery.from(null)
    LibraryQuery.from(given.missing)
    LibraryQuery.from(given.parameters)
    LibraryQuery.from(given.known)
    LibraryQuery.from(given.event)
    LibraryQuery.from(given.rest.queryStringParameters)
    LibraryQuery.from({ page: '2', sortBy: ['id:ASC'] })
  })
  it('and nothing else', () => {
    // @ts-expect-error not known
    LibraryQuery.from(given.unknown)
    // @ts-expect-error a number
    LibraryQuery.from(5)
    // @ts-expect-error a list
    LibraryQuery.from(['page=2'])
    // @ts-expect-error a function
    LibraryQuery.from(() => 'page=2')
    // @ts-expect-error a parameter is text
    LibraryQuery.from(given.numbers)
    // @ts-expect-error a list
    LibraryQuery.from(paginateConfig(notes).withLimits(5, 10).withTieBreaker('id').build())
  })
})

describe('an option that is undefined is no option', () => {
  const builder = paginateConfig(notes).withLimits(5, 10).withTieBreaker('id')
  const list = builder.build()
  it('in every call', () => {
    createListClient<typeof list>('/notes', { fetch: undefined, headers: undefined })
    listOperation(list, { summary: undefined, tags: undefined, items: undefined, includeDisabled: undefined })
    streamRows(db, '', list, { map: undefined, batchSize: undefined, select: undefined })
    builder.withFilterExpressions({ maxTerms: undefined })
    builder.filterable('owner', '$eq').withFacets({ owner: { limit: undefined } })
  })
})

describe('itemSchema', () => {
  const list = paginateConfig(notes).withLimits(5, 10).withTieBreaker('id').build()
  it('names the members of an item', () => {
    const { properties } = itemSchema(list)
    expectTypeOf<keyof typeof properties>().toEqualTypeOf<'id' | 'owner'>()
    void itemSchema(list, { note: notes.id }).properties.note
    void itemSchema(list as AnyPaginateConfig).properties['anything']
    // @ts-expect-error no such member
    void properties.title
    // @ts-expect-error plain data does not describe items
    void itemSchema(list.describe()).properties.id
  })
})
