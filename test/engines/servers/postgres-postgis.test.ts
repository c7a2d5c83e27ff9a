// docs/guides/own-filters.md, "A distance with PostGIS", where the server has the extension (Debian's
// postgresql-15-postgis-3).
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyFilters, paginate, PaginateQuery } from '../../../src/index.js'
import { postgresServer } from '../../support/servers.js'
import { branches, list } from '../../docs/own-filters/postgis.js'

/** An extension is a database's, and this suite runs on both lines at once. */
const database = `paginate_postgis_${process.pid}`
const { username, ...address } = postgresServer()
const server = new pg.Pool({ ...address, user: username, max: 1 })
const pool = new pg.Pool({ ...address, user: username, max: 1, database })
const db = drizzle({ client: pool })
const { rows: found } = await server.query(`select 1 from pg_available_extensions where name = 'postgis'`)
const isThere = found.length > 0
if (!isThere) console.warn('PostGIS is not installed on this server: its recipe is not run.')

describe.skipIf(!isThere)('A distance with PostGIS', () => {
  beforeAll(async () => {
    await server.query(`create database ${database}`)
    await pool.query(`create extension postgis;
      create table branches (id int primary key, name text not null, at geography(point, 4326) not null);
      insert into branches values (1, 'Mitte', 'point(13.405 52.52)'), (2, 'north of it', 'point(13.405 52.53)'), (3, 'Munich', 'point(11.575 48.137)'),
        (4, 'over the date line', 'point(179.999 0)');
      insert into branches select n, 'branch ' || n, st_makepoint(n % 100 - 150, n / 100 % 60 - 70)::geography from generate_series(5, 20000) n;
      create index branches_at on branches using gist (at); analyze branches`)
  })

  test.each<[string, number[]]>([
    ['52.52,13.405,0', [1]],
    // 0.01° of latitude are 1,112.8 m on the ellipsoid here, 1,111.9 m on the sphere of the formula.
    ['52.52,13.405,1112', [1]],
    ['52.52,13.405,1113', [1, 2]],
    ['52.52,13.405,504000', [1, 2]],
    ['52.52,13.405,505000', [1, 2, 3]],
    ['0,-179.999,300', [4]],
  ])('near %s', async (near, expected) => {
    const page = await paginate(db, PaginateQuery.from(`filter.near=$eq:${near}`), list)
    expect(page.items.map(({ id }) => id)).toEqual(expected)
    expect(page.meta.totalItems).toBe(expected.length)
  })

  test('is served by the index', async () => {
    const { where } = applyFilters(PaginateQuery.from('filter.near=$eq:52.52,13.405,5000'), list)
    const plan = await db.execute(sql`explain ${db.select({ id: branches.id }).from(branches).where(where)}`)
    expect(JSON.stringify(plan)).toContain('branches_at')
  })

  test('no column of the extension reaches an item', async () => {
    const { items } = await paginate(db, PaginateQuery.from('filter.near=$eq:52.52,13.405,0'), list)
    expect(items).toEqual([{ id: 1, name: 'Mitte' }])
    expect(Object.keys(branches)).toContain('at')
  })
})

afterAll(async () => {
  await pool.end()
  await server.query(`drop database if exists ${database}`)
  await server.end()
})
