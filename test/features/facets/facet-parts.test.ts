// What the dialects write for a facet, and what is read of an answer, without a database.
import { type SQL, sql } from 'drizzle-orm'
import { bigint, datetime, float, int, json, mysqlTable, MySqlDialect, text } from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { FACET_DIALECTS } from '../../../src/features/facets/dialects/index.js'
import { readFacetValue } from '../../../src/features/facets/read-facet-value.js'
import {
  type AnyPaginateConfig,
  defineValueType,
  encodeFilterValue,
  paginateConfig,
  PaginateConfigError,
} from '../../../src/index.js'
import type { Field } from '../../../src/types/config.js'
import type { ColumnFacts } from '../../../src/types/value.js'

const reversed = defineValueType({
  name: 'reversed',
  operators: ['$eq', '$contains'],
  parse: (value) => value,
  format: String,
  encode: (value) => [...value].reverse().join(''),
})
const parse = Number
const bound = defineValueType({ name: 'bound', operators: ['$eq', '$contains'], parse, encode: String })
const numbered = defineValueType({
  name: 'numbered',
  operators: ['$eq'],
  parse,
  as: { type: 'integer', value: (value: number) => BigInt(value) },
})
const unbound = defineValueType({ name: 'unbound', operators: ['$eq'], parse })
class Tag {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  toString = (): string => this.name
}
const tagged = defineValueType({ name: 'tagged', operators: ['$eq'], parse: (value) => new Tag(value) })
/** Of dates that have no text. */
const secret = defineValueType({ name: 'secret', operators: ['$eq'], parse: (value) => ({ value }) })
const items = mysqlTable('items', {
  id: int('id').primaryKey(),
  big: bigint('big', { mode: 'bigint' }),
  single: float('single'),
  at: datetime('at', { fsp: 6 }),
  name: text('name'),
  tags: json('tags').$type<string[]>(),
})
const list = paginateConfig(items)
  .field('plain', sql`some()`)
  .field('made', items.name, reversed)
  .field('madeTags', items.tags, reversed)
  .field('bound', items.name, bound)
  .field('boundTags', items.tags, bound)
  .field('numbered', items.name, numbered)
  .field('unbound', items.name, unbound)
  .field('secret', items.at, secret)
  .field('day', items.at, 'date')
  .field('whole', items.at, 'integer')
  .field('declared', sql`some()`, 'collection')
  .withLimits(10, 100)
  .withTieBreaker('id')
  .filterable('name', '$eq')
  .filterable('tags', '$contains')
  .filterable('made', '$eq')
  .build()
const fieldNamed = (name: string): Field =>
  resolvedConfig(list as AnyPaginateConfig).fields.get(name.toLowerCase()) as Field
const written = (fragment: SQL | null): string | null =>
  fragment === null ? null : new MySqlDialect().sqlToQuery(fragment).sql

test.each<[title: string, fragment: () => SQL | null, text: string | null]>([
  [
    'a bigint, as text',
    () => FACET_DIALECTS.mysql.exactValue(sql`v`, items.big.dataType, items.big.getSQLType()),
    'cast(v as char)',
  ],
  [
    'another value, as it is',
    () => FACET_DIALECTS.mysql.exactValue(sql`v`, items.name.dataType, items.name.getSQLType()),
    'v',
  ],
  [
    'all digits of a single',
    () => FACET_DIALECTS.mysql.exact(sql`v`, fieldNamed('single').facts as never, ''),
    'v * 1e0',
  ],
  [
    'all digits of a moment',
    () => FACET_DIALECTS.mysql.exact(sql`v`, fieldNamed('at').facts as never, ''),
    "date_format(v, '%Y-%m-%dT%H:%i:%s.%fZ')",
  ],
  ['nothing more of text', () => FACET_DIALECTS.mysql.exact(sql`v`, fieldNamed('name').facts as never, ''), null],
  ['any of a group', () => FACET_DIALECTS.mysql.anyOf(sql`v`), 'min(v)'],
  [
    'the elements of an array',
    () => FACET_DIALECTS.mysql.elements(sql`v`, null).join,
    " join json_table(case json_type(v) when 'ARRAY' then v else '[]' end, '$[*]' columns (`held` longtext path '$', `json` json path '$')) as `element` on 1 = 1",
  ],
  [
    'an element as bytes',
    () => FACET_DIALECTS.mysql.elements(sql`v`, null).key,
    "cast(coalesce(`element`.`held`, case when json_type(`element`.`json`) in ('OBJECT', 'ARRAY') then cast(`element`.`json` as char) end) as binary)",
  ],
  [
    'the elements of a sub-select, under a name that no table has',
    () => FACET_DIALECTS.mysql.elements(sql`(select v)`, null).join,
    " join /*!80014 lateral (select */ /*M! json_table(*/ case json_type((select v)) when 'ARRAY' then (select v) else '[]' end " +
      "/*!80014 as held) as kept_ join json_table(kept_.held*/, '$[*]' columns (`held` longtext path '$', `json` json path '$')) as `element` on 1 = 1",
  ],
  ['an element as JSON', () => FACET_DIALECTS.mysql.elements(sql`v`, null).json, 'cast(`element`.`json` as char)'],
])('MySQL: %s', (_title, fragment, text) => {
  expect(written(fragment())).toBe(text)
})

const { postgresql, sqlite, mysql } = FACET_DIALECTS
const inQuotes = (fragment: SQL | null): string | null =>
  fragment === null ? null : new pg.PgDialect().sqlToQuery(fragment).sql
const ofArray = { storage: 'array' } as ColumnFacts
const ofType = (sqlType: string) => ({ sqlType }) as ColumnFacts
const moment = (sqlType: string) => ({ valueType: 'timestamp', sqlType }) as ColumnFacts

test.each<[title: string, fragment: () => SQL | null, text: string | null]>([
  ['any of a group', () => postgresql.anyOf(sql`v`), '(array_agg(v))[1]'],
  ['a bigint, as it is', () => postgresql.exactValue(sql`v`, items.big.dataType, items.big.getSQLType()), 'v'],
  ['all digits of a timestamp', () => postgresql.exact(sql`v`, moment('timestamp'), ''), `to_json(v) #>> '{}'`],
  [
    'all digits of an instant',
    () => postgresql.exact(sql`v`, moment('timestamp (3) with time zone'), ''),
    `to_json((v at time zone 'UTC')) #>> '{}'`,
  ],
  [
    'all digits of one by its short name',
    () => postgresql.exact(sql`v`, moment('timestamptz'), ''),
    `to_json((v at time zone 'UTC')) #>> '{}'`,
  ],
  ['all digits of a number', () => postgresql.exact(sql`v`, ofType('numeric(30, 10)'), 'number'), 'v::text'],
  ['all digits of a bigint in a number', () => postgresql.exact(sql`v`, ofType('bigint'), 'number int53'), 'v::text'],
  ['nothing more of an integer', () => postgresql.exact(sql`v`, ofType('integer'), 'number'), null],
  ['nothing more of a bigint', () => postgresql.exact(sql`v`, ofType('bigint'), 'bigint'), null],
  ['all digits of a number, MySQL', () => mysql.exact(sql`v`, ofType('bigint unsigned'), 'number'), 'cast(v as char)'],
  ['nothing more of text', () => postgresql.exact(sql`v`, fieldNamed('name').facts as never, ''), null],
  [
    'the elements of an array',
    () => postgresql.elements(sql`v`, ofArray).join,
    ' cross join lateral unnest(v) as "element"("held")',
  ],
  [
    'the elements of an array by a name of their own',
    () => postgresql.elements(sql`v`, ofArray, 'tag').join,
    ' cross join lateral unnest(v) as "tag"("held")',
  ],
  ['an element of an array', () => postgresql.elements(sql`v`, ofArray).key, '"element"."held"'],
  ['no JSON of it', () => postgresql.elements(sql`v`, ofArray).json, null],
  ['an element that is a value', () => postgresql.elements(sql`v`, ofArray).isValue, '"element"."held" is not null'],
  [
    'the elements of an array by its own cast',
    () => postgresql.elements(sql`v`, null).join,
    " cross join lateral jsonb_array_elements(case jsonb_typeof(to_jsonb(v)) when 'array' then to_jsonb(v) else '[]'::jsonb end)" +
      ' as "element"("held")',
  ],
  ['an element of a document', () => postgresql.elements(sql`v`, null).key, `"element"."held" #>> '{}'`],
  ['its JSON', () => postgresql.elements(sql`v`, null).json, '"element"."held"::text'],
  ['one that is not null', () => postgresql.elements(sql`v`, null).isValue, `jsonb_typeof("element"."held") <> 'null'`],
])('PostgreSQL: %s', (_title, fragment, text) => {
  expect(inQuotes(fragment())).toBe(text)
})

test.each<[title: string, fragment: () => SQL | null, text: string | null]>([
  ['any of a group', () => sqlite.anyOf(sql`v`), 'min(v)'],
  [
    'a bigint, as text where it is an integer',
    () => sqlite.exactValue(sql`v`, items.big.dataType, items.big.getSQLType()),
    "case typeof(v) when 'integer' then cast(v as text) else v end",
  ],
  ['another value, as it is', () => sqlite.exactValue(sql`v`, items.name.dataType, items.name.getSQLType()), 'v'],
  ['nothing more of a moment', () => sqlite.exact(sql`v`, moment('integer'), ''), null],
  [
    'the elements of an array',
    () => sqlite.elements(sql`v`, null).join,
    " join json_each(case when json_valid(v) then case json_type(v) when 'array' then v else '[]' end else '[]' end) as \"element\" on 1 = 1",
  ],
  [
    'an element as text',
    () => sqlite.elements(sql`v`, null).key,
    `case "element"."type" when 'true' then 'true' when 'false' then 'false' else cast("element"."value" as text) end`,
  ],
  [
    'an element as JSON',
    () => sqlite.elements(sql`v`, null, 'tag').json,
    `case when "tag"."type" in ('true', 'false') then "tag"."type" when "tag"."type" in ('object', 'array') then "tag"."value" ` +
      'else json_quote("tag"."value") end',
  ],
  ['an element that is a value', () => sqlite.elements(sql`v`, null).isValue, `"element"."type" <> 'null'`],
])('SQLite: %s', (_title, fragment, text) => {
  expect(inQuotes(fragment())).toBe(text)
})

test('MySQL: an element that is a value', () => {
  expect(written(mysql.elements(sql`v`, null, 'tag').isValue)).toBe("json_type(`tag`.`json`) <> 'NULL'")
})

test.each([
  ['a number', 'bigint number'],
  ['as the older line calls it', 'bigint'],
])('a bigint is read digit by digit: %s', (_title, dataType) => {
  expect(written(mysql.exactValue(sql`v`, dataType, 'bigint'))).toBe('cast(v as char)')
  expect(inQuotes(sqlite.exactValue(sql`v`, dataType, 'bigint'))).toMatch(/^case typeof/)
})

// Names that a condition of the host's may not read without its table.
test.each<[dialect: 'postgresql' | 'sqlite' | 'mysql', facts: ColumnFacts | null, columns: readonly string[]]>([
  ['postgresql', ofArray, ['held']],
  ['postgresql', null, ['held']],
  ['mysql', null, ['held', 'json']],
  ['sqlite', null, ['key', 'value', 'type', 'atom', 'id', 'parent', 'fullkey', 'path']],
])('the elements of %s (%j) add the columns %j to the statement', (dialect, facts, columns) => {
  expect(FACET_DIALECTS[dialect].elements(sql`v`, facts).columns).toEqual(columns)
})

test('enums are compared as text by min() and max() of MySQL alone', () => {
  expect(Object.entries(FACET_DIALECTS).filter(([, { comparesEnumsAsText }]) => comparesEnumsAsText)).toEqual([
    ['mysql', mysql],
  ])
})

test.each([
  ['singlestore', 'SingleStore'],
  ['mssql', 'SQL Server'],
] as const)('a facet of a collection on %s is refused', (name, title) => {
  const elements = (): unknown => FACET_DIALECTS[name].elements(sql`v`, null)
  expect(elements).toThrow(PaginateConfigError)
  expect(elements).toThrow(`A facet of a collection is not available on ${title}; leave it out.`)
})

test.each<[title: string, field: string, raw: Parameters<typeof readFacetValue>[1], value: unknown]>([
  ['null', 'name', { value: null, isJson: false }, null],
  ['nothing', 'name', { value: undefined, isJson: false }, null],
  ['null in JSON', 'tags', { value: 'null', isJson: true }, null],
  ['text', 'name', { value: 'a', isJson: false }, 'a'],
  ['of a field without a value type, as it is', 'plain', { value: 'a', isJson: false }, 'a'],
  ['an element, which is JSON', 'tags', { value: '"a"', isJson: true }, 'a'],
  ['of a made type with a form of its own, as it is stored', 'made', { value: 'ab', isJson: false }, 'ab'],
  ['an element of such a type', 'madeTags', { value: '"ab"', isJson: true }, 'ab'],
  ['text of a made type that encodes, as it parses it', 'bound', { value: '12', isJson: false }, 12],
  ['an element of such a type, as it parses it', 'boundTags', { value: '"12"', isJson: true }, 12],
  ['text of a made type over a built-in one, as it parses it', 'numbered', { value: '12', isJson: false }, 12],
  ['text of a made type that is bound as it is, as it is', 'unbound', { value: '12', isJson: false }, '12'],
  ['an element of a declared collection', 'declared', { value: '"12"', isJson: true }, '12'],
  ['a single that is text, as it is', 'single', { value: '0.1', exact: 0.25, isJson: false }, '0.1'],
  ['a single that has its shortest digits', 'single', { value: 0.1, exact: Math.fround(0.1), isJson: false }, 0.1],
  [
    'a single that the server has cut to six digits',
    'single',
    { value: 123457, exact: 123456.7890625, isJson: false },
    123456.7890625,
  ],
])('a value is read: %s', (_title, field, raw, value) => {
  expect(readFacetValue(fieldNamed(field), raw)).toEqual(value)
})

const pgItems = pg.pgTable('items', {
  id: pg.integer('id').primaryKey(),
  singles: pg.real('singles').array(),
  days: pg.date('days', { mode: 'date' }).array(),
})
const numeral = defineValueType({
  name: 'numeral',
  operators: ['$contains'],
  parse: Number,
  as: { type: 'float', value: (value: number) => value },
})
const pgList = paginateConfig(pgItems)
  .field('numerals', pgItems.singles, numeral)
  .withLimits(10, 100)
  .withTieBreaker('id')
  .filterable('numerals', '$contains')
  .filterable('days', '$contains')
  .build()
test.each([
  ['numerals', 0.5, 0.5],
  ['days', new Date('2024-02-29T00:00:00Z'), new Date('2024-02-29T00:00:00Z')],
])('an element of the array %s', (field, raw, value) => {
  const found = resolvedConfig(pgList as AnyPaginateConfig).fields.get(field) as Field
  expect(readFacetValue(found, { value: raw, isJson: false })).toEqual(value)
})

const NOON = '2024-02-29T12:00:00.000Z'
test.each<[title: string, field: string, at: string, exact: string | undefined, json: string | null]>([
  ['whole seconds', 'at', NOON, '2024-02-29T12:00:00.000000Z', NOON],
  ['a moment without its exact text', 'at', NOON, undefined, NOON],
  ['microseconds', 'at', NOON, '2024-02-29T12:00:00.000001Z', '2024-02-29T12:00:00.000001Z'],
  ['a day', 'day', NOON, undefined, '2024-02-29'],
  ['a day that has its exact text', 'day', NOON, '2024-02-29T12:00:00.000000Z', '2024-02-29'],
  ['a date of a type that writes none', 'secret', NOON, undefined, NOON],
  ['a date that is no whole number', 'whole', NOON, undefined, NOON],
  ['no moment', 'at', 'never', undefined, null],
  ['infinity', 'at', NOON, 'infinity', 'infinity'],
  ['a year before 1', 'at', NOON, '0044-03-15T00:00:00 BC', '0044-03-15T00:00:00 BC'],
])('JSON of %s', (_title, field, at, exact, json) => {
  const date = new Date(at)
  expect(readFacetValue(fieldNamed(field), { value: date, exact, isJson: false })).toBe(date)
  expect(JSON.parse(JSON.stringify(date))).toBe(json)
  // What a `Date` says by itself is left as it is.
  expect(Object.hasOwn(date, 'toJSON')).toBe(json !== null && json !== NOON)
})

test('an app may give the date of a facet JSON of its own, and take its JSON away', () => {
  const day = readFacetValue(fieldNamed('day'), { value: new Date(NOON), isJson: false }) as Date
  day.toJSON = () => 'today'
  expect(JSON.stringify({ day })).toBe('{"day":"today"}')
  Reflect.deleteProperty(day, 'toJSON')
  expect(JSON.stringify({ day })).toBe(`{"day":"${NOON}"}`)
  expect(Object.keys(day)).toEqual([])
})

const textOf = encodeFilterValue as unknown as (config: unknown, field: string, value: unknown) => string
const level = pg.pgEnum('level', ['low', 'high'])
const pgTexts = pg.pgTable('texts', {
  id: pg.integer('id').primaryKey(),
  level: level('level'),
  at: pg.timestamp('at'),
  name: pg.text('name'),
  singles: pg.real('singles').array(),
  moments: pg.timestamp('moments').array(),
})
const texts = paginateConfig(pgTexts)
  .field('upper', sql`upper(name)`, 'text')
  .field('listed', sql`list()`, 'collection')
  .field('secret', pgTexts.name, secret)
  .field('bound', pgTexts.name, bound)
  .field('word', pgTexts.name, reversed)
  .field('tag', pgTexts.name, tagged)
  .withLimits(10, 100)
  .withTieBreaker('id')
  .filterable('level', '$eq')
  .filterable('at', '$eq')
  .filterable('name', '$eq')
  .filterable('upper', '$eq')
  .filterable('listed', '$contains')
  .filterable('secret', '$eq')
  .filterable('bound', '$eq')
  .filterable('word', '$eq')
  .filterable('tag', '$eq')
  .filterable('singles', '$contains')
  .filterable('moments', '$contains')
  .build()

/** As a facet has it. */
const exact = readFacetValue(resolvedConfig(texts as AnyPaginateConfig).fields.get('at') as Field, {
  value: new Date(NOON),
  exact: '2024-02-29T12:00:00.000001Z',
  isJson: false,
})
test.each<[title: string, field: string, value: unknown, text: string]>([
  ['a date of a facet, with all its digits', 'at', exact, '2024-02-29T12:00:00.000001Z'],
  ['a date', 'at', new Date(NOON), '2024-02-29T12:00:00Z'],
  ['a record with JSON of its own, as the JSON of it', 'name', { toJSON: () => 'a' }, '"a"'],
  ['a value of an expression', 'upper', 'A', 'A'],
  ['an element of a declared collection', 'listed', 'a', 'a'],
  ['an element of single precision', 'singles', 0.1, String(Math.fround(0.1))],
  ['an element that is a date', 'moments', new Date(NOON), '2024-02-29T12:00:00Z'],
  ['a value of a made type', 'bound', 12, '12'],
  ['text of a made type that writes it', 'word', 'ab', 'ab'],
  ['what a made type parses text to', 'tag', new Tag('a'), 'a'],
])('the text of %s', (_title, field, value, text) => {
  expect(textOf(texts, field, value)).toBe(text)
})

test.each<[title: string, field: string, value: unknown]>([
  ['an invalid date for an enum', 'level', new Date(Number.NaN)],
  ['nothing', 'name', undefined],
  ['nothing for a made type', 'word', undefined],
  ['a value of a made type that has no text', 'secret', { value: 'a' }],
  ['text for a made type that parses it to something else', 'tag', 'a'],
  ['a date past the year 9999', 'at', new Date(Date.UTC(10_000, 0))],
])('no text: %s', (_title, field, value) => {
  expect(textOf(texts, field, value)).toBeNull()
})

test('a field that is not filterable is refused by its name', () => {
  expect(() => textOf(texts, 'id', 1)).toThrow(
    new PaginateConfigError(
      "encodeFilterValue() names 'id', which needs a filterable field; declare it with .filterable('id', …).",
    ),
  )
})
