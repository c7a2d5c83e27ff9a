// Every column type and mode of PostgreSQL that a facet can count.
import * as pg from 'drizzle-orm/pg-core'
import { boxed, type ColumnCase } from './column-case.js'

export const feeling = pg.pgEnum('feeling', ['sad', 'ok', 'a,b', ''])

const UUIDS = [`'0f8fad5b-d9cb-469f-a165-70867728950e'`, `'0f8fad5b-d9cb-469f-a165-70867728950f'`]
const MICROSECONDS = [
  `'2024-03-10 06:59:59.999998'`,
  `'2024-03-10 06:59:59.999999'`,
  `'2024-03-10 07:00:00'`,
  `'0001-01-01 00:00:00'`,
]
const MILLISECONDS = [`'2024-03-10 06:59:59.999'`, `'2024-03-10 07:00:00'`]
const INSTANTS = MICROSECONDS.map((literal) => `${literal.slice(0, -1)}+00'`)
const DATES = [`'2024-02-29'`, `'2024-03-01'`, `'0001-01-01'`, `'9999-12-31'`]
const SINGLES = ['0.1', '16777217', '3.4028235e38', '-1e-40']
const DOUBLES = ['0.1', '0.30000000000000004', '-2.7755575615628914e-17', '1.7976931348623157e308']
const DIGITS = ['1.5', '12345678901234567890.0123456789', '12345678901234567890.0123456788']
const LARGE = ['9007199254740993', '9007199254740992', '-9223372036854775808']
const SPANS = [`'2 hours 30 minutes'`, `'2 hours 30 minutes 0.000001 seconds'`, `'-1 hours'`]
const TIMES = [`'12:34:56.123456'`, `'12:34:56.123457'`, `'00:00:00'`]
const FEELINGS = [`'sad'`, `'ok'`, `'a,b'`, `''`]

const custom = (sqlType: string) =>
  pg.customType<{ data: { held: string }; driverData: string }>({ dataType: () => sqlType, ...boxed })
const epoch = (sqlType: string) =>
  pg.customType<{ data: number; driverData: string }>({
    dataType: () => sqlType,
    toDriver: (value) => new Date(value).toISOString(),
    fromDriver: (value) => Date.parse(String(value)),
  })

type Declared = readonly [name: string, column: ColumnCase['column'], literals: readonly string[], unnamed?: number]

/** Each of them as an element of an array too. */
const scalars = (): readonly Declared[] => [
  ['text', pg.text(), [`'plain'`, `' blank '`, `'a%_\\'`, `'ü'`]],
  ['varchar', pg.varchar({ length: 20 }), [`'plain'`, `'Plain'`]],
  ['char', pg.char({ length: 1 }), [`'a'`, `'A'`, `' '`], 1],
  ['charFive', pg.char({ length: 5 }), [`'a'`, `'ab'`]],
  ['charEnum', pg.char({ length: 5, enum: ['one', 'three'] }), [`'one'`, `'three'`]],
  ['textEnum', pg.text({ enum: ['red', 'Green'] }), [`'red'`, `'Green'`]],
  ['boolean', pg.boolean(), ['true', 'false']],
  ['uuid', pg.uuid(), UUIDS],
  ['smallint', pg.smallint(), ['1', '-32768']],
  ['integer', pg.integer(), ['1', '2147483647']],
  ['bigint', pg.bigint({ mode: 'bigint' }), LARGE],
  ['bigintNumber', pg.bigint({ mode: 'number' }), ['9007199254740991', '-1']],
  ['numeric', pg.numeric({ precision: 30, scale: 10 }), DIGITS],
  ['numericFree', pg.numeric(), ['1.50', '1.5', '0.00000000000000000001']],
  ['numericNumber', pg.numeric({ precision: 12, scale: 4, mode: 'number' }), ['1234.5678', '1234.5679']],
  ['numericBigint', pg.numeric({ precision: 30, scale: 0, mode: 'bigint' }), ['123456789012345678901234567890', '1']],
  ['real', pg.real(), SINGLES],
  ['double', pg.doublePrecision(), DOUBLES],
  ['timestamp', pg.timestamp(), MICROSECONDS],
  ['timestampMillis', pg.timestamp({ precision: 3 }), MILLISECONDS],
  ['timestampString', pg.timestamp({ mode: 'string' }), MICROSECONDS],
  ['timestamptz', pg.timestamp({ withTimezone: true }), INSTANTS],
  ['timestamptzString', pg.timestamp({ withTimezone: true, mode: 'string' }), INSTANTS],
  ['date', pg.date(), DATES],
  ['dateDate', pg.date({ mode: 'date' }), DATES],
  ['time', pg.time(), TIMES],
  ['interval', pg.interval(), SPANS],
  ['inet', pg.inet(), [`'10.0.0.1'`, `'10.0.0.1/24'`, `'::1'`]],
  ['cidr', pg.cidr(), [`'10.0.0.0/8'`, `'10.1.0.0/16'`]],
  ['macaddr', pg.macaddr(), [`'08:00:2b:01:02:03'`, `'08:00:2b:01:02:04'`]],
  ['macaddr8', pg.macaddr8(), [`'08:00:2b:01:02:03:04:05'`, `'08:00:2b:01:02:03:04:06'`]],
  ['enum', feeling(), FEELINGS, 1],
]

type ArrayBuilder = { array(): ColumnCase['column'] }

export const postgresqlCases = (): ColumnCase[] => [
  ...scalars().map(([name, column, literals, unnamed = 0]) => ({
    name,
    column,
    literals,
    unnamed,
    // No min() of it.
    isOfColumn: name.startsWith('macaddr'),
  })),
  ...scalars().map(([name, column, literals]) => ({
    name: `${name}Array`,
    column: (column as unknown as ArrayBuilder).array(),
    literals: [
      `array[${literals.join(', ')}]`,
      // Drizzle 0.45 cannot read a null among bigints.
      `array[${literals[0]}, ${literals[0]}${/bigint$/i.test(name) ? '' : ', null'}]`,
      `array[${literals[1]}]`,
      "'{}'",
    ],
  })),
  { name: 'serial', column: pg.serial(), literals: ['1', '2'] },
  { name: 'customDecimal', column: custom('numeric(20,4)')(), literals: ['1.5', '1.5001'], as: 'decimal' },
  { name: 'customInteger', column: custom('integer')(), literals: ['1', '2'], as: 'integer' },
  { name: 'customBigint', column: custom('bigint')(), literals: LARGE, as: 'bigint' },
  { name: 'customUuid', column: custom('uuid')(), literals: UUIDS, as: 'uuid' },
  { name: 'customText', column: custom('text')(), literals: [`'plain'`, `''`], as: 'text' },
  { name: 'customDate', column: custom('date')(), literals: DATES.slice(0, 2), as: 'date' },
  { name: 'customTime', column: custom('time')(), literals: TIMES, as: 'time' },
  { name: 'customFloat', column: custom('float8')(), literals: DOUBLES, as: 'float' },
  { name: 'customBoolean', column: custom('boolean')(), literals: ['true', 'false'], as: 'boolean' },
  {
    name: 'epoch',
    column: epoch('timestamptz')(),
    literals: [`'2024-03-10 06:59:59.999+00'`, `'2024-03-10 07:00:00+00'`],
    as: 'timestamp',
  },
  { name: 'epochDate', column: epoch('date')(), literals: DATES.slice(0, 2), as: 'date' },
  { name: 'customInt', column: custom('int')(), literals: ['1', '2'], as: 'integer' },
  { name: 'customReal', column: custom('real')(), literals: SINGLES, as: 'float' },
  { name: 'customSingle', column: custom('float4')(), literals: SINGLES, as: 'float' },
  { name: 'customInet', column: custom('inet')(), literals: [`'10.0.0.1'`, `'10.0.0.1/24'`], as: 'text' },
  { name: 'customTextAsDate', column: custom('text')(), literals: DATES, as: 'date' },
  {
    name: 'customTextAsTimestamp',
    column: custom('character varying(40)')(),
    literals: [`'2024-02-29T12:00:00.000001Z'`, `'2024-02-29T14:00:00.000001+02:00'`, `'2024-03-01'`],
    as: 'timestamp',
  },
  { name: 'customTextAsInteger', column: custom('text')(), literals: [`'7'`, `'07'`, `'8'`], as: 'integer' },
  { name: 'customTextAsUuid', column: custom('text')(), literals: UUIDS, as: 'uuid' },
  { name: 'customTimestampAsDate', column: custom('timestamptz')(), literals: INSTANTS.slice(0, 3), as: 'date' },
  { name: 'customIntegerAsText', column: custom('integer')(), literals: ['1', '20'], as: 'text' },
  { name: 'customSmallintAsBoolean', column: custom('smallint')(), literals: ['0', '1'], as: 'boolean' },
  { name: 'bigintAsBoolean', column: pg.bigint({ mode: 'bigint' }), literals: ['0', '1'], as: 'boolean' },
  { name: 'textAsDate', column: pg.text(), literals: [`'2024-02-29'`, `'2024-03-01'`], as: 'date' },
  {
    name: 'textAsTimestamp',
    column: pg.text(),
    literals: [`'2024-02-29T12:00:00.000001Z'`, `'2024-02-29T14:00:00.000001+02:00'`, `'2024-03-01'`],
    as: 'timestamp',
  },
  { name: 'textAsInteger', column: pg.text(), literals: [`'7'`, `'07'`, `'8'`], as: 'integer' },
  { name: 'textAsDecimal', column: pg.text(), literals: [`'7.50'`, `'7.5'`, `'8'`], as: 'decimal' },
  { name: 'textAsUuid', column: pg.text(), literals: UUIDS, as: 'uuid' },
  { name: 'timestampAsDate', column: pg.timestamp(), literals: MICROSECONDS, as: 'date' },
  { name: 'timestamptzAsDate', column: pg.timestamp({ withTimezone: true }), literals: INSTANTS, as: 'date' },
  { name: 'timestampAsTime', column: pg.timestamp(), literals: MICROSECONDS, as: 'time' },
  { name: 'timestampStringAsTime', column: pg.timestamp({ mode: 'string' }), literals: MICROSECONDS, as: 'time' },
  { name: 'dateAsTimestamp', column: pg.date({ mode: 'date' }), literals: DATES.slice(0, 2), as: 'timestamp' },
  { name: 'integerAsText', column: pg.integer(), literals: ['1', '20'], as: 'text' },
  { name: 'jsonb', column: pg.jsonb(), literals: JSON_LITERALS, as: 'collection' },
  { name: 'json', column: pg.json(), literals: JSON_LITERALS, as: 'collection' },
]

/** Elements that JavaScript would print otherwise than the database does. */
const JSON_LITERALS = [
  `'["a", "ü", true, null]'`,
  `'[9007199254740993, 1.50, {"x": 1}]'`,
  `'["a", "a", "a,b", "", false]'`,
  `'"a"'`,
]
