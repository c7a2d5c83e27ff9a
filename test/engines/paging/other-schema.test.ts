// A schema that says `timestamp` over a column that the database has as `timestamptz`: the first page that would hand a
// cursor out names the field, since the server would refuse its own cursor.
import { integer, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateConfigError, PaginateQuery, streamRows } from '../../../src/index.js'
import { pglite } from '../../support/databases/pglite.js'
import type { TestDatabase } from '../../support/dialects.js'

const moments = pgTable('misread_moments', { id: integer('id').primaryKey(), at: timestamp('at').notNull() })
const list = paginateConfig(moments).withLimits(2, 10).withTieBreaker('id').sortable('at').withCursors().build()

let database: TestDatabase
beforeAll(async () => {
  database = await pglite.open()
  await database.execute(`create table misread_moments (id integer primary key, at timestamptz not null);
    insert into misread_moments select n, timestamptz '2024-01-01' + n * interval '1 hour' from generate_series(1, 5) n`)
})
afterAll(async () => {
  await database.execute('drop table misread_moments')
  await database.close()
})

const MESSAGE =
  "The sort key 'at' of a row has a value that its type in the schema does not have; correct the schema, or give the field another value type."

test('a page by cursor says which field the schema misreads', async () => {
  const page = paginate(database.db, PaginateQuery.from('sortBy=at:ASC'), list)
  await expect(page).rejects.toThrow(new PaginateConfigError(MESSAGE))
})

test('so does a stream, before its second batch', async () => {
  const read = async () => {
    for await (const row of streamRows(database.db, { sortBy: ['at:ASC'] }, list, { batchSize: 2 })) void row
  }
  await expect(read()).rejects.toThrow(new PaginateConfigError(MESSAGE))
})

test('a page without another one needs no cursor', async () => {
  expect((await paginate(database.db, PaginateQuery.from('sortBy=at:ASC&limit=10'), list)).items).toHaveLength(5)
})
