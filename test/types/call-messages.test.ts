// What the compiler says about a call with a wrong argument: one sentence, about that argument and no other.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { expectWritten } from './written-messages.js'
import { Editor } from './editor.js'
import { BUILD_TIMEOUT } from '../support/timeouts.js'

const prelude = `import { integer as liteInteger, sqliteTable } from 'drizzle-orm/sqlite-core'
import { int, mysqlTable } from 'drizzle-orm/mysql-core'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle as pgDrizzle } from 'drizzle-orm/pg-proxy'
import { drizzle as liteDrizzle } from 'drizzle-orm/sqlite-proxy'
import { drizzle as mysqlDrizzle } from 'drizzle-orm/mysql-proxy'
import * as schema from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { applyFilters, configVariants, facetCounts, paginate, paginateConfig, PaginateQuery, paginateSelect, paginateSelectMap, rowsOf, streamRows, summarize } from 'drizzle-paginate'
import { createListClient, fromTableState } from 'drizzle-paginate/client'
import { explorerHandler } from 'drizzle-paginate/explorer'
import { agGridDatasource, muiDataSource } from 'drizzle-paginate/front-ends'
import * as forExpress from 'drizzle-paginate/express'
import * as forFastify from 'drizzle-paginate/fastify'
import * as forHono from 'drizzle-paginate/hono'
import { listHandler, exportHandler, pageHandler } from 'drizzle-paginate/http'
import { filterArray, facetArray, paginateArray } from 'drizzle-paginate/memory'
import { checkList, explainList } from 'drizzle-paginate/testing'
const articles = pgTable('articles', { id: integer().primaryKey(), title: text().notNull(), status: text({ enum: ['draft', 'live'] }), views: integer() })
const pgDb = pgDrizzle(async () => ({ rows: [] }))
declare const liteDb: ReturnType<typeof liteDrizzle>
const mysqlDb = mysqlDrizzle(async () => ({ rows: [] }))
const query = PaginateQuery.from('?page=2')
const begun = paginateConfig(articles)
const builder = begun.withLimits(5, 10).withTieBreaker('id').filterable('title', '$eq')
const config = builder.build()
const pickable = builder.sortable('title').filterable('status', '$eq', '$in').filterable('views', '$gte', '$lt').build()
const liteConfig = paginateConfig(sqliteTable('t', { id: liteInteger().notNull() })).withLimits(1, 2).withTieBreaker('id').build()
const mysqlConfig = paginateConfig(mysqlTable('t', { id: int().notNull() })).withLimits(1, 2).withTieBreaker('id').build()
const variants = configVariants((can: { moderate: boolean }) => builder.when(can.moderate).filterable('id', '$eq').build())
const moderated = variants({ moderate: true })
const scoped = builder.scopedBy(({ id }: { id: number }) => eq(articles.id, id)).build()
const selection = { id: articles.id }
const counted = { n: rowsOf(articles, sql\`true\`).count() }
declare const parsed: Record<string, string>
declare const parsedOfAny: Record<string, any>
declare const searchParams: { [key: string]: string | string[] | undefined }
declare const webRequest: Request
declare const url: URL
declare const expressRequest: import('express').Request
declare const honoContext: import('hono').Context
const clientQuery = createListClient<typeof pickable>('/articles').query()
const byCursor = builder.withCursors().build()
const feed = createListClient<typeof byCursor>('/articles')
const listed = begun.withLimits(5, 10).withTieBreaker('id').filterable('id', '$in', '$btw').build()
const ranged = begun.withLimits(5, 10).withTieBreaker('id').filterable('id', '$gte').build()
`

const database = (dialect: string): string =>
  `The database must be a Drizzle database or transaction of ${dialect}, as the configuration's table is; pass one.`
const ANY_DATABASE = 'The database must be a Drizzle database or transaction; pass one.'
const QUERY =
  'The query must be a request, a URL, its text, a PaginateQuery or a plain record of its members; pass one.'
const PARSED =
  'The query has members that no PaginateQuery has, which would be lost; bind parsed parameters with PaginateQuery.from(query).'
const COPIED =
  'The query cannot be a spread request or a URL with other members; write PaginateQuery.from(request).with({ limit: 5 }).'
const SOURCE =
  'PaginateQuery.from() cannot read its source; pass a query string, a URL, a Request, or a record of parsed parameters.'
const NO_SCOPE = 'The list is scoped, and the call has no scope; pass options.scope.'
const NO_WHERE = 'The list is scoped, and rows in memory need the scope as a predicate; pass options.where.'
const NO_NUMBERS = 'A list with cursors has no page numbers; follow next() and previous(), or leave .withCursors() out.'
const UNBUILT = 'The configuration is not built; call .build() at the end of its chain.'
const UNCALLED = 'The configuration is a function made by configVariants(); call it with its flags.'
const CONFIG = 'The configuration must be one that paginateConfig(table)….build() returned; pass one.'
const NO_VARIANTS = 'configVariants() needs a function of flags that returns a built configuration; pass one.'
const SELECTION = 'The selection must be a record of columns and SQL expressions, as db.select() takes it; pass one.'
const AGGREGATE =
  "The member 'n' of summarize() needs an aggregate of SQL, such as sum(column) or max(column); pass one."
const NO_FACETS = 'The list declares no facets; call .withFacets(), or pass them.'
const GATED =
  "The facet 'id' needs an operator granted without .when(); grant it, or declare the facet with .withFacets()."
const NO_TABLE = 'The table must be a Drizzle table or view, not a module of tables or a name; pass one.'

const rows: readonly (readonly [code: string, message: string])[] = [
  ['paginate(liteDb, query, config)', database('PostgreSQL')],
  ['paginate(mysqlDb, query, config)', database('PostgreSQL')],
  ['paginate(pgDb, query, liteConfig)', database('SQLite')],
  ['paginate(pgDb, query, mysqlConfig)', database('MySQL')],
  ['paginateSelect(liteDb, query, config, selection)', database('PostgreSQL')],
  ['paginateSelectMap(liteDb, query, config, selection, (row) => row)', database('PostgreSQL')],
  [`facetCounts(liteDb, query, config, { title: true })`, database('PostgreSQL')],
  ['listHandler({ db: liteDb, config })', database('PostgreSQL')],
  ['listHandler({ db: () => liteDb, config })', database('PostgreSQL')],
  ['listHandler({ db: liteDb, config: () => config })', database('PostgreSQL')],
  [`explorerHandler({ db: liteDb, config, path: '/a' })`, database('PostgreSQL')],
  ['forHono.listHandler({ db: liteDb, config })', database('PostgreSQL')],
  ['forExpress.listHandler({ db: liteDb, config })', database('PostgreSQL')],
  ['forFastify.listHandler({ db: liteDb, config })', database('PostgreSQL')],
  ['streamRows(liteDb, query, config)', database('PostgreSQL')],
  ['streamRows(liteDb, query, config, { selection, map: (row) => row.id })', database('PostgreSQL')],
  [`exportHandler({ db: liteDb, config, as: 'csv' })`, database('PostgreSQL')],
  [`forHono.exportHandler({ db: liteDb, config, as: 'csv' })`, database('PostgreSQL')],
  [`forExpress.exportHandler({ db: liteDb, config, as: 'csv' })`, database('PostgreSQL')],
  [`forFastify.exportHandler({ db: liteDb, config, as: 'csv' })`, database('PostgreSQL')],
  ['checkList(liteDb, config)', database('PostgreSQL')],
  ['explainList(liteDb, config)', database('PostgreSQL')],

  ['paginate(pgDb, query, scoped)', NO_SCOPE],
  ['paginate(pgDb, query, scoped, {})', NO_SCOPE],
  [`paginate(pgDb, query, scoped, { path: '/a' })`, NO_SCOPE],
  [
    'paginate(pgDb, query, scoped, { scope: undefined })',
    `Type 'undefined' is not assignable to type '{ id: number; }'`,
  ],
  [`paginate(pgDb, query, scoped, { scope: { id: '7' } })`, `Type 'string' is not assignable to type 'number'.`],
  ['paginateSelect(pgDb, query, scoped, selection)', NO_SCOPE],
  ['paginateSelectMap(pgDb, query, scoped, selection, (row) => row)', NO_SCOPE],
  ['applyFilters(query, scoped)', NO_SCOPE],
  ['facetCounts(pgDb, query, scoped, {})', NO_SCOPE],
  ['streamRows(pgDb, query, scoped)', NO_SCOPE],
  ['checkList(pgDb, scoped)', NO_SCOPE],
  ['explainList(pgDb, scoped)', NO_SCOPE],
  ['listHandler({ db: pgDb, config: scoped })', NO_SCOPE],
  [`exportHandler({ db: pgDb, config: scoped, as: 'csv' })`, NO_SCOPE],
  [`explorerHandler({ db: pgDb, config: scoped, path: '/a' })`, NO_SCOPE],
  ['forHono.listHandler({ db: pgDb, config: scoped })', NO_SCOPE],
  ['forExpress.listHandler({ db: pgDb, config: scoped })', NO_SCOPE],
  ['forFastify.listHandler({ db: pgDb, config: scoped })', NO_SCOPE],
  [`paginateArray([{ id: 1, title: 'a' }], query, scoped, { path: '/a' })`, NO_WHERE],
  [`facetArray([{ id: 1, title: 'a' }], query, scoped, {}, {})`, NO_WHERE],

  [
    'listHandler({ db: pgDb, config, facets: { title: true } })',
    "'title' does not exist in type '(request: Request) => MaybePromise<readonly string[]>'",
  ],
  [
    'listHandler({ db: pgDb, config: ranged, facets: () => ({ id: true }) })',
    "is not assignable to type 'MaybePromise<readonly string[]>'",
  ],

  ['summarize(pgDb, query, config)', 'The list declares no summary; call .withSummary(), or pass a selection.'],
  [
    'summarize(pgDb, query, config, undefined, {})',
    'The list declares no summary; call .withSummary(), or pass a selection.',
  ],
  ['summarize(pgDb, query, config, {})', SELECTION],
  ['summarize(pgDb, query, config, { n: 5 })', AGGREGATE],
  ['summarize(pgDb, query, config, { n: articles.views })', AGGREGATE],
  ['summarize(pgDb, query, config, counted)', AGGREGATE],
  ['facetCounts(pgDb, query, config)', NO_FACETS],
  ['facetCounts(pgDb, query, config, undefined, {})', NO_FACETS],
  [
    'facetCounts(pgDb, query, pickable, { statu: true })',
    `The facet 'statu' needs a filterable field; declare it with .filterable('statu', …).`,
  ],
  [
    `facetCounts(pgDb, query, pickable, {} as Record<string, true>)`,
    'The compiler does not know the names of these facets; write them as literals.',
  ],
  [
    `facetCounts(pgDb, query, pickable, { status: 'range' })`,
    `The facet 'status' as a range needs a field that grants a comparison or '$btw'; grant it, or leave the facet out.`,
  ],
  ['facetCounts(pgDb, query, moderated, { id: true })', GATED],
  [`facetCounts(pgDb, query, moderated, { title: true, id: { limit: 5 } })`, GATED],
  [`facetArray([{ id: 1, title: 'a' }], query, moderated, { id: true })`, GATED],
  [
    `facetCounts(pgDb, query, moderated, { id: 'range' })`,
    `The facet 'id' as a range needs a field that grants a comparison or '$btw'; grant it, or leave the facet out.`,
  ],
  [
    `facetCounts(pgDb, query, moderated, { id: { limit: '5' } })`,
    `The facet 'id' must be true, 'range' or { limit } with a whole number from 1 to 1000; correct it.`,
  ],
  [
    `facetCounts(pgDb, query, pickable, { status: { limit: '5' } })`,
    `The facet 'status' must be true, 'range' or { limit } with a whole number from 1 to 1000; correct it.`,
  ],
  [
    `facetCounts(pgDb, query, pickable, ['status'])`,
    'facetCounts() needs a record of facets, such as { status: true }; pass one.',
  ],
  ['summarize(pgDb, query, config, [articles.views])', SELECTION],
  ['summarize(pgDb, query, config, articles)', SELECTION],

  ['paginate(pgDb, query, builder)', UNBUILT],
  ['paginate(pgDb, query, builder.when(true))', UNBUILT],
  ['paginate(pgDb, query, begun)', UNBUILT],
  ['paginateSelect(pgDb, query, builder, selection)', UNBUILT],
  ['paginateSelectMap(pgDb, query, builder, selection, (row) => row)', UNBUILT],
  ['applyFilters(query, builder)', UNBUILT],
  ['streamRows(pgDb, query, builder)', UNBUILT],
  ['checkList(pgDb, builder)', UNBUILT],
  ['explainList(pgDb, builder)', UNBUILT],
  [`exportHandler({ db: pgDb, config: builder, as: 'csv' })`, CONFIG],
  [`facetCounts(pgDb, query, builder, {})`, UNBUILT],
  ['listHandler({ db: pgDb, config: builder })', CONFIG],
  ['paginate(pgDb, query, variants)', UNCALLED],
  ['applyFilters(query, variants)', UNCALLED],
  ['paginate(pgDb, query, articles)', CONFIG],
  ['paginate(pgDb, query, undefined)', CONFIG],

  ['paginate(query, pgDb, config)', database('PostgreSQL')],
  ['paginate(config, query, pgDb)', ANY_DATABASE],
  ['paginate(pgDb, config, query)', QUERY],
  [`paginate(pgDb, 5, config)`, QUERY],
  [`paginate(pgDb, undefined, config)`, QUERY],
  [`paginate(pgDb, { limit: '5' }, config)`, `Type 'string' is not assignable to type 'number'`],
  [
    `paginate(pgDb, { filters: { title: { $eq: 5 } } }, config)`,
    `Filter 'title' is of type 'text' and cannot take this value with '$eq'; correct it.`,
  ],
  [
    `paginate(pgDb, { filters: { title: { $eq: new Date() } } }, config)`,
    `Filter 'title' is of type 'text' and cannot take this value with '$eq'; correct it.`,
  ],
  [
    `paginate(pgDb, { filters: { title: { $eq: ['a'] } } }, config)`,
    `Filter 'title' is of type 'text' and cannot take this value with '$eq'; correct it.`,
  ],
  [
    `paginate(pgDb, { filters: { views: { $gte: new Date() } } }, pickable)`,
    `Filter 'views' is of type 'integer' and cannot take this value with '$gte'; correct it.`,
  ],
  [
    `paginate(pgDb, { filters: { status: { $eq: 'gone' } } }, pickable)`,
    `Filter 'status' is of type 'enum' and cannot take this value with '$eq'; correct it.`,
  ],
  [
    `paginate(pgDb, { filters: { status: { $in: [5] } } }, pickable)`,
    `Filter 'status' is of type 'enum' and cannot take this value with '$in'; correct it.`,
  ],
  [
    `paginate(pgDb, { filters: { id: { $in: [1, 'x'] } } }, listed)`,
    `Filter 'id' is of type 'integer' and cannot take this value with '$in'; correct it.`,
  ],
  [
    `paginate(pgDb, { filters: { id: { $btw: [1] } } }, listed)`,
    `Filter 'id' is of type 'integer' and cannot take this value with '$btw'; correct it.`,
  ],
  [
    `paginate(pgDb, { filters: { views: { $not: { $gte: 'x' } } } }, pickable)`,
    `Filter 'views' is of type 'integer' and cannot take this value with '$gte'; correct it.", number | bigint>`,
  ],
  [
    `paginate(pgDb, { filters: { status: { $not: { $eq: 'live', $in: ['draft'] } } } }, pickable)`,
    `Filter 'status' takes '$not' with one criterion.`,
  ],
  [
    `paginate(pgDb, { filters: { status: { $not: {} } } }, pickable)`,
    `Filter 'status' takes '$not' with one criterion.`,
  ],
  [
    `paginate(pgDb, { filters: { status: { $not: { $not: { $eq: 'live' } } } } }, pickable)`,
    `Filter 'status' has '$not', which is no operator.`,
  ],
  [
    `paginate(pgDb, { filters: { titel: { $eq: 'x' } } }, config)`,
    `The list has no filter 'titel'; declare it with .filterable('titel', …).`,
  ],
  [
    `paginate(pgDb, { filters: { views: { $eq: 5 } } }, pickable)`,
    `Filter 'views' does not allow operator '$eq'; it allows '$lt', '$gte'.`,
  ],
  [
    `paginate(pgDb, { filters: { title: 5 } }, config)`,
    `Filter 'title' needs criteria by operator, such as { $eq: value }, or their text; correct it.`,
  ],
  [
    `paginate(pgDb, { filters: ['$eq:5'] }, config)`,
    `The query has filters that are not a record; give them by field, such as { status: '$eq:live' }.`,
  ],
  [
    `paginate(pgDb, { filters: { status: { $not: { $foo: 'a' } } } }, pickable)`,
    `Filter 'status' does not allow operator '$foo'; it allows '$eq', '$in'.`,
  ],
  ['PaginateQuery.from(5)', SOURCE],
  ['PaginateQuery.from({} as unknown)', SOURCE],
  ['paginate(pgDb, parsed, config)', PARSED],
  ['paginate(pgDb, expressRequest.query, config)', PARSED],
  ['paginate(pgDb, honoContext.req.query(), config)', PARSED],
  ['paginateSelect(pgDb, searchParams, config, selection)', PARSED],
  ['paginateSelectMap(pgDb, parsedOfAny, config, selection, (row) => row)', PARSED],
  ['applyFilters(searchParams, config)', PARSED],
  ['facetCounts(pgDb, parsed, config, {})', PARSED],
  ['streamRows(pgDb, parsed, config)', PARSED],
  [`paginateArray([{ id: 1, title: 'a' }], parsed, config)`, PARSED],
  [`filterArray([{ id: 1, title: 'a' }], parsed, config)`, PARSED],
  [`facetArray([{ id: 1, title: 'a' }], parsed, config, {})`, PARSED],
  [
    `paginate(pgDb, { limit: 2, 'filter.title': '$eq:a' } as { limit?: number; 'filter.title'?: string }, config)`,
    PARSED,
  ],
  ['paginate(pgDb, { page: 1, filter: {} }, config)', `The query has no member 'filter'; did you mean 'filters'?`],
  ['paginate(pgDb, { page: 1, limt: 1 }, config)', `The query has no member 'limt'; did you mean 'limit'?`],
  ['paginate(pgDb, { page: 1, zzz: 1 }, config)', PARSED],
  ['paginate(pgDb, { filter: {} }, config)', `The query has no member 'filter'; did you mean 'filters'?`],
  ['paginate(pgDb, { filter: { title: 1 } }, config)', `The query has no member 'filter'; did you mean 'filters'?`],
  ['paginate(pgDb, { limt: 5 }, config)', `The query has no member 'limt'; did you mean 'limit'?`],
  ['paginate(pgDb, { zzz: 5 }, config)', PARSED],
  [
    `paginate(pgDb, { expression: 'title=$eq:a' }, config)`,
    `The query has no member 'expression'; did you mean 'filterExpression'?`,
  ],
  ['paginate(pgDb, { ...webRequest, limit: 5 }, config)', COPIED],
  ['paginate(pgDb, { ...url, page: 2 }, config)', COPIED],
  ['paginate(pgDb, { ...expressRequest, limit: 5 }, config)', COPIED],
  ['paginate(pgDb, { url: webRequest.url, limit: 5 }, config)', COPIED],
  ['applyFilters({ ...webRequest, limit: 5 }, config)', COPIED],
  ['pageHandler((list, asked) => paginate(pgDb, { ...asked, limit: 5 }, config))', COPIED],
  ['PaginateQuery.from({ ...webRequest, limit: 5 })', COPIED],
  ['applyFilters(config, query)', QUERY],
  ['streamRows(query, pgDb, config)', database('PostgreSQL')],
  ['streamRows(pgDb, config, query)', QUERY],
  ['facetCounts(pgDb, config, query, {})', QUERY],
  ['checkList(config, pgDb)', ANY_DATABASE],
  ['explainList(config, pgDb)', ANY_DATABASE],

  ['configVariants(config)', NO_VARIANTS],
  ['configVariants(builder)', NO_VARIANTS],
  ['configVariants({ moderate: true })', NO_VARIANTS],
  [`paginateSelect(pgDb, query, config, ['id'])`, SELECTION],
  [`paginateSelect(pgDb, query, config, articles)`, SELECTION],
  [`paginateSelectMap(pgDb, query, config, ['id'], (row) => row)`, SELECTION],
  ['paginateSelect(pgDb, query, config, counted)', SELECTION],
  ['paginateSelect(pgDb, query, config, { deep: counted })', SELECTION],
  ['paginateSelectMap(pgDb, query, config, counted, (row) => row)', SELECTION],
  ['streamRows(pgDb, query, config, { select: counted })', SELECTION],
  [`streamRows(pgDb, query, config, { select: ['id'] })`, SELECTION],
  [`paginateSelect(pgDb, query, config, { id: articles.id, x: 'title' })`, SELECTION],
  [`paginateSelect(pgDb, query, config, { id: articles.id, x: null })`, SELECTION],
  [`paginateSelect(pgDb, query, config, { id: articles.id, author: { x: 7 } })`, SELECTION],
  [`streamRows(pgDb, query, config, { select: { id: articles.id, x: true } })`, SELECTION],
  [
    'paginate(pgDb, query, config, eq(articles.id, 1))',
    `Type 'SQL<unknown>' has no properties in common with type 'PaginateOptions<unknown>`,
  ],
  ['paginateConfig(schema)', NO_TABLE],
  [`paginateConfig('articles')`, NO_TABLE],
  ['paginateConfig(builder)', NO_TABLE],
  [`begun.leftJoin('a', schema, sql\`1\`)`, NO_TABLE],
  [
    `begun.sortable(['id', 'title'])`,
    '.sortable() must get names one by one, not a list or a column; spread a list, and name the field of a column.',
  ],
  [
    `begun.searchable(['title'])`,
    '.searchable() must get names one by one, not a list or a column; spread a list, and name the field of a column.',
  ],
  [
    `begun.when(true).sortable(['id', 'title'])`,
    '.sortable() must get names one by one, not a list or a column; spread a list, and name the field of a column.',
  ],

  [`clientQuery.sortBy('titel')`, `Argument of type '"titel"' is not assignable to parameter of type '"title"'.`],
  [
    `clientQuery.sortBy('title', 'down')`,
    `Argument of type '"down"' is not assignable to parameter of type '"asc" | "desc" | undefined'.`,
  ],
  [`clientQuery.searchBy('title')`, `not assignable to parameter of type 'never'.`],
  [
    `clientQuery.filter('titel', '$eq', 'a')`,
    `Argument of type '"titel"' is not assignable to parameter of type '"title" | "status" | "views"'.`,
  ],
  [
    `clientQuery.filter('views', '$in', [1])`,
    `Argument of type '"$in"' is not assignable to parameter of type '"$lt" | "$gte" | { readonly $lt?:`,
  ],
  [`clientQuery.filter('views', '$gte')`, 'Expected 3 arguments, but got 2.'],
  [
    `clientQuery.filter('views', '$gte', '1')`,
    `Argument of type 'string' is not assignable to parameter of type 'number | bigint'.`,
  ],
  [
    `clientQuery.filter('status', '$eq', 'gone')`,
    `Argument of type '"gone"' is not assignable to parameter of type '"draft" | "live"'.`,
  ],
  [
    `clientQuery.filter('status', '$in', 'draft')`,
    `Argument of type 'string' is not assignable to parameter of type 'readonly`,
  ],
  [`clientQuery.filter('views', { $gte: 1, $lte: 2 })`, `Type 'number' is not assignable to type 'never'.`],
  [
    `clientQuery.filter('views', { $gte: 'a' })`,
    `Type 'string' is not assignable to type 'number | bigint | undefined'.`,
  ],
  [
    `clientQuery.not.filter('views', '$eq', 1)`,
    `Argument of type '"$eq"' is not assignable to parameter of type '"$lt" | "$gte"'.`,
  ],
  [`clientQuery.page('2')`, `Argument of type 'string' is not assignable to parameter of type 'number'.`],
  [`clientQuery.after('abc')`, 'The list is paged by number; use .page(), or declare .withCursors().'],
  ['feed.query().page(2)', NO_NUMBERS],
  ['agGridDatasource(feed)', NO_NUMBERS],
  ['muiDataSource(feed)', NO_NUMBERS],
  [
    `fromTableState<typeof pickable>({}, { operators: { views: '$in' } })`,
    `Type '"$in"' is not assignable to type '"$lt" | "$gte" | undefined'.`,
  ],
]

describe('a wrong argument', () => {
  const editor = new Editor(prelude + rows.map(([code]) => code).join('\n'))
  let messages: ReturnType<Editor['messages']>
  // The first question loads Drizzle's declarations.
  beforeAll(() => {
    messages = editor.messages()
  }, BUILD_TIMEOUT)
  const first = prelude.split('\n').length

  test.each(rows.map(([code, message], at) => [code, message, at] as const))('%s', (code, message, at) => {
    const said = messages.get(first + at) ?? []
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(message)
    // On one line, once.
    for (const line of said[0]?.split('\n') ?? []) expect(line.split(message).length - 1).toBeLessThanOrEqual(1)
    if (message === UNBUILT || message === UNCALLED) expect(said[0]).not.toContain('\n')
    if (code.includes('Handler({ db: liteDb')) expect(said[0]?.split('\n')).toHaveLength(2)
  })
  test.runIf(inject('drizzle').includes('0\\.45'))('says what the page of messages shows', () => {
    expectWritten(
      'calls',
      rows.map(([code, message], at) => [code, messages.get(first + at)?.[0] ?? '', message]),
    )
  })
  test('is the only mistake', () => {
    expect([...messages].filter(([line]) => line < first)).toEqual([])
  })
})
