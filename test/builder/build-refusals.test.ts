import { integer as sqliteInteger, sqliteTable } from 'drizzle-orm/sqlite-core'
import { desc, eq, sql } from 'drizzle-orm'
import { alias, pgSchema, pgTable, pgView, QueryBuilder, serial, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rowsOf } from '../../src/features/children/rows-of.js'
import type { ConfigBuilder } from '../../src/builder/config-builder.js'
import * as configRefusals from '../../src/mistakes/config-refusals.js'
import { paginateConfig } from '../../src/builder/paginate-config.js'
import { PaginateConfigError } from '../../src/errors.js'
import { articles, authors, countries, reviews, seats, tagged } from './tables.js'

/** As a JavaScript caller meets it: without types. */
const loose = (table: Parameters<typeof paginateConfig>[0] = articles): ConfigBuilder =>
  paginateConfig(table as typeof articles) as unknown as ConfigBuilder
const ready = (table?: Parameters<typeof paginateConfig>[0]): ConfigBuilder =>
  loose(table).withLimits(20, 100).withTieBreaker('id')
const never = undefined as never
const select = new QueryBuilder()
const counted = select
  .select({ n: sql<number>`count(*)`.as('n') })
  .from(reviews)
  .as('counted')
const twice = pgTable('twice', { id: serial().primaryKey(), Title: text(), title: text() })

/** One name in a statement, which a database and Drizzle allow once. */
const named = (name: string) => ({
  alias: alias(countries, name),
  view: pgView(name, { id: serial(), name: text() }).existing(),
  'sub-query': select.select({ id: reviews.id }).from(reviews).as(name),
  'table of another schema': pgSchema('other').table(name, { id: serial().primaryKey() }),
})
const namesakes = Object.keys(named('')) as (keyof ReturnType<typeof named>)[]
const inSchema = (schema: string) => pgSchema(schema).table('articles', { id: serial().primaryKey() })

type Row = readonly [title: string, build: () => unknown, sentence: string]
const onReview = eq(reviews.articleId, articles.id)
const ofReviews = rowsOf(reviews, onReview)

const rows: readonly Row[] = [
  [
    'no limits',
    () => loose().withTieBreaker('id').build(),
    '.build() needs limits; call .withLimits(defaultLimit, maxLimit) before it.',
  ],
  [
    'no tie-breaker',
    () => loose().withLimits(1, 2).build(),
    '.build() needs a tie-breaker; call .withTieBreaker(name) with a unique field before it.',
  ],
  [
    'a direction that a tie-breaker cannot have',
    () =>
      loose()
        .withLimits(1, 2)
        .withTieBreaker({ id: 'down' as never })
        .build(),
    ".withTieBreaker('id') has an unknown direction 'down'; use 'asc' or 'desc'.",
  ],
  ['no omitted name', () => ready().omit().build(), '.omit() needs at least one field; name one.'],
  [
    'an omitted name that no column has',
    () => ready().omit('titel').build(),
    ".omit('titel') names no column of the table; name one or remove it.",
  ],
  [
    'an omitted name in another case',
    () => ready().omit('Title').build(),
    ".omit('Title') names no column of the table; name one or remove it.",
  ],
  [
    'a list of names in the tie-breaker',
    () => ready().withTieBreaker(['id'] as never),
    '.withTieBreaker() must get names one by one, not a list or a column; spread a list, and name the field of a column.',
  ],
  [
    'a column in the tie-breaker',
    () => ready().withTieBreaker(articles.id as never),
    configRefusals.listOfNames('withTieBreaker'),
  ],
  ['a column to sort by', () => ready().sortable(articles.id as never), configRefusals.listOfNames('sortable')],
  [
    'a list of omitted names',
    () => ready().omit(['title'] as never),
    '.omit() must get names one by one, not a list or a column; spread a list, and name the field of a column.',
  ],
  [
    'an item without a member',
    () => loose(authors).withLimits(1, 2).withTieBreaker('id').omit('id', 'name').omit('country').build(),
    '.omit() leaves an item without a member; keep at least one column.',
  ],
  [
    'an item by two declarations',
    () => ready().select({ id: true }).omit('title').build(),
    '.omit() and .select() both say what an item is; keep one of them.',
  ],
  [
    'a gated omission',
    () => ready().when(true).omit('title'),
    '.when() gates a declaration that can be left out; move it before one such as .sortable() or .filterable().',
  ],
  [
    'an order of no terms',
    () =>
      ready()
        .defaultSortBy(undefined as never)
        .build(),
    configRefusals.orderNotATerm,
  ],
  [
    'an order of two terms in one template',
    () =>
      ready()
        .defaultSortBy(sql`${articles.title} desc, ${articles.id}`)
        .build(),
    '.defaultSortBy() has several terms in one template; pass each as an argument of its own.',
  ],
  [
    'an order of two terms in a template within one',
    () =>
      ready()
        .defaultSortBy(sql`${sql.join([desc(articles.title), articles.id], sql`, `)}`)
        .build(),
    configRefusals.orderOfSeveral,
  ],
  ...(
    [
      [sql`${desc(articles.title)} asc`, 'desc'],
      [sql`${articles.title} desc --newest`, 'desc'],
      [sql`${articles.title} --newest`, '--'],
      [sql`${articles.title} using >`, 'using'],
      [sql`${articles.title} /*!50000 desc */`, '/*'],
      [sql`${articles.title} /*M! desc */`, '/*'],
      [sql`${articles.title} nulls first desc`, 'nulls first'],
      [sql`${articles.title} # desc`, '#'],
      [sql.raw(`E'it\\'s' desc`), "'"],
      [sql.raw(`E'it\\'s' || 'it\\'s desc'`), '\\'],
      [sql`${articles.title} || $$it, desc$$`, '$$'],
      [sql`lower($of$it's$of$) desc`, '$of$'],
    ] as const
  ).map(([term, text]): Row => [
    `an order with ${text} within a term`,
    () => ready().defaultSortBy(term).build(),
    `.defaultSortBy() cannot read '${text}' within a term; write one direction, at the end of the term.`,
  ]),
  [
    'an order by nothing',
    () =>
      ready()
        .defaultSortBy(sql``)
        .build(),
    configRefusals.orderNotATerm,
  ],
  [
    'an order by a table that is not joined',
    () => ready().defaultSortBy(desc(authors.id)).build(),
    ".defaultSortBy() reads 'authors', which is not in the query; join it first, or read it in a sub-select.",
  ],
  [
    'two default orders',
    () => ready().sortable('title').defaultSortBy('title').defaultSortBy(desc(articles.title)).build(),
    configRefusals.orderBesideSort,
  ],
  [
    'an order by an expression under cursors',
    () =>
      ready()
        .defaultSortBy(desc(sql`lower(${articles.title})`))
        .withCursors()
        .build(),
    configRefusals.orderWithoutField,
  ],
  [
    'an order by a window function under cursors',
    () =>
      ready()
        .defaultSortBy(sql`row_number() over (order by ${articles.id})`)
        .withCursors()
        .build(),
    configRefusals.orderOverWindow,
  ],
  [
    'names of nulls as a list',
    () =>
      ready()
        .sortable(['title'] as never, { nulls: 'smallest' })
        .build(),
    configRefusals.listOfNames('sortable'),
  ],
  [
    'limits only behind a closed gate',
    () => loose().withTieBreaker('id').when(false).withLimits(1, 2).build(),
    '.build() needs limits; call .withLimits(defaultLimit, maxLimit) before it.',
  ],
  [
    'no term in an expression',
    () => ready().withFilterExpressions({ maxTerms: 0 }).build(),
    '.withFilterExpressions({ maxTerms: 0 }) needs a whole number of at least 1; correct it.',
  ],
  [
    'a broken depth of expressions, switched off',
    () => ready().when(false).withFilterExpressions({ maxDepth: 1.5 }).build(),
    '.withFilterExpressions({ maxDepth: 1.5 }) needs a whole number of at least 1; correct it.',
  ],
  [
    'bounds of expressions that are a number',
    () =>
      ready()
        .withFilterExpressions(20 as never)
        .build(),
    '.withFilterExpressions() needs a record of bounds or nothing; pass { maxTerms, maxDepth }.',
  ],
  [
    'bounds of expressions that are null',
    () =>
      ready()
        .withFilterExpressions(null as never)
        .build(),
    '.withFilterExpressions() needs a record of bounds or nothing; pass { maxTerms, maxDepth }.',
  ],
  [
    'a default over the maximum',
    () => ready().withLimits(20, 10).build(),
    '.withLimits(20, 10) needs whole numbers with 1 <= default <= max; correct them.',
  ],
  [
    'a default of nothing',
    () => ready().withLimits(0, 10).build(),
    '.withLimits(0, 10) needs whole numbers with 1 <= default <= max; correct them.',
  ],
  [
    'a broken limit',
    () => ready().withLimits(1.5, 10).build(),
    '.withLimits(1.5, 10) needs whole numbers with 1 <= default <= max; correct them.',
  ],
  [
    'limits that are text',
    () =>
      ready()
        .withLimits('5' as never, '9' as never)
        .build(),
    ".withLimits('5', '9') needs whole numbers with 1 <= default <= max; correct them.",
  ],
  [
    'a length that is text',
    () =>
      ready()
        .withMinSearchLength('2' as never)
        .build(),
    ".withMinSearchLength('2') needs a whole number of at least 1; correct it.",
  ],
  [
    'a bound that is text',
    () =>
      ready()
        .withFilterExpressions({ maxDepth: '2' as never })
        .build(),
    ".withFilterExpressions({ maxDepth: '2' }) needs a whole number of at least 1; correct it.",
  ],
  [
    'a maximum past 32 bits',
    () => ready().withLimits(1, 2147483648).build(),
    '.withLimits(1, 2147483648) needs whole numbers with 1 <= default <= max; correct them.',
  ],
  [
    'wrong limits behind a closed gate',
    () => ready().when(false).withLimits(9, 1).build(),
    '.withLimits(9, 1) needs whole numbers with 1 <= default <= max; correct them.',
  ],
  [
    'no characters to search',
    () => ready().withMinSearchLength(0).build(),
    '.withMinSearchLength(0) needs a whole number of at least 1; correct it.',
  ],
  [
    'a longest search of NaN',
    () => ready().withMaxSearchLength(Number.NaN).build(),
    '.withMaxSearchLength(NaN) needs a whole number of at least 1; correct it.',
  ],
  [
    'search lengths that cross',
    () => ready().withMinSearchLength(9).withMaxSearchLength(3).build(),
    '.withMinSearchLength(9) is more than .withMaxSearchLength(3) allows; correct one of them.',
  ],
  [
    'no sort fields',
    () => ready().withMaxSortFields(0).build(),
    '.withMaxSortFields(0) needs a whole number of at least 1; correct it.',
  ],
  [
    'a negative offset',
    () => ready().withMaxOffset(-1).build(),
    '.withMaxOffset(-1) needs a whole number of at least 0; correct it.',
  ],
  [
    'a broken count of criteria',
    () => paginateConfig(articles, { maxFilterConditions: 2.5 }),
    'The setting maxFilterConditions of paginateConfig() needs a whole number of at least 1; correct it.',
  ],
  [
    'endless values',
    () => paginateConfig(articles, { maxFilterValues: Infinity }),
    'The setting maxFilterValues of paginateConfig() needs a whole number of at least 1; correct it.',
  ],
  [
    'an unlimited read of no rows',
    () => ready().allowUnlimited(0).build(),
    '.allowUnlimited(0) needs a whole number of at least 1; correct it.',
  ],
  [
    'a like strategy of another name',
    () => paginateConfig(articles, { likeStrategy: 'fast' as never }),
    `The setting likeStrategy of paginateConfig() needs 'native' or 'portable'; correct it.`,
  ],

  [
    'a sort by no field',
    () => ready().sortable('titel').build(),
    `.sortable('titel') names no field; declare it with a join or .field().`,
  ],
  [
    'a name in another case',
    () => ready().sortable('Title').build(),
    `.sortable('Title') names no field; declare it with a join or .field().`,
  ],
  [
    'a name of Object',
    () => ready().sortable('constructor').build(),
    `.sortable('constructor') names no field; declare it with a join or .field().`,
  ],
  [
    'a sort by a symbol',
    () =>
      ready()
        .sortable(Symbol('title') as never)
        .build(),
    `.sortable('Symbol(title)') names no field; declare it with a join or .field().`,
  ],
  [
    'a tie-breaker of no fields',
    () => ready().withTieBreaker({}).build(),
    '.withTieBreaker() needs at least one field; name one.',
  ],
  [
    'a sub-query of no table',
    () =>
      loose(
        select
          .select({ one: sql`1`.as('one') })
          .from(sql`(values (1)) as v`)
          .as('q') as never,
      ).build(),
    'paginateConfig() needs a Drizzle table or view of a dialect it knows; pass one.',
  ],
  [
    'a table of null',
    () => loose(null as never).build(),
    'paginateConfig() needs a Drizzle table or view of a dialect it knows; pass one.',
  ],
  [
    'a join of nothing',
    () =>
      ready()
        .leftJoin('author', {} as never, sql`true`)
        .build(),
    `.leftJoin('author') needs a table and a condition, such as eq(table.id, other.tableId); pass both.`,
  ],
  [
    'a join without a prefix',
    () =>
      ready()
        .leftJoin('', authors, sql`true`)
        .build(),
    '.leftJoin() needs a name as its first argument; give it one.',
  ],
  [
    'a sub-collection without a name',
    () =>
      ready()
        .filterableMany('', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq')
        .build(),
    '.filterableMany() needs a name as its first argument; give it one.',
  ],
  // The grant of the own condition would be one on the column.
  ...(['title', 'author.name'] as const).map((name): Row => [
    `a filter on a field whose name an own filter has: ${name}`,
    () =>
      ready()
        .leftJoin('author', authors, sql`true`)
        .filterWith(name, 'text', () => sql`true`)
        .filterable(name, '$sw')
        .build(),
    `The filter '${name}' is declared twice with different meanings; rename one.`,
  ]),
  [
    'a filter on a field whose name a sub-collection has',
    () =>
      ready()
        .filterableMany('title', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq')
        .filterable('title', '$eq')
        .build(),
    `The filter 'title' is declared twice with different meanings; rename one.`,
  ],
  [
    'a field of an expression that another sub-query has selected',
    () => ready().field('n', counted.n).build(),
    `.field('n') reads 'n', which is not in the query; join it first, or read it in a sub-select.`,
  ],
  [
    'an estimate of another kind',
    () =>
      ready()
        .withTotals({ upTo: 5, estimate: 'yes' } as never)
        .build(),
    `.withTotals() needs 'exact', 'none' or { upTo, estimate }, not 'an object'; pass one.`,
  ],
  [
    'a cursor that is only sealed',
    () =>
      ready()
        .withCursors({ seal: (text: string) => text } as never)
        .build(),
    '.withCursors({ seal, open }) needs two functions; pass both or neither.',
  ],
  [
    'a seal that is text',
    () =>
      ready()
        .withCursors('secret' as never)
        .build(),
    '.withCursors({ seal, open }) needs two functions; pass both or neither.',
  ],
  [
    'a nested shape of no joined record',
    () =>
      ready()
        .select({ title: { name: true } })
        .build(),
    `.select() has a key 'title' that matches no field; name a field or remove it.`,
  ],
  ['an empty sort', () => ready().sortable().build(), '.sortable() needs at least one field; name one.'],
  [
    'a search by no field',
    () => ready().searchable('titel').build(),
    `.searchable('titel') names no field; declare it with a join or .field().`,
  ],
  [
    'a search over a number',
    () => ready().searchable('views').build(),
    `.searchable('views') needs a text field; leave it out or search another.`,
  ],
  [
    'a search over an enum',
    () => ready().searchable('status').build(),
    `.searchable('status') needs a text field; leave it out or search another.`,
  ],
  [
    'a search over an expression without a type',
    () =>
      ready()
        .field('x', sql`1`)
        .searchable('x')
        .build(),
    `.searchable('x') needs a text field; leave it out or search another.`,
  ],
  [
    'a filter on no field',
    () => ready().filterable('veiws', '$eq').build(),
    `.filterable('veiws') names no field; declare it with a join or .field().`,
  ],
  [
    'no operators',
    () => ready().filterable('views').build(),
    `.filterable('views') needs at least one operator; name one.`,
  ],
  [
    'an operator that is none',
    () =>
      ready()
        .filterable('views', '$ne' as never)
        .build(),
    `.filterable('views') has an unknown operator '$ne'; use one such as '$eq'.`,
  ],
  [
    'a comparison of booleans',
    () => ready().filterable('hidden', '$gt').build(),
    `.filterable('hidden') cannot grant '$gt' on type 'boolean'; it supports '$eq', '$in', '$null'.`,
  ],
  [
    'a comparison of text that lists its members',
    () => ready().filterable('status', '$gte').build(),
    `.filterable('status') cannot grant '$gte' on type 'enum'; it supports '$eq', '$in', '$null'.`,
  ],
  [
    '$contains on a number',
    () => ready().filterable('views', '$contains').build(),
    `.filterable('views') cannot grant '$contains' on type 'integer'; it supports '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'.`,
  ],
  [
    '$ilike on a date',
    () => ready().filterable('publishedAt', '$ilike').build(),
    `.filterable('publishedAt') cannot grant '$ilike' on type 'timestamp'; it supports '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'.`,
  ],
  [
    'an unsupported operator behind a closed gate',
    () => ready().when(false).filterable('hidden', '$gt').build(),
    `.filterable('hidden') cannot grant '$gt' on type 'boolean'; it supports '$eq', '$in', '$null'.`,
  ],
  [
    'a filter on json',
    () => ready().filterable('payload', '$eq').build(),
    `.filterable('payload') needs a value type; give the field one with .field(name, selector, valueType).`,
  ],
  [
    'a filter on an expression without a type',
    () =>
      ready()
        .field('x', sql`1`)
        .filterable('x', '$eq')
        .build(),
    `.filterable('x') needs a value type; give the field one with .field(name, selector, valueType).`,
  ],

  [
    'a default sort that is not sortable',
    () => ready().sortable('id').defaultSortBy('views').build(),
    `.defaultSortBy('views') needs a sortable field; add .sortable('views').`,
  ],
  [
    'a default sort by no field',
    () => ready().defaultSortBy('veiws').build(),
    `.defaultSortBy('veiws') names no field; declare it with a join or .field().`,
  ],
  [
    'a direction that is none',
    () =>
      ready()
        .sortable('id')
        .defaultSortBy('id', 'up' as never)
        .build(),
    `.defaultSortBy('id') has an unknown direction 'up'; use 'asc' or 'desc'.`,
  ],
  [
    'null order of no field',
    () => ready().sortable('x', { nulls: 'first' }).build(),
    `.sortable('x') names no field; declare it with a join or .field().`,
  ],
  [
    'null order of nothing',
    () => ready().sortable({ nulls: 'last' }).build(),
    '.sortable() needs at least one field; name one.',
  ],

  [
    'a tie-breaker that is no field',
    () => loose().withLimits(1, 2).withTieBreaker('key').build(),
    `.withTieBreaker('key') names no field; declare it with a join or .field().`,
  ],
  [
    'a nullable tie-breaker',
    () => loose().withLimits(1, 2).withTieBreaker('authorId', { assumeUnique: true }).build(),
    `.withTieBreaker('authorId') must not be nullable; name a column that is never null (.notNull()).`,
  ],
  [
    'a tie-breaker through a left join',
    () =>
      ready()
        .leftJoin('author', authors, sql`true`)
        .withTieBreaker('author.id')
        .build(),
    `.withTieBreaker('author.id') must not be nullable; name a column that is never null (.notNull()).`,
  ],
  [
    'a tie-breaker that may repeat',
    () => loose().withLimits(1, 2).withTieBreaker('title').build(),
    `.withTieBreaker('title') is not shown to be unique by a primary key, unique column or unique index; add the columns that make it so, or vouch for it with { assumeUnique: true }.`,
  ],
  [
    'a tie-breaker unique in another table only',
    () =>
      ready()
        .innerJoin('author', authors, sql`true`)
        .withTieBreaker('author.id')
        .build(),
    `.withTieBreaker('author.id') is not shown to be unique by a primary key, unique column or unique index; add the columns that make it so, or vouch for it with { assumeUnique: true }.`,
  ],
  [
    'half of a composite key',
    () => loose(seats).withLimits(1, 2).withTieBreaker('orgId').build(),
    `.withTieBreaker('orgId') is not shown to be unique by a primary key, unique column or unique index; add the columns that make it so, or vouch for it with { assumeUnique: true }.`,
  ],
  [
    'a partial unique index',
    () => loose(seats).withLimits(1, 2).withTieBreaker('email').build(),
    `.withTieBreaker('email') is not shown to be unique by a primary key, unique column or unique index; add the columns that make it so, or vouch for it with { assumeUnique: true }.`,
  ],
  [
    'a unique index over an expression',
    () => loose(seats).withLimits(1, 2).withTieBreaker('alias').build(),
    `.withTieBreaker('alias') is not shown to be unique by a primary key, unique column or unique index; add the columns that make it so, or vouch for it with { assumeUnique: true }.`,
  ],
  [
    'an index that is not unique',
    () => loose(seats).withLimits(1, 2).withTieBreaker('rank').build(),
    `.withTieBreaker('rank') is not shown to be unique by a primary key, unique column or unique index; add the columns that make it so, or vouch for it with { assumeUnique: true }.`,
  ],
  [
    'a tie-breaker with an unknown direction',
    () =>
      loose()
        .withLimits(1, 2)
        .withTieBreaker({ id: 'up' as never })
        .build(),
    `.withTieBreaker('id') has an unknown direction 'up'; use 'asc' or 'desc'.`,
  ],

  [
    'columns that differ in case',
    () => ready(twice).build(),
    `The fields 'Title' and 'title' differ only in case; rename one, since clients may write either.`,
  ],
  [
    'a field named as a column',
    () =>
      ready()
        .field('title', sql`1`)
        .build(),
    `.field('title') has the name of another field; choose a name of its own, upper and lower case aside.`,
  ],
  [
    'a field named as a column in another case',
    () =>
      ready()
        .field('TITLE', sql`1`)
        .build(),
    `.field('TITLE') has the name of another field; choose a name of its own, upper and lower case aside.`,
  ],
  [
    'a field named as a joined one, declared before the join',
    () =>
      ready()
        .field('author.name', sql`1`)
        .leftJoin('author', authors, sql`true`)
        .build(),
    `.field('author.name') has the name of another field; choose a name of its own, upper and lower case aside.`,
  ],
  [
    'a field without a name',
    () =>
      ready()
        .field('', sql`1`)
        .build(),
    '.field() needs a name as its first argument; give it one.',
  ],
  [
    'a field of a sub-query',
    () =>
      ready()
        .field(
          'x',
          new QueryBuilder()
            .select({ n: sql<number>`1`.as('n') })
            .from(authors)
            .as('x') as never,
        )
        .build(),
    `.field('x') needs a column or an SQL expression; pass one.`,
  ],
  [
    'a field of a select',
    () =>
      ready()
        .field('x', new QueryBuilder().select({ n: sql<number>`1`.as('n') }).from(authors) as never)
        .build(),
    `.field('x') needs a column or an SQL expression; pass one.`,
  ],
  [
    'a field of nothing',
    () => ready().field('x', never).build(),
    `.field('x') needs a column or an SQL expression; pass one.`,
  ],
  [
    'a value type that is none',
    () =>
      ready()
        .field('x', sql`1`, 'number')
        .build(),
    `.field('x') has an unknown value type 'number'; use a built-in name, a registered type, or a Standard Schema.`,
  ],
  ...(
    [
      ['filterWith', 'x', () => ready().filterWith('x', 'number', () => sql`true`)],
      [
        'field',
        'x',
        () => ready().field('x', rowsOf(reviews, onReview).aggregate(sql`max(1)`, 'number' as never) as never),
      ],
      [
        'filterableMany',
        'x',
        () => ready().filterableMany('x', rowsOf(reviews, onReview), { selector: sql`1`, valueType: 'number' }, '$eq'),
      ],
      [
        'filterableMany',
        'x.y',
        () =>
          ready().filterableMany('x', rowsOf(reviews, onReview), {
            y: [{ selector: sql`1`, valueType: 'number' }, '$eq'],
          }),
      ],
    ] as const
  ).map(([method, name, make]): Row => [
    `an unknown value type in .${method}()`,
    () => (make() as ConfigBuilder).build(),
    `.${method}('${name}') has an unknown value type 'number'; use a built-in name, a registered type, or a Standard Schema.`,
  ]),
  [
    'one element without operators',
    () =>
      ready()
        .filterableMany('x', rowsOf(reviews, onReview), { y: [reviews.articleId] })
        .build(),
    `.filterableMany('x.y') needs at least one operator; name one.`,
  ],
  [
    'one element that is no list',
    () =>
      ready()
        .filterableMany('x', rowsOf(reviews, onReview), { y: reviews.articleId as never })
        .build(),
    `.filterableMany('x.y') needs at least one operator; name one.`,
  ],
  [
    'an enum of no members',
    () =>
      ready()
        .field('x', sql`1`, 'enum')
        .build(),
    `.field('x') cannot have its value type: Value type 'enum' needs a column that lists its members; declare them on the column, or use 'text'.`,
  ],

  [
    'a join prefix used twice',
    () =>
      ready()
        .leftJoin('a', authors, sql`true`)
        .leftJoin('a', countries, sql`true`)
        .build(),
    `The join prefix 'a' is used twice; give each join a prefix of its own.`,
  ],
  [
    'a join prefix used twice in different case',
    () =>
      ready()
        .leftJoin('a', authors, sql`true`)
        .innerJoin('A', countries, sql`true`)
        .build(),
    `The join prefix 'A' is used twice; give each join a prefix of its own.`,
  ],
  [
    'a join prefix with a dot',
    () =>
      ready()
        .leftJoin('a.b', authors, sql`true`)
        .build(),
    `The join prefix 'a.b' must be a plain name without a dot; rename it.`,
  ],
  [
    'a join of the root itself',
    () =>
      ready()
        .leftJoin('a', articles, sql`true`)
        .build(),
    `The join 'a' joins 'articles', which is in the query already; join an alias of it instead.`,
  ],
  [
    'a join of one table twice',
    () =>
      ready()
        .leftJoin('a', authors, sql`true`)
        .leftJoin('b', authors, sql`true`)
        .build(),
    `The join 'b' joins 'authors', which is in the query already; join an alias of it instead.`,
  ],
  ...namesakes.map((kind): Row => [
    `a join of the root's name: ${kind}`,
    () =>
      ready()
        .leftJoin('a', named('articles')[kind] as never, sql`true`)
        .build(),
    configRefusals.joinTableTwice('a', 'articles'),
  ]),
  ...namesakes.map((kind): Row => [
    `a join of another one's name: ${kind}`,
    () =>
      ready()
        .leftJoin('a', authors, sql`true`)
        .leftJoin('b', named('authors')[kind] as never, sql`true`)
        .build(),
    configRefusals.joinTableTwice('b', 'authors'),
  ]),
  [
    'a join of a table whose name an alias has',
    () =>
      ready()
        .leftJoin('a', alias(countries, 'authors'), sql`true`)
        .leftJoin('b', authors, sql`true`)
        .build(),
    configRefusals.joinTableTwice('b', 'authors'),
  ],
  [
    'an alias whose name a root in a schema has',
    () =>
      ready(inSchema('other') as never)
        .leftJoin('a', alias(countries, 'articles'), sql`true`)
        .build(),
    configRefusals.joinTableTwice('a', 'articles'),
  ],
  [
    // Drizzle's own `.leftJoin()` throws here.
    'two joined tables of one name in two schemas',
    () =>
      ready()
        .leftJoin('a', pgSchema('one').table('notes', { id: serial().primaryKey() }), sql`true`)
        .leftJoin('b', pgSchema('two').table('notes', { id: serial().primaryKey() }), sql`true`)
        .build(),
    configRefusals.joinTableTwice('b', 'notes'),
  ],
  ...['held_', 'wanted_', 'kept_', 'RANKED_'].flatMap((name): Row[] => {
    const table = pgTable(name, { id: serial().primaryKey() })
    return [
      [`the root's name ${name}`, () => ready(table as never).build(), configRefusals.sourceNameReserved(name)],
      [
        `the name ${name} of an alias of the root`,
        () => ready(alias(articles, name) as never).build(),
        configRefusals.sourceNameReserved(name),
      ],
      [
        `a join of the name ${name}`,
        () =>
          ready()
            .leftJoin('a', table, sql`true`)
            .build(),
        configRefusals.sourceNameReserved(name),
      ],
      [
        `rows of the name ${name}`,
        () =>
          ready()
            .filterableMany('x', rowsOf(table, sql`true`), table.id, '$eq')
            .build(),
        configRefusals.sourceNameReserved(name),
      ],
    ]
  }),
  [
    'a join on nothing',
    () => ready().leftJoin('a', authors, never).build(),
    `.leftJoin('a') needs a table and a condition, such as eq(table.id, other.tableId); pass both.`,
  ],

  [
    'a sub-collection over the root',
    () =>
      ready()
        .filterableMany('x', rowsOf(articles, sql`true`), articles.title, '$eq')
        .build(),
    `.filterableMany('x') reads 'articles', which is in the query already; read an alias of it instead.`,
  ],
  [
    'a table in the place of a sub-collection',
    () =>
      ready()
        .filterableMany('x', reviews as never, reviews.id, '$eq')
        .build(),
    configRefusals.needsCollection('x'),
  ],
  [
    'a junction that comes back',
    () =>
      ready()
        .filterableMany('x', rowsOf(tagged, sql`true`).innerJoin(tagged, sql`true`), tagged.labelId, '$eq')
        .build(),
    `.filterableMany('x') reads 'tagged', which is in the query already; read an alias of it instead.`,
  ],
  [
    'a sub-collection without operators',
    () =>
      ready()
        .filterableMany('x', rowsOf(reviews, sql`true`), reviews.reviewer)
        .build(),
    `.filterableMany('x') needs at least one operator; name one.`,
  ],
  [
    'an operator that the element does not support',
    () =>
      ready()
        .filterableMany('x', rowsOf(reviews, sql`true`), reviews.id, '$sw')
        .build(),
    `.filterableMany('x') cannot grant '$sw' on type 'integer'; it supports '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'.`,
  ],
  [
    'an element of unknown type',
    () =>
      ready()
        .filterableMany('x', rowsOf(reviews, sql`true`), sql`1`, '$eq')
        .build(),
    `.filterableMany('x') needs a value type for its element; pass { selector, valueType } in its place.`,
  ],
  [
    'a sub-collection named as a field in another case',
    () =>
      ready()
        .filterableMany('TITLE', rowsOf(reviews, sql`true`), reviews.id, '$eq')
        .build(),
    `The fields 'title' and 'TITLE' differ only in case; rename one, since clients may write either.`,
  ],
  [
    'an own filter named as a field in another case',
    () =>
      ready()
        .filterWith('TITLE', 'text', () => sql`true`)
        .build(),
    `The fields 'title' and 'TITLE' differ only in case; rename one, since clients may write either.`,
  ],
  [
    'a key of a record named as a joined field in another case',
    () =>
      ready()
        .leftJoin('author', authors, sql`true`)
        .filterableMany('author', rowsOf(reviews, sql`true`), { NAME: [reviews.reviewer, '$eq'] })
        .build(),
    `The fields 'author.name' and 'author.NAME' differ only in case; rename one, since clients may write either.`,
  ],
  [
    'a sub-collection declared twice',
    () =>
      ready()
        .filterableMany('x', rowsOf(reviews, sql`true`), reviews.id, '$eq')
        .filterableMany('x', rowsOf(tagged, sql`true`), tagged.labelId, '$eq')
        .build(),
    `The filter 'x' is declared twice with different meanings; rename one.`,
  ],
  ...(
    [
      ['two records', 'x', (builder) => builder.filterableMany('x', ofReviews, { id: [reviews.id, '$eq'] })],
      ['a record and an element', 'x', (builder) => builder.filterableMany('x', ofReviews, reviews.id, '$eq')],
      ['names in another case', 'X', (builder) => builder.filterableMany('X', ofReviews, { id: [reviews.id, '$eq'] })],
    ] as readonly [title: string, name: string, again: (builder: ConfigBuilder) => ConfigBuilder][]
  ).map(([title, name, again]): Row => [
    `a sub-collection declared twice, as ${title}`,
    () => again(ready().filterableMany('x', ofReviews, { who: [reviews.reviewer, '$eq'] })).build(),
    `The filter '${name}' is declared twice with different meanings; rename one.`,
  ]),
  [
    'a record without a name',
    () =>
      ready()
        .filterableMany('', ofReviews, { who: [reviews.reviewer, '$eq'] })
        .build(),
    '.filterableMany() needs a name as its first argument; give it one.',
  ],
  ...(
    [
      [
        'keys of a record that differ in case',
        "The fields 'x.a' and 'x.A' differ only in case; rename one, since clients may write either.",
        (builder) => builder.filterableMany('x', ofReviews, { a: [reviews.id, '$eq'], A: [reviews.reviewer, '$eq'] }),
      ],
      [
        'filters whose names differ in case',
        "The fields 'rev' and 'REV' differ only in case; rename one, since clients may write either.",
        (builder) => builder.filterableMany('REV', ofReviews, reviews.id, '$eq'),
      ],
      [
        'an own filter and another whose names differ in case',
        "The fields 'rev' and 'Rev' differ only in case; rename one, since clients may write either.",
        (builder) => builder.filterWith('Rev', 'text', () => sql`true`, '$eq'),
      ],
      [
        'a minimum of searches over the maximum',
        '.withMinSearchLength(500) is more than .withMaxSearchLength(256) allows; correct one of them.',
        (builder) => builder.withMinSearchLength(500),
      ],
      [
        'a minimum of searches over the maximum of every variant',
        '.withMinSearchLength(200) is more than .withMaxSearchLength(100) allows; correct one of them.',
        (builder) => builder.withMinSearchLength(200).when(false).withMaxSearchLength(300).withMaxSearchLength(100),
      ],
      [
        'a shape of a set that another variant does not have',
        '.select() names only children that .when() switches off; name a member that every variant has.',
        (builder) => builder.children('all', ofReviews, { id: reviews.id }).select({ all: true }),
      ],
    ] as readonly [title: string, sentence: string, add: (builder: ConfigBuilder) => ConfigBuilder][]
  ).flatMap(([title, sentence, add]) =>
    [true, false].map((isOn): Row => [
      `${title}, under .when(${isOn})`,
      () => add(ready().filterableMany('rev', ofReviews, reviews.id, '$eq').when(isOn)).build(),
      sentence,
    ]),
  ),

  [
    'a dto without keys',
    () => ready().select({}).build(),
    '.select() needs a shape with at least one key; name the fields of an item.',
  ],
  [
    'a dto key that matches nothing',
    () => ready().select({ id: true, titel: true }).build(),
    `.select() has a key 'titel' that matches no field; name a field or remove it.`,
  ],
  [
    'a nested dto key that matches nothing',
    () =>
      ready()
        .leftJoin('author', authors, sql`true`)
        .select({ author: { nam: true } })
        .build(),
    `.select() has a key 'author.nam' that matches no field; name a field or remove it.`,
  ],
  ...([authors, counted] as const).map((joined, at): Row => [
    `a dto key with a joined table: ${at}`,
    () =>
      ready()
        .leftJoin('author', authors, sql`true`)
        .select({ id: true, author: joined })
        .build(),
    `.select() has a key 'author' with a table; give it true if the key is the prefix of a join, or a record of columns.`,
  ]),
  ...([rowsOf(reviews, onReview), rowsOf(reviews, onReview).none()] as const).map((given, at): Row => [
    `a dto key with rows of another table: ${at}`,
    () => ready().select({ id: true, reviews: given }).build(),
    `.select() has a key 'reviews' with rows of another table; declare them with .children(), or give their .count() or .aggregate().`,
  ]),
  [
    'a nested dto without keys',
    () =>
      ready()
        .leftJoin('author', authors, sql`true`)
        .select({ author: { name: undefined } })
        .build(),
    ".select() has a key 'author' with no member; name one, or give false to leave the key out.",
  ],
  [
    'a field with the name of a join',
    () =>
      ready()
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .field('Author', sql`1`)
        .build(),
    `The join prefix 'author' is the name of a field; give the join another prefix.`,
  ],
  [
    'a schema with a record that names a field and the start of another',
    () =>
      ready()
        .field('card', sql`1`)
        .field('card.name', sql`2`)
        .select(z.object({ Card: z.object({ name: z.string() }) }))
        .build(),
    `.select() has a key 'Card' that matches both 'card' and 'card.name'; name one of them.`,
  ],
  [
    'a dto key that is only the start of names',
    () =>
      ready()
        .field('author.rank', sql`1`)
        .select({ id: true, author: true })
        .build(),
    `.select() has a key 'author' that matches no field; name a field or remove it.`,
  ],
  [
    'two dto keys for one field',
    () => ready().select({ title: true, Title: true }).build(),
    `.select() has the keys 'title' and 'Title' for one field; remove one.`,
  ],
  [
    'a shape of which every member is left out',
    () => ready().select({ id: undefined, title: false }).build(),
    configRefusals.emptySelect,
  ],
  [
    'a dto of children that are switched off',
    () => ready().when(false).children('reviews', ofReviews, { id: reviews.id }).select({ reviews: true }).build(),
    '.select() names only children that .when() switches off; name a member that every variant has.',
  ],
  ...(
    [
      ['children', 'of a set', (builder) => builder.children('__proto__', ofReviews, { id: reviews.id })],
      ['children', 'of a child', (builder) => builder.children('x', ofReviews, { ['__proto__']: reviews.id })],
      ['select', 'of a shape', (builder) => builder.select({ id: true, ['__proto__']: articles.title })],
      ['select', 'inside of a shape', (builder) => builder.select({ x: { ['__proto__']: articles.title } })],
    ] as readonly [method: string, title: string, add: (builder: ConfigBuilder) => ConfigBuilder][]
  ).map(([method, title, add]): Row => [
    `a name that a record loses, ${title}`,
    () => add(ready()).build(),
    `.${method}() has the name '__proto__', which no member of an item can have; choose another.`,
  ]),
  [
    'a dto that is a list',
    () => ready().select(['id']).build(),
    '.select() needs a record of names or an object schema that can list its keys; pass one.',
  ],
  [
    'a dto that is a JSON Schema',
    () =>
      ready()
        .select({ type: 'object', properties: { id: { type: 'number' } } })
        .build(),
    '.select() needs a record of names or an object schema that can list its keys; pass one.',
  ],
  [
    'a dto schema of no object',
    () => ready().select(z.string()).build(),
    '.select() needs a record of names or an object schema that can list its keys; pass one.',
  ],
  [
    'a join by the name of a column',
    () =>
      ready()
        .leftJoin('payload', authors, sql`true`)
        .build(),
    configRefusals.prefixIsField('payload'),
  ],

  [
    'a gate before build',
    () => ready().when(true).build(),
    '.when() gates the declaration that follows it; put one after it.',
  ],
  [
    'two gates in a row',
    () => ready().when(true).when(true),
    '.when() gates the declaration that follows it; put one after it.',
  ],
  [
    'a gated join',
    () =>
      ready()
        .when(true)
        .leftJoin('a', authors, sql`true`),
    '.when() gates a declaration that can be left out; move it before one such as .sortable() or .filterable().',
  ],
  [
    'a tie-breaker only behind a closed gate',
    () => loose().withLimits(1, 2).when(false).withTieBreaker('id').build(),
    '.build() needs a tie-breaker; call .withTieBreaker(name) with a unique field before it.',
  ],
  [
    'a broken tie-breaker, switched off',
    () => ready().when(false).withTieBreaker('title').build(),
    configRefusals.notUnique(['title']),
  ],
  [
    'a badge before everything',
    () => loose().showBadge('x'),
    '.showBadge() marks the declaration just before it; put one there.',
  ],
  [
    'a badge on a gate',
    () => ready().when(true).showBadge('x'),
    '.showBadge() marks the declaration just before it; put one there.',
  ],
  [
    'no table at all',
    () => paginateConfig({} as typeof articles),
    'paginateConfig() needs a Drizzle table or view of a dialect it knows; pass one.',
  ],
  [
    'a field of a table that is not joined',
    () => ready().field('who', authors.name).build(),
    ".field('who') reads 'authors', which is not in the query; join it first, or read it in a sub-select.",
  ],
  [
    'an expression over a table that is not joined',
    () =>
      ready()
        .field('who', sql`lower(${authors.name})`, 'text')
        .build(),
    ".field('who') reads 'authors', which is not in the query; join it first, or read it in a sub-select.",
  ],
  [
    "a field of the root's own table where its alias is the root",
    () => ready(alias(articles, 'a')).field('heading', articles.title).build(),
    ".field('heading') reads 'articles', which is not in the query; join it first, or read it in a sub-select.",
  ],
  [
    'a field of another alias of a joined table',
    () =>
      ready()
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .field('editor', alias(authors, 'editors').name)
        .build(),
    ".field('editor') reads 'editors', which is not in the query; join it first, or read it in a sub-select.",
  ],
  [
    'a join on a table that is joined after it',
    () =>
      ready()
        .leftJoin('country', countries, eq(countries.code, authors.country))
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .build(),
    ".leftJoin('country') reads 'authors', which is not in the query; join it first, or read it in a sub-select.",
  ],
  [
    'a sub-collection tied to a table that is not joined',
    () =>
      ready()
        .filterableMany('r', rowsOf(reviews, eq(reviews.articleId, authors.id)), reviews.reviewer, '$eq')
        .build(),
    ".filterableMany('r') reads 'authors', which is not in the query; join it first, or read it in a sub-select.",
  ],
  [
    'a nested member of a child of a table that is not read',
    () =>
      ready()
        .children('rs', rowsOf(reviews, onReview), { id: reviews.id, by: { name: authors.name } })
        .build(),
    ".children('rs') reads 'authors', which is not in the query; join it first, or read it in a sub-select.",
  ],
  [
    'an aggregate of null',
    () =>
      ready()
        .field('n', rowsOf(reviews, onReview).aggregate(null as never) as never)
        .build(),
    ".field('n') needs a column or an SQL expression; pass one.",
  ],
  [
    'an element of a table that is not in the sub-collection',
    () =>
      ready()
        .filterableMany('r', rowsOf(reviews, eq(reviews.articleId, articles.id)), authors.name, '$eq')
        .build(),
    ".filterableMany('r') reads 'authors', which is not in the query; join it first, or read it in a sub-select.",
  ],
  [
    'a sub-collection of no table',
    () =>
      ready()
        .filterableMany('r', rowsOf({} as never, sql`true`), reviews.reviewer, '$eq')
        .build(),
    "The rowsOf() of .filterableMany('r') needs a table or a view; correct it.",
  ],
  // R2.1.7: SQL allows a window function in no condition.
  [
    'a filter on a window function',
    () =>
      ready()
        .field('place', sql<number>`row_number() over (order by ${articles.id})`, 'integer')
        .filterable('place', '$eq')
        .build(),
    ".filterable('place') reads a window function, which SQL allows in no condition; select it in a sub-query and list that.",
  ],
  [
    'a filter on an expression over a window function',
    () =>
      ready()
        .field('share', sql<number>`coalesce(sum(${articles.id}) OVER w, 0)`, 'integer')
        .filterable('share', '$gte')
        .build(),
    ".filterable('share') reads a window function, which SQL allows in no condition; select it in a sub-query and list that.",
  ],
  [
    'a search in a window function',
    () =>
      ready()
        .field('before', sql<string>`lag(${articles.title}) over (order by ${articles.id})`, 'text')
        .searchable('before')
        .build(),
    ".searchable('before') reads a window function, which SQL allows in no condition; select it in a sub-query and list that.",
  ],
  [
    'a random sort of a list with cursors',
    () =>
      ready()
        .field('chance', sql<number>`RANDOM ()`, 'float')
        .sortable('chance')
        .withCursors()
        .build(),
    ".sortable('chance') reads random(), whose value changes with every statement; order by a seed, or leave it out of a list with .withCursors().",
  ],
  [
    'a random order of a list with cursors',
    () =>
      ready()
        .defaultSortBy(sql`gen_random_uuid()`)
        .withCursors()
        .build(),
    '.defaultSortBy() reads gen_random_uuid(), whose value changes with every statement; order by a seed, or leave it out of a list with .withCursors().',
  ],
  [
    'a window function as a sort of a list with cursors',
    () =>
      ready()
        .field('place', sql<number>`rank() over (order by ${articles.title})`, 'integer')
        .sortable('place')
        .withCursors()
        .build(),
    ".sortable('place') reads a window function, whose value changes with the rows that are read; leave it out of a list with .withCursors().",
  ],
  [
    'a window function in the items of a list with cursors',
    () =>
      ready()
        .select({ id: true, more: { place: sql<number>`rank() over (order by ${articles.title})` } })
        .withCursors()
        .build(),
    "The item's 'place' is a window function, whose value changes with the rows that are read; leave it out of streams and lists with .withCursors().",
  ],
]

describe('a configuration that cannot be built', () => {
  test.each(rows)('refuses %s', (_title, build, sentence) => {
    let thrown: unknown
    try {
      build()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(PaginateConfigError)
    expect((thrown as Error).message).toBe(sentence)
  })
})

describe('a configuration that can be built', () => {
  const accepted: readonly (readonly [title: string, build: () => unknown])[] = [
    ['a unique column as tie-breaker', () => paginateConfig(articles).withLimits(1, 2).withTieBreaker('slug').build()],
    [
      'a key with more columns than needed',
      () => paginateConfig(articles).withLimits(1, 2).withTieBreaker('title', 'id').build(),
    ],
    ['a composite primary key', () => paginateConfig(seats).withLimits(1, 2).withTieBreaker('orgId', 'userId').build()],
    [
      'a composite primary key in another order',
      () => paginateConfig(seats).withLimits(1, 2).withTieBreaker({ userId: 'desc', orgId: 'asc' }).build(),
    ],
    [
      'a composite unique constraint',
      () => paginateConfig(seats).withLimits(1, 2).withTieBreaker('number', 'row').build(),
    ],
    ['a unique index', () => paginateConfig(seats).withLimits(1, 2).withTieBreaker('badge').build()],
    [
      'a key that the developer vouches for',
      () => paginateConfig(seats).withLimits(1, 2).withTieBreaker('rank', { assumeUnique: true }).build(),
    ],
    [
      'directions that the developer vouches for',
      () => paginateConfig(seats).withLimits(1, 2).withTieBreaker({ rank: 'desc' }, { assumeUnique: true }).build(),
    ],
    [
      'the key of an alias as root',
      () => paginateConfig(alias(articles, 'a')).withLimits(1, 2).withTieBreaker('id').build(),
    ],
    [
      'a self-join through an alias',
      () => {
        const parents = alias(articles, 'parents')
        return paginateConfig(articles)
          .leftJoin('parent', parents, eq(parents.id, articles.authorId))
          .withLimits(1, 2)
          .withTieBreaker('id')
          .sortable('parent.title')
          .build()
      },
    ],
    [
      'a sub-collection over an alias of the root',
      () => {
        const siblings = alias(articles, 'siblings')
        return paginateConfig(articles)
          .withLimits(1, 2)
          .withTieBreaker('id')
          .filterableMany('sibling', rowsOf(siblings, eq(siblings.authorId, articles.authorId)), siblings.title, '$eq')
          .build()
      },
    ],
    [
      'a filter on a sub-select with a window function of its own',
      () =>
        ready()
          .field(
            'place',
            sql<number>`(select p from (select ${articles.id} as i, row_number() over (order by 1) as p from ${articles}) r where i = 1)`,
            'integer',
          )
          .filterable('place', '$eq')
          .sortable('place')
          .withCursors()
          .build(),
    ],
    [
      'a filter on an expression with the word in it',
      () =>
        ready()
          .field('late', sql<boolean>`${articles.title} = 'it is (all) over now'`, 'boolean')
          .filterable('late', '$eq')
          .build(),
    ],
    [
      'a window function as a sort',
      () =>
        ready()
          .field('place', sql<number>`rank() over (order by ${articles.title})`, 'integer')
          .sortable('place')
          .build(),
    ],
    ['cursors without a seal, written out', () => ready().withCursors({}).build()],
    [
      'a sub-query of expressions alone',
      () =>
        loose(counted as never)
          .withLimits(1, 2)
          .withTieBreaker('n', { assumeUnique: true }),
    ],
    [
      'one name for a field and a sub-collection, each in its own variant',
      () =>
        ready()
          .filterableMany('title', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq')
          .when(false)
          .filterable('title', '$eq')
          .build(),
    ],
    [
      'two records of one name, each in its own variant',
      () =>
        ready()
          .filterableMany('x', ofReviews, { who: [reviews.reviewer, '$eq'] })
          .when(false)
          .filterableMany('x', rowsOf(tagged, sql`true`), { who: [tagged.labelId, '$eq'] })
          .build(),
    ],
    [
      'bounds of searches that meet in one variant only',
      () => ready().when(false).withMaxSearchLength(500).when(false).withMinSearchLength(300).build(),
    ],
    [
      'a bound of searches that a later call replaces',
      () => ready().withMinSearchLength(300).withMinSearchLength(3).build(),
    ],
    [
      'an order by a column with the name of a direction',
      () =>
        ready()
          .defaultSortBy(sql`${articles.id} + t.desc`)
          .build(),
    ],
    [
      'an order in which quotes and the signs of comments mean something else',
      () =>
        ready()
          .defaultSortBy(sql`${articles.payload} #>> '{"a"}' desc`, sql`${articles.title} || E'#\\n''$$'`)
          .build(),
    ],
    ['a badge without a text', () => ready().sortable('title').showBadge('', 'new').build()],
    ['the largest limit', () => paginateConfig(articles).withLimits(1, 2147483647).withTieBreaker('id').build()],
  ]
  test.each(accepted)('accepts %s', (_title, build) => {
    expect(build).not.toThrow()
  })
})

// R2.1.8
test.each<[build: () => unknown, hint: string | undefined]>([
  [() => ready().sortable('titel').build(), "Did you mean 'title'?"],
  [() => ready().sortable('Title').build(), "Did you mean 'title'?"],
  [() => ready().select({ id: true, titel: true }).build(), "Did you mean 'title'?"],
  [() => ready().sortable('constructor').build(), undefined],
])('a near name is offered beside the sentence: %s', (build, hint) => {
  const error = thrownBy(build) as PaginateConfigError
  expect([error.name, error.hint, 'hint' in error]).toEqual(['PaginateConfigError', hint, hint !== undefined])
})

function thrownBy(build: () => unknown): unknown {
  try {
    return build()
  } catch (error) {
    return error
  }
}

// R2.1.9
const other = sqliteTable('others', { id: sqliteInteger().primaryKey() })
test.each<[title: string, build: () => unknown, message: string]>([
  [
    'a list of operators',
    () =>
      ready()
        .filterable('title', ['$eq'] as never)
        .build(),
    `.filterable('title') must get its operators one by one, not a list; spread it.`,
  ],
  [
    'a join of another dialect',
    () => (ready() as unknown as AnyJoin).leftJoin('other', other, sql`1 = 1`).build(),
    `The table 'others' is not of PostgreSQL, as the list's table is; use one that is.`,
  ],
  [
    'elements of another dialect',
    () =>
      (ready() as unknown as AnyJoin)
        .filterableMany('other', rowsOf(other as never, sql`1 = 1`), other.id, '$eq')
        .build(),
    `The table 'others' is not of PostgreSQL, as the list's table is; use one that is.`,
  ],
])('%s', (_title, build, message) => {
  expect(thrownBy(build)).toEqual(new PaginateConfigError(message))
})

interface AnyJoin {
  leftJoin(...given: readonly unknown[]): { build(): unknown }
  filterableMany(...given: readonly unknown[]): { build(): unknown }
}
