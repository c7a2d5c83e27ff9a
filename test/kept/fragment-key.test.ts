// Keys of a host's fragments: equal for equal text and mapping, never equal for another one, null for what is not kept.
import { aliasedTable, and, eq, gt, type Placeholder, sql, SQL, StringChunk } from 'drizzle-orm'
import {
  customType,
  integer,
  jsonb,
  PgDialect,
  pgEnum,
  pgSchema,
  pgTable,
  pgView,
  QueryBuilder,
  text,
} from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { conditionKey, selectionKey } from '../../src/kept/fragment-key.js'
import { withSlots } from '../../src/kept/slots.js'

const columns = () => ({ id: integer('id').primaryKey(), title: text('title'), size: integer('size') })
const notes = pgTable('notes', columns())
const otherNotes = pgTable('notes', columns())
const words = pgTable('words', columns())
const elsewhere = pgSchema('elsewhere').table('notes', columns())
const level = pgEnum('level', ['low', 'high'])
const answersSql = customType<{ data: string }>({ dataType: () => 'text', toDriver: (value) => sql`lower(${value})` })
const answersNull = customType<{ data: string }>({ dataType: () => 'text', toDriver: () => null as never })
const odd = pgTable('odd', {
  id: integer('id').primaryKey(),
  title: answersSql('title'),
  data: jsonb('data'),
  gone: answersNull('gone'),
})
const view = pgView('recent', { id: integer('id') }).as(sql`select 1`)
const found = new QueryBuilder()
  .select({ id: notes.id, twice: sql<number>`${notes.id} * 2`.as('twice') })
  .from(notes)
  .as('found')
/** A column as Drizzle makes no other of its kind. */
const changed = (column: typeof notes.id | typeof notes.size, change: object): typeof notes.id =>
  Object.create(
    column,
    Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, { value: value as unknown, enumerable: true }]),
    ),
  ) as never
const renamed = changed(notes.size, { name: 'tall' })
const alias = (name = 'others') => aliasedTable(notes, name)

const conditions: Record<string, (value: number) => SQL | undefined> = {
  'a comparison': (v) => eq(notes.id, v),
  'another comparison': (v) => gt(notes.id, v),
  'another column': (v) => eq(notes.size, v),
  'another table': (v) => eq(words.id, v),
  'a table of another schema': (v) => eq(elsewhere.id, v),
  'a table that was declared again': (v) => eq(otherNotes.id, v),
  'an alias': (v) => eq(alias().id, v),
  'another alias': (v) => eq(alias('more').id, v),
  'two comparisons': (v) => and(eq(notes.id, v), eq(notes.id, v + 1)),
  'a bare value': (v) => sql`${notes.id} = ${v}`,
  'a list': (v) => sql`${notes.id} = ${[v]}`,
  'a longer list': (v) => sql`${notes.id} = ${[v, v]}`,
  'two values': (v) => sql`${notes.id} = ${v}${v}`,
  'a list of lists': (v) => sql`${notes.id} = ${[[v], v]}`,
  'a list and a value side by side': (v) => new SQL([[v], v] as never),
  'a value and a list side by side': (v) => new SQL([v, [v]] as never),
  'a list of both': (v) => new SQL([[v, v]] as never),
  'a column of other text but the same settings': (v) => eq(renamed, v),
  'a parameter': (v) => sql`${sql.param(v)}`,
  'a parameter of a column': (v) => sql`${sql.param(v, notes.id)}`,
  'a parameter of another column': (v) => sql`${sql.param(v, notes.size)}`,
  'a parameter of null': () => sql`${sql.param(null)}`,
  nothing: () => sql``,
  'two empty texts': () => new SQL([new StringChunk(''), new StringChunk('')]),
  text: () => sql`ab`,
  'text in two parts': () => sql`a${sql`b`}`,
  'text in two other parts': () => sql`${sql`a`}b`,
  'text that reads as a name': () => sql.raw('n"a"'),
  'a name': () => sql`${sql.identifier('a')}`,
  'another name': () => sql`${sql.identifier('b')}`,
  'a table itself': () => sql`${notes}`,
  'another table itself': () => sql`${words}`,
  'a column itself': () => sql`${notes.id}`,
  'a list of text': () => sql`${[sql`a`]}`,
}

describe('The key of a condition', () => {
  test.each(Object.entries(conditions))('of %s is the same for other values', (_title, make) => {
    const [one, other] = [conditionKey(make(1) as SQL), conditionKey(make(2) as SQL)]
    expect(one.key).not.toBeNull()
    expect(other.key).toBe(one.key)
  })

  test('is another one for each', () => {
    const keys = Object.entries(conditions).map(([title, make]) => [conditionKey(make(1) as SQL).key, title] as const)
    expect([...new Map(keys).values()]).toEqual(keys.map(([, title]) => title))
  })

  test('does not depend on how a row would be read', () => {
    expect(conditionKey(sql`a`.mapWith(Number)).key).toBe(conditionKey(sql`a`).key)
  })

  test.each<[title: string, condition: SQL, values: readonly unknown[]]>([
    ['bare values and lists', sql`${notes.id} = ${1} or ${notes.id} in ${[2, 3]}`, [1, 2, 3]],
    ['what a column encodes', eq(notes.title, 'a'), ['a']],
    ['no null of a parameter', sql`${sql.param(null)} ${sql.param(4)}`, [4]],
    ['a bare null', sql`${null}`, [null]],
    ['no part that is missing', sql`${undefined}${1}`, [1]],
    ['null where a column encodes it so', eq(odd.gone, 'a'), [null]],
  ])('has %s as its values', (_title, condition, values) => {
    expect(conditionKey(condition).values).toEqual(values)
  })

  test.each<[title: string, condition: unknown]>([
    ['inlined values', sql`${1}`.inlineParams()],
    ['inlined values within', sql`a = ${sql`${1}`.inlineParams()} and b = ${2}`],
    ['a view', sql`${view}`],
    ['a sub-select', sql`${found}`],
    ['a column of a table without a name', sql`${changed(notes.id, { table: {} })}`],
    ['a value of such a column', sql`${sql.param(1, changed(notes.id, { table: {} }))}`],
    ['a column without settings', sql`${changed(notes.id, { config: undefined })}`],
    ['a column with null for settings', sql`${changed(notes.id, { config: null })}`],
    ['a column without a table', sql`${changed(notes.id, { table: undefined })}`],
    ['a column with null for a table', sql`${changed(notes.id, { table: null })}`],
    ['a placeholder', sql`${sql.placeholder('x')}`],
    ['a parameter that is a placeholder', sql`${sql.param(sql.placeholder('x') as Placeholder as never)}`],
    ['a parameter that is SQL', sql`${sql.param(sql`1`)}`],
    ['a parameter that is a column', sql`${sql.param(notes.id)}`],
    ['a parameter that is a table', sql`${sql.param(notes)}`],
    ['a parameter that is missing', sql`${sql.param(undefined)}`],
    ['a parameter that is a function', sql`${sql.param(() => 1)}`],
    ['a parameter with an encoder of its own', sql`${sql.param(1, { mapToDriverValue: (given: unknown) => given })}`],
    ['a column that answers SQL', eq(odd.title, 'a')],
    ['a function', sql`${level as never}`],
    ['a date', sql`${new Date(0)}`],
    ['a record', sql`${{ a: 1 }}`],
    ['what is no SQL itself', { getSQL: () => sql`1` }],
    ['129 values', sql`${Array.from({ length: 129 }, (_, at) => at)}`],
    ['a long text', sql.raw('x'.repeat(8185))],
  ])('is null for %s', (_title, condition) => {
    expect(conditionKey(condition as SQL).key).toBeNull()
  })

  test.each<[title: string, condition: SQL]>([
    ['an object as its column encodes it', eq(odd.data, { a: 1 })],
    ['128 values', sql`${Array.from({ length: 128 }, (_, at) => at)}`],
    ['a text that is not too long', sql.raw('x'.repeat(8184))],
  ])('is kept for %s', (_title, condition) => {
    expect(conditionKey(condition).key).not.toBeNull()
  })

  test('is not read on once it is null', () => {
    expect(conditionKey(sql`${view} = ${1}`).values).toEqual([])
  })
})

describe('The key of a selection', () => {
  const decoder = { mapFromDriverValue: Number, unit: 'm' }
  const odder = { unit: 'm' }
  const selections: Record<string, () => object> = {
    nothing: () => ({}),
    'a column': () => ({ a: notes.id }),
    'another name': () => ({ b: notes.id }),
    'another column': () => ({ a: notes.size }),
    'two columns': () => ({ a: notes.id, b: notes.size }),
    'an expression': () => ({ a: sql`1` }),
    'an expression with a decoder': () => ({ a: sql`1`.mapWith(Number) }),
    'another decoder': () => ({ a: sql`1`.mapWith(String) }),
    'the decoder of a column': () => ({ a: sql`1`.mapWith(notes.id) }),
    'the decoder of another column': () => ({ a: sql`1`.mapWith(notes.title) }),
    'the decoder of a column of an alias': () => ({ a: sql`1`.mapWith(alias().id) }),
    'a decoder of one member that is no function': () => ({ a: sql`1`.mapWith(odder as never) }),
    'a decoder object': () => ({ a: sql`1`.mapWith(decoder) }),
    'an alias': () => ({ a: sql`1`.as('x') }),
    'another alias': () => ({ a: sql`1`.as('y') }),
    'a table': () => ({ a: notes }),
    'a table of the same columns': () => ({ a: otherNotes }),
    'a record': () => ({ a: { b: notes.id } }),
    'a record and a column': () => ({ a: {}, b: notes.id }),
    'a record in a record': () => ({ a: { a: { b: notes.id } } }),
  }

  test.each(Object.entries(selections))('of %s is the same when it is made anew', (_title, make) => {
    const { key } = selectionKey(make())
    expect(key).not.toBeNull()
    expect(selectionKey(make()).key).toBe(key)
  })

  test('is another one for each', () => {
    const keys = Object.entries(selections).map(([title, make]) => [selectionKey(make()).key, title] as const)
    expect([...new Map(keys).values()]).toEqual(keys.map(([, title]) => title))
  })

  test('has the values of its expressions', () => {
    expect(selectionKey({ a: sql`${1}`, b: { c: sql`${2}`.as('c') } }).values).toEqual([1, 2])
  })

  test.each<[title: string, selection: object]>([
    ['a bare value', { a: 1 }],
    ['null', { a: null }],
    ['a view', { a: view }],
    ['a field of a sub-select', { a: found.twice }],
    ['a sub-select', { a: found }],
    ['a date', { a: new Date(0) }],
    ['what is not kept within', { a: { b: sql`${view}` } }],
  ])('is null for %s', (_title, selection) => {
    expect(selectionKey(selection).key).toBeNull()
  })
})

describe('A fragment with slots', () => {
  const dialect = new PgDialect()
  const encoders: unknown[] = []
  const slot = (index: number, encoder?: unknown) => {
    encoders.push(encoder)
    return sql.raw(`:${index}`)
  }
  test.each<[title: string, fragment: SQL, text: string]>([
    [
      'bare values, lists and parameters',
      sql`${1} ${[2, 3]} ${sql.param(4)} ${eq(notes.id, 5)}`,
      ':7 (:8, :9) :10 "notes"."id" = :11',
    ],
    ['a bare null', sql`a ${null}`, 'a :7'],
    ['nested SQL', sql`a ${sql`b ${1} ${sql`c ${2}`}`} ${3}`, 'a b :7 c :8 :9'],
    ['what has no value', sql`${undefined}${sql.param(null)} ${sql.identifier('a')} ${notes}`, 'null "a" "notes"'],
  ])('has %s in order', (_title, fragment, text_) => {
    const { sql: written } = dialect.sqlToQuery(withSlots(fragment, 7, slot as never))
    expect(written.replace(/^\$1/, 'null')).toBe(text_)
  })

  test('tells the column that encodes a value', () => {
    encoders.length = 0
    withSlots(sql`${1} ${sql.param(2)} ${sql.param(3, notes.id)}`, 0, slot as never)
    expect(encoders).toEqual([undefined, undefined, notes.id])
  })

  test('keeps the decoders, aliases and members of a selection', () => {
    const selection = { id: notes.id, note: notes, more: { size: sql`${1}`.mapWith(Number), named: sql`${2}`.as('x') } }
    const made = withSlots(selection, 0, slot as never)
    expect([made.id, made.note]).toEqual([notes.id, notes])
    const written = [made.more.size, made.more.named.sql].map((member) => dialect.sqlToQuery(member).sql)
    expect([...written, made.more.named.fieldAlias]).toEqual([':0', ':1', 'x'])
    expect((made.more.size as unknown as { decoder: { mapFromDriverValue: unknown } }).decoder.mapFromDriverValue).toBe(
      Number,
    )
  })
})
