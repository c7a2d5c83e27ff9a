// A handler inside its application: the application's transaction, metrics, the client's cache, a client that goes
// away.
import { request } from 'node:http'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle as drizzleProxy } from 'drizzle-orm/pg-proxy'
import { drizzle } from 'drizzle-orm/pglite'
import { paginateConfig, type ListDatabase, type StatementEvent } from 'drizzle-paginate'
import { type AnswerEvent, exportHandler, listHandler, type ListRequest, pageHandler } from 'drizzle-paginate/http'
import { paginate, PaginateQuery, paginateSelectMap } from 'drizzle-paginate'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listRequest } from '../../src/entries/http/list-request.js'
import { StatementLog } from '../support/statement-log.js'
import { pgliteClient } from '../support/databases/pglite.js'
import { type ListCase, listServers } from './support/list-servers.js'

const notes = pgTable('handler_notes', {
  id: integer().primaryKey(),
  tenant: text().notNull(),
  title: text().notNull(),
  views: integer().notNull(),
})
const declared = paginateConfig(notes)
  .withLimits(2, 10)
  .withTieBreaker('id')
  .sortable('title', 'views')
  .searchable('title')
  .filterable('title', '$eq', '$in')
  .filterable('views', '$gte', '$eq')
const config = declared.build()
const faceted = declared.withFacets({ title: true, views: 'range' }).build()

let client: PGlite
let db: ReturnType<typeof drizzle>
const log = new StatementLog()

beforeAll(async () => {
  client = await pgliteClient()
  db = drizzle({ client, logger: log })
  // Row-level security binds roles other than the owner's.
  await client.exec(`create table handler_notes (id integer primary key, tenant text not null, title text not null, views integer not null);
    insert into handler_notes values (1, 'a', 'Ash', 10), (2, 'a', 'Birch', 20), (3, 'a', 'Cedar', 30), (4, 'b', 'Fir', 40);
    create role handler_reader; grant select on handler_notes to handler_reader;
    alter table handler_notes enable row level security;
    create policy of_tenant on handler_notes using (tenant = current_setting('app.tenant', true))`)
})
afterAll(() => client.exec('drop table handler_notes; drop role handler_reader'))
beforeEach(() => log.clear())

/** What an application with row-level security writes. */
const asTenant: NonNullable<ListCase['within']> = (tenant, run) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local role handler_reader`)
    await tx.execute(sql`select set_config('app.tenant', ${tenant}, true)`)
    return run(tx)
  })

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

function get(port: number, target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: target, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => void chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
      .on('error', reject)
      .end()
  })
}

const titlesOf = ({ text: body }: Answer): string[] =>
  (JSON.parse(body) as { items: { title: string }[] }).items.map(({ title }) => title)

describe.each(listServers)('a handler of $name', ({ start, hasSignal }) => {
  async function withServer(given: Partial<ListCase>, use: (port: number) => Promise<void>): Promise<void> {
    const silenced = vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = await start({ db, config, ...given })
    try {
      await use(server.port)
    } finally {
      silenced.mockRestore()
      await server.close()
    }
  }

  it('sends count, page and every batch of a file through what `within` gives', async () => {
    await withServer({ within: asTenant }, async (port) => {
      expect(titlesOf(await get(port, '/notes?sortBy=views:DESC', { 'x-tenant': 'a' }))).toEqual(['Cedar', 'Birch'])
      expect(titlesOf(await get(port, '/notes', { 'x-tenant': 'b' }))).toEqual(['Fir'])
      expect(titlesOf(await get(port, '/notes'))).toEqual([])
      expect((await get(port, '/notes?page=0', { 'x-tenant': 'a' })).status).toBe(400)
      const file = await get(port, '/file?filter.views=$gte:20', { 'x-tenant': 'a' })
      expect(file.text).toBe('id,tenant,title,views\r\n2,a,Birch,20\r\n3,a,Cedar,30\r\n')
    })
  })

  it('answers what `within` throws as the error that it is', async () => {
    const within = (): never => {
      throw new TypeError('no tenant')
    }
    const events: AnswerEvent[] = []
    await withServer({ within, onAnswer: (event) => void events.push(event) }, async (port) => {
      expect([(await get(port, '/notes')).status, (await get(port, '/file')).status]).toEqual([500, 500])
      expect(events.map(({ status }) => status)).toEqual([500, 500])
      expect(log.entries).toEqual([])
    })
  })

  it('reports each request once, without a value of the client', async () => {
    const events: AnswerEvent[] = []
    const statements: StatementEvent['kind'][] = []
    const observed: Partial<ListCase> = {
      onAnswer: (event) => void events.push(event),
      onStatement: ({ kind }) => void statements.push(kind),
    }
    await withServer(observed, async (port) => {
      await get(
        port,
        '/notes?page=1&limit=1&sortBy=VIEWS:desc&filter.title=$in:Ash,Birch&filter.views=$gte:10&search=i',
      )
      await get(port, '/notes?filter.views=secret')
      await get(port, '/file?filter.VIEWS=$not:$eq:10&secret=1')
      await get(port, '/notes?page=99')
      await vi.waitFor(() => expect(events).toHaveLength(4))
      const known = { milliseconds: expect.any(Number) as number, code: null, status: 200 }
      expect(events).toEqual([
        {
          ...known,
          shape: 'sortBy=views:DESC filter.title=$in filter.views=$gte search',
          statements: 2,
          rows: 1,
          totalItems: 1,
        },
        { ...known, shape: '', statements: 0, rows: 0, totalItems: null, status: 400, code: 'filter.malformed' },
        { ...known, shape: events[2]?.shape, statements: 1, rows: 3, totalItems: null },
        { ...known, shape: '', statements: 1, rows: 0, totalItems: 4 },
      ])
      expect(statements).toEqual(['count', 'page', 'batch', 'count'])
    })
  })

  it('answers a client that has the page already with 304, by what it says', async () => {
    await withServer({ cache: {} }, async (port) => {
      const { status, headers, text: body } = await get(port, '/notes')
      expect([status, headers['cache-control'], headers['etag']]).toEqual([
        200,
        'private, no-cache',
        expect.stringMatching(/^W\/"[\w-]{20}"$/),
      ])
      const etag = String(headers['etag'])
      for (const sent of [etag, '*', `"x", ${etag.slice(2)}`]) {
        const again = await get(port, '/notes', { 'if-none-match': sent })
        expect([again.status, again.text, again.headers['etag'], again.headers['cache-control']]).toEqual([
          304,
          '',
          etag,
          'private, no-cache',
        ])
      }
      // A cache puts them in the place of those that it has stored with the page (RFC 9111, 3.2).
      for (const method of ['GET', 'HEAD']) {
        const again = await get(port, '/notes', { 'if-none-match': etag }, method)
        expect([method, again.status, again.headers['content-type'], again.headers['content-length']]).toEqual([
          method,
          304,
          undefined,
          undefined,
        ])
      }
      expect((await get(port, '/notes', { 'if-none-match': '"x"' })).text).toBe(body)
      expect((await get(port, '/notes?page=2', { 'if-none-match': etag })).status).toBe(200)
      expect((await get(port, '/notes?page=0', { 'if-none-match': '*' })).status).toBe(400)
    })
    await withServer({}, async (port) => expect((await get(port, '/notes')).headers['cache-control']).toBe(undefined))
  })

  it('ends between two statements for a client that goes away, where the framework has a signal', async () => {
    const events: AnswerEvent[] = []
    let leave = (): void => {}
    const arrived = new Promise<void>((resolve) => (leave = resolve))
    let gone = (): void => {}
    const left = new Promise<void>((resolve) => (gone = resolve))
    const within: NonNullable<ListCase['within']> = async (_tenant, run) => {
      leave()
      await left
      return run(db as unknown as ListDatabase)
    }
    await withServer({ within, onAnswer: (event) => void events.push(event) }, async (port) => {
      const asked = request({ host: '127.0.0.1', port, path: '/notes', agent: false })
      asked.on('error', () => {}).end()
      await arrived
      asked.destroy()
      await new Promise((resolve) => setTimeout(resolve, 100))
      gone()
      await vi.waitFor(() => expect(events).toHaveLength(1))
      expect([events[0]?.status, log.entries.length]).toEqual(hasSignal ? [499, 0] : [200, 2])
    })
  })
})

describe('listHandler', () => {
  const versioned = (version: () => string) => listHandler({ db, config, cache: { control: 'max-age=5', version } })
  const ask = (handler: (asked: Request) => Promise<Response>, search = '', tag?: string): Promise<Response> =>
    handler(new Request(`http://x/notes${search}`, tag === undefined ? {} : { headers: { 'if-none-match': tag } }))

  it('compares a version before any statement', async () => {
    let version = 'one'
    const handler = versioned(() => version)
    const first = await ask(handler)
    const tag = first.headers.get('etag') ?? ''
    expect([first.headers.get('cache-control'), log.entries.length]).toEqual(['max-age=5', 2])
    log.clear()
    expect([(await ask(handler, '', tag)).status, log.entries.length]).toEqual([304, 0])
    const refused = await ask(handler, '?limit=99', tag)
    expect([refused.status, refused.headers.get('etag'), log.entries.length]).toEqual([400, null, 0])
    version = 'two'
    const changed = await ask(handler, '', tag)
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
  })

  class Caller {
    readonly #id: string
    constructor(id: string) {
      this.#id = id
    }
    get id(): string {
      return this.#id
    }
  }
  it.each<[title: string, scopeOf: (tenant: string) => unknown, statements: number]>([
    ['a record', (tenant) => ({ tenant, since: new Date(0) }), 0],
    ['a record in another order', (tenant) => ({ since: new Date(0), tenant }), 0],
    ['a text', (tenant) => tenant, 0],
    ['a list', (tenant) => [1n, tenant, null, undefined, { tenant }], 0],
    // What has no text of its own is compared by the body.
    ['an object of a class', (tenant) => new Caller(tenant), 2],
    ['a function', (tenant) => Object.assign(() => tenant, { id: tenant }), 2],
  ])('has the scope in the tag of a version: %s', async (_title, scopeOf, statements) => {
    const scoped = paginateConfig(notes)
      .scopedBy((scope: unknown) => sql`${notes.tenant} = ${/[ab](?=["}\]]*$)/.exec(textOf(scope))?.[0]}`)
      .withLimits(2, 10)
      .withTieBreaker('id')
      .build()
    const scopes: string[] = []
    const handler = listHandler({
      db,
      config: scoped,
      scope: (asked: Request) => {
        scopes.push('asked')
        return scopeOf(asked.headers.get('x-tenant') ?? '')
      },
      cache: { version: () => 'the same for all' },
    })
    const asked = (tenant: string, tag = '') =>
      handler(new Request('http://x/notes', { headers: { 'x-tenant': tenant, 'if-none-match': tag } }))
    const tag = (await asked('a')).headers.get('etag') ?? ''
    log.clear()
    expect([(await asked('a', tag)).status, log.entries.length]).toEqual([304, statements])
    const other = await asked('b', tag)
    expect([other.status, ((await other.json()) as { items: object[] }).items]).toEqual([
      200,
      [{ id: 4, tenant: 'b', title: 'Fir', views: 40 }],
    ])
    expect(scopes).toHaveLength(3)
  })
  const textOf = (scope: unknown): string =>
    scope instanceof Caller || typeof scope === 'function'
      ? String((scope as Caller).id)
      : JSON.stringify(scope, (_key, value: unknown) =>
          typeof value === 'bigint' || value === new Date(0).toJSON() ? undefined : value,
        )

  const TENANT = Symbol('tenant')
  const noClass = (tenant: string): object => Object.assign(Object.create(null) as object, { tenant })
  const withLength = (list: unknown[]): unknown[] => Object.assign(list, { length: 1 })
  type Read = (scope: never) => string
  const tenantOf: Read = ({ tenant }: { readonly tenant: string }) => tenant
  it.each<[title: string, scopeOf: (tenant: string) => unknown, read: Read]>([
    ['a member under a symbol', (tenant) => ({ [TENANT]: tenant }), (scope: { [TENANT]: string }) => scope[TENANT]],
    [
      'a member of a member under a symbol',
      (tenant) => ({ user: { [TENANT]: tenant } }),
      (scope: { user: { [TENANT]: string } }) => scope.user[TENANT],
    ],
    ['a member that is not enumerable', (tenant) => Object.defineProperty({}, 'tenant', { value: tenant }), tenantOf],
    [
      'a getter whose value changes',
      (tenant) => {
        let reads = 0
        return Object.defineProperty({}, 'tenant', { get: () => (reads++ === 0 ? 'c' : tenant), enumerable: true })
      },
      (scope) => String([tenantOf(scope), tenantOf(scope)][1]),
    ],
    ['a member of the prototype', (tenant) => Object.create({ tenant }) as object, tenantOf],
    ['a member of a prototype without a class', (tenant) => Object.create(noClass(tenant)) as object, tenantOf],
    ['a list with a member', (tenant) => Object.assign([], { tenant }), tenantOf],
    [
      'a list with a hole',
      (tenant) => (tenant === 'a' ? withLength([]) : [undefined]),
      (scope) => (0 in scope ? 'b' : 'a'),
    ],
    ['a list with a hole and a member', (tenant) => Object.assign(withLength([]), { tenant }), tenantOf],
    ['a list of a class', (tenant) => Object.setPrototypeOf([], Object.assign([], { tenant })) as object, tenantOf],
    ['a date with a member', (tenant) => Object.assign(new Date(0), { tenant }), tenantOf],
  ])('makes the tag from the body if the scope is not plain data: %s', async (_title, scopeOf, read) => {
    const scoped = paginateConfig(notes)
      .scopedBy((scope: unknown) => sql`${notes.tenant} = ${read(scope as never)}`)
      .withLimits(2, 10)
      .withTieBreaker('id')
      .build()
    const handler = listHandler({
      db,
      config: scoped,
      scope: (asked: Request) => scopeOf(asked.headers.get('x-tenant') ?? ''),
      cache: { version: () => 'the same for all' },
    })
    const asked = (tenant: string, tag = '') =>
      handler(new Request('http://x/notes', { headers: { 'x-tenant': tenant, 'if-none-match': tag } }))
    const tag = (await asked('a')).headers.get('etag') ?? ''
    expect((await asked('b', tag)).status).toBe(200)
    expect((await asked('a', tag)).status).toBe(304)
  })

  it.each<[title: string, make: () => object]>([
    ['has no prototype', () => Object.create(null) as object],
    ['is of a router', () => Object.create(Object.create(null) as object) as object],
  ])('compares a scope before any statement if its record %s', async (_title, make) => {
    const handler = listHandler({
      db,
      config: declared.scopedBy((scope: { tenant: string }) => sql`${notes.tenant} = ${scope.tenant}`).build(),
      scope: () => Object.assign(make(), { tenant: 'a' }),
      cache: { version: () => 'one' },
    })
    const tag = (await ask(handler)).headers.get('etag') ?? ''
    log.clear()
    expect([(await ask(handler, '', tag)).status, log.entries.length]).toEqual([304, 0])
  })

  it('is no page without its scope, whatever the client has', async () => {
    const scoped = paginateConfig(notes)
      .scopedBy((tenant: string) => sql`${notes.tenant} = ${tenant}`)
      .withLimits(2, 10)
      .withTieBreaker('id')
      .build()
    const handler = listHandler({
      db,
      config: scoped,
      scope: () => undefined as never,
      cache: { version: () => 'one' },
    })
    await expect(ask(handler, '', '*')).rejects.toThrow(/scope/)
  })

  it.each([undefined, null, 'x', {}, 5, declared])(
    'rejects a function that finds no configuration: %s',
    async (found) => {
      const answers: number[] = []
      const options = {
        db,
        config: () => found as never,
        onAnswer: ({ status }: AnswerEvent) => void answers.push(status),
      }
      const sentence = found === declared ? 'The configuration is not built' : 'The configuration must be one that'
      const thrown = { name: 'PaginateConfigError', message: expect.stringContaining(sentence) as string }
      await expect(ask(listHandler(options))).rejects.toMatchObject(thrown)
      await expect(ask(listHandler({ ...options, cache: { version: () => 'one' } }))).rejects.toMatchObject(thrown)
      for (const as of ['csv', 'ndjson'] as const)
        await expect(ask(exportHandler({ ...options, as }))).rejects.toMatchObject(thrown)
      await expect(ask(exportHandler({ ...options, as: 'json', map: (item) => item }))).rejects.toMatchObject(thrown)
      expect([answers, log.entries]).toEqual([[500, 500, 500, 500, 500], []])
    },
  )

  it.each([undefined, null])('is as without a version if that is %s', async (version) => {
    const handler = listHandler({ db, config, cache: { version: () => version } })
    const tag = (await ask(handler)).headers.get('etag') ?? ''
    expect(tag).toBe((await ask(listHandler({ db, config, cache: {} }))).headers.get('etag'))
    expect((await ask(handler, '', tag)).status).toBe(304)
    const changed = await ask(handler, '?sortBy=views:DESC', tag)
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
  })

  it.each([0, Number.NaN, 1, {}, [], true, false, '', new Date(0)])(
    'rejects a version that is no text: %s',
    async (version) => {
      const handler = listHandler({ db, config, cache: { version: () => version as never } })
      await expect(ask(handler)).rejects.toThrow('cache.version needs text that is not empty')
      expect(log.entries).toEqual([])
    },
  )

  it('makes the tag of a page of the app from its body, since nothing says what its version leaves out', async () => {
    let tenant = 'a'
    const handler = pageHandler((list) => paginate(db, list, config, { where: sql`${notes.tenant} = ${tenant}` }), {
      cache: { version: () => 'the same for all' },
    })
    const tag = (await ask(handler)).headers.get('etag') ?? ''
    expect((await ask(handler, '', tag)).status).toBe(304)
    tenant = 'b'
    expect((await ask(handler, '', tag)).status).toBe(200)
  })

  it('answers what was asked with the members that a copy of the source changes', async () => {
    const strict = paginateConfig(notes, { strictParameters: true })
      .withLimits(2, 10)
      .withTieBreaker('id')
      .filterable('views', '$gte')
      .build()
    const signals: unknown[] = []
    const statements: StatementEvent[] = []
    const handler = pageHandler(
      (list) => {
        const copy = { ...list, limit: 1 }
        signals.push(list.signal, copy.signal)
        return paginate(db, copy, strict)
      },
      { onStatement: (event) => void statements.push(event) },
    )
    const page = await (await ask(handler, '?filter.views=$gte:20&page=2&limit=5')).json()
    expect(page).toMatchObject({ items: [{ id: 3 }], meta: { currentPage: 2, itemsPerPage: 1, totalItems: 3 } })
    expect((page as { links: { current: string } }).links.current).toContain('/notes?')
    expect(statements.length).toBeGreaterThan(0)
    expect(signals[0]).toBe(signals[1])
    expect((await ask(handler, '?limt=1')).status).toBe(400)
    expect((await ask(handler, '?page=x')).status).toBe(400)
    const aborted = pageHandler((list) => paginate(db, { ...list, signal: AbortSignal.abort('mine') }, strict))
    await expect(ask(aborted)).rejects.toBe('mine')
    const misspelt = pageHandler((list) => paginate(db, { ...list, limt: 1 }, strict))
    await expect(ask(misspelt)).rejects.toThrow("The query has no member 'limt'; did you mean 'limit'?")
  })

  it.each<[string, (list: ListRequest) => object, object]>([
    ['another query', (list) => ({ ...list, query: list.query.with({ limit: 1 }) }), { limit: 1, path: '/n?page=2' }],
    ['another URL', (list) => ({ ...list, url: '/o?page=3' }), { page: 3, path: '/o?page=3' }],
    ['another URL and a limit', (list) => ({ ...list, url: '?page=3', limit: 1 }), { page: 3, limit: 1 }],
    [
      'another URL and another query',
      (list) => ({ ...list, url: '/o?page=3', query: list.query.with({ limit: 1 }) }),
      { page: 2, limit: 1 },
    ],
    ['no URL', (list) => ({ ...list, url: undefined, limit: 1 }), { page: 2, limit: 1, path: '/n?page=2' }],
    ['a URL of null', (list) => ({ ...list, url: null }), { page: 2, path: '/n?page=2' }],
    ['a limit', (list) => ({ ...list, limit: 1 }), { page: 2, limit: 1, path: '/n?page=2' }],
    ['no limit', (list) => ({ ...list, limit: undefined }), { page: 2, limit: null }],
  ])('reads a copy of the source with %s', (_title, copyOf, query) => {
    const copy = copyOf(listRequest({ url: '/n?page=2' }))
    expect(PaginateQuery.from(copy)).toMatchObject(query)
    expect(new PaginateQuery(copy)).toMatchObject(query)
  })

  it('counts all statements of a request that fails', async () => {
    const events: AnswerEvent[] = []
    const handler = listHandler({
      db,
      config: declared.withFacets({ title: true }).build(),
      where: sql`1 / (${notes.id} - ${notes.id}) = 1`,
      onAnswer: (event) => void events.push(event),
    })
    await expect(ask(handler)).rejects.toThrow()
    const { length } = log.entries
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([events[0]?.statements, length]).toEqual([log.entries.length, log.entries.length])
  })

  it('reports a request whose facets fail once all that were sent have ended', async () => {
    const said: string[] = []
    // As on a pool, where all are sent at once: the first facet fails while the others are on their way.
    let hasFailed = false
    const pool = drizzleProxy(async (query) => {
      if (query.includes('group by') && !hasFailed) {
        hasFailed = true
        throw new Error('no facets today')
      }
      await new Promise((resolve) => setTimeout(resolve, 30))
      return { rows: [] }
    })
    const list = declared
      .withTotals('none')
      .filterable('tenant', '$eq')
      .withFacets({ title: true, tenant: true, views: 'range' })
      .build()
    const handler = listHandler({
      db: pool,
      config: list,
      onStatement: ({ kind, error }) => void said.push(error === undefined ? kind : `${kind}!`),
      onAnswer: ({ status, statements }) => void said.push(`${status}: ${statements}`),
    })
    await expect(ask(handler)).rejects.toThrow()
    expect(said.toSorted()).toEqual(['500: 4', 'facet', 'facet', 'facet!', 'page'])
    expect([said[0], said.at(-1)]).toEqual(['facet!', '500: 4'])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(said).toHaveLength(5)
  })

  it('reports 500 for a page that has no text', async () => {
    const statuses: number[] = []
    const item = {
      toJSON: () => {
        throw new Error('no text today')
      },
    }
    for (const cache of [undefined, {}]) {
      const handler = pageHandler((list) => paginateSelectMap(db, list, config, { id: notes.id }, () => item), {
        cache,
        onAnswer: ({ status }) => void statuses.push(status),
      })
      await expect(ask(handler)).rejects.toThrow('no text today')
    }
    expect(statuses).toEqual([500, 500])
  })

  it('sends facets through `within` too, and one after the other', async () => {
    const kinds: string[] = []
    const handler = listHandler({
      db,
      config: faceted,
      within: (_request, run) => asTenant('a', run as (own: ListDatabase) => ReturnType<typeof run>),
      onStatement: ({ kind }) => void kinds.push(kind),
    })
    const answer = (await (await ask(handler)).json()) as { facets: { views: unknown } }
    expect(answer.facets.views).toEqual({ min: 10, max: 30, count: 3 })
    expect(kinds).toEqual(['count', 'page', 'facet', 'facet'])
  })

  it.each([
    [
      'has not called `run`',
      async (): Promise<never> => undefined as never,
      '`within` has not called `run`; call it with the database, and return what it answers.',
    ],
    [
      'does not wait for `run`',
      async (_request: Request, run: (own: never) => Promise<unknown>): Promise<never> => {
        void run(db as never)
        return undefined as never
      },
      '`within` has ended before `run`; return what `run` answers.',
    ],
  ])('says so where `within` %s', async (_title, within, sentence) => {
    await expect(ask(listHandler({ db, config, within }))).rejects.toThrow(sentence)
    await expect(ask(exportHandler({ db, config, as: 'csv', within }))).rejects.toThrow(sentence)
  })

  it('hands on an error whose causes are a circle', async () => {
    const error: Error = new Error('outer', { cause: new Error('inner') })
    Object.assign(error.cause as Error, { cause: error })
    const within = () => Promise.reject(error)
    await expect(ask(listHandler({ db, config, within }))).rejects.toBe(error)
  })

  it('is given the other arguments of a fetch handler behind `run`', async () => {
    const seen: unknown[] = []
    const handler = listHandler<[environment: string]>({
      db,
      config,
      within: (_request, run, environment) => {
        seen.push(environment)
        return run(db)
      },
    })
    expect([(await handler(new Request('http://x/'), 'bindings')).status, seen]).toEqual([200, ['bindings']])
  })

  it('rejects with the reason of an aborted request, before any statement', async () => {
    const aborted = new Request('http://x/notes', { signal: AbortSignal.abort(new Error('gone')) })
    await expect(listHandler({ db, config })(aborted)).rejects.toThrow('gone')
    await expect(pageHandler((list) => paginate(db, list, config))(aborted)).rejects.toThrow('gone')
    expect(log.entries).toEqual([])
  })

  it('names one token for many criteria of one form, and none for what the list does not declare', async () => {
    const shapes: string[] = []
    const handler = listHandler({ db, config, onAnswer: ({ shape }) => void shapes.push(shape) })
    await ask(handler, '?filter.title=$eq:a&filter.title=$or:$eq:b&filter.title=$or:$eq:c&searchBy=TITLE&search=x')
    await ask(
      handler,
      '?filter.secret=$eq:a&filter.views=$eq:1&sortBy=secret:ASC&sortBy=title:ASC&searchBy=secret&limit=-1',
    )
    expect(shapes).toEqual([
      'filter.title=$eq filter.title=$or:$eq search searchBy=title',
      'sortBy=title:ASC filter.views=$eq limit=-1',
    ])
  })

  it('names the terms of an expression, without their values, where the list reads them', async () => {
    const shapes: string[] = []
    const onAnswer = ({ shape }: AnswerEvent) => void shapes.push(shape)
    const combined = paginateConfig(notes)
      .withLimits(2, 10)
      .withTieBreaker('id')
      .filterable('title', '$eq')
      .withFilterExpressions()
      .build()
    const search = `?filter=${encodeURIComponent('title=$eq:a OR NOT (TITLE=$not:$eq:"b c" OR title=$eq:d)')}`
    await ask(listHandler({ db, config: combined, onAnswer }), search)
    await ask(listHandler({ db, config, onAnswer }), search)
    expect(shapes).toEqual(['filter=title=$eq filter=title=$not:$eq', ''])
  })

  it('names a position where the list is paged by cursor', async () => {
    const shapes: string[] = []
    const onAnswer = ({ shape }: AnswerEvent) => void shapes.push(shape)
    const walked = paginateConfig(notes).withLimits(2, 10).withTieBreaker('id').withCursors().build()
    for (const list of [walked, config]) {
      await ask(listHandler({ db, config: list, onAnswer }), '?after=x')
      await ask(
        pageHandler((request) => paginate(db, request, list), { onAnswer }),
        '',
      )
      await ask(listHandler({ db, config: list, onAnswer }), '?before=x')
    }
    expect(shapes).toEqual(['after', '', 'before', '', '', ''])
  })

  it('answers although an asynchronous observer rejects, which ends no process', async () => {
    const unhandled: unknown[] = []
    const hear = (error: unknown): void => void unhandled.push(error)
    process.on('unhandledRejection', hear)
    const observer = async (): Promise<void> => {
      throw new Error('the metrics are away')
    }
    for (const observers of [{ onAnswer: observer }, { onStatement: observer }]) {
      expect((await ask(listHandler({ db, config, ...observers }), '')).status).toBe(200)
      expect((await ask(listHandler({ db, config: faceted, ...observers }), '?page=0')).status).toBe(400)
      const file = exportHandler({ db, config, as: 'csv', ...observers })
      expect((await ask(file, '')).status).toBe(200)
      const broken = listHandler({ db, config, where: sql`no_such_column`, ...observers })
      await expect(ask(broken, '')).rejects.toThrow('no_such_column')
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off('unhandledRejection', hear)
    expect(unhandled).toEqual([])
  })

  it('reports a file that breaks, and one that nobody takes to its end', async () => {
    const events: AnswerEvent[] = []
    const many = paginateConfig(notes).withLimits(2, 10).withTieBreaker('id').build()
    const options = { db, config: many, as: 'csv', onAnswer: (event: AnswerEvent) => void events.push(event) } as const
    const whole = exportHandler(options)
    const body = (await whole(new Request('http://x/'))).body as ReadableStream<Uint8Array>
    await body.cancel()
    await vi.waitFor(() => expect(events).toHaveLength(1))
    await expect(
      exportHandler({ ...options, where: sql`1 / (${notes.id} - 3) < 9` })(new Request('http://x/')),
    ).rejects.toThrow()
    await (await whole(new Request('http://x/', { method: 'HEAD' }))).text()
    await (await whole(new Request('http://x/'))).text()
    expect(events.map(({ status, rows }) => [status, rows])).toEqual([
      [499, 4],
      [500, 0],
      [200, 0],
      [200, 4],
    ])
  })
})
