// What the rows of a page prove of the total, by the numbers: each rule of pages that are read before they are counted.
import { expect, test } from 'vitest'
import { boundOf, needsCount, needsEstimate, proven, withCount } from '../../src/page/known-rows.js'
import type { ListPlan } from '../../src/types/plan.js'

type Place = 'by number' | 'first' | 'after' | 'before'

const planOf = (offset: number, place: Place = 'by number'): ListPlan => {
  const position = place === 'after' || place === 'before' ? { side: place, keys: [] } : null
  return { offset, walk: place === 'by number' ? null : { order: [], position } } as unknown as ListPlan
}

// The limit is 2, so the third row is the one that says that there are more.
test.each<[offset: number, place: Place, read: number[], expected: object]>([
  [0, 'by number', [1, 2, 3], { rows: [1, 2], total: null, atLeast: 3, hasMore: true }],
  [0, 'by number', [1, 2], { rows: [1, 2], total: 2, atLeast: 2, hasMore: false }],
  [0, 'by number', [], { rows: [], total: 0, atLeast: 0, hasMore: false }],
  [4, 'by number', [5, 6, 7], { rows: [5, 6], total: null, atLeast: 7, hasMore: true }],
  [4, 'by number', [5], { rows: [5], total: 5, atLeast: 5, hasMore: false }],
  [4, 'by number', [], { rows: [], total: null, atLeast: 0, hasMore: false }],
  [0, 'first', [1, 2, 3], { rows: [1, 2], total: null, atLeast: 3, hasMore: true }],
  [0, 'first', [1], { rows: [1], total: 1, atLeast: 1, hasMore: false }],
  [0, 'after', [3, 4, 5], { rows: [3, 4], total: null, atLeast: 3, hasMore: true }],
  [0, 'after', [3], { rows: [3], total: null, atLeast: 1, hasMore: false }],
  [0, 'after', [], { rows: [], total: null, atLeast: 0, hasMore: false }],
  [0, 'before', [1, 2, 3], { rows: [2, 3], total: null, atLeast: 3, hasMore: true }],
  [0, 'before', [1, 2], { rows: [1, 2], total: null, atLeast: 2, hasMore: false }],
])('from row %i, %s, %j are read', (offset, place, read, expected) => {
  expect(proven([...read], planOf(offset, place), 2)).toEqual({ ...expected, estimate: null })
})

const known = (total: number | null, atLeast: number, rows = [1]) => ({
  rows,
  total,
  atLeast,
  estimate: null,
  hasMore: false,
})

test.each<[total: number | null, atLeast: number, count: number, bound: number | null, expected: object]>([
  [2, 2, 7, null, { total: 2, atLeast: 2 }],
  [null, 3, 7, null, { total: 7, atLeast: 7 }],
  // A row was deleted between page and count.
  [null, 3, 2, null, { total: 3, atLeast: 3 }],
  [null, 3, 10, 10, { total: 10, atLeast: 10 }],
  [null, 3, 11, 10, { total: null, atLeast: 11 }],
])('total %o and at least %i, with a count of %i up to %o', (total, atLeast, count, bound, expected) => {
  expect(withCount(known(total, atLeast), count, bound)).toMatchObject(expected)
})

test.each<[total: number | null, rows: number[], offset: number, bound: number, expected: boolean]>([
  [2, [1, 2], 0, 100, false],
  [null, [1, 2], 0, 3, true],
  [null, [1, 2], 0, 2, false],
  [null, [5, 6], 4, 7, true],
  [null, [5, 6], 4, 6, false],
  [null, [], 4, 5, true],
  [null, [], 4, 4, false],
])('total %o of the rows %j from %i on, counted up to %i', (total, rows, offset, bound, expected) => {
  expect(needsCount(known(total, rows.length, rows), planOf(offset), 2, bound)).toBe(expected)
})

test.each<[total: number | null, rows: number[], has: boolean, expected: boolean]>([
  [null, [1], true, true],
  [null, [1], false, false],
  [null, [], true, false],
  [1, [1], true, false],
])('an estimate is asked for, total %o, rows %j, declared %o', (total, rows, has, expected) => {
  expect(needsEstimate(known(total, rows.length, rows), { estimate: has ? () => null : null })).toBe(expected)
})

test.each([
  [{ upTo: 10, estimate: false }, 10],
  ['exact', null],
  ['none', null],
  [null, null],
] as const)('totals %o are counted up to %o', (totals, expected) => {
  expect(boundOf({ totals })).toBe(expected)
})
