// A read replica: a streaming standby, reached through Drizzle's `withReplicas`.
import { drizzle } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text, withReplicas } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateQuery } from '../../../src/index.js'
import { StatementLog } from '../../support/statement-log.js'
import { type Cluster, startCluster } from './postgres-cluster.js'

const rows = pgTable('rows', { id: integer('id').primaryKey(), name: text('name') })
const rowList = paginateConfig(rows)
  .withLimits(2, 10)
  .withTieBreaker('id')
  .sortable('name')
  .filterable('name', '$eq', '$in', '$ilike')
  .build()

let cluster: Cluster
const pools: pg.Pool[] = []
const connect = (at: { host: string; port: number }) => {
  const pool = new pg.Pool({ ...at, user: 'postgres', database: 'postgres', max: 2 })
  pools.push(pool)
  const log = new StatementLog()
  return { pool, log, db: drizzle({ client: pool, logger: log }) }
}
let primary: ReturnType<typeof connect>
let standbys: ReturnType<typeof connect>[]

/** Until the standby has replayed all that the primary has written. */
async function caughtUp(): Promise<void> {
  const { rows: at } = await primary.pool.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  for (let tries = 0; tries < 200; tries++) {
    const { rows: replayed } = await (standbys[0] as ReturnType<typeof connect>).pool.query<{ done: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as done',
      [at[0]?.lsn],
    )
    if (replayed[0]?.done === true) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('The standby did not catch up within five seconds.')
}

beforeAll(async () => {
  cluster = await startCluster()
  primary = connect(cluster.primary)
  standbys = [connect(cluster.standby), connect(cluster.standby)]
  await primary.pool.query(
    `create table rows (id int primary key, name text); insert into rows values (1, 'a'), (2, 'b'), (3, 'a')`,
  )
  await caughtUp()
}, 60_000)
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await cluster?.stop()
}, 60_000)

/** 1.0 reads from the primary unless `$replica` is asked for; 0.45 reads from a replica of itself. */
function reading<Database extends object>(db: Database): Database {
  return '$replica' in db ? (db.$replica as Database) : db
}

const clear = (): void => [primary, ...standbys].forEach(({ log }) => log.clear())
const statements = (): number[] => [primary, ...standbys].map(({ log }) => log.entries.length)

test('count and page are read from one replica, never from the primary, each time from the next', async () => {
  let turn = 0
  const [first, second] = standbys.map(({ db }) => db)
  const db = withReplicas(primary.db, [first!, second!], (replicas) => replicas[turn++ % 2]!)
  const query = PaginateQuery.from('filter.name=$in:a,b&sortBy=name:DESC')
  for (const expected of [
    [0, 2, 0],
    [0, 0, 2],
    [0, 2, 0],
  ]) {
    clear()
    const { items, meta } = await paginate(reading(db), query, rowList)
    expect(items.map(({ id }) => id)).toEqual([2, 1])
    expect(meta.totalItems).toBe(3)
    expect(statements()).toEqual(expected)
  }
})

test('a row written to the primary is in the list once the standby has it, and at once on the primary', async () => {
  const db = withReplicas(primary.db, [standbys[0]!.db])
  await db.insert(rows).values({ id: 4, name: 'fresh' })
  const query = PaginateQuery.from('filter.name=$eq:fresh')
  clear()
  expect((await paginate(db.$primary, query, rowList)).meta.totalItems).toBe(1)
  expect(statements()).toEqual([2, 0, 0])
  await caughtUp()
  clear()
  expect((await paginate(reading(db), query, rowList)).meta.totalItems).toBe(1)
  expect(statements()).toEqual([0, 2, 0])
})

test("a transaction is the primary's", async () => {
  const db = withReplicas(primary.db, [standbys[0]!.db])
  clear()
  await db.transaction(async (tx) => {
    expect((await paginate(tx, PaginateQuery.from('limit=10'), rowList)).meta.totalItems).toBe(4)
  })
  expect(statements()[0]).toBeGreaterThanOrEqual(2)
  expect(statements().slice(1)).toEqual([0, 0])
})
