// Custom columns whose decoder makes one value of several, or null. The criterion of a facet finds exactly the rows that
// the facet counts; where no criterion can, it is null.
import { eq, max } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as postgres from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginate, paginateConfig, rowsOf } from '../../../src/index.js'
import { pageSchema } from '../../../src/entries/openapi/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { violations } from '../../openapi/conforms.js'

/** Blank is null to the app. */
const blank = (text: string): string | null => (text === '' ? null : text)
const cents = { toDriver: (value: number) => Math.round(value * 100), fromDriver: (value: number) => value / 100 }

/** One body for all: every dialect's builders have the same names. */
const core = { mysql, postgresql: postgres, sqlite } as unknown as Record<string, typeof postgres>
const makers = { mysql: 'mysqlTable', postgresql: 'pgTable', sqlite: 'sqliteTable' } as const

function declare(dialect: 'mysql' | 'postgresql' | 'sqlite') {
  const { customType, integer, int } = core[dialect] as typeof postgres & { int: typeof postgres.integer }
  const table = core[dialect]?.[makers[dialect] as 'pgTable'] as typeof postgres.pgTable
  const text = (fromDriver: (text: string) => string | null) =>
    customType<{ data: string; driverData: string }>({
      dataType: () => 'varchar(20)',
      fromDriver: fromDriver as (text: string) => string,
    })()
  return table('decoded', {
    id: (integer ?? int)().primaryKey(),
    note: text(blank),
    code: text((code) => code.toLowerCase()),
    padded: customType<{ data: string; driverData: string }>({
      dataType: () => 'char(5)',
      fromDriver: (text) => text.trimEnd(),
    })(),
    price: customType<{ data: number; driverData: number }>({ dataType: () => 'integer', ...cents })(),
  })
}

describe.each(dialects)('custom columns on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await database.execute(
      'create table decoded (id integer primary key, note varchar(20), code varchar(20), price integer, padded char(5))',
    )
    await database.execute(
      `insert into decoded values (1, '', 'B', 150, 'a'), (2, 'x', 'b', 225, 'a'), (3, null, 'c', null, 'bc'),
        (4, null, null, 225, null), (5, 'x', 'c', 300, null)`,
    )
  })
  afterAll(async () => {
    await database.execute('drop table decoded')
    await database.close()
  })

  const listOf = () => {
    const decoded = declare(database.dialect)
    const same = (core[database.dialect] as typeof postgres).alias(decoded, 'same')
    return paginateConfig(decoded)
      .field('note', decoded.note, 'text')
      .field('code', decoded.code, 'text')
      .field('price', decoded.price, 'integer')
      .field('padded', decoded.padded, 'text')
      .field('dearest', rowsOf(same, eq(same.id, decoded.id)).aggregate(max(same.price)), 'integer')
      .withLimits(10, 10)
      .withTieBreaker('id')
      .filterable('note', '$eq', '$null')
      .filterable('code', '$eq', '$null')
      .filterable('price', '$eq', '$null', '$gte')
      .filterable('padded', '$eq')
      .filterable('dearest', '$eq', '$null', '$gte')
      .withFacets({ note: true, code: true, price: true, padded: true, dearest: true })
      .build()
  }

  test('have criteria for the rows that are counted only', async () => {
    const config = listOf()
    const facets = await facetCounts(database.db, {}, config)
    const filters = (facet: readonly { readonly filter: string | null }[]) => facet.map(({ filter }) => filter).sort()
    expect(filters(facets.note)).toEqual(['$eq:x', '$null', null])
    // The collation of MySQL knows no capitals: both codes are one group, by the name of either.
    expect(filters(facets.code)).toContain('$eq:c')
    expect(filters(facets.price)).toEqual(['$eq:150', '$eq:225', '$eq:300', '$null'])
    expect(filters(facets.dearest)).toEqual(['$eq:150', '$eq:225', '$eq:300', '$null'])
    // The column fills them with blanks.
    expect(filters(facets.padded)).toEqual(['$eq:a', '$eq:bc', null])
    for (const [field, values] of Object.entries(facets)) {
      for (const { count, filter } of values) {
        if (filter === null) continue
        const { meta } = await paginate(database.db, `/?filter.${field}=${encodeURIComponent(filter)}`, config)
        expect(meta.totalItems, `${field} ${filter}`).toBe(count)
      }
    }
  })

  test('are documented as any value', async () => {
    const config = listOf()
    const facets = await facetCounts(database.db, {}, config)
    const schema = pageSchema(undefined, config)
    const described = (schema['properties'] as { facets: Record<string, never> }).facets
    expect(violations(described, JSON.parse(JSON.stringify(facets)))).toEqual([])
  })
})
