import { describe, expect, test } from 'vitest'
import { wholeRows } from '../../src/drizzle/whole-rows.js'

const counted = (rows: unknown[], count: number): unknown[] => Object.assign(rows, { count })
/** An array with holes, as postgres.js makes it. */
function withHoles(...rows: unknown[]): unknown[] {
  const made: unknown[] = []
  rows.forEach((row, at) => {
    if (row !== undefined) made[at] = row
  })
  return made
}

describe('wholeRows', () => {
  test.each([
    ['no rows', []],
    ['rows', [[1], [2]]],
    ['rows that the server counted', counted([[1], [2]], 2)],
    ['rows of a driver that counts something else', counted([[1], [2]], 7)],
  ])('returns the array itself: %s', (_name, rows) => {
    expect(wholeRows(rows)).toBe(rows)
  })

  test.each([
    ['one', withHoles(undefined, 'a', 'b'), ['a', 'b']],
    ['several', withHoles(undefined, undefined, undefined, 'a'), ['a']],
    ['the rest is what the server counted', counted(withHoles(undefined, 'a', 'b'), 2), ['a', 'b']],
  ])('leaves out the holes before all rows: %s', (_name, rows, whole) => {
    expect(wholeRows(rows)).toEqual(whole)
  })

  test.each([
    ['between rows', withHoles('a', undefined, 'b'), 2, 3],
    ['before and between rows', withHoles(undefined, 'a', undefined, 'b'), 3, 4],
    ['fewer than the server counted', counted(withHoles(undefined, 'a', 'b'), 3), 1, 3],
    ['null in place of a row', ['a', null], 2, 2],
    ['null before the rows', [null, 'a'], 1, 2],
  ])('throws for a row that is missing: %s', (_name, rows, at, of) => {
    expect(() => wholeRows(rows)).toThrow(
      `The driver returned a result without row ${at} of ${of}; send the request again`,
    )
  })
})
