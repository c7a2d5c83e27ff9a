// The whole order of a request: its terms with the tie-breaker, where nulls are placed, its print, and the columns it
// sorts by.
import { eq, sql } from 'drizzle-orm'
import { int, mysqlTable, text as mysqlText } from 'drizzle-orm/mysql-core'
import { integer, pgTable, pgView, text } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { nullPlace, orderTerms, sortedColumns } from '../../../src/sql/order-terms.js'
import { orderOf } from '../../../src/features/positions/position.js'
import { orderPrint } from '../../../src/features/cursors/cursor-text.js'
import { type AnyPaginateConfig, paginateConfig } from '../../../src/index.js'
import type { Field, SortTerm } from '../../../src/types/config.js'
import type { ResolvedConfig } from '../../../src/types/resolved-config.js'

const authors = pgTable('authors', { id: integer().primaryKey(), name: text().notNull() })
const posts = pgTable('posts', {
  id: integer().primaryKey(),
  title: text('post_title').notNull(),
  note: text(),
  place: integer().notNull(),
  author: integer().notNull(),
})
const begin = () =>
  paginateConfig(posts)
    .leftJoin('writer', authors, eq(authors.id, posts.author))
    .field('upper', sql`upper(${posts.title})`)
    .field('noteAsDay', posts.note, 'date')
    .field('titleAsDay', posts.title, 'date')
    .sortable('title', 'note', 'place', 'writer.name', 'upper', 'noteAsDay', 'titleAsDay')
    .withLimits(10, 20)
const list = resolvedConfig(begin().withTieBreaker('id').build())
const following = resolvedConfig(begin().withTieBreaker({ id: 'follow' }).build())
const compound = resolvedConfig(begin().withTieBreaker('place', 'id').build())

const fieldOf = (config: ResolvedConfig, name: string): Field => {
  const field = config.sortable.get(name) ?? config.fields.get(name.toLowerCase())
  if (field === undefined) throw new Error(`No field ${name}.`)
  return field
}
/** `title`, `-title` descending. */
const sortOf = (config: ResolvedConfig, names: readonly string[]): SortTerm[] =>
  names.map((name) => ({
    field: fieldOf(config, name.replace('-', '')),
    direction: name.startsWith('-') ? 'desc' : 'asc',
  }))
const shown = (terms: readonly SortTerm[]): string[] =>
  terms.map(({ field, direction }) => `${direction === 'desc' ? '-' : ''}${field.name}`)

describe('The terms of an order', () => {
  test.each<[title: string, config: ResolvedConfig, sort: readonly string[], terms: readonly string[]]>([
    ['end with the tie-breaker', list, ['title'], ['title', 'id']],
    ['are the tie-breaker alone without a sort', list, [], ['id']],
    ['have the tie-breaker once, where the sort has it', list, ['-id', 'title'], ['-id', 'title']],
    ['have a field of the sort once', list, ['title', '-title'], ['title', 'id']],
    ['keep the direction of a tie-breaker that does not follow', list, ['-title'], ['-title', 'id']],
    ['turn a tie-breaker that follows', following, ['-title', 'note'], ['-title', 'note', '-id']],
    ['turn it by the first term only', following, ['title', '-note'], ['title', '-note', 'id']],
    ['leave one that follows nothing', following, [], ['id']],
    ['have what is missing of a tie-breaker', compound, ['-place'], ['-place', 'id']],
  ])('%s', (_title, config, sort, terms) => {
    expect(shown(orderTerms(sortOf(config, sort), config))).toEqual(terms)
    expect(shown(orderOf(sortOf(config, sort), config))).toEqual(terms)
  })
})

describe('What an order sorts by', () => {
  test.each<[title: string, config: ResolvedConfig, sort: readonly string[], names: readonly string[] | null]>([
    ['columns of the root, by their names in the database', list, ['title', '-note'], ['post_title', 'note']],
    ['the tie-breaker where it is all', list, [], ['id']],
    ['the first column of one of two', compound, [], ['place']],
    ['nothing that a joined table has', list, ['title', 'writer.name'], null],
    ['no expression', list, ['upper'], null],
  ])('%s', (_title, config, sort, names) => {
    const found = sortedColumns(orderOf(sortOf(config, sort), config), config)
    expect(found).toEqual(names === null ? null : { table: posts, names })
  })
  test('nothing of a view, whose indexes no schema shows', () => {
    const view = pgView('recent', { id: integer().notNull() }).existing()
    const config = resolvedConfig(
      paginateConfig(view).withLimits(10, 20).withTieBreaker('id', { assumeUnique: true }).build() as AnyPaginateConfig,
    )
    expect(sortedColumns(orderOf([], config), config)).toBeNull()
  })
})

test.each<[field: string, isNullable: boolean]>([
  ['title', false],
  ['note', true],
  ['noteAsDay', true],
  ['titleAsDay', true],
])('whether a position can have a null of %s: %s', (name, isNullable) => {
  expect(orderOf(sortOf(list, [name]), list)[0]?.isNullable).toBe(isNullable)
})

const columns = <Text>(own: () => Text) => ({
  plain: own(),
  first: own(),
  last: own(),
  smallest: own(),
  largest: own(),
})
const tables = {
  postgresql: pgTable('nulls', { id: integer().primaryKey(), ...columns(() => text()) }),
  mysql: mysqlTable('nulls', { id: int().primaryKey(), ...columns(() => mysqlText()) }),
  sqlite: sqliteTable('nulls', { id: sqliteInteger().primaryKey(), ...columns(() => sqliteText()) }),
}
const withNulls = (dialect: keyof typeof tables): ResolvedConfig =>
  resolvedConfig(
    paginateConfig(tables[dialect] as typeof tables.postgresql)
      .sortable('plain', 'first', 'last', 'smallest', 'largest')
      .sortable('first', { nulls: 'first' })
      .sortable('last', { nulls: 'last' })
      .sortable('smallest', { nulls: 'smallest' })
      .sortable('largest', { nulls: 'largest' })
      .withLimits(10, 20)
      .withTieBreaker('id')
      .build() as AnyPaginateConfig,
  )

// In MySQL and SQLite null is smaller than every value, in PostgreSQL larger. What the database does by itself is not
// written.
describe('Nulls', () => {
  type Place = 'first' | 'last'
  test.each<[sort: string, place: Place, postgresql: Place | null, others: Place | null]>([
    ['first', 'first', 'first', 'first'],
    ['-first', 'first', 'first', 'first'],
    ['last', 'last', 'last', 'last'],
    ['-last', 'last', 'last', 'last'],
    ['smallest', 'first', 'first', null],
    ['-smallest', 'last', 'last', null],
    ['largest', 'last', null, 'last'],
    ['-largest', 'first', null, 'first'],
  ])('of %s are %s', (sort, place, postgresql, others) => {
    for (const dialect of ['postgresql', 'mysql', 'sqlite'] as const) {
      const config = withNulls(dialect)
      const [term] = orderOf(sortOf(config, [sort]), config)
      expect([dialect, term?.nulls]).toEqual([dialect, place])
      const written = (dialect === 'postgresql' ? postgresql : others) ?? undefined
      expect([dialect, nullPlace(term as SortTerm, config)]).toEqual([dialect, written])
    }
  })
  test.each<[sort: string, postgresql: Place, others: Place]>([
    ['plain', 'last', 'first'],
    ['-plain', 'first', 'last'],
  ])('of %s are where the database has them', (sort, postgresql, others) => {
    for (const dialect of ['postgresql', 'mysql', 'sqlite'] as const) {
      const config = withNulls(dialect)
      const [term] = orderOf(sortOf(config, [sort]), config)
      expect([dialect, term?.nulls]).toEqual([dialect, dialect === 'postgresql' ? postgresql : others])
      expect(nullPlace(term as SortTerm, config)).toBeUndefined()
    }
  })
  test('of a distance are the farthest', () => {
    for (const [dialect, written] of [
      ['postgresql', undefined],
      ['mysql', 'last'],
      ['sqlite', 'last'],
    ] as const) {
      const config = withNulls(dialect)
      const field: Field = { ...fieldOf(config, 'smallest'), isDistance: true }
      expect([dialect, nullPlace({ field, direction: 'asc' }, config)]).toEqual([dialect, written])
    }
  })
})

describe('The print of an order', () => {
  const printOf = (config: ResolvedConfig, ...sort: string[]): string =>
    orderPrint(orderOf(sortOf(config, sort), config))
  const print = printOf(list, 'title', 'note')
  // Another text would reject every cursor that clients hold.
  test('is equal for equal orders, and does not change', () => {
    expect(printOf(resolvedConfig(begin().withTieBreaker('id').build()), 'title', 'note')).toBe(print)
    expect(print).toBe('oc5590x7v8')
  })
  const nulls = resolvedConfig(begin().sortable('note', { nulls: 'first' }).withTieBreaker('id').build())
  const [first, ...rest] = orderOf(sortOf(list, ['title', 'note']), list)
  const ranked = (term: string): string =>
    orderPrint([{ ...first, field: { ...first?.field, term } }, ...rest] as never)
  test.each<[title: string, other: string]>([
    ['another field', printOf(list, 'title', 'place')],
    ['another order of fields', printOf(list, 'note', 'title')],
    ['another direction', printOf(list, 'title', '-note')],
    ['another place of nulls', printOf(nulls, 'title', 'note')],
    ['another tie-breaker', printOf(compound, 'title', 'note')],
    ['a rank', ranked('')],
  ])('differs for %s', (_title, other) => {
    expect(other).not.toBe(print)
  })
  test('of a rank is that of its term', () => {
    expect(ranked('a')).toBe(ranked('a'))
    expect(ranked('a')).not.toBe(ranked('b'))
  })
})
