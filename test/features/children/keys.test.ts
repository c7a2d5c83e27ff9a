// Children are found by exact keys: no driver's number, text or moment stands between a row and its children.
import Database from 'better-sqlite3'
import { asc, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import * as mysql from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateConfigError, rowsOf } from '../../../src/index.js'
import * as callRefusals from '../../../src/mistakes/call-refusals.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

interface KeyCase {
  readonly title: string
  /** The types of the key's columns in the database. */
  readonly types: readonly string[]
  /** Literals of the rows' keys. */
  readonly keys: readonly (readonly string[])[]
  /** Drizzle's columns of the key under the names k0, k1 … */
  readonly columns: () => object
}

const postgresCases: readonly KeyCase[] = [
  {
    title: 'a bigint in number mode past 2^53',
    types: ['bigint'],
    keys: [['9007199254740992'], ['9007199254740993'], ['9223372036854775807'], ['-1']],
    columns: () => ({ k0: pg.bigint('k0', { mode: 'number' }).notNull() }),
  },
  {
    title: 'a numeric',
    types: ['numeric(40,10)'],
    keys: [['12345678901234567890.0000000001'], ['12345678901234567890.0000000002'], ['0']],
    columns: () => ({ k0: pg.numeric('k0', { precision: 40, scale: 10 }).notNull() }),
  },
  {
    title: 'a uuid',
    types: ['uuid'],
    keys: [["'0f8fad5b-d9cb-469f-a165-70867728950e'"], ["'0f8fad5b-d9cb-469f-a165-70867728950f'"]],
    columns: () => ({ k0: pg.uuid('k0').notNull() }),
  },
  {
    title: 'text with blanks, quotes, backslashes and commas',
    types: ['text'],
    keys: [["'a'"], ["'a '"], ["' a'"], ["''"], [`'a,"b"\\''{}'`], ["'NULL'"], ["'Ä'"]],
    columns: () => ({ k0: pg.text('k0').notNull() }),
  },
  {
    title: 'a char(n), whose blanks say nothing',
    types: ['char(5)'],
    keys: [["'a'"], ["'ab'"], ["''"]],
    columns: () => ({ k0: pg.char('k0', { length: 5 }).notNull() }),
  },
  {
    title: 'a moment with microseconds in date mode',
    types: ['timestamptz'],
    keys: [["'2024-02-29 12:34:56.123456+00'"], ["'2024-02-29 12:34:56.123457+00'"], ["'infinity'"]],
    columns: () => ({ k0: pg.timestamp('k0', { withTimezone: true, mode: 'date' }).notNull() }),
  },
  {
    title: 'bytes, by a custom type',
    types: ['bytea'],
    keys: [["'\\x00ff'"], ["'\\x00'"], ["'\\x'"]],
    columns: () => ({
      k0: pg
        .customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })('k0')
        .notNull(),
    }),
  },
  {
    title: 'a double',
    types: ['double precision'],
    keys: [['0.1'], ['0.30000000000000004'], ['0.3'], ['1e300']],
    columns: () => ({ k0: pg.doublePrecision('k0').notNull() }),
  },
  {
    title: 'two columns',
    types: ['bigint', 'text'],
    keys: [
      ['1', "'a'"],
      ['1', "'a,1'"],
      ['9007199254740993', "'a'"],
      ['9007199254740992', "'a'"],
    ],
    columns: () => ({ k0: pg.bigint('k0', { mode: 'number' }).notNull(), k1: pg.text('k1').notNull() }),
  },
  {
    title: 'two columns, one of which is not sent in a list',
    types: ['timestamp', 'integer'],
    keys: [
      ["'2024-02-29 12:34:56.123456'", '1'],
      ["'2024-02-29 12:34:56.123456'", '2'],
      ["'2024-02-29 12:34:56.123457'", '1'],
    ],
    columns: () => ({ k0: pg.timestamp('k0').notNull(), k1: pg.integer('k1').notNull() }),
  },
]

const sqliteCases: readonly KeyCase[] = [
  {
    title: 'an integer past 2^53',
    types: ['integer'],
    keys: [['9007199254740992'], ['9007199254740993'], ['9223372036854775807'], ['-9223372036854775808'], ['0']],
    columns: () => ({ k0: sqlite.integer('k0').notNull() }),
  },
  {
    title: 'text with blanks, quotes and control characters',
    types: ['text'],
    keys: [["'a'"], ["'a '"], ["''"], [`'a"b\\''c'`], ["'a' || char(10)"], ["'1'"], ["'Ä'"]],
    columns: () => ({ k0: sqlite.text('k0').notNull() }),
  },
  {
    title: 'text with NUL',
    types: ['text'],
    keys: [["'a' || char(0) || 'b'"], ["'a' || char(0) || 'c'"], ["'a'"]],
    columns: () => ({ k0: sqlite.text('k0').notNull() }),
  },
  {
    title: 'a blob',
    types: ['blob'],
    keys: [["x'00ff'"], ["x'00'"], ["x''"]],
    columns: () => ({ k0: sqlite.blob('k0').notNull() }),
  },
  {
    title: 'a real',
    types: ['real'],
    keys: [['0.1'], ['0.30000000000000004'], ['0.3'], ['1e300'], ['1']],
    columns: () => ({ k0: sqlite.real('k0').notNull() }),
  },
  {
    title: 'a column without a type, with values of all types',
    types: [''],
    keys: [['1'], ["'1'"], ["x'31'"], ['1.5']],
    columns: () => ({
      k0: sqlite
        .customType<{ data: unknown }>({ dataType: () => '' })('k0')
        .notNull(),
    }),
  },
  {
    title: 'two columns',
    types: ['integer', 'text'],
    keys: [
      ['1', "'a'"],
      ['1', "'a,1'"],
      ['9007199254740993', "'a'"],
      ['9007199254740992', "'a'"],
    ],
    columns: () => ({ k0: sqlite.integer('k0').notNull(), k1: sqlite.text('k1').notNull() }),
  },
  {
    title: 'two columns, one of which is not sent in a list',
    types: ['blob', 'integer'],
    keys: [
      ["x'00'", '1'],
      ["x'00'", '2'],
      ["x'01'", '1'],
    ],
    columns: () => ({ k0: sqlite.blob('k0').notNull(), k1: sqlite.integer('k1').notNull() }),
  },
]

const mysqlCases: readonly KeyCase[] = [
  {
    title: 'an unsigned bigint in number mode past 2^53',
    types: ['bigint unsigned'],
    keys: [['9007199254740992'], ['9007199254740993'], ['18446744073709551615'], ['0']],
    columns: () => ({ k0: mysql.bigint('k0', { mode: 'number', unsigned: true }).notNull() }),
  },
  {
    title: 'a decimal',
    types: ['decimal(40,10)'],
    keys: [['12345678901234567890.0000000001'], ['12345678901234567890.0000000002'], ['0']],
    columns: () => ({ k0: mysql.decimal('k0', { precision: 40, scale: 10 }).notNull() }),
  },
  {
    title: 'text with blanks, quotes and backslashes',
    types: ['varchar(50)'],
    keys: [["'a'"], ["' a'"], ["''"], [`'a"b\\\\''c'`], ["'Ä~1'"]],
    columns: () => ({ k0: mysql.varchar('k0', { length: 50 }).notNull() }),
  },
  {
    title: 'bytes',
    types: ['binary(4)'],
    keys: [["x'00ff0000'"], ["x'00ff0001'"]],
    columns: () => ({ k0: mysql.binary('k0', { length: 4 }).notNull() }),
  },
  {
    title: 'a moment with microseconds in date mode',
    types: ['datetime(6)'],
    keys: [["'2024-02-29 12:34:56.123456'"], ["'2024-02-29 12:34:56.123457'"]],
    columns: () => ({ k0: mysql.datetime('k0', { mode: 'date', fsp: 6 }).notNull() }),
  },
  {
    title: 'two columns',
    types: ['bigint', 'varchar(50)'],
    keys: [
      ['1', "'a'"],
      ['1', "'a,1'"],
      ['9007199254740993', "'a'"],
      ['9007199254740992', "'a'"],
    ],
    columns: () => ({
      k0: mysql.bigint('k0', { mode: 'number' }).notNull(),
      k1: mysql.varchar('k1', { length: 50 }).notNull(),
    }),
  },
]

const CASES = { postgresql: postgresCases, sqlite: sqliteCases, mysql: mysqlCases }

describe.each(dialects)('Keys of parents on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const tables = ({ columns }: KeyCase) => {
    const part = { postgresql: pg, sqlite, mysql }[engine.dialect] as typeof pg
    const make = (part.pgTable ??
      (part as never as typeof sqlite).sqliteTable ??
      (part as never as typeof mysql).mysqlTable) as typeof pg.pgTable
    const integer = (name: string) =>
      ((part.integer ?? (part as never as typeof mysql).int) as typeof pg.integer)(name).notNull()
    const names = Object.keys(columns()) as 'k0'[]
    const unique = (table: { readonly k0: pg.AnyPgColumn }) =>
      part.uniqueIndex('key_parents_key').on(...(names.map((name) => table[name]) as [pg.AnyPgColumn]))
    const shape = columns() as { k0: ReturnType<typeof integer> }
    const parents = make('key_parents', { ...shape, place: integer('place') }, (table) => [unique(table as never)])
    const children = make('key_children', { id: integer('id').primaryKey(), place: integer('place'), ...shape })
    return { parents, children, names }
  }

  describe.each(CASES[engine.dialect])('$title', (one) => {
    beforeAll(async () => {
      const columns = one.types.map((type, at) => `k${at} ${type} not null`).join(', ')
      const names = one.types.map((_, at) => `k${at}`).join(', ')
      await database.execute(`create table key_parents (${columns}, place integer not null, unique (${names}))`)
      await database.execute(`create table key_children (id integer primary key, place integer not null, ${columns})`)
      for (const [place, key] of one.keys.entries()) {
        await database.execute(`insert into key_parents values (${key.join(', ')}, ${place})`)
        for (const id of [place * 10, place * 10 + 1])
          await database.execute(`insert into key_children values (${id}, ${place}, ${key.join(', ')})`)
      }
    })
    afterAll(async () => {
      await database.execute('drop table key_parents')
      await database.execute('drop table key_children')
    })

    test.each([undefined, 1])('each row has its own children (limit %s)', async (limit) => {
      const { parents, children, names } = tables(one)
      const config = paginateConfig(parents)
        .withLimits(50, 100)
        .withTieBreaker(...(names as ['k0']))
        .children(
          'children',
          rowsOf(
            children,
            sql.join(
              names.map((name) => eq(children[name], parents[name])),
              sql` and `,
            ),
          ),
          { id: children.id },
          { limit },
        )
        .select({ place: true, children: true })
        .build()
      const { items } = await paginate(database.db, {}, config)
      const rows = await database.db.select({ place: parents.place }).from(parents).orderBy(asc(parents.place))
      expect(rows).toHaveLength(one.keys.length)
      expect(items.toSorted((a, b) => a.place - b.place)).toEqual(
        rows.map(({ place }) => ({ place, children: [{ id: place * 10 }, { id: place * 10 + 1 }].slice(0, limit) })),
      )
    })
  })
})

test('a row whose key is null is an error that names the column', async () => {
  const client = new Database(':memory:')
  client.exec(`create table authors (id text primary key); create table books (id integer primary key, author text);
    insert into authors values ('a'), (null)`)
  const authors = sqlite.sqliteTable('authors', { id: sqlite.text().primaryKey() })
  const books = sqlite.sqliteTable('books', { id: sqlite.integer().primaryKey(), author: sqlite.text() })
  const list = paginateConfig(authors)
    .withLimits(5, 10)
    .withTieBreaker('id')
    .children('books', rowsOf(books, eq(books.author, authors.id)), { id: books.id })
    .build()
  await expect(paginate(drizzle({ client }), {}, list)).rejects.toThrow(
    new PaginateConfigError(callRefusals.wrongSortKey('id', null)),
  )
  client.close()
})
