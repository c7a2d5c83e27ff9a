// The text of a value, against the decoder that reads it back.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldValueType } from '../../src/types/value.js'
import { collectionOf, scalarType } from '../../src/values/built-in.js'
import { defineValueType } from '../../src/features/value-types/define-value-type.js'
import type { ValueType } from '../../src/values/value-type.js'
import { madeValueType } from '../../src/features/value-types/made-value-type.js'
import { writeValue } from '../../src/values/write-value.js'
import type { ValueTypeName } from '../../src/vocabulary.js'

type Scalar = Exclude<ValueTypeName, 'collection'>
const typeOf = (name: Scalar): FieldValueType =>
  scalarType(name, { enumValues: ['a', 'B'], isNativeEnum: false, isSinglePrecision: false, range: null })
const made = (type: unknown): FieldValueType => madeValueType(type as ValueType, { column: null, facts: null })

const TICK = 1n
const SECOND = 10_000_000n
const HOUR = 3600n * SECOND

describe('writeValue', () => {
  test.each<[Scalar, unknown, string | null]>([
    ['text', '', ''],
    ['text', 'a,b:$eq:', 'a,b:$eq:'],
    ['char', 'é', 'é'],
    ['boolean', false, 'false'],
    ['uuid', '0189c3a0-0000-7000-8000-000000000000', '0189c3a0-0000-7000-8000-000000000000'],
    ['integer', -7n, '-7'],
    ['bigint', 9007199254740993n, '9007199254740993'],
    ['decimal', '0.10', '0.1'],
    ['float', 1e21, '1000000000000000000000'],
    ['float', 1.5e-7, '0.00000015'],
    ['float', -0, '0'],
    ['float', Number.NaN, null],
    ['float', Infinity, null],
    ['timestamp', 0n, '1970-01-01T00:00:00Z'],
    ['timestamp', TICK, '1970-01-01T00:00:00.0000001Z'],
    ['timestamp', -SECOND / 2n, '1969-12-31T23:59:59.5Z'],
    ['timestamp', 2n ** 100n, null],
    ['timestamp', -(2n ** 100n), null],
    ['date', '2024-02-29', '2024-02-29'],
    ['time', 12n * HOUR, '12:00:00'],
    ['time', 12n * HOUR + SECOND / 10n, '12:00:00.1'],
    ['time', -HOUR, null],
    ['time', 25n * HOUR, null],
    ['interval', 26n * HOUR + 1n, 'PT93600.0000001S'],
    ['interval', -30n * SECOND, '-PT30S'],
    ['interval', 0n, 'PT0S'],
    ['enum', 'B', 'B'],
    ['text', 5, null],
    ['date', 5, null],
    ['decimal', 'NaN', null],
    ['timestamp', 'x', null],
    ['timestamp', 5, null],
    ['timestamp', 1234n * SECOND, '1970-01-01T00:20:34Z'],
    ['timestamp', 2n ** 62n, null],
    ['timestamp', -(2n ** 60n), null],
    ['timestamp', BigInt(Date.parse('-000043-03-15')) * 10_000n, null],
    ['timestamp', BigInt(Date.parse('+012024-05-31')) * 10_000n, null],
    ['time', 0n, '00:00:00'],
    ['time', 24n * HOUR, null],
    ['time', 5, null],
    ['time', 10n * SECOND, '00:00:10'],
    ['interval', 5, null],
    ['interval', 100n * SECOND, 'PT100S'],
    ['interval', -1n, '-PT0.0000001S'],
  ])('writes %s %s as %s', (name, value, text) => {
    expect(writeValue(typeOf(name), value)).toBe(text)
    if (text !== null) expect(typeOf(name).decode(text)).toMatchObject({ ok: true })
  })

  const anyTicks = fc.bigInt({ min: -(2n ** 58n), max: 2n ** 61n })
  test.each<[Scalar, fc.Arbitrary<unknown>]>([
    ['text', fc.string({ unit: 'grapheme' })],
    ['boolean', fc.boolean()],
    ['uuid', fc.uuid()],
    ['bigint', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })],
    ['float', fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value))],
    ['timestamp', anyTicks],
    ['time', fc.bigInt({ min: 0n, max: 24n * HOUR - 1n })],
    ['interval', fc.bigInt({ min: -(2n ** 63n - 1n), max: 2n ** 63n - 1n })],
    ['enum', fc.constantFrom('a', 'B')],
  ])('is read back by the decoder of %s', (name, values) => {
    const type = typeOf(name)
    fc.assert(
      fc.property(values, (value) => {
        expect(type.decode(writeValue(type, value) as string)).toStrictEqual({ ok: true, value })
      }),
    )
  })

  test('writes an element of a collection', () => {
    expect(writeValue(collectionOf(typeOf('integer')), 5n)).toBe('5')
    expect(writeValue(collectionOf(typeOf('timestamp')), 0n)).toBe('1970-01-01T00:00:00Z')
  })
})

describe('a made value type', () => {
  const cents = {
    name: 'money',
    parse: (text: string) => (/^\d+\.\d\d$/.test(text) ? Number(text.replace('.', '')) : undefined),
  }

  test('is written by its own format', () => {
    const type = made(defineValueType({ ...cents, format: (value) => (value / 100).toFixed(2) }))
    expect(writeValue(type, 1250)).toBe('12.50')
  })

  test('is written as String() has it where parse reads that back', () => {
    expect(
      writeValue(
        made(defineValueType({ name: 'even', parse: (text) => (Number(text) % 2 === 0 ? Number(text) : null) })),
        4,
      ),
    ).toBe('4')
    expect(writeValue(made(defineValueType({ name: 'day', parse: (text) => new Date(text) })), new Date(0))).toBe(
      '1970-01-01T00:00:00.000Z',
    )
  })

  test('is written as the built-in type that it lies over', () => {
    const type = made(
      defineValueType({
        ...cents,
        parse: (text) => (/^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined),
        as: { type: 'decimal', value: (value) => String(value / 100) },
        compare: (a, b) => a - b,
      }),
    )
    expect(writeValue(type, 1250)).toBe('12.5')
  })

  test('has no text where nothing that is written is read back', () => {
    expect(writeValue(made(defineValueType(cents)), 1250)).toBeNull()
    expect(writeValue(made(defineValueType({ name: 'box', parse: (text) => ({ text }) })), { text: 'a' })).toBeNull()
  })

  /** An object whose text is `text`. */
  const named = (text: string, more = {}) => ({ ...more, toString: () => text })
  test.each<[string, unknown, unknown, string | null]>([
    ['text that looks like an object', { parse: String }, '[object a]', '[object a]'],
    ['an object by its own text', { parse: (text: string) => named(text) }, named('a'), 'a'],
    ['an object that reads back to another text', { parse: (text: string) => named(`${text}!`) }, named('a'), null],
    [
      'an object of the same text that compares as another',
      {
        parse: (text: string) => named(text, { at: 1 }),
        compare: (a: { at: number }, b: { at: number }) => a.at - b.at,
      },
      named('a', { at: 2 }),
      null,
    ],
    [
      'an object that compares as the same',
      { parse: (text: string) => named(`${text}!`), compare: () => 0 },
      named('a'),
      'a',
    ],
    ['a value whose text parse refuses', { parse: () => null, compare: () => 0 }, 5, null],
    ['a number that reads back to another', { parse: (text: string) => Number(text) * 2 }, 4, null],
    ['a number that reads back to text', { parse: String }, 5, null],
    [
      'a value that its built-in form has exactly',
      {
        parse: (text: string) => (text === '12.5' ? { n: 1250 } : null),
        as: {
          type: 'decimal',
          value: (value: { n: number }, rounding: string) => (rounding === 'exact' ? String(value.n / 100) : '0'),
        },
      },
      { n: 1250 },
      '12.5',
    ],
    [
      'a value whose built-in form, read back, is another',
      { parse: (code: string) => ({ code }), as: { type: 'text', value: ({ code }: { code: string }) => `S:${code}` } },
      { code: 'a' },
      null,
    ],
    [
      'a value that its built-in form does not have',
      { parse: () => null, as: { type: 'decimal', value: () => undefined } },
      { n: 1 },
      null,
    ],
  ])('writes %s', (_title, definition, value, text) => {
    expect(
      writeValue(
        made(defineValueType({ name: 'own', ...(definition as { parse: (text: string) => unknown }) })),
        value,
      ),
    ).toBe(text)
  })
})
