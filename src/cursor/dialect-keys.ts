// Stages plan and run: the kinds of sort keys whose text each dialect writes in its own way. A text that the database could not have
// written is refused, so that no cursor made by hand reaches a statement.
import { dialectFacts, type DialectName } from '../dialect-facts.js'
import type { BoundKey, PositionKey } from '../types/position.js'
import { isWellFormed } from '../values/decode-result.js'
import { as, INTEGER, NUMBER, orNull, plain, plainIf, SPECIAL, UUID } from './bound-key.js'
import { bytesOfHex } from './bytes.js'
import {
  intervalOf,
  isInferredTimestamp,
  isMysqlTime,
  isPlainDate,
  isPlainTimestamp,
  isPostgresDate,
  isPostgresTime,
  isPostgresTimestamp,
} from './moments.js'

/** Null for a text that the dialect could not have written. */
type Bind = (text: string, key: PositionKey) => BoundKey | null

/** What a dialect does in its own way; `key-text.ts` has what all do alike. */
export interface DialectKeys {
  /** A float as its driver reads it, as the text that a cursor holds. */
  readonly readFloat: (raw: unknown) => string
  /** An integer beyond 2^53. */
  readonly bindWide: (text: string) => BoundKey
  readonly bindDecimal: Bind
  readonly bindFloat: Bind
  /** A numeric expression: a whole number is bound as one, which an index on an expression of integers serves. */
  readonly bindNumber: Bind
  readonly bindUuid: Bind
  readonly bindTimestamp: Bind
  readonly bindDate: Bind
  readonly bindTime: Bind
  readonly bindInterval: Bind
}

/** Text that the database can hold and a driver can send. */
export function isText(text: string, { dialect }: PositionKey): boolean {
  return isWellFormed(text) && (dialectFacts(dialect).hasNulText || !text.includes('\u0000'))
}

const DECIMAL = /^-?\d{1,8000}(?:\.\d{1,8000})?$/

/** As many digits as MySQL's widest decimal: 65, 30 of them after the point. */
function isBoundedDecimal(text: string): boolean {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  return whole.length <= 35 && fraction.length <= 30
}

const isWhole = (text: string): boolean => INTEGER.test(text) && text.length <= 18
const isFinite = (text: string): boolean => NUMBER.test(text) && Number.isFinite(Number(text))
/**
 * As text that is a double: the server refuses 1e-999 and 1e999 as out of range, and the RDS Data API would bind the number 1e300 as
 * a long.
 */
export const floatText = (text: string): string | null => (SPECIAL.test(text) ? text : isFinite(text) ? String(Number(text)) : null)
const decimalOrDouble = (text: string): BoundKey => as(isBoundedDecimal(text) && !/e/i.test(text) ? 'decimal' : 'double', text)

const postgres: DialectKeys = {
  // `float8send` in hex: all bits of the number, whatever the session prints.
  readFloat: (raw) => String(typeof raw === 'string' ? new DataView(bytesOfHex(raw).buffer).getFloat64(0) : raw),
  bindWide: plain,
  bindDecimal: (text) => plainIf(SPECIAL.test(text) || DECIMAL.test(text), text),
  bindFloat: (text) => {
    const float = floatText(text)
    return float === null ? null : plain(float)
  },
  bindNumber: (text) => {
    if (SPECIAL.test(text)) return as('numeric', text)
    if (!NUMBER.test(text)) return null
    return isWhole(text) ? plain(text) : as('numeric', text)
  },
  bindUuid: (text) => plainIf(UUID.test(text), text),
  bindTimestamp: (text, { sqlType }) => plainIf(sqlType === 'inferred' ? isInferredTimestamp(text) : isPostgresTimestamp(text), text),
  bindDate: (text) => plainIf(isPostgresDate(text), text),
  bindTime: (text) => plainIf(isPostgresTime(text), text),
  bindInterval: (text) => orNull(intervalOf(text)),
}

const mssql: DialectKeys = {
  readFloat: String,
  bindWide: plain,
  bindDecimal: (text) => plainIf(DECIMAL.test(text) && isBoundedDecimal(text), text),
  bindFloat: (text) => plainIf(isFinite(text), text),
  bindNumber: (text) => {
    if (!NUMBER.test(text)) return null
    return isWhole(text) ? plain(text) : decimalOrDouble(text)
  },
  // Its UUIDs are written in capitals.
  bindUuid: (text) => plainIf(UUID.test(text.toLowerCase()), text),
  bindTimestamp: (text) => plainIf(isPlainTimestamp(text), text),
  bindDate: (text) => plainIf(isPlainDate(text), text),
  bindTime: postgres.bindTime,
  bindInterval: (text) => plainIf(isMysqlTime(text), text),
}

/** Text bound as it is would be compared as a double: numbers beyond 2^53 are cast. */
const mysql: DialectKeys = {
  ...mssql,
  bindWide: (text) => as(text.startsWith('-') ? 'signed' : 'unsigned', text),
  bindNumber: (text) => {
    if (!NUMBER.test(text)) return null
    return isWhole(text) ? as('signed', text) : decimalOrDouble(text)
  },
  // A UUID is a text there.
  bindUuid: (text, key) => plainIf(isText(text, key), text),
  bindTime: (text) => plainIf(isMysqlTime(text), text),
}

const DIALECTS: { readonly [name in DialectName]: DialectKeys } = {
  postgresql: postgres,
  cockroach: postgres,
  mysql,
  singlestore: mysql,
  mssql,
  // Its values carry their type: `bindStored()` and `readStored()` serve all of them.
  sqlite: mssql,
}

export const dialectKeys = ({ dialect }: PositionKey): DialectKeys => DIALECTS[dialect]
