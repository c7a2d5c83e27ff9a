// What each column of each dialect tells at run time, on both Drizzle lines.
import type { Column } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as single from 'drizzle-orm/singlestore-core'
import * as lite from 'drizzle-orm/sqlite-core'
import { describe, expect, inject, test } from 'vitest'
import type { ColumnFacts } from '../../src/types/value.js'
import { readColumn } from '../../src/values/read-column.js'

type Facts = Partial<Omit<ColumnFacts, 'element'>> & { readonly element?: Facts }
type Builders = Record<string, readonly [builder: unknown, facts: Facts]>

const isV1 = inject('drizzle').includes('1')
const int = (min: bigint | number, max: bigint | number): Facts => ({
  valueType: 'integer',
  range: { min: BigInt(min), max: BigInt(max) },
})
const INT16 = int(-32768, 32767)
const INT32 = int(-2147483648, 2147483647)
const INT64 = { min: -9223372036854775808n, max: 9223372036854775807n }
const BIGINT: Facts = { valueType: 'bigint', range: INT64 }
const UINT64: Facts = { valueType: 'bigint', range: { min: 0n, max: 18446744073709551615n } }
const TEXT: Facts = { valueType: 'text' }
const CHAR: Facts = { valueType: 'char' }
const DECIMAL: Facts = { valueType: 'decimal' }
const DOUBLE: Facts = { valueType: 'float', isSinglePrecision: false }
const SINGLE: Facts = { valueType: 'float', isSinglePrecision: true }
const TIMESTAMP: Facts = { valueType: 'timestamp' }
const NONE: Facts = { valueType: null }
const TEXT_LIKE: Facts = { valueType: 'text', storage: 'text-like' }
const INTEGER_BOOLEAN: Facts = { valueType: 'boolean', storage: 'integer-boolean' }
const JSON_COLLECTION: Facts = {
  valueType: 'collection',
  storage: 'json-array',
  element: { valueType: 'text', sqlType: 'text' },
}
const JSON_DOCUMENT: Facts = { valueType: null, storage: 'json-array', element: TEXT }
const TEXT_ENUM: Facts = { valueType: 'enum', enumValues: ['a', 'B'], isNativeEnum: false }
const NATIVE_ENUM: Facts = { valueType: 'enum', enumValues: ['a', 'B'], isNativeEnum: true }
const array = (element: Facts): Facts => ({
  valueType: 'collection',
  storage: 'array',
  element: { notNull: false, ...element },
})

/** Every fact, with the defaults of a plain nullable column where a row does not name them. */
function complete(facts: Facts): Record<string, unknown> {
  const { element, ...rest } = facts
  return {
    notNull: false,
    sqlType: expect.any(String),
    enumValues: null,
    isNativeEnum: false,
    range: null,
    isSinglePrecision: false,
    storage: 'plain',
    ...rest,
    element: element ? complete(element) : null,
  }
}

const members = ['a', 'B'] as const
const mood = pg.pgEnum('mood', members)
/** An enum may bear any name, that of a type too. */
const namedVector = pg.pgEnum('vector', members)
const pgCustom = (sqlType: string): unknown => pg.customType<{ data: string }>({ dataType: () => sqlType })()
/** The lines spell nested arrays differently. */
const nestedArray = (): unknown => {
  const builder = pg.text() as unknown as { array(dimensions?: string): { array(): unknown } }
  return isV1 ? builder.array('[][]') : builder.array().array()
}

const postgresql: Builders = {
  smallint: [pg.smallint(), INT16],
  smallserial: [pg.smallserial(), { ...INT16, notNull: true }],
  integer: [pg.integer(), INT32],
  'integer not null': [pg.integer().notNull(), { ...INT32, notNull: true, sqlType: 'integer' }],
  'integer as primary key': [pg.integer().primaryKey(), { ...INT32, notNull: true }],
  'integer as identity': [pg.integer().generatedAlwaysAsIdentity(), { ...INT32, notNull: true }],
  serial: [pg.serial(), { ...INT32, notNull: true }],
  'bigint as number': [pg.bigint({ mode: 'number' }), BIGINT],
  'bigint as bigint': [pg.bigint({ mode: 'bigint' }), BIGINT],
  'bigserial as number': [pg.bigserial({ mode: 'number' }), { ...BIGINT, notNull: true }],
  'bigserial as bigint': [pg.bigserial({ mode: 'bigint' }), { ...BIGINT, notNull: true }],
  numeric: [pg.numeric(), DECIMAL],
  'numeric with precision': [pg.numeric({ precision: 30, scale: 10 }), { ...DECIMAL, sqlType: 'numeric(30, 10)' }],
  'numeric as number': [pg.numeric({ mode: 'number' }), DECIMAL],
  'numeric as bigint': [pg.numeric({ mode: 'bigint' }), DECIMAL],
  real: [pg.real(), SINGLE],
  'double precision': [pg.doublePrecision(), DOUBLE],
  boolean: [pg.boolean(), { valueType: 'boolean' }],
  uuid: [pg.uuid(), { valueType: 'uuid' }],
  text: [pg.text(), TEXT],
  varchar: [pg.varchar(), TEXT],
  'varchar of one': [pg.varchar({ length: 1 }), TEXT],
  char: [pg.char(), CHAR],
  'char of one': [pg.char({ length: 1 }), CHAR],
  'char of three': [pg.char({ length: 3 }), { ...TEXT, sqlType: 'char(3)' }],
  'text with enum': [pg.text({ enum: members }), TEXT_ENUM],
  'varchar with enum': [pg.varchar({ length: 9, enum: members }), TEXT_ENUM],
  'text with an enum without members': [pg.text({ enum: [] as never }), TEXT],
  'char with enum': [pg.char({ length: 1, enum: members }), TEXT_ENUM],
  'native enum': [mood(), { ...NATIVE_ENUM, sqlType: 'mood' }],
  'native enum of an object': [pg.pgEnum('status', { A: 'a', B: 'B' })(), NATIVE_ENUM],
  'native enum named as a type': [namedVector(), { ...NATIVE_ENUM, sqlType: 'vector' }],
  timestamp: [pg.timestamp(), { ...TIMESTAMP, sqlType: 'timestamp' }],
  'timestamp as string': [pg.timestamp({ mode: 'string' }), TIMESTAMP],
  'timestamp with time zone': [
    pg.timestamp({ withTimezone: true }),
    { ...TIMESTAMP, sqlType: 'timestamp with time zone' },
  ],
  'timestamp with precision and time zone, as string': [
    pg.timestamp({ withTimezone: true, precision: 3, mode: 'string' }),
    { ...TIMESTAMP, sqlType: 'timestamp(3) with time zone' },
  ],
  date: [pg.date(), { valueType: 'date' }],
  'date as date': [pg.date({ mode: 'date' }), { valueType: 'date' }],
  time: [pg.time(), { valueType: 'time' }],
  'time with precision': [pg.time({ precision: 3 }), { valueType: 'time' }],
  'time with time zone': [pg.time({ withTimezone: true }), NONE],
  interval: [pg.interval(), { valueType: 'interval' }],
  'interval with fields': [pg.interval({ fields: 'day to second', precision: 3 }), { valueType: 'interval' }],
  inet: [pg.inet(), TEXT_LIKE],
  cidr: [pg.cidr(), TEXT_LIKE],
  macaddr: [pg.macaddr(), TEXT_LIKE],
  macaddr8: [pg.macaddr8(), TEXT_LIKE],
  json: [pg.json(), JSON_DOCUMENT],
  jsonb: [pg.jsonb(), JSON_DOCUMENT],
  point: [pg.point(), NONE],
  'point as object': [pg.point({ mode: 'xy' }), NONE],
  line: [pg.line(), NONE],
  geometry: [pg.geometry(), NONE],
  bit: [pg.bit({ dimensions: 3 }), NONE],
  vector: [pg.vector({ dimensions: 3 }), NONE],
  'vector of one dimension': [pg.vector({ dimensions: 1 }), NONE],
  halfvec: [pg.halfvec({ dimensions: 3 }), NONE],
  sparsevec: [pg.sparsevec({ dimensions: 3 }), NONE],
  'text array': [pg.text().array(), { ...array({ ...TEXT, sqlType: 'text' }), sqlType: 'text[]' }],
  'text array not null': [pg.text().array().notNull(), { ...array(TEXT), notNull: true }],
  'integer array': [pg.integer().array(), array(INT32)],
  'uuid array': [pg.uuid().array(), array({ valueType: 'uuid' })],
  'numeric array': [
    pg.numeric({ precision: 30, scale: 10 }).array(),
    { ...array(DECIMAL), sqlType: 'numeric(30, 10)[]' },
  ],
  'timestamp array': [
    pg.timestamp({ withTimezone: true }).array(),
    array({ ...TIMESTAMP, sqlType: 'timestamp with time zone' }),
  ],
  'enum array': [mood().array(), { ...array(NATIVE_ENUM), sqlType: 'mood[]' }],
  'array of an enum named as a type': [namedVector().array(), array(NATIVE_ENUM)],
  'array of text with enum': [pg.text({ enum: members }).array(), array(TEXT_ENUM)],
  'inet array': [pg.inet().array(), array(TEXT_LIKE)],
  'jsonb array': [pg.jsonb().array(), { valueType: null, storage: 'array', element: JSON_DOCUMENT }],
  'nested array': [nestedArray(), { valueType: null, storage: 'array', sqlType: 'text[][]' }],
  'custom citext': [pgCustom('citext'), { ...TEXT, sqlType: 'citext' }],
  'custom text': [pgCustom('text'), NONE],
  'custom timestamptz': [pgCustom('timestamp with time zone'), NONE],
  'custom bytea': [pgCustom('bytea'), NONE],
  'custom constructor': [pgCustom('constructor'), NONE],
}

const sqlite: Builders = {
  integer: [lite.integer(), { valueType: 'integer', range: INT64 }],
  'integer as primary key': [lite.integer().primaryKey(), { valueType: 'integer', range: INT64, notNull: true }],
  'integer as boolean': [lite.integer({ mode: 'boolean' }), INTEGER_BOOLEAN],
  'integer as timestamp': [lite.integer({ mode: 'timestamp' }), { ...TIMESTAMP, storage: 'seconds' }],
  'integer as timestamp_ms': [lite.integer({ mode: 'timestamp_ms' }), { ...TIMESTAMP, storage: 'milliseconds' }],
  real: [lite.real(), DOUBLE],
  text: [lite.text(), TEXT],
  'text of one': [lite.text({ length: 1 }), TEXT],
  'text with enum': [lite.text({ enum: members }), TEXT_ENUM],
  'text as json': [lite.text({ mode: 'json' }), JSON_COLLECTION],
  numeric: [lite.numeric(), DECIMAL],
  'numeric as number': [lite.numeric({ mode: 'number' }), DECIMAL],
  'numeric as bigint': [lite.numeric({ mode: 'bigint' }), DECIMAL],
  blob: [lite.blob(), NONE],
  'blob as buffer': [lite.blob({ mode: 'buffer' }), NONE],
  'blob as json': [lite.blob({ mode: 'json' }), NONE],
  'blob as bigint': [lite.blob({ mode: 'bigint' }), NONE],
  'custom text': [lite.customType<{ data: string }>({ dataType: () => 'text' })(), NONE],
}

const mysqlCustom = (sqlType: string): unknown => my.customType<{ data: boolean }>({ dataType: () => sqlType })()

const mysql: Builders = {
  tinyint: [my.tinyint(), int(-128, 127)],
  'tinyint unsigned': [my.tinyint({ unsigned: true }), int(0, 255)],
  smallint: [my.smallint(), INT16],
  'smallint unsigned': [my.smallint({ unsigned: true }), int(0, 65535)],
  mediumint: [my.mediumint(), int(-8388608, 8388607)],
  'mediumint unsigned': [my.mediumint({ unsigned: true }), int(0, 16777215)],
  int: [my.int(), INT32],
  'int unsigned': [my.int({ unsigned: true }), { ...int(0, 4294967295), sqlType: 'int unsigned' }],
  'bigint as number': [my.bigint({ mode: 'number' }), BIGINT],
  'bigint as bigint': [my.bigint({ mode: 'bigint' }), BIGINT],
  'bigint unsigned as number': [my.bigint({ mode: 'number', unsigned: true }), UINT64],
  'bigint unsigned as bigint': [my.bigint({ mode: 'bigint', unsigned: true }), UINT64],
  serial: [my.serial(), { ...UINT64, notNull: true }],
  year: [my.year(), int(1901, 2155)],
  decimal: [my.decimal(), DECIMAL],
  'decimal unsigned': [my.decimal({ precision: 10, scale: 2, unsigned: true }), DECIMAL],
  'decimal as number': [my.decimal({ mode: 'number' }), DECIMAL],
  'decimal as bigint': [my.decimal({ mode: 'bigint' }), DECIMAL],
  float: [my.float(), SINGLE],
  'float unsigned with scale': [my.float({ precision: 5, scale: 2, unsigned: true }), SINGLE],
  'float of 24 bits': [my.float({ precision: 24 }), SINGLE],
  'float of 25 bits': [my.float({ precision: 25 }), DOUBLE],
  double: [my.double(), DOUBLE],
  'double unsigned with scale': [my.double({ precision: 10, scale: 2, unsigned: true }), DOUBLE],
  real: [my.real(), DOUBLE],
  'real with scale': [my.real({ precision: 10, scale: 2 }), DOUBLE],
  boolean: [my.boolean(), INTEGER_BOOLEAN],
  'custom tinyint(1)': [mysqlCustom('tinyint(1)'), INTEGER_BOOLEAN],
  'custom tinyint': [mysqlCustom('tinyint'), NONE],
  char: [my.char(), CHAR],
  'char of one': [my.char({ length: 1 }), CHAR],
  'char of 36': [my.char({ length: 36 }), TEXT],
  varchar: [my.varchar({ length: 20 }), TEXT],
  text: [my.text(), TEXT],
  tinytext: [my.tinytext(), TEXT],
  mediumtext: [my.mediumtext(), TEXT],
  longtext: [my.longtext(), TEXT],
  'text with enum': [my.text({ enum: members }), TEXT_ENUM],
  'varchar with enum': [my.varchar({ length: 3, enum: members }), TEXT_ENUM],
  'native enum': [my.mysqlEnum(members), NATIVE_ENUM],
  'native enum with a parenthesis': [my.mysqlEnum(['a)', '(b']), { ...NATIVE_ENUM, enumValues: ['a)', '(b'] }],
  datetime: [my.datetime({ fsp: 6 }), TIMESTAMP],
  'datetime as string': [my.datetime({ mode: 'string' }), TIMESTAMP],
  timestamp: [my.timestamp(), TIMESTAMP],
  'timestamp as string': [my.timestamp({ mode: 'string', fsp: 3 }), TIMESTAMP],
  date: [my.date(), { valueType: 'date' }],
  'date as string': [my.date({ mode: 'string' }), { valueType: 'date' }],
  time: [my.time({ fsp: 6 }), { valueType: 'time' }],
  json: [my.json(), JSON_COLLECTION],
  binary: [my.binary({ length: 3 }), NONE],
  varbinary: [my.varbinary({ length: 3 }), NONE],
}

const singlestore: Builders = {
  'bigint unsigned': [single.bigint({ mode: 'bigint', unsigned: true }), UINT64],
  decimal: [single.decimal(), DECIMAL],
  float: [single.float(), SINGLE],
  real: [single.real(), DOUBLE],
  boolean: [single.boolean(), INTEGER_BOOLEAN],
  'native enum': [single.singlestoreEnum('e', members), NATIVE_ENUM],
  text: [single.text(), TEXT],
  datetime: [single.datetime(), TIMESTAMP],
  json: [single.json(), JSON_COLLECTION],
  vector: [single.vector({ dimensions: 3 }), NONE],
}

type MakeTable = (name: string, columns: Record<string, never>) => unknown

const dialects: readonly (readonly [string, MakeTable, Builders])[] = [
  ['PostgreSQL', pg.pgTable as unknown as MakeTable, postgresql],
  ['SQLite', lite.sqliteTable as unknown as MakeTable, sqlite],
  ['MySQL', my.mysqlTable as unknown as MakeTable, mysql],
  ['SingleStore', single.singlestoreTable as unknown as MakeTable, singlestore],
]

/** A table of all builders, keyed by title: the tests read columns as a configuration does, from a table. */
function columnsOf(makeTable: MakeTable, builders: Builders): Record<string, Column> {
  return makeTable(
    't',
    Object.fromEntries(Object.entries(builders).map(([title, [builder]]) => [title, builder as never])),
  ) as Record<string, Column>
}

describe.each(dialects)('a %s column', (_name, makeTable, builders) => {
  const columns = columnsOf(makeTable, builders)
  test.each(Object.entries(builders))('of type %s tells its facts', (title, [, facts]) => {
    expect(readColumn(columns[title] as Column)).toStrictEqual(complete(facts))
  })
})

test('an aliased table’s column tells the same facts', () => {
  const table = lite.sqliteTable('t', { at: lite.integer({ mode: 'timestamp_ms' }).notNull() })
  expect(readColumn(lite.alias(table, 'other').at)).toStrictEqual(readColumn(table.at))
  const posts = pg.pgTable('posts', { tags: pg.text().array() })
  expect(readColumn(pg.alias(posts, 'other').tags)).toStrictEqual(readColumn(posts.tags))
})

// As the 1.0 line declares them, where the column of the elements is the array's own.
test.each<[string, unknown, number, Facts]>([
  ['text', pg.text(), 1, { ...array({ ...TEXT, sqlType: 'text' }), sqlType: 'text[]' }],
  ['text not null', pg.text().notNull(), 1, { ...array(TEXT), notNull: true, sqlType: 'text[]' }],
  ['integer', pg.integer(), 1, { ...array(INT32), sqlType: 'integer[]' }],
  ['text in two dimensions', pg.text(), 2, { valueType: null, storage: 'array', sqlType: 'text[][]' }],
  ['jsonb', pg.jsonb(), 1, { valueType: null, storage: 'array', sqlType: 'jsonb[]', element: JSON_DOCUMENT }],
  ['tsvector', pgCustom('tsvector'), 1, { valueType: null, storage: 'array', sqlType: 'tsvector[]', element: NONE }],
  [
    'an enum named as a type',
    namedVector(),
    1,
    { ...array({ ...NATIVE_ENUM, sqlType: 'vector' }), sqlType: 'vector[]' },
  ],
  ['no dimension', pg.text(), 0, { ...TEXT, sqlType: 'text' }],
])('an array by its dimensions: %s', (_title, builder, dimensions, facts) => {
  const { c } = columnsOf(pg.pgTable as unknown as MakeTable, { c: [builder, facts] })
  expect(readColumn(Object.assign(Object.create(c as Column) as Column, { dimensions }))).toStrictEqual(complete(facts))
})

// Columns of dialects that only one Drizzle line has, by what both lines' columns show.
test.each<[string, string, Facts]>([
  ['GelText', 'text', NONE],
  ['MsSqlText', 'text', TEXT],
  ['MsSqlInt', 'int', INT32],
  ['MsSqlDate', 'date', { valueType: 'date' }],
  ['MsSqlTime', 'time(7)', { valueType: 'time' }],
  ['CockroachString', 'string', TEXT],
])('a column of the class %s over %s', (columnType, sqlType, facts) => {
  const column = { columnType, notNull: false, enumValues: undefined, getSQLType: () => sqlType }
  expect(readColumn(column as unknown as Column)).toStrictEqual(complete({ ...facts, sqlType }))
})

test('facts and all that is in them are frozen', () => {
  const facts = readColumn(pg.pgTable('t', { moods: mood().array() }).moods)
  expect([facts, facts.element, facts.element?.enumValues].every(Object.isFrozen)).toBe(true)
})

// These columns exist on the 1.0 line only; the import is by a name that the older line's types do not know.
if (isV1)
  describe('a column of the 1.0 line', () => {
    interface Dialect {
      readonly [factory: string]: (...options: unknown[]) => { array(): unknown }
    }
    const read = async (dialect: string, tableName: string, make: (core: Dialect) => Builders): Promise<void> => {
      const core = (await import(/* @vite-ignore */ `drizzle-orm-v1/${dialect}-core`)) as Dialect
      const builders = make(core)
      const columns = columnsOf(core[tableName] as unknown as MakeTable, builders)
      for (const [title, [, facts]] of Object.entries(builders)) {
        expect.soft(readColumn(columns[title] as Column), title).toStrictEqual(complete(facts))
      }
    }

    test('of SQL Server tells its facts', () =>
      read('mssql', 'mssqlTable', (ms) => ({
        tinyint: [ms['tinyint']!(), int(0, 255)],
        int: [ms['int']!(), INT32],
        'bigint as string': [ms['bigint']!({ mode: 'string' }), BIGINT],
        bit: [ms['bit']!(), INTEGER_BOOLEAN],
        nchar: [ms['nchar']!({ length: 1 }), CHAR],
        'nchar of three': [ms['nchar']!({ length: 3 }), TEXT],
        nvarchar: [ms['nvarchar']!({ length: 'max' }), TEXT],
        'nvarchar as json': [ms['nvarchar']!({ length: 'max', mode: 'json' }), JSON_COLLECTION],
        'text with enum': [ms['text']!({ enum: members }), TEXT_ENUM],
        datetime2: [ms['datetime2']!({ mode: 'string', precision: 3 }), TIMESTAMP],
        datetimeoffset: [ms['datetimeoffset']!(), TIMESTAMP],
        numeric: [ms['numeric']!({ mode: 'bigint' }), DECIMAL],
        float: [ms['float']!(), DOUBLE],
        'float of 24 bits': [ms['float']!({ precision: 24 }), SINGLE],
        real: [ms['real']!(), SINGLE],
        time: [ms['time']!(), { valueType: 'time' }],
        varbinary: [ms['varbinary']!(), NONE],
      })))

    test('of CockroachDB tells its facts', () =>
      read('cockroach', 'cockroachTable', (cockroach) => ({
        int2: [cockroach['int2']!(), INT16],
        int4: [cockroach['int4']!(), INT32],
        int8: [cockroach['int8']!({ mode: 'number' }), BIGINT],
        bool: [cockroach['bool']!(), { valueType: 'boolean' }],
        string: [cockroach['string']!(), TEXT],
        char: [cockroach['char']!(), CHAR],
        decimal: [cockroach['decimal']!({ mode: 'number' }), DECIMAL],
        float: [cockroach['float']!(), DOUBLE],
        real: [cockroach['real']!(), SINGLE],
        inet: [cockroach['inet']!(), TEXT_LIKE],
        timestamptz: [cockroach['timestamp']!({ withTimezone: true, mode: 'string' }), TIMESTAMP],
        timetz: [cockroach['time']!({ withTimezone: true }), NONE],
        interval: [cockroach['interval']!(), { valueType: 'interval' }],
        jsonb: [cockroach['jsonb']!(), JSON_DOCUMENT],
        varbit: [cockroach['varbit']!(), NONE],
        vector: [cockroach['vector']!({ dimensions: 3 }), NONE],
        'string array': [cockroach['string']!().array(), array(TEXT)],
      })))

    test('of an array of vectors or bits is an array', () =>
      read('pg', 'pgTable', (core) => {
        const vectors = (['vector', 'halfvec', 'sparsevec', 'bit'] as const).map((name) => {
          const sqlType = `${name}(3)`
          const facts = { valueType: null, storage: 'array', sqlType: `${sqlType}[]`, element: { ...NONE, sqlType } }
          return [name, [core[name]!({ dimensions: 3 }).array(), facts as Facts]] as const
        })
        return Object.fromEntries(vectors)
      }))

    test('of PostgreSQL’s and MySQL’s binary types has no value type', async () => {
      await read('pg', 'pgTable', (core) => ({ bytea: [core['bytea']!(), NONE] }))
      await read('mysql', 'mysqlTable', (core) => ({
        blob: [core['blob']!(), NONE],
        tinyblob: [core['tinyblob']!(), NONE],
      }))
    })
  })
