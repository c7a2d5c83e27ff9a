// One list over a table whose partitions are on three servers, through postgres_fdw: what the plans push down to them,
// and how many rows travel for a count, a page by number and a page by cursor. `FDW_ROWS=200000` makes the run of
// docs/guides/scaling-out.md.
import { drizzle } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  paginate,
  paginateConfig,
  PaginateQuery,
  type StatementEvent,
} from '../../../src/index.js'
import { Servers } from './postgres-cluster.js'
import { withSettings } from '../../support/settings.js'

const columns = () => ({
  id: integer('id').primaryKey(),
  at: timestamp('at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  name: text('name').notNull(),
  size: integer('size'),
})
const events = pgTable('events', columns())
/** The same rows on one server. */
const alone = pgTable('alone', columns()) as unknown as typeof events
const listOf = (table: typeof events) =>
  paginateConfig(table)
    .withLimits(20, 100)
    .withTieBreaker('id')
    .sortable('at', 'size', 'name')
    .defaultSortBy('at', 'desc')
    .sortable('size', { nulls: 'last' })
    .searchable('name')
    .filterable('id', '$btw', '$in', '$lt')
    .filterable('at', '$gte', '$btw')
    .filterable('size', '$eq', '$gte', '$in', '$null')
    .filterable('name', '$eq', '$sw')

const SHARDS = 3
/** Of each server. */
const rows = Number(process.env['FDW_ROWS'] ?? 5000)
const COLUMNS = 'id int not null, at timestamptz(3) not null, name text not null, size int'

const servers = new Servers()
let pool: pg.Pool
let db: ReturnType<typeof drizzle>

beforeAll(async () => {
  const main = await servers.create('main')
  pool = new pg.Pool({ ...main, user: 'postgres', database: 'postgres', max: 2 })
  db = drizzle({ client: pool })
  await pool.query(`create extension postgres_fdw; create table events (${COLUMNS}) partition by range (id)`)
  for (let shard = 0; shard < SHARDS; shard++) {
    const place = await servers.create(`shard${shard}`)
    const [from, to] = [shard * rows + 1, (shard + 1) * rows]
    const client = new pg.Client({ ...place, user: 'postgres', database: 'postgres' })
    await client.connect()
    // Moments are spread over all servers alike; one row in ten has no size.
    await client.query(`create table events (${COLUMNS}, primary key (id));
      insert into events select n, timestamptz '2024-01-01' + (n::bigint * 7919 % 1000003) * interval '1 second', 'event ' || n, case when n % 10 = 0 then null else n % 97 end from generate_series(${from}, ${to}) n;
      create index on events (at desc, id); create index on events (size, id)`)
    await client.query('vacuum analyze events')
    await client.end()
    await pool.query(`create server shard${shard} foreign data wrapper postgres_fdw
      options (host '${place.host}', port '${place.port}', dbname 'postgres', async_capable 'true', use_remote_estimate 'true', fetch_size '100', fdw_tuple_cost '0.2');
      create user mapping for postgres server shard${shard} options (user 'postgres');
      create foreign table events_${shard} partition of events for values from (${from}) to (${to + 1}) server shard${shard} options (table_name 'events')`)
  }
  await pool.query(
    `create table alone (${COLUMNS}, primary key (id)); insert into alone select * from events; create index on alone (at desc, id); create index on alone (size, id)`,
  )
  await pool.query('vacuum analyze alone')
}, 300_000)
afterAll(async () => {
  await pool?.end()
  await servers.end()
}, 60_000)

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Remote SQL'?: string
  readonly 'Actual Rows'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

interface Seen {
  readonly kind: string
  readonly remote: readonly string[]
  /** Rows that came from the servers. */
  readonly fetched: number
  readonly types: readonly string[]
  readonly milliseconds: number
}

/** A page, and the plan of each of its statements as they run once more. */
async function look(config: AnyPaginateConfig, text: string | object) {
  const sent: StatementEvent[] = []
  const query = typeof text === 'string' ? PaginateQuery.from(text) : text
  const page = (await paginate(db, query, config as never, {
    onStatement: (event) => void sent.push(event),
  })) as unknown as Page
  const statements: Seen[] = []
  for (const { kind, sql, params, milliseconds } of sent) {
    const { rows: plans } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, verbose, format json) ${sql}`,
      params as unknown[],
    )
    const nodes = nodesOf((plans[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan)
    const scans = nodes.filter((node) => node['Node Type'] === 'Foreign Scan')
    statements.push({
      kind,
      milliseconds,
      remote: scans.map((node) => node['Remote SQL'] ?? ''),
      fetched: scans.reduce((sum, node) => sum + (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0), 0),
      types: [...new Set(nodes.map((node) => node['Node Type']))],
    })
  }
  return {
    page,
    count: statements.find(({ kind }) => kind === 'count'),
    rows: statements.find(({ kind }) => kind === 'page') as Seen,
  }
}

const fetchedIn = ({ fetched }: Seen): number => fetched
/** The figures of docs/guides/scaling-out.md. */
const tell = (kind: string, figures: object): void => {
  if (process.env['FDW_ROWS'] !== undefined) console.log(`fdw ${kind}: ${JSON.stringify(figures)}`)
}

interface Page {
  readonly items: readonly { readonly id: number }[]
  readonly meta: { readonly totalItems: number | null; readonly nextCursor?: string | null }
}

const numbered = listOf(events).build()
const QUERIES = [
  '',
  'page=7&limit=50',
  'filter.size=$gte:40',
  'filter.size=$not:$gte:40',
  'filter.size=$null',
  'sortBy=size:ASC&page=3',
  'sortBy=size:DESC&filter.size=$in:1,2,3',
  'filter.at=$gte:2024-01-05T00:00:00Z',
  `filter.id=$btw:10,${rows - 1}`,
  'search=event 4',
  'sortBy=name:ASC',
  'filter.name=$sw:event 12',
  'filter.size=$eq:5&filter.size=$or:$null',
]

describe('A list over three servers', () => {
  test.each(QUERIES)('answers as one server does: %s', async (text) => {
    const query = PaginateQuery.from(text)
    expect(JSON.stringify(await paginate(db, query, numbered))).toBe(
      JSON.stringify(await paginate(db, query, listOf(alone).build())),
    )
  })

  test('a filter and the order are pushed down, and rows travel for one page only', async () => {
    const { rows: page } = await look(numbered, 'filter.size=$gte:40')
    expect(page.remote).toHaveLength(SHARDS)
    for (const sql of page.remote) expect(sql).toMatch(/WHERE .*size >= .* ORDER BY at DESC/)
    expect(page.types).toContain('Merge Append')
    expect(page.fetched).toBeLessThanOrEqual(20 + SHARDS)
  })

  test('a filter on the partition key asks one server', async () => {
    const { rows: page, count } = await look(numbered, `filter.id=$btw:10,${rows - 1}`)
    expect([page.remote.length, count?.remote.length]).toEqual([1, 1])
  })

  test('a count fetches every row that is counted', async () => {
    const { count, page } = await look(numbered, 'filter.size=$gte:40')
    expect(count?.fetched).toBe(page.meta.totalItems)
    tell('count', { rows: page.meta.totalItems, milliseconds: Math.round(count?.milliseconds ?? 0) })
    const uncounted = await look(listOf(events).withTotals('none').build(), 'filter.size=$gte:40')
    expect([uncounted.count, uncounted.rows.fetched <= 21 + SHARDS]).toEqual([undefined, true])
    tell('page', { fetched: uncounted.rows.fetched, milliseconds: Math.round(uncounted.rows.milliseconds) })
  })

  /** Rows that travel for each page of a walk by cursor, and what is asked of the servers. */
  async function walk(config: AnyPaginateConfig, pages: number) {
    let after: string | null | undefined
    const read: Seen[] = []
    const ids: number[] = []
    for (let page = 0; page < pages; page++) {
      const {
        page: answer,
        rows: seen,
        count,
      } = await look(config, { limit: 100, ...(after !== undefined && { after }) })
      expect(count).toBeUndefined()
      read.push(seen)
      ids.push(...answer.items.map(({ id }) => id))
      after = answer.meta.nextCursor
    }
    return { read, ids }
  }

  test.each([
    ['as declared', listOf(events)],
    ['in one direction', listOf(events).withTieBreaker({ id: 'desc' })],
  ] as const)('pages by cursor, %s: with the plain form as many rows travel at any depth', async (name, list) => {
    const config = list.withCursors().build()
    const plain = await walk(withSettings(config, { pageForm: 'plain' }), 12)
    const ranged = await walk(config, 12)
    tell('cursor', {
      order: name,
      plain: plain.read.map(fetchedIn),
      ranges: ranged.read.map(fetchedIn),
      milliseconds: [plain, ranged].map(({ read }) => Math.round(read.at(-1)?.milliseconds ?? 0)),
    })
    expect(plain.ids).toEqual(ranged.ids)
    expect(plain.ids).toEqual(
      (await paginate(db, { limit: 1200 }, list.withLimits(1200, 1200).build())).items.map(({ id }) => id),
    )
    for (const { remote } of plain.read.slice(1))
      for (const sql of remote) expect(sql).toMatch(/WHERE .*at <= .*at < .* ORDER BY at DESC/)
    expect(Math.max(...plain.read.map(({ fetched }) => fetched))).toBeLessThanOrEqual(101 + SHARDS)
    expect(ranged.read.at(-1)?.fetched).toBeGreaterThan(1000)
  })

  test('pages by number: rows travel for all pages before, and with the plain form for no others', async () => {
    for (const page of [1, 10, 30]) {
      const read = async (pageForm: 'plain' | 'auto') =>
        (await look(withSettings(numbered, { pageForm }), `limit=100&page=${page}`)).rows.fetched
      const [plain, auto] = [await read('plain'), await read('auto')]
      tell('number', { page, plain, auto })
      expect(plain).toBeLessThanOrEqual(page * 100 + SHARDS)
      if (page > 5) expect(auto).toBeGreaterThan(plain)
    }
  })
})
