// R2.2.6: criteria on one collection that one list says together. Any chain of them finds the rows that it says.
import fc from 'fast-check'
import { paginate, paginateConfig, PaginateQueryError } from '../../../src/index.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { runs } from '../../support/property-runs.js'
import { articles as seeded } from '../../support/seed.js'

interface Told {
  readonly isOr: boolean
  readonly isNegated: boolean
  /** Null is `$null`. */
  readonly values: readonly string[] | null
}

const elements = [...new Set(seeded.flatMap(({ tags }) => tags))].filter((tag) => tag !== '' && !tag.includes(','))
const told: fc.Arbitrary<Told> = fc.record({
  isOr: fc.boolean(),
  isNegated: fc.boolean(),
  values: fc.oneof(
    { weight: 9, arbitrary: fc.array(fc.constantFrom(...elements, 'nobody has it'), { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
})

const textOf = ({ isOr, isNegated, values }: Told): string => {
  const criterion =
    values === null ? '$null' : values.length === 1 ? `$eq:${values[0]}` : `$contains:${values.join(',')}`
  return `${isOr ? '$or:' : ''}${isNegated ? '$not:' : ''}${criterion}`
}
const holds = (tags: readonly string[] | null, criteria: readonly Told[]): boolean =>
  criteria.reduce((before, { isOr, isNegated, values }, at) => {
    const isMet = values === null ? tags === null : tags !== null && values.every((value) => tags.includes(value))
    const found = isMet !== isNegated
    return at === 0 ? found : isOr ? before || found : before && found
  }, false)

describe.each(dialects)('criteria on a collection on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const listOf = ({ articles }: TestDatabase['schema']) =>
    paginateConfig(articles)
      .withLimits(5, 100)
      .withTieBreaker('id')
      .filterable('tags', '$eq', '$contains', '$null')
      .filterable('aliases', '$eq', '$contains', '$null')
      .build()
  const idsOf = async (filters: Record<string, readonly string[]>): Promise<readonly number[]> =>
    (await paginate(database.db, { limit: 100, filters }, listOf(database.schema))).items.map(({ id }) => id)

  test('find the rows that the chain says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('tags', 'aliases' as const),
        fc.array(told, { minLength: 1, maxLength: 10 }),
        async (field, criteria) => {
          const expected = seeded.filter((row) => holds(row[field], criteria)).map(({ id }) => id)
          expect(
            await idsOf({
              [field]: criteria.map((criterion, at) => textOf(at === 0 ? { ...criterion, isOr: false } : criterion)),
            }),
          ).toEqual(expected)
        },
      ),
      { numRuns: runs(600) },
    )
  })

  test.each([
    [
      'any of ninety',
      Array.from({ length: 90 }, (_, at) => `${at === 0 ? '' : '$or:'}$eq:${at === 40 ? 'a' : `x${at}`}`),
    ],
    ['none of ninety', Array.from({ length: 90 }, (_, at) => `$not:$eq:${at === 40 ? 'a' : `x${at}`}`)],
    ['all of ninety', Array.from({ length: 90 }, (_, at) => `$eq:${at % 2 === 0 ? 'a' : 'b'}`)],
  ])('%s are one condition', async (title, criteria) => {
    const isHeld = (tags: readonly string[]): boolean =>
      title === 'any of ninety'
        ? tags.includes('a')
        : title === 'none of ninety'
          ? !tags.includes('a')
          : tags.includes('a') && tags.includes('b')
    database.clear()
    expect(await idsOf({ tags: criteria })).toEqual(seeded.filter(({ tags }) => isHeld(tags)).map(({ id }) => id))
    expect(database.statements()[0]?.params).toHaveLength(1)
  })

  test('more than ten that each read the elements are refused', async () => {
    const pairs = (count: number) =>
      Array.from({ length: count }, (_, at) => `${at === 0 ? '' : '$or:'}$contains:a,x${at}`)
    expect(await idsOf({ tags: pairs(10) })).toEqual([])
    await expect(idsOf({ tags: pairs(11) })).rejects.toThrow(
      new PaginateQueryError({
        code: 'filter.too_many_conditions',
        parameter: 'filter.tags',
        message: "Filter 'tags' must not have more than 10 criteria that each need an element.",
      }),
    )
  })
})
