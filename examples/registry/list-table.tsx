// A table over a list: rows, sorting by its headers, search, pages by the list's own links. Copied by `npx shadcn add`;
// then it is yours.
import { type ReactNode, useEffect, useState } from 'react'
import { type ListClient, ListRequestError } from 'drizzle-paginate/client'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'

export interface ListTableColumn<Item> {
  /** The field, as requests name it: `author.name` for a member of a record. */
  readonly field: string
  readonly header: string
  readonly sortable?: boolean
  /** @default the value as text */
  readonly cell?: (item: Item) => ReactNode
}

type AnyClient = ListClient<never>
type Query = ReturnType<AnyClient['query']>
type Page = Awaited<ReturnType<AnyClient['fetchPage']>>

const valueOf = (item: unknown, field: string): unknown =>
  field.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], item)

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value)

export function ListTable<Item>({
  client,
  columns,
}: {
  readonly client: unknown
  readonly columns: readonly ListTableColumn<Item>[]
}) {
  const list = client as AnyClient
  const [query, setQuery] = useState<Query>(() => list.parse(location.search))
  const [page, setPage] = useState<Page | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(true)

  useEffect(() => {
    const running = new AbortController()
    setBusy(true)
    list
      .fetchPage(query, { signal: running.signal })
      .then(
        (answer) => {
          setPage(answer)
          setProblem('')
        },
        (error: unknown) => {
          if (!running.signal.aborted)
            setProblem(error instanceof ListRequestError ? error.message : 'The list could not be reached.')
        },
      )
      .finally(() => {
        if (!running.signal.aborted) setBusy(false)
      })
    // The state is the URL's: a reload, a bookmark and a colleague see the same page.
    const text = String(query)
    history.replaceState(null, '', text === '' ? location.pathname : `?${text}`)
    return () => running.abort()
  }, [list, query])

  const sorted = (page?.meta.sortBy ?? []) as readonly string[]
  const directionOf = (field: string): 'asc' | 'desc' | null => {
    const term = sorted.find((one) => one.startsWith(`${field}:`))
    return term === undefined ? null : term.endsWith(':DESC') ? 'desc' : 'asc'
  }
  const sort = (field: string): void =>
    setQuery(
      query
        .clearSort()
        .page(1 as never)
        .sortBy(field as never, directionOf(field) === 'asc' ? 'desc' : 'asc'),
    )
  const total = page?.meta !== undefined && 'totalItems' in page.meta ? page.meta.totalItems : null
  const [previous, next] = page === null ? [null, null] : [list.previous(page), list.next(page)]
  const items = (page?.items ?? []) as readonly Item[]

  return (
    <div className="space-y-4" aria-busy={isBusy}>
      <Input
        type="search"
        placeholder="Search …"
        aria-label="Search"
        className="max-w-sm"
        defaultValue={query.state.search ?? ''}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter')
            setQuery(query.page(1 as never).search(currentTarget.value === '' ? null : currentTarget.value))
        }}
      />
      {problem === '' ? null : (
        <p role="alert" className="text-sm text-destructive">
          {problem}
        </p>
      )}
      <div className="rounded-md border">
        <Table>
          <TableHeader>
            <TableRow>
              {columns.map(({ field, header, sortable }) => {
                const direction = directionOf(field)
                const order = direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending'
                return (
                  <TableHead key={field} aria-sort={order}>
                    {sortable === true ? (
                      <Button variant="ghost" size="sm" onClick={() => sort(field)}>
                        {header} {direction === null ? '↕' : direction === 'asc' ? '↑' : '↓'}
                      </Button>
                    ) : (
                      header
                    )}
                  </TableHead>
                )
              })}
            </TableRow>
          </TableHeader>
          <TableBody>
            {items.map((item, row) => (
              <TableRow key={textOf(valueOf(item, 'id')) + String(row)}>
                {columns.map(({ field, cell }) => (
                  <TableCell key={field}>{cell === undefined ? textOf(valueOf(item, field)) : cell(item)}</TableCell>
                ))}
              </TableRow>
            ))}
            {items.length === 0 && !isBusy ? (
              <TableRow>
                <TableCell colSpan={columns.length} className="h-24 text-center">
                  No rows.{' '}
                  <Button variant="link" onClick={() => setQuery(list.query())}>
                    Show all
                  </Button>
                </TableCell>
              </TableRow>
            ) : null}
          </TableBody>
        </Table>
      </div>
      <div className="flex items-center justify-end gap-2">
        {typeof total === 'number' ? (
          <span className="mr-auto text-sm text-muted-foreground">{total.toLocaleString()} rows</span>
        ) : null}
        <Button
          variant="outline"
          size="sm"
          disabled={previous === null}
          onClick={() => previous !== null && setQuery(previous)}
        >
          Previous
        </Button>
        <Button variant="outline" size="sm" disabled={next === null} onClick={() => next !== null && setQuery(next)}>
          Next
        </Button>
      </div>
    </div>
  )
}
