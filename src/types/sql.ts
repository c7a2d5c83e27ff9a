import type { Column, SQL, SQLWrapper } from 'drizzle-orm'
import type { LikeStrategy } from './config.js'
import type { Rounding } from './rounding.js'
import type { ColumnFacts, DecodedValue, FieldValueType } from './value.js'

export type { Rounding } from './rounding.js'

/** What a criterion compares: a field, or the elements of a collection field. */
export interface Operand {
  /** What the SQL compares. */
  readonly expression: SQLWrapper
  /** The column that is compared; null for an SQL expression, which is then in parentheses. */
  readonly column: Column | null
  readonly type: FieldValueType
  /** Of the column; null for an SQL expression. */
  readonly facts: ColumnFacts | null
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

/**
 * How a value is respelled for the driver: `marks` replaces single characters, `hex` is for long text, `digits` is the text of
 * an integer beyond 2^53.
 */
export type Spelling = 'marks' | 'hex' | 'digits'

/** Values that some driver of the dialect cannot send as they are. They are bound as other text, and the SQL turns that back. */
export interface TextSpelling {
  /** Null where every driver sends the value as it is. */
  readonly spellingOf: (value: EncodedValue) => Spelling | null
  readonly respell: (value: EncodedValue, spelling: Spelling) => EncodedValue
  /** The parameter as the value again. */
  readonly restore: (slot: SQLWrapper, spelling: Spelling) => SQL
}

/** How a text match is written: with `like`, or another way for terms that are too long for the dialect's plain LIKE. */
export type LikeForm = 'like' | 'long'

/** How statements of the dialect are prepared, run and read. */
export interface StatementFacts {
  /** The method of Drizzle's prepared query: `all` of a synchronous driver returns at once, `execute` never does. */
  readonly runBy: 'all' | 'execute'
  /** Drivers of the dialect know prepared statements by name. */
  readonly haveNames: boolean
  /** Pages may be read by their keys first (docs/explanation/performance.md says where that was measured). */
  readonly mayReadKeysFirst: boolean
  /** What a sub-select ends with so that the planner keeps it whole; null where no gain was measured. */
  readonly fence: { readonly limit?: SQL; readonly offset: SQL } | null
  /**
   * A term by which rows that were found by their keys are put in order: written so that the planner does not walk the table in that
   * order and look each row up among the keys. Null where planners begin with the keys by themselves.
   */
  readonly orderOfFound: ((term: SQL) => SQL) | null
  /** Asks the planner what it expects of a select, as JSON; null where that is not read here. */
  readonly explain: string | null
  /** A search over two tables may be counted in two parts. */
  readonly maySplitSearch: boolean
}

/** The differences of a dialect. Everything not said here is the same on all of them. */
export interface SqlDialect {
  /** What is compared with a client's value: the column, or an expression of it that compares exactly. */
  readonly compared: (operand: Operand) => SQLWrapper
  /** True where `compared()` can be null although the column is not. */
  readonly mayYieldNull: (operand: Operand) => boolean
  readonly encode: (value: DecodedValue, operand: Operand, rounding: Rounding) => EncodedValue
  /** A parameter as the operand's type, cast where the driver's guess could be wrong. */
  readonly parameter: (slot: SQLWrapper, operand: Operand) => SQLWrapper
  /** A list as the one parameter it is bound as; null where each value needs a parameter of its own. */
  readonly encodeList: (values: readonly EncodedValue[], operand: Operand) => EncodedValue | null
  /** `compared = any(list)`. */
  readonly isInList: (compared: SQLWrapper, slot: SQLWrapper, operand: Operand) => SQL
  /** The collection holds every value of the list; the operand is the collection itself. */
  readonly holdsAll: (operand: Operand, slot: SQLWrapper) => SQL
  readonly encodeHeld: (values: readonly EncodedValue[], operand: Operand) => EncodedValue
  readonly likeForm: (term: string) => LikeForm
  readonly likeTerm: (term: string, match: 'contains' | 'starts-with', form: LikeForm) => string
  readonly like: (compared: SQLWrapper, slot: SQLWrapper, match: 'contains' | 'starts-with', form: LikeForm, strategy: LikeStrategy) => SQL
  /** `expression direction` with the nulls where they are asked for. */
  readonly orderTerm: (expression: SQLWrapper, direction: 'asc' | 'desc', nulls: 'first' | 'last' | undefined) => SQL[]
  /** Absent where every driver sends every value apart from the statement. */
  readonly spelling?: TextSpelling
  readonly statements: StatementFacts
}
