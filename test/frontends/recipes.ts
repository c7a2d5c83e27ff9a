// drizzle-paginate/front-ends as the libraries take it: without a cast, in a strict program.
import type { GridDataSource } from '@mui/x-data-grid'
import type { CrudOperators, DataProvider as RefineProvider } from '@refinedev/core'
import type { IDatasource, IServerSideDatasource } from 'ag-grid-community'
import { createListClient } from 'drizzle-paginate/client'
import {
  agGridDatasource,
  muiDataSource,
  reactAdminDataProvider,
  refineDataProvider,
} from 'drizzle-paginate/front-ends'
import type { DataProvider } from 'react-admin'
import type { RefineOperator } from '../front-ends/support/refine.js'

const client = createListClient('/articles')

export const reactAdmin: Pick<DataProvider, 'getList' | 'getOne' | 'getMany' | 'getManyReference'> =
  reactAdminDataProvider('/api')
export const refine: Pick<RefineProvider, 'getList' | 'getOne' | 'getMany' | 'getApiUrl'> = refineDataProvider('/api')
export const infinite: IDatasource = agGridDatasource(client)
export const serverSide: IServerSideDatasource = agGridDatasource(client)
export const muiDataGrid: GridDataSource = muiDataSource(client)

/** The oracle of Refine's filters has each operator that Refine has, and no other. */
type Unlike = Exclude<CrudOperators, RefineOperator | 'and' | 'or'> | Exclude<RefineOperator, CrudOperators>
export const refineOperators: [Unlike] extends [never] ? true : Unlike = true
