// A condition over one table, as it is put to an alias of the table.
import { and, eq, exists, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { integer, PgDialect, pgSchema, pgTable, QueryBuilder, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { moveFragment } from '../../src/fragments/move-fragment.js'

const notes = pgTable('notes', { id: integer('id').primaryKey(), title: text('title'), parent: integer('parent') })
const tags = pgTable('tags', { id: integer('id').primaryKey(), note: integer('note') })
const elsewhere = pgSchema('elsewhere').table('notes', { id: integer('id').primaryKey() })
const select = new QueryBuilder()
const other = new PgDialect()

const move = (fragment: SQL): string => {
  const moved = moveFragment(fragment, {
    from: notes,
    toName: 'n',
    column: (column) => sql`${sql.identifier('n')}.${sql.identifier(column.name)}`,
    refuseText: (text) => {
      throw new Error(`refused: ${text}`)
    },
  })
  const { sql: written, params } = other.sqlToQuery(moved)
  return params.length === 0 ? written : `${written} ← ${params.join(', ')}`
}
/** Both lines of Drizzle, which set parentheses differently. */
const bare = (text: string): string => text.replaceAll(/[()]/g, '').replaceAll(/\s+/g, ' ').trim()

describe('A moved condition', () => {
  test.each<[title: string, fragment: SQL, expected: string]>([
    ['names the alias', eq(notes.id, 1), '"n"."id" = $1 ← 1'],
    ['keeps columns of other tables', eq(notes.id, tags.note), '"n"."id" = "tags"."note"'],
    ['keeps a table of the same name in another schema', eq(elsewhere.id, 1), '"elsewhere"."notes"."id" = $1 ← 1'],
    ['moves inside of a list', inArray(notes.id, [1, 2]), '"n"."id" in $1, $2 ← 1, 2'],
    ['moves columns in an array', sql`${notes.id} in ${[notes.parent, tags.id]}`, '"n"."id" in "n"."parent", "tags"."id"'],
    [
      'keeps values inlined',
      sql`${eq(notes.title, 'a')} and ${sql`${notes.id} = ${1}`.inlineParams()}`,
      `"n"."title" = $1 and "n"."id" = 1 ← a`,
    ],
    ['moves a name that qualifies', sql`${sql.identifier('notes')}.title = 'a'`, `"n".title = 'a'`],
    ['moves a table that qualifies', sql`${notes}.title = 'a'`, `"n".title = 'a'`],
    ['leaves the name of another thing', sql`${sql.identifier('notes')} = 'a'`, `"notes" = 'a'`],
    [
      'moves a correlated sub-select',
      exists(select.select({ id: tags.id }).from(tags).where(eq(tags.note, notes.id))),
      'exists select "id" from "tags" where "tags"."note" = "n"."id"',
    ],
    [
      'leaves a sub-select that reads the table itself',
      inArray(notes.id, select.select({ id: notes.parent }).from(notes).where(ne(notes.parent, 0))),
      '"n"."id" in select "parent" from "notes" where "notes"."parent" <> $1 ← 0',
    ],
    [
      'leaves one that reads it in raw text',
      sql`exists (select 1 from notes where notes.parent = ${notes.id}) and ${notes.id} > 0`,
      'exists select 1 from notes where notes.parent = "notes"."id" and "n"."id" > 0',
    ],
    [
      'leaves one that reads it by its name',
      sql`exists (select 1 from ${sql.identifier('notes')} where ${notes.id} = 1) and ${notes.id} = 2`,
      'exists select 1 from "notes" where "notes"."id" = 1 and "n"."id" = 2',
    ],
    [
      'moves one that reads it under another name',
      sql`exists (select 1 from ${sql.identifier('notes')} as ${sql.identifier('m')} where ${sql.identifier('m')}.parent = ${notes.id})`,
      'exists select 1 from "notes" as "m" where "m".parent = "n"."id"',
    ],
    [
      'leaves what is within one that reads it itself',
      sql`exists (select 1 from ${notes} where exists (select 1 from tags where ${tags.note} = ${notes.id}))`,
      'exists select 1 from "notes" where exists select 1 from tags where "tags"."note" = "notes"."id"',
    ],
    [
      'moves a named sub-select with its name',
      sql`exists (select 1 from ${select.select({ id: tags.id }).from(tags).where(eq(tags.note, notes.id)).as('t')})`,
      'exists select 1 from select "id" from "tags" where "tags"."note" = "n"."id" "t"',
    ],
    ['keeps a parenthesis too many', sql`${notes.id} = 1) and (${notes.id} = 2`, '"n"."id" = 1 and "n"."id" = 2'],
  ])('%s', (_title, fragment, expected) => {
    expect(bare(move(fragment))).toBe(bare(expected))
  })

  test.each(['notes.title is null', '"notes".title is null', 'lower(NOTES . title) is null'])('refuses raw text: %s', (text) => {
    expect(() => move(sql`${sql.raw(text)}`)).toThrow(`refused: `)
  })
  test.each(['my_notes.title is null', 'other.notes.title is null'])('has nothing against %s', (text) => {
    expect(move(sql`${sql.raw(text)}`)).toBe(text)
  })

  test('leaves the fragment as it was', () => {
    const fragment = and(eq(notes.id, 1), sql`${notes.title} = ${'a'}`) as SQL
    const before = other.sqlToQuery(fragment)
    move(fragment)
    expect(other.sqlToQuery(fragment)).toEqual(before)
  })
})
