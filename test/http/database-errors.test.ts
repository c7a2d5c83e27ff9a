// A handler passes an error of the database to its framework. These tests check what a client then receives: by each
// framework's own handling, and by the error handler that docs/guides/handlers.md shows for Fastify.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { paginateConfig } from 'drizzle-paginate'
import * as expressAdapter from 'drizzle-paginate/express'
import * as fastifyAdapter from 'drizzle-paginate/fastify'
import * as honoAdapter from 'drizzle-paginate/hono'
import express from 'express'
import { fastify, type FastifyError } from 'fastify'
import { Hono } from 'hono'
import { afterAll, describe, expect, test, vi } from 'vitest'

const notes = sqliteTable('no_such_table', { id: integer().primaryKey() })
const client = new Database(':memory:')
const db = drizzle({ client })
afterAll(() => void client.close())
const config = paginateConfig(notes).withLimits(2, 10).withTieBreaker('id').build()
const file = { db, config, as: 'csv' } as const

interface Told {
  readonly status: number
  readonly text: string
}

async function askFastify(app: ReturnType<typeof fastify>, path: string): Promise<Told> {
  app.get('/list', fastifyAdapter.listHandler({ db, config }))
  app.get('/file', fastifyAdapter.exportHandler(file))
  const { statusCode, body } = await app.inject(path)
  await app.close()
  return { status: statusCode, text: body }
}

const told: readonly (readonly [name: string, isSilent: boolean, ask: (path: string) => Promise<Told>])[] = [
  [
    'Hono',
    true,
    async (path) => {
      const app = new Hono()
      app.get('/list', honoAdapter.listHandler({ db, config }))
      app.get('/file', honoAdapter.exportHandler(file))
      const response = await app.request(path)
      return { status: response.status, text: await response.text() }
    },
  ],
  [
    'Express in production',
    true,
    async (path) => {
      const app = express().set('env', 'production')
      app.get('/list', expressAdapter.listHandler({ db, config }))
      app.get('/file', expressAdapter.exportHandler(file))
      const server = createServer(app).listen(0)
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
      const answer = { status: response.status, text: await response.text() }
      await new Promise((resolve) => server.close(resolve))
      return answer
    },
  ],
  ['Fastify without an error handler', false, (path) => askFastify(fastify(), path)],
  [
    'Fastify with one',
    true,
    (path) => {
      const app = fastify()
      app.setErrorHandler((error: FastifyError, request, reply) => {
        request.log.error(error)
        const { statusCode = 500, message } = error
        return reply
          .code(statusCode)
          .send({ statusCode, message: statusCode < 500 ? message : 'Internal Server Error' })
      })
      return askFastify(app, path)
    },
  ],
]

describe.each(told)('An error of the database through %s', (_name, isSilent, ask) => {
  test.each(['/list', '/file'])(`is a 500 on %s, ${isSilent ? 'without' : 'with'} its text`, async (path) => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { status, text } = await ask(path)
    written.mockRestore()
    expect(status).toBe(500)
    expect(text.includes('no_such_table')).toBe(!isSilent)
  })
})
