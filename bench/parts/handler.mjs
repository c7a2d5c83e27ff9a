// Part "handler": from a `Request` to the text of its `Response`, 25 rows, against two prepared selects with
// `JSON.stringify`.
import { internals } from '../build.mjs'
import { oursConfig } from '../contenders/ours.mjs'
import { preparePostgres } from '../data/postgres.mjs'
import { postgresEngine, postgresJsEngine } from '../engines.mjs'
import { drivers } from '../proxy.mjs'
import { cheapRequest } from '../requests.mjs'
import { assertSameIds } from '../same-rows.mjs'
import { interleave, ratio } from '../stats.mjs'
import { postgresTables } from '../tables.mjs'

const AUTHORS = 1000
const engines = { 'node-postgres': postgresEngine, 'postgres.js': postgresJsEngine }

/** A server makes the request, whatever answers it. */
const requests = Array.from(
  { length: AUTHORS },
  (_, i) => new Request(`http://localhost/articles?${cheapRequest(i, AUTHORS).list}`),
)

function handled(db, settings) {
  const handle = internals.listHandler({ db, config: oursConfig(postgresTables(), settings) })
  return async (i) => (await handle(requests[i % AUTHORS])).text()
}

export async function handler({ isFull }) {
  await preparePostgres(1_000_000)
  const rows = []
  const figures = { two: {}, together: {} }
  for (const [driver, open] of Object.entries(drivers)) {
    const { db, close } = open({})
    const engine = await engines[driver]()
    const { raw, hand } = engine.contenders
    const written = (ask) => async (i) => JSON.stringify(await ask(cheapRequest(i % AUTHORS, AUTHORS)))
    const contenders = {
      raw: written(raw),
      hand: written(hand),
      two: handled(db),
      together: handled(db, { together: true }),
    }
    try {
      const answers = await Promise.all(Object.values(contenders).map(async (ask) => JSON.parse(await ask(3))))
      assertSameIds(
        driver,
        answers.map(({ items, total, meta }) => ({ items, total: total ?? meta.totalItems })),
      )
      for (const concurrency of [1, 16]) {
        const timings = await interleave(contenders, {
          rounds: isFull ? 15 : 7,
          blockMs: 150,
          warmMs: 500,
          concurrency,
        })
        const [two, together] = [ratio(timings, 'raw', 'two'), ratio(timings, 'raw', 'together')]
        rows.push([
          driver,
          concurrency,
          ...['two', 'together', 'raw', 'hand'].map((name) => timings[name].median),
          two,
          together,
          ratio(timings, 'hand', 'two'),
        ])
        figures.two[`${driver} ${concurrency}`] = two
        figures.together[`${driver} ${concurrency}`] = together
      }
    } finally {
      await Promise.all([close(), engine.close()])
    }
  }
  return {
    title:
      'From a `Request` to the text of its `Response`: articles of one author, 25 rows, PostgreSQL, µs of a request',
    columns: [
      'driver',
      'at once',
      '`listHandler`',
      'the same, `together`',
      'two prepared selects, `JSON.stringify`',
      'hand-written Drizzle, `JSON.stringify`',
      'selects : `listHandler`',
      'selects : `together`',
      'hand-written : `listHandler`',
    ],
    rows,
    figures,
  }
}
