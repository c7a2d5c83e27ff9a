// An option of the wrong kind: a sentence that names it, and not a TypeError of what reads it.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { expect, test } from 'vitest'
import * as callRefusals from '../../src/mistakes/call-refusals.js'
import {
  applyFilters,
  paginate,
  paginateConfig,
  PaginateConfigError,
  paginateSelectMap,
  streamRows,
} from '../../src/index.js'
import { filterArray, paginateArray } from '../../src/entries/memory/index.js'
import { thrownBy } from '../engines/faults/faults.js'
import * as schema from '../support/schema/sqlite.js'

const { articles, authors } = schema
const list = paginateConfig(articles).withLimits(10, 50).withTieBreaker('id').filterable('status', '$eq').build()
const client = new Database(':memory:')
const db = drizzle({ client })
const filtered = applyFilters('', list)
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
])('%s is refused', async (_title, sentence, run) => {
  const error = await thrownBy(async () => run())
  expect(error).toBeInstanceOf(PaginateConfigError)
  expect((error as Error).message).toBe(sentence)
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
