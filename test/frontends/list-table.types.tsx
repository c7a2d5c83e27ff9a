// The registry component takes fields and items from the client: each mistake below does not compile.
import { createListClient } from 'drizzle-paginate/client'
import { ListTable } from '../../examples/registry/list-table.js'
import type { articleList } from '../docs/example/sqlite/article-list.js'

const articles = createListClient<typeof articleList>('/articles')

export const right = (
  <ListTable
    client={articles}
    columns={[
      { field: 'title', header: 'Title', sortable: true },
      { field: 'author.name', header: 'Author', sortable: true, cell: ({ author }) => author?.name ?? 'unknown' },
      { field: 'publishedAt', header: 'Published', cell: ({ publishedAt }) => publishedAt?.slice(0, 10) },
      { field: 'id', header: 'Number', cell: ({ id }) => id.toFixed(0) },
    ]}
  />
)

export const untyped = (
  <ListTable client={createListClient('/articles')} columns={[{ field: 'anything', header: 'Anything' }]} />
)

export const wrong = [
  // @ts-expect-error not a client
  <ListTable client={42} columns={[]} />,
  // @ts-expect-error misspelt
  <ListTable client={articles} columns={[{ field: 'titel', header: 'Title' }]} />,
  // @ts-expect-error misspelt
  <ListTable client={articles} columns={[{ field: 'titel', header: 'Title', sortable: true }]} />,
  // @ts-expect-error the list does not sort by it
  <ListTable client={articles} columns={[{ field: 'id', header: 'Number', sortable: true }]} />,
  // @ts-expect-error items have no such member
  <ListTable client={articles} columns={[{ field: 'title', header: 'Title', cell: (item) => item.titel }]} />,
  // @ts-expect-error a number has no such method
  <ListTable client={articles} columns={[{ field: 'id', header: 'Id', cell: (item) => item.id.slice(1) }]} />,
]
