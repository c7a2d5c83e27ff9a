// Values that JavaScript has as another. The criterion of a facet finds exactly the rows that the facet counts; where no
// criterion can, it is null.
import { eq, max, sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as postgres from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  encodeFilterValue,
  facetCounts,
  paginate,
  paginateConfig,
  rowsOf,
} from '../../../src/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { enginesWhere } from '../../support/engines-where.js'

interface Counted {
  readonly value: unknown
  readonly count: number
  readonly filter: string | null
}
const counts = facetCounts as unknown as (
  db: unknown,
  source: object,
  list: AnyPaginateConfig,
  facets: object,
) => Promise<Record<string, Counted[]>>

const columns = {
  mysql: () =>
    mysql.mysqlTable('moded', {
      id: mysql.int().primaryKey(),
      big: mysql.bigint({ mode: 'number' }),
      amount: mysql.decimal({ precision: 40, scale: 20, mode: 'number' }),
      flag: mysql.boolean(),
    }),
  postgresql: () =>
    postgres.pgTable('moded', {
      id: postgres.integer().primaryKey(),
      big: postgres.bigint({ mode: 'number' }),
      amount: postgres.numeric({ precision: 40, scale: 20, mode: 'number' }),
      flag: postgres.boolean(),
    }),
  sqlite: () =>
    sqlite.sqliteTable('moded', {
      id: sqlite.integer().primaryKey(),
      big: sqlite.numeric({ mode: 'number' }),
      amount: sqlite.numeric({ mode: 'number' }),
      flag: sqlite.integer({ mode: 'boolean' }),
    }),
}

describe.each(dialects)('values of modes on $name', (engine) => {
  let database: TestDatabase
  const isNumber = engine.dialect !== 'postgresql'
  beforeAll(async () => {
    database = await engine.open()
    await database.execute(
      'create table moded (id integer primary key, big numeric(20), amount numeric(40, 20), flag boolean)',
    )
    await database.execute(
      `insert into moded (id, big, amount) values (1, 9007199254740993, 12345678901.12345678901234567890),
        (2, 9007199254740992, 12345678901.12345678901234567891), (3, 1, 1.5), (4, null, null)`,
    )
    const flags = isNumber ? '(10, 0), (11, 1), (12, 2), (13, -1)' : '(10, false), (11, true)'
    await database.execute(`insert into moded (id, flag) values ${flags}`)
  })
  afterAll(async () => {
    await database.execute('drop table moded')
    await database.close()
  })

  const listOf = (): AnyPaginateConfig => {
    const table = columns[database.dialect]() as ReturnType<(typeof columns)['postgresql']>
    const other = (
      { mysql: mysql.alias, postgresql: postgres.alias, sqlite: sqlite.alias }[
        database.dialect
      ] as typeof postgres.alias
    )(table, 'others')
    const rows = rowsOf(other, eq(other.id, table.id))
    return paginateConfig(table)
      .field('maxBig', rows.aggregate(max(other.big)))
      .field('maxAmount', rows.aggregate(max(other.amount)))
      .withLimits(10, 10)
      .withTieBreaker('id')
      .filterable('big', '$eq', '$null')
      .filterable('amount', '$eq', '$null')
      .filterable('maxBig', '$eq', '$null')
      .filterable('maxAmount', '$eq', '$null')
      .build()
  }

  test.each(['big', 'maxBig', 'amount', 'maxAmount'])(
    'a rounded number has the criterion of its own value: %s',
    async (field) => {
      const list = listOf()
      const found = (await counts(database.db, {}, list, { [field]: true }))[field] as Counted[]
      const filters = found.map(({ filter }) => filter)
      for (const { count, filter } of found) {
        const { meta } = await paginate(database.db, { filters: { [field]: filter as string } }, list)
        expect([filter, meta.totalItems]).toEqual([filter, count])
      }
      expect(new Set(filters).size).toBe(filters.length)
      expect(filters).toContain('$null')
    },
  )

  test('a truth value that is another number than 0 and 1 has no criterion', async () => {
    const table = columns[database.dialect]() as ReturnType<(typeof columns)['postgresql']>
    const list = paginateConfig(table)
      .field('same', sql<boolean>`coalesce(${table.flag}, null)`, 'boolean')
      .withLimits(10, 10)
      .withTieBreaker('id')
      .filterable('flag', '$eq', '$null')
      .filterable('same', '$in', '$null')
      .filterable('id', '$gte')
      .build() as AnyPaginateConfig
    const filters = { id: '$gte:10' }
    const found = await counts(database.db, { filters }, list, { flag: true, same: true })
    for (const [field, operator] of Object.entries({ flag: '$eq', same: '$in' })) {
      const named = (found[field] as Counted[]).filter(({ filter }) => filter !== null)
      expect(named.map(({ filter }) => filter).sort()).toEqual([`${operator}:false`, `${operator}:true`])
      expect(found[field]).toHaveLength(isNumber ? 4 : 2)
      for (const { value, count, filter } of named) {
        const { meta } = await paginate(database.db, { filters: { ...filters, [field]: filter as string } }, list)
        expect([filter, meta.totalItems]).toEqual([`${operator}:${String(value)}`, count])
      }
    }
  })
})

// SQLite compares a time of day in a form of its own, which is not what an item has.
describe.each(enginesWhere(({ dialect }) => dialect === 'sqlite'))('a time of day on $name', (engine) => {
  test.each(['values', 'range'] as const)('a facet has the text of the items: %s', async (mode) => {
    const database = await engine.open()
    await database.execute('create table shops (id integer primary key, opens text)')
    await database.execute(`insert into shops values (1, '08:30'), (2, '17:45:30.5'), (3, null)`)
    const shops = sqlite.sqliteTable('shops', { id: sqlite.integer().primaryKey(), opens: sqlite.text() })
    const list = paginateConfig(shops)
      .withLimits(10, 10)
      .withTieBreaker('id')
      .field('opening', sql<string>`${shops.opens}`, 'time')
      .filterable('opening', '$eq', '$btw', '$null')
      .build()
    const { opening } = (await counts(database.db, {}, list, {
      opening: mode === 'range' ? 'range' : true,
    })) as never as {
      opening: unknown
    }
    if (mode === 'range') expect(opening).toEqual({ min: '08:30', max: '17:45:30.5', count: 2 })
    else {
      expect(opening).toEqual([
        { value: null, count: 1, filter: '$null' },
        { value: '08:30', count: 1, filter: '$eq:08:30:00' },
        { value: '17:45:30.5', count: 1, filter: '$eq:17:45:30.5' },
      ])
      for (const { value } of opening as Counted[]) {
        const text = encodeFilterValue(list, 'opening', value as string | null)
        const criterion = value === null ? text : `$eq:${text}`
        const page = await paginate(database.db as never, { filters: { opening: [criterion as string] } }, list)
        expect(page.items).toHaveLength(1)
      }
    }
    await database.close()
  })
})
