// A slice of the small scopes in every run; `npm run exhaust` runs all of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPglite, openSqlite, type ShapeEngine } from './check-shapes.js'
import { ordered, PAGE_FORMS, type Scope, sets } from './scopes.js'

/** Every n-th shape, with n a prime: no choice in a scope comes round with it. */
function* slice<Item>({ size, at }: Scope<Item>, most: number): Generator<Item> {
  const primes = [1, 2, 3, 5, 7, 11, 23, 47, 97, 199, 401, 809, 1613, 3203, 6421]
  const step = primes.find((prime) => size / prime <= most) ?? 12_853
  for (let index = 0; index < size; index += step) yield at(index)
}

test('a scope has as many shapes as it says, each of them another one', () => {
  for (const { name, size, at } of [...sets.filter((scope) => scope.size < 20_000), ordered]) {
    const texts = new Set<string>()
    for (let index = 0; index < size; index++) {
      const shape = at(index)
      texts.add(`${'totals' in shape ? String(shape.totals) : ''} ${shape.query(0)}`)
    }
    expect([name, texts.size]).toEqual([name, size])
  }
})

test('what is enumerated', () => {
  expect(Object.fromEntries([...sets, ordered].map(({ name, size }) => [name, size]))).toMatchInlineSnapshot(`
    {
      "expressions of up to three terms": 24420,
      "filters of one field that is never null": 602,
      "filters of one text that is never null": 602,
      "filters of two fields, up to two criteria each, and a search": 181202,
      "orders of up to two terms, with each form of total, page and cursor": 1950,
    }
  `)
})

describe.each([
  ['sqlite', openSqlite, 120, 12],
  ['pglite', openPglite, 40, 4],
] as const)('%s', (_name, open, filtered, sorted) => {
  let engine: ShapeEngine
  beforeAll(async () => {
    engine = await open()
  })
  afterAll(() => engine.close())

  test.each(sets.map((scope) => [scope.name, scope] as const))('%s', async (_title, scope) => {
    let requests = 0
    for (const shape of slice(scope, filtered)) requests += await engine.checkSet(shape)
    expect(requests).toBeGreaterThan(filtered)
  })

  test(ordered.name, async () => {
    let requests = 0
    let shapes = 0
    for (const shape of slice(ordered, sorted)) {
      requests += await engine.checkOrdered(shape)
      shapes += 1
    }
    expect(requests).toBeGreaterThan(shapes * (3 + 9 * PAGE_FORMS.length))
  })
})
