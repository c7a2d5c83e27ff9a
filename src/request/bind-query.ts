// bind: the parameters of a list out of any source. Text only: the configuration is not known here, and nothing is
// rejected yet.
import { SPLIT, type SplitCriteria } from '../basics/criteria-text.js'
import type { BoundInteger, NormalizedQuery, UnreadParameter } from '../types/query.js'
import { wrongSource } from '../types/call-sentences.js'
import { DEFAULT_PAGE, EXPRESSION, FIELDS, FILTER_PREFIX, MAX_INTEGER, UNLIMITED } from '../vocabulary.js'
import { forEachPair, pathIn } from './query-source.js'

const NOT_POSITIVE_INTEGER: BoundInteger = Object.freeze({ ok: false, reason: 'not-positive-integer' })
const TOO_LARGE: BoundInteger = Object.freeze({ ok: false, reason: 'too-large' })
const TOO_SMALL: BoundInteger = Object.freeze({ ok: false, reason: 'too-small' })
const UNLIMITED_READ: BoundInteger = Object.freeze({ ok: true, value: UNLIMITED })

const NO_FILTERS: NormalizedQuery['filters'] = Object.freeze([])

export const FIRST_PAGE: BoundInteger = Object.freeze({ ok: true, value: DEFAULT_PAGE })

const NO_ENTRIES: readonly unknown[] = Object.freeze([])
export const NO_UNREAD: readonly UnreadParameter[] = Object.freeze([])

/**
 * What stands for a source that cannot be read at all, and for a query that is a mistake.
 *
 * @param fault the sentence of the `PaginateConfigError` that the run throws
 */
export const unreadable = (fault: string): NormalizedQuery => ({
  page: NOT_POSITIVE_INTEGER,
  isPageGiven: true,
  after: null,
  before: null,
  limit: null,
  sortBy: NO_ENTRIES,
  search: null,
  searchBy: NO_ENTRIES,
  filters: NO_FILTERS,
  filterExpression: null,
  path: null,
  unread: NO_UNREAD,
  fault,
})

/**
 * Reads the parameters of a source; what cannot be read is remembered in the result. Never throws, linear in the
 * source.
 */
export function bindQuery(source: unknown): NormalizedQuery {
  let page: unknown, limit: unknown, search: unknown, after: unknown, before: unknown
  let sortBy: unknown[] | null = null
  let searchBy: unknown[] | null = null
  let expressions: unknown[] | null = null
  let fields: unknown[] | null = null
  let unread: UnreadParameter[] | null = null
  const filters = new FilterCollector()
  try {
    const isRead = forEachPair(source, (name, value) => {
      // The first value wins, a blank one too: `page=&page=2` is page 1.
      if (name === 'page') page ??= value
      else if (name === 'limit') limit ??= value
      else if (name === 'search') search ??= value
      else if (name === 'sortBy') sortBy = withEntry(sortBy, value)
      else if (name === 'searchBy') searchBy = withEntry(searchBy, value)
      else if (isFilter(name)) filters.add(name.slice(FILTER_PREFIX.length), value)
      else {
        if (name === 'after') after ??= value
        else if (name === 'before') before ??= value
        else if (name === EXPRESSION) expressions = withEntry(expressions, value)
        else if (name === FIELDS) fields = withEntry(fields, value)
        ;(unread ??= []).push(Object.freeze({ name, value }))
      }
    })
    if (!isRead) return unreadable(wrongSource)
  } catch {
    return unreadable(wrongSource)
  }
  const isPageGiven = page !== undefined && !isBlank(page)
  return {
    page: isPageGiven ? readPage(page) : FIRST_PAGE,
    isPageGiven,
    after: unlessBlank(after),
    before: unlessBlank(before),
    limit: limit === undefined || isBlank(limit) ? null : readLimit(limit),
    sortBy: frozenList(sortBy),
    search: search ?? null,
    searchBy: frozenList(searchBy),
    filters: filters.entries(),
    filterExpression: onlyEntry(expressions),
    fields: onlyEntry(fields) ?? undefined,
    path: pathIn(source),
    unread: unread === null ? NO_UNREAD : Object.freeze<UnreadParameter[]>(unread),
  }
}

/** Adds an entry of a list parameter; blank ones are dropped. Null is the empty list. */
export function withEntry(entries: unknown[] | null, entry: unknown): unknown[] | null {
  if (isBlank(entry)) return entries
  if (entries === null) return [entry]
  entries.push(entry)
  return entries
}

export function frozenList(entries: unknown[] | null): readonly unknown[] {
  return entries === null ? NO_ENTRIES : Object.freeze(entries)
}

/** One entry by itself; several stay a list. */
export function onlyEntry(entries: unknown[] | null): unknown {
  return entries === null ? null : entries.length === 1 ? entries[0] : frozenList(entries)
}

/** Null where the value is absent or blank. */
export function unlessBlank(value: unknown): unknown {
  return value === undefined || isBlank(value) ? null : value
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

function isFilter(name: string): boolean {
  return name.length > FILTER_PREFIX.length && name.startsWith(FILTER_PREFIX)
}

// Criteria by field. Case variants of one name are one field, under the spelling and at the place that came first.

type FilterEntry = { readonly name: string; readonly criteria: unknown[] }

export class FilterCollector {
  // A map, not a record: records sort integer-like names first, and `__proto__` is a name like any other.
  #byName: Map<string, FilterEntry> | null = null

  add(name: string, criterion: unknown): void {
    this.#byName ??= new Map()
    const key = name.toLowerCase()
    const entry = this.#byName.get(key)
    if (entry === undefined) this.#byName.set(key, { name, criteria: [criterion] })
    else entry.criteria.push(criterion)
  }

  /** Criteria that were made of a record, or of one before. */
  addAll(name: string, criteria: readonly unknown[] & SplitCriteria): void {
    for (const criterion of criteria) this.add(name, criterion)
    const entry = this.#byName?.get(name.toLowerCase())
    if (criteria[SPLIT] === undefined || entry === undefined) return
    const { [SPLIT]: before = [] } = entry.criteria as SplitCriteria
    Object.defineProperty(entry.criteria, SPLIT, { value: [...before, ...criteria[SPLIT]], configurable: true })
  }

  /** Fields in the order they first appeared, each with its criteria in the order they were added. */
  entries(): NormalizedQuery['filters'] {
    if (this.#byName === null) return NO_FILTERS
    const entries = [...this.#byName.values()]
    for (const entry of entries) Object.freeze(entry.criteria)
    return Object.freeze(entries)
  }
}

// `page` and `limit`, as text from a query string and as numbers of a query built by hand.

/** ASCII digits only, from 1 to 2147483647; leading zeros are accepted. Anything that is not text is rejected. */
function readPage(sent: unknown): BoundInteger {
  // Inexact past 2^53, and Infinity at last: too large either way.
  return typeof sent === 'string' && /^\d+$/.test(sent) ? fromPositive(Number(sent)) : NOT_POSITIVE_INTEGER
}

/** As `readPage`, and `-1` too. */
function readLimit(sent: unknown): BoundInteger {
  return sent === '-1' ? UNLIMITED_READ : readPage(sent)
}

/** A `page` given as a number by hand. */
export function checkPage(given: unknown): BoundInteger {
  return Number.isInteger(given) ? fromPositive(given as number) : given === Infinity ? TOO_LARGE : NOT_POSITIVE_INTEGER
}

/** A `limit` given as a number by hand: whole numbers below 1 are out of range, not unreadable (contract 4.2). */
export function checkLimit(given: unknown): BoundInteger {
  if (given === UNLIMITED) return UNLIMITED_READ
  return Number.isInteger(given) && (given as number) < 1 ? TOO_SMALL : checkPage(given)
}

function fromPositive(value: number): BoundInteger {
  if (value < 1) return NOT_POSITIVE_INTEGER
  return value > MAX_INTEGER ? TOO_LARGE : { ok: true, value }
}
