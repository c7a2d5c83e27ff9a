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
const VERSION = '1'

export const openMariadb = () => mysql.createPool({ ...mariadbAddress, connectionLimit: 16, timezone: 'Z' })

export async function prepareMariadb(rows) {
  const pool = openMariadb()
  try {
    const wanted = `${VERSION}:${rows}`
    const [found] = await pool.query(
      `select table_comment as comment from information_schema.tables where table_schema = database() and table_name = 'bench_articles'`,
    )
    if (found[0]?.comment === wanted) return
    await pool.query('drop table if exists bench_articles, bench_authors, bench_article_tags')
    await pool.query('create table bench_authors (id int primary key, name varchar(100) not null, country varchar(2) not null)')
    await pool.query(`create table bench_articles (id int primary key, title varchar(200) not null, summary varchar(300) not null,
      body text not null, status varchar(20) not null, views int not null, price decimal(12, 2) not null, hidden boolean not null,
      created_at datetime not null, updated_at datetime not null, author_id int)`)
    await pool.query('create table bench_article_tags (article_id int, tag varchar(20), primary key (article_id, tag))')
    const bar = progressBar(`MariaDB, ${rows} rows`, rows)
    const authors = Array.from({ length: authorCount(rows) }, (_, at) => Object.values(author(at + 1)))
    await pool.query('insert into bench_authors values ?', [authors])
    for (let from = 1; from <= rows; from += 1000) {
      const ids = Array.from({ length: Math.min(1000, rows + 1 - from) }, (_, at) => from + at)
      await pool.query('insert into bench_articles values ?', [ids.map((id) => Object.values(article(id, rows)))])
      await pool.query('insert into bench_article_tags values ?', [ids.flatMap((id) => tagsOf(id).map((tag) => [id, tag]))])
      bar(from + ids.length - 1)
    }
    await pool.query('create index by_created on bench_articles (created_at desc, id)')
    await pool.query('create index by_author on bench_articles (author_id, created_at desc, id)')
    await pool.query('create index by_tag on bench_article_tags (tag, article_id)')
    await pool.query('analyze table bench_articles, bench_authors, bench_article_tags')
    await pool.query(`alter table bench_articles comment '${wanted}'`)
  } finally {
    await pool.end()
  }
}
