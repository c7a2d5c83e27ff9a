// memory: fields of made types that bind values in another form than `parse` returns. A row's own place has what the
// column holds, so both are compared in the form that the database compares.
import type { Criterion, Field } from '../../types/config.js'
import type { BuiltInLayout, Rounding } from '../../types/value.js'
import { layoutOf } from '../../values/layout-of.js'
import type { ReadValue } from '../../values/read-value.js'
import { isOwnColumn } from '../../values/stored-form.js'
import { formOf } from '../../values/write-value.js'
import type { FilterOperator } from '../../vocabulary.js'
import { type Accessors, accessorOf, decoderOf, placeOf } from './read-field.js'

/** A field as its rows are compared. */
export interface HeldField {
  readonly field: Field
  /** Of a row's value, to what is compared. */
  readonly decode: ReadValue
  /** A criterion in the compared form. Null if no row can match it. */
  readonly criterionOf: (criterion: Criterion) => Criterion | null
  /** Is the compared form another than what `parse` returns? */
  readonly isLaidOver: boolean
}

/** What an accessor returns is what `parse` returns, and compared as it is. */
export function heldField(field: Field, accessors: Accessors<never>): HeldField {
  const layout = accessorOf(field.name, accessors) === undefined ? layoutOf(field) : null
  if (layout === null)
    return { field, decode: decoderOf(field), criterionOf: (criterion) => criterion, isLaidOver: false }
  const { type, facts } = layout
  const held: Field = { ...field, type, facts }
  const read = decoderOf(held)
  const isOwn = isOwnColumn(placeOf(field))
  const isParsed = (raw: unknown): boolean => typeof raw === 'object' && !(raw instanceof Date) && !isOwn
  return {
    field: held,
    // Rows written by hand may have what `parse` returns.
    decode: (raw) => (isParsed(raw) ? null : read(raw)) ?? encoded(layout, raw ?? null, 'floor') ?? null,
    criterionOf: (criterion) => inFormOf(layout, criterion),
    isLaidOver: true,
  }
}

const encoded = (builtIn: BuiltInLayout, value: unknown, rounding: Rounding): unknown =>
  value === null ? null : formOf({ builtIn }, value, rounding)

/** A bound is rounded to the neighbour that gives the exact result, as in statements. */
const ROUNDINGS: { readonly [Operator in FilterOperator]?: readonly Rounding[] } = {
  $lt: ['ceil'],
  $lte: ['floor'],
  $gt: ['floor'],
  $gte: ['ceil'],
  $btw: ['ceil', 'floor'],
}

function inFormOf(layout: BuiltInLayout, criterion: Criterion): Criterion | null {
  const { operator } = criterion
  const roundings = ROUNDINGS[operator]
  const given = criterion.values.map((value, at) => layout.encode(value, roundings?.[at] ?? 'exact'))
  const values = given.filter((value) => value !== undefined)
  // A value that no row can hold adds nothing to a list.
  return values.length < given.length && (operator !== '$in' || values.length === 0) ? null : { ...criterion, values }
}
