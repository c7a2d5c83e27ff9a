// Every column type and mode of MySQL and MariaDB that a facet can count.
import * as mysql from 'drizzle-orm/mysql-core'
import { boxed, type ColumnCase } from './column-case.js'

const MICROSECONDS = [`'2024-03-10 06:59:59.999998'`, `'2024-03-10 06:59:59.999999'`, `'2024-03-10 07:00:00'`]
const DATES = [`'2024-02-29'`, `'2024-03-01'`]
const TIMES = [`'12:34:56.123456'`, `'12:34:56.123457'`, `'-01:00:00'`, `'838:59:59'`]
const DOUBLES = ['0.1', '0.30000000000000004', '-2.7755575615628914e-17', '1.7976931348623157e308']
const LARGE = ['9007199254740993', '9007199254740992', '-9223372036854775808']
const JSON_LITERALS = [
  `'["a", "ü", true, null]'`,
  `'[9007199254740993, 1.50, {"x": 1}]'`,
  `'["a", "a", "a,b", "", false]'`,
  `'"a"'`,
]

const custom = (sqlType: string) =>
  mysql.customType<{ data: { held: string }; driverData: string }>({ dataType: () => sqlType, ...boxed })
const bit = (sqlType: string) =>
  mysql.customType<{ data: boolean; driverData: number }>({
    dataType: () => sqlType,
    toDriver: (value) => (value ? 1 : 0),
    fromDriver: (bytes) => (bytes as unknown as Uint8Array).at(-1) === 1,
  })

export const mysqlCases = (): ColumnCase[] => [
  { name: 'text', column: mysql.text(), literals: [`'plain'`, `' blank '`, `'a%_'`, `''`, `'ü'`] },
  { name: 'varchar', column: mysql.varchar({ length: 20 }), literals: [`'plain'`, `'Plain'`] },
  { name: 'char', column: mysql.char({ length: 1 }), literals: [`'a'`, `'A'`, `' '`], unnamed: 1 },
  {
    name: 'textEnum',
    column: mysql.text({ enum: ['red', 'Green', ''] }),
    literals: [`'red'`, `'Green'`, `''`],
    unnamed: 1,
  },
  {
    name: 'enum',
    column: mysql.mysqlEnum(['sad', 'ok', 'a,b', '']),
    literals: [`'sad'`, `'ok'`, `'a,b'`, `''`],
    unnamed: 1,
  },
  { name: 'boolean', column: mysql.boolean(), literals: ['true', 'false'] },
  { name: 'tinyint', column: mysql.tinyint(), literals: ['1', '-128'] },
  { name: 'tinyintUnsigned', column: mysql.tinyint({ unsigned: true }), literals: ['1', '255'] },
  { name: 'smallint', column: mysql.smallint(), literals: ['1', '-32768'] },
  { name: 'mediumint', column: mysql.mediumint(), literals: ['1', '-8388608'] },
  { name: 'int', column: mysql.int(), literals: ['1', '-2147483648'] },
  { name: 'bigint', column: mysql.bigint({ mode: 'bigint' }), literals: LARGE },
  { name: 'bigintNumber', column: mysql.bigint({ mode: 'number' }), literals: ['9007199254740991', '-1'] },
  {
    name: 'bigintUnsigned',
    column: mysql.bigint({ mode: 'bigint', unsigned: true }),
    literals: ['18446744073709551615', '18446744073709551614'],
    isOfColumn: true,
  },
  { name: 'year', column: mysql.year(), literals: ['1901', '2155'] },
  {
    name: 'decimal',
    column: mysql.decimal({ precision: 30, scale: 10 }),
    literals: ['12345678901234567890.0123456789', '12345678901234567890.0123456788'],
  },
  {
    name: 'decimalNumber',
    column: mysql.decimal({ precision: 12, scale: 4, mode: 'number' }),
    literals: ['1234.5678', '1234.5679'],
  },
  {
    name: 'decimalBigint',
    column: mysql.decimal({ precision: 30, scale: 0, mode: 'bigint' }),
    literals: ['123456789012345678901234567890', '1'],
  },
  { name: 'float', column: mysql.float(), literals: ['0.1', '1.25', '16777216'] },
  { name: 'double', column: mysql.double(), literals: DOUBLES },
  { name: 'datetime', column: mysql.datetime({ fsp: 6 }), literals: MICROSECONDS },
  { name: 'datetimeString', column: mysql.datetime({ fsp: 6, mode: 'string' }), literals: MICROSECONDS },
  { name: 'datetimeSeconds', column: mysql.datetime(), literals: [`'2024-03-10 06:59:59'`, `'2024-03-10 07:00:00'`] },
  { name: 'timestamp', column: mysql.timestamp({ fsp: 6 }), literals: MICROSECONDS },
  { name: 'timestampString', column: mysql.timestamp({ fsp: 6, mode: 'string' }), literals: MICROSECONDS },
  { name: 'date', column: mysql.date({ mode: 'string' }), literals: DATES },
  { name: 'dateDate', column: mysql.date({ mode: 'date' }), literals: DATES },
  { name: 'time', column: mysql.time({ fsp: 6 }), literals: TIMES, unnamed: 2 },
  { name: 'json', column: mysql.json(), literals: JSON_LITERALS },
  { name: 'bit', column: bit('bit(1)')(), literals: [`b'1'`, `b'0'`], as: 'boolean' },
  { name: 'bits', column: bit('bit(12)')(), literals: [`b'1'`, `b'0'`], as: 'boolean' },
  { name: 'customDecimal', column: custom('decimal(20,4)')(), literals: ['1.5', '1.5001'], as: 'decimal' },
  { name: 'customInteger', column: custom('int')(), literals: ['1', '2'], as: 'integer' },
  { name: 'customText', column: custom('varchar(20)')(), literals: [`'plain'`, `''`], as: 'text' },
  { name: 'customDate', column: custom('date')(), literals: DATES, as: 'date' },
  {
    name: 'customUuid',
    column: custom('char(36)')(),
    literals: [`'0f8fad5b-d9cb-469f-a165-70867728950e'`],
    as: 'uuid',
  },
  { name: 'customFloat', column: custom('float')(), literals: ['0.1', '1.25'], as: 'float' },
  { name: 'customTextAsDate', column: custom('varchar(40)')(), literals: DATES, as: 'date' },
  {
    name: 'customTextAsTimestamp',
    column: custom('varchar(40)')(),
    literals: [`'2024-02-29T12:00:00.000001Z'`, `'2024-03-01'`],
    as: 'timestamp',
  },
  { name: 'customTextAsInteger', column: custom('text')(), literals: [`'7'`, `'07'`, `'8'`], as: 'integer' },
  { name: 'customTextAsBoolean', column: custom('varchar(5)')(), literals: [`'true'`, `'f'`], as: 'boolean' },
  { name: 'textAsDate', column: mysql.varchar({ length: 40 }), literals: DATES, as: 'date' },
  {
    name: 'textAsTimestamp',
    column: mysql.varchar({ length: 40 }),
    literals: [`'2024-02-29T12:00:00.000001Z'`, `'2024-03-01'`],
    as: 'timestamp',
  },
  { name: 'textAsInteger', column: mysql.varchar({ length: 40 }), literals: [`'7'`, `'07'`, `'8'`], as: 'integer' },
  { name: 'datetimeAsDate', column: mysql.datetime({ fsp: 6 }), literals: MICROSECONDS, as: 'date' },
  { name: 'datetimeAsTime', column: mysql.datetime({ fsp: 6 }), literals: MICROSECONDS, as: 'time' },
  { name: 'integerAsText', column: mysql.int(), literals: ['1', '20'], as: 'text' },
]
