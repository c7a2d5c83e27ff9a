// A statement that is kept is put together from joined-up texts: it must read as Drizzle itself would write it.
import Database from 'better-sqlite3'
import { eq, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { alias, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, expect, test } from 'vitest'
import { paginateConfig, PaginateQuery, paginateSelect, rowsOf } from '../../src/index.js'
import { withSettings } from '../support/settings.js'

const people = sqliteTable('people', {
  id: integer().primaryKey(),
  name: text('full name').notNull(),
  bossId: integer('boss_id'),
})
const notes = sqliteTable('notes', {
  id: integer().primaryKey(),
  title: text().notNull(),
  about: text(),
  authorId: integer('author_id'),
})
const words = sqliteTable('words', { noteId: integer('note_id').notNull(), word: text() })
const bosses = alias(people, 'bosses')

const client = new Database(':memory:')
client.exec(`create table people (id integer primary key, "full name" text not null, boss_id integer);
create table notes (id integer primary key, title text not null, about text, author_id integer);
create table words (note_id integer not null, word text);
insert into people values (1, 'Ann', null), (2, 'Bo', 1);
insert into notes values (1, 'a', 'x', 1), (2, 'b', null, 2), (3, 'c', 'z', null), (4, 'a', null, 2), (5, 'b', 'w', 2);
insert into words values (1, 'v')`)
afterAll(() => client.close())
const db = drizzle({ client })

const config = paginateConfig(notes)
  .leftJoin('author', people, eq(people.id, notes.authorId))
  .leftJoin('boss', bosses, eq(bosses.id, people.bossId))
  .withLimits(2, 10)
  .allowUnlimited(100)
  .withTieBreaker('id')
  .sortable('title', 'about', 'boss.name')
  .sortable('about', { nulls: 'last' })
  .searchable('title', 'author.name')
  .filterable('title', '$eq', '$in', '$ilike')
  .filterable('about', '$eq', '$null', '$in')
  .filterable('boss.name', '$eq')
  .filterableMany('word', rowsOf(words, eq(words.noteId, notes.id)), words.word, '$eq')
  .build()

const selections = {
  columns: { id: notes.id, title: notes.title },
  'an expression and a nested record': {
    id: notes.id,
    upper: sql<string>`upper(${notes.title})`,
    more: { about: notes.about, quoted: sql<string>`' from '` },
  },
  'an aliased expression': { id: notes.id, size: sql<number>`length(${notes.title})`.as('size') },
  'a table': { id: notes.id, note: notes },
  'joined columns': { id: notes.id, author: people.name, boss: bosses.name },
}
const queries = [
  '',
  'filter.title=$eq:a',
  'filter.title=$in:a,b&filter.title=$or:$ilike:c&sortBy=about:DESC',
  'filter.about=$not:$eq:x&filter.about=$or:$null',
  'filter.word=$not:$eq:w',
  'search=a',
  'search=a&searchBy=title&sortBy=boss.name:ASC',
  'filter.boss.name=$eq:Ann&filter.title=$eq:b&sortBy=title:DESC',
]

/** What is sent for a request: its count and its page. */
async function sentFor(
  query: string,
  selection: (typeof selections)[keyof typeof selections],
  where: SQL,
): Promise<string[]> {
  const sent: string[] = []
  await paginateSelect(db, PaginateQuery.from(query), withSettings(config, { pageForm: 'plain' }), selection, {
    where,
    onStatement: ({ sql }) => sent.push(sql),
  })
  return sent
}

test.each(Object.entries(selections))('%s', async (_, selection) => {
  for (const query of queries) {
    // A condition with its values written into it is not kept: Drizzle renders that statement chunk by chunk. An
    // unlimited read has no count before it, so its selection is Drizzle's as well.
    const [whole] = await sentFor(`${query}&limit=-1`, selection, sql`1 = ${1}`.inlineParams())
    for (const turn of ['first', 'second']) {
      const [count, page] = await sentFor(query, selection, sql`1 = 1`)
      expect(page, `${turn} of ${query}`).toBe(`${whole} offset ?`)
      const condition = (whole as string).slice((whole as string).indexOf(' where (')).replace(/ order by .*$/, '')
      expect(count, `${turn} of ${query}`).toContain(condition)
    }
  }
})
