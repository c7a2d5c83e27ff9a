// Part "load": as many requests as a busy server has in an hour, in one process. The heap must be flat, and what is
// kept must stay under its bound, whatever clients send: a run that breaks a bound ends with an error. `npm run load`.
import { cpus } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { api, internals } from '../build.mjs'
import { oursBuilder } from '../contenders/ours.mjs'
import { prepareSqlite } from '../data/sqlite.mjs'
import { collectedHeap, MEGABYTE } from '../heap.mjs'
import { progressBar } from '../progress.mjs'
import { hostileRequest, warmRequest } from '../requests.mjs'
import { stubDatabase } from '../stubs.mjs'
import { postgresTables, sqliteTables } from '../tables.mjs'

/** MB of heap after the last request, less those after the first tenth. */
const MOST_GROWTH = 1
const { MAX_KEPT_BYTES, MAX_KEPT_SHAPES } = internals

/** Requests of a full run; a quick one has a fiftieth of each. */
const REQUESTS = { stub: 4_500_000, hostile: 1_000_000, sqlite: 100_000, sqliteHostile: 50_000 }
const ROWS = 5
/** Enough lists that all shapes which are sent would take many times the bytes that a process keeps. */
const LISTS = 32
/** One new shape, then nine requests of a few shapes. */
const NEW_EVERY = 10
const WARM_SHAPES_BESIDE = 8
/** Also refused, by a name that comes once. */
const REFUSED_EVERY = 100
/** New shapes before a run with new shapes, of numbers that it does not ask for: more than 16 MiB hold. */
const FILL = 8_000
const FILL_FROM = 1_000_000
/** A server comes back to its event loop: only then is let go what is held weakly. */
const TURN_EVERY = 1_000

export async function load({ isFull }) {
  const count = (total) => (isFull ? total : total / 50)
  const stub = () => stubDatabase(ROWS)
  const client = new Database(prepareSqlite(200), { readonly: true })
  const sqlite = () => drizzle({ client })
  const shared = (make) => {
    const db = make()
    return () => db
  }
  const listsOf = (tables, number) =>
    Array.from({ length: number }, () => oursBuilder(tables).withLimits(ROWS, 100).build())
  const [onStub] = listsOf(postgresTables(), 1)
  const [onSqlite] = listsOf(sqliteTables(), 1)
  const byCursor = oursBuilder(sqliteTables()).withLimits(ROWS, 100).withCursors().build()

  const manyOnStub = listsOf(postgresTables(), LISTS)
  const manyOnSqlite = listsOf(sqliteTables(), LISTS)
  const results = [
    await run('stubbed driver, one database', count(REQUESTS.stub), shared(stub), warm(onStub)),
    await run('stubbed driver, drizzle() for each request', count(REQUESTS.stub), stub, warm(onStub)),
  ]
  await fill(stub, manyOnStub)
  results.push(
    await run(
      'stubbed driver, drizzle() for each request, new shapes',
      count(REQUESTS.hostile),
      stub,
      hostile(manyOnStub),
    ),
    await run(
      'SQLite, one database, half of it by cursor',
      count(REQUESTS.sqlite),
      shared(sqlite),
      warm(onSqlite, byCursor),
    ),
    await run('SQLite, drizzle() for each request', count(REQUESTS.sqlite), sqlite, warm(onSqlite, byCursor)),
  )
  await fill(sqlite, manyOnSqlite)
  results.push(
    await run(
      'SQLite, drizzle() for each request, new shapes',
      count(REQUESTS.sqliteHostile),
      sqlite,
      hostile(manyOnSqlite),
    ),
  )
  client.close()
  const problems = results.flatMap(problemsOf)
  const sum = (member) => results.reduce((total, result) => total + result[member], 0)
  const most = (member) => Math.max(...results.map((result) => result[member]))
  return {
    title: 'Load: the heap in MB, collected, over an hour of requests in one process',
    columns: [
      'what',
      'requests',
      'new shapes',
      'refused',
      'requests/s',
      'found kept, %',
      'at 10 %',
      'at 50 %',
      'at 100 %',
      'growth',
      'kept at most',
    ],
    rows: results.map(({ title, total, isNew, refused, rate, hitShare, heaps, growth, kept }) => [
      title,
      total,
      isNew,
      refused,
      Math.round(rate),
      hitShare * 100,
      ...heaps,
      growth,
      kept,
    ]),
    notes: [
      `Bounds: the heap grows by ${MOST_GROWTH} MB at most from 10 % of a row's requests to all of them; texts of statements keep ` +
        `${MAX_KEPT_BYTES / MEGABYTE} MiB at most over the process, and ${MAX_KEPT_SHAPES} shapes a list. New shapes have filled that ` +
        `before a row with new shapes begins. Resident at the end: ${Math.round(results.at(-1).resident)} MB. Measured on ${cpus()[0]?.model.trim()}.`,
    ],
    figures: { requests: sum('total'), isNew: sum('isNew'), growth: most('growth'), kept: most('kept') },
    problems,
  }
}

/** Requests of one list by number, in turn with a walk by cursor from end to end and again. */
function warm(list, cursorList) {
  let after = ''
  const cursorRequest = {
    list: cursorList,
    onPage: ({ nextCursor }) => {
      after = nextCursor === null ? '' : `&after=${nextCursor}`
    },
  }
  return (i) =>
    cursorList === undefined || i % 2 === 0
      ? { list, query: warmRequest(i) }
      : { ...cursorRequest, query: `sortBy=title:ASC&filter.hidden=$eq:false${after}` }
}

/** Over many lists: some requests that come again, and shapes that do not. */
const hostile = (lists) => (i) => {
  const at = Math.floor(i / NEW_EVERY)
  const isNew = i % NEW_EVERY === 0
  return {
    list: lists[at % lists.length],
    query: isNew ? hostileRequest(at) : warmRequest(i, WARM_SHAPES_BESIDE),
    isNew,
  }
}

/**
 * @param {() => object} database called for each request
 * @param {(i: number) => { list: object, query: string, isNew?: boolean, onPage?: (meta: object) => void }} requestOf
 */
async function run(title, total, database, requestOf) {
  const bar = progressBar(`load: ${title}`, total)
  const points = [0.1, 0.5, 1].map((share) => Math.round(total * share))
  const lists = new Set()
  const seen = { refused: 0, isNew: 0 }
  const before = { hits: 0, misses: 0 }
  const heaps = []
  let kept = 0
  const started = performance.now()
  for (let i = 0; i < total; i++) {
    const { list, query, isNew = false, onPage } = requestOf(i)
    if (!lists.has(list)) {
      lists.add(list)
      const { hits, misses } = internals.shapeCacheStats(list)
      before.hits += hits
      before.misses += misses
    }
    if (isNew) seen.isNew++
    const isWrong = i % REFUSED_EVERY === REFUSED_EVERY - 1
    try {
      const text = isWrong ? `${query}&filter.unknown${i}=$eq:1` : query
      const { items, meta } = await api.paginate(database(), api.PaginateQuery.from(text), list, {
        path: '/articles',
      })
      if (isWrong || items.length > ROWS) throw new Error(`${items.length} items for ${text}`)
      onPage?.(meta)
    } catch (error) {
      if (!isWrong || !(error instanceof api.PaginateQueryError)) throw error
      seen.refused++
    }
    if ((i + 1) % TURN_EVERY === 0) {
      kept = Math.max(kept, internals.keptBytes())
      await setImmediate()
      bar(i + 1)
    }
    if (points.includes(i + 1)) heaps.push(collectedHeap() / MEGABYTE)
  }
  const rate = (total / (performance.now() - started)) * 1000
  const after = [...lists].map((list) => internals.shapeCacheStats(list))
  const sum = (member) => after.reduce((all, stats) => all + stats[member], 0) - before[member]
  return {
    title,
    total,
    ...seen,
    rate,
    hitShare: sum('hits') / (sum('hits') + sum('misses')),
    heaps,
    growth: heaps[2] - heaps[0],
    kept: kept / MEGABYTE,
    mostShapes: Math.max(...after.map(({ size }) => size)),
    resident: process.memoryUsage().rss / MEGABYTE,
  }
}

/**
 * From here on the heap has no reason to grow: as much is kept as may be, and all of it for these lists. What is kept
 * for others may take a tenth more or less than it is counted for.
 */
async function fill(database, lists) {
  for (let i = 0; i < FILL; i++) {
    await api.paginate(database(), api.PaginateQuery.from(hostileRequest(FILL_FROM + i)), lists[i % lists.length])
    if (i % TURN_EVERY === 0) await setImmediate()
  }
  if (internals.keptBytes() < 0.9 * MAX_KEPT_BYTES) throw new Error('What is kept does not come near its bound.')
}

/** What a run breaks. */
function problemsOf({ title, growth, kept, mostShapes }) {
  const problems = []
  if (growth > MOST_GROWTH)
    problems.push(`${title}: the heap grew by ${growth.toFixed(2)} MB, at most ${MOST_GROWTH} are allowed.`)
  if (kept * MEGABYTE > MAX_KEPT_BYTES) problems.push(`${title}: ${kept.toFixed(2)} MB are kept.`)
  if (mostShapes > MAX_KEPT_SHAPES) problems.push(`${title}: ${mostShapes} shapes are kept for a list.`)
  return problems
}
