// Facets of rows as better-sqlite3 has them, in memory and by the database alike.
import Database from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { alias, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import {
  defineValueType,
  facetCounts,
  paginate,
  paginateConfig,
  type PaginateQueryInput,
  rowsOf,
} from '../../src/index.js'
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

// R9.1.1
describe('made types that bind another form than parse returns', () => {
  const parts = sqliteTable('parts', { id: integer().primaryKey(), size: integer(), code: text(), label: text() })
  const same = alias(parts, 'same')
  const inches = defineValueType({
    name: 'inches',
    parse: (sent) => (/^\d{1,6}(?:\.\d{1,3})?$/.test(sent) ? Number(sent) : undefined),
    operators: ['$eq', '$in', '$lt', '$lte', '$gt', '$gte', '$btw', '$null'],
    as: {
      type: 'integer',
      value: (length, rounding) => {
        const micrometres = BigInt(Math.round(length * 25_400))
        const floor = micrometres / 1_000n
        if (floor * 1_000n === micrometres) return floor
        return rounding === 'exact' ? undefined : rounding === 'floor' ? floor : floor + 1n
      },
    },
    // The order of the database is that of the integers.
    compare: (a, b) => b - a,
  })
  const operators = ['$eq', '$in', '$sw', '$ew'] as const
  const parse = (sent: string) => ({ code: sent.toUpperCase() })
  const written = ({ code }: { readonly code: string }): string => `X:${code}`
  const laidOver = defineValueType({
    name: 'laid over',
    parse: (sent) => sent.toUpperCase(),
    operators,
    as: { type: 'text', value: (code) => `X:${code}` },
  })
  const encoded = defineValueType({ name: 'encoded', parse, operators, encode: written })
  const byParts = paginateConfig(parts)
    .field('inches', parts.size, inches)
    .field('laidOver', parts.code, laidOver)
    .field('encoded', parts.label, encoded)
    .withLimits(9, 9)
    .withTieBreaker('id')
    .sortable('inches', 'laidOver')
    .searchable('laidOver' as never)
    .filterable('inches', '$eq', '$in', '$lt', '$lte', '$gt', '$gte', '$btw', '$null')
    .filterable('laidOver', ...operators)
    .filterable('encoded', ...operators)
    .filterableMany('same', rowsOf(same, eq(same.id, parts.id)), {
      inches: [{ selector: same.size, valueType: inches }, '$eq', '$lt'],
    })
  const partList = byParts.build()
  const walked = byParts.withCursors().build()
  client.exec(`create table parts (id integer primary key, size integer, code text, label text);
    insert into parts values (1, 25, 'X:AB', 'X:AB'), (2, 254, 'x:ab', 'AB'), (3, 10, 'AB', 'x:ab'), (4, null, null, null),
      (5, 51, 'X:C', 'X:')`)
  const held: readonly unknown[] = db.select().from(parts).all()

  test.each<[filter: Record<string, string>, ids: number[]]>([
    [{ inches: '$eq:10' }, [2]],
    [{ inches: '$eq:1' }, []],
    [{ inches: '$not:$eq:10' }, [1, 3, 4, 5]],
    [{ inches: '$in:1,10' }, [2]],
    [{ inches: '$in:1' }, []],
    [{ inches: '$lt:1' }, [1, 3]],
    [{ inches: '$lte:10' }, [1, 2, 3, 5]],
    [{ inches: '$gt:2' }, [2, 5]],
    [{ inches: '$gte:2' }, [2, 5]],
    [{ inches: '$btw:0.5,2.01' }, [1, 5]],
    [{ inches: '$null' }, [4]],
    [{ laidOver: '$eq:ab' }, [1]],
    [{ laidOver: '$in:ab,c' }, [1, 5]],
    [{ laidOver: '$sw:a' }, [1, 2]],
    [{ laidOver: '$not:$eq:ab' }, [2, 3, 4, 5]],
    [{ encoded: '$eq:ab' }, [1]],
    [{ encoded: '$sw:a' }, [1, 3]],
  ])('%j', async (filters, ids) => {
    const idsOf = (items: readonly unknown[]) => (items as { id: number }[]).map(({ id }) => id)
    const query = { filters } as never
    expect(idsOf((await paginate(db, query, partList)).items)).toEqual(ids)
    expect(idsOf(paginateArray(held, query, partList as never).items)).toEqual(ids)
  })

  test('the order is that of the column, by cursor too', () => {
    const query = { sortBy: ['inches:ASC'], limit: 2 } as PaginateQueryInput
    const first = paginateArray(held, query, walked as never) as CursorPageOfParts
    const second = paginateArray(held, { ...query, after: first.meta.nextCursor }, walked as never) as CursorPageOfParts
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([4, 3, 1, 5])
  })

  test('an element of a record has the value of its column', () => {
    const rows = [{ id: 1, same: [{ inches: 25 }, { inches: 254 }] }, { id: 2 }]
    const totalOf = (criterion: string) =>
      paginateArray(rows, { filters: { 'same.inches': criterion } }, partList as never).meta.totalItems
    expect(['$eq:10', '$eq:254', '$lt:0.3'].map(totalOf)).toEqual([1, 0, 0])
  })

  test('a search reads the text of the column', async () => {
    const query = { search: 'x:' }
    const ids = (await paginate(db, query, partList)).items.map(({ id }) => id)
    expect(ids).toEqual([1, 2, 5])
    expect(paginateArray(held, query, partList as never).items).toMatchObject(ids.map((id) => ({ id })))
  })

  // R15.1.2, R15.1.8
  test('the filter of a facet finds the rows that it counts', async () => {
    const facets = { inches: true, laidOver: true, encoded: true } as const
    const found = await facetCounts(db, {}, partList, facets)
    const inMemory = facetArray(held, {}, partList as never, facets as never) as Record<string, typeof found.inches>
    for (const [name, counted] of Object.entries(found)) {
      const filters = counted.flatMap(({ filter }) => filter ?? [])
      expect(inMemory[name]?.flatMap(({ filter }) => filter ?? []).sort()).toEqual(filters.toSorted())
      for (const filter of filters)
        expect((await paginate(db, { filters: { [name]: filter } } as never, partList)).meta.totalItems, filter).toBe(1)
    }
  })

  test('a function returns what parse returns', () => {
    const own = { values: { inches: () => 10, laidOver: () => 'AB' } }
    for (const filters of [{ inches: '$eq:10' }, { laidOver: '$eq:ab' }])
      expect(paginateArray([{ id: 1 }], { filters }, partList as never, { own } as never).meta.totalItems).toBe(1)
  })
})

interface CursorPageOfParts {
  readonly items: readonly { readonly id: number }[]
  readonly meta: { readonly nextCursor: string | null }
}
