// The tables of the differential and conformance tests, the same on every dialect: property keys, JavaScript values and
// meaning. Columns that one dialect has no type for end in `Column`; fields name them under a value type.
import * as mysql from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { is, Table } from 'drizzle-orm'
import { createEnumSql, createTableSql, type TestDialect } from '../../support/create-tables.js'

/** In alphabetical order too, so that a database enum and its text are ordered alike. */
export const COLORS = ['amber', 'blue', 'coral'] as const
/** Not in alphabetical order. */
export const MOODS = ['sad', 'ok', 'happy'] as const

function postgresTables(prefix: string) {
  const mood = pg.pgEnum(`${prefix}_mood`, MOODS)
  const groups = pg.pgTable(`${prefix}_groups`, {
    id: pg.integer('id').primaryKey(),
    title: pg.text('title').notNull(),
    rank: pg.integer('rank'),
  })
  const owners = pg.pgTable(`${prefix}_owners`, {
    id: pg.integer('id').primaryKey(),
    name: pg.text('name').notNull(),
    nick: pg.text('nick'),
    groupId: pg.integer('group_id'),
  })
  const labels = pg.pgTable(`${prefix}_labels`, { id: pg.integer('id').primaryKey(), word: pg.text('word').notNull() })
  const parts = pg.pgTable(`${prefix}_parts`, {
    id: pg.integer('id').primaryKey(),
    itemId: pg.integer('item_id').notNull(),
    name: pg.text('name'),
    size: pg.integer('size'),
    labelId: pg.integer('label_id').notNull(),
  })
  const items = pg.pgTable(`${prefix}_items`, {
    id: pg.integer('id').primaryKey(),
    label: pg.text('label').notNull(),
    name: pg.text('name'),
    note: pg.text('note'),
    letterColumn: pg.char('letter', { length: 1 }),
    isOn: pg.boolean('is_on').notNull(),
    isOk: pg.boolean('is_ok'),
    codeColumn: pg.uuid('code'),
    small: pg.integer('small').notNull(),
    amount: pg.integer('amount'),
    big: pg.bigint('big', { mode: 'bigint' }),
    price: pg.numeric('price', { precision: 14, scale: 4 }),
    ratio: pg.doublePrecision('ratio'),
    stamp: pg.timestamp('stamp', { withTimezone: true, mode: 'date', precision: 3 }),
    momentColumn: pg.timestamp('moment', { mode: 'string', precision: 6 }),
    dayColumn: pg.date('day', { mode: 'string' }),
    clockColumn: pg.time('clock', { precision: 6 }),
    color: pg.text('color', { enum: COLORS }),
    mood: mood('mood'),
    words: pg.text('words').array().notNull(),
    more: pg.text('more').array(),
    ownerId: pg.integer('owner_id'),
    groupId: pg.integer('group_id'),
  })
  return { mood, groups, owners, labels, parts, items, ownerGroups: pg.alias(groups, `${prefix}_owner_groups`) }
}

function sqliteTables(prefix: string) {
  const groups = sqlite.sqliteTable(`${prefix}_groups`, {
    id: sqlite.integer('id').primaryKey(),
    title: sqlite.text('title').notNull(),
    rank: sqlite.integer('rank'),
  })
  const owners = sqlite.sqliteTable(`${prefix}_owners`, {
    id: sqlite.integer('id').primaryKey(),
    name: sqlite.text('name').notNull(),
    nick: sqlite.text('nick'),
    groupId: sqlite.integer('group_id'),
  })
  const labels = sqlite.sqliteTable(`${prefix}_labels`, {
    id: sqlite.integer('id').primaryKey(),
    word: sqlite.text('word').notNull(),
  })
  const parts = sqlite.sqliteTable(`${prefix}_parts`, {
    id: sqlite.integer('id').primaryKey(),
    itemId: sqlite.integer('item_id').notNull(),
    name: sqlite.text('name'),
    size: sqlite.integer('size'),
    labelId: sqlite.integer('label_id').notNull(),
  })
  const items = sqlite.sqliteTable(`${prefix}_items`, {
    id: sqlite.integer('id').primaryKey(),
    label: sqlite.text('label').notNull(),
    name: sqlite.text('name'),
    note: sqlite.text('note'),
    letterColumn: sqlite.text('letter'),
    isOn: sqlite.integer('is_on', { mode: 'boolean' }).notNull(),
    isOk: sqlite.integer('is_ok', { mode: 'boolean' }),
    codeColumn: sqlite.text('code'),
    small: sqlite.integer('small').notNull(),
    amount: sqlite.integer('amount'),
    big: sqlite.integer('big'),
    price: sqlite.numeric('price'),
    ratio: sqlite.real('ratio'),
    stamp: sqlite.integer('stamp', { mode: 'timestamp_ms' }),
    momentColumn: sqlite.text('moment'),
    dayColumn: sqlite.text('day'),
    clockColumn: sqlite.text('clock'),
    color: sqlite.text('color', { enum: COLORS }),
    mood: sqlite.text('mood', { enum: MOODS }),
    words: sqlite.text('words', { mode: 'json' }).$type<string[]>().notNull(),
    more: sqlite.text('more', { mode: 'json' }).$type<string[]>(),
    ownerId: sqlite.integer('owner_id'),
    groupId: sqlite.integer('group_id'),
  })
  return { groups, owners, labels, parts, items, ownerGroups: sqlite.alias(groups, `${prefix}_owner_groups`) }
}

function mysqlTables(prefix: string) {
  const groups = mysql.mysqlTable(`${prefix}_groups`, {
    id: mysql.int('id').primaryKey(),
    title: mysql.text('title').notNull(),
    rank: mysql.int('rank'),
  })
  const owners = mysql.mysqlTable(`${prefix}_owners`, {
    id: mysql.int('id').primaryKey(),
    name: mysql.text('name').notNull(),
    nick: mysql.text('nick'),
    groupId: mysql.int('group_id'),
  })
  const labels = mysql.mysqlTable(`${prefix}_labels`, {
    id: mysql.int('id').primaryKey(),
    word: mysql.text('word').notNull(),
  })
  const parts = mysql.mysqlTable(`${prefix}_parts`, {
    id: mysql.int('id').primaryKey(),
    itemId: mysql.int('item_id').notNull(),
    name: mysql.text('name'),
    size: mysql.int('size'),
    labelId: mysql.int('label_id').notNull(),
  })
  const items = mysql.mysqlTable(`${prefix}_items`, {
    id: mysql.int('id').primaryKey(),
    label: mysql.text('label').notNull(),
    name: mysql.text('name'),
    note: mysql.text('note'),
    letterColumn: mysql.char('letter', { length: 1 }),
    isOn: mysql.boolean('is_on').notNull(),
    isOk: mysql.boolean('is_ok'),
    codeColumn: mysql.char('code', { length: 36 }),
    small: mysql.int('small').notNull(),
    amount: mysql.int('amount'),
    big: mysql.bigint('big', { mode: 'bigint' }),
    price: mysql.decimal('price', { precision: 14, scale: 4 }),
    ratio: mysql.double('ratio'),
    stamp: mysql.datetime('stamp', { mode: 'date', fsp: 3 }),
    momentColumn: mysql.datetime('moment', { mode: 'string', fsp: 6 }),
    dayColumn: mysql.date('day', { mode: 'string' }),
    clockColumn: mysql.time('clock', { fsp: 6 }),
    color: mysql.text('color', { enum: COLORS }),
    mood: mysql.mysqlEnum('mood', MOODS),
    words: mysql.json('words').$type<string[]>().notNull(),
    more: mysql.json('more').$type<string[]>(),
    ownerId: mysql.int('owner_id'),
    groupId: mysql.int('group_id'),
  })
  return { groups, owners, labels, parts, items, ownerGroups: mysql.alias(groups, `${prefix}_owner_groups`) }
}

export const MAKE = { postgresql: postgresTables, sqlite: sqliteTables, mysql: mysqlTables }

/**
 * Typed as the PostgreSQL ones whatever the dialect, as the tables of test/support are: one body serves every engine.
 */
export type ItemTables = Omit<ReturnType<typeof postgresTables>, 'mood'>

export function itemTables(dialect: TestDialect, prefix: string): ItemTables {
  return MAKE[dialect](prefix) as unknown as ItemTables
}

/** In the order that they are made and filled in. */
export const TABLES = ['groups', 'owners', 'labels', 'parts', 'items'] as const

/** Statements that make the tables anew. */
export function createTablesSql(dialect: TestDialect, prefix: string): string {
  const tables: Record<string, unknown> = MAKE[dialect](prefix)
  const statements = TABLES.map((name) => `drop table if exists ${quoteName(dialect, `${prefix}_${name}`)}`)
  const { mood } = tables
  if (mood !== undefined) {
    statements.push(
      `drop type if exists "${prefix}_mood"`,
      createEnumSql({ enumName: `${prefix}_mood`, enumValues: MOODS }),
    )
  }
  for (const name of TABLES) if (is(tables[name], Table)) statements.push(createTableSql(dialect, tables[name]))
  return statements.join(';\n')
}

export const quoteName = (dialect: TestDialect, name: string): string =>
  dialect === 'mysql' ? `\`${name}\`` : `"${name}"`
