// Pages by position: their answers, their statements, and the walk in both directions.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  applyFilters,
  paginate,
  PaginateQueryError,
  paginateSelect,
  paginateSelectMap,
} from '../../../src/index.js'
import { aliasOf, listOf } from '../../support/article-list.js'
import { countRefused, countStatements } from '../../support/count.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { isFullLength, thinned } from '../../support/property-runs.js'
import { withSettings } from '../../support/settings.js'

interface Page {
  readonly items: readonly { readonly id: number }[]
  readonly meta: {
    readonly nextCursor: string | null
    readonly previousCursor: string | null
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
  }
  readonly links: { readonly [name: string]: string | null }
}

describe.each(dialects)('cursors on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const begin = () => {
    const { articles, authors, comments } = database.schema
    const editors = aliasOf(database, authors, 'editors')
    return listOf(database)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .leftJoin('editor', editors, eq(editors.id, articles.editorId))
      .field(
        'commentCount',
        sql<number>`(select count(*) from ${comments} where ${comments.articleId} = ${articles.id})`.mapWith(Number),
        'integer',
      )
      .field('titleLength', sql<number>`length(${articles.title})`)
      .sortable(
        'id',
        'title',
        'slug',
        'body',
        'status',
        'section',
        'views',
        'likes',
        'fee',
        'score',
        'isFeatured',
        'isPinned',
        'publicId',
        'createdAt',
        'publishedAt',
        'author.name',
        'editor.email',
        'commentCount',
        'titleLength',
      )
      .filterable('views', '$gte', '$lte')
      .filterable('status', '$eq')
      .searchable('title')
      .allowUnlimited(1000)
  }
  const ask = async (config: AnyPaginateConfig, query: object): Promise<Page> =>
    (await paginate(database.db, query, config, { path: '/a' })) as unknown as Page

  async function walk(
    config: AnyPaginateConfig,
    query: object,
  ): Promise<{ readonly forth: number[]; readonly back: number[]; readonly statements: number }> {
    const forth: number[] = []
    let statements = 0
    let page = await ask(config, query)
    let last = page
    for (;;) {
      statements += 1
      forth.push(...page.items.map(({ id }) => id))
      last = page
      if (page.meta.nextCursor === null) break
      page = await ask(config, { ...query, after: page.meta.nextCursor })
      expect(page.meta.hasPreviousPage).toBe(page.items.length > 0)
    }
    const back: number[] = last.items.map(({ id }) => id)
    for (page = last; page.meta.previousCursor !== null;) {
      page = await ask(config, { ...query, before: page.meta.previousCursor })
      expect(page.meta.hasNextPage).toBe(page.items.length > 0)
      back.unshift(...page.items.map(({ id }) => id))
    }
    return { forth, back, statements }
  }

  const orders: readonly (readonly string[])[] = [
    [],
    ['id:DESC'],
    ['title:ASC'],
    ['title:DESC'],
    ['body:ASC'],
    ['section:DESC', 'views:ASC'],
    ['status:ASC', 'likes:DESC'],
    ['likes:ASC'],
    ['fee:DESC'],
    ['score:ASC'],
    ['isFeatured:DESC'],
    ['isPinned:ASC', 'createdAt:DESC'],
    ['publicId:ASC'],
    ['publishedAt:ASC'],
    ['publishedAt:DESC', 'title:ASC'],
    ['author.name:ASC'],
    ['author.name:DESC', 'editor.email:ASC'],
    ['commentCount:DESC'],
    ['titleLength:ASC'],
    ['titleLength:DESC', 'views:DESC'],
  ]
  // R13.1.11, R13.1.14, R13.1.15
  test.each(thinned(orders, 4).map((order) => [order.join(', ') || 'no sort', order] as const))(
    'the walk gives the rows of the offset order: %s',
    async (_, sortBy) => {
      for (const build of [
        begin(),
        begin().withTieBreaker({ id: 'desc' }),
        begin()
          .sortable('likes', 'publishedAt', 'author.name', { nulls: 'first' })
          .sortable('body', 'fee', 'editor.email', { nulls: 'last' }),
      ]) {
        const all = (await paginate(database.db, { limit: 100, sortBy }, build.build())).items.map(({ id }) => id)
        for (const limit of isFullLength ? [1, 4, 100] : [4, 100]) {
          const { forth, back } = await walk(build.withCursors().build(), { limit, sortBy })
          expect(forth, `forth by ${limit}`).toEqual(all)
          expect(back, `back by ${limit}`).toEqual(all)
        }
      }
    },
  )

  // R13.1.1, R13.1.6, R13.1.7, R13.1.12, R13.1.13, R13.1.14
  test('answers one statement a page, with its cursors and links', async () => {
    const config = begin().withCursors().build()
    const query = { limit: 3, sortBy: ['views:DESC'], filters: { views: '$gte:0' } }
    const { value: first, statements } = await countStatements(database, () => ask(config, query))
    expect(statements).toHaveLength(1)
    const { nextCursor } = first.meta
    expect(first.meta).toEqual({
      itemCount: 3,
      itemsPerPage: 3,
      sortBy: ['views:DESC'],
      search: null,
      searchBy: [],
      filter: { views: ['$gte:0'] },
      hasPreviousPage: false,
      hasNextPage: true,
      previousCursor: null,
      nextCursor,
    })
    const base = '/a?limit=3&sortBy=views%3ADESC&filter.views=%24gte%3A0'
    expect(first.links).toEqual({
      first: base,
      previous: null,
      next: `${base}&after=${nextCursor}`,
      last: null,
      current: base,
    })
    expect(nextCursor).toMatch(/^[\w-]{10,200}$/)
    const { value: second, statements: sent } = await countStatements(database, () =>
      ask(config, { ...query, after: nextCursor }),
    )
    expect(sent).toHaveLength(1)
    expect(second.meta).toMatchObject({ hasPreviousPage: true, hasNextPage: true })
    expect(second.links).toMatchObject({
      current: `${base}&after=${nextCursor}`,
      previous: `${base}&before=${second.meta.previousCursor}`,
      last: null,
    })
    const { value: again } = await countStatements(database, () =>
      ask(config, { ...query, before: second.meta.previousCursor }),
    )
    expect(again.items).toEqual(first.items)
    expect(again.meta).toMatchObject({ hasPreviousPage: false, hasNextPage: true, previousCursor: null, nextCursor })
  })

  test('with the plain form, what lies beyond a position is one condition of plain comparisons', async () => {
    for (const sortBy of [
      ['views:DESC'],
      ['likes:ASC', 'id:DESC'],
      ['publishedAt:DESC', 'title:ASC'],
      ['author.name:ASC'],
    ]) {
      const config = begin()
        .sortable('likes', { nulls: 'first' })
        .sortable('publishedAt', { nulls: 'last' })
        .withCursors()
        .build()
      let after: string | null = null
      do {
        const query = { limit: 4, sortBy, ...(after !== null && { after }) }
        const ranged = await ask(config, query)
        for (let call = 0; call < 2; call++) {
          const { value, statements } = await countStatements(database, () =>
            paginate(database.db, query, withSettings(config, { pageForm: 'plain' }), { path: '/a' }),
          )
          expect(value).toEqual(ranged)
          expect(statements[0]?.sql).not.toMatch(/union all|filtered_keys|\) [<>]=? \(\$?/)
        }
        after = ranged.meta.nextCursor
      } while (after !== null)
    }
  })

  // R13.1.13
  test('an empty page has neither neighbour', async () => {
    const config = begin().withCursors().build()
    const all = await ask(config, { limit: 100 })
    const end = (await ask(config, { limit: all.items.length - 1 })).meta.nextCursor
    const beyond = await ask(config, { limit: 1, after: end, filters: { views: '$lte:-1' } })
    expect(beyond).toMatchObject({
      items: [],
      meta: { hasPreviousPage: false, hasNextPage: false, previousCursor: null, nextCursor: null },
    })
    expect(beyond.links).toMatchObject({ previous: null, next: null, last: null })
    expect(beyond.links['first']).not.toBeNull()
  })

  // R13.1.11
  test('reads sort keys beside the items and hands them out in none', async () => {
    const { articles } = database.schema
    const config = begin().withCursors().build()
    const selection = { title: articles.title }
    const page = await paginateSelect(
      database.db,
      { limit: 2, sortBy: ['author.name:ASC', 'likes:DESC'] },
      config,
      selection,
    )
    expect(page.items.map((item) => Object.keys(item))).toEqual([['title'], ['title']])
    expect(page.meta.nextCursor).not.toBeNull()
    const mapped = await paginateSelectMap(
      database.db,
      { limit: 2, after: page.meta.nextCursor, sortBy: ['author.name:ASC', 'likes:DESC'] },
      config,
      selection,
      async (row) => JSON.stringify(row),
    )
    expect(mapped.items.every((item) => /^\{"title":"[^{]*"\}$/.test(item))).toBe(true)
    const shaped = await paginate(
      database.db,
      { limit: 2 },
      begin()
        .select({ title: true, author: { name: true } })
        .withCursors()
        .build(),
    )
    expect(Object.keys(shaped.items[0] as object)).toEqual(['title', 'author'])
  })

  // R13.1.20
  test('an unlimited read has no cursors', async () => {
    const page = await ask(begin().withCursors().build(), { limit: -1 })
    expect(page.meta).toMatchObject({
      hasNextPage: false,
      hasPreviousPage: false,
      nextCursor: null,
      previousCursor: null,
    })
    expect(page.links).toMatchObject({
      next: null,
      previous: null,
      last: null,
      first: '/a?limit=-1',
      current: '/a?limit=-1',
    })
  })

  // R13.1.6, R13.1.7
  test('totals only where they are declared', async () => {
    const asked = async (config: AnyPaginateConfig, query: object) => {
      const { value, statements } = await countStatements(database, () => ask(config, query))
      const { totalItems, totalPages, totalItemsAtLeast } = value.meta as unknown as Record<string, unknown>
      return { totalItems, totalPages, totalItemsAtLeast, statements: statements.length, next: value.meta.nextCursor }
    }
    const total = (await paginate(database.db, { limit: 100 }, begin().build())).meta.totalItems
    const none = begin().withCursors().withTotals('none').build()
    const first = await asked(none, { limit: 4 })
    expect(first).toMatchObject({ totalItems: null, totalPages: null, totalItemsAtLeast: 5, statements: 1 })
    expect(await asked(none, { limit: 100 })).toMatchObject({
      totalItems: total,
      totalPages: 1,
      totalItemsAtLeast: total,
      statements: 1,
    })
    expect(await asked(none, { limit: 100, after: first.next })).toMatchObject({ totalItems: null, statements: 1 })
    const exact = begin().withCursors().withTotals('exact').build()
    expect(await asked(exact, { limit: 4, after: first.next })).toMatchObject({
      totalItems: total,
      totalPages: Math.ceil(total / 4),
      statements: 2,
    })
    const bounded = begin().withCursors().withTotals({ upTo: 7 }).build()
    expect(await asked(bounded, { limit: 4, after: first.next })).toMatchObject({
      totalItems: null,
      totalItemsAtLeast: 8,
      statements: 2,
    })
    const wide = begin().withTotals({ upTo: 500 }).withCursors().build()
    expect(await asked(wide, { limit: 4, after: first.next })).toMatchObject({
      totalItems: total,
      totalItemsAtLeast: total,
      statements: 2,
    })
    expect(await asked(wide, { limit: 100 })).toMatchObject({ totalItems: total, statements: 1 })
  })

  // R13.1.10
  test('seals the text of its cursors, at once or later', async () => {
    const flip = (text: string): string => [...text].reverse().join('')
    const seals = [
      { seal: (text: string) => `s.${flip(text)}`, open: (text: string) => flip(text.slice(2)) },
      { seal: async (text: string) => `s.${flip(text)}`, open: async (text: string) => flip(text.slice(2)) },
    ]
    const plain = await walk(begin().withCursors().build(), { limit: 4, sortBy: ['likes:DESC'] })
    for (const seal of seals) {
      const config = begin().withCursors(seal).build()
      expect((await ask(config, { limit: 4 })).meta.nextCursor).toMatch(/^s\./)
      expect(await walk(config, { limit: 4, sortBy: ['likes:DESC'] })).toEqual(plain)
    }
    const broken = begin()
      .withCursors({ seal: () => 7 as never, open: (text) => text })
      .build()
    await expect(ask(broken, { limit: 4 })).rejects.toThrow('.withCursors({ seal }) must return text')
  })

  // R13.1.8
  // MySQL sorts by the first bytes of a text, and a cursor holds no more of it.
  test.skipIf(engine.dialect === 'mysql')(
    'a position of values that are too long is a 400, told when the cursor is made',
    async () => {
      const { articles } = database.schema
      const config = listOf(database)
        .field('long', sql<string>`${articles.title} || ${'x'.repeat(7000)}`, 'text')
        .sortable('long')
        .withCursors()
        .build()
      const { value } = await countRefused(database, () =>
        paginate(database.db, { limit: 2, sortBy: ['long:ASC'] }, config),
      )
      expect(value).toMatchObject({ status: 400, code: 'cursor.too_long', parameter: 'sortBy' })
      expect((await paginate(database.db, { limit: 100, sortBy: ['long:ASC'] }, config)).items.length).toBeGreaterThan(
        2,
      )
    },
  )

  test('refusals cost no statement', async () => {
    const config = begin().withCursors().build()
    for (const query of [{ page: 1 }, { after: 'x' }, { after: 'x', before: 'y' }]) {
      const { value, statements } = await countRefused(database, () => paginate(database.db, query, config))
      expect(value).toBeInstanceOf(PaginateQueryError)
      expect(statements).toEqual([])
    }
  })

  test('applyFilters checks cursors and leaves them out', async () => {
    const config = begin().withCursors().build()
    const { nextCursor } = (await ask(config, { limit: 2 })).meta
    expect(applyFilters({ after: nextCursor }, config).joined.where).toBeUndefined()
    expect(() => applyFilters({ after: 'x' }, config)).toThrow(`Query parameter 'after' is not a valid cursor.`)
    expect(() => applyFilters({ after: nextCursor, sortBy: ['title:ASC'] }, config)).toThrow(
      'belongs to another sort order',
    )
    expect(() => applyFilters({ page: 1 }, config)).toThrow('follow its links')
  })
})
