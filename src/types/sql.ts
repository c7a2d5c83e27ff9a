import type { Column, SQL, SQLWrapper } from 'drizzle-orm'
import type { ColumnFacts, FieldValueType } from './value.js'

export interface Query {
  readonly sql: string
  readonly params: readonly unknown[]
}

/** What a criterion compares: a field, or the elements of a collection field. */
export interface Operand {
  readonly expression: SQLWrapper
  /** The column that is compared; null for an SQL expression, which is then in parentheses. */
  readonly column: Column | null
  readonly type: FieldValueType
  /** Of the column; null for an SQL expression. */
  readonly facts: ColumnFacts | null
  /** Is it written inside its sub-select? It is then read once, where the comparison can do that. */
  readonly isAggregate?: true
}

/**
 * A value that no row can hold, e.g. 10:00:00.5 in a column of whole seconds under `$eq`. As the answer to `ceil` it is
 * above all values that a row can hold, as the answer to `floor` below them.
 */
export const NEVER: unique symbol = Symbol.for('drizzle-paginate:never') as never

/** What the driver binds, or `NEVER`. */
export type EncodedValue = unknown

/** The parameter for a bound value: a placeholder in a cached statement, the value itself in a composable fragment. */
export type SlotWriter = (slot: number, encoder?: Column) => SQLWrapper

/** A fragment that the app made for this request: itself, or the same with its values in slots. */
export type FragmentWriter = (fragment: SQL) => SQL

/**
 * How a value is respelled for the driver: `marks` replaces single characters, `hex` is for long text, `digits` is the
 * text of an integer beyond 2^53.
 */
export type Spelling = 'marks' | 'hex' | 'digits'

/**
 * Values that some driver of the dialect cannot send as they are. They are bound as other text, and the SQL turns that
 * back.
 */
export interface TextSpelling {
  /** Null where every driver sends the value as it is. */
  readonly spellingOf: (value: EncodedValue) => Spelling | null
  readonly respell: (value: EncodedValue, spelling: Spelling) => EncodedValue
  /** The parameter as the value again. */
  readonly restore: (slot: SQLWrapper, spelling: Spelling) => SQL
}

/**
 * How a text match is written: with `like`, or another way for terms that the dialect's plain LIKE does not take: too
 * long, or with wildcards.
 */
export type LikeForm = 'like' | 'long'
