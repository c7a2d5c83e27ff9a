// The Chromium that tests in a browser use: the one that CHROMIUM_PATH names, or one of the usual places.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const given = process.env.CHROMIUM_PATH
const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const candidates = given === undefined ? usual : [given]
const version = (path) => {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  return status === 0 ? stdout.trim() : null
}

/**
 * Its path, after saying which it is. Null where the machine has none, which it says; with CI set the script then
 * fails.
 */
export function findChromium() {
  const found = candidates
    .filter((path) => existsSync(path))
    .map((path) => ({ path, version: version(path) }))
    .find((candidate) => candidate.version !== null)
  if (found !== undefined) {
    console.log(`${found.path}: ${found.version}`)
    return found.path
  }
  const advice = 'Install one (`apt-get install chromium`) or name it in CHROMIUM_PATH.'
  console.log(`No Chromium at ${candidates.join(', ')}: the browser tests did NOT run. ${advice}`)
  if (process.env.CI) process.exitCode = 1
  return null
}
