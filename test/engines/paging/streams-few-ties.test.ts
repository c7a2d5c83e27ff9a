// A stream in a mixed order on PostgreSQL: a batch is one range of an index where the batch before has shown that few
// rows share the position's first value, and a union of ranges where it has not.
import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ListDatabase, paginateConfig, streamRows } from '../../../src/index.js'
import { pglite } from '../../support/databases/pglite.js'
import type { TestDatabase } from '../../support/dialects.js'

const tied = pgTable('tied', { id: integer().primaryKey(), kind: integer().notNull(), maybe: integer() }, (table) => [
  index().on(table.kind.desc(), table.id),
])
const list = paginateConfig(tied).withLimits(10, 100).withTieBreaker('id').sortable('kind', 'maybe').build()
const ROWS = 60

let database: TestDatabase
beforeAll(async () => {
  database = await pglite.open()
  await database.execute(`create table tied (id integer primary key, kind integer not null, maybe integer)`)
}, 60_000)
afterAll(async () => {
  await database.execute('drop table tied')
  await database.close()
})

const CASES = [
  { title: 'no ties', kindOf: (id: number) => id, field: 'kind', unions: 0 },
  { title: 'ties within a batch', kindOf: (id: number) => Math.floor(id / 3), field: 'kind', unions: 0 },
  // Batches of ten: of six, the fourth alone has two values.
  { title: 'ties over batches', kindOf: (id: number) => Math.floor((id - 1) / 25), field: 'kind', unions: 5 },
  { title: 'one value in all rows', kindOf: () => 1, field: 'kind', unions: 6 },
  { title: 'a first value that may be null', kindOf: (id: number) => id, field: 'maybe', unions: 6 },
] as const

const ALL_IDS = Array.from({ length: ROWS }, (_, at) => at + 1)

test.each(CASES)('$title: every row once, in order', async ({ kindOf, field, unions }) => {
  const values = ALL_IDS.map((id) => `(${id}, ${kindOf(id)}, ${kindOf(id)})`)
  await database.execute(`truncate tied; insert into tied values ${values.join(', ')}`)
  const texts: string[] = []
  const ids: number[] = []
  const rows = streamRows(database.db as ListDatabase as never, { sortBy: [`${field}:DESC`] }, list, {
    select: { id: tied.id },
    batchSize: 10,
    onStatement: ({ sql: text }) => void texts.push(text),
  })
  for await (const { id } of rows) ids.push(id)
  expect(ids).toEqual(ALL_IDS.toSorted((one, other) => kindOf(other) - kindOf(one) || one - other))
  expect(texts).toHaveLength(ROWS / 10 + 1)
  expect(texts.filter((text) => text.includes(' union all '))).toHaveLength(unions)
})
