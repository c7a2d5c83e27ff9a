// Stage plan: a request whose search the app answers itself, at once or later.
import type { RequestCursor } from '../cursor/position.js'
import { PaginateQueryError } from '../errors.js'
import { type Steps, wait } from '../maybe-promise.js'
import type { HostSearch, OwnSearch, ResolvedConfig } from '../types/config.js'
import type { MaybePromise } from '../types/database.js'
import type { ListPlan } from '../types/plan.js'
import type { NormalizedQuery } from '../types/query.js'
import type { Result } from '../types/result.js'
import { createPlan } from './create-plan.js'
import { PENDING } from './resolve-relevance.js'

/**
 * `createPlan` for a list with `.searchWith()`. Its function is called once, and only for a request that nothing else rejects: it may ask
 * a service. What it throws passes through.
 *
 * @throws the signal's reason, before the function is called
 */
export function* askedPlan(
  query: NormalizedQuery,
  config: ResolvedConfig,
  cursor: RequestCursor | null,
  signal?: AbortSignal,
): Steps<Result<ListPlan>> {
  if (config.searchWith === null) return createPlan(query, config, cursor)
  const checked = createPlan(query, config, cursor, () => PENDING)
  if (!checked.ok || checked.value.search === null) return checked
  signal?.throwIfAborted()
  const found = yield* wait(askOnce(query, config.searchWith, checked.value.search.term))
  return createPlan(query, config, cursor, () => found)
}

/**
 * The plan of a request that nothing rejects.
 *
 * @param cursor the request's, which a seal may open later
 * @throws PaginateQueryError for a client's mistake
 */
export function* acceptedPlan(
  query: NormalizedQuery,
  config: ResolvedConfig,
  cursor: MaybePromise<RequestCursor | null>,
  signal?: AbortSignal,
): Steps<ListPlan> {
  const planned = yield* askedPlan(query, config, yield* wait(cursor), signal)
  if (!planned.ok) throw new PaginateQueryError(planned.refusal)
  return planned.value
}

type Asked = Map<unknown, MaybePromise<HostSearch>>
const shared = new WeakMap<NormalizedQuery, Asked>()

/** From now on the calls that take this query share one answer: a handler's page and its facets. */
export const shareSearch = (query: NormalizedQuery): void => void shared.set(query, new Map())

function askOnce(query: NormalizedQuery, { ask }: OwnSearch, term: string): MaybePromise<HostSearch> {
  const asked = shared.get(query)
  const found = asked?.get(ask) ?? ask(term)
  asked?.set(ask, found)
  return found
}
