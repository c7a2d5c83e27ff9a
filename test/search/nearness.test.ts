// A search by nearness: what a page asks and sends, how it orders, and that an index serves it.
import type { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createRequire } from 'node:module'
import { cosineDistance, eq, innerProduct, l1Distance, l2Distance, sql } from 'drizzle-orm'
import { drizzle as postgresDrizzle } from 'drizzle-orm/pglite'
import { index, integer, pgTable, text, vector } from 'drizzle-orm/pg-core'
import { drizzle as sqliteDrizzle } from 'drizzle-orm/better-sqlite3'
import { integer as sqliteInteger, real, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  applyFilters,
  facetCounts,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  type PaginateQueryInput,
  PaginateQueryError,
  type StatementEvent,
  streamRows,
  summarize,
} from '../../src/index.js'
import { listHandler } from '../../src/entries/http/index.js'
import { paginateArray } from '../../src/entries/memory/index.js'
import { listOperation } from '../../src/entries/openapi/index.js'
import { nearest, similar } from '../../src/entries/search/index.js'
import type { MaybePromise } from '../../src/types/database.js'
import { startPglite } from '../support/start-pglite.js'

// Its declarations are of another version of PGlite.
const { vector: pgvector } = createRequire(import.meta.url)('@electric-sql/pglite-pgvector') as {
  vector: typeof pg_trgm
}

const idsOf = (items: readonly object[]): number[] => items.map((item) => (item as { id: number }).id)

/** Every page of a list with cursors, there and back. */
async function walked(
  db: never,
  query: PaginateQueryInput,
  config: AnyPaginateConfig,
): Promise<{ forth: number[]; back: number[] }> {
  const read = (more: PaginateQueryInput) =>
    paginate(db, { ...query, ...more }, config as never) as Promise<AnyCursorPage>
  let page = await read({})
  const forth = idsOf(page.items)
  while (page.meta.nextCursor !== null) {
    page = await read({ after: page.meta.nextCursor })
    forth.push(...idsOf(page.items))
  }
  const back = idsOf(page.items)
  while (page.meta.previousCursor !== null) {
    page = await read({ before: page.meta.previousCursor })
    back.unshift(...idsOf(page.items))
  }
  return { forth, back }
}

interface AnyCursorPage {
  readonly items: readonly object[]
  readonly meta: { readonly nextCursor: string | null; readonly previousCursor: string | null }
}

describe('with pgvector', () => {
  const notes = pgTable(
    'notes',
    {
      id: integer().primaryKey(),
      title: text().notNull(),
      kind: text().notNull(),
      embedding: vector({ dimensions: 2 }),
    },
    (table) => [index('notes_embedding').using('hnsw', table.embedding.op('vector_cosine_ops'))],
  )
  const authors = pgTable('note_authors', { id: integer().primaryKey(), face: vector({ dimensions: 2 }) })
  let client: PGlite
  let db: ReturnType<typeof postgresDrizzle>
  beforeAll(async () => {
    client = await startPglite({ vector: pgvector })
    await client.exec(`create extension vector;
      create table notes (id integer primary key, title text not null, kind text not null, embedding vector(2));
      insert into notes values (1, 'east', 'a', '[1,0]'), (2, 'north', 'b', '[0,1]'), (3, 'unknown', 'a', null), (4, 'north-east', 'a', '[1,1]'),
        (5, 'west', 'b', '[-1,0]'), (6, 'far east', 'b', '[9,0]'), (7, 'lost', 'b', null);
      create table note_authors (id integer primary key, face vector(2));
      insert into note_authors values (1, '[0,1]'), (2, '[1,0]')`)
    db = postgresDrizzle({ client })
  })
  afterAll(() => client.close())

  const places: { readonly [term: string]: number[] } = { east: [1, 0], north: [0, 1] }
  const asked: string[] = []
  const embed = (term: string): Promise<number[]> => {
    asked.push(term)
    const place = places[term]
    return place === undefined ? Promise.reject(new RangeError(`no embedding of ${term}`)) : Promise.resolve(place)
  }
  const builder = () =>
    paginateConfig(notes).withLimits(3, 10).withTieBreaker('id').sortable('title').filterable('kind', '$eq')
  const list = builder().defaultSortBy('title', 'desc').searchWith(nearest(notes.embedding, embed)).build()
  const statements: StatementEvent[] = []
  const ask = async (request: string, config: AnyPaginateConfig = list) => {
    asked.length = 0
    statements.length = 0
    const options = { onStatement: (event: StatementEvent) => statements.push(event) }
    const page = await paginate(db as never, PaginateQuery.from(request), config, options)
    return { ids: idsOf(page.items as object[]), meta: page.meta as { sortBy: string[]; totalItems: number } }
  }

  // R16.1.6, R16.1.7
  test('build() asks nothing; a page asks once, and orders by the bare distance, then by the tie-breaker alone', async () => {
    expect(asked).toStrictEqual([])
    const { ids, meta } = await ask('search=east&limit=10')
    // 1 and 6 have the same direction; rows without an embedding are farthest.
    expect(ids).toStrictEqual([1, 6, 4, 2, 5, 3, 7])
    expect(meta).toMatchObject({ totalItems: 7, sortBy: ['relevance:DESC'], search: 'east' })
    expect(asked).toStrictEqual(['east'])
    expect(statements.map(({ kind, sql: statement }) => [kind, statement.replace(/^.* from/, 'from')])).toStrictEqual([
      ['count', 'from "notes"'],
      ['page', 'from "notes" order by ("notes"."embedding" <=> $1) asc, "notes"."id" asc limit $2 offset $3'],
    ])
  })

  test.each([
    ['search=north&limit=2', [2, 4]],
    ['search=north&limit=2&page=2', [1, 5]],
    ['search=north&limit=3&page=3', [7]],
    ['search=north&limit=10&sortBy=relevance:ASC', [3, 7, 1, 5, 6, 4, 2]],
    ['search=north&limit=10&sortBy=relevance:DESC&sortBy=title:ASC', [2, 4, 1, 6, 5, 7, 3]],
    ['search=north&limit=10&sortBy=title:ASC&filter.kind=$eq:a', [1, 4, 3]],
    ['search=north&limit=10&filter.kind=$eq:b', [2, 5, 6, 7]],
  ])('%s', async (request, expected) => {
    expect((await ask(request)).ids).toStrictEqual(expected)
    expect(asked).toStrictEqual(['north'])
  })

  test('nothing is asked without a term, nor for a request that is rejected', async () => {
    expect((await ask('limit=10')).ids[0]).toBe(5)
    expect(asked).toStrictEqual([])
    for (const wrong of ['search=north&limit=99', 'search=north&filter.kind=$gt:1', 'sortBy=relevance:DESC']) {
      await expect(ask(wrong)).rejects.toThrow(PaginateQueryError)
      expect(asked).toStrictEqual([])
    }
    const aborted = paginate(db, { search: 'north' }, list, { signal: AbortSignal.abort(new Error('gone')) })
    await expect(aborted).rejects.toThrow('gone')
    expect(asked).toStrictEqual([])
  })

  test('what embed throws passes through', async () => {
    await expect(ask('search=south')).rejects.toStrictEqual(new RangeError('no embedding of south'))
    const failing = builder()
      .searchWith(() => {
        throw new RangeError('at once')
      })
      .build()
    await expect(ask('search=south', failing)).rejects.toStrictEqual(new RangeError('at once'))
  })

  test.each([
    ['cosineDistance', undefined, [1, 6, 4, 2, 5]],
    ['cosineDistance', cosineDistance, [1, 6, 4, 2, 5]],
    ['l2Distance', l2Distance, [1, 4, 2, 5, 6]],
    ['innerProduct', innerProduct, [6, 1, 4, 2, 5]],
    ['l1Distance', l1Distance, [1, 4, 2, 5, 6]],
  ])('orders by %s', async (_name, distance, expected) => {
    const config = builder()
      .searchWith(nearest(notes.embedding, embed, { distance }))
      .build()
    expect((await ask('search=east&limit=10', config)).ids).toStrictEqual([...expected, 3, 7])
  })

  test('maxDistance cuts off what is farther, and rows without an embedding', async () => {
    const config = builder()
      .searchWith(nearest(notes.embedding, (term) => places[term] ?? [], { maxDistance: 0.5 }))
      .build()
    const { ids, meta } = await ask('search=east&limit=10', config)
    expect([ids, meta.totalItems]).toStrictEqual([[1, 6, 4], 3])
    expect(applyFilters({ search: 'east' }, config).orderBy).toHaveLength(2)
  })

  test('cursors there and back, streams, facets and summaries agree with the page', async () => {
    const all = (await ask('search=north&limit=10')).ids
    const byCursor = builder().withCursors().searchWith(nearest(notes.embedding, embed)).build()
    for (const limit of [1, 2, 3]) {
      for (const [sortBy, expected] of [
        [[], all],
        [['relevance:ASC'], [3, 7, 1, 5, 6, 4, 2]],
      ] as const) {
        const pages = await walked(db as never, { search: 'north', limit, sortBy }, byCursor)
        expect(pages).toStrictEqual({ forth: expected, back: expected })
      }
    }
    const first = await paginate(db, { search: 'north', limit: 2 }, byCursor)
    await expect(
      paginate(db, { search: 'east', limit: 2, after: first.meta.nextCursor }, byCursor),
    ).rejects.toMatchObject({
      code: 'cursor.order_changed',
    })
    const streamed: number[] = []
    for await (const { id } of streamRows(db, { search: 'north' }, list, { batchSize: 2 })) streamed.push(id)
    expect(streamed).toStrictEqual(all)
    asked.length = 0
    const facets = await facetCounts(db, { search: 'north', filters: { kind: '$eq:a' } }, list, { kind: true })
    expect(facets.kind).toStrictEqual([
      { value: 'b', count: 4, filter: '$eq:b' },
      { value: 'a', count: 3, filter: '$eq:a' },
    ])
    expect(
      await summarize(db, { search: 'north' }, list, { rows: sql<number>`count(*)`.mapWith(Number) }),
    ).toStrictEqual({ rows: 7 })
    expect(asked).toStrictEqual(['north', 'north'])
  })

  test('a handler asks once for its page and its facets', async () => {
    const faceted = builder()
      .defaultSortBy('title', 'desc')
      .searchWith(nearest(notes.embedding, embed))
      .withFacets({ kind: true })
      .build()
    const handle = listHandler({ db, config: faceted })
    asked.length = 0
    const answer = (await (await handle(new Request('https://a.example/notes?search=north&limit=1'))).json()) as {
      items: { id: number }[]
      facets: object
    }
    expect([idsOf(answer.items), answer.facets]).toStrictEqual([
      [2],
      {
        kind: [
          { value: 'b', count: 4, filter: '$eq:b' },
          { value: 'a', count: 3, filter: '$eq:a' },
        ],
      },
    ])
    expect(asked).toStrictEqual(['north'])
  })

  test('the distance may be of a joined table', async () => {
    const joined = builder()
      .innerJoin('author', authors, eq(authors.id, notes.id))
      .searchWith(nearest(authors.face, embed))
      .build()
    expect((await ask('search=east', joined)).ids).toStrictEqual([2, 1])
  })

  test('applyFilters cannot wait, and says so', () => {
    expect(() => applyFilters({ search: 'north' }, list as never)).toThrow(
      'The search of the list answers a promise, which applyFilters() cannot wait for; call paginate() or streamRows().',
    )
    expect(applyFilters({}, list as never).orderBy).toHaveLength(2)
  })

  test('describe() and OpenAPI name the sort without asking; memory asks for a function', () => {
    asked.length = 0
    const own = builder()
      .searchWith(async ({ term }) => ({ distance: sql`${notes.id} <-> ${await embed(term)}` }))
      .build()
    for (const config of [list, own]) {
      expect(config.describe().searchWith).toBe('ranked')
      expect(JSON.stringify(listOperation(config))).toContain('relevance:DESC')
      expect(() => paginateArray([{ id: 1, title: 'a', kind: 'b', embedding: null }], { search: 'a' }, config)).toThrow(
        PaginateConfigError,
      )
    }
    const rows = [1, 2, 3].map((id) => ({ id, title: `${9 - id}`, kind: 'a', embedding: null }))
    const search = ({ id }: { id: number }) => -Math.abs(id - 2)
    const page = paginateArray(rows, { search: 'a' }, list, { own: { search } })
    // As in the database: the tie-breaker follows, not the default sort.
    expect([idsOf(page.items), page.meta.sortBy]).toStrictEqual([[2, 1, 3], ['relevance:DESC']])
    expect(asked).toStrictEqual([])
  })

  test('an HNSW index serves the page, with the tie-breaker', async () => {
    await client.exec(`create table many (id integer primary key, embedding vector(2));
      insert into many select n, case when n % 50 > 0 then ('[' || cos(n) || ',' || sin(n) || ']')::vector end from generate_series(1, 2000) n;
      create index many_embedding on many using hnsw (embedding vector_cosine_ops); analyze many`)
    const many = pgTable('many', { id: integer().primaryKey(), embedding: vector({ dimensions: 2 }) })
    const config = paginateConfig(many)
      .withLimits(10, 100)
      .withTieBreaker('id')
      .withTotals('none')
      .searchWith(nearest(many.embedding, embed))
      .build()
    await ask('search=east', config)
    const [{ sql: statement, params }] = statements as [StatementEvent]
    const planned = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, [...params])
    const plan = planned.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Incremental Sort[^]*Presorted Key[^]*Index Scan using many_embedding on many/)
    const exact = await client.query<{ id: number }>(`select id from many order by embedding <=> '[1,0]', id limit 10`)
    expect((await ask('search=east', config)).ids).toStrictEqual(exact.rows.map(({ id }) => id))
    // The index alone ends at hnsw.ef_search rows, 40; with iterative scans it goes on. An export never reads by it.
    await client.exec('set hnsw.iterative_scan = strict_order')
    expect((await ask('search=east&limit=100&page=3', config)).ids).toHaveLength(100)
    await client.exec('reset hnsw.iterative_scan')
    const streamed: number[] = []
    for await (const { id } of streamRows(db, { search: 'east' }, config, { batchSize: 100 })) streamed.push(id)
    expect([streamed.length, new Set(streamed).size]).toStrictEqual([2000, 2000])
    expect(streamed.slice(0, 10)).toStrictEqual(exact.rows.map(({ id }) => id))
    expect(streamed.slice(1960).every((id) => id % 50 === 0)).toBe(true)
  })
})

describe('with pg_trgm', () => {
  const names = pgTable('names', { id: integer().primaryKey(), name: text() })
  let client: PGlite
  let db: ReturnType<typeof postgresDrizzle>
  beforeAll(async () => {
    client = await startPglite({ pg_trgm })
    await client.exec(`create extension pg_trgm; create table names (id integer primary key, name text);
      insert into names values (1, 'Dostoyevsky'), (2, 'Tolstoy'), (3, null), (4, 'Dostoevsky'), (5, 'DOSTOEVSKY'), (6, 'Chekhov');
      insert into names select n, md5(n::text) from generate_series(100, 3000) n;
      create index names_name on names using gist (name gist_trgm_ops); analyze names`)
    db = postgresDrizzle({ client })
  })
  afterAll(() => client.close())
  const builder = paginateConfig(names).withLimits(2, 10).withTieBreaker('id').searchWith(similar(names.name))

  test('finds what is spelled in another way, most alike first, by its index', async () => {
    const statements: StatementEvent[] = []
    const options = { onStatement: (event: StatementEvent) => void statements.push(event) }
    const page = await paginate(db, { search: 'Dostoevski', limit: 10 }, builder.build(), options)
    expect([idsOf(page.items), page.meta.totalItems]).toStrictEqual([[4, 5, 1], 3])
    const { sql: statement, params } = statements[1] as StatementEvent
    expect(statement).toContain('"names"."name" % $1) order by ("names"."name" <-> $2) asc, "names"."id" asc')
    const planned = await client.query(`explain ${statement}`, [...params])
    expect(JSON.stringify(planned.rows)).toContain('Index Scan using names_name on names')
    const pages = await walked(db as never, { search: 'Dostoevski', limit: 1 }, builder.withCursors().build())
    expect(pages).toStrictEqual({ forth: [4, 5, 1], back: [4, 5, 1] })
    for (const hostile of ['\'%_\\"', '-'.repeat(200), '\u{1F600}', '%', '   a   ']) {
      await expect(paginate(db, { search: hostile }, builder.build())).resolves.toBeDefined()
    }
  })
})

describe('on SQLite', () => {
  const shops = sqliteTable('shops', { id: sqliteInteger().primaryKey(), name: sqliteText().notNull(), at: real() })
  const database = new Database(':memory:')
  database.exec(`create table shops (id integer primary key, name text not null, at real);
    insert into shops values (1, 'a', 4), (2, 'b', null), (3, 'c', 0.5), (4, 'd', 2.25), (5, 'e', null), (6, 'f', 4)`)
  const db = sqliteDrizzle({ client: database })
  const far = (term: string) => ({ distance: sql`abs(${shops.at} - ${Number(term)})` })
  const builder = paginateConfig(shops).withLimits(10, 10).withTieBreaker('id')

  type Search = (context: { term: string }) => MaybePromise<ReturnType<typeof far>>
  test.each<[string, Search]>([
    ['at once', ({ term }) => far(term)],
    ['later', async ({ term }) => Promise.resolve(far(term))],
  ])('an answer %s: nulls are last all the same, and cursors hold the distance', async (_when, search) => {
    expect(idsOf((await paginate(db, { search: '2' }, builder.searchWith(search).build())).items)).toStrictEqual([
      4, 3, 1, 6, 2, 5,
    ])
    const byCursor = builder.withCursors().searchWith(search).build()
    const pages = await walked(db as never, { search: '2', limit: 1 }, byCursor)
    expect(pages).toStrictEqual({ forth: [4, 3, 1, 6, 2, 5], back: [4, 3, 1, 6, 2, 5] })
    const streamed: number[] = []
    for await (const { id } of streamRows(db, { search: '2' }, byCursor, { batchSize: 2 })) streamed.push(id)
    expect(streamed).toStrictEqual([4, 3, 1, 6, 2, 5])
  })

  test('a synchronous driver waits for a search that answers later, and for no other', async () => {
    const statements: string[] = []
    const options = { onStatement: ({ kind }: StatementEvent) => void statements.push(kind) }
    const atOnce = paginate(db, { search: '2' }, builder.searchWith(({ term }) => far(term)).build(), options)
    expect(statements).toStrictEqual(['count', 'page'])
    const later = paginate(
      db,
      { search: '2' },
      builder.searchWith(({ term }) => Promise.resolve(far(term))).build(),
      options,
    )
    expect(statements).toStrictEqual(['count', 'page'])
    await Promise.all([atOnce, later])
    expect(statements).toStrictEqual(['count', 'page', 'count', 'page'])
  })
})
