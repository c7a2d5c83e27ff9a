// Fills the tables of docs/contributing/evidence.md from what was recorded: `node scripts/evidence.mjs`, or `--check`
// for a test.
import { readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root), 'utf8')
const page = 'docs/contributing/evidence.md'

const runs = read('test/engines/fuzz/runs.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const number = (value) => value.toLocaleString('en-US')

/** Long runs are recorded in parts: one row for each day, engines and line of Drizzle. */
const groups = new Map()
for (const run of runs) groups.set(groupOf(run), [...(groups.get(groupOf(run)) ?? []), run])
function groupOf({ date, engines, line }) {
  return `${date} | ${engines.join(', ')} | ${line}`
}
const rows = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
const MEMBERS = ['requests', 'warm', 'walk', 'pages', 'cursor', 'host', 'findings']
const cells = (some) => {
  const sum = (member) => some.reduce((total, run) => total + (run[member] ?? 0), 0)
  return [Math.round(sum('minutes')), ...MEMBERS.map((member) => number(sum(member)))].join(' | ')
}

const fuzz = [
  '| Day | Engines | Drizzle | Minutes | Requests | with kept statements | Walks by cursor | Pages in walks | Forged cursors | Host conditions | Findings |',
  '|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|',
  ...rows.map(([group, some]) => `| ${group} | ${cells(some)} |`),
  `| | | all | ${cells(runs)} |`,
].join('\n')

/** As `npm run load` has written it. */
const load = /^## Load[^|]*(\|[\s\S]*?\|)\n\n/m.exec(read('bench/RESULTS.md'))?.[1] ?? 'Not measured.'

const rules = read('docs/reference/contract.md').match(/<a id="R/g)?.length ?? 0
const put = /^\S.*? (\d+) requests, with their rows/m.exec(read('docs/reference/engines.md'))?.[1]
const threats = read('docs/explanation/security.md')
  .split('\n')
  .filter((line) => /(\]\(\.\.\/\.\.\/|\(`)test\//.test(line)).length
const counts = [
  '| What | How many |',
  '|---|---:|',
  `| rules of the [contract](../reference/contract.md); tests name them by number | ${rules} |`,
  `| requests whose result was written down beforehand, sent to every engine ([engines](../reference/engines.md)) | ${number(Number(put))} |`,
  `| lines of the [threat model](../explanation/security.md) with a test | ${threats} |`,
].join('\n')

/** As `npm run coverage -- --record` has written it. */
const { date: measured, rooms } = JSON.parse(read('test/coverage.json'))
const share = ([reached, all]) => (all === 0 ? '' : `${((100 * reached) / all).toFixed(1)} %`)
const coverage = [
  `| Room, ${measured} | Lines | Branches | Branches not reached |`,
  '|---|---:|---:|---:|',
  ...rooms.map(
    ({ room, lines, branches }) => `| ${room} | ${share(lines)} | ${share(branches)} | ${branches[1] - branches[0]} |`,
  ),
].join('\n')

/** As `npm run mutation -- ROOM --record` has written it. */
const mutation = [
  '| Room | Day | Mutants | Survived | Score |',
  '|---|---|---:|---:|---:|',
  ...Object.entries(JSON.parse(read('test/mutation/scores.json')))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([room, { date, mutants, survived, score }]) => {
      return `| ${room} | ${date} | ${number(mutants)} | ${survived} | ${score.toFixed(1)} % |`
    }),
].join('\n')

// A rule that is added to the contract or a score that is recorded need not touch the page at once: `--check` looks at
// the other tables only.
const isCheck = process.argv.includes('--check')
const before = read(page)
let after = before
for (const [name, table] of Object.entries(
  isCheck ? { fuzz, load, coverage } : { counts, fuzz, load, coverage, mutation },
)) {
  after = after.replace(
    new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`),
    (_, start, end) => `${start}${table}\n${end}`,
  )
}
if (isCheck) {
  if (before !== after) {
    console.error(`${page} is out of date: node scripts/evidence.mjs`)
    process.exitCode = 1
  }
} else writeFileSync(new URL(page, root), after)
