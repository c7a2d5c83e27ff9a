// Add-on nestjs: rows on their way out as a file.
import { Readable } from 'node:stream'
import { type CallHandler, type ExecutionContext, type NestInterceptor, StreamableFile } from '@nestjs/common'
import { from, type Observable } from 'rxjs'
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import { type ObservedOptions, startHandling } from '../http/answer-event.js'
import {
  checkFile,
  chosenFields,
  type ExportAnswer,
  type ExportFileOptions,
  FILE_OPTIONS,
  fileAnswer,
  type ReadRows,
} from '../http/export-answer.js'
import type { ColumnTitles } from '../http/export-columns.js'
import { runWithin, type Within } from '../http/within.js'
import type { MaybePromise } from '../../types/database.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import { answerOfMethod, isFunction } from './answer-of.js'
import { type NestResponse, setHeaders } from './nest-response.js'
import { type NestRequest, rememberList } from './page-options.js'

/** How a method's rows are written as a file. Functions get the platform's request. */
// oxlint-disable-next-line typescript/no-explicit-any -- Express's request or Fastify's: the application says which
export interface ExportRowsOptions<Request = any, Titles = ColumnTitles>
  extends ExportFileOptions<Titles>, ObservedOptions {
  /**
   * The list that the rows are items of. It decides the columns of a CSV, also of a file without rows, and which of
   * them are text.
   *
   * @default none: the columns are the keys of the first row
   */
  readonly config?: AnyPaginateConfig | undefined
  /**
   * Runs the result of the method, which is then a function of the database: `return (tx) => streamRows(tx, …)`.
   * @default none
   */
  readonly within?: Within<[request: Request]> | undefined
}

const ROWS_OPTIONS: OptionNames<ExportRowsOptions> = { ...FILE_OPTIONS, config: true, within: true }

type Rows = AsyncIterable<unknown>

const isRows = (answered: unknown): boolean =>
  typeof (Object(answered) as Partial<Rows>)[Symbol.asyncIterator] === 'function'

/** Either platform's response, with Node's behind Fastify's. */
type AnyResponse = NestResponse & NodeResponse & { readonly raw?: NodeResponse }

interface NodeResponse {
  destroy(): unknown
}

/** Sends the rows that a method returns as a file, as fast as the client takes it. Part of `@ExportedList()`. */
export class ExportInterceptor implements NestInterceptor<unknown, unknown> {
  readonly #options: ExportRowsOptions

  /** @throws PaginateConfigError for an option that it does not have */
  constructor(options: ExportRowsOptions) {
    checkOptions('ExportedList()', options, ROWS_OPTIONS)
    checkFile(options)
    this.#options = options
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle()
    const http = context.switchToHttp()
    const request = http.getRequest<NestRequest>()
    const response = http.getResponse<AnyResponse>()
    const { config, within } = this.#options
    const { signal } = request
    const handling = startHandling(request, this.#options, signal)
    rememberList(request, handling.list)
    const read: ReadRows = async (serve) => {
      if (within === undefined) return serve(await answerOfMethod<Rows>(next, isRows, '@ExportedList() needs rows'))
      const needs = '@ExportedList() with within needs a function of the database'
      const rows = await answerOfMethod<(db: unknown) => MaybePromise<Rows>>(next, isFunction, needs)
      return runWithin(within, [request], async (db) => serve(await rows(db)))
    }
    const fields = config === undefined ? undefined : chosenFields(handling.list.query, config)
    const file = { isHead: request.method === 'HEAD', signal, response: response.raw ?? response, handling, fields }
    return from(fileAnswer(read, this.#options, file).then((answer) => fileOf(answer, response)))
  }
}

function fileOf({ headers, chunks }: ExportAnswer, response: AnyResponse): StreamableFile {
  const node = response.raw ?? response
  const stream = Readable.from(chunks, { objectMode: false })
  // Some Nest 11 end an answer that failed as though it were complete.
  const file = new StreamableFile(stream).setErrorHandler(() => void node.destroy())
  stream.once('error', (error) => file.errorLogger(error))
  setHeaders(response, headers)
  return file
}
