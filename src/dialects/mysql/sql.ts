// Stage compile: what MySQL and MariaDB do in their own way.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { type EncodedValue, NEVER, type Operand } from '../../types/sql.js'
import type { SqlDialect } from '../dialect.js'
import type { ColumnFacts, DecodedValue, Rounding } from '../../types/value.js'
import { roundDecimal } from '../shared/decimals.js'
import { TICKS_PER_SECOND } from '../../basics/ticks.js'
import { hasSubSelect } from '../../fragments/said-words.js'
import { formatTimestamp, roundTicks } from '../shared/ticks.js'
import {
  likePattern,
  encodePlain,
  inOneByOne,
  integer,
  isOverText,
  isReadAsOther,
  scaleOf,
  spanText,
  textAsBoolean,
  textsInJson,
} from '../shared/sql.js'
import { BACKSLASH, hexOf, mysqlSpelling } from './spelling.js'

/** Fraction digits of a decimal whose column does not show them: the most that the type can have. */
const MAX_SCALE = 30
const MAX_DIGITS = 65
const MAX_FRACTION_DIGITS = 6
/** 10000-01-01, which no datetime can be. */
const END_OF_TIME = 253_402_300_800n * TICKS_PER_SECOND

/** Digits of the fraction that the column keeps: `datetime(3)` has 3, `datetime` none, an expression up to 6. */
function fractionDigits({ type, facts }: Operand): number {
  if (facts === null || facts.valueType !== type.kind) return MAX_FRACTION_DIGITS
  return Number(/\((\d)\)/.exec(facts.sqlType)?.[1] ?? 0)
}

/**
 * ISO 8601 text as a datetime in UTC. The cast reads neither `Z` nor an offset: both are cut off, and the offset is
 * subtracted.
 */
function isoDatetime(expression: SQLWrapper): SQL {
  const hasOffset = sql`substr(${expression}, -3, 1) = ':' and substr(${expression}, -6, 1) in ('+', '-')`
  const local = sql`cast(left(${expression}, char_length(${expression}) - 6) as datetime(6))`
  const offset = sql`cast(concat(trim(leading '+' from right(${expression}, 6)), ':00') as time)`
  const utc = sql`cast(trim(trailing 'Z' from ${expression}) as datetime(6))`
  return sql`(case when ${hasOffset} then subtime(${local}, ${offset}) else ${utc} end)`
}

/**
 * The position of a member whose text is all that the server has: unlike `+ 0`, right for an enum as well. Binary
 * literals need no escape in any mode, and the introducer has the column's collation compare them.
 */
function memberPosition(expression: SQLWrapper, { enumValues }: ColumnFacts): SQL {
  const members = (enumValues ?? []).map((member, at) => {
    const literal = /^[\w -]*$/.test(member) ? `'${member}'` : `_utf8mb4 x'${hexOf(member)}'`
    return ` when ${literal} then ${at + 1}`
  })
  return sql`(case ${expression}${sql.raw(members.join(''))} end)`
}

function compared(operand: Operand): SQLWrapper {
  const { expression, type, facts } = operand
  if (!isReadAsOther(operand)) return expression
  const isText = isOverText(operand)
  switch (type.kind) {
    case 'timestamp':
      return isText ? isoDatetime(expression) : sql`cast(${expression} as datetime(6))`
    case 'date':
      return sql`cast(${expression} as date)`
    case 'time':
      return sql`cast(${expression} as time(6))`
    case 'decimal':
    case 'integer':
    case 'bigint':
      return isText ? sql`cast(${expression} as decimal(65,30))` : expression
    case 'float':
      return isText ? sql`cast(${expression} as double)` : expression
    case 'boolean':
      // As bytes, since a collation may fold accents and pad with spaces.
      return isText ? textAsBoolean(sql`cast(lower(${expression}) as binary)`) : expression
    case 'enum':
      return facts?.storage === 'enum-text' ? memberPosition(expression, facts) : expression
    default:
      return expression
  }
}

function moment(
  ticks: bigint,
  operand: Operand,
  rounding: Rounding,
  format: (ticks: bigint, digits: 6) => string,
): EncodedValue {
  const unit = TICKS_PER_SECOND / 10n ** BigInt(fractionDigits(operand))
  const units = roundTicks(ticks, unit, rounding)
  if (units === NEVER) return NEVER
  const rounded = (units as bigint) * unit
  return rounding === 'ceil' && rounded >= END_OF_TIME && operand.type.kind === 'timestamp' ? NEVER : format(rounded, 6)
}

function encode(value: DecodedValue, operand: Operand, rounding: Rounding): EncodedValue {
  const { type, facts } = operand
  switch (type.kind) {
    case 'boolean':
      return value === true ? 1 : 0
    case 'integer':
    case 'bigint':
      return integer(value as bigint)
    case 'decimal':
      return roundDecimal(value as string, { digits: MAX_DIGITS, scale: scaleOf(operand, MAX_SCALE) }, rounding)
    case 'timestamp':
      return moment(value as bigint, operand, rounding, formatTimestamp)
    case 'time':
    case 'interval':
      return moment(value as bigint, operand, rounding, spanText)
    case 'enum':
      // The member's position: what the database keeps, finds by index and orders by.
      return facts?.isNativeEnum === true ? (facts.enumValues?.indexOf(value as string) ?? -1) + 1 : value
    default:
      return encodePlain(value, operand)
  }
}

/**
 * A decimal arrives as text, which the server would compare as a double. MySQL compares a time as text too, unless it
 * is a column's:
 * '23:59:59.999' is not '23:59:59.999000' then, and '100:00:00' is before '99:00:00'.
 */
function parameter(slot: SQLWrapper, operand: Operand): SQLWrapper {
  const { type, column } = operand
  switch (type.kind) {
    case 'decimal':
      return sql`cast(${slot} as decimal(${sql.raw(`${MAX_DIGITS},${scaleOf(operand, MAX_SCALE)}`)}))`
    case 'time':
    case 'interval':
      return column === null || isReadAsOther(operand) ? sql`cast(${slot} as time(6))` : slot
    default:
      return slot
  }
}

/**
 * Rows of JSON. MySQL's JSON_TABLE reads a correlated sub-select from a table before it only, and MariaDB has no such
 * tables: each server reads the comments that are for it.
 */
export const jsonTable = (of: SQLWrapper, columns: SQL): SQL =>
  hasSubSelect(of)
    ? sql`/*!80014 lateral (select */ /*M! json_table(*/ ${of} /*!80014 as held) as kept_ join json_table(kept_.held*/, '$[*]' columns (${columns}))`
    : sql`json_table(${of}, '$[*]' columns (${columns}))`

/** Elements in two columns: `v` has no text of a record or a list, and `j` is JSON. */
const jsonElements = (document: SQLWrapper): SQL => jsonTable(document, sql`v longtext path '$', j json path '$'`)
/** An element's text, as bytes: a collation may fold case and pad with spaces. That of a record or a list is its JSON. */
export const elementKey = (text: SQL, json: SQL): SQL =>
  sql`cast(coalesce(${text}, case when json_type(${json}) in ('OBJECT', 'ARRAY') then cast(${json} as char) end) as binary)`
const HELD = elementKey(sql`held_.v`, sql`held_.j`)
/** Of a list that `encodeHeld` wrote. */
const wantedElements = (slot: SQLWrapper): SQL =>
  sql`json_table(convert(unhex(${slot}) using utf8mb4), '$[*]' columns (wanted_ longtext path '$'))`

export const mysqlSql: SqlDialect = {
  boundDate: (date) => date.toISOString().replace('T', ' ').slice(0, -1),
  compared,
  mayYieldNull: isReadAsOther,
  aggregates: {
    haveAliases: true,
    mixDistinct: false,
    condition: ({ predicate, aliased, over, ofNothing }) =>
      ofNothing
        ? sql`not exists ${over(aliased(), sql`not (${predicate(true)})`)}`
        : sql`exists ${over(aliased(), predicate(false))}`,
  },
  encode,
  parameter,
  // JSON_TABLE's text has a collation of its own, which the server refuses to mix with a column's, and no index is used
  // through it under `or` and `not`: every value has a parameter of its own.
  ...inOneByOne,
  holdsAll: ({ expression }, slot) => {
    const held = sql`select 1 from ${jsonElements(expression)} as held_ where ${HELD} = cast(wanted_ as binary)`
    const missing = sql`select 1 from ${wantedElements(slot)} as wanted_ where not exists (${held})`
    return sql`(json_type(${expression}) = 'ARRAY' and not exists (${missing}))`
  },
  holdsAny: ({ expression }, slot) => {
    const wanted = wantedElements(slot)
    const found = sql`select 1 from ${jsonElements(expression)} as held_ join ${wanted} as wanted_ on ${HELD} = cast(wanted_ as binary)`
    // MySQL 9.7 reads an `exists` of many values as a join, and loses the document's row in it: every row then matches.
    return sql`(json_type(${expression}) = 'ARRAY' and case when exists (${found}) then 1 else 0 end = 1)`
  },
  encodeHeld: (values) => hexOf(textsInJson(values)),
  // A term without a wildcard has nothing to escape. Another one has backslashes, since Spider hands no escape
  // character on to its servers, where the backslash is the default; named all the same, for a session under
  // NO_BACKSLASH_ESCAPES.
  likeForm: (term) => (/[%_!\\]/.test(term) ? 'long' : 'like'),
  // A term of the form 'like' has nothing to escape.
  likeTerm: (term, match) => likePattern(term, match, '\\'),
  like: (compared, slot, _match, form) => {
    const escape = form === 'like' ? sql`'!'` : sql.raw(BACKSLASH)
    return sql`${compared} like ${slot} escape ${escape}`
  },
  orderTerm: (expression, direction, nulls) => {
    const term = sql`${expression} ${sql.raw(direction)}`
    return nulls === undefined
      ? [term]
      : [sql`${expression} is null ${sql.raw(nulls === 'first' ? 'desc' : 'asc')}`, term]
  },
  spelling: mysqlSpelling,
}
