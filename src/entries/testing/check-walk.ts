// testing: the pages of a request, one after the other, hold each row once, in the order that one select gives.
import { advances } from '../../features/positions/position.js'
import { selectedWindow } from '../../fragments/referenced-tables.js'
import { windowInWalk } from '../../mistakes/config-refusals.js'
import type { Selection } from '../../types/selection.js'
import { type AnyPage, type ListUnderTest, errorText } from './list-under-test.js'
import { withPair } from './query-text.js'
import { keySelection, keyText, selectFrom } from './read-rows.js'
import { PaginateQuery, streamRows } from '../../index.js'
import { difference, itemText } from './item-text.js'

const WALKED_PAGES = 6
/** Beyond this many rows the first pages are walked, and the last ones. */
const WALKED_ROWS = 500

const keysOf = (items: readonly unknown[]): string[] => items.map((item) => keyText(Object.values(item as object)))

export async function checkWalk(list: ListUnderTest, request: string): Promise<void> {
  const selection = keySelection(list)
  const plain = (await selectFrom(list, selection, request, { isOrdered: true })).map((row) =>
    keyText(Object.values(row)),
  )
  const limit = Math.max(1, Math.min(list.description.maxLimit, Math.ceil(plain.length / WALKED_PAGES)))
  const perPage = plain.length > WALKED_ROWS ? Math.min(list.description.maxLimit, 50) : limit
  const base = withPair(request, ['limit', String(perPage)])
  if (list.isPagedByCursor) await walkByCursor(list, { request, base, selection, plain })
  else await walkByNumber(list, { request, base, selection, plain, perPage })
  if (plain.length <= WALKED_ROWS) await checkStream(list, request, selection, plain)
}

/** In batches that are shorter than the set. */
async function checkStream(
  list: ListUnderTest,
  request: string,
  select: Walk['selection'],
  plain: readonly string[],
): Promise<void> {
  const batchSize = Math.max(1, Math.ceil(plain.length / WALKED_PAGES))
  const rows = await streamOf(list, request, { select, batchSize })
  if (rows !== null && compareKeys(list, request, keysOf(rows), plain)) await checkExport(list, request)
}

interface Walk {
  readonly request: string
  readonly base: string
  readonly selection: Selection
  readonly plain: readonly string[]
}

async function walkByNumber(
  list: ListUnderTest,
  { request, base, selection, plain, perPage }: Walk & { readonly perPage: number },
): Promise<void> {
  const pages = Math.ceil(plain.length / perPage)
  const { maxOffset } = list.description
  const reachable = maxOffset === null ? pages : Math.min(pages, Math.floor(maxOffset / perPage) + 1)
  if (reachable < pages) list.notChecked.add(`pages past an offset of ${maxOffset} (withMaxOffset)`)
  for (let page = 1; page <= reachable; page++) {
    // The first pages and the last; all pages of a short list.
    if (page > WALKED_PAGES && page < reachable - 2) continue
    const at = withPair(base, ['page', String(page)])
    const read = list.pageOf(await list.askFor(at, selection), at)
    if (read === null) return
    const expected = plain.slice((page - 1) * perPage, page * perPage)
    if (!compareKeys(list, at, keysOf(read.items), expected)) return
    if (read.meta.hasNextPage !== page < pages)
      return list.fail('walk', at, `meta.hasNextPage is ${read.meta.hasNextPage} on page ${page} of ${pages}`)
  }
  if (plain.length === 0) {
    const read = list.pageOf(await list.askFor(base, selection), request)
    if (read !== null && read.items.length > 0)
      list.fail('walk', base, `${read.items.length} rows, where one select finds none`)
  }
}

async function walkByCursor(list: ListUnderTest, { base, selection, plain }: Walk): Promise<void> {
  const forth = await followCursor(list, base, selection, 'after', plain.length)
  if (forth === null || !compareKeys(list, base, forth.keys, plain.slice(0, forth.keys.length))) return
  if (forth.isWhole && forth.keys.length !== plain.length)
    return list.fail('walk', base, `the walk ends after ${forth.keys.length} of ${plain.length} rows`)
  if (forth.lastCursor === null) return
  const back = await followCursor(list, withPair(base, ['before', forth.lastCursor]), selection, 'before', plain.length)
  if (back === null) return
  const passed = forth.keys.slice(0, forth.keys.length - forth.lastCount)
  compareKeys(
    list,
    withPair(base, ['before', forth.lastCursor]),
    back.keys,
    passed.slice(passed.length - back.keys.length),
  )
  if (back.isWhole && back.keys.length !== passed.length)
    list.fail('walk', base, `the walk back ends after ${back.keys.length} of ${passed.length} rows`)
}

interface Followed {
  readonly keys: readonly string[]
  readonly isWhole: boolean
  /** Of the first row of the last page. */
  readonly lastCursor: string | null
  readonly lastCount: number
}

async function followCursor(
  list: ListUnderTest,
  start: string,
  selection: Selection,
  direction: 'after' | 'before',
  rows: number,
): Promise<Followed | null> {
  const base = new URLSearchParams(start)
  base.delete(direction)
  const keys: string[] = []
  let request = start
  const isNew = advances()
  let page: AnyPage | null = null
  for (let read = 0; read <= Math.min(rows, WALKED_ROWS); read++) {
    page = list.pageOf(await list.askFor(request, selection), request)
    if (page === null) return null
    if (direction === 'after') keys.push(...keysOf(page.items))
    else keys.unshift(...keysOf(page.items))
    const cursor = direction === 'after' ? page.meta.nextCursor : page.meta.previousCursor
    if (cursor === null || cursor === undefined)
      return { keys, isWhole: true, lastCursor: page.meta.previousCursor ?? null, lastCount: page.items.length }
    if (!isNew([cursor])) {
      list.fail('walk', request, `the pages do not advance: ${direction} leads to a page that was read before`)
      return null
    }
    request = withPair(base.toString(), [direction, cursor])
  }
  return { keys, isWhole: false, lastCursor: page?.meta.previousCursor ?? null, lastCount: page?.items.length ?? 0 }
}

/** Says the first difference. */
function compareKeys(
  list: ListUnderTest,
  request: string,
  got: readonly string[],
  expected: readonly string[],
): boolean {
  if (got.length === expected.length && got.every((key, index) => key === expected[index])) return true
  const twice = got.find((key, index) => got.indexOf(key) !== index)
  const absent = expected.find((key) => !got.includes(key))
  const extra = got.find((key) => !expected.includes(key))
  const what =
    twice !== undefined
      ? `the row ${twice} comes twice`
      : extra !== undefined
        ? `the row ${extra} does not belong here`
        : absent !== undefined
          ? `the row ${absent} is missing`
          : `the rows come in another order than one select gives: ${got.slice(0, 5).join(' ')}, not ${expected.slice(0, 5).join(' ')}`
  list.fail('walk', request, `${what} (${got.length} rows, ${expected.length} expected)`)
  return false
}

/** The request without what a walk sets itself. */
export function withoutPaging(request: string): string {
  const pairs = new URLSearchParams(request)
  for (const name of ['page', 'limit', 'after', 'before']) pairs.delete(name)
  return pairs.toString()
}

/** Rows of a selection, by default the list's own items. Null, and a failure, if the stream ends by an error. */
async function streamOf(
  list: ListUnderTest,
  request: string,
  options: { readonly select?: Selection; readonly batchSize?: number; readonly upTo?: number },
): Promise<unknown[] | null> {
  const { upTo = Infinity, ...how } = options
  const rows: unknown[] = []
  const query = PaginateQuery.from(request)
  try {
    for await (const row of streamRows(list.db, query, list.config as never, { ...list.host, ...how } as never)) {
      rows.push(row)
      if (rows.length >= upTo) break
    }
    return rows
  } catch (error) {
    list.fail('walk', request, `the stream ends after ${rows.length} rows: ${errorText(error)}`, error)
    return null
  }
}

/** The first items of an export are those of the first page, with their children. */
async function checkExport(list: ListUnderTest, request: string): Promise<void> {
  const page = list.pageOf(await list.ask(request), request)
  if (page === null || page.items.length === 0) return
  const window = selectedWindow(list.resolved.selection)
  if (window !== undefined) return void list.notChecked.add(`exports: ${windowInWalk(window).replace(/\.$/, '')}`)
  const streamed = await streamOf(list, request, { upTo: page.items.length })
  if (streamed === null) return
  const [got, expected] = [streamed.map(itemText), page.items.map(itemText)]
  const at = expected.findIndex((text, index) => text !== got[index])
  if (at >= 0)
    list.fail('exports', request, `item ${at + 1} of an export is ${difference(got[at], 'on the page', expected[at])}`)
}
