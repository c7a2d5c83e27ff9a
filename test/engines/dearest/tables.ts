// 20,000 rows of a root with 100,000 rows of another table, of which requests can ask what is dear.
import { int, datetime, json, mysqlTable, varchar } from 'drizzle-orm/mysql-core'
import { integer as pgInteger, pgTable, text as pgText, timestamp } from 'drizzle-orm/pg-core'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { TestDialect } from '../../support/create-tables.js'
import { into, joinedText } from '../../support/many-rows.js'

const pgTables = {
  owners: pgTable('dear_owners', { id: pgInteger('id').primaryKey(), name: pgText('name').notNull() }),
  rows: pgTable('dear_rows', {
    id: pgInteger('id').primaryKey(),
    title: pgText('title').notNull(),
    note: pgText('note'),
    size: pgInteger('size'),
    at: timestamp('at').notNull(),
    tags: pgText('tags').array(),
    ownerId: pgInteger('owner_id'),
  }),
  parts: pgTable('dear_parts', {
    id: pgInteger('id').primaryKey(),
    rowId: pgInteger('row_id').notNull(),
    word: pgText('word').notNull(),
    n: pgInteger('n').notNull(),
  }),
}
/** Typed as PostgreSQL's whatever the dialect, as the suite's schema is. */
export type DearTables = typeof pgTables

export const dearTables: { readonly [dialect in TestDialect]: DearTables } = {
  postgresql: pgTables,
  sqlite: {
    owners: sqliteTable('dear_owners', { id: integer('id').primaryKey(), name: text('name').notNull() }),
    rows: sqliteTable('dear_rows', {
      id: integer('id').primaryKey(),
      title: text('title').notNull(),
      note: text('note'),
      size: integer('size'),
      at: integer('at', { mode: 'timestamp' }).notNull(),
      tags: text('tags', { mode: 'json' }).$type<string[]>(),
      ownerId: integer('owner_id'),
    }),
    parts: sqliteTable('dear_parts', {
      id: integer('id').primaryKey(),
      rowId: integer('row_id').notNull(),
      word: text('word').notNull(),
      n: integer('n').notNull(),
    }),
  } as never,
  mysql: {
    owners: mysqlTable('dear_owners', { id: int('id').primaryKey(), name: varchar('name', { length: 40 }).notNull() }),
    rows: mysqlTable('dear_rows', {
      id: int('id').primaryKey(),
      title: varchar('title', { length: 80 }).notNull(),
      note: varchar('note', { length: 200 }),
      size: int('size'),
      at: datetime('at').notNull(),
      tags: json('tags').$type<string[]>(),
      ownerId: int('owner_id'),
    }),
    parts: mysqlTable('dear_parts', {
      id: int('id').primaryKey(),
      rowId: int('row_id').notNull(),
      word: varchar('word', { length: 40 }).notNull(),
      n: int('n').notNull(),
    }),
  } as never,
}

const ROWS = 20_000
const PARTS = 5 * ROWS
const OWNERS = 50

const tagsOf = {
  postgresql: `array['a', 't' || (n % 20)]`,
  sqlite: `json_array('a', 't' || (n % 20))`,
  mysql: `json_array('a', concat('t', n % 20))`,
}
/** As long as people write notes: what a criterion costs in text grows with it. */
const NOTE = `'${'A note of some length, as people write them. '.repeat(4)}Number '`
const timeOf = {
  postgresql: `timestamp '2024-01-01' + n * interval '1 hour'`,
  sqlite: `1704067200 + n * 3600`,
  mysql: `date_add('2024-01-01', interval n hour)`,
}

export function fillSql(dialect: TestDialect): string {
  const text = (...parts: string[]): string => joinedText(dialect, parts)
  return [
    into('dear_owners', OWNERS, `n, ${text(`'owner '`, 'n')}`),
    into(
      'dear_rows',
      ROWS,
      `n, ${text(`'title '`, 'n % 977')}, case when n % 7 = 0 then null else ${text(NOTE, 'n')} end, case when n % 5 = 0 then null else n % 100 end, ${timeOf[dialect]}, ${tagsOf[dialect]}, n % ${OWNERS + 5}`,
    ),
    into('dear_parts', PARTS, `n, n * 7919 % ${ROWS} + 1, ${text(`'word '`, 'n % 97')}, n % 9`),
    'create index dear_parts_row on dear_parts (row_id)',
    'create index dear_rows_at on dear_rows (at, id)',
  ].join(';\n')
}
