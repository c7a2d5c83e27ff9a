// Stage compile: the ways in which a criterion is written.
import type { LikeForm } from '../types/sql.js'

/**
 * How a criterion is written once its values are encoded.
 *
 * | form | SQL | values |
 * |---|---|---|
 * | `eq` `lt` `lte` `gt` `gte` | `x = ?` … | 1 |
 * | `btw` | `x >= ? and x <= ?` | 2 |
 * | `null` `present` | `x is null`, `x is not null` | 0 |
 * | `never` | `1 = 0` | 0 |
 * | `in` | a list in one parameter | 1 |
 * | `each` | a list with one parameter per value | any |
 * | `holds` | a collection holds each value of a list | 1 |
 * | `starts` `contains` | `x like ?` | 1 |
 * | `starts-long` `contains-long` | a text match for terms that are too long for the dialect's plain LIKE | 1 |
 */
export const CRITERION_FORMS = [
  'eq',
  'lt',
  'lte',
  'gt',
  'gte',
  'btw',
  'null',
  'present',
  'never',
  'in',
  'each',
  'holds',
  'starts',
  'starts-long',
  'contains',
  'contains-long',
] as const
export type CriterionForm = (typeof CRITERION_FORMS)[number]

export type TextMatch = 'contains' | 'starts-with'

export type TextMatchForm = 'starts' | 'starts-long' | 'contains' | 'contains-long'

interface WrittenMatch {
  readonly match: TextMatch
  readonly likeForm: LikeForm
}

/** What the form of a text match says. */
export const TEXT_MATCHES: { readonly [Form in TextMatchForm]: WrittenMatch } = {
  starts: { match: 'starts-with', likeForm: 'like' },
  'starts-long': { match: 'starts-with', likeForm: 'long' },
  contains: { match: 'contains', likeForm: 'like' },
  'contains-long': { match: 'contains', likeForm: 'long' },
}

/** The form of a text match. */
export function textMatchForm(match: TextMatch, form: LikeForm): TextMatchForm {
  if (match === 'contains') return form === 'like' ? 'contains' : 'contains-long'
  return form === 'like' ? 'starts' : 'starts-long'
}
