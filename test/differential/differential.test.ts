// Random configurations, data and requests: memory and every database of the run answer alike, byte for byte.
// `DIFFERENTIAL_SEED=7` runs the one case of that seed; `DIFFERENTIAL_RUNS=200` runs that many cases of REQUESTS requests,
// from the seed `DIFFERENTIAL_FROM` on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dialects } from '../support/dialects.js'
import { type ConfigSpec, PLAIN_SPEC } from './config-spec.js'
import { FOUND } from './found.js'
import { generateConfig, generateData, generateRequest, type Pairs, queryString } from './generate.js'
import { disagrees, EngineSides, type Outcome, outcomesOf, PAGE_FORMS, type Way } from './outcome.js'
import { Random } from './random.js'
import type { DataSet } from './rows.js'

const REQUESTS = 20
const wantedSeed = process.env['DIFFERENTIAL_SEED']
const isOnServers = process.env['DIALECTS'] !== undefined
const runs = Number(process.env['DIFFERENTIAL_RUNS'] ?? (isOnServers ? 150 : 16))
const from = Number(process.env['DIFFERENTIAL_FROM'] ?? 1)
const seeds = wantedSeed === undefined ? Array.from({ length: runs }, (_, index) => index + from) : [Number(wantedSeed)]
const EMPTY: DataSet = { groups: [], owners: [], labels: [], parts: [], items: [] }

interface Case {
  readonly data: DataSet
  readonly config: ConfigSpec
  readonly pairs: Pairs
  readonly way: Way
}

/** Which engines gave each outcome. */
function groupBy(outcomes: ReadonlyMap<string, Outcome>): [Outcome, string[]][] {
  const names = new Map<Outcome, string[]>()
  for (const [name, outcome] of outcomes) names.set(outcome, [...(names.get(outcome) ?? []), name])
  return [...names]
}

describe('Every engine agrees', () => {
  let sides: EngineSides[] = []
  beforeAll(async () => {
    for (const engine of dialects) sides.push(await EngineSides.open(engine, 'diff'))
  })
  afterAll(async () => {
    for (const { database } of sides) await database.close()
    sides = []
  })

  async function prepare(data: DataSet, config: ConfigSpec): Promise<void> {
    for (const side of sides) {
      await side.fill(data)
      side.configure(config)
    }
  }

  /** The fewest parameters, then the fewest rows, on which the engines still disagree. */
  async function shrink({ data, config, pairs, way }: Case): Promise<{ data: DataSet; pairs: Pairs; outcomes: ReadonlyMap<string, Outcome> }> {
    let fewest = pairs
    for (let index = pairs.length - 1; index >= 0; index--) {
      const fewer = fewest.filter((_, at) => at !== index)
      if (disagrees(await outcomesOf(sides, fewer, way))) fewest = fewer
    }
    let least = data
    for (const table of ['items', 'parts', 'owners', 'groups', 'labels'] as const) {
      for (let size = Math.ceil(least[table].length / 2); size >= 1; size = Math.floor(size / 2)) {
        for (let from = 0; from < least[table].length; ) {
          const less: DataSet = { ...least, [table]: least[table].filter((_, at) => at < from || at >= from + size) }
          await prepare(less, config)
          if (disagrees(await outcomesOf(sides, fewest, way))) least = less
          else from += size
        }
      }
    }
    await prepare(least, config)
    const outcomes = await outcomesOf(sides, fewest, way)
    await prepare(data, config)
    return { data: least, pairs: fewest, outcomes }
  }

  async function report(seed: number, failed: Case): Promise<string> {
    const least = await shrink(failed)
    return [
      `DIFFERENTIAL_SEED=${seed}: the engines disagree on ${queryString(least.pairs)} (${JSON.stringify(failed.way)})`,
      `request: ${JSON.stringify(least.pairs)}`,
      `config: ${JSON.stringify(failed.config)}`,
      `data: ${JSON.stringify(least.data)}`,
      ...groupBy(least.outcomes).map(([outcome, names]) => `${names.join(', ')}: ${outcome}`),
    ].join('\n')
  }

  test.each(FOUND.map((found) => [found.title, found] as const))('%s', async (_title, { config, data, request, expected }) => {
    await prepare({ ...EMPTY, ...data }, { ...PLAIN_SPEC, ...config })
    for (const form of PAGE_FORMS) {
      const outcomes = await outcomesOf(sides, request, { pageForm: form, isScoped: false })
      expect([...new Set(outcomes.values())], `${form}: ${JSON.stringify([...outcomes])}`).toHaveLength(1)
      const [outcome = ''] = outcomes.values()
      const { ids, code } = JSON.parse(outcome) as { ids?: number[]; code?: string }
      expect(ids ?? code, form).toEqual(expected)
    }
  })

  test(`on ${seeds.length * REQUESTS} requests of ${seeds.length} random configurations`, { timeout: 60_000 + seeds.length * 5_000 }, async () => {
    let answered = 0
    let refused = 0
    const failures: string[] = []
    for (const seed of seeds) {
      const random = new Random(seed)
      const data = generateData(random)
      const config = generateConfig(random, data)
      await prepare(data, config)
      for (let index = 0; index < REQUESTS; index++) {
        const pairs = generateRequest(random, config)
        const way = { pageForm: random.pick(PAGE_FORMS), isScoped: random.chance(0.2) }
        const outcomes = await outcomesOf(sides, pairs, way)
        const [first = ''] = outcomes.values()
        if (disagrees(outcomes)) {
          failures.push(await report(seed, { data, config, pairs, way }))
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
    console.log(`differential: ${sides.map(({ database }) => database.name).join(', ')}, ${answered} answered, ${refused} refused alike`)
  })
})
