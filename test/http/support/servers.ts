// One server per adapter, all of the real thing, on a free port each. Every server answers every path with the same
// function, at its root and behind a mount at /mounted; under /thrown a route pages by itself and leaves errors to the
// adapter's error handling.
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Controller, Get, Module, Catch, type ArgumentsHost, type INestApplication, UseFilters } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import type { PaginatedResponse, PaginateQuery } from 'drizzle-paginate'
import type { QuerySource } from '../../../src/declarations.js'
import * as expressAdapter from 'drizzle-paginate/express'
import * as fastifyAdapter from 'drizzle-paginate/fastify'
import * as honoAdapter from 'drizzle-paginate/hono'
import { pageHandler, pageAnswer } from 'drizzle-paginate/http'
import * as nestAdapter from 'drizzle-paginate/nestjs'
import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'

// An alias has no types of its own; what is used here is the same in both majors.
const express4 = createRequire(import.meta.url)('express4') as typeof express
const { fastify: fastify4 } = createRequire(import.meta.url)('fastify4') as { fastify: typeof fastify }

export type Answer = (source: PaginateQuery | QuerySource) => Promise<PaginatedResponse<unknown>>

export interface TestServer {
  readonly name: string
  readonly start: (answer: Answer) => Promise<{ readonly port: number; readonly close: () => Promise<void> }>
}

/** What each framework's own error handling says here, to be told apart from ours. */
export const frameworkError = (error: unknown): string =>
  `framework: ${error instanceof Error ? error.message : String(error)}`

function listening(server: Server, close = () => new Promise<void>((resolve) => server.close(() => resolve()))) {
  return { port: (server.address() as AddressInfo).port, close }
}

function serveFetch(fetch: (request: Request) => Response | Promise<Response>): ReturnType<TestServer['start']> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(listening(server as Server)),
    ) as Server
  })
}

function serveNode(handler: Parameters<typeof createServer>[1]): ReturnType<TestServer['start']> {
  return new Promise((resolve) => {
    const server = createServer(handler).listen(0, '127.0.0.1', () => resolve(listening(server)))
  })
}

const fetchServer: TestServer = {
  name: 'fetch',
  start: (answer) => {
    const handler = pageHandler(answer)
    return serveFetch((request) =>
      handler(request).catch((error: unknown) => new Response(frameworkError(error), { status: 500 })),
    )
  },
}

const honoServer: TestServer = {
  name: 'Hono',
  start: (answer) => {
    const app = new Hono()
    app.onError(honoAdapter.paginateErrorHandler((error, c) => c.text(frameworkError(error), 500)))
    app.get('/thrown/*', async (c) => {
      const { body, headers } = pageAnswer(await answer(c.req.raw))
      return c.body(body, 200, { ...headers })
    })
    app.route('/mounted', new Hono().get('/*', honoAdapter.pageHandler(answer)))
    app.get('*', honoAdapter.pageHandler(answer))
    return serveFetch(app.fetch)
  },
}

function expressServer(name: string, create: typeof express, isAsync: boolean): TestServer {
  return {
    name,
    start: (answer) => {
      const app = create()
      const page = async (
        request: expressAdapter.ExpressRequest,
        response: expressAdapter.ExpressResponse,
      ): Promise<void> => {
        const { body, headers } = pageAnswer(await answer({ url: request.originalUrl }))
        for (const [header, value] of Object.entries(headers)) response.setHeader(header, value)
        response.send(body)
      }
      // Express 4 does not wait for promises: there a route passes its rejection on by itself.
      app.use('/thrown', isAsync ? page : (request, response, next) => void page(request, response).catch(next))
      app.use('/mounted', create.Router().use('/', expressAdapter.pageHandler(answer)))
      app.use(expressAdapter.pageHandler(answer))
      app.use(expressAdapter.paginateErrorHandler())
      const frameworkErrors: express.ErrorRequestHandler = (error, _request, response, _next) => {
        response.status(500).send(frameworkError(error))
      }
      app.use(frameworkErrors)
      return serveNode(app)
    },
  }
}

const fastifyServer = (name: string, create: typeof fastify): TestServer => ({
  name,
  start: async (answer) => {
    const app = create(name === 'Fastify 4' ? {} : { allowErrorHandlerOverride: true })
    app.setErrorHandler((error, _request, reply) => reply.code(500).send(frameworkError(error)))
    await app.register(async (scope) => {
      // Registered inside, so that the handler of the outer scope is the one around it.
      await scope.register(fastifyAdapter.paginatePlugin)
      scope.get('/thrown/*', async (request, reply) => reply.sendPage(await answer(request)))
      await scope.register(async (mounted) => void mounted.get('/*', fastifyAdapter.pageHandler(answer)), {
        prefix: '/mounted',
      })
      scope.get('/*', fastifyAdapter.pageHandler(answer))
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return listening(app.server, () => app.close())
  },
})

/** Decorators applied by hand: the syntax for them is an option of the compiler that this project does without. */
function nestModule(answer: Answer, everyPath: string): new () => object {
  class Articles {
    list(query: PaginateQuery): ReturnType<Answer> {
      return answer(query)
    }
  }
  const list = Object.getOwnPropertyDescriptor(Articles.prototype, 'list') as TypedPropertyDescriptor<Articles['list']>
  nestAdapter.Paginate()(Articles.prototype, 'list', 0)
  nestAdapter.PaginatedList()(Articles.prototype, 'list', list)
  Get(everyPath)(Articles.prototype, 'list', list)
  Controller()(Articles)

  class FrameworkErrors {
    catch(error: unknown, host: ArgumentsHost): void {
      const response = host.switchToHttp().getResponse<{ status(code: number): { send(body: string): void } }>()
      response.status(500).send(frameworkError(error))
    }
  }
  Catch()(FrameworkErrors)
  UseFilters(FrameworkErrors)(Articles)

  class App {
    readonly controllers = [Articles]
  }
  Module({ controllers: [Articles] })(App)
  return App
}

function nestServer(
  name: string,
  everyPath: string,
  create: (module: new () => object) => Promise<INestApplication>,
): TestServer {
  return {
    name,
    start: async (answer) => {
      const app = await create(nestModule(answer, everyPath))
      await app.listen(0, '127.0.0.1')
      return listening(app.getHttpServer() as Server, () => app.close())
    },
  }
}

const quiet = { logger: false } as const

export const servers: readonly TestServer[] = [
  fetchServer,
  honoServer,
  expressServer('Express 5', express, true),
  expressServer('Express 4', express4, false),
  fastifyServer('Fastify 5', fastify),
  fastifyServer('Fastify 4', fastify4),
  nestServer('NestJS on Express', '*path', (module) => NestFactory.create(module, new ExpressAdapter(), quiet)),
  nestServer('NestJS on Fastify', '*', (module) => NestFactory.create(module, new FastifyAdapter() as never, quiet)),
]
