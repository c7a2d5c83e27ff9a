// Filters of the app's own, criteria put to one element, and filters that a request need not name.
import { and, eq, type SQL, or, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  facetCounts,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  rowsOf,
} from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { aliasOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as articleRows, authors as authorRows, reviews as reviewRows } from '../../support/seed.js'

const nameOf = (id: number | null): string | null => authorRows.find((author) => author.id === id)?.name ?? null
const reviewsOf = (id: number) => reviewRows.filter(({ articleId }) => articleId === id)

function listOf(database: TestDatabase) {
  const { articles, authors, reviews } = database.schema
  const editors = aliasOf(database, authors, 'editors')
  return paginateConfig(articles)
    .leftJoin('author', authors, eq(authors.id, articles.authorId))
    .leftJoin('editor', editors, eq(editors.id, articles.editorId))
    .withLimits(50, 100)
    .withTieBreaker('id')
    .sortable('views')
    .filterable('status', '$eq', '$in')
    .filterable('likes', '$null', '$eq', '$gte')
    .filterWith('person', 'text', ({ value }) => or(eq(authors.name, value), eq(editors.name, value)))
    .filterWith(
      'likesOrViews',
      'integer',
      ({ operator, values }) => {
        const [from, to] = values as readonly [number, number]
        return operator === '$btw' ? sql`${articles.likes} between ${from} and ${to}` : sql`${articles.likes} = ${from}`
      },
      '$btw',
    )
    .filterableMany('review', rowsOf(reviews, eq(reviews.articleId, articles.id)), {
      reviewer: [reviews.reviewer, '$eq', '$in', '$null'],
      stars: [reviews.stars, '$gte', '$eq'],
    })
    .filterableMany('everyReview', rowsOf(reviews, eq(reviews.articleId, articles.id)).every(), {
      reviewer: [reviews.reviewer, '$eq'],
      stars: [reviews.stars, '$gte'],
    })
    .filterableMany('noReview', rowsOf(reviews, eq(reviews.articleId, articles.id)).none(), {
      reviewer: [reviews.reviewer, '$eq'],
      stars: [reviews.stars, '$gte'],
    })
}

type Article = (typeof articleRows)[number]
const person = (name: string) => (row: Article) => nameOf(row.authorId) === name || nameOf(row.editorId) === name
const review = (test: (review: (typeof reviewRows)[number]) => boolean) => (row: Article) =>
  reviewsOf(row.id).some(test)

const requests: [query: string, expected: (row: Article) => boolean][] = [
  ['filter.person=$eq:Ada', person('Ada')],
  // Rows for which the condition is unknown are in the complement.
  ['filter.person=$not:$eq:Ada', (row) => !person('Ada')(row)],
  ['filter.person=$eq:Ada&filter.person=$or:$eq:ada', (row) => person('Ada')(row) || person('ada')(row)],
  ['filter.person=$eq:Ada&filter.person=$not:$eq:ada', (row) => person('Ada')(row) && !person('ada')(row)],
  ['filter.likesOrViews=$btw:1,2', ({ likes }) => likes !== null && likes >= 1 && likes <= 2],
  ['filter.likesOrViews=$not:$btw:1,2', ({ likes }) => !(likes !== null && likes >= 1 && likes <= 2)],
  ['filter.review.stars=$gte:4', review(({ stars }) => stars >= 4)],
  [
    'filter.review.reviewer=$eq:ann&filter.review.stars=$gte:4',
    review(({ reviewer, stars }) => reviewer === 'ann' && stars >= 4),
  ],
  [
    'filter.review.reviewer=$null&filter.review.stars=$gte:2',
    review(({ reviewer, stars }) => reviewer === null && stars >= 2),
  ],
  [
    'filter.review.reviewer=$not:$eq:ann&filter.review.stars=$gte:1',
    review(({ reviewer, stars }) => reviewer !== 'ann' && stars >= 1),
  ],
  [
    'filter.review.stars=$eq:1&filter.review.stars=$or:$eq:5&filter.review.reviewer=$not:$null',
    review(({ reviewer, stars }) => (stars === 1 || stars === 5) && reviewer !== null),
  ],
  [
    'filter.everyReview.reviewer=$eq:ann&filter.everyReview.stars=$gte:1',
    (row) => reviewsOf(row.id).every(({ reviewer, stars }) => reviewer === 'ann' && stars >= 1),
  ],
  [
    'filter.noReview.reviewer=$eq:ann&filter.noReview.stars=$gte:4',
    (row) => !reviewsOf(row.id).some(({ reviewer, stars }) => reviewer === 'ann' && stars >= 4),
  ],
]

const own = {
  values: {
    review: (row: Article) => reviewsOf(row.id),
    everyReview: (row: Article) => reviewsOf(row.id),
    noReview: (row: Article) => reviewsOf(row.id),
  },
  filters: {
    person: (row: Article, { value }: { readonly value?: unknown }) => person(String(value))(row),
    likesOrViews: ({ likes }: Article, { values = [] }: { readonly values?: readonly unknown[] }) =>
      likes !== null && likes >= Number(values[0]) && likes <= Number(values[1]),
  },
}
const memory = { own }

describe.each(dialects)('Own filters on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const idsOf = async (query: string, config: object = listOf(database).build()): Promise<number[]> => {
    const { items } = (await paginate(database.db, PaginateQuery.from(query), config as never)) as {
      items: { id: number }[]
    }
    return items.map(({ id }) => id)
  }

  test.each(requests)('?%s', async (query, expected) => {
    const ids = articleRows.filter(expected).map(({ id }) => id)
    expect(await idsOf(query)).toEqual(ids)
    const config = listOf(database).build()
    const inMemory = paginateArray(articleRows, PaginateQuery.from(query), config as never, memory as never) as {
      items: { id: number }[]
    }
    expect(inMemory.items.map(({ id }) => id)).toEqual(ids)
  })

  test('some of the requests above find rows, and some leave rows out', () => {
    const sizes = requests.map(([, expected]) => articleRows.filter(expected).length)
    expect(sizes.filter((size) => size > 0 && size < articleRows.length).length).toBeGreaterThan(8)
  })

  test('criteria of one element are one sub-select, in the order of their declaration', async () => {
    database.clear()
    await idsOf('filter.review.stars=$gte:4&filter.review.reviewer=$eq:ann')
    const [count] = database.statements().map(({ sql: text }) => text)
    expect(count?.match(/exists/g)).toHaveLength(1)
    expect(count?.indexOf('reviewer')).toBeLessThan(count?.indexOf('stars') ?? -1)
  })

  test('a joined table that the condition reads is joined, and no other', async () => {
    database.clear()
    await idsOf('filter.person=$eq:Ada')
    await idsOf('filter.review.stars=$gte:4')
    const counts = database.statements().filter((_, at) => at % 2 === 0)
    expect(counts.map(({ sql: text }) => text.match(/left join/g)?.length ?? 0)).toEqual([2, 0])
  })

  test.each<[title: string, condition: () => SQL | undefined, message: string]>([
    [
      'answers nothing',
      () => undefined,
      "The function of .filterWith('x') returned no SQL; return a condition for every criterion.",
    ],
    [
      'answers what is no SQL',
      () => true as never,
      "The function of .filterWith('x') returned no SQL; return a condition for every criterion.",
    ],
    [
      'throws',
      () => {
        throw new Error('no')
      },
      "The function of .filterWith('x') threw an error; see its cause.",
    ],
  ])('a function that %s is an error of the configuration', async (_title, condition, message) => {
    database.clear()
    const config = listOf(database).filterWith('x', 'text', condition).build()
    await expect(idsOf('filter.x=$eq:a', config)).rejects.toThrow(new PaginateConfigError(message))
    expect(database.statements()).toEqual([])
  })

  test('values come as Drizzle has them in rows', async () => {
    const seen: unknown[] = []
    const see = (criterion: unknown): SQL => {
      seen.push(criterion)
      return sql`1 = 1`
    }
    const config = listOf(database)
      .filterWith('at', 'timestamp', see)
      .filterWith('on', 'date', see)
      .filterWith('ids', 'integer', see, '$in')
      .filterWith('big', 'bigint', see)
      .filterWith('price', 'decimal', see)
      .filterWith('time', 'time', see)
      .build()
    await idsOf(
      'filter.at=$eq:2024-01-02T03:04:05.678Z&filter.on=$eq:2024-01-02&filter.ids=$in:1,2&filter.big=$eq:9007199254740993&filter.price=$eq:1.50&filter.time=$eq:10:00',
      config,
    )
    // Count and page are of one reading of the request.
    expect(seen).toEqual([
      { operator: '$eq', value: new Date('2024-01-02T03:04:05.678Z') },
      { operator: '$eq', value: '2024-01-02' },
      { operator: '$in', values: [1, 2] },
      { operator: '$eq', value: 9007199254740993n },
      { operator: '$eq', value: '1.5' },
      { operator: '$eq', value: '10:00:00' },
    ])
    await expect(idsOf('filter.at=$eq:2024-01-02T03:04:05.6789Z', config)).rejects.toMatchObject({
      code: 'filter.value_invalid',
    })
    await expect(idsOf('filter.ids=$in:9007199254740993', config)).rejects.toMatchObject({
      code: 'filter.value_invalid',
    })
  })

  test('what a client may send is described, and a facet has nothing to count', async () => {
    const config = listOf(database).build()
    expect(config.describe().filterableFields.filter(({ name }) => /person|review\./.test(name))).toEqual([
      { name: 'person', type: 'text', operators: ['$eq'] },
      expect.objectContaining({
        name: 'review.reviewer',
        operators: ['$eq', '$in', '$null'],
        many: true,
        quantifier: 'some',
      }),
      expect.objectContaining({ name: 'review.stars', type: 'integer' }),
    ])
    await expect(facetCounts(database.db, {}, config as never, { person: true } as never)).rejects.toThrow(
      /has no values to count/,
    )
    await expect(idsOf('filter.person=$sw:A')).rejects.toMatchObject({
      code: 'filter.operator_not_allowed',
      parameter: 'filter.person',
    })
  })

  describe('A default filter', () => {
    const config = () =>
      listOf(database)
        .defaultFilter('status', { $in: ['draft', 'Archived'] })
        .defaultFilter('likes', { $not: { $null: true } })
        .build()
    const page = (query: string) => paginate(database.db, PaginateQuery.from(query), config(), { path: '/articles' })

    test('applies where the request has no criterion on its field', async () => {
      const { items, meta, links } = await page('')
      expect(items.map(({ id }) => id)).toEqual(
        articleRows.filter(({ status, likes }) => status !== 'published' && likes !== null).map(({ id }) => id),
      )
      expect(meta.filter).toEqual({ status: ['$in:draft,Archived'], likes: ['$not:$null'] })
      expect(links.current).toBe('/articles?limit=50&page=1')
    })

    test('gives way to what the client sends, field by field', async () => {
      const { items, meta } = await page('filter.status=$eq:published')
      expect(items.map(({ id }) => id)).toEqual(
        articleRows.filter(({ status, likes }) => status === 'published' && likes !== null).map(({ id }) => id),
      )
      expect(meta.filter).toEqual({ status: ['$eq:published'], likes: ['$not:$null'] })
    })

    test('holds in memory too', () => {
      const { items } = paginateArray(articleRows, {}, config() as never, memory as never)
      expect(items).toHaveLength(
        articleRows.filter(({ status, likes }) => status !== 'published' && likes !== null).length,
      )
    })

    test.each<[title: string, declare: (list: ReturnType<typeof listOf>) => { build(): unknown }, message: string]>([
      [
        'an unknown field',
        (list) => list.defaultFilter('nope' as never, { $null: true } as never),
        ".defaultFilter('nope') needs a filterable field; declare it with .filterable('nope', …).",
      ],
      [
        'an operator that is not allowed',
        (list) => list.defaultFilter('status', { $null: true } as never),
        ".defaultFilter('status') has a wrong criterion: ",
      ],
      [
        'a wrong value',
        (list) => list.defaultFilter('likes', { $gte: 'x' as never }),
        ".defaultFilter('likes') has a wrong criterion: ",
      ],
    ])('of %s is refused by build()', (_title, declare, message) => {
      expect(() => declare(listOf(database)).build()).toThrow(message)
    })

    test('is left out where its field is gated off, or itself', async () => {
      const gated = paginateConfig(database.schema.articles)
        .withLimits(50, 100)
        .withTieBreaker('id')
        .when(false)
        .filterable('status', '$eq')
        .filterable('likes', '$null')
        .when(false)
        .defaultFilter('likes', { $null: true })
      const list = gated.build()
      expect((await paginate(database.db, {}, list)).meta.filter).toEqual({})
      expect(() => gated.defaultFilter('status', { $eq: 'draft' }).build()).not.toThrow()
    })
  })

  test('under a scope and another condition, everything is AND-ed', async () => {
    const { articles } = database.schema
    const config = listOf(database)
      .scopedBy(() => eq(articles.status, 'published'))
      .build()
    const { items } = await paginate(database.db, PaginateQuery.from('filter.person=$eq:Ada'), config, {
      where: and(sql`${articles.id} < 10`) as SQL,
    })
    expect(items.map(({ id }) => id)).toEqual(
      articleRows.filter((row) => person('Ada')(row) && row.status === 'published' && row.id < 10).map(({ id }) => id),
    )
  })
})
