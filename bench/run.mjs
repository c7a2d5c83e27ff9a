// Runs the benchmark: `npm run bench` (embedded, less than two minutes), `npm run bench:full` (database servers as
// well). `npm run load` is the part that takes long and asserts: flat memory under ten million requests. Options:
// --full, --only <part>, --case <id of a request> of million-rows (both repeatable). Results are kept by part, so that
// one part can be measured again.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { goals } from './goals.mjs'
import { commit, describeMachine } from './machine.mjs'
import { buildOnly } from './parts/build-only.mjs'
import { children } from './parts/children.mjs'
import { coldStart } from './parts/cold-start.mjs'
import { cursors } from './parts/cursors.mjs'
import { databasePerRequest } from './parts/database-per-request.mjs'
import { endToEnd } from './parts/end-to-end.mjs'
import { expressions } from './parts/expressions.mjs'
import { nearness } from './parts/nearness.mjs'
import { rowWriter } from './parts/row-writer.mjs'
import { facetCounts } from './parts/facets.mjs'
import { fullText } from './parts/full-text.mjs'
import { growth } from './parts/growth.mjs'
import { handler } from './parts/handler.mjs'
import { load } from './parts/load.mjs'
import { memory } from './parts/memory.mjs'
import { millionRows } from './parts/million-rows.mjs'
import { roundTrips } from './parts/round-trips.mjs'
import { scale } from './parts/scale.mjs'
import { scopeFunctions } from './parts/scope.mjs'
import { streams } from './parts/streams.mjs'
import { stubbed } from './parts/stubbed.mjs'
import { together } from './parts/together.mjs'
import { totals } from './parts/totals.mjs'
import { words } from './parts/words.mjs'
import { writePlots, writeReport } from './report.mjs'

const parts = {
  'build-only': { run: buildOnly },
  stubbed: { run: stubbed },
  'database-per-request': { run: databasePerRequest },
  'end-to-end': { run: endToEnd },
  expressions: { run: expressions },
  nearness: { run: nearness },
  'row-writer': { run: rowWriter },
  'million-rows': { run: millionRows, needsServer: true },
  totals: { run: totals, needsServer: true },
  children: { run: children },
  cursors: { run: cursors },
  growth: { run: growth, needsServer: true },
  streams: { run: streams, needsServer: true },
  facets: { run: facetCounts, needsServer: true },
  'full-text': { run: fullText, needsServer: true },
  words: { run: words },
  scope: { run: scopeFunctions },
  handler: { run: handler, needsServer: true },
  'round-trips': { run: roundTrips, needsServer: true },
  together: { run: together, needsServer: true },
  memory: { run: memory },
  'cold-start': { run: coldStart },
  scale: { run: scale, isFullOnly: true },
  load: { run: load, isNamedOnly: true },
}

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    case: { type: 'string', multiple: true },
  },
})
const isFull = values.full
const wanted = values.only ?? Object.keys(parts).filter((name) => !parts[name].isNamedOnly)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No part '${unknown.join(`', '`)}'. There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

const directory = new URL('../.tmp/bench/', import.meta.url)
const kept = new URL(isFull ? 'full.json' : 'quick.json', directory)
const readKept = () => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {})
let results = readKept()
mkdirSync(directory, { recursive: true })

for (const name of Object.keys(parts)) {
  const { run, needsServer = false, isFullOnly = false } = parts[name]
  if (!wanted.includes(name) || (!isFull && (needsServer || isFullOnly))) continue
  const started = performance.now()
  process.stderr.write(`${name} …\n`)
  const result = await run({ isFull, only: values.case })
  const command = `node bench/run.mjs${isFull ? ' --full' : ''} --only ${name}`
  // Another run may have kept another part meanwhile.
  results = readKept()
  const merged = values.case === undefined ? result : withCase(results[name], result)
  results[name] = { ...merged, at: new Date().toISOString().slice(0, 16), commit: commit(), command }
  writeFileSync(kept, JSON.stringify(results))
  for (const { title, columns, rows } of result.tables ?? [result]) {
    console.log(`\n${title}`)
    console.table(rows.map((row) => Object.fromEntries(row.map((value, at) => [columns[at], short(value)]))))
  }
  for (const problem of result.problems ?? []) {
    console.error(problem)
    process.exitCode = 1
  }
  process.stderr.write(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s\n`)
}

/** Cases measured again take the place of their former rows. */
function withCase(former, { rows, figures, ...rest }) {
  const lines = new Map([...(former?.rows ?? []), ...rows].map((row) => [row[0], row]))
  return { ...former, ...rest, rows: [...lines.values()], figures: { ...former?.figures, ...figures } }
}

function short(value) {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value
}

const ran = Object.fromEntries(Object.entries(results).filter(([name]) => wanted.includes(name)))
const measured = goals(ran).filter(({ figure }) => figure !== null)
console.log(`\n${measured.filter(({ isMet }) => isMet).length} of ${measured.length} goals that were measured are met`)
console.table(measured.map(({ what, goal, figure, isMet }) => ({ what, goal, figure, met: isMet ? 'yes' : 'NO' })))

if (isFull) {
  const ordered = Object.fromEntries(Object.keys(parts).map((name) => [name, results[name] ?? null]))
  writeReport(ordered, await describeMachine())
  writePlots(Object.values(results).flatMap(({ charts = [] }) => charts))
}
