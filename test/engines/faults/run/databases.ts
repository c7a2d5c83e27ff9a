// The tables, the lists and the drivers that the faults are done to. Every server has a schema or a database of the
// run's own.
import { eq, type SQL, sql } from 'drizzle-orm'
import { int, mysqlTable, text as mysqlText } from 'drizzle-orm/mysql-core'
import { drizzle as mysql2 } from 'drizzle-orm/mysql2'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle as postgresJs } from 'drizzle-orm/postgres-js'
import { type Connection, createConnection, createPool } from 'mysql2/promise'
import pg from 'pg'
import postgres from 'postgres'
import { type AnyPaginateConfig, type ListDatabase, paginateConfig, rowsOf } from '../../../../src/index.js'
import { mariadbServer, postgresServer, type ServerAddress } from '../../../support/servers.js'

export const ROWS_OF_A_TENANT = 3000
const SPACE = `paginate_faults_run_${process.env['FAULTS_OF'] ?? process.pid}`

const items = pgTable('items', {
  id: integer('id').primaryKey(),
  tenant: integer('tenant').notNull(),
  size: integer('size').notNull(),
  body: text('body').notNull(),
})
const parts = pgTable('parts', {
  id: integer('id').primaryKey(),
  itemId: integer('item_id').notNull(),
  tenant: integer('tenant').notNull(),
})
const mysqlItems = mysqlTable('items', {
  id: int('id').primaryKey(),
  tenant: int('tenant').notNull(),
  size: int('size').notNull(),
  body: mysqlText('body').notNull(),
})
const mysqlParts = mysqlTable('parts', {
  id: int('id').primaryKey(),
  itemId: int('item_id').notNull(),
  tenant: int('tenant').notNull(),
})
type Items = typeof items
type Parts = typeof parts

export interface Lists {
  /** Scoped by `{ tenant }`. */
  readonly scoped: AnyPaginateConfig
  /** Read with `ofTenant`, inside a transaction that has the setting. */
  readonly open: AnyPaginateConfig
  readonly ofTenant: SQL
  readonly selection: { readonly id: Items['id']; readonly tenant: Items['tenant'] }
}

/** Both dialects have the same lists; the types are those of one. */
function listsOf(own: Items, children: Parts, setting: SQL): Lists {
  const list = () =>
    paginateConfig(own)
      .withLimits(20, 100)
      .withTieBreaker('id')
      .sortable('size')
      .filterable('size', '$eq', '$gte', '$in')
      .searchable('body')
      .children('parts', rowsOf(children, eq(children.itemId, own.id)), { id: children.id, tenant: children.tenant })
  return {
    scoped: list()
      .withFacets({ size: true })
      .scopedBy(({ tenant }: { tenant: number }) => eq(own.tenant, tenant))
      .build(),
    open: list().build(),
    ofTenant: sql`${own.tenant} = ${setting}`,
    selection: { id: own.id, tenant: own.tenant },
  }
}

type Transaction = ListDatabase & { execute(statement: SQL): PromiseLike<unknown> }

export interface Opened extends Lists {
  readonly db: ListDatabase
  /** In a transaction, with the tenant as its setting. */
  readonly within: <Answer>(tenant: number, run: (tx: ListDatabase) => Promise<Answer>) => Promise<Answer>
  readonly close: () => Promise<unknown>
}

export interface OpenOptions {
  readonly port: number
  /** How many connections. */
  readonly max: number
  /** For a statement, for a lock, and for a transaction that waits: milliseconds. */
  readonly limits?: { readonly statement?: number; readonly lock?: number; readonly idle?: number } | undefined
  /** For a connection of the pool, where the driver has such a limit. */
  readonly patience?: number | undefined
}

/** What is done to a server by a connection of its own. */
export interface Admin {
  /** Ends connections, by their ports. */
  readonly kill: (ports: readonly number[]) => Promise<unknown>
  /** Locks the table against everybody for as long. */
  readonly lock: (milliseconds: number) => Promise<unknown>
  /** Statements that change the table, and at the end leave it as it was. */
  readonly alter: () => Promise<unknown>
  readonly close: () => Promise<unknown>
}

export interface Driver {
  readonly name: string
  readonly address: ServerAddress
  /**
   * postgres.js 3.4.9 never answers some calls whose connection is lost, hands out connections that are lost, and stops
   * reading a connection on which it prepares a statement again after the table was altered: without this package and
   * without Drizzle too.
   */
  readonly losesCalls: boolean
  readonly open: (options: OpenOptions) => Opened
  /** Makes the tables. */
  readonly prepare: () => Promise<Admin>
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Calls `run` with a database of one connection, and gives the connection back. */
type Hold = <Answer>(run: (db: unknown) => Promise<Answer>) => Promise<Answer>

function openedOf(
  db: unknown,
  lists: Lists,
  setTenant: (tenant: number) => SQL,
  close: () => Promise<unknown>,
  hold: Hold = (run) => run(db),
): Opened {
  return {
    ...lists,
    db: db as ListDatabase,
    within: (tenant, run) =>
      hold((held) =>
        (held as { transaction<Answer>(run: (tx: Transaction) => Promise<Answer>): Promise<Answer> }).transaction(
          async (tx) => {
            await tx.execute(setTenant(tenant))
            return run(tx)
          },
        ),
      ),
    close,
  }
}

/**
 * Drizzle 0.45 never gives back the connection of a transaction whose `begin` fails, so the app takes it out of the pool
 * by itself (docs/guides/handlers.md).
 */
async function releasing<Answer>(connection: { release(): unknown }, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run()
  } finally {
    connection.release()
  }
}

const postgresLists = listsOf(items, parts, sql`current_setting('app.tenant')::int`)
const setPostgresTenant = (tenant: number): SQL => sql`select set_config('app.tenant', ${String(tenant)}, true)`

const settingsOf = ({ statement = 0, lock = 0, idle = 0 }: NonNullable<OpenOptions['limits']>) => ({
  search_path: SPACE,
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idle,
})

async function preparePostgres(): Promise<Admin> {
  const { username, ...address } = postgresServer()
  const admin = new pg.Client({ ...address, user: username })
  await admin.connect()
  const total = 2 * ROWS_OF_A_TENANT
  await admin.query(`drop schema if exists ${SPACE} cascade; create schema ${SPACE}; set search_path = ${SPACE};
    create table items as select n as id, 1 + n % 2 as tenant, n % 7 as size, 'row ' || n || repeat(' x', 150) as body from generate_series(1, ${total}) n;
    create table parts as select n as id, 2 * n as item_id, 1 as tenant from generate_series(1, ${ROWS_OF_A_TENANT}) n;
    alter table items add primary key (id); alter table parts add primary key (id); create index on parts (item_id);
    alter table items alter column id set not null; analyze`)
  const tryOut = (text: string) => admin.query(text).catch(() => {})
  return {
    kill: (ports) =>
      admin.query('select pg_terminate_backend(pid) from pg_stat_activity where client_port = any($1)', [ports]),
    lock: async (milliseconds) => {
      await tryOut(`set lock_timeout = 500; begin; lock table items in access exclusive mode`)
      await pause(milliseconds)
      await tryOut('rollback')
    },
    alter: async () => {
      await tryOut('set lock_timeout = 500')
      for (const [there, back] of [
        ['add column extra int default 1', 'drop column extra'],
        ['alter column size type bigint', 'alter column size type int'],
        ['rename column size to other', 'rename column other to size'],
      ]) {
        if ((await tryOut(`alter table items ${there}`)) === undefined) continue
        await pause(30)
        while ((await tryOut(`alter table items ${back}`)) === undefined) await pause(10)
      }
    },
    close: async () => {
      await admin.query(`set lock_timeout = 0; drop schema ${SPACE} cascade`)
      await admin.end()
    },
  }
}

const mysqlLists = listsOf(mysqlItems as unknown as Items, mysqlParts as unknown as Parts, sql`@tenant`)

async function prepareMysql(): Promise<Admin> {
  const { username: user, database: _database, ...address } = mariadbServer()
  const admin = await createConnection({ ...address, user, multipleStatements: true })
  const rows = Array.from(
    { length: 2 * ROWS_OF_A_TENANT },
    (_, at) => `(${at + 1}, ${1 + ((at + 1) % 2)}, ${(at + 1) % 7}, 'row ${at + 1}${' x'.repeat(150)}')`,
  )
  const own = Array.from({ length: ROWS_OF_A_TENANT }, (_, at) => `(${at + 1}, ${2 * (at + 1)}, 1)`)
  await admin.query(`drop database if exists ${SPACE}; create database ${SPACE}; use ${SPACE};
    create table items (id int primary key, tenant int not null, size int not null, body text not null);
    create table parts (id int primary key, item_id int not null, tenant int not null, key (item_id));
    insert into items values ${rows.join(', ')}; insert into parts values ${own.join(', ')};
    set lock_wait_timeout = 1`)
  const tryOut = (text: string) => admin.query(text).catch(() => {})
  return {
    kill: async (ports) => {
      const [found] = await admin.query('select id, host from information_schema.processlist')
      for (const { id, host } of found as { id: number; host: string }[])
        if (ports.includes(Number(host.split(':')[1]))) await tryOut(`kill connection ${id}`)
    },
    lock: async (milliseconds) => {
      await tryOut('lock tables items write')
      await pause(milliseconds)
      await tryOut('unlock tables')
    },
    alter: async () => {
      for (const [there, back] of [
        ['add column extra int default 1', 'drop column extra'],
        ['modify column size bigint not null', 'modify column size int not null'],
        ['change column size other int not null', 'change column other size int not null'],
      ]) {
        if ((await tryOut(`alter table items ${there}`)) === undefined) continue
        await pause(30)
        while ((await tryOut(`alter table items ${back}`)) === undefined) await pause(10)
      }
    },
    close: async () => {
      await admin.query(`drop database ${SPACE}`)
      await admin.end()
    },
  }
}

export const drivers: readonly Driver[] = [
  {
    name: 'node-postgres',
    address: postgresServer(),
    losesCalls: false,
    prepare: preparePostgres,
    open: ({ port, max, limits = {}, patience = 3000 }) => {
      const { username, host: _host, port: _port, ...address } = postgresServer()
      const options = Object.entries(settingsOf(limits)).map(([name, value]) => `-c ${name}=${value}`)
      const pool = new pg.Pool({
        ...address,
        host: '127.0.0.1',
        port,
        user: username,
        max,
        connectionTimeoutMillis: patience,
        options: options.join(' '),
      })
      // As docs/guides/handlers.md has it.
      pool.on('error', () => {})
      pool.on('connect', (client) => void client.on('error', () => {}))
      return openedOf(
        nodePostgres({ client: pool }),
        postgresLists,
        setPostgresTenant,
        () => pool.end(),
        async (run) => {
          const client = await pool.connect()
          return releasing(client, () => run(nodePostgres({ client })))
        },
      )
    },
  },
  {
    name: 'postgres.js',
    address: postgresServer(),
    losesCalls: true,
    prepare: preparePostgres,
    open: ({ port, max, limits = {} }) => {
      const { username, database } = postgresServer()
      const client = postgres({
        // Its own query for the types, sent at each connect, would reject without anyone to catch it.
        fetch_types: false,
        host: '127.0.0.1',
        port,
        username,
        database,
        max,
        onnotice: () => {},
        connect_timeout: 3,
        backoff: false,
        connection: settingsOf(limits) as never,
      })
      return openedOf(postgresJs({ client }), postgresLists, setPostgresTenant, () => client.end({ timeout: 1 }))
    },
  },
  {
    name: 'mysql2',
    address: mariadbServer(),
    losesCalls: false,
    prepare: prepareMysql,
    open: ({ port, max, limits = {}, patience }) => {
      const { username: user, password } = mariadbServer()
      const pool = createPool({
        host: '127.0.0.1',
        port,
        user,
        password,
        database: SPACE,
        connectionLimit: max,
        connectTimeout: 3000,
        // It has no limit of time: only so many may wait.
        ...(patience === undefined ? {} : { queueLimit: 3 }),
      })
      const { statement, lock, idle } = limits
      const settings = [
        ...(statement === undefined ? [] : [`max_statement_time = ${statement / 1000}`]),
        ...(lock === undefined ? [] : [`lock_wait_timeout = ${Math.ceil(lock / 1000)}`]),
        ...(idle === undefined ? [] : [`idle_transaction_timeout = ${Math.ceil(idle / 1000)}`]),
      ]
      if (settings.length > 0)
        pool.pool.on('connection', (connection) => void connection.query(`set ${settings.join(', ')}`, () => {}))
      return openedOf(
        mysql2({ client: pool }),
        mysqlLists,
        (tenant) => sql`set @tenant = ${tenant}`,
        () => pool.end(),
        async (run) => {
          const connection = await pool.getConnection()
          return releasing(connection, () => run(mysql2({ client: connection as unknown as Connection })))
        },
      )
    },
  },
]
