// The scope of a list in its types: which calls must give one, and what it must be.
import { eq, type SQL, type SQLWrapper } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pg-proxy'
import {
  type AnyPaginateConfig,
  applyFilters,
  facetCounts,
  paginate,
  paginateConfig,
  type PaginateConfig,
  type PaginateOptions,
  paginateSelect,
  paginateSelectMap,
  streamRows,
} from 'drizzle-paginate'
import { explorerHandler } from 'drizzle-paginate/explorer'
import * as forExpress from 'drizzle-paginate/express'
import * as forFastify from 'drizzle-paginate/fastify'
import * as forHono from 'drizzle-paginate/hono'
import { listHandler, exportHandler } from 'drizzle-paginate/http'
import { filterArray, facetArray, paginateArray } from 'drizzle-paginate/memory'
import { checkList, explainList } from 'drizzle-paginate/testing'
import { expectTypeOf, test } from 'vitest'
import type { InferTraits } from '../src/declarations.js'

const notes = pgTable('notes', {
  id: integer().primaryKey(),
  tenantId: integer().notNull(),
  role: text().notNull(),
  title: text().notNull(),
})
const begin = () => paginateConfig(notes).withLimits(10, 20).withTieBreaker('id').filterable('title', '$eq')
const plain = begin().build()
const fixed = begin()
  .scopedBy(() => eq(notes.role, 'reader'))
  .build()
const scoped = begin()
  .scopedBy(({ tenantId }: { tenantId: number }) => eq(notes.tenantId, tenantId))
  .build()
const twice = begin()
  .scopedBy(({ tenantId }: { tenantId: number }) => eq(notes.tenantId, tenantId))
  .scopedBy(() => eq(notes.title, 'x'))
  .scopedBy(({ role }: { role: string }) => eq(notes.role, role))
  .build()
const db = drizzle(async () => ({ rows: [] }))
const scope = { tenantId: 7 }
const selection = { id: notes.id }
const rows = [{ id: 1, tenantId: 7, role: 'reader', title: 'a' }]
const where = (row: { tenantId: number }) => row.tenantId === 7

// R20.1.2, R20.1.3
test('a configuration knows the scope that its calls need', () => {
  expectTypeOf<InferTraits<typeof plain>['scope']>().toEqualTypeOf<unknown>()
  expectTypeOf<InferTraits<typeof fixed>['scope']>().toEqualTypeOf<unknown>()
  expectTypeOf<InferTraits<typeof scoped>['scope']>().toEqualTypeOf<{ tenantId: number }>()
  expectTypeOf<InferTraits<typeof twice>['scope']>().toExtend<{ tenantId: number; role: string }>()
  expectTypeOf<{ tenantId: number; role: string }>().toExtend<InferTraits<typeof twice>['scope']>()
  expectTypeOf(scoped).toExtend<AnyPaginateConfig>()
  expectTypeOf(twice).toExtend<PaginateConfig<typeof notes.$inferSelect>>()
})

test('a scope that is given', () => {
  void paginate(db, {}, scoped, { scope })
  void paginate(db, {}, scoped, { scope: { tenantId: 7 }, path: '/notes' })
  void paginate(db, {}, twice, { scope: { tenantId: 7, role: 'reader' } })
  void paginateSelect(db, {}, scoped, selection, { scope })
  void paginateSelectMap(db, {}, scoped, selection, ({ id }) => id, { scope })
  applyFilters({}, scoped, { scope, except: ['title'] })
  void facetCounts(db, {}, scoped, { title: true }, { scope })
  streamRows(db, {}, scoped, { scope })
  streamRows(db, {}, scoped, { scope, select: selection, map: ({ id }) => id })
  listHandler({ db, config: scoped, scope: (request) => ({ tenantId: request.url.length }) })
  listHandler({ db, config: () => scoped, scope: async () => ({ tenantId: 7 }) })
  listHandler({ db, config: scoped, scope })
  exportHandler({ db, config: scoped, as: 'csv', scope: () => scope })
  explorerHandler({ db, config: scoped, path: '/notes', scope: () => scope })
  forHono.listHandler({ db, config: scoped, scope: (context) => ({ tenantId: context.req.url.length }) })
  forExpress.listHandler({ db, config: scoped, scope: (request) => ({ tenantId: request.originalUrl.length }) })
  forFastify.listHandler({ db, config: scoped, scope: (request) => ({ tenantId: request.url.length }) })
  void checkList(db, scoped, { scope })
  void checkList(db, scoped, { tenants: [{ scope, owns: () => true }] })
  void explainList(db, scoped, { scope })
  paginateArray(rows, {}, scoped, { where })
  filterArray(rows, {}, scoped, { where })
  facetArray(rows, {}, scoped, { title: true }, { where })
})

test('a condition of the app is what has getSQL(), in every call', () => {
  const own: SQLWrapper = { getSQL: () => eq(notes.id, 1) }
  void paginate(db, {}, plain, { where: own })
  void paginateSelect(db, {}, plain, selection, { where: own })
  applyFilters({}, plain, { where: own })
  void facetCounts(db, {}, plain, { title: true }, { where: own })
  streamRows(db, {}, plain, { where: own })
  listHandler({ db, config: plain, where: () => own })
  exportHandler({ db, config: plain, as: 'csv', where: own })
  void checkList(db, plain, { where: own, tenants: [{ where: own, owns: () => true }] })
  void explainList(db, plain, { where: own })
})

test('a scope that is left out', () => {
  // @ts-expect-error -- no options
  void paginate(db, {}, scoped)
  // @ts-expect-error -- no scope among them
  void paginate(db, {}, scoped, { path: '/notes' })
  // @ts-expect-error -- an empty object
  void paginate(db, {}, scoped, {})
  // @ts-expect-error -- half of two scopes
  void paginate(db, {}, twice, { scope })
  // @ts-expect-error -- of another type
  void paginate(db, {}, scoped, { scope: { tenantId: '7' } })
  // @ts-expect-error -- undefined
  void paginate(db, {}, scoped, { scope: undefined })
  // @ts-expect-error -- null
  void paginate(db, {}, scoped, { scope: null })
  // @ts-expect-error -- perhaps undefined
  void paginate(db, {}, scoped, { scope: scope as typeof scope | undefined })
  // @ts-expect-error -- perhaps left out
  void paginate(db, {}, scoped, { ...({} as PaginateOptions<typeof scope>) })
  // @ts-expect-error -- undefined, in a stream
  void streamRows(db, {}, scoped, { scope: undefined })
  // @ts-expect-error -- undefined, in a call that answers at once
  applyFilters({}, scoped, { scope: undefined })
  // @ts-expect-error -- no scope
  void paginateSelect(db, {}, scoped, selection)
  // @ts-expect-error -- no scope
  void paginateSelectMap(db, {}, scoped, selection, ({ id }) => id)
  // @ts-expect-error -- no scope
  applyFilters({}, scoped)
  // @ts-expect-error -- no scope
  applyFilters({}, scoped, { except: ['title'] })
  // @ts-expect-error -- no scope
  void facetCounts(db, {}, scoped, { title: true })
  // @ts-expect-error -- no scope
  streamRows(db, {}, scoped)
  // @ts-expect-error -- no scope
  streamRows(db, {}, scoped, { batchSize: 10 })
  // @ts-expect-error -- no scope
  listHandler({ db, config: scoped })
  // @ts-expect-error -- no scope, whichever configuration it is
  listHandler({ db, config: () => scoped })
  // @ts-expect-error -- of another type
  listHandler({ db, config: scoped, scope: () => ({ tenantId: '7' }) })
  // @ts-expect-error -- no scope
  exportHandler({ db, config: scoped, as: 'csv' })
  // @ts-expect-error -- no scope
  explorerHandler({ db, config: scoped, path: '/notes' })
  // @ts-expect-error -- no scope
  forHono.listHandler({ db, config: scoped })
  // @ts-expect-error -- no scope
  forExpress.listHandler({ db, config: scoped })
  // @ts-expect-error -- no scope
  forFastify.listHandler({ db, config: scoped })
  // @ts-expect-error -- no scope
  forHono.exportHandler({ db, config: scoped, as: 'csv' })
  // @ts-expect-error -- no scope
  forExpress.exportHandler({ db, config: scoped, as: 'csv' })
  // @ts-expect-error -- no scope
  forFastify.exportHandler({ db, config: scoped, as: 'csv' })
  // @ts-expect-error -- no scope
  void checkList(db, scoped)
  // @ts-expect-error -- no scope
  void explainList(db, scoped)
  // @ts-expect-error -- no predicate
  paginateArray(rows, {}, scoped)
  // @ts-expect-error -- no predicate among the options
  paginateArray(rows, {}, scoped, { path: '/notes' })
  // @ts-expect-error -- no predicate
  filterArray(rows, {}, scoped)
  // @ts-expect-error -- no predicate
  facetArray(rows, {}, scoped, { title: true })
  // @ts-expect-error -- memory cannot run a function without a parameter either
  paginateArray(rows, {}, fixed)
})

test('a handler whose type arguments are written out leaves the scope to run time', () => {
  listHandler<[{ params: string }]>({
    db,
    config: scoped,
    scope: (_request, { params }) => ({ tenantId: params.length }),
  })
  listHandler<[{ params: string }]>({ db, config: plain })
  exportHandler<[{ params: string }]>({
    db,
    config: scoped,
    as: 'csv',
    scope: (_request, { params }) => ({ tenantId: params.length }),
  })
  forHono.listHandler<{ Variables: { tenant: number } }>({
    db,
    config: scoped,
    scope: (context) => ({ tenantId: context.get('tenant') }),
  })
})

test('a function without a parameter asks for nothing', () => {
  void paginate(db, {}, fixed)
  void paginate(db, {}, fixed, { path: '/notes' })
  applyFilters({}, fixed)
  streamRows(db, {}, fixed)
  listHandler({ db, config: fixed })
  void checkList(db, fixed)
  void paginate(db, {}, plain, { scope })
})

test('what a function of .scopedBy() may be', () => {
  const optional = begin()
    .scopedBy((given?: { tenantId: number }) => eq(notes.tenantId, given?.tenantId ?? 0))
    .build()
  // @ts-expect-error -- at run time it has a parameter
  void paginate(db, {}, optional)
  void paginate(db, {}, optional, { scope })
  const untyped = begin()
    .scopedBy((given) => eq(notes.tenantId, given as number))
    .build()
  // @ts-expect-error -- any scope, but one
  void paginate(db, {}, untyped)
  void paginate(db, {}, untyped, { scope: 7 })
  const text = begin()
    .scopedBy((role: string) => eq(notes.role, role))
    .build()
  void paginate(db, {}, text, { scope: 'reader' })
  const named = (tenant: { tenantId: number }): SQL => eq(notes.tenantId, tenant.tenantId)
  void paginate(db, {}, begin().scopedBy(named).build(), { scope })
  // @ts-expect-error -- one scope, not two
  begin().scopedBy((one: number, two: number) => eq(notes.tenantId, one + two))
  // @ts-expect-error -- no condition
  begin().scopedBy(() => 7)
})

test('functions that are generic in their configuration call on', () => {
  const generic = <Config extends AnyPaginateConfig>(config: Config) => paginate(db, {}, config)
  const ofItem = <Item>(config: PaginateConfig<Item>) => paginate(db, {}, config, { scope })
  void generic(plain)
  void ofItem(scoped)
})
