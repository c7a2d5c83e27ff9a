// Clients of nestjs-paginate against a list: what its decorator reads of a request, and what its answer looks like.
import 'reflect-metadata'
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { count } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginate, paginateConfig, PaginateQueryError } from 'drizzle-paginate'
import { asNestPaginated, nestPaginateQuery } from 'drizzle-paginate/nestjs'
import { Paginate as TheirPaginate, type PaginateQuery as TheirQuery } from 'nestjs-paginate'
import { afterAll, describe, expect, it } from 'vitest'

const tickets = sqliteTable('tickets', {
  id: integer().primaryKey(),
  title: text().notNull(),
  status: text().notNull(),
  deletedAt: text(),
})
const client = new Database(':memory:')
client.exec(`create table tickets (id integer primary key, title text, status text, deletedAt text);
  insert into tickets values (1, 'Ash', 'open', null), (2, 'Birch', 'open', '2024-01-01'), (3, '12:30', 'closed', null), (4, '$x', 'closed', null)`)
const db = drizzle({ client })
afterAll(() => void client.close())

const declared = () =>
  paginateConfig(tickets)
    .withLimits(2, 10)
    .withTieBreaker('id')
    .sortable('title')
    .searchable('title')
    .filterable('title', '$eq', '$in', '$ilike')
    .filterable('status', '$eq', '$in')
    .filterable('deletedAt', '$null')
const list = declared().build()
const byCursor = declared().withCursors().build()

const idsOf = async (search: string, deleted?: string): Promise<number[]> => {
  const query = nestPaginateQuery({ url: `/tickets${search}` }, list, { deleted })
  return (await paginate(db, query, list)).items.map(({ id }) => id)
}

/** What its decorator makes of the same query string, as Express's parser hands it over. */
function theirs(search: string): TheirQuery {
  class Probe {
    list(query: unknown): unknown {
      return query
    }
  }
  TheirPaginate()(Probe.prototype, 'list', 0)
  const [argument] = Object.values(
    Reflect.getMetadata(ROUTE_ARGS_METADATA, Probe, 'list') as Record<string, { factory: Factory }>,
  )
  const parsed: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const before = parsed[name]
    parsed[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  const request = { query: parsed, protocol: 'http', get: () => 'x', originalUrl: `/tickets${search}` }
  return argument?.factory(undefined, {
    getType: () => 'http',
    switchToHttp: () => ({ getRequest: () => request }),
  }) as TheirQuery
}
type Factory = (data: unknown, context: unknown) => unknown

describe('select of nestPaginateQuery', () => {
  it('asks for members in a list that lets clients choose, and is a name like any other elsewhere', async () => {
    const chosen = declared().selectable().build()
    const url = '/tickets?select=id,title'
    const { items } = await paginate(db, nestPaginateQuery({ url }, chosen), chosen)
    expect(items.map((item) => Object.keys(item))).toEqual(items.map(() => ['id', 'title']))
    expect(nestPaginateQuery({ url }, list).fields).toEqual([])
  })
})

describe('an expression of nestPaginateQuery', () => {
  const combined = declared().withFilterExpressions().build()
  it.each([
    [
      '(status=open OR title="12:30") AND NOT title=Ash',
      '(status=$eq:open OR title=$eq:12:30) AND NOT title=$eq:Ash',
      [2, 3],
    ],
    [`status="$not:open" AND title=$not:Ash`, 'status=$not:$eq:open AND title=$not:$eq:Ash', [3, 4]],
    [`status=$in:open OR 'title=Ash'`, 'status=$in:open OR title=$eq:Ash', [1, 2]],
  ])('%s', async (expression, text, ids) => {
    const url = `/tickets?limit=10&filter=${encodeURIComponent(expression)}`
    const { items, meta } = await paginate(db, nestPaginateQuery({ url }, combined), combined)
    expect(meta.filterExpression).toBe(text)
    expect(items.map(({ id }) => id)).toEqual(ids)
  })
  it.each(['(', 'status=$like:x', 'status=', 'status=$x'])('%s stays as it is, to be rejected', (expression) => {
    const url = `/tickets?filter=${encodeURIComponent(expression)}`
    expect(nestPaginateQuery({ url }, combined).filterExpression).toBe(expression)
  })
})

describe('nestPaginateQuery', () => {
  it.each([
    ['a filter without an operator as $eq', '?filter.status=open', [1, 2]],
    ['a value with colons', '?filter.title=12:30', [3]],
    ['a modifier before such a value', '?filter.status=$not:open', [3, 4]],
    ['an operator as it is', '?filter.status=$in:open,closed&limit=10', [1, 2, 3, 4]],
    ['a blank value', '?filter.status=', []],
    ['a modifier before a blank value', '?filter.status=$not:&limit=10', [1, 2, 3, 4]],
    ['several criteria of a field', '?filter.title=Ash&filter.title=$or:12:30', [1, 3]],
    ['sort, search and page', '?sortBy=title:DESC&search=i&page=1', [2]],
  ])('reads %s', async (_title, search, ids) => {
    expect(await idsOf(search)).toEqual(ids)
    // Its own decorator sees the same members in the same request.
    const { sortBy = [], search: term = null, filter = {} } = theirs(search)
    const query = nestPaginateQuery({ originalUrl: `/tickets${search}` }, list)
    expect(query.sortBy).toEqual(sortBy.map((pair) => pair.join(':')))
    expect([query.search, Object.keys(query.filters)]).toEqual([term, Object.keys(filter)])
  })

  it('leaves what its list does not know rejected', async () => {
    await expect(idsOf('?filter.secret=1')).rejects.toThrow(PaginateQueryError)
    await expect(idsOf('?filter.status=$regex:x')).rejects.toThrow(`'$regex'`)
    await expect(idsOf('?limit=99')).rejects.toThrow(PaginateQueryError)
  })

  it('reads `cursor` as `after`', async () => {
    const first = await paginate(db, nestPaginateQuery({ url: '/tickets' }, byCursor), byCursor)
    const search = `?cursor=${first.meta.nextCursor}`
    expect(theirs(search).cursor).toBe(first.meta.nextCursor)
    const second = await paginate(db, nestPaginateQuery({ url: `/tickets${search}` }, byCursor), byCursor)
    expect(second.items.map(({ id }) => id)).toEqual([3, 4])
  })

  it('reads `withDeleted=true` as both kinds of rows, by the field that the options name', async () => {
    expect(await idsOf('?limit=10&filter.deletedAt=$null&withDeleted=true', 'deletedAt')).toEqual([1, 3, 4])
    expect(await idsOf('?limit=10&withDeleted=true', 'deletedAt')).toEqual([1, 2, 3, 4])
    const query = nestPaginateQuery({ url: '/tickets?withDeleted=true' }, list, { deleted: 'DELETEDAT' })
    expect(query.filters).toEqual({ deletedAt: ['$null', '$or:$not:$null'] })
    expect(nestPaginateQuery({ url: '/tickets?withDeleted=false' }, list, { deleted: 'deletedAt' }).filters).toEqual({})
    expect(nestPaginateQuery({ url: '/tickets?withDeleted=true' }, list).filters).toEqual({})
    expect(() => nestPaginateQuery({ url: '/tickets' }, list, { deleted: 'status' })).toThrow(
      `nestPaginateQuery() needs a filterable field 'status' that allows '$null'; declare .filterable('status', '$null').`,
    )
  })

  it.each([
    [{ $null: true } as const, ['$null', '$or:$not:$null']],
    [{ $not: { $eq: '2024-01-01' } }, ['$not:$eq:2024-01-01', '$or:$eq:2024-01-01']],
    [{ $not: { $null: true } } as const, ['$not:$null', '$or:$null']],
    [{ $eq: '$not:' }, ['$eq:$not:', '$or:$not:$eq:$not:']],
  ])('reads it as without the default filter %j', async (criteria, both) => {
    const kept = declared().filterable('deletedAt', '$eq').defaultFilter('deletedAt', criteria).build()
    const query = nestPaginateQuery({ url: '/tickets?limit=10&withDeleted=true' }, kept, { deleted: 'deletedAt' })
    expect(query.filters).toEqual({ deletedAt: both })
    expect((await paginate(db, query, kept)).items.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })

  it('needs no `$null` where there is a default filter', () => {
    const kept = declared().defaultFilter('status', { $eq: 'open' }).build()
    const query = nestPaginateQuery({ url: '/tickets?withDeleted=true' }, kept, { deleted: 'STATUS' })
    expect(query.filters).toEqual({ status: ['$eq:open', '$or:$not:$eq:open'] })
  })
})

describe('asNestPaginated', () => {
  it('has the other members of a page too', async () => {
    const summed = declared().withSummary({ rows: count() }).build()
    const { data, summary } = asNestPaginated(await paginate(db, { url: '/tickets?limit=1' }, summed))
    expect([data.length, summary.rows > 1]).toEqual([1, true])
  })

  it('has the names of nestjs-paginate', async () => {
    const url = '/tickets?sortBy=title:DESC&filter.status=open&limit=1'
    const page = await paginate(db, nestPaginateQuery({ url }, list), list)
    const { data, meta, links } = asNestPaginated(page)
    expect(data).toEqual([{ id: 2, title: 'Birch', status: 'open', deletedAt: '2024-01-01' }])
    expect(meta).toMatchObject({
      itemsPerPage: 1,
      totalItems: 2,
      currentPage: 1,
      totalPages: 2,
      sortBy: [['title', 'DESC']],
      filter: { status: ['$eq:open'] },
    })
    expect(decodeURIComponent(String(links.next))).toBe(
      '/tickets?limit=1&sortBy=title:DESC&filter.status=$eq:open&page=2',
    )
  })
})
