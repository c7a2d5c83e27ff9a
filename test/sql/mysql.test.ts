// MySQL and MariaDB, as Drizzle renders them. The same requests have their rows compared on a server: test/engines.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  date,
  datetime,
  decimal,
  float,
  int,
  json,
  mysqlEnum,
  mysqlTable,
  MySqlDialect,
  smallint,
  text,
  time,
  varchar,
} from 'drizzle-orm/mysql-core'
import { expect, test } from 'vitest'
import { paginateConfig } from '../../src/index.js'
import { condition, leakedTexts, order } from './rendered.js'

const items = mysqlTable('items', {
  id: int('id').primaryKey(),
  name: varchar('name', { length: 50 }),
  code: char('code', { length: 1 }),
  body: text('body'),
  active: boolean('active'),
  count: smallint('count'),
  big: bigint('big', { mode: 'bigint', unsigned: true }),
  amount: decimal('amount', { precision: 10, scale: 2 }),
  whole: decimal('whole'),
  single: float('single'),
  at: datetime('at'),
  atMillis: datetime('at_millis', { fsp: 3 }),
  day: date('day'),
  clock: time('clock', { fsp: 6 }),
  mood: mysqlEnum('mood', ['sad', 'happy']),
  words: text('words', { enum: ['a', 'b'] }),
  tags: json('tags'),
})
const ORDERED = ['$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$btw', '$null'] as const
const itemList = paginateConfig(items)
  .field('textMoment', items.body, 'timestamp')
  .field('dayMoment', items.day, 'timestamp')
  .field('momentDay', items.at, 'date')
  .field('textTime', items.name, 'time')
  .field('textNumber', items.name, 'decimal')
  .field('textInteger', items.code, 'integer')
  .field('countBig', items.count, 'bigint')
  .field('textUuid', items.name, 'uuid')
  .field('sum', sql<string>`(1 + 1)`, 'decimal')
  .field('when', sql<Date>`now()`, 'timestamp')
  .field('span', sql<string>`timediff(now(), now())`, 'interval')
  .withLimits(10, 100)
  .withTieBreaker('id')
  .sortable('name', 'at', 'atMillis')
  .sortable('at', { nulls: 'first' })
  .sortable('atMillis', { nulls: 'last' })
  .searchable('name')
  .filterable('name', '$eq', '$in', '$sw', '$ew', '$ilike', '$contains', '$null')
  .filterable('body', '$eq')
  .filterable('active', '$eq')
  .filterable('big', ...ORDERED)
  .filterable('amount', ...ORDERED)
  .filterable('whole', ...ORDERED)
  .filterable('single', ...ORDERED)
  .filterable('at', ...ORDERED)
  .filterable('atMillis', ...ORDERED)
  .filterable('day', ...ORDERED)
  .filterable('clock', ...ORDERED)
  .filterable('mood', ...ORDERED)
  .filterable('words', '$eq')
  .filterable('tags', '$contains')
  .filterable('textMoment', ...ORDERED)
  .filterable('dayMoment', ...ORDERED)
  .filterable('momentDay', ...ORDERED)
  .filterable('textTime', ...ORDERED)
  .filterable('textNumber', ...ORDERED)
  .filterable('textInteger', ...ORDERED)
  .filterable('countBig', ...ORDERED)
  .filterable('textUuid', '$eq')
  .filterable('sum', ...ORDERED)
  .filterable('when', ...ORDERED)
  .filterable('span', ...ORDERED)
  .build()

const dialect = new MySqlDialect()
const NOTHING = '1 = 0'
const some = (column: string, rest: string): string => `(\`items\`.\`${column}\` is not null and ${rest})`
const name = '`items`.`name`'
/** The characters that a driver escapes are put back by the server. */
const restored = [
  `''''`,
  `'"'`,
  `left('\\\\', 1)`,
  `'\u0000'`,
  `'\b'`,
  `'\t'`,
  `'\n'`,
  `'\r'`,
  `'\u001a'`,
  `'~'`,
].reduce((inner, literal, index) => `replace(${inner}, '~${index}', ${literal})`, '?')

test.each<[query: string, text: string, ...values: unknown[]]>([
  ['filter.name=$eq:plain', some('name', `${name} = ?`), 'plain'],
  // Neither a quote nor a backslash reaches the driver, whatever the session's sql_mode.
  [`filter.name=$eq:it's~`, some('name', `${name} = ${restored}`), 'it~0s~9'],
  ['filter.name=$eq:%5C%22%0A', some('name', `${name} = ${restored}`), '~2~1~6'],
  [
    `filter.body=$eq:${'\\'.repeat(4)}${'%09'.repeat(4100)}`,
    some('body', '`items`.`body` = unhex(?)'),
    '5c'.repeat(4) + '09'.repeat(4100),
  ],
  ['filter.name=$sw:50%25_!', some('name', `${name} like ${restored} escape left('\\\\', 1)`), '50~2%~2_!%'],
  ['filter.name=$not:$ilike:x', `(${name} is null or not (${name} like ? escape '!'))`, '%x%'],
  ['filter.name=$in:a,b', some('name', `${name} in (?, ?)`), 'a', 'b'],
  ['search=x', `((${name} is not null and ${name} like ? escape '!'))`, '%x%'],
  ['filter.active=$eq:true', some('active', '`items`.`active` = ?'), 1],
  ['filter.active=$eq:false', some('active', '`items`.`active` = ?'), 0],
  // Text would be compared as a double.
  [
    'filter.big=$eq:18446744073709551615',
    some('big', '`items`.`big` = cast(? as decimal(20,0))'),
    '18446744073709551615',
  ],
  ['filter.big=$eq:7', some('big', '`items`.`big` = ?'), 7],
  // Values are rounded to what the column can hold, away from the rows that are not meant.
  ['filter.amount=$lt:1.005', some('amount', '`items`.`amount` < cast(? as decimal(65,2))'), '1.01'],
  ['filter.amount=$eq:1.005', NOTHING],
  ['filter.whole=$gt:1.5', some('whole', '`items`.`whole` > cast(? as decimal(65,0))'), '1'],
  ['filter.sum=$eq:0.1', '(((1 + 1)) is not null and ((1 + 1)) = cast(? as decimal(65,30)))', '0.1'],
  ['filter.at=$eq:2024-02-29T14:00:00%2B02:00', some('at', '`items`.`at` = ?'), '2024-02-29 12:00:00.000000'],
  ['filter.at=$eq:2024-02-29T12:00:00.5', NOTHING],
  ['filter.at=$gt:2024-02-29T12:00:00.5', some('at', '`items`.`at` > ?'), '2024-02-29 12:00:00.000000'],
  ['filter.at=$gte:9999-12-31T23:59:59.5', NOTHING],
  [
    'filter.atMillis=$eq:2024-02-29T12:00:00.123',
    some('at_millis', '`items`.`at_millis` = ?'),
    '2024-02-29 12:00:00.123000',
  ],
  ['filter.when=$eq:2024-02-29T12:00:00.123456', '((now()) is not null and (now()) = ?)', '2024-02-29 12:00:00.123456'],
  // The two ends have rounded past one another: no row is between them.
  [
    'filter.when=$btw:2024-02-29T12:00:00.1234561,2024-02-29T12:00:00.1234562',
    '((now()) is not null and ((now()) >= ? and (now()) <= ?))',
    '2024-02-29 12:00:00.123457',
    '2024-02-29 12:00:00.123456',
  ],
  ['filter.day=$eq:2024-02-29', some('day', '`items`.`day` = ?'), '2024-02-29'],
  ['filter.clock=$eq:12:30:00.5', some('clock', '`items`.`clock` = ?'), '12:30:00.500000'],
  [
    'filter.span=$gt:-01:00:00',
    '((timediff(now(), now())) is not null and (timediff(now(), now())) > cast(? as time(6)))',
    '-01:00:00.000000',
  ],
  [
    'filter.span=$lt:01:00:00',
    '((timediff(now(), now())) is not null and (timediff(now(), now())) < cast(? as time(6)))',
    '01:00:00.000000',
  ],
  // An enum is compared by the position of its member.
  ['filter.mood=$gt:sad', some('mood', '`items`.`mood` > ?'), 1],
  ['filter.words=$eq:b', some('words', '`items`.`words` = ?'), 'b'],
])('%s is %s', (query, expected, ...values) => {
  expect(condition(dialect, itemList, query)).toEqual([expected, ...values])
})

const iso = (column: string): string =>
  `(case when substr(${column}, -3, 1) = ':' and substr(${column}, -6, 1) in ('+', '-') then subtime(cast(left(${column}, char_length(${column}) - 6) as datetime(6)), cast(concat(trim(leading '+' from right(${column}, 6)), ':00') as time)) else cast(trim(trailing 'Z' from ${column}) as datetime(6)) end)`

// A column that is read as another type: what it is compared as.
test.each<[query: string, compared: string, value: unknown]>([
  ['filter.textMoment=$gt:2024-02-29', iso('`items`.`body`'), '2024-02-29 00:00:00.000000'],
  ['filter.dayMoment=$gt:2024-02-29', 'cast(`items`.`day` as datetime(6))', '2024-02-29 00:00:00.000000'],
  ['filter.momentDay=$gt:2024-02-29', 'cast(`items`.`at` as date)', '2024-02-29'],
  ['filter.textInteger=$gt:5', 'cast(`items`.`code` as decimal(65,30))', 5],
  ['filter.countBig=$gt:5', '`items`.`count`', 5],
])('%s compares %s', (query, compared, value) => {
  const [written, ...values] = condition(dialect, itemList, query)
  expect(written).toContain(`${compared} > ?`)
  expect(values).toEqual([value])
})

test('text that is read as a decimal, as a time, or as a UUID', () => {
  expect(condition(dialect, itemList, 'filter.textTime=$gt:12:30')).toEqual([
    expect.stringContaining(`cast(${name} as time(6)) > cast(? as time(6))`),
    '12:30:00.000000',
  ])
  expect(condition(dialect, itemList, 'filter.textNumber=$gt:1.5')).toEqual([
    expect.stringContaining(`cast(${name} as decimal(65,30)) > cast(? as decimal(65,30))`),
    '1.5',
  ])
  expect(condition(dialect, itemList, 'filter.textUuid=$eq:0F8FAD5B-D9CB-469F-A165-70867728950E')).toEqual([
    some('name', `${name} = ?`),
    '0f8fad5b-d9cb-469f-a165-70867728950e',
  ])
})

test('the elements of a collection are compared as bytes', () => {
  const [written, ...values] = condition(dialect, itemList, `filter.tags=$contains:a'`)
  expect(written).toContain("json_type(`items`.`tags`) = 'ARRAY'")
  expect(written).toContain(
    "json_table(convert(unhex(?) using utf8mb4), '$[*]' columns (wanted_ longtext path '$')) as wanted_",
  )
  expect(written).toContain('end) as binary) = cast(wanted_ as binary)')
  expect(values).toEqual([Buffer.from(`["a'"]`).toString('hex')])
})

test.each([
  ['name:DESC', ['`items`.`name` desc', '`items`.`id` asc']],
  ['at:ASC', ['`items`.`at` is null desc', '`items`.`at` asc', '`items`.`id` asc']],
  ['atMillis:DESC', ['`items`.`at_millis` is null asc', '`items`.`at_millis` desc', '`items`.`id` asc']],
])('nulls come where they are asked to: %s', (sortBy, terms) => {
  expect(order(dialect, itemList, `sortBy=${sortBy}`)).toEqual(terms)
})

test('text of a client never becomes a part of a statement', () => {
  const { leaked, rendered } = leakedTexts(dialect, itemList, [
    'name=$eq',
    'name=$in',
    'name=$sw',
    'name=$contains',
    'tags=$contains',
  ])
  expect(leaked).toEqual([])
  expect(rendered).toBeGreaterThan(20)
})
