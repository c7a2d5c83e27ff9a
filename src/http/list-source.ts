// Add-on http: where the pages of an endpoint come from, said once for all adapters.
import type { SQL } from 'drizzle-orm'
import { paginate } from '../page/paginate.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import type { PaginatedResponse } from '../types/response.js'
import type { ListRequest } from './list-request.js'

/** Answers a bound request with a page; `given` is what the framework hands to its handlers. */
export type ListPage<Given extends readonly unknown[]> = (
  list: ListRequest,
  ...given: Given
) => MaybePromise<PaginatedResponse<unknown>>

/** A value, or a function of the request that finds it. */
export type PerRequest<Value, Given extends readonly unknown[]> = Value | ((...given: Given) => MaybePromise<Value>)

/** An endpoint over `paginate`. An option that depends on the request is a function, of what the framework hands to its handlers. */
export interface ListOptions<Given extends readonly unknown[]> {
  /** The database. */
  readonly db: PerRequest<ListDatabase, Given>
  /** The configuration, or by a function the one for this caller (see `configVariants`). */
  readonly config: PerRequest<AnyPaginateConfig, Given>
  /** The host's own condition, AND-ed with everything a client sends: tenancy, row security. @default none */
  readonly where?: PerRequest<SQL | undefined, Given> | undefined
  /** The path that links point to, where a proxy has changed it on the way. @default the path of the request */
  readonly path?: PerRequest<string, Given> | undefined
}

export function listPage<Given extends readonly unknown[]>(options: ListOptions<Given>): ListPage<Given> {
  return async (list, ...given) => {
    const db = await findOption(options.db, given)
    const config = await findOption(options.config, given)
    const where = await findOption(options.where, given)
    const path = await findOption(options.path, given)
    return paginate(db, list.query, config, { where, request: path ?? list.request })
  }
}

export function findOption<Value, Given extends readonly unknown[]>(value: PerRequest<Value, Given>, given: Given): MaybePromise<Value> {
  // No database, configuration, condition or path is callable.
  return typeof value === 'function' ? (value as (...given: Given) => MaybePromise<Value>)(...given) : value
}
