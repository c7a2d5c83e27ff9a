// PostgreSQL databases whose encoding is not UTF-8: text that they cannot hold is the client's mistake.
import { count, sql } from 'drizzle-orm'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle as postgresJs } from 'drizzle-orm/postgres-js'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginate, paginateConfig, PaginateQueryError, streamRows, summarize } from '../../../src/index.js'
import { postgresServer } from '../../support/servers.js'
import { withSettings } from '../../support/settings.js'

const space = `paginate_latin_${process.pid}`
const { username, database: maintenance, ...address } = postgresServer()
const names = pgTable('names', { id: integer('id').primaryKey(), name: text('name').notNull() })
const list = paginateConfig(names)
  .withLimits(10, 10)
  .withTieBreaker('id')
  .searchable('name')
  .filterable('name', '$eq', '$in', '$ilike')
  .build()

const admin = new pg.Pool({ ...address, user: username, database: maintenance, max: 1 })
const pool = new pg.Pool({ ...address, user: username, database: space, max: 1 })
const client = postgres({ ...address, username, database: space, max: 1, onnotice: () => {} })

beforeAll(async () => {
  await admin.query(`create database ${space} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`)
  await pool.query(
    `create table names (id integer primary key, name text not null); insert into names values (1, 'Émile'), (2, 'other')`,
  )
})
afterAll(async () => {
  await Promise.all([pool.end(), client.end()])
  await admin.query(`drop database if exists ${space}`)
  await admin.end()
})

describe.each([
  ['node-postgres', () => nodePostgres({ client: pool })],
  ['postgres.js', () => postgresJs({ client })],
] as const)('a database in LATIN1 through %s', (_name, open) => {
  const db = open() as ReturnType<typeof nodePostgres>

  test('finds what it can hold', async () => {
    expect((await paginate(db, { filters: { name: '$eq:Émile' } }, list)).items.map(({ id }) => id)).toEqual([1])
    expect((await paginate(db, { search: 'É' }, list)).items.map(({ id }) => id)).toEqual([1])
  })

  test.each([
    [{ filters: { name: '$eq:\u{1F600}' } }, 'filter.value_invalid', 'filter.name'],
    [{ filters: { name: '$in:a,日本' } }, 'filter.value_invalid', 'filter.name'],
    [{ search: '日本', filters: { name: '$ilike:É' } }, 'search.invalid_text', 'search'],
  ] as const)('refuses %j', async (query, code, parameter) => {
    for (const together of [false, true]) {
      await expect(paginate(db, query, withSettings(list, { together }))).rejects.toMatchObject({
        status: 400,
        code,
        parameter,
      })
    }
    await expect(streamRows(db, query, list).next()).rejects.toMatchObject({ code, parameter })
    await expect(facetCounts(db, { search: '日本' }, list, { name: true })).rejects.toMatchObject({
      code: 'search.invalid_text',
    })
    await expect(summarize(db, { search: '日本' }, list, { names: count() })).rejects.toMatchObject({
      code: 'search.invalid_text',
    })
    expect((await paginate(db, {}, list)).meta.totalItems).toBe(2)
  })

  test('passes the error on where the application has such a text', async () => {
    const error: unknown = await paginate(db, {}, list, { where: sql`${names.name} = ${'日本'}` }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).not.toBeInstanceOf(PaginateQueryError)
    expect(error).toMatchObject({ cause: { code: '22P05' } })
  })
})
