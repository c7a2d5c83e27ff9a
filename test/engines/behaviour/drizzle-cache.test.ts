// A database with Drizzle's own cache: a write to any table that a call reads makes what it answered invalid.
import { alias, integer, pgTable, text } from 'drizzle-orm/pg-core'
import * as orm from 'drizzle-orm'
import { Cache } from 'drizzle-orm/cache/core'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  facetCounts,
  paginate,
  type ListDatabase,
  paginateConfig,
  paginateRelational,
  PaginateQuery,
  rowsOf,
} from '../../../src/index.js'
import { pgliteClient } from '../../support/databases/pglite.js'

const { eq } = orm
const tasks = pgTable('cached_tasks', { id: integer('id').primaryKey(), ownerId: integer('owner'), kind: text('kind') })
const owners = pgTable('cached_owners', { id: integer('id').primaryKey(), name: text('name') })
const labels = pgTable('cached_labels', { task: integer('task'), label: text('label') })
const boss = alias(owners, 'boss')

const list = paginateConfig(tasks)
  .leftJoin('owner', owners, eq(owners.id, tasks.ownerId))
  .leftJoin('boss', boss, eq(boss.id, tasks.ownerId))
  .field('labels', rowsOf(labels, eq(labels.task, tasks.id)).count())
  .filterable('labels', '$gte')
  .withLimits(10, 10)
  .withTieBreaker('id')
  .sortable('id', 'owner.name', 'boss.name')
  .filterable('kind', '$eq', '$in')
  .filterable('owner.name', '$eq')
  .filterable('boss.name', '$eq')
  .filterableMany('label', rowsOf(labels, eq(labels.task, tasks.id)), labels.label, '$eq')
  .build()

/** Keeps what statements answered until one of their tables is written to. */
class Answers extends Cache {
  readonly held = new Map<string, { readonly rows: unknown[]; readonly tables: readonly string[] }>()
  hits = 0

  override strategy(): 'all' {
    return 'all'
  }
  override async get(key: string): Promise<unknown[] | undefined> {
    const found = this.held.get(key)
    if (found !== undefined) this.hits += 1
    return found?.rows
  }
  override async put(key: string, rows: unknown, tables: string[]): Promise<void> {
    this.held.set(key, { rows: structuredClone(rows) as unknown[], tables })
  }
  override async onMutate({ tables }: { readonly tables?: unknown }): Promise<void> {
    const written = [tables]
      .flat()
      .map((table) => (typeof table === 'string' ? table : orm.getTableName(table as never)))
    for (const [key, entry] of this.held) if (entry.tables.some((name) => written.includes(name))) this.held.delete(key)
  }
}

const schema = { tasks, owners, labels }
type Writer = ReturnType<typeof drizzle>
const cache = new Answers()
let client: Awaited<ReturnType<typeof pgliteClient>>
let db: Writer & { readonly query: { readonly tasks: never } }

beforeAll(async () => {
  client = await pgliteClient()
  const { defineRelations } = orm as { defineRelations?: (of: object) => object }
  const related = defineRelations === undefined ? { schema } : { relations: defineRelations(schema) }
  db = drizzle({ client, cache, ...related } as never) as never
})
afterAll(() => client.exec('drop table cached_tasks, cached_owners, cached_labels'))
beforeEach(async () => {
  await client.exec(`drop table if exists cached_tasks, cached_owners, cached_labels;
    create table cached_tasks (id int primary key, owner int, kind text);
    create table cached_owners (id int primary key, name text);
    create table cached_labels (task int, label text);
    insert into cached_owners values (1, 'ann'), (2, 'bob');
    insert into cached_tasks values (1, 1, 'a'), (2, 2, 'b'), (3, 1, 'a');
    insert into cached_labels values (1, 'x'), (2, 'y')`)
  cache.held.clear()
})

const facets = (): Promise<unknown> =>
  facetCounts(db as ListDatabase as never, {}, list, { kind: true, 'owner.name': true, 'boss.name': true, label: true })
const relational = (sortBy: string) => async (): Promise<unknown> => {
  const query = PaginateQuery.from(`sortBy=${sortBy}`)
  return (
    await paginateRelational(db.query.tasks, query, list as never, { columns: { id: true, kind: true } } as never)
  ).items
}

const writes: readonly [title: string, write: () => PromiseLike<unknown>][] = [
  ['the root', () => db.update(tasks).set({ kind: 'c' }).where(eq(tasks.id, 1))],
  ['a joined table', () => db.update(owners).set({ name: 'zoe' }).where(eq(owners.id, 1))],
  ['the rows of a sub-collection', () => db.update(labels).set({ label: 'z' }).where(eq(labels.task, 1))],
]
/** A count, and a joined name. */
const inHalves = 'filter.labels=$gte:0&filter.owner.name=$eq:ann&filter.kind=$in:a,b'
const calls: readonly [title: string, call: () => Promise<unknown>][] = [
  ['facets', facets],
  [
    'facets of a condition in two halves',
    () => facetCounts(db as ListDatabase as never, inHalves, list, { kind: true }),
  ],
  ['a page of a condition in two halves', () => paginate(db as ListDatabase as never, inHalves, list)],
  ['a relational page', relational('id:ASC')],
  ['a relational page by a joined field', relational('owner.name:ASC')],
  ['a relational page by the field of an alias', relational('boss.name:ASC')],
]

test.each(calls.flatMap(([call, run]) => writes.map(([write, change]) => [call, write, run, change] as const)))(
  '%s after a write to %s',
  async (_call, _write, run, change) => {
    const before = await run()
    expect(await run()).toStrictEqual(before)
    await change()
    const after = await run()
    cache.held.clear()
    expect(after).toStrictEqual(await run())
  },
)

test('facets are answered from the cache', async () => {
  await facets()
  cache.hits = 0
  await facets()
  expect(cache.hits).toBe(4)
})
