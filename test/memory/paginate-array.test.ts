import { and, eq, sql } from 'drizzle-orm'
import { alias as pgAlias } from 'drizzle-orm/pg-core'
import { alias as sqliteAlias } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../src/features/children/rows-of.js'
import { paginateConfig } from '../../src/builder/paginate-config.js'
import { PaginateConfigError, PaginateQueryError } from '../../src/errors.js'
import { filterArray, paginateArray } from '../../src/entries/memory/index.js'
import { PaginateQuery } from '../../src/request/paginate-query.js'
import * as postgres from '../support/schema/postgres.js'
import * as sqlite from '../support/schema/sqlite.js'
import * as seed from '../support/seed.js'

// Both schemas have the same JavaScript types, so one body reads as PostgreSQL's and runs as both.
type Schema = typeof postgres
const dialects: readonly [string, Schema, typeof pgAlias][] = [
  ['PostgreSQL', postgres, pgAlias],
  ['SQLite', sqlite as unknown as Schema, sqliteAlias as unknown as typeof pgAlias],
]

const rows = (seed.articles as Schema['articles']['$inferSelect'][]).map((article) => ({
  ...article,
  author: (seed.authors.find(({ id }) => id === article.authorId) ?? null) as Schema['authors']['$inferSelect'] | null,
  editor: seed.authors.find(({ id }) => id === article.editorId) as Schema['authors']['$inferSelect'] | undefined,
  reviews: seed.reviews.filter(({ articleId }) => articleId === article.id) as Schema['reviews']['$inferSelect'][],
}))
type Row = (typeof rows)[number]
const idsWhere = (holds: (row: Row) => boolean) => rows.filter(holds).map(({ id }) => id)

describe.each(dialects)('on tables of %s', (_dialect, { articles, authors, reviews }, alias) => {
  const editors = alias(authors, 'editors')
  const ofArticle = and(eq(reviews.articleId, articles.id)) as ReturnType<typeof eq>
  const [second, third] = [alias(reviews, 'r2'), alias(reviews, 'r3')]
  const config = paginateConfig(articles)
    .leftJoin('author', authors, eq(authors.id, articles.authorId))
    .leftJoin('editor', editors, eq(editors.id, articles.editorId))
    .field('reviewCount', sql<number>`(select count(*) from reviews where article_id = ${articles.id})`, 'integer')
    .withLimits(5, 50)
    .withTieBreaker('id')
    .sortable('id', 'title', 'views', 'likes', 'publishedAt', 'author.name', 'status', 'reviewCount', 'fee')
    .searchable('title', 'body', 'author.name')
    .filterable('id', '$eq', '$in', '$lt', '$gte', '$btw')
    .filterable('title', '$eq', '$in', '$sw', '$ew', '$ilike', '$contains', '$gte', '$null')
    .filterable('body', '$null', '$eq', '$contains')
    .filterable('status', '$eq', '$in')
    .filterable('likes', '$eq', '$in', '$gt', '$lte', '$null', '$btw')
    .filterable('fee', '$eq', '$in', '$gt', '$lte')
    .filterable('isPinned', '$eq', '$null')
    .filterable('publishedAt', '$eq', '$lt', '$gte', '$null')
    .filterable('tags', '$eq', '$contains')
    .filterable('aliases', '$contains', '$null')
    .filterable('author.name', '$eq', '$sw', '$null')
    .filterable('reviewCount', '$eq', '$gte')
    .filterableMany('reviewer', rowsOf(reviews, ofArticle), reviews.reviewer, '$eq', '$in', '$null')
    .filterableMany('everyReviewer', rowsOf(second, eq(second.articleId, articles.id)).every(), second.reviewer, '$eq')
    .filterableMany('noReviewer', rowsOf(third, eq(third.articleId, articles.id)).none(), third.reviewer, '$eq')
    .allowUnlimited(100)
    .build()
  const reviewersOf = (row: Row) => row.reviews.map(({ reviewer }) => reviewer)
  const values = {
    reviewCount: (row: Row) => row.reviews.length,
    reviewer: reviewersOf,
    everyReviewer: reviewersOf,
    noReviewer: reviewersOf,
  }
  const page = (text: string) => paginateArray(rows, PaginateQuery.from(text), config, { own: { values } })
  const ids = (text: string) => page(`limit=-1&sortBy=id:ASC&${text}`).items.map(({ id }) => id)
  const codeOf = (text: string) => {
    try {
      page(text)
    } catch (error) {
      return error instanceof PaginateQueryError ? error.code : error
    }
    return 'no refusal'
  }

  // R9.1.1, R9.1.2, R9.1.5
  test.each<[string, (row: Row) => boolean]>([
    ['filter.title=$eq:hello', (row) => row.title === 'hello'],
    ['filter.title=$in:hello,Hello,', (row) => ['hello', 'Hello', ''].includes(row.title)],
    ['filter.title=$ilike:HELLO', (row) => /hello/i.test(row.title)],
    ['filter.title=$contains:éCLAIR', (row) => /éclair/i.test(row.title)],
    ['filter.title=$ew:LLO', (row) => row.title.toLowerCase().endsWith('llo')],
    ['filter.title=$sw:100%25', (row) => row.title.startsWith('100%')],
    ['filter.title=$ilike:_', (row) => row.title.includes('_')],
    ['filter.body=$null', (row) => row.body === null],
    ['filter.body=$not:$null', (row) => row.body !== null],
    ['filter.body=$not:$contains:hello', (row) => !/hello/i.test(row.body ?? '')],
    ['filter.title=$null', () => false],
    ['filter.title=$not:$null', () => true],
    ['filter.likes=$not:$eq:2', (row) => row.likes !== 2],
    ['filter.likes=$gt:1', (row) => row.likes !== null && row.likes > 1],
    ['filter.likes=$not:$gt:1', (row) => !(row.likes !== null && row.likes > 1)],
    ['filter.likes=$btw:1,2', (row) => row.likes === 1 || row.likes === 2],
    ['filter.likes=$eq:1&filter.likes=$or:$eq:2&filter.likes=$and:$not:$eq:1', (row) => row.likes === 2],
    ['filter.title=$gte:v', (row) => row.title.localeCompare('v', 'und') >= 0],
    ['search=null', (row) => [row.title, row.body, row.author?.name].some((text) => /null/i.test(text ?? ''))],
    ['filter.likes=$null&filter.likes=$or:$eq:1', (row) => row.likes === null || row.likes === 1],
    ['filter.fee=$eq:10', (row) => row.fee === '10.00'],
    ['filter.fee=$in:10.50,-.01', (row) => row.fee === '10.50' || row.fee === '-0.01'],
    ['filter.fee=$gt:99999999.98', (row) => row.fee === '99999999.99'],
    ['filter.isPinned=$not:$eq:true', (row) => row.isPinned !== true],
    [
      'filter.publishedAt=$eq:2024-02-29T12:34:56.789Z',
      (row) => row.publishedAt?.toISOString() === '2024-02-29T12:34:56.789Z',
    ],
    ['filter.publishedAt=$eq:2024-02-29T12:34:56.7890001Z', () => false],
    [
      'filter.publishedAt=$lt:2024-02-29T14:34:56.7900000%2B02:00',
      (row) => row.publishedAt !== null && row.publishedAt < new Date('2024-02-29T12:34:56.790Z'),
    ],
    ['filter.tags=$eq:a', (row) => row.tags.includes('a')],
    ['filter.tags=$eq:a,b', (row) => row.tags.includes('a,b')],
    ['filter.tags=$contains:a,b', (row) => row.tags.includes('a') && row.tags.includes('b')],
    ['filter.tags=$not:$contains:a', (row) => !row.tags.includes('a')],
    ['filter.aliases=$null', (row) => row.aliases === null],
    ['filter.aliases=$not:$contains:hi', (row) => !row.aliases?.includes('hi')],
    ['filter.author.name=$null', (row) => row.author === null],
    ['filter.author.name=$not:$eq:Ada', (row) => row.author?.name !== 'Ada'],
    ['filter.author.name=$sw:É', (row) => row.author?.name.toLowerCase().startsWith('é') === true],
    ['filter.reviewCount=$gte:2', (row) => row.reviews.length >= 2],
    ['filter.reviewer=$eq:kim', (row) => row.reviews.some(({ reviewer }) => reviewer === 'kim')],
    [
      'filter.reviewer=$eq:kim&filter.reviewer=$eq:lee',
      (row) => ['kim', 'lee'].every((name) => reviewersOf(row).includes(name)),
    ],
    ['filter.reviewer=$not:$eq:kim', (row) => row.reviews.some(({ reviewer }) => reviewer !== 'kim')],
    ['filter.reviewer=$null', (row) => row.reviews.some(({ reviewer }) => reviewer === null)],
    ['filter.everyReviewer=$eq:kim', (row) => row.reviews.every(({ reviewer }) => reviewer === 'kim')],
    ['filter.everyReviewer=$not:$eq:kim', (row) => row.reviews.every(({ reviewer }) => reviewer !== 'kim')],
    ['filter.noReviewer=$eq:kim', (row) => !row.reviews.some(({ reviewer }) => reviewer === 'kim')],
    ['filter.noReviewer=$not:$eq:kim', (row) => !row.reviews.some(({ reviewer }) => reviewer !== 'kim')],
    ['search=ADA', (row) => [row.title, row.body, row.author?.name].some((text) => /ada/i.test(text ?? ''))],
    ['search=p%C3%82tiss&filter.title=$eq:%C3%89clair', (row) => row.title === 'Éclair'],
    ['search=ada&searchBy=title', () => false],
  ])('%s', (text, holds) => {
    expect(ids(text)).toEqual(idsWhere(holds))
  })

  test('every row matches a criterion or its $not, never both', () => {
    for (const criterion of [
      'likes=$gt:1',
      'body=$eq:hello',
      'author.name=$eq:Ada',
      'aliases=$contains:hi',
      'isPinned=$eq:true',
    ]) {
      const [field, rest] = criterion.split('=')
      expect([...ids(`filter.${criterion}`), ...ids(`filter.${field}=$not:${rest}`)].sort((a, b) => a - b)).toEqual(
        rows.map(({ id }) => id),
      )
    }
  })

  // R9.1.4
  test('nulls sort first ascending and last descending, ties by the tie-breaker', () => {
    const likes = (text: string) =>
      page(`limit=-1&sortBy=${text}`).items.map(({ id, likes: count }) => [count, id] as const)
    const ascending = likes('likes:ASC')
    const expected = rows
      .map(({ id, likes: count }) => [count, id] as const)
      .sort((a, b) => (a[0] ?? -Infinity) - (b[0] ?? -Infinity) || a[1] - b[1])
    expect(ascending).toEqual(expected)
    expect(likes('likes:DESC').at(-1)?.[0]).toBeNull()
  })

  test('nullsLast and nullsFirst place nulls whatever the direction', () => {
    const placed = paginateConfig(articles)
      .withLimits(5, 50)
      .withTieBreaker('id')
      .sortable('likes', 'body')
      .sortable('likes', { nulls: 'last' })
      .sortable('body', { nulls: 'first' })
      .allowUnlimited(100)
      .build()
    const read = (sortBy: string) => paginateArray(rows, { limit: -1, sortBy: [sortBy] }, placed).items
    expect([read('likes:ASC').at(-1)?.likes, read('likes:DESC').at(-1)?.likes]).toEqual([null, null])
    expect([read('body:ASC')[0]?.body, read('body:DESC')[0]?.body]).toEqual([null, null])
  })

  test('walking the pages yields each row once, in order', () => {
    const all = page('limit=-1&sortBy=author.name:DESC&sortBy=title:ASC').items
    const walked = []
    for (let number = 1; number <= Math.ceil(rows.length / 5); number++) {
      walked.push(...page(`page=${number}&sortBy=author.name:DESC&sortBy=title:ASC`).items)
    }
    expect(walked).toEqual(all)
  })

  test('an item is the root row, and its meta and links are those of a database page', () => {
    const text = 'page=2&limit=1&sortBy=ID:desc&filter.Status=$eq:published&search=%20100%20'
    const answer = paginateArray(rows, new URL(`https://host/articles?${text}`), config, { own: { values } })
    const matching = rows.filter(
      (row) =>
        row.status === 'published' && [row.title, row.body, row.author?.name].some((value) => value?.includes('100')),
    )
    const { author: _author, editor: _editor, reviews: _reviews, ...item } = matching.toReversed()[1] as Row
    expect(answer.items[0]).toStrictEqual(item)
    expect(answer.meta).toEqual({
      totalItems: matching.length,
      itemCount: answer.items.length,
      itemsPerPage: 1,
      totalPages: matching.length,
      currentPage: 2,
      sortBy: ['id:DESC'],
      search: '100',
      searchBy: [],
      filter: { status: ['$eq:published'] },
      hasPreviousPage: true,
      hasNextPage: matching.length > 2,
    })
    expect(answer.links.previous).toBe(
      '/articles?limit=1&sortBy=ID%3Adesc&search=%20100%20&filter.Status=%24eq%3Apublished&page=1',
    )
  })

  // R7.2.4
  test('links keep the parameters of the host that are named', () => {
    const own = paginateConfig(articles, { ownParameters: ['theme', 'lang'] })
      .withLimits(5, 50)
      .withTieBreaker('id')
      .build()
    const query = '/articles?lang=de&page=2&utm=1&limit=5'
    expect(paginateArray(rows, query, own).links.first).toBe('/articles?limit=5&lang=de&page=1')
    const prefixed = paginateArray(rows, query, own, { path: '/api/articles' })
    expect(prefixed.links.first).toBe('/api/articles?limit=5&lang=de&page=1')
  })

  test('a page past the end is empty and tells the truth', () => {
    const { items, meta, links } = page('page=99')
    expect([items, meta.totalItems, meta.currentPage, meta.hasNextPage, links.first]).toEqual([
      [],
      rows.length,
      99,
      false,
      null,
    ])
  })

  test('an unlimited read is one page up to its ceiling', () => {
    expect(page('limit=-1').meta).toMatchObject({ itemsPerPage: rows.length, totalPages: 1 })
    const tight = paginateConfig(articles)
      .withLimits(5, 50)
      .withTieBreaker('id')
      .allowUnlimited(rows.length - 1)
      .build()
    expect(() => paginateArray(rows, { limit: -1 }, tight)).toThrow(`more than ${rows.length - 1} rows match`)
    expect(paginateArray(rows.slice(1), { limit: -1 }, tight).items).toHaveLength(rows.length - 1)
  })

  test.each([
    ['page=0', 'page.not_positive_integer'],
    ['limit=51', 'limit.out_of_range'],
    ['page=2&limit=-1', 'page.unlimited'],
    ['sortBy=hidden:ASC', 'sort.not_configured'],
    ['filter.hidden=$eq:true', 'filter.not_configured'],
    ['filter.likes=$eq:x', 'filter.value_invalid'],
  ])('%s is refused as by the database engine', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  test('a limit of 0 by hand gets the range message, in a query string the positive-integer one', () => {
    expect(() => paginateArray(rows, { limit: 0 }, config, { own: { values } })).toThrow(
      `Query parameter 'limit' must be between 1 and 50.`,
    )
    expect(() => page('limit=0')).toThrow(`Query parameter 'limit' must be a positive integer.`)
  })

  // R9.1.3
  test('a missing accessor is a mistake of the configuration, found when it is first needed', () => {
    const incomplete = { own: { values: { reviewer: reviewersOf } } } as unknown as { own: { values: typeof values } }
    expect(paginateArray(rows, {}, config, incomplete).items).toHaveLength(5)
    expect(() => paginateArray([], { filters: { reviewCount: '$eq:1' } }, config, incomplete)).toThrow(
      PaginateConfigError,
    )
    expect(() => paginateArray([], { sortBy: ['reviewCount:ASC'] }, config, incomplete)).toThrow(
      `'reviewCount' has no place in a row`,
    )
  })

  test('a missing accessor does not compile where the types show it', () => {
    // @ts-expect-error -- reviewCount, reviewer, everyReviewer and noReviewer have no place in a row
    expect(paginateArray(rows, {}, config).items).toHaveLength(5)
    // @ts-expect-error -- the others are missing
    expect(paginateArray(rows, {}, config, { own: { values: { reviewer: reviewersOf } } }).items).toHaveLength(5)
  })

  test('the predicate of the host is joined with everything', () => {
    const where = (row: Row) => row.id > 3
    const { meta } = paginateArray(rows, { filters: { title: '$ilike:hello' } }, config, { where, own: { values } })
    expect(meta.totalItems).toBe(idsWhere((row) => /hello/i.test(row.title) && row.id > 3).length)
  })

  test('rows without their inner-joined record are left out', () => {
    const inner = paginateConfig(articles)
      .innerJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(50, 50)
      .withTieBreaker('id')
      .build()
    expect(paginateArray(rows, {}, inner).items.map(({ id }) => id)).toEqual(idsWhere((row) => row.author !== null))
  })

  test('a dto is projected, a left-joined record as null where there is none', () => {
    const shaped = paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(50, 50)
      .withTieBreaker('id')
      .select({ id: true, TITLE: true, author: { name: true } })
      .build()
    expect(paginateArray(rows, {}, shaped).items).toEqual(
      rows.map((row) => ({ id: row.id, TITLE: row.title, author: row.author && { name: row.author.name } })),
    )
  })

  // R9.1.1
  test('filterArray returns the rows themselves, in their order', () => {
    const query = { page: 2, sortBy: ['id:DESC'], filters: { likes: '$gt:1' } }
    expect(filterArray(rows, query, config, { own: { values } })).toEqual(rows.filter((row) => (row.likes ?? 0) > 1))
    expect(filterArray(rows, query, config, { own: { values } })[0]).toBe(rows.find((row) => (row.likes ?? 0) > 1))
  })

  test('filterArray checks the whole request, and leaves a field out for facets', () => {
    const query = { filters: { likes: '$gt:1', status: '$eq:draft' } }
    expect(filterArray(rows, query, config, { except: ['Status'], own: { values } })).toEqual(
      rows.filter((row) => (row.likes ?? 0) > 1),
    )
    expect(() => filterArray(rows, { page: 0, ...query }, config, { own: { values } })).toThrow(PaginateQueryError)
    expect(() =>
      filterArray(rows, { filters: { status: '$eq:x' } }, config, { except: ['status'], own: { values } }),
    ).toThrow(PaginateQueryError)
  })

  test('the rows given are not changed', () => {
    const frozen = Object.freeze([...rows])
    expect(paginateArray(frozen, { sortBy: ['id:DESC'] }, config, { own: { values } }).items[0]?.id).toBe(
      rows.at(-1)?.id,
    )
    expect(frozen).toEqual(rows)
  })
})
