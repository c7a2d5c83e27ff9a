// Part "words": every word of a term in any of three columns, one of them joined, against the same endpoint with `ilike`
// by hand. Two words of one row, one word, and one that a joined column alone may hold.
import assert from 'node:assert/strict'
import Database from 'better-sqlite3'
import { and, asc, count, desc, eq, ilike, like, or } from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { internals } from '../build.mjs'
import { oursBuilder, oursList } from '../contenders/ours.mjs'
import { openPool, preparePostgres } from '../data/postgres.mjs'
import { COMMON_WORD, RARE_WORD } from '../data/rows.mjs'
import { prepareSqlite } from '../data/sqlite.mjs'
import { interleave, ratio } from '../stats.mjs'
import { postgresTables, sqliteTables } from '../tables.mjs'

const PAGE_SIZE = 25

function ours(db, tables) {
  const { articles, authors } = tables
  const search = internals.words([articles.title, articles.summary, authors.name])
  const list = oursList(db, oursBuilder(tables).searchWith(search).build())
  return (term) => list(`search=${encodeURIComponent(term)}`)
}

function byHand(db, { dialect, articles, authors }) {
  const matches = dialect === 'postgres' ? ilike : like
  const onAuthor = eq(authors.id, articles.authorId)
  return async (term) => {
    const where = and(
      ...term.split(' ').map((word) => {
        const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
        return or(...[articles.title, articles.summary, authors.name].map((column) => matches(column, pattern)))
      }),
    )
    const [{ total }] = await db.select({ total: count() }).from(articles).leftJoin(authors, onAuthor).where(where)
    const items = await db
      .select({ ...articles[Symbol.for('drizzle:Columns')] })
      .from(articles)
      .leftJoin(authors, onAuthor)
      .where(where)
      .orderBy(desc(articles.createdAt), asc(articles.id))
      .limit(PAGE_SIZE)
    return { items, total }
  }
}

function openSqlite(rows) {
  const client = new Database(prepareSqlite(rows), { readonly: true })
  const [db, tables] = [drizzleSqlite({ client }), sqliteTables()]
  return { ours: ours(db, tables), hand: byHand(db, tables), close: async () => void client.close() }
}

async function openPostgres(rows) {
  await preparePostgres(rows)
  const pool = openPool()
  const [db, tables] = [drizzlePg({ client: pool }), postgresTables()]
  return { ours: ours(db, tables), hand: byHand(db, tables), close: () => pool.end() }
}

const keysOf = ({ items, total }) => ({ total, ids: items.map(({ id }) => id) })

export async function words({ isFull }) {
  const terms = {
    'one word': COMMON_WORD,
    'two words': `${COMMON_WORD} amber`,
    'a rare word and a common one': `${RARE_WORD} ${COMMON_WORD}`,
  }
  const engines = [['SQLite, better-sqlite3, 20,000 rows', () => openSqlite(20_000)]]
  if (isFull) engines.push(['PostgreSQL, node-postgres, 1,000,000 rows', () => openPostgres(1_000_000)])
  const rows = []
  const figures = {}
  for (const [name, open] of engines) {
    const engine = await open()
    try {
      for (const [what, term] of Object.entries(terms)) {
        const asked = { ours: () => engine.ours(term), hand: () => engine.hand(term) }
        const own = keysOf(await asked.ours())
        assert.deepEqual(own, keysOf(await asked.hand()), `${name}, ${what}: other rows than by hand`)
        const timings = await interleave(asked, { rounds: 7, blockMs: 100, warmMs: 300 })
        const against = ratio(timings, 'hand', 'ours')
        rows.push([name, what, own.total, timings.ours.median / 1000, timings.hand.median / 1000, against])
        figures[`${name.split(',')[0]}, ${what}`] = against
      }
    } finally {
      await engine.close()
    }
  }
  return {
    title: 'Every word of a term in any of three columns, one of them joined: the first page with its total, ms',
    columns: ['database', 'term', 'rows', '`words()`', '`ilike` by hand', 'hand-written : ours'],
    rows,
    figures,
  }
}
