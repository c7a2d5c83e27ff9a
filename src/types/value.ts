import type { FilterOperator, ValueTypeName } from '../vocabulary.js'

/**
 * A client's text after decoding, in one form per value type, for all dialects and JavaScript modes of the column:
 *
 * | value type | decoded |
 * |---|---|
 * | text, char | the string, verbatim |
 * | boolean | boolean |
 * | uuid | 36 characters, lower case, hyphenated |
 * | integer, bigint | bigint |
 * | decimal | canonical digits, `-?digits[.digits]`, no superfluous zeros |
 * | float | number |
 * | timestamp | bigint, ticks of 100 ns since 1970-01-01T00:00:00Z |
 * | date | `yyyy-MM-dd` |
 * | time | bigint, ticks of 100 ns since midnight |
 * | interval | bigint, ticks of 100 ns (a day is 24 hours) |
 * | enum | the member, as the schema spells it |
 * | a made value type | what its `parse` returned |
 */
export type DecodedValue = unknown

/** `rule` ends the sentence `Filter 'x' has an invalid value '…': <rule>.`, e.g. `expected 'true' or 'false'`. */
export type DecodeResult =
  { readonly ok: true; readonly value: DecodedValue } | { readonly ok: false; readonly rule: string }

/**
 * How decoded values of a kind are laid out: a built-in name, or `custom` for made value types and Standard Schemas.
 */
export type ValueKind = ValueTypeName | 'custom'

/** A value type as the engine uses it, bound to one field (ranges, enum members and element type filled in). */
export interface FieldValueType {
  readonly kind: ValueKind
  /** Public name, as in `describe()`: a built-in name or the made type's own. */
  readonly name: string
  /** Operators that the type can support; a declaration allows a subset of them. */
  readonly operators: readonly FilterOperator[]
  /** Pure, never throws. */
  readonly decode: (text: string) => DecodeResult
  /** Enum members in declaration order. */
  readonly values?: readonly string[]
  /** The elements of a collection. */
  readonly element?: FieldValueType
  /**
   * A made value type's own encoding to what the driver binds. Absent on made types: the column's own encoder is used.
   */
  readonly encode?: (value: DecodedValue) => unknown
  /** A made value type's own text for a value, the inverse of `decode`. */
  readonly format?: (value: DecodedValue) => string
  /**
   * A made value type that the database compares as a built-in one: its SQL is that type's, exact encoding included.
   */
  readonly builtIn?: BuiltInLayout
  /** Two decoded values in order, for the in-memory engine: negative, 0 or positive. Absent: `<` and `>`. */
  readonly compare?: (a: DecodedValue, b: DecodedValue) => number
}

/**
 * The direction in which a value is rounded that is between two values of the column. A comparison stays exact if the
 * bound is moved to the right neighbour; equality with such a value is never true.
 */
export type Rounding = 'exact' | 'floor' | 'ceil'

/** The built-in value type that a made one is based on, bound to the same field. */
export interface BuiltInLayout {
  readonly type: FieldValueType
  /** The facts of the column under that type; null for an SQL expression. */
  readonly facts: ColumnFacts | null
  /**
   * A value in that type's decoded form, rounded as asked if the form is coarser; undefined if it cannot be written.
   */
  readonly encode: (value: DecodedValue, rounding: Rounding) => DecodedValue | undefined
}

/** The facts of a column at run time, read in one place for both Drizzle lines. */
export interface ColumnFacts {
  /** The column's built-in value type, or null where it has none (json, bytea, vectors …). */
  readonly valueType: ValueTypeName | null
  readonly notNull: boolean
  /** As the column prints it, e.g. `numeric(30, 10)`, `timestamp (3) with time zone`, `text[]`. */
  readonly sqlType: string
  readonly enumValues: readonly string[] | null
  /** An enum of the database (pgEnum, mysqlEnum), which has an order; text with `enum` has none. */
  readonly isNativeEnum: boolean
  /** Inclusive range of an integer column. */
  readonly range: { readonly min: bigint; readonly max: bigint } | null
  /** `real` and MySQL `float`: single precision. */
  readonly isSinglePrecision: boolean
  /** timestamps: is the column an absolute instant (timestamptz), a wall clock read as UTC, or an integer count? */
  readonly storage: ColumnStorage
  /** The elements of an array column or JSON array; null otherwise. */
  readonly element: ColumnFacts | null
}

/**
 * How the database stores values of the column, where that decides the SQL:
 * `plain` as the value type suggests; `seconds`/`milliseconds` integers since the epoch (SQLite timestamp modes);
 * `iso-text` text holding a timestamp, date, time (by value type on a text column); `array` PostgreSQL array;
 * `json-array` JSON text or document; `integer-boolean` 0/1; `text-like` a PostgreSQL type compared through its text
 * (inet …); `enum-text` an enum of MySQL that a union, a view or an aggregate has made text.
 */
type ColumnStorage =
  | 'plain'
  | 'seconds'
  | 'milliseconds'
  | 'iso-text'
  | 'array'
  | 'json-array'
  | 'integer-boolean'
  | 'text-like'
  | 'enum-text'
