// Add-on nestjs: what a controller's method receives, and what it is marked with.
import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  UseFilters,
  UseInterceptors,
} from '@nestjs/common'
import type { Observable } from 'rxjs'
import type { ColumnTitles } from '../http/export-columns.js'
import { listRequest, type ListRequest, type RawRequest } from '../http/list-request.js'
import type { MaybePromise } from '../../types/database.js'
import type { RecordOf } from '../../types/record-of.js'
import type { AnyPage } from '../../types/response.js'
import { ExportInterceptor, type ExportRowsOptions } from './export-interceptor.js'
import { PaginateExceptionFilter } from './paginate-exception-filter.js'
import type { NestPaginated } from './nest-paginate.js'
import { type NestRequest, pageOptionsOf } from './page-options.js'
import { PaginateInterceptor, type PaginatedListOptions } from './paginate-interceptor.js'

const bind = (context: ExecutionContext): ListRequest => listRequest(context.switchToHttp().getRequest<RawRequest>())

/**
 * Injects the request as a `PaginateQuery`, bound from its raw URL, with the path that links point to. Parameter
 * decorator.
 *
 * @example `list(@Paginate() query: PaginateQuery) { return paginate(db, query, articleList) }`
 */
export function Paginate(): ParameterDecorator {
  const decorate = boundQuery()
  return (target, key, index) => {
    withoutMetatype(target, key, index)
    decorate(target, key, index)
  }
}

const boundQuery = createParamDecorator((_data: unknown, context: ExecutionContext) => bind(context).query)

/**
 * A `ValidationPipe` would make another query of it, member by member, where the compiler emits the parameter's class.
 */
function withoutMetatype(target: object, key: string | symbol | undefined, index: number): void {
  const { getMetadata } = Reflect as {
    getMetadata?: (name: string, target: object, key: string | symbol) => unknown[] | undefined
  }
  const types = key === undefined ? undefined : getMetadata?.('design:paramtypes', target, key)
  if (types !== undefined) types[index] = Object
}

/**
 * Injects the URL with the path as the client sent it, including a global prefix, in a form that every call takes.
 * Parameter decorator.
 *
 * @example `list(@RequestUrl() request: string) { return paginate(db, request, articleList) }`
 */
export const RequestUrl: () => ParameterDecorator = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => bind(context).url,
)

/**
 * Injects the options of a paging call that belong to the request: the abort signal, and the observers of
 * `@PaginatedList()` or `@ExportedList()` for `onAnswer` and `onStatement`. Parameter decorator.
 *
 * @example
 * `list(@Paginate() query: PaginateQuery, @PageOptions() options: PageOptionsValue) { return paginate(db, query, articleList, options) }`
 */
export const PageOptions: () => ParameterDecorator = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  pageOptionsOf(context.switchToHttp().getRequest<NestRequest>()),
)

type Page = AnyPage | NestPaginated
/** With `within`, a function of the database that it gives. */
type PageMethod = (...given: never[]) => MaybePromise<Page | ((db: never) => Promise<Page>)> | Observable<Page>

/**
 * Sends the page that a method returns, as every other adapter does (`Link` header, `bigint` as text), and turns a
 * `PaginateQueryError` into the 400. Method decorator, only for methods that return a page.
 *
 * @param options `onAnswer`, `onStatement`, `cache` and `within`, as in `listHandler` of the other adapters
 * @example
 * ```ts
 * \@Get()
 * \@PaginatedList()
 * list(\@Paginate() query: PaginateQuery) {
 *   return paginate(db, query, articleList)
 * }
 * ```
 */
export function PaginatedList(
  options?: PaginatedListOptions,
): <Method extends PageMethod>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void {
  return applyDecorators(UseInterceptors(new PaginateInterceptor(options)), UseFilters(PaginateExceptionFilter))
}

type RowsMethod = (
  ...given: never[]
) => MaybePromise<AsyncIterable<unknown> | ((db: never) => MaybePromise<AsyncIterable<unknown>>)>

/**
 * Sends the rows that a method returns as a file, as fast as the client reads it. Method decorator of an export.
 *
 * A `PaginateQueryError` becomes the 400. An error after the first byte ends the connection, so that a broken file
 * never looks complete.
 *
 * @param options how the rows are written: `as`, `filename`, `columns`, `guardFormulas`, and the `config` that they are
 * items of
 * @example
 * ```ts
 * \@Get('export')
 * \@ExportedList({ config: articleList, as: 'csv', filename: 'articles.csv' })
 * export(\@Paginate() query: PaginateQuery) {
 *   return streamRows(db, query, articleList)
 * }
 * ```
 * @see streamRows
 */
export function ExportedList<Titles extends RecordOf<Titles, string | undefined> = ColumnTitles>(
  // oxlint-disable-next-line typescript/no-explicit-any -- the platform's request
  options: ExportRowsOptions<any, Titles>,
): <Method extends RowsMethod>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void {
  return applyDecorators(
    UseInterceptors(new ExportInterceptor(options as ExportRowsOptions)),
    UseFilters(PaginateExceptionFilter),
  )
}
