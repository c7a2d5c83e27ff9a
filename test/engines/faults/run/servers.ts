// One server for each adapter, with the same routes: a list, a list inside a transaction, two exports alike, and a page
// with a step in JavaScript. What their errors look like is the framework's own, or in Fastify, whose own shows the
// error, a handler's.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Controller, Get, type INestApplication, Module, Req } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import * as expressAdapter from '../../../../src/entries/express/index.js'
import * as fastifyAdapter from '../../../../src/entries/fastify/index.js'
import * as honoAdapter from '../../../../src/entries/hono/index.js'
import { exportHandler, listHandler, type ListRequest, pageHandler } from '../../../../src/entries/http/index.js'
import { listRequest } from '../../../../src/entries/http/list-request.js'
import { type ListDatabase, paginate, paginateSelectMap, streamRows } from '../../../../src/index.js'
import * as nestAdapter from '../../../../src/entries/nestjs/index.js'
import type { Opened } from './databases.js'

/** The text of every error that a callback throws: no client may see it. */
export const SECRET = 'the text of an error of the app'

/** The text that each framework sends to a client after an error. */
export const ERROR_BODIES: readonly RegExp[] = [
  /^Internal Server Error$/,
  // Express in production.
  /^<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error<\/title>\n<\/head>\n<body>\n<pre>Internal Server Error<\/pre>\n<\/body>\n<\/html>\n$/,
  /^\{"statusCode":500,"message":"Internal server error"\}$/,
]

export interface RunningServer {
  readonly port: number
  /** Waits for requests that are under way. */
  readonly end: () => Promise<unknown>
  /** At once. */
  readonly close: () => Promise<unknown>
}

export interface Adapter {
  readonly name: string
  readonly start: (opened: Opened) => Promise<RunningServer>
}

/** A request of any framework, as far as it is read here. */
interface AnyRequest {
  readonly url?: string
  readonly originalUrl?: string
  readonly req?: { readonly url: string }
}
const urlOf = (given: object): URL => {
  const { url, originalUrl, req } = given as AnyRequest
  return new URL(originalUrl ?? url ?? req?.url ?? '/', 'http://localhost')
}
const tenantOf = (given: object): number => Number(urlOf(given).pathname.split('/')[1])

/** How a callback fails is for the request to say: `?where=throws`, `rejects` or `never`. */
function act<Value>(place: string, given: object, value: Value): Value | Promise<Value> {
  const how = urlOf(given).searchParams.get(place)
  if (how === 'throws') throw new Error(SECRET)
  if (how === 'rejects') return Promise.reject(new Error(SECRET))
  return how === 'never' ? new Promise<never>(() => {}) : value
}
/** An observer gets no request: there is a route for each way to fail. */
export const OBSERVERS = ['throws', 'rejects', 'never'] as const
type Observer = (typeof OBSERVERS)[number]
const observed = (how: Observer) => {
  const fail = (): unknown => act('observer', { url: `/?observer=${how}` }, undefined)
  return [{ onAnswer: fail as () => void }, { onStatement: fail as () => void }] as const
}

/** The options of each route, for handlers of any framework. */
function optionsOf(opened: Opened) {
  const { db, scoped, open, ofTenant, within, selection } = opened
  const list = {
    db,
    config: scoped,
    scope: (given: object) => act('scope', given, { tenant: tenantOf(given) }),
    where: (given: object) => act('where', given, null),
  }
  const inside = {
    db,
    config: open,
    where: ofTenant,
    within: <Answer>(given: object, run: (tx: ListDatabase) => Promise<Answer>) => within(tenantOf(given), run),
  }
  const file = { as: 'ndjson' } as const
  const page = (request: ListRequest, given: object) =>
    paginateSelectMap(
      db,
      request,
      scoped,
      selection,
      (row: { id: unknown; tenant: unknown }) => act('map', given, { id: row.id, tenant: row.tenant }),
      { scope: { tenant: tenantOf(given) } } as never,
    )
  return { list, inside, file, page }
}

type Handler = (...given: never[]) => unknown
interface Factories {
  readonly listHandler: (options: never) => Handler
  readonly exportHandler: (options: never) => Handler
  readonly pageHandler: (page: never) => Handler
}

/** Every route of the load, with a handler that an adapter has made. */
function routesOf(opened: Opened, factories: Factories): Map<string, Handler> {
  const { list, inside, file, page } = optionsOf(opened)
  const routes = new Map<string, Handler>([
    ['list', factories.listHandler(list as never)],
    ['within-list', factories.listHandler(inside as never)],
    ['export', factories.exportHandler({ ...list, ...file } as never)],
    ['within-export', factories.exportHandler({ ...inside, ...file } as never)],
    ['mapped', factories.pageHandler(page as never)],
  ])
  for (const how of OBSERVERS) {
    const [answers, statements] = observed(how)
    routes.set(`answers-${how}`, factories.listHandler({ ...list, ...answers } as never))
    routes.set(`statements-${how}`, factories.listHandler({ ...list, ...statements } as never))
    routes.set(`export-answers-${how}`, factories.exportHandler({ ...list, ...file, ...answers } as never))
    routes.set(`export-statements-${how}`, factories.exportHandler({ ...inside, ...file, ...statements } as never))
  }
  return routes
}

function runningOf(server: Server): RunningServer {
  const end = () => new Promise((resolve) => server.close(resolve))
  return {
    port: (server.address() as AddressInfo).port,
    end,
    close: () => {
      const ended = end()
      server.closeAllConnections()
      return ended
    },
  }
}

const serveFetch = (fetch: (request: Request, environment: object) => Response | Promise<Response>) =>
  new Promise<RunningServer>((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(runningOf(server as Server)),
    ) as Server
  })

const failed = (): Response => new Response('Internal Server Error', { status: 500 })

export const adapters: readonly Adapter[] = [
  {
    name: 'fetch',
    start: (opened) => {
      const routes = routesOf(opened, { listHandler, exportHandler, pageHandler })
      return serveFetch(async (request, environment) => {
        const handler = routes.get(urlOf(request).pathname.split('/')[2] ?? '') as (
          ...given: unknown[]
        ) => Promise<Response>
        return handler(request, environment).catch(failed)
      })
    },
  },
  {
    name: 'Hono',
    start: (opened) => {
      const app = new Hono()
      app.onError(failed)
      for (const [name, handler] of routesOf(opened, honoAdapter)) app.get(`/:tenant/${name}`, handler as never)
      return serveFetch(app.fetch)
    },
  },
  {
    name: 'Express',
    start: (opened) => {
      const app = express()
      app.set('env', 'production')
      for (const [name, handler] of routesOf(opened, expressAdapter)) app.get(`/:tenant/${name}`, handler as never)
      // As Express itself answers in production, without its log.
      app.use(((_error, _request, response, next) => {
        if (response.headersSent) response.destroy()
        else if (response.writableEnded) next()
        else response.status(500).send('Internal Server Error')
      }) as express.ErrorRequestHandler)
      return new Promise((resolve) => {
        const server = createServer(app).listen(0, '127.0.0.1', () => resolve(runningOf(server)))
      })
    },
  },
  {
    name: 'Fastify',
    start: async (opened) => {
      const app = fastify({ forceCloseConnections: true })
      app.setErrorHandler((_error, _request, reply) => reply.code(500).send('Internal Server Error'))
      for (const [name, handler] of routesOf(opened, fastifyAdapter)) app.get(`/:tenant/${name}`, handler as never)
      await app.listen({ port: 0, host: '127.0.0.1' })
      return runningOf(app.server)
    },
  },
  {
    name: 'NestJS',
    start: async (opened) => {
      const app: INestApplication = await NestFactory.create(nestModule(opened), new ExpressAdapter(), {
        logger: false,
      })
      await app.listen(0, '127.0.0.1')
      return runningOf(app.getHttpServer() as Server)
    },
  },
]

/** Decorators applied by hand: the syntax for them is an option of the compiler that this project does without. */
function nestModule(opened: Opened): new () => object {
  const { list, inside, file, page } = optionsOf(opened)
  const controller = function (): void {} as unknown as new () => object
  const methods = controller.prototype as Record<string, unknown>
  const add = (name: string, decorate: (...given: never[]) => void, method: (request: object) => unknown): void => {
    // A method of its own for each route.
    const own = (request: object): unknown => method(request)
    Object.defineProperty(methods, name, { value: own, configurable: true, writable: true })
    const descriptor = Object.getOwnPropertyDescriptor(methods, name) as TypedPropertyDescriptor<never>
    Req()(methods, name, 0)
    ;(decorate as (...given: unknown[]) => void)(methods, name, descriptor)
    Get(`:tenant/${name}`)(methods, name, descriptor)
    Object.defineProperty(methods, name, descriptor)
  }
  const within = { within: inside.within as never }
  const { db, config } = list
  const asked = async (request: object) => ({ where: await list.where(request), scope: await list.scope(request) })
  const paged = async (request: object) => paginate(db, nestRequest(request), config, (await asked(request)) as never)
  const rows = async (request: object) => streamRows(db, nestRequest(request), config, (await asked(request)) as never)
  const openRows = (request: object) => (tx: ListDatabase) =>
    streamRows(tx, nestRequest(request), inside.config, { where: inside.where } as never)
  add('list', nestAdapter.PaginatedList() as never, paged)
  add(
    'within-list',
    nestAdapter.PaginatedList(within) as never,
    (request) => (tx: ListDatabase) =>
      paginate(tx, nestRequest(request), inside.config, { where: inside.where } as never),
  )
  add('export', nestAdapter.ExportedList({ ...file, config }) as never, rows)
  add('within-export', nestAdapter.ExportedList({ ...file, config: inside.config, ...within }) as never, openRows)
  add('mapped', nestAdapter.PaginatedList() as never, (request) => page(listRequest(request), request))
  for (const how of OBSERVERS) {
    const [answers, statements] = observed(how)
    add(`answers-${how}`, nestAdapter.PaginatedList(answers) as never, paged)
    add(`statements-${how}`, nestAdapter.PaginatedList(statements) as never, (request) =>
      paginate(db, nestRequest(request), config, {
        scope: { tenant: tenantOf(request) },
        onStatement: statements.onStatement,
      } as never),
    )
    add(`export-answers-${how}`, nestAdapter.ExportedList({ ...file, config, ...answers }) as never, rows)
    add(
      `export-statements-${how}`,
      nestAdapter.ExportedList({ ...file, config, ...within, ...statements }) as never,
      openRows,
    )
  }
  Controller()(controller)
  class App {
    readonly controllers = [controller]
  }
  Module({ controllers: [controller] })(App)
  return App
}

const nestRequest = (request: object): string => (request as { readonly originalUrl: string }).originalUrl
