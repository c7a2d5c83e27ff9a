// The round trip law: the position of a row, held as text, excludes exactly the rows up to and including it, for every
// kind of column, in both directions, with nulls first and last.
import { Column, is, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { int, mysqlTable, varchar } from 'drizzle-orm/mysql-core'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECTS } from '../../../src/dialects/index.js'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { readCursor, writeCursor, orderPrint, positionOf } from '../../../src/features/cursors/cursor-text.js'
import { nullPlace } from '../../../src/sql/order-terms.js'
import { orderOf, keyTexts } from '../../../src/features/positions/position.js'
import { paginateConfig } from '../../../src/index.js'
import { orderKey } from '../../../src/sql/compile-shape.js'
import { compileSeek, positionOrder } from '../../../src/sql/seek.js'
import type { Field } from '../../../src/types/config.js'
import type { ResolvedConfig } from '../../../src/types/resolved-config.js'
import type { OrderTerm } from '../../../src/types/position.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

interface SelectLike extends PromiseLike<Record<string, unknown>[]> {
  where(condition: SQL | undefined): SelectLike
  orderBy(...terms: SQL[]): SelectLike
}
type Fields = Record<string, SQL>

/** All rows of a list in an order, with the keys of each, and the ids after and before each of them. */
async function expectRoundTrips(
  database: TestDatabase,
  config: ResolvedConfig,
  terms: readonly OrderTerm[],
): Promise<void> {
  const dialect = DIALECTS[config.dialect].sql
  const { select } = DIALECTS[config.dialect].keys
  const expressions: SQLWrapper[] = terms.map(({ field, key }) => positionOrder(orderKey(field, dialect), key))
  const orderBy = terms.flatMap(({ field, direction }, index) =>
    dialect.orderTerm(expressions[index] as SQLWrapper, direction, nullPlace({ field, direction }, config)),
  )
  const id = (config.fields.get('id') as Field).expression
  const read = (fields: Fields): SelectLike =>
    (database.db as unknown as { select(fields: Fields): { from(table: unknown): SelectLike } })
      .select(fields)
      .from(config.table)
  const keys = Object.fromEntries(
    terms.map(({ key }, index) => [`k${index}`, select(expressions[index] as SQLWrapper, key)]),
  )
  const rows = await read({ id: sql`${id}`, ...keys }).orderBy(...orderBy)
  const ids = rows.map((row) => Number(row['id']))
  for (const [at, row] of rows.entries()) {
    const texts = keyTexts(
      terms.map((_, index) => row[`k${index}`]),
      terms,
    )
    const cursor = writeCursor({ print: orderPrint(terms), texts })
    expect(cursor).toMatch(/^[\w-]{1,2000}$/)
    const content = readCursor(cursor)
    if (content === null) throw new Error(`Not a cursor: ${cursor}`)
    for (const side of ['after', 'before'] as const) {
      const position = positionOf(content, side, terms)
      if (typeof position === 'string') throw new Error(`${position}: ${JSON.stringify(texts)}`)
      const keys = position.keys.map((bound) =>
        bound === null ? null : { form: bound.form, slot: sql`${bound.value}` },
      )
      const { ranges, condition } = compileSeek(terms, expressions, { side, keys }, config.dialect)
      const expected = side === 'after' ? ids.slice(at + 1) : ids.slice(0, at)
      const context = `${side} ${JSON.stringify(texts)}`
      // Each condition is selected beside the rows, so that the answer says for each row whether it holds.
      const holds = (condition: SQL): SQL => sql`case when ${condition} then 1 else 0 end`
      const tested = await read({
        id: sql`${id}`,
        whole: holds(condition),
        parts: ranges.map(holds).reduce((sum, part) => sql`${sum} + ${part}`),
      }).orderBy(...orderBy)
      for (const part of ['whole', 'parts']) {
        const found = tested.flatMap((other) => Array<number>(Number(other[part])).fill(Number(other['id'])))
        expect(found, `${part} ${context}`).toEqual(expected)
      }
    }
  }
}

const ownColumns = <Text>(text: () => Text) => ({
  moment: text(),
  day: text(),
  clock: text(),
  number: text(),
  span: text(),
  truth: text(),
  ratio: text(),
})
const asPostgres = pgTable('key_texts', { id: integer().primaryKey(), ...ownColumns(() => text()) })
const asMysql = mysqlTable('key_texts', { id: int('id').primaryKey(), ...ownColumns(() => varchar({ length: 40 })) })
const asSqlite = sqliteTable('key_texts', { id: sqliteInteger().primaryKey(), ...ownColumns(() => sqliteText()) })

/** Of the columns above, in an order that is not that of the text. */
const LAID_OVER: readonly (readonly (string | null)[])[] = [
  ['2024-02-29T12:30:00+02:00', '2024-02-29', '12:30:00', '9.5', '2 days', 'true', '9.5'],
  ['2024-02-29T11:30:00Z', '2024-03-01', '00:00:00', '10.25', '-1 days', 'false', '10.25'],
  ['2024-02-29T12:30:00', '0999-01-01', '23:59:59.5', '-3', '1 mon 3 days', 'true', '1e300'],
  [null, null, null, null, null, null, null],
  ['1969-12-31T23:59:59.123456Z', '2024-02-29', '12:30:00', '10.25', '36:00:00', 'false', '-0.1'],
]

/** PostgreSQL orders neither. */
const UNORDERED = new Set(['json', 'point'])

describe.each(dialects)('positions on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const listOf = (build?: (start: ReturnType<typeof begin>) => { build: () => unknown }): ResolvedConfig =>
    resolvedConfig((build === undefined ? begin() : build(begin())).build() as never)
  const begin = () => paginateConfig(database.schema.everyType).withLimits(10, 100).withTieBreaker('id')

  test('exclude exactly the rows up to their own, for every column', async () => {
    const config = listOf()
    for (const field of config.fields.values()) {
      if (!is(field.expression, Column) || (engine.dialect === 'postgresql' && UNORDERED.has(field.name))) continue
      for (const direction of ['asc', 'desc'] as const)
        await expectRoundTrips(database, config, orderOf([{ field, direction }], config))
    }
  })
  test('with nulls first and last', async () => {
    for (const place of ['first', 'last'] as const) {
      const config = listOf((start) => start.sortable('text', 'integer', { nulls: place }))
      for (const direction of ['asc', 'desc'] as const) {
        const sort = ['text', 'integer'].map((name) => ({ field: config.fields.get(name) as Field, direction }))
        await expectRoundTrips(database, config, orderOf(sort, config))
        await expectRoundTrips(database, config, orderOf(sort.slice(1), config))
      }
    }
  })
  test('of several terms in mixed directions', async () => {
    const config = listOf((start) => start.withTieBreaker({ id: 'desc' }))
    const [boolean, integer, text] = ['boolean', 'integer', 'textEnum'].map(
      (name) => config.fields.get(name.toLowerCase()) as Field,
    ) as [Field, Field, Field]
    for (const first of ['asc', 'desc'] as const) {
      for (const second of ['asc', 'desc'] as const) {
        const sort = [
          { field: boolean, direction: first },
          { field: text, direction: second },
          { field: integer, direction: first },
        ]
        await expectRoundTrips(database, config, orderOf(sort, config))
      }
    }
  })
  test('of text that is read as another type', async () => {
    const own = { postgresql: asPostgres, mysql: asMysql, sqlite: asSqlite }[engine.dialect] as typeof asPostgres
    const columns = ['moment', 'day', 'clock', 'number', 'span', 'truth', 'ratio']
    const literals = LAID_OVER.map(
      (texts, id) => `(${[id, ...texts.map((text) => (text === null ? 'null' : `'${text}'`))].join(', ')})`,
    )
    await database.execute('drop table if exists key_texts')
    await database.execute(
      `create table key_texts (id integer primary key, ${columns.map((name) => `${name} varchar(40)`).join(', ')})`,
    )
    await database.execute(`insert into key_texts values ${literals.join(', ')}`)
    const start = paginateConfig(own)
      .field('asMoment', own.moment, 'timestamp')
      .field('asDay', own.day, 'date')
      .field('asTime', own.clock, 'time')
      .field('asNumber', own.number, 'decimal')
    const more = start
      .field('asSpan', own.span, 'interval')
      .field('asTruth', own.truth, 'boolean')
      .field('asFloat', own.ratio, 'float')
    const list = (engine.dialect === 'postgresql' ? more : (start as unknown as typeof more))
      .withLimits(10, 100)
      .withTieBreaker('id')
      .build()
    const config = resolvedConfig(list as never)
    for (const field of config.fields.values()) {
      if (!field.name.startsWith('as')) continue
      for (const direction of ['asc', 'desc'] as const)
        await expectRoundTrips(database, config, orderOf([{ field, direction }], config))
    }
    await database.execute('drop table key_texts')
  })
  test('of expressions, with a value type and without', async () => {
    const { everyType } = database.schema
    const config = listOf((start) =>
      start
        .field('doubled', sql<number>`${everyType.integer} * 0.5`, 'float')
        .field('whole', sql<number>`${everyType.id} % 3`, 'integer')
        .field('folded', sql<string>`lower(${everyType.text})`, 'text')
        .field('untypedNumber', sql`${everyType.id} % 2`)
        .field('untypedText', sql`lower(${everyType.text})`)
        .field('untypedTruth', sql`(${everyType.id} > 3)`),
    )
    for (const name of ['doubled', 'whole', 'folded', 'untypedNumber', 'untypedText', 'untypedTruth']) {
      const field = config.fields.get(name.toLowerCase()) as Field
      for (const direction of ['asc', 'desc'] as const)
        await expectRoundTrips(database, config, orderOf([{ field, direction }], config))
    }
  })
})
