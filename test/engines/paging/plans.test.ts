// The cost of a page: each shape of a cursor's condition is served by an index on the order, by the engine's own plan,
// and a deep page by number looks its rows up by their keys.
import { inArray } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, paginate, paginateConfig } from '../../../src/index.js'
import type { TestDialect } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import type { Statement } from '../../support/statement-log.js'
import { withSettings } from '../../support/settings.js'

const ROWS = 20_000
const LIMIT = 5
/**
 * A few ranges of a few rows, by the index and by their keys; PostgreSQL may walk the primary key past some hundred
 * rows to find those of one value. What must not be is a number that grows with the depth.
 */
const MOST_ROWS_READ = { postgresql: 500, mysql: 100, sqlite: 0 }

/** Typed as PostgreSQL's, as the schema of the other tests is. */
const tables = {
  postgresql: pg.pgTable('plan_rows', {
    id: pg.integer().primaryKey(),
    made: pg.integer().notNull(),
    kind: pg.text().notNull(),
    views: pg.integer().notNull(),
    stars: pg.integer(),
  }),
  sqlite: sqlite.sqliteTable('plan_rows', {
    id: sqlite.integer().primaryKey(),
    made: sqlite.integer().notNull(),
    kind: sqlite.text().notNull(),
    views: sqlite.integer().notNull(),
    stars: sqlite.integer(),
  }),
  mysql: mysql.mysqlTable('plan_rows', {
    id: mysql.int().primaryKey(),
    made: mysql.int().notNull(),
    kind: mysql.varchar({ length: 9 }).notNull(),
    views: mysql.int().notNull(),
    stars: mysql.int(),
  }),
}
const tableOf = (dialect: TestDialect) =>
  tables[dialect as keyof typeof tables] as unknown as (typeof tables)['postgresql']

const row = (id: number): string => {
  const stars = id % 4 === 0 ? 'null' : (id * 31) % 50
  return `(${id}, ${(id * 7) % 15_000}, '${['draft', 'live', 'live', 'live', 'old'][id % 5]}', ${(id * 13) % 1000}, ${stars})`
}

/**
 * The one index that serves an order: a planner that has the choice may hold another one to be as good. MySQL reads no
 * range of an index with a descending column backwards (docs/guides/mysql.md), so going back takes a second one there.
 */
async function onlyIndex(database: TestDatabase, columns: string): Promise<void> {
  for (const name of await indexesOf(database)) {
    await database.execute(database.dialect === 'mysql' ? `drop index ${name} on plan_rows` : `drop index ${name}`)
  }
  if (columns !== '') await database.execute(`create index plan_order on plan_rows (${columns})`)
  if (columns.includes('desc') && (await isMysql(database))) {
    await database.execute(`create index plan_order_back on plan_rows (${flipped(columns)})`)
  }
  await analyze(database)
}
async function indexesOf(database: TestDatabase): Promise<string[]> {
  const select = {
    postgresql: `select indexname as name from pg_indexes where indexname like 'plan_order%'`,
    sqlite: `select name from sqlite_master where type = 'index' and name like 'plan_order%'`,
    mysql: `select distinct index_name as name from information_schema.statistics where table_schema = database() and index_name like 'plan_order%'`,
  }[database.dialect]
  return (await database.query(select)).map(({ name }) => String(name))
}
async function isMysql(database: TestDatabase): Promise<boolean> {
  if (database.dialect !== 'mysql') return false
  const [row] = await database.query('select version() as version')
  return !String(row?.['version']).includes('MariaDB')
}
const flipped = (columns: string): string =>
  columns
    .split(', ')
    .map((column) => (column.endsWith(' desc') ? column.replace(' desc', '') : `${column} desc`))
    .join(', ')
const analyze = (database: TestDatabase) =>
  database.execute(database.dialect === 'mysql' ? 'analyze table plan_rows' : 'analyze plan_rows')

async function fill(database: TestDatabase): Promise<void> {
  const text = database.dialect === 'mysql' ? 'varchar(9)' : 'text'
  await database.execute(
    `create table plan_rows (id integer primary key, made integer not null, kind ${text} not null, views integer not null, stars integer)`,
  )
  for (let from = 1; from <= ROWS; from += 2000) {
    await database.execute(
      `insert into plan_rows values ${Array.from({ length: 2000 }, (_, at) => row(from + at)).join()}`,
    )
  }
}

const written = ({ sql, params }: Statement): string => {
  const literal = (value: unknown): string =>
    typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
  let at = 0
  return sql.replaceAll(/\$(\d+)|\?/g, (_, number?: string) =>
    literal(params[number === undefined ? at++ : Number(number) - 1]),
  )
}

type PlanNode = { readonly [name: string]: unknown }
const isNode = (value: unknown): value is PlanNode => typeof value === 'object' && value !== null
/** Every object in a plan. */
const nodesOf = (value: unknown): PlanNode[] => (isNode(value) ? [value, ...Object.values(value).flatMap(nodesOf)] : [])
const first = (rows: readonly PlanNode[]): unknown => {
  const value = Object.values(rows[0] ?? {})[0]
  return typeof value === 'string' ? JSON.parse(value) : value
}

/** Rows of the table that the engine touched for a statement. */
const readBy: {
  readonly [dialect in keyof typeof tables]: (database: TestDatabase, statement: string) => Promise<number>
} = {
  postgresql: async (database, statement) => {
    const plan = first(await database.query(`explain (analyze, format json) ${statement}`))
    const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined)
    const rows = (node: PlanNode, name: string) => Number(node[name] ?? 0)
    return scans.reduce(
      (sum, node) =>
        sum + (rows(node, 'Actual Rows') + rows(node, 'Rows Removed by Filter')) * rows(node, 'Actual Loops'),
      0,
    )
  },
  mysql: async (database, statement) => {
    // The session's own counters: the same on MariaDB and MySQL, and rows that an index condition leaves out count as
    // well.
    await database.query('flush status')
    await database.query(statement)
    const counters = await database.query(`show session status like 'Handler_read_%'`)
    return counters.reduce((sum, row) => sum + Number(row['Value']), 0)
  },
  // SQLite counts nothing. A search ends with the limit; a scan of the table does not begin at the position.
  sqlite: async (database, statement) => {
    const details = (await database.query(`explain query plan ${statement}`)).map(({ detail }) => String(detail))
    const isRead = (detail: string) => /^(?:SCAN|SEARCH) plan_rows\b/.test(detail)
    const isSearch = (detail: string) =>
      /^SEARCH plan_rows USING (?:(?:COVERING )?INDEX|INTEGER PRIMARY KEY)/.test(detail)
    expect(details.filter(isRead).length).toBeGreaterThan(0)
    // One sort: that of the rows that were found.
    expect(
      details.filter((detail) => (isRead(detail) && !isSearch(detail)) || detail.startsWith('USE TEMP B-TREE')).join(),
      details.join('\n'),
    ).toMatch(/^(?:USE TEMP B-TREE FOR ORDER BY)?$/)
    return 0
  },
}

// R13.1.19
describe.each(dialects.filter(({ dialect }) => dialect in tables))('plans on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await database.execute('drop table if exists plan_rows')
    await fill(database)
    // MySQL sorts what a short range holds, though an index has the order.
    if (await isMysql(database)) most = MOST_ROWS_READ.postgresql
  })
  afterAll(async () => {
    await database.execute('drop table plan_rows')
    await database.close()
  })

  const begin = (most = 100) =>
    paginateConfig(tableOf(engine.dialect))
      .withLimits(LIMIT, most)
      .withTieBreaker('id')
      .sortable('made', 'kind', 'views', 'stars')
  let most = MOST_ROWS_READ[engine.dialect as keyof typeof tables]
  const rowsRead = (statement: Statement): Promise<number> =>
    readBy[engine.dialect as keyof typeof tables](database, written(statement))

  async function pageRead(
    config: AnyPaginateConfig,
    query: object,
  ): Promise<{ readonly ids: number[]; readonly read: number; readonly sql: string }> {
    database.clear()
    const { items } = await paginate(database.db, query, config)
    const statement = database.statements().at(-1) as Statement
    return {
      ids: (items as { id: number }[]).map(({ id }) => id),
      read: await rowsRead(statement),
      sql: written(statement),
    }
  }

  /** The cursor of the row at an offset. */
  async function cursorAt(
    config: AnyPaginateConfig,
    sortBy: readonly string[],
    ids: readonly number[],
    offset: number,
  ): Promise<string> {
    const query = { limit: 1, sortBy: [...sortBy] }
    const where = inArray(tableOf(engine.dialect).id, [ids[offset] as number, ids[offset + 1] as number])
    const page = await paginate(database.db, query, config, { where })
    return (page.meta as unknown as { nextCursor: string }).nextCursor
  }
  test.each([
    ['the tie-breaker alone', [], ''],
    ['one direction', ['made:ASC'], 'made, id'],
    ['both directions', ['made:DESC'], 'made desc, id'],
    ['both directions, few values first', ['kind:ASC', 'views:DESC'], 'kind, views desc, id'],
    ['one direction, few values first', ['kind:ASC', 'views:ASC'], 'kind, views, id'],
    ['nulls, ascending', ['stars:ASC'], 'stars, id'],
    ['nulls, descending', ['stars:DESC'], 'stars desc, id'],
    ['nulls behind few values', ['kind:DESC', 'stars:DESC'], 'kind desc, stars desc, id'],
  ] as const)('an index serves pages of %s', async (_, sortBy, columns) => {
    await onlyIndex(database, columns)
    const config = begin().withCursors().build()
    const plain = begin(ROWS).build()
    const { items } = await paginate(database.db, { limit: ROWS, sortBy: [...sortBy] }, plain)
    const ids = items.map(({ id }) => id)
    for (const offset of [200, 6000, 10_000, 16_000, 19_800]) {
      const cursor = await cursorAt(config, sortBy, ids, offset)
      const after = await pageRead(config, { sortBy: [...sortBy], after: cursor })
      expect(after.ids).toEqual(ids.slice(offset + 1, offset + 1 + LIMIT))
      expect(after.read, `after ${offset}: ${after.sql}`).toBeLessThanOrEqual(most)
      const before = await pageRead(config, { sortBy: [...sortBy], before: cursor })
      expect(before.ids).toEqual(ids.slice(offset - LIMIT, offset))
      // Going back among nulls, MariaDB may begin at their far end: docs/guides/totals-and-cursors.md says so.
      const isBackInNulls = engine.dialect === 'mysql' && sortBy[0] === 'stars:ASC' && items[offset]?.stars === null
      expect(before.read, `before ${offset}: ${before.sql}`).toBeLessThanOrEqual(isBackInNulls ? ROWS / 4 : most)
    }
  })

  test('rows of a deep page are looked up by their keys', async () => {
    for (const [sortBy, columns] of [
      [['made:DESC'], 'made desc, id'],
      [['kind:ASC', 'views:DESC'], 'kind, views desc, id'],
    ] as const) {
      await onlyIndex(database, columns)
      database.clear()
      await paginate(
        database.db,
        { page: 200, sortBy: [...sortBy] },
        withSettings(begin().build(), { pageForm: 'deferred' }),
      )
      const statement = database.statements().at(-1) as Statement
      const explain = { postgresql: 'explain', sqlite: 'explain query plan', mysql: 'explain format=traditional' }[
        engine.dialect as TestDialect
      ]
      const plan = (await database.query(`${explain} ${written(statement)}`))
        .map((line) => JSON.stringify(line))
        .join('\n')
      expect(plan).toMatch(/SEARCH plan_rows USING INTEGER PRIMARY KEY|plan_rows_pkey|eq_ref/)
    }
  })
})
