// Lists behind what NestJS applications put around their controllers: a cache, an envelope, a validation pipe.
import 'reflect-metadata'
import { once } from 'node:events'
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, Socket } from 'node:net'
import { CACHE_MANAGER, CacheInterceptor } from '@nestjs/cache-manager'
import {
  applyDecorators,
  type ArgumentsHost,
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  type INestApplication,
  Module,
  type NestInterceptor,
  Req,
  UseInterceptors,
  ValidationPipe,
} from '@nestjs/common'
import { APP_FILTER, APP_INTERCEPTOR, NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { createCache } from 'cache-manager'
import { paginate, paginateConfig, PaginateQuery, type PaginateQueryError, streamRows } from 'drizzle-paginate'
import {
  asNestPaginated,
  ExportedList,
  nestPaginateQuery,
  PageOptions,
  type PageOptionsValue,
  Paginate,
  PaginateExceptionFilter,
  PaginatedList,
  RequestUrl,
} from 'drizzle-paginate/nestjs'
import type { AnswerEvent } from 'drizzle-paginate/http'
import express from 'express'
import { EMPTY, firstValueFrom, map, type Observable, of } from 'rxjs'
import { ExportInterceptor } from '../../src/entries/nestjs/export-interceptor.js'
import { afterAll, describe, expect, it } from 'vitest'
import { articleDatabase, articleList, articles } from './support/article-list.js'
import { send } from './support/raw-request.js'

const express4 = createRequire(import.meta.url)('express4') as typeof express
const database = articleDatabase()
afterAll(() => database.close())

let reads = 0
class Articles {
  list(query: PaginateQuery, path: string) {
    reads += 1
    return paginate(database.db, query, articleList, { path })
  }
}
// As a compiler with `emitDecoratorMetadata` does for a class that is imported as a value: before the decorators of the
// parameters.
Reflect.defineMetadata('design:paramtypes', [PaginateQuery, String], Articles.prototype, 'list')
Paginate()(Articles.prototype, 'list', 0)
RequestUrl()(Articles.prototype, 'list', 1)
const list = Object.getOwnPropertyDescriptor(Articles.prototype, 'list') as TypedPropertyDescriptor<Articles['list']>
PaginatedList()(Articles.prototype, 'list', list)
Get('articles')(Articles.prototype, 'list', list)
Controller()(Articles)

class Envelope implements NestInterceptor {
  intercept(_context: unknown, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data: unknown) => ({ data })))
  }
}

/** Methods that do not return what their decorator sends. */
class Mistakes {
  nothing(): undefined {
    return undefined
  }
  empty(): Observable<never> {
    return EMPTY
  }
  wrapped(): object {
    return { items: [], meta: {}, links: {} }
  }
  rows(): string {
    return 'rows'
  }
  within(): object {
    return { items: [] }
  }
  unreturned(): () => Promise<void> {
    return () => Promise.resolve()
  }
}
const mistakes = {
  nothing: [PaginatedList(), '@PaginatedList() needs a page; return it from the method.'],
  empty: [PaginatedList(), '@PaginatedList() needs a page; return it from the method.'],
  // The decorator that is applied later is the one above.
  wrapped: [
    applyDecorators(PaginatedList() as MethodDecorator, UseInterceptors(new Envelope())),
    '@PaginatedList() needs a page; return it from the method.',
  ],
  rows: [ExportedList({ as: 'csv' }), '@ExportedList() needs rows; return it from the method.'],
  within: [
    PaginatedList({ within: (_request, run) => run(database.db as never) }),
    '@PaginatedList() with within needs a function of the database; return it from the method.',
  ],
  unreturned: [
    PaginatedList({ within: (_request, run) => run(database.db as never) }),
    '@PaginatedList() needs a page; return it from the function of the database.',
  ],
} as const
for (const [name, [decorate]] of Object.entries(mistakes)) {
  const method = Object.getOwnPropertyDescriptor(Mistakes.prototype, name) as PropertyDescriptor
  ;(decorate as MethodDecorator)(Mistakes.prototype, name, method)
  Get(name)(Mistakes.prototype, name, method)
}
Controller()(Mistakes)

type Adapter = ExpressAdapter | FastifyAdapter
type Use = (port: number) => Promise<void>

const withApp = (
  adapter: Adapter,
  providers: object[],
  use: Use,
  setUp?: (app: INestApplication) => void,
): Promise<void> => withControllers(adapter, [Articles, Mistakes], use, providers, setUp)

async function withControllers(
  adapter: Adapter,
  controllers: (new () => object)[],
  use: Use,
  providers: object[] = [],
  setUp: (app: INestApplication) => void = () => {},
): Promise<void> {
  class App {
    readonly controllers = controllers
  }
  Module({ controllers, providers: providers as never[] })(App)
  const app: INestApplication = await NestFactory.create(App, adapter as ExpressAdapter, { logger: false })
  setUp(app)
  await app.listen(0, '127.0.0.1')
  try {
    await use(((app.getHttpServer() as Server).address() as AddressInfo).port)
  } finally {
    await app.close()
  }
}

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
] as const)('NestJS on %s', (name, adapter) => {
  const ask = async (port: number, target = '/articles?limit=2&search=e') => {
    const { status, headers, body } = await send(port, 'GET', target)
    return {
      status,
      type: headers['content-type'],
      link: headers['link'],
      body: JSON.parse(body.toString('utf8')) as Record<string, unknown>,
    }
  }

  it('says which method returns nothing, or something else', async () => {
    const seen: unknown[] = []
    const filter = {
      provide: APP_FILTER,
      useValue: {
        catch: (error: Error, host: ArgumentsHost) => {
          seen.push(`${error.constructor.name} ${error.message}`)
          host.switchToHttp().getResponse<{ status(code: number): { send(text: string): void } }>().status(500).send('')
        },
      },
    }
    await withApp(adapter(), [filter], async (port) => {
      for (const name of Object.keys(mistakes)) expect((await send(port, 'GET', `/${name}`)).status).toBe(500)
    })
    expect(seen).toEqual(Object.values(mistakes).map(([, sentence]) => `PaginateConfigError ${sentence}`))
  })

  it('is cached as the page that it is', async () => {
    reads = 0
    const cached = [
      { provide: CACHE_MANAGER, useFactory: () => createCache() },
      { provide: APP_INTERCEPTOR, useClass: CacheInterceptor },
    ]
    await withApp(adapter(), cached, async (port) => {
      const first = await ask(port)
      const second = await ask(port)
      expect(reads).toBe(1)
      expect(first.type).toBe('application/json; charset=utf-8')
      expect([second.status, second.type, second.body]).toEqual([200, first.type, first.body])
      expect(first.body).toMatchObject({ items: [{ serial: '9007199254740994' }, {}] })
    })
  })

  it('is wrapped as the page that it is, with its link header', async () => {
    const enveloped = [{ provide: APP_INTERCEPTOR, useClass: Envelope }]
    await withApp(adapter(), enveloped, async (port) => {
      const { type, link, body } = await ask(port)
      expect(type).toBe('application/json; charset=utf-8')
      expect(link).toContain('rel="next"')
      expect(body).toMatchObject({ data: { items: [{}, { serial: '9007199254740995' }], meta: { search: 'e' } } })
    })
  })

  it('sends a page under the names of nestjs-paginate, with the header and the tag of a page', async () => {
    class Old {
      async list(request: { originalUrl?: string; url: string }) {
        return asNestPaginated(await paginate(database.db, nestPaginateQuery(request, articleList), articleList))
      }
    }
    const own = Object.getOwnPropertyDescriptor(Old.prototype, 'list') as TypedPropertyDescriptor<Old['list']>
    const events: AnswerEvent[] = []
    Req()(Old.prototype, 'list', 0)
    const onAnswer = (event: AnswerEvent) => void events.push(event)
    PaginatedList({ config: articleList, cache: { version: () => 'one' }, onAnswer })(Old.prototype, 'list', own)
    Get('old')(Old.prototype, 'list', own)
    Controller()(Old)
    await withControllers(adapter(), [Old], async (port) => {
      const { headers, body } = await send(port, 'GET', '/old?filter.status=live&sortBy=title:DESC')
      expect(headers['etag']).toMatch(/^W\//)
      expect(decodeURIComponent(String(headers['link']))).toContain('filter.status=$eq:live')
      expect(JSON.parse(body.toString())).toMatchObject({
        data: [{ title: 'Ginkgo' }, {}],
        meta: { sortBy: [['title', 'DESC']] },
      })
      expect(events).toMatchObject([{ shape: 'sortBy=title:DESC', rows: 2, totalItems: 4 }])
      // The list itself reads no criterion without an operator: the method decides.
      const again = async (criterion: string): Promise<number> => {
        const have = { 'if-none-match': String(headers['etag']) }
        return (await send(port, 'GET', `/old?filter.status=${criterion}`, have)).status
      }
      expect([await again('live'), await again('$eq:live'), await again('$gte:live')]).toEqual([304, 304, 400])
    })
  })

  it.each([
    ['all columns', undefined, 'fields=title', 200, 'title\r\nAsh\r\n'],
    ['some columns', ['title', 'id'], 'fields=ID', 200, 'id\r\n1\r\n'],
    ['another column', ['title'], 'fields=id', 400, ''],
  ] as const)(
    'sends a CSV of %s with the members that are asked for',
    async (_title, columns, search, status, text) => {
      const config = paginateConfig(articles).withLimits(2, 10).withTieBreaker('id').selectable().build()
      class File {
        rows(query: PaginateQuery) {
          return streamRows(database.db, query, config)
        }
      }
      const rows = Object.getOwnPropertyDescriptor(File.prototype, 'rows') as TypedPropertyDescriptor<File['rows']>
      Paginate()(File.prototype, 'rows', 0)
      ExportedList({ config, as: 'csv', columns })(File.prototype, 'rows', rows)
      Get('file')(File.prototype, 'rows', rows)
      Controller()(File)
      await withControllers(adapter(), [File], async (port) => {
        const answer = await send(port, 'GET', `/file?${search}`)
        expect([answer.status, answer.body.toString().startsWith(text)]).toEqual([status, true])
      })
    },
  )

  it.each([
    [['id'], 500],
    [['number'], 200],
    [undefined, 200],
  ])('sends a CSV of the columns %j, without config, if the first row has them', async (columns, status) => {
    const config = paginateConfig(articles).withLimits(2, 10).withTieBreaker('id').build()
    class File {
      rows(query: PaginateQuery) {
        return streamRows(database.db, query, config, { map: ({ id }) => ({ number: id }) })
      }
    }
    const rows = Object.getOwnPropertyDescriptor(File.prototype, 'rows') as TypedPropertyDescriptor<File['rows']>
    Paginate()(File.prototype, 'rows', 0)
    ExportedList({ as: 'csv', columns })(File.prototype, 'rows', rows)
    Get('file')(File.prototype, 'rows', rows)
    Controller()(File)
    await withControllers(adapter(), [File], async (port) => {
      expect((await send(port, 'GET', '/file')).status).toBe(status)
    })
  })

  it('is a page, though the method put a member `data` next to its items', async () => {
    class Own {
      async list(query: PaginateQuery) {
        return { ...(await paginate(database.db, query, articleList)), data: { note: 'own' } }
      }
    }
    const own = Object.getOwnPropertyDescriptor(Own.prototype, 'list') as TypedPropertyDescriptor<Own['list']>
    Paginate()(Own.prototype, 'list', 0)
    PaginatedList({ cache: {} })(Own.prototype, 'list', own)
    Get('own')(Own.prototype, 'list', own)
    Controller()(Own)
    await withControllers(adapter(), [Own], async (port) => {
      const { status, body } = await send(port, 'GET', '/own?sortBy=title:ASC')
      expect([status, JSON.parse(body.toString())]).toMatchObject([200, { items: [{}, {}], data: { note: 'own' } }])
    })
  })

  it('gives a method without a decorator of its own the signal that the platform has', async () => {
    class Plain {
      list(options: PageOptionsValue, request: { readonly signal?: AbortSignal }) {
        // Fastify has one from its version 5 on, Express none.
        return { isSame: options.signal === request.signal }
      }
    }
    PageOptions()(Plain.prototype, 'list', 0)
    Req()(Plain.prototype, 'list', 1)
    Get('plain')(
      Plain.prototype,
      'list',
      Object.getOwnPropertyDescriptor(Plain.prototype, 'list') as TypedPropertyDescriptor<Plain['list']>,
    )
    Controller()(Plain)
    await withControllers(adapter(), [Plain], async (port) => {
      const { body } = await send(port, 'GET', '/plain')
      expect(JSON.parse(body.toString())).toEqual({ isSame: true })
    })
  })

  it('keeps its query behind a pipe that validates the parameters of all decorators', async () => {
    const setUp = (app: INestApplication): void =>
      void app.useGlobalPipes(new ValidationPipe({ validateCustomDecorators: true, transform: true, whitelist: true }))
    await withApp(
      adapter(),
      [],
      async (port) => {
        expect(await ask(port)).toMatchObject({ status: 200, body: { meta: { itemsPerPage: 2, search: 'e' } } })
        expect(await ask(port, '/articles?limit=99')).toMatchObject({
          status: 400,
          body: { code: 'limit.out_of_range' },
        })
      },
      setUp,
    )
  })
})

it('listens once for the end of a response that a file is sent in: frameworks listen to it too', async () => {
  const request = Object.assign(new IncomingMessage(new Socket()), { url: '/export' })
  const response = Object.assign(new ServerResponse(request), { header: () => {} })
  const http = { getRequest: () => request, getResponse: () => response }
  const context = { getType: () => 'http', switchToHttp: () => http } as unknown as ExecutionContext
  const rows = streamRows(database.db, '', articleList)
  const file = new ExportInterceptor({ as: 'csv' }).intercept(context, { handle: () => of(rows) })
  await firstValueFrom(file)
  expect(response.listenerCount('close')).toBe(1)
  response.emit('close')
})

// Nest 10 on Express 4 waits for no filter: what one throws would end the process.
it.each([
  ['Express', express],
  ['Express 4', express4],
])('a refusal leaves an answer alone that a time limit of %s has sent before it', async (_name, create) => {
  const app = create()
  let thrown: unknown = null
  app.use((_request, response, next) => {
    response.status(503).write('time')
    next()
  })
  app.get('/articles', (request, response) => {
    paginate(database.db, request, articleList).catch((error: PaginateQueryError) => {
      try {
        const host = { getType: () => 'http', switchToHttp: () => ({ getResponse: () => response }) }
        new PaginateExceptionFilter().catch(error, host as unknown as ArgumentsHost)
      } catch (own) {
        thrown = own
        response.end()
      }
    })
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { status, body } = await send((server.address() as AddressInfo).port, 'GET', '/articles?page=0')
  server.close()
  expect([status, body.toString(), thrown]).toEqual([503, 'time', null])
})
