// The advice of `explainList` is followed until it is quiet: each suggested index can be made, and none is suggested again.
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import Database from 'better-sqlite3'
import { aliasedTable, desc, eq, sql } from 'drizzle-orm'
import { drizzle as drizzleLite } from 'drizzle-orm/better-sqlite3'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle as drizzlePg } from 'drizzle-orm/pglite'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, type ListDatabase, paginateConfig, rowsOf } from '../../src/index.js'
import { fullText } from '../../src/entries/search/index.js'
import { type AdviceEntry, explainList, type ListAdvice } from '../../src/entries/testing/index.js'
import { startPglite } from '../support/start-pglite.js'

const LONG = 'a_column_whose_name_is_as_long_as_names_get'

const pgNotes = pg.pgTable('quiet_notes', {
  id: pg.integer('id').primaryKey(),
  tenant: pg.integer('tenant').notNull(),
  title: pg.text('title').notNull(),
  views: pg.integer('views').notNull(),
  seen: pg.timestamp('seen'),
  tags: pg.text('tags').array().notNull(),
  long1: pg.integer(`${LONG}_one`).notNull(),
  long2: pg.integer(`${LONG}_two`).notNull(),
})
const pgMarks = pg.pgTable('quiet_marks', {
  id: pg.integer('id').primaryKey(),
  noteId: pg.integer('note_id').notNull(),
  stars: pg.integer('stars').notNull(),
  label: pg.text('label').notNull(),
})
const pgTopics = pg.pgTable('quiet_topics', { id: pg.integer('id').primaryKey(), title: pg.text('title').notNull() })
const liteNotes = sqlite.sqliteTable('quiet_notes', {
  id: sqlite.integer('id').primaryKey(),
  tenant: sqlite.integer('tenant').notNull(),
  title: sqlite.text('title').notNull(),
  views: sqlite.integer('views').notNull(),
  seen: sqlite.integer('seen', { mode: 'timestamp' }),
  tags: sqlite.text('tags', { mode: 'json' }).$type<string[]>().notNull(),
  long1: sqlite.integer(`${LONG}_one`).notNull(),
  long2: sqlite.integer(`${LONG}_two`).notNull(),
})
const liteMarks = sqlite.sqliteTable('quiet_marks', {
  id: sqlite.integer('id').primaryKey(),
  noteId: sqlite.integer('note_id').notNull(),
  stars: sqlite.integer('stars').notNull(),
  label: sqlite.text('label').notNull(),
})
const liteTopics = sqlite.sqliteTable('quiet_topics', {
  id: sqlite.integer('id').primaryKey(),
  title: sqlite.text('title').notNull(),
})

interface Engine {
  readonly db: ListDatabase
  readonly run: (statement: string) => unknown
  readonly indexes: () => Promise<readonly string[]>
  readonly close: () => unknown
  readonly notes: typeof pgNotes
  readonly marks: typeof pgMarks
  readonly topics: typeof pgTopics
}

const created = (types: { readonly time: string; readonly list: string; readonly tags: string }): string => `
  create table quiet_notes (id integer primary key, tenant integer not null, title text not null, views integer not null,
    seen ${types.time}, tags ${types.list} not null, ${LONG}_one integer not null, ${LONG}_two integer not null);
  create table quiet_marks (id integer primary key, note_id integer not null, stars integer not null,
    label text not null);
  create table quiet_topics (id integer primary key, title text not null);
  insert into quiet_notes with recursive n(n) as (select 1 union all select n + 1 from n where n < 1000)
    select n, n % 20, 'note ' || n, n * 7 % 100, null, ${types.tags}, n, n from n;
  insert into quiet_marks select id, id * 13 % 1000, id % 5, 'label' || id from quiet_notes;
  insert into quiet_topics select id, 'topic ' || id from quiet_notes where id < 100`

const engines: Record<string, () => Promise<Engine>> = {
  PostgreSQL: async () => {
    const client = await startPglite({ pg_trgm })
    await client.exec(
      `create extension pg_trgm; ${created({ time: 'timestamp', list: 'text[]', tags: "array['a']" })}; analyze`,
    )
    return {
      db: drizzlePg({ client }),
      run: (statement) => client.exec(statement),
      indexes: async () =>
        (
          await client.query<{ name: string }>(
            "select indexname as name from pg_indexes where tablename like 'quiet%' and indexname not like '%_pkey'",
          )
        ).rows.map(({ name }) => name),
      close: () => client.close(),
      notes: pgNotes,
      marks: pgMarks,
      topics: pgTopics,
    }
  },
  SQLite: async () => {
    const client = new Database(':memory:')
    client.exec(created({ time: 'integer', list: 'text', tags: `'["a"]'` }))
    return {
      db: drizzleLite({ client }),
      run: (statement) => client.exec(statement),
      indexes: async () =>
        (
          client.prepare("select name from sqlite_master where type = 'index' and sql is not null").all() as {
            name: string
          }[]
        ).map(({ name }) => name),
      close: () => client.close(),
      notes: liteNotes as never,
      marks: liteMarks as never,
      topics: liteTopics as never,
    }
  },
}

/** An index can take a plan from another that was as good: then the advice names what the first plan had. */
const ROUNDS = 3

/** Rejects if an index is suggested twice: the database has it already. */
async function followed({ db, run }: Engine, config: AnyPaginateConfig): Promise<ListAdvice> {
  let advice = await explainList(db, config as never)
  for (let round = 0; round < ROUNDS && neededOf(advice.entries).length > 0; round++) {
    for (const statement of new Set(neededOf(advice.entries))) await run(statement)
    await run('analyze')
    advice = await explainList(db, config as never)
  }
  return advice
}

const neededOf = (entries: readonly AdviceEntry[]): readonly string[] =>
  entries.flatMap(({ service, suggestion }) => (service === 'index' || suggestion === null ? [] : [suggestion.sql]))

const lists: Record<string, (tables: Pick<Engine, 'notes' | 'marks' | 'topics'>) => AnyPaginateConfig> = {
  'a column that is compared and searched': ({ notes }) =>
    base(notes).withTieBreaker('id').filterable('title', '$eq', '$ilike').searchable('title').build(),
  'a column that is searched only': ({ notes }) => base(notes).withTieBreaker('id').searchable('title').build(),
  'a list in one column': ({ notes }) => base(notes).withTieBreaker('id').filterable('tags', '$contains').build(),
  'a tie-breaker that follows': ({ notes }) =>
    base(notes).withTieBreaker({ id: 'follow' }).sortable('title', 'views', 'seen').build(),
  'a tie-breaker that is ascending': ({ notes }) =>
    base(notes).withTieBreaker('id').sortable('title', 'views', 'seen').build(),
  'a tie-breaker that is descending': ({ notes }) =>
    base(notes).withTieBreaker({ id: 'desc' }).sortable('title', 'views', 'seen').build(),
  'nulls first': ({ notes }) => base(notes).withTieBreaker('id').sortable('seen', { nulls: 'first' }).build(),
  'nulls last': ({ notes }) => base(notes).withTieBreaker('id').sortable('seen', { nulls: 'last' }).build(),
  'nulls last and a tie-breaker that follows': ({ notes }) =>
    base(notes).withTieBreaker({ id: 'follow' }).sortable('seen', { nulls: 'last' }).build(),
  'a default order that turns': ({ notes }) =>
    base(notes)
      .withTieBreaker('id')
      .sortable('title', 'views')
      .defaultSortBy('views', 'desc')
      .defaultSortBy('title', 'asc')
      .build(),
  'a default order that turns the other way': ({ notes }) =>
    base(notes)
      .withTieBreaker('id')
      .sortable('title', 'views')
      .defaultSortBy('views', 'asc')
      .defaultSortBy('title', 'desc')
      .build(),
  'a fixed order': ({ notes }) => base(notes).withTieBreaker('id').defaultSortBy(desc(notes.views)).build(),
  'names that are too long for a name': ({ notes }) =>
    base(notes).withTieBreaker('id').sortable('long1', 'long2').filterable('long1', '$eq').build(),
  'a scope': ({ notes }) =>
    base(notes)
      .withTieBreaker('id')
      .scopedBy(() => eq(notes.tenant, 3))
      .sortable('views')
      .filterable('title', '$eq')
      .build(),
  'a pattern under a scope': ({ notes }) =>
    base(notes)
      .withTieBreaker('id')
      .scopedBy(() => eq(notes.tenant, 3))
      .filterable('tenant', '$eq')
      .filterable('title', '$ilike')
      .build(),
  'a pattern in a joined column': ({ notes, marks }) =>
    base(notes)
      .withTieBreaker('id')
      .leftJoin('mark', marks, eq(marks.id, notes.views))
      .filterable('mark.label', '$ilike')
      .build(),
  'tables under another name': ({ notes, marks }) => {
    const [other, own] = [aliasedTable(notes, 'other'), aliasedTable(marks, 'own')]
    return base(notes)
      .withTieBreaker('id')
      .leftJoin('other', other, eq(other.id, notes.views))
      .filterable('other.title', '$eq', '$ilike')
      .filterableMany('labels', rowsOf(own, eq(own.noteId, notes.id)), own.label, '$eq')
      .build()
  },
  'a pattern in rows of another table': ({ notes, marks }) =>
    base(notes)
      .withTieBreaker('id')
      .filterableMany('labels', rowsOf(marks, eq(marks.noteId, notes.id)), marks.label, '$eq', '$ilike')
      .filterableMany('noLabels', rowsOf(marks, eq(marks.noteId, notes.id)).none(), marks.label, '$ilike')
      .build(),
  'a pattern in rows of a table behind another': ({ notes, marks, topics }) =>
    base(notes)
      .withTieBreaker('id')
      .filterableMany(
        'topics',
        rowsOf(marks, eq(marks.noteId, notes.id)).innerJoin(topics, eq(topics.id, marks.stars)),
        topics.title,
        '$ilike',
      )
      .build(),
  'rows of another table': ({ notes, marks }) =>
    base(notes)
      .withTieBreaker('id')
      .children('marks', rowsOf(marks, eq(marks.noteId, notes.id)), { stars: marks.stars }, { limit: 3 })
      .field('markCount', rowsOf(marks, eq(marks.noteId, notes.id)).count())
      .sortable('markCount')
      .filterable('markCount', '$gte')
      .filterableMany('stars', rowsOf(marks, eq(marks.noteId, notes.id)), marks.stars, '$eq')
      .build(),
  'a search of the app': ({ notes }) =>
    base(notes)
      .withTieBreaker('id')
      .searchWith(({ term }) => eq(notes.title, term))
      .build(),
}

const base = (notes: typeof pgNotes) => paginateConfig(notes).withLimits(10, 10)

describe.each(Object.entries(engines))('On %s', (_name, open) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await open()
  }, 120_000)
  afterAll(() => engine.close())

  describe.each(Object.entries(lists))('%s', (_title, listOf) => {
    test('is quiet once the advice is followed', async () => {
      for (const index of await engine.indexes()) await engine.run(`drop index ${index}`)
      const after = await followed(engine, listOf(engine))
      expect(neededOf(after.entries)).toEqual([])
      expect(String(after)).not.toContain('Indexes that would serve')
    })
  })

  test('no two lists suggest different indexes of one name', async () => {
    const statements = new Map<string, Set<string>>()
    for (const listOf of Object.values(lists))
      for (const { suggestion } of (await explainList(engine.db, listOf(engine) as never)).entries) {
        if (suggestion === null) continue
        const index = /index\('([^']+)'\)/.exec(suggestion.drizzle)?.[1] ?? ''
        statements.set(index, (statements.get(index) ?? new Set()).add(suggestion.sql))
      }
    expect([...statements].filter(([, alike]) => alike.size > 1)).toEqual([])
    expect([...statements.keys()].filter((index) => index.length > 60)).toEqual([])
  })

  test('one index serves both directions if the tie-breaker follows', async () => {
    for (const index of await engine.indexes()) await engine.run(`drop index ${index}`)
    const { entries } = await explainList(engine.db, lists['a tie-breaker that follows']?.(engine) as never)
    const orders = entries.filter(({ kind, suggestion }) => kind === 'order' && suggestion !== null)
    expect([...new Set(orders.map(({ suggestion }) => suggestion?.drizzle))]).toEqual([
      "index('quiet_notes_id_index').on(table.id)",
      "index('quiet_notes_title_id_index').on(table.title, table.id)",
      "index('quiet_notes_views_id_index').on(table.views, table.id)",
      "index('quiet_notes_seen_id_index').on(table.seen, table.id)",
    ])
  })
})

test('an index under another name serves, and one of other rows does not', async () => {
  const engine = await (engines['PostgreSQL'] as () => Promise<Engine>)()
  try {
    const { notes, marks } = engine
    const list = base(notes)
      .withTieBreaker('id')
      .leftJoin('mark', marks, eq(marks.id, notes.views))
      .filterable('mark.label', '$ilike', '$eq')
      .build()
    const services = async () =>
      Object.fromEntries(
        (await explainList(engine.db, list as never)).entries.map(({ name, service }) => [name, service]),
      )
    await engine.run('create index part on quiet_marks using gin (label gin_trgm_ops) where stars > 2')
    await engine.run('create index folded on quiet_marks using gin (lower(label) gin_trgm_ops)')
    expect(await services()).toMatchObject({ 'mark.label $ilike': 'scan' })
    await engine.run('create index "every one" on quiet_marks using gin (label gin_trgm_ops)')
    expect(await services()).toMatchObject({ 'mark.label $ilike': 'index' })
    await engine.run('create index more on quiet_marks (label, stars desc)')
    expect(await services()).toMatchObject({ 'mark.label $ilike': 'index', 'mark.label $eq': 'index' })
  } finally {
    await engine.close()
  }
}, 120_000)

test('an index on a table of the same name in another schema does not serve', async () => {
  const engine = await (engines['PostgreSQL'] as () => Promise<Engine>)()
  try {
    await engine.run('create schema archive; create table archive.quiet_marks (like quiet_marks)')
    await engine.run('insert into archive.quiet_marks select * from quiet_marks')
    const marks = pg
      .pgSchema('archive')
      .table('quiet_marks', { id: pg.integer('id').primaryKey(), stars: pg.integer('stars').notNull() })
    const list = base(marks as never)
      .withTieBreaker('id' as never)
      .filterable('stars' as never, '$eq' as never)
      .build()
    const stars = async (): Promise<AdviceEntry | undefined> =>
      (await explainList(engine.db, list as never)).entries.find(({ name }) => name === 'stars $eq')
    await engine.run('create index there on quiet_marks (stars)')
    const advised = await stars()
    expect(advised).toMatchObject({
      service: 'scan',
      suggestion: { sql: expect.stringContaining('"archive"."quiet_marks"') },
    })
    await engine.run(advised?.suggestion?.sql as string)
    expect(await stars()).toMatchObject({ service: 'index' })
  } finally {
    await engine.close()
  }
}, 120_000)

describe('The search of `.searchWith()` has a line', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await (engines['PostgreSQL'] as () => Promise<Engine>)()
  }, 120_000)
  afterAll(() => engine.close())

  const searchOf = async (config: AnyPaginateConfig) =>
    (await explainList(engine.db, config as never)).entries.find(({ kind }) => kind === 'search')

  test('an index over its document serves full-text search', async () => {
    const list = base(pgNotes)
      .withTieBreaker('id')
      .searchWith(fullText([pgNotes.title]))
      .build()
    expect(await searchOf(list)).toMatchObject({
      name: 'searchWith',
      request: 'search=abc',
      service: 'scan',
      suggestion: null,
      note: expect.stringContaining('fullTextDocument()'),
    })
    await engine.run(`create index quiet_search on quiet_notes using gin (to_tsvector('english', title))`)
    expect(await searchOf(list)).toMatchObject({ service: 'index', indexes: ['quiet_search'] })
  })

  test('an index has the order of a distance, or does not', async () => {
    const list = base(pgNotes)
      .withTieBreaker('id')
      .searchWith(async ({ term }) => ({ distance: sql`${pgNotes.title} <-> ${term}` }))
      .build()
    expect((await searchOf(list))?.service).toBe('scan')
    await engine.run('create index quiet_near on quiet_notes using gist (title gist_trgm_ops)')
    expect(await searchOf(list)).toMatchObject({ service: 'partly', indexes: ['quiet_near'] })
  })
})
