// A tie-breaker that follows the order, a fixed order, and nulls as the end of a value: pages by number, by cursor,
// streams and memory.
import { asc, type Column, desc, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, paginate, paginateConfig } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { countStatements } from '../../support/count.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { isFullLength } from '../../support/property-runs.js'
import { withSettings } from '../../support/settings.js'
import { everyWay, walkList } from '../paging/walk-list.js'

describe.each(dialects)('orders on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const begin = () =>
    paginateConfig(database.schema.articles).withLimits(5, 100).sortable('likes', 'isPinned', 'title', 'publishedAt')
  /** What Drizzle itself selects in an order. */
  const idsBy = async (...terms: SQL[]): Promise<number[]> => {
    const { articles } = database.schema
    const rows = await database.db
      .select({ id: articles.id })
      .from(articles)
      .orderBy(...terms)
    return rows.map(({ id }) => id)
  }
  interface Buildable {
    withCursors: () => { build: () => unknown }
    build: () => unknown
  }
  /** By number, by cursor forth and back, as a stream, page by page from the end, and in memory. */
  const expectOrder = async (list: Buildable, sortBy: readonly string[], ids: readonly number[]): Promise<void> => {
    const lists = { numbered: list.build(), cursors: list.withCursors().build() }
    for (const limit of isFullLength ? [3, 7] : [7])
      expect(await walkList(database.db, lists, sortBy, limit)).toEqual(everyWay(ids))
    await expectNumbered(lists.numbered, sortBy, ids)
  }
  const expectNumbered = async (config: unknown, sortBy: readonly string[], ids: readonly number[]): Promise<void> => {
    const limit = isFullLength ? 4 : 9
    for (const pageForm of ['auto', 'plain', 'deferred', 'reverse', 'filtered'] as const) {
      const found: number[] = []
      for (let page = 1; page <= Math.ceil(ids.length / limit); page++) {
        const { items } = await paginate(
          database.db,
          { limit, page, sortBy },
          withSettings(config as AnyPaginateConfig, { pageForm }),
        )
        found.push(...(items as unknown as { id: number }[]).map(({ id }) => id))
      }
      expect(found, pageForm).toEqual(ids)
    }
  }
  const inMemory = async (config: unknown, sortBy: readonly string[]): Promise<number[]> => {
    const rows = await database.db.select().from(database.schema.articles)
    return (
      paginateArray(rows as never, { limit: 100, sortBy }, config as never) as { items: { id: number }[] }
    ).items.map(({ id }) => id)
  }

  // R2.3.6
  test('a tie-breaker follows the direction of the first term', async () => {
    const { likes, id, isPinned } = database.schema.articles
    const list = begin().withTieBreaker({ id: 'follow' })
    await expectOrder(list, ['isPinned:DESC'], await idsBy(desc(isPinned), desc(id)))
    await expectOrder(list, ['isPinned:ASC'], await idsBy(asc(isPinned), asc(id)))
    await expectOrder(list, ['isPinned:DESC', 'likes:ASC'], await idsBy(desc(isPinned), asc(likes), desc(id)))
    await expectOrder(list, [], await idsBy(asc(id)))
    await expectOrder(list.defaultSortBy('isPinned', 'desc'), [], await idsBy(desc(isPinned), desc(id)))
    expect(list.build().describe()).toMatchObject({ tieBreakerDirection: 'follow' })
    expect(list.withTieBreaker('id').build().describe()).not.toHaveProperty('tieBreakerDirection')
    for (const direction of ['ASC', 'DESC'])
      expect(await inMemory(list.build(), [`likes:${direction}`])).toEqual(
        await inMemory(list.withTieBreaker({ id: direction === 'ASC' ? 'asc' : 'desc' }).build(), [
          `likes:${direction}`,
        ]),
      )
  })
  test('or has one direction', async () => {
    const { id, isPinned } = database.schema.articles
    const list = begin().withTieBreaker({ id: 'desc' })
    await expectOrder(list, ['isPinned:ASC'], await idsBy(asc(isPinned), desc(id)))
    await expectOrder(list, [], await idsBy(desc(id)))
    await expectOrder(begin().withTieBreaker({ id: 'asc' }, { assumeUnique: true }), [], await idsBy(asc(id)))
  })
  test('several fields follow together', async () => {
    const { id, slug, isPinned } = database.schema.articles
    const list = begin().withTieBreaker({ slug: 'follow', id: 'follow' })
    await expectOrder(list, ['isPinned:DESC'], await idsBy(desc(isPinned), desc(slug), desc(id)))
  })
  test('one order is one statement in one direction: an ordinary index serves both', async () => {
    const list = begin().withTieBreaker({ id: 'follow' }).withTotals('none').build()
    for (const direction of ['asc', 'desc']) {
      const { statements } = await countStatements(database, () =>
        paginate(database.db, { sortBy: [`title:${direction}`] }, list),
      )
      expect(statements[0]?.sql).toMatch(new RegExp(`title.? ${direction}, .*id.? ${direction}`))
    }
  })

  // R2.3.7, R2.3.8
  test('a fixed order stands where a request has no sort', async () => {
    const { articles } = database.schema
    const list = begin()
      .withTieBreaker('id')
      .defaultSortBy(desc(articles.isFeatured), asc(articles.views), articles.slug)
    const ids = await idsBy(desc(articles.isFeatured), asc(articles.views), asc(articles.slug), asc(articles.id))
    await expectOrder(list, [], ids)
    expect(await inMemory(list.build(), [])).toEqual(
      await inMemory(begin().withTieBreaker('id').sortable('isFeatured', 'views', 'slug').build(), [
        'isFeatured:DESC',
        'views:ASC',
        'slug:ASC',
      ]),
    )
    await expectOrder(list, ['title:DESC'], await idsBy(desc(articles.title), asc(articles.id)))
    const { meta } = await paginate(database.db, {}, list.build())
    expect(meta.sortBy).toEqual([])
    expect((await paginate(database.db, { sortBy: ['title:ASC'] }, list.build())).meta.sortBy).toEqual(['title:ASC'])
    await expect(paginate(database.db, { sortBy: ['isFeatured:ASC'] }, list.build())).rejects.toMatchObject({
      code: 'sort.not_configured',
    })
    expect(list.build().describe()).toMatchObject({
      fixedOrder: [
        { name: 'isFeatured', direction: 'desc' },
        { name: 'views', direction: 'asc' },
        { name: 'slug', direction: 'asc' },
      ],
      defaultSort: [],
    })
  })
  test('a gate leaves the order as it was where it is closed', async () => {
    const { articles } = database.schema
    const list = begin().withTieBreaker('id').defaultSortBy(asc(articles.views))
    const plain = await idsBy(asc(articles.views), asc(articles.id))
    await expectOrder(list.when(false).withTieBreaker({ id: 'desc' }), [], plain)
    await expectOrder(list.when(false).defaultSortBy(desc(articles.slug)), [], plain)
    await expectOrder(
      list.when(true).withTieBreaker({ id: 'desc' }),
      [],
      await idsBy(asc(articles.views), desc(articles.id)),
    )
    await expectOrder(
      list.when(true).defaultSortBy(desc(articles.slug)),
      [],
      await idsBy(asc(articles.views), desc(articles.slug), asc(articles.id)),
    )
  })
  test('with a tie-breaker that follows it', async () => {
    const { articles } = database.schema
    const list = begin().withTieBreaker({ id: 'follow' }).defaultSortBy(desc(articles.isFeatured))
    await expectOrder(list, [], await idsBy(desc(articles.isFeatured), desc(articles.id)))
  })
  test('of expressions pages by number, and by cursor where a field has them', async () => {
    const { articles } = database.schema
    const length = sql<number>`length(${articles.title})`
    const raw = begin()
      .withTieBreaker('id')
      .defaultSortBy(desc(length), sql`lower(${articles.slug})`)
    await expectNumbered(raw.build(), [], await idsBy(desc(length), sql`lower(${articles.slug})`, asc(articles.id)))
    await expectNumbered(
      begin()
        .withTieBreaker('id')
        .defaultSortBy(sql`${articles.views} % 3 desc`)
        .build(),
      [],
      await idsBy(sql`${articles.views} % 3 desc`, asc(articles.id)),
    )
    const named = begin().field('length', length, 'integer').withTieBreaker('id').defaultSortBy(desc(length))
    await expectOrder(named, [], await idsBy(desc(length), asc(articles.id)))
  })
  test.skipIf(engine.dialect === 'mysql')('says where its nulls are', async () => {
    const { articles } = database.schema
    const list = begin()
      .withTieBreaker('id')
      .defaultSortBy(sql`${articles.likes} desc nulls last`)
    await expectOrder(list, [], await idsBy(sql`${articles.likes} desc nulls last`, asc(articles.id)))
    await expectOrder(list, ['likes:DESC'], await idsBy(desc(articles.likes), asc(articles.id)))
  })
  type Terms = Readonly<Record<'likes' | 'views', Column>>
  const written: readonly (readonly [title: string, term: (columns: Terms) => SQL])[] = [
    ['a direction of raw text', ({ views }) => sql`${views} ${sql.raw('desc')}`],
    ['a term in a template', ({ views }) => sql`${sql`${views} desc`}`],
    ['joined pieces', ({ views }) => sql.join([sql`${views}`, sql.raw('desc')], sql` `)],
    ['a direction that may be absent', ({ views }) => sql`${views} desc ${undefined}`],
    ['a comment after it', ({ views }) => sql`${views} desc -- newest`],
    ['a comment in place of a direction', ({ views }) => sql`${views} /* the least */ -- first`],
    ['an expression with a direction inside', ({ views }) => sql`(${sql`${views} % 3`}) ${sql`DESC`}`],
    ['a literal like a direction', ({ views }) => sql`case when 'a, b desc' = 'c' then 1 else ${views} end desc`],
    ['a select in a template', ({ views }) => sql`${sql`(select ${views} * v from (select 1 as v) as own)`} desc`],
    ['a direction without a blank', ({ views }) => sql`${views}desc`],
    ['values in the text', ({ views }) => sql`${views} % ${3} desc`.inlineParams()],
  ]
  const withNulls: typeof written = [
    ['nulls after a direction of Drizzle', ({ likes }) => sql`${desc(likes)} nulls last`],
    ['nulls in a template', ({ likes }) => sql`${likes} desc ${sql`nulls last`}`],
    ['nulls in two pieces', ({ likes }) => sql`${likes} nulls ${sql.raw('first')}`],
    ['nulls appended', ({ likes }) => desc(likes).append(sql` nulls last`)],
  ]
  test.each([...written, ...(engine.dialect === 'mysql' ? [] : withNulls)])('of %s', async (_title, term) => {
    const { articles } = database.schema
    const list = begin().withTieBreaker('id').defaultSortBy(term(articles))
    // A line's comment would hide what follows it.
    await expectNumbered(list.build(), [], await idsBy(sql`${term(articles)}\n`, asc(articles.id)))
  })
  test('is left out by a gate', async () => {
    const { articles } = database.schema
    const list = begin()
      .withTieBreaker('id')
      .when(false)
      .defaultSortBy(desc(articles.views))
      .defaultSortBy('title', 'desc')
    await expectOrder(list, [], await idsBy(desc(articles.title), asc(articles.id)))
  })

  // R2.3.9
  test('nulls are the least or the greatest of values', async () => {
    const { likes, id } = database.schema.articles
    const nullsAt = (place: 'first' | 'last', ...terms: SQL[]): Promise<number[]> =>
      idsBy(
        sql`case when ${likes} is null then ${place === 'first' ? 0 : 1} else ${place === 'first' ? 1 : 0} end`,
        ...terms,
        asc(id),
      )
    const smallest = begin().withTieBreaker('id').sortable('likes', { nulls: 'smallest' })
    await expectOrder(smallest, ['likes:ASC'], await nullsAt('first', asc(likes)))
    await expectOrder(smallest, ['likes:DESC'], await nullsAt('last', desc(likes)))
    const largest = begin().withTieBreaker('id').sortable('likes', { nulls: 'largest' })
    await expectOrder(largest, ['likes:ASC'], await nullsAt('last', asc(likes)))
    await expectOrder(largest, ['likes:DESC'], await nullsAt('first', desc(likes)))
    for (const [list, sortBy] of [
      [smallest, 'likes:DESC'],
      [largest, 'likes:DESC'],
      [largest, 'likes:ASC'],
    ] as const)
      expect(await inMemory(list.build() as AnyPaginateConfig, [sortBy])).toEqual(
        (await paginate(database.db, { limit: 100, sortBy: [sortBy] }, list.build())).items.map((item) => item.id),
      )
    await expectOrder(smallest.sortable('likes', { nulls: 'last' }), ['likes:ASC'], await nullsAt('last', asc(likes)))
  })
  test('nulls that are in their place are not written', async () => {
    const own = engine.dialect === 'postgresql' ? 'largest' : 'smallest'
    const plain = begin().withTieBreaker('id').withTotals('none')
    const statementOf = async (config: AnyPaginateConfig): Promise<string | undefined> =>
      (await countStatements(database, () => paginate(database.db, { sortBy: ['likes:DESC'] }, config as never)))
        .statements[0]?.sql
    expect(await statementOf(plain.sortable('likes', { nulls: own }).build())).toBe(await statementOf(plain.build()))
  })
})
