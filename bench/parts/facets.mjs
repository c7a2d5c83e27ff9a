// Part "facets": five facets over 1,000,000 rows, one of them with a criterion of its own, against the same statements
// by hand, and against one statement that reads the filtered set once. Sent together on connections of a pool, and one
// after the other.
import { and, count, eq, ilike, max, min, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { api } from '../build.mjs'
import { oursConfig } from '../contenders/ours.mjs'
import { COMMON_WORD } from '../data/rows.mjs'
import { openPool, preparePostgres } from '../data/postgres.mjs'
import { assertSame } from '../same-rows.mjs'
import { interleave, ratio } from '../stats.mjs'
import { postgresTables } from '../tables.mjs'

const ROWS = 1_000_000
const facets = { status: true, hidden: true, authorId: { limit: 20 }, 'author.country': true, views: 'range' }
const requests = [
  { id: 'filter', title: 'one status of five, 62 %', list: 'filter.status=$eq:live', word: undefined },
  {
    id: 'search',
    title: 'one status within a 5 % search, trigram index',
    list: `filter.status=$eq:live&search=${COMMON_WORD}&searchBy=title`,
    word: COMMON_WORD,
  },
]

function byHand(db, { articles, authors }, word) {
  const matches = word === undefined ? undefined : ilike(articles.title, `%${word}%`)
  const set = and(eq(articles.status, 'live'), matches)
  const values = (column, where, limit = 100, isJoined = false) => {
    let select = db.select({ value: column, count: count() }).from(articles).$dynamic()
    if (isJoined) select = select.leftJoin(authors, eq(authors.id, articles.authorId))
    return select
      .where(where)
      .groupBy(column)
      .orderBy(sql`count(*) desc`, column)
      .limit(limit)
  }
  const range = db
    .select({ min: min(articles.views), max: max(articles.views), count: count(articles.views) })
    .from(articles)
    .where(set)
  return [
    values(articles.status, matches),
    values(articles.hidden, set),
    values(articles.authorId, set, 20),
    values(authors.country, set, 100, true),
    range,
  ]
}

const answerOf = ([status, hidden, authorId, country, [views]]) => ({
  status,
  hidden,
  authorId,
  'author.country': country,
  views,
})

/** The facet with a criterion reads its own set; the others one that is kept whole. */
function readOnce(db, { articles, authors }, word) {
  const [own] = byHand(db, { articles, authors }, word)
  const matches = word === undefined ? sql`true` : sql`${articles.title} ilike ${`%${word}%`}`
  const none = {
    hidden: sql`null::boolean`,
    author: sql`null::integer`,
    country: sql`null::text`,
    low: sql`null::integer`,
    high: sql`null::integer`,
  }
  const part = (name, key, limit) => {
    const { hidden, author, country, low, high } = { ...none, [name]: sql.raw(key) }
    return sql`(select ${sql.raw(`'${name}'`)} as facet, ${hidden} as hidden, ${author} as author, ${country} as country, ${low} as low, ${high} as high,
      count(*) as count from kept group by ${sql.raw(key)} order by count(*) desc, ${sql.raw(key)} limit ${limit})`
  }
  const shared = sql`with kept as materialized (select ${articles.hidden} as hidden, ${articles.authorId} as author, ${authors.country} as country,
    ${articles.views} as views from ${articles} left join ${authors} on ${authors.id} = ${articles.authorId} where ${articles.status} = 'live' and ${matches})
    ${part('hidden', 'hidden', 100)} union all ${part('author', 'author', 20)} union all ${part('country', 'country', 100)} union all
    (select 'views', null::boolean, null::integer, null::text, min(views), max(views), count(views) from kept)`
  return [own, db.execute(shared)]
}

function answerOnce([status, { rows }]) {
  const of = (facet) =>
    rows.filter((row) => row.facet === facet).map((row) => ({ value: row[facet], count: Number(row.count) }))
  const { low, high, count } = rows.at(-1)
  return {
    status,
    hidden: of('hidden'),
    authorId: of('author'),
    'author.country': of('country'),
    views: { min: low, max: high, count: Number(count) },
  }
}

const inTurn = async (statements) => {
  const answers = []
  for (const statement of statements) answers.push(await statement)
  return answers
}

export async function facetCounts({ isFull }) {
  await preparePostgres(ROWS)
  const [pool, single] = [openPool(), openPool({ max: 1 })]
  const [db, one] = [drizzle({ client: pool }), drizzle({ client: single })]
  const tables = postgresTables()
  const config = oursConfig(tables)
  const rows = []
  const figures = {}
  try {
    for (const { id, title, list, word } of requests) {
      const ours = (database) => () => api.facetCounts(database, api.PaginateQuery.from(list), config, facets)
      const contenders = {
        ours: ours(db),
        hand: async () => answerOf(await Promise.all(byHand(db, tables, word))),
        once: async () => answerOnce(await Promise.all(readOnce(db, tables, word))),
        'ours, one connection': ours(one),
        'hand, one connection': async () => answerOf(await inTurn(byHand(one, tables, word))),
        'once, one connection': async () => answerOnce(await inTurn(readOnce(one, tables, word))),
      }
      const answers = []
      for (const ask of Object.values(contenders)) answers.push(await ask())
      assertSame(title, answers)
      const timings = await interleave(contenders, { rounds: isFull ? 3 : 1, blockMs: 1, warmMs: 1 })
      for (const [where, suffix] of [
        ['a pool', ''],
        ['one connection', ', one connection'],
      ]) {
        const [overHand, overOnce] = [
          ratio(timings, `hand${suffix}`, `ours${suffix}`),
          ratio(timings, `once${suffix}`, `ours${suffix}`),
        ]
        figures[`${id}, ${where}`] = { hand: overHand, once: overOnce }
        const times = ['ours', 'hand', 'once'].map((name) => timings[`${name}${suffix}`].median / 1000)
        rows.push([title, where, ...times, overHand, overOnce])
      }
    }
  } finally {
    await Promise.all([pool.end(), single.end()])
  }
  return {
    title: 'Facets: five of them over 1,000,000 rows, PostgreSQL, ms',
    columns: [
      'request',
      'on',
      'ours',
      'by hand, a statement each',
      'by hand, the set read once',
      'by hand : ours',
      'read once : ours',
    ],
    rows,
    figures,
  }
}
