// Elements of a JSON document that are records or lists: values of their own, each with a criterion that leads back.
import { int, json, mysqlTable } from 'drizzle-orm/mysql-core'
import { integer as pgInteger, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginate, paginateConfig } from '../../../src/index.js'
import { createTableSql } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const pgParcels = pgTable('parcels', { id: pgInteger().primaryKey(), parts: jsonb().$type<unknown[]>() })
const tables = {
  postgresql: pgParcels,
  sqlite: sqliteTable('parcels', {
    id: integer().primaryKey(),
    parts: text({ mode: 'json' }).$type<unknown[]>(),
  }) as unknown as typeof pgParcels,
  mysql: mysqlTable('parcels', {
    id: int().primaryKey(),
    parts: json().$type<unknown[]>(),
  }) as unknown as typeof pgParcels,
}
const ROWS: readonly (readonly unknown[])[] = [
  [{ k: 'blue' }],
  [{ k: 'red' }, { k: 'blue' }],
  [[1]],
  ['q', [2, 3], 1, true, null],
  ['[1]'],
  [],
]

describe.each(dialects)('Elements by their text on $name', (engine) => {
  let database: TestDatabase
  const parcels = tables[engine.dialect]
  beforeAll(async () => {
    database = await engine.open()
    const rows = ROWS.map((parts, at) => `(${at + 1}, '${JSON.stringify(parts)}')`).join(', ')
    await database.execute(
      `drop table if exists parcels; ${createTableSql(engine.dialect, parcels)}; insert into parcels values ${rows}`,
    )
  })
  afterAll(async () => {
    await database.execute('drop table parcels')
    await database.close()
  })

  test('each facet value leads back to the rows that it counts', async () => {
    const list = paginateConfig(parcels)
      .field('parts', parcels.parts, 'collection')
      .withLimits(10, 10)
      .withTieBreaker('id')
      .filterable('parts', '$eq', '$contains')
      .withFacets({ parts: true })
      .build()
    const { parts } = await facetCounts(database.db, '', list)
    const held: unknown[] = []
    for (const { count, filter } of parts) {
      const page = await paginate(database.db, { filters: { parts: filter as string } }, list)
      expect([filter, page.items.length]).toEqual([filter, count])
      held.push(...page.items.map(({ id }) => [filter, id]))
    }
    // A text that looks like a list is that list: both are compared by their text.
    expect(parts.map(({ count }) => count).toSorted()).toEqual([1, 1, 1, 1, 1, 2, 2])
    expect(held).toHaveLength(9)
  })
})
