// Add-on nestjs: rows on their way out as a file.
import { Readable } from 'node:stream'
import { type CallHandler, type ExecutionContext, type NestInterceptor, StreamableFile } from '@nestjs/common'
import { mergeMap, type Observable } from 'rxjs'
import { type ExportFileOptions, rowsAnswer } from '../http/export-answer.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import { type NestResponse, setHeaders } from './nest-response.js'

/** How a method's rows are written as a file. */
export interface ExportRowsOptions extends ExportFileOptions {
  /**
   * The list that the rows are items of: it says what the columns of a CSV are, of no rows too, and which of them are text.
   *
   * @default none: the columns are the keys of the first row
   */
  readonly config?: AnyPaginateConfig | undefined
}

/** Either platform's response, with Node's behind Fastify's. */
type AnyResponse = NestResponse & NodeResponse & { readonly raw?: NodeResponse }

interface NodeResponse {
  readonly closed: boolean
  destroy(): unknown
  once(event: 'close', listener: () => void): unknown
}

/** Sends the rows that a method returns as a file, as fast as the client takes it. Part of `@ExportedList()`. */
export class ExportInterceptor implements NestInterceptor<AsyncIterable<unknown>, unknown> {
  readonly #options: ExportRowsOptions

  constructor(options: ExportRowsOptions) {
    this.#options = options
  }

  intercept(context: ExecutionContext, next: CallHandler<AsyncIterable<unknown>>): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle()
    const http = context.switchToHttp()
    const { method } = http.getRequest<{ readonly method: string }>()
    return next
      .handle()
      .pipe(mergeMap(async (rows) => fileOf(await rowsAnswer(rows, this.#options, method === 'HEAD'), http.getResponse<AnyResponse>())))
  }
}

function fileOf({ headers, chunks }: Awaited<ReturnType<typeof rowsAnswer>>, response: AnyResponse): StreamableFile {
  const node = response.raw ?? response
  const stream = Readable.from(chunks, { objectMode: false })
  // Not every Nest 11 stops reading for a client that is gone, and some end an answer that failed as though it were complete.
  const file = new StreamableFile(stream).setErrorHandler(() => void node.destroy())
  stream.once('error', (error) => file.errorLogger(error))
  const stop = (): void => void stream.destroy()
  if (node.closed) stop()
  else node.once('close', stop)
  setHeaders(response, headers)
  return file
}
