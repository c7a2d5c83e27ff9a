// Tables with the names that this package gives to parts of its statements, and raw SQL that names columns without
// their table.
import { eq, sql, type SQL } from 'drizzle-orm'
import { integer as pgInteger, pgTable, text as pgText } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginate, paginateConfig, PaginateQuery, rowsOf, streamRows } from '../../../src/index.js'
import type { TestDatabase } from '../../support/dialects.js'
import { enginesWhere } from '../../support/engines-where.js'

const names = ['element', 'page_keys', 'filtered_keys', 'held', 'kept', 'facet', 'filtered_rows'] as const
const ROWS = 1200

describe.each(enginesWhere(({ dialect }) => dialect !== 'mysql'))('Names of ours on $name', (engine) => {
  let database: TestDatabase
  const isPg = engine.dialect === 'postgresql'
  const tableOf = (name: string) =>
    (isPg
      ? pgTable(name, {
          id: pgInteger('id').primaryKey(),
          tenant: pgInteger('tenant').notNull(),
          title: pgText('title').notNull(),
          tags: pgText('tags').array().notNull(),
        })
      : sqliteTable(name, {
          id: sqliteInteger('id').primaryKey(),
          tenant: sqliteInteger('tenant').notNull(),
          title: sqliteText('title').notNull(),
          tags: sqliteText('tags', { mode: 'json' }).$type<string[]>().notNull(),
        })) as unknown as ReturnType<typeof pgOf>
  const pgOf = (name: string) =>
    pgTable(name, {
      id: pgInteger('id').primaryKey(),
      tenant: pgInteger('tenant').notNull(),
      title: pgText('title').notNull(),
      tags: pgText('tags').array().notNull(),
    })
  const notes = tableOf('own_notes')

  beforeAll(async () => {
    database = await engine.open()
    for (const name of [...names, 'own_notes']) {
      await database.execute(
        `create table ${name} (id integer primary key, tenant integer not null, title text not null, tags text${isPg ? '[]' : ''} not null)`,
      )
    }
    const tags = isPg ? "array['a', 'b']" : `'["a","b"]'`
    const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})`
    for (const name of names)
      await database.execute(`insert into ${name} ${numbers} select n, n % 2, 'title ' || n, ${tags} from numbers`)
    // One note for each row of an even id, of another tenant's number.
    await database.execute(`insert into own_notes ${numbers} select n, 9, 'note', ${tags} from numbers where n % 2 = 0`)
  })
  afterAll(async () => {
    for (const name of [...names, 'own_notes']) await database.execute(`drop table ${name}`)
    await database.close()
  })

  const listOf = (name: string, cursors = false) => {
    const table = tableOf(name)
    const start = paginateConfig(table)
      .withLimits(10, 100)
      .withTieBreaker('id')
      .sortable('title', 'tenant')
      .searchable('title')
      .filterable('title', '$eq', '$sw')
      .filterable('tags', '$contains')
      .filterableMany('note', rowsOf(notes, eq(notes.id, table.id)), notes.title, '$eq')
    return cursors ? start.withCursors().build() : start.build()
  }

  test.each(names)('a table named %s has every form of a page, facets and streams', async (name) => {
    const list = listOf(name)
    for (const request of ['', 'page=2', 'page=61', 'page=120', 'search=title&page=60', 'sortBy=title:DESC&page=80']) {
      const { items } = await paginate(database.db, PaginateQuery.from(request), list)
      expect(items, request).toHaveLength(10)
    }
    const { tags } = await facetCounts(database.db, PaginateQuery.from(''), list, { tags: true })
    expect(tags).toEqual([
      { value: 'a', count: ROWS, filter: '$contains:a' },
      { value: 'b', count: ROWS, filter: '$contains:b' },
    ])
    let rows = 0
    for await (const row of streamRows(
      database.db,
      PaginateQuery.from('sortBy=tenant:DESC,title:ASC'.replace(',', '&sortBy=')),
      list,
      {
        batchSize: 500,
      },
    ))
      rows += row.id > 0 ? 1 : 0
    expect(rows).toBe(ROWS)
    const byCursor = listOf(name, true)
    const first = await paginate(database.db, PaginateQuery.from('sortBy=tenant:DESC'), byCursor as never)
    const { nextCursor } = first.meta as unknown as { nextCursor: string }
    const next = await paginate(
      database.db,
      PaginateQuery.from(`sortBy=tenant:DESC&after=${nextCursor}`),
      byCursor as never,
    )
    expect(next.items).toHaveLength(10)
  })

  test.each<[title: string, where: SQL]>([
    ['a column that both have', sql`tenant = ${1}`],
    ['a column by its name alone', sql`${sql.identifier('tenant')} = ${1}`],
    ['several', sql`tenant = ${1} and id > ${0} and title <> ${'x'}`],
  ])('raw SQL under the facet of a collection: %s', async (_title, where) => {
    const list = listOf('element')
    const { note, tags } = await facetCounts(
      database.db,
      PaginateQuery.from(''),
      list,
      { note: true, tags: true },
      { where },
    )
    // Rows of the tenant have odd ids, and notes belong to even ones.
    expect(note).toEqual([])
    expect(tags.map(({ count }) => count)).toEqual([ROWS / 2, ROWS / 2])
    const even = await facetCounts(
      database.db,
      PaginateQuery.from('filter.title=$sw:title 1'),
      list,
      { note: true },
      { where: sql`tenant = ${0}` },
    )
    const expected = Array.from({ length: ROWS }, (_, at) => at + 1).filter(
      (n) => n % 2 === 0 && String(n).startsWith('1'),
    ).length
    expect(even.note).toEqual([{ value: 'note', count: expected, filter: '$eq:note' }])
  })
})
