// Add-on nestjs: a page on its way out.
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common'
import { map, type Observable } from 'rxjs'
import { pageAnswer } from '../http/list-answer.js'
import type { AnyPage } from '../types/response.js'
import { type NestResponse, setHeaders } from './nest-response.js'

/**
 * Sends the page that a method returns as JSON text with its headers. Part of `@PaginatedList()`; interceptors around it see
 * the text, those inside it the page.
 */
export class PaginateInterceptor implements NestInterceptor<AnyPage, unknown> {
  intercept(context: ExecutionContext, next: CallHandler<AnyPage>): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle()
    return next.handle().pipe(
      map((page) => {
        const { headers, body } = pageAnswer(page)
        setHeaders(context.switchToHttp().getResponse<NestResponse>(), headers)
        return body
      }),
    )
  }
}
