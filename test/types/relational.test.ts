// The types of `paginateRelational`: items exactly as `findMany` answers them, and one sentence for what a page cannot
// take. A program for each line of Drizzle, since schemas of relations differ.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { BUILD_TIMEOUT } from '../support/timeouts.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isNewLine = new RegExp(inject('drizzle')).test('1.0.0')
const work = join(root, '.tmp', `relational-${isNewLine ? 'v1' : 'v0'}`)
const compiler = join(root, 'node_modules/@typescript/native/bin/tsc')

const tables = `import { integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { sqliteTable, integer as sqliteInteger, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { mysqlTable, int, text as mysqlText } from 'drizzle-orm/mysql-core'
import { drizzle } from 'drizzle-orm/pglite'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzleMysql } from 'drizzle-orm/mysql2'
import { paginateConfig, paginateRelational, type CursorPage, type PaginatedResponse } from '${join(root, 'src/index.js')}'
import { count, desc, eq, sql } from 'drizzle-orm'
const orders = pgTable('orders', { id: integer().primaryKey(), total: numeric().notNull(), customerId: integer() })
const customers = pgTable('customers', { id: integer().primaryKey(), name: text().notNull() })
const lines = pgTable('lines', { id: integer().primaryKey(), orderId: integer().notNull(), quantity: integer().notNull() })
const notes = sqliteTable('notes', { id: sqliteInteger().primaryKey(), body: sqliteText() })
const logs = mysqlTable('logs', { id: int().primaryKey(), body: mysqlText() })
`
const relations = isNewLine
  ? `import { defineRelations } from 'drizzle-orm'
const related = defineRelations({ orders, customers, lines }, (r) => ({
  orders: {
    lines: r.many.lines({ from: r.orders.id, to: r.lines.orderId }),
    customer: r.one.customers({ from: r.orders.customerId, to: r.customers.id }),
  },
  lines: { order: r.one.orders({ from: r.lines.orderId, to: r.orders.id, optional: false }) },
}))
const noted = defineRelations({ notes })
const logged = defineRelations({ logs })
declare const db: ReturnType<typeof drizzle<typeof related>>
declare const lite: ReturnType<typeof drizzleSqlite<typeof noted>>
declare const my: ReturnType<typeof drizzleMysql<typeof logged>>
`
  : `import { relations } from 'drizzle-orm'
const orderRelations = relations(orders, ({ many, one }) => ({
  lines: many(lines),
  customer: one(customers, { fields: [orders.customerId], references: [customers.id] }),
}))
const lineRelations = relations(lines, ({ one }) => ({ order: one(orders, { fields: [lines.orderId], references: [orders.id] }) }))
const related = { orders, customers, lines, orderRelations, lineRelations }
declare const db: ReturnType<typeof drizzle<typeof related>>
declare const lite: ReturnType<typeof drizzleSqlite<{ notes: typeof notes }>>
declare const my: ReturnType<typeof drizzleMysql<{ logs: typeof logs }>>
`
const prelude = `${tables}${relations}
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
declare function same<One, Other>(one: One, other: Other): Same<One, Other>
const orderList = paginateConfig(orders).withLimits(20, 100).withTieBreaker('id').build()
const byCursor = paginateConfig(orders).withLimits(20, 100).withTieBreaker('id').withCursors().build()
const scoped = paginateConfig(orders).withLimits(20, 100).withTieBreaker('id').scopedBy((s: { id: number }) => eq(orders.id, s.id)).build()
const noteList = paginateConfig(notes).withLimits(20, 100).withTieBreaker('id').build()
const logList = paginateConfig(logs).withLimits(20, 100).withTieBreaker('id').build()
`

/** Each is `findMany`'s argument, and the page's. */
const finds: readonly string[] = [
  '{}',
  '{ with: { lines: true } }',
  '{ with: { customer: true }, columns: { id: true } }',
  '{ columns: { total: false }, with: { lines: { columns: { quantity: true }, with: { order: true }, limit: 2 } } }',
  ...(isNewLine
    ? [
        '{ with: { lines: { where: { OR: [{ quantity: { gt: 1 } }, { id: 1 }] }, orderBy: { id: "desc" } } } }',
        '{ extras: { twice: (table, { sql }) => sql<number>`2 * ${table.id}` }, columns: { id: true } }',
      ]
    : [
        '{ with: { lines: { where: (line, { gt }) => gt(line.quantity, 1), orderBy: [desc(lines.id), lines.quantity] } } }',
        '{ extras: (order, { sql }) => ({ twice: sql<number>`2 * ${order.id}`.as("twice") }), columns: { id: true } }',
        '{ extras: { twice: sql<number>`2 * ${orders.id}`.as("twice") } }',
      ]),
]
const equal = finds.map(
  (find, at) => `{
  const found = await db.query.orders.findMany(${find})
  const page = await paginateRelational(db.query.orders, {}, orderList, ${find})
  const is${at}: true = same(page.items, found); void is${at}
}`,
)
const more = [
  `{ const page: CursorPage<{ id: number }> = await paginateRelational(db.query.orders, {}, byCursor, { columns: { id: true } }); void page }`,
  `{ const page: PaginatedResponse<{ id: number }> = await paginateRelational(lite.query.notes, {}, noteList, { columns: { id: true } }); void page }`,
  `{ const is: true = same((await paginateRelational(lite.query.notes, {}, noteList, {})).items, await lite.query.notes.findMany()); void is }`,
  `{ const is: true = same((await paginateRelational(my.query.logs, {}, logList, { columns: { body: true } })).items, await my.query.logs.findMany({ columns: { body: true } })); void is }`,
  `void db.transaction(async (tx) => paginateRelational(tx.query.orders, {}, orderList, { with: { lines: true } }))`,
  `void paginateRelational(db.query.orders, {}, scoped, {}, { scope: { id: 1 }, where: eq(orders.id, 1) })`,
]

const wrong: readonly (readonly [code: string, message: string])[] = [
  // That the comparison above can fail.
  [
    '{ const is: true = same((await paginateRelational(db.query.orders, {}, orderList, {})).items, await db.query.lines.findMany()); void is }',
    "Type 'false' is not assignable to type 'true'",
  ],
  [
    'void paginateRelational(db.query.orders, {}, orderList, { with: { lines: true }, limit: 1 })',
    `paginateRelational() takes with, columns and extras; the page says which rows there are, so leave 'limit' out.`,
  ],
  ['void paginateRelational(db.query.orders, {}, orderList, { with: { line: true } })', 'line'],
  ['void paginateRelational(db.query.orders, {}, orderList, { columns: { totl: true } })', 'totl'],
  // Members that findMany's own types refuse, beside right ones, at every depth.
  ...[
    ['{ with: { lines: true, lins: true } }', 'lins'],
    ['{ columns: { id: true, totl: true } }', 'totl'],
    ['{ with: { lines: { columns: { id: true }, wher: {} } } }', 'wher'],
    ['{ with: { lines: { columns: { id: true, idd: true } } } }', 'idd'],
    ['{ with: { lines: { with: { order: true, ordr: true } } } }', 'ordr'],
    ['{ with: { lines: { with: { order: { columns: { id: true }, limt: 1 } } } } }', 'limt'],
    ...(isNewLine
      ? [
          ['{ with: { lines: { where: { id: 1, idd: 1 } } } }', 'idd'],
          ['{ with: { lines: { where: { OR: [{ id: 1 }, { id: { gt: 1, gtt: 1 } }] } } } }', 'gtt'],
          ['{ with: { lines: { orderBy: { id: "desc", idd: "asc" } } } }', 'idd'],
        ]
      : []),
  ].map(
    ([find, name]) =>
      [
        `void paginateRelational(db.query.orders, {}, orderList, ${find})`,
        `paginateRelational() cannot pass '${name}' to findMany, which has no such member there; correct its name.`,
      ] as const,
  ),
  ['void paginateRelational(db, {}, orderList, {})', "Property 'findMany' is missing"],
  [
    'void paginateRelational({ findMany: () => [] }, {}, orderList, {})',
    'The relational query must be that of a table, such as db.query.orders; pass one of PostgreSQL, SQLite or MySQL.',
  ],
  [
    'void paginateRelational(lite.query.notes, {}, orderList, {})',
    'The database must be a Drizzle database or transaction of PostgreSQL, as the configuration',
  ],
  [
    'void paginateRelational(db.query.orders, {}, scoped, {})',
    'The list is scoped, and the call has no scope; pass options.scope.',
  ],
]

const before = `${prelude}${equal.join('\n')}\n${more.join('\n')}\n`

describe('The types of relational pages', () => {
  const diagnostics = new Map<number, string>()
  beforeAll(() => {
    rmSync(work, { recursive: true, force: true })
    mkdirSync(work, { recursive: true })
    writeFileSync(join(work, 'snippets.ts'), `${before}${wrong.map(([code]) => code).join('\n')}\nexport {}\n`)
    const paths = isNewLine
      ? {
          'drizzle-orm': [join(root, 'node_modules/drizzle-orm-v1/index.d.ts')],
          'drizzle-orm/*': [
            join(root, 'node_modules/drizzle-orm-v1/*.d.ts'),
            join(root, 'node_modules/drizzle-orm-v1/*/index.d.ts'),
          ],
        }
      : {}
    writeFileSync(
      join(work, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tsconfig.json'),
        compilerOptions: { types: ['node'], paths },
        include: ['snippets.ts'],
      }),
    )
    const start = before.split('\n').length - 1
    let line = -1
    for (const text of compile().split('\n')) {
      const at = /snippets\.ts\((\d+),\d+\): error/.exec(text)?.[1]
      if (at !== undefined) line = Number(at) - start - 1
      diagnostics.set(line, `${diagnostics.get(line) ?? ''}${text}\n`)
    }
  }, BUILD_TIMEOUT)
  afterAll(() => rmSync(work, { recursive: true, force: true }))

  test('are those of findMany, for every shape and dialect', () => {
    const found = [...diagnostics].filter(([line, text]) => line < 0 && text.includes('error'))
    expect(found).toEqual([])
  })

  test.each(wrong.map(([code, message], at) => [code, message, at] as const))(
    '%s is one sentence',
    (_code, message, at) => {
      const said = diagnostics.get(at) ?? 'nothing'
      expect(said).toContain(message)
      expect(said.match(/error TS\d+/g)).toHaveLength(1)
    },
  )
})

function compile(): string {
  try {
    return execFileSync(process.execPath, [compiler, '-p', join(work, 'tsconfig.json')], {
      cwd: work,
      encoding: 'utf8',
    })
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout ?? '')
  }
}
