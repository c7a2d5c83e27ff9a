// Stage compile: what SQLite does in its own way.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { type EncodedValue, NEVER, type Operand, type TextSpelling } from '../../types/sql.js'
import type { SqlDialect } from '../dialect.js'
import type { DecodedValue, Rounding } from '../../types/value.js'
import { likePattern, encodePlain, integer, orderTerm, textAsBoolean, textsInJson } from '../shared/sql.js'
import { TICKS_PER_MILLISECOND, TICKS_PER_SECOND, timeText } from '../../basics/ticks.js'
import { formatTimestamp, roundTicks } from '../shared/ticks.js'
import type { TextMatch } from '../../vocabulary.js'

/** Hosted SQLite caps LIKE patterns at 50 bytes (Cloudflare D1), stock SQLite at 50,000; `instr` has no cap. */
const MAX_PATTERN_BYTES = 50
const NUMBER_KINDS: ReadonlySet<string> = new Set(['integer', 'bigint', 'decimal', 'float'])

/** Is the value type laid over text of an ISO form, whose spellings differ while the instant is one? */
function isIsoText({ type, facts }: Operand): boolean {
  return (type.kind === 'timestamp' || type.kind === 'time') && (facts === null || facts.valueType === 'text')
}

/**
 * ISO text as `yyyy-MM-dd HH:mm:ss.fffffff` (or its time part) in UTC, to compare exactly as text. `strftime` rounds
 * fractions to milliseconds, so they are cut off, put through nothing, and appended again.
 */
function normalizedIso(expression: SQLWrapper, format: '%Y-%m-%d %H:%M:%S' | '%H:%M:%S'): SQLWrapper {
  const dot = sql`instr(${expression}, '.')`
  const tail = sql`substr(${expression}, ${dot} + 1)`
  const digits = sql`substr(${tail}, 1, length(${tail}) - length(ltrim(${tail}, '0123456789')))`
  const zone = sql`ltrim(${tail}, '0123456789')`
  const text = sql.raw(`'${format}'`)
  const whole = sql`strftime(${text}, ${expression}) || '.0000000'`
  const cut = sql`strftime(${text}, substr(${expression}, 1, ${dot} - 1) || ${zone}) || '.' || substr(${digits} || '0000000', 1, 7)`
  return sql`case ${dot} when 0 then ${whole} else ${cut} end`
}

const COUNTED: ReadonlySet<string> = new Set(['seconds', 'milliseconds'])

/** A date or a time of day named over a column that counts since 1970. */
const isPartOfCount = ({ type, facts }: Operand): boolean =>
  (type.kind === 'date' || type.kind === 'time') && facts !== null && COUNTED.has(facts.storage)

function partOfCount({ expression, type, facts }: Operand): SQL {
  const seconds = facts?.storage === 'milliseconds' ? sql`${expression} / 1000.0` : expression
  return type.kind === 'date'
    ? sql`date(${seconds}, 'unixepoch')`
    : sql`(strftime('%H:%M:%f', ${seconds}, 'unixepoch') || '0000')`
}

function compared(operand: Operand): SQLWrapper {
  const { expression, type, facts } = operand
  if (isIsoText(operand))
    return sql`(${normalizedIso(expression, type.kind === 'time' ? '%H:%M:%S' : '%Y-%m-%d %H:%M:%S')})`
  if (NUMBER_KINDS.has(type.kind) && facts?.valueType === 'text') return sql`cast(${expression} as numeric)`
  if (type.kind === 'boolean' && facts?.valueType === 'text') return textAsBoolean(sql`lower(${expression})`)
  if (isPartOfCount(operand)) return partOfCount(operand)
  return expression
}

/**
 * Past 2^53 a double holds whole numbers only: a fraction there lies between two of them and would be rounded into
 * equality.
 */
function decimal(text: string, rounding: Rounding): EncodedValue {
  const dot = text.indexOf('.')
  if (dot < 0 || Math.abs(Number(text)) < Number.MAX_SAFE_INTEGER) return text
  if (rounding === 'exact') return NEVER
  const whole = BigInt(text.slice(0, dot))
  const isNegative = text.startsWith('-')
  if (rounding === 'floor') return String(isNegative ? whole - 1n : whole)
  return String(isNegative ? whole : whole + 1n)
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
      return decimal(value as string, rounding)
    case 'timestamp': {
      if (isIsoText(operand)) return formatTimestamp(value as bigint, 7)
      const unit = facts?.storage === 'milliseconds' ? TICKS_PER_MILLISECOND : TICKS_PER_SECOND
      const rounded = roundTicks(value as bigint, unit, rounding)
      return rounded === NEVER ? NEVER : integer(rounded as bigint)
    }
    case 'time':
      return timeText(value as bigint, 7)
    case 'interval':
      return integer(value as bigint)
    default:
      return encodePlain(value, operand)
  }
}

/** A JSON array. Integers and decimals are written digit by digit: a JavaScript number would lose them past 2^53. */
function jsonArray(values: readonly EncodedValue[], type: Operand['type']): string {
  return `[${values.map((value) => (type.kind === 'decimal' || typeof value === 'bigint' ? String(value) : JSON.stringify(value))).join(',')}]`
}

const ELEMENT = sql`case held_.type when 'true' then 'true' when 'false' then 'false' else cast(held_.value as text) end`

const holdsAll = (operand: Operand, slot: SQLWrapper): SQL =>
  heldInJson(operand, (list) => {
    const held = sql`select 1 from json_each(${list}) as held_ where ${ELEMENT} = wanted_.value`
    return sql`not exists (select 1 from json_each(${slot}) as wanted_ where not exists (${held}))`
  })

const holdsAny = (operand: Operand, slot: SQLWrapper): SQL =>
  heldInJson(operand, (list) => {
    const wanted = sql`select value from json_each(${slot})`
    return sql`exists (select 1 from json_each(${list}) as held_ where ${ELEMENT} in (${wanted}))`
  })

/**
 * Elements are compared by their text. What is not an array holds nothing, and neither does text that is not JSON. An
 * expression is computed in a select of its own: a bare name in it would mean a column of json_each, such as `value`.
 */
function heldInJson({ expression, column, facts }: Operand, held: (list: SQLWrapper) => SQL): SQL {
  const holds = (list: SQLWrapper): SQL => sql`(json_type(${list}) = 'array' and ${held(list)})`
  const holdsJson = (list: SQLWrapper): SQL => sql`(case when json_valid(${list}) then ${holds(list)} else 0 end)`
  if (column === null) return sql`exists (select 1 from (select ${expression} as list_) where ${holdsJson(sql`list_`)})`
  // A column in JSON mode holds JSON; of any other nothing says so.
  return facts?.valueType === 'collection' ? holds(expression) : holdsJson(expression)
}

/**
 * Drivers over JSON or a binding of another language (D1, Durable Objects, proxies) reject a JavaScript bigint, and a
 * number would lose digits: an integer beyond 2^53 is bound as its digits.
 */
const sqliteSpelling: TextSpelling = {
  spellingOf: (value) => (typeof value === 'bigint' ? 'digits' : null),
  respell: String,
  restore: (slot) => sql`cast(${slot} as integer)`,
}

/** Of a term that LIKE does not take. */
const LONG_MATCHES: { readonly [Match in TextMatch]: (compared: SQLWrapper, slot: SQLWrapper) => SQL } = {
  contains: (compared, slot) => sql`instr(lower(${compared}), lower(${slot})) > 0`,
  'starts-with': (compared, slot) => sql`instr(lower(${compared}), lower(${slot})) = 1`,
  'ends-with': (compared, slot) => {
    // By bytes: `length` of a text ends at its first NUL. `is`, because `substr` of an empty blob is null.
    const end = sql`cast(lower(${slot}) as blob)`
    return sql`substr(cast(lower(${compared}) as blob), -length(${end})) is ${end}`
  },
}

export const sqliteSql: SqlDialect = {
  compared,
  mayYieldNull: (operand) => isIsoText(operand) || isPartOfCount(operand),
  encode,
  parameter: (slot, { type }) => (type.kind === 'decimal' ? sql`cast(${slot} as numeric)` : slot),
  encodeList: (values, { type }) => (type.kind === 'custom' ? null : jsonArray(values, type)),
  isInList: (compared, slot) => sql`${compared} in (select value from json_each(${slot}))`,
  holdsAll,
  holdsAny,
  encodeHeld: textsInJson,
  likeForm: (term) => (term.includes('\u0000') || byteLength(term) > MAX_PATTERN_BYTES - 2 ? 'long' : 'like'),
  likeTerm: (term, match, form) => (form === 'like' ? likePattern(term, match, '!') : term),
  like: (compared, slot, match, form) =>
    form === 'like' ? sql`${compared} like ${slot} escape '!'` : LONG_MATCHES[match](compared, slot),
  orderTerm,
  boundDate: (date, facts) => {
    if (facts?.storage === 'milliseconds') return date.getTime()
    return facts?.storage === 'seconds' ? Math.floor(date.getTime() / 1000) : date.toISOString()
  },
  countOrText: (expression, storage) => {
    const seconds = storage === 'seconds' ? expression : sql`(${expression}) / 1000.0`
    return sql`case typeof(${expression}) when 'text' then ${expression} else strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch') end`
  },
  spelling: sqliteSpelling,
}

/** Bytes of the escaped term at the most: every character could be a wildcard. */
function byteLength(term: string): number {
  let bytes = 0
  for (const character of term) {
    const point = character.codePointAt(0) as number
    bytes += point < 0x80 ? ('%_!'.includes(character) ? 2 : 1) : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
