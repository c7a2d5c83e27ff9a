// Conditions that are made of several: expressions, conditions of the app's own, many criteria over elements, criteria
// over one and the same element, and sub-selects, as each dialect writes them.
import { eq, sql, type SQL } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { applyFilters, paginateConfig, PaginateQuery, rowsOf } from '../../src/index.js'
import { mysql as mysqlLists, pg as pgLists, sqlite as sqliteLists } from './lists.js'

const postgres = {
  items: pg.pgTable('items', {
    id: pg.integer().primaryKey(),
    name: pg.text().notNull(),
    size: pg.integer(),
    maker: pg.integer(),
  }),
  makers: pg.pgTable('makers', { id: pg.integer().primaryKey(), name: pg.text().notNull() }),
  towns: pg.pgTable('towns', { id: pg.integer().primaryKey(), name: pg.text().notNull() }),
  tags: pg.pgTable('tags', {
    item: pg.integer().notNull(),
    name: pg.text().notNull(),
    rank: pg.integer(),
    words: pg.text().array(),
  }),
}
type Tables = typeof postgres
const mysql = {
  items: my.mysqlTable('items', {
    id: my.int().primaryKey(),
    name: my.varchar({ length: 9 }).notNull(),
    size: my.int(),
    maker: my.int(),
  }),
  makers: my.mysqlTable('makers', { id: my.int().primaryKey(), name: my.varchar({ length: 9 }).notNull() }),
  towns: my.mysqlTable('towns', { id: my.int().primaryKey(), name: my.varchar({ length: 9 }).notNull() }),
  tags: my.mysqlTable('tags', {
    item: my.int().notNull(),
    name: my.varchar({ length: 9 }).notNull(),
    rank: my.int(),
    words: my.json(),
  }),
} as unknown as Tables
const sqlite = {
  items: lite.sqliteTable('items', {
    id: lite.integer().primaryKey(),
    name: lite.text().notNull(),
    size: lite.integer(),
    maker: lite.integer(),
  }),
  makers: lite.sqliteTable('makers', { id: lite.integer().primaryKey(), name: lite.text().notNull() }),
  towns: lite.sqliteTable('towns', { id: lite.integer().primaryKey(), name: lite.text().notNull() }),
  tags: lite.sqliteTable('tags', {
    item: lite.integer().notNull(),
    name: lite.text().notNull(),
    rank: lite.integer(),
    words: lite.text({ mode: 'json' }),
  }),
} as unknown as Tables

const listOf = ({ items, makers, towns, tags }: Tables) => {
  const ofItem = eq(tags.item, items.id)
  return paginateConfig(items)
    .leftJoin('by', makers, eq(makers.id, items.maker))
    .leftJoin('town', towns, eq(towns.id, items.id))
    .withLimits(10, 100)
    .withTieBreaker('id')
    .withFilterExpressions({ maxTerms: 40, maxDepth: 5 })
    .sortable('name', 'size', 'by.name')
    .field('tagCount', rowsOf(tags, ofItem).count())
    .filterable('name', '$eq', '$ilike')
    .filterable('size', '$eq', '$gte')
    .filterable('by.name', '$eq')
    .filterable('tagCount', '$eq', '$btw', '$null')
    .filterWith('own', 'integer', ({ value }) => eq(items.size, value))
    .filterWith('ofTown', 'text', ({ values }) => sql`${towns.name} in ${values}`, '$in')
    .filterWith(
      'between',
      'integer',
      ({ values: [from, to] }) => sql`${items.id} > ${from} and ${items.size} > ${to}`,
      '$btw',
    )
    .searchWith(({ term }) => ({ where: sql`${towns.name} = ${term}`, rank: sql`length(${towns.name})` }))
    .filterableMany('some', rowsOf(tags, ofItem), tags.name, '$eq')
    .filterableMany('none', rowsOf(tags, ofItem).none(), tags.name, '$eq')
    .filterableMany('every', rowsOf(tags, ofItem).every(), tags.name, '$eq')
    .filterableMany('ofRow', rowsOf(tags, ofItem), items.name, '$eq')
    .filterableMany('folded', rowsOf(tags, ofItem), { selector: sql`lower(${tags.name})`, valueType: 'text' }, '$eq')
    .filterableMany('each', rowsOf(tags, ofItem), { name: [tags.name, '$eq'], rank: [tags.rank, '$gte'] })
    .filterableMany('noneOf', rowsOf(tags, ofItem).none(), { name: [tags.name, '$eq'], rank: [tags.rank, '$gte'] })
    .filterableMany('allOf', rowsOf(tags, ofItem).every(), { name: [tags.name, '$eq'], rank: [tags.rank, '$gte'] })
    .build()
}
const lists = { postgres: listOf(postgres), mysql: listOf(mysql), sqlite: listOf(sqlite) }
const renderers = { postgres: pgLists.dialect, mysql: mysqlLists.dialect, sqlite: sqliteLists.dialect } as unknown as {
  readonly [dialect in keyof typeof lists]: {
    sqlToQuery(fragment: SQL): { readonly sql: string; readonly params: readonly unknown[] }
  }
}

type Dialect = keyof typeof lists
const applied = (dialect: Dialect, query: string) => applyFilters(PaginateQuery.from(query), lists[dialect])
const written = (dialect: Dialect, fragment: SQL | undefined): readonly unknown[] => {
  const { sql: text, params } = renderers[dialect].sqlToQuery(sql`${fragment}`)
  return [text.replaceAll(/["`]/g, ''), ...params]
}

const many = (field: string, ...criteria: string[]): string =>
  criteria.map((criterion) => `filter.${field}=${criterion}`).join('&')
/** An element with this. */
const has = (condition: string): string => `exists (select 1 from tags where (tags.item = items.id) and ${condition})`
/** This of all elements. */
const having = (condition: string): string =>
  `exists (select count(*) from tags where (tags.item = items.id) having ${condition})`
const is = (parameter: number): string => `tags.name = $${parameter}`
const max = (condition: string, found: 0 | 1): string => `max(case when ${condition} then 1 else 0 end) = ${found}`
const size = (sign: string, parameter: number): string =>
  `(items.size is not null and items.size ${sign} $${parameter}::integer)`
const rank = (parameter: number): string => `(tags.rank is not null and tags.rank >= $${parameter}::integer)`
/** `((a and b) and c)` */
const chain = (word: string, [first = '', ...rest]: readonly string[]): string =>
  rest.reduce((all, each) => `(${all} ${word} ${each})`, first)
const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const upTo = (length: number): number[] => Array.from({ length }, (_, at) => at + 1)

test.each<[query: string, text: string, ...parameters: unknown[]]>([
  // What the app answers may be unknown for a row, so it is negated by its value.
  ['filter.own=$eq:1', '(items.size = $1)', 1],
  ['filter.own=$not:$eq:1', '((items.size = $1) is not true)', 1],
  ['filter.own=$eq:1&filter.own=$or:$eq:2', '((items.size = $1) or (items.size = $2))', 1, 2],
  ['filter.ofTown=$in:a,b', '(towns.name in ($1, $2))', 'a', 'b'],
  ['filter.between=$btw:1,2', '(items.id > $1 and items.size > $2)', 1, 2],
  ['filter=NOT own=$eq:1', '(((items.size = $1)) is not true)', 1],
  ['filter=NOT (own=$eq:1 OR size=$eq:2)', `((((items.size = $1) or ${size('=', 2)})) is not true)`, 1, 2],
  ['filter=NOT (size=$eq:1 AND own=$eq:2)', `(((${size('=', 1)} and (items.size = $2))) is not true)`, 1, 2],
  ['filter=NOT (size=$eq:1 AND name=$eq:a)', `not ((${size('=', 1)} and items.name = $2))`, 1, 'a'],
  [
    'filter=(name=$eq:a OR size=$gte:2) AND NOT by.name=$eq:b',
    `((items.name = $1 or ${size('>=', 2)}) and not ((makers.name is not null and makers.name = $3)))`,
    'a',
    2,
    'b',
  ],
  ['search=x', '(towns.name = $1)', 'x'],
  [
    'search=x&filter.own=$eq:1&filter=size=$eq:2',
    `((items.size = $1) and ${size('=', 2)} and (towns.name = $3))`,
    1,
    2,
    'x',
  ],
  // Criteria over one and the same element.
  ['filter.each.name=$eq:a', has(is(1)), 'a'],
  [
    'filter.each.name=$eq:a&filter.each.rank=$gte:3&filter.size=$eq:1&filter.name=$eq:b',
    `(items.name = $1 and ${size('=', 2)} and ${has(`(${is(3)} and ${rank(4)})`)})`,
    'b',
    1,
    'a',
    3,
  ],
  [
    'filter.each.name=$eq:a&filter.each.name=$or:$eq:b&filter.each.rank=$not:$gte:3',
    has(`((${is(1)} or ${is(2)}) and (tags.rank is null or not (tags.rank >= $3::integer)))`),
    'a',
    'b',
    3,
  ],
  ['filter.each.name=$eq:a&filter.noneOf.name=$eq:b', `(${has(is(1))} and not ${has(is(2))})`, 'a', 'b'],
  ['filter.noneOf.name=$eq:a&filter.noneOf.rank=$gte:3', `not ${has(`(${is(1)} and ${rank(2)})`)}`, 'a', 3],
  ['filter.allOf.name=$eq:a&filter.allOf.rank=$gte:3', `not ${has(`not ((${is(1)} and ${rank(2)}))`)}`, 'a', 3],
  ['filter.allOf.name=$eq:a', `not ${has(`not (${is(1)})`)}`, 'a'],
  [
    'filter=each.name=$eq:a AND each.rank=$gte:3 AND size=$eq:1',
    `(${has(`(${is(1)} and ${rank(2)})`)} and ${size('=', 3)})`,
    'a',
    3,
    1,
  ],
  ['filter=NOT (each.name=$eq:a AND each.rank=$gte:3)', `not (${has(`(${is(1)} and ${rank(2)})`)})`, 'a', 3],
  // Criteria that elements of their own may meet: up to five sub-selects; of more than five, two and aggregates over all elements.
  [
    many('some', ...letters.slice(0, 5).map((letter) => `$eq:${letter}`)),
    chain(
      'and',
      upTo(5).map((at) => has(is(at))),
    ),
    ...letters.slice(0, 5),
  ],
  [
    many('some', ...letters.slice(0, 6).map((letter) => `$eq:${letter}`)),
    `(${chain(
      'and',
      upTo(2).map((at) => has(is(at))),
    )} and ${having(
      chain(
        'and',
        [3, 4, 5, 6].map((at) => max(is(at), 1)),
      ),
    )})`,
    ...letters.slice(0, 6),
  ],
  [
    many('some', ...letters.slice(0, 6).map((letter) => `$eq:${letter}`), '$or:$eq:g'),
    having(
      `(${chain(
        'and',
        upTo(6).map((at) => max(is(at), 1)),
      )} or ${max(is(7), 1)})`,
    ),
    ...letters,
  ],
  [
    many('some', '$eq:a', '$or:$eq:b', '$eq:c', '$or:$eq:d', '$or:$eq:e'),
    `((${has(`(${is(1)} or ${is(2)})`)} and ${has(is(3))}) or ${has(`(${is(4)} or ${is(5)})`)})`,
    ...letters.slice(0, 5),
  ],
  [
    many('none', '$eq:a', ...letters.slice(1, 6).map((letter) => `$or:$eq:${letter}`)),
    `not ${having(
      `not (${chain(
        'or',
        upTo(6).map((at) => max(is(at), 0)),
      )})`,
    )}`,
    ...letters.slice(0, 6),
  ],
  [
    many('every', '$eq:a', ...letters.slice(1, 6).map((letter) => `$or:$eq:${letter}`), '$eq:g'),
    `not ${having(
      `not ((${chain(
        'or',
        upTo(6).map((at) => max(`not (${is(at)})`, 0)),
      )} and ${max(`not (${is(7)})`, 0)}))`,
    )}`,
    ...letters,
  ],
  [many('every', '$eq:a', '$eq:b'), `not ${has(`(not (${is(1)}) or not (${is(2)}))`)}`, 'a', 'b'],
  // A column of the row is no aggregate of its elements, and what an expression reads is not known.
  [
    many('ofRow', ...letters.slice(0, 6).map((letter) => `$eq:${letter}`)),
    chain(
      'and',
      upTo(6).map((at) => has(`items.name = $${at}`)),
    ),
    ...letters.slice(0, 6),
  ],
  [
    many('folded', ...letters.slice(0, 6).map((letter) => `$eq:${letter}`)),
    chain(
      'and',
      upTo(6).map((at) => has(`((lower(tags.name)) is not null and (lower(tags.name)) = $${at})`)),
    ),
    ...letters.slice(0, 6),
  ],
])('?%s', (query, ...expected) => {
  expect(written('postgres', applied('postgres', query).joined.where)).toEqual(expected)
})

/** Criteria are written inside the sub-select, which MySQL reads by an alias. */
const counted = (condition: string): string => `(select ${condition} from tags where (tags.item = items.id))`
const aliased = (condition: string): string =>
  `exists (select count(*) as aggregate_8 from tags where (tags.item = items.id) having ${condition})`
test.each<[dialect: Dialect, query: string, text: string, ...parameters: unknown[]]>([
  // A count is of no rows too: it is never null.
  ['postgres', 'filter.tagCount=$eq:2', counted('(count(*)) = $1::bigint'), 2],
  ['mysql', 'filter.tagCount=$eq:2', aliased('aggregate_8 = ?'), 2],
  ['sqlite', 'filter.tagCount=$eq:2', counted('(count(*)) = ?'), 2],
  ['postgres', 'filter.tagCount=$not:$eq:2', counted('not ((count(*)) = $1::bigint)'), 2],
  ['mysql', 'filter.tagCount=$not:$eq:2', aliased('not (aggregate_8 = ?)'), 2],
  ['sqlite', 'filter.tagCount=$not:$eq:2', counted('not ((count(*)) = ?)'), 2],
  ['postgres', 'filter.tagCount=$btw:1,3', counted('((count(*)) between $1::bigint and $2::bigint)'), 1, 3],
  ['mysql', 'filter.tagCount=$btw:1,3', aliased('(aggregate_8 between ? and ?)'), 1, 3],
  ['sqlite', 'filter.tagCount=$btw:1,3', counted('((count(*)) between ? and ?)'), 1, 3],
  // All criteria of one field, and all terms of one group, are one sub-select.
  [
    'postgres',
    'filter.tagCount=$eq:1&filter.tagCount=$or:$eq:9',
    counted('((count(*)) = $1::bigint or (count(*)) = $2::bigint)'),
    1,
    9,
  ],
  [
    'mysql',
    'filter=tagCount=$eq:1 OR NOT tagCount=$eq:9 AND tagCount=$btw:2,3',
    aliased('(aggregate_8 = ? or (not (aggregate_8 = ?) and (aggregate_8 between ? and ?)))'),
    1,
    9,
    2,
    3,
  ],
  [
    'postgres',
    'filter=tagCount=$eq:1 OR name=$eq:a OR tagCount=$eq:9',
    `(${counted('((count(*)) = $1::bigint or (count(*)) = $2::bigint)')} or items.name = $3)`,
    1,
    9,
    'a',
  ],
  // A condition that reads no count is no condition over it.
  ['postgres', 'filter.tagCount=$null', '1 = 0'],
])('%s ?%s', (dialect, query, ...expected) => {
  expect(written(dialect, applied(dialect, query).joined.where)).toEqual(expected)
})

/** A rank of null is the least. */
const RANK = "coalesce((length(towns.name))::double precision, '-infinity')"
test.each<[query: string, order: readonly string[]]>([
  ['search=x', [`(${RANK}) desc`, 'items.id asc']],
  ['search=x&sortBy=relevance:ASC&sortBy=size:DESC', [`(${RANK}) asc`, 'items.size desc', 'items.id asc']],
  ['sortBy=by.name:ASC', ['makers.name asc', 'items.id asc']],
])('?%s is ordered by %j', (query, order) => {
  expect(applied('postgres', query).orderBy.map((term) => written('postgres', term)[0])).toEqual(order)
})

test.each<[query: string, joins: readonly string[], orderJoins: readonly string[]]>([
  ['filter.size=$eq:1', [], []],
  ['filter.some=$eq:a', [], []],
  ['filter.ofTown=$in:a', ['town'], []],
  ['search=x', ['town'], []],
  ['filter=size=$eq:1 OR by.name=$eq:a', ['by'], []],
  ['filter=ofTown=$in:a AND NOT by.name=$eq:b&sortBy=by.name:ASC', ['by', 'town'], []],
  ['filter.size=$eq:1&sortBy=by.name:ASC', [], ['by']],
])('?%s joins %j, and to be ordered %j', (query, joins, orderJoins) => {
  const { joined } = applied('postgres', query)
  const names = (some: readonly { readonly table: unknown }[]): string[] =>
    some.map(({ table }) => (table === postgres.makers ? 'by' : table === postgres.towns ? 'town' : '?'))
  expect([names(joined.joins), names(joined.orderJoins)]).toEqual([joins, orderJoins])
})

test('MySQL: an aggregate is given no name that the root table has', () => {
  for (const at of upTo(9)) {
    const name = `Aggregate_${at}`
    const table = my.mysqlTable(name, { id: my.int().primaryKey() })
    const list = paginateConfig(table)
      .withLimits(10, 100)
      .withTieBreaker('id')
      .field('tagCount', rowsOf(mysql.tags as never, sql`${mysql.tags.item} = ${table.id}`).count())
      .filterable('tagCount', '$gte')
      .build()
    const moved = applyFilters(PaginateQuery.from('filter.tagCount=$gte:2'), list).on(my.alias(table, 'a'))
    const [text] = written('mysql', moved.where)
    expect(text).toMatch(
      /^exists \(select count\(\*\) as (aggregate_\d_?) from tags where \(tags.item = a.id\) having \1 >= \?\)$/,
    )
  }
})
