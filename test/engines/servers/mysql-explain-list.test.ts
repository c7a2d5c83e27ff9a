// `explainList` on MariaDB or MySQL: each suggested index is used once it is there.
import { eq } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paginateConfig } from '../../../src/index.js'
import { explainList } from '../../../src/entries/testing/index.js'
import { mysql2 } from '../../support/databases/mysql2.js'
import type { TestDatabase } from '../../support/dialects.js'

const authors = mysql.mysqlTable('advice_authors', {
  id: mysql.int('id').primaryKey(),
  name: mysql.varchar('name', { length: 50 }).notNull(),
})
const posts = mysql.mysqlTable('advice_posts', {
  id: mysql.int('id').primaryKey(),
  title: mysql.varchar('title', { length: 100 }).notNull(),
  views: mysql.int('views').notNull(),
  authorId: mysql.int('author_id').notNull(),
})

let database: TestDatabase
beforeAll(async () => {
  database = await mysql2.open()
  await database.execute(`
    create table advice_authors (id int primary key, name varchar(50) not null);
    create table advice_posts (id int primary key, title varchar(100) not null, views int not null, author_id int not null)`)
  const ids = Array.from({ length: 3000 }, (_, index) => index + 1)
  await database.execute(
    `insert into advice_authors values ${ids
      .slice(0, 300)
      .map((id) => `(${id}, 'author ${id}')`)
      .join()}`,
  )
  await database.execute(
    `insert into advice_posts values ${ids.map((id) => `(${id}, 'post ${id}', ${(id * 7) % 1000}, ${1 + (id % 300)})`).join()}`,
  )
  await database.execute('analyze table advice_posts, advice_authors')
})
afterAll(async () => {
  await database.execute('drop table advice_posts, advice_authors')
  await database.close()
})

test('each suggested index is used', async () => {
  const config = paginateConfig(posts)
    .leftJoin('author', authors, eq(authors.id, posts.authorId))
    .withLimits(20, 100)
    .withTieBreaker('id')
    .sortable('views')
    .defaultSortBy('views', 'desc')
    .searchable('title')
    .filterable('views', '$eq', '$gte')
    .filterable('title', '$eq')
    .filterable('author.name', '$eq')
    .build()
  const before = await explainList(database.db, config as never)
  const services = Object.fromEntries(before.entries.map(({ kind, name, service }) => [`${kind} ${name}`, service]))
  expect(services).toMatchObject({
    'order default order': 'scan',
    'order views:ASC': 'scan',
    'filter views $eq': 'scan',
    'filter title $eq': 'scan',
    'search title': 'scan',
  })
  const statements = new Set(
    before.entries.flatMap(({ service, suggestion }) =>
      service === 'index' || suggestion === null ? [] : [suggestion.sql],
    ),
  )
  for (const statement of statements) await database.execute(statement)
  const after = await explainList(database.db, config as never)
  expect(after.unserved.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['search title'])
})
