// Kept: the key of a plan. Plans with equal keys have equal statement text, whatever their values.
import type { Field, FilterableField, SortTerm } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import { KEY_FORMS } from '../types/position.js'
import type { LikeForm, Spelling } from '../types/sql.js'
import { CRITERION_FORMS, type CriterionForm } from '../sql/criterion-form.js'
import { operandOf, usesColumnEncoder } from '../sql/operand.js'
import type { KeySlot, PlanSink } from '../sql/walk-plan.js'

const CODES = Object.fromEntries(CRITERION_FORMS.map((form, code) => [form, code])) as { readonly [Form in CriterionForm]: number }
const SPELLING_CODES = { marks: 1, hex: 2, digits: 3 } as const

// The lowest two bits say what a number stands for, so that two different plans never write the same list of numbers.
const FIELD = 0
const CRITERION = 1
const SEARCH = 2
const SORT = 3

/** Writes the key as small numbers: they are compared faster than a text is hashed. */
export class KeySink implements PlanSink {
  readonly key: number[]
  /** False where a column encodes a value: its encoder may answer SQL, which no kept text can hold. */
  isKeepable = true

  constructor({ limit, cursor }: Pick<ListPlan, 'limit' | 'cursor'>) {
    const side = cursor?.position?.side
    this.key = [(limit === null ? 1 : 0) | (cursor === null ? 0 : 2) | (side === undefined ? 0 : side === 'after' ? 4 : 8)]
  }

  filter({ field }: FilterableField): void {
    // A field without a value type is asked for null alone.
    if (field.type !== null && usesColumnEncoder(operandOf(field))) this.isKeepable = false
    this.key.push((field.index << 2) | FIELD)
  }

  criterion(isOr: boolean, isNegated: boolean, form: CriterionForm, _slot: number, slotCount: number, spelling: Spelling | null): void {
    this.key.push((CODES[form] << 6) | (codeOf(spelling) << 4) | (isOr ? 8 : 0) | (isNegated ? 4 : 0) | CRITERION)
    // Every other form has one number of values.
    if (form === 'each') this.key.push(slotCount)
  }

  /** What a host writes for a term is rendered each time. */
  hostSearch(): void {
    this.isKeepable = false
  }

  search(fields: readonly Field[], form: LikeForm, _slot: number, spelling: Spelling | null): void {
    this.key.push((codeOf(spelling) << 3) | (form === 'like' ? 0 : 4) | SEARCH)
    for (const { index } of fields) this.key.push((index << 2) | SEARCH)
  }

  sort(terms: readonly SortTerm[]): void {
    for (const { field, direction } of terms) {
      if (field.term !== undefined) this.isKeepable = false
      this.key.push((field.index << 3) | (direction === 'asc' ? 0 : 4) | SORT)
    }
  }

  /** The first number says whether there is a position, and the sort how many terms it has: these numbers need no mark. */
  cursor(_cursor: NonNullable<ListPlan['cursor']>, keys: readonly KeySlot[]): void {
    for (const key of keys) this.key.push(key === null ? KEY_FORMS.length : KEY_FORMS.indexOf(key.form))
  }
}

const codeOf = (spelling: Spelling | null): number => (spelling === null ? 0 : SPELLING_CODES[spelling])
