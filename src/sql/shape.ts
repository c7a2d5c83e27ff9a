// Stage compile: the shape of a plan, that is all of it but its values, as small numbers. Equal shapes have equal
// statement text, and a cache compares numbers faster than it would hash a text.
import type { Field, FilterableField, SortTerm } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { LikeForm, Spelling } from '../types/sql.js'

/**
 * How a criterion is written, values aside. `never`: no row can match. `each`: a list with a parameter a value. The text
 * matches come last.
 */
export const FORMS = [
  'eq', 'lt', 'lte', 'gt', 'gte', 'btw', 'null', 'never', 'in', 'each', 'holds', 'sw-like', 'sw-instr', 'has-like', 'has-instr',
] as const
export type CriterionForm = (typeof FORMS)[number]

const CODES = Object.fromEntries(FORMS.map((form, code) => [form, code])) as { readonly [Form in CriterionForm]: number }
const FIRST_TEXT_MATCH = CODES['sw-like']
const SPELLINGS: readonly (Spelling | null)[] = [null, 'marks', 'hex']
const LIKE_FORMS: readonly LikeForm[] = ['like', 'instr']

export interface ShapedCriterion {
  readonly connector: 'and' | 'or'
  readonly isNegated: boolean
  readonly form: CriterionForm
  /** The first of its values in `LoweredPlan.values`. */
  readonly slot: number
  readonly slotCount: number
  /** How `SqlDialect.textArmour` has spelled the text in its slots; null where it stands as it is. */
  readonly spelling: Spelling | null
}

export interface ShapedFilter {
  readonly filterable: FilterableField
  readonly criteria: readonly ShapedCriterion[]
}

/** A plan as its shape tells it. */
export interface ShapedPlan {
  readonly filters: readonly ShapedFilter[]
  readonly search: { readonly fields: readonly Field[]; readonly form: LikeForm; readonly slot: number; readonly spelling: Spelling | null } | null
  readonly sort: readonly SortTerm[]
}

// The lowest two bits tell what a number stands for, so that a shape reads in one way only.
const FIELD = 0
const CRITERION = 1
const SEARCH = 2
const SORT = 3

/** Writes the shape of one request. */
export class ShapeWriter {
  readonly shape: number[]
  /** Does a LIKE decide which rows there are? */
  hasTextMatch = false

  constructor(isUnlimited: boolean) {
    this.shape = [isUnlimited ? 1 : 0]
  }

  field({ index }: Field): void {
    this.shape.push((index << 2) | FIELD)
  }

  criterion(isOr: boolean, isNegated: boolean, form: CriterionForm, slotCount: number, spelling: Spelling | null): void {
    const code = CODES[form]
    if (code >= FIRST_TEXT_MATCH) this.hasTextMatch = true
    this.shape.push((code << 6) | (SPELLINGS.indexOf(spelling) << 4) | (isOr ? 8 : 0) | (isNegated ? 4 : 0) | CRITERION)
    // Every other form tells how many values it has.
    if (form === 'each') this.shape.push(slotCount)
  }

  search(fields: readonly Field[], form: LikeForm, spelling: Spelling | null): void {
    this.hasTextMatch = true
    this.shape.push((SPELLINGS.indexOf(spelling) << 3) | (form === 'like' ? 0 : 4) | SEARCH)
    for (const { index } of fields) this.shape.push((index << 2) | SEARCH)
  }

  sort(terms: readonly SortTerm[]): void {
    for (const { field, direction } of terms) this.shape.push((field.index << 3) | (direction === 'asc' ? 0 : 4) | SORT)
  }
}

const SLOTS: { readonly [Form in CriterionForm]?: number } = { btw: 2, null: 0, never: 0 }

/** Reads a shape back, over the plan it was written for. */
export function readShape(shape: readonly number[], { filters, search, sort }: ListPlan): ShapedPlan {
  let at = 1
  let slot = 0
  const shaped = filters.map(({ filterable, criteria }): ShapedFilter => {
    at += 1
    return {
      filterable,
      criteria: criteria.map(({ connector }): ShapedCriterion => {
        const token = shape[at++] as number
        const form = FORMS[token >> 6] as CriterionForm
        const slotCount = form === 'each' ? (shape[at++] as number) : (SLOTS[form] ?? 1)
        slot += slotCount
        return {
          connector,
          isNegated: (token & 4) !== 0,
          form,
          slot: slot - slotCount,
          slotCount,
          spelling: SPELLINGS[(token >> 4) & 3] as Spelling | null,
        }
      }),
    }
  })
  const token = shape[at] as number
  return {
    filters: shaped,
    search: search === null ? null : {
      fields: search.fields,
      form: LIKE_FORMS[(token >> 2) & 1] as LikeForm,
      slot,
      spelling: SPELLINGS[(token >> 3) & 3] as Spelling | null,
    },
    sort,
  }
}
