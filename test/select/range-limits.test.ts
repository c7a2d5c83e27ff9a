// Pages beyond a position that lies in several ranges of an index: which limits are text, and which are parameters.
import Database from 'better-sqlite3'
import { drizzle as betterSqlite } from 'drizzle-orm/better-sqlite3'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle as postgresProxy } from 'drizzle-orm/pg-proxy'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { writeCursor, orderPrint } from '../../src/features/cursors/cursor-text.js'
import { orderOf } from '../../src/features/positions/position.js'
import { paginate, paginateConfig, PaginateQuery } from '../../src/index.js'
import { powerOfTwoFrom } from '../../src/basics/numbers.js'

interface Sent {
  readonly sql: string
  readonly params: readonly unknown[]
}

function postgresList() {
  const rows = pg.pgTable('rows', {
    id: pg.integer().primaryKey(),
    made: pg.integer().notNull(),
    kind: pg.text().notNull(),
  })
  const sent: Sent[] = []
  const db = postgresProxy(async (sql, params) => {
    sent.push({ sql, params })
    return { rows: [] }
  })
  const config = paginateConfig(rows)
    .withLimits(25, 100)
    .withTieBreaker('id')
    .sortable('made')
    .filterable('kind', '$eq')
    .withCursors()
    .build()
  return { config, sent, ask: (asked: PaginateQuery) => paginate(db, asked, config) }
}

function sqliteList() {
  const rows = sqlite.sqliteTable('rows', { id: sqlite.integer().primaryKey(), made: sqlite.integer().notNull() })
  const sent: Sent[] = []
  const client = new Database(':memory:')
  client.exec('create table rows (id integer primary key, made integer not null)')
  const db = betterSqlite({ client, logger: { logQuery: (text, params) => void sent.push({ sql: text, params }) } })
  const config = paginateConfig(rows).withLimits(25, 100).withTieBreaker('id').sortable('made').withCursors().build()
  return { config, sent, ask: (asked: PaginateQuery) => paginate(db, asked, config) }
}

type Config = ReturnType<typeof postgresList>['config'] | ReturnType<typeof sqliteList>['config']

/** Behind the row whose `made` is 7 and whose `id` is 3. */
function query(config: Config, direction: 'ASC' | 'DESC', others = ''): PaginateQuery {
  const list = resolvedConfig(config)
  const field = list.sortable.get('made')
  if (field === undefined) throw new Error('No such field.')
  const order = orderOf([{ field, direction: direction === 'ASC' ? 'asc' : 'desc' }], list)
  const texts = list.dialect === 'sqlite' ? ['i7', 'i3'] : ['7', '3']
  return PaginateQuery.from(
    `sortBy=made:${direction}&after=${writeCursor({ print: orderPrint(order), texts })}${others}`,
  )
}

/** The select of the page's keys. */
function keysOf(page: Sent | undefined): string | undefined {
  const [, keys] = / inner join \((.*)\) "filtered_keys" on /.exec(page?.sql ?? '') ?? []
  return keys?.replaceAll(/ +/g, ' ')
}
const limitsOf = ({ sql }: Sent): readonly string[] => sql.match(/limit \S+?(?=[) ]|$)/g) ?? []

describe('a position in several ranges', () => {
  test('on PostgreSQL each range is limited by text where the position is all that varies', async () => {
    const { config, sent, ask } = postgresList()
    await ask(query(config, 'DESC'))
    const [page] = sent
    expect(keysOf(page)).toBe(
      '(select "id" as "filtered_keys_0", "made" as "filtered_order_0", "id" as "filtered_order_1" from "rows" ' +
        'where "rows"."made" < $1::bigint order by "rows"."made" desc, "rows"."id" asc limit 32) union all ' +
        '(select "id" as "filtered_keys_0", "made" as "filtered_order_0", "id" as "filtered_order_1" from "rows" ' +
        'where ("rows"."made" = $2::bigint and "rows"."id" > $3::bigint) order by "rows"."made" desc, "rows"."id" asc limit 32) ' +
        'order by "filtered_order_0" desc, "filtered_order_1" asc limit $4',
    )
    expect(page?.params).toEqual([7, 7, 3, 26])
  })

  test('on PostgreSQL each range is limited by a parameter where a condition varies too', async () => {
    const { config, sent, ask } = postgresList()
    await ask(query(config, 'DESC', '&filter.kind=$eq:a'))
    expect(sent.map(limitsOf)).toEqual([['limit $3', 'limit $7', 'limit $8']])
    expect(sent[0]?.params).toEqual(['a', 7, 26, 'a', 7, 3, 26, 26])
  })

  test('pages of a hundred lengths are seven statements', async () => {
    const { config, sent, ask } = postgresList()
    for (let limit = 1; limit <= 100; limit++) await ask(query(config, 'DESC', `&limit=${limit}`))
    expect(new Set(sent.map(({ sql }) => sql)).size).toBe(7)
    expect(sent.map(({ params }) => params.at(-1))).toEqual(Array.from({ length: 100 }, (_, at) => at + 2))
  })

  test('on SQLite the limit of the union is enough', async () => {
    const { config, sent, ask } = sqliteList()
    await ask(query(config, 'DESC'))
    const [page] = sent
    expect(keysOf(page)).toBe(
      'select "id" as "filtered_keys_0", "made" as "filtered_order_0", "id" as "filtered_order_1" from "rows" ' +
        'where "rows"."made" < ? union all ' +
        'select "id" as "filtered_keys_0", "made" as "filtered_order_0", "id" as "filtered_order_1" from "rows" ' +
        'where ("rows"."made" = ? and "rows"."id" > ?) ' +
        'order by "filtered_order_0" desc, "filtered_order_1" asc limit ?',
    )
  })
})

test('on SQLite terms of one direction are one range: a row comparison', async () => {
  const { config, sent, ask } = sqliteList()
  await ask(query(config, 'ASC'))
  expect(sent[0]?.sql).toContain(
    'from "rows" where ("rows"."made", "rows"."id") > (?, ?) order by "rows"."made" asc, "rows"."id" asc limit ?',
  )
})

test.each([
  [1, 1],
  [2, 2],
  [26, 32],
  [32, 32],
  [33, 64],
  [101, 128],
])('%i rows are read by ranges of %i', (limit, expected) => {
  expect(powerOfTwoFrom(limit)).toBe(expected)
})
