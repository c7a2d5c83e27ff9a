// Stage run: the page select.
import type { SQL } from 'drizzle-orm'
import { union } from '../basics/numbers.js'
import { hasSelect } from '../fragments/said-words.js'
import { keysFirst } from './keys-first.js'
import { conjunction, joinsOf } from './join-parts.js'
import { type ListParts, type PageBounds, type PageRead, type PageShape, rowKey, seekCondition } from './list-parts.js'
import { buildSelect, type Select, type SelectStart } from './select-builder.js'

/**
 * A select of the filtered set in order. What is read by its keys first is in keys-first.ts.
 *
 * @param start over the fields of the items
 */
export function pageSelect(
  start: SelectStart,
  parts: ListParts,
  read: PageShape,
  { limit, offset }: PageBounds,
): Select {
  const { form, isReversed } = read
  const { config, where, whereJoins, orderJoins, items } = parts
  const ranges = rangesOf(parts, form)
  const key = isInOrder(form) && ranges === null ? null : rowKey(parts)
  if (key !== null) return keysFirst(start, parts, { ...read, key, ranges }, { limit, offset })
  const seek = seekCondition(parts, form)
  return buildSelect(start, {
    table: config.table,
    joins: joinsOf(config, union(whereJoins, orderJoins, items.joins)),
    where: seek === undefined ? where : conjunction(where, seek),
    orderBy: parts.orderOver(parts.orderKeys, isReversed),
    limit,
    offset,
  })
}

const isInOrder = (form: PageRead['form']): boolean => form !== 'deferred' && form !== 'filtered' && form !== 'halved'

/** The ranges beyond a position that are read one by one; null where one condition gives them all. */
function rangesOf({ walk, isPlainOnly, orderKeys }: ListParts, form: PageRead['form']): readonly SQL[] | null {
  if (walk === null || walk.seek === null || form === 'nested' || form === 'led' || isPlainOnly) return null
  // No index serves such an order to its end, and each range would be sorted before the first row of all.
  if (orderKeys.some(hasSelect)) return null
  return walk.readsRanges !== null && walk.seek.ranges.length > 1 ? walk.seek.ranges : null
}
