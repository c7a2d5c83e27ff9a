// Which conditions of the app may stand under a `not`: what is proved is never unknown, everything else may be.
import { and, between, eq, gt, ilike, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { alias, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { isNeverUnknown } from '../../../src/features/filtered-set/never-unknown.js'

const notes = pgTable('notes', { id: integer('id').primaryKey(), title: text('title'), body: text('body').notNull() })
const other = alias(notes, 'other')

const conditions: [title: string, condition: SQL | undefined, isSure: boolean][] = [
  ['a comparison', eq(notes.id, 1), true],
  ['one of two columns', eq(notes.id, notes.id), true],
  ['a range', between(notes.id, 1, 2), true],
  ['a list', inArray(notes.id, [1, 2]), true],
  ['an empty list', inArray(notes.id, []), true],
  ['a pattern', ilike(notes.body, '%a%'), true],
  ['a test for null', isNull(notes.title), true],
  ['all of them', and(eq(notes.id, 1), or(isNull(notes.title), not(ne(notes.body, 'a')))), true],
  ['a template of columns', sql`${notes.id} >= ${1}`, true],
  ['a column that may be null', eq(notes.title, 'a'), false],
  ['one next to a test for null', or(isNull(notes.title), eq(notes.title, 'a')), false],
  ['a value that is null', eq(notes.id, sql.param(null)), false],
  ['null in a list', sql`${notes.id} in ${[1, null]}`, false],
  ['raw null', sql`${notes.id} = ${null}`, false],
  ['a column of another table', eq(other.id, 1), false],
  ['a function', gt(sql`nullif(${notes.id}, 1)`, 2), false],
  ['a literal', sql`${notes.body} = 'a'`, false],
  ['a sub-select', sql`${notes.id} = (select 1)`, false],
  ['the word null', sql`${notes.id} = null`, false],
]

test.each(conditions.map(([title, condition, isSure]) => ({ title, isSure, of: () => condition as SQL })))(
  '$title: $isSure',
  ({ isSure, of }) => {
    expect(isNeverUnknown(of(), notes)).toBe(isSure)
  },
)
