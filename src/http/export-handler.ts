// Add-on http: a list as a file, streamed.
import { streamRows } from '../page/stream-rows.js'
import type { DialectName } from '../types/config.js'
import { exportText, type ExportFormat } from './export-text.js'
import type { FetchHandler } from './list-handler.js'
import { listRequest } from './list-request.js'
import { findOption, type ListOptions } from './list-source.js'
import { problemResponse } from './page-response.js'

/** An endpoint over `streamRows`. */
export interface ExportOptions<Given extends readonly unknown[], Dialect extends DialectName = DialectName>
  extends Pick<ListOptions<Given, Dialect>, 'db' | 'config' | 'where' | 'scope'> {
  readonly as: ExportFormat
  /** The name that a browser saves under. @default `export.csv`, `.ndjson` or `.json` */
  readonly filename?: string | undefined
  /** Columns of a CSV, nested keys with dots. @default the keys of the first row */
  readonly columns?: readonly string[] | undefined
  /** Puts an apostrophe before text of a CSV that a spreadsheet would run as a formula. @default true */
  readonly guardFormulas?: boolean | undefined
  /** As in `StreamOptions`: false behind a pooler in transaction mode that does not know prepared statements. @default true */
  readonly namedStatements?: boolean | undefined
}

const TYPES: { readonly [format in ExportFormat]: string } = {
  csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8', json: 'application/json; charset=utf-8',
}
/** Characters that are sent at once. */
const CHUNK_LENGTH = 32_768

/**
 * A fetch handler that answers the whole filtered set as a file, read as fast as the client takes it. An error after the first
 * byte ends the connection: no file looks complete that is not.
 *
 * @example
 * ```ts
 * export const GET = exportHandler({ db, config: articleList, as: 'csv', filename: 'articles.csv' })
 * ```
 */
export function exportHandler<Rest extends readonly unknown[] = [], Dialect extends DialectName = DialectName>(
  options: ExportOptions<[request: Request, ...rest: Rest], Dialect>,
): FetchHandler<Rest> {
  const { as, filename = `export.${as}`, columns, guardFormulas = true, namedStatements } = options
  return async (request, ...rest) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
    const given = [request, ...rest] as [Request, ...Rest]
    const db = await findOption(options.db, given)
    const config = await findOption(options.config, given)
    const where = await findOption(options.where, given)
    const scope = await findOption(options.scope, given)
    const rows = streamRows(db, listRequest(request).query, config, { where, scope, namedStatements, signal: request.signal })
    try {
      // Refusals and the first error of a driver are known before the first byte.
      const first = await rows.next()
      const headers = { 'content-type': TYPES[as], 'content-disposition': disposition(filename) }
      if (request.method === 'HEAD') {
        await rows.return?.()
        return new Response(null, { headers })
      }
      return new Response(textStream(first, rows, exportText(as, columns, guardFormulas)), { headers })
    } catch (error) {
      return problemResponse(error, request)
    }
  }
}

function textStream(
  first: IteratorResult<unknown>,
  rows: AsyncIterableIterator<unknown>,
  { head, row, tail }: ReturnType<typeof exportText>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let next: IteratorResult<unknown> = first
  let isFirst = true
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      let text = isFirst ? head(next.done === true ? undefined : next.value) : ''
      while (next.done !== true && text.length < CHUNK_LENGTH) {
        text += row(next.value, isFirst)
        isFirst = false
        next = await rows.next()
      }
      const isDone = next.done === true
      if (isDone) text += tail
      isFirst = false
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (isDone) controller.close()
    },
    cancel: async () => {
      await rows.return?.()
    },
  }, { highWaterMark: 0 })
}

/** RFC 6266: an ASCII name for all, and the name itself in UTF-8. */
function disposition(filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')
  const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  const utf8 = encodeURIComponent(filename).replaceAll(/['()*]/g, escaped)
  return `attachment; filename="${plain}"; filename*=UTF-8''${utf8}`
}
