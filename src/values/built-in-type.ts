// Every stage: what a built-in value type is. One object has everything that concerns its values; `built-in.ts` has a
// line for each.
import type { OperatorSets } from '../types/table.js'
import type { ColumnFacts, DecodedValue, DecodeResult, FieldValueType } from '../types/value.js'
import { OPERATOR_FACTS, OPERATORS, type FilterOperator } from '../vocabulary.js'

/** The part of `ColumnFacts` that decoding needs; expressions do not have it. */
export type DecodingFacts = Pick<ColumnFacts, 'enumValues' | 'isNativeEnum' | 'isSinglePrecision' | 'range'>

/** Reads a row's value. The result is null for null, and for a value that is not of the field's type. */
export type ReadValue = (raw: unknown) => unknown

/** Negative, 0 or positive. No value is null. */
export type Compare = (a: unknown, b: unknown) => number

export interface BuiltInType {
  readonly operators: readonly FilterOperator[]
  /** Of a client's text. Range, members and precision come from the facts. */
  readonly decoder: (facts: DecodingFacts) => (text: string) => DecodeResult
  /** What the type of one column has of its own. */
  readonly bound?: (facts: DecodingFacts) => Partial<FieldValueType>
  /** Of a row's value, never null, to the decoded form (types/value.ts). */
  readonly reader: (facts: ColumnFacts | null, readElement: ReadValue) => ReadValue
  /** What an item has for an expression that is declared as the type. What cannot be read is handed on as it is. */
  readonly item: (raw: unknown) => unknown
  /** A decoded value as a client's text, the inverse of decoding; null for one that has no text. */
  readonly write: (value: DecodedValue, writeElement: (value: DecodedValue) => string | null) => string | null
  /**
   * Order of decoded values in memory: by `<`, by the day of a date, by the invariant collation, by the kind of each
   * value first, or in its own way.
   */
  readonly order: 'value' | 'day' | 'collation' | 'any' | Compare
  /** What `typeof` says of decoded values; null: anything. */
  readonly decoded: readonly ('string' | 'boolean' | 'number' | 'bigint')[] | null
}

/** The operators of a type that can be matched but not ordered. */
export const EQUALITY_OPERATORS = OPERATORS.filter(
  (operator): operator is OperatorSets['equality'] => OPERATOR_FACTS[operator].matches === 'equality',
)
export const ORDERED_OPERATORS = OPERATORS.filter((operator) => OPERATOR_FACTS[operator].matches !== 'text')

/** For types whose decoded values are text in one spelling. */
export const writeText = (value: DecodedValue): string | null => (typeof value === 'string' ? value : null)
