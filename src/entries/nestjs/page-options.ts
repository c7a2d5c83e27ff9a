// Add-on nestjs: what the interceptors hand to the parameters of a method.
import type { HandledRequest } from '../http/answer-list.js'
import { listRequest, type ListRequest } from '../http/list-request.js'
import type { PaginateOptions } from '../../page/options.js'
import { OBSERVED } from '../../request/paginate-query.js'

/** Either platform's request. Fastify has a signal, not every version of it. */
export interface NestRequest extends HandledRequest {
  readonly method: string
  readonly signal?: AbortSignal
}

/** The value of `@PageOptions()`: it fits the options of the paging calls and of `streamRows`. */
export type PageOptionsValue = Pick<PaginateOptions, 'signal' | 'onStatement'>

const lists = new WeakMap<object, ListRequest>()

/** From an interceptor, which runs before the parameters are read. */
export function rememberList(request: object, list: ListRequest): void {
  lists.set(request, list)
}

export function pageOptionsOf(request: NestRequest): PageOptionsValue {
  const list = lists.get(request) ?? listRequest(request, { signal: request.signal })
  return (list as ListRequest & { readonly [OBSERVED]: PageOptionsValue })[OBSERVED]
}
