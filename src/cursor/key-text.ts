// Stages plan and run: one value of a position, from what the driver read to the text in a cursor, and from there, checked, to
// what is bound. A cursor is client input: text that its kind could not have written is refused before any statement.
import { PaginateConfigError } from '../errors.js'
import type { BoundKey, KeyForm, PositionKey } from '../types/position.js'
import { isWellFormed } from '../values/decode-result.js'
import { as, HEX, INTEGER, NUMBER, orNull, plain, plainIf, SPECIAL, UUID } from './bound-key.js'
import { bytesOfHex, hexOfBytes, textOfBytes } from './bytes.js'
import { dialectKeys, floatText, isText } from './dialect-keys.js'
import { isJsonb, readArray } from './documents.js'
import { isInferredTimestamp, isPostgresDate, isPostgresTime, isPostgresTimestamp, isPostgresTimetz } from './moments.js'
import { isNetworkText } from './network-address.js'

/**
 * The exact text of what `keySelect` read for a key; null for null.
 *
 * @throws PaginateConfigError for an expression of a type that only a value type could tell
 */
export function readKeyText(raw: unknown, key: PositionKey): string | null {
  if (raw === null || raw === undefined) return null
  switch (key.kind) {
    case 'stored':
      return readStored(raw)
    case 'driver':
      return readDriver(raw)
    case 'float':
      return dialectKeys(key).readFloat(raw)
    case 'dynamic':
      return readDynamic(String(raw))
    default:
      return raw instanceof Date ? raw.toISOString() : String(raw)
  }
}

/** What is bound for a text of a cursor; null where no row could have given it. */
export function bindKeyText(text: string, key: PositionKey): BoundKey | null {
  switch (key.kind) {
    case 'text':
    case 'other':
      return plainIf(isText(text, key), text)
    case 'boolean':
      return plainIf(text === 'true' || text === 'false', text === 'true')
    case 'uuid':
      return dialectKeys(key).bindUuid(text, key)
    case 'integer':
      return bindInteger(text, key)
    case 'decimal':
      return dialectKeys(key).bindDecimal(text, key)
    case 'float':
      return dialectKeys(key).bindFloat(text, key)
    case 'number':
      return dialectKeys(key).bindNumber(text, key)
    case 'timestamp':
    case 'timestamptz':
      return dialectKeys(key).bindTimestamp(text, key)
    case 'date':
      return dialectKeys(key).bindDate(text, key)
    case 'time':
      return dialectKeys(key).bindTime(text, key)
    case 'timetz':
      return plainIf(isPostgresTimetz(text), text)
    case 'interval':
      return dialectKeys(key).bindInterval(text, key)
    case 'enum':
      return plainIf(key.members?.includes(text) === true, text)
    case 'network':
      return plainIf(isNetworkText(text, key.sqlType), text)
    case 'jsonb':
      return plainIf(isJsonb(text), text)
    case 'array':
      return orNull(readArray(text, (element) => key.element === null || bindKeyText(element, key.element) !== null))
    case 'bytes':
      return plainIf(HEX.test(text), text)
    case 'dynamic':
      return bindDynamic(text)
    case 'stored':
      return bindStored(text)
    case 'driver':
      return bindDriver(text, key)
    default:
      return key.kind satisfies never
  }
}

function bindInteger(text: string, key: PositionKey): BoundKey | null {
  if (!INTEGER.test(text)) return null
  const value = BigInt(text)
  if (key.range !== null && (value < key.range.min || value > key.range.max)) return null
  const isSafe = value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
  if (isSafe) return plain(Number(value))
  return dialectKeys(key).bindWide(text)
}

/**
 * SQLite's values carry their type: `i` an integer as its digits, `r` a real, `t` text, `x` bytes in hex that are no UTF-8, `b` a
 * blob in hex. Text arrives in hex: NUL characters and broken UTF-8 pass every driver.
 */
function readStored(raw: unknown): string {
  if (typeof raw !== 'string') return `r${String(raw)}`
  if (!raw.startsWith('t')) return raw
  const hex = raw.slice(1)
  const text = textOfBytes(bytesOfHex(hex))
  return text === null ? `x${hex}` : `t${text}`
}

function bindStored(text: string): BoundKey | null {
  const value = text.slice(1)
  switch (text.charAt(0)) {
    case 'i': {
      if (!INTEGER.test(value) || BigInt.asIntN(64, BigInt(value)) !== BigInt(value)) return null
      const isSafe = Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER
      return isSafe ? plain(Number(value)) : as('signed', value)
    }
    case 'r':
      if (value === 'Infinity' || value === '-Infinity') return as('real', value.replace('Infinity', '9e999'))
      return NUMBER.test(value) && Number.isFinite(Number(value)) ? plain(Number(value)) : null
    case 't':
      return isWellFormed(value) ? plain(value) : null
    case 'x':
      return HEX.test(value) ? as('text', bytesOfHex(value)) : null
    case 'b':
      return HEX.test(value) ? plain(bytesOfHex(value)) : null
    default:
      return null
  }
}

/** MySQL has no function that tells the type of an expression: what the driver made of it does. */
function readDriver(raw: unknown): string {
  if (typeof raw === 'number' || typeof raw === 'bigint') return `n${raw}`
  if (raw instanceof Uint8Array) return `b${hexOfBytes(raw)}`
  if (raw instanceof Date) return `s${raw.toISOString().slice(0, -1)}`
  return typeof raw === 'string' ? `s${raw}` : `s${JSON.stringify(raw)}`
}

function bindDriver(text: string, key: PositionKey): BoundKey | null {
  const value = text.slice(1)
  switch (text.charAt(0)) {
    case 'n':
      return dialectKeys(key).bindNumber(value, key)
    case 's':
      return isText(value, key) ? plain(value) : null
    case 'b':
      return HEX.test(value) ? plain(bytesOfHex(value)) : null
    default:
      return null
  }
}

interface DynamicType {
  readonly form: KeyForm
  readonly isValid: (text: string) => boolean
}

const isNumeric = (text: string): boolean => NUMBER.test(text) || SPECIAL.test(text)
const isStorable = (text: string): boolean => isWellFormed(text) && !text.includes('\u0000')
const numeric: DynamicType = { form: 'numeric', isValid: isNumeric }
const float: DynamicType = { form: 'float', isValid: (text) => floatText(text) !== null }
const words: DynamicType = { form: 'text', isValid: isStorable }

/** The types that an expression without a value type may have, as PostgreSQL names them, and how each is compared. */
const DYNAMIC: ReadonlyMap<string, DynamicType> = new Map<string, DynamicType>([
  ['smallint', numeric],
  ['integer', numeric],
  ['bigint', numeric],
  ['numeric', numeric],
  ['real', float],
  ['double precision', float],
  ['text', words],
  ['character varying', words],
  ['character', words],
  ['name', words],
  ['boolean', { form: 'boolean', isValid: (text) => text === 'true' || text === 'false' }],
  ['date', { form: 'date', isValid: isPostgresDate }],
  ['timestamp without time zone', { form: 'timestamp', isValid: isPostgresTimestamp }],
  ['timestamp with time zone', { form: 'timestamptz', isValid: isInferredTimestamp }],
  ['time without time zone', { form: 'time', isValid: isPostgresTime }],
  ['interval', { form: 'interval', isValid: (text) => INTERVAL_WORDS.test(text) }],
  ['uuid', { form: 'uuid', isValid: (text) => UUID.test(text) }],
])
/** As many digits as stay within PostgreSQL's range, and a space between two parts. */
const part = (unit: string, digits: number): string => `(?:[+-]?\\d{1,${digits}} ${unit}s?(?: |$))?`
const clock = '(?:[+-]?\\d{1,9}:[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?)?'
const INTERVAL_WORDS = new RegExp(`^(?=\\S)${part('year', 8)}${part('mon', 2)}${part('day', 9)}${clock}(?<! )$`)

/** `integer:12`: the type that PostgreSQL tells, and the value. */
function readDynamic(text: string): string {
  const type = text.slice(0, text.indexOf(':'))
  if (!DYNAMIC.has(type)) {
    throw new PaginateConfigError(
      `A sort expression of type '${type}' needs a value type for cursors; give it one with .field(name, selector, valueType).`,
    )
  }
  return text
}

function bindDynamic(text: string): BoundKey | null {
  const colon = text.indexOf(':')
  const type = DYNAMIC.get(text.slice(0, colon))
  const value = text.slice(colon + 1)
  if (type === undefined || !type.isValid(value)) return null
  return as(type.form, type === float ? floatText(value) : value)
}
