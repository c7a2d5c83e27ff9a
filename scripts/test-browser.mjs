// Says which Chromium it found, and runs the explorer's tests in it. Without one: a failure where CI is set, a remark
// elsewhere. `npm run test:browser -- --screenshots` writes docs/images/explorer-*.png besides.
import { spawnSync } from 'node:child_process'
import { findChromium } from './chromium.mjs'

const found = findChromium()
if (found !== null) {
  const given = process.argv.slice(2)
  const rest = given.filter((argument) => argument !== '--screenshots')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', '0.45*', 'test/explorer/browser', ...rest]
  const env = { ...process.env, BROWSER_TESTS: found, ...(rest.length < given.length ? { SCREENSHOTS: '1' } : {}) }
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1
}
