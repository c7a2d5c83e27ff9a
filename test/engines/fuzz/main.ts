// Requests at random for as long as is wanted: `npm run fuzz`, which bundles this file for a line of Drizzle and starts
// it.
import { appendFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { npmVersion } from 'drizzle-orm/version'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { closeShared } from '../../support/shared.js'
import { generateConfig, generateData } from '../differential/generate.js'
import { EngineSides } from '../differential/outcome.js'
import { Random } from '../differential/random.js'
import { type Outcomes, prepare, reportOf } from '../differential/shrink.js'
import { type Kind, type Trial, Trials } from './trials.js'
import { varyConfig } from './vary-config.js'

const REQUESTS_OF_A_CASE = 300
const MOST_FINDINGS = 3
const PROGRESS_EVERY = 10_000
const RECORD_EVERY = 5 * 60_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    record: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const firstSeed = Number(values.seed)

/** Of a run, or of a part of it that was recorded. */
const noCounts = () => ({
  requests: 0,
  /** Pages that walks have read from the database, which are no requests of their own. */
  pages: 0,
  grammar: 0,
  warm: 0,
  changed: 0,
  raw: 0,
  walk: 0,
  cursor: 0,
  host: 0,
  children: 0,
  cases: 0,
  answered: 0,
  findings: 0,
})
type Counts = Record<Kind, number> & ReturnType<typeof noCounts>

const sides: EngineSides[] = []
for (const engine of dialects) sides.push(await EngineSides.open(engine, 'fuzz'))
const engines: string[] = []
for (const { database } of sides) engines.push(database.name === 'mysql2' ? await serverOf(database) : database.name)
/** MariaDB and MySQL have one driver and are two engines. */
async function serverOf(database: TestDatabase): Promise<string> {
  const [row] = await database.query('select version() as version')
  return String(row?.['version']).includes('MariaDB') ? 'mariadb' : 'mysql'
}
/** A server works while this process does: so many requests are under way at once. */
const inFlight = engines.some((name) => name !== 'sqlite' && name !== 'pglite') ? 4 : 1

const start = performance.now()
const end = start + minutes * 60_000
const all: Counts = noCounts()
let part: Counts = noCounts()
let partSeed = firstSeed
let partStart = start
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
const isOver = (): boolean => stop.signal.aborted || performance.now() >= end

const say = (text: string): void =>
  console.log(`${new Date().toISOString().slice(11, 19)} ${engines.join(', ')} ${npmVersion}: ${text}`)
/** Refusals are many, and nobody reads where they were thrown. */
Error.stackTraceLimit = 0

const number = (value: number): string => value.toLocaleString('en-US')

/** What was done since the last record: a run that is killed loses no more than that. */
function record(nextSeed: number): void {
  const now = performance.now()
  for (const name of Object.keys(part) as (keyof Counts)[]) all[name] += part[name]
  const line = JSON.stringify({
    date: new Date().toISOString().slice(0, 10),
    line: npmVersion.startsWith('1.') ? '1.0' : npmVersion.slice(0, 4),
    minutes: Number(((now - partStart) / 60_000).toFixed(1)),
    engines,
    seed: partSeed,
    ...part,
  })
  if (values.record !== undefined && part.requests > 0) appendFileSync(values.record, `${line}\n`)
  part = noCounts()
  partSeed = nextSeed
  partStart = now
}

/** A number of its own for each request, so that several may be under way and a finding is found again. */
const requestSeed = (seed: number, index: number): number =>
  Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)

async function runCase(seed: number): Promise<void> {
  const random = new Random(seed)
  const data = generateData(random)
  const config = varyConfig(random, generateConfig(random, data))
  await prepare(sides, data, config)
  const trials = new Trials(sides, config, () => part.pages++)
  let wrong: { readonly index: number; readonly trial: Trial; readonly outcomes: Outcomes } | null = null
  let index = 0
  const askInTurn = async (): Promise<void> => {
    while (index < REQUESTS_OF_A_CASE && wrong === null && !isOver()) {
      const at = index++
      const trial = await trials.next(new Random(requestSeed(seed, at)))
      const outcomes = await trial.ask(sides, trial.request, trial.way)
      part[trial.kind]++
      part.requests++
      if (/^\{"(ids|forth)"/.test([...outcomes.values()][0] ?? '')) part.answered++
      if (trial.isWrong(outcomes)) wrong ??= { index: at, trial, outcomes }
    }
  }
  await Promise.all(Array.from({ length: inFlight }, askInTurn))
  part.cases++
  for (const { database } of sides) database.clear()
  if (wrong === null) return
  const { index: at, trial, outcomes } = wrong as { index: number; trial: Trial; outcomes: Outcomes }
  const { kind, request, way, isWrong, ask, note } = trial
  const report = await reportOf(
    sides,
    `--seed ${seed}, request ${at} (${kind})`,
    { data, config, request, way },
    isWrong,
    ask,
    outcomes,
  )
  part.findings++
  console.error(`\nFINDING ${report}${note === undefined ? '' : `\n${note}`}\n`)
}

let shown = start
let seed = firstSeed
for (; !isOver() && all.findings + part.findings < MOST_FINDINGS; seed++) {
  await runCase(seed)
  // SQLite answers without leaving the turn of the event loop: in it no signal is heard, and nothing that is held
  // weakly is let go.
  await setImmediate()
  const now = performance.now()
  if (now - partStart > RECORD_EVERY) record(seed + 1)
  if (now - shown > PROGRESS_EVERY) {
    shown = now
    const requests = all.requests + part.requests
    const speed = Math.round((requests / (now - start)) * 1000)
    say(
      `${number(requests)} requests, ${number(all.pages + part.pages)} pages in walks, ${number(speed)} requests/s, seed ${seed}`,
    )
  }
}
record(seed)
say(JSON.stringify({ seed: firstSeed, minutes: Number(((performance.now() - start) / 60_000).toFixed(1)), ...all }))
if (all.findings > 0 || all.requests === 0) process.exitCode = 1
for (const { database } of sides) await database.close()
await closeShared()
