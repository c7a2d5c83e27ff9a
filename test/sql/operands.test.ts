// How a field and a value beside it are written, by the value type and what is known of the column.
import { sql } from 'drizzle-orm'
import { PgDialect, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import type { DialectName } from '../../src/dialect-facts.js'
import { sqlDialect } from '../../src/sql/sql-dialect.js'
import type { Operand } from '../../src/types/sql.js'

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
  ['sqlite', 'bigint', { valueType: 'text', storage: 'plain' }, 'cast(c as numeric)', '?'],
])('on %s %s over %j is %s beside %s', (dialect, kind, facts, compared, parameter) => {
  const found = operand(kind, facts)
  expect([rendered(sqlDialect(dialect).compared(found)), rendered(sqlDialect(dialect).parameter(slot, found))]).toEqual([
    compared,
    parameter,
  ])
})

test('an enum of which the column names no type is bound as it is', () => {
  const found = operand('enum', { valueType: 'enum', sqlType: 'text', isNativeEnum: true }, plain)
  expect(rendered(sqlDialect('postgresql').parameter(slot, found))).toBe('?')
})

test.each<[kind: string, facts: object, text: string]>([
  ['text', { valueType: 'text', sqlType: 'vec3d(3)' }, 'c = any(?::vec3d(3)[])'],
  ['text', { valueType: 'text', sqlType: 'serialized' }, 'c = any(?::serialized[])'],
  ['text', { valueType: null, sqlType: 'ltree' }, 'c = any(?)'],
  ['enum', { valueType: 'enum', sqlType: 'varchar(5)', isNativeEnum: false }, 'c = any(?::varchar[])'],
])('a list of %s over %j on PostgreSQL is %s', (kind, facts, written) => {
  const dialect = sqlDialect('postgresql')
  expect(rendered(dialect.isInList(slot, slot, operand(kind, facts)))).toBe(written.replace('c', '?'))
})

test('values of a made type are written one by one, however many', () => {
  const many = Array.from({ length: 257 }, () => 'a')
  expect(sqlDialect('postgresql').encodeList(many, operand('custom', null))).toBeNull()
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
    'array(select abbrev(held) from unnest(c) as held) @> ?::text[]',
  ],
  ['sqlite', null, /^\(case when json_valid\(c\) then \(json_type\(c\) = 'array' and not exists \(.*\)\) else 0 end\)$/],
  ['sqlite', { valueType: 'text' }, /^\(case when json_valid\(c\) then .* else 0 end\)$/],
])('on %s elements of %j are held: %s', (dialect, facts, text) => {
  const held = rendered(sqlDialect(dialect).holdsAll(operand('collection', facts), slot))
  expect(held).toEqual(text instanceof RegExp ? expect.stringMatching(text) : text)
})

test('SQLite takes an integer past 2^53 as its digits', () => {
  expect([5n, 5, 'a'].map((value) => sqlDialect('sqlite').spelling?.spellingOf(value))).toEqual(['digits', null, null])
})
