// Law: in whatever form a page is read, it holds the same rows in the same order (docs/explanation/performance.md).
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateQuery, paginateSelect } from '../../../src/index.js'
import { articleList, type ArticleList } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { withSettings } from '../../support/settings.js'

const forms = ['auto', 'deferred', 'reverse', 'filtered'] as const

const sorts = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom('title', 'views', 'likes', 'publishedAt', 'author.name', 'commentCount', 'id'),
    fc.constantFrom('ASC', 'DESC'),
  ),
  { selector: ([field]) => field, maxLength: 4 },
)
const filters = fc.subarray([
  'filter.views=$gte:3',
  'filter.likes=$not:$null',
  'filter.author.name=$ilike:a',
  'search=e',
  'filter.reviewer=$not:$eq:kim',
])

describe.each(dialects)('$name', (engine) => {
  let database: TestDatabase
  let config: ArticleList
  beforeAll(async () => {
    database = await engine.open()
    config = articleList(database)
  })
  afterAll(() => database.close())

  const query = (
    sort: readonly (readonly [string, string])[],
    filter: readonly string[],
    page: number,
    limit: number,
  ) =>
    PaginateQuery.from(
      [
        `page=${page}&limit=${limit}`,
        ...sort.map(([field, direction]) => `sortBy=${field}:${direction}`),
        ...filter,
      ].join('&'),
    )

  test('every form answers the plain page, nulls and mixed directions included', async () => {
    await fc.assert(
      fc.asyncProperty(
        sorts,
        filters,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (sort, filter, page, limit) => {
          const plain = await paginate(
            database.db,
            query(sort, filter, page, limit),
            withSettings(config, { pageForm: 'plain' }),
          )
          for (const pageForm of forms) {
            expect(
              await paginate(database.db, query(sort, filter, page, limit), withSettings(config, { pageForm })),
              pageForm,
            ).toEqual(plain)
          }
        },
      ),
      { numRuns: engine.name === 'sqlite' ? 100 : 30, seed: 20 },
    )
  })

  test.each(forms)('nulls keep the place they were given, read as %s', async (pageForm) => {
    const { articles } = database.schema
    const list = paginateConfig(articles)
      .withLimits(5, 100)
      .withTieBreaker({ id: 'desc' })
      .sortable('likes', 'publishedAt')
      .sortable('likes', { nulls: 'first' })
      .sortable('publishedAt', { nulls: 'last' })
      .build()
    for (let page = 1; page <= 5; page++) {
      const request = { page, sortBy: ['likes:DESC', 'publishedAt:ASC'] }
      const plain = await paginate(database.db, request, withSettings(list, { pageForm: 'plain' }))
      expect(await paginate(database.db, request, withSettings(list, { pageForm }))).toEqual(plain)
    }
  })

  test.each(forms)(
    'a composite key and a selection with nested records serve as well, read as %s',
    async (pageForm) => {
      const { memberships, articles, authors } = database.schema
      const list = paginateConfig(memberships)
        .withLimits(2, 10)
        .withTieBreaker('orgId', 'userId')
        .sortable('nickname')
        .build()
      for (let page = 1; page <= 3; page++) {
        const request = { page, sortBy: ['nickname:DESC'] }
        expect(await paginate(database.db, request, withSettings(list, { pageForm }))).toEqual(
          await paginate(database.db, request, withSettings(list, { pageForm: 'plain' })),
        )
      }
      const selection = { id: articles.id, author: { name: authors.name, bio: authors.bio } }
      const request = { page: 3, sortBy: ['author.name:ASC'] }
      expect(await paginateSelect(database.db, request, withSettings(config, { pageForm }), selection)).toEqual(
        await paginateSelect(database.db, request, withSettings(config, { pageForm: 'plain' }), selection),
      )
    },
  )

  test('a tie-breaker that is only vouched for is read plainly: rows could not be found again by it', async () => {
    const list = paginateConfig(database.schema.articles)
      .withLimits(5, 100)
      .withTieBreaker('title', { assumeUnique: true })
      .build()
    database.clear()
    await paginate(database.db, {}, withSettings(list, { pageForm: 'deferred' }))
    expect(
      database
        .statements()
        .map(({ sql }) => sql)
        .join(';'),
    ).not.toContain('page_keys')
  })
})
