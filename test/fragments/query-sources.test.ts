// What a view or sub-query reads from, and which of its columns can be null for that.
import { eq, type SQL, sql } from 'drizzle-orm'
import { alias, integer, pgSchema, pgTable, pgView, QueryBuilder, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { rawFieldsOf } from '../../src/drizzle/selected-fields.js'
import { nullProofOf } from '../../src/fragments/null-proof.js'
import { querySources } from '../../src/fragments/query-sources.js'
import { readSource } from '../../src/fragments/row-source.js'

const a = pgTable('a', { id: integer('id').primaryKey(), name: text('name').notNull(), note: text('note') })
const b = pgTable('b', { id: integer('id').primaryKey(), a: integer('a').notNull() })
const c = pgSchema('other').table('c', { id: integer('id').primaryKey() })
const twin = alias(a, 'twin')
const select = new QueryBuilder()
/** A new one each time: Drizzle's `union` changes the select that it is called on. */
const start = () => select.select({ id: a.id }).from(a)
const inner = select.select({ id: a.id, name: a.name }).from(a).as('inner_a')
const declared = pgView('declared', { id: integer('id').notNull(), name: text('name') }).as(
  sql`select 1 as id, 'x' as name`,
)
const existing = pgView('existing', { id: integer('id').notNull() }).existing()

describe('The sources of a query', () => {
  test.each<[title: string, query: { getSQL(): SQL }, sources: readonly string[] | null]>([
    ['one table', start(), ['a']],
    ['a table of a schema', select.select().from(c), ['c']],
    ['an alias', select.select({ id: twin.id }).from(twin), ['twin']],
    ['an inner join', start().innerJoin(b, eq(b.a, a.id)), ['a', 'b']],
    ['a left join', start().leftJoin(b, eq(b.a, a.id)), ['a', 'b?']],
    ['a right join', start().rightJoin(b, eq(b.a, a.id)), ['a?', 'b']],
    ['a full join', start().fullJoin(b, eq(b.a, a.id)), ['a?', 'b?']],
    ['an alias, joined', start().leftJoin(twin, eq(twin.id, a.id)), ['a', 'twin?']],
    ['a sub-query', select.select({ id: inner.id }).from(inner), ['inner_a']],
    ['a sub-query, joined', start().leftJoin(inner, eq(inner.id, a.id)), ['a', 'inner_a?']],
    ['a join without a word before it', sql`select 1 from ${a} join ${b} on true`, ['a', 'b']],
    [
      'words in capitals and on lines',
      sql`SELECT 1\nFROM\n  ${a}\nLEFT  OUTER\n  JOIN  LATERAL\n  ${b} ON true`,
      ['a', 'b?'],
    ],
    ['a right join of a name', sql`select 1 from ${a} right outer join ${sql.identifier('x')} on true`, ['a?', 'x']],
    [
      'names with blanks between',
      sql`select 1 from ${sql.identifier('s')} . ${sql.identifier('a')}  as\n ${sql.identifier('x')}`,
      ['x'],
    ],
    [
      'names in raw text',
      sql`select 1 from ${sql.identifier('a')} as ${sql.identifier('x')} left outer join ${b} on true`,
      ['x', 'b?'],
    ],
    ['a sub-select in the list, which is no source', sql`select (select 1 from ${b}) from ${a}`, ['a']],
    ['words in a literal', sql`select ' from ${b} join "' || "from" from ${a}`, ['a']],
    ['a condition with a table', sql`select 1 from ${a} where ${b}.id = 1`, ['a']],
    ['a condition with a name', sql`select 1 from ${sql.identifier('a')} where ${sql.identifier('b')} = 1`, ['a']],
    [
      'a condition with a name of two parts',
      sql`select 1 from ${sql.identifier('a')} where ${sql.identifier('b')}.${sql.identifier('c')} = 1`,
      ['a'],
    ],
    ['words in a name', sql`select ${sql.raw('`from (`, "from ("')} from ${a}`, ['a']],
    ['a group of joins', sql`select 1 from (${a} join ${b} on true)`, null],
    ['a table in quotes', sql`select 1 from "${a}"`, null],
    ['a union', start().union(select.select({ id: b.id }).from(b)), null],
    ['a join in raw text', sql`select 1 from ${a} join b on true`, null],
    ['grouping sets', sql`select 1 from ${a} group by rollup (${a.id})`, null],
    ['tables after a comma', sql`select 1 from ${a}, b`, ['a']],
  ])('%s', (_title, query, sources) => {
    const found = querySources(query.getSQL())
    expect(found?.map(({ name, isOptional }) => `${name}${isOptional ? '?' : ''}`) ?? null).toEqual(sources)
  })
})

describe('Whether a column of a view or sub-query can be null', () => {
  const joined = select
    .select({ id: a.id, name: a.name, note: a.note, b: b.a })
    .from(a)
    .leftJoin(b, eq(b.a, a.id))
    .as('joined')
  const twice = select.select({ name: a.name }).from(a).innerJoin(twin, eq(twin.id, a.id)).as('twice')
  const viaTwin = select.select({ name: twin.name }).from(a).leftJoin(twin, eq(twin.id, a.id)).as('via_twin')
  const outer = select.select({ name: joined.name, b: joined.b }).from(joined).as('outer_joined')
  const ofView = select.select({ id: declared.id, name: declared.name }).from(declared).as('of_view')
  const ofExisting = select.select({ id: existing.id }).from(existing).as('of_existing')
  const view = pgView('view_of_joined').as((start) =>
    start.select({ id: a.id, b: b.a }).from(a).leftJoin(b, eq(b.a, a.id)),
  )
  const union = select
    .select({ id: a.id })
    .from(a)
    .union(select.select({ id: b.id }).from(b))
    .as('union_of')
  const self = select
    .select({ id: a.id })
    .from(a)
    .innerJoin(select.select({ id: b.id }).from(b).as('a'), sql`true`)
    .as('self')

  test.each([
    ['not null in its table', joined, 'name', 'never'],
    ['nullable in its table', joined, 'note', 'possible'],
    ['of a table that a left join may leave out', joined, 'b', 'possible'],
    ['of a table beside its alias', twice, 'name', 'never'],
    ['of an alias alone', select.select({ name: twin.name }).from(twin).as('of_twin'), 'name', 'never'],
    ['of an alias that a left join may leave out', viaTwin, 'name', 'possible'],
    ['of a sub-query, where it is not null', outer, 'name', 'never'],
    ['of a sub-query, where it can be null', outer, 'b', 'possible'],
    ['declared by a view', declared, 'id', 'never'],
    ['declared by a view as nullable', declared, 'name', 'possible'],
    ['declared by a view and read through a sub-query', ofView, 'id', 'never'],
    ['of a view over a query, where a left join may leave it out', view, 'b', 'possible'],
    ['of a view over a query, where nothing does', view, 'id', 'never'],
    ['of a view that exists already', existing, 'id', 'never'],
    ['of such a view, read through a sub-query', ofExisting, 'id', 'never'],
    ['of a union', union, 'id', 'unknown'],
    ['of a table whose name two sources have', self, 'id', 'unknown'],
  ] as const)('%s', (_title, source, key, expected) => {
    expect(nullProofOf(source, rawFieldsOf(source)[key])).toBe(expected)
    expect(readSource(source).members.find((member) => member.key === key)?.nulls).toBe(expected)
  })

  test('what is no column can be', () => {
    expect(nullProofOf(joined, sql`1`)).toBe('possible')
  })
})
