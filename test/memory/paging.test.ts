// Totals and cursors over an array answer what a database answers.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { paginate, paginateConfig } from 'drizzle-paginate'
import { paginateArray } from 'drizzle-paginate/memory'

const notes = sqliteTable('notes', {
  id: integer().primaryKey(),
  title: text().notNull(),
  likes: integer(),
  score: real(),
  at: integer({ mode: 'timestamp_ms' }),
})
const rows = Array.from({ length: 17 }, (_, index) => ({
  id: index + 1,
  title: `t${index % 4}`,
  likes: index % 3 === 0 ? null : index % 5,
  score: index % 4 === 0 ? null : index / 3,
  at: index % 6 === 0 ? null : new Date(1_700_000_000_000 + (index % 7)),
}))
const client = new Database(':memory:')
client.exec('create table notes (id integer primary key, title text not null, likes integer, score real, at integer)')
const db = drizzle({ client })
db.insert(notes).values(rows).run()

const begin = () =>
  paginateConfig(notes)
    .withLimits(4, 50)
    .withTieBreaker('id')
    .sortable('title', 'likes', 'score', 'at')
    .filterable('id', '$lte')
    .allowUnlimited(100)
type Meta = Record<string, unknown> & { readonly nextCursor: string | null; readonly previousCursor: string | null }
/** All but the text of cursors, which hold values as each engine has them. */
const shown = ({ items, meta, links }: { items: readonly { id: number }[]; meta: object; links: object }) => {
  const { nextCursor, previousCursor, ...rest } = meta as Meta
  return {
    ids: items.map(({ id }) => id),
    rest,
    next: typeof nextCursor,
    previous: typeof previousCursor,
    links: Object.values(links).map((link) => link === null),
  }
}

describe('paginateArray', () => {
  test.each(['none', { upTo: 2 }, { upTo: 6 }, { upTo: 100 }, 'exact'] as const)('counts as %j says', async (mode) => {
    const config = begin()
      .withTotals(mode as 'none')
      .build()
    for (const total of [0, 3, 4, 12, 17]) {
      for (const page of [1, 2, 3, 5]) {
        const query = { page, filters: { id: `$lte:${total}` } }
        expect(shown(paginateArray(rows, query, config, { path: '/a' })), `${total} ${page}`).toEqual(
          shown(await paginate(db, query, config, { path: '/a' })),
        )
      }
    }
    expect(shown(paginateArray(rows, { limit: -1 }, config))).toEqual(shown(await paginate(db, { limit: -1 }, config)))
  })

  test.each([[], ['title:DESC'], ['likes:ASC'], ['score:DESC', 'title:ASC'], ['at:ASC', 'likes:DESC']])(
    'walks as a database does: %s %s',
    async (...sortBy) => {
      for (const [build, upTo] of [
        [begin(), 9],
        [begin().sortable('likes', 'at', { nulls: 'last' }).sortable('score', { nulls: 'first' }), 2],
      ] as const) {
        const config = build.withCursors().withTotals({ upTo }).build()
        let [ours, theirs]: [object, object] = [{ sortBy }, { sortBy }]
        for (let pages = 0; pages < 20; pages++) {
          const [inMemory, inDatabase] = [
            paginateArray(rows, ours, config, { path: '/a' }),
            await paginate(db, theirs, config, { path: '/a' }),
          ]
          expect(shown(inMemory)).toEqual(shown(inDatabase))
          const before = paginateArray(
            rows,
            { sortBy, before: inMemory.meta.nextCursor ?? inMemory.meta.previousCursor },
            config,
          )
          expect(shown(before)).toEqual(
            shown(
              await paginate(
                db,
                { sortBy, before: inDatabase.meta.nextCursor ?? inDatabase.meta.previousCursor },
                config,
              ),
            ),
          )
          if (inMemory.meta.nextCursor === null) break
          ours = { sortBy, after: inMemory.meta.nextCursor }
          theirs = { sortBy, after: inDatabase.meta.nextCursor }
        }
      }
    },
  )

  test('refuses what is no cursor of the list', () => {
    const config = begin().withCursors().build()
    const { nextCursor } = paginateArray(rows, {}, config).meta
    expect(() => paginateArray(rows, { after: 'x' }, config)).toThrow(`Query parameter 'after' is not a valid cursor.`)
    expect(() => paginateArray(rows, { after: nextCursor, sortBy: ['title:ASC'] }, config)).toThrow(
      'belongs to another sort order',
    )
    expect(() => paginateArray(rows, { page: 1 }, config)).toThrow('follow its links')
    const sealed = begin()
      .withCursors({ seal: async (given) => given, open: async (given) => given })
      .build()
    expect(() => paginateArray(rows, {}, sealed)).toThrow('must be synchronous in memory')
  })
})
