// What pieces of SQL, builders and objects of Drizzle's classes are, on both lines.
import { Param, type SQL, sql, StringChunk } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { alias, integer, pgEnum, pgSchema, pgTable, pgView, QueryBuilder, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { chunkText, hasDecoder, inlinesParams, mayAggregate } from '../../src/drizzle/fragments.js'
import { is, isPgEnum, kindOf, kindsOf, ownKindOf, settingParts } from '../../src/drizzle/kinds.js'
import { isWriteBuilder, selectState } from '../../src/drizzle/select-state.js'
import { usedTables, withUsedTables } from '../../src/drizzle/used-tables.js'

const books = pgTable('books', { id: integer().primaryKey(), title: text() })
const stored = pgSchema('shop').table('stored', { id: integer() })
const counts = new QueryBuilder()
  .select({ id: books.id, count: sql<number>`count(*)`.as('count') })
  .from(books)
  .as('counts')
const view = pgView('shelf').as((query) => query.select({ id: books.id, top: sql`1`.as('top') }).from(books))
const db = drizzle(async () => ({ rows: [] }))

test.each<[title: string, member: unknown, expected: boolean]>([
  ['a column', books.id, false],
  ['a column in parentheses', sql`(${books.id})`, false],
  ['a column in parentheses twice', sql`( (${books.id}) )`, false],
  ['a column under another name', sql`${books.id}`.as('n'), false],
  ['a field of a sub-query', counts.count, false],
  ['a field of a view', view.top, false],
  ['a function of a column', sql`count(${books.id})`, true],
  ['a column with an operator', sql`${books.id} + 1`, true],
  ['two columns', sql`${books.id}${books.title}`, true],
  ['an expression under a name', sql`max(${books.id})`.as('max'), true],
  ['text', sql`count(*)`, true],
  ['nothing', sql``, true],
  ['a value', sql`${1}`, true],
  ['a table', books, false],
  ['a number', 1, false],
])('what may be an aggregate: %s', (_title, member, expected) => {
  expect(mayAggregate(member)).toBe(expected)
})

test('a decoder, and values in the text, are seen where they are', () => {
  const plain = sql`${1}`
  expect([hasDecoder(plain), hasDecoder(sql`${1}`.mapWith(Number)), hasDecoder(sql`${1}`.mapWith(books.id))]).toEqual([
    false,
    true,
    true,
  ])
  expect([inlinesParams(plain), inlinesParams(sql`${1}`.inlineParams())]).toEqual([false, true])
})

// 1.0 has one text in a chunk, 0.45 a list of them.
test.each<[title: string, value: unknown, expected: string]>([
  ['one text', 'a', 'a'],
  ['a list of one', ['a'], 'a'],
  ['a list', ['a', 'b', ''], 'ab'],
  ['an empty list', [], ''],
])('the text of a chunk that holds %s', (_title, value, expected) => {
  expect(chunkText(Object.assign(new StringChunk(''), { value }))).toBe(expected)
})

test.each<[title: string, fragment: SQL, tables: string[]]>([
  ['a table', sql`select 1 from ${books}`, ['books']],
  ['an alias, which counts as its table', sql`${alias(books, 'other')}`, ['books']],
  ['a table of a schema', sql`${stored}`, ['shop.stored']],
  ['each once', sql`${books} ${stored} ${books}`, ['books', 'shop.stored']],
  ['none for a column', sql`${books.id}`, []],
])('the tables of a statement: %s', (_title, fragment, tables) => {
  expect(usedTables(fragment)).toEqual(tables)
  expect(withUsedTables(fragment)).toBe(fragment)
  expect((fragment as unknown as { usedTables: unknown }).usedTables).toEqual(tables)
})

test.each<[title: string, builder: object, expected: boolean]>([
  ['a delete', db.delete(books), true],
  ['an update', db.update(books).set({ title: 'a' }), true],
  ['a select', db.select().from(books), false],
  ['an insert', db.insert(books).values({ id: 1 }), false],
  ['a record', {}, false],
  ['an object without a prototype', Object.create(null) as object, false],
])('what writes: %s', (_title, builder, expected) => {
  expect(isWriteBuilder(builder)).toBe(expected)
})

test('the state of a builder is its own, and that of any other object is empty', () => {
  expect(selectState(db.select().from(books)).table).toBe(books)
  expect(selectState({})).toEqual({})
})

test('an object without a prototype is of no class', () => {
  const bare = Object.create(null) as object
  expect([is(bare, Param), is(null, Param), is(undefined, Param), is(new Param(1), Param)]).toEqual([
    false,
    false,
    false,
    true,
  ])
  expect([kindOf(bare), kindOf(null), kindOf({}), kindOf(books)]).toEqual([undefined, undefined, undefined, 'PgTable'])
})

test('a class that an app derives has no name of its own', () => {
  class Own extends Param {}
  expect([ownKindOf(new Param(1)), ownKindOf(new Own(1)), kindOf(new Own(1))]).toEqual(['Param', null, 'Param'])
  expect([...kindsOf(new Own(1))]).toContain('Param')
  expect([...kindsOf({})]).toEqual([])
})

test('an enum is told from other functions', () => {
  expect([isPgEnum(pgEnum('mood', ['sad'])), isPgEnum(() => {}), isPgEnum({}), isPgEnum(null)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('settings of a dialect are compared by their parts only where these are known', () => {
  const read = () => {}
  expect(settingParts({ read })).toEqual(['read', read])
  expect(settingParts({ read, size: 1 })).toBeNull()
  expect(settingParts(new Map())).toBeNull()
})
