// Stage run: how a driver's value becomes what Drizzle makes of it, looked up once a statement.
import { Column, is, type SQL } from 'drizzle-orm'
import { decoderOf, type FragmentDecoder, noDecoder } from '../drizzle/fragments.js'
import { ownKindOf } from '../drizzle/kinds.js'
import { timestampDecoder } from './timestamp-decoder.js'

export interface Decoder {
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
  ...['PgNumeric', 'PgDateString', 'PgTimestampString', 'MySqlDecimal', 'SQLiteNumeric'].map((kind) => [kind, 'string'] as const),
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
export function expressionDecoder(expression: SQL): Decoder | null {
  const decoder = decoderOf(expression) as FragmentDecoder | Column
  if (is(decoder, Column)) return columnDecoder(decoder)
  if (decoder.mapFromDriverValue === noDecoder) return null
  return { passed: null, decode: (value) => decoder.mapFromDriverValue(value) }
}
