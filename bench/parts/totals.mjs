// Part "totals": the first page of 1,000,000 rows with an exact total, a bounded one and none.
import { drizzle } from 'drizzle-orm/node-postgres'
import { oursBuilder, oursList } from '../contenders/ours.mjs'
import { COMMON_WORD } from '../data/rows.mjs'
import { openPool, preparePostgres } from '../data/postgres.mjs'
import { assertSame } from '../same-rows.mjs'
import { interleave, ratio } from '../stats.mjs'
import { postgresTables } from '../tables.mjs'

const ROWS = 1_000_000
const BOUND = 10_000
const requests = [
  { id: 'first', title: 'first page', list: '' },
  { id: 'search', title: '5 % search, trigram index', list: `search=${COMMON_WORD}&searchBy=title` },
  { id: 'page-30', title: 'page 30', list: 'page=30' },
]

/** A list of each mode over one database. */
export function totalsLists(db, tables) {
  const list = (totals) => oursList(db, oursBuilder(tables).withTotals(totals).build())
  return { exact: list('exact'), none: list('none'), upTo: list({ upTo: BOUND }) }
}

export async function totals() {
  await preparePostgres(ROWS)
  const pool = openPool()
  const rows = []
  const figures = {}
  try {
    const lists = totalsLists(drizzle({ client: pool }), postgresTables())
    for (const { id, title, list } of requests) {
      const answers = []
      for (const ask of Object.values(lists)) answers.push((await ask(list)).items)
      assertSame(title, answers)
      const timed = Object.fromEntries(Object.entries(lists).map(([mode, ask]) => [mode, () => ask(list)]))
      const timings = await interleave(timed, { rounds: 11, blockMs: 150 })
      const [none, upTo] = [ratio(timings, 'exact', 'none'), ratio(timings, 'exact', 'upTo')]
      figures[id] = { none, upTo }
      rows.push([title, ...Object.values(timings).map(({ median }) => median / 1000), none, upTo])
    }
  } finally {
    await pool.end()
  }
  return {
    title: 'Totals: PostgreSQL, 1,000,000 rows, the whole request, ms',
    columns: ['request', `'exact'`, `'none'`, '{ upTo: 10,000 }', `'exact' : 'none'`, `'exact' : { upTo }`],
    rows,
    figures,
  }
}
