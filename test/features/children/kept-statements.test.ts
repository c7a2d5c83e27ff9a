// The statement of a set is rendered once for all pages whose keys are written alike, and anew wherever its text could
// differ.
import { desc, eq, gt, sql } from 'drizzle-orm'
import { drizzle as mysqlDrizzle } from 'drizzle-orm/mysql2'
import * as mysql from 'drizzle-orm/mysql-core'
import { drizzle as postgresDrizzle } from 'drizzle-orm/node-postgres'
import * as pg from 'drizzle-orm/pg-core'
import { afterEach, describe, expect, test } from 'vitest'
import type { ConfigBuilder } from '../../../src/builder/config-builder.js'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { paginateConfig, rowsOf } from '../../../src/index.js'
import { statementNames } from '../../../src/kept/kept-statement.js'
import type { ResolvedChildren } from '../../../src/types/children-part.js'
import type { Statement } from '../../../src/types/statement.js'

afterEach(() => statementNames.reset())

interface Counted {
  readonly db: never
  readonly session: { prepareQuery: unknown }
  /** Statements that Drizzle has rendered. */
  readonly rendered: () => number
}
function counted(made: unknown): Counted {
  const { dialect, session } = made as {
    dialect: { buildSelectQuery: (given: unknown) => unknown }
    session: Counted['session']
  }
  let count = 0
  const build = dialect.buildSelectQuery.bind(dialect)
  const buildSelectQuery = (given: unknown): unknown => {
    count += 1
    return build(given)
  }
  // Not enumerable: it is no setting of the dialect's.
  Object.defineProperty(dialect, 'buildSelectQuery', { value: buildSelectQuery })
  return { db: made as never, session, rendered: () => count }
}
const postgres = (): Counted => counted(postgresDrizzle.mock())
const mariadb = (): Counted => counted(mysqlDrizzle.mock())

const childrenOf = (table: unknown, declare: (list: ConfigBuilder) => ConfigBuilder): ResolvedChildren =>
  resolvedConfig(
    declare(
      (paginateConfig(table as never) as unknown as ConfigBuilder).withLimits(1, 2).withTieBreaker('k'),
    ).build() as never,
  ).children as ResolvedChildren
function ask(children: ResolvedChildren, { db }: Counted, keys: readonly unknown[], namedStatements = true): Statement {
  const [name] = Object.keys(children.keyFields) as [string]
  const rows = keys.map((key) => ({ [name]: key }))
  return children.ask(db, rows, { namedStatements, answers: null }).statements[0] as Statement
}
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

const parents = {
  numbered: pg.pgTable('parents', { k: pg.integer('k').primaryKey() }),
  timed: pg.pgTable('parents', { k: pg.timestamp('k').primaryKey() }),
  mysqlNumbered: mysql.mysqlTable('parents', { k: mysql.int('k').primaryKey() }),
  mysqlNamed: mysql.mysqlTable('parents', { k: mysql.varchar('k', { length: 9 }).primaryKey() }),
}
const children = pg.pgTable('children', { id: pg.integer('id').primaryKey(), k: pg.integer('k').notNull() })
const others = pg.pgTable('others', { id: pg.integer('id').primaryKey() })
const mysqlChildren = mysql.mysqlTable('children', { id: mysql.int('id').primaryKey() })
const inAny = (list: ConfigBuilder): ConfigBuilder =>
  list.children('all', rowsOf(children as never, sql`1 = 1`), { id: children.id } as never)
const inAnyOfMysql = (list: ConfigBuilder): ConfigBuilder =>
  list.children('all', rowsOf(mysqlChildren as never, sql`1 = 1`), { id: mysqlChildren.id } as never)

/** A text of this length, with a statement around it. */
const long =
  (length: number) =>
  (list: ConfigBuilder): ConfigBuilder =>
    list.children('all', rowsOf(children as never, sql`1 = 1`), { long: sql.raw(`'${'x'.repeat(length)}'`) } as never)
const around = ask(childrenOf(parents.numbered, long(0)), postgres(), [1]).query().sql.length
/** Page after page, two names out of five with a quote that is spelled otherwise: many texts. */
const spellings = numbers(17).map((page) => numbers(5).map((at) => ((page >> at) & 1 ? `${at}'` : `${at}`)))

describe('A statement of children is rendered', () => {
  test.each<
    [
      title: string,
      on: () => Counted,
      children: ResolvedChildren,
      pages: readonly (readonly unknown[])[],
      rendered: number,
    ]
  >([
    ['once for lists of any length', postgres, childrenOf(parents.numbered, inAny), [[1], [2, 3], numbers(500)], 1],
    [
      'once for as many keys one by one',
      postgres,
      childrenOf(parents.timed, inAny),
      [['2024-02-29 12:00:00'], ['2024-02-29 13:00:00']],
      1,
    ],
    [
      'again for more keys one by one',
      mariadb,
      childrenOf(parents.mysqlNumbered, inAnyOfMysql),
      [[1], [1, 2], [1, 2, 3]],
      3,
    ],
    [
      'once up to the next power of two',
      mariadb,
      childrenOf(parents.mysqlNumbered, inAnyOfMysql),
      [
        [1, 2, 3],
        [4, 5, 6, 7],
      ],
      1,
    ],
    ['once with 128 keys', mariadb, childrenOf(parents.mysqlNumbered, inAnyOfMysql), [numbers(128), numbers(128)], 1],
    ['each time with more', mariadb, childrenOf(parents.mysqlNumbered, inAnyOfMysql), [numbers(129), numbers(129)], 2],
    [
      'once where it has 32,768 characters',
      postgres,
      childrenOf(parents.numbered, long(32_768 - around)),
      [[1], [1]],
      1,
    ],
    ['each time where it has more', postgres, childrenOf(parents.numbered, long(32_769 - around)), [[1], [1]], 2],
    [
      'once for each of 16 spellings',
      mariadb,
      childrenOf(parents.mysqlNamed, inAnyOfMysql),
      [...spellings.slice(0, 16), ...spellings.slice(0, 16)],
      16,
    ],
    [
      'each time beyond them',
      mariadb,
      childrenOf(parents.mysqlNamed, inAnyOfMysql),
      [...spellings, ...spellings.slice(16)],
      18,
    ],
  ])('%s', (_title, on, asked, pages, rendered) => {
    const database = on()
    for (const page of pages) ask(asked, database, page).query()
    expect(database.rendered()).toBe(rendered)
  })

  /** What an app's own object answers may differ each time. */
  let now = 0
  const changing = { getSQL: () => sql.raw(String(now)) }
  const rows = rowsOf(children as never, eq(children.k, parents.numbered.k))
  test.each<[where: string, declare: (list: ConfigBuilder) => ConfigBuilder]>([
    [
      'a condition',
      (list) => list.children('all', rows.where(sql`${children.id} > ${changing}`), { id: children.id } as never),
    ],
    ['the selection', (list) => list.children('all', rows, { id: sql`${children.id} + ${changing}` } as never)],
    [
      'the order',
      (list) =>
        list.children('all', rows, { id: children.id } as never, {
          orderBy: [sql`${children.id} + ${changing}` as never],
        }),
    ],
    [
      'the condition of a join',
      (list) =>
        list.children('all', rows.innerJoin(others as never, sql`${others.id} = ${changing}`), {
          id: children.id,
        } as never),
    ],
    [
      'a joined sub-query',
      (list) =>
        list.children(
          'all',
          rows.innerJoin(
            new pg.QueryBuilder()
              .select({ id: others.id })
              .from(others)
              .where(gt(others.id, changing as never))
              .as('few') as never,
            sql`true`,
          ),
          { id: children.id } as never,
        ),
    ],
    [
      'how they are tied to the row',
      (list) =>
        list.children('all', rowsOf(children as never, sql`${children.k} = ${changing}`), { id: children.id } as never),
    ],
  ])('anew where %s may change', (_where, declare) => {
    const asked = childrenOf(parents.numbered, declare)
    const database = postgres()
    for (const value of [41, 42]) {
      now = value
      expect(ask(asked, database, [1]).query().sql).toMatch(new RegExp(`\\b${value}\\b`))
    }
  })

  test('for each setting of the dialect', () => {
    const asked = childrenOf(parents.numbered, inAny)
    const [one, other] = [postgres(), postgres()]
    Object.assign((other.db as { dialect: object }).dialect, { setting: true })
    for (const database of [one, other, one, other]) ask(asked, database, [1]).query()
    expect([one.rendered(), other.rendered()]).toEqual([1, 1])
  })

  test('for each set', () => {
    const both = childrenOf(parents.numbered, (list) =>
      inAny(list).children(
        'best',
        rowsOf(children as never, eq(children.k, parents.numbered.k)),
        { id: children.id } as never,
        {
          limit: 1,
          orderBy: [desc(children.id) as never],
        },
      ),
    )
    const { statements } = both.ask(postgres().db, [{ [Object.keys(both.keyFields)[0] as string]: 1 }], {
      namedStatements: false,
      answers: null,
    })
    expect(new Set(statements.map((statement) => statement.query().sql)).size).toBe(2)
  })
})

test('it is prepared under a name from its second run on, unless the call wants none', async () => {
  const asked = childrenOf(parents.numbered, inAny)
  const database = postgres()
  const names: unknown[] = []
  database.session.prepareQuery = (_query: unknown, _fields: unknown, name: unknown) => {
    // 1.0 passes false for no name.
    names.push(typeof name === 'string' ? name : undefined)
    return { execute: () => Promise.resolve([]) }
  }
  for (const namedStatements of [true, true, false, true]) await ask(asked, database, [1], namedStatements).run()
  expect(names).toEqual([undefined, expect.stringMatching(/^drizzle_paginate_/), undefined, names[1]])
})
