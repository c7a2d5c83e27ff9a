// What this package reads of Drizzle that Drizzle's types do not show. On both lines: a release of Drizzle that renames
// one of them fails here first, and docs/contributing/drizzle-internals.md names the file to change.
import { eq, getTableName, Param, SQL, sql, StringChunk, Subquery } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import { drizzle as mysqlProxy } from 'drizzle-orm/mysql-proxy'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle as postgresProxy } from 'drizzle-orm/pg-proxy'
import * as lite from 'drizzle-orm/sqlite-core'
import { drizzle as sqliteProxy } from 'drizzle-orm/sqlite-proxy'
import { describe, expect, inject, test } from 'vitest'
import {
  columnInternals,
  tableOf,
  isTableAlias,
  originalName,
  ownViewFacts,
  schemaOf,
  tableColumns,
  tableName,
  viewFacts,
} from '../../src/drizzle/tables.js'
import { constraintsOf } from '../../src/drizzle/constraints.js'
import { dialectOfDatabase } from '../../src/dialects/index.js'
import { settingParts, kindOf, kindsOf, ownKindOf } from '../../src/drizzle/kinds.js'
import {
  chunkText,
  codecOf,
  decoderOf,
  type FragmentDecoder,
  inlinesParams,
  isSelectionField,
  noDecoder,
  noEncoder,
  originOf,
} from '../../src/drizzle/fragments.js'
import { joiningText } from '../../src/drizzle/joined-text.js'
import { isTransaction, oneReader, sendsBatches } from '../../src/drizzle/databases.js'
import { queryOf, rawFieldsOf } from '../../src/drizzle/selected-fields.js'
import { joinUnread, selectState } from '../../src/drizzle/select-state.js'
import { isSession, RecordingSession, type StartState, withState } from '../../src/drizzle/session.js'

const isOldLine = inject('drizzle').startsWith('^0')

const schema = pg.pgSchema('shop')
const mood = pg.pgEnum('mood', ['glad', 'sad'])
const orders = schema.table(
  'orders',
  {
    id: pg.integer().primaryKey(),
    code: pg.text().notNull(),
    tags: pg.text().array(),
    mood: mood(),
    at: pg.timestamp({ withTimezone: true }),
  },
  (table) => [
    pg.unique().on(table.code),
    pg
      .uniqueIndex('live')
      .on(table.code)
      .where(sql`true`),
    pg.index('words').using('gin', table.code.op('gin_trgm_ops')),
  ],
)
const other = pg.alias(orders, 'other')
const totals = pg
  .pgView('totals')
  .as((query) => query.select({ id: orders.id, twice: sql<number>`${orders.id} * 2`.as('twice') }).from(orders))
const otherTotals = pg.alias(totals as never, 'other_totals') as unknown as typeof totals
const builder = new pg.QueryBuilder()
const stats = builder
  .select({ id: orders.id, twice: sql<number>`${orders.id} * 2`.as('twice') })
  .from(orders)
  .as('stats')

/** What a builder holds, which its type keeps private. */
const stateOf = (start: object): StartState => start as StartState
const startedIn = <Start extends object>(start: Start, session: RecordingSession): Start =>
  withState(stateOf(start), { session }) as Start

const send = async () => ({ rows: [] })
const databases = { postgresql: postgresProxy(send), mysql: mysqlProxy(send), sqlite: sqliteProxy(send as never) }

describe('tables and views: registered symbols', () => {
  test('a table has its name, its schema and its columns', () => {
    expect([tableName(orders), originalName(orders), schemaOf(orders), isTableAlias(orders)]).toEqual([
      'orders',
      'orders',
      'shop',
      false,
    ])
    expect(tableName(orders)).toBe(getTableName(orders))
    expect(Object.keys(tableColumns(orders))).toEqual(['id', 'code', 'tags', 'mood', 'at'])
  })

  test('an alias has both names', () => {
    expect([tableName(other), originalName(other), isTableAlias(other)]).toEqual(['other', 'orders', true])
  })

  test('a view has its configuration, and an alias of it one of its own', () => {
    expect(viewFacts(totals)).toMatchObject({ name: 'totals', isAlias: false })
    expect(viewFacts(otherTotals)).toMatchObject({ name: 'other_totals', originalName: 'totals', isAlias: true })
    expect(Object.keys(ownViewFacts(totals).selectedFields)).toEqual(['id', 'twice'])
  })

  test('what a view and a sub-query select is read as it was written inside', () => {
    for (const source of [totals, stats]) {
      expect(rawFieldsOf(source)['id']).toBe(orders.id)
      expect(rawFieldsOf(source)['twice']).toBeInstanceOf(SQL.Aliased)
      expect(queryOf(source)).toBeInstanceOf(SQL)
    }
    expect(stats).toBeInstanceOf(Subquery)
    expect((stats as unknown as Subquery)._).toMatchObject({ alias: 'stats', isWith: false })
  })
})

test('keys, constraints and indexes are built of columns', () => {
  const names = constraintsOf(orders).map(({ columns, ...facts }) => ({
    ...facts,
    columns: columns.map((column) => (column as { name: string }).name),
  }))
  expect(names).toEqual([
    { isIndex: false, isPrimaryKey: false, isUnique: true, isPartial: false, columns: ['code'] },
    { isIndex: true, isPrimaryKey: false, isUnique: true, isPartial: true, columns: ['code'] },
    { isIndex: true, isPrimaryKey: false, isUnique: false, isPartial: false, columns: ['code'] },
  ])
  const composed = my.mysqlTable('composed', { a: my.int(), b: my.int() }, (table) => [
    my.primaryKey({ columns: [table.a, table.b] }),
  ])
  expect(constraintsOf(composed)).toMatchObject([
    { isPrimaryKey: true, isUnique: true, columns: [composed.a, composed.b] },
  ])
})

test("classes have names, a subclass of someone else's the name of what it extends", () => {
  expect([...kindsOf(orders)].slice(0, 2)).toEqual(['PgTable', 'Table'])
  expect(kindOf(orders.id)).toBe('PgInteger')
  expect(ownKindOf(orders.id)).toBe('PgInteger')
  const Made = class extends (orders.id.constructor as new () => object) {}
  const made = Object.create(Made.prototype as object) as object
  expect([kindOf(made), ownKindOf(made)]).toEqual(['PgInteger', null])
})

test('columns know their table, and what they were made with', () => {
  expect(tableOf(orders.id)).toBe(orders)
  expect(tableName(tableOf(other.id))).toBe('other')
  expect(columnInternals(orders.at).withTimezone).toBe(true)
  expect(columnInternals(orders.mood).enum?.enumName).toBe('mood')
  expect(columnInternals(other.id).config).toBe(columnInternals(orders.id).config)
  const { baseColumn, dimensions } = columnInternals(orders.tags)
  expect(isOldLine ? kindOf(baseColumn) : dimensions).toBe(isOldLine ? 'PgText' : 1)
  const moment = lite.sqliteTable('moments', { at: lite.integer({ mode: 'timestamp_ms' }) }).at
  expect(columnInternals(moment).mode).toBe('timestamp_ms')
  const kept = pg.customType<{ data: string }>({ dataType: () => 'text' })
  const made = pg.pgTable('made', { kept: kept() }).kept
  expect(columnInternals(made).config).toHaveProperty('customTypeParams')
})

describe('fragments', () => {
  test('a fragment has a decoder; one without answers its argument', () => {
    expect((decoderOf(sql`1`) as FragmentDecoder).mapFromDriverValue).toBe(noDecoder)
    expect(noDecoder('as it is')).toBe('as it is')
    expect(decoderOf(sql`1`.mapWith(orders.id))).toBe(orders.id)
  })

  test('a parameter without an encoder has one encoder for all', () => {
    expect(new Param('x').encoder).toBe(noEncoder)
    expect((eq(orders.code, 'x').queryChunks.find((chunk) => chunk instanceof Param) as Param).encoder).toBe(
      orders.code,
    )
  })

  test('inlined values, the text of a chunk, a field of a sub-query', () => {
    expect([inlinesParams(sql`${1}`), inlinesParams(sql`${1}`.inlineParams())]).toEqual([false, true])
    expect(chunkText(new StringChunk('text'))).toBe('text')
    const [chunk] = sql`one ${1}`.queryChunks
    expect(chunkText(chunk as StringChunk)).toBe('one ')
    const field = stats.twice as unknown as SQL.Aliased
    expect(isSelectionField(field)).toBe(true)
    expect(originOf(field)).toBe(isOldLine ? undefined : 'stats')
    expect(isSelectionField(sql`1`.as('one'))).toBe(false)
  })
})

describe.each(Object.entries(databases))('%s: sessions, dialects and selects', (name, db) => {
  const tables = {
    postgresql: pg.pgTable('rows', { id: pg.integer(), at: pg.timestamp() }),
    mysql: my.mysqlTable('rows', { id: my.int(), at: my.timestamp() }),
    sqlite: lite.sqliteTable('rows', { id: lite.integer(), at: lite.integer({ mode: 'timestamp' }) }),
  }
  const table = tables[name as keyof typeof tables] as typeof tables.postgresql
  const database = db as unknown as (typeof databases)['postgresql']

  test('the database shows its dialect, the dialect writes SQL', () => {
    expect(dialectOfDatabase(db)).toBe(name)
    const { dialect } = stateOf(database.select({ id: table.id }))
    const writer = joiningText(dialect as object) as { sqlToQuery(fragment: SQL): { sql: string } }
    expect(writer).not.toBe(dialect)
    expect(writer.sqlToQuery(sql`${table.id} = ${1}`).sql).toMatch(/[`"]rows[`"]\.[`"]id[`"] = (\$1|\?)/)
  })

  test('settings that are made anew for each dialect object are read as what they are made of', () => {
    const settings = Object.values(stateOf(database.select({ id: table.id })).dialect as object) as unknown[]
    const objects = settings.filter((setting): setting is object => typeof setting === 'object' && setting !== null)
    expect(objects.filter((setting) => settingParts(setting) === null)).toEqual([])
  })

  test('a select that was started can be started again in another session, which is passed all that it prepares', () => {
    const start = database.select({ id: table.id, at: table.at })
    expect(isSession(stateOf(start).session)).toBe(true)
    const session = new RecordingSession()
    const select = startedIn(start, session)
    const wanted = new Param(sql.placeholder('0'), table.at)
    const prepared = session.record(
      select.from(table).where(sql`${table.at} = ${wanted}`) as never,
      stateOf(start).dialect as object,
    )
    expect(prepared.query.sql).toMatch(/^select .* from .rows. where /)
    expect(prepared.query.params).toHaveLength(1)
    expect(prepared.args.length).toBeGreaterThan(0)
  })

  test('a select tells what it joins and requires', () => {
    const select = database
      .select()
      .from(table)
      .where(sql`true`)
    expect(selectState(select).where).toBeInstanceOf(SQL)
  })

  test('a join can leave the rows of a select without a selection as they are', () => {
    const joined = (other: string) => [alias(other), sql`true`] as const
    const alias = (other: string) =>
      (({ postgresql: pg, mysql: my, sqlite: lite })[name] as typeof pg).alias(table, other)
    const select = database.select().from(table).$dynamic()
    joinUnread(select, () => select.leftJoin(...joined('unread')))
    const { sql: text } = select.toSQL()
    expect(text).toMatch(/^select .rows.\..id., .rows.\..at. from .rows. left join .rows. .unread. on true$/)
    const { fields } = (
      select.leftJoin(...joined('read')) as unknown as { readonly config: { readonly fields: object } }
    ).config
    expect(Object.keys(fields)).toEqual(['rows', 'read'])
  })
})

test('a database with replicas shows which of them it chooses, and no database is a transaction', () => {
  const [primary, replica] = [postgresProxy(send), postgresProxy(send)]
  const database = pg.withReplicas(primary, [replica])
  // 0.45 sends a select to a replica; 1.0 does where the app names `$replica`.
  expect(oneReader(database)).toBe(isOldLine ? replica : database)
  for (const one of [primary, replica, database.$primary]) expect(oneReader(one)).toBe(one)
  expect(isTransaction(primary)).toBe(false)
})

test("SQLite's proxy sends several statements at once where it has a handler for them", () => {
  expect(sendsBatches(sqliteProxy(send as never))).toBe(false)
  const open = sqliteProxy as unknown as (...handlers: readonly unknown[]) => object
  const batching = isOldLine ? open(send, send) : open({ query: send, batch: send })
  expect(sendsBatches(batching)).toBe(true)
})

test('0.45: names of columns in a casing are one setting', () => {
  const [setting] = Object.values(stateOf(databases.postgresql.select({ id: orders.id })).dialect as object) as [object]
  expect(kindOf(setting)).toBe(isOldLine ? 'CasingCache' : 'CodecsCollection')
})

test("a host's slot keeps what each line does after encoding: a type on 0.45, a codec on 1.0", () => {
  const notes = pg.pgTable('notes', { body: pg.json(), at: pg.timestamp() })
  const database = nodePostgres.mock()
  const session = new RecordingSession()
  const start = database.select({ at: notes.at })
  const select = startedIn(start, session)
  const slots = [notes.body, notes.at].map((column, at) => new Param(sql.placeholder(String(at)), column))
  const { query } = session.record(
    select.from(notes).where(sql`${slots[0]} = ${slots[1]}`) as never,
    stateOf(start).dialect as object,
  )
  if (isOldLine) expect(query.typings).toEqual(['json', 'timestamp'])
  else expect((codecOf(query.params[0] as Param) as (value: unknown) => unknown)([1])).toBe('[1]')
})
