// `npm run exhaust -- --dearest [--minutes 2] [--seed 1]`: the dearest request of 2,000 characters.
// `npm run exhaust -- --by-hand [--minutes 2] [--seed 1]`: requests that are slower than the same written by hand.
// `npm run exhaust [-- --engine sqlite|pglite] [--line 0.45|1.0]`: every shape of a small scope, run, and every column in
// every place (test/engines/columns); without options on both engines and both lines. test/engines/exhaust/scopes.ts says what the scope is; it prints how many shapes
// there are and how many were run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { bundleMain, root } from './bundle-main.mjs'

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    line: { type: 'string' },
    dearest: { type: 'boolean', default: false },
    'by-hand': { type: 'boolean', default: false },
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
})
if (values.dearest) await search('dearest')
else if (values['by-hand']) await search('by-hand')
else await shapes()

/** `DIALECTS` may name engines on servers. */
async function search(folder) {
  const main = await bundleMain(`test/engines/${folder}/main.ts`, values.line ?? '0.45')
  const env = { DIALECTS: values.engine ?? 'sqlite', ...process.env }
  const child = spawn(process.execPath, [main, '--minutes', values.minutes, '--seed', values.seed], {
    stdio: 'inherit',
    cwd: root,
    env,
  })
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}

async function shapes() {
  const engines = values.engine === undefined ? ['sqlite', 'pglite'] : [values.engine]
  const lines = values.line === undefined ? ['0.45', '1.0'] : [values.line]

  for (const line of lines) {
    const main = await bundleMain('test/engines/exhaust/main.ts', line)
    // The engines have nothing to do with one another: one process each.
    const processes = engines.map((engine) =>
      spawn(process.execPath, ['--max-semi-space-size=32', main, '--engine', engine], { stdio: 'inherit', cwd: root }),
    )
    const codes = await Promise.all(processes.map(async (child) => (await once(child, 'exit'))[0]))
    if (codes.some((code) => code !== 0)) process.exitCode = 1
    // `DIALECTS` may name engines on servers.
    const columns = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', `${line}*`, 'test/engines/columns'],
      { stdio: 'inherit', cwd: root, env: { DIALECTS: engines.join(','), ...process.env, PROPERTY_SCALE: '1' } },
    )
    if ((await once(columns, 'exit'))[0] !== 0) process.exitCode = 1
  }
}
