// Part "a database for each request", as recipes for edge hosts write it: is it as warm, and is it flat? CPU time of
// the process.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { api } from '../build.mjs'
import { handStatements } from '../contenders/hand.mjs'
import { oursConfig } from '../contenders/ours.mjs'
import { collectedHeap, MEGABYTE } from '../heap.mjs'
import { progressBar } from '../progress.mjs'
import { mixedHand, mixedList } from '../requests.mjs'
import { ours } from './build-only.mjs'
import { interleave, ratio } from '../stats.mjs'
import { silentDatabase } from '../stubs.mjs'
import { postgresTables } from '../tables.mjs'

export async function databasePerRequest({ isFull }) {
  const tables = postgresTables()
  const config = oursConfig(tables)
  const hand = handStatements(tables)
  const handBuild = (db, query) => {
    const { count, page } = hand(db, query)
    return [count.toSQL(), page.toSQL()]
  }
  const buildShared = ours(silentDatabase(), config)
  const buildEach = ours(silentDatabase, config)
  const timings = await interleave(
    {
      shared: (i) => buildShared(mixedList(i)),
      each: (i) => buildEach(mixedList(i)),
      database: () => void silentDatabase(),
      hand: (i) => handBuild(silentDatabase(), mixedHand(i)),
    },
    { rounds: isFull ? 15 : 7, blockMs: 150, warmMs: 600, clock: 'cpu' },
  )
  const growth = await growthOverRequests(isFull ? 100_000 : 20_000)
  return {
    title: 'A drizzle() made for each request: query string to SQL text and parameters, CPU µs a request',
    columns: ['what', 'figure', 'unit'],
    rows: [
      ['ours, one database for all', timings.shared.median, 'µs'],
      ['ours, a database for each request', timings.each.median, 'µs'],
      ['drizzle() alone', timings.database.median, 'µs'],
      ['hand-written Drizzle builds both statements, a database for each request', timings.hand.median, 'µs'],
      ['hand-written : ours, a database for each request', ratio(timings, 'hand', 'each'), 'times'],
      [`SQLite, whole request, first tenth of ${growth.total.toLocaleString('en')}`, growth.first, 'µs'],
      ['SQLite, whole request, last tenth', growth.last, 'µs'],
      ['heap between the two', growth.megabytes, 'MB'],
    ],
    figures: { ratio: ratio(timings, 'hand', 'each'), slower: growth.last / growth.first, megabytes: growth.megabytes },
  }
}

/** Real rows from SQLite, a database object for each request. */
async function growthOverRequests(total) {
  const notes = sqliteTable('notes', {
    id: integer('id').primaryKey(),
    title: text('title').notNull(),
    stars: integer('stars').notNull(),
  })
  const list = api
    .paginateConfig(notes)
    .withLimits(5, 50)
    .withTieBreaker('id')
    .sortable('title')
    .filterable('stars', '$gte')
    .build()
  const client = new Database(':memory:')
  client.exec('create table notes (id integer primary key, title text not null, stars integer not null)')
  const insert = client.prepare('insert into notes (title, stars) values (?, ?)')
  for (let at = 0; at < 20; at++) insert.run(`note ${at}`, at % 5)
  const showProgress = progressBar('database for each request', 10)
  const tenths = []
  const heaps = []
  for (let tenth = 0; tenth < 10; tenth++) {
    const before = process.cpuUsage()
    for (let at = 0; at < total / 10; at++) {
      await api.paginate(
        drizzle({ client }),
        api.PaginateQuery.from(`filter.stars=$gte:${at % 5}&sortBy=title:DESC`),
        list,
      )
    }
    const { user, system } = process.cpuUsage(before)
    tenths.push((user + system) / (total / 10))
    heaps.push(collectedHeap())
    showProgress(tenth + 1)
  }
  client.close()
  return { total, first: tenths[1], last: tenths[9], megabytes: (heaps[9] - heaps[0]) / MEGABYTE }
}
