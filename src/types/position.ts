import type { SortTerm } from './config.js'
import type { DialectName } from '../vocabulary.js'
import type { ColumnFacts } from './value.js'

/**
 * How the values of one term of an order are held as text, exactly. The built-in names are those of the value types;
 * the others:
 * `timestamptz` an instant; `timetz`, `network`, `jsonb`, `array`, `bytes` types that PostgreSQL orders in its own way;
 * `number` a numeric expression whose SQL type the schema does not show; `dynamic` an expression that has no value type
 * either; `stored` any value of SQLite; `driver` what an expression of MySQL is; `weights` text of MySQL by the bytes
 * that its collation sorts; `padded` a `char(n)` of MySQL, which may be sorted with the spaces after its text; `other` an
 * SQL type that this package does not know, which is compared as it is.
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
  | 'weights'
  | 'padded'
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
  'char',
  'padded',
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

/** A reading in an order from a position on; from its start without one. Streams read so, and pages by cursor. */
export interface Walk {
  readonly order: readonly OrderTerm[]
  readonly position: Position | null
}
