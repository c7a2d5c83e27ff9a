// The explorer's handler, without a browser: what it serves, what it tells of a request, and when it serves nothing.
import { count, eq, inArray, max } from 'drizzle-orm'
import { explorerHandler, type ExplorerOptions } from 'drizzle-paginate/explorer'
import { brotliCompressSync } from 'node:zlib'
import { type AnyPage, paginateConfig } from 'drizzle-paginate'
import { listHandler } from 'drizzle-paginate/http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { copiedSql } from '../../src/entries/explorer/page/copied-sql.js'
import type { ExplorerAbout, ExplorerFacets, ExplorerRun } from '../../src/entries/explorer/explorer-answer.js'
import {
  bookDatabase,
  bookFacets,
  bookList,
  books,
  bookScroll,
  loanList,
  HOSTILE_TITLE,
  scopedList,
} from './support/book-list.js'

/** Bytes of the page, its script and its style together, brotlied. */
const PAGE_BUDGET = 19_470

let database: ReturnType<typeof bookDatabase>
beforeAll(() => {
  database = bookDatabase()
})
afterAll(() => database.close())

const options = (more: Partial<ExplorerOptions> = {}): ExplorerOptions => ({
  db: database.db,
  config: bookList,
  path: '/books',
  ...more,
})
const get = (search: string, more?: Partial<ExplorerOptions>, init?: RequestInit): Promise<Response> =>
  explorerHandler(options(more))(new Request(`http://localhost/dev/explorer${search}`, init))
const run = async (query: string, more?: Partial<ExplorerOptions>): Promise<ExplorerRun> =>
  (await (await get(`?explorer=run&${query}`, more)).json()) as ExplorerRun
const facetsOf = async (query: string, more?: Partial<ExplorerOptions>): Promise<ExplorerFacets> =>
  (await (await get(`?explorer=facets&${query}`, more)).json()) as ExplorerFacets

describe('The explorer serves', () => {
  test.each([
    ['its page', '', 'text/html', '<!doctype html>'],
    ['its page for any state of the list', '?filter.title=$eq:a&explorer=script', 'text/html', '<!doctype html>'],
    ['its script', '?explorer=script', 'text/javascript', 'fetch(`?explorer='],
    ['its style', '?explorer=style', 'text/css', 'prefers-color-scheme: dark'],
    ['what the list says of itself', '?explorer=about', 'application/json', '"sortableFields"'],
  ])('%s, with a policy that lets nothing else in', async (_title, search, type, part) => {
    const response = await get(search)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    expect(response.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self';",
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain(part)
  })

  test('a page without inline script, inline style or anything of another origin', async () => {
    const page = await (await get('')).text()
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=|https?:\/\//)
  })

  test('a script that never writes markup', async () => {
    expect(await (await get('?explorer=script')).text()).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/,
    )
  })

  test('the list’s description under its title and path', async () => {
    const about = (await (await get('?explorer=about', { title: 'Library' })).json()) as ExplorerAbout
    expect(about).toEqual({ title: 'Library', path: '/books', description: bookList.describe() })
  })

  test('the export and the links that it was given', async () => {
    const more = {
      exportPath: (request: Request) => new URL(request.url).pathname,
      links: [{ title: 'Authors', href: '/authors' }],
    }
    const about = (await (await get('?explorer=about', more)).json()) as ExplorerAbout
    expect([about.exportPath, about.links]).toEqual(['/dev/explorer', [{ title: 'Authors', href: '/authors' }]])
  })

  test('a page that is no heavier than it was measured to be', async () => {
    const parts = await Promise.all(
      ['', '?explorer=script', '?explorer=style'].map(async (part) => (await get(part)).text()),
    )
    const bytes = brotliCompressSync(parts.join('')).byteLength
    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThan(PAGE_BUDGET)
  })

  test.each([
    ['a part that it does not have', '?explorer=secrets', undefined, 404],
    ['another method', '', 'POST', 405],
  ])('nothing for %s', async (_title, search, method, status) => {
    expect((await get(search, {}, method === undefined ? {} : { method })).status).toBe(status)
  })

  test('HEAD without a body', async () => {
    const response = await get('', {}, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })
})

describe('A run', () => {
  test.each([
    '',
    'limit=2&page=2',
    'filter.year=$btw:1850,1870&sortBy=title:DESC',
    'search=eliot&searchBy=author.name',
    'limit=-1',
    'page=0',
    'filter.title=%FF',
    'filter.isbn=$eq:1',
    'explorer=run&page=2',
    '?page=2',
    'page=999',
  ])("answers '%s' with the endpoint's own bytes", async (query) => {
    const endpoint = await listHandler(options())(new Request(`http://localhost/books?${query}`))
    const { status, body } = await run(query)
    expect({ status, body }).toEqual({ status: endpoint.status, body: await endpoint.text() })
  })

  test('tells both statements with their parameters, rows and times', async () => {
    const { statements, milliseconds } = await run(
      'filter.genre=$in:novel,essay&filter.lent=$eq:true&filter.title=$eq:Silas%20Marner',
    )
    expect(statements.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['count', 1],
      ['page', 1],
    ])
    const [count, page] = statements
    expect(count?.sql).toMatch(/^select count\(\*\) from "books"/)
    expect(page?.sql).toMatch(/^select .* order by .* limit \? offset \?$/)
    expect(count?.params).toEqual(expect.arrayContaining(['"Silas Marner"', '1']))
    expect(page?.params.slice(-2)).toEqual(['3', '0'])
    const sum = statements.reduce((total, statement) => total + statement.milliseconds, 0)
    expect(sum).toBeGreaterThan(0)
    expect(milliseconds).toBeGreaterThanOrEqual(sum)
  })

  test('tells statements that run as they are copied', async () => {
    const { statements } = await run("search=o&filter.genre=$in:novel,it's&filter.year=$gte:1850&page=2")
    const copied = statements.map(({ sql, params }) => copiedSql(sql, params))
    expect(copied.join('\n')).not.toContain('--')
    const read = copied.map((sql) => database.client.prepare(sql).all())
    expect(read.map(({ length }) => length)).toEqual(statements.map(({ rows }) => rows))
  })

  test.each([
    ['none for a refused request', 'page=0', []],
    ['the count alone past the end', 'page=99', ['count']],
    ['the page alone for an unlimited read', 'limit=-1', ['page']],
  ])('tells %s', async (_title, query, kinds) => {
    expect((await run(query)).statements.map(({ kind }) => kind)).toEqual(kinds)
  })

  test.each([
    ['ignored', {}, 200],
    ['rejected', { strictParameters: true }, 400],
  ])('tells which parameters are %s, and what was probably meant', async (_title, settings, status) => {
    const config = paginateConfig(books, settings)
      .withLimits(3, 10)
      .withTieBreaker('id')
      .filterable('year', '$gte')
      .build()
    expect(await run('filters.year=$gte:1900&q=x&filter.year=$gte:1', { config })).toMatchObject({
      status,
      unknown: [
        { name: 'filters.year', near: 'filter.year' },
        { name: 'q', near: null },
      ],
    })
  })

  test("adds the host's own condition, found by the request", async () => {
    const where: ExplorerOptions['where'] = (request) => eq(books.authorId, Number(request.headers.get('x-author')))
    const response = await explorerHandler(options({ where }))(
      new Request('http://localhost/?explorer=run&', { headers: { 'x-author': '2' } }),
    )
    const { body } = (await response.json()) as ExplorerRun
    expect((JSON.parse(body) as { items: { title: string }[] }).items.map(({ title }) => title)).toEqual([
      'Villette',
      'Shirley',
    ])
  })

  test('gives a scoped list its scope, found by the request', async () => {
    const explorer = explorerHandler({
      db: database.db,
      config: scopedList,
      path: '/books',
      scope: (request) => ({ authorId: Number(request.headers.get('x-author')) }),
    })
    const asked = (part: string): Promise<Response> =>
      explorer(new Request(`http://localhost/?explorer=${part}&`, { headers: { 'x-author': '2' } }))
    const { status, body } = (await (await asked('run')).json()) as ExplorerRun
    expect(status).toBe(200)
    expect((JSON.parse(body) as { items: { title: string }[] }).items.map(({ title }) => title)).toEqual([
      'Villette',
      'Shirley',
    ])
    const { facets } = (await (await asked('facets')).json()) as ExplorerFacets
    expect(facets).toEqual([{ name: 'genre', values: [{ text: 'novel', count: 2, criterion: '$eq:novel' }] }])
  })

  test('gives a scoped list a scope that is a function', async () => {
    const mayRead = (genre: string): boolean => genre === 'novel'
    const config = paginateConfig(books)
      .withLimits(5, 10)
      .withTieBreaker('id')
      .filterable('genre', '$eq')
      .withFacets({ genre: true })
      .scopedBy((may: (genre: string) => boolean) =>
        inArray(
          books.genre,
          (['novel', 'essay'] as const).filter((genre) => may(genre)),
        ),
      )
      .build()
    const explorer = explorerHandler({ db: database.db, config, path: '/books', scope: () => mayRead })
    const asked = async (part: string): Promise<unknown> =>
      (await explorer(new Request(`http://localhost/?explorer=${part}&`))).json()
    expect(await asked('run')).toMatchObject({ status: 200 })
    expect(await asked('facets')).toMatchObject({ facets: [{ name: 'genre', values: [{ text: 'novel' }] }] })
  })

  test.each(['', 'filter.genre=$eq:essay', 'filter.genre=$eq:x', 'search=eliot&limit=2&page=2'])(
    "answers '%s' with the endpoint's page, then with its facets",
    async (query) => {
      const endpoint = await listHandler(options({ config: bookFacets }))(
        new Request(`http://localhost/books?${query}`),
      )
      const { status, body, facets, statements } = await run(query, { config: bookFacets })
      expect(status).toBe(endpoint.status)
      expect(statements.filter(({ kind }) => kind === 'facet')).toEqual([])
      if (status !== 200) return expect([body, facets]).toEqual([await endpoint.text(), []])
      expect(facets).toEqual(['title', 'genre', 'lent', 'year'])
      const counted = await facetsOf(query, { config: bookFacets })
      expect(JSON.stringify({ ...JSON.parse(body), ...JSON.parse(counted.body) })).toBe(await endpoint.text())
    },
  )

  test('counts facets one after another, each with its name and a time of its own', async () => {
    let running = 0
    const most: number[] = []
    const within: ExplorerOptions['within'] = (_request, read) => {
      const { db } = database
      const select = (...given: Parameters<typeof db.select>) => {
        most.push((running += 1))
        queueMicrotask(() => (running -= 1))
        return db.select(...given)
      }
      return read(Object.assign(Object.create(db) as typeof db, { select }))
    }
    const { statements, milliseconds } = await facetsOf('', { config: bookFacets, within })
    expect(statements.map(({ kind, facet }) => [kind, facet])).toEqual(
      ['title', 'genre', 'lent', 'year'].map((name) => ['facet', name]),
    )
    expect(most).toEqual([1, 1, 1, 1])
    const sum = statements.reduce((total, statement) => total + statement.milliseconds, 0)
    expect(milliseconds).toBeGreaterThanOrEqual(sum)
  })

  test.each<[string, ExplorerOptions['facets'], number, string[]]>([
    ['none', false, 200, []],
    ['those that the option names', () => ['GENRE'], 200, ['genre']],
    ['a mistake for a name that the list does not have', () => ['shelf'], 400, []],
  ])('tells %s', async (_title, facets, status, names) => {
    const more = { config: bookFacets, facets }
    const [page, counted] = [await run('', more), await facetsOf('', more)]
    expect([page.status, page.facets, counted.status]).toEqual([status, names, status])
    expect(counted.facets.map(({ name }) => name)).toEqual(names)
    if (status === 400) expect(counted.body).toBe(page.body)
  })

  test('tells the facet whose statement failed', async () => {
    const broken = bookDatabase()
    broken.client.exec('alter table books drop column lent')
    const { status, body, statements, failed, facets } = await facetsOf('', { config: bookFacets, db: broken.db })
    expect([status, statements.map(({ facet }) => facet), failed?.facet, facets]).toEqual([
      500,
      ['title', 'genre'],
      'lent',
      [],
    ])
    expect(JSON.parse(body)).toMatchObject({ detail: expect.stringContaining('lent') as string })
    broken.close()
  })

  test('tells each facet’s values with the criterion that keeps their rows', async () => {
    const { facets } = await facetsOf('filter.genre=$eq:essay', { config: bookFacets })
    expect(facets.map(({ name }) => name)).toEqual(['title', 'genre', 'lent', 'year'])
    const [titles, genres, lent, years] = facets
    expect(genres).toEqual({
      name: 'genre',
      values: [
        { text: 'novel', count: 5, criterion: '$eq:novel' },
        { text: 'essay', count: 2, criterion: '$eq:essay' },
      ],
    })
    expect(lent).toEqual({
      name: 'lent',
      values: [
        { text: 'false', count: 1, criterion: '$eq:false' },
        { text: 'true', count: 1, criterion: '$eq:true' },
      ],
    })
    expect(years).toEqual({ name: 'year', range: { min: '2001', max: '2001', count: 1, criterion: '$btw:2001,2001' } })
    for (const { criterion, count } of titles !== undefined && 'values' in titles ? titles.values : []) {
      const { body } = await run(`filter.genre=$eq:essay&filter.title=${encodeURIComponent(criterion!)}`)
      expect((JSON.parse(body) as { meta: { totalItems: number } }).meta.totalItems).toBe(count)
    }
  })

  test('tells for each cell the criterion that keeps its rows', async () => {
    const more = { config: loanList }
    const { body, criteria } = await run('', more)
    type Item = Readonly<Record<string, unknown>>
    const itemsOf = (text: string): Item[] => (JSON.parse(text) as { items: Item[] }).items
    const valueAt = (item: Item, field: string): unknown =>
      field.startsWith('book.') ? (item['book'] as Item | null)?.[field.slice(5)] : item[field]
    const fields = ['at', 'fee', 'note', 'book.title', 'book.lent', 'book.genre', 'book.year']
    expect(Object.keys(criteria)).toEqual(fields)
    // A list cannot hold these: a comma would split one, and the other is empty.
    expect(criteria['note']).toEqual([null, '$null', null, '$in:c'])
    const cells = Object.entries(criteria).flatMap(([field, column]) =>
      column.flatMap((criterion, at) => (criterion === null ? [] : [{ field, criterion, item: itemsOf(body)[at]! }])),
    )
    expect(cells).toHaveLength(22)
    for (const { field, criterion, item } of cells) {
      const kept = itemsOf((await run(`filter.${field}=${encodeURIComponent(criterion)}`, more)).body)
      expect(kept, `${field} ${criterion}`).toContainEqual(item)
      expect(new Set(kept.map((one) => valueAt(one, field) ?? null))).toEqual(new Set([valueAt(item, field) ?? null]))
    }
  })

  test('has a cursor for each row where the list has them, and goes on from each', async () => {
    const config = paginateConfig(books).withLimits(4, 10).withTieBreaker('id').withCursors({ rows: true }).build()
    type Rows = AnyPage & { readonly meta: { readonly cursors: readonly string[] } }
    const pageOf = async (query: string): Promise<Rows> => JSON.parse((await run(query, { config })).body) as Rows
    const page = await pageOf('')
    expect(page.meta.cursors).toHaveLength(4)
    const second = await pageOf(`after=${encodeURIComponent(page.meta.cursors[1]!)}&limit=2`)
    expect(second.items).toEqual(page.items.slice(2))
    const about = (await (await get('?explorer=about', { config })).json()) as ExplorerAbout
    expect(about.description.rowCursors).toBe(true)
  })

  test('tells null as a value, and no criterion where the list takes none', async () => {
    const list = paginateConfig(books)
      .withLimits(3, 10)
      .withTieBreaker('id')
      .filterable('year', '$in', '$null')
      .filterable('authorId', '$eq', '$gte')
      .filterable('title', '$in')
      .withFacets({ year: true, authorId: 'range', title: true })
      .build()
    const { facets } = await facetsOf('', { config: list })
    const [years, authors, titles] = facets.map((facet) => ('values' in facet ? facet.values : facet.range))
    expect(years).toContainEqual({ text: null, count: 1, criterion: '$null' })
    expect(years).toContainEqual({ text: '1871', count: 1, criterion: '$in:1871' })
    expect(authors).toEqual({ min: '1', max: '2', count: 5, criterion: null })
    expect(titles).toContainEqual({ text: 'Shirley', count: 1, criterion: '$in:Shirley' })
    expect(titles).toContainEqual({ text: '100 %, _, \\ and "quotes"', count: 1, criterion: null })
  })

  test.each([
    ['of numbers', bookList, []],
    ['of cursors', bookScroll, []],
  ])('tells no facets of a list %s that has none', async (_title, config, facets) => {
    expect(await run('', { config })).toMatchObject({ status: 200, facets })
  })

  test('tells a failure of the database: its cause, and the statement', async () => {
    const broken = bookDatabase()
    broken.client.exec('drop table books')
    const { status, body, statements, failed } = await run('filter.year=$gte:1900', { db: broken.db })
    expect({ status, statements }).toEqual({ status: 500, statements: [] })
    expect(JSON.parse(body)).toMatchObject({ status: 500, detail: 'no such table: books' })
    expect(failed).toMatchObject({
      kind: 'count',
      sql: expect.stringMatching(/^select count\(\*\) from "books"/),
      params: ['1900'],
    })
    expect(failed?.milliseconds).toBeGreaterThan(0)
    broken.close()
  })

  test('tells the second statement where the first was answered', async () => {
    const broken = bookDatabase()
    broken.client.exec('drop table authors')
    const { statements, failed } = await run('', { db: broken.db })
    expect([statements.map(({ kind }) => kind), failed?.kind]).toEqual([['count'], 'page'])
    broken.close()
  })

  test('tells the cause of a failure first', async () => {
    const within: ExplorerOptions['within'] = () =>
      Promise.reject(new Error('no transaction', { cause: new Error('the reason') }))
    const { status, body, failed } = await run('', { within })
    expect({ status, failed }).toEqual({ status: 500, failed: null })
    expect(JSON.parse(body)).toMatchObject({ detail: 'the reason\nno transaction' })
  })

  test('has the summary of the list, and not the statements of its facets', async () => {
    const config = paginateConfig(books)
      .withLimits(3, 10)
      .withTieBreaker('id')
      .filterable('genre', '$eq')
      .withFacets({ genre: true })
      .withSummary({ books: count(), newest: max(books.year) })
      .build()
    const { body, statements, facets, failed } = await run('filter.genre=$eq:novel', { config })
    expect(JSON.parse(body)).toMatchObject({ summary: { books: 5, newest: 1871 } })
    expect([statements.map(({ kind }) => kind), facets, failed]).toEqual([['count', 'page'], ['genre'], null])
  })

  test('sends its statements as `within` says', async () => {
    const seen: string[] = []
    const within: ExplorerOptions['within'] = async (request, read) => {
      seen.push(new URL(request.url).pathname)
      return read(database.db)
    }
    expect(await run('', { within })).toMatchObject({ status: 200 })
    expect(await facetsOf('', { within, config: bookFacets })).toMatchObject({ status: 200 })
    expect(seen).toEqual(['/dev/explorer', '/dev/explorer'])
  })

  test('that nobody waits for sends no statement', async () => {
    for (const part of ['run', 'facets']) {
      const { statements, status } = (await (
        await get(`?explorer=${part}&`, { config: bookFacets }, { signal: AbortSignal.abort() })
      ).json()) as ExplorerRun
      expect({ statements, status }).toEqual({ statements: [], status: 500 })
    }
  })

  test.each(['where', 'scope', 'db', 'config', 'facets', 'path'] as const)(
    'rejects with what the option %s throws: it may be an answer of the application',
    async (name) => {
      const unauthorised = new Error('401')
      const option = (): never => {
        throw unauthorised
      }
      for (const part of ['run', 'facets'])
        await expect(get(`?explorer=${part}&`, { [name]: option })).rejects.toBe(unauthorised)
    },
  )

  test('gives hostile rows as JSON and nothing else', async () => {
    const response = await get('?explorer=run&filter.genre=$eq:essay')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { body } = (await response.json()) as ExplorerRun
    expect((JSON.parse(body) as { items: { title: string }[] }).items[0]?.title).toBe(HOSTILE_TITLE)
  })
})

describe('Outside of development', () => {
  const OFF =
    "The explorer is off: NODE_ENV is neither 'development' nor 'test'. Set NODE_ENV, or the option enabled: true.\n"
  test.each([
    ['development', undefined, 200, null],
    ['test', undefined, 200, null],
    ['development', false, 404, 'Not Found\n'],
    ['production', true, 200, null],
    ['staging', true, 200, null],
    ['production', undefined, 404, 'Not Found\n'],
    ['production', false, 404, 'Not Found\n'],
    ['staging', undefined, 404, OFF],
    ['staging', false, 404, 'Not Found\n'],
    ['prod', undefined, 404, OFF],
    ['Production', undefined, 404, OFF],
    ['Development', undefined, 404, OFF],
    ['', undefined, 404, OFF],
    [undefined, undefined, 404, OFF],
  ])('NODE_ENV %s and enabled %s answer %i', async (environment, enabled, status, text) => {
    vi.stubEnv('NODE_ENV', environment)
    try {
      for (const search of ['', '?explorer=about', '?explorer=script', '?explorer=run&']) {
        const response = await get(search, { enabled })
        expect(response.status).toBe(status)
        if (text !== null) expect(await response.text()).toBe(text)
      }
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test.each(['false', '', 0, null, () => false])('enabled %j is refused', async (enabled) => {
    await expect(async () => get('', { enabled: enabled as never })).rejects.toThrow(
      'The option enabled must be true or false; pass one.',
    )
  })

  test('asks the database nothing', async () => {
    const config = (): never => {
      throw new Error('asked')
    }
    expect((await get('?explorer=run&', { enabled: false, config })).status).toBe(404)
  })
})
