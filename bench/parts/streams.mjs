// Part "streams": 1,000,000 rows as CSV, by position in batches, against the cursor of the driver with the same mapping
// and the same text; the rows alone; and what the heap grows by meanwhile.
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
async function hashed(chunks, onChunk) {
  const hash = createHash('sha1')
  const bytes = await drain(chunks, (chunk) => {
    hash.update(chunk)
    onChunk()
  })
  return { bytes, hash: hash.digest('hex') }
}

async function drain(chunks, onChunk = () => {}) {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += Buffer.byteLength(chunk)
    onChunk(chunk)
  }
  return bytes
}

async function* textOf(batches, config) {
  const { head, row } = internals.exportText(internals.resolvedConfig(config), {
    as: 'csv',
    guardFormulas: true,
    delimiter: ',',
    bom: false,
    trailer: false,
  })
  yield head
  for await (const batch of batches) {
    let text = ''
    for (const item of batch) text += row(item, false)
    yield text
  }
}

/** Reads rows and makes no text of them. */
async function countOf(batches) {
  let count = 0
  for await (const batch of batches) count += batch.length
  if (count !== ROWS) throw new Error(`${count} rows instead of ${ROWS}.`)
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
  const stream = () => batchesOf(api.streamRows(db, {}, config, { batchSize: BATCH }))
  const cursor = () => bare.unsafe(ordered).cursor(BATCH)
  const files = {
    stream: () => textOf(stream(), config),
    handler: async function* () {
      yield* (await handler(new Request('http://localhost/articles'))).body
    },
    cursor: () => textOf(cursor(), config),
  }
  return { files, rows: { streamRows: stream, cursorRows: cursor } }
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
    const { files, rows } = contenders(client, bare)
    const entries = Object.entries(files)
    const rowEntries = Object.entries(rows)
    const answers = []
    const growths = {}
    for (const [name, open] of entries) {
      const before = heap()
      let [most, at] = [before, 0]
      answers.push(
        await hashed(open(), () => {
          if (++at % (SAMPLE_EVERY / BATCH) === 0) most = Math.max(most, heap())
        }),
      )
      growths[name] = (most - before) / 2 ** 20
    }
    assertSame('streams', answers)
    const readers = [
      ...entries.map(([name, open]) => ({ name, read: () => drain(open()) })),
      ...rowEntries.map(([name, open]) => ({ name, read: () => countOf(open()) })),
    ]
    const seconds = Object.fromEntries(readers.map(({ name }) => [name, []]))
    for (let round = 0; round < (isFull ? 3 : 1); round++) {
      const first = round % readers.length
      for (const { name, read } of [...readers.slice(first), ...readers.slice(0, first)]) {
        const started = performance.now()
        await read()
        seconds[name].push((performance.now() - started) / 1000)
      }
    }
    const rateOf = (name, against = 'cursor') =>
      median(seconds[against].map((time, round) => time / seconds[name][round]))
    const words = {
      stream: 'streamRows, batches of 1,000, as CSV',
      handler: 'exportHandler, the body of its response',
      cursor: 'the cursor of postgres.js, 1,000 rows at a time, as CSV',
      streamRows: 'streamRows, the rows alone',
      cursorRows: 'the cursor, the rows alone',
    }
    const lines = [
      ...entries.map(([name]) => [name, rateOf(name), growths[name]]),
      ...rowEntries.map(([name]) => [name, rateOf(name, 'cursorRows'), '']),
    ]
    return {
      title: `Streams: PostgreSQL, 1,000,000 rows as CSV (${Math.round(answers[0].bytes / 2 ** 20)} MB), the same bytes`,
      columns: ['what', 'seconds', 'rows a second', 'rate against the driver’s cursor', 'heap grows by, MB'],
      rows: lines.map(([name, rate, growth]) => [
        words[name],
        median(seconds[name]),
        Math.round(ROWS / median(seconds[name])),
        rate,
        growth,
      ]),
      figures: {
        stream: rateOf('stream'),
        handler: rateOf('handler'),
        rows: rateOf('streamRows', 'cursorRows'),
        text: 1 / rateOf('handler', 'streamRows'),
        heap: Math.max(growths.stream, growths.handler),
      },
    }
  } finally {
    await Promise.all([client.end(), bare.end()])
  }
}
