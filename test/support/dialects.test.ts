import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countStatements, isCount } from './count.js'
import { dialects, type TestDatabase } from './dialects.js'
import * as seed from './seed.js'

describe.each(dialects)('the suite on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  test.each(seed.logicalTables)('stores the rows of %s as they were given', async (name) => {
    const { db, schema } = database
    const rows = await db.select().from(schema[name] as never)
    const sortKey = (row: object): string => JSON.stringify(Object.values(row).slice(0, 2))
    const sorted = (list: readonly object[]): object[] => [...list].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
    // SQLite keeps `10.50` as 10.5
    const plainFee = (row: object): object =>
      'fee' in row && row.fee !== null ? { ...row, fee: Number(row.fee) } : row
    const comparable = (list: readonly object[]): object[] => sorted(list).map(plainFee)
    expect(comparable(rows)).toEqual(comparable(seed[name]))
  })

  test('has five rows of every type, the second all null but for its key and serial', async () => {
    const rows = await database.query('select * from every_type order by id')
    expect(rows).toHaveLength(5)
    const { id, serial: _serial, ...rest } = rows[1]!
    expect(Number(id)).toBe(2)
    expect(new Set(Object.values(rest))).toEqual(new Set([null]))
  })

  test('records the statements of an action with their parameters, and none of the set-up', async () => {
    const { db, schema } = database
    const { value, statements } = await countStatements(database, () =>
      db.select({ n: count() }).from(schema.articles).where(eq(schema.articles.status, 'Archived')),
    )
    expect(value).toEqual([{ n: 3 }])
    expect(statements).toHaveLength(1)
    expect(isCount(statements[0]!)).toBe(true)
    expect(statements[0]!.params).toEqual(['Archived'])
  })
})
