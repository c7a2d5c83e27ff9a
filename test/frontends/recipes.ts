// The recipes of docs/recipes as the libraries take them: without a cast, in a strict program. `recipes.test.ts` writes
// their blocks.
import type { GridDataSource } from '@mui/x-data-grid'
import type { DataProvider as RefineProvider } from '@refinedev/core'
import type { IDatasource, IServerSideDatasource } from 'ag-grid-community'
import { createListClient } from 'drizzle-paginate/client'
import type { DataProvider } from 'react-admin'
import { infiniteDatasource, serverSideDatasource } from './.tmp/recipes/ag-grid.js'
import { listDataSource } from './.tmp/recipes/mui-data-grid.js'
import { listDataProvider as reactAdminProvider } from './.tmp/recipes/react-admin.js'
import { listDataProvider as refineProvider } from './.tmp/recipes/refine.js'

const client = createListClient('/articles')

export const reactAdmin: Pick<DataProvider, 'getList' | 'getOne' | 'getMany' | 'getManyReference'> =
  reactAdminProvider('/api')
export const refine: Pick<RefineProvider, 'getList' | 'getOne' | 'getMany' | 'getApiUrl'> = refineProvider('/api')
export const infinite: IDatasource = infiniteDatasource(client)
export const serverSide: IServerSideDatasource = serverSideDatasource(client)
export const muiDataGrid: GridDataSource = listDataSource(client)
