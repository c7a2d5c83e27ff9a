// A PostgreSQL cluster of the test's own: a primary and a streaming standby of it, in a temporary directory.
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The server refuses to run as root: then it runs as the user that its package made. */
function asServerUser(program: string, ...args: string[]): [string, string[]] {
  if (userInfo().uid !== 0) return [program, args]
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]]
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

export interface Cluster {
  readonly primary: { readonly host: string; readonly port: number }
  readonly standby: { readonly host: string; readonly port: number }
  stop(): Promise<void>
}

/** Takes a few seconds. */
export async function startCluster(): Promise<Cluster> {
  const bin = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
  const home = mkdtempSync(join(tmpdir(), 'paginate-cluster-'))
  chmodSync(home, 0o777)
  const pg = (program: string, ...args: string[]) => run(...asServerUser(join(bin, program), ...args), { cwd: home })
  const start = async (name: string): Promise<{ host: string; port: number }> => {
    const port = await freePort()
    const options = `-k ${home} -p ${port} -c listen_addresses= -c fsync=off -c max_connections=20 -c shared_buffers=16MB`
    await pg('pg_ctl', '-D', join(home, name), '-l', join(home, `${name}.log`), '-o', options, '-w', 'start')
    return { host: home, port }
  }
  const started: string[] = []
  const stop = async (): Promise<void> => {
    for (const name of started.reverse()) await pg('pg_ctl', '-D', join(home, name), '-m', 'immediate', 'stop').catch(() => {})
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await pg('initdb', '-D', join(home, 'primary'), '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8')
    const primary = await start('primary')
    started.push('primary')
    await pg('pg_basebackup', '-h', home, '-p', String(primary.port), '-U', 'postgres', '-D', join(home, 'standby'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync')
    const standby = await start('standby')
    started.push('standby')
    return { primary, standby, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
