// Kept: lists bound to a scope. A list whose joins, sub-collections or fields are functions of the scope is the list with
// what they answer in their place; while two scopes get the same answers, they have the same list.
import { SQL } from 'drizzle-orm'
import { copyFragment } from '../drizzle/chunks.js'
import { PaginateConfigError } from '../errors.js'
import { decoderOf } from '../drizzle/fragments.js'
import type { ResolvedConfig, ScopedList } from '../types/resolved-config.js'
import { selectionKey } from './fragment-key.js'

/** Lists that are kept for one configuration; a list has about 32 kB, and the texts of its statements are counted apart. */
export const MAX_BOUND_LISTS = 100
/** Characters of the values in a key. */
const MAX_VALUES_LENGTH = 2048

/**
 * By the answers' text and values; the one used longest ago comes first. Null for answers that were seen once: keeping a
 * list costs twice as much as to read with it.
 */
const kept = new WeakMap<ScopedList, Map<string, ResolvedConfig | null>>()

/** @throws PaginateConfigError where the scope is left out, or a function does not return SQL */
export function boundList(list: ScopedList, scope: unknown): ResolvedConfig {
  const answers = list.ask(scope)
  const key = keyOf(answers)
  if (key === null) return list.bind(answers.map(opaque))
  let lists = kept.get(list)
  if (lists === undefined) kept.set(list, (lists = new Map()))
  const known = lists.get(key)
  const bound = known === null ? bind(list, answers) : known
  lists.delete(key)
  lists.set(key, bound ?? null)
  if (lists.size > MAX_BOUND_LISTS) lists.delete(lists.keys().next().value as string)
  return bound ?? list.bind(answers.map(opaque))
}

/** As the list is where the answers are written out. What `build()` would reject there was let through as a function. */
function bind(list: ScopedList, answers: readonly SQL[]): ResolvedConfig {
  try {
    // Copies: what the app appends to its own fragments later changes nothing.
    return list.bind(answers.map(copyFragment))
  } catch (error) {
    if (error instanceof PaginateConfigError) return list.bind(answers.map(opaque))
    throw error
  }
}

/** A fragment that nothing looks into: it is rendered for each statement. */
function opaque(answer: SQL): SQL {
  const copy = copyFragment(answer)
  const wrapper = { getSQL: () => copy, shouldOmitSQLParens: () => true }
  return new SQL([wrapper]).mapWith(decoderOf(answer))
}

/** Null where an answer has a part that is not known to say the same each time, or a value that is not one of text. */
function keyOf(answers: readonly SQL[]): string | null {
  const { key, values } = selectionKey({ ...answers })
  if (key === null) return null
  let text = key
  for (const value of values) {
    switch (typeof value) {
      case 'string':
        text += `"${value.length}:${value}`
        break
      case 'number':
      case 'bigint':
      case 'boolean':
        text += `${typeof value}:${value};`
        break
      default:
        if (value !== null) return null
        text += 'null;'
    }
  }
  return text.length - key.length > MAX_VALUES_LENGTH ? null : text
}
