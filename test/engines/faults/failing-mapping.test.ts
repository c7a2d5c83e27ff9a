// What throws while rows are mapped: a decoder of a column, of an expression, and a step of the host's own.
import { sql } from 'drizzle-orm'
import { customType as mysqlType } from 'drizzle-orm/mysql-core'
import { customType as postgresType } from 'drizzle-orm/pg-core'
import { customType as sqliteType } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, paginateSelect, paginateSelectMap, streamRows } from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { createTableSql } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { tableMakers } from './table-makers.js'
import { expectSameError, innermost, thrownBy } from './faults.js'

/** The first one that throws, then none: a fault that passes. */
class Fault {
  readonly error = new Error('cannot be decoded')
  isOn = true

  pass<Value>(value: Value, isHere: boolean): Value {
    if (this.isOn && isHere) throw this.error
    return value
  }
}

describe.each(dialects)('A row that cannot be mapped, on $name', (engine) => {
  let database: TestDatabase
  let fault: Fault
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  beforeEach(() => {
    fault = new Fault()
  })

  /** A table with a column whose decoder fails at the second row. */
  async function makeTable(name: string) {
    const params = {
      dataType: () => (database.dialect === 'mysql' ? 'varchar(10)' : 'text'),
      fromDriver: (value: unknown) => fault.pass(String(value), value === 'b'),
    }
    const custom = { mysql: mysqlType, postgresql: postgresType, sqlite: sqliteType }[
      database.dialect
    ] as typeof postgresType
    const table = tableMakers[database.dialect](
      name,
      custom<{ data: string; driverData: string }>(params as never)('name'),
    )
    await database.execute(`drop table if exists ${name}`)
    await database.execute(createTableSql(database.dialect, table))
    await database.execute(`insert into ${name} values (1, 'a'), (2, 'b'), (3, 'c')`)
    return table
  }

  test('a decoder of a column: its error passes through, before and after the shape is known', async () => {
    const table = await makeTable('fault_column')
    const config = paginateConfig(table).withLimits(5, 10).withTieBreaker('id').build()
    const plain = await thrownBy(() => database.db.select().from(table))
    for (let at = 0; at < 3; at++) expectSameError(await thrownBy(() => paginate(database.db, {}, config)), plain)
    expect(innermost(await thrownBy(() => paginate(database.db, {}, config)))).toBe(fault.error)
    fault.isOn = false
    for (let at = 0; at < 3; at++)
      expect((await paginate(database.db, {}, config)).items.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    fault.isOn = true
    expectSameError(await thrownBy(() => paginate(database.db, {}, config)), plain)
    const seen: unknown[] = []
    const streamed = await thrownBy(async () => {
      for await (const { id } of streamRows(database.db, {}, config, { batchSize: 1 })) seen.push(id)
    })
    expect([innermost(streamed), seen]).toEqual([fault.error, [1]])
    await database.execute('drop table fault_column')
  })

  test('a decoder of an expression', async () => {
    const { articles } = database.schema
    const config = listOf(database).build()
    const shout = sql<string>`${articles.title}`.mapWith((value: string) => fault.pass(value.toUpperCase(), true))
    for (let at = 0; at < 3; at++) {
      expect(
        innermost(await thrownBy(() => paginateSelect(database.db, { limit: 2 }, config, { id: articles.id, shout }))),
      ).toBe(fault.error)
    }
    fault.isOn = false
    for (let at = 0; at < 2; at++) {
      const { items } = await paginateSelect(database.db, { limit: 2 }, config, { id: articles.id, shout })
      expect(items.every((item) => item.shout === item.shout.toUpperCase())).toBe(true)
    }
  })

  test("a step of the host's own, at once and later, for the first row and the last", async () => {
    const { articles } = database.schema
    const config = listOf(database).build()
    for (const failing of [1, 3, 5]) {
      let row = 0
      const steps: readonly ((row: { id: number }) => unknown)[] = [
        ({ id }: { id: number }) => fault.pass(id, ++row === failing),
        async ({ id }: { id: number }) => fault.pass(id, ++row === failing),
      ]
      for (const step of steps) {
        row = 0
        const call = () => paginateSelectMap(database.db, {}, config, { id: articles.id }, step)
        fault.isOn = true
        expect(await thrownBy(call)).toBe(fault.error)
        fault.isOn = false
        expect((await call()).items).toHaveLength(5)
      }
    }
  })

  test('what `onStatement` throws', async () => {
    const config = listOf(database).build()
    for (const failing of ['count', 'page'] as const) {
      fault.isOn = true
      const onStatement = ({ kind }: { kind: string }): void => fault.pass(undefined, kind === failing)
      expect(await thrownBy(() => paginate(database.db, {}, config, { onStatement }))).toBe(fault.error)
      fault.isOn = false
      expect((await paginate(database.db, {}, config, { onStatement })).items).toHaveLength(5)
    }
  })
})
