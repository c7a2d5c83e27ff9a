// Add-on http: an export before any server's own response object.
import type { SQLWrapper } from 'drizzle-orm'
import { PaginateConfigError, quoted } from '../../errors.js'
import { normalizeQuery, type PaginateQuery } from '../../request/paginate-query.js'
import type { ListPlan } from '../../types/plan.js'
import type { OptionNames } from '../../mistakes/check-options.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { streamRows } from '../../features/streams/stream-rows.js'
import type { DatabaseArgument } from '../../types/call-arguments.js'
import type { DialectName } from '../../vocabulary.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import { checkHandlerOptions } from './handler-options.js'
import { failureOf, type Handling, type ObservedOptions, startHandling } from './answer-event.js'
import { breakConnection, whenClosed } from './break-connection.js'
import { demandedChunks, type ServeChunks, textChunks } from './export-chunks.js'
import { type ColumnTitles, exportColumns } from './export-columns.js'
import { CSV_DELIMITERS, type CsvDelimiter, type ExportFormat, exportText } from './export-text.js'
import type { RawRequest } from './list-request.js'
import {
  type AnyItem,
  findConfig,
  findOption,
  findWhere,
  itemMap,
  type ListRows,
  ROWS_OPTIONS,
  type ScopeOption,
  type WithScope,
  type AnyScopeOrNone,
} from './list-source.js'
import { runWithin, type Within } from './within.js'

/** How the rows of a list are written as a file. */
export interface ExportFileOptions<Titles = ColumnTitles> {
  readonly as: ExportFormat
  /** The name that a browser saves under. @default `export.csv`, `.ndjson` or `.json` */
  readonly filename?: string | undefined
  /**
   * Names the columns of a CSV in their order, nested keys with dots. An object gives each column a title, and an
   * undefined title leaves the column out.
   *
   * A name that no item has throws a `PaginateConfigError` when the handler is made. If `config` is a function, it is
   * thrown at the first request. Of rows that `map` makes, or that no `config` describes, the first one is asked: it has
   * a key for each name, which may be undefined.
   *
   * @default every value of an item
   * @example `['id', 'title', 'author.name']`, `{ id: 'Number', total: 'Total (EUR)' }`
   */
  readonly columns?: readonly string[] | Titles | undefined
  /** The text between the fields of a CSV. Spreadsheets in most of Europe expect `;`. @default ',' */
  readonly delimiter?: CsvDelimiter | undefined
  /** Begins a CSV with a byte order mark, without which Excel does not read it as UTF-8. @default false */
  readonly bom?: boolean | undefined
  /**
   * Puts an apostrophe before text of a CSV that a spreadsheet would run as a formula. Numbers, dates and durations
   * keep their sign if the schema or `.field()` shows the type of their column.
   *
   * @default true
   */
  readonly guardFormulas?: boolean | undefined
  /**
   * Writes a last line with the number of rows, for readers that do not see an error of the connection. A file without
   * it is not whole. JSON does not need it: its array ends with `]`.
   *
   * @default false
   * @example `{"$end":{"rows":3}}` in NDJSON; `#end 3,,` in a CSV of three columns
   */
  readonly trailer?: boolean | undefined
}

type StreamedRows<
  Given extends readonly unknown[],
  Dialect extends DialectName,
  Scope,
  Item = unknown,
  Found = unknown,
  Titles = ColumnTitles,
> = ExportFileOptions<Titles> & ObservedOptions & ListRows<Given, Dialect, Scope, Item, Found>

/**
 * The options of an endpoint over `streamRows`. An option that depends on the request is a function of the framework's
 * own arguments.
 */
export type ExportOptions<
  Given extends readonly unknown[],
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Item = unknown,
  Found = unknown,
  Titles = ColumnTitles,
> = StreamedRows<Given, Dialect, Scope, Item, Found, Titles> & ScopeOption<Given, Scope>

/** The same of any configuration. */
type AnyExportOptions<Given extends readonly unknown[]> = StreamedRows<
  Given,
  DialectName,
  never,
  AnyItem,
  unknown,
  object
> &
  Partial<WithScope<Given, unknown>>

export const FILE_OPTIONS: OptionNames<ExportFileOptions & ObservedOptions> = {
  as: true,
  filename: true,
  columns: true,
  guardFormulas: true,
  delimiter: true,
  bom: true,
  trailer: true,
  onAnswer: true,
  onStatement: true,
}
const EXPORT_OPTIONS: OptionNames<AnyExportOptions<[]>> = { ...FILE_OPTIONS, ...ROWS_OPTIONS }

/** @throws PaginateConfigError for an option that `exportHandler` does not have, and for a wrong one of its file */
export function checkExport(options: FileOfList): void {
  checkHandlerOptions('exportHandler()', options, EXPORT_OPTIONS)
  checkFile(options)
}

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

/** @throws (rejects) whatever happens before the first byte: rejections and errors of a driver are never a file */
export async function exportAnswer<Given extends readonly unknown[]>(
  options: AnyExportOptions<Given>,
  given: Given,
  request: ExportRequest,
  { signal, response }: Pick<FileRequest, 'signal' | 'response'> = {},
): Promise<ExportAnswer> {
  const { within, map } = options
  const handling = startHandling(request, options, signal)
  const file = { isHead: request.method === 'HEAD', response, signal, handling }
  const { list } = handling
  let config: AnyPaginateConfig
  let where: SQLWrapper | null | undefined
  let scope: unknown
  let db: DatabaseArgument<DialectName> | null
  try {
    db = within === undefined ? await findOption(options.db, given) : null
    config = await findConfig(options, given)
    where = await findWhere(options, given)
    scope = await findOption(options.scope, given)
  } catch (error) {
    handling.report(failureOf(error, signal), null)
    throw error
  }
  const rowsOf = (from: DatabaseArgument<DialectName>): AsyncIterable<unknown> => {
    if (map !== undefined) return streamRows(from, list, config, { where, scope, map: itemMap(map, given) })
    // A CSV has no place for children: a selection of its own reads none.
    const selection = options.as === 'csv' ? { select: resolvedConfig(config).selection } : {}
    return streamRows(from, list, config, { where, scope, ...selection })
  }
  const read: ReadRows = (serve) =>
    db === null
      ? runWithin(within as Within<Given>, given, (own: DatabaseArgument<DialectName>) => serve(rowsOf(own)))
      : serve(rowsOf(db))
  const rows = map === undefined ? { fields: chosenFields(list.query, config) } : { isMapped: true }
  return fileAnswer(read, { ...options, config }, { ...file, ...rows })
}

/** What the query rejects is rejected by the stream. */
export function chosenFields(query: PaginateQuery, config: AnyPaginateConfig): ListPlan['fields'] {
  const { selectable } = resolvedConfig(config)
  const chosen = selectable?.resolve(normalizeQuery(query).fields)
  return chosen?.ok === true ? chosen.value.fields : undefined
}

interface FileOfList extends ExportFileOptions<object> {
  /** A list that depends on the request is known when that comes. */
  readonly config?: unknown
  readonly map?: unknown
}

const OF_CSV = ['columns', 'delimiter', 'bom', 'guardFormulas'] as const satisfies readonly (keyof ExportFileOptions)[]

/** @throws PaginateConfigError for an option of another kind or format, and for a column that no item has */
export function checkFile(options: FileOfList): void {
  const { as, filename, delimiter = ',', columns, config, map } = options
  if (!Object.hasOwn(TYPES, as))
    throw new PaginateConfigError(`The export has the format ${quoted(String(as))}; choose 'csv', 'ndjson' or 'json'.`)
  if (filename !== undefined && typeof filename !== 'string')
    throw new PaginateConfigError('The export needs a filename that is text; pass one, or leave it out.')
  if (!CSV_DELIMITERS.includes(delimiter))
    throw new PaginateConfigError(
      `The export has a delimiter ${quoted(String(delimiter))}; choose ',', ';', '|' or a tab.`,
    )
  if (as !== 'csv') {
    const given = OF_CSV.find((name) => options[name] !== undefined)
    if (given === undefined) return
    throw new PaginateConfigError(`The export has the option ${given}, which only a CSV has; leave it out of '${as}'.`)
  }
  if (columns === undefined) return
  const isKnown = map === undefined && config !== undefined && typeof config !== 'function'
  exportColumns(isKnown ? resolvedConfig(config as AnyPaginateConfig) : null, { columns })
}

/** Calls `serve` with the rows, and waits for it. */
export type ReadRows = (serve: (rows: AsyncIterable<unknown>) => Promise<void>) => Promise<void>

export interface FileRequest {
  readonly isHead: boolean
  readonly signal?: AbortSignal | undefined
  /** Node's own, where there is one: a file that fails after its first byte breaks its connection. */
  readonly response?: unknown
  readonly handling: Handling
  /** Members that the request asks for; undefined for all of them. */
  readonly fields?: ListPlan['fields']
  /** The rows are not items of the list any more: the first row says what the columns of a CSV are. */
  readonly isMapped?: boolean
}

/**
 * @param options `config`: the list that the rows are items of; without it, the first row says what the columns of a
 * CSV are
 */
export async function fileAnswer(
  read: ReadRows,
  options: ExportFileOptions<object> & { readonly config?: AnyPaginateConfig | undefined },
  { isHead, signal, response, handling, fields, isMapped = false }: FileRequest,
): Promise<ExportAnswer> {
  const { as, config, columns, filename = `export.${as}`, guardFormulas = true, trailer = false } = options
  const { delimiter = ',', bom = false } = options
  const headers = { 'content-type': TYPES[as], 'content-disposition': disposition(filename) }
  const progress = { rows: 0 }
  const written = async (serve: ServeChunks, isEnded: () => boolean): Promise<void> => {
    const text = exportText(config === undefined || isMapped ? null : resolvedConfig(config), {
      as,
      columns,
      guardFormulas,
      delimiter,
      bom,
      trailer,
      fields,
      isPartial: normalizeQuery(handling.list.query).fields !== undefined,
    })
    await read((rows) => serve(textChunks(rows, text, progress, isEnded)))
  }
  const chunks = demandedChunks(written, ({ failure, isBegun, isLeft }) => {
    if (failure !== null && isBegun) breakConnection(response)
    const status = isLeft && !isHead ? 499 : 200
    const sent = { rows: isHead ? 0 : progress.rows, totalItems: null }
    handling.report(
      { ...(failure === null ? { status, code: null } : failureOf(failure.error, signal)), ...sent },
      config ?? null,
    )
  })
  whenAborted(signal, () => chunks.abort(signal?.reason))
  // Also where it was another answer that was sent.
  whenClosed(response, () => void chunks.return?.())
  const first = await chunks.next()
  if (!isHead) return { status: 200, headers, chunks: resumed(first, chunks) }
  await chunks.return?.()
  return { status: 200, headers, chunks }
}

function whenAborted(signal: AbortSignal | undefined, run: () => void): void {
  if (signal?.aborted === true) run()
  else signal?.addEventListener('abort', run, { once: true })
}

/** No generator: the `return()` of one that has not begun would not reach the rows. */
function resumed(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncIterableIterator<Uint8Array, void>,
): AsyncIterableIterator<Uint8Array, void> {
  let isFirst = true
  return {
    ...rest,
    next: () => {
      if (!isFirst) return rest.next()
      isFirst = false
      return Promise.resolve(first)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** RFC 6266: an ASCII name for all, and the name itself in UTF-8. Some browsers decode percent signs of the former. */
function disposition(filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_')
  const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  const utf8 = encodeURIComponent(filename.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll(/['()*]/g, escaped)
  return `attachment; filename="${plain}"; filename*=UTF-8''${utf8}`
}
