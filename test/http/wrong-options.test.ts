// Options of handlers of the wrong kind: a sentence that names the option, and not a TypeError of what reads it.
import { PaginateConfigError } from 'drizzle-paginate'
import { exportHandler, listHandler, pageHandler } from 'drizzle-paginate/http'
import { afterAll, expect, it } from 'vitest'
import { articleDatabase, articleList } from './support/article-list.js'

const { db, close } = articleDatabase()
afterAll(close)

type Handler = (request: Request) => Promise<Response>
type Make = (...given: readonly unknown[]) => Handler
const list = (options: object): Handler => (listHandler as unknown as Make)({ db, config: articleList, ...options })
const file = (options: object): Handler =>
  (exportHandler as unknown as Make)({ db, config: articleList, as: 'csv', ...options })
const page = (answer: unknown): Handler => (pageHandler as unknown as Make)(() => answer)

const FACETS = 'The option facets must be true, false or a function that returns names of facets; pass one.'
const NAMES = 'The function facets must return a list of names; return one, empty for none.'
const FORMAT = (as: string): string => `The export has the format '${as}'; choose 'csv', 'ndjson' or 'json'.`
const COLUMNS = 'The export needs columns as a list of names, or as a record of titles; pass text for each.'
const FILENAME = 'The export needs a filename that is text; pass one, or leave it out.'
const MAP = 'A map must be a function of a row, or { all } with a function of all rows; pass one.'
const PAGE = 'The function of pageHandler() returned no page; return what a paging call resolves to.'
const CACHE = 'The option cache must be a record of a text control and a function version, or {}; pass one.'
const PATH = "The option path must be text such as '/articles'; pass one, or leave it out."

it.each<[title: string, make: () => Handler, sentence: string]>([
  ['facets as a record', () => list({ facets: { status: true } }), FACETS],
  ['facets that return nothing', () => list({ facets: () => undefined }), NAMES],
  ['facets that return a text', () => list({ facets: async () => 'status' }), NAMES],
  ['a path that is a number', () => list({ path: () => 5 }), PATH],
  ['a format in upper case', () => file({ as: 'CSV' }), FORMAT('CSV')],
  ['no format', () => file({ as: undefined }), FORMAT('undefined')],
  ['a format that objects have', () => file({ as: 'toString' }), FORMAT('toString')],
  ['columns with one that is undefined', () => file({ columns: ['id', undefined] }), COLUMNS],
  ['a title that is true', () => file({ columns: { id: true } }), COLUMNS],
  ['columns as a text', () => file({ columns: 'id' }), COLUMNS],
  ['columns that are null', () => file({ columns: null }), COLUMNS],
  ['a filename that is a function', () => file({ filename: () => 'x.csv' }), FILENAME],
  [
    'a record of options instead of the function of a page',
    () => (pageHandler as unknown as Make)({ db, config: articleList }),
    'pageHandler() needs a function that answers a page; for a list use listHandler().',
  ],
  ['a page that is undefined', () => page(undefined), PAGE],
  ['a page that is a list', () => page([]), PAGE],
  ['a page without meta and links', () => page({ items: [] }), PAGE],
  ['a page that is a promise of nothing', () => page(Promise.resolve(null)), PAGE],
])('%s is refused', async (_title, make, sentence) => {
  await expect((async () => make()(new Request('http://x/articles')))()).rejects.toThrow(
    new PaginateConfigError(sentence),
  )
})

const ofCsv = (option: string, as: string): string =>
  `The export has the option ${option}, which only a CSV has; leave it out of '${as}'.`
const NO_COLUMN = /^The export has a column 'nope' that no item has; name one of 'id', /
it.each<[title: string, make: () => Handler, sentence: string | RegExp]>([
  ['a format', () => file({ as: 'xls' }), FORMAT('xls')],
  ['a delimiter', () => file({ delimiter: ';;' }), "The export has a delimiter ';;'; choose ',', ';', '|' or a tab."],
  ['a filename', () => file({ filename: 5 }), FILENAME],
  ['a delimiter of NDJSON', () => file({ as: 'ndjson', delimiter: ';' }), ofCsv('delimiter', 'ndjson')],
  ['a byte order mark of JSON', () => file({ as: 'json', bom: true }), ofCsv('bom', 'json')],
  ['columns of JSON', () => file({ as: 'json', columns: ['id'] }), ofCsv('columns', 'json')],
  ['guarded formulas of NDJSON', () => file({ as: 'ndjson', guardFormulas: false }), ofCsv('guardFormulas', 'ndjson')],
  ['columns', () => file({ columns: { id: true } }), COLUMNS],
  ['a column that no item has', () => file({ columns: ['id', 'nope'] }), NO_COLUMN],
  ['a title of a column that no item has', () => file({ columns: { nope: 'Nope' } }), NO_COLUMN],
])('%s of a file is refused when the handler is made', (_title, make, sentence) => {
  expect(make).toThrow(sentence)
})

it('columns of rows that map makes, and of a list that depends on the request, are known when they come', async () => {
  const columns = ['nope']
  const mapped = file({ columns, map: ({ id }: { id: number }) => ({ nope: id }) })
  expect(await (await mapped(new Request('http://x/articles'))).text()).toMatch(/^nope\r\n\d/)
  const lost = file({ columns, map: ({ id }: { id: number }) => ({ id }) })
  await expect(lost(new Request('http://x/articles'))).rejects.toThrow(
    new PaginateConfigError(
      `The export has a column 'nope' that its first row does not have; return it for each row, or name one of 'id'.`,
    ),
  )
  const chosen = file({ columns, config: () => articleList })
  await expect(chosen(new Request('http://x/articles'))).rejects.toThrow(NO_COLUMN)
})

it.each<[title: string, make: () => Handler, sentence: string]>([
  ['a map that is a text', () => list({ map: 'item' }), MAP],
  ['a map without a function', () => list({ map: { all: true } }), MAP],
  ['a map that is null', () => list({ map: null }), MAP],
  ['a map of a file', () => file({ map: 5 }), MAP],
  ['a listener', () => list({ onAnswer: true }), 'The option onAnswer must be a function; pass one.'],
  ['a listener of statements', () => file({ onStatement: {} }), 'The option onStatement must be a function; pass one.'],
  ['within', () => list({ db: undefined, within: db }), 'The option within must be a function; pass one.'],
  ['a cache that is true', () => list({ cache: true }), CACHE],
  ['a cache that is null', () => list({ cache: null }), CACHE],
  ['a version that is a text', () => list({ cache: { version: 'v1' } }), CACHE],
  ['a control that is a number', () => list({ cache: { control: 5 } }), CACHE],
  [
    'a guard that is null',
    () => file({ guardFormulas: null }),
    'The option guardFormulas must be true or false; pass one.',
  ],
  ['a trailer that is a text', () => file({ trailer: 'no' }), 'The option trailer must be true or false; pass one.'],
  [
    'no options',
    () => (listHandler as unknown as Make)(),
    'listHandler() takes one record of options; pass { db, config }.',
  ],
])('%s is refused when the handler is made', (_title, make, sentence) => {
  expect(make).toThrow(new PaginateConfigError(sentence))
})
