// What a host hands over beside the configuration: conditions of every form, views, raw text.
import {
  and,
  between,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  max,
  ne,
  not,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { mysqlView } from 'drizzle-orm/mysql-core'
import { pgView } from 'drizzle-orm/pg-core'
import { integer, sqliteTable, sqliteView, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyFilters, paginate, paginateConfig, PaginateQuery } from '../../../src/index.js'
import { idsFor, listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seeded } from '../../support/seed.js'

// R8.1.4, R8.1.6
describe.each(dialects)('Fragments of the host on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const conditions: readonly (readonly [
    title: string,
    make: (database: TestDatabase, n: number) => SQL | undefined,
  ])[] = [
    ['eq', ({ schema: { articles } }, n) => eq(articles.id, n)],
    ['an enum', ({ schema: { articles } }, n) => eq(articles.status, n === 1 ? 'draft' : 'review')],
    ['a boolean', ({ schema: { articles } }, n) => ne(articles.hidden, n === 1)],
    ['a date', ({ schema: { articles } }, n) => lte(articles.createdAt, new Date(Date.UTC(2023 + n, 0, 1)))],
    [
      'a date in raw SQL',
      ({ schema: { articles } }, n) =>
        sql`${articles.createdAt} <= ${sql.param(new Date(Date.UTC(2022 + n, 11, 31, 23, 59, 59, 999)), articles.createdAt)}`,
    ],
    [
      'a list',
      ({ schema: { articles } }, n) =>
        inArray(
          articles.id,
          Array.from({ length: n }, (_, index) => index + 1),
        ),
    ],
    ['an empty list', ({ schema: { articles } }) => inArray(articles.id, [])],
    ['no list', ({ schema: { articles } }, n) => notInArray(articles.id, [n, n + 1])],
    ['a range', ({ schema: { articles } }, n) => between(articles.views, n, n + 5)],
    ['a pattern', ({ schema: { articles } }, n) => like(articles.title, `%${n}%`)],
    ['null', ({ schema: { articles } }) => or(isNull(articles.body), isNotNull(articles.likes))],
    ['a bare null', ({ schema: { articles } }) => sql`coalesce(${articles.body}, ${null}) is null`],
    [
      'nested and, or, not',
      ({ schema: { articles } }, n) =>
        not(and(or(eq(articles.id, n), gt(articles.views, 4)), ne(articles.id, 3)) as SQL),
    ],
    ['a raw or', ({ schema: { articles } }, n) => sql`${articles.id} = ${n} or ${articles.id} = ${n + 7}`],
    ['raw text', (_database, n) => sql.raw(`1 = ${n} or 2 = ${n + 1}`)],
    [
      'a sub-select of ids',
      ({ db, schema: { articles, comments } }, n) =>
        inArray(articles.id, db.select({ id: comments.articleId }).from(comments).where(gt(comments.id, n))),
    ],
    [
      'exists',
      ({ db, schema: { articles, comments } }, n) =>
        exists(
          db
            .select()
            .from(comments)
            .where(and(eq(comments.articleId, articles.id), gt(comments.id, n))),
        ),
    ],
    [
      'not exists',
      ({ db, schema: { articles, comments } }, n) =>
        notExists(
          db
            .select()
            .from(comments)
            .where(and(eq(comments.articleId, articles.id), gt(comments.id, n))),
        ),
    ],
    [
      'a scalar sub-select',
      ({ db, schema: { articles, comments } }) =>
        eq(articles.id, db.select({ id: max(comments.articleId) }).from(comments) as unknown as number),
    ],
    [
      'a joined list of fragments',
      ({ schema: { articles } }, n) =>
        sql.join([sql`${articles.id} > ${n}`, sql`${articles.id} < ${n + 5}`], sql` and `),
    ],
    ['an empty template', () => sql`true`],
    ['and() of nothing', () => and()],
  ]
  test.each(conditions)('%s', async (_title, make) => {
    const { articles } = database.schema
    const list = listOf(database).sortable('title').filterable('id', '$lte').searchable('title').build()
    for (const n of [1, 2, 1, 3]) {
      const where = make(database, n)
      const rows = await database.db
        .select({ id: articles.id })
        .from(articles)
        .where(and(where === undefined ? undefined : sql`(${where})`, lte(articles.id, 20)))
        .orderBy(desc(articles.title), articles.id)
      const query = PaginateQuery.from('filter.id=$lte:20&limit=100&sortBy=title:DESC')
      expect((await paginate(database.db, query, list, { where })).items.map((item) => item.id)).toEqual(
        rows.map((row) => row.id),
      )
      const set = applyFilters(query, list, { where })
      expect(
        (
          await database.db
            .select({ id: articles.id })
            .from(articles)
            .where(set.where)
            .orderBy(...set.orderBy)
        ).map((row) => row.id),
      ).toEqual(rows.map((row) => row.id))
    }
  })

  test('raw text that looks like the shape of another fragment is another statement', async () => {
    const { articles } = database.schema
    const list = listOf(database).build()
    // Both are three pieces of text and columns; quotes in one could read as the borders of the other.
    for (const [where, ids] of [
      [sql`${articles.id} = ${sql.raw('1')}`, [1]],
      [sql`${articles.id} = ${sql.raw('2')}`, [2]],
      [sql`${articles.id}${sql.raw(' = 1')}`, [1]],
      [sql`${articles.title} = ${sql.raw(`'"?"'`)}`, []],
      [sql`${articles.title} = ${'"?"'}`, []],
      [sql`${articles.title} = ${sql.raw(`'Hello'`)}${sql.raw(' and 1 = 1')}`, [1]],
      [sql`${articles.title} = ${sql.raw(`'Hello' and `)}${sql.raw('1 = 2')}`, []],
    ] as const)
      expect((await paginate(database.db, {}, list, { where })).items.map((item) => item.id)).toEqual(ids)
  })

  test('the order of applyFilters may need a join, which applyTo adds', async () => {
    const { articles, authors } = database.schema
    const list = paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(5, 100)
      .withTieBreaker('id')
      .sortable('author.name')
      .filterable('views', '$gte')
      .build()
    const query = PaginateQuery.from('sortBy=author.name:DESC&filter.views=$gte:5&limit=100')
    const set = applyFilters(query, list)
    const rows = await set
      .applyTo(database.db.select({ id: articles.id }).from(articles).$dynamic())
      .orderBy(...set.orderBy)
    expect(rows.map((row) => row.id)).toEqual((await paginate(database.db, query, list)).items.map((item) => item.id))
    let select = database.db.select({ id: articles.id }).from(articles).$dynamic()
    for (const { type, table, on } of [...set.joined.joins, ...set.joined.orderJoins])
      select = (
        type === 'left' ? select.leftJoin(table as never, on) : select.innerJoin(table as never, on)
      ) as typeof select
    expect((await select.where(set.joined.where).orderBy(...set.orderBy)).map((row) => row.id)).toEqual(
      rows.map((row) => row.id),
    )
  })

  test('a view as the root, and as a joined table', async () => {
    const { articles } = database.schema
    const make = (name: string) => {
      const query = (builder: { select: typeof database.db.select }) =>
        builder
          .select({ key: articles.id, title: articles.title, authorId: articles.authorId, body: articles.body })
          .from(articles)
          .where(lte(articles.id, 4))
      const view = { mysql: mysqlView, postgresql: pgView, sqlite: sqliteView }[engine.dialect] as typeof pgView
      return view(name).as(query as never) as never as ReturnType<typeof viewShape>
    }
    const viewShape = () =>
      pgView('x').as((builder) =>
        builder
          .select({ key: articles.id, title: articles.title, authorId: articles.authorId, body: articles.body })
          .from(articles),
      )
    await database.execute(
      'drop view if exists first_articles; create view first_articles as select id, title, author_id, body from articles where id <= 4',
    )
    const view = make('first_articles')
    const list = paginateConfig(view)
      .withLimits(5, 100)
      .withTieBreaker('key', { assumeUnique: true })
      .filterable('title', '$ilike')
      .searchable('title')
      .sortable('title')
      .build()
    const { items, meta } = await paginate(
      database.db,
      PaginateQuery.from('filter.title=$ilike:hello&search=h&sortBy=title:ASC'),
      list,
    )
    // The suite's MySQL database has a binary collation, which folds no case.
    const expected = engine.dialect === 'mysql' ? [2] : [1, 2, 3]
    expect(meta.totalItems).toBe(expected.length)
    expect([...items].map((item) => (item as { key: number }).key).sort()).toEqual(expected)
    const joined = paginateConfig(articles)
      .leftJoin('first', view, eq(view.key, articles.id))
      .withLimits(5, 100)
      .withTieBreaker('id')
      .filterable('first.title', '$eq', '$null')
      .select({ id: true, first: { body: true } })
      .build()
    expect(await idsFor(database, joined, 'filter.first.title=$not:$null')).toEqual([1, 2, 3, 4])
    const page = await paginate(database.db, { limit: 5 }, joined)
    expect(page.items).toEqual(seeded.slice(0, 5).map(({ id, body }) => ({ id, first: id > 4 ? null : { body } })))
    await database.execute('drop view first_articles')
  })

  test('collections that hold nulls, numbers and other shapes', async () => {
    const rows =
      engine.dialect === 'sqlite'
        ? sqliteTable('odd_tags', {
            id: integer('id').primaryKey(),
            tags: text('tags', { mode: 'json' }).$type<string[]>(),
          })
        : null
    if (rows === null || engine.dialect !== 'sqlite') return
    await database.execute(
      `drop table if exists odd_tags; create table odd_tags (id integer primary key, tags text); insert into odd_tags values (1, '["a",null]'), (2, '[1,1.5]'), (3, '[true,false]'), (4, '{"a":"b"}'), (5, '"a"'), (6, 'null'), (7, null), (8, '[["a"],{"b":1}]'), (9, '[null]'), (10, '["null","true","1"]')`,
    )
    const list = paginateConfig(rows)
      .withLimits(100, 100)
      .withTieBreaker('id')
      .filterable('tags', '$contains', '$null')
      .build()
    const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    for (const [value, ids] of [
      ['a', [1]],
      ['1', [2, 10]],
      ['1.5', [2]],
      ['true', [3, 10]],
      ['false', [3]],
      ['null', [10]],
      ['a,a', [1]],
    ] as const) {
      expect(await idsFor(database, list, `filter.tags=$contains:${value}`), value).toEqual(ids)
      expect(await idsFor(database, list, `filter.tags=$not:$contains:${value}`), value).toEqual(
        all.filter((id) => !(ids as readonly number[]).includes(id)),
      )
    }
    expect(await idsFor(database, list, 'filter.tags=$null')).toEqual([7])
  })

  test('an array that holds nulls', async () => {
    if (engine.dialect !== 'postgresql') return
    const { articles } = database.schema
    const list = listOf(database)
      .field('marks', sql<string[]>`array_append(${articles.tags}, null)`, 'collection')
      .filterable('marks', '$contains')
      .build()
    expect(await idsFor(database, list, 'filter.marks=$contains:a')).toEqual([1, 3, 24])
    expect(await idsFor(database, list, 'filter.marks=$not:$contains:a')).toEqual(
      seeded.map((row) => row.id).filter((id) => ![1, 3, 24].includes(id)),
    )
    expect(await idsFor(database, list, 'filter.marks=$contains:NULL')).toEqual([])
  })
})
