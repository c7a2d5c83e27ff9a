// The text of a selection, read from a statement of Drizzle's, and what a kept text depends on beside its shape.
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { dialectSettings } from '../../src/kept/dialect-settings.js'
import { chunkTextOf, flattenSql } from '../../src/kept/flatten-sql.js'
import { selectionText } from '../../src/kept/selection-text.js'
import { COUNT } from '../../src/select/count-select.js'
import { startSelect } from '../../src/select/select-builder.js'
import { builderOf, listOf, requestOf, tables } from '../select/lists.js'
import { paginateConfig } from '../../src/index.js'

const dialect = new PgDialect()
const { articles, authors, places } = tables.postgres
const { config } = requestOf(listOf('postgres').build(), '')
const start = startSelect(builderOf('postgres'), COUNT)
const rendered = (text: ReturnType<typeof selectionText>): string | null => text && dialect.sqlToQuery(text).sql

describe('The text of a selection', () => {
  test.each<[title: string, fields: object, single: string | null, joined: string | null]>([
    ['columns', { id: articles.id, title: articles.title }, '"id", "title"', '"articles"."id", "articles"."title"'],
    [
      'an expression with a word of SQL in it',
      { id: articles.id, quoted: sql`' from '`.as('quoted') },
      `"id", ' from ' as "quoted"`,
      `"articles"."id", ' from ' as "quoted"`,
    ],
    ['values of its own', { id: articles.id, one: sql`${1}` }, null, null],
  ])('of %s is read when it is met again', (_title, fields, single, joined) => {
    for (const [isJoined, expected] of [
      [false, single],
      [true, joined],
    ] as const) {
      const own = { ...fields } as never
      expect(selectionText(start, own, config, isJoined)).toBeNull()
      const text = selectionText(start, own, config, isJoined)
      expect(rendered(text)?.replaceAll(/^"authors"\."\w+", /g, '') ?? null).toBe(expected)
      expect(selectionText(start, own, config, isJoined)).toBe(text)
    }
  })

  test('is another one with a join, of one selection', () => {
    const fields = { id: articles.id } as never
    selectionText(start, fields, config, true)
    expect(rendered(selectionText(start, fields, config, true))).toBe('"articles"."id"')
    expect(rendered(selectionText(start, fields, config, false))).toBe('"id"')
  })

  test('of a joined table is read over the join', () => {
    const fields = { name: authors.name } as never
    selectionText(start, fields, config, true)
    expect(rendered(selectionText(start, fields, config, true))).toBe('"authors"."name"')
  })

  test('is not read where there is no join to read it over, or no dialect', () => {
    const alone = requestOf(paginateConfig(places).withLimits(10, 100).withTieBreaker('row', 'seat').build(), '').config
    const fields = { row: places.row } as never
    selectionText(start, fields, alone, false)
    expect(rendered(selectionText(start, fields, alone, false))).toBe('"row"')
    expect(selectionText(start, fields, alone, true)).toBeNull()
    expect(selectionText({ ...start, dialect: undefined } as never, fields, alone, false)).toBeNull()
  })
})

describe('The settings of a dialect', () => {
  class Dialect {
    [setting: string]: unknown
    constructor(settings: object) {
      Object.assign(this, settings)
    }
  }
  class OtherDialect extends Dialect {}
  const shared = { at: 1 }
  const run = (): number => 1
  const numbers = (settings: object): number => dialectSettings(new Dialect(settings))

  test.each<[title: string, one: object, other: object, isOne: boolean]>([
    ['no settings', {}, {}, true],
    ['equal text', { casing: 'snake' }, { casing: 'snake' }, true],
    ['other text', { casing: 'snake' }, { casing: 'camel' }, false],
    ['another setting', { casing: 'snake' }, { cased: 'snake' }, false],
    ['text and a number', { a: '1' }, { a: 1 }, false],
    ['null and its name', { a: null }, { a: 'null' }, false],
    ['missing and null', { a: undefined }, { a: null }, false],
    ['one object', { a: shared }, { a: shared }, true],
    ['two objects', { a: { at: 1 } }, { a: { at: 1 } }, false],
    ['one function', { a: run }, { a: run }, true],
    ['two functions', { a: () => 1 }, { a: () => 1 }, false],
    ['a record of functions, made anew', { a: { run } }, { a: { run } }, true],
    ['a record of other functions', { a: { run } }, { a: { run: () => 1 } }, false],
    ['other names of functions', { a: { run } }, { a: { ran: run } }, false],
  ])('with %s', (_title, one, other, isOne) => {
    expect(numbers(one) === numbers(other)).toBe(isOne)
  })

  test('of another class are others', () => {
    expect(dialectSettings(new OtherDialect({}))).not.toBe(dialectSettings(new Dialect({})))
  })

  test('are read once: a dialect does not change', () => {
    const settled = new Dialect({ casing: 'snake' })
    const number = dialectSettings(settled)
    settled['casing'] = 'camel'
    expect(dialectSettings(settled)).toBe(number)
  })
})

describe('A fragment with its text joined up', () => {
  const textOf = chunkTextOf(dialect)
  const fragment = sql`a ${sql`b ${articles.id} c`} ${1} d ${undefined}${sql`${articles}.x`} ${sql`${2}`.inlineParams()}`

  test('is the same SQL in fewer chunks', () => {
    for (const [text, chunks] of [
      [textOf, 4],
      [null, 8],
    ] as const) {
      const flat = flattenSql(fragment, text)
      expect(dialect.sqlToQuery(flat)).toMatchObject({ sql: 'a b "articles"."id" c $1 d "articles".x 2', params: [1] })
      expect(flat.queryChunks).toHaveLength(chunks)
    }
  })

  test('has no chunk of empty text', () => {
    expect(flattenSql(sql`${1}`, textOf).queryChunks).toHaveLength(1)
    expect(flattenSql(sql``, textOf).queryChunks).toHaveLength(0)
  })

  test('is not made where a dialect renders in another way', () => {
    expect(chunkTextOf({})).toBeNull()
    expect(chunkTextOf(dialect)).toBe(textOf)
  })
})
