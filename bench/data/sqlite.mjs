// SQLite: a file under .tmp, filled once and kept for the next run.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { progressBar } from '../progress.mjs'
import { article, author, authorCount, tagsOf } from './rows.mjs'

const directory = fileURLToPath(new URL('../../.tmp/bench/', import.meta.url))
const VERSION = 3

/** @returns the file's path */
export function prepareSqlite(rows) {
  const path = `${directory}sqlite-${VERSION}-${rows}.db`
  if (existsSync(path)) return path
  mkdirSync(directory, { recursive: true })
  const unfinished = `${path}.new`
  rmSync(unfinished, { force: true })
  const db = new Database(unfinished)
  db.exec(`
    create table authors (id integer primary key, name text not null, country text not null);
    create table articles (id integer primary key, title text not null, summary text not null, body text not null,
      status text not null, views integer not null, price text not null, hidden integer not null,
      created_at integer not null, updated_at integer not null, author_id integer);
    create table article_tags (article_id integer not null, tag text not null, primary key (article_id, tag)) without rowid;
  `)
  const bar = progressBar(`SQLite, ${rows} rows`, rows)
  const insertAuthor = db.prepare('insert into authors values (?, ?, ?)')
  const insertArticle = db.prepare(`insert into articles values (${Array.from({ length: 11 }, () => '?').join(', ')})`)
  const insertTag = db.prepare('insert into article_tags values (?, ?)')
  db.transaction(() => {
    for (let id = 1; id <= authorCount(rows); id++) insertAuthor.run(Object.values(author(id)))
    for (let id = 1; id <= rows; id++) {
      insertArticle.run(Object.values(article(id, rows)).map(sqliteValue))
      for (const tag of tagsOf(id)) insertTag.run(id, tag)
      if (id % 1000 === 0) bar(id)
    }
  })()
  db.exec(`
    create index articles_created on articles (created_at desc, id);
    create index articles_author on articles (author_id, created_at desc, id);
    create index articles_status on articles (status, created_at desc, id);
    create index articles_created_up on articles (created_at, id);
    create index articles_status_views on articles (status, views desc, id);
    create index articles_author_key on articles (author_id, id);
    create index articles_hidden_views on articles (hidden, views, id);
    create index authors_by_name on authors (name);
    create index tags_tag on article_tags (tag, article_id);
    analyze;
  `)
  db.close()
  renameSync(unfinished, path)
  return path
}

function sqliteValue(value) {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'boolean' ? Number(value) : value
}
