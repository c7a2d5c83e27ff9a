// Lists and databases that are broken on purpose: `checkList` must find each of them, and name a request that shows it.
import Database from 'better-sqlite3'
import { eq, gte, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, numeric, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { type AnyPaginateConfig, defineValueType, type ListDatabase, paginateConfig, rowsOf } from '../../src/index.js'
import {
  checkList,
  type CheckListOptions,
  ListCheckError,
  type ListCheckReport,
} from '../../src/entries/testing/index.js'
import type { CheckName } from '../../src/entries/testing/options.js'

const notes = sqliteTable('notes', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  stars: integer('stars').notNull(),
  tenant: integer('tenant').notNull(),
  folderId: integer('folder_id'),
})
/** Of the same table: names that are the table's own, or the property's alone. */
const accounts = sqliteTable('notes', { id: integer('id').primaryKey(), passwordHash: text('title').notNull() })
const big = sqliteTable('notes', {
  id: integer('id').primaryKey(),
  tenant: integer('tenant').notNull(),
  stars: numeric('stars', { mode: 'bigint' }),
})
const labels = sqliteTable('labels', {
  id: integer('id').primaryKey(),
  noteId: integer('note_id').notNull(),
  word: text('word').notNull(),
})

const CREATE =
  'create table notes (id integer primary key, title text not null, stars integer, tenant integer not null, folder_id integer)'
function open(create = CREATE): Database.Database {
  const client = new Database(':memory:')
  client.exec(create)
  client.exec('create table labels (id integer primary key, note_id integer not null, word text not null)')
  const columns = client.prepare('select name from pragma_table_info(?)').pluck().all('notes') as string[]
  const values: Record<string, (id: number) => unknown> = {
    id: (id) => id,
    title: (id) => `note ${id % 7}`,
    stars: (id) => id % 5,
    tenant: (id) => 1 + (id % 2),
    folder_id: (id) => (id % 3 === 0 ? null : id % 3),
  }
  const insert = client.prepare(`insert into notes (${columns.join()}) values (${columns.map(() => '?').join()})`)
  for (let id = 1; id <= 30; id++) insert.run(...columns.map((name) => values[name]?.(id)))
  for (let id = 1; id <= 12; id++) client.prepare('insert into labels values (?, ?, ?)').run(id, 1 + (id % 4), `w${id}`)
  return client
}

const start = () => paginateConfig(notes).withLimits(5, 50)
const whole = () =>
  start()
    .withTieBreaker('id')
    .sortable('title', 'stars')
    .searchable('title')
    .filterable('stars', '$eq', '$in', '$gte', '$lte', '$btw', '$null')
    .filterable('title', '$eq', '$contains')
    .filterable('folderId', '$eq', '$null')

/** The database, but for what a wrapper changes of the rows that a statement answers. */
function tamper(db: ListDatabase, change: (rows: unknown[], sql: string) => unknown[]): ListDatabase {
  const wrapSession = (session: object): unknown =>
    new Proxy(session, {
      get(of, name) {
        const member = Reflect.get(of, name, of) as unknown
        if (name !== 'prepareQuery') return typeof member === 'function' ? member.bind(of) : member
        return (...parameters: unknown[]) => {
          const prepared = (member as (...all: unknown[]) => { all: (values: unknown) => unknown[] }).apply(
            of,
            parameters,
          )
          const { all } = prepared
          prepared.all = (values) => change(all.call(prepared, values), (parameters[0] as { sql: string }).sql)
          return prepared
        }
      },
    })
  const original = db as unknown as {
    session: object
    dialect: object
    constructor: new (...parts: unknown[]) => ListDatabase
  }
  const session = wrapSession(original.session) as object
  return Object.assign(Object.create(Object.getPrototypeOf(original) as object) as object, original, {
    session,
    select: (fields: never) => {
      const builder = db.select(fields) as { session: unknown }
      builder.session = session
      return builder
    },
  }) as never
}

const isPage = (statement: string): boolean => statement.includes(' limit ') && !statement.includes('count(*)')
/** The first order of a list is ascending by its tie-breaker: read backwards it is descending. */
const isBackwards = (statement: string): boolean => /order by [^)]*"id" desc\b/.test(statement)
const isCount = (statement: string): boolean => statement.includes('count(*)')

const searched = (document: SQL): AnyPaginateConfig =>
  start()
    .leftJoin('label', labels, eq(labels.id, notes.stars))
    .withTieBreaker('id')
    .searchWith(({ term }) => sql`${document} like ${`%${term}%`}`)
    .build()

/** Each tenant by its own scope, which the list adds to a request. */
const scopedTenants = [1, 2].map((tenant) => ({
  scope: { tenant },
  owns: (row: { tenant: number }) => row.tenant === tenant,
}))
const ofTenant = () =>
  start()
    .withTieBreaker('id')
    .scopedBy((scope: { tenant: number }) => eq(notes.tenant, scope.tenant))
/** Closes the parenthesis around it. */
const reachingPast = (condition: SQL): SQL => sql`false) or (${condition}`

const pair = defineValueType({
  name: 'pair',
  parse: (text) => {
    const [, stars, tenant] = /^(\d+)-(\d+)$/.exec(text) ?? []
    if (stars === undefined || tenant === undefined) throw new Error('expected two numbers')
    return [Number(stars), Number(tenant)] as [number, number]
  },
  format: (value) => value.join('-'),
  encode: (value) => value.join('-'),
})
const pairText = sql<[number, number]>`${notes.stars} || '-' || ${notes.tenant}`.mapWith(
  (text: unknown) => String(text).split('-').map(Number) as [number, number],
)

const CASES: readonly {
  readonly title: string
  readonly check: CheckName
  readonly config: () => AnyPaginateConfig
  readonly create?: string
  readonly db?: (db: ListDatabase) => ListDatabase
  readonly options?: CheckListOptions
}[] = [
  {
    title: 'a column that the table does not have',
    check: 'answers',
    config: () => whole().build(),
    create:
      'create table notes (id integer primary key, title text not null, tenant integer not null, folder_id integer)',
  },
  {
    title: 'a tie-breaker that was vouched for and is not unique',
    check: 'rows',
    config: () => start().withTieBreaker('stars', { assumeUnique: true }).sortable('title').build(),
  },
  {
    title: 'a join that repeats rows, wrongly vouched for',
    check: 'rows',
    config: () =>
      start()
        .leftJoin('label', labels, eq(labels.noteId, notes.id), { assumeUnique: true })
        .withTieBreaker('id')
        .filterable('label.word', '$eq')
        .build(),
  },
  {
    title: 'a search that is null where a left join finds nothing',
    check: 'search',
    config: () => searched(sql`${notes.title} || ' ' || ${labels.word}`),
  },
  {
    title: 'a column that is named like a secret',
    check: 'secrets',
    config: () => paginateConfig(accounts).withLimits(5, 50).withTieBreaker('id').build(),
  },
  {
    title: 'children that are lost on the way',
    check: 'memory',
    config: () =>
      whole()
        .children('labels', rowsOf(labels, eq(labels.noteId, notes.id)), { word: labels.word })
        .build(),
    db: (db) => tamper(db, (rows, statement) => (statement.includes('from "labels"') ? rows.slice(1) : rows)),
  },
  {
    title: 'children that are lost next to SQL of .select()',
    check: 'memory',
    config: () =>
      whole()
        .children('labels', rowsOf(labels, eq(labels.noteId, notes.id)), { word: labels.word })
        .select({ loud: sql<string>`upper(${notes.title})`, labels: true })
        .build(),
    db: (db) => tamper(db, (rows, statement) => (statement.includes('from "labels"') ? rows.slice(1) : rows)),
  },
  {
    title: 'children that an export loses, where pages have them',
    check: 'exports',
    config: () =>
      paginateConfig(notes)
        .withLimits(2, 50)
        .withTieBreaker('id')
        .children('labels', rowsOf(labels, eq(labels.noteId, notes.id)), { word: labels.word })
        .build(),
    // A page of two has six of the twelve labels.
    db: (db) =>
      tamper(db, (rows, statement) => (statement.includes('from "labels"') && rows.length > 6 ? rows.slice(1) : rows)),
  },
  {
    title: 'an order that changes between pages',
    check: 'walk',
    config: () =>
      start()
        .field('mood', sql<number>`abs(random() % 1000)`.mapWith(Number), 'integer')
        .withTieBreaker('id')
        .sortable('mood')
        .build(),
  },
  {
    title: 'nulls in a column that the schema says has none',
    check: 'laws',
    config: () => whole().build(),
    create: `${CREATE};
      insert into notes (id, title, stars, tenant) values (31, 'null', null, 1)`,
  },
  {
    title: 'a null that a stream loses',
    check: 'walk',
    config: () => whole().build(),
    create: `${CREATE};
      insert into notes (id, title, stars, tenant) values (31, 'null', null, 1)`,
  },
  {
    title: 'a null in a column that the schema declares not null',
    check: 'rows',
    config: () => whole().build(),
    create: `${CREATE};
      insert into notes (id, title, stars, tenant) values (31, 'null', null, 1)`,
  },
  {
    title: 'a facet whose values lead to other rows',
    check: 'facets',
    config: () =>
      start()
        .field('lot', sql<number>`abs(random() % 5)`.mapWith(Number), 'integer')
        .withTieBreaker('id')
        .filterable('lot', '$eq')
        .build(),
  },
  {
    title: 'text in a column of integers',
    check: 'memory',
    config: () => whole().filterable('tenant', '$eq', '$gte').build(),
    create: `${CREATE};
      insert into notes (id, title, stars, tenant) values (31, 'text', 1, 'many')`,
  },
  {
    title: 'an order that a decoder turns around, over a tie-breaker of text that decides nothing',
    check: 'memory',
    config: () =>
      start()
        .field(
          'turned',
          sql<number>`-${notes.id}`.mapWith((id) => -Number(id)),
          'integer',
        )
        .withTieBreaker('title', 'id')
        .sortable('turned')
        .build(),
  },
  ...(['answers', 'facets'] as const).map((check) => ({
    title: `a value type that the driver cannot bind: ${check}`,
    check,
    config: () => {
      const length = defineValueType({
        name: 'length',
        operators: ['$eq'],
        parse: Number,
        encode: (value) => new Map([[value, value]]),
      })
      return start()
        .field('length', sql<number>`length(${notes.title})`.mapWith(Number), length)
        .withTieBreaker('id')
        .filterable('length', '$eq')
        .build()
    },
  })),
  {
    title: "a condition that lets other tenants' rows pass",
    check: 'tenants',
    config: () => whole().build(),
    options: {
      tenants: [{ name: 'one', where: gte(notes.tenant, 1), owns: (row: { tenant: number }) => row.tenant === 1 }],
    },
  },
  ...(
    [
      ['text', 'text', ({ value }) => reachingPast(sql`${notes.title} like ${`${String(value)}%`}`)],
      ['an integer', 'integer', ({ value }) => reachingPast(eq(notes.stars, Number(value)))],
      [
        'a made type that no column has',
        pair,
        ({ value }) => reachingPast(eq(sql`${notes.stars} || '-1'`, (value as [number, number]).join('-'))),
      ],
    ] satisfies [string, unknown, (criterion: { value: unknown }) => SQL][]
  ).map(([title, type, condition]) => ({
    title: `a filter of the app's own on ${title} that reaches past the tenant`,
    check: 'tenants' as const,
    config: () =>
      ofTenant()
        // A value of the made type is among the texts of the rows.
        .field('both', sql<string>`${notes.stars} || '-' || ${notes.tenant}`, 'text')
        .filterWith('own', type as 'text', condition)
        .build(),
    options: { tenants: scopedTenants },
  })),
  ...(['title', 'rows without such a field'] as const).map((title) => ({
    title: `a search of the app's own that reaches past the tenant: ${title}`,
    check: 'tenants' as const,
    config: () =>
      (title === 'title' ? ofTenant().searchable('title') : ofTenant())
        .searchWith(({ term }) => reachingPast(sql`${notes.title} like ${`%${term.replaceAll('%', '')}_%`}`))
        .build(),
    options: { tenants: scopedTenants },
  })),
  {
    title: "a search of the app's own that fails for some terms",
    check: 'answers',
    // The word of a row.
    config: () =>
      start()
        .withTieBreaker('id')
        .searchWith(({ term }) => (term.startsWith('note') ? sql`no_such = ${term}` : sql`true`))
        .build(),
  },
  {
    title: "a rank of the app's own that fails",
    check: 'answers',
    config: () =>
      start()
        .withTieBreaker('id')
        .searchWith(({ term }) => ({ where: eq(notes.title, term), rank: sql`no_such` }))
        .build(),
  },
  {
    title: 'a foreign row with a bigint',
    check: 'tenants',
    config: () => paginateConfig(big).withLimits(5, 50).withTieBreaker('id').build(),
    options: { tenants: [{ where: gte(big.tenant, 1), owns: (row: { tenant: number }) => row.tenant === 1 }] },
  },
  {
    title: 'a made type that does not write the values of rows',
    check: 'answers',
    config: () =>
      start()
        .field('pair', sql<[number, number]>`${notes.title}`, pair)
        .withTieBreaker('id')
        .filterable('pair', '$eq')
        .build(),
  },
  {
    title: 'a count that misses a row',
    check: 'memory',
    config: () => whole().build(),
    db: (db) =>
      tamper(db, (rows, statement) =>
        isCount(statement)
          ? rows.map((row) => ({
              ...(row as object),
              total: Math.max(0, Number((row as { total: number }).total) - 1),
            }))
          : rows,
      ),
  },
  {
    title: 'a page that loses its first row',
    check: 'page',
    config: () => whole().build(),
    db: (db) =>
      tamper(db, (rows, statement) => (statement.includes(' limit ') && !isCount(statement) ? rows.slice(1) : rows)),
  },
  {
    title: 'a page that comes in another order',
    check: 'walk',
    config: () => whole().build(),
    db: (db) => tamper(db, (rows, statement) => (statement.includes(' limit ') ? rows.toReversed() : rows)),
  },
  {
    title: 'a page that holds a row twice',
    check: 'walk',
    config: () => whole().build(),
    db: (db) =>
      tamper(db, (rows, statement) => (isPage(statement) && rows.length > 1 ? [rows[0], ...rows.slice(0, -1)] : rows)),
  },
  {
    title: 'a walk by cursor that ends early',
    check: 'walk',
    config: () => whole().withCursors().build(),
    db: (db) => tamper(db, (rows, statement) => (isPage(statement) ? rows.slice(0, 2) : rows)),
  },
  {
    title: 'a walk by cursor that comes back short',
    check: 'walk',
    config: () => whole().withCursors().build(),
    db: (db) =>
      tamper(db, (rows, statement) => (isPage(statement) && isBackwards(statement) ? rows.slice(0, 2) : rows)),
  },
  {
    title: 'a walk by cursor of rows that the list does not have',
    check: 'walk',
    config: () => whole().withCursors().build(),
    db: (db) =>
      tamper(db, (rows, statement) =>
        isPage(statement)
          ? rows.map((row) => ('~row 0' in (row as object) ? { ...(row as object), '~row 0': 1000 } : row))
          : rows,
      ),
  },
  {
    title: 'a tie-breaker that is null in a row',
    check: 'rows',
    config: () => start().withTieBreaker('stars', { assumeUnique: true }).build(),
    create: `${CREATE};
      insert into notes (id, title, stars, tenant) values (31, 'null', null, 1)`,
  },
]

async function reportOf(run: Promise<ListCheckReport>): Promise<ListCheckReport> {
  try {
    return await run
  } catch (error) {
    if (!(error instanceof ListCheckError)) throw error
    return error.report
  }
}

test('The table of the broken lists is right while it is whole', async () => {
  const client = open()
  expect(await checkList(drizzle({ client }), whole().build())).toMatchObject({
    failures: [],
    notChecked: [],
    rows: 30,
  })
})

test.each(CASES)('finds $title', async ({ check, config, create, db: broken, options }) => {
  const client = open(create)
  const whole = drizzle({ client })
  const db = broken?.(whole) ?? whole
  const { failures } = await reportOf(checkList(db, config(), options))
  const found = failures.filter((failure) => failure.check === check)
  expect(
    failures.map((failure) => failure.check),
    failures[0]?.message,
  ).toContain(check)
  const [first] = found
  if (first === undefined || first.request === '') return
  // What the failure names shows it again, alone.
  const again = await reportOf(checkList(db, config(), { ...options, only: first.request }))
  expect(again.failures.map((failure) => failure.check)).toContain(check)
})

test('The error names the request, what is wrong, and how to repeat it', async () => {
  const client = open(`${CREATE}; insert into notes (id, title, stars, tenant) values (31, 'null', null, 1)`)
  const error = await checkList(drizzle({ client }), whole().build()).then(
    () => null,
    (reason: unknown) => reason as ListCheckError,
  )
  expect(error).toBeInstanceOf(ListCheckError)
  expect(error?.message).toMatch(
    /^The list failed \d+ checks \(\d+ requests, seed 1\)\.\n1\. rows\n   the field 'stars' of a row is null, and the schema says that it never is: rows are lost in walks; add the constraint, or take \.notNull\(\) off\n[\s\S]*\n\d+\. laws: \?filter\.stars=\$eq:0\n   it has 6 of the 31 rows, and its opposite the others: \?filter\.stars=\$not:\$eq:0 has 24 rows, where there should be 25\n/,
  )
  expect(error?.message).toContain("repeat: CHECK_LIST_ONLY='filter.stars=%24eq%3A0'")
})

test('An owns() that fails is a failure that names the tenant', async () => {
  const owns = (row: { author: { id: number } }) => row.author.id === 1
  const { failures } = await reportOf(
    checkList(drizzle({ client: open() }), whole().build(), { tenants: [{ name: 'one', owns }], requests: 1 }),
  )
  expect(failures[0]).toMatchObject({
    check: 'tenants',
    message: expect.stringMatching(/^owns\(\) of tenant one failed for a row: TypeError: /),
    cause: expect.any(TypeError),
  })
})

test('A made type is given its own values, arrays too', async () => {
  const list = start()
    .field('pair', pairText, pair)
    .withTieBreaker('id')
    .filterable('pair', '$eq')
    .filterWith('own', pair, ({ value }) => eq(pairText, value.join('-')))
    .build()
  const asked: string[] = []
  const db = drizzle({ client: open(), logger: { logQuery: (_sql, values) => asked.push(...values.map(String)) } })
  expect((await checkList(db, list)).failures).toEqual([])
  expect(asked).toContain('4-1')
})

// R16.1.8
test.each([
  ['coalesce', sql`${notes.title} || ' ' || coalesce(${labels.word}, '')`],
  ['columns of the joined table alone', sql`${labels.word}`],
  ['columns of the root alone', sql`${notes.title}`],
])('A search of %s finds rows without a partner', async (_title, document) => {
  const { failures } = await checkList(drizzle({ client: open() }), searched(document))
  expect(failures).toEqual([])
})
