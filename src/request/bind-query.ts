// bind: the six parameters out of any source. Text only: the configuration is not known here, and nothing is refused yet.
import type { BoundInteger, NormalizedQuery } from '../types/query.js'
import { DEFAULT_PAGE, FILTER_PREFIX } from '../vocabulary.js'
import { FilterCollector } from './filter-collector.js'
import { forEachPair } from './query-source.js'
import { readLimit, readPage } from './read-integer.js'

export const FIRST_PAGE: BoundInteger = Object.freeze({ ok: true, value: DEFAULT_PAGE })

/** What stands for a source that cannot be read at all; plan refuses its page. */
export const UNREADABLE: NormalizedQuery = Object.freeze({
  page: readPage(undefined),
  limit: null,
  sortBy: Object.freeze([]),
  search: null,
  searchBy: Object.freeze([]),
  filters: Object.freeze([]),
})

/** Reads the parameters of a source; what cannot be read is remembered in the result. Never throws, linear in the source. */
export function bindQuery(source: unknown): NormalizedQuery {
  let page: unknown, limit: unknown, search: unknown
  const sortBy: unknown[] = []
  const searchBy: unknown[] = []
  const filters = new FilterCollector()
  try {
    forEachPair(source, isParameter, (name, value) => {
      // The first value wins, a blank one too: `page=&page=2` is page 1.
      if (name === 'page') page ??= value
      else if (name === 'limit') limit ??= value
      else if (name === 'search') search ??= value
      else if (name === 'sortBy') addEntry(sortBy, value)
      else if (name === 'searchBy') addEntry(searchBy, value)
      else filters.add(name.slice(FILTER_PREFIX.length), value)
    })
  } catch {
    return UNREADABLE
  }
  return {
    page: page === undefined || isBlank(page) ? FIRST_PAGE : readPage(page),
    limit: limit === undefined || isBlank(limit) ? null : readLimit(limit),
    sortBy: Object.freeze(sortBy),
    search: search ?? null,
    searchBy: Object.freeze(searchBy),
    filters: filters.entries(),
  }
}

/** Adds an entry of a list parameter; blank ones are dropped. */
export function addEntry(entries: unknown[], entry: unknown): void {
  if (!isBlank(entry)) entries.push(entry)
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
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
