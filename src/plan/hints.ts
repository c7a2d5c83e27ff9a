// Stage plan: what a rejection says of its mend. Of what this variant of the configuration shows: a gated field or
// operator is never named.
import { quoted } from '../errors.js'
import { nearest } from '../nearest.js'
import type { FilterableField, ResolvedConfig } from '../types/config.js'
import type { Refusal } from '../types/result.js'
import { type FilterOperator, OPERATORS } from '../vocabulary.js'

export const withHint = (refusal: Refusal, hint: string | null): Refusal =>
  hint === null ? refusal : { ...refusal, hint }

/** `$in:a,b` of `in:a,b` and of `$inn:a,b`, `$eq:paid` of `paid`, and the operators that the field has. */
export function criterionHint({ operators }: FilterableField, text: string): string {
  const colon = text.indexOf(':')
  const written = colon === -1 ? text : text.slice(0, colon)
  const meant = near(written, operators)
  // A value may have a colon of its own: `12:30`.
  const value =
    meant === null
      ? written.startsWith('$')
        ? text.slice(colon + 1)
        : text
      : colon === -1
        ? ''
        : text.slice(colon + 1)
  const operator = meant ?? (operators.has('$eq') ? '$eq' : ([...operators][0] as FilterOperator))
  const mend = operator === '$null' ? operator : `${operator}:${value === '' ? 'value' : value}`
  return `Write ${quoted(mend)}. ${operatorsHint({ operators })}`
}

export function operatorsHint({ operators }: Pick<FilterableField, 'operators'>): string {
  return `Its operators are ${OPERATORS.filter((operator) => operators.has(operator))
    .map((operator) => `'${operator}'`)
    .join(', ')}.`
}

function near(written: string, operators: FilterableField['operators']): FilterOperator | null {
  const isNear = (operator: FilterOperator): boolean =>
    written.startsWith('$') ? nearest(written, [operator]) !== null : operator === `$${written.toLowerCase()}`
  return [...operators].find(isNear) ?? null
}

/**
 * `title:ASC` of `title`, `title:DESC` of `-title` and of `title desc`, where the list sorts by that name or one near
 * it.
 */
export function sortHint(entry: string, { sortable }: Pick<ResolvedConfig, 'sortable'>): string | null {
  const [, sign, written, word] = /^([-+]?)(.{1,64}?)(?:[\s:,.]([a-z]{1,10}))?$/is.exec(entry) ?? []
  if (written === undefined) return null
  const name = nearest(
    written,
    Array.from(sortable.values(), (field) => field.name),
  )
  if (name === null) return null
  const isDescending = sign === '-' || /^desc/i.test(word ?? '')
  return `Write '${name}:${isDescending ? 'DESC' : 'ASC'}'.`
}
