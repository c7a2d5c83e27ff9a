// A root with a partner, rows of another table and tenants: few values, many ties, and null wherever a column allows it.
import { int, mysqlTable, primaryKey as mysqlKey, varchar } from 'drizzle-orm/mysql-core'
import { integer as pgInteger, pgTable, primaryKey as pgKey, text as pgText } from 'drizzle-orm/pg-core'
import { integer, primaryKey as sqliteKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { TestDialect } from '../../support/create-tables.js'
import type { Random } from '../differential/random.js'

const pgTables = {
  owners: pgTable('way_owners', {
    id: pgInteger('id').primaryKey(),
    tenant: pgInteger('tenant').notNull(),
    name: pgText('name'),
    rank: pgInteger('rank').notNull(),
  }),
  parts: pgTable('way_parts', {
    id: pgInteger('id').primaryKey(),
    rowId: pgInteger('row_id').notNull(),
    tenant: pgInteger('tenant').notNull(),
    word: pgText('word'),
    n: pgInteger('n').notNull(),
  }),
  rows: pgTable(
    'way_rows',
    {
      org: pgInteger('org').notNull(),
      id: pgInteger('id').notNull(),
      /** Unique as the key is; the list is not told. */
      uid: pgInteger('uid').notNull(),
      tenant: pgInteger('tenant').notNull(),
      label: pgText('label'),
      kind: pgText('kind').notNull(),
      size: pgInteger('size'),
      ownerId: pgInteger('owner_id'),
    },
    (table) => [pgKey({ columns: [table.org, table.id] })],
  ),
}
/** Typed as PostgreSQL's whatever the dialect, as the suite's schema is. */
export type WayTables = typeof pgTables

const sqliteTables = {
  owners: sqliteTable('way_owners', {
    id: integer('id').primaryKey(),
    tenant: integer('tenant').notNull(),
    name: text('name'),
    rank: integer('rank').notNull(),
  }),
  parts: sqliteTable('way_parts', {
    id: integer('id').primaryKey(),
    rowId: integer('row_id').notNull(),
    tenant: integer('tenant').notNull(),
    word: text('word'),
    n: integer('n').notNull(),
  }),
  rows: sqliteTable(
    'way_rows',
    {
      org: integer('org').notNull(),
      id: integer('id').notNull(),
      uid: integer('uid').notNull(),
      tenant: integer('tenant').notNull(),
      label: text('label'),
      kind: text('kind').notNull(),
      size: integer('size'),
      ownerId: integer('owner_id'),
    },
    (table) => [sqliteKey({ columns: [table.org, table.id] })],
  ),
}

const word = (name: string) => varchar(name, { length: 20 })
const mysqlTables = {
  owners: mysqlTable('way_owners', {
    id: int('id').primaryKey(),
    tenant: int('tenant').notNull(),
    name: word('name'),
    rank: int('rank').notNull(),
  }),
  parts: mysqlTable('way_parts', {
    id: int('id').primaryKey(),
    rowId: int('row_id').notNull(),
    tenant: int('tenant').notNull(),
    word: word('word'),
    n: int('n').notNull(),
  }),
  rows: mysqlTable(
    'way_rows',
    {
      org: int('org').notNull(),
      id: int('id').notNull(),
      uid: int('uid').notNull(),
      tenant: int('tenant').notNull(),
      label: word('label'),
      kind: word('kind').notNull(),
      size: int('size'),
      ownerId: int('owner_id'),
    },
    (table) => [mysqlKey({ columns: [table.org, table.id] })],
  ),
}

export const wayTables: { readonly [dialect in TestDialect]: WayTables } = {
  postgresql: pgTables,
  sqlite: sqliteTables as never,
  mysql: mysqlTables as never,
}

export interface Owner {
  readonly id: number
  readonly tenant: number
  readonly name: string | null
  readonly rank: number
}
export interface Part {
  readonly id: number
  readonly rowId: number
  readonly tenant: number
  readonly word: string | null
  readonly n: number
}
export interface Row {
  readonly org: number
  readonly id: number
  readonly uid: number
  readonly tenant: number
  readonly label: string | null
  readonly kind: string
  readonly size: number | null
  readonly ownerId: number | null
}
export interface WayData {
  readonly owners: readonly Owner[]
  readonly parts: readonly Part[]
  readonly rows: readonly Row[]
}

/** Lower-case letters only: every collation has one order of them. */
export const WORDS = ['a', 'ab', 'abc', 'b', 'ba', 'c'] as const
export const TENANTS = [1, 2] as const

export function randomData(random: Random): WayData {
  const nullable = <Value>(make: () => Value): Value | null => random.maybe(0.75, make)
  const tenant = () => random.pick(TENANTS)
  const word = () => random.pick(WORDS)
  const owners = Array.from({ length: random.int(1, 6) }, (_, at) => ({
    id: at + 1,
    tenant: tenant(),
    name: nullable(word),
    rank: random.int(0, 3),
  }))
  const count = random.chance(0.1) ? random.int(0, 2) : random.int(3, 45)
  const rows = Array.from({ length: count }, (_, at) => ({
    org: at % 3,
    id: Math.floor(at / 3),
    uid: at + 1,
    tenant: tenant(),
    label: nullable(word),
    kind: word(),
    size: nullable(() => random.int(0, 6)),
    // Some name a partner that is not there.
    ownerId: nullable(() => random.int(1, owners.length + 1)),
  }))
  const parts = Array.from({ length: random.int(0, count * 2) }, (_, at) => ({
    id: at + 1,
    rowId: random.int(1, count + 2),
    tenant: tenant(),
    word: nullable(word),
    n: random.int(0, 4),
  }))
  return { owners, parts, rows }
}
