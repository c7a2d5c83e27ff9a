// Every form of a page gives the same rows, whatever a configuration and a selection are made of.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateQuery, paginateSelect, rowsOf } from '../../../src/index.js'
import { aliasOf, articleList, listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { isFullLength } from '../../support/property-runs.js'
import { withSettings } from '../../support/settings.js'

/** Pages of 3 rows are many, so they are walked at full length only. */
const limits = isFullLength ? [3, 7, 100] : [7, 100]

const FORMS = ['auto', 'plain', 'deferred', 'reverse', 'filtered'] as const

describe.each(dialects)('Page forms on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  test.each([
    '',
    'sortBy=title:ASC',
    'sortBy=title:DESC&sortBy=likes:ASC',
    'sortBy=likes:ASC',
    'sortBy=likes:DESC',
    'sortBy=author.name:DESC',
    'sortBy=commentCount:DESC',
    'search=e',
    'search=e&sortBy=author.name:ASC',
    'filter.reviewer=$not:$eq:kim',
    'filter.author.name=$eq:ada&sortBy=commentCount:ASC',
    'filter.editor.email=$null&search=o',
    'filter.title=$ilike:e&sortBy=publishedAt:DESC',
  ])('?%s', async (text) => {
    const config = articleList(database)
    for (const limit of limits) {
      for (let page = 1; page <= Math.ceil(24 / limit) + 1; page++) {
        const query = PaginateQuery.from(`${text}&limit=${limit}&page=${page}`)
        const plain = await paginate(database.db, query, withSettings(config, { pageForm: 'plain' }), { path: '/a' })
        for (const pageForm of FORMS)
          expect(
            await paginate(database.db, query, withSettings(config, { pageForm }), { path: '/a' }),
            `${pageForm} ${limit} ${page}`,
          ).toEqual(plain)
      }
    }
  })

  test.each(FORMS)('%s: nulls where they are asked for', async (pageForm) => {
    for (const base of [
      listOf(database).sortable('likes'),
      listOf(database).sortable('likes').sortable('likes', { nulls: 'first' }),
      listOf(database).sortable('likes').sortable('likes', { nulls: 'last' }),
    ]) {
      const config = base.build()
      for (const direction of ['ASC', 'DESC']) {
        const whole = (
          await paginate(
            database.db,
            { limit: 100, sortBy: [`likes:${direction}`] },
            withSettings(config, { pageForm: 'plain' }),
          )
        ).items.map((item) => item.id)
        const walked: number[] = []
        for (let page = 1; page <= 5; page++)
          walked.push(
            ...(
              await paginate(
                database.db,
                { limit: 5, page, sortBy: [`likes:${direction}`] },
                withSettings(config, { pageForm }),
              )
            ).items.map((item) => item.id),
          )
        expect(walked).toEqual(whole)
      }
    }
  })

  test.each(FORMS)('%s: raw SQL that names columns without their table', async (pageForm) => {
    const { articles } = database.schema
    const config = listOf(database)
      .field('twice', sql<number>`id * 2`, 'integer')
      .field('size', sql<number>`length(title) + id`, 'integer')
      .sortable('twice', 'size')
      .searchable('title')
      .filterable('twice', '$gte')
      .select({ id: true, twice: true })
      .build()
    for (let page = 1; page <= 3; page++) {
      for (const text of ['search=e&sortBy=size:DESC', 'sortBy=twice:DESC&filter.twice=$gte:4', 'sortBy=size:ASC']) {
        const query = PaginateQuery.from(`${text}&limit=3&page=${page}`)
        const plain = await paginate(database.db, query, withSettings(config, { pageForm: 'plain' }))
        expect((await paginate(database.db, query, withSettings(config, { pageForm }))).items).toEqual(plain.items)
        const selected = await paginateSelect(
          database.db,
          query,
          withSettings(config, { pageForm }),
          { id: articles.id, more: sql<number>`id + 1`.mapWith(Number) },
          { where: sql`id < 20` },
        )
        expect(selected.items.every((item) => item.more === item.id + 1)).toBe(true)
      }
    }
  })

  test.each(FORMS)(
    "%s: an aliased root, an inner join, a composite key, a condition of the host's",
    async (pageForm) => {
      const { articles, authors, memberships, reviews } = database.schema
      const a = aliasOf(database, articles, 'a')
      const config = paginateConfig(a)
        .innerJoin('author', authors, eq(authors.id, a.authorId))
        .withLimits(100, 100)
        .withTieBreaker({ id: 'desc' })
        .sortable('author.name', 'title')
        .searchable('title', 'author.name')
        .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, a.id)), reviews.reviewer, '$eq', '$null')
        .build()
      for (const text of [
        'sortBy=author.name:ASC',
        'search=e',
        'filter.reviewer=$null',
        'search=a&sortBy=title:ASC&filter.reviewer=$not:$null',
      ]) {
        for (let page = 1; page <= 4; page++) {
          const query = PaginateQuery.from(`${text}&limit=4&page=${page}`)
          const where = sql`${authors.id} < 6 or ${a.id} = 1`
          const plain = await paginate(database.db, query, withSettings(config, { pageForm: 'plain' }), { where })
          expect(await paginate(database.db, query, withSettings(config, { pageForm }), { where })).toEqual(plain)
        }
      }
      const composite = paginateConfig(memberships)
        .withLimits(2, 100)
        .withTieBreaker({ orgId: 'desc', userId: 'asc' })
        .sortable('nickname')
        .searchable('nickname')
        .build()
      for (const text of ['', 'sortBy=nickname:DESC', 'search=o']) {
        for (let page = 1; page <= 3; page++) {
          const query = PaginateQuery.from(`${text}&page=${page}`)
          expect(await paginate(database.db, query, withSettings(composite, { pageForm }))).toEqual(
            await paginate(database.db, query, withSettings(composite, { pageForm: 'plain' })),
          )
        }
      }
    },
  )

  test.each(FORMS)('%s: sub-selects that are right in a page over one table', async (pageForm) => {
    const { articles, comments } = database.schema
    const list = listOf(database).searchable('title').sortable('title').build()
    const selection = {
      id: articles.id,
      n: sql<number>`(select count(*) from ${comments} where ${comments.articleId} = ${articles.id})`.mapWith(Number),
      id2: articles.id,
      nested: { title: articles.title, up: sql<string>`upper(${articles.slug})` },
    }
    for (let page = 1; page <= 3; page++) {
      const query = PaginateQuery.from(`search=e&limit=3&page=${page}&sortBy=title:DESC`)
      expect((await paginateSelect(database.db, query, withSettings(list, { pageForm }), selection)).items).toEqual(
        (await paginateSelect(database.db, query, withSettings(list, { pageForm: 'plain' }), selection)).items,
      )
    }
  })
})
