// Facets: which elements of a collection a criterion can name.
import type { FilterableField } from '../../types/config.js'

/** An operator with a list of values splits its text at commas, and an empty one has no element. */
export const isNamedInList = (text: string): boolean => text !== '' && !text.includes(',')

/** Texts of elements that no operator of the field can name. */
interface UnnamedElements {
  readonly commas: boolean
  readonly blanks: boolean
}

/** `$eq` takes its text as one element. No filter can name an enum's empty member. */
export function unnamedElements({ field, operators }: FilterableField): UnnamedElements {
  const { kind, values = [] } = field.type?.element ?? {}
  const isText = kind === 'text' || kind === 'char'
  const isExact = operators.has('$eq')
  return {
    commas: !isExact && (isText || (kind === 'enum' && values.some((value) => value.includes(',')))),
    blanks: isText ? !isExact : kind === 'enum' && values.includes(''),
  }
}
