// Kept: slots, the places of a request's values in a text that is kept for all requests of its shape.
import { type Column, Param, Placeholder, sql, type SQLWrapper } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { chunkKind, GO_ON, mapChunks } from '../drizzle/chunks.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { ScopeAnswers } from '../types/scope-answers.js'
import type { SlotWriter } from '../types/sql.js'

/** One placeholder per slot number for all statements: a kept statement has a list of references to them. */
const placeholders: Placeholder[] = []

export function placeholderSlot(slot: number, encoder?: Column): SQLWrapper {
  const placeholder = (placeholders[slot] ??= sql.placeholder(String(slot)))
  return encoder === undefined ? (placeholder as unknown as SQLWrapper) : new Param(placeholder, encoder)
}

/** By what caches know a list: all calls of a list of functions of the scope share one. */
export const identityOf = (list: Pick<ResolvedConfig, 'answers'>): object => list.answers?.shared ?? list

/** 1.0 declares it protected. */
const numberOf = (placeholder: Placeholder): number =>
  Number((placeholder as unknown as { readonly name: string }).name)

/** Is it a slot, and not a placeholder of the app's? */
export const isSlot = (placeholder: Placeholder): boolean => placeholders[numberOf(placeholder)] === placeholder

/**
 * The same condition or selection with its values in slots, in the order of its `values`. Only for fragments with a
 * key.
 */
export function withSlots<Fragment>(fragment: Fragment, firstSlot: number, slot: SlotWriter): Fragment {
  let next = firstSlot
  return mapChunks(fragment, (chunk, kind) => {
    if (kind === 'value') return slot(next++)
    if (kind !== 'param') return GO_ON
    const { value, encoder } = chunk as Param
    return value === null
      ? chunk
      : slot(next++, chunkKind(encoder) === 'column' ? (encoder as unknown as Column) : undefined)
  })
}

/**
 * A fragment of a list with the values of this call instead of their slots. In a list without functions of
 * the scope, the fragment itself.
 */
export function filled<Fragment>(fragment: Fragment, answers: ScopeAnswers | null): Fragment {
  if (answers === null) return fragment
  return mapChunks(fragment, (chunk, kind) => {
    const value: unknown = kind === 'param' ? (chunk as Param).value : chunk
    if (is(value, Placeholder) && isSlot(value)) return answers.values[numberOf(value)]
    return kind === 'param' ? chunk : GO_ON
  })
}
