// SingleStore, as Drizzle renders it: MySQL's SQL but for JSON. No server has run these.
import { bigint, decimal, int, json, SingleStoreDialect, singlestoreTable, text } from 'drizzle-orm/singlestore-core'
import { expect, test } from 'vitest'
import { paginateConfig } from '../../src/index.js'
import { condition, leakedTexts, order } from './rendered.js'

const items = singlestoreTable('items', {
  id: int('id').primaryKey(),
  name: text('name'),
  big: bigint('big', { mode: 'bigint', unsigned: true }),
  amount: decimal('amount', { precision: 10, scale: 2 }),
  tags: json('tags'),
})
const itemList = paginateConfig(items)
  .withLimits(10, 100)
  .withTieBreaker('id')
  .sortable('name')
  .sortable('name', { nulls: 'last' })
  .filterable('name', '$eq', '$sw', '$ew', '$in')
  .filterable('big', '$eq')
  .filterable('amount', '$lt')
  .filterable('tags', '$contains')
  .build()

const dialect = new SingleStoreDialect()
const some = (column: string, rest: string): string => `(\`items\`.\`${column}\` is not null and ${rest})`

test.each<[query: string, text: string, ...values: unknown[]]>([
  ['filter.name=$sw:50%25', some('name', "`items`.`name` like ? escape '!'"), '50!%%'],
  ['filter.name=$in:a,b,c', some('name', '`items`.`name` in (?, ?, ?, ?)'), 'a', 'b', 'c', 'c'],
  [
    'filter.big=$eq:18446744073709551615',
    some('big', '`items`.`big` = cast(? as decimal(20,0))'),
    '18446744073709551615',
  ],
  ['filter.amount=$lt:1.005', some('amount', '`items`.`amount` < cast(? as decimal(65,2))'), '1.01'],
])('%s is %s', (query, expected, ...values) => {
  expect(condition(dialect, itemList, query)).toEqual([expected, ...values])
})

test('a collection is searched without JSON_TABLE', () => {
  const [sql] = condition(dialect, itemList, 'filter.tags=$contains:a')
  expect(sql).toContain("json_get_type(`items`.`tags`) = 'array'")
  expect(sql).toContain('json_array_contains_json(`items`.`tags`, wanted_.table_col)')
  expect(sql).not.toContain('json_table')
})

test('nulls stand where they are asked to', () => {
  expect(order(dialect, itemList, 'sortBy=name:ASC')).toEqual([
    '`items`.`name` is null asc',
    '`items`.`name` asc',
    '`items`.`id` asc',
  ])
})

test('text of a client never becomes a part of a statement', () => {
  const { leaked, rendered } = leakedTexts(dialect, itemList, [
    'name=$eq',
    'name=$in',
    'name=$sw',
    'name=$ew',
    'tags=$contains',
  ])
  expect(leaked).toEqual([])
  expect(rendered).toBeGreaterThan(20)
})
