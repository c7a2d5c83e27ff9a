// Add-on http: where the pages of an endpoint come from, said once for all adapters.
import type { SQL } from 'drizzle-orm'
import { facetCounts } from '../facets/facet-counts.js'
import { paginate } from '../page/paginate.js'
import type { ConfigArgument, DatabaseArgument, OfList } from '../types/call-arguments.js'
import type { DialectName } from '../types/config.js'
import type { MaybePromise } from '../types/database.js'
import type { AnyPaginateConfig, FilterableType } from '../types/paginate-config.js'
import type { AnyPage } from '../types/response.js'
import type { CallSentences } from '../types/type-error.js'
import type { AnyFacets, CheckedFacet, NameOf, OfFilterable, OptionOf } from './answered-facets.js'
import type { ListRequest } from './list-request.js'

/** Answers a bound request with a page; `given` is what the framework hands to its handlers. */
export type ListPage<Given extends readonly unknown[]> = (list: ListRequest, ...given: Given) => MaybePromise<AnyPage>

/** A value, or a function of the request that finds it. */
export type PerRequest<Value, Given extends readonly unknown[]> = Value | ((...given: Given) => MaybePromise<Value>)

/** Anything: with `unknown` itself in the union, a function would have no types of its parameters. */
type AnyScope = object | string | number | bigint | boolean | null | undefined

/**
 * The scope of a handler whose type arguments are written out without one: any, or none. The compiler asks for it where it infers
 * them, and the call asks at run time.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- `unknown` would refuse a scoped configuration, `never` an unscoped one
export type AnyScopeOrNone = any

/** Where an endpoint's rows come from. An option that depends on the request is a function, of what the framework hands to its handlers. */
export interface ListRows<
  Given extends readonly unknown[],
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Filterable extends FilterableType = FilterableType,
> {
  /** The database, of the configuration's dialect. */
  readonly db: PerRequest<DatabaseArgument<Dialect>, Given>
  /** The configuration, or by a function the one for this caller (see `configVariants`). */
  readonly config: PerRequest<ConfigArgument<CallSentences['wrongConfig']> & OfList<Dialect, Scope> & OfFilterable<Filterable>, Given>
  /** The host's own condition, AND-ed with everything a client sends: tenancy, row security. @default none */
  readonly where?: PerRequest<SQL | undefined, Given> | undefined
}

/**
 * The scope of the configuration's `.scopedBy()`, from the request: required where one of its functions has a parameter. Nothing
 * reads `_Sentence`: the compiler prints it if the scope is left out.
 *
 * @example `scope: (request) => ({ tenantId: tenantOf(request) })`
 */
export interface WithScope<Given extends readonly unknown[], Scope, _Sentence extends string = CallSentences['needsScope']> {
  readonly scope: PerRequest<NoInfer<Scope>, Given>
}
/** `WithScope`, of a configuration that may ask for one. */
export type ScopeOption<Given extends readonly unknown[], Scope> = [unknown] extends [Scope]
  ? Partial<WithScope<Given, AnyScope>>
  : WithScope<Given, Scope>

/** An endpoint over `paginate`, its scope aside. */
interface PagedRows<
  Given extends readonly unknown[],
  Dialect extends DialectName,
  Scope,
  Filterable extends FilterableType,
  Facets extends AnyFacets,
> extends ListRows<Given, Dialect, Scope, Filterable> {
  /**
   * Facets that the answer has beside `items`, by the names of filterable fields. Of a configuration whose type names no fields, what
   * it does not grant is a `PaginateConfigError` at the first request.
   *
   * @default none
   * @example `{ status: true, 'author.name': { limit: 20 }, views: 'range' }`
   * @see facetCounts
   */
  // Without names for the checks: the compiler prints what they come to, and not the columns of the configuration. What a function
  // answers is not inferred: TypeScript before 7 takes the function itself for the facets.
  readonly facets?:
    | (Facets & { readonly [Name in keyof Facets]: CheckedFacet<Filterable, Name, Facets[Name]> })
    | ((...given: Given) => MaybePromise<{ readonly [Name in NameOf<Filterable>]?: OptionOf<Filterable, Name> } | undefined>)
    | undefined
  /** The path that links point to, where a proxy has changed it on the way. @default the path of the request */
  readonly path?: PerRequest<string, Given> | undefined
  /** Parameters of the host's own that links keep: `['lang']`. @default none */
  readonly linkParameters?: readonly string[] | undefined
  /** As in `PaginateOptions`: false behind a pooler in transaction mode that does not know prepared statements. @default true */
  readonly namedStatements?: boolean | undefined
  /** As in `PaginateOptions`: count and page are sent at once. @default false */
  readonly together?: boolean | undefined
}

/** An endpoint over `paginate`. */
export type ListOptions<
  Given extends readonly unknown[],
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Filterable extends FilterableType = FilterableType,
  Facets extends AnyFacets = AnyFacets,
> = PagedRows<Given, Dialect, Scope, Filterable, Facets> & ScopeOption<Given, Scope>

/** The same of any configuration. */
export type AnyListOptions<Given extends readonly unknown[]> = PagedRows<Given, DialectName, never, FilterableType, AnyFacets> &
  Partial<WithScope<Given, unknown>>

export function listPage<Given extends readonly unknown[]>(options: AnyListOptions<Given>): ListPage<Given> {
  return async (list, ...given) => {
    const db = await findOption(options.db, given)
    const config: AnyPaginateConfig = await findOption(options.config, given)
    const where = await findOption(options.where, given)
    const scope = await findOption(options.scope, given)
    const path = await findOption(options.path, given)
    const facets = await findOption(options.facets, given)
    const { linkParameters, namedStatements, together } = options
    const page = paginate(db, list.query, config, {
      where,
      scope,
      request: path ?? list.request,
      linkParameters,
      namedStatements,
      together,
    })
    if (facets === undefined) return page
    // Checked against the configuration at run time. A second connection of a pool counts while the page is read.
    const [read, counts] = await Promise.all([page, facetCounts(db, list.query, config, facets as never, { where, scope })])
    return { ...read, facets: counts }
  }
}

export function findOption<Value, Given extends readonly unknown[]>(value: PerRequest<Value, Given>, given: Given): MaybePromise<Value> {
  // No database, configuration, condition or path is callable.
  return typeof value === 'function' ? (value as (...given: Given) => MaybePromise<Value>)(...given) : value
}
