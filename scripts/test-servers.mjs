// `npm run test:servers [-- vitest's arguments]`: says which database servers answer, and runs the suites on them.
// Where no PostgreSQL or no MariaDB or MySQL answers, one is started (scripts/servers.mjs) and stopped again; where CI
// is set, that is a failure instead.
//
// `npm run test:servers -- --matrix [names] [--minutes 25]`: starts one version after the other, runs on each what
// depends on a version and on the newest all of `test/engines`, and stops it. A server that this machine cannot have
// (no root, no debootstrap, no way to Debian's mirror) is named and left out, in CI too: what CI must have are the two
// servers above. Versions for which the time was too short are named as well.
import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { environmentOf, SERVERS, ServerUnavailable, startServer, stopServer } from './servers.mjs'

const address = (prefix, port) => ({
  host: process.env[`${prefix}_HOST`] ?? '127.0.0.1',
  port: Number(process.env[`${prefix}_PORT`] ?? port),
})

/** Speaks the first words of each protocol, so that an open port alone does not count as a server. */
function probe({ host, port }, hello, understand) {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const finish = (result) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(3000, () => finish(null))
    socket.once('error', () => finish(null))
    socket.once('connect', () => hello && socket.write(hello))
    socket.once('data', (data) => finish(understand(data)))
  })
}

// SSLRequest of PostgreSQL: the answer is one letter. MySQL's server greets first: length, 0, protocol 10, version.
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const servers = [
  {
    name: 'PostgreSQL',
    start: 'postgres-18',
    at: address('POSTGRES', 5432),
    engines: ['postgres-js', 'node-postgres'],
    ask: (at) => probe(at, sslRequest, (data) => (/^[SN]/.test(data.toString('latin1')) ? 'answers' : null)),
  },
  {
    name: 'MariaDB or MySQL',
    start: 'mariadb-11',
    at: address('MARIADB', 3306),
    engines: ['mysql2'],
    ask: (at) => probe(at, null, (data) => (data[4] === 10 ? data.toString('latin1', 5, data.indexOf(0, 5)) : null)),
  },
]

/** Vitest on both lines of Drizzle. The star keeps the command line from reading a project's name as a number. */
function runSuites(args, env, minutes = 60) {
  const projects = ['--project', '0.45*', '--project', '1.0-rc*']
  const options = { stdio: 'inherit', env: { ...process.env, ...env }, timeout: minutes * 60_000 }
  return (
    spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...args], options).status ?? 1
  )
}

/** Suites that a version of the server can change; poolers, standbys and clusters have servers of their own. */
const OF_A_VERSION = ['conformance', 'contract', 'paging'].map((folder) => `test/engines/${folder}`)
const POSTGRES = [
  ...['postgres.test', 'postgres-encodings', 'postgres-statement-names'].map((file) => `test/engines/servers/${file}`),
  'test/sql/v1/cockroach-conformance',
]
const MATRIX = {
  // In front of the PostgreSQL that answers.
  pgbouncer: ['test/engines/servers/postgres-pgbouncer-prepared'],
  // In front of servers that its suite starts.
  pgpool: ['test/engines/servers/postgres-pgpool'],
  mysql: ['test/engines', 'test/features/facets', 'test/testing'],
  'mariadb-11': [...OF_A_VERSION, 'test/engines/servers/mysql'],
  'postgres-18': [
    'test/engines/behaviour',
    'test/engines/laws',
    'test/engines/differential',
    ...OF_A_VERSION,
    ...POSTGRES,
  ],
  'postgres-13': [...OF_A_VERSION, ...POSTGRES],
  'postgres-17': [...OF_A_VERSION, ...POSTGRES],
  'postgres-16': [...OF_A_VERSION, ...POSTGRES],
  'postgres-14': [...OF_A_VERSION, ...POSTGRES],
}

async function runMatrix(args) {
  const at = args.indexOf('--minutes')
  const minutes = at === -1 ? 25 : Number(args.splice(at, 2)[1])
  const end = Date.now() + minutes * 60_000
  const said = []
  for (const name of args.length > 0 ? args : Object.keys(MATRIX)) {
    const left = (end - Date.now()) / 60_000
    const started = Date.now()
    const say = (outcome) => said.push(`${name.padEnd(12)} ${outcome}, ${Math.round((Date.now() - started) / 1000)} s`)
    if (left < 2) {
      say(`not run: ${minutes} minutes are over`)
      continue
    }
    try {
      const { version, isNew } = await startServer(name)
      console.log(`--- ${name} ${version}`)
      // Some suites have no test on MySQL: SQLite is beside it.
      const { DIALECTS, ...where } = environmentOf(SERVERS[name])
      const status = runSuites(
        MATRIX[name],
        { ...where, CLUSTERS: '1', DIALECTS: DIALECTS === 'mysql2' ? 'sqlite,mysql2' : DIALECTS },
        left,
      )
      if (isNew) await stopServer(name)
      if (status !== 0) process.exitCode = 1
      say(`${version}: ${status === 0 ? 'passed' : 'FAILED'}`)
    } catch (error) {
      if (!(error instanceof ServerUnavailable)) throw error
      say(`left out, ${error.message}`)
    }
  }
  console.log(['', ...said].join('\n'))
}

async function runFound(args) {
  const dialects = []
  const startedHere = []
  const env = {}
  let missing = 0
  for (const { name, at, engines, ask, start } of servers) {
    let found = await ask(at)
    let where = `${at.host}:${at.port}`
    if (found === null && !process.env.CI) {
      try {
        const { version, environment, isNew } = await startServer(start)
        if (isNew) startedHere.push(start)
        const { DIALECTS: _, ...address } = environment
        Object.assign(env, address)
        found = `${version}, ${isNew ? 'started for this run' : 'started before'}`
        where = `${where}: nothing; ${start}`
      } catch (error) {
        if (!(error instanceof ServerUnavailable)) throw error
        console.log(`${start} cannot be started here: ${error.message}.`)
      }
    }
    if (found === null) missing++
    else dialects.push(...engines)
    console.log(
      found === null
        ? `${name} at ${where}: not found`
        : `${name} at ${where}: found (${found}); suites: ${engines.join(', ')}`,
    )
  }
  if (missing > 0 && process.env.CI) {
    console.error('A database server is missing, and CI is set.')
    process.exitCode = 1
    return
  }
  if (dialects.length === 0) console.log('No suite to run.')
  else process.exitCode = runSuites(args, { ...env, DIALECTS: dialects.join(',') })
  for (const name of startedHere) await stopServer(name)
}

const [first, ...more] = process.argv.slice(2)
await (first === '--matrix' ? runMatrix(more) : runFound(process.argv.slice(2)))
