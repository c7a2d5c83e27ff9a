// Facets of rows as better-sqlite3 has them, in memory and by the database alike.
import Database from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { facetCounts, paginate, paginateConfig, type PaginateQueryInput, rowsOf } from '../../src/index.js'
import { facetArray, paginateArray } from '../../src/entries/memory/index.js'

const notes = sqliteTable('notes', { id: integer().primaryKey(), tags: text(), data: text({ mode: 'json' }) })
const marks = sqliteTable('marks', {
  id: integer().primaryKey(),
  note: integer().notNull(),
  who: text(),
  stars: integer(),
})
const ofNote = eq(marks.note, notes.id)
const chain = paginateConfig(notes)
  .field('labels', notes.tags, 'collection')
  .withLimits(9, 9)
  .withTieBreaker('id')
  .filterable('labels', '$contains', '$eq')
  .filterable('data', '$contains')
  .filterableMany('mark', rowsOf(marks, ofNote), { who: [marks.who, '$eq'], stars: [marks.stars, '$gte', '$eq'] })
  .sortable('tags')
const list = chain.build()
const byCursor = chain.withCursors().build()
const client = new Database(':memory:')
client.exec(`create table notes (id integer primary key, tags text, data text);
  insert into notes values (1, '["a","b","a"]', '["x",1]'), (2, '["a",null,""]', '[]'), (3, '{"a":1}', null), (4, null, '"x"'),
    (5, '[2,"c"]', '["x"]');
  create table marks (id integer primary key, note integer not null, who text, stars integer);
  insert into marks values (1, 1, 'ann', 5), (2, 1, 'bob', 1), (3, 2, 'ann', 1), (4, 3, null, 4)`)
const db = drizzle({ client })
const notesHeld = db.select().from(notes).all()
const marksHeld = db.select().from(marks).all()
// Types would ask for an accessor of the field that has another name than its column.
const rows: readonly unknown[] = notesHeld.map((row) => ({
  ...row,
  mark: marksHeld.filter(({ note }) => note === row.id),
}))

// R9.1.1, R15.1.9
test.each<[filters: Record<string, string>]>([
  [{}],
  [{ labels: '$contains:a' }],
  [{ 'mark.who': '$eq:ann' }],
  [{ 'mark.who': '$eq:ann', 'mark.stars': '$gte:5' }],
  [{ data: '$contains:x', 'mark.stars': '$eq:1' }],
])('facets and pages of %j', async (filters) => {
  const query = { filters } as never
  const facets = { labels: true, data: true, 'mark.who': true, 'mark.stars': 'range' } as const
  expect(paginateArray(rows, query, list).items).toEqual((await paginate(db, query, list)).items)
  expect(facetArray(rows, query, list, facets)).toEqual(await facetCounts(db, query, list, facets))
})

// R13.1.17
test('facets of every page by cursor are those of the first page', async () => {
  const facets = { labels: true, data: true, 'mark.who': true, 'mark.stars': 'range' } as const
  for (const filters of [{}, { 'mark.who': '$eq:ann' }])
    for (const sortBy of [['tags:ASC'], ['tags:DESC'], []]) {
      const first = { filters, sortBy, limit: 1 } as PaginateQueryInput
      const wanted = await facetCounts(db, first, byCursor, facets)
      let inMemory: string | null = null
      let inDatabase: string | null = null
      let pages = 0
      do {
        const ofMemory: PaginateQueryInput = { ...first, after: inMemory }
        const ofDatabase: PaginateQueryInput = { ...first, after: inDatabase }
        expect(facetArray(rows, ofMemory, byCursor, facets)).toEqual(wanted)
        expect(await facetCounts(db, ofDatabase, byCursor, facets)).toEqual(wanted)
        const page = paginateArray(rows, ofMemory, byCursor)
        const stored = await paginate(db, ofDatabase, byCursor)
        expect(page.items).toEqual(stored.items)
        inMemory = page.meta.nextCursor
        inDatabase = stored.meta.nextCursor
        pages += 1
      } while (inMemory !== null || inDatabase !== null)
      expect(pages).toBeGreaterThan(1)
    }
})
