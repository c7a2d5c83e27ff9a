// MariaDB servers of the test's own, in a temporary directory, from the programs of an installed MariaDB.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { createPool, type Pool, type PoolOptions } from 'mysql2/promise'
import { findProgram, freePort, stopListener, temporaryHome } from './postgres-cluster.js'

const program = findProgram('mariadbd')
const install = findProgram('mariadb-install-db')

export const hasMariadb = program !== null && install !== null

/** As the user that MariaDB's package made, where root runs the tests: a state transfer by rsync refuses root. */
function asMysql(file: string, ...args: string[]): [string, string[]] {
  if (userInfo().uid !== 0) return [file, args]
  return ['setpriv', ['--reuid=mysql', '--regid=mysql', '--clear-groups', file, ...args]]
}

/** Servers in one directory, by name. They listen on the loopback address; `root` has no password. */
export class MariadbServers {
  #home: string | undefined
  readonly #children: ChildProcess[] = []
  readonly #pools: Pool[] = []

  /** Made with the first server, so that a suite that is skipped leaves nothing behind. */
  get home(): string {
    return (this.#home ??= temporaryHome('mariadb'))
  }

  /** A new server, empty, with its port and a connection of `root`'s, once it has answered. */
  async start(
    name: string,
    settings: readonly string[] = [],
  ): Promise<{ readonly port: number; readonly admin: Pool }> {
    const places = ['--no-defaults', `--datadir=${join(this.home, name)}`, `--tmpdir=${this.home}`]
    execFileSync(
      ...asMysql(install as string, ...places, '--auth-root-authentication-method=normal', '--skip-test-db', '--force'),
      {
        stdio: 'pipe',
      },
    )
    const port = await freePort()
    const network = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(this.home, `${name}.sock`)}`]
    const size = ['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=32M']
    const logFile = join(this.home, `${name}.log`)
    const log = openSync(logFile, 'w')
    const child = spawn(...asMysql(program as string, ...places, ...network, ...size, ...settings), {
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.#children.push(child)
    const admin = this.open(port, { connectionLimit: 1, multipleStatements: true })
    for (const end = performance.now() + 60_000; ;) {
      const error: unknown = await admin.query('select * from mysql.user limit 0').catch((thrown: unknown) => thrown)
      if (!(error instanceof Error)) return { port, admin }
      if (performance.now() > end || child.exitCode !== null)
        throw new Error(readFileSync(logFile, 'utf8').slice(-4000), { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  open(port: number, options: PoolOptions = {}): Pool {
    const pool = createPool({ host: '127.0.0.1', port, user: 'root', ...options })
    this.#pools.push(pool)
    return pool
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end().catch(() => {})))
    await Promise.all(this.#children.map((child) => stopListener(child)))
    if (this.#home !== undefined) rmSync(this.#home, { recursive: true, force: true })
  }
}
