// A spread request has the members of its type, but no parameters at run time: no call takes one.
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { test } from 'vitest'
import type { FastifyRequest } from 'fastify'
import type { HonoRequest } from 'hono'
import type { IncomingMessage } from 'node:http'
import type { Request as ExpressRequest } from 'express'
import {
  applyFilters,
  facetCounts,
  type ListDatabase,
  paginate,
  paginateConfig,
  PaginateQuery,
  streamRows,
} from '../src/index.js'
import { listQuery } from '../src/entries/client/index.js'
import { pageHandler } from '../src/entries/http/index.js'
import { paginateArray } from '../src/entries/memory/index.js'

const notes = pgTable('notes', { id: integer().primaryKey(), title: text().notNull() })
const list = paginateConfig(notes).withLimits(5, 10).withTieBreaker('id').filterable('title', '$eq').build()
declare const db: ListDatabase
declare const request: Request
declare const url: URL
declare const express: ExpressRequest
declare const fastify: FastifyRequest
declare const message: IncomingMessage
declare const isShort: boolean
declare const limit: number | undefined

test('rejects a spread request with members of a query', () => {
  // @ts-expect-error: the filters of the request are lost.
  void paginate(db, { ...request, limit: 5 }, list)
  // @ts-expect-error: those of a URL.
  void paginate(db, { ...url, limit: 5 }, list)
  // @ts-expect-error: and of its parameters.
  void paginate(db, { ...url.searchParams, limit: 5 }, list)
  const copy = { ...request, limit: 5 }
  // @ts-expect-error: in a variable.
  void paginate(db, copy, list)
  const shortened = (asked: Request) =>
    // @ts-expect-error: in a function.
    paginate(db, { ...asked, limit: 5 }, list)
  void shortened
  // @ts-expect-error: by a condition.
  void paginate(db, { ...request, ...(isShort && { limit: 5 }) }, list)
  // @ts-expect-error: by another.
  void paginate(db, { ...request, ...(limit === undefined ? {} : { limit }) }, list)
  // @ts-expect-error: one of two.
  void paginate(db, isShort ? { ...request, limit: 5 } : request, list)
  // @ts-expect-error: assigned.
  void paginate(db, Object.assign({}, request, { limit: 5 }), list)
  // @ts-expect-error: of a framework.
  void paginate(db, { ...express, limit: 5 }, list)
  // @ts-expect-error: of another.
  void paginate(db, { ...fastify, limit: 5 }, list)
  // @ts-expect-error: of Node.
  void paginate(db, { ...message, limit: 5 }, list)
  // @ts-expect-error: a URL as text.
  void paginate(db, { url: request.url, limit: 5 }, list)
  // @ts-expect-error: the same of Node's request, which may have none.
  void paginate(db, { url: message.url, limit: 5 }, list)
  // @ts-expect-error: a page.
  void paginate(db, { ...request, page: 2 }, list)
  // @ts-expect-error: an order.
  void paginate(db, { ...request, sortBy: ['id:ASC'] }, list)
  // @ts-expect-error: a search.
  void paginate(db, { ...request, search: 'a' }, list)
  // @ts-expect-error: filters.
  void paginate(db, { ...request, filters: { title: { $eq: 'a' } } }, list)
  // @ts-expect-error: in every other call.
  applyFilters({ ...request, limit: 5 }, list)
  // @ts-expect-error: in every other call.
  void facetCounts(db, { ...request, limit: 5 }, list, { title: true })
  // @ts-expect-error: in every other call.
  streamRows(db, { ...request, limit: 5 }, list)
  // @ts-expect-error: in every other call.
  paginateArray([{ id: 1, title: 'a' }], { ...request, limit: 5 }, list)
  // @ts-expect-error: in a handler.
  pageHandler((_, asked) => paginate(db, { ...asked, limit: 5 }, list))
  // @ts-expect-error: bound.
  PaginateQuery.from({ ...request, limit: 5 })
  // @ts-expect-error: bound, a URL.
  PaginateQuery.from({ ...url, filters: { title: '$eq:a' } })
})

test('takes requests, URLs, their parameters, and copies of a query', () => {
  class NextRequest extends Request {
    readonly nextUrl: URL = url
    // Removed from Next.js, and still in its types.
    get page(): void {
      return
    }
  }
  const next = new NextRequest('http://localhost')
  const hono = {} as HonoRequest
  const koa = {} as { url: string; href: string; path: string; search: string; query: object }
  void paginate(db, request, list)
  void paginate(db, url, list)
  void paginate(db, url.searchParams, list)
  void paginate(db, next, list)
  void paginate(db, express, list)
  void paginate(db, hono, list)
  void paginate(db, koa, list)
  void paginate(db, { url: request.url }, list)
  void paginate(db, isShort ? request : { limit: 5 }, list)
  void paginate(db, listQuery<typeof list>().limit(5), list)
  void paginate(db, PaginateQuery.from(request).with({ limit: 5 }), list)
  void paginate(db, { ...PaginateQuery.from(request), limit: 5 }, list)
  pageHandler((asked) => paginate(db, { ...asked, limit: 5, filters: { title: { $eq: 'a' } } }, list))
  pageHandler((asked) => {
    const copy = { ...asked, limit: 5 }
    return paginate(db, copy, list)
  })
  PaginateQuery.from(next)
  PaginateQuery.from(express)
  PaginateQuery.from(message)
  PaginateQuery.from({} as { url?: string; page?: string; search?: string })
  PaginateQuery.from({ url: request.url, search: 'a' })
})
