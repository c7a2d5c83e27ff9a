// Stage build: what a made value type is. `defineValueType` makes one.
import type { Column } from 'drizzle-orm'
import type { ColumnFacts, FieldValueType, Rounding } from '../types/value.js'
import type { FilterOperator, ValueTypeName } from '../vocabulary.js'

/** Shared by every copy of this package that a program loads, ESM and CommonJS alike. */
export const VALUE_TYPE: unique symbol = Symbol.for('drizzle-paginate:value-type') as never

/** Built-in value types whose SQL a made one may use. */
export type LayoutType = Exclude<ValueTypeName, 'char' | 'enum' | 'collection'>

/** How the values of a made value type are written in the form of a built-in type. */
export interface BuiltInForm<Data> {
  /** The built-in type whose SQL is used: its casts, its lists in one parameter, its exact bounds. */
  readonly type: LayoutType
  /**
   * The value in that type's form: text; boolean; 36 characters of a uuid; a bigint for `integer` and `bigint` (within
   * the column's range); digits of a `decimal`; a number for `float`; ticks of 100 ns as a bigint since
   * 1970-01-01T00:00:00Z for `timestamp`, since midnight for `time`, in all for `interval`; `yyyy-MM-dd` for `date`.
   *
   * If the form is coarser than the value, `rounding` says which neighbour a bound needs. Under `exact` return
   * undefined: no row is equal.
   */
  value(value: Data, rounding: Rounding): unknown
}

/** A made value type, for `.field()` and for `paginateConfig(table, { valueTypes })`. */
export interface ValueType<
  Name extends string = string,
  Data = unknown,
  Operators extends FilterOperator = FilterOperator,
> {
  /** How the engine uses it: comes with the type, so that a program without types of its own bundles none of that. */
  readonly [VALUE_TYPE]: unknown
  readonly name: Name
  readonly operators: readonly Operators[]
  readonly rule: string
  readonly appliesTo: ((column: Column) => boolean) | readonly string[] | null
  // Methods, not properties: a `ValueType<'money', Money>` is a `ValueType` when only the name and operators matter.
  parse(text: string): Data | null | undefined
  encode?(value: Data): unknown
  format?(value: Data): string
  as?(column: Column | null): BuiltInForm<Data> | null | undefined
  compare?(a: Data, b: Data): number
}

/** Where values of the type are stored. */
export interface Place {
  /** Null for an SQL expression, and for the elements of a collection. */
  readonly column: Column | null
  readonly facts: ColumnFacts | null
}

export function isValueType(value: unknown): value is ValueType {
  return typeof value === 'object' && value !== null && VALUE_TYPE in value
}

/** @param place null if values are compared by their text only, as elements of JSON are */
export type MakeFieldType = (type: ValueType, place: Place | null) => FieldValueType

/** The engine's form of a made value type: see `madeValueType`. */
export const fieldTypeOf: MakeFieldType = (type, place) => (type[VALUE_TYPE] as MakeFieldType)(type, place)
