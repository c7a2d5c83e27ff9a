// A text column that a list reads as a number: filters, orders, facets and cursors go by the value, whatever its
// spelling, alike on every engine.
import { int, mysqlTable, varchar } from 'drizzle-orm/mysql-core'
import { integer as pgInteger, pgTable, text as pgText } from 'drizzle-orm/pg-core'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginate, paginateConfig } from '../../../src/index.js'
import { createTableSql } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const pgNumbers = pgTable('text_numbers', { id: pgInteger().primaryKey(), value: pgText() })
const tables = {
  postgresql: pgNumbers,
  sqlite: sqliteTable('text_numbers', { id: integer().primaryKey(), value: text() }) as unknown as typeof pgNumbers,
  mysql: mysqlTable('text_numbers', {
    id: int().primaryKey(),
    value: varchar({ length: 40 }),
  }) as unknown as typeof pgNumbers,
}
const VALUES = ['1', '01', '10', null, '9', '-2', '+1', null]

describe.each(dialects)('Text as a number on $name', (engine) => {
  let database: TestDatabase
  const numbers = tables[engine.dialect]
  beforeAll(async () => {
    database = await engine.open()
    const values = VALUES.map((value, at) => `(${at + 1}, ${value === null ? 'null' : `'${value}'`})`).join(', ')
    await database.execute(
      `drop table if exists text_numbers; ${createTableSql(engine.dialect, numbers)}; insert into text_numbers values ${values}`,
    )
  })
  afterAll(async () => {
    await database.execute('drop table text_numbers')
    await database.close()
  })

  describe.each(['integer', 'bigint', 'decimal', 'float'] as const)('of type %s', (type) => {
    const start = paginateConfig(numbers)
      .field('number', numbers.value, type)
      .withLimits(20, 20)
      .withTieBreaker('id')
      .sortable('number', { nulls: 'last' })
      .filterable('number', '$eq', '$in', '$gt', '$null')
    const list = start.build()

    test.each<[query: string, ids: readonly number[]]>([
      ['filter.number=$eq:1', [1, 2, 7]],
      ['filter.number=$in:1,10', [1, 2, 3, 7]],
      ['filter.number=$gt:1', [3, 5]],
      ['filter.number=$not:$gt:1', [1, 2, 4, 6, 7, 8]],
      ['sortBy=number:ASC', [6, 1, 2, 7, 5, 3, 4, 8]],
      ['sortBy=number:DESC', [3, 5, 1, 2, 7, 6, 4, 8]],
    ])('%s', async (query, ids) => {
      expect((await paginate(database.db, query, list)).items.map(({ id }) => id)).toEqual(ids)
    })

    test('facets', async () => {
      const counted = await facetCounts(database.db, '', list, { number: true })
      expect(
        counted.number.map(({ value, count, filter }) => [value === null ? null : Number(value), count, filter]),
      ).toEqual([
        [1, 3, '$eq:1'],
        [null, 2, '$null'],
        [-2, 1, '$eq:-2'],
        [9, 1, '$eq:9'],
        [10, 1, '$eq:10'],
      ])
      const { number: range } = await facetCounts(database.db, '', list, { number: 'range' })
      expect([Number(range?.min), Number(range?.max), range?.count]).toEqual([-2, 10, 6])
    })

    test('a walk by cursor', async () => {
      const cursors = start.withCursors().build()
      const ids: number[] = []
      for (let after: string | null = ''; after !== null;) {
        const query: string = `sortBy=number:DESC&limit=2${after === '' ? '' : `&after=${after}`}`
        const { items, meta } = await paginate(database.db, query, cursors)
        ids.push(...items.map(({ id }) => id))
        after = meta.nextCursor
      }
      expect(ids).toEqual([3, 5, 1, 2, 7, 6, 4, 8])
    })
  })
})
