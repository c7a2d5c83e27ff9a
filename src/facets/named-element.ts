// Facets: which values an operator with a list of values can name.
import type { FieldValueType } from '../types/value.js'

/** The operator's text is a list that is split at commas, and an empty one has no element. */
export const isNamedElement = (text: string): boolean => text !== '' && !text.includes(',')

/** May a collection of the type hold an element without a name? */
export function mayLackName({ kind, values = [] }: FieldValueType): boolean {
  return kind === 'text' || kind === 'char' || (kind === 'enum' && !values.every(isNamedElement))
}
