// R2.1.6: an argument that a method of the builder cannot take is refused, and never ignored.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '../../src/features/children/rows-of.js'
import { ConfigBuilder } from '../../src/builder/config-builder.js'
import { paginateConfig } from '../../src/builder/paginate-config.js'
import { PaginateConfigError } from '../../src/errors.js'
import { articles, authors, reviews } from './tables.js'

type Method = (...given: readonly unknown[]) => AnyBuilder
/** As a JavaScript caller meets it: without types. */
interface AnyBuilder {
  readonly [method: string]: Method
}
const list = paginateConfig(articles)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .sortable('title') as unknown as AnyBuilder
const rows = rowsOf(reviews, eq(reviews.articleId, articles.id))
const onAuthor = eq(authors.id, articles.authorId)
const record = { by: [reviews.reviewer, '$eq'] }
const object = 'an object'

const unread = (method: string, argument: string): string =>
  `.${method}() cannot take the argument '${argument}'; correct it or leave it out.`
const unnamed = (method: string): string => `.${method}() needs a name as its first argument; give it one.`
const noRecord = (call: string): string => `${call} needs a record as its options; pass one, or leave it out.`

test.each<[method: string, given: readonly unknown[], sentence: string]>([
  ['omit', ['title', { nulls: 'first' }], unread('omit', object)],
  ['searchable', ['title', { nulls: 'first' }], unread('searchable', object)],
  ['sortable', ['title', { nulls: 'first' }, { nulls: 'last' }], unread('sortable', object)],
  [
    'sortable',
    ['title', { nulls: null }],
    ".sortable() has nulls 'null'; use 'first', 'last', 'smallest' or 'largest'.",
  ],
  ['defaultSortBy', ['title', 'desc', 'slug'], unread('defaultSortBy', 'slug')],
  ['selectable', ['id'], unread('selectable', 'id')],
  ['ignoreSearchByInQueryParam', [false], unread('ignoreSearchByInQueryParam', 'false')],
  ['withTieBreaker', [undefined], unread('withTieBreaker', 'undefined')],
  ['withTieBreaker', ['id', undefined], unread('withTieBreaker', 'undefined')],
  ['withTieBreaker', ['id', null], unread('withTieBreaker', 'null')],
  ['withTieBreaker', ['id', true], unread('withTieBreaker', 'true')],
  ['withTieBreaker', ['id', { assumeUnique: 'yes' }], 'The option assumeUnique must be true or false; pass one.'],
  ['leftJoin', ['author', authors, onAuthor, true], noRecord("The join 'author'")],
  ['children', ['rs', rows, { id: reviews.id }, 5], noRecord(".children('rs')")],
  ['children', ['rs', rows, { id: reviews.id }, null], noRecord(".children('rs')")],
  ['filterableMany', ['', rows, record], unnamed('filterableMany')],
  ['filterableMany', [undefined, rows, record], unnamed('filterableMany')],
  [
    'filterableMany',
    ['rs', rows, { '': [reviews.reviewer, '$eq'] }],
    ".filterableMany('rs') has a key without a name in its record; give it one.",
  ],
  ['filterableMany', ['rs', rows, record, '$in'], unread('filterableMany', '$in')],
  [
    'filterableMany',
    ['rs', rows, undefined, '$eq'],
    ".filterableMany('rs') needs a column or an SQL expression; pass one.",
  ],
  ['filterableMany', ['rs', rows], ".filterableMany('rs') needs a column or an SQL expression; pass one."],
  ['field', [undefined, articles.title], unnamed('field')],
  ['field', [['x'], sql`1`, 'integer'], unnamed('field')],
  ['filterWith', [Symbol('x'), 'text', () => sql`true`], unnamed('filterWith')],
  ['showBadge', [undefined], unread('showBadge', 'undefined')],
  ['showBadge', [5n], unread('showBadge', '5')],
  ['showBadge', ['New', 5n], unread('showBadge', '5')],
  ['withCursors', [[]], '.withCursors({ seal, open }) needs two functions; pass both or neither.'],
])('.%s(…%o) is refused: %s', (method, given, sentence) => {
  expect(() => list[method]?.(...given)['build']?.()).toThrow(new PaginateConfigError(sentence))
})

const { prototype } = ConfigBuilder
const methods = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')
test.each(methods)('.%s() reads each argument or refuses it', (method) => {
  const surplus = [...'abcdefgh']
  expect(() => list[method]?.(...surplus, Symbol('last'))['build']?.()).toThrow(PaginateConfigError)
})

test.each([null, 5, true])('describe(%o) is refused', (options) => {
  const built = paginateConfig(articles).withLimits(20, 100).withTieBreaker('id').build()
  expect(() => built.describe(options as never)).toThrow(new PaginateConfigError(noRecord('describe()')))
})
