// testing: the rows of the database are those that the in-memory engine finds among all rows of the list.
import { type AnyPaginateConfig, PaginateQuery } from '../../index.js'
import { paginateArray } from '../memory/index.js'
import { createPlan } from '../../plan/create-plan.js'
import { normalizeQuery } from '../../request/paginate-query.js'
import { difference, itemText } from './item-text.js'
import { type AnyPage, errorText, type ListUnderTest } from './list-under-test.js'
import { findsTheSame, type InexactFields, ordersTheSame } from './memory-facts.js'
import { noteOfRequest, unsorted, withoutSelected } from './memory-list.js'
import type { ListRows } from './read-rows.js'

export interface MemoryRows extends ListRows {
  readonly inexact: InexactFields
  readonly config: AnyPaginateConfig
}

export function checkMemory(list: ListUnderTest, request: string, page: AnyPage, rows: MemoryRows): void {
  const query = PaginateQuery.from(request)
  const planned = createPlan(normalizeQuery(query), list.resolved)
  if (!planned.ok) return
  const note = noteOfRequest(planned.value, list.resolved)
  if (note !== null) list.notChecked.add(note)
  if (note !== null || !findsTheSame(list, planned.value, rows, rows.inexact)) return
  // A position is compared by the walk.
  if (list.isPagedByCursor && /(?:^|&)(?:after|before)=/.test(request)) return
  let answer: AnyPage
  try {
    // The rows were read under the app's condition and scope.
    answer = paginateArray(rows.rows, query, rows.config, {
      own: { values: { ...unsorted(list.resolved), ...rows.values }, summary: noSummary(list.resolved) },
      where: () => true,
    } as never) as unknown as AnyPage
  } catch (error) {
    list.notChecked.add(`agreement with memory for some requests: ${errorText(error).replace(/\.$/, '')}`)
    return
  }
  list.comparedWithMemory += 1
  const { totalItems } = page.meta
  if (
    typeof totalItems === 'number' &&
    typeof answer.meta.totalItems === 'number' &&
    totalItems !== answer.meta.totalItems
  ) {
    return list.fail('memory', request, `${totalItems} rows in the database, ${answer.meta.totalItems} in memory`)
  }
  if (page.items.length !== answer.items.length) {
    return list.fail(
      'memory',
      request,
      `${page.items.length} items from the database, ${answer.items.length} in memory`,
    )
  }
  const isWhole = totalItems === page.items.length
  const isOrdered = ordersTheSame(list, planned.value, rows, rows.inexact)
  if (!isWhole && !isOrdered) return
  const { shape } = list.resolved
  const items = shape === null ? page.items : page.items.map((item) => withoutSelected(item, shape))
  const [got, expected] = [items.map(itemText), answer.items.map(itemText)]
  if (!isOrdered) for (const texts of [got, expected]) texts.sort()
  const at = got.findIndex((text, index) => text !== expected[index])
  if (at >= 0) list.fail('memory', request, `item ${at + 1} is ${difference(got[at], 'in memory', expected[at])}`)
}

/** What memory is compared by are the items: any function stands for an aggregate. */
const noSummary = ({ summary }: ListUnderTest['resolved']): object =>
  Object.fromEntries(Object.keys(summary?.selection ?? {}).map((name) => [name, () => null]))
