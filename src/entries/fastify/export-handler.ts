// Add-on fastify: a list as a file.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { checkExport, exportAnswer, type ExportOptions } from '../http/export-answer.js'
import type { ColumnTitles } from '../http/export-columns.js'
import { problemAnswer } from '../http/list-answer.js'
import type { RecordOf } from '../../types/record-of.js'
import type { DialectName } from '../../vocabulary.js'
import { type FastifyArguments, type FastifyHandler, requestOf, sendAnswer, signalOf } from './list-handler.js'
import type { AnyScopeOrNone } from '../http/list-source.js'

/**
 * Makes a handler that sends the whole filtered set as a file, as fast as the client reads it. A rejected request gets
 * the 400 of a page; any other error before the first byte goes to Fastify's error handler. An error after the first
 * byte is logged and ends the connection, so that a broken file never looks complete.
 *
 * @example
 * ```ts
 * app.get('/articles/export', exportHandler({ db, config: articleList, as: 'csv', filename: 'articles.csv' }))
 * ```
 */
export function exportHandler<
  Request extends FastifyRequest,
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Item = unknown,
  Found = unknown,
  Titles extends RecordOf<Titles, string | undefined> = ColumnTitles,
>(options: ExportOptions<FastifyArguments<Request>, Dialect, Scope, Item, Found, Titles>): FastifyHandler<Request> {
  checkExport(options)
  return async (request, reply) => {
    try {
      const { status, headers, chunks } = await exportAnswer(
        options,
        [request],
        { ...requestOf(request), method: request.method },
        { response: reply.raw, signal: signalOf(request) },
      )
      // To HEAD too: a body that is not there would be a `content-length` of 0.
      return reply
        .code(status)
        .headers(headers)
        .send(Readable.from(chunks, { objectMode: false }))
    } catch (error) {
      return sendAnswer(reply, problemAnswer(error))
    }
  }
}
