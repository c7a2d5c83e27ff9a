// SQL Server, as Drizzle renders it: no server has run these.
import { sql } from 'drizzle-orm'
import {
  bigint,
  bit,
  char,
  datetime2,
  datetimeoffset,
  decimal,
  float,
  int,
  mssqlTable,
  MsSqlDialect,
  nvarchar,
  QueryBuilder,
  real,
  time,
} from 'drizzle-orm/mssql-core'
import { expect, test } from 'vitest'
import { buildSelect } from '../../../src/select/select-builder.js'
import { paginateConfig } from '../../../src/index.js'
import { condition, leakedTexts, order } from '../rendered.js'

const items = mssqlTable('items', {
  id: int('id').primaryKey(),
  name: nvarchar('name', { length: 50 }),
  code: char('code', { length: 1 }),
  amount: decimal('amount', { precision: 10, scale: 2 }),
  big: bigint('big', { mode: 'bigint' }),
  active: bit('active').notNull(),
  single: real('single'),
  ratio: float('ratio'),
  at: datetime2('at', { precision: 3 }),
  zoned: datetimeoffset('zoned'),
  opens: time('opens'),
  tags: nvarchar('tags', { mode: 'json', length: 'max' }),
})

const ORDERED = ['$eq', '$in', '$gt', '$lte', '$btw', '$null'] as const
const itemList = paginateConfig(items)
  .withLimits(10, 100)
  .withTieBreaker('id')
  .sortable('name', 'amount')
  .sortable('amount', { nulls: 'last' })
  .searchable('name')
  .filterable('name', '$eq', '$in', '$sw', '$ew', '$ilike', '$contains', '$null')
  .filterable('code', '$eq')
  .filterable('amount', ...ORDERED)
  .filterable('big', ...ORDERED)
  .filterable('active', '$eq')
  .filterable('single', ...ORDERED)
  .filterable('ratio', ...ORDERED)
  .filterable('at', ...ORDERED)
  .filterable('zoned', ...ORDERED)
  .filterable('opens', ...ORDERED)
  .filterable('tags', '$contains')
  .build()

const dialect = new MsSqlDialect()
const name = '[items].[name]'

test.each<[query: string, text: string, ...values: unknown[]]>([
  // A bracket opens a class of characters in this LIKE alone.
  ['filter.name=$sw:[a]_%25!', `(${name} is not null and ${name} like @par0 escape '!')`, '![a]!_!%!!%'],
  ['filter.name=$not:$ilike:x', `(${name} is null or not (${name} like @par0 escape '!'))`, '%x%'],
  ['search=[', `(((${name} is not null and ${name} like @par0 escape '!')))`, '%![%'],
  ['filter.name=$in:a,b,c', `(${name} is not null and ${name} in (@par0, @par1, @par2, @par3))`, 'a', 'b', 'c', 'c'],
  ['filter.active=$eq:true', '[items].[active] = @par0', 1],
  ['filter.active=$not:$eq:true', 'not ([items].[active] = @par0)', 1],
  [
    'filter.amount=$gt:1.005',
    '([items].[amount] is not null and [items].[amount] > cast(@par0 as decimal(38,2)))',
    '1.00',
  ],
  ['filter.amount=$eq:1.005', '1 = 0'],
  [
    'filter.big=$eq:9007199254740993',
    '([items].[big] is not null and [items].[big] = cast(@par0 as bigint))',
    '9007199254740993',
  ],
  ['filter.single=$eq:1.1', '([items].[single] is not null and [items].[single] = @par0)', Math.fround(1.1)],
  [
    'filter.at=$eq:2024-02-29T14:00:00.1234567%2B02:00',
    '([items].[at] is not null and [items].[at] = cast(@par0 as datetime2(7)))',
    '2024-02-29 12:00:00.1234567',
  ],
  [
    'filter.zoned=$gt:2024-02-29',
    '([items].[zoned] is not null and [items].[zoned] > cast(@par0 as datetimeoffset(7)))',
    '2024-02-29 00:00:00.0000000+00:00',
  ],
  [
    'filter.opens=$lte:12:30',
    '([items].[opens] is not null and [items].[opens] <= cast(@par0 as time(7)))',
    '12:30:00.0000000',
  ],
  ['filter.name=$null', '[items].[name] is null'],
  [
    'filter.tags=$contains:a,b',
    `([items].[tags] is not null and (isjson([items].[tags]) = 1 and left(ltrim([items].[tags]), 1) = '[' and not exists (select 1 from openjson(@par0) as wanted_ where not exists (select 1 from openjson([items].[tags]) as held_ where held_.value + '.' = wanted_.value + '.'))))`,
    '["a","b"]',
  ],
])('%s is %s', (query, text, ...values) => {
  expect(unwrapped(condition(dialect, itemList, query))).toEqual(unwrapped([text, ...values]))
})

/** Parentheses around the whole are of no account. */
function unwrapped([text, ...values]: readonly unknown[]): unknown[] {
  let inner = String(text)
  while (inner.startsWith('((') && inner.endsWith('))')) inner = inner.slice(1, -1)
  return [inner, ...values]
}

test('nulls stand where they are asked to, and no column is named twice', () => {
  expect(order(dialect, itemList, 'sortBy=amount:DESC&sortBy=name:ASC&sortBy=amount:ASC')).toEqual([
    'case when [items].[amount] is null then 0 else 1 end desc',
    '[items].[amount] desc',
    '[items].[name] asc',
    '[items].[id] asc',
  ])
})

test.each([
  [{ limit: 10, offset: 20 }, 'offset @par0 rows fetch next @par1 rows only', [20, 10]],
  [{ limit: 101 }, 'offset @par0 rows fetch next @par1 rows only', [0, 101]],
])('a page of %j is cut by offset and fetch', (cut, text, params) => {
  const start = new QueryBuilder().select({ id: items.id })
  const select = buildSelect(start as never, {
    table: items,
    joins: [],
    where: undefined,
    orderBy: [sql`${items.id} asc`],
    ...cut,
  })
  const query = (select as unknown as { toSQL(): { sql: string; params: unknown[] } }).toSQL()
  expect(query).toEqual({ sql: `select [id] from [items] order by [items].[id] asc ${text}`, params })
})

test('text of a client never becomes a part of a statement', () => {
  const { leaked, rendered } = leakedTexts(dialect, itemList, [
    'name=$eq',
    'name=$in',
    'name=$sw',
    'name=$ilike',
    'name=$contains',
    'tags=$contains',
    'code=$eq',
  ])
  expect(leaked).toEqual([])
  expect(rendered).toBeGreaterThan(20)
})
