// Stages plan and run: one value of a position, from what the driver read to the text in a cursor, and from there,
// checked, to what is bound. A cursor is client input: text that its kind could not have written is rejected before any
// statement.
import { isWellFormed } from '../../basics/bytes.js'
import { PaginateConfigError } from '../../errors.js'
import type { BoundKey, PositionKey } from '../../types/position.js'
import { DIALECTS } from '../../dialects/index.js'
import { KEY_TEXTS } from './dialects/index.js'
import type { KeyTexts } from './dialects/key-texts.js'
import { HEX, INTEGER, orNull, plain, plainIf, UUID } from './dialects/shared.js'
import { isPostgresTimetz } from './moments.js'
import { isNetworkText } from './network-address.js'
import { parseJson } from '../../values/parse-json.js'
import { isJsonb, readArray, splitBounds } from './documents.js'

const texts = ({ dialect }: PositionKey): KeyTexts => KEY_TEXTS[dialect]

/** Text that the database can hold and a driver can send. */
function isText(text: string, { dialect }: PositionKey): boolean {
  return isWellFormed(text) && (DIALECTS[dialect].hasNulText || !text.includes('\u0000'))
}

/**
 * The exact text of what `KeySql.select` read for a key; null for null.
 *
 * @param name of the field, for the error
 * @throws PaginateConfigError for an expression of a type that only a value type could tell
 */
export function readKeyText(raw: unknown, key: PositionKey, name: string): string | null {
  if (raw === null || raw === undefined) return null
  switch (key.kind) {
    case 'stored':
    case 'driver':
    case 'dynamic':
      return texts(key).readUntyped(raw, (type) => refuseType(type, name))
    case 'float':
      return texts(key).readFloat(raw)
    case 'number':
      return texts(key).readNumber(raw)
    case 'integer':
      // MySQL pads the digits of a zerofill column.
      return String(raw).replace(/^0+(?=\d)/, '')
    case 'array':
      return readArrayText(String(raw), key, name)
    default:
      return raw instanceof Date ? raw.toISOString() : String(raw)
  }
}

function refuseType(type: string, name: string): never {
  throw new PaginateConfigError(
    `The sort expression '${name}' of type '${type}' needs a value type for cursors; give it one with .field(name, selector, valueType).`,
  )
}

/** Floats are read as their bits, in arrays too. */
function readArrayText(text: string, { element }: PositionKey, name: string): string {
  if (element?.kind !== 'float') return text
  const [bounds, array] = splitBounds(text)
  const elements = parseJson(array)
  return Array.isArray(elements)
    ? `${bounds}${JSON.stringify(elements.map((each) => readKeyText(each, element, name)))}`
    : text
}

/** What is bound for a text of a cursor; null where no row could have given it. */
export function bindKeyText(text: string, key: PositionKey): BoundKey | null {
  switch (key.kind) {
    case 'text':
    case 'other':
      return plainIf(isText(text, key), text)
    case 'padded':
      return isText(text, key) ? (texts(key).bindPadded ?? plain)(text, key) : null
    case 'boolean':
      return plainIf(text === 'true' || text === 'false', text === 'true')
    case 'uuid':
      return plainIf(UUID.test(text), text)
    case 'integer':
      return bindInteger(text, key)
    case 'decimal':
      return texts(key).bindDecimal(text, key)
    case 'float':
      return texts(key).bindFloat(text, key)
    case 'number':
      return texts(key).bindNumber(text, key)
    case 'timestamp':
    case 'timestamptz':
      return texts(key).bindTimestamp(text, key)
    case 'date':
      return texts(key).bindDate(text, key)
    case 'time':
      return texts(key).bindTime(text, key)
    case 'timetz':
      return plainIf(isPostgresTimetz(text), text)
    case 'interval':
      return texts(key).bindInterval(text, key)
    case 'enum':
      return plainIf(key.members?.includes(text) === true, text)
    case 'network':
      return plainIf(isNetworkText(text, key.sqlType), text)
    case 'jsonb':
      return plainIf(isJsonb(text), text)
    case 'array':
      return orNull(readArray(text, (element) => elementText(element, key.element)))
    case 'bytes':
    case 'weights':
      return plainIf(HEX.test(text), text)
    case 'dynamic':
    case 'stored':
    case 'driver':
      return texts(key).bindUntyped(text, key)
    default:
      return key.kind satisfies never
  }
}

/** An element as an array literal has it; null where no row could have given it. */
function elementText(text: string, key: PositionKey | null): string | null {
  if (key === null) return isWellFormed(text) && !text.includes('\u0000') ? text : null
  const value = bindKeyText(text, key)?.value ?? null
  if (value === null) return null
  if (key.kind === 'bytes') return `\\x${String(value)}`
  // It was read in UTC.
  return key.kind === 'timestamptz' ? String(value).replace(/(?<=\d)(?= BC|$)/, 'Z') : String(value)
}

function bindInteger(text: string, key: PositionKey): BoundKey | null {
  if (!INTEGER.test(text)) return null
  const value = BigInt(text)
  if (key.range !== null && (value < key.range.min || value > key.range.max)) return null
  const isSafe = value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
  if (isSafe) return plain(Number(value))
  return texts(key).bindWide(text)
}
