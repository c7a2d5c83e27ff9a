// Text that is read as another type may be of no such value. Each such text is a value of a facet, which no filter finds,
// and null is another.
import { lte, or, eq, type SQL, sql } from 'drizzle-orm'
import { int, mysqlTable, varchar } from 'drizzle-orm/mysql-core'
import { integer as pgInteger, pgTable, text as pgText } from 'drizzle-orm/pg-core'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetArray } from '../../../src/entries/memory/index.js'
import { facetCounts, paginate, paginateConfig, rowsOf } from '../../../src/index.js'
import type { TestDatabase } from '../../support/dialects.js'
import { enginesWhere } from '../../support/engines-where.js'

/** As TypeScript sees the tables of every engine. */
const texts = pgTable('texts', { id: pgInteger().primaryKey(), at: pgText() })
const days = pgTable('days', { id: pgInteger().primaryKey() })
const tables = {
  sqlite: {
    texts: sqliteTable('texts', { id: integer().primaryKey(), at: text() }),
    days: sqliteTable('days', { id: integer().primaryKey() }),
  },
  mysql: {
    texts: mysqlTable('texts', { id: int().primaryKey(), at: varchar({ length: 40 }) }),
    days: mysqlTable('days', { id: int().primaryKey() }),
  },
}
const AT = '2024-01-02 10:00:00'
const ROWS = [AT, null, null, null, '', 'tomorrow', 'tomorrow', AT].map((at, n) => ({ id: n + 1, at }))
const TYPES = [
  ['timestamp', '$eq:2024-01-02T10:00:00Z'],
  ['date', '$eq:2024-01-02'],
  ['time', '$eq:10:00:00'],
] as const

interface Counted {
  readonly value: unknown
  readonly count: number
  readonly filter: string | null
}
/** In one order: a text of no such value has none. */
const entries = (facet: readonly Counted[]): readonly unknown[] =>
  facet
    .map(({ value, count, filter }) => JSON.stringify([value instanceof Date ? AT : value, count, filter]))
    .toSorted()
    .map((entry) => JSON.parse(entry) as unknown)

// PostgreSQL's casts reject such text.
describe.each(enginesWhere(({ dialect }) => dialect !== 'postgresql'))('Text of no such value on $name', (engine) => {
  let database: TestDatabase
  const own = tables[engine.dialect as keyof typeof tables] as unknown as { texts: typeof texts; days: typeof days }
  beforeAll(async () => {
    database = await engine.open()
    const values = ROWS.map(({ id, at }) => `(${id}, ${at === null ? 'null' : `'${at}'`})`).join(', ')
    await database.execute(
      `create table texts (id integer primary key, at varchar(40)); create table days (id integer primary key);
      insert into texts values ${values}; insert into days values (1), (4)`,
    )
  })
  afterAll(async () => {
    await database.execute('drop table texts; drop table days')
    await database.close()
  })

  const listOf = (type: (typeof TYPES)[number][0], selector: SQL | typeof texts.at) =>
    paginateConfig(own.texts)
      .field('when', selector as SQL, type)
      .withLimits(20, 20)
      .withTieBreaker('id')
      .filterable('when', '$eq', '$null')
      .build()

  describe.each(TYPES)('read as %s', (type, filter) => {
    test.each([
      ['column', own.texts.at],
      ['expression', sql`nullif(${own.texts.at}, 'none')`],
    ])('of a %s is counted by itself, and null apart from it', async (_title, selector) => {
      const list = listOf(type, selector)
      const { when } = await facetCounts(database.db, '', list, { when: true })
      expect(entries(when)).toEqual(
        entries([
          { value: AT, count: 2, filter },
          { value: null, count: 3, filter: '$null' },
          { value: '', count: 1, filter: null },
          { value: 'tomorrow', count: 2, filter: null },
        ]),
      )
      expect((await paginate(database.db, 'filter.when=$null', list)).meta.totalItems).toBe(3)
    })

    test('is counted alike in memory', async () => {
      const list = listOf(type, own.texts.at)
      const values = { own: { values: { when: ({ at }: (typeof ROWS)[number]) => at } } }
      const { when } = await facetCounts(database.db, '', list, { when: true })
      expect(entries(facetArray(ROWS, '', list, { when: true }, values).when)).toEqual(entries(when))
    })

    test('is counted once for each row that has it', async () => {
      const ofDay = rowsOf(own.texts, or(eq(own.days.id, 4), lte(own.texts.id, 3)) as SQL)
      const list = paginateConfig(own.days)
        .withLimits(20, 20)
        .withTieBreaker('id')
        .filterableMany('when', ofDay, { selector: own.texts.at as unknown as SQL, valueType: type }, '$eq', '$null')
        .build()
      const { when } = await facetCounts(database.db, '', list, { when: true })
      expect(entries(when)).toEqual(
        entries([
          { value: AT, count: 2, filter },
          { value: null, count: 2, filter: '$null' },
          { value: '', count: 1, filter: null },
          { value: 'tomorrow', count: 1, filter: null },
        ]),
      )
    })
  })
})
