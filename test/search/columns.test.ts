// Which columns the ready searches take: one on which every search would fail is refused when it is declared.
import type { PGlite } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createRequire } from 'node:module'
import { type Column, eq, l2Distance, type SQL, sql } from 'drizzle-orm'
import { int, json, mysqlEnum, mysqlTable, text as mysqlText } from 'drizzle-orm/mysql-core'
import {
  boolean,
  char,
  customType,
  date,
  getTableConfig,
  halfvec,
  index,
  inet,
  integer,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  real,
  sparsevec,
  text,
  timestamp,
  uuid,
  varchar,
  vector,
} from 'drizzle-orm/pg-core'
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, paginate, paginateConfig, PaginateConfigError } from '../../src/index.js'
import {
  fts5,
  fullText,
  fullTextDocument,
  matchAgainst,
  nearest,
  similar,
  words,
} from '../../src/entries/search/index.js'
import type { SearchFunction } from '../../src/types/search-with.js'
import { startPglite } from '../support/start-pglite.js'

// Its declarations are of another version of PGlite.
const { vector: pgvector } = createRequire(import.meta.url)('@electric-sql/pglite-pgvector') as {
  vector: typeof pg_trgm
}

const of = (type: string) => customType<{ data: string }>({ dataType: () => type })()
const mood = pgEnum('mood', ['a', 'b'])
const columns = {
  text: text(),
  varchar: varchar({ length: 9 }),
  char: char({ length: 1 }),
  members: text({ enum: ['a', 'b'] }),
  citext: of('citext'),
  domain: of('email'),
  tsvector: of('tsvector'),
  integer: integer(),
  numeric: numeric(),
  needed: integer().notNull().default(7),
  real: real(),
  boolean: boolean(),
  uuid: uuid(),
  date: date(),
  timestamp: timestamp({ mode: 'string' }),
  enum: mood(),
  inet: inet(),
  json: jsonb(),
  array: text().array(),
  vector: vector({ dimensions: 2 }),
  halfvec: halfvec({ dimensions: 2 }),
  sparsevec: sparsevec({ dimensions: 2 }),
  'custom text': of('text'),
  'custom varchar': of('varchar(20)'),
  'custom inet': of('inet'),
  'custom integer': of('integer'),
  'custom name': of('name'),
  'custom json': of('jsonb'),
  'custom vector': of('vector(2)'),
  'custom bytes': of('bytea'),
  'custom document': of('XML'),
  'custom bit': of('bit(8)'),
  'custom bits': of('varbit(8)'),
  'custom range': of('int4range'),
}
type Kind = keyof typeof columns
const kinds = pgTable('kinds', { id: integer().primaryKey(), ...columns })
const lines = pgTable('lines', { id: integer().primaryKey(), product: text(), place: vector({ dimensions: 2 }) })

const TEXT: readonly Kind[] = [
  'text',
  'varchar',
  'char',
  'members',
  'citext',
  'domain',
  'custom text',
  'custom varchar',
]
const NUMBERS: readonly Kind[] = ['integer', 'numeric', 'real', 'needed', 'custom integer']
/** A custom column of a type that is not known here is taken at its word. */
const UNKNOWN: readonly Kind[] = ['domain', 'tsvector', 'custom vector', 'custom name']

type Make = (column: never) => SearchFunction
const DOCUMENTS = 'fullText() needs text columns, or one of type tsvector'
const searches: readonly [name: string, make: Make, takes: readonly Kind[], needs: string][] = [
  [
    'words',
    (column) => words([column]),
    ['text', 'varchar', 'citext', 'domain', 'inet', 'custom text', 'custom varchar', 'custom inet'],
    'words() needs text columns',
  ],
  ['fullText', (column) => fullText([column]), [...TEXT, 'tsvector', 'json', 'custom json'], DOCUMENTS],
  ['fullText of two', (column) => fullText([kinds.text, column]), [...TEXT, ...NUMBERS, 'custom name'], DOCUMENTS],
  ['fullText of a number and', (column) => fullText([column, kinds.needed]), [...TEXT, ...NUMBERS], DOCUMENTS],
  ['similar', (column) => similar(column), TEXT, 'similar() needs a text column'],
  [
    'nearest',
    (column) => nearest(column, () => [1, 2]),
    ['vector', 'halfvec', 'custom vector'],
    'nearest() needs a column of type vector or halfvec',
  ],
]

describe('On PostgreSQL', () => {
  let client: PGlite
  let db: PgliteDatabase
  beforeAll(async () => {
    client = await startPglite({ pg_trgm, citext, vector: pgvector })
    db = drizzle({ client })
    const types = Object.keys(columns).map((kind) => [kind, kinds[kind as Kind].getSQLType()] as const)
    // 1.0 leaves the brackets to the builder.
    const typed = types.map(([kind, type]) => `"${kind}" ${kind === 'array' ? 'text[]' : type}`)
    await client.exec(`create extension pg_trgm; create extension citext; create extension vector;
      create type mood as enum ('a', 'b'); create domain email as text;
      create table kinds (id integer primary key, ${typed.join(', ')}); insert into kinds (id, needed) values (1, 7)`)
  })
  afterAll(() => client.close())

  test('a number next to text is found by its digits, through the index that is declared', async () => {
    const searched = [kinds.text, kinds.needed, kinds.numeric] as const
    const document = (db as never as { dialect: { sqlToQuery(fragment: SQL): { sql: string } } }).dialect
      .sqlToQuery(fullTextDocument(searched))
      .sql.replaceAll('"kinds".', '')
    await client.exec(`create index kinds_words on kinds using gin (${document});
      insert into kinds (id, needed, text, numeric) values (8, 12, 'Order', null), (9, 13, null, 4.50)`)
    const list = paginateConfig(kinds).withLimits(5, 5).withTieBreaker('id').searchWith(fullText(searched)).build()
    for (const [search, id] of [
      ['order 12', 8],
      ['4.50 13', 9],
    ] as const)
      expect((await paginate(db as never, { search }, list)).items).toMatchObject([{ id }])
    await client.exec('drop index kinds_words; delete from kinds where id > 1')
  })

  // R16.1.5, R16.1.10
  describe.each(searches)('%s', (name, make, takes, needs) => {
    test.each(takes)('takes a column of the kind %s', async (kind) => {
      const list = paginateConfig(kinds).withLimits(5, 5).withTieBreaker('id')
      const config = list.searchWith(make(kinds[kind] as never) as never).build() as AnyPaginateConfig
      await expect(paginate(db as never, { search: `it's "a" -1` }, config)).resolves.toBeDefined()
    })

    // A pattern match over it fails at every search.
    const unknown = UNKNOWN.filter((kind) => name !== 'words' || kind !== 'tsvector')
    test.each(unknown)('takes a column of the kind %s at its word', (kind) => {
      expect(() => make(kinds[kind] as never)).not.toThrow()
    })

    const refused = (Object.keys(columns) as Kind[]).filter((kind) => ![...takes, ...unknown].includes(kind))
    test.each(refused)('refuses a column of the kind %s', (kind) => {
      expect(() => make(kinds[kind] as never)).toThrow(new PaginateConfigError(`${needs}; replace '${kind}'.`))
    })
  })
})

test('nearest leaves any column to a distance of your own, and none to those of Drizzle', () => {
  const own = (column: Column, value: number[]): SQL => sql`abs(${column} - ${value[0]})`
  expect(() => nearest(kinds.real, () => [1], { distance: own })).not.toThrow()
  expect(() => nearest(kinds.real, () => [1], { distance: l2Distance })).toThrow(PaginateConfigError)
})

test('fullTextDocument knows a column of the table callback of a schema, where indexes are declared', () => {
  const refused = () =>
    getTableConfig(
      pgTable('declared', { id: integer(), at: date('the_day') }, (table) => [
        index('declared_at').using('gin', fullTextDocument([table.at as never])),
      ]),
    )
  expect(refused).toThrow(
    new PaginateConfigError("fullTextDocument() needs text columns, or one of type tsvector; replace 'the_day'."),
  )
})

test.each(['n', 'kind', 'tags'] as const)('matchAgainst refuses a column of MySQL that no index has: %s', (name) => {
  const table = mysqlTable('t', { title: mysqlText(), n: int(), kind: mysqlEnum(['a', 'b']), tags: json() })
  expect(() => matchAgainst([table.title])).not.toThrow()
  expect(() => matchAgainst([table.title, table[name] as never])).toThrow(
    new PaginateConfigError(`matchAgainst() needs text columns; replace '${name}'.`),
  )
})

test.each<[string, Make]>([
  ['similar', (column) => similar(column)],
  ['nearest', (column) => nearest(column, () => [1])],
])('%s refuses anything but a column', (name, make) => {
  for (const given of [undefined, null, 'title', sql`title`, [kinds.text]])
    expect(() => make(given as never)).toThrow(new RegExp(`^${name}\\(\\) needs a .*; replace 'undefined'\\.$`))
})

// R16.1.10
describe('build() refuses a column of a table that is not in the query', () => {
  const sentence = ".searchWith() reads 'lines', which is not in the query; join it first, or read it in a sub-select."
  const unjoined: readonly [name: string, search: SearchFunction][] = [
    ['words', words([lines.product])],
    ['fullText', fullText([kinds.text, lines.product])],
    ['fts5', fts5('lines_fts', { rowid: lines.id })],
    ['matchAgainst', matchAgainst([lines.product])],
    ['similar', similar(lines.product)],
    ['nearest', nearest(lines.place, () => [1, 2])],
  ]
  const list = paginateConfig(kinds).withLimits(5, 5).withTieBreaker('id')

  test.each(unjoined)('%s', (_name, search) => {
    expect(() => list.searchWith(search as never).build()).toThrow(new PaginateConfigError(sentence))
    // Switched off, it is checked all the same.
    expect(() =>
      list
        .when(false)
        .searchWith(search as never)
        .build(),
    ).toThrow(new PaginateConfigError(sentence))
    const joined = list.leftJoin('line', lines, eq(lines.id, kinds.id))
    expect(() => joined.searchWith(search as never).build()).not.toThrow()
  })
})
