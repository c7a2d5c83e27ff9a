// Columns of PostgreSQL whose type says more, or less, than its kind.
import { sql } from 'drizzle-orm'
import { customType, integer, interval, json, jsonb, line, pgTable, point, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateQuery } from '../../../src/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const spans = pgTable('span_rows', {
  id: integer('id').primaryKey(),
  days: interval('days', { fields: 'day' }),
  hours: interval('hours', { fields: 'day to hour' }),
  exact: interval('exact', { precision: 3 }),
})
const xml = customType<{ data: string }>({ dataType: () => 'xml' })
const shapes = pgTable('shapes', {
  id: integer('id').primaryKey(),
  json: json('json'),
  jsons: json('jsons').array(),
  jsonb: jsonb('jsonb'),
  point: point('point'),
  line: line('line'),
  xml: xml('xml'),
  name: text('name'),
})

describe.each(dialects.filter(({ dialect }) => dialect === 'postgresql'))('Columns on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await database.execute(
      'create table span_rows (id integer primary key, days interval day, hours interval day to hour, exact interval(3))',
    )
    await database.execute(
      `insert into span_rows values (1, '3 days', '3 days 2 hours', '1 second'), (2, '0 days', '0 days', '0')`,
    )
  })
  afterAll(async () => {
    await database.execute('drop table span_rows')
    await database.close()
  })

  const spanList = paginateConfig(spans)
    .withLimits(10, 10)
    .withTieBreaker('id')
    .filterable('days', '$eq', '$in', '$gte', '$btw')
    .filterable('hours', '$eq', '$gt')
    .filterable('exact', '$eq')
    .build()

  test.each<[request: string, ids: readonly number[]]>([
    ['filter.days=$eq:P3D', [1]],
    ['filter.days=$in:P3D,P9D', [1]],
    ['filter.days=$gte:P1D', [1]],
    // A column of days has no hours, and no value of it equals one with hours.
    ['filter.days=$eq:PT5H', []],
    ['filter.days=$btw:PT1H,P4D', [1]],
    ['filter.hours=$eq:P3DT2H', [1]],
    ['filter.hours=$gt:P3DT1H59M', [1]],
    ['filter.exact=$eq:PT1S', [1]],
  ])('fields of an interval are no part of a value: %s', async (request, ids) => {
    const { items } = await paginate(database.db, PaginateQuery.from(request), spanList)
    expect(items.map(({ id }) => id)).toEqual(ids)
  })
})

describe('Columns that PostgreSQL cannot sort', () => {
  const start = paginateConfig(shapes).withLimits(10, 10).withTieBreaker('id')
  test.each(['json', 'jsons', 'point', 'line', 'xml'] as const)('refuses %s', (name) => {
    // The lines write the type of an array differently.
    const type = name === 'jsons' ? shapes.jsons.getSQLType() : name
    expect(() => (start as unknown as { sortable(name: string): typeof start }).sortable(name).build()).toThrow(
      `.sortable('${name}') has the type '${type}', which PostgreSQL cannot sort; sort by an expression over it, declared with .field().`,
    )
  })
  test('accepts those that it can', () => {
    const named = start.field('key', sql<string>`${shapes.json} ->> 'key'`, 'text')
    expect(() => named.sortable('jsonb', 'name', 'key').build()).not.toThrow()
  })
})
