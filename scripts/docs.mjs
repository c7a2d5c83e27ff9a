// The site of the documentation: `npm run docs` serves it while pages are written, `npm run docs:build` writes it into
// site/dist, and `npm run docs:test` looks at what was built, in Chromium too. Installs what the site needs into
// site/node_modules first.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const site = `${root}site/`
const [task = 'build', ...rest] = process.argv.slice(2)
// Astro sends no telemetry from here.
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }

function run(command, args, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Anew where the site's package.json or its lock has changed since. */
function install() {
  const lock = existsSync(`${site}package-lock.json`)
  const wanted =
    readFileSync(`${site}package.json`, 'utf8') + (lock ? readFileSync(`${site}package-lock.json`, 'utf8') : '')
  const stamp = `${site}node_modules/.installed`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  // Not `npm ci`, which fails where a registry lacks the builds of other platforms. The lock is read either way, and
  // not written.
  run('npm', ['install', lock ? '--no-save' : '--no-package-lock'], site)
  writeFileSync(stamp, wanted)
}

if (task === 'test') {
  if (!existsSync(`${site}dist/index.html`)) throw new Error('Run npm run docs:build first.')
  env.SITE_TESTS = '1'
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', '0.45*', 'test/site', ...rest])
} else {
  install()
  if (task === 'build' || !existsSync(`${root}dist/index.d.ts`)) run('npm', ['run', '-s', 'build'])
  const tsx = ['node_modules/tsx/dist/cli.mjs', '--tsconfig', 'site/tsconfig.json']
  run(process.execPath, [...tsx, 'site/build/write-hovers.ts'])
  run(process.execPath, [...tsx, 'site/build/write-playground.ts'])
  run(process.execPath, ['node_modules/astro/astro.js', task, '--force', ...rest], site)
  // After Astro, which writes the types of its own modules.
  if (task === 'build') run(process.execPath, ['node_modules/@typescript/native/bin/tsc', '-p', 'site', '--noEmit'])
}
