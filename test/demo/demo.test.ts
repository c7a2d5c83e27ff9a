import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { CursorMeta, CursorPage, FacetRange, FacetValue, PaginatedResponse } from 'drizzle-paginate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFullLength } from '../support/property-runs.js'
import { type RunningDemo, runToEnd, startDemo } from './demo-process.js'
import { openPlainSql, type PlainCity, type PlainSql } from './plain-sql.js'
import type { KnownTotals } from '../../src/declarations.js'
import { BUILD_TIMEOUT } from '../support/timeouts.js'

interface Item extends PlainCity {
  readonly population: number
  readonly country: { readonly code: string; readonly languages: string[] }
}

type Faceted = PaginatedResponse<Item> & {
  readonly facets: Readonly<Record<'country.continent' | 'kind' | 'language', FacetValue<string>[]>> & {
    readonly population: FacetRange<number>
  }
}

let plain: PlainSql
beforeAll(() => {
  plain = openPlainSql()
})
afterAll(() => plain.close())

const idAndName = (rows: readonly PlainCity[]): PlainCity[] => rows.map(({ id, name }) => ({ id, name }))

/** PGlite's takes as long as all else of `npm test` together: it is tried at full length, in CI. */
describe.each(isFullLength ? ['sqlite', 'pglite'] : ['sqlite'])('the demo on %s', (db) => {
  let demo: RunningDemo
  beforeAll(async () => {
    demo = await startDemo(['--db', db])
  }, BUILD_TIMEOUT)

  const scroll = async (path: string): Promise<CursorPage<Item, CursorMeta & KnownTotals>> => {
    const response = await fetch(demo.origin + path)
    expect(response.status).toBe(200)
    return (await response.json()) as CursorPage<Item, CursorMeta & KnownTotals>
  }
  const get = async (path: string): Promise<PaginatedResponse<Item>> => {
    const response = await fetch(demo.origin + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    return (await response.json()) as PaginatedResponse<Item>
  }

  test('is ready within a minute, shows its progress on stderr and prints both explorers and eight URLs', () => {
    expect(demo.secondsToReady).toBeLessThan(60)
    expect(demo.stderr()).toContain('100 %, 135,233 of 135,233\n')
    expect([demo.explorer, demo.scrollExplorer]).toEqual(['/', '/scroll'])
    expect(demo.paths).toHaveLength(8)
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
    for (const { country } of items)
      expect(country.languages).toSatisfy((codes: string[]) => codes.includes('es') || codes.includes('pt'))
  })

  test('the deep page holds the rows at its depth', async () => {
    const { items, meta, links } = await get(demo.paths[3]!)
    expect(meta).toMatchObject({ totalItems: 135_233, currentPage: 3600, hasPreviousPage: true, hasNextPage: true })
    expect(idAndName(items)).toEqual(plain.cities('order by country.name, city.name, city.id limit 25 offset 89975'))
    const last = await get(links.last!)
    expect(idAndName(last.items)).toEqual(
      plain.cities('order by country.name, city.name, city.id limit 25 offset 135225'),
    )
    expect(last.links.next).toBeNull()
  })

  test('the mistake is answered with a problem document', async () => {
    const response = await fetch(demo.origin + demo.paths[6]!)
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

  test('facets count what plain SQL counts; each leaves out the criterion on its own field', async () => {
    const asia = "country.continent = 'AS'"
    const { facets, meta } = (await get('/cities?filter.country.continent=$eq:AS&filter.kind=$eq:capital')) as Faceted
    expect(facets['kind']).toEqual(leadingBack(plain.groups('city.kind', `where ${asia}`)))
    expect(facets['country.continent']).toEqual(
      leadingBack(plain.groups('country.continent', "where city.kind = 'capital'")),
    )
    expect(facets.population).toMatchObject({ count: meta.totalItems })
    const most = facets['language'][0]!
    expect(most.count).toBe(
      plain.count(`${asia} and city.kind = 'capital' and exists (select 1 from spoken
        where spoken.country_code = city.country_code and spoken.language = '${most.value}')`),
    )
    expect(facets['language']).toHaveLength(20)
  })

  test('facets of a wrong request are refused with it', async () => {
    const response = await fetch(`${demo.origin}/cities?filter.kind=$ilike:a`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'filter.operator_not_allowed' })
  })

  test('scrolls by cursor through the rows of the same order, and back, counted up to its bound', async () => {
    const first = await scroll('/cities/scroll?limit=40')
    expect(first.meta).toMatchObject({
      totalItems: null,
      totalItemsAtLeast: 10_001,
      hasPreviousPage: false,
      hasNextPage: true,
    })
    expect(first.links).toMatchObject({ previous: null, last: null })
    const second = await scroll(first.links.next!)
    expect(idAndName([...first.items, ...second.items])).toEqual(
      plain.cities('order by population desc, city.id limit 80'),
    )
    expect(await scroll(second.links.previous!)).toMatchObject({ items: first.items })
    expect((await scroll('/cities/scroll?filter.kind=$eq:capital')).meta.totalItems).toBe(
      plain.count("city.kind = 'capital'"),
    )
  })

  test('the search by words finds whole words, the best first, across pages', async () => {
    const url = '/cities/scroll?search=jose%20san&limit=10'
    const items: Item[] = []
    for (let next: string | null = url; next !== null;) {
      const page: CursorPage<Item, CursorMeta & KnownTotals> = await scroll(next)
      expect(page.meta.sortBy).toEqual(['relevance:DESC'])
      items.push(...page.items)
      next = page.links.next
    }
    const words = (name: string): Set<string> => new Set(name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    const expected = plain.cities('').filter(({ name }) => words(name).has('san') && words(name).has('jose'))
    expect(expected.length).toBeGreaterThan(20)
    expect(items.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort())
    const sample = await scroll(demo.paths[4]!)
    expect(sample.items).toHaveLength(10)
    for (const { name } of sample.items) expect(name).toMatch(/santa\Wmaria/i)
  })

  test.each([
    ['a page by number', 'page=1', 'page.not_supported', 'page'],
    ['what is no cursor', 'after=x', 'cursor.invalid', 'after'],
    ['two cursors', 'after=x&before=y', 'cursor.invalid', 'after'],
    ['relevance without a search', 'sortBy=relevance:DESC', 'sort.needs_search', 'sortBy'],
  ])('the scrolled list refuses %s', async (_title, query, code, parameter) => {
    const response = await fetch(`${demo.origin}/cities/scroll?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code, parameter })
  })

  test('a cursor of another order is refused', async () => {
    const { links } = await scroll('/cities/scroll?limit=1')
    const response = await fetch(`${demo.origin}${links.next}&sortBy=name:ASC`)
    expect(await response.json()).toMatchObject({ status: 400, code: 'cursor.order_changed' })
  })

  test('no search term makes an error of the database', async () => {
    for (const term of ['"', '-', "'", 'a" OR *', 'san AND (', '---------- -', '\\', 'name:x', 'NEAR(', '%00']) {
      const response = await fetch(`${demo.origin}/cities/scroll?search=${encodeURIComponent(term)}`)
      expect(response.status, term).toBe(200)
    }
  })

  test('exports the cities as a file, the whole set and a filtered one', async () => {
    const sample = await fetch(demo.origin + demo.paths[5]!)
    expect(sample.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(sample.headers.get('content-disposition')).toContain('attachment; filename="cities.csv"')
    const lines = (await sample.text()).split('\r\n')
    expect(lines[0]).toBe(
      'id,name,kind,population,latitude,longitude,country.code,country.name,country.continent,country.languages',
    )
    const where = "city.kind = 'regional seat' and country.continent = 'EU'"
    expect(lines.slice(1, -1).map((line) => Number(line.split(',', 1)[0]))).toEqual(
      plain.cities(`where ${where} order by population desc, city.id`).map(({ id }) => id),
    )
    const whole = await (await fetch(`${demo.origin}/cities.csv?sortBy=name:ASC`)).text()
    expect(whole.split('\r\n')).toHaveLength(135_233 + 2)
    const refused = await fetch(`${demo.origin}/cities.csv?filter.population=$gte:many`)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'filter.value_invalid' }),
    ])
    const head = await fetch(`${demo.origin}/cities.csv`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('a client that leaves an export leaves the demo running, and nothing on stderr', async () => {
    const before = demo.stderr()
    const leaving = new AbortController()
    const response = await fetch(`${demo.origin}/cities.csv`, { signal: leaving.signal })
    await response.body!.getReader().read()
    leaving.abort()
    expect((await get('/cities?limit=1')).items).toHaveLength(1)
    expect(demo.stderr()).toBe(before)
  })

  test.each([
    ['another path', '/towns', 'GET', 404],
    ['another method', '/cities', 'POST', 405],
  ])('%s is answered with a problem document too', async (_title, path, method, status) => {
    const response = await fetch(demo.origin + path, { method })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ status })
  })

  test('serves countries with their largest cities inside', async () => {
    const path = demo.paths.find((other) => other.startsWith('/countries')) ?? ''
    const { items } = (await (await fetch(demo.origin + path)).json()) as {
      items: { inhabitants: string; cityCount: number; largestCities: { population: number }[] }[]
    }
    expect(items).toHaveLength(3)
    for (const { inhabitants, cityCount, largestCities } of items) {
      const populations = largestCities.map(({ population }) => population)
      expect(populations).toEqual(populations.toSorted((a, b) => b - a))
      expect([largestCities.length, Number(inhabitants) > (populations[0] ?? 0), cityCount > 3]).toEqual([
        3,
        true,
        true,
      ])
    }
  })

  test('serves the explorers, which answer the same URLs', async () => {
    for (const explorer of [demo.explorer, demo.scrollExplorer]) {
      expect(await (await fetch(demo.origin + explorer)).text()).toContain('<!doctype html>')
    }
    for (const path of demo.paths.filter((other) => /^\/cities[?/]/.test(other))) {
      const explorer = path.startsWith('/cities/scroll') ? demo.scrollExplorer : demo.explorer
      const answer = await fetch(`${demo.origin}${explorer}?explorer=run&${path.slice(path.indexOf('?') + 1)}`)
      const { status, body } = (await answer.json()) as { status: number; body: string }
      const endpoint = await fetch(demo.origin + path)
      expect(status).toBe(endpoint.status)
      const { facets, ...page } = (await endpoint.json()) as { facets?: unknown }
      expect(JSON.parse(body)).toEqual(page)
      if (facets === undefined) continue
      const counted = await fetch(`${demo.origin}${explorer}?explorer=facets&${path.slice(path.indexOf('?') + 1)}`)
      expect(JSON.parse(((await counted.json()) as { body: string }).body)).toEqual({ facets })
    }
  })

  test('ends cleanly when it is interrupted', async () => {
    expect(await demo.stop()).toBe(0)
  })
})

/** Groups of plain SQL, each with the criterion that leads back to its rows. */
const leadingBack = (groups: readonly { readonly value: string; readonly count: number }[]) =>
  groups.map((group) => ({ ...group, filter: `$eq:${group.value}` }))

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
