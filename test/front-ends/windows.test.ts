// Any page size over a list with a largest limit: the rows are those of the page, in as few requests as there can be.
import {
  agGridDatasource,
  muiDataSource,
  reactAdminDataProvider,
  refineDataProvider,
} from 'drizzle-paginate/front-ends'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAgGrid, askInfinite } from './support/ask.js'
import { byCursor, type Cities, cityList, countedToTen, openCities, rows, uncounted } from './support/cities.js'

let counted: Cities
let free: Cities
let toTen: Cities
let cursors: Cities
beforeAll(async () => {
  counted = await openCities(cityList)
  free = await openCities(uncounted)
  toTen = await openCities(countedToTen)
  cursors = await openCities(byCursor)
})
afterAll(() => {
  counted.close()
  free.close()
  toTen.close()
  cursors.close()
})

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const sort = { field: 'id', order: 'ASC' } as const
const options = (cities: Cities) => ({ fetch: cities.fetch, maxLimit: 50 })

describe('a page of React Admin', () => {
  it.each<[perPage: number, page: number, from: number, to: number, requests: number]>([
    [10, 1, 1, 10, 1],
    [25, 3, 51, 75, 1],
    [75, 1, 1, 75, 2],
    [75, 2, 76, 120, 1],
    [33, 2, 34, 66, 1],
    [70, 2, 71, 120, 2],
    [1000, 1, 1, 120, 3],
    [50, 3, 101, 120, 1],
    [50, 4, 121, 120, 1],
  ])('of %i rows, number %i, has rows %i to %i', async (perPage, page, from, to, requests) => {
    counted.sent()
    const provider = reactAdminDataProvider('', options(counted))
    const { data, total, pageInfo } = await provider.getList('cities', { pagination: { page, perPage }, sort })
    expect([data.map(({ id }) => id), total]).toEqual([range(from, to), 120])
    expect(pageInfo).toEqual({ hasNextPage: to < 120, hasPreviousPage: page > 1 })
    expect(counted.sent().length).toBeLessThanOrEqual(requests + 1)
  })

  it('knows whether there are more rows without a total', async () => {
    const provider = reactAdminDataProvider('', options(free))
    const first = await provider.getList('cities', { pagination: { page: 1, perPage: 75 }, sort })
    expect([first.data.length, 'total' in first, first.pageInfo.hasNextPage]).toEqual([75, false, true])
    const last = await provider.getList('cities', { pagination: { page: 2, perPage: 75 }, sort })
    expect([last.data.length, last.pageInfo.hasNextPage]).toEqual([45, false])
  })
})

it('reads every window of rows exactly', async () => {
  for (const [startRow, endRow] of [
    [0, 100],
    [100, 200],
    [7, 9],
    [49, 51],
    [33, 119],
    [119, 240],
    [0, 1],
    [60, 120],
  ]) {
    const found = await askAgGrid(counted, null, {}, { startRow: startRow!, endRow: endRow! })
    expect([startRow, found]).toEqual([startRow, { total: 120, ids: range(startRow! + 1, Math.min(endRow!, 120)) }])
  }
})

it('tells AG Grid the last row of a list that does not count with the last block alone', async () => {
  expect((await askInfinite(free, null, {}, { startRow: 0, endRow: 40 })).total).toBeUndefined()
  expect((await askInfinite(free, null, {}, { startRow: 80, endRow: 120 })).total).toBe(120)
  expect((await askAgGrid(free, null, {}, { startRow: 100, endRow: 140 })).total).toBe(120)
})

it.each<[name: string, cities: () => Cities]>([
  ['does not count', () => free],
  ['counts to 10', () => toTen],
])('guesses no total past the end of a list that %s', async (_name, cities) => {
  const block = { startRow: 900, endRow: 1000 }
  expect(await askInfinite(cities(), null, {}, block)).toEqual({ total: undefined, ids: [] })
  expect(await askAgGrid(cities(), null, {}, block)).toEqual({ total: undefined, ids: [] })
  const refine = refineDataProvider('', options(cities()))
  const past = await refine.getList({ resource: 'cities', pagination: { currentPage: 40, pageSize: 10 } })
  expect(past).toEqual({ data: [], total: 0 })
  const within = await refine.getList({ resource: 'cities', pagination: { currentPage: 3, pageSize: 10 } })
  expect([within.data.length, within.total]).toEqual([10, 31])
  const paginationModel = { page: 40, pageSize: 10 }
  expect((await muiDataSource(cities().client).getRows({ paginationModel })).rowCount).toBe(-1)
})

it('sorts by several fields', async () => {
  const sortModel = [
    { colId: 'rank', sort: 'desc' },
    { colId: 'id', sort: 'desc' },
  ] as const
  const wanted = rows.toSorted((one, other) => other.rank - one.rank || other.id - one.id).map(({ id }) => id)
  expect((await askInfinite(counted, {}, {}, { sortModel })).ids).toEqual(wanted)
})

it("reads all rows for MUI's page size of -1, and for Refine without pages", async () => {
  const all = { page: 0, pageSize: -1 }
  expect(
    (await muiDataSource(counted.client, { maxLimit: options(counted).maxLimit }).getRows({ paginationModel: all }))
      .rows,
  ).toHaveLength(120)
  const refine = refineDataProvider('', options(counted))
  for (const mode of ['off', 'client'] as const) {
    const { data, total } = await refine.getList({ resource: 'cities', pagination: { mode } })
    expect([mode, data.length, total]).toEqual([mode, 120, 120])
  }
  const page = await refine.getList({ resource: 'cities', pagination: { currentPage: 3, pageSize: 7 } })
  expect(page.data.map((row) => (row as { id: number }).id)).toEqual(range(15, 21))
})

it.each<[params: object, from: number, to: number]>([
  // Lazy loading: the page stays the first one, whatever block is read.
  [{ paginationModel: { page: 0, pageSize: 50 }, start: 50, end: 99 }, 51, 100],
  [{ paginationModel: { page: 0, pageSize: 50 }, start: 100, end: 119 }, 101, 120],
  [{ paginationModel: { page: 2, pageSize: 10 }, start: 20, end: 29 }, 21, 30],
  [{ paginationModel: { page: 2, pageSize: 10 } }, 21, 30],
  [{ paginationModel: { page: 0, pageSize: -1 }, start: 0, end: -2 }, 1, 120],
  [{ start: '5', end: 5 }, 6, 6],
  [{}, 1, 120],
])("reads the rows that MUI's grid names: %j", async (params, from, to) => {
  const { rows: found } = await muiDataSource(counted.client, { maxLimit: 50 }).getRows(params)
  expect(found.map((row) => row['id'])).toEqual(range(from, to))
})

it('reads records by id in the order of the ids, more than a page of them', async () => {
  const ids = range(1, 120).reverse()
  const admin = reactAdminDataProvider('', options(counted))
  const refine = refineDataProvider('', options(counted))
  expect((await admin.getMany('cities', { ids: [...ids, 120, 999] })).data.map(({ id }) => id)).toEqual(ids)
  expect((await refine.getMany({ resource: 'cities', ids })).data).toHaveLength(120)
  counted.sent()
  expect((await admin.getMany('cities', { ids: [] })).data).toEqual([])
  expect(counted.sent()).toEqual([])
  expect((await admin.getOne('cities', { id: '7' })).data.id).toBe(7)
  await expect(refine.getOne({ resource: 'cities', id: 999 })).rejects.toMatchObject({ status: 404 })
})

it('tells AG Grid of a rejection, and its reason to the app', async () => {
  const reasons: unknown[] = []
  const failed = await new Promise((resolve) => {
    agGridDatasource(counted.client, { onError: (error) => reasons.push(error) }).getRows({
      startRow: 0,
      endRow: 10,
      sortModel: [{ colId: 'nowhere', sort: 'asc' }],
      filterModel: {},
      successCallback: () => resolve(false),
      failCallback: () => resolve(true),
    })
  })
  expect([failed, String(reasons[0])]).toEqual([true, "ListRequestError: Sort for field 'nowhere' is not configured."])
})

describe('a list with cursors', () => {
  const paginationModel = (pageSize: number) => ({ page: 0, pageSize })
  it.each<[name: string, ask: () => Promise<unknown>]>([
    ['AG Grid', () => askAgGrid(cursors, null, {}, { startRow: 0, endRow: 10 })],
    ['a block of AG Grid that is larger than the limit', () => askInfinite(cursors, null)],
    ['MUI', () => muiDataSource(cursors.client).getRows({ paginationModel: paginationModel(10) })],
    ['all rows of MUI', () => muiDataSource(cursors.client, { maxLimit: 50 }).getRows({})],
    ['React Admin', () => reactAdminDataProvider('', options(cursors)).getList('cities', {})],
    ['Refine', () => refineDataProvider('', options(cursors)).getList({ resource: 'cities' })],
  ])('gets a sentence from its first page: %s', async (_name, ask) => {
    cursors.sent()
    await expect(ask()).rejects.toEqual(
      new RangeError('A list with cursors has no page numbers, which a front end asks for; leave .withCursors() out.'),
    )
    expect(cursors.sent()).toHaveLength(1)
  })

  it('has records by id', async () => {
    const { getMany, getOne } = reactAdminDataProvider('', options(cursors))
    expect((await getMany('cities', { ids: range(1, 60) })).data).toHaveLength(60)
    expect((await getOne('cities', { id: 7 })).data.id).toBe(7)
  })
})
