// An export over real sockets: what a client sees of it, and how much of the table the server reads for that.
import { AsyncLocalStorage } from 'node:async_hooks'
import { request, type IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzleProxy } from 'drizzle-orm/sqlite-proxy'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginateConfig } from 'drizzle-paginate'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { thinned } from '../support/property-runs.js'
import { type ExportCase, exportServers, http2Servers, type RunningServer } from './support/export-servers.js'
import { send } from './support/raw-request.js'

const ROWS = 40_000
/** Batches grow from 1,000 rows to those that 1 MiB holds: rows of some 1,000 bytes here. */
const BATCHES = 40
/** Rows of the table until one is no JSON. */
const SOUND = 2500

const notes = sqliteTable('notes', { id: integer().primaryKey(), owner: text().notNull(), body: text().notNull() })
const batches: string[] = []
/** What a statement sees of the request that it is sent for. */
const context = new AsyncLocalStorage<string>()
const contexts: (string | undefined)[] = []
const client = new Database(':memory:', {
  verbose: (statement) => {
    if (!String(statement).includes('from "notes"')) return
    batches.push(String(statement))
    contexts.push(context.getStore())
  },
})
client.exec(`create table notes (id integer primary key, owner text, body text);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
  insert into notes select i, case when i % 2 then 'odd' else 'even' end, case when i = ${SOUND} then 'x' else '"' || hex(zeroblob(500)) || '"' end from n`)
const db = drizzle({ client })
/** The same database some way off: what was sent has arrived before the next batch is there. */
const remote = drizzleProxy((async (text: string, values: unknown[]) => {
  await pause(100)
  return {
    rows: client
      .prepare(text)
      .raw()
      .all(...values),
  }
}) as never)
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
beforeEach(() => void (batches.length = contexts.length = 0))

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

/** As a proxy asks with its defaults: the end of the connection is the end of the body, and a reset is no end. */
function readAsOldProxy(port: number): Promise<{ readonly text: string; readonly isComplete: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(
      port,
      '127.0.0.1',
      () => void socket.write('GET /notes HTTP/1.0\r\nhost: x\r\nconnection: close\r\n\r\n'),
    )
    let isComplete = true
    socket.on('data', (chunk) => void chunks.push(chunk))
    socket.on('error', () => void (isComplete = false))
    socket.on('close', () => resolve({ text: Buffer.concat(chunks).toString('utf8'), isComplete }))
  })
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
describe.each(thinned(exportServers, 2))('an export by $name', ({ start }) => {
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
      expect(ahead).toBeLessThan(BATCHES)
      const { text: file, isComplete } = await read(response)
      expect(isComplete).toBe(true)
      expect(file.match(/\r\n/g)).toHaveLength(ROWS + 1)
      expect(batches).toHaveLength(BATCHES)
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
      expect(await batchesAtRest()).toBeLessThan(BATCHES)
      expect(seen.filter((error) => error instanceof Error)).toEqual([])
      expect((await send(port, 'GET', '/notes?filter.id=$lte:0')).body.toString()).toBe('id,owner,body\r\n')
    })
  })

  it.each(['csv', 'json', 'ndjson'] as const)(
    'ends the connection in the middle of %s where the database fails',
    async (as) => {
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
    },
  )

  // Again if it fails: libuv takes a reset for an end where it comes together with the last bytes.
  it(
    'resets the connection of a file that fails, since to HTTP/1.0 its end would be the end of the file',
    { retry: 3 },
    async () => {
      await withServer({ ...whole, db: remote, where: failing }, async ({ port }) => {
        const { text: file, isComplete } = await readAsOldProxy(port)
        expect([file.startsWith('HTTP/1.1 200'), file.length > 1000, isComplete]).toEqual([true, true, false])
      })
      await withServer({ ...whole, where: sql`${notes.id} < 5` }, async ({ port }) => {
        expect(await readAsOldProxy(port)).toMatchObject({ isComplete: true })
      })
    },
  )

  it.each([
    ['csv', /\r\n#end 40000,,\r\n$/],
    ['ndjson', /\n\{"\$end":\{"rows":40000\}\}\n$/],
  ] as const)(
    'writes an end that a reader can check into %s where that is asked for, and only at its end',
    async (as, end) => {
      await withServer({ ...whole, as, trailer: true }, async ({ port }) => {
        expect((await read(await open(port))).text).toMatch(end)
      })
      await withServer({ ...whole, as, trailer: true, where: failing }, async ({ port }) => {
        expect((await read(await open(port))).text).not.toMatch(/[#$]end/)
      })
    },
  )

  it('is read in the async context of its request, from the first statement to the last', async () => {
    await withServer({ ...whole, context }, async ({ port }) => {
      expect((await read(await open(port))).isComplete).toBe(true)
      expect(contexts).toEqual(Array.from({ length: BATCHES }, () => 'request'))
    })
  })

  it('leaves an error before the first byte to the framework', async () => {
    await withServer({ ...whole, where: sql`json('x') = ${notes.body}` }, async ({ port }) => {
      const { status, body, headers } = await send(port, 'GET', '/notes')
      expect([status, body.toString(), headers['content-disposition']]).toEqual([500, 'framework', undefined])
    })
  })

  it.each(['page=0', 'limit=5', 'filter.body=$eq:1'])(
    'refuses %s as a page does, before any statement',
    async (parameters) => {
      await withServer(whole, async ({ port }) => {
        const { status, headers, body } = await send(port, 'GET', `/notes?${parameters}`)
        expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
          400,
          'application/problem+json; charset=utf-8',
          undefined,
        ])
        expect(JSON.parse(body.toString())).toMatchObject({
          status: 400,
          parameter: parameters.slice(0, parameters.indexOf('=')),
        })
        expect(batches).toEqual([])
      })
    },
  )

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

/** What came of a body over HTTP/2, and the code that its stream was closed with: 0 is a whole file. */
function readOverHttp2(port: number): Promise<{ readonly text: string; readonly code: number | undefined }> {
  return new Promise((resolve) => {
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    const stream = session.request({ ':path': '/notes' })
    let text = ''
    stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    stream.on('error', () => undefined)
    stream.on('close', () => {
      session.destroy()
      resolve({ text, code: stream.rstCode })
    })
  })
}

describe.each(http2Servers)('an export by $name over HTTP/2', ({ start }) => {
  it.each([
    ['csv', config, db],
    ['ndjson', config, remote],
    ['json', config, db],
  ] as const)(
    'is reset in the middle of %s where the database fails, and ends by itself otherwise',
    async (as, list, from) => {
      const seen: unknown[] = []
      const written = vi.spyOn(console, 'error').mockImplementation((error) => void seen.push(error))
      const failed = await start({ ...whole, db: from, as, config: list, where: failing, seen })
      const broken = await readOverHttp2(failed.port)
      expect(broken.text.length).toBeGreaterThan(1000)
      expect(broken.code).toBe(2)
      await vi.waitFor(() => expect(seen.map(messageOf).join()).toContain('malformed JSON'))
      await failed.close()
      const sound = await start({ ...whole, as, config: list, where: sql`${notes.id} < 5`, seen })
      expect((await readOverHttp2(sound.port)).code).toBe(0)
      await sound.close()
      written.mockRestore()
    },
  )
})
