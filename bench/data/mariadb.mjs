// MariaDB or MySQL: tables of the benchmark's own, filled once and kept for the next run.
import mysql from 'mysql2/promise'
import { progressBar } from '../progress.mjs'
import { article, author, authorCount, tagsOf } from './rows.mjs'

export const mariadbAddress = {
  host: process.env['MARIADB_HOST'] ?? '127.0.0.1',
  port: Number(process.env['MARIADB_PORT'] ?? 3306),
  user: process.env['MARIADB_USER'] ?? 'root',
  password: process.env['MARIADB_PASSWORD'] ?? '',
  database: process.env['MARIADB_DATABASE'] ?? 'test',
}
const VERSION = '2'

const ARTICLE_INDEXES = [
  'by_created (created_at desc, id)', 'by_author (author_id, created_at desc, id)', 'created_up (created_at, id)',
  'by_status_views (status, views desc, id)', 'by_author_key (author_id, id)', 'by_hidden_views (hidden, views, id)',
]

export const openMariadb = () => mysql.createPool({ ...mariadbAddress, connectionLimit: 16, timezone: 'Z' })

/** @param {string} prefix of the tables' names, for rows of another number */
export async function prepareMariadb(rows, prefix = 'bench_') {
  const [articles, authors, articleTags] = ['articles', 'authors', 'article_tags'].map((name) => `${prefix}${name}`)
  const pool = openMariadb()
  try {
    const wanted = `${VERSION}:${rows}`
    const [found] = await pool.query(
      `select table_comment as comment from information_schema.tables where table_schema = database() and table_name = ?`,
      [articles],
    )
    if (found[0]?.comment === wanted) return
    await pool.query(`drop table if exists ${articles}, ${authors}, ${articleTags}`)
    await pool.query(`create table ${authors} (id int primary key, name varchar(100) not null, country varchar(2) not null)`)
    await pool.query(`create table ${articles} (id int primary key, title varchar(200) not null, summary varchar(300) not null,
      body text not null, status varchar(20) not null, views int not null, price decimal(12, 2) not null, hidden boolean not null,
      created_at datetime not null, updated_at datetime not null, author_id int)`)
    await pool.query(`create table ${articleTags} (article_id int, tag varchar(20), primary key (article_id, tag))`)
    const bar = progressBar(`MariaDB, ${rows} rows`, rows)
    const people = Array.from({ length: authorCount(rows) }, (_, at) => Object.values(author(at + 1)))
    await pool.query(`insert into ${authors} values ?`, [people])
    for (let from = 1; from <= rows; from += 1000) {
      const ids = Array.from({ length: Math.min(1000, rows + 1 - from) }, (_, at) => from + at)
      await pool.query(`insert into ${articles} values ?`, [ids.map((id) => Object.values(article(id, rows)))])
      await pool.query(`insert into ${articleTags} values ?`, [ids.flatMap((id) => tagsOf(id).map((tag) => [id, tag]))])
      bar(from + ids.length - 1)
    }
    await pool.query(`alter table ${articles} ${ARTICLE_INDEXES.map((index) => `add index ${index}`).join(', ')}`)
    await pool.query(`create index by_name on ${authors} (name)`)
    await pool.query(`create index by_tag on ${articleTags} (tag, article_id)`)
    await pool.query(`analyze table ${articles}, ${authors}, ${articleTags}`)
    await pool.query(`alter table ${articles} comment '${wanted}'`)
  } finally {
    await pool.end()
  }
}
