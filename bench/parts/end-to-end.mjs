// Part "end to end": a cheap request on real databases, one at a time and sixteen at once.
import { prepareMariadb } from '../data/mariadb.mjs'
import { authorCount } from '../data/rows.mjs'
import { preparePostgres } from '../data/postgres.mjs'
import { prepareSqlite } from '../data/sqlite.mjs'
import { mariadbEngine, postgresEngine, postgresJsEngine, sqliteEngine } from '../engines.mjs'
import { cheapRequest } from '../requests.mjs'
import { assertSame, assertSameIds } from '../same-rows.mjs'
import { interleave, ratio } from '../stats.mjs'

const POSTGRES_ROWS = 1_000_000
const OTHER_ROWS = 100_000

const full = [
  { name: 'PostgreSQL, node-postgres', rows: POSTGRES_ROWS, open: () => postgresEngine() },
  { name: 'PostgreSQL, postgres.js', rows: POSTGRES_ROWS, open: () => postgresJsEngine() },
  { name: 'MariaDB, mysql2', rows: OTHER_ROWS, open: () => mariadbEngine() },
]
const sqlite = (rows) => ({
  name: 'SQLite, better-sqlite3',
  rows,
  open: () => sqliteEngine(prepareSqlite(rows)),
  isSynchronous: true,
})

async function prepare() {
  await preparePostgres(POSTGRES_ROWS)
  await prepareMariadb(OTHER_ROWS)
}

/** Requests a second, as others read it. */
const perSecond = (timing) => (timing === undefined ? null : 1e6 / timing.median)

async function measure({ name, rows, open, isSynchronous = false }, isFull) {
  const { contenders, close } = await open()
  try {
    const authors = authorCount(rows)
    const answers = await Promise.all(
      Object.entries(contenders).map(async ([key, ask]) => [key, await ask(cheapRequest(3, authors))]),
    )
    assertSameIds(
      name,
      answers.map(([, answer]) => answer),
    )
    const { ours, hand } = Object.fromEntries(answers)
    assertSame(name, [hand, ours])
    const used = Object.entries(contenders).filter(([key]) => key !== 'plain')
    const timed = Object.fromEntries(used.map(([key, ask]) => [key, (i) => ask(cheapRequest(i, authors))]))
    const lines = []
    const results = {}
    for (const concurrency of isSynchronous ? [1] : [1, 16]) {
      const timings = await interleave(timed, { rounds: isFull ? 12 : 6, blockMs: 100, warmMs: 400, concurrency })
      results[concurrency] = timings
      lines.push([
        name,
        rows,
        concurrency,
        perSecond(timings.ours),
        perSecond(timings.raw),
        perSecond(timings.hand),
        perSecond(timings.parallel),
        perSecond(timings.nest),
        ratio(timings, 'raw', 'ours'),
        ratio(timings, 'hand', 'ours'),
        ratio(timings, 'nest', 'ours'),
      ])
    }
    return { lines, results }
  } finally {
    await close()
  }
}

export async function endToEnd({ isFull }) {
  if (isFull) await prepare()
  const engines = isFull ? [...full, sqlite(OTHER_ROWS)] : [sqlite(20_000)]
  const rows = []
  const figures = {}
  for (const engine of engines) {
    const { lines, results } = await measure(engine, isFull)
    rows.push(...lines)
    for (const [concurrency, timings] of Object.entries(results)) {
      figures[`${engine.name} ${concurrency}`] = {
        raw: ratio(timings, 'raw', 'ours'),
        hand: ratio(timings, 'hand', 'ours'),
        nest: ratio(timings, 'nest', 'ours'),
      }
    }
  }
  return {
    title:
      'End to end: articles of one author, 25 rows a page; requests a second, and how many times the throughput of each',
    columns: [
      'database',
      'rows',
      'at once',
      'ours',
      'bare driver, prepared',
      'hand-written Drizzle',
      'hand-written, two connections',
      'nestjs-paginate',
      'ours : driver',
      'ours : hand-written',
      'ours : nestjs-paginate',
    ],
    rows,
    figures,
  }
}
