// The law that the cache of statements rests on: requests of one shape have one statement text.
import { eq, sql } from 'drizzle-orm'
import { int, mysqlTable, text as mysqlText } from 'drizzle-orm/mysql-core'
import { integer, PgDialect, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { type AnyPaginateConfig, paginateConfig, PaginateQuery, rowsOf } from '../../../src/index.js'
import { quotedPart } from '../../../src/features/expressions/expression-text.js'
import { createPlan } from '../../../src/plan/create-plan.js'
import { normalizeQuery } from '../../../src/request/paginate-query.js'
import { shapeKey } from '../../../src/kept/kept-shapes.js'
import { compileShape } from '../../../src/sql/compile-shape.js'
import { encodePlan } from '../../../src/sql/encode-plan.js'
import type { FilterShape, Shape } from '../../../src/types/shape.js'

const ordered = ['$eq', '$in', '$null', '$lt', '$gte', '$btw'] as const
const texts = [...ordered, '$ilike', '$sw', '$ew', '$contains'] as const

function postgres(): AnyPaginateConfig {
  const parts = pgTable('parts', { noteId: integer().notNull(), word: text() })
  const notes = pgTable('notes', {
    id: integer().primaryKey(),
    title: text().notNull(),
    about: text(),
    size: integer(),
    at: timestamp({ precision: 3 }),
    tags: text().array(),
  })
  return paginateConfig(notes)
    .withLimits(5, 50)
    .withTieBreaker('id')
    .sortable('title', 'size')
    .allowUnlimited(100)
    .searchable('title', 'about')
    .filterable('title', ...texts)
    .filterable('about', ...texts)
    .filterable('size', ...ordered)
    .filterable('at', ...ordered)
    .filterable('tags', '$contains', '$null')
    .filterableMany('word', rowsOf(parts, eq(parts.noteId, notes.id)), parts.word, ...texts)
    .withFilterExpressions({ maxDepth: 10 })
    .build()
}

function mysql(): AnyPaginateConfig {
  const parts = mysqlTable('parts', { noteId: int().notNull(), word: mysqlText() })
  const notes = mysqlTable('notes', {
    id: int().primaryKey(),
    title: mysqlText().notNull(),
    about: mysqlText(),
    size: int(),
  })
  return paginateConfig(notes)
    .withLimits(5, 50)
    .withTieBreaker('id')
    .sortable('title', 'size')
    .allowUnlimited(100)
    .searchable('title', 'about')
    .filterable('title', ...texts)
    .filterable('about', ...texts)
    .filterable('size', ...ordered)
    .filterableMany('word', rowsOf(parts, eq(parts.noteId, notes.id)), parts.word, ...texts)
    .withFilterExpressions({ maxDepth: 10 })
    .build()
}

function sqlite(): AnyPaginateConfig {
  const parts = sqliteTable('parts', { noteId: sqliteInteger().notNull(), word: sqliteText() })
  const notes = sqliteTable('notes', {
    id: sqliteInteger().primaryKey(),
    title: sqliteText().notNull(),
    about: sqliteText(),
    size: sqliteInteger(),
  })
  return paginateConfig(notes)
    .withLimits(5, 50)
    .withTieBreaker('id')
    .sortable('title', 'size')
    .allowUnlimited(100)
    .searchable('title', 'about')
    .filterable('title', ...texts)
    .filterable('about', ...texts)
    .filterable('size', ...ordered)
    .filterableMany('word', rowsOf(parts, eq(parts.noteId, notes.id)), parts.word, ...texts)
    .withFilterExpressions({ maxDepth: 10 })
    .build()
}

const values: Record<string, string[]> = {
  title: ['a', "O'Brien", 'back\\slash', 'x'.repeat(300), 'a,b', 'a,b,c,d,e'],
  size: ['1', '2,3', '1,2,3,4,5', '9'],
  at: ['2024-01-01', '2024-01-01T10:00:00.123456', '2024-01-01,2025-01-01'],
  tags: ['a', 'a,b'],
}
const criterion = (field: string) =>
  fc
    .tuple(
      fc.constantFrom('', '$not:'),
      fc.constantFrom('', '$or:'),
      fc.constantFrom(...texts),
      fc.constantFrom(...(values[field] ?? (values['title'] as string[]))),
    )
    .map(([not, or, operator, value]) => ({
      field,
      or,
      text: operator === '$null' ? `${not}$null` : `${not}${operator}:${value}`,
    }))
const expression = (fields: readonly string[]): fc.Arbitrary<string> =>
  fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc
        .constantFrom(...fields)
        .chain(criterion)
        .map(({ field, text: written }) => `${field}=${quotedPart(written)}`),
      fc.tuple(tie('node'), fc.constantFrom(' AND ', ' OR '), tie('node')).map(([a, by, b]) => `(${a}${by}${b})`),
      tie('node').map((node) => `NOT ${node}`),
    ),
  })).node
const searchBys: string[][] = [[], ['about'], ['about', 'title']]
const sortBys: string[][] = [[], ['title:ASC'], ['size:DESC', 'title:ASC'], ['title:ASC', 'size:DESC']]
const request = (fields: readonly string[]) =>
  fc
    .record({
      criteria: fc.array(fc.constantFrom(...fields).chain(criterion), { maxLength: 3 }),
      expression: fc.option(expression(fields)),
      search: fc.constantFrom('', 'a', "it's", 'y'.repeat(300)),
      searchBy: fc.constantFrom(...searchBys),
      sortBy: fc.constantFrom(...sortBys),
      limit: fc.constantFrom('', '3', '-1'),
    })
    .map(({ criteria, expression, search, searchBy, sortBy, limit }) => {
      const parameters = new URLSearchParams([
        ['search', search],
        ['limit', limit],
      ])
      for (const name of searchBy) parameters.append('searchBy', name)
      for (const sort of sortBy) parameters.append('sortBy', sort)
      if (expression !== null) parameters.append('filter', expression)
      const met = new Set<string>()
      for (const { field, or, text: written } of criteria) {
        parameters.append(`filter.${field}`, met.has(field) ? `${or}${written}` : written)
        met.add(field)
      }
      return parameters.toString()
    })

const cases: [name: string, config: () => AnyPaginateConfig, fields: string[]][] = [
  ['PostgreSQL', postgres, ['title', 'about', 'size', 'at', 'tags', 'word']],
  ['MySQL', mysql, ['title', 'about', 'size', 'word']],
  ['SQLite', sqlite, ['title', 'about', 'size', 'word']],
]

// Any writer does: what is compared is one writer's text.
const writer = new PgDialect()

describe.each(cases)('On %s', (_, make, fields) => {
  test('equal shapes have equal statement text and as many values', () => {
    const config = resolvedConfig(make())
    const byShape = new Map<string, string>()
    let planned = 0
    fc.assert(
      fc.property(request(fields), (query) => {
        const plan = createPlan(normalizeQuery(PaginateQuery.from(query)), config)
        if (!plan.ok) return
        planned += 1
        const { shape, values } = encodePlan(plan.value, config)
        const key = String(shapeKey(shape, () => null))
        const compiled = compileShape(shape, config, (slot) => sql`${sql.raw(`<${slot}>`)}`)
        const { sql: statement } = writer.sqlToQuery(
          sql`${compiled.where} order by ${sql.join([...compiled.orderBy], sql`, `)} ${sql.raw(plan.value.limit === null ? 'all' : '')} ${sql.raw(String(values.length))}`,
        )
        const known = byShape.get(key)
        if (known === undefined) byShape.set(key, statement)
        else expect(statement, query).toBe(known)
      }),
      { numRuns: 6000 },
    )
    // The generator makes requests that are refused as well: enough of the others must have been compared.
    expect({ planned: planned > 600, repeated: planned > byShape.size + 50 }).toEqual({ planned: true, repeated: true })
  })
})

/** Fails if two expressions of the list that `textOf` tells apart have one key, or if two that it does not have two. */
function checkKeys(
  config: ReturnType<typeof resolvedConfig>,
  expressions: Iterable<string>,
  textOf: (shape: Shape) => string,
): Map<string, string> {
  const keyByText = new Map<string, string>()
  const textByKey = new Map<string, string>()
  for (const sent of expressions) {
    const plan = createPlan(normalizeQuery({ filterExpression: sent }), config)
    // Some cost too much.
    if (!plan.ok) continue
    const { shape, values } = encodePlan(plan.value, config)
    const text = `${values.length} ${textOf(shape)}`
    const key = String(shapeKey(shape, () => null))
    expect(textByKey.get(key) ?? text, sent).toBe(text)
    expect(keyByText.get(text) ?? key, sent).toBe(key)
    textByKey.set(key, text)
    keyByText.set(text, key)
  }
  return keyByText
}

test('every small expression has a key of its own', () => {
  const config = resolvedConfig(sqlite())
  const terms = ['title=$eq:a', 'size=$null']
  const grown = (smaller: readonly string[]): string[] => [
    ...smaller.map((node) => `NOT (${node})`),
    ...smaller.flatMap((one) => smaller.flatMap((other) => [`(${one}) AND (${other})`, `(${one}) OR (${other})`])),
  ]
  const two = [...terms, ...grown(terms)]
  const textOf = (shape: Shape): string => {
    const { where } = compileShape(shape, config, (slot) => sql`${sql.raw(`<${slot}>`)}`)
    return writer.sqlToQuery(where as never).sql
  }
  expect(checkKeys(config, [...two, ...grown(two)], textOf).size).toBeGreaterThan(200)
})

const nameOf = ({ field }: FilterShape['filterable']): string => field.name

test('every group of terms that share rows of another table has a key of its own', () => {
  const parts = pgTable('parts', { noteId: integer().notNull(), word: text(), size: integer() })
  const notes = pgTable('notes', { id: integer().primaryKey(), title: text() })
  const rows = rowsOf(parts, eq(parts.noteId, notes.id))
  const config = resolvedConfig(
    paginateConfig(notes)
      .withLimits(5, 50)
      .withTieBreaker('id')
      .filterable('title', '$eq')
      .filterableMany('word', rows, parts.word, '$eq')
      .filterableMany('size', rows, parts.size, '$eq')
      .filterableMany('part', rows, { word: [parts.word, '$eq'], size: [parts.size, '$eq'] })
      .withFilterExpressions({ maxDepth: 10 })
      .build(),
  )
  const term = fc.constantFrom(
    'word=$eq:a',
    'word=$not:$eq:a',
    'size=$eq:1',
    'title=$eq:a',
    'part.word=$eq:a',
    'part.word=$eq:a AND part.size=$eq:1',
  )
  const member = fc.tuple(fc.constantFrom('', '', 'NOT ', 'NOT NOT '), term).map(([not, one]) => not + one)
  const group = fc
    .tuple(
      fc.constantFrom(' AND ', ' OR '),
      // Six terms of one name are written as one filter.
      fc.integer({ min: 4, max: 7 }),
      fc.array(member, { maxLength: 3 }),
    )
    .map(([by, count, others]) => [...Array<string>(count).fill('word=$eq:a'), ...others].join(by))
  const nested = fc
    .tuple(group, fc.constantFrom('', ' AND size=$eq:1', ' OR NOT size=$eq:1'))
    .map(([inside, outside]) => (outside === '' ? inside : `(${inside})${outside}`))
  const sent = fc.sample(nested, { numRuns: 3000, seed: 1 })
  const outline = ({ expression }: Shape): string =>
    JSON.stringify(expression, (name, value: unknown) => (name === 'filterable' ? nameOf(value as never) : value))
  expect(checkKeys(config, sent, outline).size).toBeGreaterThan(200)
})
