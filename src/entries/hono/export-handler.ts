// Add-on hono: a list as a file.
import type { Env } from 'hono'
import { nodeResponse } from '../http/break-connection.js'
import { checkExport, exportAnswer, type ExportOptions } from '../http/export-answer.js'
import type { ColumnTitles } from '../http/export-columns.js'
import { bodyStream } from '../http/export-chunks.js'
import { problemAnswer } from '../http/list-answer.js'
import type { RecordOf } from '../../types/record-of.js'
import type { DialectName } from '../../vocabulary.js'
import { type HonoArguments, type HonoHandler, send } from './list-handler.js'
import type { AnyScopeOrNone } from '../http/list-source.js'

/**
 * Makes a handler that sends the whole filtered set as a file, as fast as the client reads it. A rejected request gets
 * the 400 of a page; any other error before the first byte goes to `app.onError`. An error after the first byte ends
 * the connection, so that a broken file never looks complete.
 *
 * @example
 * ```ts
 * app.get('/articles/export', exportHandler({ db, config: articleList, as: 'csv', filename: 'articles.csv' }))
 * ```
 */
export function exportHandler<
  // oxlint-disable-next-line typescript/no-explicit-any -- as listHandler
  E extends Env = any,
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Item = unknown,
  Found = unknown,
  Titles extends RecordOf<Titles, string | undefined> = ColumnTitles,
>(options: ExportOptions<HonoArguments<E>, Dialect, Scope, Item, Found, Titles>): HonoHandler<E> {
  checkExport(options)
  return async (context) => {
    const { raw } = context.req
    try {
      const { status, headers, chunks } = await exportAnswer(options, [context], raw, {
        signal: raw.signal,
        response: nodeResponse([context.env]),
      })
      return raw.method === 'HEAD'
        ? context.body(null, status, { ...headers })
        : context.body(bodyStream(chunks), status, { ...headers })
    } catch (error) {
      return send(context, problemAnswer(error))
    }
  }
}
