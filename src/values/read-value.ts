// Values: a row's value in the decoded form of its field's value type (types/value.ts).
import type { Field } from '../types/config.js'
import type { ColumnFacts, FieldValueType } from '../types/value.js'
import { decodeDecimal } from './number.js'
import { decodeUuid } from './uuid.js'
import { readDate, readInterval, readTime, readTimestamp } from './read-moment.js'

/** Reads a row's value. The result is null for null, and for a value that is not of the field's type. */
export type ReadValue = (raw: unknown) => unknown

const TICKS_PER_UNIT: { readonly [storage: string]: bigint } = { seconds: 10_000_000n, milliseconds: 10_000n }

export function valueReader({ type, facts }: Pick<Field, 'type' | 'facts'>): ReadValue {
  const read = type === null ? (raw: unknown) => raw : readerOf(type, facts)
  return (raw) => (raw === null || raw === undefined ? null : read(raw))
}

function readerOf(type: FieldValueType, facts: ColumnFacts | null): ReadValue {
  switch (type.kind) {
    case 'text':
    case 'char':
    case 'enum':
      return readText
    case 'boolean':
      return readBoolean
    case 'uuid':
      return readUuid
    case 'integer':
    case 'bigint':
      return readInteger
    case 'decimal':
      return readDecimal
    case 'float':
      return facts?.isSinglePrecision === true ? (raw) => Math.fround(Number(raw)) : Number
    case 'timestamp': {
      const unit = facts === null ? undefined : TICKS_PER_UNIT[facts.storage]
      return (raw) => readTimestamp(raw, unit)
    }
    case 'date':
      return readDate
    case 'time':
      return readTime
    case 'interval':
      return readInterval
    case 'collection': {
      const readElement = valueReader({ type: type.element ?? null, facts: facts?.element ?? null })
      const isJson = facts?.storage === 'json-array'
      return (raw) => {
        const held = facts?.valueType === 'text' && typeof raw === 'string' ? parsedJson(raw) : raw
        // JSON that is not an array counts as an empty collection.
        return Array.isArray(held) ? held.map(readElement) : isJson ? [] : null
      }
    }
    case 'custom':
      return (raw) => readCustom(raw, type)
    default:
      return unreachable(type.kind)
  }
}

/** JSON in a text column; undefined if the text is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readText(raw: unknown): unknown {
  if (typeof raw === 'string') return raw
  if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? null : raw.toISOString()
  // An element of a JSON array may be a record. It is matched by its text.
  return typeof raw === 'object' ? JSON.stringify(raw) : String(raw)
}

function readBoolean(raw: unknown): boolean {
  return typeof raw === 'string' ? /^(?:t|true|1)$/i.test(raw) : Boolean(raw)
}

function readUuid(raw: unknown): unknown {
  const decoded = decodeUuid(String(raw))
  return decoded.ok ? decoded.value : String(raw)
}

/** Whole numbers become bigints. SQLite may have a fraction in an integer column; JavaScript compares both exactly. */
function readInteger(raw: unknown): unknown {
  if (typeof raw === 'bigint') return raw
  if (typeof raw === 'number') return Number.isInteger(raw) ? BigInt(raw) : Number.isNaN(raw) ? null : raw
  const text = String(raw)
  return /^[+-]?\d{1,400}$/.test(text) ? BigInt(text) : null
}

const EXPONENT = /^([+-]?)(\d{1,400})(?:\.(\d{1,400}))?e([+-]?\d{1,5})$/i

function readDecimal(raw: unknown): unknown {
  const text = String(raw)
  return text === 'NaN' || text === 'Infinity' || text === '-Infinity' ? text : decimalText(raw)
}

/** Canonical digits, or null. A number is taken in its shortest decimal form, which is what its driver read. */
export function decimalText(value: unknown): string | null {
  const decoded = decodeDecimal(withoutExponent(String(value)))
  return decoded.ok ? (decoded.value as string) : null
}

/** `1.5e-7` is `0.00000015`. */
function withoutExponent(text: string): string {
  const match = EXPONENT.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point)}`
}

/** A row of a made type has what `parse` returns, or text, a number or a date that `parse` reads. */
function readCustom(raw: unknown, type: FieldValueType): unknown {
  const text = raw instanceof Date ? isoText(raw) : typeof raw === 'object' ? null : String(raw)
  if (text === null) return raw
  const decoded = type.decode(text)
  return decoded.ok && !isSameKind(decoded.value, raw) ? decoded.value : raw
}

function isSameKind(a: unknown, b: unknown): boolean {
  return typeof a === typeof b && a instanceof Date === b instanceof Date
}

function isoText(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

function unreachable(kind: never): never {
  throw new Error(`No reader for values of kind '${String(kind)}'; please report this.`)
}
