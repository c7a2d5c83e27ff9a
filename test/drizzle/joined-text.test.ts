import { eq, inArray, sql } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import { MySqlDialect } from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { joiningText } from '../../src/drizzle/joined-text.js'

interface Writer {
  sqlToQuery(fragment: unknown): { readonly sql: string; readonly params: unknown[] }
}

const orders = pg
  .pgSchema('shop')
  .table('orders', { id: pg.integer(), code: pg.text('order_code'), kind: pg.pgEnum('kind', ['a', 'b'])() })
const mood = pg.pgEnum('Mood', ['glad'])
const named = pg.alias(orders, 'o"ther')
const builder = new pg.QueryBuilder()
const counts = builder
  .select({ id: orders.id, count: sql<number>`count(*)`.as('count') })
  .from(orders)
  .as('counts')
const view = pg.pgView('totals').as((query) => query.select({ id: orders.id }).from(orders))
const things = my.mysqlTable('things', { id: my.int(), name: my.varchar('thing`name', { length: 9 }) })

test.each([
  ['text alone', sql`select 1`],
  ['nothing', sql``],
  ['undefined', sql`a${undefined}b`],
  ['columns and tables', sql`select ${orders.id}, ${orders.code} from ${orders}`],
  ['an alias', sql`${named.code} from ${named}`],
  ['names', sql`${sql.identifier('a"b')}.${sql.identifier('c')}`],
  ['nested SQL', sql`(${eq(orders.id, 3)} or ${sql`${orders.code} = ${'x'}`})`],
  ['lists', sql`${orders.id} in ${[1, 2, sql`3`]}`],
  ['parameters with their encoders', inArray(orders.code, ['a', 'b'])],
  ['placeholders', sql`${sql.placeholder('0')} ${sql.param(sql.placeholder('1'), orders.code)}`],
  ['values', sql`${1}, ${'two'}, ${null}, ${true}, ${new Date(0).toISOString()}`],
  [
    'values written into the text',
    sql`${orders.id} = ${1} and ${sql`${orders.code} = ${"it's"}`.inlineParams()} and ${2}`,
  ],
  ['a sub-query and its columns', sql`${counts.count} ${counts.id} from ${counts}`],
  ['a select', sql`${orders.id} in ${builder.select({ id: orders.id }).from(orders).where(eq(orders.code, 'a'))}`],
  ['a view', sql`${view.id} from ${view}`],
  ['the name of an enum', sql`${'glad'}::${mood}`],
  ['an alias of an expression', sql`${sql`1 + ${2}`.as('three')}`],
])('%s: Drizzle writes the same of it', (_title, fragment) => {
  const dialect = new PgDialect() as unknown as Writer
  const joining = joiningText(dialect) as Writer
  // Twice: the second time, names are known.
  for (const _ of [1, 2]) {
    const { sql: text, params } = joining.sqlToQuery(fragment)
    expect([text, params]).toEqual([dialect.sqlToQuery(fragment).sql, dialect.sqlToQuery(fragment).params])
  }
})

test('names are written as each dialect object writes them', () => {
  const fragment = sql`${things.name} from ${things} where ${sql.identifier('a`b')} = ${1}`
  const dialect = new MySqlDialect() as unknown as Writer
  expect((joiningText(dialect) as Writer).sqlToQuery(fragment)).toEqual(dialect.sqlToQuery(fragment))
})

test('text between two parameters is one chunk', () => {
  let chunks = 0
  class Counting extends PgDialect {
    override sqlToQuery(fragment: never): never {
      chunks = Math.max(chunks, (fragment as { queryChunks: unknown[] }).queryChunks.length)
      return super.sqlToQuery(fragment) as never
    }
  }
  const writer = joiningText(new Counting()) as Writer
  writer.sqlToQuery(sql`${sql`${orders.id} = ${1}`} and (${orders.code} = ${'a'} or ${sql.raw('true')})`)
  expect(chunks).toBe(5)
})

test.each([[{}], [{ sqlToQuery: () => ({ sql: '' }) }]])(
  'an object that is no dialect of Drizzle’s stays as it is: %o',
  (dialect) => {
    expect(joiningText(dialect)).toBe(dialect)
  },
)
