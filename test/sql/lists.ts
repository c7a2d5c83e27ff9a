// One list for each dialect with every kind of column and field, for tables of rendered SQL.
import { eq, type SQL, sql } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import * as p from 'drizzle-orm/pg-core'
import * as s from 'drizzle-orm/sqlite-core'
import { defineValueType, paginateConfig, rowsOf } from '../../src/index.js'

const OPERATORS = [
  '$eq',
  '$in',
  '$null',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$btw',
  '$sw',
  '$ew',
  '$ilike',
  '$contains',
] as const
const ORDERED = ['$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'] as const

const parse = (text: string) => (/^\d\.\d$/.test(text) ? text : null)
/** Written by the column's own encoder, by an encoder of its own, and as a built-in type that does not hold 9.9. */
const version = defineValueType({ name: 'version', parse, operators: ORDERED })
const encoded = defineValueType({ name: 'encoded', parse, encode: (value: string) => `<${value}>` })
const layered = defineValueType({
  name: 'layered',
  parse,
  operators: ORDERED,
  as: { type: 'integer', value: (value: string) => (value === '9.9' ? undefined : BigInt(value.replace('.', ''))) },
})

interface Columns {
  readonly [name: string]: never
}
interface ListTables {
  readonly items: Columns
  readonly tags: Columns
  readonly authors: Columns
}

/** What lists of all dialects have in common. */
function begin({ items, tags, authors }: ListTables) {
  const field = (name: string): never => items[name] as never
  const ofItem: SQL = eq(tags['itemId'] as never, items['id'] as never)
  let list = paginateConfig(items as never) as never as Builder
  list = list
    .leftJoin('author', authors, eq(authors['id'] as never, items['authorId'] as never))
    .withLimits(10, 100)
    .withTieBreaker('id')
    .field('lowered', sql`lower(${field('title')})`, 'text')
    .field('sum', sql`${field('count')} + 1`, 'integer')
    .field('moment', sql`now()`, 'timestamp')
    .field('titleAsMoment', field('title'), 'timestamp')
    .field('titleAsTime', field('title'), 'time')
    .field('titleAsDay', field('title'), 'date')
    .field('titleAsNumber', field('title'), 'integer')
    .field('titleAsDecimal', field('title'), 'decimal')
    .field('titleAsFloat', field('title'), 'float')
    .field('titleAsFlag', field('title'), 'boolean')
    .field('titleAsUuid', field('title'), 'uuid')
    .field('countAsText', field('count'), 'text')
    .field('countAsDecimal', field('count'), 'decimal')
    .field('amountAsText', field('amount'), 'text')
    .field('version', field('name'), version)
    .field('encoded', field('name'), encoded)
    .field('layered', field('count'), layered)
    .sortable('name', 'count', 'amount', 'titleAsMoment', 'lowered', 'author.name')
    .sortable('count', { nulls: 'first' })
    .sortable('amount', { nulls: 'last' })
    .searchable('title', 'name')
    .filterable('id', '$eq')
  for (const name of ['title', 'name', 'lowered', 'countAsText', 'amountAsText'])
    list = list.filterable(name, ...OPERATORS)
  const ordered = [
    'count',
    'big',
    'amount',
    'single',
    'ratio',
    'at',
    'day',
    'opens',
    'sum',
    'moment',
    'titleAsMoment',
    'titleAsTime',
    'titleAsDay',
  ]
  for (const name of [
    ...ordered,
    'titleAsNumber',
    'titleAsDecimal',
    'titleAsFloat',
    'countAsDecimal',
    'version',
    'layered',
  ]) {
    list = list.filterable(name, ...ORDERED)
  }
  for (const name of ['active', 'guid', 'state', 'titleAsFlag', 'titleAsUuid', 'encoded', 'author.name'])
    list = list.filterable(name, '$eq', '$in')
  return list
    .withFilterExpressions()
    .filterable('tags', '$contains')
    .filterableMany('someTag', rowsOf(tags as never, ofItem), tags['name'], '$eq', '$null')
    .filterableMany('everyTag', rowsOf(tags as never, ofItem).every(), tags['name'], '$eq')
    .filterableMany('noTag', rowsOf(tags as never, ofItem).none(), tags['name'], '$eq')
}

type Call = (...given: readonly unknown[]) => Builder
/** The builder without its types: tables of three dialects go through it. */
interface Builder {
  readonly leftJoin: Call
  readonly withLimits: Call
  readonly withTieBreaker: Call
  readonly field: Call
  readonly sortable: Call
  readonly nullsFirst: Call
  readonly nullsLast: Call
  readonly searchable: Call
  readonly withFilterExpressions: Call
  readonly filterable: Call
  readonly filterableMany: Call
  build(): never
}

const level = p.pgEnum('level', ['low', 'high'])
const elsewhere = p.pgSchema('other').enum('kind', ['x', 'y'])
const pgItems = p.pgTable('items', {
  id: p.integer('id').primaryKey(),
  title: p.text('title').notNull(),
  name: p.text('name'),
  code: p.varchar('code', { length: 20 }).notNull(),
  letter: p.char('letter', { length: 1 }).notNull(),
  active: p.boolean('active').notNull(),
  guid: p.uuid('guid').notNull(),
  count: p.integer('count'),
  serial: p.bigserial('serial', { mode: 'number' }),
  ordinal: p.serial('ordinal').notNull(),
  hosts: p.inet('hosts').array().notNull(),
  nets: p.cidr('nets').array().notNull(),
  net: p.cidr('net').notNull(),
  big: p.bigint('big', { mode: 'bigint' }).notNull(),
  amount: p.numeric('amount', { precision: 10, scale: 2 }),
  single: p.real('single').notNull(),
  ratio: p.doublePrecision('ratio').notNull(),
  at: p.timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
  wall: p.timestamp('wall').notNull(),
  day: p.date('day').notNull(),
  opens: p.time('opens').notNull(),
  span: p.interval('span').notNull(),
  level: level('level').notNull(),
  elsewhere: elsewhere('elsewhere').notNull(),
  state: p.text('state', { enum: ['draft', 'live'] }).notNull(),
  host: p.inet('host').notNull(),
  tags: p.text('tags').array(),
  numbers: p.integer('numbers').array().notNull(),
  levels: level('levels').array().notNull(),
  json: p.jsonb('json').$type<string[]>(),
  doc: p.json('doc').$type<string[]>(),
  authorId: p.integer('author_id'),
})
const pgTags = p.pgTable('tags', {
  id: p.integer('id').primaryKey(),
  itemId: p.integer('item_id'),
  name: p.text('name'),
})
const pgAuthors = p.pgTable('authors', { id: p.integer('id').primaryKey(), name: p.text('name').notNull() })
const build = (list: Builder): never => list.build()

export const pg = {
  portable: build(
    (paginateConfig(pgItems, { likeStrategy: 'portable' }) as unknown as Builder)
      .withLimits(1, 1)
      .withTieBreaker('id')
      .filterable('title', '$contains'),
  ),
  dialect: new p.PgDialect(),
  quote: '"',
  list: build(
    begin({ items: pgItems, tags: pgTags, authors: pgAuthors } as never)
      .field('wallAsDay', pgItems.wall, 'date')
      .field('atAsDay', pgItems.at, 'date')
      .field('dayAsMoment', pgItems.day, 'timestamp')
      .field('guidAsText', pgItems.guid, 'text')
      .field('levelAsText', pgItems.level, 'text')
      .field('titleAsSpan', pgItems.title, 'interval')
      .field('held', sql`string_to_array(${pgItems.title}, ',')`, 'collection')
      .field('jsonHeld', pgItems.json, 'collection')
      .field('docHeld', pgItems.doc, 'collection')
      .field('made', pgItems.tags, encoded)
      .filterable('wall', ...ORDERED)
      .filterable('span', ...ORDERED)
      .field('letterAsMoment', pgItems.letter, 'timestamp')
      .field('letterAsText', pgItems.letter, 'text')
      .field('stateAsText', pgItems.state, 'text')
      .field('encodedGuid', pgItems.guid, encoded)
      .field('encodedJson', pgItems.json, encoded)
      .filterable('letterAsMoment', '$gt')
      .filterable('letterAsText', '$eq', '$in')
      .filterable('stateAsText', '$eq')
      .filterable('encodedGuid', '$eq', '$in')
      .filterable('ordinal', '$eq')
      .filterable('hosts', '$contains')
      .filterable('nets', '$contains')
      .filterable('net', '$eq')
      .filterable('serial', '$eq')
      .filterable('level', ...ORDERED)
      .filterable('elsewhere', '$eq')
      .filterable('host', '$eq', '$in', '$sw')
      .filterable('letter', '$eq')
      .filterable('code', '$in')
      .filterable('numbers', '$contains')
      .filterable('levels', '$contains')
      .filterable('jsonHeld', '$contains')
      .filterable('docHeld', '$contains')
      .filterable('held', '$contains')
      .filterable('made', '$contains')
      .filterable('wallAsDay', '$eq')
      .filterable('atAsDay', '$eq')
      .filterable('dayAsMoment', '$gt')
      .filterable('guidAsText', '$eq')
      .filterable('levelAsText', '$eq')
      .filterable('titleAsSpan', '$eq'),
  ),
}

const sqliteItems = s.sqliteTable('items', {
  id: s.integer('id').primaryKey(),
  title: s.text('title').notNull(),
  name: s.text('name'),
  active: s.integer('active', { mode: 'boolean' }).notNull(),
  guid: s.text('guid').notNull(),
  count: s.integer('count'),
  big: s.integer('big').notNull(),
  amount: s.numeric('amount'),
  single: s.real('single').notNull(),
  ratio: s.real('ratio').notNull(),
  at: s.integer('at', { mode: 'timestamp_ms' }).notNull(),
  seconds: s.integer('seconds', { mode: 'timestamp' }).notNull(),
  day: s.text('day').notNull(),
  opens: s.text('opens').notNull(),
  state: s.text('state', { enum: ['draft', 'live'] }).notNull(),
  level: s.text('level', { enum: ['low', 'high'] }).notNull(),
  tags: s.text('tags', { mode: 'json' }).$type<string[]>(),
  numbers: s.text('numbers', { mode: 'json' }).$type<number[]>().notNull(),
  span: s.integer('span').notNull(),
  authorId: s.integer('author_id'),
})
const sqliteTags = s.sqliteTable('tags', {
  id: s.integer('id').primaryKey(),
  itemId: s.integer('item_id'),
  name: s.text('name'),
})
const sqliteAuthors = s.sqliteTable('authors', { id: s.integer('id').primaryKey(), name: s.text('name').notNull() })

/** 1.0 has one dialect for both kinds of drivers. */
const { SQLiteSyncDialect, SQLiteDialect } = s as unknown as Record<string, new () => object>
const SqliteDialect = (SQLiteSyncDialect ?? SQLiteDialect) as new () => object

export const sqlite = {
  dialect: new SqliteDialect(),
  quote: '"',
  list: build(
    begin({ items: sqliteItems, tags: sqliteTags, authors: sqliteAuthors } as never)
      .filterable('seconds', ...ORDERED)
      .filterable('level', '$eq', '$in'),
  ),
}

const myItems = my.mysqlTable('items', {
  id: my.int('id').primaryKey(),
  title: my.varchar('title', { length: 50 }).notNull(),
  name: my.text('name'),
  active: my.boolean('active').notNull(),
  guid: my.char('guid', { length: 36 }).notNull(),
  count: my.int('count'),
  big: my.bigint('big', { mode: 'bigint' }).notNull(),
  amount: my.decimal('amount', { precision: 10, scale: 2 }),
  whole: my.decimal('whole', { precision: 10 }).notNull(),
  single: my.float('single').notNull(),
  ratio: my.double('ratio').notNull(),
  at: my.datetime('at', { fsp: 3 }).notNull(),
  precise: my.timestamp('precise', { fsp: 6 }).notNull(),
  day: my.date('day', { mode: 'string' }).notNull(),
  opens: my.time('opens').notNull(),
  openly: my.time('openly', { fsp: 6 }).notNull(),
  level: my.mysqlEnum('level', ['low', 'high']).notNull(),
  state: my.varchar('state', { length: 5, enum: ['draft', 'live'] }).notNull(),
  tags: my.json('tags').$type<string[]>(),
  authorId: my.int('author_id'),
})
const myTags = my.mysqlTable('tags', {
  id: my.int('id').primaryKey(),
  itemId: my.int('item_id'),
  name: my.text('name'),
})
const myAuthors = my.mysqlTable('authors', { id: my.int('id').primaryKey(), name: my.text('name').notNull() })

/** A list of its own at each call: nothing is kept for it yet. */
export const mysqlList = (): never =>
  build(
    begin({ items: myItems, tags: myTags, authors: myAuthors } as never)
      .field('dayAsMoment', myItems.day, 'timestamp')
      .field('atAsDay', myItems.at, 'date')
      .filterable('precise', ...ORDERED)
      .filterable('openly', ...ORDERED)
      .filterable('whole', ...ORDERED)
      .filterable('level', ...ORDERED)
      .filterable('dayAsMoment', '$gt')
      .filterable('atAsDay', '$eq'),
  )

export const mysql = {
  dialect: new my.MySqlDialect(),
  quote: '`',
  list: mysqlList(),
}
