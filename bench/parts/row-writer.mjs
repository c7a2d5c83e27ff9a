// Part "row writer": driver rows as items, in a process with one list, two and eight. A loop over the keys is what it
// is measured against: with one list alone a benchmark flatters every such writer.
import { pgTable, integer, text, numeric } from 'drizzle-orm/pg-core'
import { internals } from '../build.mjs'
import { interleave, ratio } from '../stats.mjs'

const ROWS = 25

/** Lists of 6 to 18 columns that begin alike and go on differently. */
const lists = (count) =>
  Array.from({ length: count }, (_, list) => {
    const width = 6 + ((list * 5) % 13)
    const kinds = [text, text, numeric]
    const columns = { id: integer() }
    for (let at = 1; at < width; at++) columns[`c${list}_${at}`] = kinds[at % 3]()
    const rows = Array.from({ length: ROWS }, (_, row) =>
      Array.from({ length: width }, (_, at) => (at === 0 ? row : `text ${row}`)),
    )
    const { id, ...rest } = pgTable(`list_${list}`, columns)
    return {
      selection: {
        id,
        ...Object.fromEntries(
          Object.keys(columns)
            .slice(1)
            .map((key) => [key, rest[key]]),
        ),
      },
      rows,
    }
  })

function loopMapper(selection) {
  const keys = Object.keys(selection)
  const decoders = Object.values(selection).map((column) => internals.columnDecoder(column))
  const decoded = (decoder, value) =>
    decoder === null || value === null || typeof value === decoder.passed ? value : decoder.decode(value)
  return (rows) => {
    const items = []
    for (const row of rows) {
      const item = {}
      for (let at = 0; at < keys.length; at++) item[keys[at]] = decoded(decoders[at], row[at])
      items.push(item)
    }
    return items
  }
}

export async function rowWriter({ isFull }) {
  const rows = []
  const figures = {}
  for (const count of [1, 2, 8]) {
    const all = lists(count)
    const turns = (mappers) => (i) => mappers[i % count](all[i % count].rows)
    const timings = await interleave(
      {
        ours: turns(all.map(({ selection }) => internals.rowMapper(selection))),
        loop: turns(all.map(({ selection }) => loopMapper(selection))),
      },
      { rounds: isFull ? 15 : 7, blockMs: 60, warmMs: 300, clock: 'cpu' },
    )
    rows.push([
      `${count} ${count === 1 ? 'list' : 'lists'}`,
      timings.ours.median,
      timings.loop.median,
      ratio(timings, 'loop', 'ours'),
    ])
    figures[`rowWriter${count}`] = ratio(timings, 'loop', 'ours')
  }
  return {
    title: `Row writer: ${ROWS} rows of a driver as items, CPU µs a page`,
    columns: ['lists in the process', 'ours', 'a loop', 'loop : ours'],
    rows,
    figures,
  }
}
