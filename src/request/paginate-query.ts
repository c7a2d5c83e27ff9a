// bind: the request as the app sees it.
import { recordTexts } from '../basics/criteria-text.js'
import type {
  BoundInteger,
  NormalizedQuery,
  PaginateQueryInput,
  QueryChanges,
  UnreadParameter,
} from '../types/query.js'
import type { RecordOf } from '../types/record-of.js'
import { nearest } from '../basics/nearest.js'
import { copiedRequest, parsedQuery, wrongFilters, wrongQuery } from '../types/call-sentences.js'
import type { UnknownMember } from '../types/type-error.js'
import { DEFAULT_PAGE, EXPRESSION, fieldNames } from '../vocabulary.js'
import {
  bindQuery,
  checkPage,
  FIRST_PAGE,
  frozenList,
  NO_UNREAD,
  onlyEntry,
  unlessBlank,
  unreadable,
  withEntry,
  FilterCollector,
  checkLimit,
} from './bind-query.js'
import { type CheckedSource, hasAddress, isClasslessRecord } from './query-source.js'

/**
 * Where a `PaginateQuery` keeps its normalised form. A registered symbol: the package's ESM and CommonJS copies share
 * it.
 */
const NORMALIZED: unique symbol = Symbol.for('drizzle-paginate:normalized') as never

/**
 * Where a handler's source keeps the options that every call with it gets: its signal and its observer, and what was asked
 * as a member that is not enumerable. A registered symbol, as above.
 */
export const OBSERVED: unique symbol = Symbol.for('drizzle-paginate:observed') as never

/** A handler's source, or a copy of it with members of a query (`{ ...list, limit: 3 }`). */
interface HandlerSource {
  readonly url: string
  readonly query: PaginateQueryInput
  readonly signal?: AbortSignal | undefined
  readonly [OBSERVED]: {
    readonly asked: { readonly url: string; readonly query: PaginateQueryInput }
    readonly signal?: AbortSignal | undefined
  }
}

/**
 * A list request: the six parameters `page`, `limit`, `sortBy`, `search`, `searchBy` and `filter.<field>`, immutable.
 *
 * Nothing is rejected here. A query is checked when it runs, so one built by hand meets the same rejections as one from
 * a query string.
 *
 * @example
 * ```ts
 * const query = PaginateQuery.from('?page=2&sortBy=title:ASC&filter.status=$in:draft,live')
 * query.page // 2
 * query.filters // { status: ['$in:draft,live'] }
 *
 * new PaginateQuery({ limit: 50, filters: { status: '$eq:live' } })
 * ```
 */
export class PaginateQuery {
  /** The page of a request without `page`: 1. */
  static readonly DefaultPage: 1 = DEFAULT_PAGE

  static {
    // A member of the prototype in a request without one, as `fields` is below. A getter is not in the type of a spread.
    Object.defineProperty(this.prototype, 'page', { value: DEFAULT_PAGE, configurable: true, writable: true })
  }
  /**
   * 1-based; 1 when absent. `Infinity` if the request sent digits beyond 2147483647, and `NaN` if it sent anything but
   * a positive integer: both are rejected when the query runs. A spread (`{ ...query }`) has it only if it was sent.
   */
  declare readonly page: number
  /**
   * Rows per page; `-1` for an unlimited read; null for the configured default. `Infinity` if the request sent digits
   * beyond 2147483647, and `NaN` if it sent anything but a positive integer: both are rejected when the query runs.
   */
  readonly limit: number | null
  /** The cursor that the page begins after; null when absent. Only lists with cursors read it. */
  readonly after: string | null
  /** The cursor that the page ends before; null when absent. */
  readonly before: string | null
  /** `field:ASC` or `field:DESC` entries in the order given; blank ones are dropped. */
  readonly sortBy: readonly string[]
  /** The term as sent, not trimmed; null when absent. */
  readonly search: string | null
  /** Fields to search in; blank entries are dropped. Empty: all searchable fields. */
  readonly searchBy: readonly string[]
  /**
   * Field to criteria, each with its `$op:` prefix; case variants of a field are one entry under the first spelling.
   * A frozen record without prototype, so `__proto__` is a name like any other.
   */
  readonly filters: { readonly [field: string]: readonly string[] }

  /**
   * An expression across fields, as the parameter `filter` sent it; null when absent. Only lists that declare
   * `.withFilterExpressions()` read it.
   */
  readonly filterExpression: string | null

  readonly #normalized: NormalizedQuery

  /**
   * Builds a query by hand, from any of its properties; a filter may be one string.
   *
   * @param input - page is 1-based, limit counts rows (`-1`: unlimited). Another `PaginateQuery` is copied.
   */
  constructor(input: PaginateQueryInput = {}) {
    const normalized = normalizeQuery(input)
    this.#normalized = normalized
    const { page, limit } = normalized
    this.limit = limit === null ? null : shownInteger(limit, input, 'limit')
    this.after = normalized.after as string | null
    this.before = normalized.before as string | null
    // Entries of a wrong type are shown as given: only the callers' types were wrong, and plan rejects them.
    this.sortBy = normalized.sortBy as readonly string[]
    this.search = normalized.search as string | null
    this.searchBy = normalized.searchBy as readonly string[]
    this.filters = filterRecord(normalized.filters)
    const { filterExpression } = normalized
    this.filterExpression = (Array.isArray(filterExpression) ? filterExpression[0] : filterExpression) as string | null
    // Its own where it was sent, so that a copy of the members (`{ ...query }`) has what was sent and nothing else.
    if (normalized.isPageGiven) this.page = shownInteger(page, input, 'page')
    if (normalized.fields !== undefined)
      Object.defineProperty(this, 'fields', { value: namesOf(normalized.fields), enumerable: true })
    if (normalized.path !== null) Object.defineProperty(this, 'path', { value: normalized.path, enumerable: true })
    if (normalized.unread.length > 0)
      Object.defineProperty(this, 'unread', { value: normalized.unread, enumerable: true })
    // In no type: a copy of the members is rejected for the mistake that the query was.
    if (normalized.fault !== undefined)
      Object.defineProperty(this, FAULT, { value: normalized.fault, enumerable: true })
    // A subclass has members of its own to add.
    if (new.target === PaginateQuery) Object.freeze(this)
  }

  /** The members that items have; empty: all. Only lists that declare `.selectable()` read it. */
  get fields(): readonly string[] {
    return NO_NAMES
  }

  /** The URL or path of the request, which links point to; null without one. */
  get path(): string | null {
    return null
  }

  /** Parameters of the request that no list reads by these names, as sent. A strict list rejects them. */
  get unread(): readonly UnreadParameter[] {
    return NO_UNREAD
  }

  /** @internal */
  get [NORMALIZED](): NormalizedQuery {
    return this.#normalized
  }

  /**
   * Binds a request: a query string, `URL`, `URLSearchParams`, web `Request` (or anything with a string `url`), or a
   * plain record of parsed parameters. Never throws: text that cannot be read is rejected when the query runs.
   *
   * For `page`, `limit`, `after`, `before` and `search` the first value wins; blank values are absent, except for
   * `search`. Other parameters are ignored. Names are case-sensitive, except the field after `filter.`.
   *
   * @example `PaginateQuery.from(request)`, `PaginateQuery.from('page=2&limit=10')`
   */
  static from<const Source>(source: Source & CheckedSource<Source>): PaginateQuery {
    const carrier: PaginateQueryInput & Normalized = {
      [NORMALIZED]: observedOf(source) === undefined ? bindQuery(source) : normalizeQuery(source),
    }
    return new PaginateQuery(carrier)
  }

  /**
   * Makes a copy with these members changed. It keeps the other members, also text that could not be read.
   *
   * @example `query.with({ limit: 50, page: 1 })`
   */
  with<Filters extends RecordOf<Filters, string | readonly string[] | object>>(
    changes: QueryChanges<Filters>,
  ): PaginateQuery {
    if (!isRecord(changes)) {
      const carrier: PaginateQueryInput & Normalized = { [NORMALIZED]: unreadable(WRONG_CHANGES) }
      return new PaginateQuery(carrier)
    }
    const given = { ...changes }
    const input = { ...(this as PaginateQueryInput), ...given }
    const changed = normalizeQuery(input)
    if (changed.fault !== undefined) return new PaginateQuery(input)
    // As it was read: a list with cursors rejects a page, so the default does not become one that was sent.
    const kept = Object.entries(this.#normalized).filter(
      ([name]) => !Object.hasOwn(given, name === 'isPageGiven' ? 'page' : name),
    )
    const normalized = { ...changed, ...Object.fromEntries(kept) } as NormalizedQuery
    const carrier: PaginateQueryInput & Normalized = { page: input.page, limit: input.limit, [NORMALIZED]: normalized }
    return new PaginateQuery(carrier)
  }

  /**
   * Makes a copy with another page. All other members are copied, also text that could not be read.
   *
   * @param page - 1-based; checked when the query runs.
   */
  withPage(page: number): PaginateQuery {
    const normalized = { ...this.#normalized, page: checkPage(page), isPageGiven: true }
    const carrier: PaginateQueryInput & Normalized = { page, limit: this.limit, [NORMALIZED]: normalized }
    return new PaginateQuery(carrier)
  }
}

const NO_NAMES: readonly string[] = Object.freeze([])

/** As given where they are of a wrong type, as entries of the lists are. */
function namesOf(fields: unknown): unknown {
  const text = textOfNames(fields)
  return typeof text === 'string' ? Object.freeze(fieldNames(text)) : text
}

/** Names one by one are the text that a client sends. */
function textOfNames(fields: unknown): unknown {
  return Array.isArray(fields) && fields.every((name) => typeof name === 'string') ? fields.join(',') : fields
}

/**
 * A rejected integer shows the number given by hand, else one that is rejected in the same way: a copy of the members
 * has nothing else.
 */
function shownInteger(bound: BoundInteger, input: PaginateQueryInput, name: 'page' | 'limit'): number {
  if (bound.ok) return bound.value
  const unreadable = bound.reason === 'too-large' ? Infinity : Number.NaN
  try {
    const number: unknown = input[name]
    return typeof number === 'number' ? number : unreadable
  } catch {
    return unreadable
  }
}

const NO_FILTERS: PaginateQuery['filters'] = Object.freeze(Object.create(null) as PaginateQuery['filters'])

function filterRecord(filters: NormalizedQuery['filters']): PaginateQuery['filters'] {
  if (filters.length === 0) return NO_FILTERS
  // `Object.create(null)` makes a hash table, which takes twice the time to fill and freeze.
  const record = Object.setPrototypeOf({}, null) as { [field: string]: readonly string[] }
  for (const { name, criteria } of filters) record[name] = criteria as readonly string[]
  return Object.freeze(record)
}

// Bind: one form for every query the engine is given; hand-built ones meet the same rules as bound ones.

/** A query that was normalised before. */
interface Normalized {
  readonly [NORMALIZED]: NormalizedQuery
}

const WRONG_CHANGES = 'PaginateQuery.with() needs a record of members, such as { page: 2 }; pass one.'

/** The member of a query that is a mistake: its sentence. Text, so that `structuredClone` and JSON keep it. */
const FAULT = 'fault'

const MEMBERS: { readonly [Member in keyof PaginateQueryInput]-?: true } = {
  page: true,
  limit: true,
  after: true,
  before: true,
  sortBy: true,
  search: true,
  searchBy: true,
  filters: true,
  filterExpression: true,
  fields: true,
  path: true,
  unread: true,
}

/**
 * The normalised form of a source: free for a `PaginateQuery`, which made it when it was constructed.
 * Never throws: a member of a wrong type is passed on, or becomes an unreadable page, and plan rejects it.
 */
export function normalizeQuery(source: unknown): NormalizedQuery {
  try {
    if (typeof source === 'string') return bindQuery(source)
    if (typeof source !== 'object' || source === null) return unreadable(wrongQuery)
    const normalized = (source as Partial<Normalized>)[NORMALIZED]
    if (normalized !== undefined) return normalized
    if (OBSERVED in source) return normalizeQuery(queryOfHandler(source as HandlerSource))
    if (isSource(source)) return bindQuery(source)
    const { toURLSearchParams } = source as { readonly toURLSearchParams?: unknown }
    // A query of `drizzle-paginate/client`.
    if (typeof toURLSearchParams === 'function') return bindQuery(toURLSearchParams.call(source))
    const fault = faultOf(source)
    return fault === null ? normalizeInput(source as PaginateQueryInput) : unreadable(fault)
  } catch {
    return unreadable(wrongQuery)
  }
}

/** Undefined of a proxy that throws too: it is read, and rejected, as any other source. */
export function observedOf(source: unknown): HandlerSource[typeof OBSERVED] | undefined {
  try {
    return (Object(source) as Partial<HandlerSource>)[OBSERVED]
  } catch {
    return undefined
  }
}

/** Of a copy with another URL and the same query, the query of that URL. */
function queryOfHandler(source: HandlerSource): unknown {
  const { url, query, signal: _, [OBSERVED]: bound, ...changes } = source
  const isMoved = typeof url === 'string' && url !== bound.asked.url && query === bound.asked.query
  const asked = isMoved ? PaginateQuery.from(url) : query
  return Object.keys(changes).length === 0 ? asked : new PaginateQuery(asked ?? null).with(changes)
}

/** A `URL` has a `search`, so it type-checks as a query, and would be searched for its own query string. */
function isSource(source: object): boolean {
  const tag = (source as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag]
  if (tag === 'URL' || tag === 'URLSearchParams' || tag === 'Request') return true
  return hasAddress(source) && !Object.keys(MEMBERS).some((member) => Object.hasOwn(source, member))
}

/**
 * What a framework has parsed, and every other object that is not a query, would answer all rows: their members are not
 * those that are read here. Null where the object is a query built by hand.
 */
function faultOf(query: object): string | null {
  if (!isRecord(query)) return wrongQuery
  const { [FAULT]: fault } = query
  // Of a parsed query, a client may have sent it.
  if (typeof fault === 'string' && /^(?:The query |PaginateQuery\.|Filter ')/.test(fault)) return fault
  const isPlain = isClasslessRecord(query)
  const foreign = Object.keys(query).find((name) => !Object.hasOwn(MEMBERS, name) && query[name] !== undefined)
  if (foreign !== undefined) return isPlain ? refusalOf(foreign, query) : wrongQuery
  // A class may keep its members behind getters; one that has none of a query's is something else.
  return isPlain || Object.keys(MEMBERS).some((member) => member in query) ? null : wrongQuery
}

/**
 * A URL next to members of a query, a slip, or a parameter as a framework has parsed it: `filter.status`,
 * `filter[status]`.
 */
function refusalOf(member: string, query: object): string {
  if (hasAddress(query)) return copiedRequest
  const names = Object.keys(MEMBERS)
  // As the compiler does, which finds `filterExpression` for `expression`.
  const ended = names.find((name) => member.length > 3 && name.toLowerCase().endsWith(member.toLowerCase()))
  const near = nearest(member, names) ?? ended ?? null
  return near === null || /^filter\W/.test(member) ? parsedQuery : unknownMember(member, near)
}
const unknownMember = <Name extends string, Near extends string>(name: Name, near: Near): UnknownMember<Name, Near> =>
  `The query has no member '${name}'; did you mean '${near}'?`

function normalizeInput(input: PaginateQueryInput): NormalizedQuery {
  const { page, limit, search, path, unread = NO_UNREAD } = input
  const filters = filtersOf(input)
  if (typeof filters === 'string') return unreadable(filters)
  return {
    page: page === undefined ? FIRST_PAGE : checkPage(page),
    isPageGiven: page !== undefined,
    after: unlessBlank(input.after),
    before: unlessBlank(input.before),
    limit: limit === undefined || limit === null ? null : checkLimit(limit),
    sortBy: entriesOf(input.sortBy),
    search: search ?? null,
    searchBy: entriesOf(input.searchBy),
    filters,
    filterExpression: expressionOf(unlessBlank(input.filterExpression), unread),
    fields: unlessBlank(textOfNames(input.fields)) ?? undefined,
    path: path ?? null,
    unread: unread === NO_UNREAD ? unread : Object.freeze(unread.map((one) => Object.freeze({ ...one }))),
  }
}

/** A copy of a query shows the first of several expressions; all of them are among what the list did not read. */
function expressionOf(given: unknown, unread: readonly UnreadParameter[]): unknown {
  let sent: unknown[] | null = null
  for (const { name, value } of unread) if (name === EXPRESSION) sent = withEntry(sent, value)
  return sent !== null && sent.length > 1 && sent[0] === given ? onlyEntry(sent) : given
}

/** A value instead of a list is a list of one: text is an entry then, and anything else is rejected by plan. */
function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? (value as readonly unknown[]) : [value]
}

function entriesOf(value: unknown): readonly unknown[] {
  let entries: unknown[] | null = null
  for (const entry of listOf(value)) entries = withEntry(entries, entry)
  return frozenList(entries)
}

/** Filters by field; the sentence of a `PaginateConfigError` if the app gave what no criterion is. */
function filtersOf(input: { readonly filters?: unknown }): NormalizedQuery['filters'] | string {
  const { filters } = input
  const collector = new FilterCollector()
  // A filter that is left out is every row; a list, a Map or a number has no members to read as fields.
  if (filters === undefined && !Object.hasOwn(input, 'filters')) return collector.entries()
  if (filters === undefined || filters === null)
    return `The query has filters: ${filters}; give them criteria, or leave the member out.`
  if (!isRecord(filters) || inheritsMembers(filters)) return wrongFilters
  for (const name of Object.keys(filters)) {
    const given = filters[name]
    if (given === undefined || given === null || (Array.isArray(given) && given.length === 0))
      return `The query has the filter '${name}' ${Array.isArray(given) ? 'without criteria' : given}; give it criteria, or leave the member out.`
    try {
      const criteria = isRecord(given) && isClasslessRecord(given) ? recordTexts(name, given) : listOf(given)
      collector.addAll(name, criteria)
    } catch (error) {
      return (error as Error).message
    }
  }
  return collector.entries()
}

/** `Object.create(filters)`: no member of it is its own. */
function inheritsMembers(record: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(record)
  if (typeof prototype !== 'object' || prototype === null || prototype === Object.prototype) return false
  return Object.keys(prototype).length > 0 || inheritsMembers(prototype)
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return Object.prototype.toString.call(value) === '[object Object]'
}
