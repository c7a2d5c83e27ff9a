// `checkList` on lists that keep their promises: the documentation's, and large ones of this suite.
import Database from 'better-sqlite3'
import { and, desc, eq, gt, is, max, Table } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, type ListDatabase, rowsOf } from '../../src/index.js'
import { checkList } from '../../src/entries/testing/index.js'
import { rows } from '../docs/example/rows.js'
import { articleList as postgresList } from '../docs/example/postgres/article-list.js'
import * as postgresSchema from '../docs/example/postgres/schema.js'
import { articleList as sqliteList } from '../docs/example/sqlite/article-list.js'
import * as sqliteSchema from '../docs/example/sqlite/schema.js'
import { ITEMS, PREFIX } from '../engines/conformance/items.js'
import { LISTS } from '../engines/conformance/lists.js'
import { fillSql } from '../engines/differential/rows.js'
import { createTablesSql } from '../engines/differential/tables.js'
import { articleList, listOf } from '../support/article-list.js'
import { createTableSql, type TestDialect } from '../support/create-tables.js'
import { pglite } from '../support/databases/pglite.js'
import { sqlite } from '../support/databases/sqlite.js'
import type { TestDatabase } from '../support/dialects.js'
import { isFullLength } from '../support/property-runs.js'

const TIMEOUT = { timeout: 240_000 }
/** Of each list. */
const REQUESTS = isFullLength ? 60 : 20

interface Inserter {
  insert(table: never): { values(rows: never): PromiseLike<unknown> }
}

const createAll = (dialect: TestDialect, schema: object): string =>
  Object.values(schema)
    .filter((table) => is(table, Table))
    .map((table) => createTableSql(dialect, table as Table))
    .join(';')

async function fill(db: unknown, schema: object): Promise<void> {
  for (const [name, values] of Object.entries(rows)) {
    await (db as Inserter).insert((schema as Record<string, unknown>)[name] as never).values(values as never)
  }
}

async function expectPassed(db: ListDatabase, config: AnyPaginateConfig, least: number): Promise<void> {
  const report = await checkList(db, config, { requests: REQUESTS, maxSeconds: 200 })
  expect(report.failures).toEqual([])
  expect(report.notChecked).toEqual([])
  // A check that is refused all the time, or compares nothing, would show nothing.
  expect(report.answered).toBeGreaterThan(report.requests / 2)
  expect(report.comparedWithMemory).toBeGreaterThan(least)
}

describe('The list of the documentation', () => {
  test('passes on SQLite', TIMEOUT, async () => {
    const client = new Database(':memory:')
    const db = drizzle({ client })
    client.exec(createAll('sqlite', sqliteSchema))
    await fill(db, sqliteSchema)
    await expectPassed(db, sqliteList, 50)
  })

  test('passes on PostgreSQL', TIMEOUT, async () => {
    const database = await pglite.open()
    await database.execute(
      `create schema checked; set search_path to checked; set time zone 'UTC'; ${createAll('postgresql', postgresSchema)}`,
    )
    try {
      await fill(database.db, postgresSchema)
      await expectPassed(database.db, postgresList, 50)
    } finally {
      await database.execute('set search_path to public; drop schema checked cascade')
      await database.close()
    }
  })
})

describe('On SQLite', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await sqlite.open()
    await database.execute(createTablesSql('sqlite', PREFIX))
    await database.execute(fillSql('sqlite', PREFIX, ITEMS))
  })
  afterAll(() => database.close())

  test.each(['items', 'guarded'] as const)('the list %s of the conformance table passes', TIMEOUT, (name) =>
    expectPassed(database.db, LISTS[name].config('sqlite'), 100),
  )

  test('a list that reads expressions', TIMEOUT, async () => {
    const list = listOf(database)
      .filterable('id', '$eq', '$in', '$gte')
      .filterable('status', '$eq', '$in')
      .filterable('likes', '$gt', '$null')
      .withFilterExpressions({ maxTerms: 4, maxDepth: 2 })
      .build()
    const sent: string[] = []
    database.clear()
    const report = await checkList(database.db, list, { requests: 60, maxSeconds: 200 })
    expect(report.failures).toEqual([])
    for (const { sql } of database.statements()) if (/ or \(/.test(sql)) sent.push(sql)
    expect(sent.length).toBeGreaterThan(0)
  })

  test(
    'children of several tables, in the shape of a dto, and aggregates over rows of another table',
    TIMEOUT,
    async () => {
      const { articleTags, articles, reviews, tags } = database.schema
      const reviewsOf = rowsOf(reviews, eq(reviews.articleId, articles.id))
      const tagged = rowsOf(articleTags, eq(articleTags.articleId, articles.id)).leftJoin(
        tags,
        and(eq(tags.id, articleTags.tagId), gt(tags.id, 2)),
      )
      const config = listOf(database)
        .children(
          'reviews',
          reviewsOf,
          { id: reviews.id, stars: reviews.stars },
          { orderBy: [desc(reviews.stars)], limit: 1 },
        )
        .children('tagged', tagged.where(gt(articleTags.tagId, 1)), {
          tagId: articleTags.tagId,
          tag: { label: tags.label },
        })
        .field('best', reviewsOf.aggregate(max(reviews.stars)))
        .sortable('views', 'best')
        .searchable('title')
        .filterable('best', '$eq', '$gte', '$null')
        .filterable('views', '$eq', '$gte', '$lte', '$btw')
        .filterable('title', '$eq', '$sw', '$ilike')
        .select({ id: true, best: true, Reviews: { STARS: true }, tagged: true })
        .build()
      await expectPassed(database.db, config, 20)
    },
  )

  test('gated declarations, a condition of the host and tenants', TIMEOUT, async () => {
    const { articles } = database.schema
    const tenants = [1, 2].map((tenant) => ({
      where: eq(articles.authorId, tenant),
      owns: (row: { authorId: number | null }) => row.authorId === tenant,
    }))
    const report = await checkList(database.db, articleList(database), { requests: 20, tenants, maxSeconds: 200 })
    expect(report.rows).toBe(4)
    expect(report.failures).toEqual([])
  })
})
