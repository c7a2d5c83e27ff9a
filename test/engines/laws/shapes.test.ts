// The law that the cache of statements rests on: requests of one shape have one statement text.
import { eq, sql } from 'drizzle-orm'
import { int, mysqlTable, text as mysqlText } from 'drizzle-orm/mysql-core'
import { integer, PgDialect, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../../src/builder/resolved-config.js'
import { type AnyPaginateConfig, paginateConfig, PaginateQuery, some } from '../../../src/index.js'
import { createPlan } from '../../../src/plan/create-plan.js'
import { normalizeQuery } from '../../../src/request/normalize-query.js'
import { KeySink } from '../../../src/kept/plan-key.js'
import { compilePlan } from '../../../src/sql/compile-plan.js'
import { walkPlan } from '../../../src/sql/walk-plan.js'
import { sqlDialect } from '../../../src/sql/sql-dialect.js'

const ordered = ['$eq', '$in', '$null', '$lt', '$gte', '$btw'] as const
const texts = [...ordered, '$ilike', '$sw', '$contains'] as const

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
    .filterableMany('word', some(parts, eq(parts.noteId, notes.id)), parts.word, ...texts)
    .build()
}

function mysql(): AnyPaginateConfig {
  const parts = mysqlTable('parts', { noteId: int().notNull(), word: mysqlText() })
  const notes = mysqlTable('notes', { id: int().primaryKey(), title: mysqlText().notNull(), about: mysqlText(), size: int() })
  return paginateConfig(notes)
    .withLimits(5, 50)
    .withTieBreaker('id')
    .sortable('title', 'size')
    .allowUnlimited(100)
    .searchable('title', 'about')
    .filterable('title', ...texts)
    .filterable('about', ...texts)
    .filterable('size', ...ordered)
    .filterableMany('word', some(parts, eq(parts.noteId, notes.id)), parts.word, ...texts)
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
    .filterableMany('word', some(parts, eq(parts.noteId, notes.id)), parts.word, ...texts)
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
    .map(([not, or, operator, value]) => ({ field, or, text: operator === '$null' ? `${not}$null` : `${not}${operator}:${value}` }))
const searchBys: string[][] = [[], ['about'], ['about', 'title']]
const sortBys: string[][] = [[], ['title:ASC'], ['size:DESC', 'title:ASC'], ['title:ASC', 'size:DESC']]
const request = (fields: readonly string[]) =>
  fc
    .record({
      criteria: fc.array(fc.constantFrom(...fields).chain(criterion), { maxLength: 3 }),
      search: fc.constantFrom('', 'a', "it's", 'y'.repeat(300)),
      searchBy: fc.constantFrom(...searchBys),
      sortBy: fc.constantFrom(...sortBys),
      limit: fc.constantFrom('', '3', '-1'),
    })
    .map(({ criteria, search, searchBy, sortBy, limit }) => {
      const parameters = new URLSearchParams([
        ['search', search],
        ['limit', limit],
      ])
      for (const name of searchBy) parameters.append('searchBy', name)
      for (const sort of sortBy) parameters.append('sortBy', sort)
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
    const dialect = sqlDialect(config.dialect)
    const byShape = new Map<string, string>()
    let planned = 0
    fc.assert(
      fc.property(request(fields), (query) => {
        const plan = createPlan(normalizeQuery(PaginateQuery.from(query)), config)
        if (!plan.ok) return
        planned += 1
        const values: unknown[] = []
        const sink = new KeySink(plan.value)
        walkPlan(plan.value, dialect, values, sink)
        const key = sink.key.join()
        const compiled = compilePlan(plan.value, config, (slot) => sql`${sql.raw(`<${slot}>`)}`)
        const { sql: statement } = writer.sqlToQuery(
          sql`${compiled.where} order by ${sql.join([...compiled.orderBy], sql`, `)} ${sql.raw(plan.value.limit === null ? 'all' : '')} ${sql.raw(String(values.length))}`,
        )
        const known = byShape.get(key)
        if (known === undefined) byShape.set(key, statement)
        else expect(statement, query).toBe(known)
      }),
      { numRuns: 3000 },
    )
    // The generator makes requests that are refused as well: enough of the others must have been compared.
    expect({ planned: planned > 600, repeated: planned > byShape.size + 50 }).toEqual({ planned: true, repeated: true })
  })
})
