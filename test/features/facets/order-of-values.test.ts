// Values that are equally frequent come in the order of the database, whatever their driver makes of them: the first
// ones of a limit are the same on both lines of Drizzle.
import { bigint as mysqlBigint, int, mysqlTable } from 'drizzle-orm/mysql-core'
import { bigint, integer as pgInteger, pgTable } from 'drizzle-orm/pg-core'
import { eq, max } from 'drizzle-orm'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginateConfig, rowsOf } from '../../../src/index.js'
import { createTableSql } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const pgTables = {
  owners: pgTable('facet_owners', {
    id: pgInteger().primaryKey(),
    amount: bigint({ mode: 'number' }).notNull(),
    exact: bigint({ mode: 'bigint' }).notNull(),
  }),
  parts: pgTable('facet_parts', { id: pgInteger().primaryKey(), amount: bigint({ mode: 'number' }).notNull() }),
}
const tables = {
  postgresql: pgTables,
  mysql: {
    owners: mysqlTable('facet_owners', {
      id: int().primaryKey(),
      amount: mysqlBigint({ mode: 'number' }).notNull(),
      exact: mysqlBigint({ mode: 'bigint' }).notNull(),
    }),
    parts: mysqlTable('facet_parts', { id: int().primaryKey(), amount: mysqlBigint({ mode: 'number' }).notNull() }),
  } as unknown as typeof pgTables,
  sqlite: {
    owners: sqliteTable('facet_owners', {
      id: integer().primaryKey(),
      amount: integer().notNull(),
      exact: integer().notNull(),
    }),
    parts: sqliteTable('facet_parts', { id: integer().primaryKey(), amount: integer().notNull() }),
  } as unknown as typeof pgTables,
}
const AMOUNTS = [9, 10, 100, 2]

describe.each(dialects)('The order of facet values on $name', (engine) => {
  let database: TestDatabase
  const { owners, parts } = tables[engine.dialect]
  beforeAll(async () => {
    database = await engine.open()
    const values = AMOUNTS.map((amount, at) => `(${at + 1}, ${amount}, ${amount})`).join(', ')
    await database.execute(
      `drop table if exists facet_owners; drop table if exists facet_parts;
       ${createTableSql(engine.dialect, owners)}; ${createTableSql(engine.dialect, parts)};
       insert into facet_owners values ${values};
       insert into facet_parts values ${AMOUNTS.map((amount, at) => `(${at + 1}, ${amount})`).join(', ')}`,
    )
  })
  afterAll(async () => {
    await database.execute('drop table facet_owners; drop table facet_parts')
    await database.close()
  })

  test('is that of numbers', async () => {
    const rows = rowsOf(parts, eq(parts.id, owners.id))
    const list = paginateConfig(owners)
      .field('largest', rows.aggregate(max(parts.amount)))
      .withLimits(10, 10)
      .withTieBreaker('id')
      .filterable('amount', '$eq')
      .filterable('exact', '$eq')
      .filterable('largest', '$eq')
      .filterableMany('part', rows, parts.amount, '$eq')
      .build()
    const limit = { limit: 3 }
    const facets = await facetCounts(database.db, {}, list, {
      amount: limit,
      exact: limit,
      largest: limit,
      part: limit,
    })
    for (const [field, values] of Object.entries(facets))
      expect([field, values.map(({ value }) => Number(value))]).toEqual([field, [2, 9, 10]])
  })
})
