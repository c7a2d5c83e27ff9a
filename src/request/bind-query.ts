// bind: the six parameters out of any source. Text only: the configuration is not known here, and nothing is refused yet.
import type { BoundInteger, NormalizedQuery, UnreadParameter } from '../types/query.js'
import { DEFAULT_PAGE, FILTER_PREFIX } from '../vocabulary.js'
import { FilterCollector, NO_FILTERS } from './filter-collector.js'
import { forEachPair } from './query-source.js'
import { readLimit, readPage } from './read-integer.js'

export const FIRST_PAGE: BoundInteger = Object.freeze({ ok: true, value: DEFAULT_PAGE })

const NO_ENTRIES: readonly unknown[] = Object.freeze([])
export const NO_UNREAD: readonly UnreadParameter[] = Object.freeze([])

/** What stands for a source that cannot be read at all; plan refuses its page. */
export const UNREADABLE: NormalizedQuery = Object.freeze({
  page: readPage(undefined),
  isPageGiven: true,
  after: null,
  before: null,
  limit: null,
  sortBy: NO_ENTRIES,
  search: null,
  searchBy: NO_ENTRIES,
  filters: NO_FILTERS,
  unread: NO_UNREAD,
})

/** Reads the parameters of a source; what cannot be read is remembered in the result. Never throws, linear in the source. */
export function bindQuery(source: unknown): NormalizedQuery {
  let page: unknown, limit: unknown, search: unknown, after: unknown, before: unknown
  let sortBy: unknown[] | null = null
  let searchBy: unknown[] | null = null
  let unread: UnreadParameter[] | null = null
  const filters = new FilterCollector()
  try {
    forEachPair(source, (name, value) => {
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
        ;(unread ??= []).push({ name, value })
      }
    })
  } catch {
    return UNREADABLE
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
    unread: unread ?? NO_UNREAD,
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

/** Null where the value is absent or blank. */
export function unlessBlank(value: unknown): unknown {
  return value === undefined || isBlank(value) ? null : value
}

function isBlank(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const first = value.length === 0 ? 0 : value.charCodeAt(0)
  // A letter, a digit or a sign: most are seen to be something by their first character.
  return (first <= 0x20 || first >= 0x7f) && value.trim() === ''
}

function isFilter(name: string): boolean {
  return name.length > FILTER_PREFIX.length && name.startsWith(FILTER_PREFIX)
}
