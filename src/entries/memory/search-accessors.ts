// memory: functions of the app's own instead of its SQL: a search, and filters.
import { PaginateConfigError } from '../../errors.js'
import type { ListPlan } from '../../types/plan.js'
import { RELEVANCE } from '../../vocabulary.js'
import type { FilterRow, OwnFunctions, SearchRow } from './options.js'
import type { Accessors, ReadField } from './read-field.js'

/** The accessors of `options.own`, those of its filters and of its search among them. */
export function ownAccessors<Row>(
  own: (OwnFunctions<Row> & { readonly values?: Accessors<Row> | undefined }) | undefined,
  plan: Pick<ListPlan, 'search'>,
): Accessors<Row> {
  return searchAccessors(filterAccessors(own?.values ?? {}, own?.filters), own?.search, plan)
}

/** The accessors with the rank of a row under its name: null for a row that does not match. */
function searchAccessors<Row>(
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

const accessorName = (filter: string): string => `~filter ${filter}`

/** The accessors with the functions of `options.own.filters`, each under a name that no field has. */
function filterAccessors<Row>(
  values: Accessors<Row>,
  filters: { readonly [name: string]: FilterRow<Row> | undefined } | undefined,
): Accessors<Row> {
  if (filters === undefined) return values
  const named = Object.entries(filters).map(([name, filter]) => [accessorName(name), () => filter])
  return { ...values, ...(Object.fromEntries(named) as Accessors<Row>) }
}

/** @throws PaginateConfigError where no function was given */
export function ownFilter(name: string, accessors: Accessors<never>): FilterRow<unknown> {
  const filter = accessors[accessorName(name)]?.(undefined as never)
  if (typeof filter === 'function') return filter as FilterRow<unknown>
  throw new PaginateConfigError(
    `.filterWith('${name}') needs a function of its own in memory; give one in options.own.filters.`,
  )
}

/** @throws PaginateConfigError where no function was given */
export function rankAccessor(accessors: Accessors<never>): ReadField {
  const accessor = accessors[RELEVANCE]
  if (accessor !== undefined) return accessor as ReadField
  throw new PaginateConfigError(
    'A list with .searchWith() needs a function of its own in memory; give one in options.own.search.',
  )
}
