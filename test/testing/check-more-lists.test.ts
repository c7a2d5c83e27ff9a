// `checkList` on lists that join views and sub-queries, on lists with a scope, on cursors over types with quoted names,
// and in time.
import Database from 'better-sqlite3'
import { count, desc, eq, max, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import * as pg from 'drizzle-orm/pg-core'
import { integer, primaryKey, sqliteTable, sqliteView, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, type ListDatabase, paginateConfig, rowsOf } from '../../src/index.js'
import { checkList, type CheckListOptions } from '../../src/entries/testing/index.js'
import type { CheckProgress } from '../../src/entries/testing/options.js'
import { pglite } from '../support/databases/pglite.js'
import { sqlite } from '../support/databases/sqlite.js'
import { isFullLength } from '../support/property-runs.js'

const TIMEOUT = { timeout: 240_000 }

const notes = sqliteTable('notes', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  tenant: integer('tenant').notNull(),
})
const labels = sqliteTable('labels', {
  id: integer('id').primaryKey(),
  noteId: integer('note_id').notNull(),
  word: text('word').notNull(),
})
const labelled = sqliteView('labelled').as((qb) =>
  qb
    .select({ noteId: labels.noteId, total: sql<number>`count(*)`.mapWith(Number).as('total') })
    .from(labels)
    .groupBy(labels.noteId),
)
const named = sqliteView('named', { id: integer('id').notNull(), title: text('title') }).existing()

const client = new Database(':memory:')
client.exec(`
  create table notes (id integer primary key, title text not null, tenant integer not null);
  create table labels (id integer primary key, note_id integer not null, word text not null);
  create view labelled as select note_id, count(*) as total from labels group by note_id;
  create view named as select id, title from notes where id % 2 = 0`)
for (let id = 1; id <= 30; id++)
  client.prepare('insert into notes values (?, ?, ?)').run(id, `note ${id % 7}`, 1 + (id % 2))
for (let id = 1; id <= 40; id++) client.prepare('insert into labels values (?, ?, ?)').run(id, 1 + (id % 12), `w${id}`)
const db = drizzle({ client })

const start = () =>
  paginateConfig(notes).withLimits(5, 50).withTieBreaker('id').sortable('title').filterable('tenant', '$eq', '$gte')

const counted = () => {
  const totals = db
    .select({ noteId: labels.noteId, total: count().as('total'), last: max(labels.word).as('last') })
    .from(labels)
    .groupBy(labels.noteId)
    .as('totals')
  return start()
    .leftJoin('totals', totals, eq(totals.noteId, notes.id), { assumeUnique: true })
    .field('total', totals.total, 'integer')
    .sortable('total', 'totals.noteId')
    .filterable('total', '$eq', '$gte', '$null')
    .build()
}

test.each<[title: string, list: () => AnyPaginateConfig, options?: CheckListOptions]>([
  ['a joined sub-query', counted],
  [
    'a joined view',
    () =>
      start()
        .leftJoin('labelled', labelled, eq(labelled.noteId, notes.id), { assumeUnique: true })
        .field('total', labelled.total, 'integer')
        .sortable('total', 'labelled.noteId')
        .filterable('total', '$eq', '$gte', '$null')
        .build(),
  ],
  [
    'an inner join of an existing view',
    () =>
      start()
        .innerJoin('named', named, eq(named.id, notes.id), { assumeUnique: true })
        .sortable('named.title')
        .filterable('named.title', '$eq', '$null')
        .build(),
  ],
  [
    'a view as the root',
    () =>
      paginateConfig(named)
        .withLimits(5, 50)
        .withTieBreaker('id', { assumeUnique: true })
        .sortable('title')
        .filterable('title', '$eq')
        .build(),
  ],
  [
    'a required scope',
    () =>
      start()
        .scopedBy(({ tenant }: { tenant: number }) => eq(notes.tenant, tenant))
        .build(),
    { scope: { tenant: 2 } },
  ],
  [
    'filters by default',
    () =>
      start()
        .filterable('title', '$eq', '$in')
        .defaultFilter('tenant', { $eq: 1 })
        .defaultFilter('title', { $in: ['note 1', 'note 2'] })
        .build(),
  ],
  ['a condition of the app', () => start().build(), { where: eq(notes.tenant, 1) }],
])('%s is checked, and compared with memory', TIMEOUT, async (_title, list, options) => {
  const report = await checkList(db, list() as never, { requests: 40, maxSeconds: 200, ...options } as never)
  expect(report.failures).toEqual([])
  expect(report.notChecked).toEqual([])
  expect(report.rows).toBeGreaterThan(10)
  expect(report.comparedWithMemory).toBeGreaterThan(20)
})

const inDatabase = (what: string): string => `agreement with memory for ${what}: only a database runs such SQL`
const loud = sql<string>`upper(${notes.title})`

test.each<[title: string, list: () => AnyPaginateConfig, notChecked?: string[]]>([
  [
    'SQL of .select(), under the name of a field too',
    () =>
      start()
        .select({ id: true, title: loud, more: { loud, tenant: notes.tenant } })
        .selectable()
        .build(),
    [inDatabase(`'title', 'more.loud' of .select()`)],
  ],
  [
    'SQL of .select() whose value is another in each filtered set',
    () =>
      start()
        .select({ id: true, place: sql<number>`row_number() over (order by ${notes.id})` })
        .build(),
    [
      inDatabase(`'place' of .select()`),
      "exports: The item's 'place' is a window function, whose value changes with the rows that are read; leave it out of streams and lists with .withCursors()",
    ],
  ],
  [
    'a record of a left join with SQL of .select()',
    () =>
      start()
        .leftJoin('label', labels, eq(labels.id, notes.id), { assumeUnique: true })
        .select({ id: true, label: { word: true, loud: sql`upper(${labels.word})` } })
        .build(),
    [inDatabase(`'label.loud' of .select()`)],
  ],
  [
    'aggregates of .select()',
    () =>
      start()
        .select({ id: true, labels: rowsOf(labels, eq(labels.noteId, notes.id)).count() })
        .build(),
    [inDatabase(`'labels' of .select()`)],
  ],
  [
    'SQL that only the default order names',
    () =>
      start()
        .defaultSortBy(sql`length(${notes.title})`, desc(notes.id))
        .build(),
  ],
  [
    'cursors with a seal that is a promise',
    () =>
      start()
        .withCursors({ seal: (text) => Promise.resolve(text), open: (text) => Promise.resolve(text) })
        .build(),
  ],
  [
    'conditions of the app',
    () =>
      start()
        .searchWith(({ term }) => sql`instr(${notes.title}, ${term}) > 0`)
        .filterWith('note', 'text', ({ value }) => eq(notes.title, value), '$eq')
        .withFilterExpressions({ maxTerms: 4, maxDepth: 2 })
        .build(),
    [inDatabase(`filters by .filterWith('note')`), inDatabase('searches by .searchWith()')],
  ],
])('%s: all else is compared with memory, and the report says so', TIMEOUT, async (_title, list, notChecked = []) => {
  const report = await checkList(db, list(), { requests: 40, maxSeconds: 200 })
  expect(report.failures).toEqual([])
  expect([...report.notChecked].sort()).toEqual(notChecked)
  expect(report.comparedWithMemory).toBeGreaterThan(40)
})

// Text that a collation, and not the code unit, puts in order: each database has its own.
const KEYS: readonly (readonly [title: string, keys: readonly string[], sortBy: readonly (keyof KeyedRow)[]])[] = [
  ['letters of both cases', ['a', 'B'], []],
  ['one letter in both cases', ['c1', 'C1', 'b'], ['n']],
  ['the key itself', ['a', 'b', 'C'], ['code', 'n']],
  ['punctuation', ['a-b', 'aa', 'a_c'], ['n']],
]
interface KeyedRow {
  readonly region: string
  readonly code: string
  readonly n: number
}
const keyedLists = (
  table: typeof liteKeyed,
  sortBy: readonly (keyof KeyedRow)[],
): readonly (readonly [string, AnyPaginateConfig])[] => {
  const start = () =>
    paginateConfig(table)
      .withLimits(1, 2)
      .filterable('n', '$gte')
      .sortable(...(['n', ...sortBy] as const))
  return [
    ['one key', start().withTieBreaker('code').build()],
    ['a key of two', start().withTieBreaker('region', 'code').build()],
    ['a default order', start().sortable('code').withTieBreaker('region', 'code').defaultSortBy('code').build()],
    ['descending', start().withTieBreaker({ region: 'asc', code: 'desc' }).build()],
  ]
}
const liteKeyed = sqliteTable(
  'keyed',
  { region: text('region').notNull(), code: text('code').notNull().unique(), n: integer('n').notNull() },
  (table) => [primaryKey({ columns: [table.region, table.code] })],
)
const pgKeyed = pg.pgTable(
  'keyed',
  { region: pg.text('region').notNull(), code: pg.text('code').notNull().unique(), n: pg.integer('n').notNull() },
  (table) => [pg.primaryKey({ columns: [table.region, table.code] })],
)

describe.each([
  ['SQLite', sqlite, liteKeyed],
  ['PostgreSQL', pglite, pgKeyed as unknown as typeof liteKeyed],
] as const)('A tie-breaker of text on %s', (_name, engine, table) => {
  test.each(KEYS)('passes with %s', TIMEOUT, async (_title, keys, sortBy) => {
    const database = await engine.open()
    await database.execute('create table keyed (region text, code text unique, n integer, primary key (region, code))')
    try {
      for (const key of keys) await database.execute(`insert into keyed values ('r', '${key}', 1)`)
      for (const [name, list] of keyedLists(table, sortBy)) {
        const report = await checkList(database.db, list as never, { requests: 20, maxSeconds: 200 } as never)
        expect(report.failures, name).toEqual([])
        expect(report.comparedWithMemory, name).toBeGreaterThan(5)
      }
    } finally {
      await database.execute('drop table keyed')
      await database.close()
    }
  })
})

test('cursors over an enum whose name is quoted are paged through', TIMEOUT, async () => {
  const status = pg.pgEnum('orderStatus', ['new', 'sent', "It's done"])
  const orders = pg.pgTable('checked_orders', { id: pg.integer('id').primaryKey(), status: status('status') })
  const database = await pglite.open()
  await database.execute(`
    create type "orderStatus" as enum ('new', 'sent', 'It''s done');
    create table checked_orders (id integer primary key, status "orderStatus");
    insert into checked_orders select n, case n % 4 when 0 then null when 1 then 'new' when 2 then 'sent' else 'It''s done' end::"orderStatus" from generate_series(1, 40) n`)
  try {
    const list = paginateConfig(orders)
      .withLimits(5, 50)
      .withTieBreaker('id')
      .withCursors()
      .sortable('status')
      .filterable('status', '$eq')
      .build()
    database.clear()
    const report = await checkList(database.db, list, { requests: 20, maxSeconds: 200 })
    expect(report.failures).toEqual([])
    const beyond = database.statements().filter(({ sql: statement }) => /"status" [<>].*order by/.test(statement))
    expect(beyond.length).toBeGreaterThan(5)
  } finally {
    await database.execute('drop table checked_orders; drop type "orderStatus"')
    await database.close()
  }
})

describe('Elements of rows that hold moments', () => {
  const orders = pg.pgTable('moment_orders', { id: pg.integer().primaryKey(), title: pg.text().notNull() })
  const lines = pg.pgTable('moment_lines', {
    id: pg.integer().primaryKey(),
    orderId: pg.integer('order_id').notNull(),
    packedAt: pg.timestamp('packed_at', { precision: 6 }).notNull(),
  })
  const parcels = pg.pgTable('moment_parcels', {
    lineId: pg.integer('line_id').primaryKey(),
    sentAt: pg.timestamp('sent_at', { precision: 6 }).notNull(),
  })
  const owned = rowsOf(lines, eq(lines.orderId, orders.id))
  const sent = owned.innerJoin(parcels, eq(parcels.lineId, lines.id))
  const start = () => paginateConfig(orders).withLimits(5, 50).withTieBreaker('id')

  test.each<[title: string, list: () => AnyPaginateConfig]>([
    ['of the rows', () => start().filterableMany('packedAt', owned, lines.packedAt, '$eq', '$gte').build()],
    ['of a table that the rows join', () => start().filterableMany('sentAt', sent, parcels.sentAt, '$gte').build()],
    [
      'of a record',
      () =>
        start()
          .filterableMany('line', sent, { packed: [lines.packedAt, '$eq'], sent: [parcels.sentAt, '$lte'] })
          .build(),
    ],
  ])('a column %s', TIMEOUT, async (_title, list) => {
    const database = await pglite.open()
    await database.execute(`
      create table moment_orders (id integer primary key, title text not null);
      create table moment_lines (id integer primary key, order_id integer not null, packed_at timestamp(6) not null);
      create table moment_parcels (line_id integer primary key, sent_at timestamp(6) not null);
      insert into moment_orders select n, 'order ' || n from generate_series(1, 8) n;
      insert into moment_lines select n, 1 + n % 5, timestamp '2024-01-01 10:00:00' + n * interval '1 hour' from generate_series(1, 20) n;
      insert into moment_parcels select n, timestamp '2024-02-01 10:00:00' + n * interval '1 hour' from generate_series(1, 20) n`)
    try {
      const report = await checkList(database.db, list(), { requests: 20, maxSeconds: 200 })
      expect(report).toMatchObject({ failures: [], notChecked: [] })
      const compared = report.comparedWithMemory
      // No `Date` holds these: of requests that compare them, memory knows other rows.
      await database.execute(`
        update moment_lines set packed_at = packed_at + interval '1 microsecond';
        update moment_parcels set sent_at = sent_at + interval '1 microsecond'`)
      const finer = await checkList(database.db, list(), { requests: 20, maxSeconds: 200 })
      expect(finer).toMatchObject({ failures: [], notChecked: [] })
      expect(finer.comparedWithMemory).toBeLessThan(compared)
    } finally {
      await database.execute('drop table moment_orders, moment_lines, moment_parcels')
      await database.close()
    }
  })
})

/** A database each of whose statements takes so long. */
function slow(milliseconds: number): ListDatabase {
  const waiting = new Database(':memory:')
  waiting.exec('create table notes (id integer primary key, title text not null, tenant integer not null)')
  waiting.exec(`insert into notes values (1, 'a', 1), (2, 'b', 1)`)
  waiting.function('wait', { deterministic: false }, () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
    return 1
  })
  return drizzle({ client: waiting })
}

// It takes its time whatever the machine.
test.runIf(isFullLength)('a run ends in its time, and reports while it runs', TIMEOUT, async () => {
  const reported: CheckProgress[] = []
  const started = performance.now()
  const report = await checkList(slow(100), start().build(), {
    where: sql`wait() = 1`,
    maxSeconds: 6,
    onProgress: (progress) => reported.push(progress),
  })
  expect(performance.now() - started).toBeLessThan(60_000)
  expect(report.notChecked).toEqual([
    expect.stringMatching(/^\d+ of \d+ planned requests: 6 seconds were up \(maxSeconds\)$/),
  ])
  expect(String(report)).toMatch(
    /^\d+ requests to a list of \d+ rows \(seed 1\): \d+ answered, \d+ rejected, \d+ compared with memory\.\nNot checked: .*\(maxSeconds\)\.$/,
  )
  expect(reported).toHaveLength(1)
  expect(reported[0]).toMatchObject({ maxSeconds: 6, done: expect.any(Number), requests: expect.any(Number) })
})

describe('Decimals that JavaScript holds as numbers', () => {
  const SHORT = ['0', '0.1', '-5', '12.50', '9007199254740991', '1e21']
  const invoices = pg.pgTable('decimal_invoices', {
    id: pg.integer().primaryKey(),
    total: pg.numeric({ mode: 'number' }).notNull(),
  })
  const items = pg.pgTable('decimal_items', {
    id: pg.integer().primaryKey(),
    invoiceId: pg.integer('invoice_id').notNull(),
    price: pg.numeric({ mode: 'number' }).notNull(),
  })
  const start = () => paginateConfig(invoices).withLimits(10, 100).withTieBreaker('id')
  const owned = rowsOf(items, eq(items.invoiceId, invoices.id))
  const lists: readonly [title: string, list: AnyPaginateConfig][] = [
    ['a column', start().sortable('total').filterable('total', '$eq', '$in', '$gte', '$lt', '$btw').build()],
    ['a sub-collection', start().filterableMany('price', owned, items.price, '$eq', '$gte').build()],
  ]

  test.each([
    ['short', [], true],
    ['more digits than a number', ['123456789012345678.123456789', '9007199254740993'], false],
    ['digits far behind the point', ['0.10000000000000000001'], false],
    ['digits far before the point', ['1000000000000000000001'], false],
  ])('%s', TIMEOUT, async (_title, more, areFiltersCompared) => {
    const values = [...SHORT, ...more].map((value) => `'${value}'`).join(', ')
    const nth = `(array[${values}])[1 + i % ${SHORT.length + more.length}]::numeric`
    const database = await pglite.open()
    await database.execute(`
      create table decimal_invoices (id int primary key, total numeric not null);
      create table decimal_items (id int primary key, invoice_id int not null, price numeric not null);
      insert into decimal_invoices select i, ${nth} from generate_series(1, 30) i;
      insert into decimal_items select i, 1 + i % 20, ${nth} from generate_series(1, 60) i`)
    try {
      for (const [name, list] of lists) {
        const report = await checkList(database.db, list, { requests: 20, maxSeconds: 200 })
        expect(report.failures, name).toEqual([])
        expect(report.comparedWithMemory > report.answered / 2, name).toBe(areFiltersCompared)
      }
    } finally {
      await database.execute('drop table decimal_invoices, decimal_items')
      await database.close()
    }
  })
})
