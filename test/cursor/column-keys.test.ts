// In what form the value of an order's term is held in a cursor, by dialect and type of column.
import { sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as postgres from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { resolvedConfig } from '../../src/builder/resolved-config.js'
import { positionKeyOf } from '../../src/cursor/position-key.js'
import { type AnyPaginateConfig, paginateConfig } from '../../src/index.js'
import type { Field } from '../../src/types/config.js'
import type { PositionKey } from '../../src/types/position.js'

const bytea = postgres.customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const timetz = postgres.customType<{ data: string }>({ dataType: () => 'timetz' })
const ranges = postgres.customType<{ data: string }>({ dataType: () => 'int4range' })
const custom = postgres.customType<{ data: string }>({ dataType: () => 'integer' })
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
  .withLimits(10, 100)
  .withTieBreaker('id')
  .build()
const ofMysql = paginateConfig(m)
  .field('textAsMoment', m.text, 'timestamp')
  .field('dayAsMoment', m.day, 'timestamp')
  .field('momentAsDay', m.at, 'date')
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
  ['mysql', 'textAsNumber', { kind: 'decimal' }],
  // One that is compared as itself keeps its own form.
  ['postgresql', 'textAsUuid', { kind: 'text', sqlType: 'text' }],
  ['postgresql', 'textAsChar', { kind: 'text', sqlType: 'text' }],
  ['postgresql', 'enumAsText', { kind: 'text' }],
  ['postgresql', 'numberAsFloat', { kind: 'integer' }],
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
  ['postgresql', 'jsonb', { kind: 'jsonb' }],
  ['postgresql', 'span', { kind: 'interval' }],
  ['postgresql', 'list', { kind: 'array', element: expect.objectContaining({ kind: 'integer' }) as PositionKey }],
  ['postgresql', 'bytes', { kind: 'bytes' }],
  ['postgresql', 'clock', { kind: 'timetz' }],
  ['postgresql', 'ownClock', { kind: 'timetz' }],
  ['postgresql', 'days', { kind: 'other', sqlType: 'int4range' }],
  ['postgresql', 'own', { kind: 'integer', range: { min: -(2n ** 31n), max: 2n ** 31n - 1n } }],
  ['postgresql', 'wide', { kind: 'integer', range: { min: -(2n ** 63n), max: 2n ** 63n - 1n } }],
  ['mysql', 'wide', { kind: 'integer', range: { min: 0n, max: 2n ** 64n - 1n } }],
  ['mysql', 'at', { kind: 'timestamp', sqlType: 'datetime' }],
  ['mysql', 'active', { kind: 'integer', range: { min: -128n, max: 255n } }],
  ['mysql', 'mood', { kind: 'integer', sqlType: 'enum' }],
  ['mysql', 'bytes', { kind: 'bytes' }],
  ['mysql', 'json', { kind: 'weights', sqlType: 'json' }],
  ['mysql', 'shape', { kind: 'weights', sqlType: 'geometry' }],
  // Expressions, of which the schema shows no type.
  ['postgresql', 'moment', { kind: 'timestamp', sqlType: 'inferred' }],
  ['postgresql', 'truth', { kind: 'boolean' }],
  ['postgresql', 'identity', { kind: 'uuid' }],
  ['postgresql', 'day2', { kind: 'date' }],
  ['postgresql', 'time2', { kind: 'time' }],
  ['postgresql', 'span2', { kind: 'interval' }],
  ['postgresql', 'number', { kind: 'number' }],
  ['postgresql', 'word', { kind: 'text' }],
  ['postgresql', 'untyped', { kind: 'dynamic' }],
  ['mysql', 'moment', { kind: 'timestamp' }],
  ['mysql', 'truth', { kind: 'number' }],
  ['mysql', 'identity', { kind: 'weights' }],
  ['mysql', 'word', { kind: 'weights' }],
  ['mysql', 'number', { kind: 'number' }],
  ['mysql', 'untyped', { kind: 'driver' }],
  // Text that may be longer than what MySQL sorts by is held as the bytes that are sorted.
  ['mysql', 'text', { kind: 'weights', sqlType: 'text' }],
  ['mysql', 'short', { kind: 'text', sqlType: 'varchar(255)' }],
  ['mysql', 'long', { kind: 'weights', sqlType: 'varchar(256)' }],
  ['mysql', 'tiny', { kind: 'text', sqlType: 'tinytext' }],
  ['mysql', 'letter', { kind: 'text', sqlType: 'char' }],
  // Types that are sorted as numbers, whatever their text.
  ['mysql', 'bits', { kind: 'integer', sqlType: 'enum' }],
  ['mysql', 'set', { kind: 'integer', sqlType: 'enum' }],
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
