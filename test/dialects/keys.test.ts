// How the value of an order's term is read and written beside a position's, on dialects whose servers these tests do
// not have.
import { type SQL, sql } from 'drizzle-orm'
import { MySqlDialect } from 'drizzle-orm/mysql-core'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { DIALECTS } from '../../src/dialects/index.js'
import type { DialectName } from '../../src/vocabulary.js'
import { compileSeek, type WrittenPosition, positionOrder } from '../../src/sql/seek.js'
import type { KeyForm, KeyKind, OrderTerm, PositionKey } from '../../src/types/position.js'

const key = (dialect: DialectName, kind: KeyKind, sqlType = ''): PositionKey => ({
  kind,
  dialect,
  range: null,
  members: null,
  sqlType,
  element: null,
})
/** Neither has a parameter here, so that any renderer will do. */
const [column, slot] = [sql.raw('c'), sql.raw('?')]
const written = (fragment: unknown): string => new PgDialect().sqlToQuery(sql`${fragment}`).sql

test.each<[dialect: DialectName, kind: KeyKind, sqlType: string, text: string]>([
  ['mysql', 'integer', 'int', 'cast(c as char)'],
  // By its position, as it is ordered.
  ['mysql', 'integer', 'enum', 'cast(c + 0 as char)'],
  // A single prints six digits of itself.
  ['mysql', 'float', 'float', 'cast(json_array(c + 0e0) as char(96))'],
  ['mysql', 'number', '', 'cast(json_array((c) + 0) as char(96))'],
  ['mysql', 'bytes', 'varbinary', 'hex(c)'],
  [
    'mysql',
    'driver',
    '',
    "concat(substr(cast(json_array(c) as char(96)), 2, 80), ':', if(json_type(json_extract(json_array(c), '$[0]')) = 'TIME', 2, coalesce(c in (concat(c, '.0'), cast(concat(substr(cast(json_array(c) as char(96)), 2, 80), '.0') as binary)), 0)), ':', hex(concat(c)), ':', (c) is true)",
  ],
  ['singlestore', 'driver', '', 'c'],
  ['singlestore', 'float', 'float', 'concat(c + 0e0)'],
  ['mysql', 'weights', 'text', 'hex(c)'],
  ['mysql', 'text', 'varchar(10)', 'c'],
  // What the server sorts by, where its collation has no padding.
  [
    'mysql',
    'padded',
    'char(20)',
    "if(locate('_nopad_', collation(c)) > 0, hex(left(weight_string(concat(c, space(80 - length(c)))), 1024)), c)",
  ],
  ['mysql', 'text', 'json', 'cast(c as char)'],
  ['mysql', 'timestamp', 'datetime', 'cast(c as char)'],
  ['mssql', 'float', 'float', 'convert(varchar(40), cast(c as float), 3)'],
  ['mssql', 'timestamp', 'datetime2', 'convert(varchar(40), cast(c as datetime2(7)), 126)'],
  ['mssql', 'timestamptz', 'datetimeoffset', 'convert(varchar(40), c, 126)'],
  ['mssql', 'bytes', 'varbinary', 'convert(varchar(max), c, 2)'],
  ['mssql', 'text', 'nvarchar', 'convert(nvarchar(max), c)'],
  ['postgresql', 'bytes', 'bytea', "encode(c, 'hex')"],
  ['cockroach', 'boolean', 'bool', '(c)::boolean::text'],
  ['postgresql', 'uuid', 'uuid', '(c)::text'],
  [
    'sqlite',
    'stored',
    '',
    "case typeof(c) when 'integer' then 'i' || c when 'text' then 't' || hex(c) when 'blob' then 'b' || hex(c) else c end",
  ],
])('%s reads %s %s', (dialect, kind, sqlType, text) => {
  expect(written(DIALECTS[dialect].keys.select(column, key(dialect, kind, sqlType)))).toBe(text)
})

const WEIGHTS =
  "left(weight_string(if(collation(c) rlike '_nopad_|_0900_|^binary$', left(c, 1000), concat(rtrim(left(c, 1000)), space(8)))), 1000)"

test.each<[dialect: DialectName, kind: KeyKind, sqlType: string, text: string]>([
  // By the bytes that are sorted, where there may be more of them than MySQL sorts by.
  ['mysql', 'weights', 'text', WEIGHTS],
  ['mysql', 'weights', 'varchar(500)', WEIGHTS],
  ['mysql', 'weights', '', WEIGHTS],
  [
    'mysql',
    'weights',
    'json',
    'left(weight_string(concat(rtrim(left(cast(c as char character set utf8mb4) collate utf8mb4_bin, 1000)), space(8))), 1000)',
  ],
  ['mysql', 'bytes', 'blob', 'left(c, 1000)'],
  ['mysql', 'bytes', 'varbinary(2000)', 'left(c, 1000)'],
  ['mysql', 'bytes', 'varbinary(1000)', 'c'],
  ['mysql', 'bytes', 'binary', 'c'],
  ['mysql', 'bytes', 'binary(16)', 'c'],
  ['mysql', 'bytes', 'varbinary(1001)', 'left(c, 1000)'],
  ['mysql', 'text', 'varchar(255)', 'c'],
  ['singlestore', 'weights', 'text', 'c'],
  ['postgresql', 'text', 'text', 'c'],
])('%s orders pages by position by %s %s', (dialect, kind, sqlType, text) => {
  expect(written(positionOrder(column, key(dialect, kind, sqlType)))).toBe(text)
})

test.each<[dialect: DialectName, kind: KeyKind, sqlType: string, form: KeyForm, text: string]>([
  ['mysql', 'integer', 'bigint', 'signed', 'cast(? as signed)'],
  ['mysql', 'integer', 'bigint unsigned', 'unsigned', 'cast(? as unsigned)'],
  ['mysql', 'number', '', 'decimal', 'cast(? as decimal(65,30))'],
  ['mysql', 'number', '', 'double', '(? + 0e0)'],
  ['mysql', 'text', 'text', 'hex', 'unhex(?)'],
  ['mysql', 'integer', '', 'digits', 'cast(? as decimal(20,0))'],
  ['mysql', 'bytes', 'blob', 'plain', 'unhex(?)'],
  ['mysql', 'weights', 'text', 'plain', 'unhex(?)'],
  ['mysql', 'float', 'double', 'plain', '(? + 0e0)'],
  ['mysql', 'decimal', 'decimal(12,4)', 'plain', 'cast(? as decimal(65,4))'],
  ['mysql', 'decimal', 'decimal(30,12)', 'plain', 'cast(? as decimal(65,12))'],
  ['mysql', 'decimal', 'decimal', 'plain', 'cast(? as decimal(65,0))'],
  ['mysql', 'decimal', '', 'plain', 'cast(? as decimal(65,30))'],
  ['mysql', 'text', 'text', 'plain', '?'],
  ['mysql', 'time', '', 'plain', 'cast(? as time(6))'],
  ['mysql', 'interval', '', 'plain', 'cast(? as time(6))'],
  ['mysql', 'time', 'time(3)', 'plain', '?'],
  ['mssql', 'bytes', 'varbinary', 'plain', 'convert(varbinary(max), ?, 2)'],
  ['mssql', 'number', '', 'plain', 'cast(? as bigint)'],
  ['mssql', 'integer', 'int', 'plain', 'cast(? as bigint)'],
  ['mssql', 'decimal', 'decimal(12,4)', 'plain', 'cast(? as decimal(38,18))'],
  ['mssql', 'float', 'float', 'plain', 'cast(? as float)'],
  ['mssql', 'timestamp', 'datetime2', 'plain', 'cast(? as datetime2(7))'],
  ['mssql', 'timestamptz', 'datetimeoffset', 'plain', 'cast(? as datetimeoffset(7))'],
  ['mssql', 'date', 'date', 'plain', 'cast(? as date)'],
  ['mssql', 'time', 'time', 'plain', 'cast(? as time(7))'],
  ['mssql', 'number', '', 'double', 'cast(? as float)'],
  ['mssql', 'text', 'nvarchar', 'plain', '?'],
  ['sqlite', 'stored', '', 'signed', '+cast(? as integer)'],
  ['sqlite', 'stored', '', 'real', '+cast(? as real)'],
  ['sqlite', 'stored', '', 'text', '+cast(? as text)'],
  ['sqlite', 'stored', '', 'plain', '?'],
])('%s writes %s %s as %s', (dialect, kind, sqlType, form, text) => {
  expect(written(DIALECTS[dialect].keys.parameter(slot, key(dialect, kind, sqlType), form))).toBe(text)
})

test('text with characters that a driver escapes is put back by MySQL', () => {
  const parameter = DIALECTS['mysql'].keys.parameter(slot, key('mysql', 'text', 'text'), 'marks')
  expect(new MySqlDialect().sqlToQuery(sql`${parameter}`).sql).toMatch(
    /^replace\(.*replace\(\?, '~0', ''''\).*, '~9', '~'\)$/s,
  )
})

test.each<[dialect: DialectName, facts: readonly (boolean | string | null)[]]>([
  ['postgresql', [true, true, false, 'limited']],
  ['cockroach', [true, true, false, 'limited']],
  ['sqlite', [true, true, false, 'merged']],
  ['mysql', [false, false, true, null]],
  ['singlestore', [false, false, true, null]],
  ['mssql', [false, true, false, null]],
])('%s: rows as rows, led, sorts by nulls, ranges: %j', (dialect, facts) => {
  const { hasRowComparison, needsLead, sortsByNull, readsRanges } = DIALECTS[dialect].keys
  expect([hasRowComparison, needsLead, sortsByNull, readsRanges]).toEqual(facts)
})

const term = (dialect: DialectName, more: Partial<OrderTerm>): OrderTerm =>
  ({ direction: 'asc', nulls: 'first', isNullable: true, key: key(dialect, 'text', 'text'), ...more }) as OrderTerm
const seek = (dialect: DialectName, terms: readonly OrderTerm[], position: WrittenPosition) =>
  compileSeek(
    terms,
    terms.map((_, index) => sql.raw(`c${index}`)),
    position,
    dialect,
  )
const value = { form: 'plain' as const, slot: sql.raw('x') as SQL }

// R13.1.19: MySQL sorts by a term that is null in every row that is left; such terms are not ordered by.
test.each<
  [title: string, terms: readonly Partial<OrderTerm>[], keys: readonly (typeof value | null)[], nullTerms: number]
>([
  ['a value', [{ nulls: 'last' }, {}], [value, value], 0],
  ['nulls at the end', [{ nulls: 'last' }, { isNullable: false }], [null, value], 1],
  ['nulls with values after them', [{ nulls: 'first' }, { isNullable: false }], [null, value], 0],
  ['nulls alone: one term stays', [{ nulls: 'last' }, { nulls: 'last' }], [null, null], 1],
])('terms that are null after the position: %s', (_title, terms, keys, nullTerms) => {
  const of = (dialect: DialectName) =>
    seek(
      dialect,
      terms.map((more) => term(dialect, more)),
      { side: 'after', keys },
    )
  expect(of('mysql').nullTerms).toBe(nullTerms)
  expect(of('sqlite').nullTerms).toBe(0)
})

test('after the last null of the last term there is nothing', () => {
  const { ranges, condition } = seek('sqlite', [term('sqlite', { nulls: 'last' })], { side: 'after', keys: [null] })
  expect(ranges.map(written)).toEqual(['1 = 0'])
  expect(written(condition)).toBe('1 = 0')
})

const [solid, nullable, falling, nullsAtEnd] = [
  { isNullable: false },
  {},
  { isNullable: false, direction: 'desc' as const },
  { nulls: 'last' as const },
]
test.each<
  [
    title: string,
    dialect: DialectName,
    terms: readonly Partial<OrderTerm>[],
    keys: readonly WrittenPosition['keys'][number][],
    ranges: readonly string[],
    condition: string,
  ]
>([
  ['one value', 'sqlite', [solid], [value], ['c0 > x'], 'c0 > x'],
  ['one value', 'mysql', [solid], [value], ['c0 > x'], 'c0 > x'],
  [
    'values of one direction',
    'sqlite',
    [solid, solid],
    [value, value],
    ['(c0, c1) > (x, x)'],
    '(c0 >= x and (c0 > x or (c0 = x and c1 > x)))',
  ],
  [
    'values of one direction',
    'mysql',
    [solid, solid],
    [value, value],
    ['c0 > x', '(c0 = x and c1 > x)'],
    '(c0 > x or (c0 = x and c1 > x))',
  ],
  [
    'values of one direction',
    'mssql',
    [solid, solid],
    [value, value],
    ['c0 > x', '(c0 = x and c1 > x)'],
    '(c0 >= x and (c0 > x or (c0 = x and c1 > x)))',
  ],
  [
    'values of two directions',
    'sqlite',
    [solid, solid, falling],
    [value, value, value],
    ['(c0, c1) > (x, x)', '(c0 = x and c1 = x and c2 < x)'],
    '(c0 >= x and (c0 > x or (c0 = x and (c1 > x or (c1 = x and c2 < x)))))',
  ],
  [
    'values of two directions',
    'mysql',
    [solid, falling],
    [value, value],
    ['c0 > x', '(c0 = x and c1 < x)'],
    '(c0 > x or (c0 = x and c1 < x))',
  ],
  [
    'a null at the end',
    'sqlite',
    [nullsAtEnd, solid],
    [null, value],
    ['(c0 is null and c1 > x)'],
    '(c0 is null and c1 > x)',
  ],
  [
    'a null at the end',
    'mysql',
    [nullsAtEnd, solid],
    [null, value],
    ['(c0 is null and c1 > x)'],
    '(c0 is null and c1 > x)',
  ],
  [
    'a null at the start',
    'postgresql',
    [nullable, solid],
    [null, value],
    ['c0 is not null', '(c0 is null and c1 > x)'],
    '(c0 is not null or (c0 is null and c1 > x))',
  ],
  [
    'a value with nulls to come',
    'sqlite',
    [nullsAtEnd, solid],
    [value, value],
    ['(c0 >= x and (c0, c1) > (x, x))', 'c0 is null'],
    '(c0 > x or c0 is null or (c0 = x and c1 > x))',
  ],
  [
    'a number of a type that no schema shows',
    'postgresql',
    [{ isNullable: false, key: key('postgresql', 'dynamic') }, solid],
    [{ form: 'numeric', slot: sql.raw('x') }, value],
    [
      "((case when pg_typeof(c0) in ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype) then (c0)::text::numeric end), c1) > (x::text::numeric, x)",
    ],
    "((case when pg_typeof(c0) in ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype) then (c0)::text::numeric end) >= x::text::numeric and ((case when pg_typeof(c0) in ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype) then (c0)::text::numeric end) > x::text::numeric or ((case when pg_typeof(c0) in ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype) then (c0)::text::numeric end) = x::text::numeric and c1 > x)))",
  ],
  [
    'a null of a type that no schema shows',
    'postgresql',
    [{ key: key('postgresql', 'dynamic') }, solid],
    [null, value],
    ['c0 is not null', '(c0 is null and c1 > x)'],
    '(c0 is not null or (c0 is null and c1 > x))',
  ],
])('the rows after %s on %s', (_title, dialect, terms, keys, ranges, condition) => {
  const found = seek(
    dialect,
    terms.map((more) => term(dialect, more)),
    { side: 'after', keys },
  )
  expect(found.ranges.map(written)).toEqual(ranges)
  expect(written(found.condition)).toBe(condition)
})
