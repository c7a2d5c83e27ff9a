// `column.as('name')` of Drizzle 1.0 names a result, as an expression's `.as()` does: wherever a list takes a column,
// it is the column itself, also if another column has that name.
import { type Column, desc, eq, max } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applyFilters,
  facetCounts,
  paginate,
  paginateConfig,
  paginateSelect,
  rowsOf,
  streamRows,
  summarize,
} from '../../../src/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seededArticles, authors as seeded } from '../../support/seed.js'

/** Typed as the column: 0.45, whose types the suite has, knows no such method. */
const named = <Of extends Column>(column: Of, name: string): Of =>
  (column as unknown as { as(name: string): Of }).as(name)

describe.each(dialects)('Columns with an alias on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  /** Names of results: one that another column has, and one that nothing has. */
  describe.each(['bio', 'called'])("as '%s'", (alias) => {
    const base = (settings = {}) =>
      paginateConfig(database.schema.authors, settings).withLimits(100, 100).withTieBreaker('id')
    const name = () => named(database.schema.authors.name, alias)
    const names = seeded.map((author) => author.name)
    const articlesOf = () =>
      rowsOf(database.schema.articles, eq(database.schema.articles.authorId, database.schema.authors.id))
    const valueOf = (items: readonly unknown[]): unknown[] => items.map((item) => (item as { name: unknown }).name)

    test.each([{}, { together: true }, { pageForm: 'deferred' }, { pageForm: 'filtered' }])(
      'are items, %j',
      async (settings) => {
        const { db, schema } = database
        const shape = { id: schema.authors.id, name: name() }
        const list = base(settings).select(shape).build()
        expect(valueOf((await paginate(db, '', list)).items)).toEqual(names)
        expect(valueOf((await paginateSelect(db, '', base(settings).build(), shape)).items)).toEqual(names)
        const streamed: unknown[] = []
        for await (const item of streamRows(db, '', list)) streamed.push(item)
        expect(valueOf(streamed)).toEqual(names)
      },
    )

    test('are fields that clients filter, sort and count', async () => {
      const { db } = database
      const list = base()
        .field('shown', name())
        .sortable('shown')
        .filterable('shown', '$eq', '$sw')
        .withFacets({ shown: true })
        .select({ id: true, name: name() })
        .build()
      expect((await paginate(db, 'filter.shown=$eq:Ada', list)).items).toEqual([{ id: 1, name: 'Ada' }])
      expect((await paginate(db, 'filter.shown=$sw:Wrote', list)).items).toEqual([])
      expect((await paginate(db, 'sortBy=shown:DESC', list)).items).toHaveLength(seeded.length)
      const facets = await facetCounts(db, '', list)
      expect(facets.shown.map(({ value }) => value).toSorted()).toEqual(names.toSorted())
      const { where } = applyFilters('filter.shown=$eq:Ada', list)
      expect(await db.select({ id: database.schema.authors.id }).from(database.schema.authors).where(where)).toEqual([
        { id: 1 },
      ])
    })

    test('are columns of children, and their order', async () => {
      const { db, schema } = database
      const titles = seededArticles
        .filter(({ authorId }) => authorId === 1)
        .map(({ id, title }) => ({ id, title }))
        .toSorted((one, other) => other.id - one.id)
      for (const limit of [undefined, 2]) {
        const list = base()
          .children(
            'articles',
            articlesOf(),
            { id: schema.articles.id, title: named(schema.articles.title, alias === 'bio' ? 'slug' : alias) },
            { orderBy: [desc(named(schema.articles.id, 'views'))], ...(limit !== undefined && { limit }) },
          )
          .filterable('id', '$eq')
          .build()
        const [item] = (await paginate(db, 'filter.id=$eq:1', list)).items
        expect(item?.articles).toEqual(titles.slice(0, limit))
      }
    })

    test('are elements, orders, aggregates and summaries', async () => {
      const { db, schema } = database
      const list = base()
        .filterableMany('title', articlesOf(), named(schema.articles.title, 'slug'), '$eq')
        .defaultSortBy(desc(named(schema.authors.id, alias)))
        .field('most', articlesOf().aggregate(max(schema.articles.views)))
        .withSummary({ most: max(schema.authors.id) })
        .build()
      const [first] = seededArticles.filter(({ authorId }) => authorId !== null)
      const page = await paginate(db, { filters: { title: { $eq: first!.title } } }, list)
      expect(page.items.map(({ id }) => id)).toContain(first!.authorId)
      expect((await paginate(db, '', list)).items.map(({ id }) => id)).toEqual(seeded.map(({ id }) => id).toReversed())
      expect(await summarize(db, '', list)).toEqual({ most: seeded.length })
    })

    test('are members of a joined record, which is null only without a row', async () => {
      const { db, schema } = database
      const list = paginateConfig(schema.articles)
        .leftJoin('author', schema.authors, eq(schema.authors.id, schema.articles.authorId))
        .withLimits(100, 100)
        .withTieBreaker('id')
        .build()
      const author = { bio: named(schema.authors.bio, 'id') }
      const { items } = await paginateSelect(db, '', list, { id: schema.articles.id, author })
      expect(items).toEqual(
        seededArticles.map(({ id, authorId }) => {
          const found = seeded.find((one) => one.id === authorId)
          return { id, author: found ? { bio: found.bio } : null }
        }),
      )
    })
  })
})
