// What a front end shows for a filter model, whatever its calls are named.
import { agGridDatasource, type AgGridOptions, muiDataSource, type MuiFilterItem } from 'drizzle-paginate/front-ends'
import type { FrontEndOptions } from 'drizzle-paginate/front-ends'
import type { City } from './cities.js'
import type { Cities } from './cities.js'

export interface Shown {
  readonly total: number | null | undefined
  readonly ids: readonly number[]
}

const idsOf = (found: readonly unknown[]): number[] => found.map((row) => (row as City).id)

export interface Block {
  readonly startRow?: number
  readonly endRow?: number
  readonly sortModel?: readonly { readonly colId: string; readonly sort: 'asc' | 'desc' }[]
  readonly api?: object
}

/** The server-side row model. */
export function askAgGrid(
  { client }: Pick<Cities, 'client'>,
  filterModel: unknown,
  options: AgGridOptions = {},
  { startRow = 0, endRow = 1000, sortModel = [], api }: Block = {},
): Promise<Shown> {
  return new Promise((resolve, reject) => {
    let reason: unknown
    agGridDatasource(client, { maxLimit: 50, ...options, onError: (error) => (reason = error) }).getRows({
      ...(api && { api }),
      request: { startRow, endRow, sortModel, filterModel },
      success: ({ rowData, rowCount }) => resolve({ total: rowCount, ids: idsOf(rowData) }),
      fail: () => void Promise.resolve().then(() => reject(reason as Error)),
    })
  })
}

/** The infinite row model. */
export function askInfinite(
  { client }: Pick<Cities, 'client'>,
  filterModel: unknown,
  options: AgGridOptions = {},
  { startRow = 0, endRow = 1000, sortModel = [] }: Block = {},
): Promise<Shown> {
  return new Promise((resolve, reject) => {
    let reason: unknown
    agGridDatasource(client, { maxLimit: 50, ...options, onError: (error) => (reason = error) }).getRows({
      startRow,
      endRow,
      sortModel,
      filterModel,
      successCallback: (found, last) => resolve({ total: last, ids: idsOf(found) }),
      failCallback: () => void Promise.resolve().then(() => reject(reason as Error)),
    })
  })
}

export async function askMui(
  { client }: Pick<Cities, 'client'>,
  items: readonly MuiFilterItem[],
  options: FrontEndOptions = {},
  logicOperator = 'and',
): Promise<Shown> {
  const source = muiDataSource(client, { maxLimit: 50, ...options })
  const paginationModel = { page: 0, pageSize: 1000 }
  const found = await source.getRows({ paginationModel, sortModel: [], filterModel: { items, logicOperator } })
  return { total: found.rowCount, ids: idsOf(found.rows) }
}
