// Stage plan: a normalised query and a configuration in, a plan out. The only stage that rejects requests; it knows no
// database.
import * as refusals from '../refusals.js'
import { PaginateConfigError, PaginateQueryError } from '../errors.js'
import { chain } from '../basics/maybe-promise.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import type { FieldFilter, FilterableField, HostSearch, OwnSearch } from '../types/config.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { OpenedCursor } from '../types/cursors-part.js'
import type { MaybePromise } from '../types/database.js'
import type { ListPlan } from '../types/plan.js'
import type { NormalizedQuery, BoundInteger } from '../types/query.js'
import { rejected, type Result } from '../types/result.js'
import { termsOf } from '../types/tree.js'
import { UNLIMITED } from '../vocabulary.js'
import { refuseCosts } from './costs.js'
import { refuseParameters } from './parameters.js'
import { resolveField, resolveFilters } from './filters.js'
import { PENDING, RANK, turned, withRank } from './resolve-relevance.js'
import { resolveSearch, resolveSearchBy, refuseRelevance, resolveSort } from './sort-and-search.js'

const NOT_READ = { ok: true, value: undefined } as const
const NO_TERMS: ListPlan['filters'] = []

/**
 * Stage plan as the calls use it: the plan of a request that nothing rejects.
 *
 * @param cursor the request's. @default opened at once, or later where its seal is
 * @throws PaginateQueryError for a client's mistake
 */
export function acceptedPlan(
  query: NormalizedQuery,
  config: ResolvedConfig,
  signal?: AbortSignal,
  cursor: MaybePromise<OpenedCursor<ResolvedConfig> | null> = config.cursors?.open(query) ?? null,
): MaybePromise<ListPlan> {
  return chain(
    chain(cursor, (opened) => askedPlan(query, config, opened, signal)),
    accepted,
  )
}

function accepted(planned: Result<ListPlan>): ListPlan {
  if (!planned.ok) throw new PaginateQueryError(planned.refusal)
  return planned.value
}

/**
 * Checks a request in the order of R3.2.1, and returns the first rejection or the plan. Never throws on anything a
 * client sends.
 *
 * @param cursor of a list with cursors: the request's, where the call has waited for it to be opened
 * @param searched what the app's own search answers. @default only its order, for calls that send no statement
 * @throws PaginateConfigError for what is not a query
 */
export function createPlan(
  query: NormalizedQuery,
  config: ResolvedConfig,
  cursor: OpenedCursor<ResolvedConfig> | null = config.cursors?.openNow(query) ?? null,
  searched: ((term: string) => HostSearch) | undefined = config.searchWith?.unasked,
): Result<ListPlan> {
  if (query.fault !== undefined) throw new PaginateConfigError(query.fault)
  const refused = refuseParameters(query, config)
  if (refused !== null) return rejected(refused)
  if (cursor !== null && cursor.refusal !== null) return rejected(cursor.refusal)
  const page = resolvePage(query.page)
  if (!page.ok) return page
  const limit = resolveLimit(query.limit, config)
  if (!limit.ok) return limit
  if (limit.value === null && page.value !== 1) return rejected(refusals.pageOfUnlimitedRead())
  if (limit.value === null && cursor !== null && cursor.unlimited !== null) return rejected(cursor.unlimited)
  const sort = resolveSort(query.sortBy, config, typeof query.search === 'string' && query.search.trim() !== '')
  if (!sort.ok) return sort
  const term = resolveSearch(query.search, config)
  if (!term.ok) return term
  const searchBy = resolveSearchBy(query.searchBy, config)
  if (!searchBy.ok) return searchBy
  const filters = resolveFilters(query.filters, config)
  if (!filters.ok) return filters
  const expression = config.expressions === null ? NOT_READ : config.expressions.resolve(query, config)
  if (!expression.ok) return expression
  const terms = expression.value ? termsOf(expression.value.tree).flat() : NO_TERMS
  if (filters.value.length > 0 || terms.length > 0) {
    const costs = refuseCosts(filters.value, terms, config) ?? config.expressions?.refuseCosts(expression.value)
    if (costs) return rejected(costs)
  }
  const fields = config.selectable === null ? NOT_READ : config.selectable.resolve(query.fields)
  if (!fields.ok) return fields
  const offset = (page.value - 1) * (limit.value ?? 0)
  if (config.maxOffset !== null && offset > config.maxOffset) return rejected(refusals.offsetTooDeep(config.maxOffset))

  const isNarrowed = term.value !== null && searchBy.value.length > 0
  const host = term.value === null || searched === undefined ? null : searched(term.value)
  const isDefault = query.sortBy.length === 0
  if (host?.rank === null && !isDefault && sort.value.some(({ field }) => field === RANK) && isNeverRanked(config)) {
    return rejected(refuseRelevance(query.sortBy, config))
  }
  const ranked = host === null ? sort.value : withRank(sort.value, host, isDefault)
  const walk = cursor !== null && host !== PENDING ? cursor.walk(ranked, config) : null
  if (walk !== null && !walk.ok) return walk

  const told = isDefault ? toldDefault(ranked, config) : ranked
  return {
    ok: true,
    value: {
      page: page.value,
      limit: limit.value,
      offset,
      sort: ranked,
      toldSort: host === null ? told : told.map(turned),
      search:
        term.value === null
          ? null
          : {
              term: term.value,
              fields: isNarrowed ? searchBy.value : [...config.searchable.values()],
              host: isNarrowed ? null : host,
            },
      searchBy: isNarrowed ? searchBy.value : [],
      filters: withDefaults(filters.value, terms, config),
      expression: expression.value,
      fields: fields.value?.fields,
      toldFields: fields.value?.toldFields,
      walk: walk === null ? null : walk.value,
    },
  }
}

// A search that the app answers itself, at once or later.

/**
 * `createPlan` for a list with `.searchWith()`. Its function is called once, and only for a request that nothing else
 * rejects: it may ask a service. What it throws passes through.
 *
 * @throws the signal's reason, before the function is called
 */
export function askedPlan(
  query: NormalizedQuery,
  config: ResolvedConfig,
  cursor: OpenedCursor<ResolvedConfig> | null,
  signal?: AbortSignal,
): MaybePromise<Result<ListPlan>> {
  if (config.searchWith === null) return createPlan(query, config, cursor)
  const checked = createPlan(query, config, cursor, () => PENDING)
  if (!checked.ok || checked.value.search === null) return checked
  signal?.throwIfAborted()
  const answer = askOnce(query, config.searchWith, checked.value.search.term)
  return chain(answer, (found) => createPlan(query, config, cursor, () => found))
}

function askOnce({ searched }: NormalizedQuery, { ask }: OwnSearch, term: string): MaybePromise<HostSearch> {
  const found = searched?.get(ask) ?? ask(term)
  searched?.set(ask, found)
  return found
}

// What follows from the request's parameters together.

const isNeverRanked = ({ searchWith }: ResolvedConfig): boolean => searchWith?.orderedBy() === 'nothing'

/** Of the order of a request without `sortBy`: the rank of a search stands for all, and a fixed order has no names. */
function toldDefault(sort: ListPlan['sort'], { hasFixedOrder }: ResolvedConfig): ListPlan['toldSort'] {
  const isRanked = sort[0]?.field.term !== undefined
  return isRanked || hasFixedOrder ? sort.slice(0, isRanked ? 1 : 0) : sort
}

/**
 * A default filter applies where the request has no criterion on its field, in an expression neither. Its text is read
 * for each request: `now-7d` is seven days before this one, and the function of a `.filterWith()` may change its value.
 *
 * @throws PaginateConfigError where a value type no longer reads what it read in `build()`
 */
function withDefaults(
  filters: ListPlan['filters'],
  terms: ListPlan['filters'],
  config: ResolvedConfig,
): ListPlan['filters'] {
  const { defaultFilters } = config
  if (defaultFilters.length === 0) return filters
  const named = new Set([...filters, ...terms].map(({ filterable }) => filterable))
  const applied = defaultFilters.filter(({ filterable }) => !named.has(filterable))
  return [...filters, ...applied.map(({ filterable, texts }) => readDefault(filterable, texts, config))]
}

function readDefault(filterable: FilterableField, texts: readonly string[], config: ResolvedConfig): FieldFilter {
  const read = resolveField(filterable, texts, config)
  return read.ok ? read.value : refuse(configRefusals.defaultFilterInvalid(filterable.field.name, read.refusal.message))
}

// Page and limit.

/** A 1-based page. */
function resolvePage(page: BoundInteger): Result<number> {
  return page.ok ? page : rejected(refusals.pageNotPositiveInteger())
}

/** Rows per page, or null for an unlimited read. */
function resolveLimit(limit: BoundInteger | null, config: ResolvedConfig): Result<number | null> {
  if (limit === null) return { ok: true, value: config.defaultLimit }
  if (!limit.ok && limit.reason === 'not-positive-integer') return rejected(refusals.limitNotPositiveInteger())
  if (limit.ok && limit.value === UNLIMITED && config.unlimitedMaxRows !== null) return { ok: true, value: null }
  if (!limit.ok || limit.value < 1 || limit.value > config.maxLimit) {
    return rejected(refusals.limitOutOfRange(config.maxLimit))
  }
  return { ok: true, value: limit.value }
}
