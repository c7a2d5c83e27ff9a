import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { PaginatedResponse } from 'drizzle-paginate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningDemo, runToEnd, startDemo } from './demo-process.js'
import { openPlainSql, type PlainCity, type PlainSql } from './plain-sql.js'

interface Item extends PlainCity {
  readonly population: number
  readonly country: { readonly code: string; readonly languages: string[] }
}

let plain: PlainSql
beforeAll(() => {
  plain = openPlainSql()
})
afterAll(() => plain.close())

const idAndName = (rows: readonly PlainCity[]): PlainCity[] => rows.map(({ id, name }) => ({ id, name }))

describe.each(['sqlite', 'pglite'])('the demo on %s', (db) => {
  let demo: RunningDemo
  beforeAll(async () => {
    demo = await startDemo(['--db', db])
  })

  const get = async (path: string): Promise<PaginatedResponse<Item>> => {
    const response = await fetch(demo.origin + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    return (await response.json()) as PaginatedResponse<Item>
  }

  test('is ready within a minute, shows its progress on stderr and prints the explorer and five URLs', () => {
    expect(demo.secondsToReady).toBeLessThan(60)
    expect(demo.stderr()).toContain('100 %, 135,233 of 135,233\n')
    expect(demo.explorer).toBe('/')
    expect(demo.paths).toHaveLength(5)
  })

  test('serves every city, the largest first', async () => {
    const { items, meta, links } = await get('/cities')
    expect(meta).toMatchObject({ totalItems: 135_233, itemsPerPage: 25, totalPages: 5410, sortBy: ['population:DESC'] })
    expect(idAndName(items)).toEqual(plain.cities('order by population desc, city.id limit 25'))
    expect(links).toEqual({
      first: '/cities?limit=25&page=1',
      previous: null,
      next: '/cities?limit=25&page=2',
      last: '/cities?limit=25&page=5410',
      current: '/cities?limit=25&page=1',
    })
  })

  test('the filtered page holds the rows that plain SQL finds, and its next link the rows after them', async () => {
    const where = "population >= 1000000 and country.continent = 'AS'"
    const page = await get(demo.paths[0]!)
    expect(page.meta.totalItems).toBe(plain.count(where))
    expect(idAndName(page.items)).toEqual(plain.cities(`where ${where} order by city.name, city.id limit 10`))
    const next = await get(page.links.next!)
    expect(idAndName(next.items)).toEqual(plain.cities(`where ${where} order by city.name, city.id limit 10 offset 10`))
  })

  test('the search with accents finds what contains the term', async () => {
    const where = "city.name like '%São José%'"
    const { items, meta } = await get(demo.paths[1]!)
    expect(meta).toMatchObject({ totalItems: plain.count(where), search: 'São José', searchBy: ['name'] })
    expect(idAndName(items)).toEqual(plain.cities(`where ${where} order by population desc, city.id limit 25`))
  })

  test('the many-filter finds the cities of countries with one of the languages', async () => {
    const where = `city.kind = 'capital' and exists (select 1 from spoken
      where spoken.country_code = city.country_code and spoken.language in ('Spanish', 'Portuguese'))`
    const { items, meta } = await get(demo.paths[2]!)
    expect(meta.totalItems).toBe(plain.count(where))
    expect(idAndName(items)).toEqual(plain.cities(`where ${where} order by population desc, city.id limit 25`))
    for (const { country } of items) expect(country.languages).toSatisfy((codes: string[]) => codes.includes('es') || codes.includes('pt'))
  })

  test('the deep page holds the rows at its depth', async () => {
    const { items, meta, links } = await get(demo.paths[3]!)
    expect(meta).toMatchObject({ totalItems: 135_233, currentPage: 3600, hasPreviousPage: true, hasNextPage: true })
    expect(idAndName(items)).toEqual(plain.cities('order by country.name, city.name, city.id limit 25 offset 89975'))
    const last = await get(links.last!)
    expect(idAndName(last.items)).toEqual(plain.cities('order by country.name, city.name, city.id limit 25 offset 135225'))
    expect(last.links.next).toBeNull()
  })

  test('the mistake is answered with a problem document', async () => {
    const response = await fetch(demo.origin + demo.paths[4]!)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: expect.stringContaining("Filter 'population'"),
      code: 'filter.value_invalid',
      parameter: 'filter.population',
    })
  })

  test.each([
    ['another path', '/towns', 'GET', 404],
    ['another method', '/cities', 'POST', 405],
  ])('%s is answered with a problem document too', async (_title, path, method, status) => {
    const response = await fetch(demo.origin + path, { method })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ status })
  })

  test('serves the explorer, which answers the same URLs', async () => {
    expect(await (await fetch(demo.origin + demo.explorer)).text()).toContain('<!doctype html>')
    for (const path of demo.paths) {
      const answer = await fetch(`${demo.origin}/?explorer=run&${path.slice(path.indexOf('?') + 1)}`)
      const { status, body } = (await answer.json()) as { status: number; body: string }
      const endpoint = await fetch(demo.origin + path)
      expect(status).toBe(endpoint.status)
      expect(JSON.parse(body)).toEqual(await endpoint.json())
    }
  })

  test('ends cleanly when it is interrupted', async () => {
    expect(await demo.stop()).toBe(0)
  })
})

describe('the demo says in one line what is wrong', () => {
  test.each([
    [['--db', 'oracle'], "--db is 'pglite' or 'sqlite', not 'oracle'."],
    [['--port', '70000'], "--port is a number from 0 to 65535, not '70000'."],
    [['--prot', '1'], "Unknown option '--prot'"],
  ])('about %j', async (args, sentence) => {
    const { code, stdout, stderr } = await runToEnd(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(sentence)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  test('about a port that is in use', async () => {
    const other = createServer().listen(0, 'localhost')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stdout, stderr } = await runToEnd(['--db', 'sqlite', '--port', String(port)])
    other.close()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(`demo: Port ${port} is in use. Choose another with --port, or 0 for any that is free.\n`)
  })
})
