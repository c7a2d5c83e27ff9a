// Add-on http: a list request from its first look to its answer, on every server alike.
import * as callRefusals from '../../mistakes/call-refusals.js'
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import { refuse } from '../../mistakes/refuse.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { PaginateConfigError, PaginateQueryError } from '../../errors.js'
import { hostCondition, scopedConfig } from '../../page/check-arguments.js'
import { createPlan } from '../../plan/create-plan.js'
import { normalizeQuery } from '../../request/paginate-query.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type { AnyPage } from '../../types/response.js'
import type { MaybePromise } from '../../types/database.js'
import type { Refusal } from '../../types/result.js'
import { failureOf, type ObservedOptions, startHandling } from './answer-event.js'
import { type CacheOptions, entityTag, isFresh, type RequestHeaders, scopeText, versionText } from './entity-tag.js'
import { type HandledAnswer, pageHeaders, problemAnswer } from './list-answer.js'
import type { ListRequest, RawRequest } from './list-request.js'
import { checkHandlerOptions } from './handler-options.js'
import { jsonText } from './json-text.js'

/** What every handler of a list takes, where its pages come from aside. */
export interface HandlerOptions<Given extends readonly unknown[]> extends ObservedOptions {
  /** `ETag`, `If-None-Match` and `Cache-Control`: `{}` for the defaults. @default none of them */
  readonly cache?: CacheOptions<Given> | undefined
}

export const HANDLER_OPTIONS: OptionNames<HandlerOptions<[]>> = { onAnswer: true, onStatement: true, cache: true }
const CACHE_OPTIONS: OptionNames<CacheOptions<[]>> = { control: true, version: true }

/** @throws PaginateConfigError for an option that the handler does not have */
export function checkHandler(
  call: string,
  options: { readonly cache?: object | undefined },
  known: { readonly [name: string]: true },
): void {
  checkHandlerOptions(call, options, known)
  const { cache = {} } = options
  if (typeof cache !== 'object' || cache === null) refuse(callRefusals.wrongCache)
  checkOptions(`The cache of ${call}`, cache, CACHE_OPTIONS)
  const { version = noVersion, control = '' } = cache as { readonly version?: unknown; readonly control?: unknown }
  if (typeof version !== 'function' || typeof control !== 'string') refuse(callRefusals.wrongCache)
}

const noVersion = (): null => null

/** Where an endpoint's pages come from. */
export interface ListSource<Given extends readonly unknown[]> {
  /** Null: not known, the paging call is the application's own. */
  readonly config: ((given: Given) => MaybePromise<AnyPaginateConfig>) | null
  /** Absent where the paging call is the application's own. */
  readonly scope?: (list: ListRequest, given: Given) => MaybePromise<unknown>
  /** Throws for a facet that the list does not have. */
  readonly facets?: (given: Given, config: AnyPaginateConfig) => MaybePromise<unknown>
  readonly page: (list: ListRequest, given: Given, config: AnyPaginateConfig | null) => MaybePromise<AnyPage>
}

export interface HandledRequest extends RawRequest {
  readonly headers?: RequestHeaders | undefined
}

/** A page that is sent, or the news that the client has it already. */
export interface ListOutcome {
  readonly page: AnyPage | null
  readonly headers: Readonly<Record<string, string>>
  /** The page as text; null where nothing writes it. */
  readonly body: string | null
}

type WritePage = (page: AnyPage) => string | null

/**
 * @param write the text of a page whose tag is not made of it
 * @throws (rejects) every error of the page and of its text, also a `PaginateQueryError`, after it was reported
 */
export async function listOutcome<Given extends readonly unknown[]>(
  source: ListSource<Given>,
  options: HandlerOptions<Given>,
  given: Given,
  request: HandledRequest,
  signal?: AbortSignal,
  write: WritePage = () => null,
): Promise<ListOutcome> {
  const { list, report } = startHandling(request, options, signal)
  let config: AnyPaginateConfig | null = null
  let outcome: Awaited<ReturnType<typeof cachedOutcome>>
  try {
    config = source.config === null ? null : await source.config(given)
    outcome = await cachedOutcome(source, options.cache, given, config, list, request.headers, write)
  } catch (error) {
    report(failureOf(error, signal), config)
    throw error
  }
  const { page, isSent } = outcome
  const { totalItems = null } = (page?.meta ?? {}) as { readonly totalItems?: number | null }
  report(
    { rows: isSent ? (page?.items.length ?? 0) : 0, totalItems, status: isSent ? 200 : 304, code: null },
    config ?? page,
  )
  return { ...outcome, page: isSent ? page : null }
}

async function cachedOutcome<Given extends readonly unknown[]>(
  source: ListSource<Given>,
  cache: CacheOptions<Given> | undefined,
  given: Given,
  config: AnyPaginateConfig | null,
  list: ListRequest,
  headers: RequestHeaders | undefined,
  write: WritePage,
): Promise<ListOutcome & { readonly isSent: boolean }> {
  const { page: read } = source
  if (cache === undefined) {
    const page = await read(list, given, config)
    return { page, headers: pageHeaders(page), body: write(page), isSent: true }
  }
  const control = { 'cache-control': cache.control ?? 'private, no-cache' }
  const version = versionText(await cache.version?.(...given))
  const scope = version === null || config === null ? undefined : await source.scope?.(list, given)
  const text = version === null || config === null ? null : tagText(version, config, source.scope === undefined, scope)
  const versionTag = text === null ? null : await entityTag(text)
  if (versionTag !== null && config !== null && isFresh(versionTag, headers)) {
    await source.facets?.(given, config)
    const refusal = await refusalOf(list, config, scope)
    if (refusal === null) return { page: null, headers: { ...control, etag: versionTag }, body: null, isSent: false }
    // A paging call of the application's own may read another query: it says itself what it rejects.
    if (source.scope !== undefined) throw new PaginateQueryError(refusal)
  }
  const page = await read(list, given, config)
  const body = jsonText(page)
  const etag = versionTag ?? (await entityTag(body))
  if (isFresh(etag, headers)) return { page, headers: { ...control, etag }, body: null, isSent: false }
  return { page, headers: { ...pageHeaders(page), ...control, etag }, body, isSent: true }
}

/**
 * What the tag is made of: the version, and the scope of a list that has one. Null where the scope is not known or has
 * no text: the tag is then made from the body, which is right for everybody.
 */
function tagText(version: string, config: AnyPaginateConfig, isUnknown: boolean, scope: unknown): string | null {
  const { scopes, scoped } = resolvedConfig(config)
  if (scopes.length === 0 && scoped === null) return version
  const text = isUnknown ? null : scopeText(scope)
  return text === null ? null : JSON.stringify([version, text])
}

/** A request that a page would be rejected for is rejected whatever the client has, and so is one without its scope. */
async function refusalOf({ query }: ListRequest, config: AnyPaginateConfig, scope: unknown): Promise<Refusal | null> {
  const resolved = scopedConfig(resolvedConfig(config), { scope })
  hostCondition(resolved, { scope })
  const normalized = normalizeQuery(query)
  const planned = createPlan(normalized, resolved, await resolved.cursors?.open(normalized))
  return planned.ok ? null : planned.refusal
}

/** @throws (rejects) every error that is no `PaginateQueryError` */
export async function answerList<Given extends readonly unknown[]>(
  source: ListSource<Given>,
  options: HandlerOptions<Given>,
  given: Given,
  request: HandledRequest,
  signal?: AbortSignal,
): Promise<HandledAnswer> {
  try {
    const { page, headers, body } = await listOutcome(source, options, given, request, signal, jsonText)
    return { status: page === null ? 304 : 200, headers, body: body ?? '' }
  } catch (error) {
    return problemAnswer(error)
  }
}

/**
 * The pages of a paging call of the application's own.
 *
 * @throws PaginateConfigError for an option that `pageHandler` does not have
 */
export function pageSource<Given extends readonly unknown[]>(
  page: (list: ListRequest, ...given: Given) => MaybePromise<AnyPage>,
  options: HandlerOptions<Given>,
): ListSource<Given> {
  if (typeof page !== 'function')
    throw new PaginateConfigError('pageHandler() needs a function that answers a page; for a list use listHandler().')
  checkHandler('pageHandler()', options, HANDLER_OPTIONS)
  return { config: null, page: async (list, given) => answeredPage(await page(list, ...given)) }
}

function answeredPage(page: AnyPage): AnyPage {
  const { items, meta, links } = Object(page) as Partial<AnyPage>
  if (Array.isArray(items) && typeof meta === 'object' && typeof links === 'object') return page
  throw new PaginateConfigError(
    'The function of pageHandler() returned no page; return what a paging call resolves to.',
  )
}
