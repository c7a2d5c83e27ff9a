// Stage plan: search and searchBy.
import * as refusals from '../refusals.js'
import type { Field, ResolvedConfig } from '../types/config.js'
import type { Result } from '../types/result.js'
import { printable } from './printable.js'
import { textRuleBroken } from './text-rule.js'

/** The trimmed term, or null for a blank one. Its length is not checked then (R3.5.2). */
export function resolveSearch(search: unknown, config: ResolvedConfig): Result<string | null> {
  if (search === null || search === undefined) return { ok: true, value: null }
  if (typeof search !== 'string') return { ok: false, refusal: refusals.searchNotText() }
  const term = search.trim()
  if (term === '') return { ok: true, value: null }
  if (config.searchable.size === 0 && config.searchWith === null) return { ok: false, refusal: refusals.searchNotConfigured() }
  const length = codePointCount(term)
  if (length < config.minSearchLength) return { ok: false, refusal: refusals.searchTooShort(config.minSearchLength) }
  if (length > config.maxSearchLength) return { ok: false, refusal: refusals.searchTooLong(config.maxSearchLength) }
  const rule = textRuleBroken(term, config.dialect)
  if (rule !== null) return { ok: false, refusal: refusals.searchInvalidText(rule) }
  return { ok: true, value: term }
}

/** The fields that searchBy names, in its order. They are checked even without a term (R3.5.6). */
export function resolveSearchBy(names: readonly unknown[], config: ResolvedConfig): Result<readonly Field[]> {
  if (config.ignoreSearchBy || names.length === 0) return { ok: true, value: [] }
  const fields = new Set<Field>()
  for (const name of names) {
    const field = typeof name === 'string' ? config.searchable.get(name.toLowerCase()) : undefined
    if (field === undefined) return { ok: false, refusal: refusals.searchByNotConfigured(printable(name)) }
    if (fields.has(field)) return { ok: false, refusal: refusals.searchByRepeated(field.name) }
    fields.add(field)
  }
  return { ok: true, value: [...fields] }
}

function codePointCount(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const next = text.charCodeAt(i + 1)
    if (unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) i++
    count++
  }
  return count
}
