// What the dialects write for a facet, and what is read of an answer, without a database.
import { type SQL, sql } from 'drizzle-orm'
import { bigint, datetime, float, int, json, mysqlTable, MySqlDialect, text } from 'drizzle-orm/mysql-core'
import { expect, test } from 'vitest'
import { resolvedConfig } from '../../src/builder/resolved-config.js'
import { FACET_DIALECTS } from '../../src/dialects/facets.js'
import { readFacetValue } from '../../src/facets/read-facet-value.js'
import { type AnyPaginateConfig, defineValueType, paginateConfig, PaginateConfigError } from '../../src/index.js'
import type { Field } from '../../src/types/config.js'

const reversed = defineValueType({
  name: 'reversed',
  operators: ['$eq', '$contains'],
  parse: (value) => value,
  format: String,
  encode: (value) => [...value].reverse().join(''),
})
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
  ['a bigint, as text', () => FACET_DIALECTS.mysql.exactValue(sql`v`, items.big), 'cast(v as char)'],
  ['another value, as it is', () => FACET_DIALECTS.mysql.exactValue(sql`v`, items.name), 'v'],
  ['all digits of a single', () => FACET_DIALECTS.mysql.exact(sql`v`, fieldNamed('single').facts as never), 'v * 1e0'],
  [
    'all digits of a moment',
    () => FACET_DIALECTS.mysql.exact(sql`v`, fieldNamed('at').facts as never),
    "date_format(v, '%Y-%m-%dT%H:%i:%s.%fZ')",
  ],
  ['nothing more of text', () => FACET_DIALECTS.mysql.exact(sql`v`, fieldNamed('name').facts as never), null],
  ['any of a group', () => FACET_DIALECTS.mysql.anyOf(sql`v`), 'min(v)'],
  [
    'the elements of an array',
    () => FACET_DIALECTS.mysql.elements(sql`v`, null).join,
    " join json_table(case json_type(v) when 'ARRAY' then v else '[]' end, '$[*]' columns (`at` for ordinality, `held` longtext path '$')) as `element` on 1 = 1",
  ],
  ['an element as bytes', () => FACET_DIALECTS.mysql.elements(sql`v`, null).key, 'cast(`element`.`held` as binary)'],
  [
    'an element as JSON',
    () => FACET_DIALECTS.mysql.elements(sql`v`, null).json,
    "cast(json_extract(v, concat('$[', `element`.`at` - 1, ']')) as char)",
  ],
])('MySQL: %s', (_title, fragment, text) => {
  expect(written(fragment())).toBe(text)
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
  ['text', 'name', { value: 'a', isJson: false }, 'a'],
  ['of a field without a value type, as it is', 'plain', { value: 'a', isJson: false }, 'a'],
  ['an element, which is JSON', 'tags', { value: '"a"', isJson: true }, 'a'],
  ['of a made type with a form of its own, as it is stored', 'made', { value: 'ab', isJson: false }, 'ab'],
  ['an element of such a type', 'madeTags', { value: '"ab"', isJson: true }, 'ab'],
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
