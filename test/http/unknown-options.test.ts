// Names of options: a slip is the developer's mistake, said where the handler is made.
import { PaginateConfigError } from 'drizzle-paginate'
import { explorerHandler, nodeExplorerHandler } from 'drizzle-paginate/explorer'
import * as forExpress from 'drizzle-paginate/express'
import * as forFastify from 'drizzle-paginate/fastify'
import * as forHono from 'drizzle-paginate/hono'
import * as forFetch from 'drizzle-paginate/http'
import { ExportedList, nestPaginateQuery, PaginatedList } from 'drizzle-paginate/nestjs'
import { afterAll, describe, expect, it } from 'vitest'
import { articleDatabase, articleList } from './support/article-list.js'

const { db, close } = articleDatabase()
afterAll(close)

const list = { db, config: articleList }
const page = (): never => {
  throw new Error('is not called')
}

const makers: readonly (readonly [call: string, slip: string, meant: string, make: (options: object) => unknown])[] = [
  ...[forFetch, forHono, forExpress, forFastify].flatMap(
    ({ listHandler, pageHandler, exportHandler }) =>
      [
        ['listHandler()', 'wher', 'where', (options: object) => (listHandler as Make)({ ...list, ...options })],
        [
          'listHandler()',
          'onStatment',
          'onStatement',
          (options: object) => (listHandler as Make)({ ...list, ...options }),
        ],
        ['pageHandler()', 'onanswer', 'onAnswer', (options: object) => (pageHandler as Make)(page, options)],
        [
          'exportHandler()',
          'fileName',
          'filename',
          (options: object) => (exportHandler as Make)({ ...list, as: 'csv', ...options }),
        ],
        [
          'The cache of listHandler()',
          'contol',
          'control',
          (cache: object) => (listHandler as Make)({ ...list, cache }),
        ],
        [
          'The cache of pageHandler()',
          'versions',
          'version',
          (cache: object) => (pageHandler as Make)(page, { cache }),
        ],
      ] as const,
  ),
  [
    'explorerHandler()',
    'exportpath',
    'exportPath',
    (options) => (explorerHandler as Make)({ ...list, path: '/', ...options }),
  ],
  [
    'explorerHandler()',
    'scop',
    'scope',
    (options) => (nodeExplorerHandler as Make)({ ...list, path: '/', ...options }),
  ],
  ['PaginatedList()', 'cach', 'cache', (options) => (PaginatedList as Make)(options)],
  ['The cache of PaginatedList()', 'contol', 'control', (cache) => (PaginatedList as Make)({ cache })],
  ['ExportedList()', 'column', 'columns', (options) => (ExportedList as Make)({ as: 'csv', ...options })],
  [
    'nestPaginateQuery()',
    'delete',
    'deleted',
    (options) => (nestPaginateQuery as Make)({ url: '/' }, articleList, options),
  ],
]
type Make = (...given: unknown[]) => unknown

describe('An option that a handler does not have', () => {
  it.each(makers)('%s refuses %s, and names %s', (call, slip, meant, make) => {
    expect(() => make({ [slip]: null })).toThrow(
      new PaginateConfigError(`${call} has no option '${slip}'; did you mean '${meant}'?`),
    )
  })

  it.each(makers)('%s refuses a name that is near to none', (call, _slip, _meant, make) => {
    expect(() => make({ toString: 1 })).toThrow(
      new PaginateConfigError(`${call} has no option 'toString'; leave it out.`),
    )
  })

  it.each(makers)('%s takes one that is undefined for none', (_call, slip, _meant, make) => {
    expect(() => make({ [slip]: undefined })).not.toThrow()
  })

  it.each<[string, () => unknown, string]>([
    [
      'a list under another name',
      () => (forFetch.listHandler as Make)({ list: articleList }),
      `no option 'list'; write 'config'.`,
    ],
    ['a mapping', () => (forFetch.listHandler as Make)({ transform: () => 1 }), `no option 'transform'; write 'map'.`],
    [
      'a format of a file',
      () => (forFetch.exportHandler as Make)({ format: 'csv' }),
      `no option 'format'; write 'as'.`,
    ],
    [
      'arguments',
      () => (forFetch.listHandler as Make)({ select: () => 1 }, articleList),
      'takes one record of options; pass { db, config }.',
    ],
    [
      'arguments of a file',
      () => (forFetch.exportHandler as Make)({ select: () => 1 }, articleList),
      'exportHandler() takes one record of options',
    ],
  ])('names the right word for %s', (_title, make, sentence) => {
    expect(make).toThrow(sentence)
  })
})
