// Loads the world's cities, serves them, and says what to open.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type DemoArguments, readArguments, usage } from './arguments.js'
import type { CityService } from './city-service.js'
import { readWorld } from './data/read-world.js'
import { openPglite } from './postgres/open.js'
import { progressBar } from './progress.js'
import { cityServer } from './server.js'
import { openSqlite } from './sqlite/open.js'
import { explorerUrls, sampleUrls } from './urls.js'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const report = (error: unknown): void => {
  process.stderr.write(`demo: ${messageOf(error).split('\n', 1)[0]}\n`)
}

/**
 * Runs until it is interrupted.
 *
 * @param directory - where the demo's sources lie, its migrations with them
 */
export async function runDemo(args: readonly string[], directory: string): Promise<void> {
  const started = performance.now()
  let options: DemoArguments
  try {
    options = readArguments(args)
  } catch (error) {
    report(`${messageOf(error)} ${usage}`)
    process.exitCode = 2
    return
  }
  if (options.help) return void process.stdout.write(`${usage}\n`)
  try {
    const { port, firstPage } = await serve(options, directory)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const lines = sampleUrls.map(({ title, path }) => `  ${title}\n    http://localhost:${port}${path}\n`)
    const explorers = explorerUrls.map(
      ({ title, path, first }) =>
        `  http://localhost:${port}${path}\n    ${title}\n    its first page takes ${firstPage[first]} without facets\n`,
    )
    process.stdout.write(
      `\nReady in ${seconds} s. To look around:\n\n${explorers.join('\n')}\nWorth opening:\n\n${lines.join('\n')}\nCtrl+C ends it.\n`,
    )
  } catch (error) {
    report(error)
    process.exitCode = 1
  }
}

async function serve(
  options: DemoArguments,
  directory: string,
): Promise<Pick<CityService, 'firstPage'> & { readonly port: number }> {
  let service: CityService | undefined
  const server = cityServer(() => service, report)
  // The port first: one that is taken is worth knowing before the loading, not after it.
  server.listen(options.port, 'localhost')
  try {
    await once(server, 'listening')
  } catch (error) {
    throw portError(error, options.port)
  }
  const stop = (): void => {
    server.close()
    server.closeAllConnections()
    void service?.close().catch(report)
    if (service === undefined) process.exit(130)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    service = await open(options.db, directory)
  } catch (error) {
    server.close()
    throw error
  }
  return { port: (server.address() as AddressInfo).port, firstPage: service.firstPage }
}

async function open(db: DemoArguments['db'], directory: string): Promise<CityService> {
  const world = readWorld()
  const progress = progressBar(`Loading cities into ${db === 'sqlite' ? 'SQLite' : 'PGlite'}`)
  const migrations = (dialect: string): string => join(directory, dialect, 'migrations')
  const service =
    db === 'sqlite'
      ? openSqlite(migrations('sqlite'), world, progress)
      : openPglite(migrations('postgres'), world, progress)
  return await service
}

function portError(error: unknown, port: number): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use. Choose another with --port, or 0 for any that is free.`)
  if (code === 'EACCES') return new Error(`Port ${port} may not be used by this account. Choose one above 1023.`)
  return error
}
