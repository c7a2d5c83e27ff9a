// What package registries and resolvers make of the package: publint and arethetypeswrong, which are installed into
// scripts/lint-package first. `npm run build` comes before it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const home = 'scripts/lint-package'

function run(command, args, cwd = '.') {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (!existsSync(`${home}/node_modules`)) run('npm', ['ci', '--loglevel', 'error'], home)
run(`${home}/node_modules/.bin/publint`, ['--strict'])
run(`${home}/node_modules/.bin/attw`, ['--pack', '.', '--profile', 'node16'])
