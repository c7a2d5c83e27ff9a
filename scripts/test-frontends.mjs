// Runs the tests of test/frontends: clients that generators make of a list's document, the recipes of front ends with
// their libraries, and the registry component in Next.js. All are packages of test/frontends/package.json, apart from the
// package's own: they weigh about 900 MB.
//
//   npm run test:frontends                    installs them first where they are missing
//   npm run test:frontends -- generators      files whose name holds a word; other options of vitest too
//   npm run test:frontends -- browser --screenshots   also writes the pictures of the recipes into docs/images
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.mjs'

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url))
const home = path('test/frontends')
const run = (command, args, cwd, env = {}) => {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    timeout: 900_000,
  })
  if (status !== 0) process.exit(status ?? 1)
}

if (!existsSync(`${home}/node_modules`)) run('npm', ['ci', '--loglevel', 'error'], home)
run(process.execPath, [path('node_modules/@typescript/native/bin/tsc'), '-p', home], path('.'))
const words = process.argv.slice(2)
const names = words.filter((word) => !word.startsWith('-')).map((word) => `test/frontends/${word}`)
const options = words.filter((word) => word.startsWith('-') && word !== '--screenshots')
const vitest = [
  path('node_modules/vitest/vitest.mjs'),
  'run',
  '--project',
  '0.45*',
  ...(names.length === 0 ? ['test/frontends'] : names),
  ...options,
]
const chromium = findChromium()
run(process.execPath, vitest, path('.'), {
  FRONTEND_TESTS: '1',
  ...(chromium === null ? {} : { BROWSER_TESTS: chromium }),
  ...(words.includes('--screenshots') ? { SCREENSHOTS: '1' } : {}),
})
