// Expressions over SQLite's integer timestamps: items, filters, orders, facets, cursors and summaries as of the column.
import { eq, max, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, facetCounts, paginate, paginateConfig, rowsOf } from '../../../src/index.js'
import { checkList } from '../../../src/entries/testing/index.js'
import { libsql } from '../../support/databases/libsql.js'
import { sqlite } from '../../support/databases/sqlite.js'
import type { TestDatabase } from '../../support/dialects.js'

const jobs = sqliteTable('counted_jobs', {
  id: integer().primaryKey(),
  made: integer({ mode: 'timestamp' }).notNull(),
  done: integer({ mode: 'timestamp' }),
  ms: integer({ mode: 'timestamp_ms' }),
  iso: text(),
})
const runs = sqliteTable('counted_runs', {
  id: integer().primaryKey(),
  jobId: integer('job_id').notNull(),
  at: integer({ mode: 'timestamp' }).notNull(),
})
const day = (month: number): string => `2024-0${month}-01T00:00:00.000Z`
const seconds = (month: number): number => Date.parse(day(month)) / 1000

const begin = () => paginateConfig(jobs).withLimits(10, 10).withTieBreaker('id')
const runsOfJob = () => rowsOf(runs, eq(runs.jobId, jobs.id))
const isText = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${jobs.made}, 'unixepoch')`

/** Each list's field `at`, and its instants by row: months, or null. */
const forms: readonly [title: string, at: (db: TestDatabase['db']) => unknown, months: readonly (number | null)[]][] = [
  ['a column as SQL', () => begin().field('at', sql`${jobs.done}`, 'timestamp'), [null, 6, 3]],
  ['coalesce', () => begin().field('at', sql`coalesce(${jobs.done}, ${jobs.made})`, 'timestamp'), [1, 6, 3]],
  [
    'an expression that a column decodes',
    () => begin().field('at', sql`coalesce(${jobs.done}, ${jobs.made})`.mapWith(jobs.done), 'timestamp'),
    [1, 6, 3],
  ],
  ['milliseconds', () => begin().field('at', sql`max(${jobs.ms}, 0)`, 'timestamp'), [1, 2, null]],
  [
    'a sub-select',
    () => begin().field('at', sql`(select max(${runs.at}) from ${runs} where ${runs.jobId} = ${jobs.id})`, 'timestamp'),
    [4, 8, null],
  ],
  ['an aggregate', () => begin().field('at', runsOfJob().aggregate(sql`max(${runs.at})`, 'timestamp')), [4, 8, null]],
  [
    'a member of a sub-query',
    (db) => {
      const made = db as unknown as Selects
      const last = made
        .select({ of: runs.jobId, at: max(runs.at).as('at') })
        .from(runs)
        .groupBy(runs.jobId)
        .as('last')
      return begin()
        .leftJoin('last', last as never, eq(last.of, jobs.id))
        .field('at', last.at, 'timestamp')
    },
    [4, 8, null],
  ],
  ['text that a function makes of it', () => begin().field('at', isText, 'timestamp'), [1, 2, 3]],
  [
    'text beside it',
    () => begin().field('at', sql`case when ${jobs.iso} > '' then ${jobs.iso} end`, 'timestamp'),
    [1, 2, 3],
  ],
  [
    'an expression that a function decodes',
    () =>
      begin().field(
        'at',
        sql`coalesce(${jobs.done}, ${jobs.made})`.mapWith((count) => new Date((count as number) * 1000)),
        'timestamp',
      ),
    [1, 6, 3],
  ],
  [
    'a count behind a condition on text',
    () => begin().field('at', sql`case when ${jobs.iso} < '2024-03' then ${jobs.made} end`, 'timestamp'),
    [1, 2, null],
  ],
  [
    'text behind a condition on a count',
    () => begin().field('at', sql`case when ${jobs.made} > 0 then ${jobs.iso} end`, 'timestamp'),
    [1, 2, 3],
  ],
  [
    'a literal that looks like a cast',
    () => begin().field('at', sql`case when ${jobs.iso} = 'as text' then null else ${jobs.made} end`, 'timestamp'),
    [1, 2, 3],
  ],
  [
    'a count that is made of text',
    () => begin().field('at', sql`unixepoch(date(${jobs.made}, 'unixepoch'))`, 'timestamp'),
    [1, 2, 3],
  ],
  [
    'milliseconds behind a condition',
    () => begin().field('at', sql`case when ${jobs.id} > 0 then ${jobs.ms} end`, 'timestamp'),
    [1, 2, null],
  ],
  [
    'an aggregate with a condition',
    () =>
      begin().field('at', runsOfJob().aggregate(sql`max(case when ${runs.id} < 3 then ${runs.at} end)`, 'timestamp')),
    [4, 8, null],
  ],
]
type Last = { readonly of: typeof runs.jobId; readonly at: typeof runs.at }
interface Selects {
  select(fields: object): { from(table: object): { groupBy(column: object): { as(name: string): Last } } }
}
interface Builder {
  sortable(name: string): Builder
  filterable(name: string, ...operators: string[]): Builder
  withFacets(facets: object): Builder
  select(shape: object): Builder
  withCursors(): Builder
  build(): AnyPaginateConfig
}

describe.each([sqlite, libsql])('Counted expressions on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await database.execute(`drop table if exists counted_jobs; drop table if exists counted_runs;
      create table counted_jobs (id integer primary key, made integer not null, done integer, ms integer, iso text);
      create table counted_runs (id integer primary key, job_id integer not null, at integer not null);
      insert into counted_jobs values
        (1, ${seconds(1)}, null, ${seconds(1) * 1000}, '${day(1)}'),
        (2, ${seconds(2)}, ${seconds(6)}, ${seconds(2) * 1000}, '${day(2)}'),
        (3, ${seconds(3)}, ${seconds(3)}, null, '${day(3)}');
      insert into counted_runs values (1, 1, ${seconds(4)}), (2, 2, ${seconds(8)}), (3, 2, ${seconds(5)})`)
  })
  afterAll(async () => {
    await database.execute('drop table counted_jobs; drop table counted_runs')
    await database.close()
  })

  test.each(forms)('%s', async (_title, make, months) => {
    const declared = (make(database.db) as Builder)
      .sortable('at')
      .filterable('at', '$eq', '$gte', '$lt', '$in', '$null')
      .withFacets({ at: true })
      .select({ id: true, at: true })
    const list = declared.build()
    const ask = async (query: string) =>
      ((await paginate(database.db, query, list as never)) as { items: { id: number; at: Date | null }[] }).items
    const dates = months.map((month) => (month === null ? null : new Date(day(month))))
    const idsWhere = (holds: (month: number | null) => boolean): number[] =>
      months.flatMap((month, at) => (holds(month) ? [at + 1] : []))
    const idsOf = async (query: string) => (await ask(query)).map(({ id }) => id)

    expect((await ask('')).map(({ at }) => at)).toEqual(dates)
    expect(await idsOf('filter.at=$gte:2024-03-01')).toEqual(idsWhere((month) => month !== null && month >= 3))
    expect(await idsOf('filter.at=$lt:2024-03-01')).toEqual(idsWhere((month) => month !== null && month < 3))
    expect(await idsOf('filter.at=$null')).toEqual(idsWhere((month) => month === null))
    const facets = await facetCounts(database.db, '', list as never)
    const facet = (facets as unknown as { at: { value: Date | null; count: number; filter: string }[] }).at
    expect(facet.map(({ value }) => value)).toEqual(expect.arrayContaining(dates))
    for (const { value, filter } of facet) {
      const ids = await idsOf(`filter.at=${filter}`)
      expect(ids).toEqual(dates.flatMap((date, at) => (date?.getTime() === value?.getTime() ? [at + 1] : [])))
    }
    await checkList(database.db, declared.withCursors().build() as never, { requests: 12 })
  })
})
