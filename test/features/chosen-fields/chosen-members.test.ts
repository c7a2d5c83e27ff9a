// What `fields` leaves of an item: of a page's selection, of a row in memory, of an export's columns and of its
// children.
import { eq, sql } from 'drizzle-orm'
import { integer, json, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { paginateConfig, PaginateQuery, rowsOf } from '../../../src/index.js'
import { chosenMembers, isChosen, memberNames } from '../../../src/features/chosen-fields/chosen-members.js'
import { createPlan } from '../../../src/plan/create-plan.js'
import { normalizeQuery } from '../../../src/request/paginate-query.js'
import type { Selection } from '../../../src/types/selection.js'
import type { PaginateConfigOptions } from '../../../src/builder/settings.js'

const authors = pgTable('authors', { id: integer().primaryKey(), name: text().notNull(), city: text() })
const items = pgTable('items', {
  id: integer().primaryKey(),
  title: text().notNull(),
  authorId: integer(),
  meta: json(),
  createdAt: timestamp(),
})
const parts = pgTable('parts', { id: integer().primaryKey(), itemId: integer().notNull() })
const joined = (settings: PaginateConfigOptions = {}) =>
  paginateConfig(items, settings)
    .leftJoin('Author', authors, eq(authors.id, items.authorId))
    .withLimits(10, 20)
    .withTieBreaker('id')
const shape = { id: true, createdAt: true, meta: true, Author: { name: true, city: true } } as const
const begin = (settings?: PaginateConfigOptions) => joined(settings).select(shape)
const withParts = () =>
  joined()
    .children('Parts', rowsOf(parts, eq(parts.itemId, items.id)), { id: parts.id })
    .children('spares', rowsOf(parts, eq(parts.itemId, items.id)), { id: parts.id })
    .select({ ...shape, Parts: true, spares: true })
const list = resolvedConfig(withParts().selectable().build())

const planned = (source: string, config = list) => createPlan(normalizeQuery(PaginateQuery.from(source)), config)
const fieldsOf = (source: string) => {
  const result = planned(source)
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value.fields
}

// R30.1.2
describe('a member that a request may name', () => {
  test('is each one of an item, of its nested records, and its children', () => {
    expect(Array.from(list.selectable?.names.values() ?? [], ({ name }) => name)).toEqual([
      'id',
      'createdAt',
      'meta',
      'Author',
      'Author.name',
      'Author.city',
      'Parts',
      'spares',
    ])
  })

  test('has no comma, which would end its name', () => {
    const { title } = items
    const config = joined()
      .select({ id: true, 'title, short': title, inner: { 'a,b': title, c: title } })
      .selectable()
    const { selectableFields = [] } = config.build().describe()
    expect(selectableFields.map(({ name }) => name)).toEqual(['id', 'inner', 'inner.c'])
    for (const { name } of selectableFields)
      expect(planned(`fields=${name}`, resolvedConfig(config.build())).ok).toBe(true)
  })

  test('is none inside of a column, of an expression, with a name of its own or without, or of anything of a class', () => {
    const selection = {
      column: items.title,
      named: sql`1`.as('one'),
      unnamed: sql`1`,
      table: authors,
      absent: null,
      record: { deep: { column: items.id } },
    } as unknown as Selection
    expect(memberNames(selection)).toEqual([
      'column',
      'named',
      'unnamed',
      'table',
      'absent',
      'record',
      'record.deep',
      'record.deep.column',
    ])
  })
})

describe('what is left', () => {
  const createdAt = new Date(0)
  const author = { name: 'Ann', city: 'Bonn' }
  const item = { id: 1, createdAt, meta: { id: 7, a: [1] }, Author: author }
  test.each<[fields: string, left: object]>([
    ['', item],
    [',', item],
    ['createdat', { createdAt }],
    ['META,id', { id: 1, meta: { id: 7, a: [1] } }],
    ['author', { Author: author }],
    ['AUTHOR.NAME', { Author: { name: 'Ann' } }],
    ['author.city,id', { id: 1, Author: { city: 'Bonn' } }],
    ['author.city,author', { Author: author }],
    ['parts', {}],
  ])('of an item by fields=%s', (fields, left) => {
    expect(chosenMembers(item as unknown as Selection, fieldsOf(`fields=${fields}`))).toEqual(left)
  })

  test('of a record that its join has not found is null', () => {
    expect(chosenMembers({ id: 1, Author: null } as unknown as Selection, fieldsOf('fields=author.name'))).toEqual({
      Author: null,
    })
  })

  test('is not a member whose name only begins alike', () => {
    expect(
      chosenMembers({ Author: author, Authored: author } as unknown as Selection, fieldsOf('fields=author.name')),
    ).toEqual({
      Author: { name: 'Ann' },
    })
  })

  test('of a value of a class that has such a member is the value', () => {
    const given = { Author: createdAt } as unknown as Selection
    expect(chosenMembers(given, new Set(['author.name']))).toEqual(given)
  })

  test.each<[fields: string, path: string, isLeft: boolean]>([
    ['', 'Author.name', true],
    ['id', 'id', true],
    ['id', 'createdAt', false],
    ['createdat', 'createdAt', true],
    ['author', 'Author.name', true],
    ['author.name', 'Author.name', true],
    ['author.name', 'Author.city', false],
    ['author.name', 'Author', false],
    ['meta', 'meta.a.b', true],
  ])('of an export by fields=%s: the column %s is %j', (fields, path, isLeft) => {
    expect(isChosen(path, fieldsOf(`fields=${fields}`))).toBe(isLeft)
  })

  test.each<[fields: string, isAsked: boolean]>([
    ['', true],
    ['parts', true],
    ['spares,id', true],
    ['id', false],
  ])('of children by fields=%s: are they asked for? %j', (fields, isAsked) => {
    expect(list.children?.isAskedFor(fieldsOf(`fields=${fields}`))).toBe(isAsked)
    expect(resolvedConfig(begin().build()).children).toBeNull()
  })
})

// R30.1.4
describe('fields', () => {
  const refusalOf = (source: string | object, config = list) => {
    const result = createPlan(
      typeof source === 'string' ? normalizeQuery(PaginateQuery.from(source)) : normalizeQuery(source),
      config,
    )
    return result.ok ? null : result.refusal
  }

  test.each<[source: string | object, refusal: object | null]>([
    ['fields=id', null],
    [{ fields: ['Id', 'author.NAME'] }, null],
    [
      'fields=id,autor',
      {
        code: 'fields.unknown',
        parameter: 'fields',
        message: "Field 'autor' is not a member of the items.",
        hint: "Did you mean 'Author'?",
      },
    ],
    [
      'fields=parts.id',
      { code: 'fields.unknown', parameter: 'fields', message: "Field 'parts.id' is not a member of the items." },
    ],
    ['fields=id&fields=meta', null],
    [
      { fields: 7 },
      { code: 'fields.not_text', parameter: 'fields', message: "Query parameter 'fields' must be text." },
    ],
  ])('%j', (source, refusal) => {
    if (refusal === null) expect(refusalOf(source)).toBeNull()
    else expect(refusalOf(source)).toMatchObject(refusal)
    // A list that does not read the parameter ignores it.
    expect(refusalOf(source, resolvedConfig(withParts().build()))).toBeNull()
  })

  test('a strict list knows the parameter where it is declared, and then offers it', () => {
    const strict = resolvedConfig(begin({ strictParameters: true }).selectable().build())
    expect(refusalOf('fields=id', strict)).toBeNull()
    expect(refusalOf('field=id', strict)?.message).toBe("Query parameter 'field' is not known; did you mean 'fields'?")
    expect(refusalOf('fields=id', resolvedConfig(begin({ strictParameters: true }).build()))?.message).toBe(
      "Query parameter 'fields' is not known.",
    )
  })
})
