// Add-on http: a list as a file, streamed, for fetch-style servers.
import type { RecordOf } from '../../types/record-of.js'
import type { DialectName } from '../../vocabulary.js'
import { nodeResponse } from './break-connection.js'
import { checkExport, exportAnswer, type ExportOptions } from './export-answer.js'
import type { ColumnTitles } from './export-columns.js'
import { bodyStream } from './export-chunks.js'
import { type FetchHandler, methodNotAllowed, responseOf } from './list-handler.js'
import { assertRequest } from './list-request.js'
import type { AnyScopeOrNone } from './list-source.js'
import { problemAnswer } from './list-answer.js'

/**
 * Makes a fetch handler that sends the whole filtered set as a file, as fast as the client reads it. A rejected request
 * gets the 400 of a page. An error after the first byte ends the connection, so that a broken file never looks
 * complete. If the client goes away, the reading ends after the current batch.
 *
 * @throws (the handler rejects with) whatever the driver or an option throws before the first byte
 * @example
 * ```ts
 * export const GET = exportHandler({ db, config: articleList, as: 'csv', filename: 'articles.csv' })
 * ```
 * @see streamRows for the rows themselves
 */
export function exportHandler<
  Rest extends readonly unknown[] = [],
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Item = unknown,
  Found = unknown,
  Titles extends RecordOf<Titles, string | undefined> = ColumnTitles,
>(options: ExportOptions<[request: Request, ...rest: Rest], Dialect, Scope, Item, Found, Titles>): FetchHandler<Rest> {
  checkExport(options)
  return async (request, ...rest) => {
    assertRequest(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('An export')
    try {
      const { headers, chunks } = await exportAnswer(options, [request, ...rest], request, {
        signal: request.signal,
        response: nodeResponse(rest),
      })
      return new Response(request.method === 'HEAD' ? null : bodyStream(chunks), { headers })
    } catch (error) {
      return responseOf(problemAnswer(error), request)
    }
  }
}
