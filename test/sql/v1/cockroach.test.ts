// CockroachDB, as Drizzle renders it: PostgreSQL's SQL. No server has run these.
import {
  bool,
  CockroachDialect,
  cockroachEnum,
  cockroachTable,
  decimal,
  int4,
  int8,
  string,
  timestamp,
  uuid,
} from 'drizzle-orm/cockroach-core'
import { expect, test } from 'vitest'
import { paginateConfig } from '../../../src/index.js'
import { condition, leakedTexts, order } from '../rendered.js'

const level = cockroachEnum('level', ['low', 'high'])
const items = cockroachTable('items', {
  id: int4('id').primaryKey(),
  big: int8('big', { mode: 'bigint' }),
  name: string('name'),
  active: bool('active').notNull(),
  amount: decimal('amount', { precision: 10, scale: 2 }),
  at: timestamp('at', { withTimezone: true, precision: 3 }),
  key: uuid('key'),
  level: level('level'),
  tags: string('tags').array(),
})
const itemList = paginateConfig(items)
  .withLimits(10, 100)
  .withTieBreaker('id')
  .sortable('name', 'level')
  .sortable('name', { nulls: 'first' })
  .filterable('big', '$eq', '$in')
  .filterable('name', '$eq', '$ilike', '$in')
  .filterable('active', '$eq')
  .filterable('amount', '$gte')
  .filterable('at', '$lt')
  .filterable('key', '$eq')
  .filterable('level', '$eq', '$in')
  .filterable('tags', '$contains')
  .build()

const dialect = new CockroachDialect()
const some = (column: string, rest: string): string =>
  `("items"."${column}" is not null and "items"."${column}" ${rest})`

test.each<[query: string, text: string, ...values: unknown[]]>([
  ['filter.big=$eq:9007199254740993', some('big', '= $1::int8'), '9007199254740993'],
  ['filter.big=$in:1,2', some('big', '= any($1::int8[])'), '{"1","2"}'],
  ['filter.name=$ilike:50%25', some('name', 'ilike $1'), '%50\\%%'],
  ['filter.name=$in:a,b', some('name', '= any($1::string[])'), '{"a","b"}'],
  ['filter.active=$eq:true', '"items"."active" = $1::bool', true],
  ['filter.amount=$gte:1.005', some('amount', '>= $1::decimal'), '1.005'],
  ['filter.at=$lt:2024-02-29', some('at', '< $1::timestamptz'), '2024-02-29 00:00:00.000000+00'],
  [
    'filter.key=$eq:0F8FAD5BD9CB469FA16570867728950E',
    some('key', '= $1::uuid'),
    '0f8fad5b-d9cb-469f-a165-70867728950e',
  ],
  ['filter.level=$eq:LOW', some('level', '= $1::"level"'), 'low'],
  ['filter.level=$in:low', some('level', '= any($1::"level"[])'), '{"low"}'],
  ['filter.tags=$contains:a,b', some('tags', '@> $1::string[]'), '{"a","b"}'],
])('%s is %s', (query, text, ...values) => {
  expect(condition(dialect, itemList, query)).toEqual([text, ...values])
})

test('nulls stand where they are asked to', () => {
  expect(order(dialect, itemList, 'sortBy=name:DESC')).toEqual(['"items"."name" desc nulls first', '"items"."id" asc'])
})

test('text of a client never becomes a part of a statement', () => {
  const { leaked, rendered } = leakedTexts(dialect, itemList, [
    'name=$eq',
    'name=$in',
    'name=$ilike',
    'tags=$contains',
    'level=$eq',
  ])
  expect(leaked).toEqual([])
  expect(rendered).toBeGreaterThan(20)
})
