// Positions in an order, for pages that begin in the middle of it.
import { asc, desc, eq, inArray } from 'drizzle-orm'
import { api } from './build.mjs'

const PAGE_SIZE = 25

/** The row at an offset of the order, with its keys, and the ids of the page behind it. */
export async function rowAt({ db, tables: { articles, authors } }, { terms }, offset) {
  const expressions = Object.fromEntries(
    terms.map(({ field }) => [field, field === 'author' ? authors.name : articles[field]]),
  )
  const order = terms.map(({ field, direction }) => (direction === 'asc' ? asc : desc)(expressions[field]))
  let select = db
    .select({ ...expressions, id: articles.id })
    .from(articles)
    .$dynamic()
  if ('author' in expressions) select = select.leftJoin(authors, eq(authors.id, articles.authorId))
  const [row, ...behind] = await select
    .orderBy(...order)
    .limit(PAGE_SIZE + 1)
    .offset(offset)
  return { row, keys: terms.map(({ field }) => row[field]), behind: behind.map(({ id }) => id) }
}

/** The cursor of a row: that of a page which ends with it. */
export async function cursorOf({ db, tables: { articles } }, config, { list }, { row, behind }) {
  const query = api.PaginateQuery.from(`${list}&limit=1`)
  const { meta } = await api.paginate(db, query, config, { where: inArray(articles.id, [row.id, behind[0]]) })
  return meta.nextCursor
}
