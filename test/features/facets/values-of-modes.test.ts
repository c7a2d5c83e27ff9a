// Values that JavaScript has as another. The criterion of a facet finds exactly the rows that the facet counts; where no
// criterion can, it is null.
import { eq, max } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as postgres from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, facetCounts, paginate, paginateConfig, rowsOf } from '../../../src/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

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
    }),
  postgresql: () =>
    postgres.pgTable('moded', {
      id: postgres.integer().primaryKey(),
      big: postgres.bigint({ mode: 'number' }),
      amount: postgres.numeric({ precision: 40, scale: 20, mode: 'number' }),
    }),
  sqlite: () =>
    sqlite.sqliteTable('moded', {
      id: sqlite.integer().primaryKey(),
      big: sqlite.numeric({ mode: 'number' }),
      amount: sqlite.numeric({ mode: 'number' }),
    }),
}

describe.each(dialects)('values of modes on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await database.execute('create table moded (id integer primary key, big numeric(20), amount numeric(40, 20))')
    await database.execute(
      `insert into moded values (1, 9007199254740993, 12345678901.12345678901234567890),
        (2, 9007199254740992, 12345678901.12345678901234567891), (3, 1, 1.5), (4, null, null)`,
    )
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
})
