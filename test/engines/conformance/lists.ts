// The lists of the conformance table, each on every dialect: the configuration, the rows in memory, and their
// accessors.
import { eq, sql } from 'drizzle-orm'
import { alias as mysqlAlias } from 'drizzle-orm/mysql-core'
import { alias as postgresAlias } from 'drizzle-orm/pg-core'
import { alias as sqliteAlias } from 'drizzle-orm/sqlite-core'
import { type AnyPaginateConfig, paginateConfig, rowsOf } from '../../../src/index.js'
import type { PaginateConfigOptions } from '../../../src/builder/settings.js'
import { OPERATORS } from '../../../src/vocabulary.js'
import { accessorsOf, buildConfig, PLAIN_SPEC } from '../differential/config-spec.js'
import { FIELDS } from '../differential/fields.js'
import { itemTables } from '../differential/tables.js'
import { ITEM_ROWS, PREFIX } from './items.js'
import { SUBJECTS, type Subject } from './subjects.js'
import { quantify } from '../../support/article-list.js'
import type { TestDialect } from '../../support/create-tables.js'
import * as mysqlSchema from '../../support/schema/mysql.js'
import * as postgresSchema from '../../support/schema/postgres.js'
import * as sqliteSchema from '../../support/schema/sqlite.js'
import type { TestSchema } from '../../support/dialects.js'

export const SCHEMAS = { postgresql: postgresSchema, sqlite: sqliteSchema, mysql: mysqlSchema }
export const ALIASES = { postgresql: postgresAlias, sqlite: sqliteAlias, mysql: mysqlAlias } as unknown as {
  readonly [dialect in TestDialect]: typeof postgresAlias
}

export interface List {
  readonly config: (dialect: TestDialect) => AnyPaginateConfig
  readonly rows: readonly object[]
  readonly accessors: { readonly [field: string]: (row: never) => unknown }
}

const EQUALITY = ['$eq', '$in', '$null'] as const
const ORDERED = [...EQUALITY, '$lt', '$lte', '$gt', '$gte', '$btw'] as const

/** The builder without its types, which differ by dialect; `build()` checks the same. */
type Builder = { readonly [method: string]: (...parameters: readonly unknown[]) => Builder }

function articles(dialect: TestDialect, settings: PaginateConfigOptions): Builder {
  const { articles, articleTags, authors, comments, reviews, tags } = SCHEMAS[dialect] as unknown as TestSchema
  const editors = ALIASES[dialect](authors, 'editors')
  const reviewed = rowsOf(reviews, eq(reviews.articleId, articles.id))
  const labelled = rowsOf(articleTags, eq(articleTags.articleId, articles.id)).innerJoin(
    tags,
    eq(tags.id, articleTags.tagId),
  )
  let builder = (paginateConfig(articles, settings) as unknown as Builder)['leftJoin']!(
    'author',
    authors,
    eq(authors.id, articles.authorId),
  )
  const call = (method: string, ...parameters: readonly unknown[]): void => {
    builder = (builder[method] as Builder[string]).apply(builder, parameters as unknown[])
  }
  call('leftJoin', 'editor', editors, eq(editors.id, articles.editorId))
  call('field', 'uid', articles.publicId, 'uuid')
  call(
    'field',
    'commentCount',
    sql`(select count(*) from ${comments} where ${comments.articleId} = ${articles.id})`.mapWith(Number),
    'integer',
  )
  call('field', 'heading', sql`coalesce(${articles.section}, ${articles.title})`, 'text')
  call('withLimits', 100, 100)
  call('withTieBreaker', 'id')
  call('searchable', 'title', 'body', 'author.name')
  call(
    'sortable',
    'id',
    'title',
    'views',
    'likes',
    'fee',
    'score',
    'status',
    'isFeatured',
    'publishedAt',
    'uid',
    'author.name',
    'commentCount',
  )
  for (const name of ['title', 'body', 'author.name', 'editor.email', 'heading']) call('filterable', name, ...OPERATORS)
  for (const name of [
    'id',
    'views',
    'likes',
    'fee',
    'score',
    'publishedAt',
    'createdAt',
    'uid',
    'author.id',
    'commentCount',
  ])
    call('filterable', name, ...ORDERED)
  for (const name of ['isFeatured', 'isPinned', 'section']) call('filterable', name, ...EQUALITY)
  // The enum of a database is ordered; SQLite and SQL Server have none.
  call('filterable', 'status', ...(['sqlite', 'mssql'].includes(dialect) ? EQUALITY : ORDERED))
  for (const name of ['tags', 'aliases']) call('filterable', name, '$contains', '$null')
  for (const [prefix, quantifier] of [
    ['some', quantify.some],
    ['every', quantify.every],
    ['none', quantify.none],
  ] as const) {
    call('filterableMany', `${prefix}.reviewer`, quantifier(reviewed), reviews.reviewer, ...OPERATORS)
    call('filterableMany', `${prefix}.stars`, quantifier(reviewed), reviews.stars, ...ORDERED)
    call('filterableMany', `${prefix}.approved`, quantifier(reviewed), reviews.approved, ...EQUALITY)
    call('filterableMany', `${prefix}.label`, quantifier(labelled), tags.label, ...OPERATORS)
  }
  call('when', false)
  call('filterable', 'hidden', '$eq')
  return builder
}

const build = (builder: Builder): AnyPaginateConfig =>
  (builder['build'] as () => unknown).call(builder) as AnyPaginateConfig

const labels = (subject: Subject): readonly string[] => subject.labels
const ARTICLES: Pick<List, 'rows' | 'accessors'> = {
  rows: SUBJECTS,
  accessors: Object.fromEntries([
    ['commentCount', (subject: Subject) => subject.comments.length],
    ['heading', (subject: Subject) => subject.section ?? subject.title],
    ...['some', 'every', 'none'].flatMap((prefix) => [
      [`${prefix}.reviewer`, (subject: Subject) => subject.reviews.map(({ reviewer }) => reviewer)],
      [`${prefix}.stars`, (subject: Subject) => subject.reviews.map(({ stars }) => stars)],
      [`${prefix}.approved`, (subject: Subject) => subject.reviews.map(({ approved }) => approved)],
      [`${prefix}.label`, labels],
    ]),
  ]) as List['accessors'],
}

const list = (
  more: (builder: Builder, dialect: TestDialect) => Builder,
  settings: PaginateConfigOptions = {},
): List => ({
  ...ARTICLES,
  config: (dialect) => build(more(articles(dialect, settings), dialect)),
})

/** Everything that all dialects can grant. */
const itemsSpec = {
  ...PLAIN_SPEC,
  limits: [100, 100] as const,
  joins: { owner: 'left', group: 'inner', ownerGroup: 'left' } as const,
  sortable: FIELDS.filter(({ sort }) => sort !== 'collection').map(({ name }) => name),
  filterable: FIELDS.map(({ name, sort }) => ({
    name,
    operators:
      sort === 'ordered' || sort === 'pattern' || sort === 'exact'
        ? OPERATORS
        : sort === 'collection'
          ? (['$contains', '$null'] as const)
          : sort === 'boolean' || sort === 'color' || sort === 'mood'
            ? EQUALITY
            : ORDERED,
  })),
}
const items = (spec: typeof itemsSpec & { readonly shape: readonly string[] | null }): List => ({
  rows: ITEM_ROWS,
  accessors: accessorsOf(spec),
  config: (dialect) => buildConfig(itemTables(dialect, PREFIX), spec),
})

export const LISTS = {
  articles: list((builder) => builder),
  portable: list((builder) => builder, { likeStrategy: 'portable' }),
  authored: {
    ...ARTICLES,
    config: (dialect: TestDialect) => {
      const { articles, authors } = SCHEMAS[dialect] as unknown as TestSchema
      const start = paginateConfig(articles) as unknown as Builder
      const joined = start['innerJoin']!('author', authors, eq(authors.id, articles.authorId))
      const limited = joined['withLimits']!(100, 100)['withTieBreaker']!('id')['sortable']!('author.name')
      return build(limited['filterable']!('views', ...ORDERED)['filterable']!('author.name', ...OPERATORS))
    },
  },
  nulls: list((builder) =>
    builder['sortable']!('likes', 'fee', { nulls: 'first' })['sortable']!('publishedAt', 'author.name', {
      nulls: 'last',
    }),
  ),
  paged: list((builder) =>
    builder['withLimits']!(3, 5)['withMaxOffset']!(21)['defaultSortBy']!('views', 'desc')['defaultSortBy']!('title'),
  ),
  unlimited: list((builder) => builder['withLimits']!(3, 5)['allowUnlimited']!(23)),
  guarded: list((builder) => builder['withMinSearchLength']!(2)['withMaxSearchLength']!(4)['withMaxSortFields']!(2), {
    maxFilterConditions: 3,
    maxFilterValues: 2,
  }),
  unsearched: list((builder) => builder['ignoreSearchByInQueryParam']!()),
  items: items({ ...itemsSpec, shape: ['id'] }),
  wholeItems: items({ ...itemsSpec, shape: null }),
} satisfies { readonly [name: string]: List }

export type ListName = keyof typeof LISTS
