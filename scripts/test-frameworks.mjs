// Runs the tests of test/frameworks: the blocks of docs/guides/any-framework.md, by the frameworks themselves. They are
// packages of test/frameworks/package.json, apart from the package's own: they weigh some 600 MB.
//
//   npm run test:frameworks                   installs them first where they are missing, and builds the package
//   npm run test:frameworks -- apps           files whose name holds a word; other options of vitest too
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url))
const home = path('test/frameworks')
const run = (command, args, cwd, env = {}) => {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    timeout: 900_000,
  })
  if (status !== 0) process.exit(status ?? 1)
}

if (!existsSync(`${home}/node_modules`)) run('npm', ['install', '--loglevel', 'error'], home)
run('npm', ['run', '--silent', 'build'], path('.'))
// As an application has it: Next.js, Vite and Node resolve it from here. Not a link to the whole folder, which would
// hold itself.
const self = `${home}/node_modules/drizzle-paginate`
rmSync(self, { recursive: true, force: true })
mkdirSync(self)
cpSync(path('package.json'), `${self}/package.json`)
symlinkSync(path('dist'), `${self}/dist`)
const words = process.argv.slice(2)
const names = words.filter((word) => !word.startsWith('-')).map((word) => `test/frameworks/${word}`)
const options = words.filter((word) => word.startsWith('-'))
const files = names.length === 0 ? ['test/frameworks'] : names
run(
  process.execPath,
  [path('node_modules/vitest/vitest.mjs'), 'run', '--project', '0.45*', ...files, ...options],
  path('.'),
  {
    FRAMEWORK_TESTS: '1',
  },
)
run(process.execPath, [path('node_modules/@typescript/native/bin/tsc'), '-p', home], path('.'))
