// Children of a page's rows: what an item has, with which statements, and that every value is what `db.select()` of it
// answers.
import { and, asc, desc, eq, getTableColumns, gt, inArray, lte, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, paginateSelect, rowsOf, type StatementEvent } from '../../../src/index.js'
import { itemSchema } from '../../../src/entries/openapi/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

describe.each(dialects)('Children on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const reviewsOf = () => {
    const { articles, reviews } = database.schema
    return rowsOf(reviews, eq(reviews.articleId, articles.id))
  }
  const reviewed = () => {
    const { reviews } = database.schema
    return listOf(database)
      .sortable('title', 'views')
      .children('reviews', reviewsOf(), { id: reviews.id, stars: reviews.stars })
  }
  /** The same by hand: one select with `in`, and a loop. */
  const byHand = async (ids: readonly number[]) => {
    const { reviews } = database.schema
    const found = await database.db
      .select({ articleId: reviews.articleId, id: reviews.id, stars: reviews.stars })
      .from(reviews)
      .where(inArray(reviews.articleId, [...ids]))
      .orderBy(asc(reviews.id))
    return ids.map((id) =>
      found.filter(({ articleId }) => articleId === id).map(({ id: child, stars }) => ({ id: child, stars })),
    )
  }

  test('are members of the root rows, in the order of their primary key', async () => {
    const { articles } = database.schema
    const { items } = await paginate(database.db, { limit: 30 }, reviewed().build())
    const rows = await database.db.select().from(articles).orderBy(asc(articles.id)).limit(30)
    const own = await byHand(rows.map(({ id }) => id))
    expect(items).toEqual(rows.map((row, at) => ({ ...row, reviews: own[at] })))
    expect(items.some(({ reviews }) => reviews.length === 0)).toBe(true)
    expect(items.some(({ reviews }) => reviews.length > 1)).toBe(true)
  })

  test('cost one statement for each set, after the page', async () => {
    const { articleTags, articles, tags } = database.schema
    const config = reviewed()
      .children(
        'tagged',
        rowsOf(articleTags, eq(articleTags.articleId, articles.id)).innerJoin(tags, eq(tags.id, articleTags.tagId)),
        {
          label: tags.label,
        },
      )
      .build()
    const events: StatementEvent[] = []
    database.clear()
    const { items } = await paginate(database.db, {}, config, { onStatement: (event) => void events.push(event) })
    expect(events.map(({ kind }) => kind)).toEqual(['count', 'page', 'children', 'children'])
    expect(events.map(({ sql, params }) => ({ sql, params }))).toEqual(database.statements())
    expect(events.at(-1)?.rows).toBe(items.flatMap(({ tagged }) => tagged).length)
  })

  test('cost no statement for a page without rows', async () => {
    const config = reviewed().filterable('id', '$eq').build()
    database.clear()
    const { items } = await paginate(database.db, { filters: { id: '$eq:-1' } }, config)
    expect(items).toEqual([])
    expect(database.statements()).toHaveLength(1)
  })

  test('are not read where the shape of an item does not name them, and are not part of a selection', async () => {
    const { articles } = database.schema
    database.clear()
    const { items } = await paginate(database.db, {}, reviewed().select({ id: true }).build())
    expect(Object.keys(items[0] ?? {})).toEqual(['id'])
    await paginateSelect(database.db, {}, reviewed().build(), { id: articles.id })
    expect(database.statements()).toHaveLength(4)
  })

  test('have the shape that a dto asks for', async () => {
    const { items } = await paginate(
      database.db,
      { limit: 30 },
      reviewed()
        .select({ title: true, Reviews: { STARS: true } })
        .build(),
    )
    const whole = await paginate(database.db, { limit: 30 }, reviewed().select({ reviews: true }).build())
    expect(items.map(({ Reviews }) => Reviews)).toEqual(
      whole.items.map(({ reviews }) => reviews.map(({ stars }) => ({ STARS: stars }))),
    )
    expect(Object.keys(items[0] ?? {})).toEqual(['title', 'Reviews'])
    expect(Object.keys(whole.items[0] ?? {})).toEqual(['reviews'])
  })

  test.each([true, false])('are without members that a role leaves out, named by the shape too: %s', async (isOpen) => {
    const { reviews } = database.schema
    const list = listOf(database)
      .children('reviews', reviewsOf(), { id: reviews.id, stars: isOpen && reviews.stars })
      .select({ id: true, reviews: { ID: true, stars: true } })
      .build()
    const { items } = await paginate(database.db, { limit: 30 }, list)
    const keys = items.flatMap((item) => item.reviews.map((review) => Object.keys(review).join()))
    expect(new Set(keys)).toEqual(new Set([isOpen ? 'ID,stars' : 'ID']))
  })

  test('of which a role leaves every named member out are refused', () => {
    const { reviews } = database.schema
    const declared = listOf(database).children('reviews', reviewsOf(), {
      id: reviews.id,
      stars: undefined as typeof reviews.stars | undefined,
    })
    expect(() => declared.select({ id: true, reviews: { stars: true } }).build()).toThrow(
      ".children('reviews') needs a selection with at least one member; name the columns of a child.",
    )
  })

  test('behind a closed gate are absent', async () => {
    const { reviews } = database.schema
    const gated = (isOpen: boolean) =>
      listOf(database).when(isOpen).children('reviews', reviewsOf(), { id: reviews.id }).build()
    const { items } = await paginate(database.db, {}, gated(false))
    expect(items.every((item) => !('reviews' in item))).toBe(true)
    const open = await paginate(database.db, {}, gated(true))
    expect(open.items.every((item) => Array.isArray(item.reviews))).toBe(true)
  })

  test('follow an order, end at a limit for each parent, and pass a condition', async () => {
    const { reviews } = database.schema
    const list = (limit?: number) =>
      listOf(database)
        .children('best', reviewsOf().where(gt(reviews.stars, 1)), getTableColumns(reviews), {
          orderBy: [desc(reviews.stars)],
          limit,
        })
        .build()
    const all = await paginate(database.db, { limit: 30 }, list())
    for (const limit of [1, 2]) {
      const { items } = await paginate(database.db, { limit: 30 }, list(limit))
      expect(items).toEqual(all.items.map(({ best, ...row }) => ({ ...row, best: best.slice(0, limit) })))
    }
    for (const { best } of all.items) {
      const order = best.map(({ stars, id }) => [-stars, id])
      expect(order).toEqual([...order].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d))
      expect(best.every(({ stars }) => stars > 1)).toBe(true)
    }
    expect(all.items.some(({ best }) => best.length > 1)).toBe(true)
  })

  test.each([undefined, 2])(
    'have the values that db.select() of the same columns answers, of every type (limit %s)',
    async (limit) => {
      const { articles, everyType } = database.schema
      const columns = getTableColumns(everyType)
      const config = listOf(database)
        .children('values', rowsOf(everyType, lte(everyType.id, articles.id)), columns, {
          limit,
          orderBy: [desc(everyType.id)],
        })
        .build()
      const { items } = await paginate(database.db, { limit: 10 }, config)
      const rows = await database.db.select(columns).from(everyType).orderBy(desc(everyType.id))
      for (const { id, values } of items) expect(values).toEqual(rows.filter((row) => row.id <= id).slice(0, limit))
      expect(items.at(-1)?.values.length).toBe(limit ?? rows.length)
    },
  )

  test.each([undefined, 2])('have these values in a record of a left join too (limit %s)', async (limit) => {
    const { everyType, reviews } = database.schema
    const columns = getTableColumns(everyType)
    const config = listOf(database)
      .children(
        'reviews',
        reviewsOf().leftJoin(everyType, eq(everyType.id, reviews.stars)),
        { stars: reviews.stars, value: columns },
        { limit },
      )
      .select({ id: true, reviews: true })
      .build()
    const { items } = await paginate(database.db, { limit: 30 }, config)
    const rows = await database.db.select(columns).from(everyType)
    const children = items.flatMap((item) => item.reviews)
    expect(children.length).toBeGreaterThan(limit ?? 2)
    for (const { stars, value } of children) expect(value).toEqual(rows.find(({ id }) => id === stars) ?? null)
  })

  test.each([undefined, 1])('have null for a record of a left join that finds none (limit %s)', async (limit) => {
    const { articleTags, articles, tags } = database.schema
    const rows = rowsOf(articleTags, eq(articleTags.articleId, articles.id)).leftJoin(
      tags,
      and(eq(tags.id, articleTags.tagId), gt(tags.id, 2)),
    )
    const config = listOf(database)
      .children('tagged', rows, { tagId: articleTags.tagId, tag: { label: tags.label }, label: tags.label }, { limit })
      .build()
    const { items } = await paginate(database.db, { limit: 30 }, config)
    const children = items.flatMap(({ tagged }) => tagged)
    for (const { tagId, tag, label } of children) {
      if (tagId > 2) expect(tag).toEqual({ label })
      else expect([tag, label]).toEqual([null, null])
    }
    expect(children.some(({ tag }) => tag === null)).toBe(true)
    expect(children.some(({ tag }) => tag !== null)).toBe(true)
  })

  test.each([undefined, 1])('have a record of fewer members null where all of it is (limit %s)', async (limit) => {
    const { articleTags, articles, tags } = database.schema
    const rows = rowsOf(articleTags, eq(articleTags.articleId, articles.id)).leftJoin(
      tags,
      and(eq(tags.id, articleTags.tagId), gt(tags.id, 2)),
    )
    const loud = sql<string>`upper(${tags.label})`
    const tagged = { mixed: { tagId: articleTags.tagId, label: tags.label }, tag: { label: tags.label, loud } }
    const config = listOf(database)
      .children('tagged', rows, tagged, { limit })
      .select({ id: true, tagged: { mixed: { label: true }, tag: { loud: true } } })
      .build()
    const { items } = await paginate(database.db, { limit: 30 }, config)
    const children = items.flatMap((item) => item.tagged)
    for (const { mixed, tag } of children) {
      if (mixed.label === null) expect(tag).toBeNull()
      else expect(tag).toEqual({ loud: mixed.label.toUpperCase() })
    }
    expect(children.some(({ tag }) => tag === null)).toBe(true)
    expect(children.some(({ tag }) => tag !== null)).toBe(true)
    // No schema names a member that is only read.
    expect(itemSchema(config)).toMatchObject({
      properties: {
        tagged: {
          items: {
            properties: {
              mixed: { type: 'object', required: ['label'] },
              tag: { anyOf: [{ type: 'object', required: ['loud'] }, { type: 'null' }] },
            },
          },
        },
      },
    })
  })

  test('belong to rows with a key of several columns', async () => {
    const { memberships, reviews } = database.schema
    const config = paginateConfig(memberships)
      .withLimits(5, 100)
      .withTieBreaker('orgId', 'userId')
      .children(
        'sameNumber',
        rowsOf(reviews, lte(reviews.id, memberships.userId)),
        { id: reviews.id },
        { orderBy: [reviews.id] },
      )
      .build()
    const { items } = await paginate(database.db, { limit: 100 }, config)
    const ids = (await database.db.select({ id: reviews.id }).from(reviews).orderBy(asc(reviews.id))).map(
      ({ id }) => id,
    )
    expect(items.length).toBeGreaterThan(1)
    for (const { userId, sameNumber } of items)
      expect(sameNumber.map(({ id }) => id)).toEqual(ids.filter((id) => id <= userId))
  })

  test('may be tied to a joined table, and select from the root', async () => {
    const { articles, authors, countries } = database.schema
    const config = listOf(database)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .children('countries', rowsOf(countries, eq(countries.code, authors.countryCode)), {
        code: countries.code,
        of: articles.title,
        upper: sql<string>`upper(${countries.name})`,
      })
      .select({ title: true, author: { countryCode: true }, countries: true })
      .build()
    const { items } = await paginate(database.db, { limit: 30 }, config)
    for (const { title, author, countries: found } of items) {
      const code = author?.countryCode ?? null
      expect(found.map((country) => [country.code, country.of])).toEqual(code === null ? [] : [[code, title]])
    }
    expect(items.some(({ countries: found }) => found.length === 1)).toBe(true)
  })

  test('may belong to rows of a union, by the columns of its tie-breaker', async () => {
    const { articles, reviews } = database.schema
    const part = (views: number) =>
      database.db.select({ id: articles.id, title: articles.title }).from(articles).where(gt(articles.views, views))
    const either = part(-1).union(part(1)).as('either')
    const config = (key: readonly ('id' | 'title')[]) =>
      paginateConfig(either)
        .withLimits(4, 30)
        .withTieBreaker(...(key as ['id']), { assumeUnique: true })
        .sortable('title')
        .children('reviews', rowsOf(reviews, eq(reviews.articleId, either.id)), {
          id: reviews.id,
          stars: reviews.stars,
        })
        .build()
    let met = 0
    for (const key of [['id'], ['title', 'id']] as const)
      for (const query of [{ limit: 30 }, { page: 2, sortBy: ['title:DESC'] }]) {
        const { items } = await paginate(database.db, query, config(key))
        const own = await byHand(items.map(({ id }) => id))
        expect(items.length).toBeGreaterThan(1)
        expect(items.map(({ reviews: found }) => found)).toEqual(own)
        met += own.flat().length
      }
    expect(met).toBeGreaterThan(0)
  })

  test('are read as far as the request names them, in any case', async () => {
    const { articleTags, articles } = database.schema
    const config = reviewed()
      .children('Tagged', rowsOf(articleTags, eq(articleTags.articleId, articles.id)), { tagId: articleTags.tagId })
      .selectable()
      .build()
    database.clear()
    const { items } = await paginate(database.db, { fields: ['id', 'tagged'] }, config)
    expect(database.statements()).toHaveLength(3)
    expect(new Set(items.flatMap((item) => Object.keys(item)))).toEqual(new Set(['id', 'Tagged']))
    expect(items.some(({ Tagged: tagged }) => (tagged?.length ?? 0) > 0)).toBe(true)
  })

  test('are counted by a field', async () => {
    const config = reviewed()
      .field('reviewCount', reviewsOf().count())
      .sortable('reviewCount')
      .filterable('reviewCount', '$gte', '$eq')
      .select({ id: true, reviewCount: true, reviews: true })
      .build()
    const { items, meta } = await paginate(
      database.db,
      { limit: 30, sortBy: ['reviewCount:DESC'], filters: { reviewCount: '$gte:1' } },
      config,
    )
    expect(items.length).toBe(meta.totalItems)
    expect(items.length).toBeGreaterThan(1)
    for (const { reviewCount, reviews } of items) expect(reviewCount).toBe(reviews.length)
    expect(items.map(({ reviewCount }) => reviewCount)).toEqual(
      items.map(({ reviewCount }) => reviewCount).toSorted((a, b) => b - a),
    )
    const none = await paginate(database.db, { limit: 30, filters: { reviewCount: '$eq:0' } }, config)
    expect(none.items.every(({ reviews }) => reviews.length === 0)).toBe(true)
    expect(none.items.length).toBeGreaterThan(0)
  })
})
