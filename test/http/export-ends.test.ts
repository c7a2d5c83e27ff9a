// However an export inside `within` ends, its transaction ends and its connection comes back: also where the answer that
// is sent is another one, and nobody reads the file. PGlite is a pool of one connection.
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import * as http2 from 'node:http2'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { serve } from '@hono/node-server'
import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  Module,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { type ListDatabase, type PaginateQuery, PaginateQueryError, streamRows } from 'drizzle-paginate'
import * as expressAdapter from 'drizzle-paginate/express'
import * as fastifyAdapter from 'drizzle-paginate/fastify'
import * as honoAdapter from 'drizzle-paginate/hono'
import { type AnswerEvent, exportHandler } from 'drizzle-paginate/http'
import * as nestAdapter from 'drizzle-paginate/nestjs'
import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import { map } from 'rxjs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listOf } from '../support/article-list.js'
import { pglite } from '../support/databases/pglite.js'
import type { TestDatabase } from '../support/test-database.js'

const express4 = createRequire(import.meta.url)('express4') as typeof express

let database: TestDatabase
beforeAll(async () => {
  database = await pglite.open()
})
afterAll(() => database.close())

/** Transactions that are open, and what `within` waits for before it calls `run`. */
let open = 0
let begun = 0
let gate: Promise<void>
let release: () => void
beforeEach(() => {
  open = begun = 0
  gate = new Promise((resolve) => (release = resolve))
})

type Within = <Answer>(request: unknown, run: (db: never) => Promise<Answer>) => Promise<Answer>
/** Opens a transaction. */
const within: Within = (_request, run) =>
  database.db.transaction(async (tx) => {
    open += 1
    begun += 1
    try {
      return await run(tx as never)
    } finally {
      open -= 1
    }
  })
/** The first batch is there only after the gate is open. */
const gated: Within = (given, run) => within(given, (tx) => gate.then(() => run(tx)))
const ended = { as: 'ndjson' } as const
const options = (own: Within = within) => ({
  ...ended,
  db: database.db as unknown as ListDatabase,
  config: listOf(database).build() as never,
  within: own as never,
})

interface Running {
  readonly port: number
  readonly close: () => unknown
}
const servers: Running[] = []
afterEach(async () => {
  for (const { close } of servers.splice(0)) await close()
})
function keep(server: Server | http2.Http2Server, close: () => unknown = () => server.close()): number {
  const { port } = server.address() as AddressInfo
  servers.push({
    port,
    close: () => {
      const closing = close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      return closing
    },
  })
  return port
}

/** What a client sees; it may leave once `isLeft` says so. */
async function ask(port: number, leaves?: Promise<unknown>): Promise<string> {
  const sent = request({ host: '127.0.0.1', port, path: '/', agent: false }).end()
  void leaves?.then(() => sent.destroy())
  try {
    const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
    let text = ''
    for await (const chunk of response) text += String(chunk)
    return `${response.statusCode} ${text.slice(0, 12)}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

async function askOverHttp2(port: number): Promise<string> {
  const session = http2.connect(`http://127.0.0.1:${port}`)
  const stream = session.request({ ':path': '/' })
  const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  session.close()
  return `${String(headers[':status'])} ${text.slice(0, 12)}`
}

/** No transaction is open, and the next one answers. */
async function expectNoneOpen(): Promise<void> {
  await vi.waitFor(() => expect(open).toBe(0), { timeout: 4000 })
  const { totalItems } = await within(null, async (tx) => ({ totalItems: typeof tx }))
  expect(totalItems).toBe('object')
}

type ExpressHandler = (request: express.Request, response: express.Response, next: express.NextFunction) => void

async function expressPort(make: typeof express, own: Within, before: ExpressHandler): Promise<number> {
  const app = make()
  const late: express.ErrorRequestHandler = (_error, _request, response, next) => {
    if (response.headersSent) return next()
    response.status(500).send('framework')
  }
  app.get('/', before, expressAdapter.exportHandler(options(own)), late)
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return keep(server)
}

describe.each([
  ['Express 5', express],
  ['Express 4', express4],
])('an export of %s ends', (_name, make) => {
  test('if a time limit answers before the first batch', async () => {
    const port = await expressPort(make, gated, (_request, response, next) => {
      response.status(503).send('timeout')
      response.once('close', () => release())
      next()
    })
    expect(await ask(port)).toBe('503 timeout')
    await expectNoneOpen()
  })

  test('if a time limit answers before the first batch and keeps its answer open', async () => {
    const port = await expressPort(make, gated, (_request, response, next) => {
      response.status(503).write('timeout')
      setTimeout(() => release(), 20)
      next()
    })
    void ask(port)
    await vi.waitFor(() => expect(begun).toBe(1))
    await expectNoneOpen()
  })

  test('if the refusal of its own `where` comes after the answer of a time limit', async () => {
    const app = make()
    const refused = (): never => {
      throw new PaginateQueryError({ code: 'page.not_positive_integer', message: 'refused', parameter: 'page' })
    }
    app.use((_request, response, next) => {
      response.status(503).send('timeout')
      next()
    })
    app.get('/', expressAdapter.exportHandler({ ...options(), where: () => gate.then(refused) }))
    const passed = new Promise<unknown>((resolve) => {
      const last: express.ErrorRequestHandler = (error, _request, _response, next) => {
        resolve(error)
        next()
      }
      app.use(last)
    })
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    expect(await ask(keep(server))).toBe('503 timeout')
    release()
    expect(await passed).toMatchObject({ code: 'ERR_HTTP_HEADERS_SENT' })
  })

  test('if a header cannot be set', async () => {
    const port = await expressPort(make, within, (_request, response, next) => {
      const set = response.setHeader.bind(response)
      response.setHeader = (name, value) => {
        if (name === 'content-disposition') throw new Error('no such header')
        return set(name, value)
      }
      next()
    })
    expect(await ask(port)).toBe('500 framework')
    await expectNoneOpen()
  })

  test('if somebody ends the answer after its head', async () => {
    const port = await expressPort(make, within, (_request, response, next) => {
      response.once('pipe', () => response.end('mine'))
      next()
    })
    expect(await ask(port)).toMatch(/^200 mine/)
    await expectNoneOpen()
  })

  test('if the client leaves before the first batch', async () => {
    const leaves = new Promise((resolve) => setTimeout(resolve, 50))
    const port = await expressPort(make, gated, (_request, response, next) => {
      response.once('close', () => release())
      next()
    })
    expect(await ask(port, leaves)).toBe('ECONNRESET')
    await expectNoneOpen()
  })
})

describe.each([false, true])('an export of Fastify ends (HTTP/2: %s)', (isHttp2) => {
  type Hooks = Parameters<ReturnType<typeof fastify>['get']>[1]
  async function fastifyPort(own: Within, hooks: object, onAnswer?: (event: AnswerEvent) => void): Promise<number> {
    const app = fastify(isHttp2 ? ({ http2: true } as object) : {})
    app.get('/', hooks as Hooks as never, fastifyAdapter.exportHandler({ ...options(own), onAnswer }))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return keep(app.server, () => app.close())
  }
  const asked = isHttp2 ? askOverHttp2 : ask

  test('if a time limit answers before the first batch', async () => {
    const port = await fastifyPort(gated, {
      onRequest: (
        _request: unknown,
        reply: { raw: { once(event: string, run: () => void): void }; code(n: number): { send(text: string): void } },
        done: () => void,
      ) => {
        setTimeout(() => reply.code(503).send('timeout'), 20)
        reply.raw.once('close', () => release())
        done()
      },
    })
    expect(await asked(port)).toBe('503 timeout')
    await expectNoneOpen()
  })

  test('if an onSend hook throws', async () => {
    const port = await fastifyPort(within, {
      onSend: async () => {
        throw new Error('hook')
      },
    })
    expect(await asked(port)).toMatch(/^500 /)
    await expectNoneOpen()
  })

  test('if an onSend hook puts another text in its place', async () => {
    const port = await fastifyPort(within, { onSend: async () => 'replaced' })
    expect(await asked(port)).toBe('200 replaced')
    await expectNoneOpen()
  })

  if (!isHttp2) {
    test('if the client leaves before the first batch', async () => {
      const seen: unknown[] = []
      const onRequest = (
        _request: unknown,
        reply: { raw: { once(event: string, run: () => void): void } },
        done: () => void,
      ): void => {
        reply.raw.once('close', () => setTimeout(() => release(), 20))
        done()
      }
      const port = await fastifyPort(
        gated,
        { onRequest },
        ({ status, statements }) => void seen.push([status, statements]),
      )
      expect(await ask(port, new Promise((resolve) => setTimeout(resolve, 50)))).toBe('ECONNRESET')
      await expectNoneOpen()
      await vi.waitFor(() => expect(seen).toEqual([[499, 0]]))
    })
  }
})

describe('an export of Hono ends', () => {
  type Middleware = Parameters<Hono['use']>[1]
  function honoApp(own: Within, before: Middleware): Hono {
    const app = new Hono()
    app.onError((_error, c) => c.text('framework', 500))
    app.get('/', before, honoAdapter.exportHandler(options(own)))
    return app
  }
  const listening = (app: Hono): Promise<number> =>
    new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(keep(server as Server)))
    })
  const ways: readonly (readonly [name: string, own: Within, before: Middleware, seen: string])[] = [
    [
      'if a middleware throws after it',
      within,
      async (_c, next) => {
        await next()
        throw new Error('late')
      },
      '500 framework',
    ],
    [
      'if a middleware answers first',
      gated,
      async (c, next) => {
        const running = next()
        c.res = c.text('timeout', 503)
        setTimeout(() => release(), 50)
        void running
      },
      '503 timeout',
    ],
    [
      'if a middleware answers in its place',
      within,
      async (c, next) => {
        await next()
        c.res = undefined
        c.res = new Response('replaced')
      },
      '200 replaced',
    ],
  ]
  test.each(ways)('%s', async (_name, own, before, seen) => {
    expect(await ask(await listening(honoApp(own, before)))).toBe(seen)
    await expectNoneOpen()
  })

  test.each(ways)('%s, where Node has no part in it', async (_name, own, before, seen) => {
    const response = await honoApp(own, before).request('/')
    expect(`${response.status} ${await response.text()}`).toBe(seen)
    await expectCollected()
  })
})

/** A body that nobody holds any more is collected some time. */
async function expectCollected(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const collecting = setInterval(collect, 50)
  try {
    // Of an export that has not begun, the transaction is still to come.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await expectNoneOpen()
  } finally {
    clearInterval(collecting)
  }
}

describe('an export of a fetch handler ends', () => {
  test('if its signal aborts and nobody reads the body', async () => {
    const control = new AbortController()
    const seen: unknown[] = []
    const handler = exportHandler({ ...options(), onAnswer: ({ status }) => void seen.push(status) })
    const response = await handler(new Request('http://localhost/', { signal: control.signal }))
    expect([response.status, open]).toEqual([200, 1])
    control.abort(new Error('gone'))
    await expectNoneOpen()
    expect(seen).toEqual([499])
    // Who reads after all sees a broken file, and no end.
    await expect(response.text()).rejects.toThrow('gone')
  })

  test('if its signal aborts before the first batch', async () => {
    const control = new AbortController()
    const answered = exportHandler(options(gated))(new Request('http://localhost/', { signal: control.signal }))
    await vi.waitFor(() => expect(open).toBe(1))
    control.abort(new Error('gone'))
    release()
    await expect(answered).rejects.toThrow('gone')
    await expectNoneOpen()
  })

  test('without another batch if its signal aborts while one is written', async () => {
    const control = new AbortController()
    let written = 0
    // Called with one row, it makes each row a batch.
    const map = (item: unknown): unknown => {
      written += 1
      control.abort(new Error('gone'))
      return item
    }
    const answered = exportHandler({ ...options(), map })(new Request('http://localhost/', { signal: control.signal }))
    await expect(answered).rejects.toThrow('gone')
    await expectNoneOpen()
    expect(written).toBe(1)
  })

  test('if nobody holds the answer any more', async () => {
    await (async () => void (await exportHandler(options())(new Request('http://localhost/'))))()
    expect(open).toBe(1)
    await expectCollected()
  })

  test('if its body is cancelled', async () => {
    const response = await exportHandler(options())(new Request('http://localhost/'))
    await response.body?.cancel()
    await expectNoneOpen()
  })

  test('of HEAD', async () => {
    await exportHandler(options())(new Request('http://localhost/', { method: 'HEAD' }))
    await expectNoneOpen()
  })
})

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
] as const)('an export of NestJS on %s ends', (_name, adapter) => {
  async function nestPort(own: Within, around: NestInterceptor['intercept']): Promise<number> {
    class Around {
      readonly intercept = around
    }
    class Rows {
      export(query: PaginateQuery) {
        return (tx: ListDatabase) => streamRows(tx as never, query, listOf(database).build() as never)
      }
    }
    const descriptor = Object.getOwnPropertyDescriptor(Rows.prototype, 'export') as TypedPropertyDescriptor<
      Rows['export']
    >
    nestAdapter.Paginate()(Rows.prototype, 'export', 0)
    nestAdapter.ExportedList({ ...ended, within: own as never })(Rows.prototype, 'export', descriptor)
    Get()(Rows.prototype, 'export', descriptor)
    UseInterceptors(new Around())(Rows)
    Controller()(Rows)
    class App {
      readonly controllers = [Rows]
    }
    Module({ controllers: [Rows] })(App)
    const app = await NestFactory.create(App, adapter() as never, { logger: false })
    await app.listen(0, '127.0.0.1')
    return keep(app.getHttpServer() as Server, () => app.close())
  }
  const responseOf = (context: ExecutionContext) =>
    context.switchToHttp().getResponse<{
      status(code: number): { send(text: string): void }
      raw?: Server
      once: Server['once']
    }>()

  test('if a time limit answers before the first batch', async () => {
    const port = await nestPort(gated, (context: ExecutionContext, next: CallHandler) => {
      const response = responseOf(context)
      setTimeout(() => response.status(503).send('timeout'), 20)
      ;(response.raw ?? response).once('close', () => release())
      return next.handle()
    })
    expect(await ask(port)).toBe('503 timeout')
    await expectNoneOpen()
  })

  test('if an interceptor throws after it, and if one answers in its place', async () => {
    const throwing = await nestPort(within, (_context, next) =>
      next.handle().pipe(
        map(() => {
          throw new Error('late')
        }),
      ),
    )
    expect(await ask(throwing)).toMatch(/^500 /)
    await expectNoneOpen()
    const replacing = await nestPort(within, (_context, next) => next.handle().pipe(map(() => 'replaced')))
    expect(await ask(replacing)).toBe('200 replaced')
    await expectNoneOpen()
  })
})
