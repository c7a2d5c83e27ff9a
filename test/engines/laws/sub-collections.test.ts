// Many criteria on one sub-collection share sub-selects. The rows are those of the plain form: one `exists` for each
// criterion, joined from left to right.
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyFilters, paginate, paginateConfig, rowsOf } from '../../../src/index.js'
import { quantify } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { runs } from '../../support/property-runs.js'
import { seed } from './rows.js'

type Quantifier = keyof typeof quantify

/** Reviews of the seed: names twice in other letters, null reviewers, and articles without any. */
const CRITERIA = [
  '$eq:Ann',
  '$eq:ann',
  '$eq:Bo',
  '$null',
  '$in:Ann,Bo',
  '$eq:nobody',
  '$ilike:A',
  '$not:$eq:Ann',
  '$not:$null',
]

describe.each(dialects)('On $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const listOf = (quantifier: Quantifier) => {
    const { articles, reviews } = database.schema
    return paginateConfig(articles)
      .withLimits(100, 100)
      .withTieBreaker('id')
      .filterableMany(
        'reviewer',
        quantify[quantifier](rowsOf(reviews, eq(reviews.articleId, articles.id))),
        reviews.reviewer,
        '$eq',
        '$null',
        '$in',
        '$ilike',
      )
      .withFilterExpressions()
      .build()
  }
  const idsOf = async (quantifier: Quantifier, reviewer: readonly string[]): Promise<number[]> =>
    (await paginate(database.db, { filters: { reviewer }, limit: 100 } as never, listOf(quantifier))).items.map(
      ({ id }) => id,
    )

  /** A criterion's own rows, by the statement of that criterion alone, joined in JavaScript. */
  async function plainly(quantifier: Quantifier, criteria: readonly string[]): Promise<number[]> {
    const { articles } = database.schema
    let joined: SQL | undefined
    for (const text of criteria) {
      const { where } = applyFilters({ filters: { reviewer: [text.replace('$or:', '')] } } as never, listOf(quantifier))
      joined =
        joined === undefined
          ? where
          : text.startsWith('$or:')
            ? or(sql`(${joined})`, where)
            : and(sql`(${joined})`, where)
    }
    const select = database.db.select({ id: articles.id } as never) as unknown as {
      from(table: unknown): { where(condition?: SQL): unknown }
    }
    const rows = (await select.from(articles).where(joined)) as { id: number }[]
    return rows.map(({ id }) => id).sort((a, b) => a - b)
  }

  const criteria = fc
    .array(fc.tuple(fc.constantFrom('', '$or:'), fc.constantFrom(...CRITERIA)), { minLength: 1, maxLength: 10 })
    .map((parts) => parts.map(([connector, text], at) => (at === 0 ? text : connector + text)))

  test('criteria that share a sub-select find the rows of one sub-select each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom<Quantifier>('some', 'every', 'none'), criteria, async (quantifier, asked) => {
        expect(await idsOf(quantifier, asked), `${quantifier} ${asked.join(' & ')}`).toEqual(
          await plainly(quantifier, asked),
        )
      }),
      { seed, numRuns: runs(200), endOnFailure: false },
    )
  })

  test('terms of an expression find the rows of the same criteria', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Quantifier>('some', 'every', 'none'),
        fc.constantFrom('AND', 'OR'),
        fc.array(fc.constantFrom(...CRITERIA), { minLength: 2, maxLength: 10 }),
        async (quantifier, by, terms) => {
          const filterExpression = terms.map((text) => `reviewer=${text}`).join(` ${by} `)
          const { items } = await paginate(database.db, { filterExpression, limit: 100 } as never, listOf(quantifier))
          const connector = by === 'AND' ? '' : '$or:'
          expect(
            items.map(({ id }) => id),
            `${quantifier} ${filterExpression}`,
          ).toEqual(
            await plainly(
              quantifier,
              terms.map((text, at) => (at === 0 ? text : connector + text)),
            ),
          )
        },
      ),
      { seed, numRuns: runs(100), endOnFailure: false },
    )
  })

  test.each<[quantifier: Quantifier, connector: '' | '$or:', isMany: boolean, subSelects: number]>([
    ['some', '$or:', true, 1],
    ['none', '', true, 1],
    ['every', '', true, 1],
    // Two elements may decide: a few sub-selects for an index to begin with, and one for the others.
    ['some', '', true, 3],
    ['none', '$or:', true, 1],
    ['every', '$or:', true, 1],
    ['some', '', false, 3],
    ['none', '$or:', false, 3],
    ['every', '$or:', false, 3],
  ])('%s joined by "%s" (many: %s) has %i sub-selects', async (quantifier, connector, isMany, subSelects) => {
    const asked = Array.from(
      { length: isMany ? 10 : 3 },
      (_, at) => `${at === 0 ? '' : connector}$eq:${at % 2 === 0 ? 'Ann' : `none ${at}`}`,
    )
    const { where } = applyFilters({ filters: { reviewer: asked } } as never, listOf(quantifier))
    const { articles } = database.schema
    const select = database.db.select({ id: articles.id } as never) as unknown as {
      from(table: unknown): { where(condition?: SQL): { toSQL(): { sql: string } } }
    }
    expect(select.from(articles).where(where).toSQL().sql.split('exists (').length - 1).toBe(subSelects)
    expect(await idsOf(quantifier, asked)).toEqual(await plainly(quantifier, asked))
  })
})
