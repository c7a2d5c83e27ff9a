// The suite's tables as Drizzle's relational queries read them, on both lines: articles with their author and reviews,
// seats of a composite key.
import * as drizzleOrm from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzleLibsql } from 'drizzle-orm/libsql'
import { drizzle as drizzleMysql } from 'drizzle-orm/mysql2'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { drizzle as drizzleJs } from 'drizzle-orm/postgres-js'
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import { inject } from 'vitest'
import { StatementLog } from './statement-log.js'
import type { TestDatabase } from './test-database.js'

export const isOldLine = inject('drizzle').startsWith('^0')

type FindMany = {
  findMany(options?: object): PromiseLike<Record<string, unknown>[]> & { sync?(): Record<string, unknown>[] }
}

/** Typed as far as the tests of both lines can be: what the types say is in `../../test-d`. */
export interface RelationalTestDatabase extends Omit<PgliteDatabase, 'query' | 'transaction'> {
  readonly query: Readonly<Record<'articles' | 'authors' | 'articleTags', FindMany>>
  transaction<Result>(run: (tx: RelationalTestDatabase) => Result): Result
}

const DRIVERS: Readonly<Record<string, (options: never) => unknown>> = {
  pglite: drizzlePglite,
  sqlite: drizzleSqlite,
  libsql: drizzleLibsql,
  mysql2: drizzleMysql,
  'node-postgres': drizzlePg,
  'postgres-js': drizzleJs,
}

export function relationalDatabase(database: TestDatabase): {
  readonly db: RelationalTestDatabase
  readonly log: StatementLog
} {
  const log = new StatementLog()
  const { $client: client } = database.db as unknown as { readonly $client: never }
  const tables = isOldLine
    ? { schema: oldRelations(database.schema), mode: 'default' }
    : { relations: newRelations(database.schema) }
  const make = DRIVERS[database.name] as (options: object) => unknown
  return { db: make({ client, logger: log, ...tables }) as RelationalTestDatabase, log }
}

type Makers = Record<'one' | 'many', (...given: unknown[]) => unknown>

function oldRelations({ articles, authors, reviews, articleTags, tags }: TestDatabase['schema']): object {
  const { relations } = drizzleOrm as unknown as { relations(table: unknown, make: (make: Makers) => object): object }
  return {
    articles,
    authors,
    reviews,
    articleTags,
    tags,
    articleRelations: relations(articles, ({ one, many }) => ({
      author: one(authors, { fields: [articles.authorId], references: [authors.id] }),
      reviews: many(reviews),
    })),
    reviewRelations: relations(reviews, ({ one }) => ({
      article: one(articles, { fields: [reviews.articleId], references: [articles.id] }),
    })),
    articleTagRelations: relations(articleTags, ({ one }) => ({
      tag: one(tags, { fields: [articleTags.tagId], references: [tags.id] }),
    })),
  }
}

type NewMakers = Record<'one' | 'many', Record<string, (given: object) => unknown>> &
  Record<string, Record<string, unknown>>

function newRelations({ articles, authors, reviews, articleTags, tags }: TestDatabase['schema']): object {
  const { defineRelations } = drizzleOrm as unknown as {
    defineRelations(schema: object, make: (r: NewMakers) => object): object
  }
  return defineRelations({ articles, authors, reviews, articleTags, tags }, ({ one, many, ...columns }) => ({
    articles: {
      author: one['authors']?.({ from: columns['articles']?.['authorId'], to: columns['authors']?.['id'] }),
      reviews: many['reviews']?.({ from: columns['articles']?.['id'], to: columns['reviews']?.['articleId'] }),
    },
    articleTags: { tag: one['tags']?.({ from: columns['articleTags']?.['tagId'], to: columns['tags']?.['id'] }) },
  }))
}
