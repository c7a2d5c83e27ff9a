// Stages plan and run: what the texts of sort keys have in common. A text that the database could not have written is
// rejected, so that no cursor made by hand reaches a statement.
import { bytesOfHex, hexOfBytes, isWellFormed } from '../../../basics/bytes.js'
import type { BoundKey, KeyForm } from '../../../types/position.js'
import type { KeyTexts } from './key-texts.js'
import { isMysqlTime, isPlainDate, isPlainTimestamp, isPostgresTime } from '../moments.js'

export const plain = (value: unknown): BoundKey => ({ value, form: 'plain' })
export const as = (form: KeyForm, value: unknown): BoundKey => ({ value, form })
export const plainIf = (isAllowed: boolean, value: unknown): BoundKey | null => (isAllowed ? plain(value) : null)
export const orNull = (value: string | null): BoundKey | null => (value === null ? null : plain(value))

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const HEX = /^(?:[0-9a-f]{2})*$/i
export const INTEGER = /^-?(?:0|[1-9]\d{0,19})$/
export const NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]?\d{1,3})?$/i
/** Numbers that PostgreSQL has beyond the finite ones. */
export const SPECIAL = /^(?:NaN|-?Infinity)$/
/** As many digits as a cursor holds of one. */
export const DECIMAL = /^-?\d{1,8000}(?:\.\d{1,8000})?$/

/** As many digits as MySQL's widest decimal: 65, 30 of them after the point. */
function isBoundedDecimal(text: string): boolean {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  return whole.length <= 35 && fraction.length <= 30
}

export const isWhole = (text: string): boolean => INTEGER.test(text) && text.length <= 18
export const isFinite = (text: string): boolean => NUMBER.test(text) && Number.isFinite(Number(text))
/**
 * Writes the double nearest to a text, because the server rejects 1e-999 and 1e999 as out of range. It stays text,
 * because the RDS Data API would bind the number 1e300 as a long.
 */
export const floatText = (text: string): string | null =>
  SPECIAL.test(text) ? text : isFinite(text) ? String(Number(text)) : null
export const decimalOrDouble = (text: string): BoundKey =>
  as(isBoundedDecimal(text) && !/e/i.test(text) ? 'decimal' : 'double', text)

/** What a driver made of an expression. */
export function driverText(raw: unknown): string {
  if (typeof raw === 'number' || typeof raw === 'bigint') return `n${raw}`
  if (raw instanceof Uint8Array) return `b${hexOfBytes(raw)}`
  if (raw instanceof Date) return `s${raw.toISOString().slice(0, -1)}`
  return typeof raw === 'string' ? `s${raw}` : `s${JSON.stringify(raw)}`
}

/** `n` a number, `s` text, `b` bytes in hex: an expression as a driver read it. */
export const bindDriver =
  (bindNumber: (text: string) => BoundKey | null): KeyTexts['bindUntyped'] =>
  (text) => {
    const value = text.slice(1)
    switch (text.charAt(0)) {
      case 'n':
        return bindNumber(value)
      case 's':
        return isWellFormed(value) ? plain(value) : null
      case 'b':
        return HEX.test(value) ? plain(bytesOfHex(value)) : null
      default:
        return null
    }
  }

function bindNumber(text: string): BoundKey | null {
  if (!NUMBER.test(text)) return null
  return isWhole(text) ? plain(text) : decimalOrDouble(text)
}

/** Of a database that writes dates and times as ISO 8601 does, and whose numbers are finite. */
export const plainKeyTexts: KeyTexts = {
  readFloat: String,
  readNumber: String,
  readUntyped: driverText,
  bindUntyped: bindDriver(bindNumber),
  bindWide: plain,
  bindDecimal: (text) => plainIf(DECIMAL.test(text) && isBoundedDecimal(text), text),
  bindFloat: (text) => plainIf(isFinite(text), text),
  bindNumber,
  bindTimestamp: (text) => plainIf(isPlainTimestamp(text), text),
  bindDate: (text) => plainIf(isPlainDate(text), text),
  bindTime: (text) => plainIf(isPostgresTime(text), text),
  bindInterval: (text) => plainIf(isMysqlTime(text), text),
}
