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
  datetime,
  decimal,
  int,
  json,
  mysqlEnum,
  mysqlTable,
  tinyint,
  varchar as mysqlVarchar,
} from 'drizzle-orm/mysql-core'
import { expectTypeOf, test } from 'vitest'
import type { TypeKeyOfColumn, TypeNameOfKey } from '../src/types/table.js'

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
