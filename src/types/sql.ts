import type { Column, SQL, SQLWrapper } from 'drizzle-orm'
import type { LikeStrategy } from './config.js'
import type { Rounding } from './rounding.js'
import type { ColumnFacts, DecodedValue, FieldValueType } from './value.js'

export type { Rounding } from './rounding.js'

/** What a criterion compares: a field, or the elements of a collection field. */
export interface Operand {
  /** What is written. */
  readonly expression: SQLWrapper
  /** The column it stands for; null for an SQL expression, whose `expression` is then parenthesised. */
  readonly column: Column | null
  readonly type: FieldValueType
  /** Of the column; null for an SQL expression. */
  readonly facts: ColumnFacts | null
}

/**
 * A value that no row can hold, e.g. 10:00:00.5 in a column of whole seconds under `$eq`. As the answer to `ceil` it lies
 * above all that a row can hold, to `floor` below.
 */
export const NEVER: unique symbol = Symbol.for('drizzle-paginate:never') as never

/** What the driver binds, or `NEVER`. */
export type EncodedValue = unknown

/** The parameter for a bound value: a placeholder in a cached statement, the value itself in a composable fragment. */
export type SlotWriter = (slot: number, encoder?: Column) => SQLWrapper

/** How text is spelled for the driver: `marks` puts a mark in place of a character, `hex` is for long text. */
export type Spelling = 'marks' | 'hex'

/** Text whose characters a driver could only escape in a way that depends on the session. */
export interface TextArmour {
  /** Null where the driver may have the text as it is. */
  readonly spellingOf: (text: string) => Spelling | null
  /** The text in characters that no driver escapes. */
  readonly wrap: (text: string, spelling: Spelling) => string
  /** The parameter, spelled as the text again. */
  readonly unwrap: (slot: SQLWrapper, spelling: Spelling) => SQL
}

/** How a text match is written: `like`, or `instr` for terms that are too long for the dialect's plain LIKE. */
export type LikeForm = 'like' | 'instr'

/** The differences of a dialect. Everything not said here is the same on all of them. */
export interface SqlDialect {
  /** The side of a comparison that is not the client's: the column, or an expression of it that compares exactly. */
  readonly operand: (operand: Operand) => SQLWrapper
  /** True where `operand()` can be null although the column is not. */
  readonly mayYieldNull: (operand: Operand) => boolean
  readonly encode: (value: DecodedValue, operand: Operand, rounding: Rounding) => EncodedValue
  /** A parameter as the operand's type, cast where the driver's guess could be wrong. */
  readonly parameter: (slot: SQLWrapper, operand: Operand) => SQLWrapper
  /** A list as the one parameter it is bound as; null where each value needs a parameter of its own. */
  readonly encodeList: (values: readonly EncodedValue[], operand: Operand) => EncodedValue | null
  /** `operand = any(list)`. */
  readonly isInList: (left: SQLWrapper, slot: SQLWrapper, operand: Operand) => SQL
  /** The collection holds every value of the list; the operand is the collection itself. */
  readonly holdsAll: (operand: Operand, slot: SQLWrapper) => SQL
  readonly encodeHeld: (values: readonly EncodedValue[], operand: Operand) => EncodedValue
  readonly likeForm: (term: string) => LikeForm
  readonly likeTerm: (term: string, match: 'contains' | 'starts-with', form: LikeForm) => string
  readonly like: (left: SQLWrapper, slot: SQLWrapper, match: 'contains' | 'starts-with', form: LikeForm, strategy: LikeStrategy) => SQL
  /** `expression direction` with the nulls where they are asked for. */
  readonly orderTerm: (expression: SQLWrapper, direction: 'asc' | 'desc', nulls: 'first' | 'last' | undefined) => SQL[]
  /** Absent where drivers send values apart from the statement. */
  readonly textArmour?: TextArmour
}
