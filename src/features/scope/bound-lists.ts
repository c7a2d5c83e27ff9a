// Lists whose joins, sub-collections or fields are functions of the scope. Such a list is built once, over slots;
// a call puts in the values that its functions answered.
import { SQL } from 'drizzle-orm'
import { copyFragment } from '../../drizzle/chunks.js'
import { decoderOf } from '../../drizzle/fragments.js'
import { PaginateConfigError } from '../../errors.js'
import type { ResolvedConfig, ScopedList } from '../../types/resolved-config.js'
import type { ScopeAnswers } from '../../types/scope-answers.js'
import { answersKey } from '../../kept/fragment-key.js'
import { placeholderSlot, withSlots } from '../../kept/slots.js'

/** Lists that are kept for one configuration: its functions have seldom more than one text to answer. */
export const MAX_BOUND_LISTS = 100

/** @param unbound what the functions answer for a scope, and the list with answers instead of its functions */
export function scopedList({ ask, bind }: Omit<ScopedList, 'list'>): ScopedList {
  /** By the answers' text; the one used longest ago comes first. Null for answers that `build()` would reject. */
  const byKey = new Map<string, ResolvedConfig | null>()
  let last: { readonly key: string; readonly shared: ResolvedConfig | null } | null = null

  /** Null for what `build()` would reject where it is written out: that was let through as a function. */
  function sharedList(answers: readonly SQL[], key: string): ResolvedConfig | null {
    // Most lists have one text: to find it in the map takes as long as to write it.
    if (last?.key === key) return last.shared
    let shared = byKey.get(key)
    if (shared === undefined) shared = buildOverSlots(answers)
    byKey.delete(key)
    byKey.set(key, shared)
    if (byKey.size > MAX_BOUND_LISTS) byKey.delete(byKey.keys().next().value as string)
    last = { key, shared }
    return shared
  }

  function buildOverSlots(answers: readonly SQL[]): ResolvedConfig | null {
    try {
      return bind(withSlots(answers, 0, placeholderSlot))
    } catch (error) {
      if (error instanceof PaginateConfigError) return null
      throw error
    }
  }

  return {
    ask,
    bind,
    list: (scope) => {
      const answers = ask(scope)
      const { key, values: bound, places } = answersKey(answers)
      const shared = key === null ? null : sharedList(answers, key)
      if (shared === null) return bind(answers.map(opaque))
      const given: ScopeAnswers = { shared, values: places.map(copyFragment), bound }
      // A copy takes as long as all the rest, and `Object.create()` with a property four times as long as this.
      return { __proto__: shared, answers: given } as unknown as ResolvedConfig
    },
  }
}

/** A fragment that nothing looks into: it is rendered for each statement. */
function opaque(answer: SQL): SQL {
  // A copy: what the app appends to its own fragments later changes nothing.
  const copy = copyFragment(answer)
  const wrapper = { getSQL: () => copy, shouldOmitSQLParens: () => true }
  return new SQL([wrapper]).mapWith(decoderOf(answer))
}
