// testing: a stream, as exports send it, has the rows of one select and the items of the list's pages.
import { PaginateQuery, streamRows } from '../../index.js'
import { difference, itemText } from './item-text.js'
import type { Selection } from '../../types/selection.js'
import { errorText, type ListUnderTest } from './list-under-test.js'

/** Rows of a selection, by default the list's own items. Null, and a failure, if the stream ends by an error. */
export async function streamOf(
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
export async function checkExport(list: ListUnderTest, request: string): Promise<void> {
  const page = list.pageOf(await list.ask(request), request)
  if (page === null || page.items.length === 0) return
  const streamed = await streamOf(list, request, { upTo: page.items.length })
  if (streamed === null) return
  const [got, expected] = [streamed.map(itemText), page.items.map(itemText)]
  const at = expected.findIndex((text, index) => text !== got[index])
  if (at >= 0)
    list.fail('exports', request, `item ${at + 1} of an export is ${difference(got[at], 'on the page', expected[at])}`)
}
