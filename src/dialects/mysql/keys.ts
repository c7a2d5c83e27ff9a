// Stage compile: exact keys on MySQL and MariaDB.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { KeyForm, PositionKey } from '../../types/position.js'
import type { KeySql } from '../dialect.js'
import { mysqlSpelling } from './spelling.js'

/**
 * MySQL and MariaDB sort by the first `max_sort_length` (1,024) bytes of what a collation makes of a text, and compare
 * the whole text. Where the text may be longer, both use these bytes: as bytes they sort and compare alike, in every
 * collation and session.
 */
function ordered(expression: SQLWrapper, { kind, sqlType }: PositionKey): SQLWrapper {
  if (kind === 'bytes') return isShort(sqlType) ? expression : sql`left(${expression}, ${SORTED_BYTES})`
  if (kind !== 'weights') return expression
  // Where a collation pads, texts that differ in spaces at their end are equal, and their weights are not.
  if (TEXTS.test(sqlType)) {
    const start = sql`left(${expression}, ${SORTED_BYTES})`
    return weights(sql`if(collation(${expression}) rlike ${WITHOUT_PADDING}, ${start}, ${padded(start)})`)
  }
  // A cast takes the collation of the session, which another session of the pool may not have.
  const text = sql`cast(${expression} as char character set utf8mb4) collate utf8mb4_bin`
  return weights(padded(sql`left(${text}, ${SORTED_BYTES})`))
}

/** As a collation pads: `'a'` stands where `'a  '` does, behind `'a\n'`. Some spaces are enough for texts that people write. */
const padded = (text: SQL): SQL => sql`concat(rtrim(${text}), space(8))`

const weights = (text: SQL): SQL => sql`left(weight_string(${text}), ${SORTED_BYTES})`

/** Collations that do not pad, by their names: MariaDB's `nopad`, MySQL's of Unicode 9, and that of bytes. */
const WITHOUT_PADDING = sql.raw("'_nopad_|_0900_|^binary$'")

/** Below `max_sort_length`, since the length of the bytes is sorted as well. */
const SORTED_BYTES = sql.raw('1000')
/** Types that `left()` reads as text; an expression is cut as it is. */
const TEXTS = /^(?:|long|.*(?:char|text).*)$/
/** Of `varbinary(16)`: 16. A blob has no length. */
const isShort = (sqlType: string): boolean =>
  Number(/^(?:var)?binary\((\d+)\)/.exec(sqlType)?.[1] ?? (sqlType === 'binary' ? 1 : 9999)) <= 1000

function select(expression: SQLWrapper, { kind, sqlType }: PositionKey): SQL {
  switch (kind) {
    case 'integer':
      return sqlType === 'enum' ? sql`cast(${expression} + 0 as char)` : sql`cast(${expression} as char)`
    case 'float':
      // As a double: a single prints six digits of itself.
      return numberText(sql`${expression} + 0e0`)
    case 'number':
      return numberText(sql`(${expression}) + 0`)
    case 'bytes':
    case 'weights':
      return sql`hex(${expression})`
    case 'driver':
      return driverText(expression)
    case 'padded':
      return sql`if(locate('_nopad_', collation(${expression})) > 0, hex(${paddedWeights(expression, sqlType)}), ${expression})`
    case 'text':
      // Drivers parse JSON.
      return sqlType === 'json' ? sql`cast(${expression} as char)` : sql`${expression}`
    default:
      return sql`cast(${expression} as char)`
  }
}

/**
 * A number between brackets. Neither MySQL's text of a double nor MariaDB's in a temporary table has all of its digits,
 * but JSON has, if its length is given.
 */
const numberText = (expression: SQLWrapper): SQL => sql`cast(json_array(${expression}) as char(96))`

/**
 * The first characters of the value as JSON, which show its type, and are all of a number; whether it compares as one,
 * or as a time (2); its text in hex; and whether it is true, as an enum is whatever its text. A driver would round
 * integers, parse JSON and read dates in its own zone.
 */
function driverText(expression: SQLWrapper): SQL {
  const json = sql`substr(${numberText(expression)}, 2, 80)`
  // MySQL compares a time with a text as texts, and says of its JSON that it is one. MariaDB compares it as a time.
  const isTime = sql`json_type(json_extract(json_array(${expression}), '$[0]')) = 'TIME'`
  // MySQL's own text of a double may be another double. As bytes, JSON is compared with text of any collation.
  const isNumber = sql`coalesce(${expression} in (concat(${expression}, '.0'), cast(concat(${json}, '.0') as binary)), 0)`
  return sql`concat(${json}, ':', if(${isTime}, 2, ${isNumber}), ':', hex(concat(${expression})), ':', (${expression}) is true)`
}

/**
 * Under its collations without padding, MariaDB sorts a `char(n)` with the spaces that fill its bytes, and compares it
 * without: a tab is before them, and after the end of a text. There the key is what it sorts by (`max_sort_length` of
 * it), which is longer than the text of any other.
 */
function paddedWeights(expression: SQLWrapper, sqlType: string): SQL {
  const bytes = sql.raw(String(lengthOf(sqlType) * 4))
  return sql`left(weight_string(concat(${expression}, space(${bytes} - length(${expression})))), 1024)`
}

const operand: KeySql['operand'] = (expression, { sqlType }, form) =>
  form === 'padded' ? paddedWeights(expression, sqlType) : expression

/** Characters of a `char(20)`: 20. */
export const lengthOf = (sqlType: string): number => Number(/^char\((\d+)\)/.exec(sqlType)?.[1] ?? 1)

function parameter(slot: SQLWrapper, { kind, sqlType }: PositionKey, form: KeyForm): SQLWrapper {
  switch (form) {
    case 'signed':
    case 'unsigned':
      return sql`cast(${slot} as ${sql.raw(form)})`
    case 'decimal':
      return sql`cast(${slot} as decimal(65,30))`
    case 'double':
      return sql`(${slot} + 0e0)`
    case 'marks':
    case 'hex':
    case 'digits':
      return mysqlSpelling.restore(slot, form)
    case 'padded':
      return sql`unhex(${slot})`
    case 'time':
      return timeOf(slot)
    default:
      break
  }
  if (kind === 'bytes' || kind === 'weights') return sql`unhex(${slot})`
  if (kind === 'float') return sql`(${slot} + 0e0)`
  // MySQL compares a time that is not a column's with a text as texts.
  if ((kind === 'time' || kind === 'interval') && sqlType === '') return timeOf(slot)
  if (kind === 'decimal') return sql`cast(${slot} as decimal(65,${sql.raw(scaleOf(sqlType))}))`
  return slot
}

const timeOf = (slot: SQLWrapper): SQL => sql`cast(${slot} as time(6))`

/** Of `decimal(12,4)`: 4. plain `decimal` is `decimal(10,0)`; an expression may have all 30. */
const scaleOf = (sqlType: string): string => /\(\d+, ?(\d+)\)/.exec(sqlType)?.[1] ?? (sqlType === '' ? '30' : '0')

export const mysqlKeys: KeySql = {
  ordered,
  select,
  operand,
  parameter,
  hasRowComparison: false,
  needsLead: false,
  sortsByNull: true,
  readsRanges: null,
}
