import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { int, mysqlTable } from 'drizzle-orm/mysql-core'
import { drizzle as mysqlDrizzle } from 'drizzle-orm/mysql2'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import {
  applyFilters,
  type ListDatabase,
  paginate,
  paginateConfig,
  PaginateQuery,
  paginateSelect,
} from '../../src/index.js'
import { shapeCacheStats } from '../../src/kept/kept-texts.js'
import { encodePlan } from '../../src/sql/encode-plan.js'
import { keptStatements } from '../select/lists.js'
import { createPlan } from '../../src/plan/create-plan.js'
import { normalizeQuery } from '../../src/request/paginate-query.js'
import type { ResolvedConfig } from '../../src/types/resolved-config.js'
import { keptBytes, KeptShapes, MAX_KEPT_BYTES, TextNumbers } from '../../src/kept/kept-shapes.js'
import { forgetShapes } from './forget-shapes.js'

describe('KeptShapes', () => {
  test('pushes out what was used longest ago', () => {
    const cache = new KeptShapes<string>(2)
    cache.set([1], 'a', 1)
    cache.set([2], 'b', 1)
    expect(cache.get([1])).toBe('a')
    cache.set([3], 'c', 1)
    expect([cache.get([1]), cache.get([2]), cache.get([3]), cache.size]).toEqual(['a', undefined, 'c', 2])
  })

  test('tells shapes of one hash apart, and forgets each by itself', () => {
    // 31 · 1 + 0 = 31 · 0 + 31: equal hashes.
    const [one, other, third] = [
      [1, 0],
      [0, 31],
      [0, 0, 31],
    ]
    const cache = new KeptShapes<string>(2)
    cache.set(one, 'one', 1)
    expect(cache.get(other)).toBeUndefined()
    cache.set(other, 'other', 1)
    expect([cache.get(one), cache.get(other), cache.get(third)]).toEqual(['one', 'other', undefined])
    cache.set(third, 'third', 1)
    expect([cache.get(one), cache.get(other), cache.get(third)]).toEqual([undefined, 'other', 'third'])
  })

  test('forgets one of a hash without the others', () => {
    const shapes = [
      [1, 0, 0],
      [0, 31, 0],
      [0, 30, 31],
    ]
    for (const dropped of shapes) {
      const cache = new KeptShapes<string>()
      for (const shape of shapes) cache.set(shape, shape.join(), 0)
      cache.delete(dropped)
      expect(shapes.map((shape) => cache.get(shape))).toEqual(
        shapes.map((shape) => (shape === dropped ? undefined : shape.join())),
      )
      for (const shape of shapes) cache.delete(shape)
    }
  })

  test('holds what a list ordered by use would hold', () => {
    const shape = fc.array(fc.constantFrom(0, 1, 31, 62), { maxLength: 3 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(shape, { maxLength: 60 }), (capacity, asked) => {
        const cache = new KeptShapes<string>(capacity)
        let model: string[] = []
        for (const next of asked) {
          const key = next.join()
          const found = cache.get(next)
          expect(found).toBe(model.includes(key) ? key : undefined)
          if (found === undefined) cache.set(next, key, 1)
          model = [key, ...model.filter((other) => other !== key)].slice(0, capacity)
          expect(cache.size).toBe(model.length)
        }
      }),
    )
  })
})

describe('TextNumbers', () => {
  test('gives equal texts equal numbers and others others, and forgets only what was not used for long', () => {
    const numbers = new TextNumbers(2)
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map((key) => numbers.numberOf(key))).toEqual([1, 2, 1, 3, 1, 2])
    for (const key of ['d', 'e', 'f', 'g', 'h']) numbers.numberOf(key)
    expect(numbers.numberOf('a')).toBe(9)
  })
})

describe('statements by shape', () => {
  const client = new Database(':memory:')
  client.exec(
    "create table notes (id integer primary key, title text not null, size integer); insert into notes values (1, 'a', 1), (2, 'b', 2), (3, 'c', null)",
  )
  afterAll(() => client.close())
  const notes = sqliteTable('notes', { id: integer().primaryKey(), title: text().notNull(), size: integer() })
  const db = drizzle({ client })
  const listOf = () =>
    paginateConfig(notes)
      .withLimits(2, 10)
      .withTieBreaker('id')
      .sortable('size', 'title')
      .filterable('size', '$eq', '$in', '$gt')
      .filterable('title', '$eq', '$ilike')
      .build()
  const sizes = async (config: ReturnType<typeof listOf>, ...queries: string[]) => {
    for (const query of queries) await paginate(db, PaginateQuery.from(query), config)
    return shapeCacheStats(config)
  }

  test.each<[title: string, queries: string[], shapes: number]>([
    ['values, pages and limits', ['filter.size=$eq:1', 'filter.size=$eq:2&page=2', 'filter.size=$eq:3&limit=1'], 1],
    ['lists of any length', ['filter.size=$in:1', 'filter.size=$in:1,2,3'], 1],
    ['the order of fields', ['filter.size=$eq:1&filter.title=$eq:a', 'filter.title=$eq:b&filter.size=$eq:1'], 1],
    ['the case of names and tokens', ['filter.SIZE=$EQ:1&sortBy=Title:asc', 'filter.size=$eq:1&sortBy=title:ASC'], 1],
    ['another operator', ['filter.size=$eq:1', 'filter.size=$gt:1'], 2],
    ['a negation', ['filter.size=$eq:1', 'filter.size=$not:$eq:1'], 2],
    ['another connector', ['filter.size=$eq:1&filter.size=$eq:2', 'filter.size=$eq:1&filter.size=$or:$eq:2'], 2],
    ['another direction', ['sortBy=size:ASC', 'sortBy=size:DESC'], 2],
    ['another order of sorts', ['sortBy=size:ASC&sortBy=title:ASC', 'sortBy=title:ASC&sortBy=size:ASC'], 2],
  ])('%s: so many shapes', async (_, queries, shapes) => {
    const { hits, misses, size } = await sizes(listOf(), ...queries)
    expect({ hits, misses, size }).toEqual({ hits: queries.length - shapes, misses: shapes, size: shapes })
  })

  test('a host condition is bound afresh, and never answers with the values of another request', async () => {
    const config = listOf()
    const idsOf = async (id: number) =>
      (await paginate(db, {}, config, { where: eq(notes.id, id) })).items.map((item) => item.id)
    expect([await idsOf(1), await idsOf(2), await idsOf(3)]).toEqual([[1], [2], [3]])
    expect(shapeCacheStats(config)).toMatchObject({ hits: 2, misses: 1 })
  })

  test('fragments of applyFilters are free to be appended to', () => {
    const config = listOf()
    const rendered = () => {
      const { where, orderBy } = applyFilters(PaginateQuery.from('filter.size=$in:1,2&sortBy=size:DESC'), config)
      const statement = db
        .select({ id: notes.id })
        .from(notes)
        .where(where)
        .orderBy(...orderBy)
        .toSQL()
      where?.append(sql` and no such thing`)
      orderBy[0]?.append(sql` and no such order`)
      return statement
    }
    expect(rendered()).toEqual(rendered())
  })

  test('two selections are two shapes', async () => {
    const config = listOf()
    expect((await paginateSelect(db, {}, config, { id: notes.id })).items[0]).toEqual({ id: 1 })
    expect((await paginateSelect(db, {}, config, { name: notes.title })).items[0]).toEqual({ name: 'a' })
    expect(shapeCacheStats(config)).toMatchObject({ misses: 2 })
  })

  test('a client that sends ever new shapes does not grow it past its bound', async () => {
    const config = paginateConfig(notes)
      .withLimits(2, 10)
      .withTieBreaker('id')
      .filterable('size', '$eq', '$gt', '$lt')
      .build()
    const operators = ['$eq:1', '$gt:1', '$lt:1', '$not:$eq:1', '$not:$gt:1']
    for (let shape = 0; shape < 700; shape++) {
      const criteria = Array.from({ length: 5 }, (_, at) => `filter.size=${operators[Math.floor(shape / 5 ** at) % 5]}`)
      await paginate(db, PaginateQuery.from(criteria.join('&')), config)
    }
    expect(shapeCacheStats(config)).toMatchObject({ size: 500, capacity: 500 })
  })
})

describe('bytes', () => {
  test('all that is kept together stays within its bound, the oldest going first', () => {
    const [one, other] = [new KeptShapes<string>(500, 10_000), new KeptShapes<string>(500, 10_000)]
    for (let at = 0; at < 50; at++) one.set([at], 'x', 1000)
    expect(one.size).toBe(6)
    expect([one.get([44]), one.get([49]), other.size]).toEqual(['x', 'x', 0])
    one.grow([49], 8000)
    expect([one.size, one.get([49])]).toEqual([1, 'x'])
  })
})

describe('bytes of an entry', () => {
  test('count its key, its value and what it takes itself, and are given back', () => {
    forgetShapes()
    const before = keptBytes()
    expect(before).toBe(0)
    const cache = new KeptShapes<string>(2)
    cache.set([1, 2, 3], 'a', 1000)
    expect(keptBytes() - before).toBe(600 + 3 * 8 + 1000)
    cache.grow([1, 2, 3], 50)
    expect(keptBytes() - before).toBe(600 + 3 * 8 + 1050)
    cache.grow([4], 50)
    cache.delete([4])
    cache.set([1, 2, 3], 'b', 0)
    expect([keptBytes() - before, cache.size, cache.get([1, 2, 3])]).toEqual([600 + 3 * 8, 1, 'b'])
    cache.set([4], 'c', 0)
    cache.set([5], 'd', 0)
    expect([keptBytes() - before, cache.size]).toEqual([2 * (600 + 8), 2])
    cache.delete([4])
    cache.delete([5])
    expect([keptBytes() - before, cache.size, cache.get([4])]).toEqual([0, 0, undefined])
  })

  test('may be as many as are allowed', () => {
    const cache = new KeptShapes<string>(10, 2 * (600 + 8))
    cache.set([1], 'a', 0)
    cache.set([2], 'b', 0)
    expect(cache.size).toBe(2)
    cache.set([3], 'c', 0)
    expect([cache.size, cache.get([1]), cache.get([2])]).toEqual([2, undefined, 'b'])
    cache.grow([3], 10_000)
    expect([cache.size, cache.get([2])]).toEqual([1, 'b'])
  })

  test('of a configuration that is full, its own oldest goes', () => {
    const [one, other] = [new KeptShapes<string>(1), new KeptShapes<string>(1)]
    other.set([1], 'other', 0)
    one.set([1], 'a', 0)
    one.set([2], 'b', 0)
    expect([other.get([1]), one.get([1]), one.get([2])]).toEqual(['other', undefined, 'b'])
    other.delete([1])
    one.delete([2])
  })
})

describe('what a hostile client can make the process keep', () => {
  const lists = Array.from({ length: 14 }, (_, at) => `n${at}`)
  const columns = Object.fromEntries(lists.map((name) => [name, int()]))
  const wide = mysqlTable('wide', { id: int().primaryKey(), ...columns })
  const db = mysqlDrizzle({ client: {} as never }) as ListDatabase

  /** Asks for the statements of a request, as `paginate` would, and says whether they are kept. */
  function ask(config: ResolvedConfig, query: string, where?: SQL): boolean {
    const planned = createPlan(normalizeQuery(PaginateQuery.from(query)), config)
    if (!planned.ok) throw new Error(query)
    const statements = keptStatements(db, {
      config,
      ...encodePlan(planned.value, config),
      selection: config.selection,
      where,
    })
    const { count, page } =
      statements === null
        ? { count: undefined, page: undefined }
        : {
            count: statements.count(),
            page: statements.page({ isReversed: false, form: 'plain', limit: 1, offset: 0 }),
          }
    return count !== undefined && page !== undefined
  }

  const listOf = (): ResolvedConfig => {
    const base = paginateConfig(wide).withLimits(5, 50).withTieBreaker('id')
    return resolvedConfig(
      lists.reduce((builder, name) => builder.filterable(name as 'id', '$in', '$eq') as never, base).build(),
    )
  }

  test('a statement with many values is not kept', () => {
    const config = listOf()
    const query = lists
      .map((name) => `filter.${name}=$in:${Array.from({ length: 60 }, (_, at) => at).join(',')}`)
      .join('&')
    expect(ask(config, query)).toBe(false)
    expect(ask(config, `filter.n1=$in:${Array.from({ length: 60 }, (_, at) => at).join(',')}`)).toBe(true)
    expect(
      ask(
        config,
        '',
        inArray(
          wide.id,
          Array.from({ length: 2000 }, (_, at) => at),
        ),
      ),
    ).toBe(false)
  })

  test('shapes without end keep at most the documented bytes, over many configurations', { timeout: 120_000 }, () => {
    forgetShapes()
    const configs = Array.from({ length: 40 }, listOf)
    for (let shape = 0; shape < 3500; shape++) {
      const criteria = lists
        .slice(0, 10)
        .map(
          (name, at) => `filter.${name}=${(shape >> at) & 1 ? '$not:' : ''}$in:1,2,3,${shape % 7 === 0 ? '4,5' : '4'}`,
        )
      ask(configs[shape % configs.length] as ResolvedConfig, criteria.join('&'))
    }
    expect(keptBytes()).toBeLessThanOrEqual(MAX_KEPT_BYTES)
    expect(keptBytes()).toBeGreaterThan(MAX_KEPT_BYTES * 0.9)
  })
})
