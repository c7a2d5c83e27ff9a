import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparatorOf } from '../../src/entries/memory/compare-values.js'
import { valueReader } from '../../src/values/read-value.js'
import type { ColumnFacts, FieldValueType } from '../../src/types/value.js'
import { PLAIN_FACTS } from '../../src/dialects/shared/columns.js'
import { collectionOf, scalarType } from '../../src/values/built-in.js'
import type { ValueTypeName } from '../../src/vocabulary.js'

type Scalar = Exclude<ValueTypeName, 'collection'>
const read = (name: Scalar, raw: unknown) => valueReader({ type: scalarType(name, null), facts: null })(raw)

describe('valueReader', () => {
  test.each<[Scalar, unknown, unknown]>([
    ['text', 'a', 'a'],
    ['text', '', ''],
    ['text', 5, '5'],
    ['text', { a: 1 }, '{"a":1}'],
    ['text', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['text', new Date(Number.NaN), null],
    ['text', true, 'true'],
    ['text', 5n, '5'],
    ['char', 'a', 'a'],
    ['char', 5, '5'],
    ['enum', 'a', 'a'],
    ['enum', 5, '5'],
    ['text', null, null],
    ['text', undefined, null],
    ['boolean', true, true],
    ['boolean', 0, false],
    ['boolean', 2, true],
    ['boolean', 1n, true],
    ['boolean', 'f', false],
    ['boolean', 't', true],
    ['boolean', 'TRUE', true],
    ['boolean', '1', true],
    ['boolean', '10', false],
    ['boolean', 'not', false],
    ['boolean', '0', false],
    // A bit of MySQL, whose derived tables keep it, where those of MariaDB make a number of it.
    ['boolean', new Uint8Array([0, 0]), false],
    ['boolean', new Uint8Array([0, 1]), true],
    ['boolean', null, null],
    ['uuid', 'A0EEBC999C0B4EF8BB6D6BB9BD380A11', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    ['uuid', 'none', 'none'],
    ['integer', 5, 5n],
    ['integer', '+5', 5n],
    ['integer', '-12', -12n],
    ['integer', '1.5', null],
    ['integer', 'x5', null],
    ['integer', '5x', null],
    ['integer', '', null],
    ['integer', Number.NaN, null],
    ['integer', Infinity, Infinity],
    ['integer', '1'.repeat(400), BigInt('1'.repeat(400))],
    ['integer', '1'.repeat(401), null],
    ['bigint', 5, 5n],
    ['integer', '9007199254740993', 9007199254740993n],
    ['integer', 1.5, 1.5],
    ['integer', 'x', null],
    ['bigint', 9007199254740993n, 9007199254740993n],
    ['decimal', '12345678901234567890.1234567890', '12345678901234567890.123456789'],
    ['decimal', '-0.00', '0'],
    ['decimal', 0.1, '0.1'],
    ['decimal', 1e21, '1000000000000000000000'],
    ['decimal', -1.5e-7, '-0.00000015'],
    ['decimal', 5n, '5'],
    ['decimal', 'Infinity', 'Infinity'],
    ['decimal', '-Infinity', '-Infinity'],
    ['decimal', '1.25E2', '125'],
    ['decimal', '+12.345e+1', '123.45'],
    ['decimal', '12.345e-1', '1.2345'],
    ['decimal', '12e-2', '0.12'],
    ['decimal', '12e-4', '0.0012'],
    ['decimal', '12.5e0', '12.5'],
    ['decimal', '12e12345', `12${'0'.repeat(12345)}`],
    ['decimal', '1e123456', null],
    ['decimal', 'x1e2', null],
    ['decimal', '1e2x', null],
    ['decimal', '1.e2', null],
    ['decimal', 'NaN', 'NaN'],
    ['decimal', 'x', null],
    ['float', '1.5', 1.5],
    ['float', 0.1, 0.1],
    ['timestamp', new Date(0), 0n],
    ['timestamp', 1, 10_000n],
    ['date', new Date(0), '1970-01-01'],
    ['time', '00:00:01', 10_000_000n],
    ['time', 'PT1S', null],
    ['interval', 'PT1S', 10_000_000n],
  ])('reads %s %s', (name, raw, expected) => {
    expect(read(name, raw)).toEqual(expected)
  })

  test('reads the elements of a collection, nulls among them', () => {
    const reader = valueReader({ type: collectionOf(scalarType('text', null)), facts: null })
    expect(reader(['a', 5, null])).toEqual(['a', '5', null])
    expect(reader('a')).toBeNull()
  })

  const facts = (part: Partial<ColumnFacts>): ColumnFacts => ({ ...PLAIN_FACTS, ...part })
  const collection = collectionOf(scalarType('integer', null))
  test.each<[string, FieldValueType, ColumnFacts, unknown, unknown]>([
    [
      'a single-precision float as the nearest single',
      scalarType('float', null),
      facts({ isSinglePrecision: true }),
      0.1,
      Math.fround(0.1),
    ],
    ['a double as it is', scalarType('float', null), facts({}), 0.1, 0.1],
    ['seconds', scalarType('timestamp', null), facts({ storage: 'seconds' }), 1, 10_000_000n],
    ['milliseconds', scalarType('timestamp', null), facts({ storage: 'milliseconds' }), 1, 10_000n],
    ['milliseconds of another storage', scalarType('timestamp', null), facts({}), 1, 10_000n],
    ['a JSON array', collection, facts({ storage: 'json-array' }), ['1', 2, null], [1n, 2n, null]],
    ['JSON that is no array', collection, facts({ storage: 'json-array' }), { a: 1 }, []],
    ['JSON in a text column', collection, facts({ valueType: 'text', storage: 'json-array' }), '[1,2]', [1n, 2n]],
    ['text that is not JSON', collection, facts({ valueType: 'text', storage: 'json-array' }), '[1', []],
    ['JSON that was parsed', collection, facts({ valueType: 'text', storage: 'json-array' }), [1], [1n]],
    ['text of another column', collection, facts({ valueType: 'collection', storage: 'array' }), '[1,2]', null],
    [
      'elements by the facts that they have',
      collectionOf(scalarType('float', null)),
      facts({ element: facts({ isSinglePrecision: true }) }),
      [0.1],
      [Math.fround(0.1)],
    ],
  ])('reads %s', (_title, type, known, raw, expected) => {
    expect(valueReader({ type, facts: known })(raw)).toEqual(expected)
  })

  test('a field without a value type has its values as they are', () => {
    const raw = { a: 1 }
    expect(valueReader({ type: null, facts: null })(raw)).toBe(raw)
    expect(valueReader({ type: null, facts: null })(undefined)).toBeNull()
  })

  test('a made type reads the text that its parse takes, and leaves what parse returns', () => {
    const made: FieldValueType = {
      kind: 'custom',
      name: 'point',
      operators: ['$eq'],
      decode: (text) =>
        /^\d+$/.test(text) ? { ok: true, value: { at: Number(text) } } : { ok: false, rule: 'expected digits' },
    }
    const reader = valueReader({ type: made, facts: null })
    expect([reader('5'), reader(5), reader({ at: 5 }), reader('x')]).toEqual([{ at: 5 }, { at: 5 }, { at: 5 }, 'x'])
  })

  test('a made type of dates reads dates by their text, and leaves its own', () => {
    const decode = (text: string) =>
      ({ ok: true, value: text === '1970-01-01T00:00:00.000Z' ? 'epoch' : text.length }) as const
    const reader = valueReader({ type: { kind: 'custom', name: 'day', operators: ['$eq'], decode }, facts: null })
    const none = new Date(Number.NaN)
    expect([reader(new Date(0)), reader(none), reader('abc'), reader('1970-01-01T00:00:00.000Z')]).toEqual([
      'epoch',
      none,
      3,
      '1970-01-01T00:00:00.000Z',
    ])
    const record = { a: 1 }
    expect(reader(record)).toBe(record)
    const dates = valueReader({
      type: { kind: 'custom', name: 'day', operators: ['$eq'], decode: () => ({ ok: true, value: new Date(1) }) },
      facts: null,
    })
    const own = new Date(0)
    expect([dates(own), dates('x')]).toEqual([own, new Date(1)])
    const records = valueReader({
      type: { kind: 'custom', name: 'day', operators: ['$eq'], decode: (day) => ({ ok: true, value: { day } }) },
      facts: null,
    })
    expect(records(own)).toEqual({ day: '1970-01-01T00:00:00.000Z' })
  })

  test('a number of any size and the text that a client writes for it are one decimal', () => {
    const type = scalarType('decimal', null)
    const compare = comparatorOf(type)
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const value = read('decimal', number)
        expect(Number(value)).toBe(number === 0 ? 0 : number)
        expect(compare(value, read('decimal', String(value)))).toBe(0)
      }),
    )
  })
})

describe('comparatorOf', () => {
  const sorted = (name: Scalar, values: unknown[]) => values.sort(comparatorOf(scalarType(name, null)))
  test.each<[string, Scalar, unknown[]]>([
    [
      'text by the invariant collation, ties by code unit',
      'text',
      ['', '_', '1', 'a', 'A', 'b', 'B', 'e\u0301', '\u00e9', 'z', 'Z'],
    ],
    ['uuids by text', 'uuid', ['0f', '10', 'aa']],
    ['booleans', 'boolean', [false, true]],
    ['integers, fractions of SQLite among them', 'integer', [-1n, 1n, 1.5, 2n]],
    ['decimals exactly', 'decimal', ['-Infinity', '-1.01', '-1', '0.1', '10', '9007199254740993.1', 'Infinity', 'NaN']],
    ['floats, NaN last', 'float', [-Infinity, -1, 0.5, Infinity, Number.NaN]],
    ['ticks', 'timestamp', [-1n, 0n, 2n ** 60n]],
    ['dates', 'date', ['-infinity', '0001-01-01', '2024-01-02', 'infinity']],
  ])('orders %s', (_title, name, values) => {
    expect(sorted(name, [...values].reverse())).toEqual(values)
  })

  test('orders an enum of the database as declared, and text with enum as text', () => {
    const facts = { enumValues: ['sad', 'ok', 'happy'], range: null, isSinglePrecision: false }
    const of = (isNativeEnum: boolean) =>
      ['happy', 'ok', 'sad'].sort(comparatorOf(scalarType('enum', { ...facts, isNativeEnum })))
    expect(of(true)).toEqual(['sad', 'ok', 'happy'])
    expect(of(false)).toEqual(['happy', 'ok', 'sad'])
  })

  test('takes texts for equal only where they are the same', () => {
    const compare = comparatorOf(scalarType('text', null))
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => void expect(compare(a, b) === 0).toBe(a === b)))
    expect(compare('e\u0301', '\u00e9')).not.toBe(0)
  })
})
