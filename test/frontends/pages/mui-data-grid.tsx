import { DataGrid, useGridApiRef } from '@mui/x-data-grid'
import { createListClient } from 'drizzle-paginate/client'
import { muiDataSource } from 'drizzle-paginate/front-ends'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'

const columns = [
  { field: 'id', type: 'number' },
  { field: 'title', flex: 2 },
  { field: 'status', type: 'singleSelect', valueOptions: ['draft', 'published', 'archived'], sortable: false },
  { field: 'views', type: 'number', width: 130 },
  {
    field: 'author.name',
    flex: 1,
    valueGetter: (_: never, row: { author: { name: string } | null }) => row.author?.name,
  },
] as never
const fields = { status: 'exact' } as const
const sources = {
  articles: muiDataSource(createListClient('/api/articles'), { fields }),
  uncounted: muiDataSource(createListClient('/api/uncounted'), { fields }),
}
const initialState = { pagination: { paginationModel: { pageSize: 10, page: 0 } } }

function Grid({ name }: { name: keyof typeof sources }) {
  const apiRef = useGridApiRef()
  useEffect(
    () => void (((window as never as { apis: Record<string, unknown> }).apis ??= {})[name] = apiRef),
    [apiRef, name],
  )
  const onError = (error: Error) => document.getElementById('error')!.append(String(error.cause ?? error))
  return (
    <div id={name} style={{ height: 420 }}>
      <DataGrid
        apiRef={apiRef}
        dataSource={sources[name]}
        columns={columns}
        pagination
        pageSizeOptions={[10]}
        initialState={initialState}
        onDataSourceError={onError}
        disableVirtualization
      />
    </div>
  )
}

createRoot(document.getElementById('root')!).render(
  <>
    <Grid name="articles" />
    <Grid name="uncounted" />
    <p id="error" />
  </>,
)
