// The threat model (docs/explanation/security.md), line by line: what the library ensures, and what it leaves to the
// host.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginate, PaginateQuery, PaginateQueryError, streamRows } from '../../../src/index.js'
import { type ArticleList, articleList, entryPoints, listOf, refusalOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seeded } from '../../support/seed.js'
import { withSettings } from '../../support/settings.js'

const CANARY = 'canary'
const hostile = [
  CANARY,
  `'${CANARY}`,
  `"${CANARY}"`,
  `\`${CANARY}\``,
  `${CANARY}; drop table articles; --`,
  `%${CANARY}_`,
  `\\${CANARY}`,
]

/** Every place of a request that a client fills, with a text put into it. */
const places: readonly (readonly [place: string, request: (text: string) => string])[] = [
  ['page', (text) => `page=${text}`],
  ['limit', (text) => `limit=${text}`],
  ['the field of a sort', (text) => `sortBy=${text}:ASC`],
  ['the direction of a sort', (text) => `sortBy=title:${text}`],
  ['search', (text) => `search=${text}`],
  ['searchBy', (text) => `search=a&searchBy=${text}`],
  ['the field of a filter', (text) => `filter.${text}=$eq:1`],
  ['an operator', (text) => `filter.title=$${text}:1`],
  ['a modifier', (text) => `filter.title=$${text}:$eq:1`],
  ...['$eq', '$in', '$sw', '$ilike', '$contains', '$not:$eq', '$not:$in'].map(
    (operator) => [`a value of ${operator}`, (text: string) => `filter.title=${operator}:${text}`] as const,
  ),
  ['two values of a list', (text) => `filter.title=$in:${text},${text}`],
  ['an element of a collection', (text) => `filter.tags=$contains:${text}`],
  ['a value of a sub-collection', (text) => `filter.reviewer=$eq:${text}`],
  ['a number', (text) => `filter.views=$gte:${text}`],
  ['a parameter that nobody reads', (text) => `${text}=${text}`],
]

describe.each(dialects)('Security on $name', (engine) => {
  let database: TestDatabase
  let config: ArticleList
  beforeAll(async () => {
    database = await engine.open()
    config = articleList(database)
  })
  afterAll(() => database.close())

  // R6.1.1
  test.each(places)('text in %s never becomes a part of a statement', async (_place, request) => {
    for (const text of hostile) {
      database.clear()
      const query = PaginateQuery.from(request(encodeURIComponent(text)))
      await paginate(database.db, query, config).catch((error: unknown) =>
        expect(error).toBeInstanceOf(PaginateQueryError),
      )
      for (const { sql } of database.statements()) expect(sql).not.toContain(CANARY)
    }
  })

  test('text in a cursor, its keys and a facet never becomes a part of a statement', async () => {
    const list = listOf(database)
      .sortable('title', 'views', 'publishedAt')
      .filterable('title', '$eq', '$contains')
      .searchable('title')
      .withCursors()
      .build()
    let sent = 0
    const ask = async (query: PaginateQuery, page: () => PromiseLike<unknown>): Promise<void> => {
      database.clear()
      await page().then(undefined, (error: unknown) =>
        expect(error, JSON.stringify(query)).toBeInstanceOf(PaginateQueryError),
      )
      const statements = database.statements()
      sent += statements.length
      for (const { sql } of statements) expect(sql).not.toContain(CANARY)
    }
    for (const field of ['title', 'views', 'publishedAt']) {
      const { meta } = await paginate(database.db, { limit: 1, sortBy: [`${field}:ASC`] }, list)
      const [print, ...keys] = JSON.parse(Buffer.from(meta.nextCursor ?? '', 'base64url').toString('utf8')) as unknown[]
      for (const text of hostile) {
        const cursors = [
          text,
          ...keys.map((_, at) =>
            Buffer.from(JSON.stringify([print, ...keys.with(at, text)]), 'utf8').toString('base64url'),
          ),
        ]
        for (const cursor of cursors) {
          for (const side of ['after', 'before']) {
            for (const pageForm of ['auto', 'plain'] as const) {
              const query = PaginateQuery.from(`sortBy=${field}:ASC&${side}=${encodeURIComponent(cursor)}`)
              await ask(query, () => paginate(database.db, query, withSettings(list, { pageForm })))
            }
          }
        }
        const query = PaginateQuery.from(
          `search=${encodeURIComponent(text)}&filter.title=$contains:${encodeURIComponent(text)}`,
        )
        await ask(query, () => facetCounts(database.db, query, list, { title: true }))
        await ask(query, async () => {
          for await (const _ of streamRows(database.db, query, list));
        })
      }
    }
    expect(sent).toBeGreaterThan(hostile.length * 3)
  })

  // R3.1.4
  test.each(entryPoints)('%s says nothing internal in a refusal', async (_name, call) => {
    const internal = /published_at|author_id|created_at|"articles"|select |where |postgres|sqlite|mysql/i
    for (const text of [
      'filter.publishedAt=$gte:x',
      'filter.author_id=$eq:1',
      'sortBy=created_at:ASC',
      'filter.hidden=$eq:true',
    ]) {
      const { message, code, parameter } = await refusalOf(() => call(database, PaginateQuery.from(text), config))
      // What the client wrote itself may be quoted.
      expect(`${message} ${code} ${parameter}`.replaceAll(/author_id|created_at/g, '')).not.toMatch(internal)
    }
  })

  describe('what is left to the host', () => {
    test('a gated filter hides no rows: only options.where does', async () => {
      const { articles } = database.schema
      const open = listOf(database).withLimits(100, 100).when(false).filterable('hidden', '$eq').build()
      const hidden = seeded.filter((row) => row.hidden).length
      expect(hidden).toBeGreaterThan(0)
      expect((await paginate(database.db, {}, open)).items.filter((item) => item.hidden)).toHaveLength(hidden)
      const shown = await paginate(database.db, {}, open, { where: eq(articles.hidden, false) })
      expect(shown.items.filter((item) => item.hidden)).toEqual([])
      expect(shown.meta.totalItems).toBe(seeded.length - hidden)
    })

    test('a gate changes no item: a variant shows the same columns to everyone', async () => {
      const columnsOf = async (can: { readonly moderate: boolean }) =>
        Object.keys((await paginate(database.db, { limit: 1 }, articleList(database, can))).items[0] as object)
      expect(await columnsOf({ moderate: false })).toEqual(await columnsOf({ moderate: true }))
    })

    test('a filter reveals the values of a column that items do not show', async () => {
      const list = listOf(database)
        .filterable('id', '$eq')
        .filterable('views', '$gte', '$lt')
        .select({ id: true })
        .build()
      const secret = seeded[0]?.views as number
      let [low, high] = [-(2 ** 31), 2 ** 31 - 1]
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        const { meta } = await paginate(database.db, { filters: { id: '$eq:1', views: `$gte:${middle}` } }, list)
        if (meta.totalItems === 1) low = middle
        else high = middle - 1
      }
      expect(low).toBe(secret)
    })
  })
})
