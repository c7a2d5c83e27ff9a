// Values: criteria on one collection that one list of elements says together. A document of JSON is read again for
// each list.
import type { Criterion, FieldFilter } from '../types/config.js'

export interface HeldCriterion extends Criterion {
  /** Any of its values is enough. */
  readonly isAny?: boolean
}

/**
 * The criteria of a field, neighbours as one where the collection holds all, or any, of their values together:
 *
 * | criteria | are |
 * |---|---|
 * | `$contains:a` and `$contains:b,c` | `$contains:a,b,c` |
 * | `$eq:a` or `$eq:b` | any of a and b |
 * | their negations | the complements, by De Morgan |
 *
 * Not those of rows of another table: each of them may be met by another row.
 */
export function heldTogether({ filterable, criteria }: FieldFilter): readonly HeldCriterion[] {
  if (criteria.length < 2 || !isCollection(filterable)) return criteria
  const groups: HeldCriterion[] = []
  /** What joins the members of the last group; null where it has one. */
  let inside: Criterion['connector'] | null = null
  for (const criterion of criteria) {
    const { connector } = criterion
    const last: HeldCriterion | undefined = groups.at(-1)
    // From left to right without precedence: a member behind the first group is joined as the group itself is.
    const isNeighbour: boolean = connector === (groups.length > 1 ? last?.connector : (inside ?? connector))
    const both: HeldCriterion | null = last !== undefined && isNeighbour ? joined(last, criterion) : null
    if (both === null) groups.push(criterion)
    else groups[groups.length - 1] = both
    inside = both === null ? null : connector
  }
  return groups
}

function joined(one: HeldCriterion, other: Criterion): HeldCriterion | null {
  if (one.operator === '$null' || other.operator === '$null' || one.isNegated !== other.isNegated) return null
  const values = [...one.values, ...other.values]
  const isAny = (other.connector === 'or') !== one.isNegated
  if (!isAny) return one.isAny === true ? null : { ...one, values }
  const isOfSingles = (one.isAny === true || one.values.length === 1) && other.values.length === 1
  return isOfSingles ? { ...one, values, isAny } : null
}

/** Of the row itself, by its value type or the built-in one that a made type has the SQL of. */
export const isCollection = ({ field, collection, own }: FieldFilter['filterable']): boolean =>
  collection === null && own === undefined && (field.type?.builtIn ?? field).type?.kind === 'collection'
