// Which streams find their batches by keys, and the condition of a batch that does.
import { sql } from 'drizzle-orm'
import { index, int, MySqlDialect, mysqlTable, primaryKey, text } from 'drizzle-orm/mysql-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { orderOf } from '../../../src/features/positions/position.js'
import { keyTextsIn, rowsOfKeys, streamKey } from '../../../src/features/streams/stream-keys.js'
import { paginateConfig } from '../../../src/index.js'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { keyField } from '../../../src/select/list-parts.js'
import type { AnyPaginateConfig } from '../../../src/types/paginate-config.js'
import { articles } from '../../builder/tables.js'

const rows = sqlite.sqliteTable(
  'rows',
  {
    id: sqlite.integer().primaryKey(),
    plain: sqlite.integer().notNull(),
    unique: sqlite.text().notNull().unique(),
    first: sqlite.integer().notNull(),
    second: sqlite.integer().notNull(),
  },
  (table) => [sqlite.index('by_first').on(table.first, table.second)],
)
const ready = () =>
  paginateConfig(rows)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .field('twice', sql<number>`2 * ${rows.plain}`, 'integer')
    .build()

const orderBy = (list: AnyPaginateConfig, ...names: string[]) => {
  const config = resolvedConfig(list)
  const sort = names.map((name) => {
    const field = config.fields.get(name)
    if (field === undefined) throw new Error(name)
    return { field, direction: 'asc' as const }
  })
  return { order: orderOf(sort, config), config }
}

test.each<[title: string, names: readonly string[], isByKey: boolean]>([
  ['the key', ['id'], false],
  ['no field', [], false],
  ['a column without an index', ['plain'], true],
  ['a unique column', ['unique'], false],
  ['the first column of an index', ['first'], false],
  ['both columns of an index', ['first', 'second'], false],
  ['the second column of an index, after one that a request may filter by', ['second'], false],
  ['a unique column before another', ['unique', 'plain'], false],
  ['a column after those of an index', ['first', 'plain'], true],
  ['an expression', ['twice'], true],
  ['an expression after a column', ['plain', 'twice'], true],
])('in the order of %s, by keys: %#', (_title, names, isByKey) => {
  const { order, config } = orderBy(ready(), ...names)
  expect(streamKey(order, config)?.terms ?? null).toEqual(isByKey ? [order.length - 1] : null)
})

test('rows whose key the schema does not show are read by position', () => {
  const list = paginateConfig(rows).withLimits(10, 100).withTieBreaker('first', { assumeUnique: true }).build()
  const { order, config } = orderBy(list, 'plain')
  expect(streamKey(order, config)).toBeNull()
})

const seats = mysqlTable('seats', { row: int().notNull(), seat: int().notNull(), kind: text() }, (table) => [
  primaryKey({ columns: [table.row, table.seat] }),
  index('by_seat').on(table.seat),
])
const seatList = paginateConfig(seats).withLimits(10, 100).withTieBreaker('row', 'seat').build()

test('the texts of a key are those of its columns, in their order', () => {
  const { order, config } = orderBy(seatList, 'kind')
  const key = streamKey(order, config)
  expect(key?.terms).toEqual([1, 2])
  const row = { [keyField(0)]: 'kind', [keyField(1)]: '7', [keyField(2)]: '8' }
  expect(key === null ? null : keyTextsIn(row, key)).toEqual(['7', '8'])
})

test.each([
  [1, 1, 2],
  // Parameters are rounded up, so that few texts serve all numbers of keys.
  [1000, 1000, 2048],
  [1001, 1000, 2048],
  [5000, 1000, 2048],
])('of %i keys with a parameter for each, a statement reads %i rows with %i parameters', (given, read, parameters) => {
  const { order, config } = orderBy(seatList, 'kind')
  const key = streamKey(order, config)
  const keys = Array.from({ length: given }, (_, at) => [String(at), '1'])
  const one = key === null ? null : rowsOfKeys(key, keys, config)
  expect(one?.count).toBe(read)
  expect(one === null ? 0 : new MySqlDialect().sqlToQuery(one.where).params.length).toBe(parameters)
})

test('one list of all keys is one parameter, however many there are', () => {
  const { order, config } = orderBy(paginateConfig(articles).withLimits(10, 100).withTieBreaker('id').build(), 'views')
  const key = streamKey(order, config)
  const keys = Array.from({ length: 5000 }, (_, at) => [String(at)])
  expect(key === null ? null : rowsOfKeys(key, keys, config).count).toBe(5000)
})
