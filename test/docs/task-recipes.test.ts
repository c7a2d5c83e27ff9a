// Recipes for one task each, run as written on their pages, over the documentation's example on both engines.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import {
  type AnyPaginateConfig,
  isPaginateQueryError,
  paginate,
  PaginateQuery,
  type PaginateQueryError,
} from 'drizzle-paginate'
import { listHandler } from 'drizzle-paginate/http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ExampleEngine, openPostgres, openSqlite } from './support/engines.js'
import { chainsOf, importBlocks } from './support/modules.js'
import { readPage } from './support/pages.js'

interface Row {
  readonly id: number
}
interface Body {
  readonly items: readonly Row[]
  readonly code?: string
}
type Handler = (request: Request) => Promise<Response>

/** What a block of a page exports, with those that continue it. */
async function exportsOf<Exports>(
  name: string,
  engine: Pick<ExampleEngine, 'dialect' | 'names'>,
  at = 0,
): Promise<Exports> {
  Object.assign(globalThis, engine.names)
  const chain = chainsOf(readPage(`docs/recipes/${name}.md`))[at] ?? []
  return (await importBlocks(engine, chain)) as Exports
}

async function asked(
  handler: Handler,
  search: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly number[] | string> {
  const response = await handler(new Request(`http://localhost/list${search}`, { headers }))
  const { items, code } = (await response.json()) as Body
  return response.status === 200 ? items.map(({ id }) => id) : `${response.status} ${code}`
}

it('Cloudflare D1: the Worker reads the binding that its configuration names', async () => {
  const page = readPage('docs/recipes/cloudflare-d1.md')
  const config = JSON.parse(page.blocks.find(({ info }) => info.get('file') === 'wrangler.jsonc')?.text ?? '') as {
    readonly d1_databases: readonly { readonly binding: string; readonly database_name: string }[]
  }
  const [database] = config.d1_databases
  const worker = page.blocks.find(({ language }) => language === 'ts')?.text ?? ''
  expect(worker).toContain(`drizzle(env.${database?.binding})`)
  for (const { text } of page.blocks.filter(({ language }) => language === 'sh'))
    for (const [, name] of text.matchAll(/wrangler d1 (?:create|migrations apply) (\w+)/g))
      expect(name).toBe(database?.database_name)
  const { default: module } = await exportsOf<{ default: { fetch(request: Request, env: object): Promise<Response> } }>(
    'cloudflare-d1',
    {
      dialect: 'sqlite',
      names: {},
    },
  )
  expect((await module.fetch(new Request('http://localhost/'), {})).status).toBe(404)
  // Checked before the database is asked.
  expect((await module.fetch(new Request('http://localhost/articles?limit=0'), { DB: {} })).status).toBe(400)
})

describe('soft delete', () => {
  it('shows each role its rows', async () => {
    const client = new Database(':memory:')
    client.exec(`create table notes (id integer primary key, title text not null, deleted_at integer);
      insert into notes values (1, 'Ash', null), (2, 'Birch', ${Date.parse('2024-04-01')}), (3, 'Cedar', null), (4, 'Date', ${Date.parse('2024-06-01')})`)
    try {
      const { GET } = await exportsOf<{ GET: Handler }>('soft-delete', {
        dialect: 'sqlite',
        names: { db: drizzle({ client }) },
      })
      const cases = [
        ['', [1, 3], [1, 3]],
        ['?filter.deletedAt=$not:$null', '400 filter.not_configured', [2, 4]],
        ['?filter.deletedAt=$null&filter.deletedAt=$or:$not:$null', '400 filter.not_configured', [1, 2, 3, 4]],
        ['?filter.deletedAt=$gte:2024-05-01', '400 filter.not_configured', [4]],
      ] as const
      for (const [search, reader, editor] of cases) {
        expect(await asked(GET, search), search).toEqual(reader)
        expect(await asked(GET, search, { 'x-role': 'editor' }), search).toEqual(editor)
      }
    } finally {
      client.close()
    }
  })
})

describe.each([
  ['PostgreSQL', openPostgres],
  ['SQLite', openSqlite],
] as const)('on %s', (_title, open) => {
  let engine: ExampleEngine
  beforeAll(async () => {
    engine = await open()
  })
  afterAll(() => engine.close())

  it('saved views: checked when saved, opened with what the reader changed, and found when they no longer fit', async () => {
    type Recipe = {
      viewToSave(search: string, list: AnyPaginateConfig): string
      openView(stored: string, request: URLSearchParams): PaginateQuery
      complaintOf(stored: string, list: AnyPaginateConfig): string | null
      repairOf(stored: string, error: PaginateQueryError): { readonly message: string; readonly without: string }
      pageOfView(
        name: string,
        url: URL,
      ): Promise<{ readonly items: readonly Row[]; readonly links: { readonly current: string } }>
    }
    const { viewToSave, openView, complaintOf, pageOfView, repairOf } = await exportsOf<Recipe>('saved-views', engine)
    const list = engine.names['articleList'] as AnyPaginateConfig
    expect(viewToSave('?filter.status=$eq:draft&page=3&limit=5', list)).toBe('filter.status=%24eq%3Adraft&limit=5')
    for (const wrong of ['filter.secret=$eq:1', 'sortBy=title', 'limit=0', 'search=x&searchBy=secret', 'unknown=1'])
      expect(() => viewToSave(wrong, list), wrong).toThrow(expect.toSatisfy(isPaginateQueryError))
    const ids = async (name: string, search: string): Promise<readonly number[]> =>
      (await pageOfView(name, new URL(search, 'http://localhost/articles'))).items.map(({ id }) => id)
    expect(await ids('drafts', '')).toEqual([3])
    expect(await ids('popular', '')).toEqual([6, 4, 2])
    expect(await ids('popular', '?sortBy=title:ASC&limit=2&page=2')).toEqual([6])
    expect(await ids('popular', '?filter.views=$gte:900')).toEqual([2])
    // An empty parameter drops what is stored; one that is not named keeps it.
    expect(await ids('popular', '?filter.views=&sortBy=title:ASC')).toEqual(
      await ids('drafts', '?filter.status=&sortBy=title:ASC'),
    )
    expect(await ids('popular', '?filter.views=')).toHaveLength(6)
    // A link is the whole query.
    const { links } = await pageOfView('popular', new URL('http://localhost/articles?limit=2'))
    expect(decodeURIComponent(links.current)).toBe('/articles?limit=2&filter.views=$gte:300&page=1')
    expect(openView('filter.a=$eq:1&filter.a=$or:$null', new URLSearchParams('page=2')).filters).toEqual({
      a: ['$eq:1', '$or:$null'],
    })
    expect([complaintOf('filter.views=$gte:1', list), complaintOf('filter.likes=$gte:1', list)]).toEqual([
      null,
      "Filter for field 'likes' is not configured.",
    ])
    for (const [stored, message, without] of [
      ['filter.Likes=$gte:1&limit=5', "Filter for field 'Likes' is not configured.", 'limit=5'],
      ['sortBy=likes:ASC&limit=5', "Sort for field 'likes' is not configured.", 'limit=5'],
    ] as const) {
      const error = await paginate(engine.db as never, PaginateQuery.from(stored), list).catch(
        (thrown: unknown) => thrown,
      )
      expect(repairOf(stored, error as PaginateQueryError)).toEqual({ message, without })
    }
  })

  it('a union of one kind: its rows, each once', async () => {
    const { pickedList } = await exportsOf<{ pickedList: AnyPaginateConfig }>('union', engine)
    const handler = listHandler({ db: engine.db as never, config: pickedList })
    expect([await asked(handler, ''), await asked(handler, '?page=2')]).toEqual([[2, 6, 4], [1]])
    expect(await asked(handler, '?search=nulls')).toEqual([4])
  })

  it('AWS Lambda: each kind of event is the same request', async () => {
    type Answer = {
      readonly statusCode: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
    const { handler } = await exportsOf<{ handler(event: object): Promise<Answer> }>('aws-lambda', engine)
    const filter = '$in:draft,published'
    const views = ['$gte:100', '$lte:900']
    const events = {
      'payload 2.0': {
        rawPath: '/articles',
        rawQueryString: `filter.status=${encodeURIComponent(filter)}&filter.views=$gte:100&filter.views=$lte:900&sortBy=title:ASC`,
        headers: { accept: 'application/json' },
        requestContext: { http: { method: 'GET' } },
      },
      'payload 1.0': {
        path: '/articles',
        httpMethod: 'GET',
        headers: null,
        queryStringParameters: { 'filter.status': filter, 'filter.views': '$lte:900', sortBy: 'title:ASC' },
        multiValueQueryStringParameters: { 'filter.status': [filter], 'filter.views': views, sortBy: ['title:ASC'] },
        requestContext: { path: '/prod/articles' },
      },
      'a load balancer': {
        path: '/articles',
        httpMethod: 'GET',
        multiValueQueryStringParameters: {
          'filter.status': [encodeURIComponent(filter)],
          'filter.views': views.map(encodeURIComponent),
          sortBy: ['title%3AASC'],
        },
        requestContext: { elb: {} },
      },
    }
    for (const [kind, event] of Object.entries(events)) {
      const { statusCode, headers, body } = await handler(event)
      expect([statusCode, headers['content-type']], kind).toEqual([200, 'application/json; charset=utf-8'])
      const { items, links } = JSON.parse(body) as Body & { readonly links: { readonly current: string } }
      expect(
        items.map(({ id }) => id),
        kind,
      ).toEqual([4, 1, 6])
      expect(links.current.split('?')[0], kind).toBe(kind === 'payload 1.0' ? '/prod/articles' : '/articles')
    }
    expect((await handler({ rawPath: '/articles', rawQueryString: 'limit=0' })).statusCode).toBe(400)
    expect(
      (await handler({ rawPath: '/articles', rawQueryString: '', requestContext: { http: { method: 'POST' } } }))
        .statusCode,
    ).toBe(405)
    // No parameters at all, as API Gateway says it.
    const none = {
      path: '/articles',
      httpMethod: 'GET',
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
    }
    expect((await handler(none)).statusCode).toBe(200)
    await expect(handler({ path: '/articles', queryStringParameters: { 'filter.views': '$lte:900' } })).rejects.toThrow(
      'multi-value',
    )
  })

  it('today begins at midnight where the user is', async () => {
    const { GET, listIn } = await exportsOf<{ GET: Handler; listIn(zone: string | null): object }>(
      'today-in-a-zone',
      engine,
    )
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-03-16T02:00:00Z') })
    try {
      const today = '?filter.publishedAt=$gte:today&filter.publishedAt=$lt:today%2B1d'
      const inZone = (zone: string, search = today): Promise<readonly number[] | string> =>
        asked(GET, search, { 'x-time-zone': zone })
      expect(await inZone('America/New_York')).toEqual([6])
      expect(await inZone('Asia/Tokyo')).toEqual([])
      expect(await asked(GET, today)).toEqual([])
      // The one of 29 February is in neither month.
      expect(await inZone('America/New_York', '?filter.publishedAt=$gte:startOfMonth')).toEqual([2, 4, 6])
      expect(await inZone('UTC', '?filter.publishedAt=$gte:now-24h')).toEqual([6])
      expect(await inZone('Nowhere/Land')).toEqual([])
      expect(await inZone('UTC', '?filter.publishedAt=$gte:yesterday')).toBe('400 filter.value_invalid')
    } finally {
      vi.useRealTimers()
    }
    expect(listIn('Asia/Calcutta')).toBe(listIn('Asia/Kolkata'))
    expect(listIn('Nowhere/Land')).toBe(listIn(null))
  })
})

it('a union of several kinds: a view, each row of both tables once, in order', async () => {
  const engine = await openPostgres()
  const db = engine.db as unknown as { execute(text: string): Promise<unknown> }
  try {
    const view = readPage('docs/recipes/union.md').blocks.find(({ info }) => info.get('file') === 'entries.sql')
    await db.execute(view?.text as string)
    const { entryList } = await exportsOf<{ entryList: AnyPaginateConfig }>('union', engine, 1)
    const handler = listHandler({ db: engine.db as never, config: entryList })
    interface Entries {
      readonly items: readonly { readonly kind: string; readonly id: number; readonly points: number }[]
      readonly links: { readonly next: string | null }
    }
    const seen: Entries['items'][number][] = []
    for (let url: string | null = '/entries?limit=4'; url !== null;) {
      const { items, links } = (await (await handler(new Request(`http://localhost${url}`))).json()) as Entries
      seen.push(...items)
      url = links.next
    }
    expect(seen).toHaveLength(11)
    expect(new Set(seen.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(11)
    const points = seen.map((entry) => entry.points)
    expect(points).toEqual([...points].sort((a, b) => b - a))
    expect(await asked(handler, '?search=nulls')).toEqual([4])
    expect(await asked(handler, '?filter.kind=$eq:review&filter.points=$lt:4')).toEqual([2, 4])
    expect(await asked(handler, '?filter.kind=$eq:invoice')).toBe('400 filter.value_invalid')
  } finally {
    await db.execute('drop view if exists entries')
    await engine.close()
  }
})

describe('docs/recipes/relay-connection.md', () => {
  interface Connection {
    readonly edges: readonly { readonly node: Row; readonly cursor: string }[]
    readonly pageInfo: {
      readonly hasNextPage: boolean
      readonly startCursor: string | null
      readonly endCursor: string
    }
  }
  let engine: ExampleEngine
  let connection: (given: object) => Promise<Connection>
  beforeAll(async () => {
    engine = await openPostgres()
    const made = await exportsOf<{ articleConnection: typeof connection }>('relay-connection', engine)
    connection = made.articleConnection
  })
  afterAll(() => engine.close())
  const idsOf = ({ edges }: Connection): number[] => edges.map(({ node }) => node.id)

  it('walks forward by the cursor of any edge, and back', async () => {
    const all = await connection({ first: 100 })
    const at = await connection({ first: 2, after: all.edges[0]?.cursor })
    expect(idsOf(at)).toEqual(idsOf(all).slice(1, 3))
    expect(at.pageInfo).toMatchObject({ startCursor: at.edges[0]?.cursor, endCursor: at.edges.at(-1)?.cursor })
    const back = await connection({ last: 1, before: at.edges[1]?.cursor })
    expect(idsOf(back)).toEqual(idsOf(all).slice(1, 2))
  })

  it('refuses both directions at once', async () => {
    for (const given of [{ first: 1, last: 1, before: 'x' }, { last: 1 }, { before: 'x', after: 'y' }])
      await expect(connection(given)).rejects.toThrow(RangeError)
  })
})
