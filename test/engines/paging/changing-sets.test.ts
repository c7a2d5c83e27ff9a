// Walks and streams over a set that others write to: rows that stay, with their sort keys unchanged, come exactly once.
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as postgres from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginate, paginateConfig, streamRows } from '../../../src/index.js'
import { countRefused } from '../../support/count.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { runs } from '../../support/property-runs.js'

const NAME = 'changing_rows'
const postgresRows = postgres.pgTable(NAME, {
  id: postgres.integer().primaryKey(),
  rank: postgres.integer(),
  label: postgres.varchar({ length: 20 }).notNull(),
})
/** Typed as PostgreSQL's: names and JavaScript types are the same on all. */
const tables = {
  postgresql: postgresRows,
  mysql: mysql.mysqlTable(NAME, {
    id: mysql.int().primaryKey(),
    rank: mysql.int(),
    label: mysql.varchar({ length: 20 }).notNull(),
  }) as unknown as typeof postgresRows,
  sqlite: sqlite.sqliteTable(NAME, {
    id: sqlite.integer().primaryKey(),
    rank: sqlite.integer(),
    label: sqlite.text().notNull(),
  }) as unknown as typeof postgresRows,
}

interface Row {
  readonly id: number
  readonly rank: number | null
  readonly label: string
}
/** What others do between two pages. Rows with an odd id are theirs; rows with an even id stay as they are. */
type Write =
  { readonly kind: 'insert' | 'update'; readonly row: Row } | { readonly kind: 'delete'; readonly id: number }

const keys = { rank: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 3 }), label: fc.constantFrom('a', 'b', 'c') }
const own = fc.record({ id: fc.integer({ min: 1, max: 15 }).map((n) => n * 2), ...keys })
const others = fc.record({ id: fc.integer({ min: 0, max: 15 }).map((n) => n * 2 + 1), ...keys })
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ kind: fc.constantFrom('insert' as const, 'update' as const), row: others }),
  fc.record({ kind: fc.constant('delete' as const), id: others.map(({ id }) => id) }),
)
const situation = fc.record({
  rows: fc
    .tuple(
      fc.uniqueArray(own, { selector: ({ id }) => id, maxLength: 12 }),
      fc.uniqueArray(others, { selector: ({ id }) => id, maxLength: 12 }),
    )
    .map(([one, two]) => [...one, ...two]),
  writes: fc.array(fc.array(write, { maxLength: 4 }), { minLength: 1, maxLength: 12 }),
  sortBy: fc
    .subarray(['rank:ASC', 'label:DESC'], { minLength: 0 })
    .chain((terms) => fc.shuffledSubarray(terms, { minLength: terms.length })),
  limit: fc.integer({ min: 1, max: 5 }),
})

describe.each(dialects)('A set that changes on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await database.execute(`drop table if exists ${NAME}`)
    await database.execute(
      `create table ${NAME} (id integer primary key, ${database.dialect === 'mysql' ? '`rank`' : 'rank'} integer, label varchar(20) not null)`,
    )
  })
  afterAll(async () => {
    await database.execute(`drop table ${NAME}`)
    await database.close()
  })
  const table = () => tables[database.dialect]
  const numbered = () =>
    paginateConfig(table())
      .withLimits(5, 100)
      .withTieBreaker('id')
      .sortable('rank', 'label')
      .filterable('rank', '$eq', '$null')
      .filterable('label', '$eq')
  const list = () => numbered().withCursors()

  async function fill(rows: readonly Row[]): Promise<void> {
    await database.db.delete(table())
    if (rows.length > 0) await database.db.insert(table()).values([...rows])
  }
  async function apply(writes: readonly Write[] | undefined): Promise<void> {
    for (const each of writes ?? []) {
      const id = each.kind === 'delete' ? each.id : each.row.id
      await database.db.delete(table()).where(sql`${table().id} = ${id}`)
      if (each.kind !== 'delete') await database.db.insert(table()).values(each.row)
    }
  }
  /** Ids of a walk, page by page, with writes between the pages. */
  async function walk(
    sortBy: string[],
    limit: number,
    writes: readonly (readonly Write[])[],
    side: 'after' | 'before',
    from: string | null,
  ): Promise<number[]> {
    const config = list().build()
    const ids: number[] = []
    let cursor: string | null = from
    for (let page = 0; page < 100; page += 1) {
      const { items, meta } = await paginate(
        database.db,
        { sortBy, limit, ...(cursor === null ? {} : { [side]: cursor }) },
        config,
      )
      const found = items.map(({ id }) => id)
      if (side === 'after') ids.push(...found)
      else ids.unshift(...found)
      cursor = side === 'after' ? meta.nextCursor : meta.previousCursor
      if (cursor === null) return ids
      await apply(writes[page])
    }
    throw new Error('A walk without an end.')
  }
  const staying = (ids: readonly number[]): number[] => ids.filter((id) => id % 2 === 0)

  // R13.1.16
  test('a walk in either direction meets each row that stays exactly once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(situation, async ({ rows, writes, sortBy, limit }) => {
        await fill(rows)
        const expected = staying(
          (await paginate(database.db, { sortBy, limit: 100 }, list().build())).items.map(({ id }) => id),
        )
        expect(staying(await walk(sortBy, limit, writes, 'after', null))).toEqual(expected)
        // From beyond the last row back: the cursor of the last row of all, which is then deleted or not.
        await fill([...rows, { id: 1001, rank: 9, label: 'A' }])
        const whole = await paginate(database.db, { sortBy, limit: 100 }, list().build())
        const ids = whole.items.map(({ id }) => id)
        const one = await paginate(database.db, { sortBy, limit: 1 }, list().build())
        expect(ids[0]).toBe(one.items[0]?.id)
        if (one.meta.nextCursor === null) return
        let last = one.meta.nextCursor
        for (let next: string | null = last; next !== null;) {
          last = next
          next = (await paginate(database.db, { sortBy, limit: 1, after: next }, list().build())).meta.nextCursor
        }
        // The position of the last row but one: the walk back begins before it.
        const position = ids.at(-2) as number
        await apply([{ kind: 'delete', id: 1001 }])
        expect(staying(await walk(sortBy, limit, writes, 'before', last))).toEqual(
          staying(ids.slice(0, ids.indexOf(position))),
        )
      }),
      { numRuns: runs(40) },
    )
  })

  // R14.1.1
  test('a stream gives each row that stays exactly once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(situation, async ({ rows, writes, sortBy, limit }) => {
        await fill(rows)
        const expected = staying(
          (await paginate(database.db, { sortBy, limit: 100 }, list().build())).items.map(({ id }) => id),
        )
        const ids: number[] = []
        for await (const { id } of streamRows(database.db, { sortBy }, list().build(), { batchSize: limit })) {
          ids.push(id)
          if (ids.length % limit === 0) await apply(writes[ids.length / limit - 1])
        }
        expect(staying(ids)).toEqual(expected)
      }),
      { numRuns: runs(40) },
    )
  })

  // R13.1.17
  test.each([
    ['as they are', undefined],
    ['sealed at once', { seal: (text: string) => `s${text}`, open: (text: string) => text.slice(1) }],
    ['sealed later', { seal: async (text: string) => `s${text}`, open: async (text: string) => text.slice(1) }],
  ])('facets and streams check cursors and leave them out: %s', async (_, seal) => {
    await fill([
      { id: 2, rank: 1, label: 'a' },
      { id: 4, rank: null, label: 'b' },
      { id: 6, rank: 1, label: 'b' },
    ])
    const config = numbered().withCursors(seal).build()
    const { meta } = await paginate(database.db, { limit: 1 }, config)
    const after = meta.nextCursor as string
    const counts = await facetCounts(database.db, { after }, config, { label: true })
    expect(counts.label).toEqual([
      { value: 'b', count: 2, filter: '$eq:b' },
      { value: 'a', count: 1, filter: '$eq:a' },
    ])
    const streamed: number[] = []
    for await (const { id } of streamRows(database.db, { after }, config)) streamed.push(id)
    expect(streamed).toEqual([2, 4, 6])
    for (const [query, code] of [
      [{ after: 'x' }, 'cursor.invalid'],
      [{ after, sortBy: ['rank:ASC'] }, 'cursor.order_changed'],
      [{ page: 2 }, 'page.not_supported'],
    ] as const) {
      const facets = await countRefused(database, () =>
        facetCounts(database.db, query as never, config, { label: true }),
      )
      const stream = await countRefused(database, () => streamRows(database.db, query as never, config).next())
      for (const { value, statements } of [facets, stream]) {
        expect(value).toMatchObject({ status: 400, code })
        expect(statements).toEqual([])
      }
    }
  })
})
