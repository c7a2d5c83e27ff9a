// JSON of pages and rows: the text of `JSON.stringify()`, with digits for every `bigint`.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { isoText, jsonText, jsonWriter } from '../../src/entries/http/json-text.js'

const plainly = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? String(member) : member))

class Point {
  x = new Date(0)
  get moved(): number {
    return 1
  }
}
class Label extends Date {
  override toISOString(): string {
    return 'labelled'
  }
}
const own = Object.assign(new Date(0), { toJSON: () => 'its own' })
const many = Array.from({ length: 9 }).reduce<unknown>((inner) => ({ inner, at: new Date(5) }), 7n)

describe('JSON is what JSON.stringify() writes', () => {
  test('of anything, and digits for a bigint', () => {
    const value = fc.anything({
      withBigInt: true,
      withDate: true,
      withBoxedValues: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
      maxDepth: 8,
    })
    fc.assert(
      fc.property(value, (any) => {
        expect(jsonText({ any })).toBe(plainly({ any }))
      }),
    )
  })

  test.each<[title: string, value: unknown]>([
    [
      'a page',
      { items: [{ at: new Date(0), author: { since: new Date(1) }, lines: [{ on: new Date(2) }] }], meta: {} },
    ],
    ['an invalid date', [new Date(Number.NaN)]],
    ['years of three and six digits', [new Date('0999-12-31T23:59:59.999Z'), new Date(8e15), new Date(-8e15)]],
    ['fractions', [new Date(7), new Date(77), new Date(777)]],
    ['objects of classes', [new Point(), { point: new Point() }]],
    ['dates of classes', [new Label(0)]],
    ['dates with a toJSON', [own]],
    [
      'members with a toJSON',
      [{ at: new Date(0), toJSON: () => 'itself' }, Object.assign([new Date(0)], { toJSON: () => 1 })],
    ],
    ['deep members', many],
    ['what is left out', { a: undefined, b: () => 1, [Symbol('c')]: new Date(0), at: new Date(0) }],
    ['a member __proto__', JSON.parse('{"__proto__":{"at":1},"b":2}')],
    ['keys in their order', { b: 1, 2: new Date(0), a: 3, 1: 4n }],
  ])('%s', (_, value) => {
    expect(jsonText(value)).toBe(plainly(value))
  })

  test('a __proto__ with a date in it is a member', () => {
    const value = JSON.parse('{"__proto__":{}}') as { ['__proto__']: { at?: Date } }
    const inner = Object.values(value)[0] as { at?: Date }
    inner.at = new Date(0)
    expect(jsonText(value)).toBe('{"__proto__":{"at":"1970-01-01T00:00:00.000Z"}}')
  })

  test('nothing is changed in the value', () => {
    const item = { at: new Date(0), id: 1n, tags: [new Date(1)] }
    const value = { items: [item] }
    jsonText(value)
    expect(value.items[0]).toBe(item)
    expect(item).toStrictEqual({ at: new Date(0), id: 1n, tags: [new Date(1)] })
  })

  test('what refers to itself is a TypeError', () => {
    const value: { self?: object; at: Date } = { at: new Date(0) }
    value.self = value
    expect(() => jsonText(value)).toThrow(TypeError)
  })
})

describe('a toJSON of the app’s own goes first', () => {
  const prototypes = [Date.prototype, BigInt.prototype, Object.prototype] as {
    toJSON?: unknown
    toISOString?: unknown
  }[]
  const [ofDate, ofBigint, ofObject] = prototypes as [object, object, object]
  const kept = [
    Object.getOwnPropertyDescriptor(ofDate, 'toJSON'),
    Object.getOwnPropertyDescriptor(ofDate, 'toISOString'),
  ]
  afterEach(() => {
    Object.defineProperty(ofDate, 'toJSON', kept[0] as PropertyDescriptor)
    Object.defineProperty(ofDate, 'toISOString', kept[1] as PropertyDescriptor)
    for (const prototype of [ofBigint, ofObject]) Reflect.deleteProperty(prototype, 'toJSON')
  })
  const define = (prototype: object, name: string, value: unknown) =>
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true })

  test.each<[title: string, prototype: object, name: string]>([
    ['of dates', ofDate, 'toJSON'],
    ['of dates, behind toJSON', ofDate, 'toISOString'],
    ['of bigints', ofBigint, 'toJSON'],
    ['of objects', ofObject, 'toJSON'],
  ])('%s', (_, prototype, name) => {
    define(prototype, name, () => 'the app’s')
    const value = { items: [{ at: new Date(0), id: 7n, author: { at: new Date(1) } }] }
    expect(jsonText(value)).toBe(plainly(value))
    expect(jsonText(value)).toContain('the app’s')
  })
})

test('a writer writes one value after the other', () => {
  const write = jsonWriter()
  expect([1n, new Date(0), 'x'].map((value) => write({ value }))).toStrictEqual([
    '{"value":"1"}',
    '{"value":"1970-01-01T00:00:00.000Z"}',
    '{"value":"x"}',
  ])
})

test('the text of a date is that of toISOString()', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      expect(isoText(date)).toBe(date.toISOString())
    }),
  )
  const near = fc.date({ noInvalidDate: true, min: new Date('0990-12-30'), max: new Date('+010010-01-02') })
  fc.assert(
    fc.property(near, (date) => {
      expect(isoText(date)).toBe(date.toISOString())
    }),
  )
  expect(isoText(new Date(Number.NaN))).toBeNull()
})
