// drizzle-paginate/front-ends as the libraries take it: without a cast, in a strict program.
import type { GridDataSource } from '@mui/x-data-grid'
import type { CrudOperators, DataProvider as RefineProvider } from '@refinedev/core'
import type {
  IDatasource,
  IServerSideDatasource,
  ISimpleFilterModelPresetType,
  ISimpleFilterModelType,
} from 'ag-grid-community'
import { createListClient } from 'drizzle-paginate/client'
import {
  agGridDatasource,
  muiDataSource,
  reactAdminDataProvider,
  refineDataProvider,
} from 'drizzle-paginate/front-ends'
import type { DataProvider } from 'react-admin'
import type { AG_GRID_MENUS, REFINE_MENUS } from '../front-ends/support/menus.js'

const client = createListClient('/articles')

export const reactAdmin: Pick<DataProvider, 'getList' | 'getOne' | 'getMany' | 'getManyReference'> =
  reactAdminDataProvider('/api')
export const refine: Pick<RefineProvider, 'getList' | 'getOne' | 'getMany' | 'getApiUrl'> = refineDataProvider('/api')
export const infinite: IDatasource = agGridDatasource(client)
export const serverSide: IServerSideDatasource = agGridDatasource(client)
export const muiDataGrid: GridDataSource = muiDataSource(client)

type Same<One, Other> = [Exclude<One, Other> | Exclude<Other, One>] extends [never] ? true : never
/** The tests' own lists of operators are those of the libraries. */
export const refineOperators: Same<
  (typeof REFINE_MENUS)[keyof typeof REFINE_MENUS][number] | 'and' | 'or',
  CrudOperators
> = true
export const agGridTypes: Same<
  (typeof AG_GRID_MENUS)['text' | 'scalar'][number] | 'empty',
  Exclude<ISimpleFilterModelType, ISimpleFilterModelPresetType>
> = true
