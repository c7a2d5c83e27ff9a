// In what form the value of an order's term is held in a cursor, by dialect and type of column.
import { sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as postgres from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { expect, inject, test } from 'vitest'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { positionKeyOf } from '../../../src/features/positions/position-key.js'
import { type AnyPaginateConfig, defineValueType, paginateConfig } from '../../../src/index.js'
import type { Field } from '../../../src/types/config.js'
import type { PositionKey } from '../../../src/types/position.js'

const isV1 = inject('drizzle').includes('1')
const bytea = postgres.customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const timetz = postgres.customType<{ data: string }>({ dataType: () => 'timetz' })
const ranges = postgres.customType<{ data: string }>({ dataType: () => 'int4range' })
const custom = postgres.customType<{ data: string }>({ dataType: () => 'integer' })
const zoned = postgres.customType<{ data: string }>({ dataType: () => 'timestamptz' })
/** A domain, of whose name nothing follows. */
const domain = (name: string) => postgres.customType<{ data: string }>({ dataType: () => name })('domain')
const own = (type: string) => mysql.customType<{ data: string }>({ dataType: () => type })
/** The lines spell nested arrays differently. */
const nested = (): ReturnType<typeof postgres.text> => {
  const builder = postgres.text('nested') as unknown as { array(dimensions?: string): { array(): never } }
  return isV1 ? (builder.array('[][]') as never) : builder.array().array()
}
const money = defineValueType({ name: 'money', parse: (text) => text })
const mood = postgres.pgEnum('mood', ['sad', 'happy'])

const status = postgres.pgEnum('OrderStatus', ['open', 'paid'])
const other = postgres.pgSchema('shop').enum('or"der', ['a', 'b'])

const p = postgres.pgTable('p', {
  id: postgres.integer('id').primaryKey(),
  text: postgres.text('text'),
  day: postgres.date('day'),
  plain: postgres.timestamp('plain'),
  zoned: postgres.timestamp('zoned', { withTimezone: true }),
  mood: mood('mood'),
  words: postgres.text('words', { enum: ['a', 'b'] }),
  inet: postgres.inet('inet'),
  jsonb: postgres.jsonb('jsonb'),
  span: postgres.interval('span'),
  list: postgres.integer('list').array(),
  documents: postgres.jsonb('documents').array(),
  nested: nested(),
  flag: postgres.boolean('flag'),
  key: postgres.uuid('key'),
  amount: postgres.numeric('amount'),
  ratio: postgres.doublePrecision('ratio'),
  at: postgres.time('at'),
  ownZoned: zoned('own_zoned'),
  likeBytes: domain('my_bytea'),
  moreThanBytes: domain('bytea_of_mine'),
  source: domain('regclass'),
  sources: domain('regclass[]'),
  region: domain('region'),
  bytes: bytea('bytes'),
  clock: postgres.time('clock', { withTimezone: true }),
  ownClock: timetz('own_clock'),
  days: ranges('days'),
  own: custom('own'),
  wide: postgres.bigint('wide', { mode: 'bigint' }),
  status: status('status'),
  other: other('other'),
  statuses: status('statuses').array(),
})
const m = mysql.mysqlTable('m', {
  id: mysql.int('id').primaryKey(),
  text: mysql.text('text'),
  day: mysql.date('day'),
  at: mysql.datetime('at'),
  active: mysql.boolean('active'),
  mood: mysql.mysqlEnum('mood', ['sad', 'happy']),
  bytes: mysql.varbinary('bytes', { length: 8 }),
  json: mysql.json('json'),
  wide: mysql.bigint('wide', { mode: 'bigint', unsigned: true }),
  shape: mysql.customType<{ data: string }>({ dataType: () => 'geometry' })('shape'),
  short: mysql.varchar('short', { length: 255 }),
  long: mysql.varchar('long', { length: 256 }),
  tiny: mysql.tinytext('tiny'),
  letter: mysql.char('letter'),
  bits: mysql.customType<{ data: Uint8Array }>({ dataType: () => 'bit(8)' })('bits'),
  set: mysql.customType<{ data: string }>({ dataType: () => "set('a','b')" })('set'),
  year: mysql.year('year'),
  ownEnum: own("enum('a','b')")('own_enum'),
  national: own('nvarchar(300)')('national'),
  varying: own('char varying(300)')('varying'),
  padded: own('Character (20) collate utf8mb4_bin')('padded'),
  filled: own('INTEGER(5) zerofill')('filled'),
  fixed: own('fixed(5, 1) unsigned')('fixed'),
  precise: own('DOUBLE  PRECISION')('precise'),
  ownSet: own("SET('a (b)','c') not null")('own_set'),
  ownBytes: own('varchar(20) character set binary')('own_bytes'),
  longBytes: own('long varbinary')('long_bytes'),
  uuid: own('uuid')('uuid'),
  address: own('INET6')('address'),
  blob: own('blob')('blob'),
  longBlob: own('longblob')('long_blob'),
  amount: mysql.decimal('amount'),
  ratio: mysql.double('ratio'),
  clock: mysql.time('clock'),
})
const s = sqlite.sqliteTable('s', { id: sqlite.integer('id').primaryKey(), text: sqlite.text('text') })

const some = sql`some()`
const ofPostgres = paginateConfig(p)
  .field('textAsMoment', p.text, 'timestamp')
  .field('textAsDay', p.text, 'date')
  .field('textAsTime', p.text, 'time')
  .field('textAsSpan', p.text, 'interval')
  .field('textAsNumber', p.text, 'decimal')
  .field('textAsInteger', p.text, 'integer')
  .field('textAsBigint', p.text, 'bigint')
  .field('textAsFloat', p.text, 'float')
  .field('textAsBoolean', p.text, 'boolean')
  .field('textAsUuid', p.text, 'uuid')
  .field('textAsChar', p.text, 'char')
  .field('enumAsText', p.words, 'text')
  .field('numberAsFloat', p.id, 'float')
  .field('numberAsText', p.id, 'text')
  .field('dayAsText', p.day, 'text')
  .field('dayAsMoment', p.day, 'timestamp')
  .field('inetAsChar', p.inet, 'char')
  .field('moment', some, 'timestamp')
  .field('truth', some, 'boolean')
  .field('identity', some, 'uuid')
  .field('day2', some, 'date')
  .field('time2', some, 'time')
  .field('span2', some, 'interval')
  .field('number', some, 'float')
  .field('word', some, 'text')
  .field('untyped', some)
  .field('onlyMood', sql`${p.mood}`)
  .field('moodOfType', sql`${p.mood}`, 'text')
  .field('negated', sql`-${p.id}`)
  .field('cast', sql`${p.id}::text`)
  .field('called', sql`lower(${p.mood})`)
  .field('joined', sql`${p.mood} || ${p.text}`)
  .field('numberAsBigint', p.id, 'bigint')
  .field('bytesAsText', p.bytes, 'text')
  .field('textAsMoney', p.text, money)
  .field('textAsList', p.text, 'collection')
  .field('inetAsUuid', p.inet, 'uuid')
  .field('whole', some, 'integer')
  .field('exact', some, 'decimal')
  .withLimits(10, 100)
  .withTieBreaker('id')
  .build()
const ofMysql = paginateConfig(m)
  .field('textAsMoment', m.text, 'timestamp')
  .field('dayAsMoment', m.day, 'timestamp')
  .field('momentAsDay', m.at, 'date')
  .field('textAsTime', m.text, 'time')
  .field('textAsNumber', m.text, 'decimal')
  .field('textAsFloat', m.text, 'float')
  .field('textAsUuid', m.text, 'uuid')
  .field('textAsBoolean', m.text, 'boolean')
  .field('numberAsDecimal', m.id, 'decimal')
  .field('moment', some, 'timestamp')
  .field('truth', some, 'boolean')
  .field('identity', some, 'uuid')
  .field('word', some, 'char')
  .field('number', some, 'bigint')
  .field('untyped', some)
  .field('onlyMood', sql`(${m.mood})`)
  .withLimits(10, 100)
  .withTieBreaker('id')
  .build()
const ofSqlite = paginateConfig(s)
  .field('moment', s.text, 'timestamp')
  .field('untyped', some)
  .withLimits(10, 100)
  .withTieBreaker('id')
  .build()

const lists = { postgresql: ofPostgres, mysql: ofMysql, sqlite: ofSqlite }

function keyOf(dialect: keyof typeof lists, name: string): PositionKey {
  const config = resolvedConfig(lists[dialect] as AnyPaginateConfig)
  return positionKeyOf(config.fields.get(name.toLowerCase()) as Field, config.dialect)
}

test.each<[dialect: keyof typeof lists, field: string, key: Partial<PositionKey>]>([
  // A column that is read as another type is compared as that type.
  ['postgresql', 'textAsMoment', { kind: 'timestamptz', sqlType: '' }],
  ['postgresql', 'dayAsMoment', { kind: 'timestamptz' }],
  ['postgresql', 'textAsDay', { kind: 'date' }],
  ['postgresql', 'textAsTime', { kind: 'time' }],
  ['postgresql', 'textAsSpan', { kind: 'interval' }],
  ['postgresql', 'textAsNumber', { kind: 'decimal' }],
  ['postgresql', 'textAsInteger', { kind: 'decimal' }],
  ['postgresql', 'textAsBigint', { kind: 'decimal' }],
  ['postgresql', 'textAsFloat', { kind: 'float' }],
  ['postgresql', 'textAsBoolean', { kind: 'boolean' }],
  ['postgresql', 'numberAsText', { kind: 'text' }],
  ['postgresql', 'dayAsText', { kind: 'text' }],
  ['postgresql', 'inetAsChar', { kind: 'text' }],
  ['mysql', 'textAsMoment', { kind: 'timestamp' }],
  ['mysql', 'dayAsMoment', { kind: 'timestamp' }],
  ['mysql', 'momentAsDay', { kind: 'date' }],
  ['mysql', 'textAsTime', { kind: 'time' }],
  ['mysql', 'textAsNumber', { kind: 'decimal' }],
  ['postgresql', 'inetAsUuid', { kind: 'uuid' }],
  // One that is compared as itself keeps its own form.
  ['postgresql', 'textAsUuid', { kind: 'text', sqlType: 'text' }],
  ['postgresql', 'textAsChar', { kind: 'text', sqlType: 'text' }],
  ['postgresql', 'enumAsText', { kind: 'text' }],
  ['postgresql', 'numberAsFloat', { kind: 'integer' }],
  ['postgresql', 'numberAsBigint', { kind: 'integer' }],
  ['postgresql', 'bytesAsText', { kind: 'bytes' }],
  ['postgresql', 'textAsMoney', { kind: 'text', sqlType: 'text' }],
  ['postgresql', 'textAsList', { kind: 'text', sqlType: 'text' }],
  ['mysql', 'textAsFloat', { kind: 'weights' }],
  ['mysql', 'textAsUuid', { kind: 'weights' }],
  ['mysql', 'textAsBoolean', { kind: 'weights' }],
  ['mysql', 'numberAsDecimal', { kind: 'integer' }],
  // Columns.
  ['postgresql', 'plain', { kind: 'timestamp' }],
  ['postgresql', 'zoned', { kind: 'timestamptz' }],
  ['postgresql', 'mood', { kind: 'enum', sqlType: '"mood"', members: ['sad', 'happy'] }],
  ['postgresql', 'words', { kind: 'text' }],
  ['postgresql', 'inet', { kind: 'network', sqlType: 'inet' }],
  ['postgresql', 'jsonb', { kind: 'jsonb', sqlType: 'jsonb' }],
  ['postgresql', 'flag', { kind: 'boolean', sqlType: 'boolean' }],
  ['postgresql', 'key', { kind: 'uuid', sqlType: 'uuid' }],
  ['postgresql', 'amount', { kind: 'decimal', sqlType: 'numeric' }],
  ['postgresql', 'ratio', { kind: 'float', sqlType: 'double precision' }],
  ['postgresql', 'day', { kind: 'date', sqlType: 'date' }],
  ['postgresql', 'at', { kind: 'time', sqlType: 'time' }],
  ['postgresql', 'ownZoned', { kind: 'timestamptz', sqlType: 'timestamptz' }],
  ['postgresql', 'span', { kind: 'interval' }],
  [
    'postgresql',
    'list',
    { kind: 'array', sqlType: 'integer[]', element: expect.objectContaining({ kind: 'integer' }) as PositionKey },
  ],
  ['postgresql', 'documents', { kind: 'array', element: expect.objectContaining({ kind: 'jsonb' }) as PositionKey }],
  ['postgresql', 'nested', { kind: 'array', sqlType: 'text[][]', element: null }],
  ['postgresql', 'bytes', { kind: 'bytes', sqlType: 'bytea' }],
  ['postgresql', 'likeBytes', { kind: 'other', sqlType: 'my_bytea' }],
  ['postgresql', 'moreThanBytes', { kind: 'other', sqlType: 'bytea_of_mine' }],
  ['postgresql', 'clock', { kind: 'timetz', sqlType: 'time with time zone' }],
  ['postgresql', 'ownClock', { kind: 'timetz', sqlType: 'timetz' }],
  ['postgresql', 'days', { kind: 'other', sqlType: 'int4range' }],
  // Types that print a name and are ordered by a number.
  ['postgresql', 'source', { kind: 'integer', sqlType: 'oid', range: { min: 0n, max: 2n ** 32n - 1n } }],
  [
    'postgresql',
    'sources',
    { kind: 'array', sqlType: 'regclass[]', element: expect.objectContaining({ sqlType: 'oid' }) as PositionKey },
  ],
  ['postgresql', 'region', { kind: 'other', sqlType: 'region' }],
  ['postgresql', 'own', { kind: 'integer', range: { min: -(2n ** 31n), max: 2n ** 31n - 1n } }],
  ['postgresql', 'wide', { kind: 'integer', range: { min: -(2n ** 63n), max: 2n ** 63n - 1n } }],
  ['mysql', 'wide', { kind: 'integer', range: { min: 0n, max: 2n ** 64n - 1n } }],
  ['mysql', 'at', { kind: 'timestamp', sqlType: 'datetime' }],
  ['mysql', 'active', { kind: 'integer', range: { min: -128n, max: 255n } }],
  ['mysql', 'mood', { kind: 'integer', sqlType: 'enum', range: { min: 0n, max: 65_535n } }],
  ['mysql', 'bytes', { kind: 'bytes' }],
  ['mysql', 'blob', { kind: 'bytes', sqlType: 'blob' }],
  ['mysql', 'longBlob', { kind: 'bytes' }],
  ['mysql', 'amount', { kind: 'decimal', sqlType: 'decimal' }],
  ['mysql', 'ratio', { kind: 'float', sqlType: 'double' }],
  ['mysql', 'clock', { kind: 'time', sqlType: 'time' }],
  ['mysql', 'json', { kind: 'weights', sqlType: 'json' }],
  ['mysql', 'shape', { kind: 'bytes', sqlType: 'geometry' }],
  // Expressions, of which the schema shows no type.
  ['postgresql', 'moment', { kind: 'timestamp', sqlType: 'inferred' }],
  ['postgresql', 'truth', { kind: 'boolean' }],
  ['postgresql', 'identity', { kind: 'uuid' }],
  ['postgresql', 'day2', { kind: 'date' }],
  ['postgresql', 'time2', { kind: 'time' }],
  ['postgresql', 'span2', { kind: 'interval' }],
  ['postgresql', 'number', { kind: 'number' }],
  ['postgresql', 'whole', { kind: 'number' }],
  ['postgresql', 'exact', { kind: 'number' }],
  ['postgresql', 'moodOfType', { kind: 'text', sqlType: '' }],
  // What is more than a column is not that column.
  ['postgresql', 'negated', { kind: 'dynamic' }],
  ['postgresql', 'cast', { kind: 'dynamic' }],
  ['postgresql', 'called', { kind: 'dynamic' }],
  ['postgresql', 'joined', { kind: 'dynamic' }],
  ['postgresql', 'word', { kind: 'text' }],
  ['postgresql', 'untyped', { kind: 'dynamic' }],
  ['mysql', 'moment', { kind: 'timestamp' }],
  ['mysql', 'truth', { kind: 'number' }],
  ['mysql', 'identity', { kind: 'other' }],
  ['mysql', 'word', { kind: 'weights' }],
  ['mysql', 'number', { kind: 'number' }],
  ['mysql', 'untyped', { kind: 'driver' }],
  // Text that may be longer than what MySQL sorts by is held as the bytes that are sorted.
  ['mysql', 'text', { kind: 'weights', sqlType: 'text' }],
  ['mysql', 'short', { kind: 'text', sqlType: 'varchar(255)' }],
  ['mysql', 'long', { kind: 'weights', sqlType: 'varchar(256)' }],
  ['mysql', 'tiny', { kind: 'text', sqlType: 'tinytext' }],
  ['mysql', 'letter', { kind: 'padded', sqlType: 'char' }],
  ['mysql', 'national', { kind: 'weights', sqlType: 'varchar(300)' }],
  ['mysql', 'varying', { kind: 'weights', sqlType: 'varchar(300)' }],
  // Custom columns, whatever name and attributes the type is written with.
  ['mysql', 'padded', { kind: 'padded', sqlType: 'char(20)' }],
  ['mysql', 'filled', { kind: 'integer', range: { min: 0n, max: 2n ** 32n - 1n } }],
  ['mysql', 'fixed', { kind: 'decimal', sqlType: 'fixed(5,1) unsigned' }],
  ['mysql', 'precise', { kind: 'float' }],
  ['mysql', 'ownSet', { kind: 'integer', sqlType: 'enum' }],
  ['mysql', 'ownBytes', { kind: 'bytes', sqlType: 'varbinary(20)' }],
  ['mysql', 'longBytes', { kind: 'bytes' }],
  // Types of MariaDB, which reads any text as one of them, or as null.
  ['mysql', 'uuid', { kind: 'uuid', sqlType: 'uuid' }],
  ['mysql', 'address', { kind: 'network', sqlType: 'inet6' }],
  // Types that are sorted as numbers, whatever their text.
  ['mysql', 'bits', { kind: 'integer', sqlType: 'enum' }],
  ['mysql', 'ownEnum', { kind: 'integer', sqlType: 'enum' }],
  ['mysql', 'set', { kind: 'integer', sqlType: 'enum', range: { min: 0n, max: 2n ** 64n - 1n } }],
  ['mysql', 'year', { kind: 'integer', range: { min: 0n, max: 2155n } }],
  // A template of one column is that column.
  ['mysql', 'onlyMood', { kind: 'integer', sqlType: 'enum' }],
  ['postgresql', 'onlyMood', { kind: 'enum' }],
  // Enums as Drizzle writes them.
  ['postgresql', 'status', { kind: 'enum', sqlType: '"OrderStatus"' }],
  ['postgresql', 'other', { kind: 'enum', sqlType: '"shop"."or""der"' }],
  ['postgresql', 'statuses', { kind: 'array', sqlType: '"OrderStatus"[]' }],
  // Values of SQLite carry their type, whatever the field says.
  ['sqlite', 'text', { kind: 'stored' }],
  ['sqlite', 'moment', { kind: 'stored' }],
  ['sqlite', 'untyped', { kind: 'stored' }],
])('%s: %s', (dialect, field, key) => {
  expect(keyOf(dialect, field)).toMatchObject(key)
})
