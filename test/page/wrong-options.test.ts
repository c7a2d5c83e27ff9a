// An option of the wrong kind: a sentence that names it, and not a TypeError of what reads it.
import Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { alias } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import * as callRefusals from '../../src/mistakes/call-refusals.js'
import {
  applyFilters,
  paginate,
  paginateConfig,
  PaginateConfigError,
  paginateSelect,
  paginateSelectMap,
  streamRows,
} from '../../src/index.js'
import { filterArray, paginateArray } from '../../src/entries/memory/index.js'
import { thrownBy } from '../engines/faults/faults.js'
import * as schema from '../support/schema/sqlite.js'

const { articles, authors, comments } = schema
const list = paginateConfig(articles).withLimits(10, 50).withTieBreaker('id').filterable('status', '$eq').build()
const client = new Database(':memory:')
const db = drizzle({ client })
const filtered = applyFilters('filter.status=$eq:draft', list)
const newer = alias(articles, 'newer')
const onAuthor = eq(articles.authorId, authors.id)
type Loose = (...given: readonly unknown[]) => unknown
const loose = (call: unknown): Loose => call as Loose

test.each<[title: string, sentence: string, run: () => unknown]>([
  ['except as a text', callRefusals.wrongExcept, () => loose(applyFilters)('', list, { except: 'status' })],
  ['except with a number', callRefusals.wrongExcept, () => loose(applyFilters)('', list, { except: [1] })],
  ['except as a text, in memory', callRefusals.wrongExcept, () => loose(filterArray)([], '', list, { except: 'id' })],
  [
    'except with a name that is near to a filter',
    callRefusals.unknownExcept('statsu', 'status'),
    () => loose(applyFilters)('', list, { except: ['statsu'] }),
  ],
  [
    'except with a name of no filter, in memory',
    callRefusals.unknownExcept('id', null),
    () => loose(filterArray)([], '', list, { except: ['id'] }),
  ],
  ['path as a number', callRefusals.wrongPath, () => loose(paginate)(db, '', list, { path: 5 })],
  ['path as a number, in memory', callRefusals.wrongPath, () => loose(paginateArray)([], '', list, { path: 5 })],
  ...[{}, 'x', () => {}].flatMap((signal): [string, string, () => unknown][] => [
    [`a signal that is ${typeof signal}`, callRefusals.wrongSignal, () => loose(paginate)(db, '', list, { signal })],
    [
      `a signal of a stream that is ${typeof signal}`,
      callRefusals.wrongSignal,
      () => (loose(streamRows)(db, '', list, { signal }) as AsyncIterator<unknown>).next(),
    ],
  ]),
  [
    'a listener that is a number',
    callRefusals.wrongFunction('onStatement'),
    () => loose(paginate)(db, '', list, { onStatement: 1 }),
  ],
  ['no selection', callRefusals.wrongSelection, () => loose(paginateSelect)(db, '', list, null)],
  [
    'a selection with a member that is null',
    callRefusals.wrongSelection,
    () => loose(paginateSelect)(db, '', list, { id: articles.id, title: null }),
  ],
  [
    'a map that is a number',
    callRefusals.wrongMap,
    () => loose(paginateSelectMap)(db, '', list, { id: articles.id }, 5),
  ],
  ['no map', callRefusals.wrongMap, () => loose(paginateSelectMap)(db, '', list, { id: articles.id })],
  [
    'a map of a stream',
    callRefusals.wrongMap,
    () => (loose(streamRows)(db, '', list, { map: null }) as AsyncIterator<unknown>).next(),
  ],
  ['an object that is not a statement', callRefusals.wrongStatement, () => loose(filtered.applyTo)({})],
  ['no statement', callRefusals.wrongStatement, () => loose(filtered.applyTo)(undefined)],
  [
    'a delete of another table',
    callRefusals.statementTable('authors', 'articles'),
    () => filtered.applyTo(db.delete(authors)),
  ],
  [
    'an update of another table',
    callRefusals.statementTable('authors', 'articles'),
    () => filtered.applyTo(db.update(authors).set({ name: 'a' })),
  ],
  [
    'a select of another table',
    callRefusals.statementTable('authors', 'articles'),
    () => filtered.applyTo(db.select().from(authors)),
  ],
  [
    'a select of two other tables',
    callRefusals.statementTable('authors', 'articles'),
    () => filtered.applyTo(db.select().from(authors).leftJoin(comments, eq(comments.authorId, authors.id))),
  ],
  [
    'a select of a sub-query',
    callRefusals.statementTable('own', 'articles'),
    () => filtered.applyTo(db.select().from(db.select().from(articles).as('own'))),
  ],
  [
    'a select of an alias',
    callRefusals.statementTable('newer', 'articles'),
    () => filtered.applyTo(db.select().from(newer)),
  ],
  [
    'a select of the table of a set on an alias',
    callRefusals.statementTable('articles', 'newer'),
    () => filtered.on(newer).applyTo(db.select().from(articles)),
  ],
  [
    'a delete from the table of a set on an alias',
    callRefusals.statementTable('articles', 'newer'),
    () => filtered.on(newer).applyTo(db.delete(articles)),
  ],
])('%s is refused', async (_title, sentence, run) => {
  const error = await thrownBy(async () => run())
  expect(error).toBeInstanceOf(PaginateConfigError)
  expect((error as Error).message).toBe(sentence)
})

test('path and signal that are null are as if they were left out', async () => {
  client.exec('create table articles (id integer primary key)')
  const answered = await loose(paginateSelect)(db, '', list, { id: articles.id }, { path: null, signal: null })
  expect(answered).toMatchObject({ items: [], links: { first: null } })
})

test.each<[title: string, run: () => { toSQL(): { sql: string } }]>([
  ['that joins it to another table', () => filtered.applyTo(db.select().from(authors).leftJoin(articles, onAuthor))],
  ['of a sub-query with its name', () => filtered.applyTo(db.select().from(db.select().from(articles).as('articles')))],
  ['of raw SQL', () => filtered.applyTo(db.select({ one: sql`1` }).from(sql`articles`))],
  ['of the table itself', () => filtered.on(articles).applyTo(db.select().from(articles))],
  ['of its alias', () => filtered.on(newer).applyTo(db.select().from(newer))],
])('a select %s takes the set', (_title, run) => {
  expect(run().toSQL().sql).toContain('where')
})

test('a delete and an update of the own table take the set', () => {
  expect(filtered.applyTo(db.delete(articles)).toSQL().sql).toContain('where')
  expect(filtered.applyTo(db.update(articles).set({ title: 'a' })).toSQL().sql).toContain('where')
})

test('except takes a filter in any case, and one that is switched off', () => {
  const gated = paginateConfig(articles)
    .withLimits(10, 50)
    .withTieBreaker('id')
    .when(false)
    .filterable('status', '$eq')
    .build()
  expect(applyFilters('', gated, { except: ['status'] }).hasCriteria).toBe(false)
  expect(filterArray([], '', list, { except: ['STATUS' as never] })).toEqual([])
})
