// Part "cursors": a page by position at 1 %, 50 % and 99 % of 1,000,000 rows against the first page, for orders of each
// kind; and against keyset by hand and the cursors of nestjs-paginate. All in one interleaved run for each order.
import assert from 'node:assert/strict'
import Database from 'better-sqlite3'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzleMysql } from 'drizzle-orm/mysql2'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { keysetList, writeCursor } from '../contenders/keyset.mjs'
import { nestCursorList } from '../contenders/nest.mjs'
import { oursCursorConfig, oursCursorList } from '../contenders/ours.mjs'
import { openMariadb, prepareMariadb } from '../data/mariadb.mjs'
import { openPool, postgresAddress, preparePostgres } from '../data/postgres.mjs'
import { prepareSqlite } from '../data/sqlite.mjs'
import { cursorOf, rowAt } from '../positions.mjs'
import { interleave, ratio } from '../stats.mjs'
import { mysqlTables, POSTGRES_SCHEMA, postgresTables, sqliteTables } from '../tables.mjs'

const ROWS = 1_000_000
const QUICK_ROWS = 20_000
const PREFIX = 'bench_million_'
const DEPTHS = [0.01, 0.5, 0.99]
/** What no index serves takes seconds a page on some engines. */
const DEPTHS_UNSERVED = [0.5]

const term = (field, direction, isNullable = false) => ({ field, direction, isNullable })
const ID = term('id', 'asc')
/** Each has an index on the order, but the joined one: no index holds columns of two tables. */
export const cursorOrders = [
  { id: 'one way', list: 'sortBy=createdAt:ASC', terms: [term('createdAt', 'asc'), ID] },
  { id: 'mixed', list: 'sortBy=createdAt:DESC', terms: [term('createdAt', 'desc'), ID] },
  {
    id: 'mixed, few values first',
    list: 'sortBy=status:ASC&sortBy=views:DESC',
    terms: [term('status', 'asc'), term('views', 'desc'), ID],
  },
  {
    id: 'one way, two values first',
    list: 'sortBy=hidden:ASC&sortBy=views:ASC',
    terms: [term('hidden', 'asc'), term('views', 'asc'), ID],
  },
  { id: 'nullable', list: 'sortBy=authorId:ASC', terms: [term('authorId', 'asc', true), ID] },
  { id: 'joined', list: 'sortBy=author.name:ASC', terms: [term('author', 'asc', true), ID], isUnserved: true },
]

function postgres() {
  const pool = openPool()
  return {
    name: 'PostgreSQL',
    rows: ROWS,
    db: drizzlePg({ client: pool }),
    tables: postgresTables(),
    close: () => pool.end(),
  }
}

function mariadb() {
  const pool = openMariadb()
  return {
    name: 'MariaDB',
    rows: ROWS,
    db: drizzleMysql({ client: pool }),
    tables: mysqlTables('articles', PREFIX),
    close: () => pool.end(),
  }
}

function sqlite(rows) {
  const client = new Database(prepareSqlite(rows), { readonly: true })
  return {
    name: 'SQLite',
    rows,
    db: drizzleSqlite({ client }),
    tables: sqliteTables(),
    close: async () => void client.close(),
  }
}

async function measure(engine, order, { rounds, blockMs }) {
  const { db, tables, rows } = engine
  const config = oursCursorConfig(tables)
  const ours = oursCursorList(db, config)
  const hand = keysetList(db, tables, order.terms)
  const requests = { first: () => ours(order.list), 'hand first': () => hand(null) }
  for (const depth of order.isUnserved ? DEPTHS_UNSERVED : DEPTHS) {
    const found = await rowAt(engine, order, Math.floor(rows * depth))
    const list = `${order.list}&after=${encodeURIComponent(await cursorOf(engine, config, order, found))}`
    const cursor = writeCursor(found.keys)
    requests[`${depth}`] = () => ours(list)
    requests[`hand ${depth}`] = () => hand(cursor)
    for (const ask of [requests[`${depth}`], requests[`hand ${depth}`]]) {
      assert.deepEqual(
        (await ask()).items.map(({ id }) => id),
        found.behind,
        `${engine.name}, ${order.id}, ${depth}: other rows`,
      )
    }
  }
  return interleave(requests, { rounds, blockMs })
}

/**
 * The cursors of nestjs-paginate are made of numbers and dates, and its arithmetic on an integer key of this size
 * overflows: it orders by the date alone, from a position where that decides. Rows of one moment may then come in
 * another order.
 */
async function besideNest(engine, order, isFull) {
  const { user: username, ...address } = postgresAddress
  const names = { articles: 'articles', authors: 'authors', articleTags: 'article_tags' }
  const nest = await nestCursorList(
    'postgres',
    { type: 'postgres', ...address, username, poolSize: 2 },
    names,
    POSTGRES_SCHEMA,
  )
  try {
    const config = oursCursorConfig(engine.tables)
    const ours = oursCursorList(engine.db, config)
    const found = await lastOfItsMoment(engine, order)
    const list = `${order.list}&after=${encodeURIComponent(await cursorOf(engine, config, order, found))}`
    const cursor = await nest.cursorOf(order.list, found.row.id)
    const requests = { ours: () => ours(list), nest: () => nest.list(`${order.list}&cursor=${cursor}`) }
    const moments = []
    for (const ask of Object.values(requests))
      moments.push((await ask()).items.map(({ createdAt }) => createdAt.getTime()))
    assert.deepEqual(moments[1], moments[0], 'nestjs-paginate: other rows')
    return await interleave(requests, { rounds: isFull ? 5 : 3, blockMs: 50 })
  } finally {
    await nest.close()
  }
}

/** A row near the middle whose follower has another date. */
async function lastOfItsMoment(engine, order) {
  for (let offset = engine.rows / 2; ; offset++) {
    const [found, next] = [await rowAt(engine, order, offset), await rowAt(engine, order, offset + 1)]
    if (found.row.createdAt.getTime() !== next.row.createdAt.getTime()) return found
  }
}

export async function cursors({ isFull, only }) {
  const options = isFull ? { rounds: 11, blockMs: 60 } : { rounds: 5, blockMs: 30 }
  const opened = isFull ? [() => postgres(), () => sqlite(ROWS), () => mariadb()] : [() => sqlite(QUICK_ROWS)]
  if (isFull) {
    await preparePostgres(ROWS)
    await prepareMariadb(ROWS, PREFIX)
  }
  const rows = []
  const figures = {}
  for (const open of opened) {
    const engine = open()
    try {
      for (const order of cursorOrders) {
        const id = `${engine.name} ${order.id}`
        if (only !== undefined && !only.includes(id)) continue
        process.stderr.write(`  ${id}\n`)
        const timings = await measure(engine, order, order.isUnserved ? { ...options, rounds: 1, blockMs: 1 } : options)
        const depths = DEPTHS.map((depth) => ratio(timings, `${depth}`, 'first'))
        const byHand = ['first', ...DEPTHS].map((at) => ratio(timings, `hand ${at}`, `${at}`))
        const seen = (ratios) => ratios.filter((value) => value !== null)
        figures[id] = { isServed: order.isUnserved !== true, depth: Math.max(...seen(depths)), hand: seen(byHand) }
        rows.push([
          id,
          timings.first.median / 1000,
          ...DEPTHS.map((depth) => (timings[`${depth}`] === undefined ? null : timings[`${depth}`].median / 1000)),
          ...depths,
          ...byHand,
        ])
      }
      if (isFull && engine.name === 'PostgreSQL' && only === undefined) {
        figures.nest = ratio(await besideNest(engine, cursorOrders[1], isFull), 'nest', 'ours')
      }
    } finally {
      await engine.close()
    }
  }
  return {
    title: `Cursors: a page by position, ${isFull ? '1,000,000' : '20,000'} rows, ms`,
    columns: [
      'order',
      'first page',
      'at 1 %',
      'at 50 %',
      'at 99 %',
      '1 % : first',
      '50 % : first',
      '99 % : first',
      'keyset by hand : ours, first',
      'by hand : ours, 1 %',
      'by hand : ours, 50 %',
      'by hand : ours, 99 %',
    ],
    rows,
    figures,
    ...(figures.nest === undefined
      ? {}
      : {
          notes: [
            `nestjs-paginate’s cursor at 50 % of the mixed order, PostgreSQL: ${Math.round(figures.nest)} times ours.`,
          ],
        }),
  }
}
