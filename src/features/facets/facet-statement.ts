// Facets: the select of one facet, and how its rows are read.
import { Column, SQL, sql } from 'drizzle-orm'
import { hexOfBytes } from '../../basics/bytes.js'
import { is } from '../../drizzle/kinds.js'
import { decoderOf } from '../../drizzle/fragments.js'
import { columnInternals } from '../../drizzle/tables.js'
import { withUsedTables } from '../../drizzle/used-tables.js'
import type { Field, FilterableField } from '../../types/config.js'
import type { FacetRequest } from '../../types/facets.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { FacetRange, FacetValue } from './facet-types.js'
import { FACET_DIALECTS } from './dialects/index.js'
import { criterionOf } from './encode-filter-value.js'
import { column, type FacetSet, type FacetSource, facetSource, KEY, RAW } from './facet-source.js'
import { readFacetValue } from './read-facet-value.js'
import { scalarOf } from './scalar-of.js'
import { declaredDecoder } from '../../values/declared-decoder.js'
import { valueReader } from '../../values/read-value.js'
import { isOwnColumn, storedForm, type ValuePlace } from '../../values/stored-form.js'
import { writeValue } from '../../values/write-value.js'

/** What Drizzle's select builder gets. */
export interface FacetStatement {
  readonly fields: { readonly [name: string]: SQL }
  readonly from: SQL
  readonly where?: SQL
  readonly groupBy?: SQL
  readonly orderBy?: readonly SQL[]
  readonly limit?: number
  readonly read: (rows: readonly FacetRow[]) => FacetAnswer
}

export type FacetRow = { readonly [name: string]: unknown }
export type FacetAnswer = FacetValue<unknown>[] | FacetRange<unknown> | null

export function facetStatement(
  { filterable, limit }: FacetRequest,
  filtered: FacetSet,
  config: ResolvedConfig,
): FacetStatement {
  const source = facetSource(filterable, filtered, config)
  if (limit !== null) return valuesStatement(filterable, source, limit, config)
  const write = source.hasRaw || isOrderedByPosition(filterable.field, config) ? rankedStatement : rangeStatement
  return write(filterable.field, source, config)
}

const facetRows = (rows: SQL): SQL => withUsedTables(sql`${rows} as ${column('facet')}`)
/** Text of no such value as its type has. */
const UNREADABLE = sql`case when ${KEY} is null then ${RAW} end`
/** Qualified: PostgreSQL also calls a result `key` whose value is a cast of it, and an order takes results first. */
const FACET_KEY = sql`${column('facet')}.${KEY}`

const COUNT = sql`count(*)`.mapWith(Number)

function valuesStatement(
  filterable: FilterableField,
  source: FacetSource,
  limit: number,
  config: ResolvedConfig,
): FacetStatement {
  const { field } = filterable
  const { anyOf, numbersBooleans } = FACET_DIALECTS[config.dialect]
  const read = reader(field, source, config)
  const isOwn = isOwnColumn(scalarOf(field))
  const isNumbered = numbersBooleans && field.type?.kind === 'boolean' && !isOwn
  const { hasRaw, hasUnreadable, rowKeys } = source
  const raw = anyOf(RAW)
  const value = hasRaw ? raw : hasUnreadable ? sql`coalesce(${KEY}, ${raw})` : KEY
  const groups = hasUnreadable ? [KEY, UNREADABLE] : [KEY]
  // A row that holds a value twice is counted once.
  const columns = hasRaw || hasUnreadable ? sql`${KEY}, ${raw} as ${RAW}` : KEY
  const rows =
    rowKeys.length === 0
      ? source.rows
      : sql`(select ${columns} from ${source.rows} as ${column('held')} group by ${list([...rowKeys, ...groups])})`
  return {
    fields: { ...read.fields('value', value), count: COUNT, ...((isOwn || isNumbered) && { held: FACET_KEY }) },
    from: facetRows(rows),
    groupBy: list(groups),
    orderBy: [sql`count(*) desc`, FACET_KEY, ...(hasUnreadable ? [raw] : [])],
    limit,
    read: (found) =>
      found.map((row) => {
        const value = read.value(row, 'value')
        // A number may stand for several values: their text names one.
        const isNamed = !isOwn && typeof value === 'number' && typeof row['valueExact'] === 'string'
        const isOther = isNumbered
          ? isOtherNumber(field, value, row['held'])
          : isOwn && namesOther(field, value, row['held'], config)
        const held = row['valueExact'] ?? row['value']
        const filter = isOther ? null : criterionOf(filterable, isNamed ? row['valueExact'] : value, held)
        return { value, count: row['count'] as number, filter }
      }),
  }
}

/**
 * Would a filter by the value find another group? The decoder of a custom column may make one value of several, or null:
 * what its encoder writes of the value is then not what the group is.
 */
function namesOther(field: Field, value: unknown, held: unknown, { dialect }: ResolvedConfig): boolean {
  if (value === null || held === null) return value !== held
  const place = scalarOf(field)
  if (place.type === null || place.type.kind === 'custom') return false
  const isPadded = FACET_DIALECTS[dialect].padsChar && /^(?:bp)?char\b/i.test(place.facts?.sqlType ?? '')
  const [own, group] = [storedForm(place, value), held].map((raw) => {
    const text = textOf(place, raw)
    return isPadded && text !== null ? text.trimEnd() : text
  })
  return own !== null && group !== null && own !== group
}

/** A filter finds 0 and 1 only. */
function isOtherNumber(field: Field, value: unknown, held: unknown): boolean {
  const number = held instanceof Uint8Array ? parseInt(hexOfBytes(held), 16) : Number(held)
  return value !== null && Number(valueReader(field)(value)) !== number
}

function textOf(place: ValuePlace, raw: unknown): string | null {
  const read = valueReader(place)(raw)
  return place.type === null || read === null ? null : writeValue(place.type, read)
}

function rangeStatement(field: Field, source: FacetSource, config: ResolvedConfig): FacetStatement {
  const read = reader(field, source, config)
  const [low, high] = [column('low'), column('high')]
  const isRepeated = source.rowKeys.length > 0
  const ends = sql`min(${KEY}) as ${low}, max(${KEY}) as ${high}`
  const ofRow = sql`(select ${ends} from ${source.rows} as ${column('held')} group by ${list(source.rowKeys)})`
  const [least, most] = isRepeated ? [low, high] : [KEY, KEY]
  return {
    fields: {
      ...read.fields('min', sql`min(${least})`),
      ...read.fields('max', sql`max(${most})`),
      count: sql`count(${least})`.mapWith(Number),
    },
    from: facetRows(isRepeated ? ofRow : source.rows),
    read: ([row]) => {
      const count = row?.['count'] as number
      return row === undefined || count === 0
        ? null
        : { min: read.value(row, 'min'), max: read.value(row, 'max'), count }
    },
  }
}

/**
 * min() and max() do not know these: a uuid of PostgreSQL before 18, and an enum of MySQL, which they compare as text.
 */
function isOrderedByPosition({ type, facts }: Field, { dialect }: ResolvedConfig): boolean {
  return type?.kind === 'uuid' || (facts?.isNativeEnum === true && FACET_DIALECTS[dialect].comparesEnumsAsText)
}

/** The first and the last row of the order that comparisons have. */
function rankedStatement(field: Field, source: FacetSource, config: ResolvedConfig): FacetStatement {
  const read = reader(field, source, config)
  const [first, last, row, rows] = [column('first'), column('last'), column('row'), column('rows')]
  const value = source.hasRaw ? RAW : KEY
  const rank =
    source.rowKeys.length === 0
      ? sql`row_number() over (order by ${KEY})`
      : sql`dense_rank() over (order by ${list(source.rowKeys)})`
  const ranks = sql`row_number() over (order by ${KEY}) as ${first}, row_number() over (order by ${KEY} desc) as ${last}, ${rank} as ${row}`
  const ranked = sql`(select ${value}, ${ranks} from ${source.rows} as ${column('held')} where ${KEY} is not null)`
  const counted = sql`(select ${value}, ${first}, ${last}, max(${row}) over () as ${rows} from ${ranked} as ${column('ranked')})`
  return {
    fields: { ...read.fields('value', value), count: sql`${rows}`.mapWith(Number) },
    from: facetRows(counted),
    where: sql`(${first} = 1 or ${last} = 1)`,
    orderBy: [first],
    read: ([least, ...others]) => {
      if (least === undefined) return null
      // One row may be both.
      const most = others.at(-1) ?? least
      return { min: read.value(least, 'value'), max: read.value(most, 'value'), count: least['count'] as number }
    },
  }
}

const list = (columns: readonly SQL[]): SQL => sql.join([...columns], sql`, `)

interface Reader {
  /** A value as its column decodes it, with what the driver's own form of it leaves out. */
  readonly fields: (name: string, value: SQL) => { readonly [name: string]: SQL }
  readonly value: (row: FacetRow, name: string) => unknown
}

function reader(field: Field, { hasRaw, isJson }: FacetSource, config: ResolvedConfig): Reader {
  const { type, expression } = field
  const scalar = scalarOf(field)
  // What Drizzle's `max(column)` selects is read, and rounded, as the column is.
  const column = decodingColumn(expression)
  const facts = isJson ? null : (scalar.type?.builtIn?.facts ?? scalar.facts)
  const isArray = type?.kind === 'collection' && !isJson
  // A single under a value type of another kind is compared by that type.
  const dataType = column !== null && !isJson ? dataTypeOf(column) : ''
  const isExact = facts !== null && (facts.valueType === 'timestamp' || !hasRaw)
  return {
    fields: (name, value) => {
      // The column decodes arrays: an element goes through it as an array of one.
      const decoded = isJson ? sql`${value}` : decodedAs(isArray ? sql`array[${value}]` : value, field, config)
      // A `Date` leaves out microseconds, which the text of an instant has.
      const isDecoded = declaredDecoder(expression, type) !== null || (is(expression, SQL) && column !== null)
      const isInstant = type?.kind === 'timestamp' && isDecoded
      const exact = isExact
        ? FACET_DIALECTS[config.dialect].exact(value, facts, dataType)
        : isInstant
          ? sql`${value}`
          : null
      return exact === null ? { [name]: decoded } : { [name]: decoded, [`${name}Exact`]: exact }
    },
    value: (row, name) => {
      const value = row[name]
      return readFacetValue(field, {
        value: isArray && Array.isArray(value) ? value[0] : value,
        exact: row[`${name}Exact`],
        isJson,
      })
    },
  }
}

function decodingColumn(expression: Column | SQL): Column | null {
  const decoder: unknown = is(expression, SQL) ? decoderOf(expression) : expression
  return is(decoder, Column) ? decoder : null
}

/** Of an array, that of its elements. Drizzle 1.0 has one column for both. */
const dataTypeOf = (column: Column): string => (columnInternals(column).baseColumn ?? column).dataType

function decodedAs(value: SQL, { expression, type, facts }: Field, { dialect }: ResolvedConfig): SQL {
  const { exactValue } = FACET_DIALECTS[dialect]
  if (is(expression, Column))
    return sql`${exactValue(value, expression.dataType, expression.getSQLType())}`.mapWith(expression)
  // Drizzle keeps what `.mapWith()` was given under this name on both lines.
  const kind = facts?.isSinglePrecision === true ? '' : (type?.kind ?? '')
  return sql`${exactValue(value, kind, '')}`.mapWith(decoderOf(expression))
}
