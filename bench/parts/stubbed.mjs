// Part "stubbed driver": whole requests over a driver that answers 25 rows at once; CPU time of the process.
import { internals } from '../build.mjs'
import { handList } from '../contenders/hand.mjs'
import { nestList } from '../contenders/nest.mjs'
import { oursConfig, oursList } from '../contenders/ours.mjs'
import { mixedHand, mixedList } from '../requests.mjs'
import { assertSame } from '../same-rows.mjs'
import { interleave, ratio } from '../stats.mjs'
import { stubDatabase, stubTypeormDriver } from '../stubs.mjs'
import { postgresTables } from '../tables.mjs'

const names = { articles: 'articles', authors: 'authors', articleTags: 'article_tags' }

export async function stubbed({ isFull }) {
  const tables = postgresTables()
  const config = oursConfig(tables)
  const sources = []
  const measure = async (rows) => {
    const db = stubDatabase(rows)
    const list = oursList(db, config, { path: '/articles' })
    const hand = handList(db, tables)
    const nest = await nestList('postgres', { type: 'postgres', driver: stubTypeormDriver(rows) }, names)
    sources.push(nest)
    assertSame(`stub of ${rows} rows`, [await list(mixedList(0)), await hand(mixedHand(0))])
    return interleave(
      {
        ours: (i) => list(mixedList(i)),
        hand: (i) => hand(mixedHand(i)),
        nest: (i) => nest.list(mixedList(i)),
        nestJoined: (i) => nest.list(mixedList(i), 'author'),
      },
      { rounds: isFull ? 15 : 7, blockMs: 150, warmMs: 600, clock: 'cpu' },
    )
  }
  const none = await measure(0)
  const page = await measure(25)
  await Promise.all(sources.map((source) => source.close()))
  const row = (what, timings) => [
    what,
    timings.ours.median,
    timings.hand.median,
    timings.nest.median,
    timings.nestJoined.median,
    ratio(timings, 'hand', 'ours'),
    ratio(timings, 'nest', 'ours'),
    ratio(timings, 'nestJoined', 'ours'),
  ]
  return {
    title: 'Stubbed driver: whole request, CPU µs a request',
    columns: [
      'rows',
      'ours',
      'hand-written Drizzle',
      'nestjs-paginate',
      'nestjs-paginate, relation declared',
      'hand-written : ours',
      'nestjs-paginate : ours',
      'relation declared : ours',
    ],
    rows: [row('0', none), row('25 rows × 11 columns', page)],
    figures: {
      hand: ratio(page, 'hand', 'ours'),
      nest: ratio(page, 'nest', 'ours'),
      nestJoined: ratio(page, 'nestJoined', 'ours'),
      ours: page.ours.median,
    },
    notes: [`Counters of the cache afterwards: ${JSON.stringify(internals.shapeCacheStats(config))}`],
  }
}
