// A condition over one table, as it is put to an alias of the table.
import { and, eq, exists, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { alias, integer, PgDialect, pgSchema, type PgTable, pgTable, QueryBuilder, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { OpaqueColumn } from '../../../src/fragments/opaque-column.js'
import { type Move, moveFragment } from '../../../src/features/filtered-set/move-fragment.js'

const notes = pgTable('notes', { id: integer('id').primaryKey(), title: text('title'), parent: integer('parent') })
const tags = pgTable('tags', { id: integer('id').primaryKey(), note: integer('note') })
const elsewhere = pgSchema('elsewhere').table('notes', { id: integer('id').primaryKey() })
const own = sql.identifier('notes')
const select = new QueryBuilder()
const other = new PgDialect()

const move = (fragment: SQL, from: PgTable = notes, lexis: Move['lexis'] = 'standard'): string => {
  const moved = moveFragment(fragment, {
    from,
    toName: 'n',
    lexis,
    column: (column) => sql`${sql.identifier('n')}.${sql.identifier(column.name)}`,
    refuseText: (text) => {
      throw new Error(`refused: ${text}`)
    },
    refuseCapture: () => {
      throw new Error('captured')
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
    ['moves a name that qualifies', sql`${sql.identifier('notes')}.title = 'a'`, `"n".title = 'a'`],
    ['moves a table that qualifies', sql`${notes}.title = 'a'`, `"n".title = 'a'`],
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
    [
      'moves beside the table under another name, in raw text',
      sql`exists (select 1 from ${notes} as p where p.id = ${notes.parent}) and exists (select 1 from notes q where q.id = ${notes.id})`,
      'exists select 1 from "notes" as p where p.id = "n"."parent" and exists select 1 from notes q where q.id = "n"."id"',
    ],
    [
      'moves a correlated count over the table under another name',
      sql`(select count(*) from notes as p where p.parent = ${notes.id} and p.title in (select title from tags)) > 1`,
      'select count* from notes as p where p.parent = "n"."id" and p.title in select title from tags > 1',
    ],
    ['moves a whole row', sql`to_jsonb(${notes}) ->> 'title' = 'a'`, `to_jsonb"n" ->> 'title' = 'a'`],
    [
      'leaves columns before the from that reads them',
      sql`${notes.id} = (select max(${notes.id}) from tags, notes where true)`,
      '"n"."id" = select max"notes"."id" from tags, notes where true',
    ],
    [
      'leaves what a join in raw text reads',
      sql`exists (select 1 from (tags t join notes on notes.id = t.note) where ${notes.id} = 1)`,
      'exists select 1 from tags t join notes on notes.id = t.note where "notes"."id" = 1',
    ],
    [
      'leaves the alias of another table that has the name',
      sql`exists (select 1 from tags as notes where notes.id = ${notes.id})`,
      'exists select 1 from tags as notes where notes.id = "notes"."id"',
    ],
    [
      'moves in the second part of a union that reads it in the first',
      sql`exists (select id from notes union select id from tags where tags.note = ${notes.id})`,
      'exists select id from notes union select id from tags where tags.note = "n"."id"',
    ],
    [
      'reads from of an operator or a function as no source',
      sql`${notes.id} is distinct from ${notes.parent} and extract(year from ${notes.title}) = 1 and (select ${tags.id} is not distinct from ${notes.id} from tags)`,
      '"n"."id" is distinct from "n"."parent" and extractyear from "n"."title" = 1 and select "tags"."id" is not distinct from "n"."id" from tags',
    ],
    [
      'moves inside of what a function returns as rows',
      sql`exists (select 1 from unnest(array[${notes.id}]) as notes_of(id) where notes_of.id = ${notes.parent})`,
      'exists select 1 from unnestarray["n"."id"] as notes_ofid where notes_of.id = "n"."parent"',
    ],
    [
      'finds no name in literals, comments, types and names of results',
      sql`${notes.id} = 1 and 'notes.id (' <> $$notes.id ($$ and null::notes is null /* ( of all */ and (select count(*) as notes from tags) > 0 -- )
      and e'\\' notes.id' <> ''`,
      `"n"."id" = 1 and 'notes.id ' <> $$notes.id $$ and null::notes is null /* of all */ and select count* as notes from tags > 0 -- and e'\\' notes.id' <> ''`,
    ],
    [
      'moves after a list',
      sql`${tags.id} in ${[1, tags.note]} and ${notes.id} = ${tags.id}`,
      '"tags"."id" in $1, "tags"."note" and "n"."id" = "tags"."id" ← 1',
    ],
    [
      'moves after a named sub-select',
      sql`${notes.id} in (select id from ${select.select({ id: tags.id }).from(tags).as('t')}) and ${notes.parent} = ${tags.id}`,
      '"n"."id" in select id from select "id" from "tags" "t" and "n"."parent" = "tags"."id"',
    ],
    ['moves where a source should be', sql`exists (select 1 from ${notes.id})`, 'exists select 1 from "n"."id"'],
    [
      'moves an identifier that `from` of a function reads',
      sql`extract(year from ${own}.title) = 1`,
      'extractyear from "n".title = 1',
    ],
    [
      'moves one after `distinct from`',
      sql`(select ${tags.id} is distinct from ${own}.id from tags where ${tags.id} is not distinct from ${own}.id)`,
      'select "tags"."id" is distinct from "n".id from tags where "tags"."id" is not distinct from "n".id',
    ],
    [
      'moves one in a list that is no list of sources',
      sql`(select 1 from tags group by tags.id, ${own}.id order by tags.id, ${own}.id)`,
      'select 1 from tags group by tags.id, "n".id order by tags.id, "n".id',
    ],
    [
      'moves one in an array',
      sql`exists (select 1 from tags join marks on array[tags.id, ${own}.id] = marks.ids where array[1, ${own}.id] = marks.ids)`,
      'exists select 1 from tags join marks on array[tags.id, "n".id] = marks.ids where array[1, "n".id] = marks.ids',
    ],
    [
      'moves one in the condition of a join',
      sql`exists (select 1 from tags join marks on (${own}.id = marks.id) join more on ${own}.id = more.id)`,
      'exists select 1 from tags join marks on "n".id = marks.id join more on "n".id = more.id',
    ],
    [
      'leaves it where a join in parentheses follows',
      sql`exists (select 1 from tags join notes on (tags.note = notes.id) and true where ${notes.id} = 1)`,
      'exists select 1 from tags join notes on tags.note = notes.id and true where "notes"."id" = 1',
    ],
    [
      'leaves the first of two sources',
      sql`(select 1 from notes, tags where ${notes.id} = 1)`,
      'select 1 from notes, tags where "notes"."id" = 1',
    ],
    [
      'leaves the first of a group of joins',
      sql`exists (select 1 from (notes join tags t on t.note = notes.id) where ${notes.id} = 1)`,
      'exists select 1 from notes join tags t on t.note = notes.id where "notes"."id" = 1',
    ],
    [
      'leaves it in capitals, which are the same name',
      sql`exists (select 1 from NOTES where ${notes.id} = 1)`,
      'exists select 1 from NOTES where "notes"."id" = 1',
    ],
    [
      'leaves it after `only`',
      sql`exists (select 1 from only notes where ${notes.id} = 1)`,
      'exists select 1 from only notes where "notes"."id" = 1',
    ],
    [
      'leaves it after other joins',
      sql`exists (select 1 from tags straight_join notes where ${notes.id} = 1) or exists (select 1 from tags cross apply notes where ${notes.id} = 1)`,
      'exists select 1 from tags straight_join notes where "notes"."id" = 1 or exists select 1 from tags cross apply notes where "notes"."id" = 1',
    ],
    [
      'leaves it where a column has the name of a keyword',
      sql`exists (select tags.union from notes where ${notes.id} = 1)`,
      'exists select tags.union from notes where "notes"."id" = 1',
    ],
    [
      'leaves the alias of a sub-select that has the name',
      sql`exists (select 1 from (select 1 as id) as notes where notes.id = ${notes.id})`,
      'exists select 1 from select 1 as id as notes where notes.id = "notes"."id"',
    ],
    [
      'moves beside a sub-select without a name',
      sql`exists (select 1 from (select 1) where ${notes.id} = 1)`,
      'exists select 1 from select 1 where "n"."id" = 1',
    ],
    [
      'moves beside a function that has the name',
      sql`exists (select 1 from notes(1) as x where x.id = ${notes.id})`,
      'exists select 1 from notes1 as x where x.id = "n"."id"',
    ],
    [
      'moves beside the table under a name that is a keyword elsewhere',
      sql`exists (select 1 from notes as use where use.parent = ${notes.id})`,
      'exists select 1 from notes as use where use.parent = "n"."id"',
    ],
    ...['select id from notes', 'with w as (select 1) select id from notes', '(select id from notes)'].map(
      (inner): [string, SQL, string] => [
        `moves beside a sub-select in from: ${inner}`,
        sql`exists (select 1 from (${sql.raw(inner)}) as x where ${notes.id} = 1)`,
        `exists select 1 from ${inner} as x where "n"."id" = 1`,
      ],
    ),
    ['keeps a parenthesis too many', sql`${notes.id} = 1) and (${notes.id} = 2`, '"n"."id" = 1 and "n"."id" = 2'],
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

  test.each([
    'notes.title is null',
    '"notes".title is null',
    'lower(NOTES . title) is null',
    'public.notes.title is null',
    '"public"."notes".title is null',
    'notes/**/.title is null',
    'notes --\n.title is null',
    '/* notes.title */ true',
    '(notes).title is null',
    'to_jsonb(notes) is null',
    'to_jsonb("notes") is null',
    'to_jsonb(notes.*) is null',
    'exists (select 1 from notes as p where p.id = notes.id)',
    'exists (select 1 from tags where tags.note = notes.id)',
    '(select count(*) from notes p where p.parent = notes.id) > 1',
    'exists (select id from notes union select id from tags where tags.note = notes.id)',
    'exists (select id from notes intersect select id from tags where tags.note = notes.id)',
    'exists (select id from notes except select id from tags where tags.note = notes.id)',
    'exists (select 1 from tags join marks on notes.id = tags.note)',
    'exists (select 1 from tags join marks on (notes.id = tags.note))',
    'exists (select 1 from (tags t join marks m on true) where notes.id = 1)',
    'exists (select 1 from (values (1), (notes.id)) as x(id))',
    'exists (select 1 from (table notes) as x where x.id = 1)',
    'exists (select 1 from tags where array[tags.id, notes.id] = array[1, 2])',
    'exists (select 1 from tags window w as (order by tags.id), notes as (order by tags.note))',
    'f(1, notes) is null',
    'true = notes',
    `"Notes".title is null`,
    `'not closed`,
    `U&"n\\006ftes".title is null`,
  ])('refuses raw text: %s', (text) => {
    expect(() => move(sql`${sql.raw(text)}`)).toThrow(`refused: `)
    expect(() => move(sql`${notes.id} = 1 and ${sql.raw(text)}`)).toThrow(`refused: `)
  })
  test.each<[title: string, fragment: SQL]>([
    ['a name in pieces', sql`"${sql.raw('notes')}".title is null`],
    ['a name with a schema', sql`${sql.identifier('public')}.${sql.identifier('notes')}.title is null`],
    ['a name alone', sql`to_jsonb(${sql.identifier('notes')}) is null`],
    ['a value inside of quotes', sql`'a ${notes.id} b'`],
    ['a table that differs in the case of a name', sql`exists (select 1 from "NOTES" where ${notes.id} = 1)`],
    ['an identifier that differs in it', sql`exists (select 1 from ${sql.identifier('NOTES')} where ${notes.id} = 1)`],
    [
      'a table of Drizzle that differs in it',
      sql`exists (select 1 from ${pgTable('NOTES', {})} where ${notes.id} = 1)`,
    ],
  ])('refuses %s', (_title, fragment) => {
    expect(() => move(fragment)).toThrow('refused: ')
  })
  test('shows the text around a name', () => {
    expect(() => move(sql`true or lower( notes.title ) = 'a'`)).toThrow(new Error('refused: notes.title'))
    expect(() => move(sql`to_jsonb(${own}) is null`)).toThrow(new Error('refused: notes'))
  })
  test('refuses what a sub-select of the new name would take', () => {
    expect(() => move(sql`exists (select 1 from tags, lateral unnest(array[1]) N where N.note = ${notes.id})`)).toThrow(
      'captured',
    )
    expect(() => move(sql`exists (select 1 from tags as n where n.note = ${notes.id})`)).toThrow('captured')
    expect(() =>
      move(
        exists(
          select
            .select()
            .from(alias(notes, 'n'))
            .where(eq(alias(notes, 'n').parent, notes.id)),
        ),
      ),
    ).toThrow('captured')
  })
  test.each(['my_notes.title is null', 'other.notes is null', '(other).notes is null', 'notes(1) is null'])(
    'has nothing against %s',
    (text) => {
      expect(move(sql`${sql.raw(text)}`)).toBe(text)
    },
  )
  test.each<[title: string, fragment: SQL, expected: string | null]>([
    ['its own columns', sql`${elsewhere.id} = ${notes.id}`, '"n"."id" = "notes"."id"'],
    [
      'raw text with another schema',
      sql`${elsewhere.id} = 1 and public.notes.id = 1`,
      '"n"."id" = 1 and public.notes.id = 1',
    ],
    ['raw text with its schema', sql`elsewhere.notes.id = 1`, null],
    [
      'a source with its schema',
      sql`(select ${elsewhere.id} from elsewhere.notes)`,
      'select "elsewhere"."notes"."id" from elsewhere.notes',
    ],
    [
      'a source with another schema',
      sql`(select ${elsewhere.id} from public.notes)`,
      'select "n"."id" from public.notes',
    ],
    ['a source of which nobody knows', sql`(select ${elsewhere.id} from notes)`, null],
    ['an identifier of which nobody knows', sql`(select ${elsewhere.id} from ${sql.identifier('notes')})`, null],
    [
      'a table of Drizzle',
      sql`(select ${elsewhere.id} from ${elsewhere})`,
      'select "elsewhere"."notes"."id" from "elsewhere"."notes"',
    ],
    [
      'its alias',
      sql`(select ${elsewhere.id} from elsewhere.notes p where p.id = 1)`,
      'select "n"."id" from elsewhere.notes p where p.id = 1',
    ],
    ['an alias, which has no schema', sql`(select ${elsewhere.id} from tags notes)`, 'select "n"."id" from tags notes'],
  ])('of a table in a schema: %s', (_title, fragment, expected) => {
    if (expected === null) expect(() => move(fragment, elsewhere)).toThrow('refused: ')
    else expect(bare(move(fragment, elsewhere))).toBe(bare(expected))
  })
  test('of a table with a column of its name: the bare name is the column', () => {
    const mark = pgTable('mark', { mark: text('mark') })
    expect(move(sql`mark = 'a' and ${mark.mark} > 'b'`, mark)).toBe(`mark = 'a' and "n"."mark" > 'b'`)
    expect(() => move(sql`mark.mark = 'a'`, mark)).toThrow('refused: ')
  })
  test('of an alias: its schema is no part of its name', () => {
    const own = alias(elsewhere, 'e')
    expect(bare(move(sql`(select ${own.id} from e) = ${own.id}`, own))).toBe('select "e"."id" from e = "n"."id"')
  })
  test("MySQL's texts: a backslash may or may not end one", () => {
    expect(
      move(
        sql`${notes.title} <> '\\\\' and true # (notes.id
`,
        notes,
        'escaping',
      ),
    ).toContain('"n"."title"')
    expect(() => move(sql`${notes.title} <> 'it\\'s' and true`, notes, 'escaping')).toThrow('refused: ')
    expect(move(sql`${notes.title} like 'a' escape '\\'`)).toBe(`"n"."title" like 'a' escape '\\'`)
  })

  test('leaves the fragment as it was', () => {
    const fragment = and(eq(notes.id, 1), sql`${notes.title} = ${'a'}`) as SQL
    const before = other.sqlToQuery(fragment)
    move(fragment)
    expect(other.sqlToQuery(fragment)).toEqual(before)
  })
})
