// Rows as a driver hands them over, written as records.
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rowMapper } from '../../src/rows/row-mapper.js'

describe('rowMapper', () => {
  const expression = sql<unknown>`1`

  test.each(Array.from({ length: 36 }, (_, width) => width))('writes rows of %i columns', (width) => {
    const keys = Array.from({ length: width }, (_, at) => `key${at}`)
    const row = keys.map((_, at) => (at % 5 === 4 ? null : at))
    const map = rowMapper(Object.fromEntries(keys.map((key) => [key, expression])))
    const items = map([row, row])
    expect(items).toEqual([
      Object.fromEntries(keys.map((key, at) => [key, row[at]])),
      Object.fromEntries(keys.map((key, at) => [key, row[at]])),
    ])
    expect(items.map(Object.keys)).toEqual([keys, keys])
    expect(items[0]).not.toBe(items[1])
  })

  test('writes plain objects under odd keys', () => {
    const [item] = rowMapper({
      'a b': expression,
      '': expression,
      constructor: expression,
      toString: expression,
      1: expression,
    })([[0, 1, 2, 3, 4]])
    // Integer-like keys come first in every object: the selection's as the item's.
    expect(Object.entries(item as object)).toEqual([
      ['1', 0],
      ['a b', 1],
      ['', 2],
      ['constructor', 3],
      ['toString', 4],
    ])
    expect(Object.getPrototypeOf(item)).toBe(Object.prototype)
  })

  test('decodes by the expression, but for null', () => {
    const map = rowMapper({ a: sql`1`.mapWith(Number), b: sql`1`.mapWith(Number), c: sql`1` })
    expect(map([['5', null, '5']])).toEqual([{ a: 5, b: null, c: '5' }])
  })

  test('applies what a driver does to every value before it is decoded', () => {
    const map = rowMapper({ a: sql`1`.mapWith((value: unknown) => Number(value) + 1), b: expression })
    expect(map([[1, 2]], (value) => Number(value) * 10)).toEqual([{ a: 11, b: 20 }])
  })

  test('nests records by their path', () => {
    expect(rowMapper({ a: expression, b: { c: expression, d: { e: expression } } })([[1, 2, 3]])).toEqual([
      { a: 1, b: { c: 2, d: { e: 3 } } },
    ])
  })
})
