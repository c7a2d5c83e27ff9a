// Criteria on aggregates share sub-selects. The rows are those of each criterion alone, put together in JavaScript.
import { avg, count, countDistinct, eq, gt, max, min, type SQL, sql, sum, sumDistinct } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  applyFilters,
  paginate,
  paginateConfig,
  PaginateQueryError,
  rowsOf,
} from '../../../src/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { runs } from '../../support/property-runs.js'
import { seed } from './rows.js'

/** Articles without a review have no row to aggregate: every kind is null there but a count. */
const CRITERIA: { readonly [field: string]: readonly string[] } = {
  n: ['$eq:0', '$gte:2', '$lt:3', '$btw:1,2', '$in:0,3', '$null'],
  good: ['$eq:0', '$gt:1'],
  stars: ['$gte:5', '$lt:8', '$null', '$btw:0,4', '$in:3,4,5'],
  mean: ['$gte:3', '$lt:3.5', '$null'],
  newest: ['$gte:2024-01-01T00:00:00Z', '$lt:2024-06-01T00:00:00Z', '$null'],
  first: ['$ilike:a', '$sw:A', '$lt:C', '$in:Ann,Bo', '$null'],
  half: ['$gte:2', '$lt:1.6', '$null'],
  opening: ['$gte:3', '$lt:5', '$null'],
  people: ['$gte:1', '$eq:2', '$lt:1'],
  marks: ['$gte:5', '$lt:8', '$null'],
}

const criterion = fc.constantFrom(...Object.keys(CRITERIA)).chain((field) =>
  fc.record({
    field: fc.constant(field),
    text: fc.constantFrom(...(CRITERIA[field] as string[])),
    isNegated: fc.boolean(),
    isOr: fc.boolean(),
  }),
)
interface Expression {
  readonly text: string
  readonly rows: (alone: (field: string, criterion: string) => ReadonlySet<number>, all: readonly number[]) => number[]
}
const expression = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    criterion.map(({ field, text, isNegated }): Expression => {
      const sent = isNegated ? `$not:${text}` : text
      return {
        text: `${field}="${sent}"`,
        rows: (alone, all) => all.filter((id) => alone(field, sent).has(id)),
      }
    }),
    fc
      .tuple(fc.array(tie('tree'), { minLength: 2, maxLength: 4 }), fc.constantFrom('AND', 'OR'))
      .map(([members, by]): Expression => ({
        text: members.map(({ text }) => `(${text})`).join(` ${by} `),
        rows: (alone, all) => {
          const found = members.map((member) => new Set(member.rows(alone, all)))
          return all.filter((id) =>
            by === 'AND' ? found.every((ids) => ids.has(id)) : found.some((ids) => ids.has(id)),
          )
        },
      })),
    tie('tree').map(({ text, rows }): Expression => ({
      text: `NOT (${text})`,
      rows: (alone, all) => {
        const found = new Set(rows(alone, all))
        return all.filter((id) => !found.has(id))
      },
    })),
  ),
})).tree

describe.each(dialects)('On $name', (engine) => {
  let database: TestDatabase
  let list: AnyPaginateConfig
  const all: number[] = []
  const known = new Map<string, ReadonlySet<number>>()
  const ids = async (query: object): Promise<number[]> =>
    (await paginate(database.db, { limit: 100, ...query }, list)).items.map((item) => (item as { id: number }).id)
  const alone = (field: string, text: string): ReadonlySet<number> =>
    known.get(`${field} ${text}`) as ReadonlySet<number>

  beforeAll(async () => {
    database = await engine.open()
    const { articles, comments, reviews } = database.schema
    const written = rowsOf(reviews, eq(reviews.articleId, articles.id))
    // No aggregate: an article has one first review, or none.
    const opening = rowsOf(
      reviews,
      sql`${reviews.id} = (select min(other.id) from reviews other where other.article_id = ${articles.id})`,
    )
    list = paginateConfig(articles)
      .withLimits(100, 100)
      .withTieBreaker('id')
      .field('n', written.count())
      .field('good', written.where(gt(reviews.stars, 3)).aggregate(count()))
      .field('stars', written.aggregate(sum(reviews.stars)))
      .field('mean', written.aggregate(avg(reviews.stars)))
      .field('newest', rowsOf(comments, eq(comments.articleId, articles.id)).aggregate(max(comments.createdAt)))
      .field('first', written.aggregate(min(reviews.reviewer)))
      .field('half', written.aggregate(sql<number>`sum(${reviews.stars}) / 2.0 / count(*)`, 'float'))
      .field('people', written.aggregate(countDistinct(reviews.reviewer)))
      .field('marks', written.aggregate(sumDistinct(reviews.stars)))
      .field('opening', opening.aggregate(sql<number>`${reviews.stars}`, 'integer'))
      .filterable('n', '$eq', '$gte', '$lt', '$btw', '$in', '$null')
      .filterable('good', '$eq', '$gt')
      .filterable('stars', '$gte', '$lt', '$null', '$btw', '$in')
      .filterable('mean', '$gte', '$lt', '$null')
      .filterable('newest', '$gte', '$lt', '$null')
      .filterable('first', '$ilike', '$sw', '$lt', '$in', '$null')
      .filterable('half', '$gte', '$lt', '$null')
      .filterable('opening', '$gte', '$lt', '$null')
      .filterable('people', '$gte', '$eq', '$lt')
      .filterable('marks', '$gte', '$lt', '$null')
      .withFilterExpressions({ maxTerms: 100, maxDepth: 20 })
      .build()
    all.push(...(await ids({})))
    for (const [field, criteria] of Object.entries(CRITERIA)) {
      for (const text of criteria.flatMap((each) => [each, `$not:${each}`])) {
        known.set(`${field} ${text}`, new Set(await ids({ filters: { [field]: [text] } })))
      }
    }
  })
  afterAll(() => database.close())

  test('a criterion and its complement share the rows, and articles without a review are among them', () => {
    for (const [field, criteria] of Object.entries(CRITERIA)) {
      for (const text of criteria) {
        expect([...alone(field, text), ...alone(field, `$not:${text}`)].sort((a, b) => a - b)).toEqual(all)
      }
    }
    expect(alone('n', '$eq:0').size).toBeGreaterThan(0)
    for (const field of ['stars', 'mean', 'half', 'opening']) expect(alone(field, '$null')).toEqual(alone('n', '$eq:0'))
  })

  test('filters of the same and of several fields find the rows of each alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(criterion, { minLength: 1, maxLength: 12 }), async (asked) => {
        const filters: Record<string, string[]> = {}
        const found: Record<string, ReadonlySet<number>> = {}
        for (const { field, text, isNegated, isOr } of asked) {
          const sent = isNegated ? `$not:${text}` : text
          const criteria = (filters[field] ??= [])
          const before = found[field]
          const its = alone(field, sent)
          found[field] =
            before === undefined
              ? its
              : isOr
                ? new Set([...before, ...its])
                : new Set([...before].filter((id) => its.has(id)))
          criteria.push(isOr && before !== undefined ? `$or:${sent}` : sent)
        }
        const expected = all.filter((id) => Object.values(found).every((rows) => rows.has(id)))
        expect(await ids({ filters }), JSON.stringify(filters)).toEqual(expected)
      }),
      { seed, numRuns: runs(300), endOnFailure: false },
    )
  })

  test('terms of expressions find the rows of each alone', async () => {
    await fc.assert(
      fc.asyncProperty(expression, async ({ text, rows }) => {
        const found = await ids({ filterExpression: text }).catch((error: unknown) => error)
        // Aggregates in too many places.
        fc.pre(!(found instanceof PaginateQueryError))
        expect(found, text).toEqual(rows(alone, all))
      }),
      { seed, numRuns: runs(300), endOnFailure: false },
    )
  })

  test('criteria on aggregates of the same rows are one sub-select', () => {
    const query = { filters: { n: '$gte:2', stars: ['$gte:1', '$or:$null'], first: '$not:$sw:A' } }
    const { where } = applyFilters(query as never, list as never) as unknown as { where: SQL }
    const select = database.db.select({ one: sql`1` } as never) as unknown as {
      from(table: unknown): { where(condition: SQL): { toSQL(): { sql: string } } }
    }
    expect(select.from(database.schema.articles).where(where).toSQL().sql.split('(select ').length - 1).toBe(1)
  })
})
