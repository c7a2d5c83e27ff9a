// One server per adapter that answers `/notes` with a list and `/file` with its export, all of the real thing, on a
// free port each.
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Controller, Get, type INestApplication, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { type AnyPaginateConfig, type ListDatabase, paginate, type PaginateQuery, streamRows } from 'drizzle-paginate'
import * as expressAdapter from 'drizzle-paginate/express'
import * as fastifyAdapter from 'drizzle-paginate/fastify'
import * as honoAdapter from 'drizzle-paginate/hono'
import { listHandler, exportHandler, type ObservedOptions } from 'drizzle-paginate/http'
import * as nestAdapter from 'drizzle-paginate/nestjs'
import express from 'express'
import { fastify } from 'fastify'
import { type Context, Hono } from 'hono'

const require = createRequire(import.meta.url)
const express4 = require('express4') as typeof express
const { fastify: fastify4 } = require('fastify4') as { fastify: typeof fastify }

type Run = <Answer>(tenant: string, run: (db: ListDatabase) => Promise<Answer>) => PromiseLike<Answer>

/** A handler's options, with the header `x-tenant` in place of the framework's request. */
export interface ListCase extends ObservedOptions {
  readonly db: ListDatabase
  readonly config: AnyPaginateConfig
  readonly within?: Run
  readonly cache?: { readonly control?: string; readonly version?: (tenant: string) => string }
}

interface Running {
  readonly port: number
  readonly close: () => Promise<void>
}

export interface ListServer {
  readonly name: string
  /** Whether the framework has an abort signal for each request. */
  readonly hasSignal: boolean
  readonly start: (given: ListCase) => Promise<Running>
}

/** Each option as a function of what the framework hands to its handlers. */
function optionsOf<Request>({ within, cache, ...rest }: ListCase, tenantOf: (request: Request) => string) {
  const { version, ...control } = cache ?? {}
  return {
    ...rest,
    ...(within === undefined
      ? {}
      : {
          within: <Answer>(request: Request, run: (db: ListDatabase) => Promise<Answer>): PromiseLike<Answer> =>
            within(tenantOf(request), run),
        }),
    ...(cache === undefined
      ? {}
      : {
          cache: {
            ...control,
            ...(version === undefined ? {} : { version: (request: Request) => version(tenantOf(request)) }),
          },
        }),
  }
}

/** An export is not cached. */
const fileOf = <Options extends { readonly cache?: unknown }>(options: Options) => ({
  ...options,
  cache: undefined,
  as: 'csv' as const,
})

const nodeTenant = (request: { readonly headers: Readonly<Record<string, unknown>> }): string =>
  String(request.headers['x-tenant'] ?? '')

function running(server: Server, close = () => new Promise<void>((resolve) => server.close(() => resolve()))): Running {
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      const closed = close()
      server.closeAllConnections()
      return closed
    },
  }
}

function serveFetch(fetch: (request: Request) => Response | Promise<Response>): Promise<Running> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(running(server as Server))) as Server
  })
}

const failed = (): Response => new Response('framework', { status: 500 })

const fetchServer: ListServer = {
  name: 'fetch',
  hasSignal: true,
  start: (given) => {
    const options = optionsOf(given, (request: Request) => request.headers.get('x-tenant') ?? '')
    const [list, file] = [listHandler(options), exportHandler(fileOf(options))]
    return serveFetch((request) => (request.url.includes('/notes') ? list : file)(request).catch(failed))
  },
}

const honoServer: ListServer = {
  name: 'Hono',
  hasSignal: true,
  start: (given) => {
    const options = optionsOf(given, (c: Context) => c.req.header('x-tenant') ?? '')
    const app = new Hono()
    app.onError(failed)
    app.get('/notes', honoAdapter.listHandler(options))
    app.get('/file', honoAdapter.exportHandler(fileOf(options)))
    return serveFetch(app.fetch)
  },
}

function expressServer(name: string, create: typeof express): ListServer {
  return {
    name,
    hasSignal: false,
    start: (given) => {
      const options = optionsOf(given, nodeTenant as (request: express.Request) => string)
      const app = create()
      app.get('/notes', expressAdapter.listHandler(options))
      app.get('/file', expressAdapter.exportHandler(fileOf(options)))
      const errors: express.ErrorRequestHandler = (_error, _request, response, _next) =>
        void response.status(500).send('framework')
      app.use(errors)
      return new Promise((resolve) => {
        const server = createServer(app).listen(0, '127.0.0.1', () => resolve(running(server)))
      })
    },
  }
}

/** Fastify 4 has none. */
const signalOf = ({ version }: { readonly version: string }): boolean => Number(version.split('.')[0]) >= 5

const fastifyServer = (name: string, create: typeof fastify): ListServer => ({
  name,
  hasSignal: signalOf(create()),
  start: async (given) => {
    const options = optionsOf(given, nodeTenant)
    const app = create()
    app.setErrorHandler((_error, _request, reply) => reply.code(500).send('framework'))
    app.get('/notes', fastifyAdapter.listHandler(options))
    app.get('/file', fastifyAdapter.exportHandler(fileOf(options)))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return running(app.server, () => app.close())
  },
})

/** Decorators applied by hand: the syntax for them is an option of the compiler that this project does without. */
function nestModule(given: ListCase): new () => object {
  const { db, config, within } = given
  const { db: _, ...options } = optionsOf(given, nodeTenant)
  class Notes {
    list(query: PaginateQuery, page: nestAdapter.PageOptionsValue) {
      return within === undefined
        ? paginate(db, query, config, page)
        : (own: ListDatabase) => paginate(own, query, config, page)
    }
    file(query: PaginateQuery, page: nestAdapter.PageOptionsValue) {
      return within === undefined
        ? streamRows(db, query, config, page)
        : (own: ListDatabase) => streamRows(own, query, config, page)
    }
  }
  for (const key of ['list', 'file'] as const) {
    nestAdapter.Paginate()(Notes.prototype, key, 0)
    nestAdapter.PageOptions()(Notes.prototype, key, 1)
  }
  const descriptor = <Key extends 'list' | 'file'>(key: Key) =>
    Object.getOwnPropertyDescriptor(Notes.prototype, key) as TypedPropertyDescriptor<Notes[Key]>
  const [list, file] = [descriptor('list'), descriptor('file')]
  nestAdapter.PaginatedList(options)(Notes.prototype, 'list', list)
  Get('notes')(Notes.prototype, 'list', list)
  nestAdapter.ExportedList(fileOf(options))(Notes.prototype, 'file', file)
  Get('file')(Notes.prototype, 'file', file)
  Controller()(Notes)
  class App {
    readonly controllers = [Notes]
  }
  Module({ controllers: [Notes] })(App)
  return App
}

function nestServer(name: string, hasSignal: boolean, adapter: () => ExpressAdapter | FastifyAdapter): ListServer {
  return {
    name,
    hasSignal,
    start: async (given) => {
      const app: INestApplication = await NestFactory.create(nestModule(given), adapter() as ExpressAdapter, {
        logger: false,
      })
      await app.listen(0, '127.0.0.1')
      return running(app.getHttpServer() as Server, () => app.close())
    },
  }
}

export const listServers: readonly ListServer[] = [
  fetchServer,
  honoServer,
  expressServer('Express 5', express),
  expressServer('Express 4', express4),
  fastifyServer('Fastify', fastify),
  fastifyServer('Fastify 4', fastify4),
  nestServer('NestJS on Express', false, () => new ExpressAdapter()),
  nestServer('NestJS on Fastify', signalOf(new FastifyAdapter().getInstance()), () => new FastifyAdapter()),
]
