// Part "growth": the first page with each kind of total, and a page by position half way, from 1,000 to 10,000,000
// rows. The largest copy is made here, with progress, and kept; BENCH_LARGEST=1000000 leaves it out (6 GB, some
// minutes).
import assert from 'node:assert/strict'
import { drizzle } from 'drizzle-orm/node-postgres'
import { oursCursorConfig, oursCursorList } from '../contenders/ours.mjs'
import { openPool, prepareLarger, preparePostgres, smallerSizes } from '../data/postgres.mjs'
import { cursorOf, rowAt } from '../positions.mjs'
import { assertSame } from '../same-rows.mjs'
import { interleave } from '../stats.mjs'
import { postgresTables } from '../tables.mjs'
import { cursorOrders } from './cursors.mjs'
import { totalsLists } from './totals.mjs'

const ROWS = 1_000_000
const LARGEST = Number(process.env['BENCH_LARGEST'] ?? 10_000_000)
const order = cursorOrders.find(({ id }) => id === 'mixed')

async function measure(db, size) {
  const tables = postgresTables(size === ROWS ? 'articles' : `articles_${size}`)
  const { exact, none, upTo } = totalsLists(db, tables)
  const answers = []
  for (const ask of [exact, none, upTo]) answers.push((await ask('')).items)
  assertSame(`${size} rows`, answers)
  const config = oursCursorConfig(tables)
  const list = oursCursorList(db, config)
  const found = await rowAt({ db, tables }, order, size / 2)
  const middle = `${order.list}&after=${encodeURIComponent(await cursorOf({ db, tables }, config, order, found))}`
  assert.deepEqual(
    (await list(middle)).items.map(({ id }) => id),
    found.behind,
  )
  const requests = { exact: () => exact(''), upTo: () => upTo(''), none: () => none(''), cursor: () => list(middle) }
  return interleave(requests, { rounds: 7, blockMs: 80 })
}

export async function growth() {
  await preparePostgres(ROWS)
  const pool = openPool()
  const points = []
  try {
    const sizes = [...smallerSizes, ROWS, ...(await prepareLarger(pool, ROWS, LARGEST))]
    for (const size of sizes) {
      process.stderr.write(`  ${size} rows\n`)
      const timings = await measure(drizzle({ client: pool }), size)
      points.push([size, ...Object.values(timings).map(({ median }) => median / 1000)])
    }
  } finally {
    await pool.end()
  }
  const series = [`'exact'`, '{ upTo: 10,000 }', `'none'`, 'cursor, half way']
  // From the first table that holds more rows than the bound, to the largest.
  const [first, last] = [points.find(([size]) => size > 10_000), points.at(-1)]
  const times = Object.fromEntries(
    ['exact', 'upTo', 'none', 'cursor'].map((name, at) => [name, last[at + 1] / first[at + 1]]),
  )
  return {
    title: 'Growth: a page by the number of rows, PostgreSQL, ms',
    columns: ['rows', ...series],
    rows: points,
    charts: [
      {
        id: 'growth',
        title: 'A page by the number of rows (PostgreSQL)',
        x: { title: 'rows', log: true },
        y: { title: 'ms a request', log: true },
        series,
        points,
      },
    ],
    figures: { times, from: first[0], to: last[0] },
  }
}
