// Add-on nestjs: rejections as the 400, and nothing but rejections.
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common'
import { problemAnswer } from '../http/list-answer.js'
import { isPaginateQueryError, type PaginateQueryError } from '../../errors.js'
import { type NestResponse, setHeaders } from './nest-response.js'

/** What `Catch` compares with, by `instanceof`: a second copy of this package throws errors of a class of its own. */
// oxlint-disable-next-line typescript/no-extraneous-class -- Nest takes classes only
class AnyPaginateQueryError {
  static [Symbol.hasInstance](error: unknown): boolean {
    return isPaginateQueryError(error)
  }
}

/**
 * Turns a `PaginateQueryError` into the problem document, on the Express platform and on Fastify's. Every other error
 * goes to the filters around it. Part of `@PaginatedList()`.
 *
 * @example `app.useGlobalFilters(new PaginateExceptionFilter())` for a whole application
 */
export class PaginateExceptionFilter implements ExceptionFilter<PaginateQueryError> {
  catch(error: PaginateQueryError, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error
    const { status, headers, body } = problemAnswer(error)
    const response = host.switchToHttp().getResponse<NestResponse>()
    // As Nest's own filter does: a time limit may have answered.
    const { raw = response } = response
    if (raw.headersSent) return void raw.end()
    response.status(status)
    setHeaders(response, headers)
    response.send(body)
  }
}

// As a call: a decorator in the source would need a compiler option.
Catch(AnyPaginateQueryError)(PaginateExceptionFilter)
