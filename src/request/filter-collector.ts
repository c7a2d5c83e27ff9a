// bind: criteria by field. Case variants of one name are one field, under the spelling and at the place that came first.
import type { NormalizedQuery } from '../types/query.js'

type FilterEntry = { readonly name: string; readonly criteria: unknown[] }

export const NO_FILTERS: NormalizedQuery['filters'] = Object.freeze([])

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

  /** Fields in the order they first appeared, each with its criteria in the order they were added. */
  entries(): NormalizedQuery['filters'] {
    if (this.#byName === null) return NO_FILTERS
    const entries = [...this.#byName.values()]
    for (const entry of entries) Object.freeze(entry.criteria)
    return Object.freeze(entries)
  }
}
