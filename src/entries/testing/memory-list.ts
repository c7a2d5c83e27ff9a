// testing: the list as the in-memory engine runs it, without what only a database computes.
import { isField } from '../../features/shapes/resolve-shape.js'
import type { Field, ItemShape } from '../../types/config.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type { ListPlan } from '../../types/plan.js'
import { RESOLVED, type ResolvedConfig } from '../../types/resolved-config.js'
import { termsOf } from '../../types/tree.js'
import { RELEVANCE } from '../../vocabulary.js'
import type { ListUnderTest } from './list-under-test.js'

/**
 * Items without the SQL that only `.select()` names: no row has its value, and it may be another in each statement.
 * Cursors without a seal, which may be a promise.
 */
export function memoryList({ config, resolved }: ListUnderTest): AnyPaginateConfig {
  const { shape, cursors } = resolved
  const inMemory: ResolvedConfig = {
    ...resolved,
    shape: shape && (withoutSelected(shape, shape) as ItemShape),
    cursors: cursors && { ...cursors, seal: null },
  }
  return { ...config, [RESOLVED]: inMemory } as AnyPaginateConfig
}

/** An item, or the shape itself, without these members. */
export function withoutSelected(record: unknown, shape: ItemShape): unknown {
  if (typeof record !== 'object' || record === null) return record
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      const member = shape[key]
      if (member === undefined || (isField(member) && !isOnlySelected(member))) return [[key, value]]
      return isField(member) ? [] : [[key, withoutSelected(value, member)]]
    }),
  )
}

/** A note for the members that items in memory do not have; null where they have all. */
export function noteOfItems({ shape }: ResolvedConfig): string | null {
  const names = shape === null ? [] : selectedMembers(shape)
  return names.length === 0 ? null : onlyInDatabase(`${names.map((name) => `'${name}'`).join(', ')} of .select()`)
}

const selectedMembers = (shape: ItemShape): string[] =>
  Object.values(shape).flatMap((member) =>
    !isField(member) ? selectedMembers(member) : isOnlySelected(member) ? [member.name] : [],
  )

const isOnlySelected = ({ index, path }: Field): boolean => index === -1 && path === null

/** A note for a request that is not compared; null where memory can run all of it. */
export function noteOfRequest(
  { search, sort, filters, expression }: ListPlan,
  { searchWith }: ResolvedConfig,
): string | null {
  const isRanked = searchWith !== null && sort.some(({ field }) => field.name === RELEVANCE)
  const isSearched = (search?.host ?? null) !== null && (searchWith?.words ?? null) === null
  if (isRanked || isSearched) return onlyInDatabase('searches by .searchWith()')
  const all = expression ? [...filters, ...termsOf(expression.tree).flat()] : filters
  const own = all.find(({ filterable }) => filterable.own !== undefined)
  return own === undefined ? null : onlyInDatabase(`filters by .filterWith('${own.filterable.field.name}')`)
}

const onlyInDatabase = (what: string): string => `agreement with memory for ${what}: only a database runs such SQL`

/** Accessors for a default order by expressions: no row has their values, and no order that they decide is compared. */
export const unsorted = ({ defaultSort }: ResolvedConfig): object =>
  Object.fromEntries(defaultSort.flatMap(({ field: { name, path } }) => (path === null ? [[name, () => null]] : [])))
