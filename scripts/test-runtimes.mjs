// Puts the suite of test/runtimes to every runtime and driver that it finds, on both Drizzle lines, and says which it
// found. Runtimes and drivers are packages of test/runtimes/package.json, apart from the package's own: they weigh some
// 800 MB.
//
//   npm run test:runtimes                     all of them; installs them first where they are missing
//   npm run test:runtimes -- bun d1           those whose name holds one of these words
//   npm run test:runtimes -- --write          and writes the table of docs/reference/entry-points.md
//
// `SHOWN=50` prints more failures of each than twelve.
//
// With CI set, a runtime or a server that is missing is a failure.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { fileURLToPath, pathToFileURL } from 'node:url'

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url))
const home = path('test/runtimes')
const require = createRequire(`${home}/package.json`)
/** Beside their packages, so that what is not bundled is found. */
const out = `${home}/.tmp`
const TIMEOUT = 300_000

const installed = (name) => existsSync(`${home}/node_modules/${name}/package.json`)
const versionOf = (name) => JSON.parse(readFileSync(`${home}/node_modules/${name}/package.json`, 'utf8')).version
const binary = (name, file) => `${home}/node_modules/${name}/bin/${file}`

const RUNTIMES = {
  node: { title: () => `Node ${process.versions.node}`, isFound: () => true, command: [process.execPath] },
  'node-22': {
    title: () => `Node ${versionOf('node-22')}`,
    isFound: () => installed('node-22'),
    command: [binary('node-22', 'node')],
  },
  'node-24': {
    title: () => `Node ${versionOf('node')}`,
    isFound: () => installed('node'),
    command: [binary('node', 'node')],
  },
  bun: {
    title: () => `Bun ${versionOf('bun')}`,
    isFound: () => installed('bun'),
    command: [`${home}/node_modules/.bin/bun`],
  },
  deno: {
    title: () => `Deno ${versionOf('deno')}`,
    isFound: () => installed('deno'),
    command: [`${home}/node_modules/.bin/deno`, 'run', '--allow-all', '--node-modules-dir=manual', '--no-check'],
  },
  workerd: { title: () => `workerd ${versionOf('workerd')}`, isFound: () => installed('miniflare') },
}

const BOTH = ['0.45', '1.0']
/** `server`: the driver needs PostgreSQL on localhost. */
const MATRIX = [
  { runtime: 'node', driver: 'sql-js', title: 'sql.js', lines: BOTH },
  { runtime: 'node', driver: 'sqlite-proxy', title: 'SQLite proxy', lines: BOTH },
  { runtime: 'node', driver: 'pg-proxy', title: 'PostgreSQL proxy', lines: BOTH },
  { runtime: 'node', driver: 'neon-http', title: 'Neon over HTTP (its client, an endpoint of the suite)', lines: BOTH },
  { runtime: 'node', driver: 'aws-data-api', title: 'RDS Data API (the SDK, an endpoint of the suite)', lines: BOTH },
  { runtime: 'node-22', driver: 'node-sqlite', title: '`node:sqlite`', lines: ['1.0'] },
  { runtime: 'node-22', driver: 'node-postgres', title: 'node-postgres', lines: BOTH, server: true },
  { runtime: 'node-24', driver: 'node-sqlite', title: '`node:sqlite`', lines: ['1.0'] },
  { runtime: 'node-24', driver: 'postgres-js', title: 'postgres.js', lines: BOTH, server: true },
  { runtime: 'bun', driver: 'bun-sqlite', title: '`bun:sqlite`', lines: BOTH },
  { runtime: 'bun', driver: 'bun-sql', title: '`Bun.SQL` on PostgreSQL', lines: BOTH, server: true },
  { runtime: 'deno', driver: 'libsql', title: 'libSQL', lines: BOTH },
  { runtime: 'deno', driver: 'node-postgres', title: 'node-postgres', lines: BOTH, server: true },
  { runtime: 'workerd', driver: 'd1', title: 'D1', lines: BOTH },
  { runtime: 'workerd', driver: 'durable-sqlite', title: 'SQLite of a Durable Object', lines: BOTH },
]

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isWritten = process.argv.includes('--write')
const wanted = MATRIX.filter(
  ({ runtime, driver }) => words.length === 0 || words.some((word) => `${runtime} ${driver}`.includes(word)),
)

if (!installed('esbuild')) {
  console.log('Installing the runtimes (npm install in test/runtimes)')
  // Not `npm ci`: it refuses a lock without the binaries of other platforms, which not every registry has.
  const { status } = spawnSync('npm', ['install', '--no-save'], { cwd: home, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const { build } = await import(pathToFileURL(require.resolve('esbuild')).href)

/**
 * One module: the suite, the package's source, Drizzle's line. Clients of databases stay packages, as they are for
 * users.
 */
async function bundle({ driver }, line) {
  const outfile = `${out}/${driver}-${line}.mjs`
  await build({
    entryPoints: [`${home}/drivers/${driver}.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    mainFields: ['module', 'main'],
    conditions: ['import', 'module'],
    nodePaths: [`${home}/node_modules`],
    external: [
      'node:*',
      'bun',
      'bun:*',
      'cloudflare:*',
      'pg',
      'postgres',
      'better-sqlite3',
      '@libsql/*',
      '@electric-sql/*',
      '@neondatabase/*',
      '@aws-sdk/*',
      'sql.js',
    ],
    plugins: [drizzleLine(line)],
    logLevel: 'error',
  })
  return outfile
}

/** Imports of Drizzle lead to the line at hand, those of Drizzle's own modules too. */
const drizzleLine = (line) => ({
  name: 'drizzle-line',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^drizzle-orm(\/|$)/ }, ({ path: specifier, resolveDir, kind, pluginData }) =>
      line === '0.45' || pluginData === 'seen'
        ? undefined
        : resolve(specifier.replace('drizzle-orm', 'drizzle-orm-v1'), { resolveDir, kind, pluginData: 'seen' }),
    ),
})

function runProcess(command, file) {
  return new Promise((resolve) => {
    const [program, ...args] = command
    const child = spawn(program, [...args, file], {
      cwd: home,
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
      timeout: TIMEOUT,
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (errors += data))
    child.on('error', (error) => resolve(brokenOff(error.message)))
    child.on('close', (code) => {
      const told = output.split('\n').find((text) => text.startsWith('RESULTS '))
      resolve(
        told === undefined
          ? brokenOff(`exit ${code}: ${(errors || output).slice(-2000)}`)
          : JSON.parse(told.slice('RESULTS '.length)),
      )
    })
  })
}

/** Plays the part of the platform around the worker: miniflare starts workerd with a database in memory. */
async function runWorker({ driver }, file) {
  const { Miniflare } = await import(pathToFileURL(require.resolve('miniflare')).href)
  const bindings = {
    d1: { d1Databases: ['DB'] },
    'durable-sqlite': { durableObjects: { LISTS: { className: 'Lists', useSQLite: true } } },
  }
  const worker = new Miniflare({
    modules: true,
    scriptPath: file,
    modulesRoot: out,
    compatibilityDate: '2026-01-01',
    ...bindings[driver],
  })
  try {
    const response = await worker.dispatchFetch('http://localhost/')
    return response.ok ? await response.json() : brokenOff((await response.text()).slice(0, 2000))
  } catch (error) {
    return brokenOff(error.stack ?? String(error))
  } finally {
    await worker.dispose()
  }
}

const brokenOff = (words) => [{ title: 'the run', requests: 0, failures: [words] }]

const postgres = { host: process.env.POSTGRES_HOST ?? '127.0.0.1', port: Number(process.env.POSTGRES_PORT ?? 5432) }
const hasServer = await new Promise((resolve) => {
  const socket = connect(postgres)
  socket.once('connect', () => resolve((socket.destroy(), true)))
  socket.once('error', () => resolve(false))
})

if (words.length === 0) {
  const { status } = spawnSync(process.execPath, ['node_modules/@typescript/native/bin/tsc', '-p', 'test/runtimes'], {
    cwd: path('.'),
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}

mkdirSync(out, { recursive: true })
let missing = 0
let failed = 0
const rows = []
for (const entry of wanted) {
  const runtime = RUNTIMES[entry.runtime]
  if (!runtime.isFound() || (entry.server && !hasServer)) {
    missing++
    console.log(
      `${entry.runtime}, ${entry.driver}: not found${runtime.isFound() ? ` (PostgreSQL at ${postgres.host}:${postgres.port})` : ''}`,
    )
    continue
  }
  for (const line of entry.lines) {
    const started = performance.now()
    let results
    try {
      const file = await bundle(entry, line)
      results = runtime.command === undefined ? await runWorker(entry, file) : await runProcess(runtime.command, file)
    } catch (error) {
      results = brokenOff(error.message)
    }
    const failures = results.flatMap(({ title, failures }) => failures.map((failure) => `${title}: ${failure}`))
    const requests = results.reduce((sum, result) => sum + result.requests, 0)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    rows.push({ ...entry, line, requests, isRight: failures.length === 0 })
    console.log(
      `${runtime.title()}, ${entry.driver}, Drizzle ${line}: ${failures.length === 0 ? 'passed' : `${failures.length} FAILED`} (${requests} requests, ${seconds} s)`,
    )
    for (const failure of failures.slice(0, Number(process.env.SHOWN ?? 12))) console.log(`  ${failure.slice(0, 600)}`)
    if (failures.length > 0) failed++
  }
}
rmSync(out, { recursive: true, force: true })

if (isWritten && failed === 0 && missing === 0 && words.length === 0) writeTable()
if (failed > 0) process.exitCode = 1
if (missing > 0 && process.env.CI) {
  console.error('A runtime or a server is missing, and CI is set.')
  process.exitCode = 1
}

/** The page between its two marks. */
function writeTable() {
  const page = path('docs/reference/entry-points.md')
  const [start, end] = ['<!-- runtimes: written by npm run test:runtimes -- --write -->', '<!-- /runtimes -->']
  const text = readFileSync(page, 'utf8')
  const table = [
    '| Runtime | Driver | Drizzle |',
    '|---|---|---|',
    ...wanted.map(({ runtime, title, lines }) => `| ${RUNTIMES[runtime].title()} | ${title} | ${lines.join(', ')} |`),
  ]
  writeFileSync(
    page,
    `${text.slice(0, text.indexOf(start) + start.length)}\n${table.join('\n')}\n${text.slice(text.indexOf(end))}`,
  )
}
