// An export over real sockets: what a client sees of it, and how much of the table the server reads for that.
import { request, type IncomingMessage } from 'node:http'
import Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginateConfig } from 'drizzle-paginate'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ExportCase, exportServers, type RunningServer } from './support/export-servers.js'
import { send } from './support/raw-request.js'

const ROWS = 40_000
const BATCH = 1000
/** Rows of the table until one is no JSON. */
const SOUND = 2500

const notes = sqliteTable('notes', { id: integer().primaryKey(), owner: text().notNull(), body: text().notNull() })
const batches: string[] = []
const client = new Database(':memory:', {
  verbose: (statement) => void (String(statement).includes('from "notes"') && batches.push(String(statement))),
})
client.exec(`create table notes (id integer primary key, owner text, body text);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
  insert into notes select i, case when i % 2 then 'odd' else 'even' end, case when i = ${SOUND} then 'x' else '"' || hex(zeroblob(500)) || '"' end from n`)
const db = drizzle({ client })
const config = paginateConfig(notes).withLimits(1, 2).withTieBreaker('id').filterable('id', '$lte').build()
const scoped = paginateConfig(notes)
  .scopedBy((scope: { owner: string }) => eq(notes.owner, scope.owner))
  .withLimits(1, 2)
  .withTieBreaker('id')
  .filterable('id', '$lte')
  .build()
const whole = { db, config, as: 'csv', filename: 'notes.csv' } as const
/** Fails when it comes to the row that is no JSON. */
const failing = sql`json(${notes.body}) is not null`

afterAll(() => void client.close())
beforeEach(() => void (batches.length = 0))

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Once no batch has been read for a while: how many there were. */
async function batchesAtRest(): Promise<number> {
  for (;;) {
    const before = batches.length
    await pause(150)
    if (before === batches.length) return before
  }
}

function open(port: number, target = '/notes', headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: target, headers, agent: false }, resolve).on('error', reject).end()
  })
}

/** All that came of a body, and whether its end came too. */
async function read(response: IncomingMessage): Promise<{ readonly text: string; readonly isComplete: boolean }> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer)
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ECONNRESET')
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isComplete: response.complete }
}

/** Of an error, of one that Drizzle has wrapped, and of a line of Fastify's log. */
function messageOf(seen: unknown): string {
  const { message, cause, err } = Object(seen) as {
    readonly message?: string
    readonly cause?: Error
    readonly err?: { readonly stack?: string }
  }
  return [message, cause?.message, err?.stack].join()
}

// R14.1.4, R14.1.5, R14.1.8
describe.each(exportServers)('an export by $name', ({ start }) => {
  async function withServer(
    given: Omit<ExportCase, 'seen'>,
    use: (server: RunningServer, seen: unknown[]) => Promise<void>,
  ): Promise<void> {
    const seen: unknown[] = []
    const server = await start({ ...given, seen })
    const written = vi.spyOn(console, 'error').mockImplementation((error) => void seen.push(error))
    try {
      await use(server, seen)
    } finally {
      written.mockRestore()
      await server.close()
    }
  }

  it('is read no faster than the client takes it', async () => {
    await withServer(whole, async ({ port }) => {
      const response = await open(port)
      response.pause()
      // The system's buffers of a socket hold some of it.
      const ahead = await batchesAtRest()
      expect(ahead).toBeGreaterThan(0)
      expect(ahead).toBeLessThan(ROWS / BATCH / 2)
      const { text: file, isComplete } = await read(response)
      expect(isComplete).toBe(true)
      expect(file.match(/\r\n/g)).toHaveLength(ROWS + 1)
      expect(batches).toHaveLength(ROWS / BATCH + 1)
      expect(response.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="notes.csv"; filename*=UTF-8''notes.csv`,
      })
    })
  })

  it('stops reading for a client that goes away', async () => {
    await withServer(whole, async ({ port }, seen) => {
      const response = await open(port)
      await new Promise((resolve) => response.once('data', resolve))
      response.destroy()
      expect(await batchesAtRest()).toBeLessThan(ROWS / BATCH)
      expect(seen.filter((error) => error instanceof Error)).toEqual([])
      expect((await send(port, 'GET', '/notes?filter.id=$lte:0')).body.toString()).toBe('id,owner,body\r\n')
    })
  })

  it.each(['csv', 'json', 'ndjson'] as const)('ends the connection in the middle of %s where the database fails', async (as) => {
    await withServer({ ...whole, as, where: failing }, async ({ port }, seen) => {
      const response = await open(port)
      const { text: file, isComplete } = await read(response)
      expect([response.statusCode, isComplete]).toEqual([200, false])
      expect(file.length).toBeGreaterThan(1000)
      expect(file.length).toBeLessThan(SOUND * 1050)
      expect(file).not.toMatch(/malformed|Error/)
      if (as === 'json') expect(() => JSON.parse(file) as unknown).toThrow(SyntaxError)
      await vi.waitFor(() => expect(seen.map(messageOf).join()).toContain('malformed JSON'))
    })
  })

  it('leaves an error before the first byte to the framework', async () => {
    await withServer({ ...whole, where: sql`json('x') = ${notes.body}` }, async ({ port }) => {
      const { status, body, headers } = await send(port, 'GET', '/notes')
      expect([status, body.toString(), headers['content-disposition']]).toEqual([500, 'framework', undefined])
    })
  })

  it.each(['page=0', 'limit=5', 'filter.body=$eq:1'])('refuses %s as a page does, before any statement', async (parameters) => {
    await withServer(whole, async ({ port }) => {
      const { status, headers, body } = await send(port, 'GET', `/notes?${parameters}`)
      expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
        400,
        'application/problem+json; charset=utf-8',
        undefined,
      ])
      expect(JSON.parse(body.toString())).toMatchObject({ status: 400, parameter: parameters.slice(0, parameters.indexOf('=')) })
      expect(batches).toEqual([])
    })
  })

  it('answers HEAD with the headers of GET, after one batch', async () => {
    await withServer(whole, async ({ port }) => {
      const { status, headers, body } = await send(port, 'HEAD', '/notes')
      expect([status, headers['content-type'], headers['content-length'], body.length]).toEqual([
        200,
        'text/csv; charset=utf-8',
        undefined,
        0,
      ])
      expect(headers['content-disposition']).toContain('notes.csv')
      expect((await send(port, 'HEAD', '/notes?page=0')).status).toBe(400)
      expect(await batchesAtRest()).toBe(1)
    })
  })

  it('is scoped by the request', async () => {
    await withServer(
      { ...whole, config: scoped, isScoped: true, columns: ['owner', 'id'], where: sql`${notes.id} > 1` },
      async ({ port }) => {
        const response = await open(port, '/notes?filter.id=$lte:6', { 'x-owner': 'even' })
        expect((await read(response)).text).toBe('owner,id\r\neven,2\r\neven,4\r\neven,6\r\n')
      },
    )
  })
})
