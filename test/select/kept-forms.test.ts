// Each statement of a request has a text of its own in the cache, whatever was asked for before it.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { drizzle as postgresDrizzle } from 'drizzle-orm/node-postgres'
import { afterAll, describe, expect, test } from 'vitest'
import { SUMMARY } from '../../src/features/summaries/summary-statement.js'
import type { ListDatabase } from '../../src/index.js'
import type { ListStatements } from '../../src/select/list-statements.js'
import type { Statement } from '../../src/types/statement.js'
import { builderOf, type DialectName, freshStatements, keptStatements, listOf, read, requestOf } from './lists.js'

const client = new Database(':memory:')
client.exec(`create table articles (id integer primary key, title text not null, views integer, author_id integer);
create table authors (id integer primary key, name text not null, city_id integer);
insert into authors values (1, 'ada', null), (2, 'ben', null);
insert into articles values (1, 'eve', 5, 1), (2, 'tea', null, 2), (3, 'be', 7, 2), (4, 'old', 1, null)`)
afterAll(() => client.close())

const databases: { readonly [dialect in DialectName]?: ListDatabase } = {
  sqlite: drizzle({ client }) as unknown as ListDatabase,
  // Nobody answers: texts alone.
  postgres: postgresDrizzle({ connection: 'postgres://127.0.0.1:1/none' }) as unknown as ListDatabase,
}

type Made = readonly [title: string, make: (statements: ListStatements) => Statement]
const both: readonly Made[] = [
  ['count', (statements) => statements.count()],
  ['plain page', (statements) => statements.page(read('plain', 1))],
  ['plain page from the end', (statements) => statements.page(read('plain', 1, { isReversed: true }))],
  ['deferred page', (statements) => statements.page(read('deferred', 1))],
  ['deferred page from the end', (statements) => statements.page(read('deferred', 1, { isReversed: true }))],
  ['filtered page', (statements) => statements.page(read('filtered', 1))],
  ['summary', (statements) => statements.statement('summary', SUMMARY)],
]
describe.each<[dialect: DialectName, query: string, made: readonly Made[]]>([
  ['sqlite', 'sortBy=views:DESC', both],
  ['sqlite', 'filter.views=$gte:2', both],
  ['sqlite', 'search=e', both],
  ['postgres', 'sortBy=author.name:DESC&filter.views=$gte:2', both],
  ['postgres', 'search=e', both],
])('%s ?%s', (dialect, query, made) => {
  const db = databases[dialect] as ListDatabase
  const list = listOf(dialect).build()
  const ask = () => requestOf(list, query)

  test('is the text that is written anew, in any order and again', async () => {
    for (const order of [made, made, [...made].reverse()]) {
      const kept = keptStatements(db, ask())
      if (kept === null) throw new Error('Not cached.')
      for (const [title, make] of order) {
        const [found, fresh] = [make(kept), make(freshStatements(db, ask()))]
        const { sql, params } = found.query()
        expect([title, sql, params]).toEqual([title, fresh.query().sql, fresh.query().params])
        if (dialect === 'sqlite') expect([title, await found.run()]).toEqual([title, await fresh.run()])
      }
    }
  })
  test('is not cached for a batch, nor without a session', () => {
    expect(freshStatements(db, ask()).isKept).toBe(false)
    expect(keptStatements(builderOf(dialect), ask())).toBeNull()
  })
})
