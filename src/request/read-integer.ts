// bind: `page` and `limit`, as text from a query string and as numbers of a query built by hand.
import type { BoundInteger } from '../types/query.js'
import { MAX_INTEGER, UNLIMITED } from '../vocabulary.js'

const NOT_POSITIVE_INTEGER: BoundInteger = Object.freeze({ ok: false, reason: 'not-positive-integer' })
const TOO_LARGE: BoundInteger = Object.freeze({ ok: false, reason: 'too-large' })
const TOO_SMALL: BoundInteger = Object.freeze({ ok: false, reason: 'too-small' })
const UNLIMITED_READ: BoundInteger = Object.freeze({ ok: true, value: UNLIMITED })

/** ASCII digits only, from 1 to 2147483647; leading zeros are accepted. Anything that is not text is refused. */
export function readPage(sent: unknown): BoundInteger {
  if (typeof sent !== 'string') return NOT_POSITIVE_INTEGER
  let value = 0
  for (let at = 0; at < sent.length; at++) {
    const digit = sent.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return NOT_POSITIVE_INTEGER
    // Inexact past 2^53, and Infinity at last: too large either way.
    value = value * 10 + digit
  }
  // 0 for an empty text.
  return fromPositive(value)
}

/** As `readPage`, and `-1` too. */
export function readLimit(sent: unknown): BoundInteger {
  return sent === '-1' ? UNLIMITED_READ : readPage(sent)
}

/** A `page` given as a number by hand. */
export function checkPage(given: unknown): BoundInteger {
  return Number.isInteger(given) ? fromPositive(given as number) : given === Infinity ? TOO_LARGE : NOT_POSITIVE_INTEGER
}

/** A `limit` given as a number by hand: whole numbers below 1 are out of range, not unreadable (contract 4.2). */
export function checkLimit(given: unknown): BoundInteger {
  if (given === UNLIMITED) return UNLIMITED_READ
  return Number.isInteger(given) && (given as number) < 1 ? TOO_SMALL : checkPage(given)
}

function fromPositive(value: number): BoundInteger {
  if (value < 1) return NOT_POSITIVE_INTEGER
  return value > MAX_INTEGER ? TOO_LARGE : { ok: true, value }
}
