// The developer's own value types.
import type { Column } from 'drizzle-orm'
import type { OperatorSets } from '../../types/table.js'
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import { refuse } from '../../mistakes/refuse.js'
import { OPERATORS, type FilterOperator } from '../../vocabulary.js'
import { EQUALITY_OPERATORS } from '../../values/built-in-type.js'
import { assertForm, madeValueType } from './made-value-type.js'
import { type BuiltInForm, VALUE_TYPE, type ValueType } from '../../values/value-type.js'

/** The operators of a value type whose definition does not name any. */
export type DefaultOperators = OperatorSets['equality']

/** The argument of `defineValueType`. */
export interface ValueTypeDefinition<Name extends string, Data, Operators extends FilterOperator> {
  /**
   * Public name, in `describe()` and in messages. A registered type with a built-in name replaces that built-in type.
   */
  readonly name: Name
  /**
   * Reads a client's text; to reject it (a 400), throw, or return undefined or null. Synchronous. A
   * PaginateConfigError is not the client's, and passes through.
   */
  readonly parse: (text: string) => Data | null | undefined
  /**
   * Names the operators that the type can support; a declaration allows a subset. Text operators look for the text that
   * `$eq` binds, and need a column of text, an SQL expression or `as: { type: 'text' }`.
   *
   * @default `['$eq', '$in', '$null']`
   */
  readonly operators?: readonly Operators[]
  /** Ends the sentence `Filter 'x' has an invalid value '…': <rule>.` @default `expected a value of type '<name>'` */
  readonly rule?: string
  /** Returns the value that the driver binds. @default the column's own encoder */
  readonly encode?: (value: Data) => unknown
  /**
   * Returns the text that a client sends for a value, which `parse` reads back: for `encodeFilterValue`. @default the
   * text of the built-in type in `as`, or `String(value)`, if `parse` reads it back to an equal value
   */
  readonly format?: (value: Data) => string
  /**
   * The built-in type that the database compares the values as, or a function of the column (null for an SQL
   * expression) that returns it; if it returns null or undefined, `as` is ignored. It applies to expressions and to
   * columns of that SQL type. A custom column of another SQL type keeps its own encoder.
   *
   * @default compared as `encode` or the column's own encoder binds them
   */
  readonly as?: BuiltInForm<Data> | ((column: Column | null) => BuiltInForm<Data> | null | undefined)
  /**
   * Orders values in memory: negative, 0 or positive. Under `as` and `encode`, values of a column have the order of the
   * column. @default `<` and `>`
   */
  readonly compare?: (a: Data, b: Data) => number
  /**
   * Chooses the columns that the type reads when it is registered: a predicate, or a list of SQL types (`numeric` or
   * `numeric(10, 2)`, array columns by their element) and built-in value type names. @default the columns whose value
   * type has the same name
   */
  readonly appliesTo?: ((column: Column) => boolean) | readonly string[]
}

/**
 * Makes a value type: how a client's text becomes a value, and which operators it supports.
 *
 * @throws PaginateConfigError for a definition that cannot be used (no name, no `parse`, an unknown operator or member …).
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
export function defineValueType<
  const Name extends string,
  Data,
  const Operators extends FilterOperator = DefaultOperators,
>(definition: ValueTypeDefinition<Name, Data, Operators>): ValueType<Name, Data, Operators> {
  assertDefinition(definition)
  const { name, parse, operators, rule, encode, format, as, compare, appliesTo } = definition
  return Object.freeze({
    [VALUE_TYPE]: madeValueType,
    name,
    // The default of `Operators` is the default of `operators`.
    operators: Object.freeze([
      ...(operators ?? (EQUALITY_OPERATORS as readonly FilterOperator[] as readonly Operators[])),
    ]),
    rule: rule ?? `expected a value of type '${name}'`,
    appliesTo: typeof appliesTo === 'function' ? appliesTo : appliesTo ? Object.freeze([...appliesTo]) : null,
    parse,
    ...(encode && { encode }),
    ...(format && { format }),
    ...(as && { as: typeof as === 'function' ? as : () => as }),
    ...(compare && { compare }),
  })
}

const isAbsentOr = (type: 'function' | 'string', value: unknown): boolean =>
  value === undefined || typeof value === type

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string' && text !== '')
}

function assertOperators(name: string, operators: unknown): void {
  if (!isTexts(operators)) return refuse(`Value type '${name}' must have at least one operator.`)
  for (const [index, operator] of operators.entries()) {
    const isKnown = (OPERATORS as readonly string[]).includes(operator)
    if (!isKnown) refuse(`Value type '${name}' has an unknown operator '${operator}'; use ${OPERATORS.join(', ')}.`)
    if (operators.indexOf(operator) !== index) refuse(`Value type '${name}' names operator '${operator}' twice.`)
  }
}

type Unchecked = { readonly [Key in keyof ValueTypeDefinition<string, unknown, FilterOperator>]?: unknown }

const MEMBERS: OptionNames<Unchecked> = {
  name: true,
  parse: true,
  operators: true,
  rule: true,
  encode: true,
  format: true,
  as: true,
  compare: true,
  appliesTo: true,
}

/** The rules of the types, checked again for JavaScript callers. */
function assertDefinition(definition: Unchecked): void {
  if (typeof definition !== 'object' || definition === null) {
    refuse('A value type must be defined by an object with a name and a parse function.')
  }
  checkOptions('defineValueType()', definition, MEMBERS)
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
