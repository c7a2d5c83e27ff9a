import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import {
  columnFilteringFeature,
  FlexRender,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { createListClient } from 'drizzle-paginate/client'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { pageOptions } from '../.tmp/pages/tanstack-query.js'
import { tableOptions } from '../.tmp/pages/tanstack-table.js'

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
})
const columns = [
  { id: 'title', accessorKey: 'title', header: 'Title' },
  { id: 'author.name', accessorFn: (row: { author: { name: string } | null }) => row.author?.name, header: 'Author' },
  {
    id: 'publishedAt',
    accessorFn: (row: { publishedAt: string | null }) => row.publishedAt?.slice(0, 10),
    header: 'Published',
  },
  // Filters alone.
  { id: 'status', accessorFn: () => '', header: 'Status', enableSorting: false },
  { id: 'views', accessorFn: () => '', header: 'Views', enableSorting: false },
] as never
/** What this page reads of the table. */
interface Part {
  readonly id: string
  readonly column: { readonly id: string; getToggleSortingHandler(): () => void; getIsSorted(): string }
}
interface Shown {
  readonly state: { readonly pagination: { readonly pageIndex: number } }
  setGlobalFilter(value: unknown): void
  getColumn(id: string): { setFilterValue(value: unknown): void }
  getFlatHeaders(): Part[]
  getRowModel(): { readonly rows: { readonly id: string; getAllCells(): Part[] }[] }
  getCanPreviousPage(): boolean
  getCanNextPage(): boolean
  getPageCount(): number
  previousPage(): void
  nextPage(): void
}
const isShown = ({ column }: Part) => !['status', 'views'].includes(column.id)

const client = createListClient('/articles')

function Articles() {
  const [query, setQuery] = useState(() => client.query().limit(8) as never)
  const { data, error, isFetching } = useQuery(pageOptions(query, client as never) as never) as never as {
    data?: { items: readonly object[]; meta: { totalItems: number } }
    error: Error | null
    isFetching: boolean
  }
  const table = useTable({
    features,
    columns,
    ...(tableOptions(query, data as never, setQuery as never) as object),
  } as never) as never as Shown
  const { pageIndex } = table.state.pagination
  return (
    <main aria-busy={isFetching}>
      <form>
        <input placeholder="Search" onChange={({ target }) => table.setGlobalFilter(target.value || undefined)} />
        <select
          onChange={({ target }) => table.getColumn('status').setFilterValue(target.value ? [target.value] : undefined)}
        >
          <option value="">Any status</option>
          <option>draft</option>
          <option>published</option>
          <option>archived</option>
        </select>
        <input
          placeholder="Views from"
          onChange={({ target }) =>
            table.getColumn('views').setFilterValue(target.value ? [target.value, undefined] : undefined)
          }
        />
      </form>
      {error && <p role="alert">{error.message}</p>}
      <div className="scroll">
        <table>
          <thead>
            <tr>
              {table
                .getFlatHeaders()
                .filter(isShown)
                .map((header) => (
                  <th key={header.id} onClick={header.column.getToggleSortingHandler()}>
                    <FlexRender header={header as never} />{' '}
                    {{ asc: '↑', desc: '↓' }[header.column.getIsSorted() as string]}
                  </th>
                ))}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr key={row.id}>
                {row
                  .getAllCells()
                  .filter(isShown)
                  .map((cell) => (
                    <td key={cell.id}>
                      <FlexRender cell={cell as never} />
                    </td>
                  ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer>
        <button disabled={!table.getCanPreviousPage()} onClick={() => table.previousPage()}>
          Previous
        </button>
        <span>
          Page {pageIndex + 1} of {table.getPageCount()}, {data?.meta.totalItems ?? 0} articles
        </span>
        <button disabled={!table.getCanNextPage()} onClick={() => table.nextPage()}>
          Next
        </button>
      </footer>
    </main>
  )
}

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <Articles />
  </QueryClientProvider>,
)
