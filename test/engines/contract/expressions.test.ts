// Expressions across fields on every engine: which rows they match, what they join, what they cost, and where they are
// carried.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import {
  applyFilters,
  type CursorMeta,
  type CursorPage,
  facetCounts,
  paginate,
  paginateConfig,
  PaginateQuery,
  paginateSelect,
  rowsOf,
  streamRows,
} from '../../../src/index.js'
import { shapeCacheStats } from '../../../src/kept/kept-texts.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { aliasOf, idsFor, refusalOf } from '../../support/article-list.js'
import { countRefused, countStatements, isCount, joinCount } from '../../support/count.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import * as seed from '../../support/seed.js'
import type { ExpressionMeta } from '../../../src/declarations.js'

const rows = seed.articles.map((article) => ({
  ...article,
  author: seed.authors.find(({ id }) => id === article.authorId) ?? null,
  reviewers: seed.reviews.filter(({ articleId }) => articleId === article.id).map(({ reviewer }) => reviewer),
}))
type Row = (typeof rows)[number]
const author = rows.find(({ author: found }) => found !== null)?.author?.name as string
const [first, second] = [...new Set(rows.flatMap(({ reviewers }) => reviewers))].filter(
  (reviewer) => reviewer !== null,
) as [string, string]
const idsWhere = (holds: (row: Row) => boolean): number[] =>
  rows
    .filter(holds)
    .map(({ id }) => id)
    .sort((a, b) => a - b)

describe.each(dialects)('Expressions on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => void (database = await engine.open()))
  afterAll(() => database.close())

  const builder = () => {
    const { articles, authors, reviews } = database.schema
    const [another, third] = [aliasOf(database, reviews, 'another'), aliasOf(database, reviews, 'third')]
    return paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(5, 100)
      .withTieBreaker('id')
      .sortable('id', 'views')
      .searchable('title')
      .filterable('id', '$eq', '$in', '$lt', '$gte')
      .filterable('title', '$eq', '$ilike')
      .filterable('status', '$eq', '$in')
      .filterable('likes', '$eq', '$gt', '$null')
      .filterable('author.name', '$eq', '$null')
      .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq', '$null')
      .filterableMany(
        'everyReviewer',
        rowsOf(another, eq(another.articleId, articles.id)).every(),
        another.reviewer,
        '$eq',
      )
      .filterableMany('noReviewer', rowsOf(third, eq(third.articleId, articles.id)).none(), third.reviewer, '$eq')
  }
  const list = () => builder().withFilterExpressions().build()
  const idsOf = (expression: string, more = '') =>
    idsFor(database, list(), `filter=${encodeURIComponent(expression)}${more}`)
  const draftOrLiked = ({ status, likes }: Row): boolean => status === 'draft' || (likes !== null && Number(likes) > 3)

  // R29.1.4
  test.each<[expression: string, holds: (row: Row) => boolean]>([
    ['status=$eq:draft OR likes=$gt:3', draftOrLiked],
    ['NOT likes=$gt:3', ({ likes }) => likes === null || Number(likes) <= 3],
    ['NOT (status=$eq:draft OR likes=$gt:3)', (row) => !draftOrLiked(row)],
    ['NOT NOT likes=$null', ({ likes }) => likes === null],
    [
      `author.name=$eq:"${author}" AND status=$in:draft,published OR author.name=$null`,
      (row) => (row.author?.name === author && ['draft', 'published'].includes(row.status)) || row.author === null,
    ],
    [`NOT author.name=$eq:'${author}'`, (row) => row.author?.name !== author],
    [
      `reviewer=$eq:"${first}" AND reviewer=$eq:"${second}"`,
      ({ reviewers }) => reviewers.includes(first) && reviewers.includes(second),
    ],
    [`NOT reviewer=$eq:"${first}"`, ({ reviewers }) => !reviewers.includes(first)],
    [`reviewer=$not:$eq:"${first}"`, ({ reviewers }) => reviewers.some((reviewer) => reviewer !== first)],
    [
      `NOT everyReviewer=$eq:"${first}" AND id=$gte:2`,
      ({ reviewers, id }) => !reviewers.every((reviewer) => reviewer === first) && id >= 2,
    ],
    [`NOT noReviewer=$eq:"${first}"`, ({ reviewers }) => reviewers.includes(first)],
  ])('%s', async (expression, holds) => {
    const expected = idsWhere(holds)
    expect(expected.length).toBeGreaterThan(0)
    expect(await idsOf(expression)).toEqual(expected)
  })

  // R29.1.5
  test('is AND-ed with filters, search and the condition of a call', async () => {
    const query = PaginateQuery.from('limit=100&search=a&filter.id=$gte:3&filter=status=$eq:draft OR likes=$gt:3')
    const { items } = await paginate(database.db, query, list(), { where: sql`${database.schema.articles.id} <> 4` })
    const expected = idsWhere(
      (row) => draftOrLiked(row) && row.id >= 3 && row.title.toLowerCase().includes('a') && row.id !== 4,
    )
    expect(expected.length).toBeGreaterThan(0)
    expect(items.map(({ id }) => id).sort((a, b) => a - b)).toEqual(expected)
  })

  test('two statements, with joins where a term reads a joined table', async () => {
    const joins = async (expression: string) => {
      const { statements } = await countStatements(database, () => idsOf(expression))
      expect(statements.map(isCount)).toEqual([true, false])
      return statements.map((statement) => joinCount(statement, 'authors'))
    }
    expect(await joins('status=$eq:draft OR likes=$gt:3')).toEqual([0, 0])
    expect(await joins('status=$eq:draft OR NOT (likes=$gt:3 AND author.name=$null)')).toEqual([1, 1])
  })

  // R29.1.8
  test('meta and links carry it, and every page of it leads to the next', async () => {
    const sent = ' status=$EQ:draft or NOT (likes=$null)'
    const text = `limit=2&filter=${encodeURIComponent(sent)}`
    const { meta, links } = await paginate(database.db, PaginateQuery.from(text), list(), { path: '/articles' })
    expect(meta.filterExpression).toBe('status=$eq:draft OR NOT likes=$null')
    expect(links.next).toBe(`/articles?limit=2&filter=${encodeURIComponent(sent)}&page=2`)
    const met: number[] = []
    for (let link: string | null = `/articles?${text}`; link !== null;) {
      const page = (await paginate(database.db, link, list())) as never as {
        items: { id: number }[]
        links: { next: string | null }
      }
      met.push(...page.items.map(({ id }) => id))
      link = page.links.next
    }
    expect(met).toEqual(idsWhere(({ status, likes }) => status === 'draft' || likes !== null))
    expect((await paginate(database.db, {}, list())).meta.filterExpression).toBeNull()
  })

  // R29.1.9
  test('a list that does not declare it has the same statements and answers as without it', async () => {
    const plain = builder().build()
    const ask = (text: string) =>
      countStatements(database, () => paginate(database.db, PaginateQuery.from(text), plain, { path: '/a' }))
    const [without, ignored] = [await ask('filter.id=$gte:3'), await ask('filter.id=$gte:3&filter=(')]
    expect(ignored.value).toEqual(without.value)
    expect(ignored.value.meta).not.toHaveProperty('filterExpression')
    expect(ignored.statements.map((statement) => statement.sql)).toEqual(
      without.statements.map((statement) => statement.sql),
    )
  })

  test('what is refused costs no statement', async () => {
    for (const expression of [
      '(',
      'nope=$eq:1',
      'status=draft',
      Array.from({ length: 21 }, () => 'likes=$null').join(' OR '),
    ]) {
      const { value, statements } = await countRefused(database, () =>
        paginate(database.db, { filterExpression: expression }, list()),
      )
      expect(value).toMatchObject({ status: 400, parameter: 'filter' })
      expect(statements).toEqual([])
    }
    expect(await refusalOf(() => applyFilters({ filterExpression: '(' }, list()))).toMatchObject({
      code: 'filter.expression_syntax',
    })
  })

  // R29.1.11
  test('requests that differ in values alone share their texts', async () => {
    const config = list()
    const ask = async (text: string) => {
      const { statements } = await countStatements(database, () =>
        paginate(database.db, PaginateQuery.from(text), config),
      )
      return statements.map((statement) => statement.sql)
    }
    const one = await ask('filter=NOT (title=$eq:a OR id=$lt:5) AND likes=$null')
    const before = shapeCacheStats(config)
    expect(await ask('filter=NOT (title=$eq:"x y" OR id=$lt:9)\tand likes=$NULL:')).toEqual(one)
    expect(shapeCacheStats(config)).toEqual({ ...before, hits: before.hits + 1 })
    expect(await ask('filter=NOT (title=$eq:a AND id=$lt:5) AND likes=$null')).not.toEqual(one)
    expect(await ask('filter=(title=$eq:a OR id=$lt:5) AND likes=$null')).not.toEqual(one)
  })

  // R29.1.10
  test('pages by cursor, streams, facets, selections and applyFilters obey it', async () => {
    const filterExpression = 'status=$eq:draft OR likes=$gt:3'
    const expected = idsWhere(draftOrLiked)
    const byCursor = builder().withCursors().withFilterExpressions().build()
    const met: number[] = []
    for (let link: string | null = `/a?limit=2&filter=${encodeURIComponent(filterExpression)}`; link !== null;) {
      const page: CursorPage<{ id: number }, CursorMeta & ExpressionMeta> = await paginate(database.db, link, byCursor)
      expect(page.meta.filterExpression).toBe(filterExpression)
      met.push(...page.items.map(({ id }) => id))
      link = page.links.next
    }
    expect(met).toEqual(expected)
    const streamed: number[] = []
    for await (const { id } of streamRows(database.db, { filterExpression }, list(), { batchSize: 2 }))
      streamed.push(id)
    expect(streamed).toEqual(expected)
    const selected = await paginateSelect(database.db, { filterExpression, limit: 100 }, list(), {
      id: database.schema.articles.id,
    })
    expect(selected.items.map(({ id }) => id)).toEqual(expected)
    // A term of the facet's own field stays.
    const { status } = await facetCounts(database.db, { filterExpression: 'status=$eq:draft' }, list(), {
      status: true,
    })
    expect(status.map(({ value }) => value)).toEqual(['draft'])
    expect(applyFilters({ filterExpression }, list(), { except: ['status', 'likes'] }).where).toBeDefined()
    // In a record of columns, as a relational query hands the root out on 0.45, joins are in a sub-select.
    const d0 = aliasOf(database, database.schema.articles, 'd0')
    const moved = applyFilters({ filterExpression: 'NOT author.name=$null' }, list()).on({ ...d0 })
    const found = await database.db.select({ id: d0.id }).from(d0).where(moved.where).orderBy(d0.id)
    expect(found.map(({ id }) => id)).toEqual(idsWhere(({ authorId }) => authorId !== null))
  })

  test('memory finds the same rows', async () => {
    const values = {
      reviewer: ({ reviewers }: Row) => reviewers,
      everyReviewer: ({ reviewers }: Row) => reviewers,
      noReviewer: ({ reviewers }: Row) => reviewers,
    }
    for (const filterExpression of [
      `NOT (reviewer=$eq:"${first}" OR author.name=$null) AND id=$gte:2`,
      `status=$eq:draft OR NOT everyReviewer=$eq:"${second}" AND NOT noReviewer=$not:$eq:"${first}"`,
    ]) {
      const { items } = paginateArray(rows as never[], { filterExpression, limit: 100 }, list(), {
        own: { values },
      } as never) as never as {
        items: { id: number }[]
      }
      expect(items.map(({ id }) => id).sort((a, b) => a - b)).toEqual(await idsOf(filterExpression))
    }
  })
})
