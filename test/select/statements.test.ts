// Text and parameters of the statements of a request, in each form of a page, as Drizzle renders them.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { eq, sql, type SQL } from 'drizzle-orm'
import { alias, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { makeCursor, orderPrint } from '../../src/features/cursors/cursor-text.js'
import { orderOf } from '../../src/features/positions/position.js'
import { summaryStatement } from '../../src/features/summaries/summary-statement.js'
import { paginateConfig, rowsOf } from '../../src/index.js'
import { filteredSelect } from '../../src/select/count-select.js'
import { COUNT } from '../../src/select/list-statements.js'
import { itemFields, type ListParts, listParts, type PageRead } from '../../src/select/list-parts.js'
import type { ListRequest } from '../../src/types/page-request.js'
import type { ResolvedConfig } from '../../src/types/resolved-config.js'
import { buildSelect, restartSelect, runSelect, type Select, startSelect } from '../../src/select/select-builder.js'
import {
  builderOf,
  compiled,
  type DialectName,
  freshStatements,
  listOf,
  read,
  requestOf,
  shown,
  statementsOf,
  tables,
} from './lists.js'

const { articles, authors, cities, places } = tables.postgres

test.each<[dialect: DialectName, query: string, statement: 'count' | PageRead, text: string, ...parameters: unknown[]]>(
  [
    ['postgres', '', 'count', 'select count(*) from articles'],
    ['postgres', '', read('plain', 20), 'select id from articles order by articles.id asc limit $1 offset $2', 10, 20],
    [
      'postgres',
      '',
      read('plain', 3, { isReversed: true, limit: 7 }),
      'select id from articles order by articles.id desc limit $1 offset $2',
      7,
      3,
    ],
    [
      'postgres',
      '',
      read('deferred', 500),
      'select articles.id from articles inner join (select id as page_keys_0 from articles order by articles.id asc limit $1 offset $2) page_keys on page_keys.page_keys_0 = articles.id order by articles.id asc',
      10,
      500,
    ],
    [
      'postgres',
      '',
      read('deferred', 500, { isReversed: true }),
      'select articles.id from articles inner join (select id as page_keys_0 from articles order by articles.id desc limit $1 offset $2) page_keys on page_keys.page_keys_0 = articles.id order by articles.id desc',
      10,
      500,
    ],
    [
      'postgres',
      '',
      read('filtered', 20),
      'select articles.id from articles inner join (select articles.id as page_keys_0 from articles inner join (select id as filtered_keys_0 from articles offset 0) filtered_keys on filtered_keys.filtered_keys_0 = articles.id order by articles.id asc limit $1 offset $2) page_keys on page_keys.page_keys_0 = articles.id order by articles.id asc',
      10,
      20,
    ],
    [
      'postgres',
      'limit=-1',
      read('plain', 0, { limit: 501 }),
      'select id from articles order by articles.id asc limit $1',
      501,
    ],
    [
      'postgres',
      'limit=-1',
      read('deferred', 0, { limit: 501 }),
      'select articles.id from articles inner join (select id as page_keys_0 from articles order by articles.id asc limit $1) page_keys on page_keys.page_keys_0 = articles.id order by articles.id asc',
      501,
    ],
    [
      'postgres',
      'filter.views=$gte:5&sortBy=author.name:DESC',
      'count',
      'select count(*) from articles where (articles.views is not null and articles.views >= $1::integer)',
      5,
    ],
    [
      'postgres',
      'filter.views=$gte:5&sortBy=author.name:DESC',
      read('plain', 0),
      'select articles.id from articles left join authors on authors.id = articles.author_id where (articles.views is not null and articles.views >= $1::integer) order by authors.name desc, articles.id asc limit $2 offset $3',
      5,
      10,
      0,
    ],
    [
      'postgres',
      'filter.views=$gte:5&sortBy=author.name:DESC',
      read('deferred', 500),
      'select articles.id from articles inner join (select articles.id as page_keys_0 from articles left join authors on authors.id = articles.author_id where (articles.views is not null and articles.views >= $1::integer) order by authors.name desc, articles.id asc limit $2 offset $3) page_keys on page_keys.page_keys_0 = articles.id left join authors on authors.id = articles.author_id order by authors.name desc, articles.id asc',
      5,
      10,
      500,
    ],
    [
      'postgres',
      'filter.views=$gte:5&sortBy=author.name:DESC',
      read('filtered', 20),
      'select articles.id from articles inner join (select articles.id as page_keys_0 from articles inner join (select id as filtered_keys_0 from articles where (articles.views is not null and articles.views >= $1::integer) offset 0) filtered_keys on filtered_keys.filtered_keys_0 = articles.id left join authors on authors.id = articles.author_id order by authors.name desc, articles.id asc limit $2 offset $3) page_keys on page_keys.page_keys_0 = articles.id left join authors on authors.id = articles.author_id order by authors.name desc, articles.id asc',
      5,
      10,
      20,
    ],
    [
      'postgres',
      'filter.author.name=$eq:ada&sortBy=views:ASC',
      'count',
      'select count(*) from articles left join authors on authors.id = articles.author_id where (authors.name is not null and authors.name = $1)',
      'ada',
    ],
    [
      'postgres',
      'filter.author.name=$eq:ada&sortBy=views:ASC',
      read('deferred', 500),
      'select articles.id from articles inner join (select articles.id as page_keys_0 from articles left join authors on authors.id = articles.author_id where (authors.name is not null and authors.name = $1) order by articles.views asc, articles.id asc limit $2 offset $3) page_keys on page_keys.page_keys_0 = articles.id order by articles.views asc, articles.id asc',
      'ada',
      10,
      500,
    ],
    [
      'postgres',
      'filter.author.name=$eq:ada&sortBy=views:ASC',
      read('filtered', 500),
      'select articles.id from articles inner join (select articles.id as page_keys_0 from articles inner join (select articles.id as filtered_keys_0 from articles left join authors on authors.id = articles.author_id where (authors.name is not null and authors.name = $1) offset 0) filtered_keys on filtered_keys.filtered_keys_0 = articles.id order by articles.views asc, articles.id asc limit $2 offset $3) page_keys on page_keys.page_keys_0 = articles.id order by articles.views asc, articles.id asc',
      'ada',
      10,
      500,
    ],
    [
      'postgres',
      'filter.author.name=$eq:ada&sortBy=city.name:ASC',
      read('plain', 0),
      'select articles.id from articles left join authors on authors.id = articles.author_id left join cities on cities.id = authors.city_id where (authors.name is not null and authors.name = $1) order by cities.name asc, articles.id asc limit $2 offset $3',
      'ada',
      10,
      0,
    ],
    [
      'postgres',
      'search=e',
      'count',
      'select count(*) from articles left join authors on authors.id = articles.author_id where (articles.title ilike $1 or (authors.name is not null and authors.name ilike $2))',
      '%e%',
      '%e%',
    ],
    [
      'postgres',
      'search=e',
      read('plain', 0),
      'select articles.id from articles left join authors on authors.id = articles.author_id where (articles.title ilike $1 or (authors.name is not null and authors.name ilike $2)) order by articles.id asc limit $3 offset $4',
      '%e%',
      '%e%',
      10,
      0,
    ],
    [
      'sqlite',
      'filter.views=$gte:5&sortBy=author.name:DESC',
      read('deferred', 500),
      'select articles.id from articles inner join (select articles.id as page_keys_0 from articles left join authors on authors.id = articles.author_id where (articles.views is not null and articles.views >= ?) order by authors.name desc, articles.id asc limit ? offset ?) page_keys on page_keys.page_keys_0 = articles.id left join authors on authors.id = articles.author_id order by +authors.name desc, +articles.id asc',
      5,
      10,
      500,
    ],
    [
      'sqlite',
      'filter.views=$gte:5&sortBy=author.name:DESC',
      read('filtered', 20),
      'select articles.id from articles inner join (select articles.id as page_keys_0 from articles inner join (select id as filtered_keys_0 from articles where (articles.views is not null and articles.views >= ?) limit -1 offset 0) filtered_keys on filtered_keys.filtered_keys_0 = articles.id left join authors on authors.id = articles.author_id order by +authors.name desc, +articles.id asc limit ? offset ?) page_keys on page_keys.page_keys_0 = articles.id left join authors on authors.id = articles.author_id order by +authors.name desc, +articles.id asc',
      5,
      10,
      20,
    ],
    [
      'mysql',
      'filter.views=$gte:5&sortBy=author.name:DESC',
      read('deferred', 500),
      'select articles.id from articles inner join (select articles.id as page_keys_0 from articles left join authors on authors.id = articles.author_id where (articles.views is not null and articles.views >= ?) order by authors.name desc, articles.id asc limit ? offset ?) page_keys on page_keys.page_keys_0 = articles.id left join authors on authors.id = articles.author_id order by authors.name desc, articles.id asc',
      5,
      10,
      500,
    ],
    [
      'mysql',
      'filter.views=$gte:5&sortBy=author.name:DESC',
      read('filtered', 20),
      'select articles.id from articles inner join (select articles.id as page_keys_0 from articles left join authors on authors.id = articles.author_id where (articles.views is not null and articles.views >= ?) order by authors.name desc, articles.id asc limit ? offset ?) page_keys on page_keys.page_keys_0 = articles.id left join authors on authors.id = articles.author_id order by authors.name desc, articles.id asc',
      5,
      10,
      20,
    ],
  ],
)('%s ?%s %j', (dialect, query, statement, ...expected) => {
  const { count, page } = statementsOf(dialect, listOf(dialect).build(), query)
  const made = statement === 'count' ? count() : page(statement)
  expect(made && shown(made.query())).toEqual(expected)
})

describe('A condition of the host', () => {
  const either = sql`${articles.views} = 1 or ${authors.name} = 'x'`

  test.each<[query: string, text: string]>([
    ['', "(articles.views = 1 or authors.name = 'x')"],
    [
      'filter.views=$gte:5',
      "((articles.views = 1 or authors.name = 'x') and (articles.views is not null and articles.views >= $1::integer))",
    ],
  ])('has parentheses and the joins that it names: ?%s', (query, condition) => {
    const { count } = statementsOf('postgres', listOf('postgres').build(), query, { where: either })
    expect(shown(count().query())[0]).toBe(
      `select count(*) from articles left join authors on authors.id = articles.author_id where ${condition}`,
    )
  })
})

test('joins are made once, in the order of their declaration', () => {
  const selection = { city: cities.name, author: authors.name, id: articles.id }
  const { page } = statementsOf('postgres', listOf('postgres').build(), 'filter.author.name=$eq:ada', { selection })
  expect(shown(page(read('plain', 0)).query())).toEqual([
    'select cities.name, authors.name, articles.id from articles left join authors on authors.id = articles.author_id ' +
      'left join cities on cities.id = authors.city_id where (authors.name is not null and authors.name = $1) ' +
      'order by articles.id asc limit $2 offset $3',
    'ada',
    10,
    0,
  ])
})

test.each<[totals: 'none' | 'exact' | { upTo: number }, text: string]>([
  ['none', 'select count(*) from articles'],
  ['exact', 'select count(*) from articles'],
  [{ upTo: 50 }, 'select count(*) from (select 1 as one from articles limit 51) bounded'],
])('a count under totals of %j', (totals, text) => {
  const config = listOf('postgres')
    .withTotals(totals as 'none')
    .build()
  expect(shown(statementsOf('postgres', config, '').count().query())).toEqual([text])
})

test.each<[query: string, selection: object, text: string, ...parameters: unknown[]]>([
  ['', { rows: sql`count(*)` }, 'select count(*) from articles'],
  [
    'filter.views=$gte:5&sortBy=author.name:DESC',
    { last: sql`max(${articles.id})` },
    'select max(articles.id) from articles where (articles.views is not null and articles.views >= $1::integer)',
    5,
  ],
  [
    'filter.views=$gte:5',
    { names: sql`min(${authors.name})`, cities: sql`min(${cities.name})` },
    'select min(authors.name), min(cities.name) from articles left join authors on authors.id = articles.author_id left join cities on cities.id = authors.city_id where (articles.views is not null and articles.views >= $1::integer)',
    5,
  ],
])('a summary has the filters and the joins that it reads: ?%s %j', (query, selection, ...expected) => {
  const request = requestOf(listOf('postgres').build(), query, { selection })
  expect(shown(summaryStatement(builderOf('postgres'), request).query())).toEqual(expected)
})

test.each<[title: string, query: string, names: readonly string[], expected: boolean]>([
  ['selected', '', ['id', 'reads'], true],
  ['selected and ordered by', 'sortBy=reads:DESC', ['id', 'reads'], false],
  ['ordered by alone', 'sortBy=reads:DESC', ['id'], false],
  ['selected beside another that orders', 'sortBy=reads:DESC', ['reads', 'seats'], true],
  ['neither', '', ['id'], false],
])('rows have a sub-select that the order does not read: %s', (_title, query, names, expected) => {
  const seats = alias(places, 'seats')
  const config = listOf('postgres')
    .field('reads', rowsOf(places, eq(places.row, articles.id)).count())
    .field('seats', rowsOf(seats, eq(seats.seat, articles.id)).count())
    .sortable('reads')
    .build()
  const { fields } = resolvedConfig(config)
  const chosen = Object.fromEntries(names.map((name) => [name, fields.get(name)?.expression]))
  expect(statementsOf('postgres', config, query, { selection: chosen }).facts.hasSubSelect).toBe(expected)
})

test('if a table has the name of the keys, they get another, and each of their columns is written with it', () => {
  const [keys, more] = ['page_keys', 'PAGE_KEYS_'].map((name) => pgTable(name, { id: integer('id').primaryKey() })) as [
    typeof authors,
    typeof authors,
  ]
  const config = paginateConfig(keys)
    .leftJoin('more', more, eq(more.id, keys.id))
    .withLimits(10, 100)
    .withTieBreaker('id')
    .build()
  const { sql: text } = statementsOf('postgres', config, '', { selection: { id: keys.id } })
    .page(read('deferred', 500))
    .query()
  expect(text).toContain(') "page_keys__" on "page_keys__"."page_keys___0" = ')
})

const partsOf = (request: ListRequest<ResolvedConfig>): ListParts =>
  listParts(request, itemFields(request.selection, request.config), compiled(request))

test('the filtered set is a select of constants for the planner', () => {
  const request = requestOf(listOf('postgres').build(), 'filter.author.name=$eq:ada')
  const parts = partsOf(request)
  expect(shown(filteredSelect(startSelect(builderOf('postgres'), COUNT), parts).toSQL())).toEqual([
    'select 1 as one from articles left join authors on authors.id = articles.author_id where (authors.name is not null and authors.name = $1)',
    'ada',
  ])
})

test('an inner join decides which rows there are, with what it needs and in the order of declaration', () => {
  const config = paginateConfig(articles)
    .leftJoin('author', authors, eq(authors.id, articles.authorId))
    .innerJoin('city', cities, eq(cities.id, authors.cityId))
    .withLimits(10, 100)
    .withTieBreaker('id')
    .build()
  const joins = 'left join authors on authors.id = articles.author_id inner join cities on cities.id = authors.city_id'
  const { count, page } = statementsOf('postgres', config, '')
  expect(shown(count().query())).toEqual([`select count(*) from articles ${joins}`])
  expect(shown(page(read('plain', 0)).query())[0]).toContain(`from articles ${joins} order by`)
})

test.each<[nulls: 'first' | 'last' | null, direction: string, order: string, reversed: string]>([
  [null, 'ASC', 'views asc', 'views desc'],
  [null, 'DESC', 'views desc', 'views asc'],
  ['first', 'ASC', 'views asc nulls first', 'views desc nulls last'],
  ['first', 'DESC', 'views desc nulls first', 'views asc nulls last'],
  ['last', 'ASC', 'views asc nulls last', 'views desc nulls first'],
  ['last', 'DESC', 'views desc nulls last', 'views asc nulls first'],
])('an order is turned round with its nulls: %s %s', (nulls, direction, order, reversed) => {
  const list = listOf('postgres')
  const config = (nulls === null ? list : list.sortable('views', { nulls })).build()
  const { page } = statementsOf('postgres', config, `sortBy=views:${direction}`)
  const textOf = (isReversed: boolean) => shown(page(read('plain', 0, { isReversed })).query())[0]
  expect(textOf(false)).toBe(`select id from articles order by articles.${order}, articles.id asc limit $1 offset $2`)
  expect(textOf(true)).toBe(
    `select id from articles order by articles.${reversed}, articles.id desc limit $1 offset $2`,
  )
})

test('a key of several columns is matched column by column', () => {
  const config = paginateConfig(places).withLimits(10, 100).withTieBreaker('row', 'seat').build()
  const { page } = statementsOf('postgres', config, '', { selection: { row: places.row } })
  // Drizzle 1.0 puts each comparison in parentheses.
  expect(String(shown(page(read('deferred', 500)).query())[0]).replaceAll(/[()]/g, '')).toBe(
    'select places.row from places inner join select row as page_keys_0, seat as page_keys_1 from places ' +
      'order by places.row asc, places.seat asc limit $1 offset $2 page_keys ' +
      'on page_keys.page_keys_0 = places.row and page_keys.page_keys_1 = places.seat order by places.row asc, places.seat asc',
  )
})

describe('What decides how a page is read', () => {
  const window = sql<number>`row_number() over (order by ${articles.id})`

  test.each<[title: string, query: string, more: { where?: SQL; selection?: object }, expected: object]>([
    ['nothing', '', {}, { hasRowKey: true, hasTextMatch: false, isPlainOnly: false }],
    ['a search', 'search=e', {}, { hasTextMatch: true }],
    ['a text match', 'filter.title=$ilike:e', {}, { hasTextMatch: true }],
    ['a text match among others', 'filter.title=$eq:a&filter.title=$ilike:e', {}, { hasTextMatch: true }],
    ['a comparison of text', 'filter.title=$eq:e', {}, { hasTextMatch: false }],
    ['a window in the selection', '', { selection: { id: articles.id, rank: window } }, { isPlainOnly: true }],
    ['a window in the order', 'sortBy=rank:ASC', {}, { isPlainOnly: true }],
    [
      'a window in a condition',
      '',
      { where: sql`${articles.id} in (select id from (select ${window})) ` },
      { isPlainOnly: true },
    ],
  ])('%s', (_title, query, more, expected) => {
    const config = listOf('postgres').field('rank', window).sortable('rank').build()
    expect(statementsOf('postgres', config, query, more).facts).toMatchObject(expected)
  })

  test('no key that the schema shows', () => {
    const words = pgTable('words', { word: text('word').notNull() })
    const config = paginateConfig(words).withLimits(10, 100).withTieBreaker('word', { assumeUnique: true }).build()
    const { facts, page } = statementsOf('postgres', config, '', { selection: { word: words.word } })
    expect(facts.hasRowKey).toBe(false)
    expect(shown(page(read('deferred', 500)).query())[0]).toBe(
      'select word from words order by words.word asc limit $1 offset $2',
    )
  })
})

test.each<[query: string, form: 'deferred' | 'filtered']>([
  ['search=e', 'deferred'],
  ['search=e', 'filtered'],
])('a search that could be merged is not where the page is %s %s', (query, form) => {
  const text = statementsOf('postgres', listOf('postgres').build(), query).page(read(form, 20)).query().sql
  expect([text.includes('union'), text.includes('offset 0')]).toEqual([false, form === 'filtered'])
})

test('a record of a left join is finished as an item, whichever end it is read from', () => {
  const selection = { id: articles.id, author: { id: authors.id, name: authors.name } }
  const { page } = statementsOf('postgres', listOf('postgres').build(), '', { selection })
  const row = (id: number) => ({ id, author: { id: null, name: null } })
  const items = [
    { id: 1, author: null },
    { id: 2, author: null },
  ]
  expect(page(read('plain', 0)).finish?.([row(1), row(2)])).toEqual(items)
  expect(page(read('plain', 0, { isReversed: true })).finish?.([row(2), row(1)])).toEqual(items)
})

test('nothing is done to rows that are items already', () => {
  expect(statementsOf('postgres', listOf('postgres').build(), '').page(read('plain', 0)).finish).toBeNull()
})

test('a statement is run on its database, and its rows are in the order of the page', async () => {
  const client = new Database(':memory:')
  client.exec(
    `create table articles (id integer primary key, title text not null, views integer, author_id integer);
     insert into articles values (1, 'a', 1, null), (2, 'b', 2, null), (3, 'c', 3, null)`,
  )
  const statements = freshStatements(drizzle({ client }) as never, requestOf(listOf('sqlite').build(), ''))
  expect(await statements.count().run()).toEqual([{ total: 3 }])
  expect(await statements.page(read('plain', 0, { isReversed: true, limit: 2 })).run()).toEqual([{ id: 2 }, { id: 3 }])
  client.close()
})

test('rows of a page from the end are turned round', () => {
  const { page } = statementsOf('postgres', listOf('postgres').build(), '')
  expect(page(read('plain', 0, { isReversed: true })).finish?.([{ id: 1 }, { id: 2 }])).toEqual([{ id: 2 }, { id: 1 }])
  expect(page(read('plain', 0)).finish).toBeNull()
})

describe('Select', () => {
  const calls = (has: object, run: (select: Select) => unknown): unknown => run(has as Select)

  test.each<[runBy: 'all' | 'execute', has: object, expected: string]>([
    ['all', { all: () => 'all', execute: () => 'execute' }, 'all'],
    ['all', { execute: () => 'execute' }, 'execute'],
    ['execute', { all: () => 'all', execute: () => 'execute' }, 'execute'],
  ])('is run by %s where it has it', (runBy, has, expected) => {
    expect(calls(has, (select) => runSelect(select, { runBy } as never))).toBe(expected)
  })

  test('keeps its session over other fields, unless it is given one', () => {
    const start = { session: { name: 'first' }, fields: { id: 1 }, kept: true } as never
    expect(restartSelect(start, { title: 2 })).toEqual({ session: { name: 'first' }, fields: { title: 2 }, kept: true })
    expect(restartSelect(start, {}, { name: 'second' })).toMatchObject({ session: { name: 'second' } })
    expect(restartSelect({ fields: { id: 1 } } as never, {})).not.toHaveProperty('session')
  })

  test.each<[has: string, bounds: object, expected: readonly unknown[]]>([
    ['limit', {}, ['where', undefined]],
    ['limit', { limit: 10 }, ['where', undefined, 'limit', 10]],
    ['limit', { limit: 10, offset: 20 }, ['where', undefined, 'limit', 10, 'offset', 20]],
    ['limit', { offset: 20 }, ['where', undefined, 'offset', 20]],
    // SQL Server's builder, which has no fetch without an offset.
    ['fetch', {}, ['where', undefined]],
    ['fetch', { limit: 10 }, ['where', undefined, 'offset', 0, 'fetch', 10]],
    ['fetch', { limit: 10, offset: 20 }, ['where', undefined, 'offset', 20, 'fetch', 10]],
  ])('is cut by %s within %j', (has, bounds, expected) => {
    const called: unknown[] = []
    const select: Record<string, unknown> = {}
    for (const name of ['where', 'limit', 'offset', 'fetch']) {
      if (name !== 'fetch' || has === 'fetch') select[name] = (value: unknown) => (called.push(name, value), select)
    }
    buildSelect({ from: () => select } as never, { table: articles, joins: [], where: undefined, ...bounds })
    expect(called).toEqual(expected)
  })

  test('joins inner and left, as each is declared', () => {
    const start = startSelect(builderOf('postgres'), { id: articles.id })
    const joins = [
      { kind: 'inner', table: authors, on: eq(authors.id, articles.authorId) },
      { kind: 'left', table: cities, on: eq(cities.id, authors.cityId) },
    ] as never
    expect(shown(buildSelect(start, { table: articles, joins, where: undefined }).toSQL())[0]).toBe(
      'select articles.id from articles inner join authors on authors.id = articles.author_id left join cities on cities.id = authors.city_id',
    )
  })
})

describe('A page by position', () => {
  const config = listOf('postgres').withCursors().build()
  const query = 'sortBy=views:ASC&filter.author.name=$eq:ada'
  const order = orderOf(requestOf(config, query).plan.sort, resolvedConfig(config))
  const made = makeCursor(['7', '3'], orderPrint(order), null) as { readonly value: string }
  const inOrder = 'order by articles.views asc, articles.id asc'
  const keys =
    'select articles.id as filtered_keys_0, articles.views as filtered_order_0, articles.id as filtered_order_1'
  const ranges = (more = '') =>
    new RegExp(
      `^select articles.id, .* from articles inner join ` +
        `\\(\\(${keys} from articles left join authors .* ${inOrder} limit \\$\\d\\) ` +
        `union all \\(${keys} from articles left join authors .* ${inOrder} limit \\$\\d\\) ` +
        `order by filtered_order_0 asc, filtered_order_1 asc +limit \\$\\d\\) ` +
        `filtered_keys on filtered_keys.filtered_keys_0 = articles.id ${more}${inOrder}$`,
    )

  test.each<[title: string, at: string, form: PageRead['form'], selection: object, expected: RegExp]>([
    [
      'on a first page: no condition',
      '',
      'plain',
      { id: articles.id },
      /where \(authors.name is not null and authors.name = \$1\) order by/,
    ],
    ['ranges one by one', 'after', 'plain', { id: articles.id }, ranges()],
    [
      'joins of the items beside the ranges',
      'after',
      'plain',
      { id: articles.id, author: authors.name },
      ranges('left join authors .* '),
    ],
    [
      'one condition in the nested form',
      'after',
      'nested',
      { id: articles.id },
      /left join authors .* where \(+authors.* or .* order by/,
    ],
    [
      'one range as it is',
      'before',
      'plain',
      { id: articles.id },
      /left join authors .* where \(+authors[^;]* and \(articles.views <= \$2::bigint and \(articles.views, articles.id\) < \(\$3.* order by/,
    ],
    [
      'one range among the keys of the deferred form',
      'before',
      'deferred',
      { id: articles.id },
      /inner join \(select articles.id as page_keys_0 from articles left join authors .* and \(articles.views <= \$2::bigint and .* limit \$\d\) page_keys on /,
    ],
    [
      'one condition where a sub-select has a window',
      'after',
      'plain',
      { rank: sql`(select rank() over ())` },
      /left join authors .* where \(+authors.* or .* order by/,
    ],
  ])('%s', (_title, at, form, selection, expected) => {
    const text = at === '' ? query : `${query}&${at}=${made.value}`
    const { page } = statementsOf('postgres', config, text, { selection })
    expect(shown(page(read(form, 0)).query())[0]).toMatch(expected)
    const request = requestOf(config, text, { selection })
    expect(Object.keys(partsOf(request).fields)).toEqual([...Object.keys(selection), '~key 0', '~key 1'])
  })

  test.each<[dialect: DialectName, at: string, form: PageRead['form'], expected: boolean]>([
    ['postgres', 'after', 'plain', true],
    ['postgres', 'before', 'plain', false],
    ['postgres', 'after', 'nested', false],
    ['sqlite', 'after', 'plain', false],
    ['sqlite', 'before', 'plain', true],
    ['mysql', 'after', 'plain', false],
  ])('is read by ranges, and so joined with its keys: %s %s %s', (dialect, at, form, expected) => {
    const list = listOf(dialect).withCursors().build()
    const resolved = resolvedConfig(list)
    const sort = 'sortBy=views:ASC'
    const texts = dialect === 'sqlite' ? ['i7', 'i3'] : ['7', '3']
    const cursor = makeCursor(texts, orderPrint(orderOf(requestOf(list, sort).plan.sort, resolved)), null) as {
      readonly value: string
    }
    const { sql: text } = statementsOf(dialect, list, `${sort}&${at}=${cursor.value}`).page(read(form, 0)).query()
    expect([text.includes('union all'), text.includes('filtered_keys')]).toEqual([expected, expected])
    expect(text).toMatch(expected ? /limit (\$\d+|\?)\) .* order by [^()]*$/ : /limit (\$\d+|\?)$/)
  })

  test.each<[dialect: DialectName, texts: readonly string[], condition: string]>([
    [
      'postgres',
      ['t', '3'],
      '(articles.title <= $1 and (articles.title < $2 or (articles.title = $3 and articles.id > $4::bigint)))',
    ],
    // MySQL reads the range off the condition, and longer where it is told twice.
    ['mysql', ['t', '3'], '(articles.title < ? or (articles.title = ? and articles.id > ?))'],
  ])('the nested condition of %s', (dialect, texts, condition) => {
    const list = listOf(dialect).withCursors().build()
    const resolved = resolvedConfig(list)
    const sort = 'sortBy=title:DESC'
    const cursor = makeCursor(texts, orderPrint(orderOf(requestOf(list, sort).plan.sort, resolved)), null) as {
      readonly value: string
    }
    const { page } = statementsOf(dialect, list, `${sort}&after=${cursor.value}`)
    expect(shown(page(read('nested', 0)).query())[0]).toContain(` where ${condition} order by `)
  })

  test('beyond one range: its condition, and plain comparisons in the nested form', () => {
    const text = `${query}&before=${made.value}`
    const textOf = (form: PageRead['form']): string =>
      statementsOf('postgres', config, text).page(read(form, 0)).query().sql
    expect(textOf('plain')).toMatch(/\) < \(/)
    expect(textOf('nested')).not.toMatch(/\) < \(/)
  })

  test('is counted as any other list', () => {
    expect(shown(statementsOf('postgres', config, '').count().query())).toEqual(['select count(*) from articles'])
  })

  test('has no field of its own in a list without cursors', () => {
    const request = requestOf(listOf('postgres').build(), '')
    expect(Object.keys(partsOf(request).fields)).toEqual(['id'])
  })
})
