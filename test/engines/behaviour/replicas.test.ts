// A database of replicas that differ by rows: each call reads one of them only.
import Database from 'better-sqlite3'
import { count, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, withReplicas } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { listHandler } from '../../../src/entries/http/index.js'
import {
  facetCounts,
  paginate,
  paginateConfig,
  paginateSelect,
  rowsOf,
  streamRows,
  summarize,
} from '../../../src/index.js'
import { StatementLog } from '../../support/statement-log.js'

const rows = sqliteTable('rows', { id: integer('id').primaryKey(), size: integer('size') })
const parts = sqliteTable('parts', { id: integer('id').primaryKey(), row: integer('row').notNull() })
/** A database with as many rows, each with one part. */
const open = (length: number) => {
  const client = new Database(':memory:')
  client.exec('create table rows (id integer primary key, size integer)')
  client.exec('create table parts (id integer primary key, row integer not null)')
  for (let id = 1; id <= length; id++)
    client.exec(`insert into rows values (${id}, 1); insert into parts values (${id}, ${id})`)
  const log = new StatementLog()
  return { db: drizzle({ client, logger: log }), log }
}

const begin = () =>
  paginateConfig(rows)
    .withLimits(2, 50)
    .withTieBreaker('id')
    .filterable('id', '$eq')
    .filterable('size', '$in')
    .allowUnlimited(50)
    .withFacets({ id: true, size: true })
const whole = () => begin().children('parts', rowsOf(parts, eq(parts.row, rows.id)), { id: parts.id })
const list = whole().withSummary({ n: count() }).build()

type Db = ReturnType<typeof open>['db']
const calls: readonly (readonly [title: string, call: (db: Db) => unknown])[] = [
  ['a page', (db) => paginate(db, '', list)],
  ['an unlimited page', (db) => paginate(db, 'limit=-1', list)],
  ['a page without totals', (db) => paginate(db, '', whole().withTotals('none').withSummary({ n: count() }).build())],
  [
    'a page with a bound',
    (db) => paginate(db, 'page=2', whole().withTotals({ upTo: 9 }).withSummary({ n: count() }).build()),
  ],
  ['a page by cursor', (db) => paginate(db, '', whole().withCursors().withTotals('exact').build())],
  ['a page of a selection', (db) => paginateSelect(db, '', list, { id: rows.id })],
  ['aggregates', (db) => summarize(db, '', list)],
  ['facets', (db) => facetCounts(db, '', list)],
  [
    'a stream',
    async (db) => {
      const items: unknown[] = []
      for await (const item of streamRows(db, '', whole().build(), { batchSize: 1 })) items.push(item)
      return items
    },
  ],
  [
    'an answer of a handler, with its facets',
    async (db) =>
      (await listHandler({ db, config: list } as never)(new Request('http://localhost/rows') as never)).json(),
  ],
]

describe('A database of replicas', () => {
  const [primary, one, two] = [open(0), open(3), open(5)]
  let turn = 0
  const replicas = withReplicas(primary.db, [one.db, two.db], (all) => all[turn++ % 2] as Db)
  /** 1.0 leaves the choice to the host: its database is the primary. */
  const chosen = () => (replicas as unknown as { readonly $replica?: Db }).$replica ?? replicas

  test.each(calls)('gives %s from one of them', async (_title, call) => {
    const alone = [await call(one.db), await call(two.db)]
    expect(alone[0]).not.toEqual(alone[1])
    const found: number[] = []
    for (let round = 0; round < 3; round++) {
      const answer = await call(chosen())
      expect(alone).toContainEqual(answer)
      found.push(alone.findIndex((other) => JSON.stringify(other) === JSON.stringify(answer)))
    }
    expect(new Set(found).size).toBe(2)
    expect(primary.log.entries).toEqual([])
  })

  test('reads the primary where it is named', async () => {
    expect(await paginate(replicas.$primary, '', list)).toMatchObject({ items: [], summary: { n: 0 } })
  })
})
