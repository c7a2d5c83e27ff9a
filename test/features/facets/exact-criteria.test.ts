// The criterion of a facet value names the stored value, also if the value that JavaScript has of it is another.
import { PGlite } from '@electric-sql/pglite'
import Database from 'better-sqlite3'
import { eq, max, sql } from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { alias, bigint, cidr, integer, numeric, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { integer as sqliteInteger, numeric as sqliteNumeric, sqliteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  facetCounts,
  type ListDatabase,
  paginate,
  paginateConfig,
  rowsOf,
} from '../../../src/index.js'

const pgValues = pgTable('values_of_modes', {
  id: integer().primaryKey(),
  big: bigint({ mode: 'number' }),
  decimal: numeric({ precision: 30, scale: 10, mode: 'number' }),
  moment: timestamp(),
  instant: timestamp({ withTimezone: true }),
  bigs: bigint({ mode: 'number' }).array(),
  decimals: numeric({ mode: 'number' }).array(),
  net: cidr(),
})
const others = alias(pgValues, 'others')
const sqliteValues = sqliteTable('values_of_modes', {
  id: sqliteInteger().primaryKey(),
  text: sqliteNumeric(),
  number: sqliteNumeric({ mode: 'number' }),
  integer: sqliteInteger(),
})

const pg = new PGlite()
const sqlite = new Database(':memory:')
beforeAll(async () => {
  await pg.exec(`
  create table values_of_modes (id integer primary key, big bigint, "decimal" numeric(30, 10), moment timestamp, instant timestamptz);
  insert into values_of_modes values
    (1, 9007199254740993, 12345678901234567890.0123456789, 'infinity', 'infinity'),
    (2, 9007199254740992, 0.1234567891, '0044-03-15 BC', '0044-03-15 BC'),
    (3, -1, 0.1, '2000-01-01', '2000-01-01 00:00:00+00'),
    (4, 0, 1.5, '2024-02-29 12:00:00.123456', '2024-02-29 12:00:00.123456+02'),
    (5, null, null, '0044-03-15', '0044-03-15 00:00:00+00');
  alter table values_of_modes add bigs bigint[], add decimals numeric[], add net cidr;
  update values_of_modes set bigs = array[big], decimals = array["decimal"],
    net = (array['127.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32', '192.168.1.0/24'])[id]::cidr`)
  sqlite.exec(`
  create table values_of_modes (id integer primary key, text numeric, number numeric, integer integer);
  insert into values_of_modes values
    (1, 9007199254740993, 9007199254740993, 9007199254740993), (2, 9007199254740992, 9007199254740992, 9007199254740992), (3, 1.5, 1.5, 1)`)
})
afterAll(async () => {
  await pg.close()
  sqlite.close()
})

const base = paginateConfig(pgValues)
  .field('decoded', sql`${pgValues.moment}`.mapWith(pgValues.moment), 'timestamp')
  .field('lastNet', rowsOf(others, eq(others.id, pgValues.id)).aggregate(max(others.net)))
  .withLimits(10, 10)
  .withTieBreaker('id')
const pgList = base
  .filterable('big', '$eq', '$null')
  .filterable('decimal', '$eq', '$null')
  .filterable('moment', '$eq')
  .filterable('instant', '$eq')
  .filterable('decoded', '$eq')
  .filterable('net', '$eq')
  .filterable('lastNet', '$eq')
  .filterable('bigs', '$contains')
  .filterable('decimals', '$eq', '$contains')
const sqliteList = paginateConfig(sqliteValues)
  .withLimits(10, 10)
  .withTieBreaker('id')
  .filterable('text', '$eq')
  .filterable('number', '$eq')
  .filterable('integer', '$eq')

type Found = readonly { readonly value: unknown; readonly count: number; readonly filter: string | null }[]
const counts = facetCounts as unknown as (
  db: unknown,
  source: string,
  list: AnyPaginateConfig,
  facets: object,
) => Promise<Record<string, Found>>
const pageOf = paginate as unknown as (
  db: ListDatabase,
  source: object,
  list: AnyPaginateConfig,
) => Promise<{ readonly items: readonly { readonly id: number }[] }>

describe.each<[name: string, db: unknown, list: AnyPaginateConfig, field: string, named: readonly number[]]>([
  ['PostgreSQL', drizzle({ client: pg }), pgList.build(), 'big', [1, 2, 3, 4, 5]],
  ['PostgreSQL', drizzle({ client: pg }), pgList.build(), 'decimal', [1, 2, 3, 4, 5]],
  ['PostgreSQL', drizzle({ client: pg }), pgList.build(), 'net', [1, 2, 3, 4, 5]],
  // The greatest of networks is an address to PostgreSQL.
  ['PostgreSQL', drizzle({ client: pg }), pgList.build(), 'lastNet', [1, 2, 3, 4, 5]],
  // No facet has an element that is null.
  ['PostgreSQL', drizzle({ client: pg }), pgList.build(), 'bigs', [1, 2, 3, 4]],
  ['PostgreSQL', drizzle({ client: pg }), pgList.build(), 'decimals', [1, 2, 3, 4]],
  // No filter can name infinity, nor a year before 1.
  ['PostgreSQL', drizzle({ client: pg }), pgList.build(), 'moment', [3, 4, 5]],
  ['PostgreSQL', drizzle({ client: pg }), pgList.build(), 'instant', [3, 4, 5]],
  ['PostgreSQL', drizzle({ client: pg }), pgList.build(), 'decoded', [3, 4, 5]],
  ['SQLite', drizzleSqlite({ client: sqlite }), sqliteList.build(), 'text', [1, 2, 3]],
  ['SQLite', drizzleSqlite({ client: sqlite }), sqliteList.build(), 'number', [1, 2, 3]],
  // A number of JavaScript is all that there is of it.
  ['SQLite', drizzleSqlite({ client: sqlite }), sqliteList.build(), 'integer', [3]],
])('a facet of %s', (_name, db, list, field, named) => {
  test(`leads back to each row: ${field}`, async () => {
    const found = (await counts(db, '', list, { [field]: true }))[field] as Found
    const ids: number[] = []
    for (const { count, filter } of found) {
      expect(count).toBe(1)
      if (filter === null) continue
      const { items } = await pageOf(db as ListDatabase, { filters: { [field]: filter } }, list)
      expect([filter, items.length]).toEqual([filter, 1])
      ids.push(...items.map(({ id }) => id))
    }
    expect(ids.toSorted()).toEqual(named)
    // As JSON, a value that no filter can name is not that of another row.
    const json = JSON.parse(JSON.stringify(found.map(({ value }) => value))) as unknown[]
    if (['moment', 'instant', 'decoded'].includes(field)) expect(new Set(json).size).toBe(json.length)
  })
})
