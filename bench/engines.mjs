// Contenders over one database each. An engine answers requests in the words of `requests.mjs`; `close` ends its
// connections.
import Database from 'better-sqlite3'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzleMysql } from 'drizzle-orm/mysql2'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePostgresJs } from 'drizzle-orm/postgres-js'
import { handList, handListInParallel } from './contenders/hand.mjs'
import { nestList } from './contenders/nest.mjs'
import { oursConfig, oursList } from './contenders/ours.mjs'
import { rawStatements, withQuestionMarks } from './contenders/raw.mjs'
import { mariadbAddress, openMariadb } from './data/mariadb.mjs'
import { openPool, openPostgresJs, postgresAddress } from './data/postgres.mjs'
import { mysqlTables, POSTGRES_SCHEMA, postgresTables, sqliteTables } from './tables.mjs'

/**
 * @typedef {(request: import('./requests.mjs').Request) => Promise<{ items: { id: number }[], total: number }>}
 * Contender
 * @typedef {{ contenders: Record<string, Contender>, close: () => Promise<void> }} Engine
 */

/** Lists of one table and those of others, made when they are first asked for. */
function perTable(make) {
  const made = new Map()
  return (table = 'articles') => {
    if (!made.has(table)) made.set(table, make(table))
    return made.get(table)
  }
}

const FORMS = { ours: undefined, plain: { pageForm: 'plain' } }
const postgresName = (table) => `${POSTGRES_SCHEMA}.${table}`

/** Fixed statements have fixed names: prepared once a connection. */
function statementNames() {
  const names = new Map()
  return (text) => {
    if (!names.has(text)) names.set(text, `raw${names.size}`)
    return names.get(text)
  }
}

/**
 * @param parallelDb connections of its own for the contender that takes two at once: postgres.js goes round all that
 * are open
 */
function drizzleContenders(db, tablesOf, parallelDb = db) {
  const tables = perTable(tablesOf)
  const contender = (list) => {
    const lists = perTable(list)
    return ({ table, list: query }) => lists(table)(query)
  }
  const byHand = (list, source = db) => {
    const lists = perTable((table) => list(source, tables(table)))
    return ({ table, hand: query }) => lists(table)(query)
  }
  return {
    ours: contender((table) => oursList(db, oursConfig(tables(table), FORMS.ours))),
    plain: contender((table) => oursList(db, oursConfig(tables(table), FORMS.plain))),
    hand: byHand(handList),
    parallel: byHand(handListInParallel, parallelDb),
  }
}

/** @returns {Promise<Engine>} over node-postgres */
export async function postgresEngine() {
  const pool = openPool()
  const db = drizzlePg({ client: pool })
  const observed = perTable((table) => ({
    ours: oursConfig(postgresTables(table), FORMS.ours),
    plain: oursConfig(postgresTables(table), FORMS.plain),
  }))
  const nameOf = statementNames()
  const raw = async (request) => {
    const { count, page, values, pageValues } = rawStatements(request, postgresName)
    const counted = await pool.query({ name: nameOf(count), text: count, values })
    const { rows } = await pool.query({ name: nameOf(page), text: page, values: pageValues })
    return { items: rows, total: Number(counted.rows[0].total) }
  }
  const { user: username, ...address } = postgresAddress
  const options = { type: 'postgres', ...address, username, poolSize: 16 }
  const nests = new Map()
  const nest = async ({ table = 'articles', list, relation, nest: query = list }) => {
    if (!nests.has(table)) {
      const names = { articles: table, authors: 'authors', articleTags: 'article_tags' }
      nests.set(table, nestList('postgres', options, names, POSTGRES_SCHEMA))
    }
    return (await nests.get(table)).list(query, relation)
  }
  return {
    contenders: { ...drizzleContenders(db, postgresTables), raw, nest },
    /** The statements that a request sends, with their times. */
    statementsOf: async (form, { table, list }) => {
      const events = []
      await oursList(db, observed(table)[form], { onStatement: (event) => events.push(event) })(list)
      return events
    },
    close: async () => {
      for (const opened of nests.values()) await (await opened).close()
      await pool.end()
    },
  }
}

/** @returns {Promise<Engine>} over postgres.js */
export async function postgresJsEngine() {
  const client = openPostgresJs()
  const pairs = openPostgresJs()
  const bare = openPostgresJs()
  const raw = async (request) => {
    const { count, page, values, pageValues } = rawStatements(request, postgresName)
    const [{ total }] = await bare.unsafe(count, values, { prepare: true })
    return { items: await bare.unsafe(page, pageValues, { prepare: true }), total: Number(total) }
  }
  return {
    contenders: {
      ...drizzleContenders(drizzlePostgresJs({ client }), postgresTables, drizzlePostgresJs({ client: pairs })),
      raw,
    },
    close: async () => {
      await Promise.all([client.end(), pairs.end(), bare.end()])
    },
  }
}

/** @returns {Promise<Engine>} over better-sqlite3 */
export async function sqliteEngine(path) {
  const client = new Database(path, { readonly: true })
  const statements = new Map()
  const prepared = (text) => {
    if (!statements.has(text)) statements.set(text, client.prepare(withQuestionMarks(text)))
    return statements.get(text)
  }
  const raw = (request) => {
    const { count, page, values, pageValues } = rawStatements(request, (table) => table)
    return { items: prepared(page).all(pageValues), total: prepared(count).get(values).total }
  }
  const names = { articles: 'articles', authors: 'authors', articleTags: 'article_tags' }
  const nest = await nestList('sqlite', { type: 'better-sqlite3', database: path }, names)
  return {
    contenders: {
      ...drizzleContenders(drizzleSqlite({ client }), sqliteTables),
      raw,
      nest: ({ list, relation, nest: query = list }) => nest.list(query, relation),
    },
    close: async () => {
      await nest.close()
      client.close()
    },
  }
}

/** @returns {Promise<Engine>} over mysql2 */
export async function mariadbEngine() {
  const pool = openMariadb()
  const raw = async (request) => {
    const { count, page, values, pageValues } = rawStatements(request, (table) => `bench_${table}`)
    const [[{ total }]] = await pool.execute(withQuestionMarks(count), values)
    const [items] = await pool.execute(withQuestionMarks(page), pageValues.map(String))
    return { items, total }
  }
  const { user: username, ...address } = mariadbAddress
  const names = { articles: 'bench_articles', authors: 'bench_authors', articleTags: 'bench_article_tags' }
  const nest = await nestList('mysql', { type: 'mysql', ...address, username, poolSize: 16, timezone: 'Z' }, names)
  return {
    contenders: {
      ...drizzleContenders(drizzleMysql({ client: pool }), mysqlTables),
      raw,
      nest: ({ list, relation, nest: query = list }) => nest.list(query, relation),
    },
    close: async () => {
      await nest.close()
      await pool.end()
    },
  }
}
