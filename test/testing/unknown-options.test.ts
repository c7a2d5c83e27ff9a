// The kit reads no option that it does not have: a misspelt `where` would check every row.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, expect, test } from 'vitest'
import { checkList, explainList } from '../../src/entries/testing/index.js'
import { paginateConfig } from '../../src/index.js'

const books = sqliteTable('books', { id: integer().primaryKey() })
const client = new Database(':memory:')
client.exec('create table books (id integer primary key)')
afterAll(() => client.close())
const db = drizzle({ client })
const list = paginateConfig(books).withLimits(5, 10).withTieBreaker('id').select({ id: true }).build()

test.each([
  ['checkList() has no option', { wher: null }, `checkList() has no option 'wher'; did you mean 'where'?`],
  [
    'a tenant has none',
    { tenants: [{ tenantId: 1, owns: () => true }] },
    `checkList() with tenants has no option 'tenantId'`,
  ],
])('%s', async (_title, options, sentence) => {
  await expect(checkList(db, list, options as never)).rejects.toThrow(sentence)
})

test('explainList() has no option', async () => {
  await expect(explainList(db, list, { scop: {} } as never)).rejects.toThrow(
    `explainList() has no option 'scop'; did you mean 'scope'?`,
  )
})

test('an undefined option is none', async () => {
  await expect(checkList(db, list, { requests: 5, wher: undefined } as never)).resolves.toMatchObject({ failures: [] })
})
