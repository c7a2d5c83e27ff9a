// One server per adapter that answers `/notes` with an export, all of the real thing, on a free port each.
import type { AsyncLocalStorage } from 'node:async_hooks'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import {
  type ArgumentsHost,
  Catch,
  Controller,
  Get,
  type INestApplication,
  Module,
  Req,
  UseFilters,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import type { SQL } from 'drizzle-orm'
import { type AnyPaginateConfig, type ListDatabase, type PaginateQuery, streamRows } from 'drizzle-paginate'
import * as expressAdapter from 'drizzle-paginate/express'
import * as fastifyAdapter from 'drizzle-paginate/fastify'
import * as honoAdapter from 'drizzle-paginate/hono'
import { exportHandler, type Within } from 'drizzle-paginate/http'
import type { ExportFileOptions } from '../../../src/entries/http/export-answer.js'
import * as nestAdapter from 'drizzle-paginate/nestjs'
import express from 'express'
import { fastify } from 'fastify'
import { type Context, Hono } from 'hono'

const express4 = createRequire(import.meta.url)('express4') as typeof express

export interface ExportCase extends ExportFileOptions {
  readonly db: ListDatabase
  readonly config: AnyPaginateConfig
  readonly where?: SQL
  /** Whether the list is scoped by the header `x-owner`. */
  readonly isScoped?: boolean
  /** Around the statements of a file. */
  readonly within?: Within<[request: unknown]>
  /** Entered for each request by what the framework has for that. */
  readonly context?: AsyncLocalStorage<string>
  /** What the framework's error handler was called with, and what went into its log. */
  readonly seen: unknown[]
}

export interface RunningServer {
  readonly port: number
  readonly close: () => Promise<void>
}

export interface ExportServer {
  readonly name: string
  readonly start: (given: ExportCase) => Promise<RunningServer>
}

/** Of Express's kind. */
const enter =
  (context: AsyncLocalStorage<string> | undefined) =>
  (_request: unknown, _response: unknown, next: () => void): void => {
    if (context === undefined) next()
    else context.run('request', next)
  }
const scopeOf = (owner: unknown): object => ({ owner })

function running(
  server: Server,
  close = () => new Promise<void>((resolve) => server.close(() => resolve())),
): RunningServer {
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      const closed = close()
      // Over HTTP/2 there is no such method.
      server.closeAllConnections?.()
      return closed
    },
  }
}

/** This server writes the errors of a body to the console. */
function serveFetch(
  fetch: (request: Request, environment: object) => Response | Promise<Response>,
): Promise<RunningServer> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(running(server as Server))) as Server
  })
}

const fetchServer: ExportServer = {
  name: 'fetch',
  start: ({ seen, isScoped, context, ...options }) => {
    const scope = isScoped === true ? (request: Request) => scopeOf(request.headers.get('x-owner')) : undefined
    const handler = exportHandler<[environment: unknown]>({ ...options, scope })
    return serveFetch((request, environment) => {
      const answer = (): Promise<Response> =>
        handler(request, environment).catch((error: unknown) => {
          seen.push(error)
          return new Response('framework', { status: 500 })
        })
      return context === undefined ? answer() : context.run('request', answer)
    })
  },
}

const honoServer: ExportServer = {
  name: 'Hono',
  start: ({ seen, isScoped, context, ...options }) => {
    const scope = isScoped === true ? (c: Context) => scopeOf(c.req.header('x-owner')) : undefined
    const app = new Hono()
    app.onError((error, c) => {
      seen.push(error)
      return c.text('framework', 500)
    })
    app.use((_c, next) => (context === undefined ? next() : context.run('request', next)))
    app.get('/notes', honoAdapter.exportHandler({ ...options, scope }))
    return serveFetch(app.fetch)
  },
}

function expressServer(name: string, create: typeof express): ExportServer {
  return {
    name,
    start: ({ seen, isScoped, context, ...options }) => {
      const scope = isScoped === true ? (request: express.Request) => scopeOf(request.headers['x-owner']) : undefined
      const app = create()
      app.use(enter(context))
      app.get('/notes', expressAdapter.exportHandler({ ...options, scope }))
      const errors: express.ErrorRequestHandler = (error, _request, response, next) => {
        seen.push(error)
        if (response.headersSent) next(error)
        else response.status(500).send('framework')
      }
      app.set('env', 'test')
      app.use(errors)
      return new Promise((resolve) => {
        const server = createServer(app).listen(0, '127.0.0.1', () => resolve(running(server)))
      })
    },
  }
}

const fastifyServer = (options: object = {}): ExportServer => ({
  name: 'Fastify',
  start: async ({ seen, isScoped, context, ...given }) => {
    const scope =
      isScoped === true
        ? (request: { headers: Record<string, unknown> }) => scopeOf(request.headers['x-owner'])
        : undefined
    const log = { write: (line: string) => void seen.push(JSON.parse(line)) }
    const app = fastify({ ...options, logger: { level: 'warn', stream: log } })
    app.setErrorHandler((error, _request, reply) => {
      seen.push(error)
      return reply.code(500).send('framework')
    })
    app.addHook('onRequest', enter(context))
    app.get('/notes', fastifyAdapter.exportHandler({ ...given, scope }))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return running(app.server, () => app.close())
  },
})

function nestModule({ db, config, where, isScoped, seen, ...rest }: ExportCase): new () => object {
  const { context: _context, ...file } = rest
  class Notes {
    export(query: PaginateQuery, request: { headers: Record<string, unknown> }) {
      const rows = (from: ListDatabase) =>
        streamRows(from, query, config, {
          where,
          scope: isScoped === true ? scopeOf(request.headers['x-owner']) : undefined,
        })
      return file.within === undefined ? rows(db) : rows
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Notes.prototype, 'export') as TypedPropertyDescriptor<
    Notes['export']
  >
  nestAdapter.Paginate()(Notes.prototype, 'export', 0)
  Req()(Notes.prototype, 'export', 1)
  nestAdapter.ExportedList({ ...file, config })(Notes.prototype, 'export', descriptor)
  Get('notes')(Notes.prototype, 'export', descriptor)
  Controller()(Notes)
  class FrameworkErrors {
    catch(error: unknown, host: ArgumentsHost): void {
      seen.push(error)
      host
        .switchToHttp()
        .getResponse<{ status(code: number): { send(body: string): void } }>()
        .status(500)
        .send('framework')
    }
  }
  Catch()(FrameworkErrors)
  UseFilters(FrameworkErrors)(Notes)
  class App {
    readonly controllers = [Notes]
  }
  Module({ controllers: [Notes] })(App)
  return App
}

function nestServer(name: string, adapter: () => ExpressAdapter | FastifyAdapter): ExportServer {
  return {
    name,
    start: async (given) => {
      const logger = {
        log: () => undefined,
        warn: () => undefined,
        error: (error: unknown) => void given.seen.push(error),
      }
      const app: INestApplication = await NestFactory.create(nestModule(given), adapter() as ExpressAdapter, { logger })
      app.use(enter(given.context))
      await app.listen(0, '127.0.0.1')
      return running(app.getHttpServer() as Server, () => app.close())
    },
  }
}

export const exportServers: readonly ExportServer[] = [
  fetchServer,
  honoServer,
  expressServer('Express 5', express),
  expressServer('Express 4', express4),
  fastifyServer(),
  nestServer('NestJS on Express', () => new ExpressAdapter()),
  nestServer('NestJS on Fastify', () => new FastifyAdapter()),
]

/** Over HTTP/2 without TLS. */
export const http2Servers: readonly ExportServer[] = [
  fastifyServer({ http2: true }),
  nestServer('NestJS on Fastify', () => new FastifyAdapter({ http2: true } as object)),
]
