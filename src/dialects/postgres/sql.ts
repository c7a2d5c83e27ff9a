// Stage compile: what PostgreSQL does in its own way.
import { type Column, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { columnInternals } from '../../drizzle/tables.js'
import { qualifiedName } from '../../fragments/source-name.js'
import type { DecodedValue, FieldValueType, Rounding } from '../../types/value.js'
import { NEVER, type EncodedValue, type Operand } from '../../types/sql.js'
import type { SqlDialect } from '../dialect.js'
import { likePattern, encodePlain, integer, orderTerm, spanText } from '../shared/sql.js'
import { formatTimestamp, roundTicks, TICKS_PER_MICROSECOND } from '../shared/ticks.js'

/**
 * The type of a bound value by value type. Expressions of timestamps and enums keep the server's inference: their exact
 * type is unknown.
 */
export const CAST_BY_KIND: { readonly [kind: string]: string | undefined } = {
  boolean: 'boolean',
  uuid: 'uuid',
  integer: 'bigint',
  bigint: 'bigint',
  decimal: 'numeric',
  float: 'double precision',
  date: 'date',
  time: 'time',
  interval: 'interval',
}

const TEXT_KINDS: ReadonlySet<string> = new Set(['text', 'char'])
const NUMBER_KINDS: ReadonlySet<string> = new Set(['integer', 'bigint', 'decimal', 'float'])
const ASIDE_FROM_MODIFIER = /^([a-z ]+?) ?\([^)]*\)/

/**
 * `timestamp (3) with time zone` → `timestamp with time zone`, `interval day` → `interval`: a bound value must not be
 * rounded to the column's precision, nor lose the hours that a column of days does not have.
 */
function withoutModifier(sqlType: string): SQL {
  let type = types.get(sqlType)
  if (type === undefined) {
    const base = sqlType.replace(ASIDE_FROM_MODIFIER, '$1').replace(/^interval .*/, 'interval')
    const name = base === 'char' ? 'bpchar' : base.replace(/serial$/, (_, at: number) => (at === 0 ? 'integer' : 'int'))
    types.set(sqlType, (type = sql.raw(name)))
  }
  return type
}

/** As many as the schema has: a statement asks for the type of each of its values. */
const types = new Map<string, SQL>()

/** The schema-qualified name of a database enum, or undefined. */
function enumType(column: Column | null): SQL | undefined {
  const found = column === null ? undefined : columnInternals(column).enum
  return found?.enumName === undefined ? undefined : qualifiedName(found.schema, found.enumName)
}

/** The SQL type a value is bound as; undefined leaves it to the server. */
function boundType({ column, type, facts }: Operand): SQL | undefined {
  if (TEXT_KINDS.has(type.kind)) return undefined
  if (facts === null || facts.valueType !== type.kind) {
    if (type.kind === 'uuid' && facts?.valueType === 'text') return undefined
    const cast = type.kind === 'timestamp' && facts !== null ? 'timestamptz' : CAST_BY_KIND[type.kind]
    return cast === undefined ? undefined : sql.raw(cast)
  }
  if (type.kind === 'enum') return facts.isNativeEnum ? enumType(column) : undefined
  return withoutModifier(facts.sqlType)
}

/**
 * The type of the values of a list. The text of a list is named too: the RDS Data API binds it as a varchar, from which
 * the server infers no array. Text columns keep their own type, so that `citext` compares as citext. An expression
 * keeps the server's inference.
 */
function listType(operand: Operand): SQL | undefined {
  const bound = boundType(operand)
  const { type, facts } = operand
  if (bound !== undefined || facts === null || facts.valueType === null) return bound
  const isItself = facts.storage !== 'text-like' && (facts.valueType === type.kind || TEXT_KINDS.has(facts.valueType))
  return isItself ? withoutModifier(facts.sqlType) : sql`text`
}

function compared({ expression, type, facts, column }: Operand): SQLWrapper {
  if (facts === null) return expression
  if (facts.storage === 'text-like') {
    // The min() and max() of a cidr are of type inet.
    const isInet = facts.sqlType === 'inet' || (facts.sqlType === 'cidr' && column === null)
    return isInet ? sql`abbrev(${expression})` : sql`${expression}::text`
  }
  // A value type named over a column of another one: the column is read as that type.
  if (facts.valueType === type.kind || facts.valueType === null) return expression
  const isText = facts.valueType === 'text' || facts.valueType === 'char'
  if (TEXT_KINDS.has(type.kind) || type.kind === 'enum') return isText ? expression : sql`${expression}::text`
  const isNumber = NUMBER_KINDS.has(facts.valueType)
  if (type.kind === 'uuid' || (NUMBER_KINDS.has(type.kind) && isNumber)) return expression
  // Of its numbers, the server casts only an `integer` to a boolean.
  if (type.kind === 'boolean' && isNumber) return sql`(${expression} <> 0)`
  if (type.kind === 'date' && facts.sqlType.endsWith('with time zone'))
    return sql`(${expression} at time zone 'UTC')::date`
  if (type.kind === 'timestamp')
    return isText ? instantOfText(expression) : sql`(${expression}::timestamp at time zone 'UTC')`
  const cast = CAST_BY_KIND[type.kind]
  return cast === undefined ? expression : sql`${expression}::${sql.raw(cast)}`
}

/**
 * ISO text without an offset is UTC, whatever the session's time zone. A bare date ends in a hyphen and digits, as an
 * offset does.
 */
function instantOfText(expression: SQLWrapper): SQLWrapper {
  const hasOffset = sql`${expression} ~* ':[0-9.]+(z|[+-][0-9:]+)$'`
  return sql`(case when ${hasOffset} then ${expression}::timestamptz else ${expression}::timestamp at time zone 'UTC' end)`
}

/**
 * A whole number past 2^53 as text: drivers reject a bigint, and the RDS Data API would bind the number 1e300 as one.
 */
function digitsPastSafe(value: number | bigint): EncodedValue {
  return typeof value === 'bigint' || (Number.isInteger(value) && !Number.isSafeInteger(value)) ? String(value) : value
}

function encode(value: DecodedValue, operand: Operand, rounding: Rounding): EncodedValue {
  switch (operand.type.kind) {
    case 'integer':
    case 'bigint':
      return digitsPastSafe(integer(value as bigint))
    case 'float':
      // A value under the smallest single would be an out-of-range error of the server: it is rounded here.
      return digitsPastSafe(encodePlain(value, operand) as number)
    case 'timestamp':
      return moment(value, rounding, (ticks) => `${formatTimestamp(ticks, 6)}+00`)
    case 'time':
    case 'interval':
      return moment(value, rounding, spanText)
    default:
      return encodePlain(value, operand)
  }
}

/** In whole microseconds, which is what the server holds. */
function moment(ticks: DecodedValue, rounding: Rounding, format: (ticks: bigint) => string): EncodedValue {
  const micros = roundTicks(ticks as bigint, TICKS_PER_MICROSECOND, rounding)
  return micros === NEVER ? NEVER : format((micros as bigint) * TICKS_PER_MICROSECOND)
}

const SPECIAL = /[\\"]/

/** `{"a","b"}`: an array literal, the one form that every driver passes on untouched. */
export function arrayLiteral(values: readonly EncodedValue[]): string {
  let literal = '{'
  for (const value of values) {
    const text = String(value)
    literal += `${literal.length > 1 ? ',' : ''}"${SPECIAL.test(text) ? text.replaceAll(/[\\"]/g, '\\$&') : text}"`
  }
  return `${literal}}`
}

function cast(slot: SQLWrapper, type: SQL | undefined, suffix = ''): SQLWrapper {
  return type === undefined ? slot : sql`${slot}::${type}${sql.raw(suffix)}`
}

function elementOperand(operand: Operand): Operand {
  return { ...operand, type: operand.type.element as FieldValueType, facts: operand.facts?.element ?? null }
}

type HeldOperand = Pick<Operand, 'expression' | 'facts'>

/**
 * Elements of a type that is compared through its text: to read a client's text as that type would be an error of the
 * server.
 */
export function comparedArray({ expression, facts }: HeldOperand): SQLWrapper {
  if (facts?.element?.storage !== 'text-like') return expression
  // The text of an `inet` ends in its mask where that says nothing; `abbrev` leaves it out, as the server prints it.
  return facts.element.sqlType.startsWith('inet')
    ? sql`array(select abbrev(held_) from unnest(${expression}) as held_)`
    : sql`${expression}::text[]`
}

/** An expression may be an array or a document: only the server knows. */
export function jsonDocument({ expression, facts }: HeldOperand): SQL {
  if (facts?.sqlType === 'jsonb') return sql`${expression}`
  // Without facts it is an array by its own cast.
  return facts === null || facts.sqlType === '' ? sql`to_jsonb(${expression})` : sql`${expression}::jsonb`
}

/** Elements of a JSON array are compared by their text; what is not an array holds nothing. */
function heldInJson(operand: Operand, slot: SQLWrapper, isAny: boolean): SQL {
  const json = jsonDocument(operand)
  const elements = sql`jsonb_array_elements_text(case jsonb_typeof(${json}) when 'array' then ${json} end) as held_(v)`
  if (isAny) return sql`exists (select 1 from ${elements} where held_.v = any(${slot}::text[]))`
  const missing = sql`select 1 from unnest(${slot}::text[]) as wanted_ where not exists (select 1 from ${elements} where held_.v = wanted_)`
  return sql`(jsonb_typeof(${json}) = 'array' and not exists (${missing}))`
}

function elementType(operand: Operand): SQL | undefined {
  const element = elementOperand(operand)
  if (element.facts === null) return undefined
  if (element.facts.storage === 'text-like') return sql`text`
  if (element.facts.isNativeEnum)
    return enumType(operand.column === null ? null : (columnInternals(operand.column).baseColumn ?? operand.column))
  return withoutModifier(element.facts.sqlType.replace(/(\[\d*\])+$/, ''))
}

/** Parameters of one list. A request has at most 100 criteria, and the protocol 65,535 parameters. */
const MAX_UNTYPED_VALUES = 256

/**
 * The values of a made type may need the column's encoder, one by one. Of a text expression no schema shows the type:
 * the server infers that of `in ($1, $2)` from the expression, also for a driver that says varchar (the RDS Data API),
 * and that of an array only where the driver says nothing.
 */
function isWrittenOneByOne(length: number, operand: Operand): boolean {
  return operand.type.kind === 'custom' || (length <= MAX_UNTYPED_VALUES && listType(operand) === undefined)
}

/**
 * From this length on a pattern is only tested on text that could hold it: ILIKE folds the whole pattern again for every
 * row.
 */
const LONG_TERM = 256

export const postgresSql: SqlDialect = {
  nestsAggregates: true,
  compared,
  mayYieldNull: () => false,
  encode,
  parameter: (slot, operand) => cast(slot, boundType(operand)),
  encodeList: (values, operand) => (isWrittenOneByOne(values.length, operand) ? null : arrayLiteral(values)),
  isInList: (compared, slot, operand) => sql`${compared} = any(${cast(slot, listType(operand), '[]')})`,
  holdsAll: (operand, slot) =>
    operand.facts?.storage === 'json-array'
      ? heldInJson(operand, slot, false)
      : sql`${comparedArray(operand)} @> ${cast(slot, elementType(operand), '[]')}`,
  holdsAny: (operand, slot) =>
    operand.facts?.storage === 'json-array'
      ? heldInJson(operand, slot, true)
      : sql`${comparedArray(operand)} && ${cast(slot, elementType(operand), '[]')}`,
  encodeHeld: arrayLiteral,
  likeForm: (term) => (term.length > LONG_TERM ? 'long' : 'like'),
  likeTerm: (term, match) => likePattern(term, match, '\\'),
  // The backslash is the server's own escape in any pattern; naming it would wrap the pattern in a function call.
  like: (compared, slot, _match, form, strategy) => {
    const match = strategy === 'native' ? sql`${compared} ilike ${slot}` : sql`${compared} like ${slot}`
    if (form === 'like') return match
    // A character of the pattern takes at most four bytes, its escape with it, where the row's takes one.
    return sql`case when octet_length(${compared}) * 4 + 2 < octet_length(${slot}::text) then false else ${match} end`
  },
  orderTerm,
  boundDate: (date) => date.toISOString(),
}
