// An option that a call does not have: without their `where`, `{ wher }` would return every row.
import { expect, test } from 'vitest'
import {
  applyFilters,
  facetCounts,
  paginate,
  paginateConfig,
  paginateSelect,
  paginateSelectMap,
  PaginateConfigError,
  streamRows,
  summarize,
} from '../../src/index.js'
import { facetArray, filterArray, paginateArray } from '../../src/entries/memory/index.js'
import { articles } from '../support/schema/sqlite.js'
import { count, eq } from 'drizzle-orm'
import { thrownBy } from '../engines/faults/faults.js'

const list = paginateConfig(articles).withLimits(10, 50).withTieBreaker('id').filterable('status', '$eq').build()
/** Nothing is sent: any select would throw. */
const db = { select: () => expect.unreachable('a statement was made') } as never
const id = { id: articles.id }

test.each<[call: string, wrong: string, near: string | null, run: (options: never) => unknown]>([
  ['paginate()', 'wher', 'where', (options) => paginate(db, '', list, options)],
  ['paginateSelect()', 'onStatment', 'onStatement', (options) => paginateSelect(db, '', list, id, options)],
  ['paginateSelectMap()', 'Signal', 'signal', (options) => paginateSelectMap(db, '', list, id, (row) => row, options)],
  ['summarize()', 'wheer', 'where', (options) => summarize(db, '', list, { n: count() }, options)],
  ['facetCounts()', 'where ', 'where', (options) => facetCounts(db, '', list, { status: true }, options)],
  ['applyFilters()', 'exept', 'except', (options) => applyFilters('', list, options)],
  ['streamRows()', 'batchsize', 'batchSize', (options) => streamRows(db, '', list, options).next()],
  ['paginateArray()', 'pth', 'path', (options) => paginateArray([], '', list, options)],
  ['filterArray()', 'excpt', 'except', (options) => filterArray([], '', list, options)],
  ['facetArray()', 'except', null, (options) => facetArray([], '', list, { status: true }, options)],
  ['paginate()', 'request', null, (options) => paginate(db, '', list, options)],
])('%s has no option %j', async (call, wrong, near, run) => {
  const error = await thrownBy(async () => run({ [wrong]: {} } as never))
  expect(error).toBeInstanceOf(PaginateConfigError)
  expect((error as Error).message).toBe(
    `${call} has no option '${wrong}'; ${near === null ? 'leave it out.' : `did you mean '${near}'?`}`,
  )
})

test('an option that is undefined is not there', () => {
  expect(paginateArray([], '', list, { wher: undefined } as never).items).toEqual([])
})

test('the functions of own have names, too', async () => {
  const error = await thrownBy(async () => paginateArray([], '', list, { own: { value: {} } } as never))
  expect((error as Error).message).toBe(
    "The option own of paginateArray() has no option 'value'; did you mean 'values'?",
  )
})

test('options in the place of the selection of a summary', async () => {
  const where = eq(articles.id, 1)
  for (const options of [{ where }, { where, signal: undefined }]) {
    const error = await thrownBy(async () => summarize(db, '', list, options as never))
    expect(error).toBeInstanceOf(PaginateConfigError)
    expect((error as Error).message).toBe(
      'The selection of summarize() is { where }; pass the selection before the options, or undefined for that of the list.',
    )
  }
})

test.each<[call: string, run: (options: { path: string }) => unknown]>([
  ['summarize()', (options) => summarize(db, 'x=', list, { n: count() }, options)],
  ['facetCounts()', (options) => facetCounts(db, 'x=', list, { status: true }, options)],
  ['streamRows()', (options) => streamRows(db, 'x=', list, options).next()],
])('%s takes a path, as every call', async (_call, run) => {
  const error = await thrownBy(async () => run({ path: '/articles' }))
  expect(error).not.toBeInstanceOf(PaginateConfigError)
})
