// The function of the app that makes items: where it answers some rows at once and others later, and where it fails.
import { expect, test } from 'vitest'
import { checkMap, mapRows } from '../../src/page/map-rows.js'

const later = async (row: number) => row * 10

test.each<[title: string, map: (row: number) => number | Promise<number>]>([
  ['all at once', (row) => row * 10],
  ['all later', later],
  ['the first one later', (row) => (row === 1 ? later(row) : row * 10)],
  ['the last one later', (row) => (row === 3 ? later(row) : row * 10)],
])('items are in the order of the rows: %s', async (_title, map) => {
  expect(await mapRows([1, 2, 3], map)).toEqual([10, 20, 30])
})

test('items that are there at once are not waited for', () => {
  expect(mapRows([1, 2], (row) => row * 10)).toEqual([10, 20])
})

test.each<[title: string, first: () => unknown]>([
  ['an item', () => 1],
  ['no item', () => undefined],
  ['a rejection', () => Promise.reject(new Error('the first row'))],
])('an error of a later row is thrown as it is after %s', (_title, first) => {
  const failure = new Error('the second row')
  const map = (row: number): unknown => {
    if (row === 2) throw failure
    return first()
  }
  expect(() => mapRows([1, 2], map)).toThrow(failure)
})

test.each([{ all: () => [] }, () => 1])('a function, or a record with one, can map: %o', (map) => {
  expect(() => checkMap(map)).not.toThrow()
})
