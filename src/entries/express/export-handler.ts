// Add-on express: a list as a file.
import { pipeline, Readable } from 'node:stream'
import { checkExport, exportAnswer, type ExportOptions } from '../http/export-answer.js'
import type { ColumnTitles } from '../http/export-columns.js'
import { errorOf, problemAnswer } from '../http/list-answer.js'
import type { RecordOf } from '../../types/record-of.js'
import type { DialectName } from '../../vocabulary.js'
import {
  type ExpressArguments,
  type ExpressHandler,
  type ExpressRequest,
  type ReadRequest,
  send,
  setHead,
} from './list-handler.js'
import type { AnyScopeOrNone } from '../http/list-source.js'

/**
 * Makes a handler that sends the whole filtered set as a file, as fast as the client reads it. A rejected request gets
 * the 400 of a page; any other error is passed to `next`. An error after the first byte ends the connection first, so
 * that a broken file never looks complete.
 *
 * @example
 * ```ts
 * app.get('/articles/export', exportHandler({ db, config: articleList, as: 'csv', filename: 'articles.csv' }))
 * ```
 */
export function exportHandler<
  Request extends ReadRequest = ExpressRequest,
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Item = unknown,
  Found = unknown,
  Titles extends RecordOf<Titles, string | undefined> = ColumnTitles,
>(options: ExportOptions<ExpressArguments<Request>, Dialect, Scope, Item, Found, Titles>): ExpressHandler<Request> {
  checkExport(options)
  return (request, response, next) => {
    exportAnswer(options, [request], request, { response })
      .then(({ chunks, ...head }) => {
        try {
          setHead(response, head)
        } catch (error) {
          void chunks.return?.()
          throw error
        }
        // It is Node's `ServerResponse`. An error destroys it; so does a client that goes away, which also ends the
        // reading.
        pipeline(
          Readable.from(chunks, { objectMode: false }),
          response as unknown as NodeJS.WritableStream,
          (error) => {
            if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') next(error)
          },
        )
      })
      .catch((error: unknown) => send(response, problemAnswer(error)))
      // Also where another answer was sent meanwhile.
      .catch((error: unknown) => next(errorOf(error)))
  }
}
