// Laws of decoding over generated input.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldValueType } from '../../src/types/value.js'
import { VALUE_TYPES } from '../../src/vocabulary.js'
import { comparatorOf } from '../../src/entries/memory/compare-values.js'
import { enumDecoder } from '../../src/values/enum.js'
import { namedValueType } from '../../src/values/named-value-type.js'
import { writeValue } from '../../src/values/write-value.js'
import { dateText, daysOfDate, TICKS_PER_DAY, timestampText, timeText } from '../../src/basics/ticks.js'

const types = VALUE_TYPES.filter((name) => name !== 'enum').map((name): [string, FieldValueType] => [
  name,
  namedValueType(name, null),
])
const type = (name: string): FieldValueType => new Map(types).get(name) as FieldValueType

/** Any text: broken UTF-16, and text made of the very characters that the grammars know. */
const anyText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  fc.string({ unit: fc.constantFrom(...'0123456789+-.:TZPDHMS{}()aefE xtrue,'), maxLength: 40 }),
)
const ticksOf = (first: string, last: string): fc.Arbitrary<bigint> => {
  const [min, max] = [Date.parse(first), Date.parse(last)].map((ms) => BigInt(ms) * 10_000n) as [bigint, bigint]
  return fc.bigInt({ min, max: max + 9_999n })
}
const anyTicks = ticksOf('0001-01-01T00:00Z', '9999-12-31T23:59:59.999Z')
const decoded = (name: string, text: string): unknown => {
  const result = type(name).decode(text)
  return result.ok ? result.value : result.rule
}

test.each(types)('%s never throws, decodes purely, and refuses with a rule', (_name, { decode }) => {
  fc.assert(
    fc.property(anyText, (text) => {
      const result = decode(text)
      expect(decode(text)).toStrictEqual(result)
      if (!result.ok) expect(result.rule).toMatch(/^expected .*[^.]$/)
    }),
  )
})

test('an enum never throws and decodes every member to itself', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 })), anyText, (members, text) => {
      const decode = enumDecoder(members)
      decode(text)
      for (const member of members) expect(decode(member)).toStrictEqual({ ok: true, value: member })
    }),
  )
})

/** Every value's text decodes to the value. */
function holdsRoundTrip<Value>(name: string, values: fc.Arbitrary<Value>, textOf: (value: Value) => string): void {
  fc.assert(
    fc.property(values, (value) => {
      expect(decoded(name, textOf(value))).toBe(value)
    }),
  )
}

test('text is decoded to itself', () => holdsRoundTrip('text', fc.string({ unit: 'grapheme' }), (text) => text))
test('every 64-bit integer is decoded exactly', () => {
  holdsRoundTrip('bigint', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), String)
})
test('every double is decoded from its digits', () => {
  // Doubles that 20 digits after the point can name; `toFixed` of others is not their text.
  const values = fc.double({ min: -1e20, max: 1e20, noNaN: true }).map((value) => Number(value.toFixed(20)) || 0)
  holdsRoundTrip('float', values, (value) => value.toFixed(20))
})
test('a decimal is canonical: decoding it again changes nothing, and zeros do not matter', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.nat(10 ** 9), fc.nat(5), (whole, fraction, zeros) => {
      const text = decoded('decimal', `${whole}.${fraction}`) as string
      expect(decoded('decimal', text)).toBe(text)
      const [, sign, rest] = /^(-?)(.*)$/.exec(text) as unknown as [string, string, string]
      const padded = `${sign}${'0'.repeat(zeros)}${rest}${rest.includes('.') ? '' : '.'}${'0'.repeat(zeros)}`
      expect(decoded('decimal', padded)).toBe(text)
    }),
  )
})
test('decimals compare as the integers they are when both are scaled alike', () => {
  const scaled = (value: bigint): string => {
    const digits = String(value < 0n ? -value : value).padStart(6, '0')
    return decoded('decimal', `${value < 0n ? '-' : ''}${digits.slice(0, -5)}.${digits.slice(-5)}`) as string
  }
  const near = fc.bigInt({ min: -10_000_000n, max: 10_000_000n })
  fc.assert(
    fc.property(near, near, (a, b) => {
      expect(Math.sign(comparatorOf(type('decimal'))(scaled(a), scaled(b)))).toBe(a < b ? -1 : a > b ? 1 : 0)
    }),
  )
})
test('every uuid decodes alike in all its forms', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const bare = uuid.replaceAll('-', '')
      const forms = [uuid, uuid.toUpperCase(), bare, `{${uuid}}`, `(${uuid})`, `{${bare}}`, `(${bare.toUpperCase()})`]
      for (const form of forms) expect(decoded('uuid', form)).toBe(uuid.toLowerCase())
    }),
  )
})
test('a timestamp’s text decodes to its ticks, in UTC and in every offset', () => {
  holdsRoundTrip('timestamp', anyTicks, (ticks) => timestampText(ticks))
  const inside = ticksOf('0001-01-02T00:00Z', '9999-12-30T23:59:59Z')
  fc.assert(
    fc.property(inside, fc.integer({ min: -840, max: 840 }), (ticks, minutes) => {
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
      const offset = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
      const local = timestampText(ticks + BigInt(minutes) * 600_000_000n)
      expect(decoded('timestamp', `${local}${offset}`)).toBe(ticks)
    }),
  )
})
test('every day of four centuries is the day that the calendar of JavaScript has', () => {
  for (let days = daysOfDate(1700, 1, 1); days < daysOfDate(2100, 12, 31); days++) {
    const text = dateText(days)
    const [year, month, day] = text.split('-').map(Number) as [number, number, number]
    if (daysOfDate(year, month, day) !== days) expect.fail(text)
  }
  expect(dateText(daysOfDate(1, 1, 1))).toBe('0001-01-01')
  expect(dateText(daysOfDate(9999, 12, 31))).toBe('9999-12-31')
})
test('a time’s and an interval’s text decode to their ticks', () => {
  holdsRoundTrip('time', fc.bigInt({ min: 0n, max: TICKS_PER_DAY - 1n }), (ticks) => timeText(ticks))
  const limit = 2n ** 63n - 1n
  holdsRoundTrip('interval', fc.bigInt({ min: -limit, max: limit }), (ticks) =>
    String(writeValue(type('interval'), ticks)),
  )
})
test.each([
  [0n, 'PT0S'],
  [1n, 'PT0.0000001S'],
  [-15_000_000n, '-PT1.5S'],
  [TICKS_PER_DAY, 'PT86400S'],
])('an interval of %s ticks reads %s', (ticks, text) => expect(writeValue(type('interval'), ticks)).toBe(text))
