// Add-on http: where the pages of an endpoint come from, said once for all adapters.
import type { SQLWrapper } from 'drizzle-orm'
import * as callRefusals from '../../mistakes/call-refusals.js'
import type { OptionNames } from '../../mistakes/check-options.js'
import { allEnded } from '../../basics/maybe-promise.js'
import { PaginateConfigError, PaginateQueryError } from '../../errors.js'
import { oneReader } from '../../drizzle/databases.js'
import { countFacets } from '../../features/facets/facet-counts.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { mapPage, type RowMap } from '../../page/map-rows.js'
import { paginate } from '../../page/paginate.js'
import * as refusals from '../../refusals.js'
import type { ConfigArgument, DatabaseArgument, OfList } from '../../types/call-arguments.js'
import type { DialectName } from '../../vocabulary.js'
import type { FacetRequest } from '../../types/facets.js'
import type { ListDatabase, MaybePromise } from '../../types/database.js'
import type { AnyPaginateConfig, Describe, InferItem } from '../../types/paginate-config.js'
import type { AnyPage } from '../../types/response.js'
import type { Sentences } from '../../types/type-error.js'
import { checkHandler, HANDLER_OPTIONS, type HandlerOptions, type ListSource } from './answer-list.js'
import { type ListRequest, shareSearch } from './list-request.js'
import { runWithin, type Within } from './within.js'

/** Returns the page of a bound request; `given` are the arguments that the framework passes to its handlers. */
export type ListPage<Given extends readonly unknown[]> = (list: ListRequest, ...given: Given) => MaybePromise<AnyPage>

/** A value, or a function of the request that finds it. */
export type PerRequest<Value, Given extends readonly unknown[]> = Value | OfRequest<Value, Given>
/** A method's looser rule: the parameter may be the app's own class of request. */
type OfRequest<Value, Given extends readonly unknown[]> = { find(...given: Given): MaybePromise<Value> }['find']

/** Anything: with `unknown` itself in the union, a function would have no types of its parameters. */
type AnyScope = object | string | number | bigint | boolean | null | undefined

/**
 * The scope of a handler whose type arguments are written out without one: any, or none. The compiler asks for it where
 * it infers them, and the call asks at run time.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- `unknown` would reject a scoped configuration, `never` an unscoped one
export type AnyScopeOrNone = any
// oxlint-disable-next-line typescript/no-explicit-any -- `unknown` would reject a function over items, `never` a configuration
export type AnyItem = any

/**
 * A step from an item to what the handler sends instead: called once per item, or as `all` with all items that were
 * read together.
 */
export type ItemMap<Given extends readonly unknown[], Item, Sent> =
  | ((item: Item, ...given: Given) => MaybePromise<Sent>)
  | { readonly all: (items: Item[], ...given: Given) => MaybePromise<readonly Sent[]> }

/**
 * No database is one. A database of another dialect has more members in common with it than with a `DatabaseArgument`,
 * so that the compiler says in one line which member is missing, and does not go on to the types of `insert`.
 */
interface NoDatabase extends DatabaseArgument<DialectName> {
  readonly transaction: unknown
  readonly [OF_THE_DIALECT]: never
}
/** A symbol: editors do not offer it as a member. */
declare const OF_THE_DIALECT: unique symbol

/** Where a handler infers the items of its list from. */
interface OfItem<Item> {
  readonly describe: Describe<{ readonly item: Item }>
}
/**
 * A configuration, or a function of the request: `Found` is what it returns, several lists among them, or a promise. The
 * plain function stands next to it for options in a variable, of which no list is known.
 */
type ConfigPerRequest<Config, Own, Found, Given extends readonly unknown[]> =
  PerRequest<Config & Own, Given> | { find(...given: Given): MaybePromise<Config> & Found }['find']
/** The items of what a function of the request returns; without one, those of the configuration. */
export type ItemOfEither<Item, Found> = unknown extends Found
  ? Item
  : InferItem<Extract<Awaited<Found>, AnyPaginateConfig>>

/**
 * Where an endpoint's rows come from. An option that depends on the request is a function, of what the framework hands
 * to its handlers. `Rest` is what an adapter infers of the configuration next to the others: in the same place, since
 * next to a second type of the member its function would have no types of its parameters.
 */
export interface ListRows<
  Given extends readonly unknown[],
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Item = unknown,
  Found = unknown,
  Sent = unknown,
  Rest = unknown,
> {
  /** The database, of the configuration's dialect. */
  readonly db: PerRequest<DatabaseArgument<Dialect> | NoDatabase, Given>
  /** The configuration, or a function that returns it for the caller (see `configVariants`). */
  readonly config: ConfigPerRequest<
    ConfigArgument<Sentences['wrongConfig']> & OfList<Dialect, Scope>,
    OfItem<Item> & Rest,
    Found,
    Given
  >
  /**
   * Adds your own condition, AND-ed with everything that a client sends: tenancy, row security. A function returns null
   * for no condition; undefined throws a `PaginateConfigError`, because a `return` is probably missing.
   *
   * @default none
   */
  readonly where?: PerRequest<SQLWrapper | null | undefined, Given> | undefined
  /**
   * Runs every statement of a request through the database that you call `run` with, instead of `db`: a transaction
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
  /**
   * Makes what is sent from each item. It gets the item, then the arguments that the framework passes to its handlers.
   * As `all`, it is called once with all items that were read together, and returns one for each, in their order.
   *
   * @default the items themselves
   * @example `map: (order) => ({ ...order, href: `/orders/${order.id}` })`
   */
  readonly map?: ItemMap<Given, NoInfer<ItemOfEither<Item, Found>>, Sent> | undefined
}

/**
 * Takes the scope of `.scopedBy()` from the request. Required if one of its functions has a parameter. Nothing reads
 * `_Sentence`: the compiler prints it if the scope is left out.
 *
 * @example `scope: (request) => ({ tenantId: tenantOf(request) })`
 */
export interface WithScope<
  Given extends readonly unknown[],
  Scope,
  _Sentence extends string = Sentences['needsScope'],
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
  Item = unknown,
  Found = unknown,
  Sent = unknown,
  Rest = unknown,
>
  extends ListRows<Given, Dialect, Scope, Item, Found, Sent, Rest>, HandlerOptions<Given> {
  /**
   * Chooses the facets of `.withFacets()` to send next to `items`: `false` for none, `true` for all, or a function of the
   * request that returns their names. A name that the list does not declare, or that `.when(false)` switched off, gets a 400.
   *
   * @default all that the list declares
   * @example `facets: (request) => new URL(request.url).searchParams.getAll('facet')`
   */
  readonly facets?: boolean | OfRequest<readonly string[], Given> | undefined
  /** Sets the path that links point to, if a proxy has changed it on the way. @default the path of the request */
  readonly path?: PerRequest<string, Given> | undefined
}

/** The options of an endpoint over `paginate`. */
export type ListOptions<
  Given extends readonly unknown[],
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Item = unknown,
  Found = unknown,
  Sent = unknown,
  Rest = unknown,
> = PagedRows<Given, Dialect, Scope, Item, Found, Sent, Rest> & ScopeOption<Given, Scope>

/** The same of any configuration. */
export type AnyListOptions<Given extends readonly unknown[]> = PagedRows<Given, DialectName, never, AnyItem> &
  Partial<WithScope<Given, unknown>>

/**
 * The facets of a request: all that the list declares, or those that the option names. Null where its page has no
 * `facets`; those of a list that has switched off all of its own are empty.
 *
 * @throws PaginateQueryError for a name that the list does not answer
 */
export async function facetsOf<Given extends readonly unknown[]>(
  config: AnyPaginateConfig,
  option: AnyListOptions<Given>['facets'],
  given: Given,
): Promise<readonly FacetRequest[] | null> {
  const { facets: declared } = resolvedConfig(config)
  if (option === undefined || option === true) return declared
  if (option === false) return null
  if (typeof option !== 'function')
    throw new PaginateConfigError(
      'The option facets must be true, false or a function that returns names of facets; pass one.',
    )
  const names: unknown = await option(...given)
  if (!Array.isArray(names))
    throw new PaginateConfigError('The function facets must return a list of names; return one, empty for none.')
  const found = names.map((name) => {
    const facet = declared?.find((one) => one.name.toLowerCase() === String(name).toLowerCase())
    if (facet === undefined) throw new PaginateQueryError(refusals.facetUnknown(String(name)))
    return facet
  })
  return found.length === 0 ? null : found
}

export const ROWS_OPTIONS: OptionNames<ListRows<[]> & Partial<WithScope<[], unknown>>> = {
  db: true,
  config: true,
  where: true,
  scope: true,
  within: true,
  map: true,
}
export const LIST_OPTIONS: OptionNames<AnyListOptions<[]>> = {
  ...HANDLER_OPTIONS,
  ...ROWS_OPTIONS,
  facets: true,
  path: true,
}

/** @throws PaginateConfigError for an option that `listHandler` does not have */
export function listSource<Given extends readonly unknown[]>(options: AnyListOptions<Given>): ListSource<Given> {
  checkHandler('listHandler()', options, LIST_OPTIONS)
  return pagesOf(options)
}

export function pagesOf<Given extends readonly unknown[]>(options: AnyListOptions<Given>): ListSource<Given> {
  // Asked for once for a request, by its tag or by its page.
  const scopes = new WeakMap<ListRequest, MaybePromise<unknown>>()
  const scopeOf = (list: ListRequest, given: Given): MaybePromise<unknown> => {
    if (!scopes.has(list)) scopes.set(list, findOption(options.scope, given))
    return scopes.get(list)
  }
  return {
    config: (given) => findConfig(options, given),
    scope: scopeOf,
    facets: (given, config) => facetsOf(config, options.facets, given),
    page: async (list, given, found) => {
      const config = found as AnyPaginateConfig
      const where = await findWhere(options, given)
      const scope = await scopeOf(list, given)
      const path = await findOption(options.path, given)
      const facets = await facetsOf(config, options.facets, given)
      const { within } = options
      const read = async (found: ListDatabase): Promise<AnyPage> => {
        const db = oneReader(found)
        if (facets !== null) shareSearch(list)
        const plain = paginate(db, list, config, { where, scope, path })
        const page = options.map === undefined ? plain : mapped(plain, itemMap(options.map, given))
        if (facets === null) return page
        const count = (): Promise<object> => countFacets(db, list, config, facets, { where, scope })
        // A second connection of a pool counts while the page is read; what `within` gives may be a transaction, which
        // has one.
        const [answer, counts] = within === undefined ? await allEnded([page, count()]) : [await page, await count()]
        return { ...answer, facets: counts } as AnyPage
      }
      return within === undefined ? read(await findOption(options.db, given)) : runWithin(within, given, read)
    },
  }
}

async function mapped(reading: Promise<AnyPage>, map: RowMap<unknown, unknown>): Promise<AnyPage> {
  const page = await reading
  return { ...page, items: await mapPage(page.items, map) }
}

export function itemMap<Given extends readonly unknown[]>(
  map: ItemMap<Given, never, unknown>,
  given: Given,
): RowMap<unknown, unknown> {
  return typeof map === 'function'
    ? (item) => map(item as never, ...given)
    : { all: (items) => map.all(items as never[], ...given) }
}

export function findOption<Value, Given extends readonly unknown[]>(
  value: PerRequest<Value, Given>,
  given: Given,
): MaybePromise<Value> {
  // No database, configuration, condition or path is callable.
  return typeof value === 'function' ? (value as (...given: Given) => MaybePromise<Value>)(...given) : value
}

/** @throws PaginateConfigError for a function that returned something else */
export async function findConfig<Given extends readonly unknown[]>(
  { config }: { readonly config: PerRequest<AnyPaginateConfig, Given> },
  given: Given,
): Promise<AnyPaginateConfig> {
  const found = await findOption(config, given)
  resolvedConfig(found)
  return found
}

/** @throws PaginateConfigError where a function returned undefined: it may have left out a tenant's condition */
export async function findWhere<Given extends readonly unknown[]>(
  { where }: Pick<ListRows<Given>, 'where'>,
  given: Given,
): Promise<SQLWrapper | null | undefined> {
  const found = await findOption(where, given)
  if (found === undefined && typeof where === 'function') throw new PaginateConfigError(callRefusals.unansweredWhere)
  return found
}
