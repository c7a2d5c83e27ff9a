// memory: a search by the host's own function, where the configuration has a condition of SQL.
import { PaginateConfigError } from '../errors.js'
import type { ListPlan } from '../types/plan.js'
import { RELEVANCE } from '../vocabulary.js'
import type { Accessors, ReadField } from './read-field.js'

/** Does a row match the term? A number is its rank: the greater, the better. */
export type SearchRow<Row> = (row: Row, term: string) => boolean | number

/** The accessors with the rank of a row under its name: null for a row that does not match. */
export function searchAccessors<Row>(
  values: Accessors<Row>,
  search: SearchRow<Row> | undefined,
  plan: Pick<ListPlan, 'search'>,
): Accessors<Row> {
  const term = plan.search?.term
  if (search === undefined || term === undefined) return values
  const rankOf = (row: Row): number | null => {
    const rank = search(row, term)
    return rank === false ? null : Number(rank)
  }
  return { ...values, [RELEVANCE]: rankOf }
}

/** @throws PaginateConfigError where no function was given */
export function rankAccessor(accessors: Accessors<never>): ReadField {
  const accessor = accessors[RELEVANCE]
  if (accessor !== undefined) return accessor as ReadField
  throw new PaginateConfigError('A list with .searchWith() needs a function of its own in memory; give one in options.search.')
}
