// Text and parameters of the statements of a page's children, as Drizzle renders them without a connection.
import { asc, desc, eq, gt, sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as singlestore from 'drizzle-orm/singlestore-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import type { ConfigBuilder } from '../../../src/builder/config-builder.js'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { relationalKey } from '../../../src/features/relational/relational-key.js'
import { paginateConfig, PaginateConfigError, rowsOf } from '../../../src/index.js'
import type { ResolvedChildren } from '../../../src/types/children-part.js'
import type { ResolvedConfig } from '../../../src/types/resolved-config.js'
import { shown } from '../../select/lists.js'

type DialectName = 'postgresql' | 'sqlite' | 'mysql' | 'singlestore'
/** Tables of every dialect are typed as PostgreSQL's. */
const parts = {
  postgresql: { ...pg, table: pg.pgTable },
  sqlite: { ...sqlite, table: sqlite.sqliteTable },
  mysql: { ...mysql, table: mysql.mysqlTable, integer: mysql.int },
  singlestore: { ...singlestore, table: singlestore.singlestoreTable, integer: singlestore.int },
} as unknown as Record<DialectName, typeof pg & { readonly table: typeof pg.pgTable }>
const builders: Record<DialectName, pg.QueryBuilder> = {
  postgresql: new pg.QueryBuilder(),
  sqlite: new sqlite.QueryBuilder() as never,
  mysql: new mysql.QueryBuilder() as never,
  singlestore: new singlestore.QueryBuilder() as never,
}
type Columns = Record<string, pg.AnyPgColumn>
/** As a JavaScript caller declares a list: any column may be named. */
const listOver = (table: unknown, ...tieBreaker: readonly unknown[]): ConfigBuilder =>
  (paginateConfig(table as never) as unknown as ConfigBuilder)
    .withLimits(10, 100)
    .withTieBreaker(...(tieBreaker as ['id']))
const childrenOf = (list: ConfigBuilder): ResolvedChildren =>
  resolvedConfig(list.build() as never).children as ResolvedChildren

/** What a page reads of a row's key. */
const keyRead = (dialect: DialectName, root: unknown, { keyFields }: ResolvedChildren): unknown =>
  String(
    shown(
      builders[dialect]
        .select(keyFields as never)
        .from(root as pg.PgTable)
        .toSQL(),
    )[0],
  )
    .replace(/^select (.*) from .*$/s, '$1')
    .replaceAll('parents.', '')

/** The statement of the first set for rows with these keys, as a driver hands them over. */
function statementOf(
  dialect: DialectName,
  children: ResolvedChildren,
  keys: readonly (readonly unknown[])[],
): readonly unknown[] {
  const rows = keys.map((key) => Object.fromEntries(Object.keys(children.keyFields).map((name, at) => [name, key[at]])))
  const { statements } = children.ask(builders[dialect] as never, rows, { namedStatements: false, answers: null })
  const [statement] = statements
  return statement === undefined ? [] : shown(statement.query())
}

type Key = readonly unknown[]
const custom = (type: string, name: string): unknown => pg.customType<{ data: string }>({ dataType: () => type })(name)
const stored = (name: string): string =>
  `case typeof(${name}) when 'integer' then 'i' || ${name} when 'text' then 't' || hex(${name}) when 'blob' then 'b' || hex(${name}) else ${name} end`
const integer = (name: string): string =>
  `case when ${name} between -9007199254740991 and 9007199254740991 then ${name} else ${stored(name)} end`

test.each<
  [
    dialect: DialectName,
    title: string,
    columns: readonly unknown[],
    keys: readonly Key[],
    read: string,
    condition: string,
    ...values: unknown[],
  ]
>([
  // Equal keys are asked for once.
  ['postgresql', 'integer', [pg.integer('k0')], [[7], [8], [7]], 'k0', 'k0 = any($1::bigint[])', '{"7","8"}'],
  [
    'postgresql',
    'bigint',
    [pg.bigint('k0', { mode: 'number' })],
    [['9007199254740993']],
    '(k0)::text',
    'k0 = any($1::bigint[])',
    '{"9007199254740993"}',
  ],
  ['postgresql', 'numeric', [pg.numeric('k0')], [['1.50']], '(k0)::text', 'k0 = any($1::numeric[])', '{"1.50"}'],
  [
    'postgresql',
    'uuid',
    [pg.uuid('k0')],
    [['0f8fad5b-d9cb-469f-a165-70867728950e']],
    '(k0)::text',
    'k0 = any($1::uuid[])',
    '{"0f8fad5b-d9cb-469f-a165-70867728950e"}',
  ],
  [
    'postgresql',
    'date',
    [pg.date('k0')],
    [['2024-02-29']],
    `to_json(k0) #>> '{}'`,
    'k0 = any($1::date[])',
    '{"2024-02-29"}',
  ],
  [
    'postgresql',
    'text',
    [pg.text('k0')],
    [['a'], ['b,"\\']],
    '(k0)::text',
    'k0 = any($1::text[])',
    '{"a","b,\\"\\\\"}',
  ],
  ['postgresql', 'varchar', [pg.varchar('k0', { length: 9 })], [['a']], '(k0)::text', 'k0 = any($1::text[])', '{"a"}'],
  // As text it would be converted, and no index serve it.
  ['postgresql', 'char', [pg.char('k0', { length: 9 })], [['a']], '(k0)::text', 'k0 = any($1::bpchar[])', '{"a"}'],
  // Compared as text, its letters would have a case.
  ['postgresql', 'citext', [custom('citext', 'k0')], [['a']], '(k0)::text', 'k0 in ($1)', 'a'],
  ['postgresql', 'a type of the app', [custom('mychar', 'k0')], [['a']], '(k0)::text', 'k0 in ($1::text::mychar)', 'a'],
  // As many slots as the next power of two: pages of three and of four rows share a text.
  [
    'postgresql',
    'timestamp',
    [pg.timestamp('k0')],
    [['2024-02-29 12:00:00.123456'], ['2024-02-29 12:00:00'], ['2024-02-29 12:00:01']],
    `to_json(k0) #>> '{}'`,
    'k0 in ($1::timestamp, $2::timestamp, $3::timestamp, $4::timestamp)',
    '2024-02-29 12:00:00.123456',
    '2024-02-29 12:00:00',
    '2024-02-29 12:00:01',
    '2024-02-29 12:00:01',
  ],
  ['postgresql', 'boolean', [pg.boolean('k0')], [['true']], '(k0)::text', 'k0 in ($1::boolean)', true],
  [
    'postgresql',
    'bytea',
    [custom('bytea', 'k0')],
    [['00ff']],
    `encode(k0, 'hex')`,
    "k0 in (decode($1, 'hex'))",
    '00ff',
  ],
  [
    'postgresql',
    'two columns',
    [pg.integer('k0'), pg.text('k1')],
    [
      [7, 'a'],
      [7, 'b'],
      [7, 'a'],
    ],
    'k0, (k1)::text',
    '(k0, k1) in (select * from unnest($1::bigint[], $2::text[]))',
    '{"7","7"}',
    '{"a","b"}',
  ],
  [
    'postgresql',
    'two columns, one of which is in no list',
    [pg.integer('k0'), pg.timestamp('k1')],
    [
      [7, '2024-02-29 12:00:00'],
      [8, '2024-02-29 12:00:00'],
    ],
    `k0, to_json(k1) #>> '{}'`,
    '((k0 = $1::bigint and k1 = $2::timestamp) or (k0 = $3::bigint and k1 = $4::timestamp))',
    7,
    '2024-02-29 12:00:00',
    8,
    '2024-02-29 12:00:00',
  ],
  [
    'sqlite',
    'integer',
    [sqlite.integer('k0')],
    [[7], [8n], ['i9007199254740993']],
    integer('k0'),
    'k0 in (select value from json_each(?))',
    '[7,8,9007199254740993]',
  ],
  // A column of integers may hold anything.
  [
    'sqlite',
    'integer that holds a text',
    [sqlite.integer('k0')],
    [['t61'], [8]],
    integer('k0'),
    'k0 in (select value from json_each(?))',
    '["a",8]',
  ],
  ['sqlite', 'integer that holds a real', [sqlite.integer('k0')], [[0.5], [8]], integer('k0'), 'k0 in (?, ?)', 0.5, 8],
  [
    'sqlite',
    'text',
    [sqlite.text('k0')],
    [['t69'], ['t62622261']],
    stored('k0'),
    'k0 in (select value from json_each(?))',
    '["i","bb\\"a"]',
  ],
  ['sqlite', 'text with NUL', [sqlite.text('k0')], [['t61'], ['t6100']], stored('k0'), 'k0 in (?, ?)', 'a', 'a\u0000'],
  [
    'sqlite',
    'text that holds a blob',
    [sqlite.text('k0')],
    [['t61'], ['b69']],
    stored('k0'),
    'k0 in (?, ?)',
    'a',
    new Uint8Array([0x69]),
  ],
  [
    'sqlite',
    'text that holds an integer',
    [sqlite.text('k0')],
    [['i7']],
    stored('k0'),
    'k0 in (select value from json_each(?))',
    '[7]',
  ],
  ['sqlite', 'real', [sqlite.real('k0')], [[0.5]], stored('k0'), 'k0 in (?)', 0.5],
  [
    'sqlite',
    'two columns',
    [sqlite.integer('k0'), sqlite.integer('k1')],
    [
      [7, 1],
      [8, 2],
    ],
    `${integer('k0')}, ${integer('k1')}`,
    "(k0, k1) in (select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(?))",
    '[[7,1],[8,2]]',
  ],
  [
    'sqlite',
    'two columns, one of which is in no list',
    [sqlite.integer('k0'), sqlite.integer('k1')],
    [
      [7, 1],
      [8, 0.5],
      [9, 2],
    ],
    `${integer('k0')}, ${integer('k1')}`,
    '((k0 = ? and k1 = ?) or (k0 = ? and k1 = ?) or (k0 = ? and k1 = ?) or (k0 = ? and k1 = ?))',
    7,
    1,
    8,
    0.5,
    9,
    2,
    9,
    2,
  ],
  ['mysql', 'int', [mysql.int('k0')], [[7], [8], [9]], 'k0', 'k0 in (?, ?, ?, ?)', 7, 8, 9, 9],
  [
    'mysql',
    'bigint unsigned',
    [mysql.bigint('k0', { mode: 'number', unsigned: true })],
    [['18446744073709551615'], ['7']],
    'cast(k0 as char)',
    'k0 in (cast(? as unsigned), ?)',
    '18446744073709551615',
    7,
  ],
  // A boolean is a number to the database, and to no driver.
  ['mysql', 'boolean', [mysql.boolean('k0')], [['1']], 'cast(k0 as char)', 'k0 in (?)', 1],
  [
    'mysql',
    'tinyint(1)',
    [mysql.customType<{ data: number }>({ dataType: () => 'tinyint(1)' })('k0')],
    [['1']],
    'cast(k0 as char)',
    'k0 in (?)',
    1,
  ],
  ['mysql', 'tinyint', [mysql.tinyint('k0')], [[1]], 'k0', 'k0 in (?)', 1],
  ['mysql', 'enum', [mysql.mysqlEnum('k0', ['low', 'high'])], [['low']], 'k0', 'k0 in (?)', 'low'],
  [
    'mysql',
    'decimal',
    [mysql.decimal('k0', { precision: 9, scale: 2 })],
    [['1.50']],
    'cast(k0 as char)',
    'k0 in (cast(? as decimal(65,2)))',
    '1.50',
  ],
  ['mysql', 'year', [mysql.year('k0')], [[2024]], 'k0', 'k0 in (?)', 2024],
  [
    'mysql',
    'double',
    [mysql.double('k0')],
    [['0.1']],
    'cast(json_array(k0 + 0e0) as char(96))',
    'k0 in ((? + 0e0))',
    '0.1',
  ],
  ['mysql', 'binary', [mysql.binary('k0', { length: 4 })], [['00FF']], 'hex(k0)', 'k0 in (unhex(?))', '00FF'],
  ['mysql', 'varchar', [mysql.varchar('k0', { length: 9 })], [['a']], 'k0', 'k0 in (?)', 'a'],
  // Longer than what the server sorts by: it is read as a whole all the same.
  ['mysql', 'long varchar', [mysql.varchar('k0', { length: 900 })], [['a']], 'k0', 'k0 in (?)', 'a'],
  [
    'mysql',
    'two columns',
    [mysql.int('k0'), mysql.varchar('k1', { length: 9 })],
    [
      [7, 'a'],
      [7, 'b'],
      [8, 'c'],
    ],
    'k0, k1',
    '((k0 = ? and k1 = ?) or (k0 = ? and k1 = ?) or (k0 = ? and k1 = ?) or (k0 = ? and k1 = ?))',
    7,
    'a',
    7,
    'b',
    8,
    'c',
    8,
    'c',
  ],
  ['singlestore', 'int', [singlestore.int('k0')], [[7], [8]], 'k0', 'k0 in (?, ?)', 7, 8],
] as never)('%s finds rows by %s', (dialect, _title, columns, keys, read, condition, ...values) => {
  const part = parts[dialect]
  const builtOf = Object.fromEntries(
    (columns as { notNull(): never }[]).map((builder, at) => [`k${at}`, builder.notNull()]),
  )
  const parents = part.table('parents', builtOf, (table) => [
    part.uniqueIndex('parents_key').on(...(Object.keys(builtOf).map((name) => table[name]) as [never])),
  ])
  const children = part.table('children', { id: part.integer('id').primaryKey() })
  const asked = childrenOf(
    listOver(parents, ...Object.keys(builtOf)).children('all', rowsOf(children as never, sql`1 = 1`), {
      id: children.id,
    }),
  )
  expect(keyRead(dialect, parents, asked)).toBe(read)
  const [text, ...bound] = statementOf(dialect, asked, keys)
  expect(
    String(text)
      .replace(/^.* where (.*) order by .*$/s, '$1')
      .replaceAll('parents.', ''),
  ).toBe(condition)
  expect(bound).toEqual(values)
})

test('text that drivers would escape is spelled otherwise', () => {
  const parents = mysql.mysqlTable('parents', { k: mysql.varchar('k', { length: 9 }).primaryKey() })
  const children = mysql.mysqlTable('children', { id: mysql.int('id').primaryKey() })
  const asked = childrenOf(
    listOver(parents, 'k').children('all', rowsOf(children as never, sql`1 = 1`), { id: children.id }),
  )
  const [text, ...bound] = statementOf('mysql', asked, [['a'], ["b'"]])
  expect(text).toContain('parents.k in (?, replace(')
  expect(bound).toEqual(['a', 'b~0'])
})

test('a value that the schema says cannot be is an error, not a page without its children', () => {
  const parents = pg.pgTable('parents', { k: pg.pgEnum('level', ['low', 'high'])('k').primaryKey() })
  const children = pg.pgTable('children', { id: pg.integer('id').primaryKey() })
  const asked = childrenOf(
    listOver(parents, 'k').children('all', rowsOf(children as never, sql`1 = 1`), { id: children.id }),
  )
  expect(statementOf('postgresql', asked, [['low']]).slice(1)).toEqual(['low'])
  expect(() => statementOf('postgresql', asked, [['medium']])).toThrow(
    `A key of type '"level"' cannot be bound again; please report.`,
  )
})

const orders = pg.pgTable('orders', {
  id: pg.integer('id').primaryKey(),
  other: pg.integer('other').notNull(),
  big: pg.bigint('big', { mode: 'number' }),
  customerId: pg.integer('customer_id'),
})
const customers = pg.pgTable('customers', { id: pg.integer('id').primaryKey(), name: pg.text('name') })
const lines = pg.pgTable('lines', {
  id: pg.integer('id').primaryKey(),
  orderId: pg.integer('order_id').notNull(),
  parentId: pg.integer('parent_id'),
  big: pg.bigint('big', { mode: 'number' }),
  text: pg.text('text'),
  productId: pg.integer('product_id'),
})
const products = pg.pgTable('products', {
  id: pg.integer('id').primaryKey(),
  name: pg.text('name').notNull(),
  lineId: pg.integer('line_id'),
})
const rows = rowsOf(lines as never, eq(lines.orderId, orders.id))
const ofOrders = (declare: (list: ConfigBuilder) => ConfigBuilder): ResolvedChildren =>
  childrenOf(declare(listOver(orders, 'id')))
const selection = { id: lines.id } as never

/** What the statement is made of before its condition, and what is asked beside the keys. */
const KEY_OF_CHILD = 'lines.order_id = any($1::bigint[])'
const KEY_OF_ROOT = 'orders.id = any($1::bigint[])'

describe('Children are read', () => {
  test.each<[title: string, declare: (list: ConfigBuilder) => ConfigBuilder, text: string]>([
    [
      'alone, where a column of theirs is the key',
      (list) => list.children('all', rows, selection),
      `select id, order_id from lines where ${KEY_OF_CHILD} order by lines.id asc`,
    ],
    [
      'alone, with the sides turned round',
      (list) => list.children('all', rowsOf(lines as never, eq(orders.id, lines.orderId)), selection),
      `select id, order_id from lines where ${KEY_OF_CHILD} order by lines.id asc`,
    ],
    [
      'alone, with conditions of their own',
      (list) =>
        list.children(
          'all',
          rows.where(gt(lines.id, 5)).where(sql`${lines.text} = 'a' or ${lines.text} = 'b'`),
          selection,
        ),
      `select id, order_id from lines where ${KEY_OF_CHILD} and (lines.id > $2) and (lines.text = 'a' or lines.text = 'b') order by lines.id asc`,
    ],
    [
      'alone, with joins of their own',
      (list) =>
        list.children('all', rows.innerJoin(products as never, eq(products.id, lines.productId)), {
          name: products.name,
        } as never),
      `select products.name, lines.order_id from lines inner join products on products.id = lines.product_id where ${KEY_OF_CHILD} order by lines.id asc`,
    ],
    ...((
      [
        [
          'the condition is more than an equality',
          (list) =>
            list.children(
              'all',
              rowsOf(lines as never, sql`${lines.orderId} = ${orders.id} and ${lines.text} is null`),
              selection,
            ),
          'lines.order_id = orders.id and lines.text is null',
        ],
        [
          'it is no equality',
          (list) => list.children('all', rowsOf(lines as never, gt(lines.orderId, orders.id)), selection),
          'lines.order_id > orders.id',
        ],
        [
          'it compares with a value',
          (list) =>
            list.children('all', rowsOf(lines as never, sql`${lines.orderId} = ${orders.id}${sql``}`), selection),
          'lines.order_id = orders.id',
        ],
        [
          'it names another column of the row',
          (list) => list.children('all', rowsOf(lines as never, eq(lines.orderId, orders.other)), selection),
          'lines.order_id = orders.other',
        ],
        [
          'it names no column of the row',
          (list) => list.children('all', rowsOf(lines as never, eq(lines.parentId, lines.id)), selection),
          'lines.parent_id = lines.id',
        ],
        [
          'it names two columns of the row',
          (list) => list.children('all', rowsOf(lines as never, eq(orders.other, orders.id)), selection),
          'orders.other = orders.id',
        ],
        [
          'it names the row twice',
          (list) => list.children('all', rowsOf(lines as never, eq(orders.id, orders.id)), selection),
          'orders.id = orders.id',
        ],
        // Equal values of two types may be written in two ways.
        [
          'the column is of another type',
          (list) => list.children('all', rowsOf(lines as never, eq(lines.text, orders.id)), selection),
          'lines.text = orders.id',
        ],
        [
          'the column is read in another way',
          (list) => list.children('all', rowsOf(lines as never, eq(lines.big, orders.id)), selection),
          'lines.big = orders.id',
        ],
        [
          'a condition reads the row',
          (list) => list.children('all', rows.where(gt(lines.big, orders.big)), selection),
          'lines.order_id = orders.id',
        ],
        [
          'the selection reads the row',
          (list) => list.children('all', rows, { big: orders.big } as never),
          'lines.order_id = orders.id',
        ],
        [
          'the order reads the row',
          (list) => list.children('all', rows, selection, { orderBy: [orders.big as never] }),
          'lines.order_id = orders.id',
        ],
        [
          'a join reads the row',
          (list) => list.children('all', rows.innerJoin(products as never, gt(products.id, orders.big)), selection),
          'lines.order_id = orders.id',
        ],
      ] as const satisfies readonly (readonly [string, (list: ConfigBuilder) => ConfigBuilder, string])[]
    ).map(([why, declare, on]): [string, (list: ConfigBuilder) => ConfigBuilder, RegExp] => [
      `beside the rows, where ${why}`,
      declare,
      new RegExp(
        `from orders inner join lines on ${on.replaceAll(/[().]/g, '\\$&')} .*where ${KEY_OF_ROOT.replaceAll(/[$().[\]]/g, '\\$&')}`,
      ),
    ]) as never[]),
    [
      'beside the rows and what is joined to them, as far as they need it',
      (list) =>
        list
          .leftJoin('another', products as never, eq(products.id, orders.other))
          .leftJoin('customer', customers as never, eq(customers.id, orders.customerId))
          .children('all', rowsOf(lines as never, eq(lines.text, customers.name)), {
            id: lines.id,
            of: customers.name,
          } as never),
      `select lines.id, customers.name, orders.id from orders left join customers on customers.id = orders.customer_id inner join lines on lines.text = customers.name where ${KEY_OF_ROOT} order by lines.id asc`,
    ],
    [
      'beside what the selection alone needs',
      (list) =>
        list
          .leftJoin('customer', customers as never, eq(customers.id, orders.customerId))
          .children('all', rows, { of: customers.name } as never),
      `select customers.name, orders.id from orders left join customers on customers.id = orders.customer_id inner join lines on lines.order_id = orders.id where ${KEY_OF_ROOT} order by lines.id asc`,
    ],
    [
      'up to a limit, each under a name of its own',
      (list) =>
        list.children(
          'all',
          rows.innerJoin(products as never, eq(products.id, lines.productId)),
          {
            id: lines.id,
            product: { id: products.id, upper: sql`upper(${products.name})`, again: sql`1`.as('again') },
          } as never,
          { limit: 2, orderBy: [desc(lines.big) as never] },
        ),
      `select c0, c1, c2, c3, c4 from (select lines.id as c0, products.id as c1, upper(products.name) as c2, 1 as c3, lines.order_id as c4, row_number() over (partition by lines.order_id order by lines.big desc, lines.id asc) as child_rank from lines inner join products on products.id = lines.product_id where ${KEY_OF_CHILD}) ranked where child_rank <= 2 order by child_rank`,
    ],
  ])('%s', (_title, declare, text) => {
    const [written] = statementOf('postgresql', ofOrders(declare), [[1]])
    expect(written).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
  })

  const text = {
    postgresql: () => pg.text('k'),
    sqlite: () => sqlite.text('k'),
    mysql: () => mysql.varchar('k', { length: 9 }),
  }
  test.each<[dialect: DialectName, title: string, own: () => unknown, theirs: () => unknown, isAlone: boolean]>([
    ['postgresql', 'integers', () => pg.integer('k'), () => pg.integer('k'), true],
    [
      'postgresql',
      'wide integers',
      () => pg.bigint('k', { mode: 'number' }),
      () => pg.bigint('k', { mode: 'bigint' }),
      true,
    ],
    [
      'postgresql',
      'a wide integer and a decimal',
      () => pg.bigint('k', { mode: 'number' }),
      () => pg.numeric('k'),
      false,
    ],
    ['postgresql', 'uuids', () => pg.uuid('k'), () => pg.uuid('k'), true],
    ['postgresql', 'texts', text.postgresql, text.postgresql, false],
    ['postgresql', 'dates', () => pg.date('k'), () => pg.date('k'), false],
    ['sqlite', 'integers', () => sqlite.integer('k'), () => sqlite.integer('k'), true],
    ['sqlite', 'an integer and a text', () => sqlite.integer('k'), text.sqlite, false],
    ['sqlite', 'texts', text.sqlite, text.sqlite, false],
    ['mysql', 'integers', () => mysql.int('k'), () => mysql.int('k'), true],
    ['mysql', 'texts', text.mysql, text.mysql, false],
  ])('alone, where equal values have one text: %s, %s', (dialect, _title, ownColumn, theirColumn, isAlone) => {
    const part = parts[dialect]
    const [own, theirs] = [ownColumn() as { primaryKey(): never }, theirColumn() as { notNull(): never }]
    const parents = part.table('parents', { k: own.primaryKey() }) as unknown as Columns
    const children = part.table('children', {
      id: part.integer('id').primaryKey(),
      k: theirs.notNull(),
    }) as unknown as Columns
    const asked = childrenOf(
      listOver(parents, 'k').children(
        'all',
        rowsOf(children as never, eq(children['k'] as never, parents['k'] as never)),
        {
          id: children['id'],
        } as never,
      ),
    )
    expect(/ from (\w+)/.exec(String(statementOf(dialect, asked, [[1]])[0]).replace(/case .* end/s, ''))?.[1]).toBe(
      isAlone ? 'children' : 'parents',
    )
  })

  test('beside the rows, where the key has a column more', () => {
    const parents = pg.pgTable(
      'parents',
      { k: pg.integer('k').notNull(), more: pg.integer('more').notNull() },
      (table) => [pg.primaryKey({ columns: [table.k, table.more] })],
    )
    const tied = rowsOf(lines as never, eq(lines.orderId, parents.k))
    const asked = childrenOf(listOver(parents, 'k', 'more').children('all', tied, selection))
    expect(statementOf('postgresql', asked, [[1, 2]])[0]).toContain('from parents inner join lines')
  })

  test.each<[terms: readonly unknown[], order: string]>([
    [[], 'lines.id asc'],
    [[lines.big], 'lines.big asc, lines.id asc'],
    // The primary key stands there once, in either direction.
    [[lines.id], 'lines.id asc'],
    [[desc(lines.id)], 'lines.id desc'],
    [[sql`${lines.id} DESC`], 'lines.id DESC'],
    [[sql` ${lines.id}  `], 'lines.id'],
    [[lines.big, asc(lines.id)], 'lines.big asc, lines.id asc'],
    // Ordered by something else that names it.
    [[sql`${lines.id} desc nulls last`], 'lines.id desc nulls last, lines.id asc'],
    [[sql`-${lines.id}`], '-lines.id, lines.id asc'],
    [[sql`${lines.id} ${sql.raw('+ 1')}`], 'lines.id + 1, lines.id asc'],
    [[sql`${lines.id}${sql``}`], 'lines.id, lines.id asc'],
    [[sql`${lines.id} ${lines.big}`], 'lines.id lines.big, lines.id asc'],
    [[sql`1`], 'lines.id asc'],
    [[sql`1 + 1`], '1 + 1, lines.id asc'],
    [[products.id], 'products.id asc, lines.id asc'],
    [[sql`${lines.big}`.as('b')], 'lines.big, lines.id asc'],
  ])('in the order of %#', (orderBy, order) => {
    const asked = ofOrders((list) =>
      list.children('all', rows.innerJoin(products as never, eq(products.lineId, lines.id)), selection, {
        orderBy: orderBy as never,
      }),
    )
    expect(
      String(statementOf('postgresql', asked, [[1]])[0])
        .replace(/^.* order by\s+/s, '')
        .trimEnd(),
    ).toBe(order)
  })

  test('in any order, up to a limit, where their table has no key', () => {
    const notes = pg.pgTable('notes', { orderId: pg.integer('order_id'), text: pg.text('text') })
    const asked = ofOrders((list) =>
      list.children('all', rowsOf(notes as never, eq(notes.orderId, orders.id)), { text: notes.text } as never, {
        limit: 1,
      }),
    )
    expect(statementOf('postgresql', asked, [[1]])[0]).toContain(
      'row_number() over (partition by notes.order_id) as child_rank',
    )
  })
})

test.each<[title: string, table: unknown, tieBreaker: readonly string[], read: string]>([
  ['the primary key', pg.pgTable('t', { a: pg.integer('a').primaryKey(), b: pg.integer('b').notNull() }), ['a'], 'a'],
  [
    'the shortest of several',
    pg.pgTable(
      't',
      { a: pg.integer('a').notNull(), b: pg.integer('b').notNull(), c: pg.integer('c').notNull() },
      (t) => [pg.primaryKey({ columns: [t.a, t.b] }), pg.unique().on(t.c)],
    ),
    ['a', 'b'],
    'c',
  ],
  [
    'none that may be null',
    pg.pgTable(
      't',
      { a: pg.integer('a').notNull(), b: pg.integer('b').notNull(), c: pg.integer('c').unique(), d: pg.integer('d') },
      (t) => [pg.unique().on(t.a, t.d), pg.primaryKey({ columns: [t.a, t.b] })],
    ),
    ['a', 'b'],
    'a, b',
  ],
  [
    'the columns that the app says are unique',
    pg.pgTable('t', { a: pg.integer('a').notNull(), b: pg.integer('b').notNull() }),
    ['b', 'a'],
    'b, a',
  ],
])('rows are found again by %s', (_title, table, tieBreaker, read) => {
  const list = (paginateConfig(table as never) as unknown as ConfigBuilder)
    .withLimits(1, 2)
    .withTieBreaker(...(tieBreaker as ['a']), { assumeUnique: true } as never)
  const asked = childrenOf(list.children('all', rowsOf(lines as never, sql`true`), selection))
  expect(keyRead('postgresql', table, asked)).toBe(read)
})

describe('A relational page finds its rows again', () => {
  const seats = pg.pgTable(
    'seats',
    {
      rowOf: pg.integer('row').notNull(),
      seatOf: pg.bigint('seat', { mode: 'number' }).notNull(),
      note: pg.text('note'),
    },
    (table) => [pg.primaryKey({ columns: [table.rowOf, table.seatOf] })],
  )
  const resolved = (table: unknown): ResolvedConfig =>
    resolvedConfig(
      (paginateConfig(table as never) as unknown as ConfigBuilder)
        .withLimits(1, 2)
        .withTieBreaker('seatOf', { assumeUnique: true } as never)
        .build() as never,
    )

  test('by its key, in the columns of an alias too', () => {
    const key = relationalKey(resolved(seats))
    const read = (fields: unknown): unknown => keyRead('postgresql', seats, { keyFields: fields } as never)
    expect(read(key.fields)).toBe('row, (seat)::text')
    const { rowOf, seatOf, note } = pg.alias(seats, 'd0')
    const { parts, fields } = key.over({ note, seatOf, rowOf })
    expect(parts.map(({ expression }) => expression === rowOf || expression === seatOf)).toEqual([true, true])
    expect(parts.map(({ reading }) => reading)).toEqual(['number', 'text'])
    expect(read(fields)).toMatch(/row, .*seat/)
  })

  test('by none, where neither the schema nor the tie-breaker has a column for it', () => {
    const counted = (
      paginateConfig(pg.pgTable('counted', { id: pg.integer('id') }) as never) as unknown as ConfigBuilder
    )
      .field('n', rowsOf(lines as never, sql`true`).count() as never)
      .withLimits(1, 2)
      .withTieBreaker('n', { assumeUnique: true } as never)
    expect(() => relationalKey(resolvedConfig(counted.build() as never))).toThrow(
      new PaginateConfigError(
        "paginateRelational() needs a key of 'counted' by which its rows are found again; declare a primary key, or a tie-breaker of its columns.",
      ),
    )
  })
})

test('a shape chooses the members of a nested record, in its spelling', () => {
  const whole = { id: lines.id, product: { id: products.id, name: products.name } }
  const asked = (shape: unknown): unknown =>
    statementOf(
      'postgresql',
      ofOrders((list) =>
        list
          .children('all', rows.innerJoin(products as never, eq(products.id, lines.productId)), whole as never)
          .select(shape as never),
      ),
      [[1]],
    )[0]
  const selected = (shape: unknown): string =>
    String(asked(shape)).replace(/^select (.*), lines.order_id from .*$/s, '$1')
  expect(selected({ id: true, all: true })).toBe('lines.id, products.id, products.name')
  expect(selected({ id: true, all: { PRODUCT: { Name: true } } })).toBe('products.name')
  expect(selected({ id: true, all: { product: true } })).toBe('products.id, products.name')
})
