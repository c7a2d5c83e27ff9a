// PostgreSQL servers of the test's own, in a temporary directory: any number, each alone, or a primary and standbys of
// it.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The servers refuse to run as root: then they run as the user that PostgreSQL's package made. */
export function asServerUser(program: string, ...args: string[]): [string, string[]] {
  if (userInfo().uid !== 0) return [program, args]
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]]
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** A program of the system, or null where it is not installed. Debian keeps servers out of an ordinary user's PATH. */
export const findProgram = (name: string): string | null =>
  [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? null

/** A temporary directory that the servers' user may write to. */
export function temporaryHome(name: string): string {
  const home = mkdtempSync(join(tmpdir(), `paginate-${name}-`))
  chmodSync(home, 0o777)
  return home
}

/** Starts a program that listens on `port` of this machine, and waits until it does. */
export async function startListener(
  program: string,
  args: readonly string[],
  home: string,
  port: number,
): Promise<ChildProcess> {
  const child = spawn(...asServerUser(program, ...args), { cwd: home, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => (said = `${said}${data.toString()}`.slice(-4000)))
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`${program} ended with code ${child.exitCode}:\n${said}`)
    if (await listens(port)) return child
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`${program} does not listen on port ${port}:\n${said}`)
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve((socket.destroy(), true)))
    socket.once('error', () => resolve((socket.destroy(), false)))
  })
}

/** Ends a program, by force after five seconds. */
export async function stopListener(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  const force = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(force)
}

export interface ServerPlace {
  readonly host: string
  readonly port: number
}

/** Servers in one directory, by name. All listen on a Unix socket in `home` and on the loopback address. */
export class Servers {
  readonly home = temporaryHome('cluster')
  readonly #bin = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
  readonly #ports = new Map<string, number>()
  readonly #running = new Set<string>()

  #pg(program: string, ...args: string[]) {
    return run(...asServerUser(join(this.#bin, program), ...args), { cwd: this.home })
  }

  /** A new server, empty. */
  async create(name: string, settings: readonly string[] = []): Promise<ServerPlace> {
    await this.#pg('initdb', '-D', join(this.home, name), '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8')
    return this.start(name, settings)
  }

  /** A streaming standby of a server that runs. */
  async createStandby(of: string, name: string): Promise<ServerPlace> {
    await this.#pg(
      'pg_basebackup',
      '-h',
      this.home,
      '-p',
      String(this.#ports.get(of)),
      '-U',
      'postgres',
      '-D',
      join(this.home, name),
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
    )
    return this.start(name)
  }

  /** On the port that it had, if it ran before. */
  async start(name: string, settings: readonly string[] = []): Promise<ServerPlace> {
    const port = this.#ports.get(name) ?? (await freePort())
    this.#ports.set(name, port)
    const options = [
      'fsync=off',
      'max_connections=60',
      'shared_buffers=16MB',
      'listen_addresses=127.0.0.1',
      ...settings,
    ]
      .map((setting) => `-c ${setting}`)
      .join(' ')
    await this.#pg(
      'pg_ctl',
      '-D',
      join(this.home, name),
      '-l',
      join(this.home, `${name}.log`),
      '-o',
      `-k ${this.home} -p ${port} ${options}`,
      '-w',
      'start',
    )
    this.#running.add(name)
    return { host: this.home, port }
  }

  async stop(name: string, mode: 'fast' | 'immediate' = 'immediate'): Promise<void> {
    await this.#pg('pg_ctl', '-D', join(this.home, name), '-m', mode, '-w', 'stop')
    this.#running.delete(name)
  }

  log(name: string): string {
    return readFileSync(join(this.home, `${name}.log`), 'utf8')
  }

  async end(): Promise<void> {
    for (const name of [...this.#running].reverse()) await this.stop(name).catch(() => {})
    rmSync(this.home, { recursive: true, force: true })
  }
}

export interface Cluster {
  readonly primary: ServerPlace
  readonly standby: ServerPlace
  stop(): Promise<void>
}

/** A primary and a standby. Takes a few seconds. */
export async function startCluster(): Promise<Cluster> {
  const servers = new Servers()
  try {
    const primary = await servers.create('primary')
    const standby = await servers.createStandby('primary', 'standby')
    return { primary, standby, stop: () => servers.end() }
  } catch (error) {
    await servers.end()
    throw error
  }
}
