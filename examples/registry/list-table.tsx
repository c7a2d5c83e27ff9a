'use client'

// A table over a list: rows, sorting, search and pages, with its state in the URL. Copied by `npx shadcn add`; then it is
// yours.
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type ItemOf, type ListClient, ListRequestError, type ListSource, type SortName } from 'drizzle-paginate/client'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'

type MemberOf<Item> = unknown extends Item ? string : keyof Item & string

/** A column that sorts names a sortable field, such as `author.name`; any other names a member of an item. */
export type ListTableColumn<Source extends ListSource> = {
  readonly header: string
  /** @default the value as text */
  readonly cell?: (item: ItemOf<Source>) => ReactNode
} & (
  | { readonly field: SortName<Source>; readonly sortable: true }
  | { readonly field: MemberOf<ItemOf<Source>>; readonly sortable?: false }
)

type AnyClient = ListClient<ListSource>
type Query = ReturnType<AnyClient['query']>
type Page = Awaited<ReturnType<AnyClient['fetchPage']>>
/** A list with cursors has no page numbers, and a list that does not count has no totals. */
type Numbers = { currentPage?: number; totalPages?: number | null; totalItems?: number | null }

const OF_LIST = /^(page|limit|sortBy|search|searchBy|after|before|fields|filter(\..+)?)$/
const CHANGED = 'list-table:changed'

function subscribe(onChange: () => void): () => void {
  const events = ['popstate', CHANGED]
  for (const event of events) addEventListener(event, onChange)
  return () => {
    for (const event of events) removeEventListener(event, onChange)
  }
}

/** Writes a query into the URL. Parameters that are not the list's stay, and so does the hash. */
function visit(query: Query, how: 'pushState' | 'replaceState' = 'pushState'): void {
  const url = new URL(location.href)
  const others = [...url.searchParams].filter(([name]) => !OF_LIST.test(name))
  url.search = String(new URLSearchParams([...others, ...query.toURLSearchParams()]))
  history[how](null, '', url)
  dispatchEvent(new Event(CHANGED))
}

const valueOf = (item: unknown, field: string): unknown =>
  field.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], item)

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value)

function placeOf({ meta }: Page): string {
  const { currentPage, totalPages, totalItems } = meta as Numbers
  const pages = totalPages ? ` of ${totalPages.toLocaleString()}` : ''
  return [
    ...(currentPage ? [`Page ${currentPage.toLocaleString()}${pages}`] : []),
    ...(typeof totalItems === 'number' ? [`${totalItems.toLocaleString()} ${totalItems === 1 ? 'row' : 'rows'}`] : []),
  ].join(' · ')
}

export function ListTable<Source extends ListSource>({
  client,
  columns,
}: {
  readonly client: ListClient<Source>
  readonly columns: readonly ListTableColumn<Source>[]
}) {
  const list = client as unknown as AnyClient
  // The URL is the state. It is not known on the server, nor in the first render.
  const url = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => null,
  )
  const query = useMemo(() => (url === null ? null : list.parse(url)), [list, url])
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ query: Query; page: Page | null; problem: string } | null>(null)
  // The text in the search box until it is searched for.
  const [typed, setTyped] = useState<string | null>(null)

  useEffect(() => {
    if (query === null) return
    const running = new AbortController()
    list.fetchPage(query, { signal: running.signal }).then(
      (page) => setAnswer({ query, page, problem: '' }),
      (error: unknown) => {
        const problem = error instanceof ListRequestError ? error.message : 'The list could not be reached.'
        if (!running.signal.aborted) setAnswer({ query, page: null, problem })
      },
    )
    return () => running.abort()
  }, [list, query, attempt])

  useEffect(() => {
    if (query === null || typed === null) return
    const timer = setTimeout(() => {
      setTyped(null)
      visit(query.page(1).search(typed), 'replaceState')
    }, 300)
    return () => clearTimeout(timer)
  }, [query, typed])

  const { page = null, problem = '' } = answer ?? {}
  const isBusy = answer === null || answer.query !== query
  const items = (page?.items ?? []) as readonly ItemOf<Source>[]
  // While a page is on its way, its order is that of the URL.
  const asked = isBusy ? (query?.state.sortBy ?? []) : []
  const order = asked.length > 0 ? asked : (page?.meta.sortBy ?? [])
  const directionOf = (field: string): 'ascending' | 'descending' | 'none' => {
    const term = order.find((one) => one.startsWith(`${field}:`))
    return term === undefined ? 'none' : term.endsWith(':DESC') ? 'descending' : 'ascending'
  }
  // A step is one from the page that was asked for last: until it is there, the buttons keep the focus and do nothing.
  const stepTo = (name: string, target: Query | null) => (
    <Button
      variant="outline"
      size="sm"
      disabled={!target}
      aria-disabled={isBusy}
      onClick={() => target && !isBusy && visit(target)}
    >
      {name}
    </Button>
  )
  const showAll = (
    <Button
      variant="link"
      onClick={() => {
        setTyped(null)
        visit(list.query())
      }}
    >
      Show all
    </Button>
  )

  return (
    <div className="space-y-4" aria-busy={isBusy}>
      <Input
        type="search"
        placeholder="Search …"
        aria-label="Search"
        className="max-w-sm"
        value={typed ?? query?.state.search ?? ''}
        onChange={({ target }) => setTyped(target.value)}
      />
      {problem === '' ? null : (
        <div role="alert" className="text-sm text-destructive">
          {problem}
          <Button
            variant="link"
            onClick={() => {
              setAnswer(null)
              setAttempt(attempt + 1)
            }}
          >
            Try again
          </Button>
          {showAll}
        </div>
      )}
      <div className="rounded-md border">
        <Table>
          <TableHeader>
            <TableRow>
              {columns.map(({ field, header, sortable }) => {
                if (!sortable) return <TableHead key={field}>{header}</TableHead>
                const direction = directionOf(field)
                const other = direction === 'ascending' ? 'desc' : 'asc'
                return (
                  <TableHead key={field} aria-sort={direction}>
                    <Button
                      variant="ghost"
                      size="sm"
                      className="-ml-3"
                      onClick={() => query && visit(query.clearSort().page(1).sortBy(field, other))}
                    >
                      {header}
                      <span aria-hidden>{{ ascending: '↑', descending: '↓', none: '↕' }[direction]}</span>
                    </Button>
                  </TableHead>
                )
              })}
            </TableRow>
          </TableHeader>
          <TableBody className={isBusy ? 'opacity-50' : ''}>
            {items.map((item, row) => (
              <TableRow key={String(valueOf(item, 'id') ?? row)}>
                {columns.map(({ field, cell }) => (
                  <TableCell key={field}>{cell ? cell(item) : textOf(valueOf(item, field))}</TableCell>
                ))}
              </TableRow>
            ))}
            {page === null && isBusy
              ? Array.from({ length: 5 }, (_, row) => (
                  <TableRow key={row}>
                    {columns.map(({ field }) => (
                      <TableCell key={field}>
                        <Skeleton className="h-5 w-full" />
                      </TableCell>
                    ))}
                  </TableRow>
                ))
              : null}
            {page !== null && items.length === 0 ? (
              <TableRow>
                <TableCell colSpan={columns.length} className="h-24 text-center">
                  No rows. {showAll}
                </TableCell>
              </TableRow>
            ) : null}
          </TableBody>
        </Table>
      </div>
      <nav aria-label="Pages" className="flex items-center justify-end gap-2">
        <p role="status" className="mr-auto text-sm text-muted-foreground">
          {page && placeOf(page)}
        </p>
        {stepTo('Previous', page && list.previous(page))}
        {stepTo('Next', page && list.next(page))}
      </nav>
    </div>
  )
}
