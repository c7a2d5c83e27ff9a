// Fields over rows of another table: their values, the SQL of their criteria, and for how many rows they are computed.
import { asc, avg, count, countDistinct, eq, gt, max, min, type SQL, sql, sum, sumDistinct } from 'drizzle-orm'
import { integer, numeric, PgDialect, pgTable, QueryBuilder, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConfigBuilder } from '../../../src/builder/config-builder.js'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import {
  applyFilters,
  facetCounts,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  rowsOf,
  streamRows,
} from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

describe.each(dialects)('Aggregates on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const reviewsOf = () =>
    rowsOf(database.schema.reviews, eq(database.schema.reviews.articleId, database.schema.articles.id))
  const written = () => {
    const { articles, authors } = database.schema
    return rowsOf(articles, eq(articles.authorId, authors.id))
  }
  test.each([
    ['the same again', () => written(), 1],
    ['the same with equal values', () => written().where(eq(database.schema.articles.status, 'draft')), 1],
    ['another value', (at: number) => written().where(eq(database.schema.articles.views, at)), 2],
    ['a value of another type', (at: number) => written().where(sql`1 = ${at === 0 ? '1' : 1}`), 2],
    ['values that JSON cannot tell apart', (at: number) => written().where(sql`1 = ${[Number.NaN, 1 / 0][at]}`), 2],
    ['another condition', (at: number) => written().where((at === 0 ? gt : eq)(database.schema.articles.views, 0)), 2],
  ] as const)('rows that are written twice share a sub-select: %s', (_, rows, expected) => {
    const { articles, authors } = database.schema
    const list = paginateConfig(authors)
      .withLimits(50, 100)
      .withTieBreaker('id')
      .field('n', rows(0).count())
      .field('newest', rows(1).aggregate(max(articles.createdAt)))
      .filterable('n', '$gte')
      .filterable('newest', '$null')
      .build()
    const { where } = applyFilters({ filters: { n: '$gte:1', newest: '$not:$null' } } as never, list as never)
    const select = database.db.select({ one: sql`1` } as never) as unknown as {
      from(table: unknown): { where(condition: SQL): { toSQL(): { sql: string } } }
    }
    expect(select.from(authors).where(where).toSQL().sql.split('(select ').length - 1).toBe(expected)
  })

  /** Lists of authors, whose articles have columns of many types. */
  const authorList = async () => {
    const { articles, authors } = database.schema
    return paginateConfig(authors)
      .withLimits(50, 100)
      .withTieBreaker('id')
      .field('fees', written().aggregate(sum(articles.fee)))
      .field('views', written().where(gt(articles.views, 0)).aggregate(avg(articles.views)))
      .field('newest', written().aggregate(max(articles.createdAt)))
      .field('first', written().aggregate(min(articles.title)))
      .field('featured', written().where(eq(articles.isFeatured, true)).aggregate(count()))
      .field('spread', written().aggregate(sql<number>`count(distinct ${articles.status})`.mapWith(Number), 'integer'))
      .sortable('fees', 'newest', 'first', 'featured', 'spread')
      .filterable('fees', '$gte', '$lt', '$null', '$btw')
      .filterable('newest', '$gte', '$eq')
      .filterable('first', '$ilike', '$in')
      .filterable('featured', '$eq', '$gte')
      .filterable('spread', '$gt')
      .select({ id: true, fees: true, views: true, newest: true, first: true, featured: true, spread: true })
  }
  /** The same by a grouped select. */
  const expected = async () => {
    const { articles, authors } = database.schema
    const groups = await database.db
      .select({
        authorId: articles.authorId,
        fees: sum(articles.fee),
        newest: max(articles.createdAt),
        first: min(articles.title),
        spread: sql<number>`count(distinct ${articles.status})`.mapWith(Number),
      })
      .from(articles)
      .groupBy(articles.authorId)
    const views = await database.db
      .select({ authorId: articles.authorId, views: avg(articles.views) })
      .from(articles)
      .where(gt(articles.views, 0))
      .groupBy(articles.authorId)
    const featured = await database.db
      .select({ authorId: articles.authorId, n: count() })
      .from(articles)
      .where(eq(articles.isFeatured, true))
      .groupBy(articles.authorId)
    const rows = await database.db.select({ id: authors.id }).from(authors).orderBy(asc(authors.id))
    return rows.map(({ id }) => {
      const {
        fees = null,
        newest = null,
        first = null,
        spread = 0,
      } = groups.find(({ authorId }) => authorId === id) ?? {}
      return {
        id,
        fees,
        views: views.find(({ authorId }) => authorId === id)?.views ?? null,
        newest,
        first,
        featured: featured.find(({ authorId }) => authorId === id)?.n ?? 0,
        spread,
      }
    })
  }

  test('have the values that db.select() of a grouped query answers, null without rows', async () => {
    const { items } = await paginate(database.db, {}, (await authorList()).build())
    expect(items).toEqual(await expected())
    expect(items.some(({ fees }) => fees === null)).toBe(true)
    expect(items.some(({ newest }) => newest instanceof Date)).toBe(true)
  })

  test('of SQL are decoded by their value type, as a .field() is, in facets too', async () => {
    const { articles, comments } = database.schema
    const written = rowsOf(comments, eq(comments.articleId, articles.id))
    const config = listOf(database)
      .field('half', reviewsOf().aggregate(sql<number>`count(*) / 2.0`, 'float'))
      .field('several', reviewsOf().aggregate(sql<boolean>`count(*) > 1`, 'boolean'))
      .field('many', reviewsOf().aggregate(sql<bigint>`count(*)`, 'bigint'))
      .field('newest', written.aggregate(sql<Date>`max(${comments.createdAt})`, 'timestamp'))
      .filterable('id', '$in')
      .filterable('half', '$eq')
      .select({ id: true, half: true, several: true, many: true, newest: true })
      .build()
    const query = { filters: { id: '$in:1,3,24' } }
    const newest = await database.db
      .select({ id: comments.articleId, at: max(comments.createdAt) })
      .from(comments)
      .groupBy(comments.articleId)
    const newestOf = (id: number) => newest.find((row) => row.id === id)?.at ?? null
    expect(newestOf(1)).toBeInstanceOf(Date)
    expect((await paginate(database.db, query, config)).items).toStrictEqual([
      { id: 1, half: 1, several: true, many: 2n, newest: newestOf(1) },
      { id: 3, half: 0.5, several: false, many: 1n, newest: newestOf(3) },
      { id: 24, half: 0, several: false, many: 0n, newest: null },
    ])
    const { half } = await facetCounts(database.db, query, config, { half: true })
    expect(half.map(({ value }) => value)).toStrictEqual([0, 0.5, 1])
  })

  test('are filtered, and a criterion and its complement share the rows', async () => {
    const config = (await authorList()).build()
    const all = await expected()
    const ids = async (filters: Record<string, string>) =>
      (await paginate(database.db, { filters, limit: 100 }, config)).items.map(({ id }) => id)
    const newest = all
      .flatMap((row) => (row.newest === null ? [] : [row.newest]))
      .sort((a, b) => a.getTime() - b.getTime())[0] as Date
    const title = all.flatMap(({ first }) => (first === null || !/^\w[\w ]*$/.test(first) ? [] : [first]))[0] as string
    const cases: readonly (readonly [
      field: string,
      criterion: string,
      matches: (row: (typeof all)[number]) => boolean,
    ])[] = [
      ['fees', '$gte:10', ({ fees }) => fees !== null && Number(fees) >= 10],
      ['fees', '$btw:1,100', ({ fees }) => fees !== null && Number(fees) >= 1 && Number(fees) <= 100],
      ['fees', '$null', ({ fees }) => fees === null],
      ['newest', `$eq:${newest.toISOString()}`, (row) => row.newest?.getTime() === newest.getTime()],
      ['newest', `$gte:${newest.toISOString()}`, (row) => row.newest !== null],
      ['featured', '$eq:0', ({ featured }) => featured === 0],
      ['spread', '$gt:1', ({ spread }) => spread > 1],
      ['first', `$in:${title}`, ({ first }) => first === title],
    ]
    for (const [field, criterion, matches] of cases) {
      expect([field, criterion, await ids({ [field]: criterion })]).toEqual([
        field,
        criterion,
        all.filter(matches).map(({ id }) => id),
      ])
      const rest = all.filter((row) => !matches(row)).map(({ id }) => id)
      expect([field, criterion, await ids({ [field]: `$not:${criterion}` })]).toEqual([field, criterion, rest])
    }
  })

  test('are sorted, by cursor too', async () => {
    const config = (await authorList()).withCursors().build()
    const byNumber = (await authorList()).build()
    for (const sortBy of ['fees:DESC', 'newest:ASC', 'spread:DESC']) {
      const { items } = await paginate(database.db, { sortBy: [sortBy] }, byNumber)
      const met: unknown[] = []
      let after: string | null = null
      do {
        const page: { items: unknown[]; meta: { nextCursor: string | null } } = await paginate(
          database.db,
          { sortBy: [sortBy], limit: 2, after },
          config,
        )
        met.push(...page.items)
        after = page.meta.nextCursor
      } while (after !== null)
      expect(met).toEqual(items)
    }
  })

  test('are written once for each criterion', async () => {
    const config = (await authorList()).build()
    const sent = async (filters: Record<string, string>) => {
      database.clear()
      await paginate(database.db, { filters }, config)
      return database.statements()[0]?.sql ?? ''
    }
    for (const [field, criterion] of [
      ['fees', '$gte:10'],
      ['fees', '$not:$gte:10'],
      ['fees', '$btw:1,100'],
      ['first', '$ilike:a'],
    ] as const) {
      const statement = await sent({ [field]: criterion })
      expect(statement.match(/\(select /g)).toHaveLength(1)
      // MySQL asks the group itself, which is null where there are no rows.
      expect(statement).toMatch(/coalesce\(| having /)
    }
    // A count is never null.
    expect(await sent({ spread: '$gt:1' })).not.toContain('coalesce(')
    expect(await sent({ featured: '$gte:1' })).not.toContain('coalesce(')
  })

  test('are computed for the rows of the page alone, unless the order or a criterion reads them', async () => {
    const { items: all } = await paginate(database.db, { limit: 100 }, listOf(database).select({ id: true }).build())
    const build = () =>
      listOf(database)
        .field('stars', reviewsOf().aggregate(sum(database.schema.reviews.stars)))
        .sortable('views', 'stars')
        .select({ id: true, stars: true })
    const statementOf = async (query: object, config = build().build()) => {
      database.clear()
      const page = await paginate(
        database.db,
        { limit: 3, ...query },
        config as ReturnType<ReturnType<typeof build>['build']>,
      )
      expect(page.items.length).toBeGreaterThan(0)
      return database.statements().at(-1)?.sql ?? ''
    }
    // The keys are read first, by the order; the sub-select stands outside of them.
    for (const query of [{}, { page: 2 }, { page: Math.ceil(all.length / 3) }, { sortBy: ['views:DESC'], page: 3 }]) {
      const statement = await statementOf(query)
      const inner = statement.indexOf('(select', statement.indexOf(' from ', statement.indexOf('reviews')))
      expect(statement.slice(0, inner)).toMatch(/sum\(/)
      expect(statement.slice(inner)).not.toMatch(/sum\(/)
      expect(statement.slice(inner)).toContain('limit')
    }
    expect((await statementOf({ sortBy: ['stars:DESC'] })).match(/page_keys/g)).toBeNull()
    const cursors = build().withCursors().build()
    const first = await paginate(database.db, { limit: 3 }, cursors)
    database.clear()
    await paginate(database.db, { limit: 3, after: first.meta.nextCursor }, cursors)
    expect(database.statements()[0]?.sql).toMatch(/page_keys|filtered_keys/)
    const streamed: unknown[] = []
    for await (const item of streamRows(database.db, {}, build().build(), { batchSize: 7 })) streamed.push(item)
    expect(streamed).toEqual((await paginate(database.db, { limit: 100 }, build().build())).items)
  })

  test('are counted in facets and composed as any field', async () => {
    const { reviews } = database.schema
    const config = listOf(database)
      .field('best', reviewsOf().aggregate(max(reviews.stars)))
      .filterable('best', '$eq', '$gte')
      .build()
    const { best } = await facetCounts(database.db, {}, config, { best: true })
    expect(best.length).toBeGreaterThan(1)
    expect(best.some(({ value }) => value === null)).toBe(true)
    expect(applyFilters({ filters: { best: '$gte:3' } }, config).where).toBeDefined()
    expect(config.describe().filterableFields).toEqual([{ name: 'best', type: 'integer', operators: ['$eq', '$gte'] }])
  })

  // R4.3.9: an element is looked for in a select of its own, where most engines know no aggregate of the one around it.
  test('that are collections are filtered by their elements, and counted in facets', async () => {
    const { articles, authors } = database.schema
    const word = { postgresql: 'json_agg', sqlite: 'json_group_array', mysql: 'json_arrayagg' }[
      engine.dialect as string
    ]
    const list = paginateConfig(authors)
      .field('statuses', written().aggregate(sql`${sql.raw(word as string)}(${articles.status})`, 'collection'))
      .withLimits(100, 100)
      .withTieBreaker('id')
      .filterable('statuses', '$contains', '$eq', '$null')
      .withFilterExpressions()
      .build()
    const rows = await database.db.select({ authorId: articles.authorId, status: articles.status }).from(articles)
    const ids = (await database.db.select({ id: authors.id }).from(authors)).map(({ id }) => id)
    const has = (id: number, status: string): boolean =>
      rows.some((row) => row.authorId === id && String(row.status) === status)
    const [one, other] = ['draft', 'published']
    const both = (id: number): boolean => has(id, one as string) && has(id, other as string)
    const either = (id: number): boolean => has(id, one as string) || has(id, other as string)
    for (const [criteria, matches] of [
      [`$contains:${one}`, (id: number) => has(id, one as string)],
      [`$contains:${one},${other}`, both],
      [[`$contains:${one}`, `$or:$contains:${other}`], either],
      [`$eq:${other}`, (id: number) => has(id, other as string)],
      [`$not:$contains:${one}`, (id: number) => !has(id, one as string)],
      [`$not:$contains:${one},${other}`, (id: number) => !both(id)],
    ] as const) {
      const page = await paginate(database.db, { filters: { statuses: criteria as never } }, list)
      expect(
        page.items.map(({ id }) => id).sort((a, b) => a - b),
        String(criteria),
      ).toEqual(ids.filter(matches).sort((a, b) => a - b))
      const { where } = applyFilters({ filters: { statuses: criteria as never } }, list)
      expect(await database.db.$count(authors, where)).toBe(page.items.length)
    }
    const expression = PaginateQuery.from({ filter: `NOT statuses=$contains:${one}` })
    const others = ids.filter((id) => !has(id, one as string))
    expect((await paginate(database.db, expression, list)).items).toHaveLength(others.length)
    const { statuses } = await facetCounts(database.db, {}, list, { statuses: true })
    expect(statuses.find(({ value }) => (value as unknown) === one)?.count).toBe(
      ids.filter((id) => has(id, one as string)).length,
    )
  })

  test('of SQL written by hand are what db.select() answers, and need a value type to be filtered', async () => {
    const { reviews } = database.schema
    for (const written of [sql`sum(${reviews.stars})`, sql`avg(${reviews.stars})`, sql`count(${reviews.stars})`]) {
      const list = listOf(database).field('a', reviewsOf().aggregate(written))
      const page = await paginate(database.db, { limit: 1 }, list.select({ id: true, a: true }).build())
      const [item] = page.items as { id: number; a: unknown }[]
      const plain = await database.db
        .select({ a: written })
        .from(reviews)
        .where(eq(reviews.articleId, item?.id ?? 0))
      expect(item?.a).toEqual((plain as { a: unknown }[])[0]?.a)
      expect(() => list.filterable('a' as never, '$eq' as never).build()).toThrow(
        ".filterable('a') needs a value type;",
      )
    }
  })

  test('need an aggregate, and a value type where the SQL shows none', () => {
    const { reviews } = database.schema
    const list = listOf(database)
    expect(() => list.field('a', reviewsOf().aggregate(reviews.stars as never)).build()).toThrow(
      new PaginateConfigError('.aggregate() needs an aggregate of SQL, such as sum(column) or max(column); pass one.'),
    )
    const untyped = list.field('a', reviewsOf().aggregate(sql<number>`count(distinct ${reviews.reviewer}) * 2`))
    expect(() => untyped.filterable('a', '$eq').build()).toThrow(".filterable('a') needs a value type;")
    expect(() =>
      list
        .field('a', reviewsOf().aggregate(max(reviews.stars)))
        .filterable('a', '$ilike')
        .build(),
    ).toThrow(".filterable('a') cannot grant '$ilike' on type 'integer'")
  })
})

const orders = pgTable('orders', {
  id: integer('id').primaryKey(),
  customerId: integer('customer_id'),
  title: text('title').notNull(),
})
const customers = pgTable('customers', { id: integer('id').primaryKey(), countryId: integer('country_id') })
const countries = pgTable('countries', { id: integer('id').primaryKey() })
const lines = pgTable('lines', {
  id: integer('id').primaryKey(),
  orderId: integer('order_id'),
  price: numeric('price'),
  note: text('note'),
  at: timestamp('at', { withTimezone: true }),
})
const products = pgTable('products', { id: integer('id').primaryKey(), lineId: integer('line_id') })
const makers = pgTable('makers', { id: integer('id').primaryKey() })
const suppliers = pgTable('suppliers', { id: integer('id').primaryKey() })
const ofOrder = rowsOf(lines, eq(lines.orderId, orders.id))

describe('A field over rows', () => {
  /** As a JavaScript caller declares it: without the types that a name and an aggregate have. */
  const list = (): ConfigBuilder =>
    (paginateConfig(orders) as unknown as ConfigBuilder)
      .leftJoin('customer', customers, eq(customers.id, orders.customerId))
      .leftJoin('country', countries, eq(countries.id, customers.countryId))
      .leftJoin('maker', makers, eq(makers.id, orders.id))
      .withLimits(10, 100)
      .withTieBreaker('id')
  const written = (fragment: SQL | undefined): string =>
    fragment === undefined
      ? ''
      : new PgDialect()
          .sqlToQuery(fragment)
          .sql.replaceAll('"', '')
          .replaceAll(/\b(\w+)_id\b/g, '$1Id')

  test.each<
    [
      title: string,
      rows: Pick<ReturnType<typeof rowsOf>, 'aggregate'>,
      aggregate: SQL,
      text: string,
      joins: readonly number[],
    ]
  >([
    ['counts', ofOrder, count(), '(select count(*) from lines where (lines.orderId = orders.id))', []],
    [
      'with conditions, in parentheses',
      ofOrder.where(sql`${lines.price} > 1 or ${lines.note} is null`).where(gt(lines.id, sql`2`)),
      sum(lines.price),
      '(select sum(lines.price) from lines where (lines.orderId = orders.id) and (lines.price > 1 or lines.note is null) and (lines.id > 2))',
      [],
    ],
    [
      'with joins of its own',
      ofOrder.innerJoin(products, eq(products.lineId, lines.id)).leftJoin(suppliers, sql`true`),
      max(products.id),
      '(select max(products.id) from lines inner join products on (products.lineId = lines.id) left join suppliers on (true) where (lines.orderId = orders.id))',
      [],
    ],
    [
      'tied to a joined table',
      rowsOf(lines, eq(lines.orderId, countries.id)),
      count(),
      '(select count(*) from lines where (lines.orderId = countries.id))',
      [0, 1],
    ],
    [
      'over a joined table',
      ofOrder,
      sql`max(${customers.id})`,
      '(select max(customers.id) from lines where (lines.orderId = orders.id))',
      [0],
    ],
    [
      'over tables in the order of the joins',
      rowsOf(lines, eq(lines.orderId, makers.id)),
      sql`max(${customers.id})`,
      '(select max(customers.id) from lines where (lines.orderId = makers.id))',
      [0, 2],
    ],
  ])('is one sub-select: %s', (_title, rows, aggregate, text, joins) => {
    const config = list()
      .field('n', rows.aggregate(aggregate, 'integer') as never)
      .sortable('n')
      .build() as never
    expect(resolvedConfig(config).fields.get('n')?.joins).toEqual(joins)
    const { orderBy } = applyFilters(PaginateQuery.from('sortBy=n:ASC'), config)
    expect(written(orderBy[0])).toBe(`(${text}) asc`)
  })

  test.each<[title: string, aggregate: SQL, type: string]>([
    ['a count', count(), 'integer'],
    ['a count of a column', count(lines.note), 'integer'],
    ['a count of distinct values', countDistinct(lines.note), 'integer'],
    ['a sum', sum(lines.price), 'decimal'],
    ['a sum of distinct values', sumDistinct(lines.price), 'decimal'],
    ['an average', avg(lines.id), 'decimal'],
    ['a largest value', max(lines.at), 'timestamp'],
    ['a smallest value', min(lines.note), 'text'],
    ['SQL that is decoded as a column', sql`first_value(${lines.id})`.mapWith(lines.id), 'integer'],
  ])('is of the type that Drizzle gives it: %s', (_title, aggregate, type) => {
    const config = list()
      .field('n', ofOrder.aggregate(aggregate) as never)
      .filterable('n', '$eq')
      .build()
    expect(config.describe().filterableFields.map((field) => field.type)).toEqual([type])
  })

  test.each<[title: string, aggregate: SQL]>([
    ['more than a count', sql`1 + count(${lines.id})`],
    ['a count with more after it', sql`count(${lines.id}) + 1`],
    ['a count of more', sql`count(distinct on ${lines.id})`],
    ['another count', sql`my_count(${lines.id})`],
    ['a count of two', sql`count(${lines.id}, ${lines.note})`],
    ['three parts of which none is text', sql`${lines.id}${lines.note}${sql`)`}`],
    ['a count and more of SQL', sql`count(${lines.id})${sql` + 1`}`],
    ['a column before', sql`${lines.id}${lines.note})`],
  ])('needs a type where the SQL is no call of Drizzle: %s', (_title, aggregate) => {
    const untyped = list().field('n', ofOrder.aggregate(aggregate) as never)
    expect(() => untyped.filterable('n', '$eq').build()).toThrow(".filterable('n') needs a value type;")
    const typed = list()
      .field('n', ofOrder.aggregate(aggregate, 'text') as never)
      .filterable('n', '$eq')
      .build()
    expect(typed.describe().filterableFields.map((field) => field.type)).toEqual(['text'])
  })

  test('has the type that is given, whatever it looks like', () => {
    const config = list()
      .field('n', ofOrder.aggregate(count(), 'bigint' as never) as never)
      .field('latest', ofOrder.aggregate(max(lines.note), 'timestamp' as never) as never)
      .filterable('n', '$eq')
      .filterable('latest', '$eq')
      .build()
    expect(config.describe().filterableFields.map((field) => field.type)).toEqual(['bigint', 'timestamp'])
  })

  test.each<[title: string, list: () => unknown, isNull: boolean]>([
    ['.field()', () => list().field('n', ofOrder.count() as never), false],
    ['.field() of a count', () => list().field('n', ofOrder.aggregate(count(lines.id)) as never), false],
    ['.field() of a sum', () => list().field('n', ofOrder.aggregate(sum(lines.price)) as never), true],
  ])('asks whether it is null where it may be: %s', (_title, declared, isNull) => {
    const config = (declared() as ReturnType<typeof list>).filterable('n', '$gte').build()
    const { where } = applyFilters({ filters: { n: '$gte:1' } }, config)
    expect(written(where).includes('coalesce(')).toBe(isNull)
  })

  test('of a sub-query is computed in it', () => {
    const counted = new QueryBuilder().select({ orderId: lines.orderId }).from(lines).as('counted')
    const config = list()
      .field('n', rowsOf(counted, eq(counted.orderId, orders.id)).count() as never)
      .sortable('n')
      .build()
    const { orderBy } = applyFilters(PaginateQuery.from('sortBy=n:ASC'), config)
    expect(written(orderBy[0])).toBe(
      '((select count(*) from (select orderId from lines) counted where (counted.orderId = orders.id))) asc',
    )
  })
})
