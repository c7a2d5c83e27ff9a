import type { ColumnDataType } from 'drizzle-orm'
import {
  bigint as pgBigint,
  boolean,
  char,
  date,
  doublePrecision,
  inet,
  integer,
  interval,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  real,
  serial,
  smallint,
  text,
  time,
  timestamp,
  uuid,
  varchar,
  vector,
} from 'drizzle-orm/pg-core'
import {
  blob,
  integer as sqliteInteger,
  numeric as sqliteNumeric,
  real as sqliteReal,
  sqliteTable,
  text as sqliteText,
} from 'drizzle-orm/sqlite-core'
import {
  bigint,
  char as mysqlChar,
  date as mysqlDate,
  datetime,
  decimal,
  int,
  json,
  mysqlEnum,
  mysqlTable,
  serial as mysqlSerial,
  tinyint,
  varchar as mysqlVarchar,
} from 'drizzle-orm/mysql-core'
import { paginateConfig } from 'drizzle-paginate'
import { listQuery } from 'drizzle-paginate/client'
import { expectTypeOf, test } from 'vitest'
import type { OperatorsOfKey, TypeKeyOfColumn, TypeNameOfKey } from '../src/types/table.js'

type NamesOf<Table extends { readonly _: { readonly columns: unknown } }> = {
  [Key in keyof Table['_']['columns']]: TypeNameOfKey<TypeKeyOfColumn<Table['_']['columns'][Key]>>
}

const mood = pgEnum('mood', ['sad', 'ok'])
const pg = pgTable('pg', {
  id: serial(),
  small: smallint(),
  int: integer(),
  big: pgBigint({ mode: 'bigint' }),
  text: text(),
  enumText: text({ enum: ['a', 'b'] }),
  branded: text().$type<`x${string}`>(),
  varchar: varchar({ length: 9 }),
  inet: inet(),
  uuid: uuid(),
  bool: boolean(),
  mood: mood(),
  dec: numeric(),
  decNumber: numeric({ mode: 'number' }),
  real: real(),
  double: doublePrecision(),
  at: timestamp(),
  atText: timestamp({ mode: 'string' }),
  day: date(),
  time: time(),
  span: interval(),
  tags: text().array(),
  numbers: integer().array(),
  char: char({ length: 5 }),
})

test('reads the value type of PostgreSQL columns', () => {
  expectTypeOf<NamesOf<typeof pg>>().toEqualTypeOf<{
    id: 'integer'
    small: 'integer'
    int: 'integer'
    big: 'bigint'
    text: 'text'
    enumText: 'enum'
    branded: 'text'
    varchar: 'text'
    inet: 'text'
    uuid: 'uuid'
    bool: 'boolean'
    mood: 'enum'
    dec: 'decimal'
    decNumber: 'decimal'
    real: 'float'
    double: 'float'
    at: 'timestamp'
    atText: 'timestamp'
    day: 'date'
    time: 'time'
    span: 'interval'
    tags: 'collection'
    numbers: 'collection'
    char: 'text'
  }>()
})

const sqlite = sqliteTable('sqlite', {
  id: sqliteInteger(),
  flag: sqliteInteger({ mode: 'boolean' }),
  at: sqliteInteger({ mode: 'timestamp_ms' }),
  real: sqliteReal(),
  dec: sqliteNumeric(),
  text: sqliteText(),
  enumText: sqliteText({ enum: ['a'] }),
  tags: sqliteText({ mode: 'json' }).$type<string[]>(),
})

test('reads the value type of SQLite columns', () => {
  expectTypeOf<NamesOf<typeof sqlite>>().toEqualTypeOf<{
    id: 'integer'
    flag: 'boolean'
    at: 'timestamp'
    real: 'float'
    dec: 'decimal'
    text: 'text'
    enumText: 'enum'
    tags: 'collection'
  }>()
})

const mysql = mysqlTable('mysql', {
  id: int(),
  tiny: tinyint(),
  big: bigint({ mode: 'bigint' }),
  dec: decimal(),
  text: mysqlVarchar({ length: 9 }),
  at: datetime(),
  mood: mysqlEnum(['a']),
  tags: json().$type<string[]>(),
})

test('reads the value type of MySQL columns', () => {
  expectTypeOf<NamesOf<typeof mysql>>().toEqualTypeOf<{
    id: 'integer'
    tiny: 'integer'
    big: 'bigint'
    dec: 'decimal'
    text: 'text'
    at: 'timestamp'
    mood: 'enum'
    tags: 'collection'
  }>()
})

const none = pgTable('none', { payload: jsonb().$type<{ a: number }>(), embedding: vector({ dimensions: 3 }) })
const blobs = sqliteTable('blobs', {
  bytes: blob({ mode: 'buffer' }),
  object: sqliteText({ mode: 'json' }).$type<{ a: number }>(),
})

test('finds none where there is none', () => {
  expectTypeOf<TypeKeyOfColumn<typeof none.payload>>().toEqualTypeOf<never>()
  expectTypeOf<TypeKeyOfColumn<typeof none.embedding>>().toEqualTypeOf<never>()
  expectTypeOf<TypeKeyOfColumn<typeof blobs.bytes>>().toEqualTypeOf<never>()
  expectTypeOf<TypeKeyOfColumn<typeof blobs.object>>().toEqualTypeOf<never>()
  expectTypeOf<TypeKeyOfColumn<never>>().toEqualTypeOf<never>()
  expectTypeOf<TypeKeyOfColumn<{ readonly a: 1 }>>().toEqualTypeOf<never>()
})

/** The first on 0.45, whose columns show their class. */
type ByLine<Sure, Guess> = 'json' extends ColumnDataType ? Sure : Guess

const alike = {
  pg: pgTable('alike', {
    day: date({ mode: 'date' }),
    big: numeric({ mode: 'bigint' }),
    one: char({ length: 1 }),
    unsized: char(),
    named: char('n'),
  }),
  mysql: mysqlTable('alike', {
    day: mysqlDate(),
    big: decimal({ mode: 'bigint' }),
    one: mysqlChar({ length: 1 }),
    unsized: mysqlChar(),
  }),
  sqlite: sqliteTable('alike', { big: sqliteNumeric({ mode: 'bigint' }) }),
}

test('reads columns that look alike on 1.0 as the more frequent ones', () => {
  type Day = ByLine<'date', 'timestamp'>
  type Big = ByLine<'decimal', 'bigint'>
  type One = ByLine<'char', 'text'>
  expectTypeOf<NamesOf<typeof alike.pg>>().toEqualTypeOf<{ day: Day; big: Big; one: One; unsized: One; named: One }>()
  expectTypeOf<NamesOf<typeof alike.mysql>>().toEqualTypeOf<{ day: Day; big: Big; one: One; unsized: One }>()
  expectTypeOf<NamesOf<typeof alike.sqlite>>().toEqualTypeOf<{ big: Big }>()
})

test('lets clients filter bigints in number mode by their digits', () => {
  const stores = mysqlTable('stores', { id: mysqlSerial().primaryKey(), views: bigint({ mode: 'number' }).notNull() })
  const list = paginateConfig(stores)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .filterable('id', '$eq')
    .filterable('views', '$gte')
    .build()
  listQuery<typeof list>().filter('id', '$eq', '9007199254740993').filter('views', '$gte', '9007199254740993')
})

test('grants char(1) an order, and text matches only where its length does not show', () => {
  const list = paginateConfig(alike.mysql).searchable('one').filterable('one', '$eq').filterable('one', '$gt')
  expectTypeOf(list).not.toBeNever()
  type Operators = OperatorsOfKey<TypeKeyOfColumn<typeof alike.mysql.one>>
  expectTypeOf<Extract<Operators, '$ilike'>>().toEqualTypeOf<ByLine<never, '$ilike'>>()
})

test('grants a bigint in a blob and JSON of PostgreSQL nothing', () => {
  const files = sqliteTable('files', { id: sqliteInteger().primaryKey(), size: blob({ mode: 'bigint' }) })
  // @ts-expect-error no operator fits
  paginateConfig(files).filterable('size', '$eq')
  const events = pgTable('events', { id: integer().primaryKey(), payload: jsonb() })
  // @ts-expect-error no operator fits
  paginateConfig(events).filterable('payload', '$eq')
  paginateConfig(events).field('tags', events.payload, 'collection').filterable('tags', '$contains')
})
