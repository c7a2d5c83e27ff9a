// Explorer's page: a rejected request as the hint of its problem has it.
import type { ListProblem } from '../../client/list-client.js'
import type { ConfigDescription, DeclarationDescription } from '../../../types/config-description.js'
import { parseListQuery } from '../../client/list-query.js'
import { changedQuery, isSame, readable, renamed, sortedField } from './query-text.js'

interface Mend {
  /** The part of the hint that says it. */
  readonly sentence: string
  readonly query: string
}

/** Null for a hint that cannot be followed in exactly one way. */
export function mended(query: string, problem: ListProblem, description: ConfigDescription): Mend | null {
  const { parameter = '', hint = '' } = problem
  const [sentence = '', name, criterion] = /^(?:Did you mean '([^']+)'\?|Write '(.+?)'\.(?= |$))/.exec(hint) ?? []
  const after =
    name !== undefined
      ? withName(query, parameter, name, description)
      : criterion !== undefined
        ? withCriterion(query, parameter, criterion)
        : null
  return after === null || readable(after) === readable(query) ? null : { sentence, query: after }
}

function withName(query: string, parameter: string, name: string, description: ConfigDescription): string | null {
  if (parameter.startsWith('filter.')) return renamed(query, parameter, `filter.${name}`)
  const { sortableFields, searchableFields, selectableFields = [] } = description
  if (parameter === 'sortBy')
    return changedQuery(query, ({ sortBy }) => ({ sortBy: withoutSlip(sortBy, sortableFields, name) }))
  if (parameter === 'searchBy')
    return changedQuery(query, ({ searchBy }) => ({ searchBy: withoutSlip(searchBy, searchableFields, name) }))
  return parameter === 'fields'
    ? changedQuery(query, ({ fields }) => ({ fields: withoutSlip(fields, selectableFields, name) }))
    : null
}

/** The first entry that names no field, with the name in its place. */
function withoutSlip(entries: readonly string[], fields: readonly DeclarationDescription[], name: string): string[] {
  const at = entries.findIndex((entry) => !fields.some((field) => isSame(field.name, sortedField(entry))))
  return entries.map((entry, index) => (index === at ? name + entry.slice(sortedField(entry).length) : entry))
}

function withCriterion(query: string, parameter: string, criterion: string): string | null {
  const isOf = ([field]: readonly [string, string]): boolean => isSame(`filter.${field}`, parameter)
  if (parseListQuery(`?${query}`).state.filters.filter(isOf).length !== 1) return null
  return changedQuery(query, ({ filters }) => ({
    filters: filters.map((filter) => (isOf(filter) ? [filter[0], criterion] : filter)),
  }))
}
