// Part "full text": the first page of a 5 % search of 1,000,000 rows, by rank of a full-text index, and by date of a
// substring search with a trigram index; with an exact total and without.
import { drizzle } from 'drizzle-orm/node-postgres'
import { internals } from '../build.mjs'
import { oursBuilder, oursList } from '../contenders/ours.mjs'
import { COMMON_WORD, RARE_WORD } from '../data/rows.mjs'
import { openPool, preparePostgres } from '../data/postgres.mjs'
import { interleave } from '../stats.mjs'
import { POSTGRES_SCHEMA, postgresTables } from '../tables.mjs'

const ROWS = 1_000_000

export async function fullText() {
  await preparePostgres(ROWS)
  const pool = openPool()
  const rows = []
  try {
    await pool.query(
      `create index if not exists articles_title_words on ${POSTGRES_SCHEMA}.articles using gin (to_tsvector('english', title))`,
    )
    // Without them the planner guesses how many rows hold a word.
    await pool.query(`analyze ${POSTGRES_SCHEMA}.articles`)
    const db = drizzle({ client: pool })
    const tables = postgresTables()
    const ranked = () =>
      oursBuilder(tables).searchWith(internals.fullText([tables.articles.title], { language: 'english' }))
    const lists = {
      rank: oursList(db, ranked().build()),
      rankNone: oursList(db, ranked().withTotals('none').build()),
      like: oursList(db, oursBuilder(tables).build()),
      likeNone: oursList(db, oursBuilder(tables).withTotals('none').build()),
    }
    for (const [share, word] of [
      ['5 %', COMMON_WORD],
      ['0.01 %', RARE_WORD],
    ]) {
      const requests = {
        rank: () => lists.rank(`search=${word}`),
        rankDate: () => lists.rank(`search=${word}&sortBy=createdAt:DESC`),
        like: () => lists.like(`search=${word}&searchBy=title`),
        rankNone: () => lists.rankNone(`search=${word}`),
        rankDateNone: () => lists.rankNone(`search=${word}&sortBy=createdAt:DESC`),
        likeNone: () => lists.likeNone(`search=${word}&searchBy=title`),
      }
      const timings = await interleave(requests, { rounds: 7, blockMs: 50 })
      rows.push([share, (await requests.rank()).total, ...Object.values(timings).map(({ median }) => median / 1000)])
    }
  } finally {
    await pool.end()
  }
  return {
    title: 'Full-text search against substring search, PostgreSQL, 1,000,000 rows, the first page, ms',
    columns: [
      'matches',
      'rows',
      'full text, by rank',
      'full text, by date',
      'substring (trigram index), by date',
      'by rank, no total',
      'full text by date, no total',
      'substring, no total',
    ],
    rows,
    figures: {},
  }
}
