// One list over a table that the Spider engine has spread over two MariaDB servers. The three servers are the test's
// own, in a temporary folder: no other server is asked. Every request must be answered as over a plain table with the
// same rows.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/mysql2'
import { datetime, int, mysqlTable, varchar } from 'drizzle-orm/mysql-core'
import type { Pool, RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginate, paginateConfig, PaginateQuery, streamRows } from '../../../src/index.js'
import { hasMariadb, MariadbServers } from './mariadb-servers.js'

/** `SPIDER_PLUGINS`: a folder with `ha_spider.so` in it, where it is not the server's own. */
const plugins = process.env['SPIDER_PLUGINS'] ?? '/usr/lib/mysql/plugin'
const isThere = hasMariadb && existsSync(join(plugins, 'ha_spider.so'))

const columns = {
  id: int('id').primaryKey(),
  name: varchar('name', { length: 60 }),
  size: int('size').notNull(),
  at: datetime('at', { mode: 'string', fsp: 3 }),
}
const spread = mysqlTable('spread', columns)
const plain = mysqlTable('plain', columns)
const NAMES = [
  '50% off',
  '50x off',
  'a_b',
  'axb',
  'back\\slash',
  'wow!',
  "it's",
  'plain',
  'Émile',
  '!%_\\',
  '100%',
  '~1 tilde',
  null,
]
const ROWS = Array.from({ length: 300 }, (_, at) => ({
  id: at + 1,
  name: NAMES[at % NAMES.length],
  size: (at * 7) % 40,
}))

/** As text: the two tables have one type. */
const listOf = (table: typeof spread) =>
  paginateConfig(table)
    .withLimits(7, 1000)
    .withTieBreaker('id')
    .sortable('name', 'size', 'at')
    .searchable('name')
    .filterable('name', '$eq', '$in', '$sw', '$ew', '$ilike', '$contains', '$gte', '$null')
    .filterable('size', '$eq', '$in', '$gte', '$btw')
    .filterable('at', '$lt', '$null')
const configs = { spread: listOf(spread).build(), plain: listOf(plain as never).build() }
const cursors = {
  spread: listOf(spread).withCursors().build(),
  plain: listOf(plain as never)
    .withCursors()
    .build(),
}

const TERMS = ['50%', '%', '_', 'a_b', '!', 'w!', '\\', 'k\\s', "it's", '!%_\\', '~1', 'É', '0% o']
const QUERIES = [
  ...TERMS.flatMap((term) => {
    const text = encodeURIComponent(term)
    return [
      `search=${text}`,
      ...['$sw', '$ew', '$ilike', '$contains', '$eq', '$not:$ilike'].map(
        (operator) => `filter.name=${operator}:${text}&sortBy=size:DESC`,
      ),
    ]
  }),
  '',
  'page=5',
  'limit=100&sortBy=name:DESC',
  'filter.size=$in:1,2,3,7&page=2',
  'filter.size=$btw:5,20&sortBy=at:ASC',
  'filter.at=$lt:2024-02-03&filter.name=$not:$null',
  'filter.name=$in:50%25%20off,wow!',
  'search=o&filter.size=$gte:20&filter.size=$or:$eq:0',
]

describe.skipIf(!isThere)('A table that Spider has spread over two servers', () => {
  const servers = new MariadbServers()

  async function start(name: string): Promise<{ readonly port: number; readonly admin: Pool }> {
    const started = await servers.start(name, [`--plugin-dir=${plugins}`, '--skip-log-bin'])
    await started.admin.query(
      `create database paginate; use paginate; create user shard@'127.0.0.1' identified by 'shard'; grant all on *.* to shard@'127.0.0.1'`,
    )
    return started
  }

  let port: number
  let shards: Pool[]
  beforeAll(async () => {
    const table = (name: string) =>
      `create table ${name} (id int primary key, name varchar(60), size int not null, at datetime(3)) charset utf8mb4 collate utf8mb4_bin`
    const first = await start('first')
    const second = await start('second')
    const head = await start('head')
    port = head.port
    shards = [first.admin, second.admin]
    for (const shard of shards)
      await shard.query(`${table('spread')}; set global log_output = 'TABLE'; set global general_log = 1`)
    const place = (at: { readonly port: number }) =>
      `comment='host "127.0.0.1", port "${at.port}", user "shard", password "shard", database "paginate"'`
    await head.admin.query(
      `install soname 'ha_spider'; ${table('plain')}; ${table('spread')} engine=spider comment='wrapper "mysql", table "spread"' partition by hash(id)
       (partition p1 ${place(first)}, partition p2 ${place(second)})`,
    )
    const values = ROWS.map(({ id, name, size }) => [
      id,
      name,
      size,
      id % 5 === 0 ? null : `2024-02-0${1 + (id % 7)} 12:00:00.${100 + (id % 9)}`,
    ])
    for (const name of ['plain', 'spread']) await head.admin.query(`insert into ${name} values ?`, [values])
  }, 240_000)
  afterAll(() => servers.end(), 60_000)

  const open = (mode: string) => {
    const pool = servers.open(port, { database: 'paginate', connectionLimit: 1 })
    pool.on('connection', (connection) => void connection.query(mode))
    return drizzle({ client: pool })
  }

  test('rows are on both servers', async () => {
    for (const shard of shards) {
      const [[row]] = await shard.query<RowDataPacket[]>('select count(*) as total from paginate.spread')
      expect(row?.['total']).toBe(150)
    }
  })

  describe.each([
    ['the default sql_mode', 'set sql_mode = default'],
    ['NO_BACKSLASH_ESCAPES', `set sql_mode = concat(@@sql_mode, ',NO_BACKSLASH_ESCAPES')`],
    ['ANSI_QUOTES', `set sql_mode = 'ANSI_QUOTES'`],
  ])('under %s', (_title, mode) => {
    let db: ReturnType<typeof open>
    beforeAll(() => {
      db = open(mode)
    })

    test('every request is answered as over a plain table', async () => {
      for (const text of QUERIES) {
        const query = PaginateQuery.from(text)
        const [on, beside] = [await paginate(db, query, configs.spread), await paginate(db, query, configs.plain)]
        expect({ items: on.items, meta: on.meta }, text).toEqual({ items: beside.items, meta: beside.meta })
      }
    })

    test('cursors, facets and streams too', async () => {
      for (const sortBy of [['size:ASC'], ['name:DESC', 'size:ASC'], ['at:ASC']]) {
        let after: string | null = null
        do {
          const query: { sortBy: string[]; after: string | null } = { sortBy, after }
          const page = await paginate(db, query, cursors.spread)
          expect(page.items).toEqual((await paginate(db, query, cursors.plain)).items)
          after = page.meta.nextCursor
        } while (after !== null)
      }
      const query = { search: '%' }
      expect(await facetCounts(db, query, configs.spread, { name: true, size: 'range' })).toEqual(
        await facetCounts(db, query, configs.plain, { name: true, size: 'range' }),
      )
      const ids = async (config: typeof configs.spread): Promise<number[]> => {
        const found: number[] = []
        for await (const { id } of streamRows(db, query, config, { batchSize: 10 })) found.push(id)
        return found
      }
      expect(await ids(configs.spread)).toEqual(await ids(configs.plain))
    })
  })

  /** What one server of the two was asked for since it was last looked at. */
  async function askedOf(shard: Pool): Promise<string[]> {
    const [rows] = await shard.query<RowDataPacket[]>(
      `select convert(argument using utf8mb4) as argument from mysql.general_log where argument like 'select%spread%' and argument not like '%general_log%'`,
    )
    await shard.query('truncate mysql.general_log')
    return rows.map(({ argument }) => String(argument))
  }

  // docs/guides/scaling-out.md has this as a table.
  test('what each server is asked for', async () => {
    const db = open('set sql_mode = default')
    const asked = async (call: () => Promise<unknown>): Promise<string[]> => {
      await Promise.all(shards.map(askedOf))
      await call()
      return askedOf(shards[0] as Pool)
    }
    const like = "((`name` is not null) and (`name` like _utf8mb4'%50\\\\%%'))"
    const select = 'select `id`,`name`,`size`,`at` from `paginate`.`spread`'
    const filtered = PaginateQuery.from('filter.name=$ilike:50%25&sortBy=size:DESC&limit=3&page=3')
    expect(await asked(() => paginate(db, filtered, configs.spread))).toEqual([
      'select count(0),min(`name`) from `paginate`.`spread` where ' + like,
      `${select} where ${like} order by \`size\` desc,\`id\` limit 9`,
    ])
    expect(await asked(() => paginate(db, { sortBy: ['size:ASC'] }, cursors.spread))).toEqual([
      `${select} order by \`size\`,\`id\` limit 8`,
    ])
    expect(await asked(() => facetCounts(db, {}, configs.spread, { name: true }))).toEqual([
      'select `name` from `paginate`.`spread`',
    ])
    const stream = async (): Promise<void> => {
      for await (const { id } of streamRows(db, { filters: { size: '$gte:30' } }, configs.spread, { batchSize: 50 }))
        expect(id).toBeGreaterThan(0)
    }
    const batches = await asked(stream)
    expect(batches.length).toBeGreaterThan(1)
    for (const text of batches) expect(text).toMatch(/order by `id` limit 50$/)
  })
})
