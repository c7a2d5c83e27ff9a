// `.withCursors({ rows: true })`: a page has the cursor of each row, and each leads on from there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateConfigError, PaginateQuery } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { listOperation } from '../../../src/entries/openapi/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const idsOf = (items: readonly unknown[]): number[] => items.map((item) => (item as { id: number }).id)

describe.each(dialects)('cursors of rows on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const begin = () => listOf(database).sortable('id', 'title', 'likes').defaultSortBy('likes', 'desc')
  const list = () => begin().withCursors({ rows: true }).build()
  const ask = (text: string) => paginate(database.db, PaginateQuery.from(text), list())

  // R13.1.22
  test('each is good for after and before', async () => {
    const all = await ask('limit=100')
    const ids = idsOf(all.items)
    expect(all.meta.cursors).toHaveLength(ids.length)
    for (const at of [0, 1, 7, ids.length - 1]) {
      const cursor = all.meta.cursors[at] as string
      const [after, before] = [await ask(`limit=100&after=${cursor}`), await ask(`limit=100&before=${cursor}`)]
      expect(idsOf(after.items)).toEqual(ids.slice(at + 1))
      expect(idsOf(before.items)).toEqual(ids.slice(0, at))
      expect(after.meta.cursors).toEqual(all.meta.cursors.slice(at + 1))
      expect(before.meta.cursors).toEqual(all.meta.cursors.slice(0, at))
    }
  })

  test('those of the ends are among them, and the keys are not in the items', async () => {
    const first = await ask('limit=5&sortBy=title:ASC')
    expect(first.meta).toMatchObject({ previousCursor: null, nextCursor: first.meta.cursors[4] })
    const second = await ask(`limit=5&sortBy=title:ASC&after=${first.meta.nextCursor}`)
    expect(second.meta).toMatchObject({
      previousCursor: second.meta.cursors[0],
      nextCursor: second.meta.cursors.at(-1),
    })
    const plain = await paginate(database.db, { limit: 5, sortBy: ['title:ASC'] }, begin().withCursors().build())
    expect(first.items).toEqual(plain.items)
    expect(plain.meta).not.toHaveProperty('cursors')
    expect((await ask('filter.id=$eq:0&limit=5').catch(() => null))?.meta.cursors ?? []).toEqual([])
  })

  test('each is sealed, at once or later', async () => {
    const seal = async (text: string): Promise<string> => `~${text}`
    const open = async (text: string): Promise<string> => text.slice(1)
    const sealed = begin().withCursors({ rows: true, seal, open }).build()
    const page = await paginate(database.db, { limit: 3 }, sealed)
    expect(page.meta.cursors.map((cursor) => cursor.charAt(0))).toEqual(['~', '~', '~'])
    const next = await paginate(database.db, { limit: 1, after: page.meta.cursors[0] as string }, sealed)
    expect(idsOf(next.items)).toEqual(idsOf(page.items).slice(1, 2))
  })

  test('memory has them too', () => {
    const rows = [1, 2, 3, 4].map((id) => ({ id, title: `t${id}`, likes: 5 - id }))
    const page = paginateArray(rows as never, { limit: 3 }, list())
    expect(page.meta.cursors).toHaveLength(3)
    expect(page.meta.nextCursor).toBe(page.meta.cursors[2])
    const next = paginateArray(rows as never, { after: page.meta.cursors[0] as string }, list())
    expect(idsOf(next.items)).toEqual(idsOf(page.items).slice(1).concat(4))
  })

  test('describe() and OpenAPI say so, of no other list', () => {
    expect(list().describe()).toMatchObject({ rowCursors: true })
    expect(JSON.stringify(listOperation(list()))).toContain('"cursors":{"type":"array"')
    const plain = begin().withCursors().build()
    expect(plain.describe()).not.toHaveProperty('rowCursors')
    expect(JSON.stringify(listOperation(plain))).not.toContain('"cursors"')
  })

  test('build() refuses what is neither true nor false', () => {
    const builder = paginateConfig(database.schema.articles).withLimits(1, 1).withTieBreaker('id')
    expect(() => builder.withCursors({ rows: 'all' as never }).build()).toThrow(PaginateConfigError)
  })
})
