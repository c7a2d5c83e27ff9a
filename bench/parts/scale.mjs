// Part "scale": how cost grows with one quantity at a time; each row of a table is a point of a plot.
import { and, count, gte, inArray } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { api } from '../build.mjs'
import { oursList } from '../contenders/ours.mjs'
import { preparePostgres, smallerSizes } from '../data/postgres.mjs'
import { authorCount } from '../data/rows.mjs'
import { postgresEngine } from '../engines.mjs'
import { cheapRequest } from '../requests.mjs'
import { interleave } from '../stats.mjs'
import { stubDatabase } from '../stubs.mjs'

const ROWS = 1_000_000

/** A table of `n` numbers beside its key, its list, and the same endpoint by hand. */
function numberedTable(n) {
  const names = Array.from({ length: n }, (_, at) => `n${at}`)
  const table = pgTable('numbers', {
    id: integer().primaryKey(),
    ...Object.fromEntries(names.map((name) => [name, integer()])),
  })
  const build = () => {
    let config = api
      .paginateConfig(table)
      .withLimits(25, 100)
      .withTieBreaker('id')
      .sortable(...names)
    for (const name of names) config = config.filterable(name, '$gte', '$in')
    return config.build()
  }
  const byHand = (db) => async (queryString) => {
    const conditions = []
    for (const [name, value] of new URLSearchParams(queryString)) {
      const isList = value.includes(',')
      conditions.push(isList ? inArray(table[name], value.split(',').map(Number)) : gte(table[name], Number(value)))
    }
    const where = and(...conditions)
    const [{ total }] = await db.select({ total: count() }).from(table).where(where)
    const items = await db.select().from(table).where(where).orderBy(table.id).limit(25)
    return { items, total }
  }
  return { names, build, byHand }
}

const cpu = { rounds: 5, blockMs: 80, warmMs: 250, clock: 'cpu' }

/** Over a stub without rows: what grows is the work on the request. */
async function perRequestPart(values, requestOf, fieldsOf) {
  const points = []
  for (const value of values) {
    const { names, build, byHand } = numberedTable(fieldsOf(value))
    const db = stubDatabase(0)
    const list = oursList(db, build())
    const hand = byHand(db)
    const [ours, flat] = requestOf(value, names)
    const timings = await interleave({ ours: () => list(ours), hand: () => hand(flat) }, cpu)
    points.push([value, timings.ours.median, timings.hand.median])
  }
  return points
}

const filtersOf = (names, n) => [
  names
    .slice(0, n)
    .map((name) => `filter.${name}=$gte:5`)
    .join('&'),
  names
    .slice(0, n)
    .map((name) => `${name}=5`)
    .join('&'),
]
const listOf = (n) => {
  const values = Array.from({ length: n }, (_, at) => at + 1000).join(',')
  return [`filter.n0=$in:${values}`, `n0=${values}`]
}

const perRequest = ['ours', 'hand-written Drizzle']
const microseconds = { title: 'CPU µs a request', log: true }

async function withoutDatabase() {
  const fields = [10, 25, 50, 100, 250, 500]
  const building = []
  for (const n of fields) {
    const { build } = numberedTable(n)
    const timings = await interleave({ build }, { ...cpu, clock: 'wall' })
    building.push([n, timings.build.median / 1000])
  }
  return [
    {
      id: 'filters',
      title: 'Filters in a request (stubbed driver, no rows)',
      x: { title: 'filters' },
      y: { ...microseconds, log: true },
      series: perRequest,
      points: await perRequestPart(
        [1, 2, 5, 10, 20, 50, 100],
        (n, names) => filtersOf(names, n),
        () => 100,
      ),
    },
    {
      id: 'in-length',
      title: 'Values in one $in (stubbed driver, no rows)',
      x: { title: 'values', log: true },
      y: microseconds,
      series: perRequest,
      points: await perRequestPart([1, 3, 10, 30, 100, 300, 1000], listOf, () => 10),
    },
    {
      id: 'fields',
      title: 'Fields in the configuration (three filters, stubbed driver)',
      x: { title: 'fields' },
      y: microseconds,
      series: perRequest,
      points: await perRequestPart(
        fields,
        (n, names) => filtersOf(names, 3),
        (n) => n,
      ),
    },
    {
      id: 'build',
      title: 'Building a configuration, once',
      x: { title: 'fields' },
      y: { title: 'ms' },
      series: ['build()'],
      points: building,
    },
  ]
}

async function overRows({ contenders: { ours, hand, raw } }) {
  const points = []
  for (const size of [...smallerSizes, ROWS]) {
    const table = size === ROWS ? 'articles' : `articles_${size}`
    const all = { list: '', hand: '', raw: {}, table }
    const one = (i) => ({ ...cheapRequest(i, authorCount(ROWS)), table })
    const timings = await interleave(
      {
        first: () => ours(all),
        handFirst: () => hand(all),
        rawFirst: () => raw(all),
        author: (i) => ours(one(i)),
        handAuthor: (i) => hand(one(i)),
      },
      { rounds: 5, blockMs: 60, warmMs: 100 },
    )
    points.push([size, ...Object.values(timings).map(({ median }) => median / 1000)])
  }
  return {
    id: 'rows',
    title: 'Rows of the table (PostgreSQL)',
    x: { title: 'rows', log: true },
    y: { title: 'ms a request', log: true },
    series: ['ours, all', 'by hand, all', 'driver, all', 'ours, one author', 'by hand, one author'],
    points,
  }
}

async function overDepth({ contenders: { ours, plain, hand } }) {
  const points = []
  for (const offset of [
    0, 100, 1000, 10_000, 50_000, 100_000, 250_000, 400_000, 500_000, 600_000, 750_000, 900_000, 990_000, 999_975,
  ]) {
    const request = { list: `page=${offset / 25 + 1}`, hand: `page=${offset / 25 + 1}` }
    const timings = await interleave(
      { ours: () => ours(request), plain: () => plain(request), hand: () => hand(request) },
      { rounds: 5, blockMs: 30 },
    )
    points.push([offset, ...Object.values(timings).map(({ median }) => median / 1000)])
  }
  return {
    id: 'depth',
    title: 'Page depth (PostgreSQL, 1,000,000 rows, count included)',
    x: { title: 'offset' },
    y: { title: 'ms a request', log: true },
    series: ['ours', 'ours, plain form', 'hand-written'],
    points,
  }
}

async function overConcurrency({ contenders: { ours, hand, raw, nest } }) {
  const points = []
  const request = (i) => cheapRequest(i, authorCount(ROWS))
  const timed = {
    ours: (i) => ours(request(i)),
    raw: (i) => raw(request(i)),
    hand: (i) => hand(request(i)),
    nest: (i) => nest(request(i)),
  }
  for (const concurrency of [1, 2, 4, 8, 16, 32, 64]) {
    const timings = await interleave(timed, { rounds: 5, blockMs: 120, warmMs: 300, concurrency })
    points.push([concurrency, ...Object.values(timings).map(({ median }) => 1e6 / median)])
  }
  return {
    id: 'concurrency',
    title: 'Requests at once (PostgreSQL, 16 connections)',
    x: { title: 'requests at once', log: true },
    y: { title: 'requests a second' },
    series: ['ours', 'bare driver', 'hand-written', 'nestjs-paginate'],
    points,
  }
}

async function overDatabase() {
  await preparePostgres(ROWS)
  const engine = await postgresEngine()
  try {
    return [await overRows(engine), await overDepth(engine), await overConcurrency(engine)]
  } finally {
    await engine.close()
  }
}

export async function scale({ isFull }) {
  const charts = [...(await withoutDatabase()), ...(isFull ? await overDatabase() : [])]
  return {
    title: 'Scale',
    tables: charts.map(({ title, x, series, points }) => ({ title, columns: [x.title, ...series], rows: points })),
    charts,
    figures: {},
  }
}
