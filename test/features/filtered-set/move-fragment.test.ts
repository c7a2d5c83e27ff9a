// A condition over one table, as it is put to an alias of the table.
import { and, eq, exists, inArray, ne, type SQL, sql } from 'drizzle-orm'
import {
  alias,
  integer,
  type PgColumn,
  PgDialect,
  pgSchema,
  type PgTable,
  pgTable,
  QueryBuilder,
  text,
} from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { OpaqueColumn } from '../../../src/fragments/opaque-column.js'
import { moveFragment } from '../../../src/features/filtered-set/move-fragment.js'

const notes = pgTable('notes', { id: integer('id').primaryKey(), title: text('title'), parent: integer('parent') })
const tags = pgTable('tags', { id: integer('id').primaryKey(), note: integer('note') })
const elsewhere = pgSchema('elsewhere').table('notes', { id: integer('id').primaryKey() })
const reply = alias(notes, 'reply')
const own = sql.identifier('notes')
const select = new QueryBuilder()
const other = new PgDialect()

const move = (fragment: SQL, from: PgTable = notes): string | null => {
  const moved = moveFragment(fragment, {
    from,
    toName: 'n',
    column: (column) => sql`${sql.identifier('n')}.${sql.identifier(column.name)}`,
  })
  if (moved === null) return null
  const { sql: written, params } = other.sqlToQuery(moved)
  return params.length === 0 ? written : `${written} ← ${params.join(', ')}`
}
/** Both lines of Drizzle, which set parentheses differently. */
const bare = (text: string | null): string | undefined => text?.replaceAll(/[()]/g, '').replaceAll(/\s+/g, ' ').trim()

describe('A moved condition', () => {
  test.each<[title: string, fragment: SQL, expected: string]>([
    ['names the alias', eq(notes.id, 1), '"n"."id" = $1 ← 1'],
    ['keeps columns of other tables', eq(notes.id, tags.note), '"n"."id" = "tags"."note"'],
    ['keeps a table of another name in a schema', sql`${eq(notes.id, 1)} and true`, '"n"."id" = $1 and true ← 1'],
    ['moves inside of a list', inArray(notes.id, [1, 2]), '"n"."id" in $1, $2 ← 1, 2'],
    [
      'moves columns in an array',
      sql`${notes.id} in ${[notes.parent, tags.id]}`,
      '"n"."id" in "n"."parent", "tags"."id"',
    ],
    [
      'keeps values inlined',
      sql`${eq(notes.title, 'a')} and ${sql`${notes.id} = ${1}`.inlineParams()}`,
      `"n"."title" = $1 and "n"."id" = 1 ← a`,
    ],
    [
      'leaves the name of a column',
      sql`${sql.identifier('title')} = 'a' and title = 'b'`,
      `"title" = 'a' and title = 'b'`,
    ],
    [
      'moves a correlated sub-select',
      exists(select.select({ id: tags.id }).from(tags).where(eq(tags.note, notes.id))),
      'exists select "id" from "tags" where "tags"."note" = "n"."id"',
    ],
    [
      'moves one in raw text',
      sql`exists (select 1 from ${tags} where ${tags.note} = ${notes.id}) and ${notes.id} > 0`,
      'exists select 1 from "tags" where "tags"."note" = "n"."id" and "n"."id" > 0',
    ],
    [
      'moves one over another alias of the table',
      exists(select.select({ id: reply.id }).from(reply).where(eq(reply.parent, notes.id))),
      'exists select "id" from "notes" "reply" where "reply"."parent" = "n"."id"',
    ],
    [
      'moves a named sub-select with its name',
      sql`exists (select 1 from ${select.select({ id: tags.id }).from(tags).where(eq(tags.note, notes.id)).as('t')})`,
      'exists select 1 from select "id" from "tags" where "tags"."note" = "n"."id" "t"',
    ],
    [
      'moves after a list',
      sql`${tags.id} in ${[1, tags.note]} and ${notes.id} = ${tags.id}`,
      '"tags"."id" in $1, "tags"."note" and "n"."id" = "tags"."id" ← 1',
    ],
    [
      'keeps words with the name in them',
      sql`my_notes.title = 'notes_' and true`,
      `my_notes.title = 'notes_' and true`,
    ],
  ])('%s', (_title, fragment, expected) => {
    expect(bare(move(fragment))).toBe(bare(expected))
  })

  test('keeps the parentheses of a sub-select, and gives a wrapped column none', () => {
    const inner = select.select({ id: tags.id }).from(tags)
    expect(move(sql`exists ${inner} and ${new OpaqueColumn(notes.id)} = 1`)).toBe(
      'exists (select "id" from "tags") and "n"."id" = 1',
    )
    expect(move(sql`exists (select 1 from ${inner.as('t')})`)).toBe(
      'exists (select 1 from (select "id" from "tags") "t")',
    )
  })

  // Such a condition is sent as it is, over the keys of its rows.
  test.each<[title: string, fragment: SQL]>([
    ['a name in raw text', sql`notes.title is null`],
    ['one in quotes', sql`"notes".title is null`],
    ['one in capitals', sql`lower(NOTES . title) is null`],
    ['one in pieces', sql`"${sql.raw('notes')}".title is null`],
    ['one in a comment or a literal', sql`/* notes */ 'notes' = ${notes.title}`],
    ['a source in raw text', sql`exists (select 1 from notes as p where p.id = ${notes.id})`],
    ['an identifier', sql`${own}.title = 'a'`],
    ['an identifier with a schema', sql`${sql.identifier('public')}.${own}.title is null`],
    ['the table', sql`to_jsonb(${notes}) ->> 'title' = 'a'`],
    ['the table under an alias in raw text', sql`exists (select 1 from ${notes} as p where p.id = ${notes.parent})`],
    [
      'a sub-select that reads the table itself',
      inArray(notes.id, select.select({ id: notes.parent }).from(notes).where(ne(notes.parent, 0))),
    ],
    ['one that is named', sql`exists (select 1 from ${select.select().from(notes).as('t')})`],
    ['a table of that name in another schema', eq(elsewhere.id, sql`(select ${elsewhere.id} from ${elsewhere})`)],
    ['another table under that name', exists(select.select().from(alias(tags, 'notes')))],
    ["a table under the alias's name", exists(select.select().from(alias(notes, 'n')))],
    ["the alias's name in raw text", sql`exists (select 1 from tags N where N.note = ${notes.id})`],
  ])('is null if it has %s', (_title, fragment) => {
    expect(move(fragment)).toBeNull()
    expect(move(and(eq(notes.id, 1), fragment) as SQL)).toBeNull()
  })

  test('of a table in a schema: its own columns', () => {
    expect(move(sql`${elsewhere.id} = ${notes.id}`, elsewhere)).toBe('"n"."id" = "notes"."id"')
  })
  test('of a table that is called by a keyword: only quotes make it a name', () => {
    const order = pgTable('order', { id: integer('id') })
    expect(move(sql`(select 1 from tags order by ${order.id})`, order)).toBe('(select 1 from tags order by "n"."id")')
    for (const named of [sql`"order".id = 1`, sql`"${sql.raw('order')}".id = 1`]) expect(move(named, order)).toBeNull()
  })
  // SQLite takes some keywords for names.
  test.each(['a.b', 'a|b', 'a-b', 'ä', 'a"b', 'a`b', 'end', 'by'])('of a table that is called %s', (name) => {
    const table = pgTable(name, { id: integer('id') })
    expect(move(sql`${table.id} = 1 and a = 2`, table)).toBe('"n"."id" = 1 and a = 2')
    const quoted = [`"${name.replaceAll('"', '""')}"`, `\`${name.replaceAll('`', '``')}\``, `[${name}]`]
    for (const text of [...quoted, name]) expect(move(sql`${sql.raw(text)}.id = 1`, table)).toBeNull()
  })
  test.each<[name: string, fragment: (table: PgTable & { readonly id: PgColumn }) => SQL]>([
    ['text', ({ id }) => sql`cast(${id} as text) desc`],
    ['text', ({ id }) => sql`${id}::text desc`],
    ['date', ({ id }) => sql`date(${id}) asc`],
    ['position', ({ id }) => sql`position('x' in ${id})`],
    ['tags', ({ id }) => sql`${id} ->> 'tags'`],
    ['notes', ({ id }) => sql`coalesce(${id}, 'no notes')`],
    ['n', ({ id }) => sql`coalesce(${id}, n)`],
  ])('of a table that is called %s: the word is no table', (name, fragment) => {
    const table = pgTable(name, { id: integer('id') })
    if (name === 'n') expect(move(fragment(notes))).toBe('coalesce("n"."id", n)')
    else expect(move(fragment(table), table)).toContain('"n"."id"')
  })
  test('a literal may end later where the text has a backslash', () => {
    expect(move(sql`${notes.title} = 'it\\'s notes' and true`)).toBeNull()
  })

  test('leaves the fragment as it was', () => {
    const fragment = and(eq(notes.id, 1), sql`${notes.title} = ${'a'}`) as SQL
    const before = other.sqlToQuery(fragment)
    move(fragment)
    expect(other.sqlToQuery(fragment)).toEqual(before)
  })
})
