import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { DialectName, SortTerm } from './config.js'
import type { ColumnFacts } from './value.js'

/**
 * How the values of one term of an order are held as text, exactly. The built-in names are those of the value types; the others:
 * `timestamptz` an instant; `timetz`, `network`, `jsonb`, `array`, `bytes` types that PostgreSQL orders in its own way; `number`
 * a numeric expression whose SQL type the schema does not show; `dynamic` an expression that has no value type either; `stored` any
 * value of SQLite; `driver` what MySQL's driver reads; `other` an SQL type that this package does not know.
 */
export type KeyKind =
  | 'text'
  | 'boolean'
  | 'uuid'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'timestamp'
  | 'timestamptz'
  | 'date'
  | 'time'
  | 'timetz'
  | 'interval'
  | 'enum'
  | 'network'
  | 'jsonb'
  | 'array'
  | 'bytes'
  | 'number'
  | 'dynamic'
  | 'stored'
  | 'driver'
  | 'other'

/** The value that a term of the order takes from a row, and which values are possible. */
export interface PositionKey {
  readonly kind: KeyKind
  readonly dialect: DialectName
  /** Inclusive, of an integer. */
  readonly range: NonNullable<ColumnFacts['range']> | null
  /** Of an enum of the database, in its order. */
  readonly members: readonly string[] | null
  /** As the column prints it; '' for an expression. */
  readonly sqlType: string
  /** The elements of an array. */
  readonly element: PositionKey | null
}

/** One term of the whole order, tie-breaker included, nulls placed. */
export interface OrderTerm extends SortTerm {
  readonly key: PositionKey
  /** Can what the rows are ordered by be null? */
  readonly isNullable: boolean
  /** Where the list has the nulls of this term, its direction applied. */
  readonly nulls: 'first' | 'last'
}

/** How a bound value is written in a comparison; what each means is the dialect's. `plain`: as the kind suggests. */
export const KEY_FORMS = [
  'plain',
  'signed',
  'unsigned',
  'decimal',
  'double',
  'real',
  'marks',
  'hex',
  'digits',
  'numeric',
  'text',
  'boolean',
  'date',
  'timestamp',
  'timestamptz',
  'time',
  'interval',
  'uuid',
  'float',
] as const
export type KeyForm = (typeof KEY_FORMS)[number]

/** One value of a position, ready to be bound; null is the null of a nullable term. */
export interface BoundKey {
  readonly value: unknown
  readonly form: KeyForm
}

/** A place in the order: rows are read after it, or before it. */
export interface Position {
  readonly side: 'after' | 'before'
  readonly keys: readonly (BoundKey | null)[]
}

/**
 * How the rows beyond a position are found where they are several ranges of an index: a select for each range, and a union of them.
 * `limited`: each select has an order and a limit of its own. `merged`: the union's order and limit are enough, the engine hands
 * them on. Null: the planner finds the rows in one nested condition.
 */
export type RangeReading = 'limited' | 'merged' | null

/** How a dialect reads the value of a term, and writes the value of a position that is compared with it. */
export interface KeySql {
  /** The expression as text (SQLite: text or a real), for `readKeyText`. */
  readonly select: (expression: SQLWrapper, key: PositionKey) => SQL
  /** The row's side of a comparison. Absent: the expression itself. */
  readonly operand?: (expression: SQLWrapper, key: PositionKey, form: KeyForm) => SQLWrapper
  /** The position's side. */
  readonly parameter: (slot: SQLWrapper, key: PositionKey, form: KeyForm) => SQLWrapper
  /** Does the planner find a row comparison in an index? */
  readonly hasRowComparison: boolean
  /** Must the nested condition name the range of its first term as well? Otherwise the planner reads it off the condition, in less time. */
  readonly needsLead: boolean
  /** Does the planner sort by a term that is null in every row? It is then left out. */
  readonly sortsByNull: boolean
  readonly readsRanges: RangeReading
}
