import { AllCommunityModule, type GridApi, ModuleRegistry } from 'ag-grid-community'
import { ServerSideRowModelModule } from 'ag-grid-enterprise'
import { AgGridReact } from 'ag-grid-react'
import { createListClient } from 'drizzle-paginate/client'
import { agGridDatasource } from 'drizzle-paginate/front-ends'
import { createRoot } from 'react-dom/client'

ModuleRegistry.registerModules([AllCommunityModule, ServerSideRowModelModule])

const columns = [
  { field: 'id' },
  { field: 'title', filter: 'agTextColumnFilter' },
  { field: 'status', filter: 'agTextColumnFilter', sortable: false },
  { field: 'views', filter: 'agNumberColumnFilter' },
  { colId: 'author.name', field: 'author.name' },
] as never
const apis = ((window as never as { apis: Record<string, GridApi> }).apis = {} as Record<string, GridApi>)
const common = { columnDefs: columns, defaultColDef: { flex: 1 }, cacheBlockSize: 20, maxBlocksInCache: 5 }
const fields = { status: 'exact' } as const
const box = { height: 400 }

const App = () => (
  <>
    <div id="infinite" style={box}>
      <AgGridReact
        {...common}
        rowModelType="infinite"
        datasource={agGridDatasource(createListClient('/api/articles'), { fields })}
        onGridReady={({ api }) => (apis['infinite'] = api)}
      />
    </div>
    <div id="server" style={box}>
      <AgGridReact
        {...common}
        rowModelType="serverSide"
        serverSideDatasource={agGridDatasource(createListClient('/api/articles'), { fields })}
        onGridReady={({ api }) => (apis['server'] = api)}
      />
    </div>
    <div id="uncounted" style={box}>
      <AgGridReact
        {...common}
        rowModelType="infinite"
        datasource={agGridDatasource(createListClient('/api/uncounted'), { fields })}
        onGridReady={({ api }) => (apis['uncounted'] = api)}
      />
    </div>
  </>
)

createRoot(document.getElementById('root')!).render(<App />)
