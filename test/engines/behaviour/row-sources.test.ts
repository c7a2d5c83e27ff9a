// What a list's rows may come from beside tables: views, sub-queries and aliases, as root, as joined table, as
// sub-collection.
import { and, count, eq, lte, max, min, sql } from 'drizzle-orm'
import { mysqlView } from 'drizzle-orm/mysql-core'
import { pgView } from 'drizzle-orm/pg-core'
import { sqliteView } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateQuery, paginateSelect, rowsOf } from '../../../src/index.js'
import { aliasOf, idsFor, listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seeded, authors as seededAuthors } from '../../support/seed.js'

/** A builder as a JavaScript caller sees it. */
interface Loose {
  leftJoin(prefix: string, source: unknown, on: unknown): Loose
  innerJoin(prefix: string, source: unknown, on: unknown): Loose
  field(name: string, selector: unknown, type?: string): Loose
  withLimits(one: number, most: number): Loose
  withTieBreaker(...given: unknown[]): Loose
  sortable(...names: string[]): Loose
  searchable(...names: string[]): Loose
  filterable(name: string, ...operators: string[]): Loose
  filterableMany(name: string, collection: unknown, element: unknown, ...operators: string[]): Loose
  select(shape: object): Loose
  build(): never
}
const loose = (source: unknown): Loose => (paginateConfig as (source: unknown) => unknown)(source) as Loose

type Members = Record<string, never>
const byAuthor = (authorId: number | null) => seeded.filter((article) => article.authorId === authorId)
const withArticles = seededAuthors.filter(({ id }) => byAuthor(id).length > 0).map(({ id }) => id)

describe.each(dialects)('Row sources on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await database.execute('drop view if exists author_stats; drop view if exists authored')
    await database.execute(
      'create view author_stats as select author_id, count(*) as n, max(views) as most from articles where author_id is not null group by author_id',
    )
    await database.execute(
      'create view authored as select articles.id, articles.title, authors.name from articles left join authors on authors.id = articles.author_id',
    )
  })
  afterAll(async () => {
    await database.execute('drop view author_stats; drop view authored')
    await database.close()
  })
  const makeView = { mysql: mysqlView, postgresql: pgView, sqlite: sqliteView }[engine.dialect] as typeof pgView
  const stats = () => {
    const { articles } = database.schema
    const query = (builder: { select: typeof database.db.select }) =>
      builder
        .select({ authorId: articles.authorId, n: count().as('n'), most: max(articles.views).as('most') })
        .from(articles)
        .where(sql`${articles.authorId} is not null`)
        .groupBy(articles.authorId)
    return makeView('author_stats').as(query as never) as unknown as Members
  }
  const authored = () => {
    const { articles, authors } = database.schema
    const query = (builder: { select: typeof database.db.select }) =>
      builder
        .select({ id: articles.id, title: articles.title, name: authors.name })
        .from(articles)
        .leftJoin(authors, eq(authors.id, articles.authorId))
    return makeView('authored').as(query as never) as unknown as Members
  }
  const statsQuery = () => {
    const { articles } = database.schema
    return database.db
      .select({ authorId: articles.authorId, n: count().as('n'), first: min(articles.id).as('first') })
      .from(articles)
      .where(and(sql`${articles.authorId} is not null`, lte(articles.id, 1000)))
      .groupBy(articles.authorId)
      .as('stats') as unknown as Members
  }
  const page = (list: never, text: string) =>
    paginate(database.db, PaginateQuery.from(text), list) as Promise<{
      items: Record<string, unknown>[]
      meta: { totalItems: number }
    }>

  describe('a view of computed members as the root', () => {
    const list = () => {
      const view = stats()
      return loose(view)
        .field('n', view['n'], 'integer')
        .field('key', sql`coalesce(${view['authorId']}, 0)`, 'integer')
        .withLimits(50, 100)
        .sortable('n', 'most', 'authorId')
        .filterable('n', '$gte', '$eq')
        .innerJoin('author', database.schema.authors, eq(database.schema.authors.id, view['authorId'] as never))
        .withTieBreaker('author.id', { assumeUnique: true })
        .build()
    }
    test('has them in its items, its filters and its order', async () => {
      const { items, meta } = await page(list(), 'sortBy=n:DESC&filter.n=$gte:2')
      const expected = withArticles.filter((id) => byAuthor(id).length >= 2)
      expect(meta.totalItems).toBe(expected.length)
      expect(items.map(({ authorId }) => authorId).sort()).toEqual([...expected].sort())
      for (const { authorId, n, most } of items) {
        const own = byAuthor(authorId as number)
        expect({ n, most }).toEqual({ n: own.length, most: Math.max(...own.map(({ views }) => views)) })
      }
    })

    test('is selected by name, and not computed again', async () => {
      const view = stats()
      const { items, meta } = await paginateSelect(database.db, PaginateQuery.from('limit=100'), list(), {
        v: view['n'],
        of: { id: view['authorId'], most: view['most'] },
      } as never)
      expect(meta.totalItems).toBe(withArticles.length)
      expect(items).toHaveLength(withArticles.length)
      expect(
        items.every((item) => (item as { v: unknown }).v === byAuthor((item as { of: { id: number } }).of.id).length),
      ).toBe(true)
    })

    test('as a whole in a selection', async () => {
      const { items } = await paginateSelect(database.db, PaginateQuery.from('limit=100'), list(), {
        stats: stats(),
      } as never)
      expect(Object.keys((items[0] as unknown as { stats: object }).stats)).toEqual(['authorId', 'n', 'most'])
    })
  })

  describe('a sub-query', () => {
    test('as the root', async () => {
      const { articles } = database.schema
      const sub = database.db
        .select({
          id: articles.id,
          title: articles.title,
          twice: sql<number>`${articles.id} * 2`.mapWith(Number).as('twice'),
        })
        .from(articles)
        .where(lte(articles.id, 6))
        .as('few')
      // With its types, which the others do without.
      const list = paginateConfig(sub)
        .field('double', sub.twice, 'integer')
        .withLimits(4, 100)
        .withTieBreaker('id', { assumeUnique: true })
        .sortable('twice', 'title')
        .searchable('title')
        .filterable('double', '$lte')
        .build() as never
      const first = await page(list, 'sortBy=twice:DESC&filter.double=$lte:10')
      expect(first.items).toEqual(
        [5, 4, 3, 2].map((id) => ({ id, title: seeded.find((row) => row.id === id)?.title, twice: id * 2 })),
      )
      expect(first.meta.totalItems).toBe(5)
      expect((await page(list, 'search=h&limit=100')).meta.totalItems).toBe(
        seeded.filter(
          ({ id, title }) => id <= 6 && (engine.dialect === 'mysql' ? title : title.toLowerCase()).includes('h'),
        ).length,
      )
    })

    test.each(['leftJoin', 'innerJoin'] as const)(
      'as a %s, with its members filtered, sorted and selected',
      async (join) => {
        const { articles, authors } = database.schema
        const sub = statsQuery()
        const begun = loose(authors)
        const list = begun[join]('stats', sub, eq(sub['authorId'] as never, authors.id))
          .field('stats.n', sub['n'], 'integer')
          .withLimits(100, 100)
          .withTieBreaker('id')
          .sortable('stats.n', 'stats.first')
          .filterable('stats.n', '$gte', '$null')
          .filterable('stats.authorId', '$null')
          .select({ id: true, stats: { n: true, first: true } })
          .build()
        const all = await page(list, 'sortBy=stats.n:DESC')
        const expected = seededAuthors
          .filter(({ id }) => join === 'leftJoin' || withArticles.includes(id))
          .map(({ id }) => ({
            id,
            stats: withArticles.includes(id)
              ? { n: byAuthor(id).length, first: Math.min(...byAuthor(id).map((row) => row.id)) }
              : null,
          }))
        expect([...all.items].sort((a, b) => Number(a['id']) - Number(b['id']))).toEqual(expected)
        expect((await page(list, 'filter.stats.n=$gte:2')).meta.totalItems).toBe(
          withArticles.filter((id) => byAuthor(id).length >= 2).length,
        )
        const without = join === 'leftJoin' ? seededAuthors.length - withArticles.length : 0
        expect((await page(list, 'filter.stats.n=$null')).meta.totalItems).toBe(without)
        expect((await page(list, 'filter.stats.authorId=$null')).meta.totalItems).toBe(without)
        const { items } = await paginateSelect(database.db, {}, list, {
          id: authors.id,
          stats: sub,
          n: sub['n'],
        } as never)
        for (const item of items as { id: number; stats: { n: number } | null; n: number | null }[]) {
          const n = withArticles.includes(item.id) ? byAuthor(item.id).length : null
          expect([item.stats?.n ?? null, item.n]).toEqual([n, n])
        }
        expect(articles).toBeDefined()
      },
    )

    test('as a sub-collection, and in an expression', async () => {
      const { articles } = database.schema
      const sub = statsQuery()
      const list = (listOf(database) as unknown as Loose)
        .filterableMany(
          'peers',
          rowsOf(sub as never, eq(sub['authorId'] as never, articles.authorId)),
          { selector: sub['n'], valueType: 'integer' },
          '$gte',
        )
        .build()
      expect(await idsFor(database, list, 'filter.peers=$gte:2')).toEqual(
        seeded.filter(({ authorId }) => authorId !== null && byAuthor(authorId).length >= 2).map(({ id }) => id),
      )
    })
  })

  describe('a view over a left join', () => {
    const list = () =>
      loose(authored())
        .withLimits(100, 100)
        .withTieBreaker('id', { assumeUnique: true })
        .sortable('name')
        .filterable('name', '$eq', '$null')
        .build()
    test('has nulls where its columns say that they have none', async () => {
      const orphans = byAuthor(null).map(({ id }) => id)
      expect(orphans.length).toBeGreaterThan(0)
      const ids = async (text: string) =>
        (await page(list(), text)).items.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))
      expect(await ids('filter.name=$null')).toEqual(orphans)
      const [someone] = seededAuthors
      expect(await ids(`filter.name=$not:$eq:${someone?.name}`)).toEqual(
        seeded
          .filter(({ authorId }) => seededAuthors.find(({ id }) => id === authorId)?.name !== someone?.name)
          .map(({ id }) => id),
      )
    })

    test('breaks ties by a column of its own table, and by none of the joined one', () => {
      expect(() => list()).not.toThrow()
      expect(() => loose(authored()).withLimits(1, 2).withTieBreaker('name', { assumeUnique: true }).build()).toThrow(
        ".withTieBreaker('name') must not be nullable; name a column that is never null (.notNull()).",
      )
    })
  })

  describe('an alias', () => {
    test('of a view, as the root and joined', async () => {
      const view = stats()
      const other = aliasOf(database, view, 's') as unknown as Members
      const { authors } = database.schema
      const root = loose(other)
        .innerJoin('author', authors, eq(authors.id, other['authorId'] as never))
        .withLimits(50, 100)
        .withTieBreaker('author.id', { assumeUnique: true })
        .sortable('n')
        .build()
      expect((await page(root, 'sortBy=n:DESC')).meta.totalItems).toBe(withArticles.length)
      const joined = loose(authors)
        .leftJoin('stats', other, eq(other['authorId'] as never, authors.id))
        .withLimits(100, 100)
        .withTieBreaker('id')
        .sortable('stats.n')
        .select({ id: true, stats: { n: true } })
        .build()
      const { items } = await page(joined, 'sortBy=stats.n:ASC')
      expect([...items].sort((a, b) => Number(a['id']) - Number(b['id']))).toEqual(
        seededAuthors.map(({ id }) => ({ id, stats: withArticles.includes(id) ? { n: byAuthor(id).length } : null })),
      )
    })
  })

  describe('what cannot be read from outside is refused by name', () => {
    const cases: readonly (readonly [title: string, build: () => unknown, sentence: string])[] = [
      [
        'an expression without a name',
        () =>
          loose(
            database.db
              .select({ id: database.schema.articles.id, n: sql`1` })
              .from(database.schema.articles)
              .as('x'),
          ),
        "'x' selects an expression 'n' without a name; give it one with .as('n').",
      ],
      [
        'a record',
        () =>
          loose(
            database.db
              .select()
              .from(database.schema.articles)
              .innerJoin(database.schema.authors, sql`true`)
              .as('x'),
          ),
        "'x' selects a record 'articles'; select its members one by one, each with a name of its own.",
      ],
      [
        'two columns of one name',
        () =>
          loose(
            database.db
              .select({ id: database.schema.articles.id, authorKey: database.schema.authors.id })
              .from(database.schema.articles)
              .innerJoin(database.schema.authors, sql`true`)
              .as('x'),
          ),
        "'x' selects two columns named 'id'; give 'authorKey' another name with sql`…`.as('authorKey').",
      ],
      [
        'a common table expression',
        () =>
          loose(
            database.db
              .$with('x')
              .as(database.db.select({ id: database.schema.articles.id }).from(database.schema.articles)),
          ),
        "'x' is a common table expression, which the statements of a list cannot begin with; use a sub-query, made with .as('x').",
      ],
    ]
    test.each(cases)('%s', (_title, build, sentence) => {
      expect(() => (build() as Loose).withLimits(1, 2).withTieBreaker('id', { assumeUnique: true }).build()).toThrow(
        sentence,
      )
    })
  })
})
