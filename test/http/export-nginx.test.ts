// Exports behind nginx with its defaults: it speaks HTTP/1.0 to the server behind it, where the end of the connection
// is the end of the body.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginateConfig } from 'drizzle-paginate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exportServers } from './support/export-servers.js'

/** So many that the file has begun to travel when it breaks, however fast the machine is. */
const ROWS = 60_000

/** Debian keeps it out of an ordinary user's PATH. */
const environment = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { env: environment, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const notes = sqliteTable('notes', { id: integer().primaryKey(), body: text().notNull() })
const client = new Database(':memory:')
client.exec(`create table notes (id integer primary key, body text);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
  insert into notes select i, case when i = 50000 then 'x' else '"' || hex(zeroblob(25)) || '"' end from n`)
const db = drizzle({ client })
const config = paginateConfig(notes).withLimits(1, 2).withTieBreaker('id').build()
const whole = { db, config, as: 'csv' } as const
/** Fails when it comes to the row that is no JSON. */
const failing = sql`json(${notes.body}) is not null`
afterAll(() => void client.close())

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** A proxy on a port of its own, nothing set but where it listens and where it passes requests on. */
async function proxyTo(
  folder: string,
  upstream: number,
): Promise<{ readonly port: number; readonly process: ChildProcess }> {
  const port = await freePort()
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${paths} server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${upstream}; } } }`,
  )
  const arguments_ = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
  const proxy = spawn('nginx', arguments_, { env: environment, stdio: 'ignore' })
  await vi.waitFor(() => read(port, '/ready'), { timeout: 10_000, interval: 20 })
  return { port, process: proxy }
}

/** What a client sees, and whether its HTTP parser calls that the whole body. */
function read(port: number, path = '/notes'): Promise<{ readonly text: string; readonly isComplete: boolean }> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => void chunks.push(chunk))
      response.on('error', () => {})
      response.on('close', () =>
        resolve({ text: Buffer.concat(chunks).toString('utf8'), isComplete: response.complete }),
      )
    }
    request({ host: '127.0.0.1', port, path, agent: false }, answered).on('error', reject).end()
  })
}

describe.skipIf(!hasNginx())('behind nginx with its defaults', () => {
  let folder = ''
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'paginate-nginx-'))))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(exportServers)('an export by $name that fails is no file that looks whole', async ({ start }) => {
    const silenced = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = await start({ ...whole, where: failing, seen: [] })
    const sound = await start({ ...whole, seen: [] })
    const proxies: ChildProcess[] = []
    try {
      const toBroken = await proxyTo(folder, broken.port)
      proxies.push(toBroken.process)
      const half = await read(toBroken.port)
      expect([half.text.startsWith('id,body\r\n'), half.text.length > 10_000, half.isComplete]).toEqual([
        true,
        true,
        false,
      ])
      const toSound = await proxyTo(folder, sound.port)
      proxies.push(toSound.process)
      const file = await read(toSound.port)
      expect([file.text.split('\r\n').length, file.isComplete]).toEqual([ROWS + 2, true])
    } finally {
      for (const proxy of proxies) proxy.kill('SIGQUIT')
      silenced.mockRestore()
      await Promise.all([broken.close(), sound.close()])
    }
  })
})
