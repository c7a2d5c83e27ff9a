// The explorer mounted in Node's server, Express 4 and 5, Fastify and NestJS: the same answers as the fetch handler's.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { explorerHandler, nodeExplorerHandler, type ExplorerOptions } from 'drizzle-paginate/explorer'
import express from 'express'
import { fastify } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { bookDatabase, bookList } from './support/book-list.js'

const express4 = createRequire(import.meta.url)('express4') as typeof express
// oxlint-disable-next-line typescript/no-extraneous-class -- Nest takes classes only
class Root {}
Module({})(Root)

interface Mounted {
  readonly origin: string
  readonly close: () => Promise<unknown>
}
type Mount = (options: ExplorerOptions) => Promise<Mounted>

const listening = (server: ReturnType<typeof createServer>): Promise<Mounted> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close: () => new Promise((closed) => server.close(closed)),
      }),
    )
  })
const inExpress =
  (create: typeof express): Mount =>
  (options) => {
    const app = create()
    app.get('/dev/explorer', nodeExplorerHandler(options))
    app.use(
      (
        error: Error,
        _request: unknown,
        response: { status(code: number): { send(text: string): void } },
        _next: unknown,
      ) => response.status(500).send(error.message),
    )
    return listening(createServer(app))
  }

const mounts: readonly (readonly [name: string, mount: Mount])[] = [
  [
    'Node',
    (options) => {
      const explorer = nodeExplorerHandler(options)
      return listening(
        createServer((request, response) => {
          explorer(request, response).catch((error: Error) => response.writeHead(500).end(error.message))
        }),
      )
    },
  ],
  ['Express 5', inExpress(express)],
  ['Express 4', inExpress(express4)],
  [
    'Fastify',
    async (options) => {
      const app = fastify()
      app.setErrorHandler((error, _request, reply) => reply.code(500).send((error as Error).message))
      app.get('/dev/explorer', nodeExplorerHandler(options))
      return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
    },
  ],
  [
    'NestJS',
    async (options) => {
      const app = await NestFactory.create(Root, new ExpressAdapter(), { logger: false })
      app.use('/dev/explorer', nodeExplorerHandler(options))
      await app.listen(0, '127.0.0.1')
      return { origin: await app.getUrl(), close: () => app.close() }
    },
  ],
]

const database = bookDatabase()
afterAll(() => database.close())
const options: ExplorerOptions = { db: database.db, config: bookList, path: '/books', title: 'Books', enabled: true }

describe.each(mounts)('The explorer in %s', (name, mount) => {
  test('answers as the fetch handler does', async () => {
    const { origin, close } = await mount(options)
    try {
      for (const query of [
        '',
        '?page=2',
        '?explorer=style',
        '?explorer=script',
        '?explorer=about',
        '?explorer=nothing',
      ]) {
        for (const method of ['GET', 'HEAD']) {
          const expected = await explorerHandler(options)(
            new Request(`http://localhost/dev/explorer${query}`, { method }),
          )
          const answer = await fetch(`${origin}/dev/explorer${query}`, { method })
          expect([
            answer.status,
            answer.headers.get('content-type'),
            answer.headers.get('content-security-policy'),
            await answer.text(),
          ]).toEqual([
            expected.status,
            expected.headers.get('content-type'),
            expected.headers.get('content-security-policy'),
            await expected.text(),
          ])
        }
      }
      const run = (await (await fetch(`${origin}/dev/explorer?explorer=run&limit=2&filter.title=$ilike:a`)).json()) as {
        status: number
        body: string
      }
      expect([run.status, JSON.parse(run.body)]).toEqual([
        200,
        expect.objectContaining({ meta: expect.objectContaining({ itemsPerPage: 2 }) }),
      ])
    } finally {
      await close()
    }
  })

  test('hands headers to its options, and errors of theirs to the server', async () => {
    const seen: (string | null)[] = []
    const { origin, close } = await mount({
      ...options,
      path: (request) => {
        seen.push(request.headers.get('x-tenant'))
        if (request.headers.get('x-tenant') === 'none') throw new Error('no tenant')
        return '/books'
      },
    })
    try {
      await fetch(`${origin}/dev/explorer?explorer=about`, { headers: { 'x-tenant': 'a' } })
      expect(seen[0]).toBe('a')
      const failed = await fetch(`${origin}/dev/explorer?explorer=about`, { headers: { 'x-tenant': 'none' } })
      expect([name, failed.status]).toEqual([name, 500])
    } finally {
      await close()
    }
  })

  test.runIf(name.startsWith('Express')).each([undefined, null, ''])('hands on a rejection with %j', async (reason) => {
    const { origin, close } = await mount({ ...options, path: () => Promise.reject(reason) })
    try {
      const failed = await fetch(`${origin}/dev/explorer?explorer=about`)
      expect([failed.status, await failed.text()]).toEqual([500, 'The explorer was rejected without a reason.'])
    } finally {
      await close()
    }
  })
})
