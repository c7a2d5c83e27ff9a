// Says which database servers answer, and runs the suites on those that a driver of the suite can use.
// A missing server is a failure where CI is set, and a remark elsewhere.
import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'

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
    at: address('POSTGRES', 5432),
    engines: ['postgres-js', 'node-postgres'],
    ask: (at) => probe(at, sslRequest, (data) => (/^[SN]/.test(data.toString('latin1')) ? 'answers' : null)),
  },
  {
    name: 'MariaDB/MySQL',
    at: address('MARIADB', 3306),
    engines: ['mysql2'],
    ask: (at) => probe(at, null, (data) => (data[4] === 10 ? data.toString('latin1', 5, data.indexOf(0, 5)) : null)),
  },
]

const dialects = []
let missing = 0
for (const { name, at, engines, ask } of servers) {
  const found = await ask(at)
  const where = `${at.host}:${at.port}`
  if (found === null) missing++
  else dialects.push(...engines)
  const use = engines.length > 0 ? `suites: ${engines.join(', ')}` : 'no suite uses it yet'
  console.log(found === null ? `${name} at ${where}: not found` : `${name} at ${where}: found (${found}); ${use}`)
}

if (missing > 0 && process.env.CI) {
  console.error('A database server is missing, and CI is set.')
  process.exit(1)
}
if (dialects.length === 0) {
  console.log('No suite to run.')
} else {
  // The star keeps the command line from reading a project's name as a number.
  const projects = ['--project', '0.45*', '--project', '1.0-rc*']
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...process.argv.slice(2)]
  const env = { ...process.env, DIALECTS: dialects.join(',') }
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env })
  process.exitCode = status ?? 1
}
