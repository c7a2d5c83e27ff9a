// Transactions, signals, drivers' errors, schemas, casing, aliases and relational queries of the host: R8.1 and R17.1.
import type { PGlite } from '@electric-sql/pglite'
import Database from 'better-sqlite3'
import * as drizzleOrm from 'drizzle-orm'
import { eq, sql } from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { integer as pgInteger, pgEnum, pgSchema, pgTable, text as pgText } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  applyFilters,
  facetCounts,
  type ListDatabase,
  paginate,
  paginateConfig,
  PaginateQuery,
  paginateSelect,
  rowsOf,
} from '../../../src/index.js'
import { type ArticleList, articleList, listOf } from '../../support/article-list.js'
import { countRefused, countStatements } from '../../support/count.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import * as sqliteSchema from '../../support/schema/sqlite.js'
import { articles as seeded } from '../../support/seed.js'
import { StatementLog } from '../../support/statement-log.js'
import { pgliteClient } from '../../support/databases/pglite.js'

type Relate = (table: unknown, options?: object) => object

describe.each(dialects)("The host's database on $name", (engine) => {
  let database: TestDatabase
  let config: ArticleList
  beforeAll(async () => {
    database = await engine.open()
    config = articleList(database)
  })
  afterAll(() => database.close())

  // R8.1.5
  describe('a signal', () => {
    test('aborted before the call: rejects with its reason, and nothing is sent', async () => {
      const reason = new Error('gone')
      const { value, statements } = await countRefused(database, () =>
        paginate(database.db, {}, config, { signal: AbortSignal.abort(reason) }),
      )
      expect(value).toBe(reason)
      expect(statements).toEqual([])
    })

    test('without a reason of its own it rejects as the platform does', async () => {
      await expect(paginate(database.db, {}, config, { signal: AbortSignal.abort() })).rejects.toMatchObject({
        name: 'AbortError',
      })
    })

    test('aborted while the count runs: no page is asked for', async () => {
      const controller = new AbortController()
      const reason = { any: 'value' }
      const log = database.db as unknown as object
      // The first statement aborts the signal, as a client that leaves meanwhile would.
      const aborting = new Proxy(log, {
        get(target, key) {
          const member = Reflect.get(target, key) as unknown
          if (key !== 'select') return member
          return (...given: unknown[]) => {
            const start = (member as (...given: unknown[]) => unknown).apply(target, given)
            controller.abort(reason)
            return start
          }
        },
      })
      controller.signal.throwIfAborted()
      const { value, statements } = await countRefused(database, () =>
        paginate(aborting as never, {}, config, { signal: controller.signal }),
      )
      expect(value).toBe(reason)
      expect(statements.length).toBeLessThanOrEqual(1)
    })

    test('aborted between the statements', async () => {
      if (engine.dialect === 'sqlite') return
      const controller = new AbortController()
      database.clear()
      const page = paginate(database.db, {}, config, { signal: controller.signal })
      controller.abort('left')
      await expect(page).rejects.toBe('left')
      expect(database.statements().length).toBe(1)
    })

    test('one that is never aborted changes nothing', async () => {
      expect((await paginate(database.db, {}, config, { signal: new AbortController().signal })).meta.totalItems).toBe(
        24,
      )
    })
  })

  // R3.1.6
  test("a driver's error passes through unchanged", async () => {
    const { articles } = database.schema
    const broken = listOf(database).build()
    const thrown = await paginate(database.db, {}, broken, { where: sql`${articles.id} = no_such_function()` }).catch(
      (error: unknown) => error,
    )
    const plain = await Promise.resolve()
      .then(() =>
        database.db
          .select()
          .from(articles)
          .where(sql`${articles.id} = no_such_function()`),
      )
      .catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(Error)
    expect((thrown as Error).name).not.toBe('PaginateQueryError')
    expect((thrown as Error).constructor).toBe((plain as Error).constructor)
    expect((thrown as { status?: unknown }).status).toBeUndefined()
  })

  test('many requests at once', async () => {
    const pages = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        paginate(database.db, { limit: 1, page: index + 1, sortBy: ['id:ASC'] }, config),
      ),
    )
    expect(pages.map((page) => page.items[0]?.id)).toEqual(seeded.map((row) => row.id))
  })
})

describe('A synchronous SQLite transaction', () => {
  test('holds both statements, and rolls back with them', async () => {
    const client = new Database(':memory:')
    client.exec(
      "create table categories (id integer primary key, name text not null, parent_id integer, position integer not null); insert into categories values (1, 'a', null, 0)",
    )
    const log = new StatementLog()
    const db = drizzleSqlite({ client, logger: log })
    const { categories } = sqliteSchema
    const list = paginateConfig(categories).withLimits(5, 10).withTieBreaker('id').build()
    const open: boolean[] = []
    let page: ReturnType<typeof paginate> | undefined
    expect(() =>
      db.transaction((tx) => {
        tx.insert(categories).values({ id: 2, name: 'b', position: 1 }).run()
        log.clear()
        page = paginate(tx, {}, list)
        expect(log.entries).toHaveLength(2)
        open.push(client.inTransaction)
        throw new Error('roll back')
      }),
    ).toThrow('roll back')
    expect(open).toEqual([true])
    expect((await page)?.meta.totalItems).toBe(2)
    expect((await paginate(db, {}, list)).meta.totalItems).toBe(1)
    client.close()
  })
})

describe('PostgreSQL', () => {
  let client: PGlite
  beforeAll(async () => {
    client = await pgliteClient()
  })
  afterAll(() => client.exec(`drop schema shop cascade; drop table tx_rows, "Odd ""table""", things; drop type kind`))

  // R8.1.1
  test('a transaction sees its own rows, and its page is gone with it', async () => {
    const rows = pgTable('tx_rows', { id: pgInteger('id').primaryKey() })
    await client.exec('create table tx_rows (id integer primary key)')
    const db = drizzlePglite({ client })
    const list = paginateConfig(rows).withLimits(5, 10).withTieBreaker('id').build()
    await expect(
      db.transaction(async (tx) => {
        await tx.insert(rows).values({ id: 1 })
        expect((await paginate(tx, {}, list)).items).toEqual([{ id: 1 }])
        await tx.transaction(async (nested) => expect((await paginate(nested, {}, list)).meta.totalItems).toBe(1))
        throw new Error('roll back')
      }),
    ).rejects.toThrow('roll back')
    expect((await paginate(db, {}, list)).meta.totalItems).toBe(0)
  })

  test('tables and enums in a schema of their own', async () => {
    const shop = pgSchema('shop')
    const state = shop.enum('state', ['open', 'closed'])
    const orders = shop.table('orders', {
      id: pgInteger('id').primaryKey(),
      state: state('state').notNull(),
      states: state('states').array(),
    })
    const lines = shop.table('lines', {
      id: pgInteger('id').primaryKey(),
      orderId: pgInteger('order_id').notNull(),
      sku: pgText('sku'),
    })
    await client.exec(`create schema shop; create type shop.state as enum ('open', 'closed'); create table shop.orders (id integer primary key, state shop.state not null, states shop.state[]);
      create table shop.lines (id integer primary key, order_id integer not null, sku text); insert into shop.orders values (1, 'open', '{open,closed}'), (2, 'closed', null); insert into shop.lines values (1, 1, 'x'), (2, 2, 'y')`)
    const db = drizzlePglite({ client })
    const list = paginateConfig(orders)
      .withLimits(5, 10)
      .withTieBreaker('id')
      .filterable('state', '$eq', '$in', '$gt')
      .filterable('states', '$contains')
      .filterableMany('sku', rowsOf(lines, eq(lines.orderId, orders.id)), lines.sku, '$eq')
      .build()
    for (const [text, ids] of [
      ['filter.state=$eq:OPEN', [1]],
      ['filter.state=$in:open,closed', [1, 2]],
      ['filter.state=$gt:open', [2]],
      ['filter.states=$contains:closed', [1]],
      ['filter.states=$not:$contains:closed', [2]],
      ['filter.sku=$eq:y', [2]],
      ['filter.sku=$not:$eq:y', [1]],
    ] as const) {
      expect(
        (await paginate(db, PaginateQuery.from(text), list)).items.map((item) => item.id),
        text,
      ).toEqual(ids)
    }
    const { items } = await paginateSelect(db, {}, list, {
      id: orders.id,
      lines: sql<number>`(select count(*) from ${lines} where ${lines.orderId} = ${orders.id})`.mapWith(Number),
    })
    expect(items).toEqual([
      { id: 1, lines: 1 },
      { id: 2, lines: 1 },
    ])
  })

  test('names that need quotes', async () => {
    const odd = pgTable('Odd "table"', { id: pgInteger('Id').primaryKey(), of: pgText('select') })
    await client.exec(
      'create table "Odd ""table""" ("Id" integer primary key, "select" text); insert into "Odd ""table""" values (1, \'x\')',
    )
    const list = paginateConfig(odd)
      .withLimits(5, 10)
      .withTieBreaker('id')
      .filterable('of', '$eq')
      .sortable('of')
      .searchable('of')
      .build()
    expect(
      (await paginate(drizzlePglite({ client }), PaginateQuery.from('filter.of=$eq:x&search=X&sortBy=of:ASC'), list))
        .items,
    ).toEqual([{ id: 1, of: 'x' }])
  })

  test('enum types are found on the search path', async () => {
    const kind = pgEnum('kind', ['b', 'a'])
    const things = pgTable('things', { id: pgInteger('id').primaryKey(), kind: kind('kind') })
    await client.exec(
      "create type kind as enum ('b', 'a'); create table things (id integer primary key, kind kind); insert into things values (1, 'b'), (2, 'a'), (3, null)",
    )
    const list = paginateConfig(things)
      .withLimits(5, 10)
      .withTieBreaker('id')
      .filterable('kind', '$gte', '$btw')
      .sortable('kind')
      .build()
    expect(
      (await paginate(drizzlePglite({ client }), PaginateQuery.from('filter.kind=$gte:a'), list)).items.map(
        (item) => item.id,
      ),
    ).toEqual([2])
    expect(
      (
        await paginate(drizzlePglite({ client }), PaginateQuery.from('filter.kind=$btw:b,a&sortBy=kind:DESC'), list)
      ).items.map((item) => item.id),
    ).toEqual([2, 1])
  })
})

describe('casing: snake_case', () => {
  test("names come from the database's option", async () => {
    const people = sqliteTable('people', { id: integer().primaryKey(), fullName: text().notNull(), bossId: integer() })
    // The option is of the 0.45 line; 1.0 names columns in the table itself.
    if (!inject('drizzle').startsWith('^0')) return
    const client = new Database(':memory:')
    client.exec(
      "create table people (id integer primary key, full_name text not null, boss_id integer); insert into people values (1, 'Ann', null), (2, 'Bob', 1)",
    )
    const db = drizzleSqlite({ client, casing: 'snake_case' } as never)
    const list = paginateConfig(people)
      .withLimits(5, 10)
      .withTieBreaker('id')
      .filterable('fullName', '$eq', '$ilike')
      .sortable('fullName')
      .searchable('fullName')
      .field('upper', sql<string>`upper(${people.fullName})`, 'text')
      .filterable('upper', '$eq')
      .build()
    expect(
      (
        await paginate(
          db as never,
          PaginateQuery.from('filter.fullName=$ilike:BO&search=b&sortBy=fullName:ASC&filter.upper=$eq:BOB'),
          list,
        )
      ).items,
    ).toEqual([{ id: 2, fullName: 'Bob', bossId: 1 }])
    client.close()
  })

  test('raw SQL that names a column of a facet as the database does is read apart from it', async () => {
    if (!inject('drizzle').startsWith('^0')) return
    const columns = () => ({ id: integer().primaryKey(), tenantId: integer().notNull(), bossId: integer() })
    const [people, staff] = [sqliteTable('people', columns()), sqliteTable('staff', columns())]
    const client = new Database(':memory:')
    for (const table of ['people', 'staff'])
      client.exec(`create table ${table} (id integer primary key, tenant_id integer not null, boss_id integer)`)
    client.exec('insert into people values (1, 7, null), (2, 7, 1), (3, 8, 1)')
    client.exec('insert into staff values (11, 5, 1), (12, 6, 2), (13, 5, 3)')
    const list = paginateConfig(people)
      .withLimits(5, 10)
      .withTieBreaker('id')
      .filterableMany('staff', rowsOf(staff, eq(staff.bossId, people.id)), staff.tenantId, '$eq')
      .build()
    const db = drizzleSqlite({ client, casing: 'snake_case' } as never) as never
    const where = sql`tenant_id = 7`
    expect(await facetCounts(db, '', list, { staff: true }, { where })).toEqual({
      staff: [
        { value: 5, count: 1, filter: '$eq:5' },
        { value: 6, count: 1, filter: '$eq:6' },
      ],
    })
    client.close()
  })
})

describe('Relational queries of Drizzle', () => {
  const { articles, authors, reviews } = sqliteSchema
  // R8.2.1
  test('take the condition and the order of applyFilters', async () => {
    // Of the 0.45 line; those of 1.0 take a filter object in a condition's place.
    if (!inject('drizzle').startsWith('^0')) return
    const database = await (dialects.find((engine) => engine.name === 'sqlite') ?? dialects[0])?.open()
    if (database === undefined || database.name !== 'sqlite') return
    const client = (database.db as unknown as { $client: unknown }).$client
    const { relations } = drizzleOrm as unknown as {
      relations: (table: unknown, make: (helpers: { one: Relate; many: Relate }) => object) => object
    }
    const articleRelations = relations(articles, ({ one, many }) => ({
      author: one(authors, { fields: [articles.authorId], references: [authors.id] }),
      reviews: many(reviews),
    }))
    const reviewRelations = relations(reviews, ({ one }) => ({
      article: one(articles, { fields: [reviews.articleId], references: [articles.id] }),
    }))
    const db = drizzleSqlite({
      client: client as never,
      schema: { articles, authors, reviews, articleRelations, reviewRelations },
    } as never) as unknown as {
      query: { articles: { findMany(options: object): Promise<{ id: number; reviews: unknown[] }[]> } }
    }
    const list = paginateConfig(articles)
      .withLimits(5, 100)
      .withTieBreaker('id')
      .searchable('title')
      .sortable('title')
      .filterable('views', '$gte', '$in')
      .filterable('tags', '$contains')
      .filterable('publishedAt', '$gte')
      .field(
        'commentCount',
        sql<number>`(select count(*) from comments where comments.article_id = ${articles.id})`,
        'integer',
      )
      .filterable('commentCount', '$gte')
      .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq')
      .filterableMany(
        'everyReviewer',
        rowsOf(reviews, eq(reviews.articleId, articles.id)).every(),
        reviews.reviewer,
        '$eq',
      )
      .build()
    for (const text of [
      'filter.views=$gte:10&sortBy=title:DESC',
      'filter.reviewer=$eq:kim',
      'filter.reviewer=$not:$eq:kim',
      'filter.everyReviewer=$eq:kim&search=h',
      'filter.tags=$contains:a&filter.views=$in:10',
      'filter.commentCount=$gte:1',
      'filter.publishedAt=$gte:2024-02-29',
    ]) {
      const { where, orderBy } = applyFilters(PaginateQuery.from(text), list)
      const rows = await db.query.articles.findMany({ where, orderBy, with: { reviews: true } })
      const { items } = await paginate(database.db as ListDatabase, PaginateQuery.from(`${text}&limit=100`), list)
      expect(
        rows.map((row) => row.id),
        text,
      ).toEqual(items.map((item) => item.id))
    }
    await database.close()
  })

  test('count the statements of a page in a transaction of any driver', async () => {
    for (const engine of dialects.filter(({ name }) => name === 'pglite')) {
      const database = await engine.open()
      const { statements } = await countStatements(database, () =>
        database.db.transaction(async (tx) => paginate(tx, {}, articleList(database))),
      )
      expect(statements.filter(({ sql: text }) => text.startsWith('select'))).toHaveLength(2)
      await database.close()
    }
  })
})
