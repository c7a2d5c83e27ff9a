import { and, asc, desc, eq, exists, inArray, sql } from 'drizzle-orm'
import { alias, pgTable, pgView, QueryBuilder, serial, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { referencedJoins } from '../../src/fragments/referenced-tables.js'

const root = pgTable('root', { id: serial().primaryKey(), name: text() })
const a = pgTable('a_table', { id: serial().primaryKey(), name: text() })
const b = pgTable('b_table', { id: serial().primaryKey(), name: text() })
const c = alias(a, 'c')
const view = pgView('a_view', { id: serial() }).existing()
const select = new QueryBuilder()
const stats = select
  .select({ id: a.id, total: sql<number>`count(*) over (partition by ${a.name})`.as('total') })
  .from(a)
  .as('stats')
/** 0: a; 1: b, which needs a; 2: an alias of a; 3: a view; 4: a sub-query over a. */
const joins = [
  { table: a, needs: [] },
  { table: b, needs: [0] },
  { table: c, needs: [] },
  { table: view as never, needs: [] },
  { table: stats as never, needs: [] },
]

const rows: readonly (readonly [title: string, fragment: unknown, expected: number[]])[] = [
  ['nothing', undefined, []],
  ['the root alone', eq(root.id, 1), []],
  ['a column', a.id, [0]],
  ['a column of an alias, and not of its table', c.id, [2]],
  ['a column of a view', view.id, [3]],
  ['a view in a template', sql`(select count(*) from ${view})`, [3]],
  ['a column of a sub-query, and not of its table', stats.id, [4]],
  ['an expression of a sub-query, and not what is in it', sql`${stats.total} > 1`, [4]],
  ['a sub-query in a template', sql`(select count(*) from ${stats})`, [4]],
  ['what a join needs itself', b.name, [0, 1]],
  ['a condition', and(eq(root.id, c.id), sql`true`), [2]],
  ['columns in a template', sql`coalesce(${a.name}, ${c.name})`, [0, 2]],
  ['an aliased expression', sql`${a.name}`.as('x'), [0]],
  ['a table in a template', sql`(select count(*) from ${b})`, [0, 1]],
  ['a sub-select', exists(select.select().from(root).where(eq(root.id, a.id))), [0]],
  ['a sub-query with a name', select.select({ id: a.id }).from(a).as('q'), [0]],
  ['an order', [asc(root.id), desc(a.name)], [0]],
  ['a selection with nested records', { id: root.id, inner: { name: c.name, more: sql`${b.id}` } }, [0, 1, 2]],
  ['raw text with the name of a table', sql.raw('a_table.name is not null'), [0]],
  ['raw text in another case', sql.raw('"A_TABLE"."name"'), [0]],
  ['raw text with a longer name', sql.raw('a_tables.name = my_a_table.name'), []],
  ['an identifier', sql`${sql.identifier('c')}.name`, [2]],
  ['the encoder of a value, which is no reference', eq(root.name, sql.param('x', a.name)), []],
  ['a value with the name of a table', eq(root.name, 'a_table'), []],
  ['a list of values', inArray(root.name, ['a_table', 'c']), []],
  ['a placeholder', eq(root.name, sql.placeholder('a_table')), []],
  ['values that are no fragments', [1, 'a_table', null, new Date(0), true], []],
]

test.each(rows)('finds the joins of %s', (_title, fragment, expected) => {
  expect(referencedJoins(fragment, joins)).toEqual(expected)
})

test('leaves the fragment as it was', () => {
  const fragment = sql`${a.id} = ${b.id}`
  const before = [...fragment.queryChunks]
  referencedJoins(fragment, joins)
  expect(fragment.queryChunks).toEqual(before)
})

test('finds no joins in a list without any', () => {
  expect(referencedJoins(a.id, [])).toEqual([])
})
