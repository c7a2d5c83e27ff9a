// Facets: what one value of a field is, for a filter and for a facet alike.
import type { Field } from '../types/config.js'

/** Of a collection its elements, of any other field the field itself. */
export function scalarOf({ type, facts }: Pick<Field, 'type' | 'facts'>): Pick<Field, 'type' | 'facts'> {
  return type?.element === undefined ? { type, facts } : { type: type.element, facts: facts?.element ?? null }
}
