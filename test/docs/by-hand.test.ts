// docs/explanation/by-hand.md: each of its four endpoints, written by hand and declared, over the same rows.
import { PGlite } from '@electric-sql/pglite'
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as bigint from './by-hand/bigint.js'
import * as ignored from './by-hand/ignored.js'
import * as join from './by-hand/join.js'
import * as keyset from './by-hand/keyset.js'
import * as schema from './by-hand/schema.js'
import { readPage } from './support/pages.js'

const client = new PGlite()
const db = drizzle({ client, schema })
/** Where no relation is asked for, the schema does not matter. */
const plain = db as unknown as PgliteDatabase<never>

beforeAll(async () => {
  await client.exec(`
    create table authors (id integer primary key, name text not null);
    create table posts (id integer primary key, title text not null, status text not null, published_at timestamptz, author_id integer not null);
    create table comments (id bigint primary key, post_id integer not null, body text not null);
    insert into posts values (1, 'A', 'open', '2024-03-01', 1), (2, 'B', 'open', '2024-02-01', 1), (3, 'C', 'done', '2024-02-01', 1),
      (4, 'D', 'done', '2024-01-01', 1), (5, 'E', 'open', null, 1);
    insert into comments values (9007199254740993, 1, 'yes'), (9007199254740995, 1, 'yes'), (3, 2, 'yes'), (4, 3, 'yes'), (5, 4, 'no')`)
})
afterAll(() => client.close())

describe('by hand', () => {
  it('a keyset without a tie-breaker loses rows; a list with cursors has each once', async () => {
    // `desc` puts the null first on PostgreSQL, post 1 after it; of the two posts of 1 February each page has what is
    // left.
    expect(await keyset.byHand(plain)).toEqual([5, 1, 2, 3, 4])
    await client.exec(
      `update posts set published_at = '2024-03-01' where id = 5; update posts set published_at = '2024-02-01' where id = 4`,
    )
    const lost = await keyset.byHand(plain)
    expect(new Set(lost).size).toBeLessThan(5)
    expect((await keyset.withList(plain)).sort()).toEqual([1, 2, 3, 4, 5])
    await client.exec(
      `update posts set published_at = null where id = 5; update posts set published_at = '2024-01-01' where id = 4`,
    )
    expect(await keyset.withList(plain)).toEqual([1, 2, 3, 4, 5])
  })

  it('`with` rounds a bigint on Drizzle 0.45; children have every digit', async () => {
    expect(await bigint.byHand(db)).toEqual(['9007199254740992', '9007199254740996'])
    expect(await bigint.withList(db)).toEqual(['9007199254740993', '9007199254740995'])
  })

  it('a join repeats a row on a page of three; a sub-collection does not', async () => {
    expect(await join.byHand(plain)).toEqual([1, 1, 2])
    expect(await join.withList(plain)).toEqual([1, 2, 3])
  })

  it('a misspelt filter is every row; a strict list rejects it', async () => {
    expect(await ignored.byHand(plain, 'filter.status=open')).toBe(3)
    expect(await ignored.byHand(plain, 'filters.status=open')).toBe(5)
    expect(await ignored.withList(plain, 'filter.status=$eq:open')).toBe(3)
    await expect(ignored.withList(plain, 'filters.status=$eq:open')).rejects.toMatchObject({
      status: 400,
      code: 'parameter.unknown',
      message: `Query parameter 'filters.status' is not known; did you mean 'filter.status'?`,
    })
  })

  it('is the page that shows it', () => {
    const shown = readPage('docs/explanation/by-hand.md').blocks.flatMap(({ info }) => info.get('same') ?? [])
    expect(shown).toEqual(
      ['schema', 'keyset', 'bigint', 'join', 'ignored'].map((name) => `test/docs/by-hand/${name}.ts`),
    )
  })
})
