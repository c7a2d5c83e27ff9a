// Part "streams": 1,000,000 rows as CSV, by position in batches, against the cursor of the driver with the same mapping
// and the same text; and what the heap grows by meanwhile.
import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { api, internals } from '../build.mjs'
import { oursConfig } from '../contenders/ours.mjs'
import { openPostgresJs, preparePostgres } from '../data/postgres.mjs'
import { assertSame } from '../same-rows.mjs'
import { median } from '../stats.mjs'
import { POSTGRES_SCHEMA, postgresTables } from '../tables.mjs'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const ROWS = 1_000_000
const BATCH = 1000
const SAMPLE_EVERY = 50_000
const COLUMNS =
  'id, title, summary, body, status, views, price, hidden, created_at as "createdAt", updated_at as "updatedAt", author_id as "authorId"'

const heap = () => {
  collect()
  return process.memoryUsage().heapUsed
}

/** Reads all of it, as a slow disk would not: text is hashed and dropped. */
async function drain(chunks, onChunk = () => {}) {
  const hash = createHash('sha1')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += Buffer.byteLength(chunk)
    onChunk()
  }
  return { bytes, hash: hash.digest('hex') }
}

async function* textOf(batches, config) {
  const { head, row } = internals.exportText(internals.resolvedConfig(config), { as: 'csv', guardFormulas: true })
  yield head
  for await (const batch of batches) {
    let text = ''
    for (const item of batch) text += row(item, false)
    yield text
  }
}

/** Items one by one, as batches of text. */
async function* batchesOf(items) {
  let batch = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function contenders(client, bare) {
  const db = drizzle({ client })
  const config = oursConfig(postgresTables())
  const handler = internals.exportHandler({ db, config, as: 'csv' })
  const ordered = `select ${COLUMNS} from ${POSTGRES_SCHEMA}.articles order by created_at desc, id`
  return {
    stream: () => textOf(batchesOf(api.streamRows(db, {}, config, { batchSize: BATCH })), config),
    handler: async function* () {
      yield* (await handler(new Request('http://localhost/articles'))).body
    },
    cursor: () => textOf(bare.unsafe(ordered).cursor(BATCH), config),
  }
}

export async function streams({ isFull }) {
  await preparePostgres(ROWS)
  // Drizzle takes the parsers of dates away from the client that it is given: the other has its own, of the same dates.
  const [client, bare] = [
    openPostgresJs({ max: 1 }),
    openPostgresJs({
      max: 1,
      types: { moment: { from: [1114], to: 1114, parse: (text) => new Date(`${text}+0000`), serialize: String } },
    }),
  ]
  try {
    const streams = contenders(client, bare)
    const entries = Object.entries(streams)
    const answers = []
    const growths = {}
    for (const [name, open] of entries) {
      const before = heap()
      let [most, at] = [before, 0]
      answers.push(
        await drain(open(), () => {
          if (++at % (SAMPLE_EVERY / BATCH) === 0) most = Math.max(most, heap())
        }),
      )
      growths[name] = (most - before) / 2 ** 20
    }
    assertSame('streams', answers)
    const seconds = Object.fromEntries(entries.map(([name]) => [name, []]))
    for (let round = 0; round < (isFull ? 3 : 1); round++) {
      for (const [name, open] of [...entries.slice(round % 3), ...entries.slice(0, round % 3)]) {
        const started = performance.now()
        await drain(open())
        seconds[name].push((performance.now() - started) / 1000)
      }
    }
    const rateOf = (name) => median(seconds.cursor.map((time, round) => time / seconds[name][round]))
    const words = {
      stream: 'streamRows, batches of 1,000',
      handler: 'exportHandler, the body of its response',
      cursor: 'the cursor of postgres.js, 1,000 rows at a time',
    }
    return {
      title: `Streams: PostgreSQL, 1,000,000 rows as CSV (${Math.round(answers[0].bytes / 2 ** 20)} MB), the same bytes`,
      columns: ['what', 'seconds', 'rows a second', 'rate against the driver’s cursor', 'heap grows by, MB'],
      rows: entries.map(([name]) => [
        words[name],
        median(seconds[name]),
        Math.round(ROWS / median(seconds[name])),
        rateOf(name),
        growths[name],
      ]),
      figures: {
        stream: rateOf('stream'),
        handler: rateOf('handler'),
        heap: Math.max(growths.stream, growths.handler),
      },
    }
  } finally {
    await Promise.all([client.end(), bare.end()])
  }
}
