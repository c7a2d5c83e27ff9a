// Add-on http: where the pages of an endpoint come from, said once for all adapters.
import type { SQL } from 'drizzle-orm'
import { facetCounts } from '../facets/facet-counts.js'
import { paginate } from '../page/paginate.js'
import type { ConfigArgument, DatabaseArgument, OfDialect } from '../types/call-arguments.js'
import type { DialectName } from '../types/config.js'
import type { MaybePromise } from '../types/database.js'
import type { FacetsOf } from '../types/facets.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import type { AnyPage } from '../types/response.js'
import type { CallSentences } from '../types/type-error.js'
import type { ListRequest } from './list-request.js'

/** Answers a bound request with a page; `given` is what the framework hands to its handlers. */
export type ListPage<Given extends readonly unknown[]> = (
  list: ListRequest,
  ...given: Given
) => MaybePromise<AnyPage>

/** A value, or a function of the request that finds it. */
export type PerRequest<Value, Given extends readonly unknown[]> = Value | ((...given: Given) => MaybePromise<Value>)

/** Anything: with `unknown` itself in the union, a function would have no types of its parameters. */
type AnyScope = object | string | number | bigint | boolean | null | undefined

/** An endpoint over `paginate`. An option that depends on the request is a function, of what the framework hands to its handlers. */
export interface ListOptions<Given extends readonly unknown[], Dialect extends DialectName = DialectName> {
  /** The database, of the configuration's dialect. */
  readonly db: PerRequest<DatabaseArgument<Dialect>, Given>
  /** The configuration, or by a function the one for this caller (see `configVariants`). */
  readonly config: PerRequest<ConfigArgument<CallSentences['wrongConfig']> & OfDialect<Dialect>, Given>
  /** The host's own condition, AND-ed with everything a client sends: tenancy, row security. @default none */
  readonly where?: PerRequest<SQL | undefined, Given> | undefined
  /**
   * Facets that the answer has beside `items`, by the names of filterable fields. `satisfies FacetsOf<typeof articleList>` checks
   * them by the configuration; what it does not grant is a `PaginateConfigError` at the first request.
   *
   * @default none
   * @example `{ status: true, 'author.name': { limit: 20 }, views: 'range' }`
   * @see facetCounts
   */
  readonly facets?: PerRequest<FacetsOf<AnyPaginateConfig> | undefined, Given> | undefined
  /** The scope of a scoped configuration (`.scopedBy()`), from the request. @default none */
  readonly scope?: PerRequest<AnyScope, Given>
  /** The path that links point to, where a proxy has changed it on the way. @default the path of the request */
  readonly path?: PerRequest<string, Given> | undefined
  /** Parameters of the host's own that links keep: `['lang']`. @default none */
  readonly linkParameters?: readonly string[] | undefined
}

export function listPage<Given extends readonly unknown[], Dialect extends DialectName>(options: ListOptions<Given, Dialect>): ListPage<Given> {
  return async (list, ...given) => {
    const db = await findOption(options.db, given)
    const config = await findOption(options.config, given)
    const where = await findOption(options.where, given)
    const scope = await findOption(options.scope, given)
    const path = await findOption(options.path, given)
    const facets = await findOption(options.facets, given)
    const { linkParameters } = options
    const page = paginate(db, list.query, config, { where, scope, request: path ?? list.request, linkParameters })
    if (facets === undefined) return page
    // Checked against the configuration at run time. A second connection of a pool counts while the page is read.
    const [read, counts] = await Promise.all([page, facetCounts(db, list.query, config as AnyPaginateConfig, facets as never, { where, scope })])
    return { ...read, facets: counts }
  }
}

export function findOption<Value, Given extends readonly unknown[]>(value: PerRequest<Value, Given>, given: Given): MaybePromise<Value> {
  // No database, configuration, condition or path is callable.
  return typeof value === 'function' ? (value as (...given: Given) => MaybePromise<Value>)(...given) : value
}
