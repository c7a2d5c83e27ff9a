import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { int, mysqlTable } from 'drizzle-orm/mysql-core'
import { alias, boolean, integer, jsonb, pgTable, pgView, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable } from 'drizzle-orm/sqlite-core'
import { describe, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { rowsOf } from '../src/features/children/rows-of.js'
import { configVariants } from '../src/features/variants/config-variants.js'
import { paginateConfig } from '../src/builder/paginate-config.js'
import type {
  AnyPaginateConfig,
  InferFilterable,
  InferFilterType,
  InferFilterValue,
  InferItem,
  InferOperators,
  InferSearchable,
  InferSortable,
} from '../src/types/paginate-config.js'
import type { InferTraits } from '../src/declarations.js'
import { defineValueType } from '../src/features/value-types/define-value-type.js'
import { FilterOperator } from '../src/vocabulary.js'

const authors = pgTable('authors', { id: serial().primaryKey(), name: text().notNull(), country: text() })
const articles = pgTable('articles', {
  id: serial().primaryKey(),
  title: text().notNull(),
  status: text({ enum: ['draft', 'live'] }).notNull(),
  views: integer().notNull(),
  publishedAt: timestamp(),
  tags: text().array().notNull(),
  hidden: boolean().notNull(),
  authorId: integer(),
  payload: jsonb().$type<{ a: number }>(),
})
const reviews = pgTable('reviews', { id: serial().primaryKey(), articleId: integer().notNull(), reviewer: text() })

declare const flag: boolean
const money = defineValueType({
  name: 'money',
  parse: (value) => ({ cents: Number(value) }),
  operators: ['$eq', '$gte'],
})
const joined = paginateConfig(articles).leftJoin('author', authors, and(eq(authors.id, articles.authorId)))
const ready = joined.withLimits(20, 100).withTieBreaker('id')

const articleList = joined
  .field('commentCount', sql<number>`(select count(*) from comments c where c.article_id = ${articles.id})`, 'integer')
  .field('price', articles.views, money)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .sortable('publishedAt', 'title', 'author.name', 'commentCount')
  .defaultSortBy('publishedAt', 'desc')
  .searchable('title', 'author.name')
  .filterable('status', '$eq', FilterOperator.In)
  .filterable('views', '$gte', '$lte', '$btw')
  .filterable('tags', '$contains')
  .filterable('price', '$eq')
  .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq', '$in')
  .filterableMany(
    'size',
    rowsOf(reviews, eq(reviews.articleId, articles.id)).every(),
    { selector: sql<number>`1`, valueType: 'integer' },
    '$gte',
  )
  .when(flag)
  .filterable('hidden', '$eq')
  .showBadge('Moderator', 'language-moderator')
  .build()
type List = typeof articleList

// R11.1.2
describe('a configuration tells', () => {
  test('its items, the root rows', () => {
    expectTypeOf<InferItem<List>>().toEqualTypeOf<typeof articles.$inferSelect>()
  })
  test('the names that clients may sort, search and filter by', () => {
    expectTypeOf<InferSortable<List>>().toEqualTypeOf<'publishedAt' | 'title' | 'author.name' | 'commentCount'>()
    expectTypeOf<InferSearchable<List>>().toEqualTypeOf<'title' | 'author.name'>()
    expectTypeOf<InferFilterable<List>>().toEqualTypeOf<
      'status' | 'views' | 'tags' | 'price' | 'reviewer' | 'size' | 'hidden'
    >()
  })
  test('the operators of each filter', () => {
    expectTypeOf<InferOperators<List, 'status'>>().toEqualTypeOf<'$eq' | '$in'>()
    expectTypeOf<InferOperators<List, 'views'>>().toEqualTypeOf<'$gte' | '$lte' | '$btw'>()
    expectTypeOf<InferOperators<List, 'hidden'>>().toEqualTypeOf<'$eq'>()
  })
  test('the value type of each filter', () => {
    expectTypeOf<InferFilterType<List, 'status'>>().toEqualTypeOf<'enum'>()
    expectTypeOf<InferFilterType<List, 'views'>>().toEqualTypeOf<'integer'>()
    expectTypeOf<InferFilterType<List, 'tags'>>().toEqualTypeOf<'collection'>()
    expectTypeOf<InferFilterType<List, 'price'>>().toEqualTypeOf<'money'>()
    expectTypeOf<InferFilterType<List, 'reviewer'>>().toEqualTypeOf<'text'>()
    expectTypeOf<InferFilterType<List, 'size'>>().toEqualTypeOf<'integer'>()
  })
  test('the values of each filter', () => {
    expectTypeOf<InferFilterValue<List, 'status'>>().toEqualTypeOf<'draft' | 'live'>()
    expectTypeOf<InferFilterValue<List, 'views'>>().toEqualTypeOf<number>()
    expectTypeOf<InferFilterValue<List, 'tags'>>().toEqualTypeOf<string>()
    expectTypeOf<InferFilterValue<List, 'price'>>().toEqualTypeOf<{ cents: number }>()
    expectTypeOf<InferFilterValue<List, 'reviewer'>>().toEqualTypeOf<string>()
  })
  test('its dialect, of a table, an alias or a view', () => {
    expectTypeOf<InferTraits<List>['dialect']>().toEqualTypeOf<'postgresql'>()
    const views = pgView('article_views').as((query) => query.select({ id: articles.id }).from(articles))
    const dialects = {
      alias: paginateConfig(alias(articles, 'a')).withLimits(1, 2).withTieBreaker('id').build(),
      view: paginateConfig(views).withLimits(1, 2).withTieBreaker('id').build(),
      sqlite: paginateConfig(sqliteTable('s', { id: sqliteInteger().notNull() }))
        .withLimits(1, 2)
        .withTieBreaker('id')
        .build(),
      mysql: paginateConfig(mysqlTable('m', { id: int().notNull() }))
        .withLimits(1, 2)
        .withTieBreaker('id')
        .build(),
    }
    type Dialects = { [Key in keyof typeof dialects]: InferTraits<(typeof dialects)[Key]>['dialect'] }
    expectTypeOf<Dialects>().toEqualTypeOf<{
      alias: 'postgresql'
      view: 'postgresql'
      sqlite: 'sqlite'
      mysql: 'mysql'
    }>()
    expectTypeOf<InferTraits<AnyPaginateConfig>['paging']>().toEqualTypeOf<'numbers' | 'cursor'>()
  })
  test('nothing where it declares nothing', () => {
    const empty = ready.build()
    expectTypeOf<InferSortable<typeof empty>>().toEqualTypeOf<never>()
    expectTypeOf<InferFilterable<typeof empty>>().toEqualTypeOf<never>()
  })
  test('all of it to what takes any configuration', () => {
    expectTypeOf(articleList).toExtend<AnyPaginateConfig>()
    expectTypeOf(ready.build()).toExtend<AnyPaginateConfig>()
  })
})

describe('a dto tells its item', () => {
  test('from a record, a left-joined record nullable', () => {
    const list = ready.select({ id: true, publishedAt: true, author: { name: true, country: true } }).build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{
      id: number
      publishedAt: Date | null
      author: { name: string; country: string | null } | null
    }>()
  })
  test('from flat joined names, each nullable', () => {
    const list = ready.select({ 'author.name': true }).build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{ 'author.name': string | null }>()
  })
  test('from an inner join, not nullable', () => {
    const inner = paginateConfig(articles)
      .innerJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(1, 2)
      .withTieBreaker('id')
    const list = inner.select({ author: { name: true } }).build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{ author: { name: string } }>()
  })
  test('from keys in another case, which the item keeps', () => {
    const list = ready.select({ ID: true, PublishedAt: true }).build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{ ID: number; PublishedAt: Date | null }>()
  })
  test('from an expression and a left-joined column under another name', () => {
    const list = ready
      .field('size', sql<number>`1`)
      .field('writer', authors.name)
      .select({ size: true, writer: true })
      .build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{ size: number; writer: string | null }>()
  })
  test('from a schema’s keys, with the columns’ types', () => {
    const shape = z.object({
      id: z.coerce.string(),
      author: z.object({ name: z.string() }).nullable(),
      payload: z.object({ a: z.number() }).optional(),
    })
    const list = ready.select(shape).build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{
      id: number
      author: { name: string } | null
      payload: { a: number } | null
    }>()
  })
})

test('takes a schema that lets other members through', () => {
  const list = ready.select(z.looseObject({ id: z.number(), title: z.string() })).build()
  expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{ id: number; title: string }>()
  // @ts-expect-error no such field
  ready.select(z.looseObject({ id: z.number(), titel: z.string() }))
})

describe('configVariants', () => {
  test('hands out the configuration that it is given', () => {
    const variants = configVariants((can: { moderate: boolean }) =>
      ready.when(can.moderate).filterable('hidden', '$eq').build(),
    )
    expectTypeOf(variants).parameters.toEqualTypeOf<[{ moderate: boolean }]>()
    expectTypeOf<InferFilterable<ReturnType<typeof variants>>>().toEqualTypeOf<'hidden'>()
  })

  test('takes flags of any type that has booleans only', () => {
    interface Flags {
      readonly moderate: boolean
      readonly audit?: boolean
    }
    const listFor = ({ moderate }: Flags) => ready.when(moderate).filterable('hidden', '$eq').build()
    for (const variants of [
      configVariants(listFor),
      configVariants((can: Flags) => listFor(can)),
      configVariants<Flags, ReturnType<typeof listFor>>(listFor),
    ]) {
      expectTypeOf(variants).parameters.toEqualTypeOf<[Flags]>()
      // @ts-expect-error a flag is missing
      variants({ audit: true })
    }
    const named = configVariants((can: Record<'moderate' | 'audit', boolean>) => listFor(can))
    named({ moderate: true, audit: false })
    configVariants((can) => listFor({ moderate: can['moderate'] ?? false }))({ moderate: true })
    configVariants(() => ready.build())({})
    // @ts-expect-error a flag of text
    configVariants((can: { moderate: string }) =>
      ready
        .when(can.moderate === '')
        .sortable('id')
        .build(),
    )
    interface Texts {
      readonly moderate: string
    }
    // @ts-expect-error the same of an interface
    configVariants((can: Texts) =>
      ready
        .when(can.moderate === '')
        .sortable('id')
        .build(),
    )
  })
})

test('compiles what is allowed', () => {
  const parents = alias(articles, 'parents')
  paginateConfig(articles).leftJoin('parent', parents, eq(parents.id, articles.authorId)).sortable('parent.title')
  // A table whose type does not show its dialect, on either side.
  const unknownTable: { readonly _: { readonly name: 'authors'; readonly columns: typeof authors._.columns } } = authors
  ready.leftJoin('unknown', unknownTable, sql`true`).sortable('unknown.name')
  const anyTable: ReturnType<typeof JSON.parse> = authors
  ready.leftJoin('any', anyTable, sql`true`)
  paginateConfig(unknownTable)
    .innerJoin('article', articles, sql`true`)
    .sortable('article.title')
  ready.filterable('title', '$eq', '$sw', '$ilike', '$contains', '$btw')
  ready.filterable('author.name', '$ilike')
  joined.withTieBreaker({ id: 'desc' })
  joined.withTieBreaker('title', 'id')
  joined.withTieBreaker({ title: 'asc', id: 'desc' }, { assumeUnique: true })
  joined.withTieBreaker('title', { assumeUnique: true })
  ready
    .when(flag)
    .withLimits(1, 2)
    .when(flag)
    .allowUnlimited(5)
    .when(flag)
    .searchable('title')
    .when(flag)
    .sortable('id')
    .build()
  ready.field('anything', sql`1`, 'uuid').filterable('anything', '$eq')
  ready.field('none', sql<string | null>`1`, 'decimal').filterable('none', '$gte')
  ready.field('parsed', sql<string>`1`, z.string()).filterable('parsed', '$eq')
  ready.field('stamp', articles.title, 'timestamp').filterable('stamp', '$gte')
  paginateConfig(articles, { valueTypes: [money] })
    .field('total', sql<number>`1`, 'money')
    .filterable('total', '$gte')
    .filterable('payload', '$eq')
})

// R11.1.1, R2.1.3
test('does not compile what build() would refuse', () => {
  // @ts-expect-error no such field
  ready.sortable('titel')
  // @ts-expect-error no such joined field
  ready.sortable('author.nam')
  // @ts-expect-error no such field
  ready.filterable('veiws', '$eq')
  // @ts-expect-error no operators
  ready.filterable('views')
  // @ts-expect-error a number has no substring
  ready.filterable('views', '$eq', '$ilike')
  // @ts-expect-error booleans have no order
  ready.filterable('hidden', '$gt')
  // @ts-expect-error a collection takes one value of `$eq`, several of `$contains`
  ready.filterable('tags', '$in')
  // @ts-expect-error json has no value type
  ready.filterable('payload', '$eq')
  // @ts-expect-error an expression needs a value type
  ready.field('x', sql<string>`1`).filterable('x', '$eq')
  // @ts-expect-error the made type supports two operators
  ready.field('price', articles.views, money).filterable('price', '$lte')
  // @ts-expect-error no such value type
  ready.field('x', sql<string>`1`, 'money')
  // @ts-expect-error sql<number> is not text
  ready.field('x', sql<number>`1`, 'text')
  // @ts-expect-error a column of that name
  ready.field('title', articles.title)
  // @ts-expect-error a column of that name in another case
  ready.field('Title', articles.title)
  // @ts-expect-error a search over a number
  ready.searchable('title', 'views')
  // @ts-expect-error a search over an enum
  ready.searchable('status')
  // @ts-expect-error a default sort that is not sortable
  ready.sortable('title').defaultSortBy('views')
  // @ts-expect-error nothing is sortable
  ready.defaultSortBy('title')
  // @ts-expect-error neither limits nor tie-breaker
  joined.build()
  // @ts-expect-error no tie-breaker
  joined.withLimits(1, 2).build()
  // @ts-expect-error no limits
  joined.withTieBreaker('id').build()
  // @ts-expect-error limits of a gate are not limits for all
  joined.withTieBreaker('id').when(flag).withLimits(1, 2).build()
  // @ts-expect-error the tie-breaker of a gate is not one for all
  joined.withLimits(1, 2).when(flag).withTieBreaker('id').build()
  joined.withLimits(1, 2).withTieBreaker('id').when(flag).withTieBreaker({ id: 'desc' }).build()
  // @ts-expect-error nullable, behind a gate
  ready.when(flag).withTieBreaker('publishedAt')
  // @ts-expect-error nullable
  joined.withTieBreaker('publishedAt')
  // @ts-expect-error nullable through the left join
  joined.withTieBreaker('author.id')
  // @ts-expect-error nullable, as a direction
  joined.withTieBreaker({ publishedAt: 'desc' })
  // @ts-expect-error no such field
  joined.withTieBreaker({ key: 'desc' })
  // @ts-expect-error a gate before build
  ready.when(flag).build()
  // @ts-expect-error two gates in a row
  ready.when(flag).when(flag)
  // @ts-expect-error a join cannot be gated
  ready.when(flag).leftJoin('other', reviews, sql`true`)
  // @ts-expect-error a prefix used twice
  joined.innerJoin('author', reviews, sql`true`)
  // @ts-expect-error a table of another dialect
  joined.leftJoin('other', sqliteTable('other', { id: sqliteInteger() }), sql`true`)
  // @ts-expect-error a list of names
  joined.withTieBreaker(['id'])
  // @ts-expect-error a list of names
  joined.select(['id'])
  // @ts-expect-error a configuration in place of a function
  configVariants(articleList)
  // @ts-expect-error a dto key that is no field
  ready.select({ id: true, titel: true })
  // @ts-expect-error a nested dto key that is no field
  ready.select({ author: { nam: true } })
  // @ts-expect-error a text is no member
  ready.select({ id: 'yes' })
  // @ts-expect-error a dto without keys
  ready.select({})
  // @ts-expect-error an element that does not support it
  ready.filterableMany('r', rowsOf(reviews, sql`true`), reviews.id, '$sw')
  // @ts-expect-error an element without a value type
  ready.filterableMany('r', rowsOf(reviews, sql`true`), sql`1`, '$eq')
})

test('Orders', () => {
  joined.withTieBreaker({ id: 'follow' })
  joined.withTieBreaker({ title: 'desc', id: 'desc' }, { assumeUnique: true })
  joined.withTieBreaker('id', {})
  ready.defaultSortBy(desc(articles.publishedAt), asc(authors.name), articles.views, sql`lower(${articles.title}) desc`)
  ready.when(true).defaultSortBy(desc(articles.views))
  ready.sortable('publishedAt', 'author.name', { nulls: 'smallest' }).sortable('publishedAt', { nulls: 'largest' })
  ready.when(true).sortable('publishedAt', { nulls: 'largest' }).when(false).sortable('title', { nulls: 'smallest' })
  expectTypeOf<InferSortable<ReturnType<typeof fixed.build>>>().toEqualTypeOf<never>()
  // An option that is undefined, or not there, is no name.
  const someNulls: { nulls?: 'first' | undefined } = {}
  ready.sortable('title', { nulls: undefined }).defaultSortBy('title')
  ready.sortable('title', 'views', { nulls: undefined }).defaultSortBy('views')
  ready.sortable('title', 'views', {}).sortable('title', 'views', someNulls).sortable('title', {})
  joined.withTieBreaker('title', 'views', 'id', { assumeUnique: undefined })
  joined.withTieBreaker('title', 'views', 'id', {})
  // @ts-expect-error a direction that does not exist
  joined.withTieBreaker({ id: 'down' })
  // @ts-expect-error an option that does not exist
  joined.withTieBreaker('id', { directions: 'desc' })
  // @ts-expect-error the name of a field
  ready.defaultSortBy('title')
  // @ts-expect-error a direction in place of a term
  ready.defaultSortBy(articles.views, 'desc')
  // @ts-expect-error a name that is no field
  ready.sortable('titel', { nulls: 'smallest' })
  // @ts-expect-error a list of names
  ready.sortable(['title'], { nulls: 'largest' })
})
const fixed = ready.defaultSortBy(desc(articles.views))
