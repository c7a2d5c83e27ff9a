// The compiler reads the same value type of a column as describe() names, on both Drizzle lines. Columns that types of
// Drizzle 1.0 do not tell apart are in test-d/column-types.test-d.ts.
import { getTableColumns, type Column, type Table } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import type { TypeKeyOfColumn, TypeNameOfKey } from '../../src/types/table.js'
import { readColumn } from '../../src/values/read-column.js'

/** Null for a column without a value type. */
type Names<Columns> = {
  [Key in keyof Columns]: [TypeKeyOfColumn<Columns[Key]>] extends [never]
    ? null
    : TypeNameOfKey<TypeKeyOfColumn<Columns[Key]>>
}

/** The compiler checks the names against the types of the columns. */
function expectTypes<Columns>(
  table: Table & { readonly _: { readonly columns: Columns } },
  names: Names<Columns>,
): void {
  const read = Object.entries<Column>(getTableColumns(table)).map(([key, column]) => [
    key,
    readColumn(column).valueType,
  ])
  expect(Object.fromEntries(read)).toEqual(names)
}

test('of PostgreSQL', () => {
  const table = pg.pgTable('t', {
    serial: pg.serial(),
    small: pg.smallint(),
    bigint: pg.bigint({ mode: 'bigint' }),
    bigintNumber: pg.bigint({ mode: 'number' }),
    bigserial: pg.bigserial({ mode: 'bigint' }),
    bigserialNumber: pg.bigserial({ mode: 'number' }),
    bigints: pg.bigint({ mode: 'number' }).array(),
    numeric: pg.numeric(),
    numericNumber: pg.numeric({ mode: 'number' }),
    real: pg.real(),
    boolean: pg.boolean(),
    uuid: pg.uuid(),
    text: pg.text(),
    char: pg.char({ length: 5 }),
    charMember: pg.char({ length: 1, enum: ['a'] }),
    timestamp: pg.timestamp(),
    timestampText: pg.timestamp({ mode: 'string' }),
    date: pg.date(),
    time: pg.time(),
    interval: pg.interval(),
    json: pg.json(),
    jsonb: pg.jsonb().$type<string[]>(),
    vector: pg.vector({ dimensions: 3 }),
  })
  expectTypes(table, {
    serial: 'integer',
    small: 'integer',
    bigint: 'bigint',
    bigintNumber: 'bigint',
    bigserial: 'bigint',
    bigserialNumber: 'bigint',
    bigints: 'collection',
    numeric: 'decimal',
    numericNumber: 'decimal',
    real: 'float',
    boolean: 'boolean',
    uuid: 'uuid',
    text: 'text',
    char: 'text',
    charMember: 'enum',
    timestamp: 'timestamp',
    timestampText: 'timestamp',
    date: 'date',
    time: 'time',
    interval: 'interval',
    json: null,
    jsonb: null,
    vector: null,
  })
})

test('of MySQL', () => {
  const table = my.mysqlTable('t', {
    serial: my.serial(),
    year: my.year(),
    bigint: my.bigint({ mode: 'bigint' }),
    bigintNumber: my.bigint({ mode: 'number' }),
    unsigned: my.bigint({ mode: 'number', unsigned: true }),
    decimal: my.decimal(),
    decimalNumber: my.decimal({ mode: 'number' }),
    float: my.float(),
    boolean: my.boolean(),
    text: my.text(),
    char: my.char({ length: 5 }),
    datetime: my.datetime(),
    timestampText: my.timestamp({ mode: 'string' }),
    date: my.date({ mode: 'string' }),
    time: my.time(),
    member: my.mysqlEnum(['a']),
    textMember: my.text({ enum: ['a'] }),
    json: my.json(),
    binary: my.binary({ length: 5 }),
  })
  expectTypes(table, {
    serial: 'bigint',
    year: 'integer',
    bigint: 'bigint',
    bigintNumber: 'bigint',
    unsigned: 'bigint',
    decimal: 'decimal',
    decimalNumber: 'decimal',
    float: 'float',
    boolean: 'boolean',
    text: 'text',
    char: 'text',
    datetime: 'timestamp',
    timestampText: 'timestamp',
    date: 'date',
    time: 'time',
    member: 'enum',
    textMember: 'enum',
    json: 'collection',
    binary: null,
  })
})

test('of SQLite', () => {
  const table = lite.sqliteTable('t', {
    integer: lite.integer(),
    key: lite.integer().primaryKey(),
    flag: lite.integer({ mode: 'boolean' }),
    seconds: lite.integer({ mode: 'timestamp' }),
    milliseconds: lite.integer({ mode: 'timestamp_ms' }),
    real: lite.real(),
    numeric: lite.numeric(),
    numericNumber: lite.numeric({ mode: 'number' }),
    text: lite.text(),
    member: lite.text({ enum: ['a'] }),
    json: lite.text({ mode: 'json' }),
    blob: lite.blob({ mode: 'buffer' }),
    blobJson: lite.blob({ mode: 'json' }),
    blobBigint: lite.blob({ mode: 'bigint' }),
  })
  expectTypes(table, {
    integer: 'integer',
    key: 'integer',
    flag: 'boolean',
    seconds: 'timestamp',
    milliseconds: 'timestamp',
    real: 'float',
    numeric: 'decimal',
    numericNumber: 'decimal',
    text: 'text',
    member: 'enum',
    json: 'collection',
    blob: null,
    blobJson: null,
    blobBigint: null,
  })
})
