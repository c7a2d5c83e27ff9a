// Stages plan and run: the texts of sort keys as PostgreSQL writes them.
import { bytesOfHex, isWellFormed } from '../../../basics/bytes.js'
import type { BoundKey, KeyForm } from '../../../types/position.js'
import type { KeyTexts } from './key-texts.js'
import { as, DECIMAL, floatText, isFinite, isWhole, NUMBER, orNull, plain, plainIf, SPECIAL, UUID } from './shared.js'
import {
  intervalOf,
  isInferredTimestamp,
  isInfinity,
  isPostgresDate,
  isPostgresTime,
  isPostgresTimestamp,
} from '../moments.js'

/** Within a double: an expression may be one, and the server refuses to compare it with 1e400. */
const isWithinDouble = (text: string): boolean => isFinite(text) && (Number(text) !== 0 || !/^[^e]*[1-9]/i.test(text))
const doubleOfHex = (hex: string): string => String(new DataView(bytesOfHex(hex).buffer).getFloat64(0))

export const postgresKeyTexts: KeyTexts = {
  // `float8send` in hex: all bits of the number, whatever the session prints.
  readFloat: (raw) => (typeof raw === 'string' ? doubleOfHex(raw) : String(raw)),
  readNumber: (raw) => (typeof raw === 'string' && raw.startsWith('x') ? doubleOfHex(raw.slice(1)) : String(raw)),
  readUntyped: readDynamic,
  bindUntyped: bindDynamic,
  bindWide: plain,
  bindDecimal: (text) => plainIf(SPECIAL.test(text) || DECIMAL.test(text), text),
  bindFloat: (text) => {
    const float = floatText(text)
    return float === null ? null : plain(float)
  },
  bindNumber: (text) => {
    if (SPECIAL.test(text)) return as('float', text)
    if (!isWithinDouble(text)) return null
    return isWhole(text) ? plain(text) : as('numeric', text)
  },
  bindTimestamp: (text, { sqlType }) =>
    plainIf(sqlType === 'inferred' ? isInferredTimestamp(text) : isPostgresTimestamp(text), text),
  bindDate: (text) => plainIf(isPostgresDate(text), text),
  bindTime: (text) => plainIf(isPostgresTime(text), text),
  bindInterval: (text) => orNull(intervalOf(text)),
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
/** Compared without the spaces at its end. */
const padded: DynamicType = { form: 'char', isValid: isStorable }

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
  ['character', padded],
  ['name', words],
  ['boolean', { form: 'boolean', isValid: (text) => text === 'true' || text === 'false' }],
  ['date', { form: 'date', isValid: isPostgresDate }],
  ['timestamp without time zone', { form: 'timestamp', isValid: isPostgresTimestamp }],
  ['timestamp with time zone', { form: 'timestamptz', isValid: isInferredTimestamp }],
  ['time without time zone', { form: 'time', isValid: isPostgresTime }],
  ['interval', { form: 'interval', isValid: (text) => INTERVAL_WORDS.test(text) || isInfinity(text) }],
  ['uuid', { form: 'uuid', isValid: (text) => UUID.test(text) }],
])
/** As many digits as stay within PostgreSQL's range, and a space between two parts. */
const part = (unit: string, digits: number): string => `(?:[+-]?\\d{1,${digits}} ${unit}s?(?: |$))?`
const clock = '(?:[+-]?\\d{1,9}:[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?)?'
const INTERVAL_WORDS = new RegExp(`^(?=\\S)${part('year', 8)}${part('mon', 2)}${part('day', 9)}${clock}(?<! )$`)

/** `integer:12`: the type that PostgreSQL tells, and the value. */
function readDynamic(raw: unknown, refuse: (type: string) => never): string {
  const text = String(raw)
  const type = text.slice(0, text.indexOf(':'))
  return DYNAMIC.has(type) ? text : refuse(type)
}

function bindDynamic(text: string): BoundKey | null {
  const colon = text.indexOf(':')
  const type = DYNAMIC.get(text.slice(0, colon))
  const value = text.slice(colon + 1)
  if (type === undefined || !type.isValid(value)) return null
  return as(type.form, type === float ? floatText(value) : value)
}
