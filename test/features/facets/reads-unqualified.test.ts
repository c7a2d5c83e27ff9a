// Does raw text name a column without its table? A table beside with such a column would make the name ambiguous.
import { eq, type SQL, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { readsUnqualified } from '../../../src/features/facets/reads-unqualified.js'

const notes = pgTable('notes', { id: integer('id').primaryKey(), title: text('title') })
const reads = (fragment: SQL, lexis: 'standard' | 'escaping' = 'standard'): boolean =>
  readsUnqualified(fragment, new Set(['title', 'id']), lexis)

test.each<[title: string, fragment: SQL, isFound: boolean]>([
  ['a column of Drizzle', eq(notes.title, 'title'), false],
  ['a name in raw text', sql`title is null`, true],
  ['one after other words', sql`coalesce(author, Title) = 'a'`, true],
  ['one in quotes', sql`"title" = 'a'`, true],
  ['an identifier', sql`${sql.identifier('title')} = 'a'`, true],
  ['an identifier of another column', sql`${sql.identifier('author')} = 'a'`, false],
  ['a name with its table', sql`notes.title is null`, false],
  ['an identifier with its table', sql`${notes}.${sql.identifier('id')} = 1`, false],
  ['a table of that name', sql`title.author is null`, false],
  ['another name', sql`author = 'a' and titles > 1`, false],
  ['a literal', sql`'title' = ${'title'}`, false],
  ['a comment', sql`true -- title`, false],
  ['nothing', sql``, false],
  // A false alarm costs time only.
  ['text that cannot be read for certain', sql`'it`, true],
])('%s: %s', (_title, fragment, isFound) => {
  expect(reads(fragment)).toBe(isFound)
})
test('text that cannot be read for certain in one dialect', () => {
  expect(reads(sql`author = 'a\\'`)).toBe(false)
  expect(reads(sql`author = 'a\\'`, 'escaping')).toBe(true)
})
test('an error of a fragment of the app is not one of its text', () => {
  const failing = {
    getSQL: (): SQL => {
      throw new Error('of the app')
    },
  }
  expect(() => reads(sql`${failing}`)).toThrow('of the app')
})
