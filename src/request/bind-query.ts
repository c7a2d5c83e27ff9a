// bind: the six parameters out of any source. Text only: the configuration is not known here, and nothing is refused yet.
import type { BoundInteger, NormalizedQuery } from '../types/query.js'
import { DEFAULT_PAGE, FILTER_PREFIX } from '../vocabulary.js'
import { FilterCollector, NO_FILTERS } from './filter-collector.js'
import { forEachPair } from './query-source.js'
import { readLimit, readPage } from './read-integer.js'

export const FIRST_PAGE: BoundInteger = Object.freeze({ ok: true, value: DEFAULT_PAGE })

const NO_ENTRIES: readonly unknown[] = Object.freeze([])

/** What stands for a source that cannot be read at all; plan refuses its page. */
export const UNREADABLE: NormalizedQuery = Object.freeze({
  page: readPage(undefined),
  limit: null,
  sortBy: NO_ENTRIES,
  search: null,
  searchBy: NO_ENTRIES,
  filters: NO_FILTERS,
})

/** Reads the parameters of a source; what cannot be read is remembered in the result. Never throws, linear in the source. */
export function bindQuery(source: unknown): NormalizedQuery {
  let page: unknown, limit: unknown, search: unknown
  let sortBy: unknown[] | null = null
  let searchBy: unknown[] | null = null
  const filters = new FilterCollector()
  try {
    forEachPair(source, isParameter, (name, value) => {
      // The first value wins, a blank one too: `page=&page=2` is page 1.
      if (name === 'page') page ??= value
      else if (name === 'limit') limit ??= value
      else if (name === 'search') search ??= value
      else if (name === 'sortBy') sortBy = withEntry(sortBy, value)
      else if (name === 'searchBy') searchBy = withEntry(searchBy, value)
      else filters.add(name.slice(FILTER_PREFIX.length), value)
    })
  } catch {
    return UNREADABLE
  }
  return {
    page: page === undefined || isBlank(page) ? FIRST_PAGE : readPage(page),
    limit: limit === undefined || isBlank(limit) ? null : readLimit(limit),
    sortBy: frozenList(sortBy),
    search: search ?? null,
    searchBy: frozenList(searchBy),
    filters: filters.entries(),
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

function isBlank(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const first = value.length === 0 ? 0 : value.charCodeAt(0)
  // A letter, a digit or a sign: most are seen to be something by their first character.
  return (first <= 0x20 || first >= 0x7f) && value.trim() === ''
}

function isParameter(name: string): boolean {
  switch (name) {
    case 'page':
    case 'limit':
    case 'sortBy':
    case 'search':
    case 'searchBy':
      return true
    default:
      return name.length > FILTER_PREFIX.length && name.startsWith(FILTER_PREFIX)
  }
}
