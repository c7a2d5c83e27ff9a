// No term makes an error of the database: hostile and random terms put to each engine's full-text search.
import { int, mysqlTable, text as mysqlText } from 'drizzle-orm/mysql-core'
import { customType, getTableConfig, index, integer, PgDialect, pgTable, text } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { type SQL, sql, type Table } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PaginateConfigError } from '../../src/index.js'
import { fts5, fullText, fullTextDocument, matchAgainst } from '../../src/entries/search/index.js'
import type { RankedSearch, SearchFunction } from '../../src/types/search-with.js'
import { dialects, type TestDatabase } from '../support/dialects.js'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const postgres = pgTable(
  'searched',
  { id: integer().primaryKey(), title: text().notNull(), body: text(), words: tsvector() },
  (t) => [index('searched_words').using('gin', fullTextDocument([t.title, t.body]))],
)
const sqlite = sqliteTable('searched', {
  id: sqliteInteger().primaryKey(),
  title: sqliteText().notNull(),
  body: sqliteText(),
})
const mysql = mysqlTable('searched', { id: int().primaryKey(), title: mysqlText().notNull(), body: mysqlText() })

interface Case {
  readonly table: Table
  readonly search: SearchFunction<RankedSearch>
  readonly setUp: string
}

const rows = `(1, 'The walrus and the carpenter', 'were walking close at hand'), (2, 'Walking on water', null), (3, 'Sand', 'They wept like anything to see such quantities of sand')`
const cases: { readonly [dialect: string]: readonly Case[] } = {
  postgresql: [
    {
      table: postgres,
      search: fullText([postgres.title, postgres.body]),
      setUp: `create table searched (id integer primary key, title text not null, body text, words tsvector);
        insert into searched (id, title, body) values ${rows}; update searched set words = to_tsvector('english', title)`,
    },
    { table: postgres, search: fullText([postgres.words], { language: 'simple' }), setUp: '' },
    { table: postgres, search: fullText([postgres.title], { language: 'pg_catalog.english' }), setUp: '' },
  ],
  sqlite: [
    {
      table: sqlite,
      search: fts5('searched_fts'),
      setUp: `create table searched (id integer primary key, title text not null, body text);
        insert into searched (id, title, body) values ${rows};
        create virtual table searched_fts using fts5(title, body, content='searched', content_rowid='id', tokenize = 'porter');
        insert into searched_fts (searched_fts) values ('rebuild')`,
    },
  ],
  mysql: [
    {
      table: mysql,
      search: matchAgainst([mysql.title, mysql.body]),
      setUp: `create table searched (id int primary key, title text not null, body text, fulltext (title, body)) engine = InnoDB;
        insert into searched (id, title, body) values ${rows}`,
    },
  ],
}

const hostile = [
  '-'.repeat(60),
  '- '.repeat(60),
  '-a'.repeat(60),
  '-"'.repeat(60),
  '-"" '.repeat(90),
  '--a --b',
  '-.-.-.-',
  ...['!', '&', '|', '(', ')', '<', ':', '*', '\\', '\u0085', '\u00a0', '! '].map((after) => `-${after}`.repeat(60)),
  '!&|()<->:*',
  'or',
  'or or or',
  '"',
  '""',
  '"a',
  `a'b`,
  `'`,
  `''`,
  '\\',
  `\\'`,
  'a AND b OR NOT c',
  'NEAR(a b, 3)',
  'title:walrus',
  '{title body}: walrus',
  '^walrus',
  'wal*',
  '*',
  '+',
  '+-',
  '@',
  '@5',
  '~a',
  '<a',
  '>a',
  '(a',
  'a)',
  '%',
  '_',
  ';',
  '--',
  '/* */',
  '$1',
  '?',
  ':a',
  '@a',
  '\t\n\r',
  '日本語',
  '🎉',
  'ﷺ',
  '\u0301',
  '\u202e',
  'x'.repeat(3000),
  'a '.repeat(5000),
  '-a '.repeat(5000),
  'a/b/c.d@e.f:80?g=h',
  '1e999',
  '0x1f',
  '127.0.0.1',
  '<b>a</b>',
  '&amp;',
  'a'.repeat(255) + '\ud83c\udf89'.repeat(2000),
]

describe.each(dialects)('search on $name', (engine) => {
  let database: TestDatabase
  const list = cases[engine.dialect] as readonly Case[]
  beforeAll(async () => {
    database = await engine.open()
    for (const { setUp } of list) if (setUp !== '') await database.execute(`drop table if exists searched; ${setUp}`)
  })
  afterAll(async () => {
    if (engine.dialect === 'sqlite') await database.execute('drop table if exists searched_fts')
    await database.execute('drop table if exists searched')
    await database.close()
  })

  const found = async ({ table, search }: Case, term: string): Promise<{ id: number; rank: number | null }[]> => {
    const { where, rank } = search({ term, table })
    const id = sql<number>`${sql.identifier('id')}`
    const select = database.db.select({ id, rank: sql<number | null>`${rank}`.mapWith(Number) }).from(table as never)
    return await (select as unknown as { where(condition: SQL): Promise<{ id: number; rank: number | null }[]> }).where(
      where,
    )
  }

  describe.each(list.map((each, at) => [at, each] as const))('search %#', (_at, each) => {
    test('finds rows by their words, and ranks them', async () => {
      const answer = await found(each, 'walrus')
      expect(answer.map(({ id }) => id)).toStrictEqual([1])
      expect(Number.isFinite(answer[0]?.rank)).toBe(true)
    })

    test.each(hostile.map((term) => [term.slice(0, 24), term]))('answers %j without an error', async (_title, term) => {
      await expect(found(each, term)).resolves.toBeInstanceOf(Array)
    })

    // R16.1.5
    test('answers any term without an error', async () => {
      const words = fc.array(
        fc.oneof(
          fc.constantFrom(
            '-',
            '"',
            ' ',
            'or',
            'and',
            'not',
            'near',
            'walrus',
            '(',
            ')',
            '!',
            '&',
            '|',
            '<->',
            ':',
            '*',
            "'",
            '\\',
            '+',
            '~',
            '^',
            '{',
            '}',
            '@',
            '<',
            '>',
            '.',
            '/',
            'a',
            'the',
          ),
          fc.string({ unit: 'grapheme', maxLength: 6 }),
        ),
        { maxLength: 80 },
      )
      await fc.assert(
        fc.asyncProperty(words, async (parts) => {
          // The plan refuses what the dialect's text cannot hold.
          const term = parts
            .join('')
            .replaceAll('\u0000', engine.dialect === 'postgresql' ? '' : '\u0000')
            .replace(/\p{Surrogate}/gu, '')
            .trim()
          if (term !== '') await found(each, term)
        }),
        { numRuns: 300 },
      )
    })
  })
})

describe('fullText', () => {
  test.each(["english'", '', 'a b', 'a.b.c', '1a'])('refuses the language %j', (language) => {
    expect(() => fullText([postgres.title], { language })).toThrow(PaginateConfigError)
  })
})

test('fullTextDocument takes one column of the table callback of a schema, where indexes are declared', () => {
  let documents: SQL[] = []
  const table = pgTable(
    'declared',
    { id: integer().primaryKey(), title: text().notNull(), words: tsvector('the_words') },
    (t) => {
      documents = [
        fullTextDocument([t.title], { language: 'simple' }),
        fullTextDocument([t.title]),
        fullTextDocument([t.words]),
      ]
      return documents.map((document, at) => index(`declared_${at}`).using('gin', document))
    },
  )
  expect(getTableConfig(table).indexes).toHaveLength(3)
  const rendered = documents.map((document) => new PgDialect().sqlToQuery(document).sql.replace(/"declared"\./g, ''))
  expect(rendered).toEqual([`to_tsvector('simple', "title")`, `to_tsvector('english', "title")`, '"the_words"'])
})

test.each<[title: string, search: SearchFunction<RankedSearch>, where: string]>([
  [
    'a Drizzle table of FTS5',
    fts5(sqliteTable('notes_fts', { title: sqliteText() })),
    '"searched".rowid in (select rowid from "notes_fts" where "notes_fts" match $1)',
  ],
  [
    'row ids in a column of their own',
    fts5('notes_fts', { rowid: sqlite.id }),
    '"searched"."id" in (select rowid from "notes_fts" where "notes_fts" match $1)',
  ],
  [
    'an index of MySQL',
    matchAgainst([mysql.title]),
    '(match("searched"."title") against ($1 in natural language mode)) > 0',
  ],
])('the condition of %s', (_title, search, where) => {
  const written = search({ term: 'walk', table: sqlite } as never).where as SQL
  expect(new PgDialect().sqlToQuery(written)).toMatchObject({ sql: where })
})

test.each([
  ['fullText', fullText],
  ['fullTextDocument', fullTextDocument],
  ['matchAgainst', matchAgainst],
])('%s refuses anything but a list of columns', (name, make) => {
  const sentence = `${name}() needs a list of columns; name at least one: ${name}([articles.title]).`
  for (const given of [
    undefined,
    null,
    [],
    'title',
    ['title'],
    postgres.title,
    [postgres.title, undefined],
    sql`title`,
  ])
    expect(() => make(given as never)).toThrow(new PaginateConfigError(sentence))
})

// FTS5 reads the rows of a word again wherever it is repeated.
test.each([
  ['cat '.repeat(64), '"cat"'],
  ['Cat cat CAT dog Cat', '"Cat" "dog"'],
  ['"big cat" cat "Big  cat" cat', '"big cat" "cat"'],
  ['cats cat', '"cats" "cat"'],
])('fts5 matches each word once: %j', (term, expected) => {
  const { where } = fts5('searched_fts')({ term, table: sqlite }) as RankedSearch
  expect(new PgDialect().sqlToQuery(where as SQL).params).toEqual([expected])
})
