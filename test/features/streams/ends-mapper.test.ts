// The rows of a batch: its first and its last have the keys of their position.
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { endsMapper } from '../../../src/features/streams/stream-rows.js'

describe('endsMapper', () => {
  const expression = sql<unknown>`1`
  const between = { id: expression, author: { name: expression } }
  const map = endsMapper({ ...between, '~key 0': expression }, between)
  const rowOf = (at: number): unknown[] => [at, `name ${at}`, `key ${at}`]

  test.each([0, 1, 2, 3, 5])('of %i rows, the first and the last have the keys', (count) => {
    const items = map(Array.from({ length: count }, (_, at) => rowOf(at)))
    expect(items).toEqual(
      Array.from({ length: count }, (_, at) => ({
        id: at,
        author: { name: `name ${at}` },
        ...(at === 0 || at === count - 1 ? { '~key 0': `key ${at}` } : {}),
      })),
    )
  })

  test('values are normalized in all of them', () => {
    const items = map([rowOf(0), rowOf(1), rowOf(2)], (value) => (typeof value === 'number' ? -value : value))
    expect(items.map(({ id }) => id)).toEqual([-0, -1, -2])
  })
})
