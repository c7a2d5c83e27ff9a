// The type of a bound list on PostgreSQL: a driver that binds it as a varchar (the RDS Data API) leaves nothing to
// infer an array from.
import { sql } from 'drizzle-orm'
import { char, customType, inet, integer, pgEnum, PgDialect, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { paginateConfig } from '../../src/index.js'
import { condition } from './rendered.js'

const citext = customType<{ data: string }>({ dataType: () => 'citext' })
const level = pgEnum('level', ['low', 'high'])
const items = pgTable('items', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  code: varchar('code', { length: 20 }).notNull(),
  letter: char('letter', { length: 1 }).notNull(),
  email: citext('email').notNull(),
  key: text('key').notNull(),
  guid: uuid('guid').notNull(),
  state: text('state', { enum: ['draft', 'live'] }).notNull(),
  level: level('level').notNull(),
  host: inet('host').notNull(),
  tags: text('tags').array().notNull(),
})
const itemList = paginateConfig(items)
  .withLimits(10, 100)
  .withTieBreaker('id')
  .field('keyAsUuid', items.key, 'uuid')
  .field('idAsText', items.id, 'text')
  .field('lower', sql<string>`lower(${items.title})`, 'text')
  .filterable('title', '$in')
  .filterable('code', '$in')
  .filterable('letter', '$in')
  .filterable('email', '$in')
  .filterable('keyAsUuid', '$in')
  .filterable('guid', '$in')
  .filterable('state', '$in')
  .filterable('level', '$in')
  .filterable('host', '$in')
  .filterable('idAsText', '$in')
  .filterable('lower', '$in')
  .filterable('tags', '$contains')
  .build()

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'

test.each<[query: string, text: string]>([
  ['filter.email=$in:a,b', '"items"."email" = any($1::citext[])'],
  ['filter.letter=$in:a,b', '"items"."letter" = any($1::bpchar[])'],
  ['filter.host=$in:a,b', 'abbrev("items"."host") = any($1::text[])'],
  ['filter.idAsText=$in:1,2', '"items"."id"::text = any($1::text[])'],
  [`filter.keyAsUuid=$in:${UUID}`, '"items"."key" = any($1::text[])'],
  // No schema says of what type an expression is: the server infers it for each value, from whatever the driver says of
  // it.
  ['filter.lower=$in:a,b', '((lower("items"."title")) is not null and (lower("items"."title")) in ($1, $2))'],
  ['filter.lower=$in:a,b,c', '((lower("items"."title")) is not null and (lower("items"."title")) in ($1, $2, $3, $4))'],
  [
    `filter.lower=$in:${Array.from({ length: 257 }, (_, at) => at).join(',')}`,
    '((lower("items"."title")) is not null and (lower("items"."title")) = any($1))',
  ],
  ['filter.title=$in:a,b', '"items"."title" = any($1::text[])'],
  ['filter.code=$in:a,b', '"items"."code" = any($1::varchar[])'],
  ['filter.state=$in:draft', '"items"."state" = any($1::text[])'],
  ['filter.level=$in:low', '"items"."level" = any($1::"level"[])'],
  [`filter.guid=$in:${UUID}`, '"items"."guid" = any($1::uuid[])'],
  ['filter.tags=$contains:a,b', '"items"."tags" @> $1::text[]'],
])('%s is %s', (query, text) => {
  expect(condition(new PgDialect(), itemList, query)[0]).toBe(text)
})
