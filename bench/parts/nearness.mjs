// Part "nearness": the first page of the nearest rows by an HNSW index, PGlite with pgvector, without a total; and
// similar texts by a GiST index of trigrams. By hand it is the same select in Drizzle.
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector as pgvector } from '@electric-sql/pglite-pgvector'
import { cosineDistance, sql } from 'drizzle-orm'
import { index, integer, pgTable, text, vector } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { api, internals } from '../build.mjs'
import { interleave, ratio } from '../stats.mjs'

const ROWS = 5000
const DIMENSIONS = 16
const LIMIT = 10

const notes = pgTable(
  'notes',
  { id: integer().primaryKey(), title: text().notNull(), embedding: vector({ dimensions: DIMENSIONS }) },
  (table) => [index().using('hnsw', table.embedding.op('vector_cosine_ops'))],
)
const point = (seed) => Array.from({ length: DIMENSIONS }, (_, at) => Math.sin(seed * 31 + at * 7))
const WORDS = ['black tea', 'green tea', 'white coffee', 'cold water', 'hot chocolate']

export async function nearness({ isFull }) {
  const client = await PGlite.create({ extensions: { vector: pgvector, pg_trgm } })
  try {
    await client.exec(`create extension vector; create extension pg_trgm;
      create table notes (id integer primary key, title text not null, embedding vector(${DIMENSIONS}));`)
    for (let from = 0; from < ROWS; from += 500) {
      const rows = Array.from({ length: 500 }, (_, at) => from + at)
      const values = rows.map((id) => `(${id}, '${WORDS[id % 5]} ${id}', '[${point(id).join(',')}]')`)
      await client.exec(`insert into notes values ${values.join(',')}`)
    }
    await client.exec(`create index on notes using hnsw (embedding vector_cosine_ops);
      create index on notes using gist (title gist_trgm_ops); analyze notes`)
    const db = drizzle({ client })
    const list = (search) =>
      api
        .paginateConfig(notes)
        .withLimits(LIMIT, 50)
        .withTieBreaker('id')
        .withTotals('none')
        .searchWith(search)
        .select({ id: true, title: true })
        .build()
    const near = list(internals.nearest(notes.embedding, () => point(7)))
    const alike = list(internals.similar(notes.title))
    const fields = { id: notes.id, title: notes.title }
    const timings = await interleave(
      {
        nearest: () => api.paginate(db, api.PaginateQuery.from('search=x'), near),
        nearestByHand: () =>
          db
            .select(fields)
            .from(notes)
            .orderBy(cosineDistance(notes.embedding, point(7)), notes.id)
            .limit(LIMIT + 1),
        similar: (i) => api.paginate(db, api.PaginateQuery.from(`search=${encodeURIComponent(WORDS[i % 5])}`), alike),
        similarByHand: (i) =>
          db
            .select(fields)
            .from(notes)
            .orderBy(sql`${notes.title} <-> ${WORDS[i % 5]}`, notes.id)
            .limit(LIMIT + 1),
      },
      { rounds: isFull ? 11 : 5, blockMs: 80 },
    )
    const row = (title, ours) => [
      title,
      timings[ours].median,
      timings[`${ours}ByHand`].median,
      ratio(timings, `${ours}ByHand`, ours),
    ]
    return {
      title: `Search by nearness: the first ${LIMIT} of ${ROWS.toLocaleString('en-US')} rows, PGlite, µs`,
      columns: ['what', 'ours', 'hand-written Drizzle', 'hand-written : ours'],
      rows: [row('nearest(), HNSW index', 'nearest'), row('similar(), GiST index of trigrams', 'similar')],
      figures: {
        nearest: ratio(timings, 'nearestByHand', 'nearest'),
        similar: ratio(timings, 'similarByHand', 'similar'),
      },
    }
  } finally {
    await client.close()
  }
}
