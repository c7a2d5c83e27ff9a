// Requests at random for as long as is wanted: `npm run fuzz -- --minutes 10 [--seed n] [--engine sqlite]`.
//
// | requests | oracle |
// |---|---|
// | made by the grammar, over random configurations, data and page forms | memory and the database answer alike, byte for byte |
// | the same with bytes changed, and bytes alone | a page or a refusal, the same of both on both, never another error |
// | walks by cursor, from end to end and back | memory walks alike; the rows are those of the pages by number, each once |
// | cursors that no list has made | a page or a refusal, never another error |
// | conditions and selections of a host's own | plain Drizzle's rows by the same condition, and its members by the same selection |
import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ConfigSpec } from '../differential/config-spec.js'
import { generateConfig, generateData, generateRequest } from '../differential/generate.js'
import { disagrees, EngineSides, type Outcome, outcomesOf, PAGE_FORMS, type RequestText, type Way } from '../differential/outcome.js'
import { Random } from '../differential/random.js'
import { type Ask, type Outcomes, prepare, reportOf } from '../differential/shrink.js'
import { dialects } from '../../support/dialects.js'
import { cursorOutcomes, hostileCursor, isWrongWalk, rightCursor, walkOutcomes } from './cursors.js'
import { generateHost, hostOutcomes } from './fragments.js'
import { mutated, rawText } from './mutate.js'
import { varyConfig } from './vary-config.js'

const minutes = Number(process.env['FUZZ_MINUTES'] ?? 1)
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 1)
const REQUESTS_OF_A_CASE = 100
const MOST_FINDINGS = 3

let sides: EngineSides[] = []
beforeAll(async () => {
  for (const engine of dialects) sides.push(await EngineSides.open(engine, 'fuzz'))
  // PGlite takes its time where the run has a low priority.
}, 300_000)
afterAll(async () => {
  for (const { database } of sides) await database.close()
  sides = []
})

/** What both must have in common where letters, order and rounding are the engine's own: answered or refused, and what was understood. */
function understood(outcome: Outcome): string {
  if (!outcome.startsWith('{')) return outcome
  const { code, parameter, message, meta } = JSON.parse(outcome) as {
    code?: string
    parameter?: string
    message?: string
    meta?: Record<string, unknown>
  }
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

/** Another engine may read a key that memory cannot, and the reverse: a page or a refusal is all that is asked. */
const isNoAnswer = (outcomes: Outcomes): boolean => [...outcomes.values()].some((outcome) => !outcome.startsWith('{'))

interface Trial {
  readonly request: RequestText
  readonly isWrong: (outcomes: Outcomes) => boolean
  readonly ask: Ask
  /** What a finding tells besides. */
  readonly note?: string
}

const KINDS = ['grammar', 'grammar', 'grammar', 'changed', 'raw', 'walk', 'cursor', 'host', 'host'] as const
type Kind = (typeof KINDS)[number]

async function trialOf(kind: Kind, random: Random, config: ConfigSpec): Promise<Trial> {
  const pairs = generateRequest(random, config)
  switch (kind) {
    case 'grammar':
      return { request: pairs, isWrong: disagrees, ask: outcomesOf }
    case 'changed':
      return { request: mutated(pairs, random), isWrong: isMisunderstood, ask: outcomesOf }
    case 'raw':
      return { request: rawText(random), isWrong: isMisunderstood, ask: outcomesOf }
    case 'walk':
      return { request: pairs, isWrong: isWrongWalk, ask: walkOutcomes }
    case 'cursor': {
      const right = await rightCursor(sides[0] as EngineSides, pairs)
      const rest = pairs.filter(([name]) => name !== 'page')
      return {
        request: [...rest, [random.pick(['after', 'before']), hostileCursor(random, right)]],
        isWrong: isNoAnswer,
        ask: cursorOutcomes,
      }
    }
    case 'host': {
      const host = generateHost(random)
      return { request: pairs, isWrong: disagrees, ask: hostOutcomes(host), note: `host: ${JSON.stringify(host)}` }
    }
    default:
      return kind satisfies never
  }
}

test(`${minutes} minutes from seed ${firstSeed} on`, { timeout: minutes * 60_000 + 600_000 }, async () => {
  const end = performance.now() + minutes * 60_000
  const findings: string[] = []
  const counts: Record<Kind, number> = { grammar: 0, changed: 0, raw: 0, walk: 0, cursor: 0, host: 0 }
  const seen = { cases: 0, answered: 0 }
  for (let seed = firstSeed; performance.now() < end && findings.length < MOST_FINDINGS; seed++, seen.cases++) {
    const random = new Random(seed)
    const data = generateData(random)
    const config = varyConfig(random, generateConfig(random, data))
    await prepare(sides, data, config)
    for (let index = 0; index < REQUESTS_OF_A_CASE && performance.now() < end; index++) {
      const kind = random.pick(KINDS)
      const way: Way = { pageForm: random.pick(PAGE_FORMS), isScoped: random.chance(0.2) }
      const { request, isWrong, ask, note } = await trialOf(kind, random, config)
      const outcomes = await ask(sides, request, way)
      counts[kind]++
      if (/^\{"(ids|forth)"/.test([...outcomes.values()][0] ?? '')) seen.answered++
      if (!isWrong(outcomes)) continue
      const report = await reportOf(sides, `--seed ${seed}, request ${index} (${kind})`, { data, config, request, way }, isWrong, ask)
      findings.push(note === undefined ? report : `${report}\n${note}`)
      break
    }
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const engines = sides.map(({ database }) => database.name)
  const run = JSON.stringify({
    date: new Date().toISOString().slice(0, 10),
    line: inject('drizzle').slice(1).replaceAll('\\.', '.').replace(/\.$/, ''),
    minutes,
    engines,
    seed: firstSeed,
    requests: total,
    ...counts,
    ...seen,
    findings: findings.length,
  })
  console.log(`fuzz: ${run}`)
  if (process.env['FUZZ_RECORD'] !== undefined) appendFileSync(process.env['FUZZ_RECORD'], `${run}\n`)
  expect(findings.join('\n\n')).toBe('')
  expect(total).toBeGreaterThan(0)
})
