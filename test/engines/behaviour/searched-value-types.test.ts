// A value type over text makes a custom column of text searchable, in statements and in memory.
import { drizzle } from 'drizzle-orm/better-sqlite3'
import Database from 'better-sqlite3'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import { afterAll, describe, expect, test } from 'vitest'
import {
  defineValueType,
  type ListDatabase,
  paginate,
  paginateConfig,
  PaginateConfigError,
} from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { pglite } from '../../support/databases/pglite.js'

class Code {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
const column = {
  dataType: () => 'text',
  fromDriver: (text: string) => new Code(text),
  toDriver: ({ text }: Code) => text,
}
const pgCodes = pg.pgTable('searched_codes', {
  id: pg.integer().primaryKey(),
  code: pg.customType<{ data: Code; driverData: string }>(column)(),
})
const liteCodes = lite.sqliteTable('searched_codes', {
  id: lite.integer().primaryKey(),
  code: lite.customType<{ data: Code; driverData: string }>(column)(),
})
const code = defineValueType({
  name: 'code',
  parse: (text) => (/^[A-Z]+-\d+$/.test(text) ? new Code(text) : undefined),
  as: { type: 'text', value: ({ text }) => text },
  appliesTo: (given) => given.name === 'code',
})
const rows = [
  { id: 1, code: new Code('AB-12') },
  { id: 2, code: new Code('CD-21') },
  { id: 3, code: null },
  { id: 4, code: new Code('ab-3') },
]
const listOf = (table: typeof pgCodes) =>
  paginateConfig(table, { valueTypes: [code] })
    .withLimits(10, 10)
    .withTieBreaker('id')
    .searchable('code')
    .filterable('code', '$eq')
    .build()

const terms: readonly (readonly [term: string, ids: readonly number[]])[] = [
  ['ab', [1, 4]],
  ['-2', [2]],
  ['12', [1]],
  ['%', []],
]

async function check(db: ListDatabase, table: typeof pgCodes): Promise<void> {
  const list = listOf(table)
  for (const [search, ids] of terms) {
    const page = await paginate(db as never, { search }, list)
    expect(
      page.items.map(({ id }) => id),
      search,
    ).toEqual(ids)
    expect(
      paginateArray(rows, { search }, list).items.map(({ id }) => id),
      search,
    ).toEqual(ids)
  }
  expect((await paginate(db as never, 'filter.code=$eq:CD-21', list)).items).toHaveLength(1)
}

describe('A registered value type over text', () => {
  const client = new Database(':memory:')
  afterAll(() => void client.close())

  test('is searched on SQLite', async () => {
    client.exec('create table searched_codes (id integer primary key, code text)')
    const db = drizzle({ client })
    db.insert(liteCodes).values(rows).run()
    await check(db, liteCodes as unknown as typeof pgCodes)
  })

  test('is searched on PostgreSQL', async () => {
    const database = await pglite.open()
    await database.execute('create table searched_codes (id integer primary key, code text)')
    try {
      const { db } = database as unknown as {
        db: { insert(of: unknown): { values(rows: unknown): PromiseLike<unknown> } }
      }
      await db.insert(pgCodes).values(rows)
      await check(database.db, pgCodes)
    } finally {
      await database.execute('drop table searched_codes')
      await database.close()
    }
  })

  test('of numbers, or of no built-in type, is not searched', () => {
    const other = (as: object) => {
      const type = defineValueType({ name: 'code', parse: (text) => text, appliesTo: ['text'], ...as })
      return () =>
        paginateConfig(pgCodes, { valueTypes: [type] })
          .field('code' as never, pgCodes.code as never, type as never)
          .searchable('code' as never)
          .withLimits(10, 10)
          .withTieBreaker('id')
          .build()
    }
    expect(other({})).toThrow(PaginateConfigError)
    expect(other({ as: { type: 'integer', value: () => 1n } })).toThrow(PaginateConfigError)
  })
})
