// What the app's own search is to a list: what it orders by, and what it is before it is asked.
import { eq, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import { describe, expect, test, vi } from 'vitest'
import { paginateConfig, PaginateConfigError } from '../../../src/index.js'
import { words } from '../../../src/entries/search/index.js'
import * as configRefusals from '../../../src/mistakes/config-refusals.js'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import type { OwnSearch } from '../../../src/types/config.js'

const notes = pg.pgTable('notes', { id: pg.integer().primaryKey(), title: pg.text().notNull(), byId: pg.integer() })
const people = pg.pgTable('people', { id: pg.integer().primaryKey(), name: pg.text().notNull() })
const memos = lite.sqliteTable('memos', { id: lite.integer().primaryKey(), title: lite.text().notNull() })
const dialect = new pg.PgDialect()
const textOf = (fragment: unknown): string | null =>
  fragment === null ? null : dialect.sqlToQuery(fragment as ReturnType<typeof sql>).sql

function searchOf(search: unknown, table: unknown = notes): OwnSearch {
  const list = paginateConfig(table as typeof notes)
    .leftJoin('by', people, eq(people.id, notes.byId))
    .withLimits(5, 10)
    .withTieBreaker('id')
    .searchWith(search as () => ReturnType<typeof sql>)
    .build()
  return resolvedConfig(list).searchWith as OwnSearch
}
const where = sql`${notes.title} = 'a'`

describe('What it orders by is asked', () => {
  test.each<[title: string, search: (given: { readonly term: string }) => unknown, order: string]>([
    ['a condition', () => where, 'nothing'],
    ['a condition in a record', () => ({ where }), 'nothing'],
    ['a rank', () => ({ where, rank: sql`1` }), 'rank'],
    ['a distance', () => ({ distance: sql`1` }), 'distance'],
    ['a distance with a condition', () => ({ where, distance: notes.id }), 'distance'],
    ['a promise', () => Promise.resolve({ where, rank: sql`1` }), 'distance'],
    ['a promise that fails', () => Promise.reject(new Error('no service')), 'distance'],
  ])('of %s', (_title, answer, order) => {
    const search = vi.fn(answer)
    const own = searchOf(search)
    expect(search).not.toHaveBeenCalled()
    expect([own.orderedBy(), own.orderedBy()]).toEqual([order, order])
    expect(search).toHaveBeenCalledTimes(1)
    expect(search).toHaveBeenCalledWith({ term: 'a', table: notes })
  })

  test('of each table that a function is given', () => {
    const others = pg.pgTable('notes', { id: pg.integer().primaryKey(), byId: pg.integer() })
    const search = vi.fn(({ table }: { readonly table: unknown }) =>
      table === others ? { where, rank: sql`1` } : where,
    )
    const orders = (): string[] => [notes, others, notes, others].map((table) => searchOf(search, table).orderedBy())
    expect(orders()).toEqual(['nothing', 'rank', 'nothing', 'rank'])
    expect(search).toHaveBeenCalledTimes(2)
  })

  test('of no async function, which may ask a service', () => {
    const search = vi.fn()
    expect(searchOf(async () => search()).orderedBy()).toBe('distance')
    expect(search).not.toHaveBeenCalled()
  })
})

describe('Before it is asked it is', () => {
  test.each<[title: string, search: () => unknown, order: string | null, isDistance: boolean]>([
    ['a condition', () => where, null, false],
    ['a rank', () => ({ where, rank: sql`1` }), '0', false],
    ['a distance', () => ({ distance: sql`1` }), '0', true],
  ])('%s', (_title, search, order, isDistance) => {
    const unasked = searchOf(search).unasked('b')
    expect(textOf(unasked.where)).toBe('true')
    expect(textOf(unasked.rank?.expression ?? null)).toBe(order)
    expect(unasked).toMatchObject({ joins: [], isDistance })
    if (order !== null) expect(unasked.rank).toMatchObject({ name: 'relevance', term: 'b', isNullable: true })
  })
})

describe('Its answer is', () => {
  test.each<[title: string, search: () => unknown, where: string | null, order: string | null, isDistance: boolean]>([
    ['a condition', () => where, `("notes"."title" = 'a')`, null, false],
    [
      'a rank',
      () => ({ where, rank: sql`1` }),
      `("notes"."title" = 'a')`,
      `coalesce((1)::double precision, '-infinity')`,
      false,
    ],
    ['a distance', () => ({ distance: sql`1` }), null, '1', true],
    [
      'a distance of a column',
      () => ({ where, distance: notes.id }),
      `("notes"."title" = 'a')`,
      '("notes"."id")',
      true,
    ],
  ])('%s', (_title, search, condition, order, isDistance) => {
    const found = searchOf(search).ask('a') as Exclude<ReturnType<OwnSearch['ask']>, PromiseLike<unknown>>
    expect(textOf(found.where)).toBe(condition)
    expect(textOf(found.rank?.expression ?? null)).toBe(order)
    expect(found.isDistance).toBe(isDistance)
    expect(found.joins).toEqual([])
    expect(found.rank === null ? false : found.rank.isDistance === true).toBe(isDistance)
  })

  test('joined where it reads a joined table', () => {
    const read = sql`${people.name} = 'a'`
    expect(searchOf(() => read).ask('a')).toMatchObject({ joins: [0], rank: null })
    expect(searchOf(() => ({ where, rank: people.id })).ask('a')).toMatchObject({ joins: [], rank: { joins: [0] } })
  })

  test('a rank as it is written where no type is declared', () => {
    const list = paginateConfig(memos)
      .withLimits(5, 10)
      .withTieBreaker('id')
      .searchWith(() => ({ where: sql`1`, rank: sql`2` }))
      .build()
    const found = resolvedConfig(list).searchWith?.ask('a')
    expect(textOf((found as { readonly rank: { readonly expression: unknown } }).rank.expression)).toBe('(2)')
  })

  test.each<[title: string, answer: unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'a'],
    ['a condition that is a text', { where: 'a' }],
    ['a rank without a condition', { rank: sql`1` }],
    ['a rank and a distance', { where, rank: sql`1`, distance: sql`1` }],
    ['a rank that is a number', { where, rank: 1 }],
    ['a distance that is a number', { distance: 1 }],
    ['a distance with a condition that is a text', { where: 'a', distance: sql`1` }],
  ])('refused where it is %s', (_title, answer) => {
    expect(() => searchOf(() => answer).ask('a')).toThrow(new PaginateConfigError(configRefusals.searchNotAFunction))
  })
})

describe('The fields of words() are', () => {
  const wordsOf = (columns: readonly (pg.AnyPgColumn | lite.AnySQLiteColumn)[]) =>
    searchOf(words(columns as [pg.AnyPgColumn])).words?.map(({ name }) => name) ?? null

  test('those of the list', () => {
    expect(wordsOf([notes.title])).toEqual(['title'])
    expect(wordsOf([notes.title, people.name])).toEqual(['title', 'by.name'])
  })

  test('none of another search', () => {
    expect(searchOf(() => where).words).toBeNull()
  })
})
