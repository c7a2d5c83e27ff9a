// Says which Chromium it found, and runs the explorer's tests in it. Without one: a failure where CI is set, a remark elsewhere.
// `npm run test:browser -- --screenshots` writes docs/images/explorer-*.png besides.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const given = process.env.CHROMIUM_PATH
const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']
const candidates = given === undefined ? usual : [given]
const version = (path) => {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  return status === 0 ? stdout.trim() : null
}
const found = candidates
  .filter((path) => existsSync(path))
  .map((path) => ({ path, version: version(path) }))
  .find((candidate) => candidate.version !== null)

if (found === undefined) {
  const advice = 'Install one (`apt-get install chromium`) or name it in CHROMIUM_PATH.'
  console.log(`No Chromium at ${candidates.join(', ')}: the browser tests did NOT run. ${advice}`)
  if (process.env.CI) process.exitCode = 1
} else {
  console.log(`${found.path}: ${found.version}`)
  const given = process.argv.slice(2)
  const rest = given.filter((argument) => argument !== '--screenshots')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', '0.45*', 'test/explorer/browser', ...rest]
  const env = { ...process.env, BROWSER_TESTS: found.path, ...(rest.length < given.length ? { SCREENSHOTS: '1' } : {}) }
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1
}
