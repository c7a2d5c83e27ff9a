// PostgreSQL: a schema of the benchmark's own, filled once and kept for the next run.
import { once } from 'node:events'
import pg from 'pg'
import postgres from 'postgres'
import { progressBar } from '../progress.mjs'
import { POSTGRES_SCHEMA as SCHEMA } from '../tables.mjs'
import { article, author, authorCount, tagsOf } from './rows.mjs'

export const postgresAddress = {
  host: process.env['POSTGRES_HOST'] ?? '127.0.0.1',
  port: Number(process.env['POSTGRES_PORT'] ?? 5432),
  user: process.env['POSTGRES_USER'] ?? 'postgres',
  database: process.env['POSTGRES_DATABASE'] ?? 'test',
}

/** Sizes of the copies that show how cost grows with rows. */
export const smallerSizes = [1000, 10_000, 100_000]
/** Raise it when rows or indexes change: the tables are then made again. */
const VERSION = '4'

export const openPool = (options) => new pg.Pool({ ...postgresAddress, max: 16, ...options })
export const openPostgresJs = (options) => postgres({ ...postgresAddress, max: 16, onnotice: () => {}, ...options })

const columns = `id integer primary key, title text not null, summary text not null, body text not null, status text not null,
  views integer not null, price numeric not null, hidden boolean not null, created_at timestamp not null,
  updated_at timestamp not null, author_id integer`

/** @param {number} rows of the main table */
export async function preparePostgres(rows) {
  const sql = openPostgresJs({ max: 1 })
  try {
    const comment = `${VERSION}:${rows}`
    const [found] = await sql`select obj_description(to_regnamespace(${SCHEMA}), 'pg_namespace') as comment`
    if (found?.comment === comment) return
    await sql.unsafe(`drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}; set search_path to ${SCHEMA}, public`)
    await sql.unsafe(`create table authors (id integer primary key, name text not null, country text not null);
      create table articles (${columns});
      create table article_tags (article_id integer not null, tag text not null)`)
    const bar = progressBar(`PostgreSQL, ${rows} rows`, rows + rows / 2)
    const authors = authorCount(rows)
    await copy(sql, 'authors', authors, (id) => Object.values(author(id)))
    await copy(sql, 'articles', rows, (id) => Object.values(article(id, rows)), bar)
    const tags = (id) => tagsOf(id).map((tag) => [id, tag])
    await copy(sql, 'article_tags', rows, tags, (done) => bar(rows + Math.floor(done / 10)))
    const steps = [...indexSteps(), ...wideSteps(), ...smallerSizes.filter((size) => size < rows).flatMap(smallerSteps)]
    for (const [at, step] of steps.entries()) {
      await sql.unsafe(step)
      bar(Math.floor(rows * 1.1 + (rows * 0.4 * (at + 1)) / steps.length))
    }
    await sql.unsafe(`comment on schema ${SCHEMA} is '${comment}'`)
  } finally {
    await sql.end()
  }
}

/** @param rowsOf the values of one row, or a list of rows */
async function copy(sql, table, count, rowsOf, bar) {
  const stream = await sql.unsafe(`copy ${SCHEMA}.${table} from stdin`).writable()
  let text = ''
  for (let id = 1; id <= count; id++) {
    const made = rowsOf(id)
    for (const row of Array.isArray(made[0]) ? made : [made]) text += `${row.map(copyText).join('\t')}\n`
    if (text.length > 500_000) {
      if (!stream.write(text)) await once(stream, 'drain')
      text = ''
      bar?.(id)
    }
  }
  stream.end(text)
  await once(stream, 'finish')
}

function copyText(value) {
  if (value === null) return '\\N'
  return value instanceof Date ? value.toISOString().slice(0, -1) : String(value)
}

/** `summary` has the same words as `title` and no index. */
function indexSteps() {
  return [
    `create extension if not exists pg_trgm`,
    `create index on articles (created_at desc, id)`,
    `create index on articles (updated_at desc, id)`,
    `create index on articles (status, created_at desc, id)`,
    `create index on articles (author_id, created_at desc, id)`,
    `create index on articles (views)`,
    // The orders that are paged by cursor.
    `create index on articles (created_at, id)`,
    `create index on articles (status, views desc, id)`,
    `create index on articles (author_id, id)`,
    `create index on articles (hidden, views, id)`,
    `create index on articles using gin (title gin_trgm_ops)`,
    `create index on authors (name)`,
    `create index on authors using gin (name gin_trgm_ops)`,
    `create index on authors (country)`,
    `alter table article_tags add primary key (article_id, tag)`,
    `create index on article_tags (tag, article_id)`,
    `vacuum analyze articles`,
    `vacuum analyze authors`,
    `vacuum analyze article_tags`,
  ]
}

/** The same rows with a body six times as long. */
function wideSteps() {
  return [
    `create table articles_wide (${columns})`,
    `insert into articles_wide select id, title, summary, repeat(body || ' ', 6), status, views, price, hidden, created_at,
      updated_at, author_id from articles order by id`,
    `create index on articles_wide (created_at desc, id)`,
    `vacuum analyze articles_wide`,
  ]
}

function smallerSteps(size) {
  const name = `articles_${size}`
  return [
    `create table ${name} (${columns})`,
    `insert into ${name} select * from articles where id <= ${size} order by id`,
    `create index on ${name} (created_at desc, id)`,
    `create index on ${name} (author_id, created_at desc, id)`,
    `create index on ${name} (status, created_at desc, id)`,
    `vacuum analyze ${name}`,
  ]
}

/**
 * Makes a copy whose rows are those of `articles` time after time, ids and dates going on, unless it is there.
 *
 * @returns the sizes of the copies beyond `rows`, none where `largest` is not larger
 */
export async function prepareLarger(pool, rows, largest) {
  if (largest <= rows) return []
  const name = `${SCHEMA}.articles_${largest}`
  const { rows: [found] } = await pool.query(`select obj_description(to_regclass('${name}'), 'pg_class') as comment`)
  if (found.comment === 'complete') return [largest]
  const copies = largest / rows
  const bar = progressBar(`PostgreSQL, ${largest} rows`, copies + 3)
  await pool.query(`drop table if exists ${name}; create table ${name} (${columns})`)
  for (let copied = 0; copied < copies; copied++) {
    await pool.query(`insert into ${name} select id + ${copied * rows}, title, summary, body, status, views, price, hidden,
      created_at + ${copied * rows} * interval '1 minute', updated_at, author_id from ${SCHEMA}.articles order by id`)
    bar(copied + 1)
  }
  await pool.query(`create index on ${name} (created_at desc, id)`)
  bar(copies + 1)
  await pool.query(`vacuum analyze ${name}`)
  bar(copies + 2)
  await pool.query(`comment on table ${name} is 'complete'`)
  bar(copies + 3)
  return [largest]
}
