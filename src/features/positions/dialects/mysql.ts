// Stages plan and run: the texts of sort keys as MySQL and MariaDB write them.
import { bytesOfHex, textOfBytes } from '../../../basics/bytes.js'
import type { BoundKey } from '../../../types/position.js'
import type { KeyTexts } from './key-texts.js'
import { as, bindDriver, decimalOrDouble, HEX, isWhole, NUMBER, plain, plainIf, plainKeyTexts, UUID } from './shared.js'
import { isMysqlTime } from '../moments.js'
import { isNetworkText } from '../network-address.js'
import { lengthOf } from '../../../dialects/mysql/keys.js'

/** The beginning of a value as JSON; does it compare as a number (1) or as a time (2)?; its text in hex; and is it true? */
const MYSQL_VALUE = /^(.+):([0-2]):((?:[0-9A-F]{2})*):([01])$/s
/** A number as JSON, up to the bracket of the array that it is in. */
const JSON_NUMBER = /^[-\d][^\]]*/
/** The number that MySQL reads from the beginning of a text. */
const LEADING_NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i
const MOMENT = /^[-\d][-\d:. ]*$/

/**
 * Is text a value by itself? An enum or a set is sorted by a number of its own, by which it is true, and compared by
 * its text.
 */
function isItself(text: string, isTrue: boolean): boolean {
  const isTrueText = Number(LEADING_NUMBER.exec(text)?.[0] ?? 0) !== 0
  return isTrue === isTrueText || MOMENT.test(text) || UUID.test(text.toLowerCase()) || isNetworkText(text, 'inet')
}

/**
 * Text of which MySQL sorts the first bytes only, and JSON, which MySQL compares in one way and MariaDB in another,
 * have no key: a value type decides how they are compared.
 */
function mysqlText(raw: unknown): string | null {
  const [, mark = '', compared, hex = '', isTrue] = MYSQL_VALUE.exec(String(raw)) ?? []
  const text = textOfBytes(bytesOfHex(hex))
  if (compared === '2') return `t${text}`
  if (/^[-\dtf]/.test(mark)) return compared === '1' && text !== null ? `n${JSON_NUMBER.exec(mark)?.[0] ?? text}` : null
  if (!mark.startsWith('"') || hex.length > 2 * 255) return null
  if (text === null) return `b${hex.toLowerCase()}`
  const isJson = text.startsWith('"') && mark.charAt(1) !== '\\'
  return isJson || !isItself(text, isTrue === '1') ? null : `s${text}`
}

function bindNumber(text: string): BoundKey | null {
  if (!NUMBER.test(text)) return null
  return isWhole(text) ? as('signed', text) : decimalOrDouble(text)
}

/** `t` a time; the rest is what `bindDriver` reads. */
const bindUntyped: KeyTexts['bindUntyped'] = (text, key) => {
  const time = text.slice(1)
  if (!text.startsWith('t')) return bindOther(text, key)
  return isMysqlTime(time) ? as('time', time) : null
}
const bindOther = bindDriver(bindNumber)

/** Without the brackets that it is read in. */
function readNumber(raw: unknown): string | null {
  const text = String(raw).replace(/^\[|\]$/g, '')
  return text === 'null' ? null : text
}

/** Text bound as it is would be compared as a double: numbers beyond 2^53 are cast. */
export const mysqlKeyTexts: KeyTexts = {
  ...plainKeyTexts,
  readFloat: readNumber,
  readNumber,
  readUntyped: (raw, refuse) => mysqlText(raw) ?? refuse('this kind'),
  bindUntyped,
  bindWide: (text) => as(text.startsWith('-') ? 'signed' : 'unsigned', text),
  bindNumber,
  bindPadded: (text, { sqlType }) =>
    [...text].length > lengthOf(sqlType) && HEX.test(text) ? as('padded', text) : plain(text),
  bindTime: (text) => plainIf(isMysqlTime(text), text),
}
