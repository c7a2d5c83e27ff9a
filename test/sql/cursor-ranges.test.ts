// How the rows beyond a position are read where terms of the order may be null: range by range, or in one condition.
import * as my from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { makeCursor, orderPrint } from '../../src/features/cursors/cursor-text.js'
import { orderOf } from '../../src/features/positions/position.js'
import { paginateConfig } from '../../src/index.js'
import { freshStatements, read, requestOf, shown } from '../select/lists.js'

const columns = () => ({ a: pg.integer(), b: pg.integer(), c: pg.integer(), sure: pg.integer().notNull() })
const plain = pg.pgTable('places', { id: pg.integer().primaryKey(), ...columns() })
const indexed = pg.pgTable('places', { id: pg.integer().primaryKey(), ...columns() }, ({ a, b, c }) => [
  pg.index('abc').on(a, b, c),
])
const myPlaces = my.mysqlTable('places', {
  id: my.int().primaryKey(),
  a: my.int(),
  b: my.int(),
  c: my.int(),
  sure: my.int().notNull(),
})

const listOf = (table: typeof plain) =>
  paginateConfig(table)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .sortable('a', 'b', 'c', 'sure')
    .sortable('a', 'b', { nulls: 'last' })
    .withCursors()
    .build()
const lists = { plain: listOf(plain), indexed: listOf(indexed), mysql: listOf(myPlaces as unknown as typeof plain) }
const builders = { plain: new pg.QueryBuilder(), indexed: new pg.QueryBuilder(), mysql: new my.QueryBuilder() }

function pageOf(list: keyof typeof lists, sort: string, texts: readonly (string | null)[]): string {
  const config = lists[list]
  const sortBy = sort.split(',').map((name) => `sortBy=${name}:ASC`)
  const resolved = resolvedConfig(config)
  const cursor = makeCursor(
    texts,
    orderPrint(orderOf(requestOf(config, sortBy.join('&')).plan.sort, resolved)),
    null,
  ) as {
    readonly value: string
  }
  const request = requestOf(config, [...sortBy, `after=${cursor.value}`].join('&'))
  return String(
    shown(
      freshStatements(builders[list] as never, request)
        .page(read('plain', 0))
        .query(),
    )[0],
  )
}

test.each<[list: 'plain' | 'indexed', sort: string, areRanges: boolean]>([
  ['plain', 'a,b', true],
  ['plain', 'a,b,sure', true],
  // Each of many ranges would read the whole set.
  ['plain', 'a,b,c', false],
  ['indexed', 'a,b,c', true],
  ['indexed', 'b,a,c', false],
  ['indexed', 'a,c,b', false],
])('%s, in order of %s: range by range: %s', (list, sort, areRanges) => {
  const texts = [...sort.split(','), 'id'].map((_, at) => String(at))
  expect(pageOf(list, sort, texts).includes('union all')).toBe(areRanges)
})

test.each<[list: keyof typeof lists, sort: string, texts: readonly (string | null)[], order: string]>([
  // Beyond a position of null with nulls last all rows have null there. MySQL would sort by it all the same.
  ['mysql', 'a,sure', [null, '2', '3'], 'places.sure asc, places.id asc'],
  ['mysql', 'a,b', [null, null, '3'], 'places.id asc'],
  ['mysql', 'a,sure', ['1', '2', '3'], 'places.a is null asc, places.a asc, places.sure asc, places.id asc'],
  ['plain', 'a,sure', [null, '2', '3'], 'places.a asc nulls last, places.sure asc, places.id asc'],
])('%s, in order of %s after %j: ordered by %s', (list, sort, texts, order) => {
  const text = pageOf(list, sort, texts)
  expect(/ order by ([^()]*?) limit [^()]*$/.exec(text)?.[1]).toBe(order)
})
