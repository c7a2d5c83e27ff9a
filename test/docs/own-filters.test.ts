// docs/guides/own-filters.md: every list on the page, asked on PGlite with pg_trgm, or on SQLite.
import type { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import Database from 'better-sqlite3'
import { drizzle as sqliteDrizzle } from 'drizzle-orm/better-sqlite3'
import { drizzle } from 'drizzle-orm/pglite'
import { type AnyPaginateConfig, paginate, PaginateQuery } from 'drizzle-paginate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { list as caseless } from './own-filters/caseless.js'
import { list as deleted } from './own-filters/deleted.js'
import { list as distance } from './own-filters/distance.js'
import { list as either } from './own-filters/either.js'
import { list as jsonPath } from './own-filters/json-path.js'
import { list as overlap } from './own-filters/overlap.js'
import { list as similar } from './own-filters/similar.js'
import { list as onSqlite, shops as sqliteShops } from './own-filters/sqlite.js'
import { shops } from './own-filters/schema.js'
import { startPglite } from '../support/start-pglite.js'
import { readPage } from './support/pages.js'

describe('recipes of own filters', () => {
  let client: PGlite
  let db: ReturnType<typeof drizzle>
  const sqlite = sqliteDrizzle({ client: new Database(':memory:') })
  beforeAll(async () => {
    client = await startPglite({ pg_trgm })
    await client.exec(`create extension pg_trgm; create table shops (id integer primary key, name text not null, owner text not null, agent text,
      labels text[] not null, settings jsonb not null, latitude double precision not null, longitude double precision not null, deleted_at timestamptz)`)
    db = drizzle({ client })
    const berlin = { latitude: 52.52, longitude: 13.405 }
    await db.insert(shops).values([
      {
        id: 1,
        name: 'Bäckerei',
        owner: 'Ada',
        agent: null,
        labels: ['bread', 'cake'],
        settings: { delivery: { mode: 'bike' } },
        ...berlin,
      },
      {
        id: 2,
        name: 'BÄCKEREI',
        owner: 'Alan',
        agent: 'Ada',
        labels: ['bread'],
        settings: {},
        latitude: 52.53,
        longitude: 13.405,
      },
      {
        id: 3,
        name: 'Buchladen',
        owner: 'Grace',
        agent: null,
        labels: [],
        settings: { delivery: {} },
        latitude: 48.137,
        longitude: 11.575,
      },
      {
        id: 4,
        name: 'Buchhandlung',
        owner: 'Ada',
        agent: 'Grace',
        labels: ['books'],
        settings: { delivery: { mode: 'post' } },
        ...berlin,
        deletedAt: new Date(),
      },
    ])
    await sqlite.run(
      `create table shops (id integer primary key, name text not null, labels text not null, settings text not null)`,
    )
    await sqlite.insert(sqliteShops).values([
      { id: 1, name: 'Bakery', labels: ['bread', 'cake'], settings: { delivery: { mode: 'bike' } } },
      { id: 2, name: 'BAKERY', labels: [], settings: {} },
      { id: 3, name: 'Books', labels: ['books'], settings: { delivery: { mode: 'post' } } },
    ])
  })
  afterAll(() => client.close())
  const ask = async (config: AnyPaginateConfig, query: string) => {
    const page = await paginate((config === onSqlite ? sqlite : db) as never, PaginateQuery.from(query), config)
    return page.items.map((item) => (item as { id: number }).id)
  }

  it.each<[string, AnyPaginateConfig, string, number[]]>([
    ['or across fields', either, 'filter.person=$eq:Ada', [1, 2, 4]],
    // Two-valued: a null agent is another person.
    ['or across fields', either, 'filter.person=$not:$eq:Ada', [3]],
    ['or across fields', either, 'filter.person=$eq:Alan&filter.person=$or:$eq:Grace', [2, 3, 4]],
    ['text without case', caseless, 'filter.name=$eq:bäckerei', [1, 2]],
    ['text without case', caseless, 'filter.name=$in:BUCHLADEN,bäckerei', [1, 2, 3]],
    ['text without case', caseless, 'filter.name=$not:$eq:bäckerei', [3, 4]],
    ['JSON path', jsonPath, 'filter.delivery=$eq:bike', [1]],
    ['JSON path', jsonPath, 'filter.delivery=$not:$eq:bike', [2, 3, 4]],
    ['overlap', overlap, 'filter.anyLabel=$in:cake,books', [1, 4]],
    ['overlap', overlap, 'filter.labels=$contains:bread,cake', [1]],
    ['overlap', overlap, 'filter.anyLabel=$not:$in:bread', [3, 4]],
    ['distance', distance, 'filter.near=$eq:52.52,13.405,0', [1, 4]],
    ['distance', distance, 'filter.near=$eq:52.52,13.405,1100', [1, 4]],
    // 0.01° of latitude are 1,112 m.
    ['distance', distance, 'filter.near=$eq:52.52,13.405,1120', [1, 2, 4]],
    ['distance', distance, 'filter.near=$not:$eq:52.52,13.405,504000', [3]],
    ['distance', distance, 'filter.near=$eq:52.52,13.405,505000', [1, 2, 3, 4]],
    ['trigrams', similar, 'filter.nameLike=$eq:Buchlden', [3]],
    ['trigrams', similar, 'filter.nameLike=$eq:backerei', [1, 2]],
    ['soft delete', deleted, '', [1, 2, 3]],
    ['soft delete', deleted, 'filter.deleted=$eq:true', [4]],
    ['soft delete', deleted, 'filter.deleted=$eq:true&filter.deleted=$or:$eq:false', [1, 2, 3, 4]],
    ['SQLite', onSqlite, 'filter.name=$eq:bakery', [1, 2]],
    ['SQLite', onSqlite, 'filter.delivery=$eq:bike', [1]],
    ['SQLite', onSqlite, 'filter.delivery=$not:$eq:bike', [2, 3]],
    ['SQLite', onSqlite, 'filter.anyLabel=$in:cake,books', [1, 3]],
    ['SQLite', onSqlite, 'filter.anyLabel=$not:$in:cake', [2, 3]],
  ])('%s', async (_name, config, query, expected) => {
    expect(await ask(config, query)).toEqual(expected)
  })

  it.each(['91,0,1', '52,13', '52,13,1,1', '52,13,-1', 'a,b,c', '52,13,Infinity', ',,', '52,,1000', '0x10,1,5'])(
    'near %s is a 400',
    async (value) => {
      await expect(ask(distance, `filter.near=$eq:${value}`)).rejects.toMatchObject({
        status: 400,
        code: 'filter.value_invalid',
      })
    },
  )

  it('are those of the page', () => {
    const shown = readPage('docs/guides/own-filters.md').blocks.flatMap(({ info }) => info.get('same') ?? [])
    const names = [
      'schema',
      'either',
      'caseless',
      'json-path',
      'overlap',
      'distance',
      'postgis',
      'similar',
      'deleted',
      'sqlite',
    ]
    expect(shown).toEqual(names.map((name) => `test/docs/own-filters/${name}.ts`))
  })
})
