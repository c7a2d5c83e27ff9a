// Stages plan and run: the texts of sort keys on SQLite, all of one kind, since a value carries its own type.
import { bytesOfHex, isWellFormed, textOfBytes } from '../../../basics/bytes.js'
import type { BoundKey } from '../../../types/position.js'
import type { KeyTexts } from './key-texts.js'
import { as, HEX, INTEGER, NUMBER, plain, plainKeyTexts } from './shared.js'

/**
 * SQLite's values carry their type: `i` an integer as its digits, `r` a real, `t` text, `x` bytes in hex that are no
 * UTF-8, `b` a blob in hex. Text arrives in hex: NUL characters and broken UTF-8 pass every driver.
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

export const sqliteKeyTexts: KeyTexts = { ...plainKeyTexts, readUntyped: readStored, bindUntyped: bindStored }
