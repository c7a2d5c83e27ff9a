// `npm run fuzz -- --minutes 10 [--seed n] [--engine sqlite,pglite,postgresql,mariadb] [--line 1.0]`: random requests for as long as is
// wanted. Several engines are compared with one another too. Where servers are, test/support/servers.ts says.
// `--record` adds a line to test/engines/fuzz/runs.jsonl, of which `node scripts/evidence.mjs` makes a table.
// A finding is made as small as it goes and printed as a row of test/engines/differential/found.ts.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** Names of engines that the suite calls by their drivers. */
const drivers = { postgresql: 'node-postgres', mariadb: 'mysql2', mysql: 'mysql2' }

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    // A new one each time finds more than the same one again; it is printed, so that a finding can be repeated.
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    engine: { type: 'string', default: 'sqlite' },
    line: { type: 'string', default: '0.45' },
    record: { type: 'boolean', default: false },
  },
})
console.log(`npm run fuzz -- --minutes ${values.minutes} --seed ${values.seed} --engine ${values.engine} --line ${values.line}`)
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', `${values.line}*`, 'test/engines/fuzz']
const env = {
  ...process.env,
  ...(values.record && { FUZZ_RECORD: 'test/engines/fuzz/runs.jsonl' }),
  FUZZ_MINUTES: values.minutes,
  FUZZ_SEED: values.seed,
  DIALECTS: values.engine
    .split(',')
    .map((name) => drivers[name] ?? name)
    .join(','),
}
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1
