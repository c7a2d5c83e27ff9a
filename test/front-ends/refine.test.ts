// The law of Refine's provider: the rows are those of Refine's documented operators, or a sentence and nothing is sent.
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { refineDataProvider, type RefineFilter } from 'drizzle-paginate/front-ends'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runs } from '../support/property-runs.js'
import { type Cities, type City, cityExpressions, cityList, openCities, rows } from './support/cities.js'
import { shown, ZONE } from './support/laws.js'
import { REFINE_MENUS } from './support/menus.js'
import { REFINE_FIELDS, refineModel, refineOracle } from './support/refine.js'

let plain: Cities
let expressions: Cities
beforeAll(async () => {
  plain = await openCities(cityList)
  expressions = await openCities(cityExpressions)
})
afterAll(() => {
  plain.close()
  expressions.close()
})

const operatorsOf = (filters: readonly RefineFilter[]): string[] =>
  filters.flatMap(({ operator, value }) =>
    operator === 'and' || operator === 'or' ? operatorsOf(value as RefineFilter[]) : [operator],
  )

it.each<[title: string, expressions: boolean, answered: number]>([
  ['with expressions', true, 0.85],
  ['without expressions', false, 0.6],
])(
  'leaves the rows of random filters in a list %s',
  { timeout: 120_000 },
  async (_title, withExpressions, answered) => {
    const cities = withExpressions ? expressions : plain
    const leaves = refineOracle(rows, ZONE)
    const { getList } = refineDataProvider('', {
      fetch: cities.fetch,
      fields: REFINE_FIELDS,
      timeZone: ZONE,
      expressions: withExpressions,
      maxLimit: 50,
    })
    const models = fc.sample(refineModel, { numRuns: runs(2000), seed: 42 })
    const wrong: unknown[] = []
    let count = 0
    for (const filters of models) {
      const found = await shown(cities, async () => {
        const { data, total } = await getList<City>({ resource: 'cities', pagination: { pageSize: 50 }, filters })
        return { ids: data.map(({ id }) => id), total }
      })
      const isRefused = operatorsOf(filters).some((operator) =>
        (REFINE_MENUS.refused as readonly string[]).includes(operator),
      )
      const ids = isRefused ? [] : leaves(filters)
      const isRight =
        found === null
          ? isRefused || !withExpressions
          : !isRefused && isDeepStrictEqual(found, { ids: ids.slice(0, 50), total: ids.length })
      if (!isRight) wrong.push([JSON.stringify(filters), found?.total, ids.length])
      if (found !== null) count += 1
    }
    expect(wrong).toEqual([])
    expect(count / models.length).toBeGreaterThan(answered)
  },
)
