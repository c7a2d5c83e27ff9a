// Add-on nestjs: a page on its way out.
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common'
import { from, type Observable } from 'rxjs'
import type { OptionNames } from '../../mistakes/check-options.js'
import {
  checkHandler,
  HANDLER_OPTIONS,
  type HandlerOptions,
  listOutcome,
  type ListSource,
} from '../http/answer-list.js'
import { jsonText } from '../http/json-text.js'
import { runWithin, type Within } from '../http/within.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type { AnyPage } from '../../types/response.js'
import { answerOfMethod, checkedAnswer, isFunction } from './answer-of.js'
import { type NestPaginated, pageOfNest } from './nest-paginate.js'
import { type NestResponse, noBody, setHeaders } from './nest-response.js'
import { type NestRequest, rememberList } from './page-options.js'

/** What a method that returns a page may be given. The functions get the platform's request. */
// oxlint-disable-next-line typescript/no-explicit-any -- Express's request or Fastify's: the application says which
export interface PaginatedListOptions<Request = any> extends HandlerOptions<[request: Request]> {
  /**
   * The list that the page is of: with it `cache.version` is compared before the method runs, and `onAnswer` names its
   * fields.
   */
  readonly config?: AnyPaginateConfig | undefined
  /**
   * Runs what the method returns, which is then a function of the database: `return (tx) => paginate(tx, …)`. @default
   * none
   */
  readonly within?: Within<[request: Request]> | undefined
}

const PAGE_OPTIONS: OptionNames<PaginatedListOptions> = { ...HANDLER_OPTIONS, config: true, within: true }

/**
 * Sends the page that a method returns, with the headers of every other adapter. Part of `@PaginatedList()`.
 * Interceptors around it see the page as an object, whose every `bigint` is text.
 */
export class PaginateInterceptor implements NestInterceptor<unknown, unknown> {
  readonly #options: PaginatedListOptions

  /** @throws PaginateConfigError for an option that it does not have */
  constructor(options: PaginatedListOptions = {}) {
    checkHandler('PaginatedList()', options, PAGE_OPTIONS)
    this.#options = options
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle()
    const http = context.switchToHttp()
    const request = http.getRequest<NestRequest>()
    const { config, within } = this.#options
    let sent: AnyPage | NestPaginated | null = null
    const source: ListSource<[NestRequest]> = {
      config: config === undefined ? null : () => config,
      page: async (list) => {
        rememberList(request, list)
        sent = await pageOf(next, within, request)
        return pageOfNest(sent)
      },
    }
    const answer = listOutcome(source, this.#options, [request], request, request.signal)
    return from(
      answer.then(({ page, headers }) => {
        const response = http.getResponse<NestResponse>()
        setHeaders(response, headers)
        if (page !== null) return jsonSafe(sent ?? page)
        response.status(304)
        return noBody(response, request.method)
      }),
    )
  }
}

async function pageOf(
  next: CallHandler<unknown>,
  within: PaginatedListOptions['within'],
  request: NestRequest,
): Promise<AnyPage | NestPaginated> {
  if (within === undefined) return answerOfMethod(next, isPage, '@PaginatedList() needs a page')
  const needs = '@PaginatedList() with within needs a function of the database'
  const page = await answerOfMethod<(db: unknown) => Promise<AnyPage>>(next, isFunction, needs)
  const answered = await runWithin(within, [request], page)
  return checkedAnswer(answered, isPage, '@PaginatedList() needs a page; return it from the function of the database.')
}

/** The `data` of nestjs-paginate is an array, that of an envelope around a page is the page. */
function isPage(answered: unknown): boolean {
  const { items, data } = Object(answered) as { readonly items?: unknown; readonly data?: unknown }
  return Array.isArray(items ?? data)
}

/** Nest's own JSON knows no `bigint`. */
function jsonSafe(page: AnyPage | NestPaginated): unknown {
  return hasBigint(page) ? JSON.parse(jsonText(page)) : page
}

function hasBigint(value: unknown): boolean {
  if (typeof value === 'bigint') return true
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return Object.values(value).some(hasBigint)
}
