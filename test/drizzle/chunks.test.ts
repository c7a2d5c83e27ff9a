// Every kind of chunk that Drizzle writes: named, visited, and mapped without changing the original, on both lines.
import { Param, Placeholder, SQL, type SQLWrapper, StringChunk, sql } from 'drizzle-orm'
import { integer, PgDialect, pgEnum, pgTable, pgView, QueryBuilder, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { chunkKind, type ChunkKind, copyFragment, GO_ON, mapChunks, visitChunks } from '../../src/drizzle/chunks.js'

const books = pgTable('books', { id: integer('id').primaryKey(), title: text('title') })
const shelf = pgView('shelf').as((qb) => qb.select().from(books))
const mood = pgEnum('mood', ['sad', 'happy'])
const inner = new QueryBuilder().select({ id: books.id }).from(books)
const own: SQLWrapper = { getSQL: () => sql`lower(${books.title})` }

/** A chunk of each kind, and the kinds of what is visited below it. */
const CHUNKS: { readonly [Kind in ChunkKind]: readonly [chunk: unknown, ...within: ChunkKind[]] } = {
  nothing: [undefined],
  text: [new StringChunk('text')],
  name: [sql.identifier('a"name')],
  sql: [sql`${books.id} + ${1}`, 'text', 'column', 'text', 'value', 'text'],
  aliased: [sql`${books.id}`.as('number'), 'sql', 'text', 'column', 'text'],
  list: [[books.id, 'b'], 'column', 'value'],
  column: [books.id],
  table: [books],
  view: [shelf],
  subquery: [inner.as('inner_')],
  param: [new Param(7), 'value'],
  value: ['a value'],
  object: [{ of: books.id, at: [1] }, 'column', 'list', 'value'],
  placeholder: [new Placeholder('later')],
  wrapper: [own, 'sql', 'text', 'column', 'text'],
  function: [mood],
}
const kinds = Object.entries(CHUNKS) as readonly (readonly [ChunkKind, readonly [unknown, ...ChunkKind[]]])[]

const rendered = (fragment: unknown): unknown => new PgDialect().sqlToQuery(sql`${fragment}`)
/** What no statement can have, or what Drizzle itself does not write. */
const UNWRITTEN: ReadonlySet<ChunkKind> = new Set(['placeholder', 'object', 'aliased'])

describe.each(kinds)('%s', (kind, [chunk, ...within]) => {
  test('is told from the others', () => {
    expect(chunkKind(chunk)).toBe(kind)
  })

  test('is visited with everything in it, in the order in which it is written', () => {
    const seen: ChunkKind[] = []
    visitChunks(chunk, (_, each) => seen.push(each) > 0)
    expect(seen[0]).toBe(kind)
    if (kind === 'subquery')
      expect(seen.filter((each) => each === 'name' || each === 'table')).toEqual(['name', 'table'])
    // An empty text at an end is a chunk in one line and none in the other.
    else expect(seen.slice(1).filter((each) => each !== 'text')).toEqual(within.filter((each) => each !== 'text'))
  })

  test('is not entered where the visitor says so', () => {
    const seen: unknown[] = []
    visitChunks(chunk, (each) => seen.push(each) < 0)
    expect(seen).toEqual([chunk])
  })

  test('is copied as it is written', () => {
    const around = sql`a ${chunk} b`
    const copy = copyFragment(around)
    expect(copy).not.toBe(around)
    if (!UNWRITTEN.has(kind)) expect(rendered(copy)).toEqual(rendered(around))
  })

  test('is replaced, and stays what it was in the original', () => {
    const around = new SQL([new StringChunk('('), chunk as never, new StringChunk(')')])
    const before = [...around.queryChunks]
    const replaced = mapChunks(around, (each, of) => (each === chunk && of === kind ? new StringChunk('here') : GO_ON))
    expect(rendered(replaced)).toMatchObject({ sql: '(here)', params: [] })
    expect(around.queryChunks).toEqual(before)
  })
})

test('a column is replaced wherever it is', () => {
  const other = pgTable('others', { id: integer('id') })
  const around = sql`${books.id} in (${sql`select ${books.id}`}) and ${[books.id, sql`max(${books.id})`]}`
  const moved = mapChunks(around, (chunk) => (chunk === books.id ? other.id : GO_ON))
  expect(JSON.stringify(rendered(moved))).not.toContain('books')
  expect(JSON.stringify(rendered(around))).not.toContain('others')
})

test('a copy keeps the decoder, and whether values are inlined', () => {
  const fragment = sql`${1}`.mapWith(Number).inlineParams()
  const copy = copyFragment(fragment) as SQL & { decoder: { mapFromDriverValue: unknown } }
  expect(copy.decoder.mapFromDriverValue).toBe(Number)
  expect(rendered(copy)).toMatchObject({ sql: '1', params: [] })
})

test('what is appended to a fragment later is not in its copy', () => {
  const fragment = sql`a`
  const copy = copyFragment(sql`${fragment} b`)
  fragment.append(sql` and more`)
  expect(rendered(copy)).toMatchObject({ sql: 'a b' })
})
