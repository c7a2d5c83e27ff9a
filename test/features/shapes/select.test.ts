import { type } from 'arktype'
import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ConfigBuilder } from '../../../src/builder/config-builder.js'
import { paginateConfig } from '../../../src/builder/paginate-config.js'
import { rowsOf } from '../../../src/features/children/rows-of.js'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { PaginateConfigError } from '../../../src/errors.js'
import type { ItemShape } from '../../../src/types/config.js'
import { articles, authors, reviews } from '../../builder/tables.js'

const ready = paginateConfig(articles)
  .leftJoin('author', authors, eq(authors.id, articles.authorId))
  .withLimits(1, 2)
  .withTieBreaker('id')

/** The shape as field names, so that a row of the table can say what it expects. */
type Names = { readonly [key: string]: string | Names }
const isField = (member: ItemShape[string]): member is Extract<ItemShape[string], { readonly index: number }> =>
  typeof member.index === 'number'
const names = (shape: ItemShape | null): Names =>
  Object.fromEntries(
    Object.entries(shape ?? {}).map(([key, member]) => [
      key,
      isField(member) ? member.name : names(member as ItemShape),
    ]),
  )

const both = { id: 'id', title: 'title', author: { name: 'author.name' } }
const dated = { id: 'id', publishedAt: 'publishedAt' }

const shapes: readonly (readonly [title: string, shape: unknown, expected: Names])[] = [
  ['a record of names', { id: true, title: true }, { id: 'id', title: 'title' }],
  ['a nested record', { id: true, title: true, author: { name: true } }, both],
  ['a joined field under its flat name', { id: true, 'author.name': true }, { id: 'id', 'author.name': 'author.name' }],
  [
    'keys in another case, which the item keeps',
    { ID: true, publishedat: true, AUTHOR: { Name: true } },
    { ID: 'id', publishedat: 'publishedAt', AUTHOR: { Name: 'author.name' } },
  ],
  [
    'a Zod object',
    z.object({ id: z.number(), title: z.string(), author: z.object({ name: z.string() }).nullable() }),
    both,
  ],
  ['a Zod object with what JSON cannot hold', z.object({ id: z.number(), publishedAt: z.date().nullable() }), dated],
  [
    'a Zod object that nests what JSON cannot hold',
    z.object({ id: z.bigint(), title: z.string(), author: z.object({ name: z.string() }).nullish() }),
    both,
  ],
  [
    'a Zod object behind a transform',
    z.object({ id: z.number(), title: z.string() }).transform((row) => row.title),
    { id: 'id', title: 'title' },
  ],
  [
    'a Zod object over a JSON column',
    z.object({ id: z.number(), payload: z.object({ a: z.string() }) }),
    { id: 'id', payload: 'payload' },
  ],
  [
    'a Valibot object',
    v.object({ id: v.number(), title: v.string(), author: v.nullable(v.object({ name: v.string() })) }),
    both,
  ],
  ['a Valibot object with a date', v.object({ id: v.number(), publishedAt: v.optional(v.date()) }), dated],
  ['an ArkType object', type({ id: 'number', title: 'string', author: { name: 'string' } }), both],
  ['an ArkType object with a date', type({ id: 'number', 'publishedAt?': 'Date' }), dated],
]

/** A schema whose JSON is this, as libraries that are not tested here may write it. */
const described = (json: object) => ({ '~standard': { version: 1, vendor: 'own', jsonSchema: { input: () => json } } })
const author = { type: 'object', properties: { name: { type: 'string' } } }
const byReference: readonly (readonly [title: string, json: object])[] = [
  ['to a definition', { $ref: '#/$defs/row', $defs: { row: { properties: { id: {}, title: {}, author } } } }],
  ['within a member', { properties: { id: {}, title: {}, author: { $ref: '#/$defs/author' } }, $defs: { author } }],
  [
    'with signs of its own',
    { properties: { id: {}, title: {}, author: { $ref: '#/$defs/a~1b~0c' } }, $defs: { 'a/b~c': author } },
  ],
  ...['allOf', 'anyOf', 'oneOf'].map((parts): [string, object] => [
    `in parts of ${parts}`,
    {
      [parts]: [{ properties: { id: {} } }, { $ref: '#/$defs/rest' }],
      $defs: { rest: { properties: { title: {}, author } } },
    },
  ]),
]
const properties = { id: {}, title: {}, author }
interface Tree {
  id: Date
  author: Tree
}
const tree: z.ZodType<Tree> = z.object({ id: z.date(), author: z.lazy(() => tree) })
const noField = (key: string): string =>
  `.select() has a key '${key}' that matches no field; name a field or remove it.`
const noMember = (key: string): string =>
  `.select() has a key '${key}' of another kind; give it true, a column, SQL or a record, or false to leave it out.`

describe('.select()', () => {
  test.each(byReference)('follows a reference %s', (_title, json) => {
    const config = (ready as unknown as ConfigBuilder).select(described(json)).build()
    expect(names(resolvedConfig(config).shape)).toEqual(both)
  })

  test.each<[title: string, json: object]>([
    ['to nothing', { $ref: '#/$defs/row' }],
    ['through what is no object', { $ref: '#/$defs/row/deeper', $defs: { row: 1 } }],
    ['to another document', { $ref: 'https://example.com/row.json' }],
    ['to itself', { $ref: '#' }],
  ])('refuses a reference %s', (_title, json) => {
    expect(() => (ready as unknown as ConfigBuilder).select(described(json)).build()).toThrow(PaginateConfigError)
  })

  test.each<[title: string, schema: object, expected: Names]>([
    ['props', { props: [{ key: 'id', value: {} }, { key: 'title' }, { key: 7 }, null] }, { id: 'id', title: 'title' }],
    ['a wrapped schema', { wrapped: { entries: { id: {} } } }, { id: 'id' }],
    ['what comes out', { '~standard': { jsonSchema: { output: () => ({ properties }) } } }, both],
    [
      'what comes out, if what goes in lists nothing',
      { '~standard': { jsonSchema: { input: () => ({}), output: () => ({ properties }) } } },
      both,
    ],
    [
      'both parts of an intersection',
      z.object({ id: z.date() }).and(z.object({ publishedAt: z.date() })),
      { id: 'id', publishedAt: 'publishedAt' },
    ],
  ])('reads what a schema without JSON lists: %s', (_title, schema, expected) => {
    const config = (ready as unknown as ConfigBuilder)
      .select({ '~standard': { version: 1, vendor: 'own' }, ...schema })
      .build()
    expect(names(resolvedConfig(config).shape)).toEqual(expected)
  })

  test.each(shapes)('takes %s', (_title, shape, expected) => {
    const config = (ready as unknown as ConfigBuilder).select(shape).build()
    expect(names(resolvedConfig(config).shape)).toEqual(expected)
  })

  test.each<[title: string, shape: unknown, message: string]>([
    ['a number as a member', { id: 5 }, noMember('id')],
    ['an instance of a class as a member', { id: new Date(0) }, noMember('id')],
    ['a wrong member of a member', { author: { name: 'yes' } }, noMember('author.name')],
    ['a name within a record of expressions', { own: { id: articles.id, x: true } }, noField('own')],
    ['a record within a record of expressions', { own: { id: articles.id, x: { id: true } } }, noField('own')],
    ['a schema of itself', described({ properties: { id: {}, author: { $ref: '#' } } }), noField('author.author')],
    ['a lazy schema of itself', tree, noField('author')],
    [
      'a schema in parts, whose join lists no members',
      described({ allOf: [{ properties: { author: {} } }] }),
      noField('author'),
    ],
    ['a union, whose join lists no members', z.union([z.object({ author: z.date() })]), noField('author')],
  ])('refuses %s', (_title, shape, message) => {
    expect(() => (ready as unknown as ConfigBuilder).select(shape).build()).toThrow(message)
  })

  test('takes columns and expressions, alone and in records of their own', () => {
    const shape = {
      id: true,
      loud: sql<string>`upper(${articles.title})`,
      own: { views: articles.views, more: { id: articles.id } },
    } as const
    expect(names(resolvedConfig(ready.select(shape).build()).shape)).toEqual({
      id: 'id',
      loud: 'loud',
      own: { views: 'own.views', more: { id: 'own.more.id' } },
    })
  })

  test('a key that is also a word of JSON Schema is a name', () => {
    const named = paginateConfig(articles)
      .leftJoin('properties', authors, eq(authors.id, articles.authorId))
      .field('type', articles.status)
      .withLimits(1, 2)
      .withTieBreaker('id')
    expect(names(resolvedConfig(named.select({ type: true, properties: { name: true } }).build()).shape)).toEqual({
      type: 'type',
      properties: { name: 'properties.name' },
    })
  })

  test('refuses a column under the name of a set of children', () => {
    const rows = rowsOf(reviews, eq(reviews.articleId, articles.id))
    const list = ready.children('reviews', rows, { id: reviews.id })
    expect(() => list.select({ id: true, reviews: reviews.id } as never).build()).toThrow(noMember('reviews'))
  })

  test('keeps an item the root row where it is not called', () => {
    expect(resolvedConfig(ready.build()).shape).toBeNull()
  })

  test('a whole join has its columns, and no field that begins with its prefix', () => {
    const named = ready.field('author.known', authors.name, 'text').field('author.heading', articles.title, 'text')
    expect(names(resolvedConfig(named.select({ author: true }).build()).shape)).toEqual({
      author: { id: 'author.id', name: 'author.name', country: 'author.country' },
    })
  })

  test('uses the last of several shapes', () => {
    expect(names(resolvedConfig(ready.select({ id: true }).select({ title: true }).build()).shape)).toEqual({
      title: 'title',
    })
  })

  // The compiler infers the schema while it looks at the shape: each was TS2589 in TypeScript 5.9 and 7.
  test('takes a schema that is written in the call', () => {
    const inline = [
      ready.select(z.object({ id: z.number(), author: z.object({ name: z.string() }) })),
      ready.select(v.object({ id: v.number(), author: v.object({ name: v.string() }) })),
      ready.select(type({ id: 'number', author: { name: 'string' } })),
    ]
    for (const builder of inline) {
      expect(names(resolvedConfig(builder.build()).shape)).toEqual({ id: 'id', author: { name: 'author.name' } })
    }
  })

  test('freezes the shape', () => {
    const { shape } = resolvedConfig(ready.select({ author: { name: true } }).build())
    expect(Object.isFrozen(shape)).toBe(true)
    expect(Object.isFrozen(shape?.['author'])).toBe(true)
  })
})
