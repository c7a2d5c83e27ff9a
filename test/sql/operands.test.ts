// How a field and a value beside it are written, by the value type and what is known of the column.
import { sql } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import { PgDialect, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { DIALECTS } from '../../src/dialects/index.js'
import type { DialectName } from '../../src/vocabulary.js'
import { defineValueType, paginateConfig } from '../../src/index.js'
import type { Operand } from '../../src/types/sql.js'
import { condition } from './rendered.js'

const rendered = (fragment: unknown): string => new PgDialect().sqlToQuery(sql`${fragment}`).sql
const operand = (kind: string, facts: object | null, column: unknown = null): Operand =>
  ({ expression: sql.raw('c'), column, type: { kind, element: { kind: 'text' } }, facts }) as unknown as Operand
const slot = sql.raw('?')
const plain = pgTable('items', { name: text('name') })['name']

test.each<[dialect: DialectName, kind: string, facts: object | null, compared: string, parameter: string]>([
  ['postgresql', 'uuid', null, 'c', '?::uuid'],
  ['postgresql', 'bigint', null, 'c', '?::bigint'],
  ['postgresql', 'uuid', { valueType: 'char', sqlType: 'char(36)' }, 'c', '?::uuid'],
  ['postgresql', 'bigint', { valueType: 'integer', sqlType: 'integer' }, 'c', '?::bigint'],
  ['postgresql', 'integer', { valueType: 'bigint', sqlType: 'bigint' }, 'c', '?::bigint'],
  ['postgresql', 'float', { valueType: 'decimal', sqlType: 'numeric' }, 'c', '?::double precision'],
  ['postgresql', 'decimal', { valueType: 'float', sqlType: 'real' }, 'c', '?::numeric'],
  ['postgresql', 'text', { valueType: null, sqlType: 'ltree' }, 'c', '?'],
  ['postgresql', 'enum', { valueType: 'integer', sqlType: 'integer' }, 'c::text', '?'],
  ['postgresql', 'time', { valueType: 'timestamp', sqlType: 'timestamp with time zone' }, 'c::time', '?::time'],
  ['postgresql', 'collection', { valueType: 'text', sqlType: 'text' }, 'c', '?'],
  ['postgresql', 'custom', null, 'c', '?'],
  ['postgresql', 'custom', { valueType: 'uuid', sqlType: 'uuid' }, 'c', '?'],
  ['postgresql', 'custom', { valueType: 'timestamp', sqlType: 'timestamp' }, 'c', '?'],
  ['postgresql', 'custom', { valueType: 'text', sqlType: 'text' }, 'c', '?'],
  ['postgresql', 'enum', { valueType: 'enum', sqlType: 'level', isNativeEnum: true }, 'c', '?'],
  ['postgresql', 'interval', { valueType: 'interval', sqlType: 'interval day' }, 'c', '?::interval'],
  ['postgresql', 'interval', { valueType: 'interval', sqlType: 'interval day to second' }, 'c', '?::interval'],
  ['mysql', 'bigint', { valueType: 'text', sqlType: 'text' }, 'cast(c as decimal(65,30))', '?'],
  ['mysql', 'float', { valueType: 'text', sqlType: 'text' }, 'cast(c as double)', '?'],
  ['mysql', 'float', { valueType: 'char', sqlType: 'char(1)' }, 'cast(c as double)', '?'],
  ['mysql', 'float', { valueType: 'decimal', sqlType: 'decimal' }, 'c', '?'],
  ['mssql', 'float', { valueType: 'text', sqlType: 'varchar(9)' }, 'try_cast(c as float)', '?'],
  ['mssql', 'float', { valueType: 'decimal', sqlType: 'decimal' }, 'c', '?'],
  ['mssql', 'integer', { valueType: 'text', sqlType: 'varchar(9)' }, 'try_cast(c as bigint)', '?'],
  ['mssql', 'integer', { valueType: 'decimal', sqlType: 'decimal' }, 'c', '?'],
  ['mssql', 'timestamp', { valueType: 'timestamp', sqlType: 'datetimeoffset(7)' }, 'c', 'cast(? as datetimeoffset(7))'],
  ['mssql', 'timestamp', null, 'c', 'cast(? as datetime2(7))'],
  ['mssql', 'date', { valueType: 'text', sqlType: 'varchar(9)' }, 'try_cast(c as date)', 'cast(? as date)'],
  ['mssql', 'time', null, 'c', 'cast(? as time(7))'],
  ['mssql', 'text', { valueType: 'integer', sqlType: 'int' }, 'c', '?'],
  ['mysql', 'time', null, 'c', 'cast(? as time(6))'],
  ['mysql', 'interval', null, 'c', 'cast(? as time(6))'],
  ['mysql', 'time', { valueType: 'text', sqlType: 'varchar(9)' }, 'cast(c as time(6))', 'cast(? as time(6))'],
  // Of an aggregate: MySQL compares texts where no column is compared.
  ['mysql', 'time', { valueType: 'time', sqlType: 'time(3)' }, 'c', 'cast(? as time(6))'],
  ['mysql', 'enum', { valueType: 'enum', isNativeEnum: true, sqlType: 'enum' }, 'c', '?'],
  [
    'mysql',
    'enum',
    { valueType: 'enum', isNativeEnum: true, storage: 'enum-text', enumValues: ['low', "it's"] },
    "(case c when 'low' then 1 when _utf8mb4 x'69742773' then 2 end)",
    '?',
  ],
  ['mysql', 'custom', { valueType: 'enum', isNativeEnum: true, storage: 'enum-text', enumValues: ['low'] }, 'c', '?'],
  ['mysql', 'timestamp', null, 'c', '?'],
  ['sqlite', 'bigint', { valueType: 'text', storage: 'plain' }, 'cast(c as numeric)', '?'],
])('on %s %s over %j is %s beside %s', (dialect, kind, facts, compared, parameter) => {
  const found = operand(kind, facts)
  expect([
    rendered(DIALECTS[dialect].sql.compared(found)),
    rendered(DIALECTS[dialect].sql.parameter(slot, found)),
  ]).toEqual([compared, parameter])
})

// Text that is read as another type may be of no such value.
test.each<[dialect: DialectName, kind: string, facts: object | null, mayYieldNull: boolean]>([
  ['postgresql', 'timestamp', { valueType: 'text' }, false],
  ['mysql', 'timestamp', { valueType: 'text' }, true],
  ['mysql', 'text', { valueType: 'text' }, false],
  ['mysql', 'custom', { valueType: 'text' }, false],
  ['mssql', 'date', { valueType: 'text' }, true],
  ['mssql', 'custom', { valueType: 'text' }, false],
  ['sqlite', 'timestamp', { valueType: 'text', storage: 'plain' }, true],
  ['sqlite', 'timestamp', { valueType: 'integer', storage: 'milliseconds' }, false],
  ['sqlite', 'time', null, true],
  ['sqlite', 'text', { valueType: 'text', storage: 'plain' }, false],
])('on %s %s over %j may be null where the column is not: %s', (dialect, kind, facts, mayYieldNull) => {
  expect(DIALECTS[dialect].sql.mayYieldNull(operand(kind, facts))).toBe(mayYieldNull)
})

test('a predicate is a value everywhere but on SQL Server, where unknown is false by a case', () => {
  expect(rendered(DIALECTS['mssql'].sql.orFalse?.(sql.raw('c')))).toBe('case when c then 1 else 0 end = 1')
})

test('an enum of which the column names no type is bound as it is', () => {
  const found = operand('enum', { valueType: 'enum', sqlType: 'text', isNativeEnum: true }, plain)
  expect(rendered(DIALECTS['postgresql'].sql.parameter(slot, found))).toBe('?')
})

test.each<[kind: string, facts: object, text: string]>([
  ['text', { valueType: 'text', sqlType: 'vec3d(3)' }, 'c = any(?::vec3d(3)[])'],
  ['text', { valueType: 'text', sqlType: 'serialized' }, 'c = any(?::serialized[])'],
  ['text', { valueType: null, sqlType: 'ltree' }, 'c = any(?)'],
  ['enum', { valueType: 'enum', sqlType: 'varchar(5)', isNativeEnum: false }, 'c = any(?::varchar[])'],
])('a list of %s over %j on PostgreSQL is %s', (kind, facts, written) => {
  const dialect = DIALECTS['postgresql'].sql
  expect(rendered(dialect.isInList(slot, slot, operand(kind, facts)))).toBe(written.replace('c', '?'))
})

test('values of a made type are written one by one, however many', () => {
  const many = Array.from({ length: 257 }, () => 'a')
  expect(DIALECTS['postgresql'].sql.encodeList(many, operand('custom', null))).toBeNull()
})

test.each<[dialect: DialectName, facts: object | null, text: string | RegExp]>([
  ['postgresql', null, 'c @> ?'],
  ['postgresql', { valueType: 'collection', sqlType: 'x', element: null }, 'c @> ?'],
  ['postgresql', { element: { sqlType: 'integer[3]' } }, 'c @> ?::integer[]'],
  ['postgresql', { element: { sqlType: 'integer[10]' } }, 'c @> ?::integer[]'],
  ['postgresql', { element: { sqlType: 'integer[][]' } }, 'c @> ?::integer[]'],
  ['postgresql', { element: { sqlType: 'level', isNativeEnum: true } }, 'c @> ?'],
  [
    'postgresql',
    { element: { sqlType: 'inet[]', storage: 'text-like' } },
    'array(select abbrev(held_) from unnest(c) as held_) @> ?::text[]',
  ],
  [
    'sqlite',
    null,
    /^exists \(select 1 from \(select c as list_\) where \(case when json_valid\(list_\) then \(json_type\(list_\) = 'array' and not exists \(.*\)\) else 0 end\)\)$/,
  ],
  ['sqlite', { valueType: 'text' }, /^\(case when json_valid\(c\) then .* else 0 end\)$/],
])('on %s elements of %j are held: %s', (dialect, facts, text) => {
  const column = facts === null ? null : plain
  const held = rendered(DIALECTS[dialect].sql.holdsAll(operand('collection', facts, column), slot))
  expect(held).toEqual(text instanceof RegExp ? expect.stringMatching(text) : text)
})

test('SQLite takes an integer past 2^53 as its digits', () => {
  expect([5n, 5, 'a'].map((value) => DIALECTS['sqlite'].sql.spelling?.spellingOf(value))).toEqual([
    'digits',
    null,
    null,
  ])
})

test.each<[nulls: 'first' | 'last' | undefined, terms: readonly string[]]>([
  ['first', ['case when c is null then 0 else 1 end asc', 'c desc']],
  ['last', ['case when c is null then 0 else 1 end desc', 'c desc']],
  [undefined, ['c desc']],
])('SQL Server orders with nulls %s by %j', (nulls, terms) => {
  expect(DIALECTS['mssql'].sql.orderTerm(sql.raw('c'), 'desc', nulls).map(rendered)).toEqual(terms)
})

const shouted = my.customType<{ data: string }>({
  dataType: () => 'varchar(9)',
  toDriver: (value) => value.toUpperCase(),
})
const words = my.mysqlTable('words', { id: my.int('id').primaryKey(), word: shouted('word').notNull() })
const made = defineValueType({ name: 'made', parse: (text: string) => text, operators: ['$eq', '$in'] })
const quoted = defineValueType({
  name: 'quoted',
  parse: (text: string) => text,
  encode: (value: string) => `<${value}>`,
})
const wordList = paginateConfig(words)
  .withLimits(1, 1)
  .withTieBreaker('id')
  .field('ofColumn', words.word, made)
  .field('ofType', words.word, quoted)
  .field('ofExpression', sql`lower(${words.word})`, made)
  .filterable('ofColumn', '$eq', '$in')
  .filterable('ofType', '$eq')
  .filterable('ofExpression', '$eq')
  .build()

// A driver may write backslashes of its own before a quote; what a column encodes is nobody else's to respell.
test.each<[query: string, isRestored: boolean, ...values: string[]]>([
  ["filter.ofColumn=$eq:it's", false, "IT'S"],
  ["filter.ofColumn=$in:it's,b", false, "IT'S", 'B'],
  ["filter.ofType=$eq:it's", true, '<it~0s>'],
  ["filter.ofExpression=$eq:it's", true, 'it~0s'],
])('%s on MySQL is put back by the statement: %s', (query, isRestored, ...values) => {
  const [text, ...bound] = condition(new my.MySqlDialect(), wordList, query)
  expect([String(text).includes('replace('), ...bound]).toEqual([isRestored, ...values])
})
