// Requests at random for as long as is wanted: `npm run fuzz -- --minutes 10 [--seed n] [--engine sqlite]`.
//
// | requests | oracle |
// |---|---|
// | made by the grammar, over random configurations, data, host conditions and page forms | memory and the database answer alike, byte for byte |
// | the same with bytes changed, and bytes alone | a page or a refusal, the same of both on both, never another error |
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateConfig, generateData, generateRequest } from '../differential/generate.js'
import { disagrees, EngineSides, type Outcome, outcomesOf, PAGE_FORMS, type RequestText } from '../differential/outcome.js'
import { Random } from '../differential/random.js'
import { type Outcomes, prepare, reportOf } from '../differential/shrink.js'
import { dialects } from '../../support/dialects.js'
import { mutated, rawText } from './mutate.js'

const minutes = Number(process.env['FUZZ_MINUTES'] ?? 1)
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 1)
const REQUESTS_OF_A_CASE = 100
const MOST_FINDINGS = 3

let sides: EngineSides[] = []
beforeAll(async () => {
  for (const engine of dialects) sides.push(await EngineSides.open(engine, 'fuzz'))
})
afterAll(async () => {
  for (const { database } of sides) await database.close()
  sides = []
})

/** What both must have in common where letters, order and rounding are the engine's own: answered or refused, and what was understood. */
function understood(outcome: Outcome): string {
  if (!outcome.startsWith('{')) return outcome
  const { code, parameter, message, meta } = JSON.parse(outcome) as { code?: string; parameter?: string; message?: string; meta?: Record<string, unknown> }
  if (meta === undefined) return JSON.stringify([code, parameter, message])
  return JSON.stringify([meta['currentPage'], meta['sortBy'], meta['search'], meta['searchBy'], meta['filter']])
}

/** An unlimited read is refused by the number of its rows, which may differ. */
const isCounted = (outcome: Outcome): boolean => outcome.includes('limit.too_many_rows')

/** Each engine beside memory under its own configuration: another engine may have another range, or no NUL. */
function isMisunderstood(outcomes: Outcomes): boolean {
  return sides.some(({ database: { name } }) => {
    const [fromDatabase = '', fromMemory = ''] = [outcomes.get(name), outcomes.get(`memory/${name}`)]
    if (isCounted(fromDatabase) || isCounted(fromMemory)) return false
    return !fromDatabase.startsWith('{') || understood(fromDatabase) !== understood(fromMemory)
  })
}

test(`${minutes} minutes from seed ${firstSeed} on`, { timeout: minutes * 60_000 + 600_000 }, async () => {
  const end = performance.now() + minutes * 60_000
  const findings: string[] = []
  const counts = { cases: 0, grammar: 0, changed: 0, raw: 0, answered: 0 }
  for (let seed = firstSeed; performance.now() < end && findings.length < MOST_FINDINGS; seed++, counts.cases++) {
    const random = new Random(seed)
    const data = generateData(random)
    const config = generateConfig(random, data)
    await prepare(sides, data, config)
    for (let index = 0; index < REQUESTS_OF_A_CASE && performance.now() < end; index++) {
      const pairs = generateRequest(random, config)
      const way = { pageForm: random.pick(PAGE_FORMS), isScoped: random.chance(0.2) }
      const kind = random.pick(['grammar', 'grammar', 'changed', 'raw'] as const)
      const request: RequestText = kind === 'grammar' ? pairs : kind === 'changed' ? mutated(pairs, random) : rawText(random)
      const isWrong = kind === 'grammar' ? disagrees : isMisunderstood
      const outcomes = await outcomesOf(sides, request, way)
      counts[kind]++
      if ([...outcomes.values()][0]?.startsWith('{"ids"') === true) counts.answered++
      if (!isWrong(outcomes)) continue
      findings.push(await reportOf(sides, `--seed ${seed}, request ${index} (${kind})`, { data, config, request, way }, isWrong))
      break
    }
  }
  const total = counts.grammar + counts.changed + counts.raw
  console.log(`fuzz: ${JSON.stringify({ engines: sides.map(({ database }) => database.name), seed: firstSeed, requests: total, ...counts, findings: findings.length })}`)
  expect(findings.join('\n\n')).toBe('')
  expect(total).toBeGreaterThan(0)
})
