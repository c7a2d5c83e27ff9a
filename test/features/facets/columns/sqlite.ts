// Every column type and mode of SQLite that a facet can count.
import * as sqlite from 'drizzle-orm/sqlite-core'
import { boxed, type ColumnCase } from './column-case.js'

const LARGE = ['9007199254740991', '-9007199254740991', '0']
const custom = (sqlType: string) =>
  sqlite.customType<{ data: { held: string }; driverData: string }>({ dataType: () => sqlType, ...boxed })

export const sqliteCases = (): ColumnCase[] => [
  { name: 'text', column: sqlite.text(), literals: [`'plain'`, `' blank '`, `'a%_\\'`, `''`, `'ü'`] },
  {
    name: 'textEnum',
    column: sqlite.text({ enum: ['red', 'Green', ''] }),
    literals: [`'red'`, `'Green'`, `''`],
    unnamed: 1,
  },
  { name: 'boolean', column: sqlite.integer({ mode: 'boolean' }), literals: ['1', '0'] },
  { name: 'integer', column: sqlite.integer(), literals: LARGE },
  {
    name: 'timestamp',
    column: sqlite.integer({ mode: 'timestamp' }),
    literals: ['1709210096', '1709210097', '-62135596800'],
    isOfColumn: true,
  },
  {
    name: 'timestampMillis',
    column: sqlite.integer({ mode: 'timestamp_ms' }),
    literals: ['1709210096123', '1709210096124'],
    isOfColumn: true,
  },
  { name: 'numeric', column: sqlite.numeric(), literals: [`'1234567890.5'`, `'1234567890.25'`] },
  { name: 'numericNumber', column: sqlite.numeric({ mode: 'number' }), literals: ['1234.5678', '1234.5679'] },
  {
    name: 'numericBigint',
    column: sqlite.numeric({ mode: 'bigint' }),
    literals: ['9007199254740993', '9007199254740992'],
  },
  {
    name: 'real',
    column: sqlite.real(),
    literals: ['0.1', '0.30000000000000004', '-2.7755575615628914e-17', '1.7976931348623157e308'],
  },
  {
    name: 'texts',
    column: sqlite.text({ mode: 'json' }),
    literals: [`'["a", "ü", true, null]'`, `'["a", "a", "a,b", "", false]'`, `'"a"'`, `'[{"x":1}]'`],
  },
  {
    name: 'numbers',
    column: sqlite.text({ mode: 'json' }),
    literals: [`'[9007199254740993, 1.50, {"x": 1}]'`, `'[1e300, 2]'`],
  },
  { name: 'customDecimal', column: custom('numeric')(), literals: ['1.5', '1.25'], as: 'decimal' },
  { name: 'customInteger', column: custom('integer')(), literals: ['1', '2'], as: 'integer' },
  { name: 'customText', column: custom('text')(), literals: [`'plain'`, `''`], as: 'text' },
  { name: 'customUuid', column: custom('text')(), literals: [`'0f8fad5b-d9cb-469f-a165-70867728950e'`], as: 'uuid' },
  { name: 'customVarchar', column: custom('varchar(20)')(), literals: [`'plain'`, `''`], as: 'text' },
  { name: 'customTextAsDate', column: custom('text')(), literals: [`'2024-02-29'`, `'2024-03-01'`], as: 'date' },
  {
    name: 'customTextAsTimestamp',
    column: custom('text')(),
    literals: [`'2024-02-29T12:00:00.123Z'`, `'2024-02-29T14:00:00.123+02:00'`, `'2024-03-01'`],
    as: 'timestamp',
  },
  {
    name: 'customVarcharAsTimestamp',
    column: custom('varchar(30)')(),
    literals: [`'2024-02-29 12:00:00'`, `'2024-03-01'`],
    as: 'timestamp',
  },
  { name: 'customTextAsTime', column: custom('text')(), literals: [`'12:34:56'`, `'00:00'`], as: 'time' },
  { name: 'customTextAsInteger', column: custom('text')(), literals: [`'7'`, `'07'`, `'10'`], as: 'integer' },
  { name: 'customTextAsFloat', column: custom('text')(), literals: [`'1.50'`, `'10'`], as: 'float' },
  { name: 'customTextAsBoolean', column: custom('text')(), literals: [`'true'`, `'f'`], as: 'boolean' },
  { name: 'textAsDate', column: sqlite.text(), literals: [`'2024-02-29'`, `'2024-03-01'`], as: 'date' },
  {
    name: 'textAsTimestamp',
    column: sqlite.text(),
    literals: [`'2024-02-29T12:00:00.123Z'`, `'2024-03-01'`],
    as: 'timestamp',
  },
  { name: 'textAsTime', column: sqlite.text(), literals: [`'12:34:56'`, `'00:00:00'`], as: 'time' },
  { name: 'textAsInteger', column: sqlite.text(), literals: [`'7'`, `'8'`], as: 'integer' },
  {
    name: 'timestampAsDate',
    column: sqlite.integer({ mode: 'timestamp' }),
    literals: ['1709210096', '1709296496'],
    as: 'date',
  },
  {
    name: 'millisecondsAsDate',
    column: sqlite.integer({ mode: 'timestamp_ms' }),
    literals: ['1709210096123', '1709210096124', '-1'],
    as: 'date',
  },
  {
    name: 'millisecondsAsTime',
    column: sqlite.integer({ mode: 'timestamp_ms' }),
    literals: ['1709210096123', '1709210096124', '-1'],
    as: 'time',
  },
  { name: 'integerAsText', column: sqlite.integer(), literals: ['1', '20'], as: 'text' },
]
