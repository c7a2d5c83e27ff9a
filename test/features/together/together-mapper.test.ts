// Count and page in one statement: the first row has the total too.
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { togetherFields, togetherMapper } from '../../../src/features/together/together-select.js'

const one = sql<unknown>`1`
const mapper = (summary: object | null) => togetherMapper(togetherFields({ id: one }, summary as never))

describe('togetherMapper', () => {
  test('reads total and summary of the first row', () => {
    expect(
      mapper({ views: one })([
        [1, 1, 2, 7],
        [2, 1, 2, 7],
      ]),
    ).toEqual([{ items: { id: 1 }, found: 1, total: 2, summary: { views: 7 } }, { items: { id: 2 } }])
  })

  test('reads them of the first row that the driver did not leave out', () => {
    const rows: unknown[][] = []
    rows[2] = [1, 1, 2]
    rows[3] = [2, 1, 2]
    expect(mapper(null)(rows)).toEqual([{ items: { id: 1 }, found: 1, total: 2 }, { items: { id: 2 } }])
  })

  test('reads the row of a page without rows', () => {
    const rows: unknown[][] = []
    rows[1] = [null, null, 0]
    expect(mapper(null)(rows)).toEqual([{ items: { id: null }, found: null, total: 0 }])
  })
})
