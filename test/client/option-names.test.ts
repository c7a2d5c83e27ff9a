// Names of options in a browser: a slip is the developer's mistake, said where the client or the data source is made.
import { createListClient, fromTableState, toTableState } from 'drizzle-paginate/client'
import {
  agGridDatasource,
  muiDataSource,
  reactAdminDataProvider,
  refineDataProvider,
} from 'drizzle-paginate/front-ends'
import { describe, expect, it } from 'vitest'

type Make = (options: never) => unknown
const client = createListClient('/articles')
const ofClient = 'headers, credentials, signal, fetch'
const ofTable = 'operators, lists, defaultLimit, searchBy'
const ofFrontEnd = 'fields, maxLimit, timeZone, expressions'

describe.each<[call: string, slip: string, known: string, make: Make]>([
  ['createListClient', 'fech', ofClient, (options) => createListClient('/articles', options)],
  ['toTableState', 'operator', ofTable, (options) => toTableState(client.query(), options)],
  ['fromTableState', 'defaultLimt', ofTable, (options) => fromTableState({}, options)],
  ['agGridDatasource', 'maxLimt', `${ofFrontEnd}, onError`, (options) => agGridDatasource(client, options)],
  ['agGridDatasource', 'onerror', `${ofFrontEnd}, onError`, (options) => agGridDatasource(client, options)],
  ['muiDataSource', 'maxLimt', ofFrontEnd, (options) => muiDataSource(client, options)],
  [
    'reactAdminDataProvider',
    'maxLimt',
    `${ofFrontEnd}, ${ofClient}`,
    (options) => reactAdminDataProvider('/api', options),
  ],
  ['refineDataProvider', 'field', `${ofFrontEnd}, ${ofClient}`, (options) => refineDataProvider('/api', options)],
])('%s()', (call, slip, known, make) => {
  it(`refuses ${slip}`, () => {
    expect(() => make({ [slip]: 1 } as never)).toThrow(
      new TypeError(`${call}() has no option '${slip}'; it has ${known}.`),
    )
  })

  it('takes one that is undefined for none, and each that it has', () => {
    const named = Object.fromEntries(known.split(', ').map((name) => [name, undefined]))
    expect(() => make({ [slip]: undefined, ...named } as never)).not.toThrow()
  })
})

it.each([{ singal: AbortSignal.abort() }, { heders: {}, credentials: 'omit' }, AbortSignal.abort()])(
  'fetchPage() rejects an option that it does not have, and sends nothing',
  async (options) => {
    const asking = createListClient('/articles', { fetch: () => expect.unreachable() }).fetchPage(
      undefined,
      options as object,
    )
    const [name] = Object.keys(options)
    await expect(asking).rejects.toEqual(
      new TypeError(`fetchPage() has no option '${name ?? 'aborted'}'; it has headers, credentials, signal.`),
    )
  },
)
