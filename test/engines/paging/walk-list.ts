// Paging through all pages of a list: by number, by cursor in both directions, and as a stream.
import { type AnyPaginateConfig, type ListDatabase, paginate, streamRows } from '../../../src/index.js'

interface Page {
  readonly items: readonly { readonly id: number }[]
  readonly meta: { readonly nextCursor?: string | null; readonly previousCursor?: string | null }
}
type Read = (db: ListDatabase, query: object, config: AnyPaginateConfig) => Promise<Page>
type Stream = (
  db: ListDatabase,
  query: object,
  config: AnyPaginateConfig,
  options: object,
) => AsyncIterable<{ readonly id: number }>

export interface Walked {
  readonly numbered: readonly number[]
  readonly next: readonly number[]
  readonly previous: readonly number[]
  readonly streamed: readonly number[]
}

/** The ids of all rows in each way. More pages than there can be are an error. */
export async function walkList(
  db: unknown,
  { numbered, cursors }: { readonly numbered: unknown; readonly cursors: unknown },
  order: string | readonly string[],
  limit: number,
): Promise<Walked> {
  const sortBy = typeof order === 'string' ? [order] : order
  const read = (query: object, config: unknown) =>
    (paginate as unknown as Read)(db as ListDatabase, { sortBy, ...query }, config as AnyPaginateConfig)
  const whole = (await read({ limit: 100 }, numbered)).items.map(({ id }) => id)
  const maxPages = Math.ceil(whole.length / limit) + 2
  const forth: number[] = []
  let page = await read({ limit }, cursors)
  for (let pages = 1; ; pages++) {
    forth.push(...page.items.map(({ id }) => id))
    const after = page.meta.nextCursor ?? null
    if (after === null) break
    if (pages > maxPages) throw new Error(`More than ${maxPages} pages forth: ${forth.join()}`)
    page = await read({ limit, after }, cursors)
  }
  const back = page.items.map(({ id }) => id)
  for (let pages = 1; ; pages++) {
    const before = page.meta.previousCursor ?? null
    if (before === null) break
    if (pages > maxPages) throw new Error(`More than ${maxPages} pages back: ${back.join()}`)
    page = await read({ limit, before }, cursors)
    back.unshift(...page.items.map(({ id }) => id))
  }
  const streamed: number[] = []
  const stream = (streamRows as unknown as Stream)(db as ListDatabase, { sortBy }, cursors as AnyPaginateConfig, {
    batchSize: limit,
  })
  for await (const { id } of stream) streamed.push(id)
  return { numbered: whole, next: forth, previous: back, streamed }
}

/** Every way gives the same rows, each once. */
export const everyWay = (ids: readonly number[]): Walked => ({ numbered: ids, next: ids, previous: ids, streamed: ids })
