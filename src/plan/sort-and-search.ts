// Stage plan: sortBy, search and searchBy.
import { nearHint } from '../basics/nearest.js'
import * as refusals from '../refusals.js'
import { isWellFormed } from '../basics/bytes.js'
import { DIALECTS } from '../dialects/index.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { SortTerm, Field } from '../types/config.js'
import { type Refusal, rejected, type Result } from '../types/result.js'
import { RELEVANCE, type SortDirection, type DialectName } from '../vocabulary.js'
import { sortHint, withHint } from './hints.js'
import { BEST_FIRST, RANK } from './resolve-relevance.js'

/**
 * The request's sort terms in order, or the default sort. The tie-breaker is added later.
 *
 * @param hasTerm does the request search? The rank of a search is `RANK` until the search is checked
 * (resolve-relevance.ts)
 */
export function resolveSort(
  entries: readonly unknown[],
  config: ResolvedConfig,
  hasTerm: boolean,
): Result<readonly SortTerm[]> {
  const { searchWith } = config
  if (entries.length === 0)
    return {
      ok: true,
      value: searchWith !== null && hasTerm ? [BEST_FIRST, ...config.defaultSort] : config.defaultSort,
    }
  if (entries.length > config.maxSortFields) return rejected(refusals.sortTooManyFields(config.maxSortFields))
  const terms: SortTerm[] = []
  for (const entry of entries) {
    const parsed = typeof entry === 'string' ? parseSort(entry) : null
    if (parsed === null) {
      const text = printable(entry)
      return rejected(withHint(refusals.sortMalformed(text), sortHint(text, config)))
    }
    const name = parsed.name.toLowerCase()
    // With a term the answer of the search says whether there is a rank.
    const isRank = searchWith !== null && name === RELEVANCE && (hasTerm || searchWith.orderedBy() !== 'nothing')
    if (isRank && !hasTerm) return rejected(refusals.sortNeedsSearch(RELEVANCE))
    const field = isRank ? RANK : config.sortable.get(name)
    if (field === undefined) {
      // `a:ASC,b:DESC` is one malformed instruction, not a field of that name.
      if (parsed.name.includes(':')) return rejected(refusals.sortMalformed(entry as string))
      return rejected(notConfigured(parsed.name, config))
    }
    terms.push({ field, direction: parsed.direction })
  }
  return { ok: true, value: terms }
}

/** Of a sort by relevance in a list whose search gives no rank. */
export function refuseRelevance(entries: readonly unknown[], config: ResolvedConfig): Refusal {
  const names = entries.flatMap((entry) => (typeof entry === 'string' ? (parseSort(entry)?.name ?? []) : []))
  return notConfigured(names.find((name) => name.toLowerCase() === RELEVANCE) ?? RELEVANCE, config)
}

const notConfigured = (name: string, config: ResolvedConfig): Refusal =>
  withHint(refusals.sortNotConfigured(name), nearHint(name, config.sortable.values()))

/** `field:DIR`, split at the last colon: a field's name may contain a colon, a direction cannot. */
function parseSort(entry: string): { name: string; direction: SortDirection } | null {
  const colon = entry.lastIndexOf(':')
  if (colon < 1 || entry.length - colon > 5) return null
  const direction = entry.slice(colon + 1).toLowerCase()
  return direction === 'asc' || direction === 'desc' ? { name: entry.slice(0, colon), direction } : null
}

// Search and searchBy.

/** The trimmed term, or null for a blank one. Its length is not checked then (R3.5.2). */
export function resolveSearch(search: unknown, config: ResolvedConfig): Result<string | null> {
  if (search === null || search === undefined) return { ok: true, value: null }
  if (typeof search !== 'string') return rejected(refusals.searchNotText())
  const term = search.trim()
  if (term === '') return { ok: true, value: null }
  if (config.searchable.size === 0 && config.searchWith === null) return rejected(refusals.searchNotConfigured())
  const length = codePointCount(term)
  if (length < config.minSearchLength) return rejected(refusals.searchTooShort(config.minSearchLength))
  if (length > config.maxSearchLength) return rejected(refusals.searchTooLong(config.maxSearchLength))
  const rule = textRuleBroken(term, config.dialect)
  if (rule !== null) return rejected(refusals.searchInvalidText(rule))
  return { ok: true, value: term }
}

/** The fields that searchBy names, in its order. They are checked even without a term (R3.5.6). */
export function resolveSearchBy(names: readonly unknown[], config: ResolvedConfig): Result<readonly Field[]> {
  if (config.ignoreSearchBy || names.length === 0) return { ok: true, value: [] }
  const fields = new Set<Field>()
  for (const name of names) {
    const field = typeof name === 'string' ? config.searchable.get(name.toLowerCase()) : undefined
    if (field === undefined) {
      const sent = printable(name)
      return rejected(withHint(refusals.searchByNotConfigured(sent), nearHint(sent, config.searchable.values())))
    }
    if (fields.has(field)) return rejected(refusals.searchByRepeated(field.name))
    fields.add(field)
  }
  return { ok: true, value: [...fields] }
}

/** A value of any type, as a query built by hand may have, as text for a message. Never throws: hostile `toString` methods are not called. */
function printable(value: unknown): string {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
    case 'undefined':
      return String(value)
    default:
      return value === null ? 'null' : `[${typeof value}]`
  }
}

export function codePointCount(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

// Text that no row can hold.

/** The rule that a text breaks in a dialect, as the end of a message; null if the text is fine. */
export function textRuleBroken(text: string, dialect: DialectName): string | null {
  if (text.includes('\u0000') && !DIALECTS[dialect].hasNulText) return 'text must not contain a NUL character'
  return isWellFormed(text) ? null : 'text must be well-formed Unicode'
}
