// The statement of a facet over joined tables and sub-collections, as PostgreSQL's driver is handed it.
import { eq, type SQL, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { expect, test } from 'vitest'
import { type AnyPaginateConfig, defineValueType, facetCounts, paginateConfig, rowsOf } from '../../../src/index.js'

const whole = pg.customType<{ data: number; driverData: number }>({ dataType: () => 'integer' })
const point = pg.customType<{ data: object; driverData: unknown }>({
  dataType: () => 'spot',
  fromDriver: (value) => JSON.parse(String(value)) as object,
})
const items = pg.pgTable('items', {
  id: pg.integer('id').primaryKey(),
  ownerId: pg.integer('owner_id').notNull(),
  name: pg.text('name'),
  at: pg.timestamp('at'),
  size: whole('size'),
  spot: point('spot'),
  tags: pg.text('tags').array(),
})
const owners = pg.pgTable('owners', { id: pg.integer('id').primaryKey(), name: pg.text('name') })
const notes = pg.pgTable('notes', {
  id: pg.integer('id').primaryKey(),
  itemId: pg.integer('item_id'),
  by: pg.text('by'),
  stars: pg.integer('stars'),
  guid: pg.uuid('guid'),
  tags: pg.text('tags').array(),
})
const sized = defineValueType({
  name: 'sized',
  operators: ['$eq', '$gte'],
  parse: Number,
  as: { type: 'integer', value: (value: number) => BigInt(value) },
})
const placed = defineValueType({
  name: 'placed',
  operators: ['$eq'],
  parse: (text) => JSON.parse(text) as object,
  format: JSON.stringify,
})

const ofItem = rowsOf(notes, eq(notes.itemId, items.id))
const start = paginateConfig(items)
  .field('sized', items.size, sized)
  .field('placed', items.spot, placed)
  .field('latest', sql`max(${items.at})`.mapWith(items.at), 'timestamp')
  .withLimits(10, 100)
const plain = start
  .withTieBreaker('id')
  .filterable('name', '$eq')
  .filterable('tags', '$contains')
  .filterable('sized', '$eq', '$gte')
  .filterable('placed', '$eq')
  .filterable('latest', '$eq')
  .filterableMany('by', ofItem, notes.by, '$eq')
  .filterableMany('stars', ofItem, notes.stars, '$gte')
  .filterableMany('guid', ofItem, notes.guid, '$gte')
  .build()
const byTwo = start.withTieBreaker('ownerId', 'id').filterableMany('by', ofItem, notes.by, '$eq').build()
/** The same without a key of its own. */
const keyless = pg.pgTable('items', {
  id: pg.integer('id').notNull(),
  ownerId: pg.integer('owner_id').notNull(),
  tags: pg.text('tags').array(),
})
const owned = paginateConfig(keyless)
  .innerJoin('owner', owners, eq(owners.id, keyless.ownerId))
  .withLimits(10, 100)
  .withTieBreaker('owner.id', 'id', { assumeUnique: true })
  .filterable('tags', '$contains')
  .filterableMany('ofOwner', rowsOf(notes, eq(notes.by, owners.name)), notes.by, '$eq')
  .build()
const optional = start
  .leftJoin('owner', owners, eq(owners.id, items.ownerId))
  .withTieBreaker('id')
  .filterableMany('ofOwner', rowsOf(notes, eq(notes.by, owners.name)), notes.by, '$eq')
  .build()
const others = pg.alias(owners, 'element')
const elements = pg.alias(notes, 'element')
const joinsElement = start
  .leftJoin('owner', others, eq(others.id, items.ownerId))
  .withTieBreaker('id')
  .filterable('tags', '$contains')
  .build()
const ofElement = start
  .withTieBreaker('id')
  .filterableMany('marks', rowsOf(elements, eq(elements.itemId, items.id)), elements.tags, '$contains')
  .build()
const ofJoinedElement = start
  .withTieBreaker('id')
  .filterableMany('marks', ofItem.innerJoin(others, eq(others.name, notes.by)), notes.tags, '$contains')
  .build()

async function ask(list: unknown, facet: object, rows: readonly unknown[][] = [], where?: SQL) {
  const sent: string[] = []
  const db = drizzle((text) => {
    sent.push(text.replaceAll('"', ''))
    return Promise.resolve({ rows: rows as unknown[][] })
  })
  const answer = await (facetCounts as unknown as (...given: unknown[]) => Promise<Record<string, unknown>>)(
    db,
    {},
    list as AnyPaginateConfig,
    facet,
    { where },
  )
  return { text: sent.join(';'), answer: Object.values(answer)[0] }
}

/** Of one facet by value; `$1` is the limit. */
const counted = (source: string, value = 'key', held = ''): string =>
  `select ${value}, count(*)${held} from (${source}) as facet group by key order by count(*) desc, facet.key limit $1`
/** Each row of the root counted once for a value. */
const once = (source: string, keys = 'row0'): string => `select key from (${source}) as held group by ${keys}, key`
const named = (element: string): string =>
  `${element}.held is not null and (${element}.held not like '%,%' and ${element}.held <> '')`
const unnested = (array: string, element = 'element'): string =>
  `cross join lateral unnest(${array}) as ${element}(held)`
const owner = 'owners on (owners.id = items.owner_id)'
const note = 'notes on (notes.item_id = items.id)'

test.each<[title: string, list: unknown, facet: object, text: string]>([
  [
    'the range of a sub-collection has the ends of each row first',
    plain,
    { stars: 'range' },
    `select min(low), max(high), count(low) from (select min(key) as low, max(key) as high from (select notes.stars as key, items.id as row0 from items inner join ${note}) as held group by row0) as facet`,
  ],
  [
    'the range of a uuid in a sub-collection is that of comparisons, and its rows are counted once',
    plain,
    { guid: 'range' },
    `select key, rows from (select key, first, last, max(row) over () as rows from (select key, row_number() over (order by key) as first, row_number() over (order by key desc) as last, dense_rank() over (order by row0) as row from (select notes.guid as key, items.id as row0 from items inner join ${note}) as held where key is not null) as ranked) as facet where (first = 1 or last = 1) order by first`,
  ],
  [
    'a type over a column of a type of its own is read from the column',
    plain,
    { sized: true },
    counted('select items.size as key, items.size as raw from items', '(array_agg(raw))[1]', ', facet.key'),
  ],
  [
    'an expression that a column decodes has the text of its instant',
    plain,
    { latest: true },
    counted('select (max(items.at)) as key from items', 'key, key'),
  ],
  [
    'the key of a row may be of an inner join',
    owned,
    { tags: true },
    counted(
      once(
        `select element.held as key, owners.id as row0, items.id as row1 from items inner join ${owner} ${unnested('items.tags')} where ${named('element')}`,
        'row0, row1',
      ),
      'array[key]',
    ),
  ],
  [
    'a sub-collection has the joins that it is tied by',
    optional,
    { ofOwner: true },
    counted(
      once(
        `select notes.by as key, items.id as row0 from items left join ${owner} inner join notes on (notes.by = owners.name)`,
      ),
    ),
  ],
  [
    'elements beside an unused join by their name',
    joinsElement,
    { tags: true },
    counted(
      once(
        `select element_.held as key, items.id as row0 from items ${unnested('items.tags', 'element_')} where ${named('element_')}`,
      ),
      'array[key]',
    ),
  ],
  [
    'elements of a sub-collection by their name',
    ofElement,
    { marks: true },
    counted(
      once(
        `select element_.held as key, items.id as row0 from items inner join notes element on (element.item_id = items.id) ${unnested('element.tags', 'element_')} where ${named('element_')}`,
      ),
      'array[key]',
    ),
  ],
  [
    'elements of a sub-collection that joins a table by their name',
    ofJoinedElement,
    { marks: true },
    counted(
      once(
        `select element_.held as key, items.id as row0 from items inner join ${note} inner join owners element on (element.name = notes.by) ${unnested('notes.tags', 'element_')} where ${named('element_')}`,
      ),
      'array[key]',
    ),
  ],
])('%s', async (_title, list, facet, text) => {
  expect(await ask(list, facet)).toEqual({ text, answer: Object.values(facet)[0] === 'range' ? null : [] })
})

/** A name in a comment counts, since a false alarm costs time only. */
const commented = sql`name = /* by */ 'd'`
const commentedText = "(name = /* by */ 'd')"

test.each<[title: string, list: unknown, facet: object, where: SQL, condition: string]>([
  ['a name in a comment, of a facet that adds no table', plain, { name: true }, commented, commentedText],
  [
    'a name in a comment, beside a sub-collection',
    plain,
    { by: true },
    commented,
    `(items.id) in (select items.id from items where ${commentedText})`,
  ],
  [
    'a key of two columns',
    byTwo,
    { by: true },
    sql`by = 'a'`,
    "(items.owner_id, items.id) in (select items.owner_id, items.id from items where (by = 'a'))",
  ],
  [
    'a key of an inner join',
    owned,
    { tags: true },
    sql`held = 'a'`,
    `(owners.id, items.id) in (select owners.id, items.id from items inner join ${owner} where (held = 'a')) and ${named('element')}`,
  ],
])("a condition of the app's: %s", async (_title, list, facet, where, condition) => {
  const { text } = await ask(list, facet, [], where)
  expect(/ where (.*?)\) as (?:held|facet) group by/.exec(text)?.[1]).toBe(condition)
})

test('a made type over a tuple has the whole of it', async () => {
  expect((await ask(plain, { placed: true }, [['[1,2]', 1]])).answer).toEqual([
    { value: [1, 2], count: 1, filter: '$eq:[1,2]' },
  ])
})
