// `npm run test:majors [-- nestjs-10 nestjs-12 fastify-4]`: tests of adapters with the oldest and the newest major of
// their framework, beside the one that is installed (`npm run peers` says when a registry has a newer one). Each is
// installed into a folder of its own, outside of this one; tests resolve the framework's packages from there, by
// PEERS_HOME in vitest.config.ts. Express 4 and Fastify 4 are also installed beside the newest majors, and every run of
// test/http has them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const nest = (major, swagger, cache, manager) => ({
  '@nestjs/common': major,
  '@nestjs/core': major,
  '@nestjs/platform-express': major,
  '@nestjs/platform-fastify': major,
  '@nestjs/swagger': swagger,
  '@nestjs/cache-manager': cache,
  'cache-manager': manager,
  rxjs: '^7.8.0',
  'reflect-metadata': '^0.2.0',
  'class-validator': '^0.14.0 || ^0.15.0',
  'class-transformer': '^0.5.0',
})
// Where the framework makes its own Express: test/http/adapters gives it one of the newest major.
const NEST = ['test/http/nest-application', 'test/http/nest-paginate', 'test/http/handlers']
const MAJORS = {
  'nestjs-10': { packages: nest('^10.0.0', '^7.0.0', '^3.0.0', '^7.0.0'), tests: NEST },
  'nestjs-12': { packages: nest('^12.0.0', '^12.0.0', '^12.0.0', '^7.0.0'), tests: NEST },
  'fastify-4': { packages: { fastify: '^4.18.0' }, tests: ['test/http/handlers', 'test/http/fastify-plugin'] },
}

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (command, args, cwd, env = {}) =>
  spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env }, timeout: 600_000 }).status ?? 1

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(MAJORS)) {
  const { packages, tests } = MAJORS[name] ?? {}
  if (packages === undefined) throw new RangeError(`No set '${name}'; there are ${Object.keys(MAJORS).join(', ')}.`)
  const home = join(tmpdir(), 'drizzle-paginate-majors', name)
  if (!existsSync(join(home, 'node_modules'))) {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
    if (run('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error', '--ignore-scripts'], home) !== 0)
      process.exit(1)
  }
  const [first] = Object.keys(packages)
  console.log(
    `--- ${first} ${JSON.parse(readFileSync(join(home, 'node_modules', first, 'package.json'), 'utf8')).version}`,
  )
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', '0.45*', ...tests]
  if (run(process.execPath, vitest, root, { PEERS_HOME: home }) !== 0) process.exitCode = 1
}
