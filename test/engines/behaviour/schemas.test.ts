// Tables of one name in two schemas, the root and a joined one.
import { eq, exists } from 'drizzle-orm'
import { int as mysqlInt, mysqlSchema, text as mysqlText } from 'drizzle-orm/mysql-core'
import { integer, pgSchema, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applyFilters,
  paginate,
  paginateConfig,
  PaginateQuery,
  paginateSelect,
  rowsOf,
  streamRows,
} from '../../../src/index.js'
import type { TestDatabase } from '../../support/dialects.js'
import { enginesWhere } from '../../support/engines-where.js'
import { withSettings } from '../../support/settings.js'

const [here, there] = [`here_${process.pid}`, `there_${process.pid}`]
const pgTables = () => ({
  users: pgSchema(here).table('users', { nick: text('nick'), id: integer('id').primaryKey(), boss: integer('boss') }),
  others: pgSchema(there).table('users', { id: integer('id').primaryKey(), name: text('name').notNull() }),
})
const mysqlTables = () =>
  ({
    users: mysqlSchema(here).table('users', {
      nick: mysqlText('nick'),
      id: mysqlInt('id').primaryKey(),
      boss: mysqlInt('boss'),
    }),
    others: mysqlSchema(there).table('users', { id: mysqlInt('id').primaryKey(), name: mysqlText('name').notNull() }),
  }) as unknown as ReturnType<typeof pgTables>

async function allOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

describe.each(enginesWhere(({ dialect }) => dialect !== 'sqlite'))('Two schemas on $name', (engine) => {
  let database: TestDatabase
  const { users, others } = engine.dialect === 'mysql' ? mysqlTables() : pgTables()
  beforeAll(async () => {
    database = await engine.open()
    await database.execute(`
      create schema ${here}; create schema ${there};
      create table ${here}.users (nick text, id int primary key, boss int);
      create table ${there}.users (id int primary key, name text not null);
      insert into ${here}.users values ('a', 1, 3), (null, 2, 1), ('c', 3, null), ('d', 4, 2), (null, 5, 3);
      insert into ${there}.users values (1, 'x'), (2, 'z'), (3, 'y')`)
  })
  afterAll(async () => {
    for (const schema of [here, there]) await database.execute(`drop table ${schema}.users; drop schema ${schema}`)
    await database.close()
  })
  const list = paginateConfig(users)
    .leftJoin('other', others, eq(others.id, users.boss))
    .withLimits(10, 100)
    .withTieBreaker('id')
    .sortable('other.name', { nulls: 'last' })
    .filterable('other.name', '$in')
    .filterableMany('own', rowsOf(others, eq(others.id, users.id)), others.name, '$eq')
    .build()
  const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)

  test.each([
    ['an order', 'sortBy=other.name:DESC', [4, 1, 5, 2, 3]],
    ['a filter', 'filter.other.name=$in:x,z', [2, 4]],
    ['both', 'filter.other.name=$in:x,z&sortBy=other.name:DESC', [4, 2]],
    ['rows of the other one', 'filter.own=$eq:z&sortBy=other.name:DESC', [2]],
  ])('applyTo adds the join of %s, and a page has the same rows', async (_title, text, expected) => {
    const query = PaginateQuery.from(text)
    expect(idsOf((await paginate(database.db, query, list)).items)).toEqual(expected)
    const set = applyFilters(query, list)
    const own = () => database.db.select({ id: users.id }).from(users)
    const applied = set.applyTo(own().$dynamic())
    expect(idsOf(await applied.orderBy(...set.orderBy))).toEqual(expected)
    const joined = own().leftJoin(others, eq(others.id, users.boss))
    const again = set.applyTo(joined.$dynamic())
    expect(again.toSQL().sql).not.toContain(' in (select')
    expect(idsOf(await again.orderBy(...set.orderBy))).toEqual(expected)
  })

  test.each([
    ['a text that is kept', () => undefined],
    ['a text of one request', () => exists(database.db.select({ id: others.id }).from(others))],
  ])('records of the root are null for no row, in %s', async (_title, where) => {
    const selection = {
      me: { nick: users.nick },
      key: { nick: users.nick, id: users.id },
      row: users,
      other: others,
      both: { nick: users.nick, name: others.name },
    }
    const query = PaginateQuery.from('limit=3')
    const { items } = await paginateSelect(database.db, query, list, selection, { where: where() })
    const other = (id: number, name: string) => ({ id, name })
    const expected = [
      { nick: 'a', id: 1, boss: 3, of: other(3, 'y') },
      { nick: null, id: 2, boss: 1, of: other(1, 'x') },
      { nick: 'c', id: 3, boss: null, of: null },
    ].map(({ nick, id, boss, of }) => ({
      me: { nick },
      key: { nick, id },
      row: { nick, id, boss },
      other: of,
      both: { nick, name: of?.name ?? null },
    }))
    expect(items).toEqual(expected)
    const streamed = streamRows(database.db, query, list, { select: selection, where: where() })
    expect((await allOf(streamed)).slice(0, 3)).toEqual(expected)
    const together = withSettings(list, { together: true })
    expect((await paginateSelect(database.db, query, together, selection, { where: where() })).items).toEqual(expected)
  })
})
