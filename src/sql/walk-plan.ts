// Stage compile: one walk over a plan. It encodes the values and tells a sink what is to be written. One sink writes SQL
// (compile-plan.ts), another writes the key under which a finished statement is kept (kept/plan-key.ts). Pure; never
// throws on client input.
import type { Field, FilterableField, HostSearch, SortTerm } from '../types/config.js'
import type { FieldFilter, ListPlan } from '../types/plan.js'
import type { KeyForm, Position } from '../types/position.js'
import type { EncodedValue, LikeForm, Spelling, SqlDialect, TextSpelling } from '../types/sql.js'
import type { CriterionForm } from './criterion-form.js'
import { encodeCriterion } from './encode-criterion.js'
import { operandOf, usesColumnEncoder } from './operand.js'

/** Is told of the parts of a plan in the order in which they are written. Slots are positions in the list of values. */
export interface PlanSink {
  /** Begins the criteria of a field. */
  filter(filterable: FilterableField): void
  /** @param spelling how the text in its slots is respelled for the driver; null where it is bound as it is */
  criterion(isOr: boolean, isNegated: boolean, form: CriterionForm, slot: number, slotCount: number, spelling: Spelling | null): void
  /** The host's own condition in the place of a match in fields. */
  hostSearch(search: HostSearch): void
  search(fields: readonly Field[], form: LikeForm, slot: number, spelling: Spelling | null): void
  sort(terms: readonly SortTerm[]): void
  /** The order of a page by position, and where the page begins; `keys` has the slot of each term's value, null for a null. */
  cursor(cursor: NonNullable<ListPlan['cursor']>, keys: readonly KeySlot[]): void
}

/** How the value of a term of a position is bound. */
export type KeySlot = { readonly form: KeyForm; readonly slot: number } | null

/** @param values filled before the sink gets the slots, since a sink may bind the values at once */
export function walkPlan(plan: ListPlan, dialect: SqlDialect, values: EncodedValue[], sink: PlanSink): void {
  for (const { filterable, criteria } of inFieldOrder(plan.filters)) {
    const { field } = filterable
    const operand = operandOf(field)
    sink.filter(filterable)
    for (const criterion of criteria) {
      const slot = values.length
      const form = encodeCriterion(criterion, field, operand, dialect, values)
      const spelling = respell(values, slot, field.type !== null && usesColumnEncoder(operand) ? undefined : dialect.spelling)
      sink.criterion(criterion.connector === 'or', criterion.isNegated, form, slot, values.length - slot, spelling)
    }
  }
  if (plan.search !== null && plan.search.host !== null) sink.hostSearch(plan.search.host)
  else if (plan.search !== null) {
    const { term, fields } = plan.search
    const form = dialect.likeForm(term)
    const slot = values.length
    values.push(dialect.likeTerm(term, 'contains', form))
    sink.search(fields, form, slot, respell(values, slot, dialect.spelling))
  }
  sink.sort(plan.sort)
  if (plan.cursor !== null) sink.cursor(plan.cursor, plan.cursor.position === null ? [] : keySlots(plan.cursor.position, dialect, values))
}

function keySlots({ keys }: Position, dialect: SqlDialect, values: EncodedValue[]): readonly KeySlot[] {
  return keys.map((bound) => {
    if (bound === null) return null
    const slot = values.length
    values.push(bound.value)
    const spelling = bound.form === 'plain' ? respell(values, slot, dialect.spelling) : null
    return { form: spelling ?? bound.form, slot }
  })
}

/** Fields are AND-ed, so their order is free. One order for all requests lets equal requests share a statement. */
function inFieldOrder(filters: readonly FieldFilter[]): readonly FieldFilter[] {
  for (let at = 1; at < filters.length; at++) {
    if (indexOf(filters[at - 1]) > indexOf(filters[at])) return [...filters].sort((a, b) => indexOf(a) - indexOf(b))
  }
  return filters
}

const indexOf = (filter: FieldFilter | undefined): number => (filter as FieldFilter).filterable.field.index

/** Respells the values from `firstSlot` on where one of them needs it. One spelling per criterion keeps the number of statements low. */
function respell(values: EncodedValue[], firstSlot: number, spelling: TextSpelling | undefined): Spelling | null {
  if (spelling === undefined) return null
  let found: Spelling | null = null
  for (let slot = firstSlot; slot < values.length; slot++) {
    const needed = spelling.spellingOf(values[slot])
    if (needed !== null && found !== 'hex') found = needed
  }
  if (found === null) return null
  for (let slot = firstSlot; slot < values.length; slot++) values[slot] = spelling.respell(values[slot], found)
  return found
}
