// Stage run: driver rows (arrays of values) as items, by closures over decoders that are looked up once per statement.
// Drizzle 0.45 looks them up for every value of every row; 1.0 has mappers of this kind itself and keeps them.
import { Column, SQL, Subquery, Table } from 'drizzle-orm'
import { columnInternals, tableColumns } from '../drizzle/tables.js'
import { decoderOf, type FragmentDecoder, noDecoder } from '../drizzle/fragments.js'
import { is, ownKindOf } from '../drizzle/kinds.js'
import { wholeRows } from '../drizzle/whole-rows.js'
import type { Selection } from '../types/selection.js'

/** @param normalize what some SQLite drivers do to every value before it is decoded */
export type RowMapper = (
  rows: readonly ArrayLike<unknown>[],
  normalize?: (value: unknown) => unknown,
) => Record<string, unknown>[]

interface Leaf {
  readonly path: readonly string[]
  readonly decoder: Decoder | null
}

const mappers = new WeakMap<Selection, RowMapper>()

/**
 * Rows as the selection's records, none of them nullified: `guardSelection` tells which records a left join did not
 * find. All statements over one selection share a mapper: with four of them in turns, 25 rows took a fifth longer
 * (`node bench/run.mjs --only stubbed`).
 *
 * @param selection not changed afterwards
 */
export function rowMapper(selection: Selection): RowMapper {
  let mapper = mappers.get(selection)
  if (mapper === undefined) mappers.set(selection, (mapper = newMapper(selection)))
  return mapper
}

function newMapper(selection: Selection): RowMapper {
  const leaves = leavesOf(selection, [])
  const decoders = leaves.map(({ decoder }) => decoder)
  const write = leaves.every(({ path }) => path.length === 1)
    ? flatWriter(
        leaves.map(({ path }) => path[0] as string),
        decoders,
      )
    : nestedWriter(leaves)
  return (given, normalize) => {
    const rows = wholeRows(given)
    const items: Record<string, unknown>[] = []
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as ArrayLike<unknown>
      items.push(write(normalize === undefined ? row : Array.from(row, normalize)))
    }
    return items
  }
}

type RowWriter = (row: ArrayLike<unknown>) => Record<string, unknown>

/** Columns before this one have a store each. */
const IN_LOOP_FROM = 16

/**
 * V8 caches the key per assignment site, and a site with one key is several times as fast. Each of these lines is a
 * site of its own: 25 rows take 0.6 µs in a process with one list, and 2.1 in a loop; 2.2 and 3.2 with two lists, 4.2
 * and 4.6 with eight (`node bench/run.mjs --only row-writer`).
 */
function flatWriter(keys: readonly string[], decoders: readonly (Decoder | null)[]): RowWriter {
  const width = keys.length
  // Every process counts rows. The key of the count has its own site, so that the first site below stays monomorphic.
  if (width === 1) return oneColumnWriter(keys[0] as string, decoders[0] as Decoder | null)
  return (row) => {
    const item: Record<string, unknown> = {}
    if (width === 0) return item
    item[keys[0] as string] = decoded(decoders[0], row[0])
    item[keys[1] as string] = decoded(decoders[1], row[1])
    if (width === 2) return item
    item[keys[2] as string] = decoded(decoders[2], row[2])
    if (width === 3) return item
    item[keys[3] as string] = decoded(decoders[3], row[3])
    if (width === 4) return item
    item[keys[4] as string] = decoded(decoders[4], row[4])
    if (width === 5) return item
    item[keys[5] as string] = decoded(decoders[5], row[5])
    if (width === 6) return item
    item[keys[6] as string] = decoded(decoders[6], row[6])
    if (width === 7) return item
    item[keys[7] as string] = decoded(decoders[7], row[7])
    if (width === 8) return item
    item[keys[8] as string] = decoded(decoders[8], row[8])
    if (width === 9) return item
    item[keys[9] as string] = decoded(decoders[9], row[9])
    if (width === 10) return item
    item[keys[10] as string] = decoded(decoders[10], row[10])
    if (width === 11) return item
    item[keys[11] as string] = decoded(decoders[11], row[11])
    if (width === 12) return item
    item[keys[12] as string] = decoded(decoders[12], row[12])
    if (width === 13) return item
    item[keys[13] as string] = decoded(decoders[13], row[13])
    if (width === 14) return item
    item[keys[14] as string] = decoded(decoders[14], row[14])
    if (width === 15) return item
    item[keys[15] as string] = decoded(decoders[15], row[15])
    for (let i = IN_LOOP_FROM; i < width; i++) item[keys[i] as string] = decoded(decoders[i], row[i])
    return item
  }
}

function oneColumnWriter(key: string, decoder: Decoder | null): RowWriter {
  return (row) => {
    const item: Record<string, unknown> = {}
    item[key] = decoded(decoder, row[0])
    return item
  }
}

function decoded(decoder: Decoder | null | undefined, value: unknown): unknown {
  return decoder === null || value === null || typeof value === (decoder as Decoder).passed
    ? value
    : (decoder as Decoder).decode(value)
}

function nestedWriter(leaves: readonly Leaf[]): RowWriter {
  return (row) => {
    const item: Record<string, unknown> = {}
    leaves.forEach(({ path, decoder }, leaf) => {
      const last = path.length - 1
      let node = item
      for (let depth = 0; depth < last; depth++) node = (node[path[depth] as string] ??= {}) as Record<string, unknown>
      node[path[last] as string] = decoded(decoder, row[leaf])
    })
    return item
  }
}

/** In the order in which Drizzle selects them. */
function leavesOf(selection: object, path: readonly string[]): Leaf[] {
  return Object.entries(selection).flatMap(([key, member]: [string, unknown]): Leaf[] => {
    const at = [...path, key]
    if (is(member, Column)) return [{ path: at, decoder: columnDecoder(member) }]
    if (is(member, SQL)) return [{ path: at, decoder: expressionDecoder(member) }]
    if (is(member, SQL.Aliased)) return [{ path: at, decoder: expressionDecoder(member.sql) }]
    if (is(member, Subquery)) return [{ path: at, decoder: expressionDecoder(member._.sql) }]
    if (is(member, Table)) return leavesOf(tableColumns(member), at)
    return leavesOf(member as object, at)
  })
}

// How a driver's value becomes what Drizzle makes of it, looked up once per statement.

interface Decoder {
  /** The `typeof` of values that are decoded to themselves; null without such values. */
  readonly passed: 'number' | 'string' | null
  readonly decode: (value: unknown) => unknown
}

/** Drizzle's own classes whose decoder hands on what is of this type, as drivers mostly send it. */
const PASSED = new Map<string | null, Decoder['passed']>([
  ...[
    'PgInteger',
    'PgSmallInt',
    'PgBigInt53',
    'PgReal',
    'PgDoublePrecision',
    'PgNumericNumber',
    'MySqlInt',
    'MySqlTinyInt',
    'MySqlSmallInt',
    'MySqlMediumInt',
    'MySqlBigInt53',
    'MySqlDecimalNumber',
    'SQLiteNumericNumber',
  ].map((kind) => [kind, 'number'] as const),
  ...['PgNumeric', 'PgDateString', 'PgTimestampString', 'MySqlDecimal', 'SQLiteNumeric'].map(
    (kind) => [kind, 'string'] as const,
  ),
])

const decodesNothing = Column.prototype.mapFromDriverValue as unknown

/** Null: every value is handed on as it is. */
export function columnDecoder(column: Column): Decoder | null {
  if ((column.mapFromDriverValue as unknown) === decodesNothing) return null
  // A subclass may decode in another way.
  const kind = ownKindOf(column)
  if (kind === 'PgTimestamp') return { passed: null, decode: timestampDecoder(column) }
  return { passed: PASSED.get(kind) ?? null, decode: (value) => column.mapFromDriverValue(value) }
}

/** Null: every value is handed on as it is. */
function expressionDecoder(expression: SQL): Decoder | null {
  const decoder = decoderOf(expression) as FragmentDecoder | Column
  if (is(decoder, Column)) return columnDecoder(decoder)
  if (decoder.mapFromDriverValue === noDecoder) return null
  return { passed: null, decode: (value) => decoder.mapFromDriverValue(value) }
}

// The one decoder that costs more than the rest of its row. `new Date(text)` parses any form of a date;
// PostgreSQL sends one form, and reading its digits takes a fifth of the time.

const DOT = 46
const PLUS = 43
const MINUS = 45
const COLON = 58
const SPACE = 32
const ZERO = 48

/** @param column a `PgTimestamp`: `timestamp` of PostgreSQL in date mode */
function timestampDecoder(column: Column): (value: unknown) => unknown {
  const { withTimezone = false } = columnInternals(column)
  return (value) => {
    const instant = typeof value === 'string' ? readInstant(value, withTimezone) : Number.NaN
    // Years before 100 and after 9999, BC, infinity, offsets with seconds: Drizzle's own reading.
    return Number.isNaN(instant) ? column.mapFromDriverValue(value) : new Date(instant)
  }
}

/**
 * `yyyy-MM-dd HH:mm:ss[.f…]`, with `±HH[:mm]` where there is a time zone; milliseconds since the epoch, or NaN for
 * another form.
 */
function readInstant(text: string, withTimezone: boolean): number {
  if (text.length < 19 || text.charCodeAt(4) !== MINUS || text.charCodeAt(7) !== MINUS || text.charCodeAt(10) !== SPACE)
    return Number.NaN
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return Number.NaN
  const century = twoDigits(text, 0)
  const yearOfCentury = twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  // A rejected digit makes its number negative.
  if (century < 1 || yearOfCentury < 0 || month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return Number.NaN
  let milliseconds = 0
  let at = 19
  if (at < text.length && text.charCodeAt(at) === DOT) {
    at += 1
    let places = 0
    for (; at < text.length; at++, places++) {
      const digit = text.charCodeAt(at) - ZERO
      if (digit < 0 || digit > 9) break
      // Dates have no microseconds: they are cut off.
      if (places < 3) milliseconds = milliseconds * 10 + digit
    }
    if (places === 0) return Number.NaN
    milliseconds *= places === 1 ? 100 : places === 2 ? 10 : 1
  }
  const days = daysSinceEpoch(century * 100 + yearOfCentury, month, day)
  const instant = days * 86_400_000 + (hour * 3600 + minute * 60 + second) * 1000 + milliseconds
  if (withTimezone) return instant - readOffset(text, at) * 60_000
  return at === text.length ? instant : Number.NaN
}

/** The rest of a text as minutes east of Greenwich; NaN for another form. */
function readOffset(text: string, at: number): number {
  if (text.length < at + 3) return Number.NaN
  const sign = text.charCodeAt(at)
  const hours = twoDigits(text, at + 1)
  const hasMinutes = text.length === at + 6 && text.charCodeAt(at + 3) === COLON
  const minutes = hasMinutes ? twoDigits(text, at + 4) : 0
  if ((sign !== PLUS && sign !== MINUS) || (!hasMinutes && text.length !== at + 3)) return Number.NaN
  if (hours < 0 || hours > 15 || minutes < 0 || minutes > 59) return Number.NaN
  return sign === PLUS ? hours * 60 + minutes : -(hours * 60 + minutes)
}

/** Of the Gregorian calendar; the year counts from March, so that a leap day is its last. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const march = month > 2 ? year : year - 1
  const dayOfYear = (((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) | 0) + day - 1
  return march * 365 + (march >> 2) - ((march / 100) | 0) + ((march / 400) | 0) + dayOfYear - 719_468
}

/** Negative where one is not a digit. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones
}
