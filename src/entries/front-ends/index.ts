// drizzle-paginate/front-ends: grids and admin frameworks over a list, each by its own rules. No front end is in the
// bundle.
export {
  agGridDatasource,
  type AgGridDatasource,
  type AgGridInfiniteParams,
  type AgGridOptions,
  type AgGridRequest,
  type AgGridServerSideParams,
} from './ag-grid.js'
export { muiDataSource, type MuiDataSource, type MuiFilterItem, type MuiGetRowsParams, type MuiRows } from './mui.js'
export type { FieldFact, FrontEndOptions } from './options.js'
export {
  reactAdminDataProvider,
  type ReactAdminDataProvider,
  type ReactAdminList,
  type ReactAdminListParams,
} from './react-admin.js'
export type { AnyClient } from './read-rows.js'
export { refineDataProvider, type RefineDataProvider, type RefineFilter, type RefineListParams } from './refine.js'
export type { ProviderOptions, RecordId } from './resource.js'
