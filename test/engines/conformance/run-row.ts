// What a row gave, in the words of its expectation.
import { type AnyPaginateConfig, paginate, PaginateQuery, PaginateQueryError } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import type { TestDatabase } from '../../support/dialects.js'
import type { DifferenceName } from './differences.js'
import { LISTS, type List, type ListName } from './lists.js'
import type { Expected, Row, Target } from './row.js'

/** The configurations of a dialect, each built once. */
export function configurations(dialect: Target['dialect']): (name: ListName) => AnyPaginateConfig {
  const built = new Map<ListName, AnyPaginateConfig>()
  return (name) => {
    const known = built.get(name) ?? LISTS[name].config(dialect)
    built.set(name, known)
    return known
  }
}

interface Answer {
  readonly items: readonly unknown[]
  readonly meta: { readonly totalItems: number }
}

/** The answer in the form of what was expected, so that the two can be compared whole. */
export async function actual(expected: Expected, answer: () => Answer | Promise<Answer>): Promise<Expected> {
  try {
    const { items, meta } = await answer()
    const ids = items.map((item) => Number((item as { readonly id: unknown }).id))
    const { totalItems } = meta
    if ('ids' in expected && totalItems === ids.length) return { ids: ids.sort((a, b) => a - b) }
    return 'order' in expected && expected.total === undefined && totalItems === ids.length
      ? { order: ids }
      : { order: ids, total: totalItems }
  } catch (error) {
    if (error instanceof PaginateQueryError)
      return { refusal: { code: error.code, parameter: error.parameter, message: error.message } }
    const { message, cause } = error as Error
    const words = `${message} ${cause instanceof Error ? cause.message : ''}`
    return {
      driverError: 'driverError' in expected && words.includes(expected.driverError) ? expected.driverError : words,
    }
  }
}

export const fromDatabase = (database: TestDatabase, config: AnyPaginateConfig, { request }: Row): Promise<Answer> =>
  paginate(database.db, PaginateQuery.from(request), config as never)

export function fromMemory(config: AnyPaginateConfig, { request, list }: Row): Answer {
  const { rows, accessors } = LISTS[list] as List
  return paginateArray(rows, PaginateQuery.from(request), config, { own: { values: accessors as never } }) as Answer
}

/** What the row says of a target: the first of its deviations that speaks of it, or what all others give. */
export function expectedOf(
  { expected, deviations }: Row,
  target: Target,
): { readonly expected: Expected; readonly why: DifferenceName | null } {
  const deviation = deviations.find(({ on }) => on(target))
  // A deviation that comes to the same rows here is none.
  if (deviation === undefined || JSON.stringify(deviation.expected) === JSON.stringify(expected))
    return { expected, why: null }
  return { expected: deviation.expected, why: deviation.why }
}
