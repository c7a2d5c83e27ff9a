import { Refine, useTable } from '@refinedev/core'
import { createRoot } from 'react-dom/client'
import { refineDataProvider } from 'drizzle-paginate/front-ends'

function Table({ resource }: { resource: string }) {
  const table = useTable<{ id: number; title: string }>({
    resource,
    pagination: { pageSize: 4 },
    syncWithLocation: false,
  })
  const { tableQuery, currentPage, pageCount, setCurrentPage, setSorters, setFilters } = table
  const { data, error, isFetching } = tableQuery
  const of = (field: string, value: unknown) => ({ field, operator: 'eq' as const, value })
  const or = [{ operator: 'or' as const, value: [of('status', 'draft'), of('views', 9)] }]
  return (
    <section id={resource} aria-busy={isFetching}>
      <button onClick={() => setSorters([{ field: 'title', order: 'desc' }])}>Sort</button>
      <button onClick={() => setFilters([{ field: 'status', operator: 'in', value: ['draft', 'archived'] }])}>
        Filter
      </button>
      <button onClick={() => setFilters(or, 'replace')}>Or</button>
      <button onClick={() => setCurrentPage(currentPage + 1)}>Next</button>
      <p>
        {currentPage} of {pageCount}, {data?.total ?? '-'} rows
      </p>
      {error && <p role="alert">{error.message}</p>}
      <ul>
        {data?.data.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </section>
  )
}

const App = () => (
  <Refine
    dataProvider={refineDataProvider('/api') as never}
    options={{
      disableTelemetry: true,
      reactQuery: { clientConfig: { defaultOptions: { queries: { retry: false } } } },
    }}
  >
    <Table resource="articles" />
    <Table resource="uncounted" />
  </Refine>
)

createRoot(document.getElementById('root')!).render(<App />)
