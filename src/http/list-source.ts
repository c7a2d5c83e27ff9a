// Add-on http: where the pages of an endpoint come from, said once for all adapters.
import type { SQL } from 'drizzle-orm'
import * as callRefusals from '../builder/call-refusals.js'
import { PaginateConfigError } from '../errors.js'
import { facetCounts } from '../facets/facet-counts.js'
import { resolvedConfig } from '../builder/resolved-config.js'
import { paginate } from '../page/paginate.js'
import { shareSearch } from '../plan/create-plan.js'
import { normalizeQuery } from '../request/paginate-query.js'
import type { ConfigArgument, DatabaseArgument, OfList } from '../types/call-arguments.js'
import type { DialectName } from '../types/config.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { AnyPaginateConfig, FilterableType } from '../types/paginate-config.js'
import type { AnyPage } from '../types/response.js'
import type { Selection } from '../types/selection.js'
import type { CallSentences } from '../types/type-error.js'
import type { AnyFacets, CheckedFacet, NameOf, OfFilterable, OptionOf } from './answered-facets.js'
import type { HandlerOptions, ListSource } from './answer-list.js'
import type { ListRequest } from './list-request.js'
import { runWithin, type Within } from './within.js'

/** Answers a bound request with a page; `given` is what the framework hands to its handlers. */
export type ListPage<Given extends readonly unknown[]> = (list: ListRequest, ...given: Given) => MaybePromise<AnyPage>

/** A value, or a function of the request that finds it. */
export type PerRequest<Value, Given extends readonly unknown[]> = Value | ((...given: Given) => MaybePromise<Value>)

/** Anything: with `unknown` itself in the union, a function would have no types of its parameters. */
type AnyScope = object | string | number | bigint | boolean | null | undefined

/**
 * The scope of a handler whose type arguments are written out without one: any, or none. The compiler asks for it where
 * it infers them, and the call asks at run time.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- `unknown` would reject a scoped configuration, `never` an unscoped one
export type AnyScopeOrNone = any

/**
 * Where an endpoint's rows come from. An option that depends on the request is a function, of what the framework hands
 * to its handlers. `Rest` is what an adapter infers of the configuration beside the others: in the same place, since
 * beside a second type of the member its function would have no types of its parameters.
 */
export interface ListRows<
  Given extends readonly unknown[],
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Filterable extends FilterableType = FilterableType,
  Rest = unknown,
> {
  /** The database, of the configuration's dialect. */
  readonly db: PerRequest<DatabaseArgument<Dialect>, Given>
  /** The configuration, or by a function the one for this caller (see `configVariants`). */
  readonly config: PerRequest<
    ConfigArgument<CallSentences['wrongConfig']> & OfList<Dialect, Scope> & OfFilterable<Filterable> & Rest,
    Given
  >
  /**
   * A condition of your own, AND-ed with everything a client sends: tenancy, row security. A function returns null
   * for no condition: a `return` that was forgotten is a `PaginateConfigError`.
   *
   * @default none
   */
  readonly where?: PerRequest<SQL | null | undefined, Given> | undefined
  /**
   * Runs every statement of a request through the database that it calls `run` with, in place of `db`: a transaction
   * with a setting for row-level security, one snapshot for count and page, a replica.
   *
   * @default none: through `db`
   * @example
   * ```ts
   * within: (request, run) =>
   *   db.transaction(async (tx) => {
   *     await tx.execute(sql`select set_config('app.tenant', ${tenantOf(request)}, true)`)
   *     return run(tx)
   *   })
   * ```
   */
  readonly within?: Within<Given, Dialect> | undefined
}

/**
 * The scope of the configuration's `.scopedBy()`, from the request: required where one of its functions has a
 * parameter. Nothing reads `_Sentence`: the compiler prints it if the scope is left out.
 *
 * @example `scope: (request) => ({ tenantId: tenantOf(request) })`
 */
export interface WithScope<
  Given extends readonly unknown[],
  Scope,
  _Sentence extends string = CallSentences['needsScope'],
> {
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
  Rest = unknown,
>
  extends ListRows<Given, Dialect, Scope, Filterable, Rest>, HandlerOptions<Given> {
  /**
   * Facets that the answer has beside `items`, by the names of filterable fields. One of a field that `.when(false)`
   * switched off is left out. Of a configuration whose type names no fields, what it does not allow is a
   * `PaginateConfigError` at the first request.
   *
   * @default none
   * @example `{ status: true, 'author.name': { limit: 20 }, views: 'range' }`
   * @see facetCounts
   */
  // Without names for the checks: the compiler prints what they come to, and not the columns of the configuration. What
  // a function answers is not inferred: TypeScript before 7 takes the function itself for the facets.
  readonly facets?:
    | (Facets & { readonly [Name in keyof Facets]: CheckedFacet<Filterable, Name, Facets[Name]> })
    | ((
        ...given: Given
      ) => MaybePromise<{ readonly [Name in NameOf<Filterable>]?: OptionOf<Filterable, Name> } | undefined>)
    | undefined
  /**
   * Aggregates over the filtered set, which the answer has as `summary`.
   *
   * @default none
   * @example `{ revenue: sum(orders.total) }`
   * @see summarize
   */
  readonly summary?: PerRequest<Selection | undefined, Given> | undefined
  /** The path that links point to, where a proxy has changed it on the way. @default the path of the request */
  readonly path?: PerRequest<string, Given> | undefined
  /** Parameters of the app's own that links keep: `['lang']`. @default none */
  readonly linkParameters?: readonly string[] | undefined
  /**
   * As in `PaginateOptions`: false behind a pooler in transaction mode that does not know prepared statements. @default
   * true
   */
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
  Rest = unknown,
> = PagedRows<Given, Dialect, Scope, Filterable, Facets, Rest> & ScopeOption<Given, Scope>

/** The same of any configuration. */
export type AnyListOptions<Given extends readonly unknown[]> = PagedRows<
  Given,
  DialectName,
  never,
  FilterableType,
  AnyFacets
> &
  Partial<WithScope<Given, unknown>>

/**
 * Without facets of fields that `.when(false)` switched off: a handler's facets are those of every caller, and a caller
 * without the right has the other facets.
 */
function enabledFacets(config: AnyPaginateConfig, facets: AnyFacets | undefined): AnyFacets | undefined {
  if (facets === undefined) return undefined
  const { filterable } = resolvedConfig(config)
  const names = Object.keys(facets)
  if (names.every((name) => filterable.has(name.toLowerCase()))) return facets
  const described = config.describe({ includeDisabled: true }).filterableFields
  const off = new Set(described.filter(({ enabled }) => enabled === false).map(({ name }) => name.toLowerCase()))
  return Object.fromEntries(Object.entries(facets).filter(([name]) => !off.has(name.toLowerCase())))
}

export function listSource<Given extends readonly unknown[]>(options: AnyListOptions<Given>): ListSource<Given> {
  return {
    config: (given) => findOption(options.config, given),
    page: async (list, given, found) => {
      const config = found as AnyPaginateConfig
      const where = await findWhere(options, given)
      const scope = await findOption(options.scope, given)
      const path = await findOption(options.path, given)
      const facets = enabledFacets(config, await findOption(options.facets, given))
      const summary = await findOption(options.summary, given)
      const { linkParameters, namedStatements, together, within } = options
      const { query, signal, onStatement } = list
      const request = path ?? list.request
      const paging = { where, scope, request, linkParameters, namedStatements, together, signal, onStatement, summary }
      const read = async (db: ListDatabase): Promise<AnyPage> => {
        if (facets !== undefined) shareSearch(normalizeQuery(query))
        const page = paginate(db, query, config, paging)
        if (facets === undefined) return page
        // Checked against the configuration at run time.
        const count = (): Promise<object> =>
          facetCounts(db, query, config, facets as never, { where, scope, signal, onStatement })
        // A second connection of a pool counts while the page is read; what `within` gives may be a transaction, which
        // has one.
        const [answer, counts] = within === undefined ? await Promise.all([page, count()]) : [await page, await count()]
        return { ...answer, facets: counts } as AnyPage
      }
      return within === undefined ? read(await findOption(options.db, given)) : runWithin(within, given, read)
    },
  }
}

export function findOption<Value, Given extends readonly unknown[]>(
  value: PerRequest<Value, Given>,
  given: Given,
): MaybePromise<Value> {
  // No database, configuration, condition or path is callable.
  return typeof value === 'function' ? (value as (...given: Given) => MaybePromise<Value>)(...given) : value
}

/** @throws PaginateConfigError where a function returned undefined: it may have left out a tenant's condition */
export async function findWhere<Given extends readonly unknown[]>(
  { where }: Pick<ListRows<Given>, 'where'>,
  given: Given,
): Promise<SQL | null | undefined> {
  const found = await findOption(where, given)
  if (found === undefined && typeof where === 'function') throw new PaginateConfigError(callRefusals.unansweredWhere)
  return found
}
