// Does raw text name a column without its table? A table beside with such a column would make the name ambiguous.
import { eq, type SQL, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { readsUnqualified } from '../../../src/features/facets/reads-unqualified.js'

const notes = pgTable('notes', { id: integer('id').primaryKey(), title: text('title') })

test.each<[title: string, fragment: SQL, isFound: boolean]>([
  ['a column of Drizzle', eq(notes.title, 'title'), false],
  ['a name in raw text', sql`title is null`, true],
  ['one after other words', sql`coalesce(author, Title) = 'a'`, true],
  ['one in quotes', sql`"title" = 'a'`, true],
  ['an identifier', sql`${sql.identifier('title')} = 'a'`, true],
  ['an identifier of another column', sql`${sql.identifier('author')} = 'a'`, false],
  ['a name with its table', sql`notes.title is null`, false],
  ['quoted names', sql`"notes"."title" is null`, false],
  ['an identifier with its table', sql`${notes}.${sql.identifier('id')} = 1`, false],
  ['a table of that name', sql`title.author is null`, false],
  ['another name', sql`author = 'a' and titles > 1`, false],
  ['a value', sql`${'title'} = 'a'`, false],
  // A false alarm costs time only.
  ['a literal', sql`'title' = ${'a'}`, true],
  ['a comment', sql`true -- title`, true],
  ['nothing', sql``, false],
])('%s: %s', (_title, fragment, isFound) => {
  expect(readsUnqualified(fragment, new Set(['title', 'id']))).toBe(isFound)
})
test.each(['tenant no', '2fa', 'a.b', 'क्षेत्र', 'A"b'])('a name that needs quotes: %s', (name) => {
  const quoted = sql.raw(`"${name}" = 7`)
  expect(readsUnqualified(sql`${notes.id} = 1 and ${quoted}`, [name])).toBe(true)
  expect(readsUnqualified(sql`${notes.id} = 1`, [name])).toBe(false)
})
test.each(['tenantId', 'tenant_id'])('a name in another casing: %s', (name) => {
  expect(readsUnqualified(sql`tenant_id = 7`, [name])).toBe(true)
  expect(readsUnqualified(sql`"tenantId" = 7`, [name])).toBe(true)
  expect(readsUnqualified(sql`tenant = 7`, [name])).toBe(false)
})
test('an error of a fragment of the app is not one of its text', () => {
  const failing = {
    getSQL: (): SQL => {
      throw new Error('of the app')
    },
  }
  expect(() => readsUnqualified(sql`${failing}`, ['title'])).toThrow('of the app')
})
