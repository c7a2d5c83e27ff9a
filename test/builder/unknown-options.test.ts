// An option that a call of the builder does not have: without their `limit`, `{ limt: 1 }` would return every child.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '../../src/features/children/rows-of.js'
import type { ConfigBuilder } from '../../src/builder/config-builder.js'
import { paginateConfig } from '../../src/builder/paginate-config.js'
import { PaginateConfigError } from '../../src/errors.js'
import { articles, authors, reviews } from './tables.js'

/** As a JavaScript caller meets it: without types. */
const list = paginateConfig(articles).withLimits(20, 100).withTieBreaker('id') as unknown as ConfigBuilder
const onAuthor = eq(authors.id, articles.authorId)
const reviewsOf = rowsOf(reviews, eq(reviews.articleId, articles.id)) as never

type Call = readonly [call: string, slip: string, meant: string, make: (options: never) => ConfigBuilder]
const calls: readonly Call[] = [
  [".children('rs')", 'limt', 'limit', (options) => list.children('rs', reviewsOf, { id: reviews.id }, options)],
  [".children('rs')", 'orderby', 'orderBy', (options) => list.children('rs', reviewsOf, { id: reviews.id }, options)],
  ['.withTotals()', 'estimte', 'estimate', (options) => list.withTotals({ upTo: 5, ...(options as object) })],
  ['.withTotals()', 'upto', 'upTo', (options) => list.withTotals({ upTo: 5, ...(options as object) })],
  ['.withCursors()', 'row', 'rows', (options) => list.withCursors(options)],
  ['.withCursors()', 'opn', 'open', (options) => list.withCursors(options)],
  ['.sortable()', 'nuls', 'nulls', (options) => list.sortable('title', options)],
  ['.withFilterExpressions()', 'maxTerm', 'maxTerms', (options) => list.withFilterExpressions(options)],
  [
    "The facet 'title'",
    'limt',
    'limit',
    (options) => list.filterable('title', '$eq').withFacets({ title: options as object }),
  ],
  ["The join 'author'", 'assumeUniq', 'assumeUnique', (options) => list.leftJoin('author', authors, onAuthor, options)],
  [
    "The join 'author'",
    'assumeunique',
    'assumeUnique',
    (options) => list.innerJoin('author', authors, onAuthor, options),
  ],
  [
    'paginateConfig()',
    'togther',
    'together',
    (settings) => paginateConfig(articles, settings).withLimits(20, 100).withTieBreaker('id') as never,
  ],
  ['.withTieBreaker()', 'assumeUniq', 'assumeUnique', (options) => list.withTieBreaker('id', options)],
]

test.each(calls)('%s refuses %s, and names %s', (call, slip, meant, make) => {
  expect(() => make({ [slip]: true } as never).build()).toThrow(
    new PaginateConfigError(`${call} has no option '${slip}'; did you mean '${meant}'?`),
  )
})

test.each(calls)('%s refuses a name that is near to none', (call, _slip, _meant, make) => {
  expect(() => make({ toString: 1 } as never).build()).toThrow(
    new PaginateConfigError(`${call} has no option 'toString'; leave it out.`),
  )
})

test.each(calls)('%s takes one that is undefined for none', (_call, slip, _meant, make) => {
  expect(() => make({ [slip]: undefined } as never).build()).not.toThrow()
})

test.each([
  [[]],
  [[{ together: true }]],
  [new Map()],
  [
    new (class {
      together = true
    })(),
  ],
  [null],
  [5],
])('paginateConfig() refuses %o as its settings', (settings) => {
  expect(() => paginateConfig(articles, settings as never)).toThrow(
    new PaginateConfigError(
      'The settings of paginateConfig() are a record such as { strictParameters: true }; pass one.',
    ),
  )
})

test.each([1, 'uuid', null, {}, () => 1])('paginateConfig() refuses %o as a value type', (type) => {
  expect(() => paginateConfig(articles, { valueTypes: [type as never] })).toThrow(
    new PaginateConfigError('The setting valueTypes of paginateConfig() needs a list of value types; correct it.'),
  )
})

test('a seal of a class may have members of its own', () => {
  class Seal {
    readonly key = 'secret'
    seal = (text: string): string => text + this.key
    open = (sealed: string): string => sealed.slice(0, -this.key.length)
  }
  expect(() => list.withCursors(new Seal()).build()).not.toThrow()
})
