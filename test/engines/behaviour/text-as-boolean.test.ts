// A text column that a list reads as a boolean: filters, orders, facets and cursors alike on every engine.
import { int, mysqlTable, varchar } from 'drizzle-orm/mysql-core'
import { integer as pgInteger, pgTable, text as pgText } from 'drizzle-orm/pg-core'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginate, paginateConfig } from '../../../src/index.js'
import { facetArray, paginateArray } from '../../../src/entries/memory/index.js'
import { createTableSql } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const pgFlags = pgTable('flags', { id: pgInteger().primaryKey(), flag: pgText() })
const tables = {
  postgresql: pgFlags,
  sqlite: sqliteTable('flags', { id: integer().primaryKey(), flag: text() }) as unknown as typeof pgFlags,
  mysql: mysqlTable('flags', {
    id: int().primaryKey(),
    flag: varchar({ length: 9 }),
  }) as unknown as typeof pgFlags,
}
const FLAGS = ['true', 'false', null, 'TRUE', '1', '0', 't']
/** Text that PostgreSQL has no cast of. */
const OTHER = ['true ', 'trüe', '1 ', 'yes']

const OTHER_IDS = OTHER.map((_, at) => FLAGS.length + 1 + at)
function withOthers(query: string, ids: readonly number[]): readonly number[] {
  if (!ids.includes(6)) return ids
  const last = ids.indexOf(6) + 1
  const all = [...ids.slice(0, last), ...OTHER_IDS, ...ids.slice(last)]
  return query.startsWith('sortBy') ? all : all.toSorted((one, other) => one - other)
}

describe.each(dialects)('Text as a boolean on $name', (engine) => {
  let database: TestDatabase
  const flags = tables[engine.dialect]
  const rows = [...FLAGS, ...(engine.dialect === 'postgresql' ? [] : OTHER)].map((flag, at) => ({ id: at + 1, flag }))
  const list = paginateConfig(flags)
    .field('isOn', flags.flag, 'boolean')
    .withLimits(20, 20)
    .withTieBreaker('id')
    .sortable('isOn', { nulls: 'last' })
    .filterable('isOn', '$eq', '$in', '$null')
    .withFacets({ isOn: true })
  const numbers = list.build()
  const own = { own: { values: { isOn: ({ flag }: (typeof rows)[number]) => flag } } }
  beforeAll(async () => {
    database = await engine.open()
    const values = rows.map(({ id, flag }) => `(${id}, ${flag === null ? 'null' : `'${flag}'`})`).join(', ')
    await database.execute(
      `drop table if exists flags; ${createTableSql(engine.dialect, flags)}; insert into flags values ${values}`,
    )
  })
  afterAll(async () => {
    await database.execute('drop table flags')
    await database.close()
  })

  test.each<[query: string, ids: readonly number[]]>([
    ['filter.isOn=$eq:true', [1, 4, 5, 7]],
    ['filter.isOn=$eq:false', [2, 6]],
    ['filter.isOn=$not:$eq:true', [2, 3, 6]],
    ['filter.isOn=$in:false,true', [1, 2, 4, 5, 6, 7]],
    ['filter.isOn=$null', [3]],
    ['sortBy=isOn:ASC', [2, 6, 1, 4, 5, 7, 3]],
    ['sortBy=isOn:DESC', [1, 4, 5, 7, 2, 6, 3]],
  ])('%s', async (query, listed) => {
    // Others are false: they stand in the order of the ids next to what is.
    const ids = engine.dialect === 'postgresql' ? listed : withOthers(query, listed)
    expect((await paginate(database.db, query, numbers)).items.map(({ id }) => id)).toEqual(ids)
    expect(paginateArray(rows, query, numbers, own).items.map(({ id }) => id)).toEqual(ids)
  })

  test('facets, and a walk', async () => {
    const { isOn } = await facetCounts(database.db, '', numbers)
    expect(isOn.map(({ count, filter }) => [filter, count])).toEqual([
      ...(engine.dialect === 'postgresql'
        ? [
            ['$eq:true', 4],
            ['$eq:false', 2],
          ]
        : [
            ['$eq:false', 2 + OTHER.length],
            ['$eq:true', 4],
          ]),
      ['$null', 1],
    ])
    expect(facetArray(rows, '', numbers, undefined, own).isOn?.map(({ count, filter }) => [filter, count])).toEqual(
      isOn.map(({ count, filter }) => [filter, count]),
    )
    const cursors = list.withCursors().build()
    const ids: number[] = []
    for (let after: string | null = ''; after !== null;) {
      const query: string = `sortBy=isOn:DESC&limit=2${after === '' ? '' : `&after=${after}`}`
      const { items, meta } = await paginate(database.db, query, cursors)
      ids.push(...items.map(({ id }) => id))
      after = meta.nextCursor
    }
    expect(ids).toEqual([1, 4, 5, 7, 2, 6, ...(engine.dialect === 'postgresql' ? [] : OTHER_IDS), 3])
  })
})
