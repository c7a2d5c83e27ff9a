// What each search writes for a term: its condition, its rank or distance, and what is bound. No database is asked.
import { l2Distance, type SQL } from 'drizzle-orm'
import { MySqlDialect, mysqlTable, text as mysqlText } from 'drizzle-orm/mysql-core'
import { customType, PgDialect, pgTable, text, vector } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { PaginateConfigError } from '../../src/index.js'
import { fts5, fullText, fullTextDocument, matchAgainst, nearest, similar } from '../../src/entries/search/index.js'

const notes = pgTable('notes', {
  title: text('title').notNull(),
  body: text('body'),
  extra: text('extra').notNull(),
  words: customType<{ data: string }>({ dataType: () => 'tsvector' })('words'),
  embedding: vector('embedding', { dimensions: 2 }),
})
const people = pgTable('people', { name: text('name').notNull() })
const mysqlNotes = mysqlTable('notes', { title: mysqlText('title'), body: mysqlText('body') })
const sqliteNotes = sqliteTable('notes', { id: sqliteInteger('id').primaryKey(), title: sqliteText('title') })
const document = `to_tsvector('english', title || ' ' || coalesce(body, ''))`
const query = (language: string, at: number): string => `websearch_to_tsquery('${language}', $${at})`

const written = (
  fragment: SQL,
  dialect: { sqlToQuery(fragment: SQL): { sql: string; params: unknown[] } } = new PgDialect(),
): unknown[] => {
  const { sql, params } = dialect.sqlToQuery(fragment)
  return [sql.replaceAll(/["`]/g, '').replaceAll('notes.', ''), ...params]
}
type Answer = { readonly where?: SQL; readonly rank?: SQL; readonly distance?: SQL }
/** Searches take what they need of the context. */
const asked = (search: unknown, term: string, table: unknown = notes): Answer =>
  (search as (context: object) => Answer)({ term, table })

describe('A search writes', () => {
  test.each<[title: string, search: unknown, orderedBy: string, where: string | null, order: string]>([
    [
      'of several columns',
      fullText([notes.title, notes.body]),
      'rank',
      `${document} @@ ${query('english', 1)}`,
      `ts_rank(${document}, ${query('english', 1)})`,
    ],
    [
      'of columns that are never null',
      fullText([notes.title, notes.extra], { language: 'simple' }),
      'rank',
      `to_tsvector('simple', title || ' ' || extra) @@ ${query('simple', 1)}`,
      `ts_rank(to_tsvector('simple', title || ' ' || extra), ${query('simple', 1)})`,
    ],
    [
      'of columns of a joined table',
      fullText([notes.title, people.name], { language: 'simple' }),
      'rank',
      `to_tsvector('simple', title || ' ' || coalesce(people.name, '')) @@ ${query('simple', 1)}`,
      `ts_rank(to_tsvector('simple', title || ' ' || coalesce(people.name, '')), ${query('simple', 1)})`,
    ],
    [
      'of one column, in a configuration of a schema',
      fullText([notes.body], { language: 'Public.my_words2' }),
      'rank',
      `to_tsvector('Public.my_words2', body) @@ ${query('Public.my_words2', 1)}`,
      `ts_rank(to_tsvector('Public.my_words2', body), ${query('Public.my_words2', 1)})`,
    ],
    [
      'of words that are kept',
      fullText([notes.words]),
      'rank',
      `words @@ ${query('english', 1)}`,
      `ts_rank(words, ${query('english', 1)})`,
    ],
    ['by likeness', similar(notes.title), 'distance', 'title % $1', 'title <-> $1'],
    ['by nearness', nearest(notes.embedding, () => [1, 2]), 'distance', null, 'embedding <=> $1'],
    [
      'by nearness up to a distance',
      nearest(notes.embedding, () => [1, 2], { distance: l2Distance as never, maxDistance: 0.5 }),
      'distance',
      'embedding <-> $1 <= $2',
      'embedding <-> $1',
    ],
  ])('%s', (_title, search, orderedBy, where, order) => {
    const answer = asked(search, 'a term')
    expect((search as { orderedBy: string }).orderedBy).toBe(orderedBy)
    expect(answer.where === undefined ? null : written(answer.where)[0]).toBe(where)
    expect(written((answer.rank ?? answer.distance) as SQL)[0]).toBe(order)
    expect('where' in answer).toBe(where !== null)
  })

  test('the condition and the rank of FTS5', () => {
    const search = fts5('notes_fts')
    const { where, rank } = asked(search, 'a term', sqliteNotes)
    expect(search.orderedBy).toBe('rank')
    expect(written(where as SQL)).toEqual([
      'rowid in (select rowid from notes_fts where notes_fts match $1)',
      '"a" "term"',
    ])
    expect(written(rank as SQL)).toEqual([
      '(select -ranked_.score from (select rowid as id, bm25(notes_fts) as score from notes_fts where notes_fts match $1 limit -1) as ranked_ where ranked_.id = rowid)',
      '"a" "term"',
    ])
  })

  test('the condition and the rank of an index of MySQL', () => {
    const search = matchAgainst([mysqlNotes.title as never, mysqlNotes.body as never])
    const { where, rank } = asked(search, 'a term')
    expect(search.orderedBy).toBe('rank')
    expect(written(where as SQL, new MySqlDialect())).toEqual([
      '(match(title, body) against (? in natural language mode)) > 0',
      'a term',
    ])
    expect(written(rank as SQL, new MySqlDialect())).toEqual([
      'match(title, body) against (? in natural language mode)',
      'a term',
    ])
  })
})

describe('A term is bound', () => {
  const bound = {
    fullText: (term: string) => written(asked(fullText([notes.title]), term).where as SQL)[1],
    fts5: (term: string) => written(asked(fts5('notes_fts'), term).where as SQL)[1],
    matchAgainst: (term: string) => written(asked(matchAgainst([mysqlNotes.title as never]), term).where as SQL)[1],
    similar: (term: string) => written(asked(similar(notes.title), term).where as SQL)[1],
  }

  test.each<[search: keyof typeof bound, term: string, text: string]>([
    // Only dashes that PostgreSQL's stack might not hold are left out.
    ['fullText', 'null -pointer', 'null -pointer'],
    ['fullText', '--a - b -"c d"', '--a - b -"c d"'],
    ['fullText', 'walking--sand -!a a-b-', 'walking--sand -!a a-b-'],
    ['fullText', `a ${'-'.repeat(15)}b`, `a ${'-'.repeat(15)}b`],
    ['fullText', `a ${'- '.repeat(16)}b`, 'a  b'],
    ['fullText', `a ${'-!'.repeat(16)}b`, 'a  b'],
    ['fts5', 'a AND  b*', '"a" "AND" "b*"'],
    ['fts5', 'say "to be" or', '"say" "to be" "or"'],
    ['fts5', '"  Big   cat " "big cat"', '"  Big   cat "'],
    ['fts5', '"cat dog" catdog', '"cat dog" "catdog"'],
    ['fts5', 'a"b', '"a" "b"'],
    ['fts5', 'a\u0000b', '"a" "b"'],
    ['fts5', '"a\u0000b"', '"a b"'],
    ['fts5', '" "', '" "'],
    ['fts5', '""', '""'],
    ['fts5', '"', '""'],
    ['matchAgainst', `it's "so" * + c_d`, 'it s so c_d'],
    ['matchAgainst', 'é\u0301 ٣ 🎉\\', 'é\u0301 ٣ 🎉 '],
    ['similar', `it's "so" *`, `it's "so" *`],
  ])('%s: %j as %j', (search, term, text) => {
    expect(bound[search](term)).toBe(text)
  })

  test.each(['fullText', 'matchAgainst', 'similar'] as const)(
    '%s: 4,000 characters of it, and no half of one',
    (search) => {
      expect(bound[search]('a'.repeat(4000))).toBe('a'.repeat(4000))
      expect(bound[search](`${'a'.repeat(4000)}b`)).toBe('a'.repeat(4000))
      const pair = bound[search](`${'a'.repeat(3999)}🎉`)
      expect(pair).toBe('a'.repeat(3999))
      expect(bound[search](`${'a'.repeat(3998)}🎉b`)).toBe(`${'a'.repeat(3998)}🎉`)
      // Only the last one can be half.
      expect(bound[search](`🎉${'a'.repeat(4000)}`)).toBe(`🎉${'a'.repeat(3998)}`)
    },
  )

  test('an embedding, as its column writes it', () => {
    const seen: string[] = []
    const search = nearest(notes.embedding, (term) => {
      seen.push(term)
      return Object.freeze([1, 0.5])
    })
    expect(written(asked(search, 'storage').distance as SQL)).toEqual(['embedding <=> $1', '[1,0.5]'])
    expect(seen).toEqual(['storage'])
  })
})

describe('The language of a full-text search', () => {
  test.each(['english', 'ENGLISH', '_a', 'a1', 'pg_catalog.simple', 'a._1'])('%j is a plain name', (language) => {
    expect(written(fullTextDocument([notes.title], { language }))).toEqual([`to_tsvector('${language}', title)`])
  })

  test.each(["english'", '', 'a b', ' a', 'a ', 'a.', '.a', 'a.b.c', '1a', 'a.1', 'a-b', "a'.b"])(
    '%j is none',
    (language) => {
      const sentence = `fullText() needs the plain name of a text search configuration, not '${language}'; name one such as 'english'.`
      expect(() => fullText([notes.title], { language })).toThrow(new PaginateConfigError(sentence))
    },
  )
})
