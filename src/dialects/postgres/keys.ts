// Stage compile: exact keys on PostgreSQL. Texts do not depend on the session: neither on its time zone, its styles of
// dates and intervals, nor on how many digits of a float it prints.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { KeyForm, PositionKey } from '../../types/position.js'
import type { KeySql } from '../dialect.js'
import { CAST_BY_KIND } from './sql.js'

/** ISO 8601 in every session, infinity and years before 1 as words. */
export const isoText = (expression: SQLWrapper): SQL => sql`to_json(${expression}) #>> '{}'`

function select(expression: SQLWrapper, { kind, sqlType, element }: PositionKey): SQL {
  switch (kind) {
    case 'float':
      return sql`encode(${bitsOf(expression)}, 'hex')`
    case 'timestamp':
    case 'date':
      return isoText(expression)
    case 'timestamptz':
      return isoText(sql`((${expression}) at time zone 'UTC')`)
    case 'interval':
      return intervalText(expression)
    case 'array':
      return arrayText(expression, element)
    case 'bytes':
      return sql`encode(${expression}, 'hex')`
    case 'number':
      // A double by its bits, of which a session may print some digits only; a single compares as a double.
      return sql`case when ${isFloat(expression)} then 'x' || encode(${bitsOf(expression)}, 'hex') else (${expression})::text end`
    case 'dynamic':
      return dynamicText(expression)
    default:
      if (sqlType === 'oid') return sql`(${expression})::oid::text`
      return sqlType === 'bool' ? sql`(${expression})::boolean::text` : sql`(${expression})::text`
  }
}

const isFloat = (expression: SQLWrapper): SQL =>
  sql`pg_typeof(${expression}) in ('real'::regtype, 'double precision'::regtype)`
const bitsOf = (expression: SQLWrapper): SQL => sql`float8send((${expression})::double precision)`

/**
 * The type and the value. A session that does not print all digits of a float says so in the type's name, which then
 * has no text.
 */
function dynamicText(expression: SQLWrapper): SQL {
  const isLost = sql`${isFloat(expression)} and current_setting('extra_float_digits')::int < 1`
  const type = sql`pg_typeof(${expression})::text || case when ${isLost} then ' under extra_float_digits below 1' else '' end`
  return sql`case when ${expression} is null then null else ${type} || ':' || coalesce(to_jsonb(${expression}) #>> '{}', '') end`
}

/** Kinds whose text in an array depends on the session. */
const SESSION_TEXTS: ReadonlySet<string> = new Set(['float', 'timestamp', 'timestamptz', 'date', 'interval', 'bytes'])

/**
 * A JSON array of the elements' texts. One that begins elsewhere than at 1 is another value to the server: its bounds
 * come first. So do those of several dimensions whose elements are read one by one.
 */
function arrayText(expression: SQLWrapper, element: PositionKey | null): SQL {
  const told = sql.raw(isReadByOne(element) ? "'.*[[](?!1:).*|.+[[].*'" : "'.*[[](?!1:).*'")
  const bounds = sql`coalesce(substring(array_dims(${expression}) from ${told}) || '=', '')`
  return sql`${bounds} || ${elementTexts(expression, element)}`
}

const isReadByOne = (element: PositionKey | null): element is PositionKey =>
  element !== null && SESSION_TEXTS.has(element.kind)

function elementTexts(expression: SQLWrapper, element: PositionKey | null): SQL {
  const elements = element?.sqlType === 'oid' ? sql`(${expression})::oid[]` : sql`(${expression})`
  if (!isReadByOne(element)) return sql`to_json(${elements}::text[])::text`
  const texts = sql`coalesce(array_agg(${select(sql`element_.value`, element)} order by element_.place), '{}')`
  const each = sql`(select to_json(${texts})::text from unnest(${expression}) with ordinality as element_(value, place))`
  return sql`case when ${expression} is null then null else ${each} end`
}

/** `months days microseconds`: the three numbers of which an interval is made; from PostgreSQL 17 on, infinity too. */
function intervalText(expression: SQLWrapper): SQL {
  const part = (name: string): SQL => sql`extract(${sql.raw(name)} from ${expression})`
  const months = sql`(${part('year')} * 12 + ${part('month')})::bigint`
  const micros = sql`(${part('hour')} * 3600000000 + ${part('minute')} * 60000000 + ${part('microseconds')})::bigint`
  const numbers = sql`${months} || ' ' || ${part('day')}::bigint || ' ' || ${micros}`
  return sql`case when (${expression})::text like '%infinity' then (${expression})::text else ${numbers} end`
}

const cast = (slot: SQLWrapper, type: string): SQL => sql`${slot}::${sql.raw(type)}`

function parameter(slot: SQLWrapper, { kind, sqlType }: PositionKey, form: KeyForm): SQLWrapper {
  switch (kind) {
    // The server infers the type from the other side.
    case 'text':
      return slot
    case 'timestamp':
      return sqlType === 'inferred' ? slot : cast(slot, 'timestamp')
    case 'timestamptz':
      return sql`(${slot}::timestamp at time zone 'UTC')`
    case 'number':
      // Beyond whole numbers: NaN and the infinities as a float, since a numeric has them from PostgreSQL 14 on only.
      return cast(slot, DYNAMIC_TYPES[form] ?? 'bigint')
    case 'bytes':
      return sql`decode(${slot}, 'hex')`
    case 'dynamic':
      return cast(sql`${slot}::text`, DYNAMIC_TYPES[form] as string)
    // Through text: drivers would write a JSON or an array of what they are given.
    case 'enum':
    case 'jsonb':
    case 'network':
    case 'array':
    case 'other':
      return cast(sql`${slot}::text`, sqlType)
    case 'timetz':
      return cast(slot, 'timetz')
    default:
      return cast(slot, CAST_BY_KIND[kind] as string)
  }
}

const DYNAMIC_TYPES: { readonly [form in KeyForm]?: string } = {
  numeric: 'numeric',
  float: 'double precision',
  text: 'text',
  char: 'bpchar',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
  time: 'time',
  interval: 'interval',
  uuid: 'uuid',
}
const DYNAMIC_NAMES: { readonly [form in KeyForm]?: string } = {
  numeric: "'smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype",
  float: "'real'::regtype, 'double precision'::regtype",
  text: "'text'::regtype, 'varchar'::regtype, 'name'::regtype",
}

/**
 * The type that a cursor claims is asked of the row as well: a claim that does not hold finds no row, and is not an error.
 */
function operand(expression: SQLWrapper, { kind }: PositionKey, form: KeyForm): SQLWrapper {
  if (kind !== 'dynamic') return expression
  const type = DYNAMIC_TYPES[form] as string
  const names = sql.raw(DYNAMIC_NAMES[form] ?? `'${type}'::regtype`)
  return sql`(case when pg_typeof(${expression}) in (${names}) then (${expression})::text::${sql.raw(type)} end)`
}

export const postgresKeys: KeySql = {
  select,
  operand,
  parameter,
  hasRowComparison: true,
  needsLead: true,
  sortsByNull: false,
  hasComposites: true,
  readsRanges: 'limited',
}
