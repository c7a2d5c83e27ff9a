// A criterion over the elements of a sub-collection, as SQL, and which of its columns a relational query of 0.45 would
// rename.
import { type Column, eq, type SQL, sql } from 'drizzle-orm'
import { alias, integer, PgDialect, pgSchema, pgTable, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { GO_ON, mapChunks } from '../../../src/drizzle/chunks.js'
import { elementPredicate, protectColumns } from '../../../src/features/children/element-predicate.js'
import { tableIdentity } from '../../../src/fragments/source-name.js'
import type { Protect, ResolvedCollection } from '../../../src/types/config.js'

const posts = pgTable('posts', { id: integer('id').primaryKey(), title: text('title') })
const postTags = pgTable('post_tags', { post: integer('post'), tag: integer('tag') })
const tags = pgTable('tags', { id: integer('id').primaryKey(), name: text('name') })
const labels = alias(pgSchema('other').table('tags', { id: integer('id').primaryKey(), name: text('name') }), 'labels')
const written = (fragment: unknown): string => new PgDialect().sqlToQuery(sql`${fragment}`).sql

/** As a relational query of 0.45 writes a condition: every column that it sees goes by the root's alias. */
const renamed = (fragment: unknown): string =>
  written(mapChunks(fragment, (chunk, kind) => (kind === 'column' ? sql.raw(`root.${(chunk as Column).name}`) : GO_ON)))

type Collection = Omit<ResolvedCollection, 'predicate'>
const some: Collection = { quantifier: 'some', table: postTags, on: eq(postTags.post, posts.id), joins: [], needs: [] }
const joined: Collection = { ...some, joins: [{ kind: 'inner', table: tags, on: eq(tags.id, postTags.tag) }] }
const asked =
  (expression: Column): ((isComplement: boolean, protect: Protect) => SQL) =>
  (isComplement, protect) =>
    sql`${protect(expression)} ${sql.raw(isComplement ? 'is distinct from' : '=')} 1`

describe('A criterion over elements', () => {
  test.each<[title: string, collection: Collection, element: Column, expected: string]>([
    [
      'some: one that satisfies it',
      some,
      postTags.tag,
      'exists (select 1 from "post_tags" where ("post_tags"."post" = "posts"."id") and "post_tags"."tag" = 1)',
    ],
    [
      'none: none that satisfies it',
      { ...some, quantifier: 'none' },
      postTags.tag,
      'not exists (select 1 from "post_tags" where ("post_tags"."post" = "posts"."id") and "post_tags"."tag" = 1)',
    ],
    [
      'every: none that satisfies its complement',
      { ...some, quantifier: 'every' },
      postTags.tag,
      'not exists (select 1 from "post_tags" where ("post_tags"."post" = "posts"."id") and "post_tags"."tag" is distinct from 1)',
    ],
    [
      'through a table between',
      joined,
      tags.id,
      'exists (select 1 from "post_tags" inner join "tags" on ("tags"."id" = "post_tags"."tag") where ("post_tags"."post" = "posts"."id") and "tags"."id" = 1)',
    ],
    [
      'through an alias of a table in a schema',
      { ...some, joins: [{ kind: 'inner', table: labels, on: eq(labels.id, postTags.tag) }] },
      labels.id,
      'exists (select 1 from "post_tags" inner join "other"."tags" "labels" on ("labels"."id" = "post_tags"."tag") where ("post_tags"."post" = "posts"."id") and "labels"."id" = 1)',
    ],
  ])('%s', (_title, collection, element, expected) => {
    expect(written(elementPredicate(collection, asked(element)))).toBe(expected)
  })
  test('over aggregates of all elements', () => {
    expect(written(elementPredicate(some, asked(postTags.tag), 'having'))).toBe(
      'exists (select count(*) from "post_tags" where ("post_tags"."post" = "posts"."id") having "post_tags"."tag" = 1)',
    )
  })
  test('leaves to a relational query the columns of the root alone', () => {
    expect(renamed(elementPredicate(joined, asked(tags.id)))).toBe(
      'exists (select 1 from "post_tags" inner join "tags" on ("tags"."id" = "post_tags"."tag") where ("post_tags"."post" = root.id) and "tags"."id" = 1)',
    )
  })
})

test('columns of the tables that are named keep their names, whatever is around them', () => {
  const fragment = sql`f(${sql`${tags.name} || ${posts.title}`}, ${'a'})`
  expect(renamed(protectColumns(fragment, new Set([tableIdentity(tags)])))).toBe('f("tags"."name" || root.title, $1)')
  expect(renamed(protectColumns(fragment, new Set()))).toBe('f(root.name || root.title, $1)')
  expect(written(protectColumns(tags.name, new Set([tableIdentity(tags)])))).toBe('"tags"."name"')
})
