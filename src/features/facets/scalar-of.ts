// Facets: what one value of a field is, for a filter and for a facet alike.
import type { Field } from '../../types/config.js'
import { encoderOf, type ValuePlace } from '../../values/stored-form.js'

/** The elements of a collection; otherwise the field itself. */
export function scalarOf({ type, facts, expression }: Pick<Field, 'type' | 'facts' | 'expression'>): ValuePlace {
  if (type?.element !== undefined) return { type: type.element, facts: facts?.element ?? null, column: null }
  return { type, facts, column: encoderOf(expression) }
}
