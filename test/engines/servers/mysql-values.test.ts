// Every value type and operator on a MariaDB or MySQL server, by ids of `every_type`: 1 ordinary, 2 nulls, 3 upper
// edges, 4 lower edges, 5 neighbours of row 1 that only an exact comparison tells apart.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListDatabase, paginate, paginateConfig, PaginateQuery, PaginateQueryError } from '../../../src/index.js'
import { mysql2 } from '../../support/databases/mysql2.js'
import { sortedIds } from '../../support/rows.js'
import { everyType as table } from '../../support/schema/mysql.js'
import type { TestDatabase } from '../../support/test-database.js'

const ORDERED = ['$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'] as const
const EQUALITY = ['$eq', '$in', '$null'] as const
const TEXT = [...ORDERED, '$sw', '$ew', '$ilike', '$contains'] as const

export const everyTypeList = paginateConfig(table)
  .field('uuidText', table.uuid, 'uuid')
  .field('isoText', table.timestampText, 'timestamp')
  .field('sum', sql<string>`(${table.numericNumber} + 0)`, 'decimal')
  .field('when', sql<Date>`coalesce(${table.datetime}, null)`, 'timestamp')
  .field('clock', sql<string>`coalesce(${table.time}, null)`, 'time')
  .field('gap', sql<string>`sec_to_time((${table.id} - 3) * 200000)`, 'interval')
  .withLimits(100, 100)
  .withTieBreaker('id')
  .filterable('text', ...TEXT)
  .filterable('varchar', ...TEXT)
  .filterable('char', ...ORDERED)
  .filterable('charFive', ...TEXT)
  .filterable('boolean', ...EQUALITY)
  .filterable('uuidText', ...ORDERED)
  .filterable('tinyint', ...ORDERED)
  .filterable('tinyintUnsigned', ...ORDERED)
  .filterable('smallint', ...ORDERED)
  .filterable('mediumint', ...ORDERED)
  .filterable('integer', ...ORDERED)
  .filterable('integerUnsigned', ...ORDERED)
  .filterable('bigintNumber', ...ORDERED)
  .filterable('bigint', ...ORDERED)
  .filterable('bigintUnsigned', ...ORDERED)
  .filterable('year', ...ORDERED)
  .filterable('numeric', ...ORDERED)
  .filterable('numericNumber', ...ORDERED)
  .filterable('numericBigint', ...ORDERED)
  .filterable('numericWidest', ...ORDERED)
  .filterable('sum', ...ORDERED)
  .filterable('real', ...ORDERED)
  .filterable('double', ...ORDERED)
  .filterable('datetime', ...ORDERED)
  .filterable('when', ...ORDERED)
  .filterable('timestampString', ...ORDERED)
  .filterable('timestampMillis', ...ORDERED)
  .filterable('timestampSeconds', ...ORDERED)
  .filterable('timestamp', ...ORDERED)
  .filterable('isoText', ...ORDERED)
  .filterable('date', ...ORDERED)
  .filterable('dateDate', ...ORDERED)
  .filterable('time', ...ORDERED)
  .filterable('timeSeconds', ...ORDERED)
  .filterable('clock', ...ORDERED)
  .filterable('gap', ...ORDERED)
  .filterable('enum', ...ORDERED)
  .filterable('textEnum', ...EQUALITY)
  .filterable('varcharEnum', ...EQUALITY)
  .filterable('texts', '$eq', '$null', '$contains')
  .filterable('integers', '$eq', '$null', '$contains')
  .build()

/** `[field, criterion, ids that match it]`; the others match its `$not`. */
const rows: readonly (readonly [field: string, criterion: string, ids: readonly number[]])[] = [
  ['text', '$eq:text', [1]],
  ['text', '$eq:', [4]],
  ['text', '$eq:it\'s \\ "quoted" ~0 \0 \n', []],
  ['text', '$in:text,Text,nothing', [1, 5]],
  ['text', '$null', [2]],
  ['numericWidest', '$lt:100000000000000000000000000000000000', [1, 3, 4, 5]],
  ['numericWidest', '$gte:100000000000000000000000000000000000', []],
  ['numericWidest', '$lte:100000000000000000000000000000000000', [1, 3, 4, 5]],
  ['numericWidest', '$gt:-100000000000000000000000000000000000', [1, 3, 4, 5]],
  ['numericWidest', '$btw:100000000000000000000000000000000000,200000000000000000000000000000000000', []],
  ['text', '$gte:text', [1, 3]],
  ['text', '$lt:text', [4, 5]],
  ['text', '$btw:text,zzz', [1, 3]],
  ['text', '$sw:te', [1]],
  ['text', '$ilike:ex', [1, 5]],
  ['text', '$contains:%', []],
  ['varchar', '$contains:_', []],
  ['varchar', '$sw:zzzzzzzzzzzzzzzzzzzz', [3]],
  ['char', '$eq:c', [1]],
  ['char', '$in:c,C', [1, 5]],
  ['charFive', '$eq:five', [1]],
  ['boolean', '$eq:true', [1, 3]],
  ['boolean', '$eq:FALSE', [4, 5]],
  ['boolean', '$in:true,false', [1, 3, 4, 5]],
  ['boolean', '$null', [2]],
  ['uuidText', '$eq:{0F8FAD5BD9CB469FA16570867728950E}', [1]],
  ['uuidText', '$gte:0f8fad5b-d9cb-469f-a165-70867728950f', [3, 5]],
  ['tinyint', '$eq:-128', [4]],
  ['tinyint', '$btw:1,127', [1, 3, 5]],
  ['tinyintUnsigned', '$eq:255', [3]],
  ['tinyintUnsigned', '$gt:1', [3, 5]],
  ['smallint', '$lte:1', [1, 4]],
  ['mediumint', '$eq:8388607', [3]],
  ['integer', '$in:1,2,3', [1, 5]],
  ['integer', '$eq:-2147483648', [4]],
  ['integerUnsigned', '$eq:4294967295', [3]],
  ['bigintNumber', '$eq:9007199254740991', [1, 3]],
  ['bigint', '$eq:9007199254740993', [1]],
  ['bigint', '$eq:9007199254740992', [5]],
  ['bigint', '$in:9007199254740992,9223372036854775807', [3, 5]],
  ['bigint', '$gt:9007199254740992', [1, 3]],
  ['bigint', '$eq:-9223372036854775808', [4]],
  ['bigintUnsigned', '$eq:18446744073709551615', [3]],
  ['bigintUnsigned', '$gte:9007199254740993', [1, 3]],
  ['bigintUnsigned', '$lt:18446744073709551615', [1, 4, 5]],
  ['year', '$eq:2155', [3]],
  ['year', '$lt:2025', [1, 4]],
  ['numeric', '$eq:12345678901234567890.0123456789', [1]],
  ['numeric', '$eq:12345678901234567890.01234567890', [1]],
  ['numeric', '$eq:12345678901234567890.01234567891', []],
  ['numeric', '$gte:12345678901234567890.01234567881', [1, 3]],
  ['numeric', '$gt:12345678901234567890.01234567885', [1, 3]],
  ['numeric', '$lte:12345678901234567890.01234567885', [4, 5]],
  ['numeric', '$lt:12345678901234567890.01234567881', [4, 5]],
  ['numeric', '$lt:99999999999999999999999999999999999999999999999999999999999999999999999999999', [1, 3, 4, 5]],
  ['numeric', '$gt:-99999999999999999999999999999999999999999999999999999999999999999999999999999', [1, 3, 4, 5]],
  ['numeric', '$eq:99999999999999999999999999999999999999999999999999999999999999999999999999999', []],
  ['numericNumber', '$eq:1234.5678', [1]],
  ['numericNumber', '$in:1234.5678,1234.5679,1234.56785', [1, 5]],
  ['numericBigint', '$eq:123456789012345678901234567890', [1]],
  ['numericBigint', '$gt:123456789012345678901234567890.5', [3, 5]],
  ['numericBigint', '$gte:-999999999999999999999999999999.5', [1, 3, 4, 5]],
  ['numericWidest', '$eq:.000000000000000000000000000001', [1]],
  ['numericWidest', '$eq:.0000000000000000000000000000011', []],
  ['numericWidest', '$gt:.0000000000000000000000000000011', [3, 5]],
  ['sum', '$eq:1234.5678', [1]],
  ['sum', '$lt:1234.56785', [1, 4]],
  ['real', '$eq:1.1', [1]],
  ['real', '$in:1.1,1.25', [1, 5]],
  ['real', '$gt:1.1', [3, 5]],
  ['real', '$lte:1.1', [1, 4]],
  ['double', '$eq:1.1', [1]],
  ['double', '$eq:1.1000000000000003', [5]],
  ['double', '$gt:1.1', [3, 5]],
  ['datetime', '$eq:2024-02-29T12:34:56.123456Z', [1]],
  ['datetime', '$eq:2024-02-29T14:34:56.123456+02:00', [1]],
  ['datetime', '$eq:2024-02-29T12:34:56.1234564Z', []],
  ['datetime', '$gt:2024-02-29T12:34:56.1234564Z', [3, 5]],
  ['datetime', '$gte:2024-02-29T12:34:56.1234564Z', [3, 5]],
  ['datetime', '$lt:2024-02-29T12:34:56.1234564Z', [1, 4]],
  ['datetime', '$lte:2024-02-29T12:34:56.1234564Z', [1, 4]],
  ['datetime', '$lt:9999-12-31T23:59:59.9999999', [1, 3, 4, 5]],
  ['datetime', '$gte:9999-12-31T23:59:59.9999999', []],
  ['datetime', '$eq:0001-01-01', [4]],
  ['datetime', '$in:2024-02-29T12:34:56.123456,2024-02-29T12:34:56.123457', [1, 5]],
  ['when', '$eq:2024-02-29T12:34:56.123456Z', [1]],
  ['timestampString', '$btw:2024-02-29T12:34:56.123456,2024-02-29T12:34:56.123457', [1, 5]],
  ['timestampMillis', '$eq:2024-02-29T12:34:56.123', [1]],
  ['timestampMillis', '$eq:2024-02-29T12:34:56.1234', []],
  ['timestampMillis', '$gt:2024-02-29T12:34:56.1234', [3, 5]],
  ['timestampSeconds', '$lte:2024-02-29T12:34:56.9', [1, 4]],
  ['timestampSeconds', '$gte:2024-02-29T12:34:56.9', [3, 5]],
  ['timestamp', '$eq:2024-02-29T12:34:56.123456Z', [1]],
  ['timestamp', '$gt:2024-02-29T12:34:56.123456Z', [3, 5]],
  ['timestamp', '$lt:9999-12-31T23:59:59Z', [1, 3, 4, 5]],
  ['timestamp', '$gt:0001-01-01', [1, 3, 4, 5]],
  ['isoText', '$eq:2024-02-29T12:34:56.123Z', [1]],
  ['isoText', '$eq:2024-02-29T12:34:56.124Z', [5]],
  ['isoText', '$eq:0001-01-01', [4]],
  ['isoText', '$gt:2024-02-29T12:34:56.123Z', [3, 5]],
  ['date', '$eq:2024-02-29', [1]],
  ['date', '$in:2024-02-29,2024-03-01', [1, 5]],
  ['date', '$gte:2024-03-01', [3, 5]],
  ['dateDate', '$lt:2024-03-01', [1, 4]],
  ['time', '$eq:12:34:56.123456', [1]],
  ['time', '$eq:12:34:56.1234561', []],
  ['time', '$gt:12:34:56.1234561', [3, 5]],
  ['time', '$lt:00:00', [4]],
  ['time', '$gt:23:59:59.9999999', [3]],
  ['timeSeconds', '$gt:12:34:56.5', [3, 5]],
  ['timeSeconds', '$lte:12:34:56.5', [1, 4]],
  // MySQL compares a time that no column holds with a text as texts.
  ['clock', '$eq:12:34:56.123456', [1]],
  ['clock', '$in:12:34:56.123456,12:34:56.1234561', [1]],
  ['clock', '$lt:00:00', [4]],
  ['clock', '$gt:12:34:56.1234561', [3, 5]],
  ['clock', '$btw:00:00,23:59:59.9999999', [1, 5]],
  ['gap', '$eq:PT55H33M20S', [4]],
  ['gap', '$in:PT111H6M40S,-PT55H33M20S', [2, 5]],
  ['gap', '$gte:PT99H', [5]],
  ['gap', '$gt:PT0S', [4, 5]],
  ['gap', '$lt:-PT99H', [1]],
  ['enum', '$eq:sad', [1, 5]],
  ['enum', '$gte:OK', [3, 4]],
  ['enum', '$lt:happy', [1, 4, 5]],
  ['enum', '$btw:ok,happy', [3, 4]],
  ['enum', '$in:happy,ok', [3, 4]],
  ['textEnum', '$eq:green', [4, 5]],
  ['varcharEnum', '$in:one,two', [1, 3, 4, 5]],
  ['texts', '$contains:a,b', [1]],
  ['texts', '$contains:b', [1, 5]],
  ['texts', '$contains:B', []],
  ['texts', '$contains:"', [3]],
  ['texts', '$contains:,"', [3]],
  ['texts', '$contains:b ', []],
  ['texts', '$null', [2]],
  ['integers', '$contains:1,2', [1]],
  ['integers', '$contains:2', [1, 5]],
]

describe('values on a MySQL or MariaDB server', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await mysql2.open()
  })
  afterAll(() => database.close())

  const idsWhere = async (field: string, criterion: string): Promise<number[]> => {
    const query = new PaginateQuery({ filters: { [field]: [criterion] } })
    return sortedIds((await paginate(database.db as ListDatabase, query, everyTypeList)).items)
  }

  test.each(rows)('%s %s matches rows %j, its $not the others', async (field, criterion, ids) => {
    expect(await idsWhere(field, criterion)).toEqual(ids)
    expect(await idsWhere(field, `$not:${criterion}`)).toEqual([1, 2, 3, 4, 5].filter((id) => !ids.includes(id)))
  })

  test.each([
    ['tinyint', '$eq:128'],
    ['tinyintUnsigned', '$eq:-1'],
    ['integerUnsigned', '$eq:4294967296'],
    ['bigintUnsigned', '$eq:18446744073709551616'],
    ['bigintUnsigned', '$eq:-1'],
    ['year', '$eq:24'],
    ['real', '$eq:1e39'],
    ['char', '$eq:cc'],
  ])('refuses %s %s before any statement', async (field, criterion) => {
    database.clear()
    await expect(idsWhere(field, criterion)).rejects.toThrow(PaginateQueryError)
    expect(database.statements()).toEqual([])
  })

  test('a page by cursor goes on behind times below zero and of three digits', async () => {
    const list = paginateConfig(table)
      .field('gap', sql<string>`sec_to_time((${table.id} - 3) * 200000)`, 'interval')
      .withLimits(1, 1)
      .withTieBreaker('id')
      .sortable('gap')
      .withCursors()
      .build()
    for (const [sortBy, expected] of [
      ['gap:ASC', [1, 2, 3, 4, 5]],
      ['gap:DESC', [5, 4, 3, 2, 1]],
    ] as const) {
      const ids: number[] = []
      for (let after: string | null | undefined; after !== null;) {
        const page: { items: { id: number }[]; meta: { nextCursor: string | null } } = await paginate(
          database.db as ListDatabase,
          { sortBy: [sortBy], after },
          list,
        )
        ids.push(...page.items.map(({ id }) => id))
        after = page.meta.nextCursor
      }
      expect(ids, sortBy).toEqual(expected)
    }
  })

  test('shares a statement between lists up to the same power of two', async () => {
    database.clear()
    await idsWhere('integer', '$in:1,2,3')
    await idsWhere('integer', '$in:1,2,3,4')
    await idsWhere('integer', '$in:4,5,6')
    const texts = new Set(
      database
        .statements()
        .filter(({ sql: text }) => text.startsWith('select count'))
        .map(({ sql: text }) => text),
    )
    expect(texts.size).toBe(1)
    expect(database.statements()[0]?.params).toEqual([1, 2, 3, 3])
  })
})
