import { Refine, useTable } from '@refinedev/core'
import { createRoot } from 'react-dom/client'
import { refineDataProvider } from 'drizzle-paginate/front-ends'

function Table({ resource }: { resource: string }) {
  const table = useTable<{ id: number; title: string; status: string; views: number }>({
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
      <form onSubmit={(event) => event.preventDefault()}>
        <button onClick={() => setSorters([{ field: 'title', order: 'desc' }])}>Sort</button>
        <button onClick={() => setFilters([{ field: 'status', operator: 'in', value: ['draft', 'archived'] }])}>
          Filter
        </button>
        <button onClick={() => setFilters(or, 'replace')}>Or</button>
      </form>
      {error && <p role="alert">{error.message}</p>}
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th>Title</th>
              <th>Status</th>
              <th>Views</th>
            </tr>
          </thead>
          <tbody>
            {data?.data.map(({ id, title, status, views }) => (
              <tr key={id}>
                <td>{title}</td>
                <td>{status}</td>
                <td>{views}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer>
        <span>
          {currentPage} of {pageCount}, {data?.total ?? '-'} rows
        </span>
        <button onClick={() => setCurrentPage(currentPage + 1)}>Next</button>
      </footer>
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
