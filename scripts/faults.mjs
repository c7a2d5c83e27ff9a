// `npm run faults [-- --minutes 10] [--only "killed,mysql2,hono"] [--line 1.0]`: faults under load, on the servers of
// test/support/servers.ts: every fault, driver and adapter in turn, or those whose names have all the words of `--only`.
// It prints one table, and ends with 1 where a count is not zero (test/engines/faults/main.ts says which). No server is
// restarted: a proxy in between does as if.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { bundleMain, root } from './bundle-main.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    line: { type: 'string', default: '0.45' },
  },
})
const { minutes, only, line } = values
const main = await bundleMain('test/engines/faults/main.ts', line)
const child = spawn(process.execPath, [main, '--minutes', minutes, '--only', only], { stdio: 'inherit', cwd: root })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
process.exitCode = (await once(child, 'exit'))[0] ?? 1
