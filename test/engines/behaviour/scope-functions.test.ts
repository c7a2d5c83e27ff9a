// Joins, fields and sub-collections as functions of the scope of a call.
import { and, eq, max, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applyFilters,
  facetCounts,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  paginateSelect,
  rowsOf,
  streamRows,
} from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seeded, authors as seededAuthors, reviews as seededReviews } from '../../support/seed.js'

interface Scope {
  readonly country: string
  readonly reviewer: string
}

const listOf = ({ articles, authors, reviews }: TestDatabase['schema']) =>
  paginateConfig(articles)
    .leftJoin('author', authors, ({ scope }: { scope: Scope }) =>
      and(eq(authors.id, articles.authorId), eq(authors.countryCode, scope.country)),
    )
    .field(
      'isMine',
      ({ scope }) =>
        sql<boolean>`exists (select 1 from ${reviews} where ${reviews.articleId} = ${articles.id} and ${reviews.reviewer} = ${scope.reviewer})`,
      'boolean',
    )
    .withLimits(100, 100)
    .withTieBreaker('id')
    .sortable('author.name')
    .searchable('author.name')
    .filterable('isMine', '$eq')
    .filterable('author.name', '$null', '$eq')
    .filterableMany(
      'review',
      rowsOf(reviews, ({ scope }: { scope: Scope }) =>
        and(eq(reviews.articleId, articles.id), eq(reviews.reviewer, scope.reviewer)),
      ),
      reviews.id,
      '$eq',
      '$gte',
    )
    .select({ id: true, isMine: true, author: { name: true } })
    .build()

// R2.6.1
test('a function of a declaration that is switched off is not called', async () => {
  const engine = dialects[0] as (typeof dialects)[number]
  const database = await engine.open()
  const { articles, reviews } = database.schema
  let calls = 0
  const rows = rowsOf(reviews, ({ scope }: { scope: Scope }) => {
    calls += 1
    return scope.reviewer === '' ? undefined : eq(reviews.articleId, articles.id)
  })
  const off = () => paginateConfig(articles).withLimits(5, 5).withTieBreaker('id').when(false)
  const options = { scope: { country: '', reviewer: '' } }
  const { items } = await paginate(database.db, {}, off().children('kids', rows, { id: reviews.id }).build(), options)
  await paginate(database.db, {}, off().filterableMany('kid', rows, reviews.id, '$eq').build(), options)
  await database.close()
  expect([items.length, calls]).toEqual([5, 0])
})

describe.each(dialects)('Functions of the scope on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const countries = [...new Set(seededAuthors.flatMap(({ countryCode }) => countryCode ?? []))].slice(0, 2)
  const reviewers = [...new Set(seededReviews.flatMap(({ reviewer }) => reviewer ?? []))].slice(0, 2)
  const scopes: readonly Scope[] = countries.flatMap((country) => reviewers.map((reviewer) => ({ country, reviewer })))
  const nameOf = (authorId: number | null, { country }: Scope) =>
    seededAuthors.find(({ id, countryCode }) => id === authorId && countryCode === country)?.name ?? null
  const isMine = (articleId: number, scope: Scope) =>
    seededReviews.some((review) => review.articleId === articleId && review.reviewer === scope.reviewer)
  const expected = (scope: Scope) =>
    seeded.map(({ id, authorId }) => {
      const name = nameOf(authorId, scope)
      return { id, isMine: isMine(id, scope), author: name === null ? null : { name } }
    })

  test('each call has its own scope, in items, counts, filters, orders and streams', async () => {
    const list = listOf(database.schema)
    // Twice, and at once: nothing of one scope is reused for another.
    for (const _ of [1, 2]) {
      await Promise.all(
        scopes.map(async (scope) => {
          const { items } = await paginate(database.db, PaginateQuery.from(''), list, { scope })
          expect(items).toEqual(expected(scope))
          const named = await paginate(
            database.db,
            PaginateQuery.from('filter.author.name=$not:$null&sortBy=author.name:ASC'),
            list,
            {
              scope,
            },
          )
          expect(named.meta.totalItems).toBe(expected(scope).filter(({ author }) => author !== null).length)
          const mine = await paginate(database.db, PaginateQuery.from('filter.isMine=$eq:true'), list, { scope })
          expect(mine.items.map(({ id }) => id)).toEqual(
            expected(scope).flatMap((item) => (item.isMine ? [item.id] : [])),
          )
          const reviewed = await paginate(database.db, PaginateQuery.from('filter.review=$gte:0'), list, { scope })
          expect(reviewed.items.map(({ id }) => id)).toEqual(mine.items.map(({ id }) => id))
          const rows: unknown[] = []
          for await (const row of streamRows(database.db, PaginateQuery.from(''), list, { scope, batchSize: 5 }))
            rows.push(row)
          expect(rows).toEqual(expected(scope))
          const { isMine: counts } = await facetCounts(
            database.db,
            PaginateQuery.from(''),
            list,
            { isMine: true },
            { scope },
          )
          expect(counts.find(({ value }) => value)?.count ?? 0).toBe(mine.items.length)
          const { articles, authors } = database.schema
          const selected = await paginateSelect(
            database.db,
            PaginateQuery.from(''),
            list,
            { id: articles.id, name: authors.name },
            { scope },
          )
          expect(selected.items.map(({ name }) => name)).toEqual(seeded.map(({ authorId }) => nameOf(authorId, scope)))
        }),
      )
    }
    expect(expected(scopes[0] as Scope)).not.toEqual(expected(scopes.at(-1) as Scope))
  })

  test("children, counts and aggregates are those of the call's scope", async () => {
    const { articles, reviews } = database.schema
    const mine = rowsOf(reviews, ({ scope }: { scope: Pick<Scope, 'reviewer'> }) =>
      and(eq(reviews.articleId, articles.id), eq(reviews.reviewer, scope.reviewer)),
    )
    const list = paginateConfig(articles)
      .withLimits(100, 100)
      .withTieBreaker('id')
      .children('reviews', mine, { id: reviews.id }, { orderBy: [reviews.id] })
      .field('reviewCount', mine.count())
      .field(
        'last',
        rowsOf(reviews, eq(reviews.articleId, articles.id))
          .where(({ scope }: { scope: Scope }) => eq(reviews.reviewer, scope.reviewer))
          .aggregate(max(reviews.id)),
      )
      .sortable('reviewCount')
      .filterable('reviewCount', '$gte')
      .select({ id: true, reviews: true, reviewCount: true, last: true })
      .build()
    const expectedOf = ({ reviewer }: Scope) =>
      seeded.map(({ id }) => {
        const ids = seededReviews
          .flatMap((review) => (review.articleId === id && review.reviewer === reviewer ? [review.id] : []))
          .sort((a, b) => a - b)
        return {
          id,
          reviews: ids.map((reviewId) => ({ id: reviewId })),
          reviewCount: ids.length,
          last: ids.at(-1) ?? null,
        }
      })
    for (const _ of [1, 2]) {
      await Promise.all(
        scopes.map(async (scope) => {
          expect((await paginate(database.db, {}, list, { scope })).items).toEqual(expectedOf(scope))
          const some = await paginate(database.db, PaginateQuery.from('filter.reviewCount=$gte:1'), list, { scope })
          expect(some.items).toEqual(expectedOf(scope).filter(({ reviewCount }) => reviewCount > 0))
          const rows: unknown[] = []
          for await (const row of streamRows(database.db, {}, list, { scope, batchSize: 5 })) rows.push(row)
          expect(rows).toEqual(expectedOf(scope))
        }),
      )
    }
    expect(expectedOf(scopes[0] as Scope)).not.toEqual(expectedOf(scopes[1] as Scope))
    await expect(paginate(database.db, {}, list as never)).rejects.toThrow(
      'The list is scoped, and the call has no scope; pass options.scope.',
    )
  })

  test('applyFilters joins and filters by the scope', async () => {
    const { articles } = database.schema
    for (const scope of scopes) {
      const filtered = applyFilters(PaginateQuery.from('filter.author.name=$not:$null'), listOf(database.schema), {
        scope,
      })
      const rows = await filtered
        .applyTo(database.db.select({ id: articles.id }).from(articles).$dynamic())
        .orderBy(articles.id)
      expect(rows.map(({ id }) => id)).toEqual(
        expected(scope).flatMap((item) => (item.author === null ? [] : [item.id])),
      )
    }
  })

  test('a call without a scope, or a function without SQL, is refused before any statement', async () => {
    const list = listOf(database.schema) as never
    const { articles, authors } = database.schema
    const needsScope = 'The list is scoped, and the call has no scope; pass options.scope.'
    await expect(paginate(database.db, PaginateQuery.from(''), list)).rejects.toThrow(
      new PaginateConfigError(needsScope),
    )
    await expect(paginateSelect(database.db, PaginateQuery.from(''), list, { id: articles.id })).rejects.toThrow(
      needsScope,
    )
    await expect(streamRows(database.db, PaginateQuery.from(''), list).next()).rejects.toThrow(needsScope)
    await expect(facetCounts(database.db, PaginateQuery.from(''), list, { isMine: true } as never)).rejects.toThrow(
      needsScope,
    )
    expect(() => applyFilters(PaginateQuery.from(''), list)).toThrow(needsScope)
    expect(() => paginateArray([], PaginateQuery.from(''), list)).toThrow(
      'rows in memory need the scope as a predicate; pass options.where.',
    )
    const empty = paginateConfig(articles)
      .leftJoin('author', authors, (({ scope }: { scope: Scope }) =>
        scope.country === '' ? undefined : eq(authors.id, articles.authorId)) as never)
      .withLimits(1, 2)
      .withTieBreaker('id')
      .build()
    const scope = { country: '', reviewer: '' }
    await expect(paginate(database.db, PaginateQuery.from(''), empty as never, { scope } as never)).rejects.toThrow(
      new PaginateConfigError("A function of .leftJoin('author') returned no SQL; return SQL for every scope."),
    )
    const { reviews } = database.schema
    const rows = rowsOf(reviews, eq(reviews.articleId, articles.id))
    for (const selector of [() => rows.count(), rows.count]) {
      const counted = paginateConfig(articles)
        .field('reviewCount', selector as never)
        .withLimits(1, 2)
        .withTieBreaker('id')
        .build()
      await expect(paginate(database.db, PaginateQuery.from(''), counted as never, { scope } as never)).rejects.toThrow(
        new PaginateConfigError(
          ".field('reviewCount') needs rows.count() itself, not a function of it; write the function of the scope inside of rowsOf().",
        ),
      )
    }
  })
})
