// Which requests' statements are kept, how often a driver prepares them, and what each call of one shape binds.
import Database from 'better-sqlite3'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { drizzle as postgresDrizzle } from 'drizzle-orm/node-postgres'
import { sqliteView } from 'drizzle-orm/sqlite-core'
import { afterAll, describe, expect, test } from 'vitest'
import { type ListDatabase, paginateConfig, rowsOf } from '../../src/index.js'
import { bytesOf } from '../../src/kept/kept-statement.js'
import { dialectSettings, shapeCacheStats } from '../../src/kept/kept-texts.js'
import type { ListStatements } from '../../src/select/list-statements.js'
import {
  type DialectName,
  freshStatements,
  keptStatements,
  listOf,
  read,
  requestOf,
  shown,
  tables,
} from '../select/lists.js'

const client = new Database(':memory:')
client.exec(`create table articles (id integer primary key, title text not null, views integer, author_id integer);
insert into articles values (1, 'a', 1, null), (2, 'b', 2, null)`)
afterAll(() => client.close())
const databases: Record<'sqlite' | 'postgres', ListDatabase> = {
  sqlite: drizzle({ client }) as never,
  postgres: postgresDrizzle.mock() as never,
}
const { articles } = tables.sqlite
const view = sqliteView('recent', {}).as(sql`select 1`)

interface More {
  readonly where?: SQL
  readonly selection?: object
}
const list = { sqlite: listOf('sqlite').build(), postgres: listOf('postgres').build() }
const kept = (
  dialect: Exclude<DialectName, 'mysql'>,
  query: string,
  more: More = {},
  db = databases[dialect],
): ListStatements | null => keptStatements(db, requestOf(list[dialect], query, more))

const valuesOf = (count: number): number[] => Array.from({ length: count }, (_, at) => at)
const among = (count: number): SQL => sql`${articles.id} in ${valuesOf(count)}`
const withValue = { id: articles.id, one: sql`${1}` }

describe('Statements are kept', () => {
  test.each<[title: string, query: string, more: More, isKept: boolean]>([
    ['of a condition with 128 values', '', { where: among(128) }, true],
    ['of one with more: not', '', { where: among(129) }, false],
    ['of 128 values in all', 'filter.views=$gte:1', { where: among(127) }, true],
    ['of 129 in all: not', 'filter.views=$gte:1', { where: among(128) }, false],
    ['of a selection with 128 values', '', { selection: { id: sql`${valuesOf(128)}` } }, true],
    ['of 128 with a selection', '', { where: among(127), selection: withValue }, true],
    ['of 129 with a selection: not', '', { where: among(128), selection: withValue }, false],
    ['of a condition that has no key: not', '', { where: sql`1 = ${1}`.inlineParams() }, false],
    ['of a selection that has no key: not', '', { selection: { id: sql`${view}` } }, false],
  ])('%s', (_title, query, more, isKept) => {
    expect(kept('sqlite', query, more) !== null).toBe(isKept)
  })

  test.each<[title: string, start: object]>([
    ['no dialect', { session: { prepareQuery: () => undefined } }],
    ['no session that prepares', { dialect: {}, session: {} }],
  ])('not of a database that shows %s', (_title, start) => {
    expect(kept('sqlite', '', {}, { select: () => start } as never)).toBeNull()
  })
})

test('a synchronous driver prepares a statement once a session', () => {
  const prepared: string[] = []
  const counted = (): ListDatabase => {
    const db = drizzle({ client })
    const { session } = db as unknown as { session: { prepareQuery(...given: unknown[]): unknown } }
    const prepare = session.prepareQuery.bind(session)
    session.prepareQuery = (...given) => {
      prepared.push((given[0] as { sql: string }).sql)
      return prepare(...given)
    }
    return db as never
  }
  const [one, other] = [counted(), counted()]
  for (const db of [one, one, other, one, other]) {
    const page = kept('sqlite', 'filter.views=$gte:1&sortBy=title:DESC', {}, db)?.page(read('plain', 0))
    expect(page?.run()).toEqual([{ id: 2 }, { id: 1 }])
  }
  expect(prepared).toHaveLength(2)
})

describe('One shape', () => {
  test('binds to each call its own values', () => {
    const [one, other] = [kept('postgres', 'filter.views=$gte:1'), kept('postgres', 'filter.views=$gte:2')]
    const pages = [
      one?.page(read('plain', 10)),
      one?.page(read('plain', 20)),
      other?.page(read('plain', 30, { limit: 5 })),
      one?.count(),
    ]
    expect(pages.map((page) => page?.query().params)).toEqual([[1, 10, 10], [1, 10, 20], [2, 5, 30], [1]])
  })

  test.each<[query: string]>([
    ['search=e'],
    ['search=e&sortBy=author.name:ASC'],
    ['filter.views=$gte:1&sortBy=title:DESC'],
    ['sortBy=views:ASC&limit=-1'],
  ])('has the statements of the plain road, first and again: %s', (query) => {
    for (let turn = 0; turn < 2; turn++) {
      const [ours, theirs] = [
        kept('postgres', query),
        freshStatements(databases.postgres, requestOf(list.postgres, query)),
      ]
      expect(ours?.facts).toEqual(theirs.facts)
      for (const form of ['plain', 'deferred', 'filtered'] as const) {
        for (const isReversed of [false, true]) {
          const asked = read(form, 40, { isReversed })
          expect(ours && shown(ours.page(asked).query())).toEqual(shown(theirs.page(asked).query()))
        }
      }
    }
  })

  test('binds to each call the values of its own selection', () => {
    const { id } = tables.postgres.articles
    const pages = [1, 2].map((value) =>
      kept('postgres', '', { selection: { id, one: sql`${value}` } })?.page(read('plain', 10)),
    )
    expect(pages.map((page) => page?.query().params)).toEqual([
      [1, 10, 10],
      [2, 10, 10],
    ])
  })

  test('has a text for each limit of ranges', () => {
    for (const rangeLimit of [40, 80]) {
      const [ours, theirs] = [kept('postgres', ''), freshStatements(databases.postgres, requestOf(list.postgres, ''))]
      const asked = read('plain', 40, { rangeLimit } as never)
      expect(ours && shown(ours.page(asked).query())).toEqual(shown(theirs.page(asked).query()))
    }
  })
})

/** An object of the app's own may say something else at each request. */
const changing = { getSQL: () => sql`1` } as unknown as SQL
const one = { title: articles.title }
const { authors, cities } = tables.sqlite
const begin = () => paginateConfig(articles).withLimits(10, 100).withTieBreaker('id')
const ofArticle = (more: SQL = sql`true`) => and(eq(authors.id, articles.authorId), more)
const elsewhere = eq(cities.id, authors.cityId)

test.each<[title: string, config: { build(): object }, isKept: boolean]>([
  [
    'plain',
    begin()
      .field('one', sql`1`)
      .sortable('one'),
    true,
  ],
  [
    'an expression',
    begin()
      .field('one', sql`1 + ${changing}`)
      .sortable('one'),
    false,
  ],
  ['a join', begin().leftJoin('author', authors, ofArticle(sql`${changing} = 1`)), false],
  ['a fixed order', begin().defaultSortBy(desc(sql`${changing}`)), false],
  [
    'the condition of a collection',
    begin().filterableMany('by', rowsOf(authors, ofArticle(sql`${changing} = 1`) as SQL), authors.name, '$eq'),
    false,
  ],
  [
    'the field of a collection',
    (begin() as unknown as { filterableMany(...given: unknown[]): { build(): object } }).filterableMany(
      'by',
      rowsOf(authors, ofArticle() as SQL),
      { selector: sql<string>`${authors.name} || ${changing}`, valueType: 'text' } as never,
      '$eq' as never,
    ),
    false,
  ],
  [
    'a join of a collection',
    begin().filterableMany(
      'by',
      rowsOf(authors, ofArticle() as SQL).innerJoin(cities, and(elsewhere, sql`${changing} = 1`)),
      cities.name,
      '$eq',
    ),
    false,
  ],
  [
    'a collection alone',
    begin().filterableMany('by', rowsOf(authors, ofArticle() as SQL).innerJoin(cities, elsewhere), cities.name, '$eq'),
    true,
  ],
])('a list with an object of the app in %s', (_title, config, isKept) => {
  expect(keptStatements(databases.sqlite, requestOf(config.build(), '', { selection: one })) !== null).toBe(isKept)
})

test('a text that is too long is written for each request', () => {
  const textsOf = (length: number): number => {
    const config = begin()
      .field('long', sql`${sql.raw(`lower('${'x'.repeat(length)}')`)}`)
      .sortable('long')
      .build()
    const statements = keptStatements(databases.sqlite, requestOf(config, 'sortBy=long:ASC', { selection: one }))
    statements?.page(read('plain', 0)).query()
    return shapeCacheStats(config as never).size
  }
  expect([textsOf(30_000), textsOf(33_000)]).toEqual([1, 0])
})

test('the bytes of a text count its characters, its parameters and its fields', () => {
  const bytes = (sqlText: string, params: unknown[], fields: unknown): number =>
    bytesOf({ query: { sql: sqlText, params }, args: [fields] })
  expect(bytes('', [], [])).toBe(700)
  expect(bytes('x'.repeat(50), [1, 2], [1, 2, 3])).toBe(700 + 50 + 2 * 16 + 3 * 150)
  expect(bytes('x', [], undefined)).toBe(700 + 1 + 1000)
})

describe('databases with the same settings find the same statements', () => {
  class Dialect {
    readonly migrations = 'own'
    constructor(settings: object) {
      Object.assign(this, settings)
    }
  }
  class Other extends Dialect {}
  const convert = (name: string): string => name
  const settings: [title: string, setting: unknown][] = [
    ['none', undefined],
    ['a text', 'snake_case'],
    ['another text', 'camelCase'],
    ['a number', 1],
    ['the same as text', '1'],
    ['null', null],
    ['a function', convert],
    ['another function', (name: string) => name],
    ['a record of functions', { convert }],
    ['the same under another name', { other: convert }],
    ['an object', new Dialect({})],
    ['another object', new Dialect({})],
  ]

  test('and others find others', () => {
    const numbers = settings.map(([, casing]) => dialectSettings(new Dialect({ casing })))
    expect(new Set(numbers).size).toBe(settings.length)
    expect(settings.map(([, casing]) => dialectSettings(new Dialect({ casing })))).toEqual(numbers)
    for (const [at, [, casing]] of settings.entries()) {
      expect(dialectSettings(new Other({ casing }))).not.toBe(numbers[at])
      expect(dialectSettings(new Dialect({ other: casing }))).not.toBe(numbers[at])
    }
  })

  test('in whatever object the functions are', () => {
    const [one_, other] = [{ convert }, { convert }].map((casing) => dialectSettings(new Dialect({ casing })))
    expect(one_).toBe(other)
    const dialect = new Dialect({ casing: 'a' })
    expect(dialectSettings(dialect)).toBe(dialectSettings(dialect))
  })
})
