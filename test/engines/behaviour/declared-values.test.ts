// What the value of an expression is by the value type that it is declared as, wherever it is handed out.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  encodeFilterValue,
  facetCounts,
  paginate,
  paginateConfig,
  PaginateQuery,
  streamRows,
} from '../../../src/index.js'
import { facetArray, paginateArray } from '../../../src/entries/memory/index.js'
import { exportHandler } from '../../../src/entries/http/index.js'
import { itemSchema } from '../../../src/entries/openapi/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seeded, comments as seededComments } from '../../support/seed.js'

const commentsOf = (id: number): number => seededComments.filter(({ articleId }) => articleId === id).length

const listOf = ({ articles, comments }: TestDatabase['schema']) => {
  const count = () => sql`(select count(*) from ${comments} where ${eq(comments.articleId, articles.id)})`
  return paginateConfig(articles)
    .field('n', sql<number>`${count()}`, 'integer')
    .field('big', sql<bigint>`${count()}`, 'bigint')
    .field('half', sql<number>`(${articles.views} * 0.5)`, 'float')
    .field('price', sql<string>`(${articles.views} * 1.25)`, 'decimal')
    .field('isRead', sql<boolean>`(${articles.views} > 5)`, 'boolean')
    .field('at', sql<Date>`${'2024-02-29 10:20:30.125'}`, 'timestamp')
    .field(
      'own',
      sql`${count()}`.mapWith((value: unknown) => `own ${String(value)}`),
    )
    .field(
      'mapped',
      sql<string>`${articles.views}`.mapWith((value: unknown) => `mapped ${String(value)}`),
      'text',
    )
    .field('untold', count(), 'integer')
    .withLimits(100, 100)
    .withTieBreaker('id')
    .sortable('n')
    .filterable('n', '$eq', '$gte')
    .filterable('isRead', '$eq')
    .filterable('price', '$eq', '$gte')
    .filterable('big', '$eq', '$gte')
    .select({
      id: true,
      n: true,
      big: true,
      half: true,
      price: true,
      isRead: true,
      at: true,
      own: true,
      mapped: true,
      untold: true,
    })
    .build()
}

describe.each(dialects)('Declared values on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const expected = () =>
    seeded.map(({ id, views }) => ({
      id,
      n: commentsOf(id),
      big: BigInt(commentsOf(id)),
      half: views / 2,
      isRead: views > 5,
      at: new Date('2024-02-29T10:20:30.125Z'),
      own: `own ${commentsOf(id)}`,
      mapped: `mapped ${views}`,
      untold: commentsOf(id),
    }))
  const withoutPrice = (item: { readonly price: string }) => {
    const { price, ...rest } = item
    expect(price).toBeTypeOf('string')
    return rest
  }

  test('in items and streams', async () => {
    const config = listOf(database.schema)
    const { items } = await paginate(database.db, PaginateQuery.from(''), config)
    expect(items.map(withoutPrice)).toEqual(expected())
    expect(items.map(({ price }) => Number(price))).toEqual(seeded.map(({ views }) => views * 1.25))
    const streamed: unknown[] = []
    for await (const row of streamRows(database.db, PaginateQuery.from(''), config, { batchSize: 7 }))
      streamed.push(withoutPrice(row))
    expect(streamed).toEqual(expected())
    const untold: number | null | undefined = items[0]?.untold
    expect(untold).toBeTypeOf('number')
  })

  test('in exports', async () => {
    const handler = exportHandler({ db: database.db, config: listOf(database.schema), as: 'ndjson' })
    const answer = await handler(new Request('http://localhost/?filter.n=$gte:1'))
    const [first] = (await answer.text()).trim().split('\n')
    const { n, big, isRead, at } = JSON.parse(first as string) as Record<string, unknown>
    const [row] = expected().filter((item) => item.n >= 1)
    expect({ n, big, isRead, at }).toEqual({
      n: row?.n,
      big: String(row?.big),
      isRead: row?.isRead,
      at: '2024-02-29T10:20:30.125Z',
    })
  })

  test('in facets, whose values find the rows that they count', async () => {
    const config = listOf(database.schema)
    const { n, isRead, price, big } = await facetCounts(database.db, PaginateQuery.from(''), config, {
      n: true,
      isRead: true,
      price: 'range',
      big: 'range',
    })
    expect(n.every(({ value }) => typeof value === 'number')).toBe(true)
    expect(new Set(isRead.map(({ value }) => value))).toEqual(new Set([true, false]))
    expect([typeof price?.min, typeof big?.max]).toEqual(['string', 'bigint'])
    for (const { value, count } of n) {
      const { meta } = await paginate(
        database.db,
        new PaginateQuery({ filters: { n: `$eq:${encodeFilterValue(config, 'n', value)}` } }),
        config,
      )
      expect(meta.totalItems).toBe(count)
    }
  })

  test('in memory', () => {
    const config = listOf(database.schema)
    const rows = seeded.map((row) => ({ ...row }))
    const count = ({ id }: { readonly id: number }) => String(commentsOf(id)) as never
    const values = {
      n: count,
      big: count,
      half: ({ views }: { views: number }) => views / 2,
      price: ({ views }: { views: number }) => views * 1.25,
      isRead: ({ views }: { views: number }) => (views > 5 ? 1 : 0),
      at: () => '2024-02-29 10:20:30.125',
      own: ({ id }: { id: number }) => `own ${commentsOf(id)}`,
      mapped: ({ views }: { views: number }) => `mapped ${views}`,
      untold: count,
    } as never
    const { items } = paginateArray(rows as never, PaginateQuery.from(''), config, {
      own: { values },
    } as never) as unknown as {
      items: { readonly price: string }[]
    }
    expect(items.map(withoutPrice)).toEqual(expected())
    const counts = facetArray(rows as never, PaginateQuery.from(''), config, { n: true }, {
      own: { values },
    } as never) as unknown as {
      n: { value: unknown }[]
    }
    expect(counts.n.every(({ value }) => typeof value === 'number')).toBe(true)
  })

  test('in OpenAPI', () => {
    const { properties } = itemSchema(listOf(database.schema)) as unknown as {
      properties: Record<string, { type: string[]; format?: string }>
    }
    expect(
      Object.fromEntries(
        Object.entries(properties).map(([name, { type, format }]) => [name, [[type].flat()[0], format]]),
      ),
    ).toMatchObject({
      n: ['integer', undefined],
      big: ['string', undefined],
      half: ['number', undefined],
      price: ['string', undefined],
      isRead: ['boolean', undefined],
      at: ['string', 'date-time'],
    })
  })
})
