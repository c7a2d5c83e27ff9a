// A stream ends whatever the database returns: a batch that does not begin after the one before it is refused.
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { expect, test } from 'vitest'
import { paginateConfig, streamRows } from '../../../src/index.js'

const rows = pgTable('rows', { id: integer().primaryKey(), place: integer().notNull() })
const list = paginateConfig(rows).withLimits(10, 100).withTieBreaker('id').sortable('place').build()

const REFUSED =
  "streamRows() does not advance in the order of 'place', 'id': the database sorts and compares their values differently; give the field a value type."
const NULL =
  "The sort key 'place' of a row is null, which the schema rules out; correct the schema, or give the field another value type."
/** A row of the place and the id, with the texts of both as keys. */
type Given = readonly [place: number | null, id: number]

test.each<
  [
    title: string,
    batchSize: number,
    batches: readonly (readonly Given[])[],
    ids: readonly number[],
    message: string | null,
  ]
>([
  ['no rows', 2, [[]], [], null],
  ['a short batch', 2, [[[1, 1]]], [1], null],
  [
    'batches that advance',
    2,
    [
      [
        [1, 1],
        [1, 2],
      ],
      [
        [1, 3],
        [2, 1],
      ],
      [[3, 1]],
    ],
    [1, 2, 3, 1, 1],
    null,
  ],
  ['the same row again', 1, [[[1, 1]], [[1, 1]]], [1], REFUSED],
  ['rows in a circle', 1, [[[1, 1]], [[2, 1]], [[1, 1]], [[2, 1]], [[1, 1]], [[2, 1]]], [1, 1], REFUSED],
  [
    'a batch that begins with the last row of the one before',
    2,
    [
      [
        [1, 1],
        [1, 2],
      ],
      [
        [1, 2],
        [1, 3],
      ],
    ],
    [1, 2],
    REFUSED,
  ],
  [
    'a short batch that begins with the last row of the one before',
    2,
    [
      [
        [1, 1],
        [1, 2],
      ],
      [[1, 2]],
    ],
    [1, 2],
    REFUSED,
  ],
  ['a null of a column that has none', 1, [[[null, 1]], []], [], NULL],
])('%s', async (_title, batchSize, batches, ids, message) => {
  let at = 0
  const db = drizzle(async () => {
    const batch = batches[at++] ?? []
    return { rows: batch.map(([place, id]) => [id, place, place === null ? null : String(place), String(id)]) }
  })
  const seen: number[] = []
  const read = async (): Promise<null> => {
    for await (const { id } of streamRows(db, { sortBy: ['place:ASC'] }, list, { batchSize })) seen.push(id)
    return null
  }
  const ended = await read().catch(({ message: thrown }: Error) => thrown)
  expect([seen, ended]).toEqual([ids, message])
})
