// Stage compile: what SQL Server does in its own way. Its text is tested as Drizzle renders it; no server has run it.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { type EncodedValue, NEVER, type Operand } from '../../types/sql.js'
import type { SqlDialect } from '../dialect.js'
import type { DecodedValue, Rounding } from '../../types/value.js'
import { roundDecimal } from '../shared/decimals.js'
import { timeText } from '../../basics/ticks.js'
import { formatTimestamp } from '../shared/ticks.js'
import { encodePlain, escapedLike, inOneByOne, isOverText, isReadAsOther, scaleOf, textsInJson } from '../shared/sql.js'

/** SQL Server's widest decimal. */
const MAX_DIGITS = 38
/** Of an expression, whose scale is unknown. */
const EXPRESSION_SCALE = 18

const hasOffset = ({ facts }: Operand): boolean => facts?.sqlType.startsWith('datetimeoffset') === true

/** The type of a bound value. Seven digits of a fraction are what the client may send: no moment is ever rounded. */
function boundType(operand: Operand): string | undefined {
  switch (operand.type.kind) {
    case 'bigint':
      return 'bigint'
    case 'decimal':
      return `decimal(${MAX_DIGITS},${scaleOf(operand, EXPRESSION_SCALE)})`
    case 'timestamp':
      return hasOffset(operand) ? 'datetimeoffset(7)' : 'datetime2(7)'
    case 'date':
      return 'date'
    case 'time':
      return 'time(7)'
    default:
      return undefined
  }
}

/** What text is read as, where the bound value is a number and has no cast. */
const OF_TEXT: { readonly [kind: string]: string } = { integer: 'bigint', float: 'float' }

function compared(operand: Operand): SQLWrapper {
  if (!isReadAsOther(operand)) return operand.expression
  const type = boundType(operand) ?? (isOverText(operand) ? OF_TEXT[operand.type.kind] : undefined)
  return type === undefined ? operand.expression : sql`try_cast(${operand.expression} as ${sql.raw(type)})`
}

function encode(value: DecodedValue, operand: Operand, rounding: Rounding): EncodedValue {
  const { type } = operand
  switch (type.kind) {
    case 'boolean':
      return value === true ? 1 : 0
    case 'integer':
      return Number(value)
    case 'bigint':
      return String(value)
    case 'decimal':
      return roundDecimal(value as string, { digits: MAX_DIGITS, scale: scaleOf(operand, EXPRESSION_SCALE) }, rounding)
    case 'timestamp':
      return `${formatTimestamp(value as bigint, 7)}${hasOffset(operand) ? '+00:00' : ''}`
    case 'time':
      return timeText(value as bigint, 7)
    case 'interval':
      return NEVER
    default:
      return encodePlain(value, operand)
  }
}

const isArray = (document: SQLWrapper): SQL => sql`isjson(${document}) = 1 and left(ltrim(${document}), 1) = '['`

export const mssqlSql: SqlDialect = {
  compared,
  mayYieldNull: isReadAsOther,
  encode,
  parameter: (slot, operand) => {
    const type = boundType(operand)
    return type === undefined ? slot : sql`cast(${slot} as ${sql.raw(type)})`
  },
  // The text of OPENJSON has a collation of its own, which may conflict with a column's: every value has its own
  // parameter.
  ...inOneByOne,
  // Both sides have OPENJSON's binary collation; the point keeps trailing spaces from being padding.
  holdsAll: ({ expression }, slot) => {
    const held = sql`select 1 from openjson(${expression}) as held_ where held_.value + '.' = wanted_.value + '.'`
    const missing = sql`select 1 from openjson(${slot}) as wanted_ where not exists (${held})`
    return sql`(${isArray(expression)} and not exists (${missing}))`
  },
  holdsAny: ({ expression }, slot) => {
    const found = sql`select 1 from openjson(${expression}) as held_ join openjson(${slot}) as wanted_ on held_.value + '.' = wanted_.value + '.'`
    return sql`(${isArray(expression)} and exists (${found}))`
  },
  encodeHeld: textsInJson,
  ...escapedLike('%_['),
  orderTerm: (expression, direction, nulls) => {
    const term = sql`${expression} ${sql.raw(direction)}`
    if (nulls === undefined) return [term]
    return [sql`case when ${expression} is null then 0 else 1 end ${sql.raw(nulls === 'first' ? 'asc' : 'desc')}`, term]
  },
  // A predicate is not a value there.
  orFalse: (predicate) => sql`case when ${predicate} then 1 else 0 end = 1`,
  isNotTrue: (predicate) => sql`case when ${predicate} then 1 else 0 end = 0`,
  aggregates: {
    haveAliases: false,
    mixDistinct: true,
    condition: ({ predicate, over, ofNothing }) =>
      sql`coalesce(${over(sql`case when ${predicate(false)} then 1 else 0 end`)}, ${sql.raw(ofNothing ? '1' : '0')}) = 1`,
  },
}
