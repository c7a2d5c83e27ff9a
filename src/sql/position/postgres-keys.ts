// Stage compile: exact keys on PostgreSQL. Texts do not depend on the session: neither on its time zone, its styles of dates and
// intervals, nor on how many digits of a float it prints.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { KeyForm, KeySql, PositionKey } from '../../types/position.js'

/** ISO 8601 in every session, infinity and years before 1 as words. */
const isoText = (expression: SQLWrapper): SQL => sql`to_json(${expression}) #>> '{}'`

function select(expression: SQLWrapper, { kind, sqlType }: PositionKey): SQL {
  switch (kind) {
    case 'float':
      return sql`encode(float8send((${expression})::double precision), 'hex')`
    case 'timestamp':
    case 'date':
      return isoText(expression)
    case 'timestamptz':
      return isoText(sql`((${expression}) at time zone 'UTC')`)
    case 'interval':
      return intervalText(expression)
    case 'array':
      return sql`to_json((${expression})::text[])::text`
    case 'bytes':
      return sql`encode(${expression}, 'hex')`
    case 'number':
      // A single compares as a double: its own text names another one.
      return sql`case pg_typeof(${expression}) when 'real'::regtype then (${expression})::double precision::text else (${expression})::text end`
    case 'dynamic':
      return sql`pg_typeof(${expression})::text || ':' || (to_jsonb(${expression}) #>> '{}')`
    default:
      return sqlType === 'bool' ? sql`(${expression})::boolean::text` : sql`(${expression})::text`
  }
}

/** `months days microseconds`: the three numbers of which an interval is made. */
function intervalText(expression: SQLWrapper): SQL {
  const part = (name: string): SQL => sql`extract(${sql.raw(name)} from ${expression})`
  const months = sql`(${part('year')} * 12 + ${part('month')})::bigint`
  const micros = sql`(${part('hour')} * 3600000000 + ${part('minute')} * 60000000 + ${part('microseconds')})::bigint`
  return sql`${months} || ' ' || ${part('day')}::bigint || ' ' || ${micros}`
}

const TYPES: { readonly [kind in PositionKey['kind']]?: string } = {
  boolean: 'boolean',
  uuid: 'uuid',
  integer: 'bigint',
  decimal: 'numeric',
  float: 'double precision',
  timestamp: 'timestamp',
  date: 'date',
  time: 'time',
  timetz: 'timetz',
  interval: 'interval',
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
      return cast(slot, form === 'numeric' ? 'numeric' : 'bigint')
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
    default:
      return cast(slot, TYPES[kind] as string)
  }
}

const DYNAMIC_TYPES: { readonly [form in KeyForm]?: string } = {
  numeric: 'numeric',
  float: 'double precision',
  text: 'text',
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
  text: "'text'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'name'::regtype",
}

/** The type that a cursor claims is asked of the row as well: a claim that does not hold finds no row, and is no error. */
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
  readsRanges: 'limited',
}
