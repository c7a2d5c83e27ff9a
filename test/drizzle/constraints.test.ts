// What a table shows of its keys and indexes, of each dialect: full-text search, estimates and explainList ask it.
import { sql } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { constraintsOf, hasIndexOver, hasIndexWithin } from '../../src/drizzle/constraints.js'

const columns = { tenant: pg.integer(), made: pg.integer('made_at'), note: pg.text(), id: pg.integer() }
const indexed = pg.pgTable('indexed', columns, (t) => [
  pg.index('whole').on(t.tenant, t.made.desc(), t.id),
  pg
    .index('some')
    .on(t.note)
    .where(sql`${t.note} is not null`),
  pg.index('expression').on(sql`lower(${t.note})`, t.id),
])

test.each<[names: string[], begins: boolean, within: boolean]>([
  [['tenant'], true, true],
  [['tenant', 'made_at'], true, true],
  [['tenant', 'made_at', 'id'], true, true],
  [['made_at'], false, true],
  [['made_at', 'id'], false, true],
  [['id'], false, true],
  // In the database it has another name.
  [['made'], false, false],
  [['tenant', 'id'], false, false],
  [['id', 'made_at'], false, false],
  [['tenant', 'made_at', 'id', 'note'], false, false],
  // Of some rows only.
  [['note'], false, false],
])('an index over %j', (names, begins, within) => {
  expect([hasIndexOver(indexed, names), hasIndexWithin(indexed, names)]).toEqual([begins, within])
})

test('a table without a third argument has no index', () => {
  const bare = pg.pgTable('bare', { id: pg.integer().primaryKey() })
  expect([hasIndexOver(bare, ['id']), hasIndexWithin(bare, ['id']), constraintsOf(bare)]).toEqual([false, false, []])
})

const named = (table: Parameters<typeof constraintsOf>[0]) =>
  constraintsOf(table).map(({ columns: of, ...facts }) => ({
    ...facts,
    columns: of.map((column) => (column as { readonly name?: string }).name ?? 'expression'),
  }))
const key = { isIndex: false, isPrimaryKey: true, isUnique: true, isPartial: false, columns: ['a', 'b'] }
const unique = { ...key, isPrimaryKey: false }
const index = { ...unique, isIndex: true, isUnique: false }

describe.each([
  [
    'PostgreSQL',
    () =>
      pg.pgTable('t', { a: pg.integer(), b: pg.integer() }, (t) => [
        pg.primaryKey({ columns: [t.a, t.b] }),
        pg.unique().on(t.a, t.b),
        pg.index().on(t.a, t.b),
        pg.uniqueIndex().on(t.a, t.b),
        pg
          .uniqueIndex()
          .on(t.a, t.b)
          .where(sql`true`),
        pg.check('positive', sql`${t.a} > 0`),
        pg.foreignKey({ columns: [t.a], foreignColumns: [t.b] }),
      ]),
  ],
  [
    'SQLite',
    () =>
      lite.sqliteTable('t', { a: lite.integer(), b: lite.integer() }, (t) => [
        lite.primaryKey({ columns: [t.a, t.b] }),
        lite.unique().on(t.a, t.b),
        lite.index('i').on(t.a, t.b),
        lite.uniqueIndex('u').on(t.a, t.b),
        lite
          .uniqueIndex('p')
          .on(t.a, t.b)
          .where(sql`true`),
        lite.check('positive', sql`${t.a} > 0`),
        lite.foreignKey({ columns: [t.a], foreignColumns: [t.b] }),
      ]),
  ],
] as const)('%s', (_name, make) => {
  test('keys, constraints and indexes are told apart, and nothing else is one', () => {
    expect(named(make())).toEqual([
      key,
      unique,
      index,
      { ...index, isUnique: true },
      { ...index, isUnique: true, isPartial: true },
    ])
  })
})

test('MySQL has no index of some rows', () => {
  const table = my.mysqlTable('t', { a: my.int(), b: my.int() }, (t) => [
    my.primaryKey({ columns: [t.a, t.b] }),
    my.unique().on(t.a, t.b),
    my.index('i').on(t.a, t.b),
    my.uniqueIndex('u').on(t.a, t.b),
    my.check('positive', sql`${t.a} > 0`),
  ])
  expect(named(table)).toEqual([key, unique, index, { ...index, isUnique: true }])
})

test('an expression of an index is no column', () => {
  expect(named(indexed).at(-1)).toEqual({ ...index, columns: ['expression', 'id'] })
})
