// Stage build: the developer's own value types.
import type { Column } from 'drizzle-orm'
import { PaginateConfigError } from '../errors.js'
import type { Rounding } from '../types/rounding.js'
import type { OperatorSets } from '../types/table.js'
import { OPERATORS, type FilterOperator, type ValueTypeName } from '../vocabulary.js'
import { EQUALITY_OPERATORS } from './built-in.js'

/** Shared by every copy of this package that a program loads, ESM and CommonJS alike. */
const VALUE_TYPE: unique symbol = Symbol.for('drizzle-paginate:value-type') as never

/** The operators of a made value type that names none. */
export type DefaultOperators = OperatorSets['equality']

/** Built-in value types whose SQL a made one may use. */
export const LAYOUT_TYPES = [
  'text',
  'boolean',
  'uuid',
  'integer',
  'bigint',
  'decimal',
  'float',
  'timestamp',
  'date',
  'time',
  'interval',
] as const satisfies readonly ValueTypeName[]

/** How a made value type's values are written in the form of a built-in one. */
export interface BuiltInForm<Data> {
  /** The built-in type whose SQL is used: its casts, its lists in one parameter, its exact bounds. */
  readonly type: (typeof LAYOUT_TYPES)[number]
  /**
   * The value in that type's form: text; boolean; 36 characters of a uuid; a bigint for `integer` and `bigint` (within the
   * column's range); digits of a `decimal`; a number for `float`; ticks of 100 ns as a bigint since 1970-01-01T00:00:00Z for
   * `timestamp`, since midnight for `time`, in all for `interval`; `yyyy-MM-dd` for `date`.
   *
   * If the form is coarser than the value, `rounding` says which neighbour a bound needs. Under `exact` return undefined: no
   * row is equal.
   */
  value(value: Data, rounding: Rounding): unknown
}

/** What `defineValueType` takes. */
export interface ValueTypeDefinition<Name extends string, Data, Operators extends FilterOperator> {
  /** Public name, in `describe()` and in messages. A registered type with a built-in name replaces that built-in type. */
  readonly name: Name
  /** Reads a client's text; to refuse it (a 400), throw, or return undefined or null. Synchronous. */
  readonly parse: (text: string) => Data | null | undefined
  /** Operators that the type can support; a declaration grants a subset. @default `['$eq', '$in', '$null']` */
  readonly operators?: readonly Operators[]
  /** Ends the sentence `Filter 'x' has an invalid value '…': <rule>.` @default `expected a value of type '<name>'` */
  readonly rule?: string
  /** What the driver binds. @default the column's own encoder */
  readonly encode?: (value: Data) => unknown
  /**
   * The text that a client sends for a value, which `parse` reads back: for `encodeFilterValue`. @default the text of the
   * built-in type in `as`, or `String(value)`, if `parse` reads it back to an equal value
   */
  readonly format?: (value: Data) => string
  /**
   * The built-in type that the database compares the values as, or a function of the column (null for an SQL
   * expression) that returns it; if it returns null or undefined, `as` is ignored. It applies to expressions and to columns of
   * that SQL type. A custom column of another SQL type keeps its own encoder.
   *
   * @default compared as `encode` or the column's own encoder binds them
   */
  readonly as?: BuiltInForm<Data> | ((column: Column | null) => BuiltInForm<Data> | null | undefined)
  /** Order in memory: negative, 0 or positive. @default `<` and `>` */
  readonly compare?: (a: Data, b: Data) => number
  /**
   * Columns that the type reads when it is registered: a predicate, or a list of SQL types (`numeric` or `numeric(10, 2)`,
   * array columns by their element) and built-in value type names. @default the columns whose value type has the same name
   */
  readonly appliesTo?: ((column: Column) => boolean) | readonly string[]
}

/** A made value type, for `.field()` and for `paginateConfig(table, { valueTypes })`. */
export interface ValueType<Name extends string = string, Data = unknown, Operators extends FilterOperator = FilterOperator> {
  readonly [VALUE_TYPE]: true
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

/**
 * Makes a value type: how a client's text becomes a value, and which operators it supports.
 *
 * @throws PaginateConfigError for a definition that cannot be used (no name, no `parse`, an unknown operator …).
 * @example
 * ```ts
 * const money = defineValueType({
 *   name: 'money',
 *   rule: `expected an amount such as 12.50`,
 *   parse: (text) => (/^\d{1,12}\.\d\d$/.test(text) ? Number(text.replace('.', '')) : undefined), // cents
 *   operators: ['$eq', '$in', '$null', '$gte', '$lte', '$btw'],
 * })
 *
 * paginateConfig(orders).field('total', orders.totalInCents, money).filterable('total', '$gte')
 * // ?filter.total=$gte:12.50   →  where "total_in_cents" >= 1250
 * // ?filter.total=$gte:twelve  →  400 Filter 'total' has an invalid value 'twelve': expected an amount such as 12.50.
 * ```
 */
export function defineValueType<const Name extends string, Data, const Operators extends FilterOperator = DefaultOperators>(
  definition: ValueTypeDefinition<Name, Data, Operators>,
): ValueType<Name, Data, Operators> {
  assertDefinition(definition)
  const { name, parse, operators, rule, encode, format, as, compare, appliesTo } = definition
  return Object.freeze({
    [VALUE_TYPE]: true as const,
    name,
    // The default of `Operators` is the default of `operators`.
    operators: Object.freeze([...(operators ?? (EQUALITY_OPERATORS as readonly FilterOperator[] as readonly Operators[]))]),
    rule: rule ?? `expected a value of type '${name}'`,
    appliesTo: typeof appliesTo === 'function' ? appliesTo : appliesTo ? Object.freeze([...appliesTo]) : null,
    parse,
    ...(encode && { encode }),
    ...(format && { format }),
    ...(as && { as: typeof as === 'function' ? as : () => as }),
    ...(compare && { compare }),
  })
}

export function isValueType(value: unknown): value is ValueType {
  return typeof value === 'object' && value !== null && VALUE_TYPE in value
}

const isAbsentOr = (type: 'function' | 'string', value: unknown): boolean => value === undefined || typeof value === type

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string' && text !== '')
}

function refuse(sentence: string): never {
  throw new PaginateConfigError(sentence)
}

function assertOperators(name: string, operators: unknown): void {
  if (!isTexts(operators)) return refuse(`Value type '${name}' must have at least one operator.`)
  for (const [index, operator] of operators.entries()) {
    const isKnown = (OPERATORS as readonly string[]).includes(operator)
    if (!isKnown) refuse(`Value type '${name}' has an unknown operator '${operator}'; use ${OPERATORS.join(', ')}.`)
    if (operators.indexOf(operator) !== index) refuse(`Value type '${name}' names operator '${operator}' twice.`)
  }
}

/** Also checks what a function in `as` returns. */
export function assertForm(name: string, form: unknown): asserts form is BuiltInForm<unknown> {
  const { type, value } = (typeof form === 'object' && form !== null ? form : {}) as { readonly type?: unknown; readonly value?: unknown }
  if (!(LAYOUT_TYPES as readonly unknown[]).includes(type)) {
    refuse(`Value type '${name}' must lie over a built-in type in 'as'; use one of ${LAYOUT_TYPES.join(', ')}.`)
  }
  if (typeof value !== 'function') refuse(`Value type '${name}' must have a function as the 'value' of its 'as'.`)
}

type Unchecked = { readonly [Key in keyof ValueTypeDefinition<string, unknown, FilterOperator>]?: unknown }

/** The rules of the types, checked again for JavaScript callers. */
function assertDefinition(definition: Unchecked): void {
  if (typeof definition !== 'object' || definition === null) {
    refuse('A value type must be defined by an object with a name and a parse function.')
  }
  const { name, parse, operators, rule, encode, format, as, compare, appliesTo } = definition
  if (typeof name !== 'string' || name.trim() === '') refuse('A value type must have a name.')
  if (typeof parse !== 'function') refuse(`Value type '${name}' must have a 'parse' function.`)
  if (operators !== undefined) assertOperators(name, operators)
  if (!isAbsentOr('string', rule) || rule === '') refuse(`Value type '${name}' must have a text as its 'rule'.`)
  if (!isAbsentOr('function', encode)) refuse(`Value type '${name}' must have a function as its 'encode'.`)
  if (!isAbsentOr('function', format)) refuse(`Value type '${name}' must have a function as its 'format'.`)
  if (as !== undefined && typeof as !== 'function') assertForm(name, as)
  if (!isAbsentOr('function', compare)) refuse(`Value type '${name}' must have a function as its 'compare'.`)
  if (!isAbsentOr('function', appliesTo) && !isTexts(appliesTo)) {
    refuse(`Value type '${name}' must have a predicate or a list of SQL types as its 'appliesTo'.`)
  }
}
