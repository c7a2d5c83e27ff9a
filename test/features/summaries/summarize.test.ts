// What a summary may be, and what is sent for it.
import Database from 'better-sqlite3'
import { count, eq, max, sql, sum } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateConfigError, paginateSelect, rowsOf, summarize } from '../../../src/index.js'
import * as callRefusals from '../../../src/mistakes/call-refusals.js'
import * as configRefusals from '../../../src/mistakes/config-refusals.js'
import type { StatementEvent } from '../../../src/types/statement.js'

const notes = sqliteTable('notes', { id: integer().primaryKey(), title: text().notNull(), rank: integer() })
const others = sqliteTable('others', { id: integer().primaryKey() })
const client = new Database(':memory:')
client.exec(`create table notes (id integer primary key, title text not null, rank integer);
  insert into notes values (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)`)
const db = drizzle({ client })
const begun = () => paginateConfig(notes).withLimits(2, 100).withTieBreaker('id').filterable('rank', '$gte')
const list = begun().build()
const most = max(notes.rank)

describe('.withSummary()', () => {
  const declared = (selection: unknown) => () =>
    begun()
      .withSummary(selection as { most: typeof most })
      .build()

  test.each<[title: string, selection: unknown, sentence: string]>([
    ['a text', 'most', configRefusals.summaryNotARecord],
    ['a function', () => ({ most }), configRefusals.summaryNotARecord],
    ['a list', [most], configRefusals.summaryNotARecord],
    ['null', null, configRefusals.summaryNotARecord],
    ['a table', notes, configRefusals.summaryNotARecord],
    ['nothing', {}, configRefusals.summaryNotARecord],
    ['members that are not there', { most: undefined, least: false }, configRefusals.summaryNotARecord],
    ['a column', { rank: notes.rank }, configRefusals.notAnAggregate(".withSummary('rank')")],
    ['another table', { n: max(others.id) }, configRefusals.readsElsewhere('withSummary', 'n', 'others')],
  ])('refuses %s', (_title, selection, sentence) => {
    expect(declared(selection)).toThrow(new PaginateConfigError(sentence))
  })

  test('leaves out a member that is undefined or false', async () => {
    const page = await paginate(db, '', declared({ most, least: undefined, all: false })())
    expect(page.summary).toEqual({ most: 3 })
    expect(Object.keys(page.summary)).toEqual(['most'])
  })

  test.each<[totals: 'exact' | 'none', kinds: readonly string[]]>([
    ['exact', ['count', 'page']],
    ['none', ['page', 'summary']],
  ])('with the totals %s is sent as %j', async (totals, kinds) => {
    const events: StatementEvent[] = []
    const config = begun().withTotals(totals).withSummary({ most }).build()
    const page = await paginate(db, 'filter.rank=$gte:2', config, { onStatement: (event) => events.push(event) })
    expect(events.map(({ kind }) => kind)).toEqual(kinds)
    expect(page.summary).toEqual({ most: 3 })
  })

  test('refuses SQL that gives a row for each row of the list', async () => {
    const shout = sql<string>`upper(${notes.title})`
    const config = begun().withTotals('none').withSummary({ shout }).build()
    const refused = new PaginateConfigError(configRefusals.summaryOfRows)
    await expect(paginate(db, '', config)).rejects.toThrow(refused)
    await expect(summarize(db, '', list, { shout })).rejects.toThrow(refused)
    await expect(summarize(db, 'filter.rank=$gte:9', list, { shout })).rejects.toThrow(refused)
  })

  test('stands beside a selection of the call', async () => {
    const config = begun().withSummary({ most, n: count() }).build()
    const page = await paginateSelect(db, 'filter.rank=$gte:2', config, { id: notes.id })
    expect(page.summary).toEqual({ most: 3, n: 2 })
  })
})

describe('summarize()', () => {
  const loose = summarize as unknown as (...given: readonly unknown[]) => Promise<unknown>

  test.each<[title: string, given: readonly unknown[], sentence: string]>([
    ['a list without a summary', [list], callRefusals.noSummary],
    ['an option as the selection', [list, { where: eq(notes.id, 1) }], callRefusals.optionsAsSelection],
    ['options as the selection', [list, { where: eq(notes.id, 1), scope: sql`1` }], callRefusals.optionsAsSelection],
    ['a column', [list, { rank: notes.rank }], configRefusals.notAnAggregate("The member 'rank' of summarize()")],
    [
      'a column in a record',
      [list, { of: { rank: notes.rank } }],
      configRefusals.notAnAggregate("The member 'of.rank' of summarize()"),
    ],
    [
      'rows',
      [list, { n: rowsOf(others, eq(others.id, notes.id)).count() }],
      configRefusals.notAnAggregate("The member 'n' of summarize()"),
    ],
    [
      'an unknown option',
      [list, { most }, { wher: eq(notes.id, 1) }],
      "summarize() has no option 'wher'; did you mean 'where'?",
    ],
  ])('refuses %s', async (_title, given, sentence) => {
    await expect(loose(db, '', ...given)).rejects.toThrow(new PaginateConfigError(sentence))
  })

  test.each<[title: string, selection: object, expected: object]>([
    ['one aggregate', { most }, { most: 3 }],
    ['a record of aggregates', { of: { most, all: sum(notes.rank) } }, { of: { most: 3, all: '5' } }],
    ['an aggregate called where, beside another', { where: count(), most }, { where: 2, most: 3 }],
  ])('takes %s', async (_title, selection, expected) => {
    const events: StatementEvent[] = []
    const found = await loose(db, 'filter.rank=$gte:2', list, selection, {
      onStatement: (event: StatementEvent) => events.push(event),
    })
    expect(found).toEqual(expected)
    expect(events.map(({ kind, rows }) => [kind, rows])).toEqual([['summary', 1]])
  })

  test('takes what the list declares where the call selects nothing', async () => {
    expect(await summarize(db, '', begun().withSummary({ most }).build())).toEqual({ most: 3 })
  })
})
