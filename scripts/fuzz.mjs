// `npm run fuzz -- --minutes 10 [--seed n] [--engine sqlite,pglite,postgresql,mariadb] [--line 1.0] [--jobs 2] [--record]`:
// random requests for as long as is wanted. Several engines are compared with one another too. Where servers are,
// test/support/servers.ts says. `--jobs` starts as many processes, with seeds far apart. `--record` adds a line to
// test/engines/fuzz/runs.jsonl every five minutes and at the end, of which `node scripts/evidence.mjs` makes a table. A
// finding is made as small as it goes and printed at once.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { bundleMain, root } from './bundle-main.mjs'

/** Names of engines that the suite calls by their drivers. */
const drivers = { postgresql: 'node-postgres', mariadb: 'mysql2', mysql: 'mysql2' }
const SEEDS_OF_A_JOB = 10_000_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    // A new one each time finds more than the same one again; it is printed, so that a finding can be repeated.
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    engine: { type: 'string', default: 'sqlite' },
    line: { type: 'string', default: '0.45' },
    jobs: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
  },
})
const { minutes, seed, engine, line, jobs } = values
console.log(`npm run fuzz -- --minutes ${minutes} --seed ${seed} --engine ${engine} --line ${line} --jobs ${jobs}`)

const bundle = await bundleMain('test/engines/fuzz/main.ts', line)

const env = {
  ...process.env,
  DIALECTS: engine
    .split(',')
    .map((name) => drivers[name] ?? name)
    .join(','),
}
const children = Array.from({ length: Number(jobs) }, (_, job) => {
  const first = String(Number(seed) + job * SEEDS_OF_A_JOB)
  const record = values.record ? ['--record', `${root}test/engines/fuzz/runs.jsonl`] : []
  // Requests leave much behind that is soon garbage: a larger young generation takes a tenth off the time.
  const args = ['--max-semi-space-size=32', bundle, '--minutes', minutes, '--seed', first, ...record]
  return spawn(process.execPath, args, { stdio: 'inherit', env, cwd: root })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => children.forEach((child) => child.kill(signal)))
const codes = await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))))
process.exitCode = codes.every((code) => code === 0) ? 0 : 1
