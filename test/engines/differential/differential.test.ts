// Random configurations, data and requests: memory and every database of the run answer alike, byte for byte.
// `DIFFERENTIAL_SEED=7` runs the one case of that seed; `DIFFERENTIAL_RUNS=200` runs that many cases of REQUESTS
// requests, from the seed `DIFFERENTIAL_FROM` on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dialects } from '../../support/dialects.js'
import { PLAIN_SPEC } from './config-spec.js'
import { FOUND } from './found.js'
import { generateConfig, generateData, generateRequest } from './generate.js'
import { disagrees, EngineSides, outcomesOf, PAGE_FORMS } from './outcome.js'
import { Random } from './random.js'
import type { DataSet } from './rows.js'
import { prepare, reportOf } from './shrink.js'

const REQUESTS = 20
const wantedSeed = process.env['DIFFERENTIAL_SEED']
const isOnServers = process.env['DIALECTS'] !== undefined
const runs = Number(process.env['DIFFERENTIAL_RUNS'] ?? (isOnServers ? 150 : 16))
const from = Number(process.env['DIFFERENTIAL_FROM'] ?? 1)
const seeds = wantedSeed === undefined ? Array.from({ length: runs }, (_, index) => index + from) : [Number(wantedSeed)]
const EMPTY: DataSet = { groups: [], owners: [], labels: [], parts: [], items: [] }

describe('Every engine agrees', () => {
  let sides: EngineSides[] = []
  beforeAll(async () => {
    for (const engine of dialects) sides.push(await EngineSides.open(engine, 'diff'))
  })
  afterAll(async () => {
    for (const { database } of sides) await database.close()
    sides = []
  })

  test.each(FOUND.map((found) => [found.title, found] as const))(
    '%s',
    async (_title, { config, data, request, expected }) => {
      await prepare(sides, { ...EMPTY, ...data }, { ...PLAIN_SPEC, ...config })
      for (const form of PAGE_FORMS) {
        const outcomes = await outcomesOf(sides, request, { pageForm: form, isScoped: false })
        expect([...new Set(outcomes.values())], `${form}: ${JSON.stringify([...outcomes])}`).toHaveLength(1)
        const [outcome = ''] = outcomes.values()
        const { ids, code } = JSON.parse(outcome) as { ids?: number[]; code?: string }
        expect(ids ?? code, form).toEqual(expected)
      }
    },
  )

  test(
    `on ${seeds.length * REQUESTS} requests of ${seeds.length} random configurations`,
    { timeout: 60_000 + seeds.length * 5_000 },
    async () => {
      let answered = 0
      let refused = 0
      const failures: string[] = []
      for (const seed of seeds) {
        const random = new Random(seed)
        const data = generateData(random)
        const config = generateConfig(random, data)
        await prepare(sides, data, config)
        for (let index = 0; index < REQUESTS; index++) {
          const pairs = generateRequest(random, config)
          const way = { pageForm: random.pick(PAGE_FORMS), isScoped: random.chance(0.2) }
          const outcomes = await outcomesOf(sides, pairs, way)
          const [first = ''] = outcomes.values()
          if (disagrees(outcomes)) {
            failures.push(
              await reportOf(sides, `DIFFERENTIAL_SEED=${seed}`, { data, config, request: pairs, way }, disagrees),
            )
            break
          }
          if (first.startsWith('{"ids"')) answered++
          else refused++
        }
        if (failures.length === 3) break
      }
      expect(failures.join('\n\n')).toBe('')
      // A generator that is refused all the time would show nothing.
      if (wantedSeed === undefined) expect(answered).toBeGreaterThan(refused)
      console.log(
        `differential: ${sides.map(({ database }) => database.name).join(', ')}, ${answered} answered, ${refused} refused alike`,
      )
    },
  )
})
