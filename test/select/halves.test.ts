// A count of rows of another table as a condition, next to a join: PostgreSQL adds the cost of the sub-select to the rows
// that it filters, and then takes any join, such as one that reads a whole table for each row. The two halves of the
// condition are therefore written apart. Rows are those of random lists, in test/engines/ways.
import type { PGlite } from '@electric-sql/pglite'
import { eq, exists, sql } from 'drizzle-orm'
import { integer, pgSchema, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginate, paginateConfig, rowsOf, summarize } from '../../src/index.js'
import { pgliteClient } from '../support/databases/pglite.js'
import { type Statement, StatementLog } from '../support/statement-log.js'

const owners = pgTable('half_owners', { id: integer('id').primaryKey(), name: text('name').notNull() })
const notes = pgTable('half_notes', {
  id: integer('id').primaryKey(),
  note: text('note').notNull(),
  ownerId: integer('owner_id'),
})
const parts = pgTable('half_parts', {
  id: integer('id').primaryKey(),
  noteId: integer('note_id').notNull(),
  word: text('word').notNull(),
})
const NOTES = 5000
const rows = rowsOf(parts, eq(parts.noteId, notes.id))
const begin = () =>
  paginateConfig(notes)
    .leftJoin('owner', owners, eq(owners.id, notes.ownerId))
    .field('parts', rows.count())
    .withLimits(20, 100)
    .withTieBreaker('id')
    .sortable('owner.name')
    .filterable('note', '$ew')
    .filterable('parts', '$gte')
    .filterable('owner.name', '$ilike')
    .filterableMany('word', rows, parts.word, '$ilike', '$eq')
const list = begin().build()

let client: PGlite
let db: ReturnType<typeof drizzle>
const log = new StatementLog()
beforeAll(async () => {
  client = await pgliteClient()
  db = drizzle({ client, logger: log })
  await client.exec(`create table half_owners as select n as id, 'owner ' || n as name from generate_series(1, 5000) n;
    alter table half_owners add primary key (id);
    create table half_notes as select n as id, 'a note of some length, number ' || n as note, n as owner_id from generate_series(1, ${NOTES}) n;
    alter table half_notes add primary key (id);
    create table half_parts as select n as id, n * 7919 % ${NOTES} + 1 as note_id, 'word ' || n % 97 as word from generate_series(1, ${NOTES * 5}) n;
    create index half_parts_note on half_parts (note_id);
    analyze half_owners, half_notes, half_parts`)
})
afterAll(() => client.exec('drop table half_owners, half_notes, half_parts'))

interface Plan {
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Plan[]
}
/** Rows that joins have compared and left out. */
const comparedIn = (plan: Plan): number =>
  (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, inner) => sum + comparedIn(inner), 0)

async function statementsOf(query: string, config: typeof list, options: object = {}): Promise<readonly Statement[]> {
  log.clear()
  await paginate(db, query, config, options)
  return [...log.entries]
}

/** Of what was sent since the log was cleared. */
async function compared(): Promise<readonly number[]> {
  const counts: number[] = []
  for (const { sql: text, params } of Array.from(log.entries)) {
    const { rows: found } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `explain (analyze, format json) ${text}`,
      [...params],
    )
    const [explained] = found.flatMap((row) => row['QUERY PLAN'])
    counts.push(explained === undefined ? Number.NaN : comparedIn(explained.Plan))
  }
  return counts
}

describe('a text that is found more often than the planner thinks, a count, and a join', () => {
  test.each([
    ['of the rows of another table', 'filter.note=$ew:0&filter.parts=$gte:0&filter.word=$ilike:w'],
    ['of a joined table', 'filter.note=$ew:0&filter.parts=$gte:0&filter.owner.name=$ilike:1'],
    ['in an expression', 'filter.note=$ew:0&filter.owner.name=$ilike:1&filter=parts=$gte:0'],
  ])('%s: no table is read for each row', async (_title, query) => {
    await statementsOf(query, begin().withFilterExpressions().build() as never)
    const counts = await compared()
    expect(counts).toHaveLength(2)
    for (const count of counts) expect(count).toBeLessThan(NOTES)
  })

  test('in a facet over the rows of another table: none is either', async () => {
    log.clear()
    const query = 'filter.note=$ew:0&filter.parts=$gte:0&filter.owner.name=$ilike:1'
    const { word } = await facetCounts(db, query, list, { word: true })
    expect(word.length).toBeGreaterThan(10)
    const [count] = await compared()
    expect(count).toBeLessThan(NOTES)
  })
})

const isApart = async (query: string, config = list, options: object = {}): Promise<boolean> =>
  (await statementsOf(query, config, options)).some(({ sql: text }) => text.includes('"half_notes".* from'))

describe('a condition is written apart', () => {
  const own = exists(sql`(select 1 from half_owners where half_owners.id = ${notes.ownerId})`)
  test.each<[title: string, expected: boolean, query: string, options?: object]>([
    ['with a join', true, 'filter.parts=$gte:1&filter.owner.name=$ilike:1'],
    ['with rows of another table', true, 'filter.parts=$gte:1&filter.word=$ilike:w'],
    ['with a sub-select of the app', true, 'filter.parts=$gte:1', { where: own }],
    ['not with columns of the row only', false, 'filter.parts=$gte:1&filter.note=$ew:0'],
    ['not with a plain condition of the app', false, 'filter.parts=$gte:1', { where: eq(notes.ownerId, 1) }],
    ['not for the join of an order', false, 'filter.parts=$gte:1&sortBy=owner.name:ASC'],
    ['not without a sub-select', false, 'filter.owner.name=$ilike:1&filter.word=$ilike:w'],
  ])('%s', async (_title, expected, query, options) => {
    expect(await isApart(query, list, options)).toBe(expected)
  })

  test.each([
    ['the row as a value', sql`${parts.noteId} = (to_jsonb(${notes}) ->> 'id')::int`],
    ['a column of the system', sql`${parts.noteId} = ${notes.id} and ${sql.raw('half_notes.ctid')} is not null`],
    ['the name in raw text', sql.raw('half_parts.note_id = half_notes.id')],
  ])('not where rows of another table are tied to %s', async (_title, on) => {
    const apart = begin().field('tied', rowsOf(parts, on).count()).filterable('tied', '$gte').build()
    const query = 'filter.tied=$gte:1&filter.owner.name=$ilike:owner 1&filter.note=$ew:1'
    expect(await isApart(query, apart as never)).toBe(false)
    expect((await paginate(db, query, apart)).items).toHaveLength(20)
  })

  test('not under an aggregate over what a sub-query has not', async () => {
    const query = 'filter.parts=$gte:1&filter.owner.name=$ilike:owner 1'
    const aggregates = { plain: sql<number>`count(${notes.id})`, rows: sql<number>`count(half_notes.ctid)` }
    const { plain, rows: counted } = await summarize(db, query, list, aggregates)
    expect(Number(plain)).toBeGreaterThan(1000)
    expect(counted).toBe(plain)
  })

  test('not over a table in a schema of its own, whose name no sub-query can have', async () => {
    await client.exec('create schema halves; create table halves.notes as select * from half_notes limit 5')
    const inSchema = pgSchema('halves').table('notes', { id: integer('id').primaryKey(), ownerId: integer('owner_id') })
    const apart = paginateConfig(inSchema)
      .leftJoin('owner', owners, eq(owners.id, inSchema.ownerId))
      .field('parts', rowsOf(parts, eq(parts.noteId, inSchema.id)).count())
      .withLimits(20, 100)
      .withTieBreaker('id')
      .filterable('parts', '$gte')
      .filterable('owner.name', '$ilike')
      .build()
    const query = 'filter.parts=$gte:1&filter.owner.name=$ilike:o'
    expect(await isApart(query, apart as never)).toBe(false)
    expect((await paginate(db, query, apart)).items).toHaveLength(5)
    await client.exec('drop schema halves cascade')
  })
})
