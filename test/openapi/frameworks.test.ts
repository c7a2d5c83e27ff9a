// The documents that frameworks' own generators make of a list route, and that none of them reads the query away.
import 'reflect-metadata'
import fastifySwagger from '@fastify/swagger'
import { OpenAPIHono, createRoute } from '@hono/zod-openapi'
import { Controller, Get, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import * as nestSwagger from '@nestjs/swagger'
import Fastify from 'fastify'
import { paginate, PaginateQuery } from 'drizzle-paginate'
import { fastifyListSchema, transformListOperations } from 'drizzle-paginate/fastify'
import { nestApiList } from 'drizzle-paginate/nestjs'
import { listOperation } from 'drizzle-paginate/openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlite } from '../support/databases/sqlite.js'
import type { TestDatabase } from '../support/dialects.js'
import { articleList } from './article-list.js'
import { validator } from './conforms.js'

class ArticleModule {
  readonly name = 'articles'
}

interface DocumentedOperation {
  readonly summary?: string
  readonly tags?: string[]
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >
}

let database: TestDatabase
let config: ReturnType<typeof articleList>
beforeAll(async () => {
  database = await sqlite.open()
  config = articleList(database.schema, true)
})
afterAll(() => database.close())

const options = { summary: 'Articles', tags: ['articles'] } as const

async function expectDocumented(document: object): Promise<void> {
  expect(await validator.validate(structuredClone(document) as Record<string, unknown>)).toMatchObject({ valid: true })
  const operation = (document as { paths: Record<string, { get: DocumentedOperation }> }).paths['/articles']?.get
  const expected = listOperation(config, options)
  expect(operation?.parameters.filter((parameter) => parameter.in === 'query')).toEqual(expected.parameters)
  expect(operation).toMatchObject({ summary: 'Articles', tags: ['articles'] })
  expect(operation?.responses['200']?.content['application/json']?.schema).toEqual(
    expected.responses[200].content['application/json']?.schema,
  )
  expect(operation?.responses['400']?.content).toEqual(expected.responses[400].content)
}

describe('@nestjs/swagger', () => {
  it('documents a route that nestApiList decorates', async () => {
    class ArticleController {
      list(): string {
        return ''
      }
    }
    const route = Object.getOwnPropertyDescriptor(ArticleController.prototype, 'list') as PropertyDescriptor
    Get()(ArticleController.prototype, 'list', route)
    nestApiList(nestSwagger, config, options)(ArticleController.prototype, 'list', route)
    Controller('articles')(ArticleController)
    Module({ controllers: [ArticleController] })(ArticleModule)
    const app = await NestFactory.create(ArticleModule, new FastifyAdapter(), { logger: false })
    try {
      const builder = new nestSwagger.DocumentBuilder().setTitle('Lists').setVersion('1').setOpenAPIVersion('3.1.0')
      await expectDocumented(nestSwagger.SwaggerModule.createDocument(app, builder.build()))
    } finally {
      await app.close()
    }
  })
})

describe('@hono/zod-openapi', () => {
  it('documents a route that listOperation completes, and leaves its query alone', async () => {
    const app = new OpenAPIHono()
    const route = createRoute({ method: 'get', path: '/articles', ...listOperation(config, options) })
    app.openapi(route, async (context) => {
      const page = await paginate(database.db, PaginateQuery.from(context.req.raw), config)
      return context.json(page)
    })
    await expectDocumented(app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Lists', version: '1' } }))
    const answer = await app.request('/articles?filter.views=$gte:5&filter.views=$lte:10&page=1')
    expect(await answer.json()).toMatchObject({ meta: { filter: { views: ['$gte:5', '$lte:10'] } } })
  })
})

describe('@fastify/swagger', () => {
  it('documents a route with fastifyListSchema, beside its own schema, and leaves query and answer alone', async () => {
    const app = Fastify()
    await app.register(fastifySwagger, {
      openapi: { openapi: '3.1.0', info: { title: 'Lists', version: '1' } },
      transformObject: transformListOperations,
    })
    const schema = fastifyListSchema(config, options)
    app.get('/articles', { schema }, (request) => paginate(database.db, PaginateQuery.from(request.raw), config))
    const params = { type: 'object', properties: { orgId: { type: 'integer' } }, required: ['orgId'] }
    app.get('/orgs/:orgId/articles', { schema: { ...schema, params } }, (request, reply) => {
      void reply.send({ query: request.query, params: request.params })
    })
    await app.ready()
    try {
      const document = app.swagger()
      await expectDocumented(document)
      const nested = (document as { paths: Record<string, { get: DocumentedOperation }> }).paths[
        '/orgs/{orgId}/articles'
      ]?.get
      expect(nested?.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual(
        expect.arrayContaining(['path orgId', 'query page', 'query filter.status']),
      )
      const answer = await app.inject('/articles?filter.views=$gte:5&filter.views=$lte:10&limit=2')
      const page = answer.json<{ items: { id: number; title: string }[]; meta: object }>()
      expect(page.meta).toMatchObject({ itemsPerPage: 2, filter: { views: ['$gte:5', '$lte:10'] } })
      expect(page.items[0]).toMatchObject({ id: expect.any(Number), title: expect.any(String) })
      expect((await app.inject('/orgs/7/articles?page=abc')).json()).toEqual({
        query: { page: 'abc' },
        params: { orgId: 7 },
      })
      expect((await app.inject('/orgs/x/articles')).statusCode).toBe(400)
    } finally {
      await app.close()
    }
  })

  it('refuses a Swagger 2.0 document', () => {
    expect(() => transformListOperations({ swaggerObject: {} })).toThrow('OpenAPI 3.1')
  })
})
