// The statement of each facet and what is read of its rows: text and parameters as a driver is handed them, rows as it
// answers them.
import { eq, type SQL, sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import { drizzle as mysqlProxy } from 'drizzle-orm/mysql-proxy'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle as postgresProxy } from 'drizzle-orm/pg-proxy'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { drizzle as sqliteProxy } from 'drizzle-orm/sqlite-proxy'
import { describe, expect, test } from 'vitest'
import type { ConfigBuilder } from '../../../src/builder/config-builder.js'
import {
  defineValueType,
  facetCounts,
  paginateConfig,
  PaginateQuery,
  rowsOf,
  type StatementEvent,
} from '../../../src/index.js'

const parse = (text: string): string => text
const reversed = defineValueType({
  name: 'reversed',
  operators: ['$eq'],
  parse,
  format: String,
  encode: (value) => [...value].reverse().join(''),
})
const numbered = defineValueType({
  name: 'numbered',
  operators: ['$eq', '$gte'],
  parse,
  format: String,
  as: { type: 'integer', value: (value: string) => BigInt(value) },
})
const level = pg.pgEnum('level', ['low', 'high'])

type Columns = Record<string, pg.AnyPgColumn>
interface Tables {
  readonly items: Columns
  readonly authors: Columns
  readonly notes: Columns
  readonly kinds: Columns
}
/** Typed as PostgreSQL's, whatever the dialect. */
const tables = {
  postgresql: {
    items: pg.pgTable('items', {
      id: pg.integer('id').primaryKey(),
      authorId: pg.integer('author_id'),
      name: pg.text('name'),
      views: pg.integer('views'),
      guid: pg.uuid('guid'),
      level: level('level'),
      at: pg.timestamp('at', { withTimezone: true }),
      single: pg.real('single'),
      tags: pg.text('tags').array(),
      numbers: pg.integer('numbers').array(),
      host: pg.inet('host'),
    }),
    authors: pg.pgTable('authors', { id: pg.integer('id').primaryKey(), name: pg.text('name') }),
    notes: pg.pgTable('notes', {
      id: pg.integer('id').primaryKey(),
      itemId: pg.integer('item_id'),
      kindId: pg.integer('kind_id'),
      by: pg.text('by'),
    }),
    kinds: pg.pgTable('kinds', { id: pg.integer('id').primaryKey(), title: pg.text('title') }),
  } as unknown as Tables,
  sqlite: {
    items: sqlite.sqliteTable('items', {
      id: sqlite.integer('id').primaryKey(),
      authorId: sqlite.integer('author_id'),
      name: sqlite.text('name'),
      views: sqlite.integer('views'),
      guid: sqlite.text('guid'),
      level: sqlite.text('level', { enum: ['low', 'high'] }),
      at: sqlite.integer('at', { mode: 'timestamp_ms' }),
      single: sqlite.real('single'),
      tags: sqlite.text('tags', { mode: 'json' }).$type<string[]>(),
      numbers: sqlite.text('numbers', { mode: 'json' }).$type<number[]>(),
      host: sqlite.text('host'),
    }),
    authors: sqlite.sqliteTable('authors', { id: sqlite.integer('id').primaryKey(), name: sqlite.text('name') }),
    notes: sqlite.sqliteTable('notes', {
      id: sqlite.integer('id').primaryKey(),
      itemId: sqlite.integer('item_id'),
      kindId: sqlite.integer('kind_id'),
      by: sqlite.text('by'),
    }),
    kinds: sqlite.sqliteTable('kinds', { id: sqlite.integer('id').primaryKey(), title: sqlite.text('title') }),
  } as unknown as Tables,
  mysql: {
    items: mysql.mysqlTable('items', {
      id: mysql.int('id').primaryKey(),
      authorId: mysql.int('author_id'),
      name: mysql.varchar('name', { length: 9 }),
      views: mysql.int('views'),
      guid: mysql.char('guid', { length: 36 }),
      level: mysql.mysqlEnum('level', ['low', 'high']),
      at: mysql.datetime('at', { fsp: 6 }),
      single: mysql.float('single'),
      tags: mysql.json('tags').$type<string[]>(),
      numbers: mysql.json('numbers').$type<number[]>(),
      host: mysql.varchar('host', { length: 9 }),
    }),
    authors: mysql.mysqlTable('authors', {
      id: mysql.int('id').primaryKey(),
      name: mysql.varchar('name', { length: 9 }),
    }),
    notes: mysql.mysqlTable('notes', {
      id: mysql.int('id').primaryKey(),
      itemId: mysql.int('item_id'),
      kindId: mysql.int('kind_id'),
      by: mysql.varchar('by', { length: 9 }),
    }),
    kinds: mysql.mysqlTable('kinds', {
      id: mysql.int('id').primaryKey(),
      title: mysql.varchar('title', { length: 9 }),
    }),
  } as unknown as Tables,
}
type DialectName = keyof typeof tables

function listOf(dialect: DialectName): never {
  const { items, authors, notes, kinds } = tables[dialect]
  const column = (name: string): never => items[name] as never
  let list = (paginateConfig(items as never) as unknown as ConfigBuilder)
    .leftJoin('author', authors as never, eq(authors['id'] as never, column('authorId')))
    .field('nameAsMoment', column('name'), 'timestamp')
    .field('made', column('name'), reversed)
    .field('numbered', column('name'), numbered)
    .field('uuid', column('guid'), 'uuid')
    .field('upper', sql`upper(${column('name')})`, 'text')
    .field('latest', sql`max(${column('at')})`, 'timestamp')
    .withLimits(10, 100)
    .withTieBreaker('id')
    .sortable('author.name')
    .defaultSortBy('author.name', 'asc')
  const ofItem = rowsOf(notes as never, eq(notes['itemId'] as never, column('id')))
  list = list
    .filterableMany('by', ofItem as never, notes['by'] as never, '$eq')
    .filterableMany(
      'kind',
      ofItem.innerJoin(kinds as never, eq(kinds['id'] as never, notes['kindId'] as never)) as never,
      kinds['title'] as never,
      '$eq',
    )
  for (const name of ['name', 'author.name', 'made', 'upper', 'host']) list = list.filterable(name, '$eq')
  for (const name of ['views', 'level', 'at', 'single', 'nameAsMoment', 'numbered', 'latest', 'uuid']) {
    try {
      const more = list.filterable(name, '$eq', '$gte')
      more.build()
      list = more
    } catch {
      list = list.filterable(name, '$eq')
    }
  }
  for (const name of ['tags', 'numbers']) list = list.filterable(name, '$contains')
  return list.build() as never
}
const lists = { postgresql: listOf('postgresql'), sqlite: listOf('sqlite'), mysql: listOf('mysql') }

const proxies = { postgresql: postgresProxy, sqlite: sqliteProxy, mysql: mysqlProxy }
/** Asks a facet of a driver that answers these rows. */
async function ask(dialect: DialectName, query: string, facet: object, rows: readonly unknown[][], where?: SQL) {
  const sent: unknown[] = []
  const driver = (text: string, params: unknown[]): Promise<{ rows: unknown }> => {
    sent.push([text.replaceAll(/["`]/g, ''), ...params])
    return Promise.resolve({ rows })
  }
  // SQLite's of 1.0 takes a function for each way to run a statement.
  const db = (proxies[dialect] as unknown as (driver: unknown) => never)(
    Object.assign(driver, { all: async (text: string, params: unknown[]) => (await driver(text, params)).rows }),
  )
  const answer = await (facetCounts as unknown as (...given: unknown[]) => Promise<Record<string, unknown>>)(
    db,
    PaginateQuery.from(query),
    lists[dialect],
    facet,
    where === undefined ? {} : { where },
  )
  return { sent, answer: Object.values(answer)[0] }
}

const moment = "to_json((key at time zone 'UTC')) #>> '{}'"
const ranked = (source: string, value: string, row = 'row_number() over (order by key)'): string =>
  `select ${value}, rows from (select ${value}, first, last, max(row) over () as rows from (select ${value}, row_number() over (order by key) as first, row_number() over (order by key desc) as last, ${row} as row from (${source}) as held where key is not null) as ranked) as facet where (first = 1 or last = 1) order by first`
const values = (source: string, value = 'key'): string =>
  `select ${value}, count(*) from (${source}) as facet group by key order by count(*) desc, facet.key limit `

describe('A facet is asked by', () => {
  test.each<[dialect: DialectName, facet: object, query: string, text: string, ...values: unknown[]]>([
    ['postgresql', { name: true }, '', `${values('select items.name as key from items')}$1`, 100],
    // Criteria of its own field are left out, all others kept.
    [
      'postgresql',
      { name: { limit: 2 } },
      'filter.name=$eq:a&filter.views=$gte:1',
      `${values('select items.name as key from items where (items.views is not null and items.views >= $1::integer)')}$2`,
      1,
      2,
    ],
    [
      'postgresql',
      { 'author.name': true },
      '',
      `${values('select authors.name as key from items left join authors on (authors.id = items.author_id)')}$1`,
      100,
    ],
    [
      'postgresql',
      { views: true },
      'filter.author.name=$eq:a',
      `${values('select items.views as key from items left join authors on (authors.id = items.author_id) where (authors.name is not null and authors.name = $1)')}$2`,
      'a',
      100,
    ],
    ['postgresql', { level: true }, '', `${values('select items.level as key from items')}$1`, 100],
    [
      'postgresql',
      { made: true },
      '',
      `${values('select items.name as key, items.name as raw from items', '(array_agg(raw))[1]')}$1`,
      100,
    ],
    [
      'sqlite',
      { made: true },
      '',
      `${values('select items.name as key, items.name as raw from items', 'min(raw)')}?`,
      100,
    ],
    [
      'postgresql',
      { numbered: true },
      '',
      `${values('select items.name::bigint as key, items.name as raw from items', '(array_agg(raw))[1]')}$1`,
      100,
    ],
    ['postgresql', { uuid: true }, '', `${values('select items.guid as key from items')}$1`, 100],
    // Text that is read as a uuid is spelled in several ways.
    [
      'sqlite',
      { uuid: true },
      '',
      `${values('select items.guid as key, items.guid as raw from items', 'min(raw)')}?`,
      100,
    ],
    [
      'postgresql',
      { host: true },
      '',
      `${values('select abbrev(items.host) as key, items.host as raw from items', '(array_agg(raw))[1]')}$1`,
      100,
    ],
    ['postgresql', { upper: true }, '', `${values('select (upper(items.name)) as key from items')}$1`, 100],
    ['postgresql', { at: true }, '', `${values('select items.at as key from items', `key, ${moment}`)}$1`, 100],
    ['sqlite', { at: true }, '', `${values('select items.at as key from items')}?`, 100],
    [
      'mysql',
      { at: true },
      '',
      `${values('select items.at as key from items', "key, date_format(key, '%Y-%m-%dT%H:%i:%s.%fZ')")}?`,
      100,
    ],
    ['mysql', { single: true }, '', `${values('select items.single as key from items', 'key, key * 1e0')}?`, 100],
    ['postgresql', { latest: true }, '', `${values('select (max(items.at)) as key from items', 'key, key')}$1`, 100],
    [
      'postgresql',
      { tags: true },
      'filter.author.name=$eq:a',
      `${values("select key from (select element.held as key, items.id as row0 from items left join authors on (authors.id = items.author_id) cross join lateral unnest(items.tags) as element(held) where (authors.name is not null and authors.name = $1) and element.held is not null and (element.held not like '%,%' and element.held <> '')) as held group by row0, key", 'array[key]')}$2`,
      'a',
      100,
    ],
    [
      'postgresql',
      { numbers: true },
      '',
      `${values('select key from (select element.held as key, items.id as row0 from items cross join lateral unnest(items.numbers) as element(held) where element.held is not null) as held group by row0, key', 'array[key]')}$1`,
      100,
    ],
    [
      'mysql',
      { tags: true },
      '',
      `${values("select key, min(raw) as raw from (select cast(coalesce(element.held, case when json_type(element.json) in ('OBJECT', 'ARRAY') then cast(element.json as char) end) as binary) as key, cast(element.json as char) as raw, items.id as row0 from items join json_table(case json_type(items.tags) when 'ARRAY' then items.tags else '[]' end, '$[*]' columns (held longtext path '$', json json path '$')) as element on 1 = 1 where json_type(element.json) <> 'NULL' and (cast(coalesce(element.held, case when json_type(element.json) in ('OBJECT', 'ARRAY') then cast(element.json as char) end) as binary) not like '%,%' and cast(coalesce(element.held, case when json_type(element.json) in ('OBJECT', 'ARRAY') then cast(element.json as char) end) as binary) <> '')) as held group by row0, key", 'min(raw)')}?`,
      100,
    ],
    [
      'postgresql',
      { by: true },
      '',
      `${values('select key from (select notes.by as key, items.id as row0 from items inner join notes on (notes.item_id = items.id)) as held group by row0, key')}$1`,
      100,
    ],
    [
      'postgresql',
      { kind: true },
      '',
      `${values('select key from (select kinds.title as key, items.id as row0 from items inner join notes on (notes.item_id = items.id) inner join kinds on (kinds.id = notes.kind_id)) as held group by row0, key')}$1`,
      100,
    ],
    [
      'postgresql',
      { views: 'range' },
      '',
      'select min(key), max(key), count(key) from (select items.views as key from items) as facet',
    ],
    [
      'postgresql',
      { at: 'range' },
      '',
      `select min(key), ${moment.replace('key', 'min(key)')}, max(key), ${moment.replace('key', 'max(key)')}, count(key) from (select items.at as key from items) as facet`,
    ],
    // By the order of comparisons, where min() and max() have another, or the value is not the key.
    [
      'postgresql',
      { numbered: 'range' },
      '',
      ranked('select items.name::bigint as key, items.name as raw from items', 'raw'),
    ],
    [
      'postgresql',
      { level: 'range' },
      '',
      'select min(key), max(key), count(key) from (select items.level as key from items) as facet',
    ],
    ['mysql', { level: 'range' }, '', ranked('select items.level as key from items', 'key')],
    ['postgresql', { uuid: 'range' }, '', ranked('select items.guid as key from items', 'key')],
    [
      'mysql',
      { views: 'range' },
      '',
      'select min(key), max(key), count(key) from (select items.views as key from items) as facet',
    ],
  ])('%s, %j after %j', async (dialect, facet, query, text, ...bound) => {
    const { sent, answer } = await ask(dialect, query, facet, [])
    expect(sent).toEqual([[text, ...bound]])
    expect(answer).toEqual(Object.values(facet)[0] === 'range' ? null : [])
  })

  test.each<[dialect: DialectName, facet: object, where: SQL, condition: string]>([
    ['postgresql', { by: true }, sql`by = 'a'`, "(items.id) in (select items.id from items where (by = 'a'))"],
    ['postgresql', { by: true }, sql`BY = 'a'`, "(items.id) in (select items.id from items where (BY = 'a'))"],
    ['postgresql', { kind: true }, sql`title = 'a'`, "(items.id) in (select items.id from items where (title = 'a'))"],
    ['postgresql', { by: true }, sql`title = 'a'`, "(title = 'a')"],
    ['postgresql', { by: true }, sql`${tables.postgresql.items['name']} = 'a'`, "(items.name = 'a')"],
    ['postgresql', { tags: true }, sql`held = 'a'`, "(items.id) in (select items.id from items where (held = 'a'))"],
    ['postgresql', { name: true }, sql`held = by`, '(held = by)'],
  ])("a condition of the app's means the columns of a page: %s %j", async (dialect, facet, where, condition) => {
    const { sent } = await ask(dialect, '', facet, [], where)
    expect(String((sent[0] as unknown[])[0])).toContain(` where ${condition}`)
  })
})

describe('A facet answers', () => {
  test.each<[title: string, dialect: DialectName, facet: object, rows: unknown[][], answer: unknown]>([
    [
      'values and how often',
      'postgresql',
      { name: true },
      [
        ['a', '2'],
        [null, 1],
      ],
      [
        { value: 'a', count: 2, filter: '$eq:a' },
        { value: null, count: 1, filter: null },
      ],
    ],
    [
      'a filter of a made type only if it binds the value',
      'postgresql',
      { made: true },
      [
        ['aba', 2],
        ['ba', 1],
      ],
      [
        { value: 'aba', count: 2, filter: '$eq:aba' },
        { value: 'ba', count: 1, filter: null },
      ],
    ],
    [
      'elements of an array',
      'postgresql',
      { tags: true },
      [[['a'], 1]],
      [{ value: 'a', count: 1, filter: '$contains:a' }],
    ],
    [
      'numbers of an array',
      'postgresql',
      { numbers: true },
      [[[7], 1]],
      [{ value: 7, count: 1, filter: '$contains:7' }],
    ],
    ['elements of JSON', 'mysql', { tags: true }, [['"a"', 1]], [{ value: 'a', count: 1, filter: '$contains:a' }]],
    [
      'a single that the server has cut',
      'mysql',
      { single: true },
      [[123457, 123456.7890625, 1]],
      [{ value: 123456.7890625, count: 1, filter: '$eq:123456.7890625' }],
    ],
    ['the ends of a range', 'postgresql', { views: 'range' }, [[1, 9, '5']], { min: 1, max: 9, count: 5 }],
    ['no range without a value', 'postgresql', { views: 'range' }, [[null, null, '0']], null],
    [
      'the first and the last row',
      'postgresql',
      { numbered: 'range' },
      [
        ['9', '3'],
        ['10', '3'],
      ],
      { min: '9', max: '10', count: 3 },
    ],
    ['one row that is both', 'mysql', { level: 'range' }, [['low', 1]], { min: 'low', max: 'low', count: 1 }],
  ])('%s', async (_title, dialect, facet, rows, answer) => {
    expect((await ask(dialect, '', facet, rows)).answer).toEqual(answer)
  })

  test.each<[title: string, dialect: DialectName, row: unknown[], json: string]>([
    [
      'milliseconds as they are',
      'postgresql',
      [new Date('2024-02-29T12:00:00.123Z'), '2024-02-29T12:00:00.123000Z', 1],
      '2024-02-29T12:00:00.123Z',
    ],
    [
      'microseconds in its JSON',
      'postgresql',
      [new Date('2024-02-29T12:00:00.123Z'), '2024-02-29T12:00:00.123456Z', 1],
      '2024-02-29T12:00:00.123456Z',
    ],
  ])('a moment with %s', async (_title, dialect, row, json) => {
    const { answer } = await ask(dialect, '', { at: true }, [row])
    const [{ value }] = answer as [{ value: Date }]
    expect(value.getTime()).toBe(Date.UTC(2024, 1, 29, 12, 0, 0, 123))
    expect(JSON.parse(JSON.stringify(value))).toBe(json)
  })
})

test('each statement is reported once it is answered', async () => {
  const events: StatementEvent[] = []
  const db = postgresProxy((() =>
    Promise.resolve({
      rows: [
        ['a', 1],
        ['b', 1],
      ],
    })) as never)
  const facets = { name: true, views: true } as never
  await (facetCounts as unknown as (...given: unknown[]) => Promise<unknown>)(db, {}, lists.postgresql, facets, {
    onStatement: (event: StatementEvent) => void events.push(event),
  })
  expect(events.map(({ kind, rows, params }) => [kind, rows, params])).toEqual([
    ['facet', 2, [100]],
    ['facet', 2, [100]],
  ])
  expect(events.map(({ sql: text }) => /"items"\."(\w+)"/.exec(text)?.[1])).toEqual(['name', 'views'])
  for (const { milliseconds } of events) expect(milliseconds).toBeLessThan(performance.now())
})
