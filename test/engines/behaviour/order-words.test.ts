// An order that says no more than a name or a value, which engines take for a result of the select: every form of a page
// has the rows of the column, whatever is selected.
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, paginateRelational, paginateSelect, rowsOf, streamRows } from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { relationalDatabase } from '../../support/relational.js'
import { withSettings } from '../../support/settings.js'

const SETTINGS = [
  { pageForm: 'plain' },
  { pageForm: 'deferred' },
  { pageForm: 'reverse' },
  { pageForm: 'filtered' },
  { together: true },
] as const

describe.each(dialects)('Orders of one word on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  /** The ids of all rows, `turned` from the last to the first, as other values than the column's. */
  const selections = () => {
    const { articles } = database.schema
    const turned = sql<number>`-${articles.id}`
    return {
      first: { turned, id: articles.id },
      aliased: { id: articles.id, turned: turned.as('slug') },
      nested: { id: articles.id, more: { turned: turned.as('slug') } },
      implied: { id: articles.id, turned: sql`(select ${turned} as slug)` },
      cast: { id: articles.id, turned: sql`cast(slug as char(1))` },
    }
  }
  const walked = async (list: Parameters<typeof paginate>[2], selection: object): Promise<number[]> => {
    const ids: number[] = []
    let after: string | null = null
    do {
      const page = (await paginateSelect(database.db, { limit: 7, after }, list, selection as { id: SQL<number> })) as {
        items: { id: number }[]
        meta: { nextCursor: string | null }
      }
      ids.push(...page.items.map(({ id }) => id))
      after = page.meta.nextCursor
    } while (after !== null)
    return ids
  }

  const values: [text: string, word: () => SQL][] = [
    ['0', () => sql`0`],
    ['1', () => sql`1`],
    ['-1', () => sql`-1`],
    // PostgreSQL compares no position with a parameter of an unknown type.
    ['a parameter', () => (engine.dialect === 'postgresql' ? sql`${'1'}::text` : sql`${1}`)],
    ['a number in the text', () => sql`${1}`.inlineParams()],
    ['null', () => sql`null`],
    ["'x'", () => sql`'x'`],
    ['true', () => sql`true`],
  ]
  const names: typeof values = [
    ['slug', () => sql`slug`],
    ['a quoted name', () => sql`${sql.identifier('slug')}`],
    ['(slug)', () => sql`(slug)`],
    ...(engine.dialect === 'sqlite' ? [['collate', () => sql`slug collate nocase`] as (typeof values)[number]] : []),
  ]
  const words = [...values, ...names]

  test.each(words)('%s', async (title, word) => {
    const { articles } = database.schema
    const builder = listOf(database)
      .field('word', word(), title === 'true' ? 'boolean' : 'text')
      .sortable('word')
    const sorted = builder.build()
    const byCursor = builder.withCursors().defaultSortBy('word').build()
    const fixed = listOf(database).defaultSortBy(desc(word())).build()
    const isName = names.some(([, name]) => name === word)
    const by = isName ? [articles.slug] : []
    const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
    const up = ids(
      await database.db
        .select({ id: articles.id })
        .from(articles)
        .orderBy(...by, articles.id),
    )
    const down = ids(
      await database.db
        .select({ id: articles.id })
        .from(articles)
        .orderBy(...by.map(desc), articles.id),
    )
    for (const [name, selection] of Object.entries(selections())) {
      for (const settings of SETTINGS) {
        for (const page of [1, 3]) {
          const rows = (all: readonly number[]) => all.slice((page - 1) * 7, page * 7)
          const query = { limit: 7, page }
          const ascending = await paginateSelect(
            database.db,
            { ...query, sortBy: ['word:ASC'] },
            withSettings(sorted, settings),
            selection,
          )
          expect(ids(ascending.items), `${name} ${JSON.stringify(settings)}`).toEqual(rows(up))
          const descending = await paginateSelect(database.db, query, withSettings(fixed, settings), selection)
          expect(ids(descending.items), `${name} ${JSON.stringify(settings)}`).toEqual(rows(down))
        }
      }
      const streamed: number[] = []
      for await (const { id } of streamRows(database.db, { sortBy: ['word:ASC'] }, sorted, {
        select: selection,
        batchSize: 7,
      }))
        streamed.push(id)
      expect(streamed, name).toEqual(up)
      expect(await walked(byCursor, selection), name).toEqual(up)
    }
    const query = { sortBy: ['word:ASC'] }
    const { query: relational } = relationalDatabase(database).db
    expect((await paginateRelational(relational.articles as never, query, sorted as never, {})).items).toEqual(
      (await paginate(database.db, query, sorted)).items,
    )
  })

  test.each(words)('children by %s', async (title, word) => {
    const { articles, reviews } = database.schema
    const order = /slug|name|collate/.test(title)
      ? sql`reviewer${title === 'collate' ? sql` collate nocase` : sql``}`
      : word()
    const ofRows = async (options: object) => {
      const rows = rowsOf(reviews, eq(reviews.articleId, articles.id))
      const selection = { turned: sql`-${reviews.id}`.as('reviewer'), id: reviews.id }
      const list = paginateConfig(articles)
        .withLimits(100, 100)
        .withTieBreaker('id')
        .children('reviews', rows, selection, { orderBy: [desc(order)], ...options })
        .select({ id: true, reviews: true })
        .build()
      return (await paginate(database.db, {}, list)).items
    }
    expect(await ofRows({})).toEqual(await ofRows({ limit: 100 }))
  })

  test('a number, and its key in a cursor', async () => {
    const { articles } = database.schema
    const list = listOf(database)
      .field('word', sql`views`, 'integer')
      .sortable('word')
      .defaultSortBy('word')
      .withCursors()
      .build()
    const rows = await database.db.select({ id: articles.id }).from(articles).orderBy(articles.views, articles.id)
    expect(await walked(list, { id: articles.id, slug: articles.slug })).toEqual(rows.map(({ id }) => id))
  })

  test('a name that only a result has is that result, as in plain Drizzle', async () => {
    const { articles } = database.schema
    const list = listOf(database)
      .defaultSortBy(sql`turned`)
      .build()
    const turned = sql<number>`-${articles.id}`.as('turned')
    const { reviews } = database.schema
    const ofOne = database.db
      .select({ count: sql`count(*)`.as('count') })
      .from(reviews)
      .where(eq(reviews.articleId, articles.id))
      .as('turned') as unknown as SQL
    for (const selection of [
      { id: articles.id, turned },
      { id: articles.id, more: { turned } },
      { id: articles.id, ofOne },
    ]) {
      const plain = await database.db
        .select(selection)
        .from(articles)
        .orderBy(sql`turned`, articles.id)
        .limit(3)
        .offset(3)
      for (const settings of SETTINGS) {
        const page = paginateSelect(database.db, { limit: 3, page: 2 }, withSettings(list, settings), selection)
        // Its two selects have names of their own.
        if ('together' in settings) await expect(page).rejects.toThrow(/turned/)
        else expect((await page).items, JSON.stringify(settings)).toEqual(plain)
      }
    }
    await expect(paginateSelect(database.db, {}, list, { id: articles.id })).rejects.toThrow(/turned/)
  })

  test('and of children', async () => {
    const { articles, reviews } = database.schema
    const turned = sql<number>`-${reviews.id}`.as('turned')
    const list = paginateConfig(articles)
      .withLimits(100, 100)
      .withTieBreaker('id')
      .children('reviews', rowsOf(reviews, eq(reviews.articleId, articles.id)), { turned }, { orderBy: [sql`turned`] })
      .select({ reviews: true })
      .build()
    const { items } = await paginate(database.db, {}, list)
    const all = items.map(({ reviews: found }) => found.map((review) => Number(review.turned)))
    expect(all.some((found) => found.length > 1)).toBe(true)
    expect(all).toEqual(all.map((found) => found.toSorted((a, b) => a - b)))
  })

  test.each(['0', '1', '2'])('a rank of %s', async (rank) => {
    const { articles } = database.schema
    const list = listOf(database)
      .searchWith(() => ({ where: sql`${articles.id} > 2`, rank: sql.raw(rank) }))
      .build()
    const selection = { turned: sql<number>`-${articles.id}`, id: articles.id }
    for (const settings of SETTINGS) {
      const { items } = await paginateSelect(
        database.db,
        { search: 'any', limit: 3, page: 2 },
        withSettings(list, settings),
        selection,
      )
      expect(items.map(({ id }) => id)).toEqual([6, 7, 8])
    }
  })
})
