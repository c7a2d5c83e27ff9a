// Add-on http: an export before any server's own response object.
import { resolvedConfig } from '../builder/resolved-config.js'
import { streamRows } from '../page/stream-rows.js'
import type { DialectName } from '../types/config.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import { type ExportFormat, exportText } from './export-text.js'
import { listRequest, type RawRequest } from './list-request.js'
import { findOption, type ListRows, type ScopeOption, type WithScope, type AnyScopeOrNone } from './list-source.js'

/** How the rows of a list are written as a file. */
export interface ExportFileOptions {
  readonly as: ExportFormat
  /** The name that a browser saves under. @default `export.csv`, `.ndjson` or `.json` */
  readonly filename?: string | undefined
  /**
   * Columns of a CSV in their order, nested keys with dots. What no item has is a `PaginateConfigError` at the first request.
   *
   * @default every value of an item
   * @example `['id', 'title', 'author.name']`
   */
  readonly columns?: readonly string[] | undefined
  /**
   * Puts an apostrophe before text of a CSV that a spreadsheet would run as a formula. Numbers and dates stay as they are, in
   * columns whose type the schema or `.field()` says.
   *
   * @default true
   */
  readonly guardFormulas?: boolean | undefined
}

interface StreamedRows<Given extends readonly unknown[], Dialect extends DialectName, Scope>
  extends ExportFileOptions, ListRows<Given, Dialect, Scope> {
  /** As in `StreamOptions`: false behind a pooler in transaction mode that does not know prepared statements. @default true */
  readonly namedStatements?: boolean | undefined
}

/** An endpoint over `streamRows`. An option that depends on the request is a function, of what the framework hands to its handlers. */
export type ExportOptions<
  Given extends readonly unknown[],
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
> = StreamedRows<Given, Dialect, Scope> & ScopeOption<Given, Scope>

/** The same of any configuration. */
type AnyExportOptions<Given extends readonly unknown[]> = StreamedRows<Given, DialectName, never> & Partial<WithScope<Given, unknown>>

/** What is sent: the same on every server. */
export interface ExportAnswer {
  readonly status: 200
  /** `content-type` and `content-disposition`. */
  readonly headers: Readonly<Record<string, string>>
  /** Pieces of the file in UTF-8, each read from the database when it is asked for. Empty for HEAD. */
  readonly chunks: AsyncIterableIterator<Uint8Array>
}

export interface ExportRequest extends RawRequest {
  readonly method?: string | undefined
}

const TYPES: { readonly [format in ExportFormat]: string } = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  json: 'application/json; charset=utf-8',
}
/** Characters that are sent at once. */
const CHUNK_LENGTH = 32_768

/** @throws (rejects) whatever happens before the first byte: refusals and errors of a driver are never a file */
export async function exportAnswer<Given extends readonly unknown[]>(
  options: AnyExportOptions<Given>,
  given: Given,
  request: ExportRequest,
  signal?: AbortSignal,
): Promise<ExportAnswer> {
  const db = await findOption(options.db, given)
  const config: AnyPaginateConfig = await findOption(options.config, given)
  const where = await findOption(options.where, given)
  const scope = await findOption(options.scope, given)
  const { namedStatements } = options
  const rows = streamRows(db, listRequest(request).query, config, { where, scope, namedStatements, signal })
  return rowsAnswer(rows, { ...options, config }, request.method === 'HEAD')
}

/** @param options `config`: the list that the rows are items of; without it, the first row says what the columns of a CSV are */
export async function rowsAnswer(
  rows: AsyncIterable<unknown>,
  options: ExportFileOptions & { readonly config?: AnyPaginateConfig | undefined },
  isHead: boolean,
): Promise<ExportAnswer> {
  const { as, config, columns, filename = `export.${as}`, guardFormulas = true } = options
  const headers = { 'content-type': TYPES[as], 'content-disposition': disposition(filename) }
  const text = exportText(config === undefined ? null : resolvedConfig(config), { as, columns, guardFormulas })
  const chunks = textChunks(rows, text)
  const first = await chunks.next()
  if (!isHead) return { status: 200, headers, chunks: resumed(first, chunks) }
  await chunks.return()
  return { status: 200, headers, chunks }
}

async function* textChunks(
  rows: AsyncIterable<unknown>,
  { head, row, tail }: ReturnType<typeof exportText>,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  let text = head
  let isFirst = true
  for await (const item of rows) {
    text += row(item, isFirst)
    isFirst = false
    if (text.length < CHUNK_LENGTH) continue
    yield encoder.encode(text)
    text = ''
  }
  text += tail
  if (text !== '') yield encoder.encode(text)
}

/** No generator of its own: the `return()` of one that has not begun would not reach the rows. */
function resumed(first: IteratorResult<Uint8Array, void>, rest: AsyncGenerator<Uint8Array, void>): AsyncIterableIterator<Uint8Array> {
  let isFirst = true
  return {
    next: async () => {
      if (!isFirst) return rest.next()
      isFirst = false
      return first
    },
    return: () => rest.return(),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** As a body of the web: read when the client takes it, and no further once the client is gone. */
export function bodyStream(chunks: AsyncIterableIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => {
        await chunks.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** RFC 6266: an ASCII name for all, and the name itself in UTF-8. Some browsers decode percent signs of the former. */
function disposition(filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_')
  const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  const utf8 = encodeURIComponent(filename.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll(/['()*]/g, escaped)
  return `attachment; filename="${plain}"; filename*=UTF-8''${utf8}`
}
