// A date that a filter of the app's own gets is right in raw SQL too, as it is in Drizzle's operators: on every driver,
// and in any time zone of the process.
import { between, gte, inArray, sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilterOperator, paginate, paginateConfig, PaginateQuery } from '../../../src/index.js'
import { createTableSql } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const postgresql = pg.pgTable('raw_dates', {
  id: pg.integer('id').primaryKey(),
  wall: pg.timestamp('wall'),
  instant: pg.timestamp('instant', { withTimezone: true }),
})
const TABLES = {
  postgresql,
  mysql: mysql.mysqlTable('raw_dates', {
    id: mysql.int('id').primaryKey(),
    wall: mysql.datetime('wall', { fsp: 3 }),
    instant: mysql.timestamp('instant', { fsp: 3 }),
  }),
  sqlite: sqlite.sqliteTable('raw_dates', {
    id: sqlite.integer('id').primaryKey(),
    wall: sqlite.integer('wall', { mode: 'timestamp' }),
    instant: sqlite.integer('instant', { mode: 'timestamp_ms' }),
  }),
}
const FROM = Date.parse('2024-03-10T10:00:00Z')
const WAYS = ['drizzle', 'template', 'param'] as const
const COLUMNS = ['wall', 'instant'] as const

describe.each(dialects)('a date in raw SQL on $name', (engine) => {
  const table = TABLES[engine.dialect] as unknown as typeof postgresql
  const zone = process.env['TZ']
  let database: TestDatabase

  beforeAll(async () => {
    process.env['TZ'] = 'America/New_York'
    database = await engine.open()
    await database.execute(createTableSql(engine.dialect, table))
    const rows = Array.from({ length: 8 }, (_, at) => {
      const date = new Date(FROM + (at - 4) * 3_600_000)
      return { id: at + 1, wall: date, instant: date }
    })
    await database.db.insert(table).values(rows)
  })
  afterAll(async () => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
    await database.execute('drop table raw_dates')
    await database.close()
  })

  const conditions = (column: (typeof postgresql)['wall']) => ({
    drizzle: ({ operator, value, values = [] }: Given) =>
      operator === '$in'
        ? inArray(column, values)
        : operator === '$btw'
          ? between(column, values[0] as Date, values[1] as Date)
          : gte(column, value as Date),
    template: ({ operator, value, values = [] }: Given) =>
      operator === '$in'
        ? sql`${column} in ${values}`
        : operator === '$btw'
          ? sql`${column} between ${values[0]} and ${values[1]}`
          : sql`${column} >= ${value}`,
    param: ({ operator, value, values = [] }: Given) =>
      operator === '$in'
        ? sql`${column} in (${sql.join(
            values.map((one) => sql.param(one)),
            sql`, `,
          )})`
        : operator === '$btw'
          ? sql`${column} between ${sql.param(values[0])} and ${sql.param(values[1])}`
          : sql`${column} >= ${sql.param(value)}`,
  })
  interface Given {
    readonly operator: FilterOperator
    readonly value?: Date
    readonly values?: Date[]
  }

  test.each(COLUMNS.flatMap((column) => WAYS.map((way) => [column, way] as const)))('%s by %s', async (column, way) => {
    const list = paginateConfig(table)
      .withLimits(10, 10)
      .withTieBreaker('id')
      .filterWith('since', 'timestamp', conditions(table[column] as never)[way] as never, '$eq', '$in', '$btw')
      .build()
    const idsOf = async (criterion: string): Promise<number[]> => {
      const query = PaginateQuery.from(`filter.since=${encodeURIComponent(criterion)}`)
      return (await paginate(database.db, query, list)).items.map(({ id }) => id)
    }
    expect(await idsOf('$eq:2024-03-10T10:00:00Z')).toStrictEqual([5, 6, 7, 8])
    expect(await idsOf('$in:2024-03-10T10:00:00Z,2024-03-10T08:00:00Z')).toStrictEqual([3, 5])
    expect(await idsOf('$btw:2024-03-10T09:00:00Z,2024-03-10T11:00:00+01:00')).toStrictEqual([4, 5])
  })
})
