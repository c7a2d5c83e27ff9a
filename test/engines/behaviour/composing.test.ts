// A filtered set in selects and relational queries of the host's own: which joins it needs, and what an alias of the
// root changes.
import * as drizzleOrm from 'drizzle-orm'
import { count, desc, eq, exists, gt, gte, lte, ne, not, type SQL, sql } from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  applyFilters,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  rowsOf,
} from '../../../src/index.js'
import * as callRefusals from '../../../src/mistakes/call-refusals.js'
import { aliasOf, idsFor } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import * as sqliteSchema from '../../support/schema/sqlite.js'
import { articles as seeded, authors as seededAuthors } from '../../support/seed.js'

const list = ({ articles, authors, comments, reviews }: TestDatabase['schema']) =>
  paginateConfig(articles)
    .leftJoin('author', authors, eq(authors.id, articles.authorId))
    .field(
      'commentCount',
      sql<number>`(select count(*) from ${comments} where ${comments.articleId} = ${articles.id})`,
      'integer',
    )
    .field('isTop', sql<boolean>`${articles.views} = (select max(${articles.views}) from ${articles})`, 'boolean')
    .withLimits(5, 100)
    .withTieBreaker('id')
    .sortable('title', 'views', 'author.name', 'commentCount')
    .searchable('title')
    .filterable('views', '$gte', '$lte')
    .filterable('status', '$eq')
    .filterable('tags', '$contains')
    .filterable('author.name', '$eq', '$null')
    .filterable('commentCount', '$gte')
    .filterable('isTop', '$eq')
    .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq')
    .filterableMany(
      'everyReviewer',
      rowsOf(reviews, eq(reviews.articleId, articles.id)).every(),
      reviews.reviewer,
      '$eq',
    )
    .build()

const innerList = ({ articles, authors }: TestDatabase['schema']) =>
  paginateConfig(articles)
    .innerJoin('author', authors, eq(authors.id, articles.authorId))
    .withLimits(5, 100)
    .withTieBreaker('id')
    .build()

describe.each(dialects)('A filtered set in selects on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const set = (text: string, where?: SQL) => applyFilters(PaginateQuery.from(text), list(database.schema), { where })

  // R8.2.3
  test.each([
    ['nothing', '', [], []],
    ['a filter on a joined field', 'filter.author.name=$eq:x', ['author'], []],
    ['a sort on a joined field', 'sortBy=author.name:ASC', [], ['author']],
    ['both', 'filter.author.name=$eq:x&sortBy=author.name:ASC', ['author'], []],
  ])('joins of %s', (_title, text, joins, orderJoins) => {
    const { joined } = set(text)
    expect(joined.joins.map(({ prefix }) => prefix)).toEqual(joins)
    expect(joined.orderJoins.map(({ prefix }) => prefix)).toEqual(orderJoins)
  })

  test('an inner join decides which rows there are, so it is always among the joins', () => {
    const { articles, authors } = database.schema
    const inner = paginateConfig(articles)
      .innerJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(5, 100)
      .withTieBreaker('id')
      .sortable('author.name')
      .build()
    const { joined } = applyFilters(PaginateQuery.from('sortBy=author.name:ASC'), inner)
    expect([joined.joins.length, joined.orderJoins.length]).toEqual([1, 0])
  })

  // Beyond 32: true for exactly the rows of the set, in a `not` too.
  test.each<
    [what: string, text: string, options?: (schema: TestDatabase['schema']) => { where?: SQL; scope?: unknown }]
  >([
    ['an own filter', 'filter.own=$eq:3'],
    ['one in an expression', 'filter=own=$eq:3 OR views=$gte:1000000'],
    ['an own search', 'search=3'],
    ['a condition', '', ({ articles }) => ({ where: eq(articles.likes, 3) })],
    ['a raw condition', '', ({ articles }) => ({ where: sql`${articles.likes} > 4` })],
    ['a condition that is never unknown', '', ({ articles }) => ({ where: gt(articles.views, 100) })],
    ['a scope', 'filter.views=$gte:0', () => ({ scope: { likes: 3 } })],
  ])('%s may be unknown for a row, and the negated set is the others', async (_title, text, options) => {
    const { db, schema } = database
    const { articles } = schema
    const given = options?.(schema) ?? {}
    const common = paginateConfig(articles)
      .withLimits(5, 100)
      .withTieBreaker('id')
      .withMinSearchLength(1)
      .withFilterExpressions()
      .filterable('views', '$gte')
      .filterWith('own', 'integer', ({ value }) => eq(articles.likes, Number(value)))
      .searchWith(({ term }) => eq(articles.likes, Number(term)))
    const { where } =
      given.scope === undefined
        ? applyFilters(`?${text}`, common.build(), given)
        : applyFilters(
            `?${text}`,
            common.scopedBy(({ likes }: { likes: number }) => eq(articles.likes, likes)).build(),
            { scope: given.scope as { likes: number } },
          )
    const idsOf = async (condition: SQL | undefined): Promise<number[]> =>
      (await db.select({ id: articles.id }).from(articles).where(condition)).map(({ id }) => id)
    const [inside, outside] = [await idsOf(where), await idsOf(not(where))]
    expect(inside.length).toBeGreaterThan(0)
    expect([...inside, ...outside].sort((one, other) => one - other)).toEqual(seeded.map(({ id }) => id))
  })

  test('an inner join is put into the select as one', async () => {
    const { articles } = database.schema
    const inner = innerList(database.schema)
    const select = database.db.select({ id: articles.id }).from(articles).$dynamic()
    const rows = await applyFilters(PaginateQuery.from(''), inner).applyTo(select).orderBy(articles.id)
    expect(rows.map(({ id }) => id)).toEqual(seeded.filter(({ authorId }) => authorId !== null).map(({ id }) => id))
  })

  test('a join of raw SQL in the select is another table', async () => {
    const { articles } = database.schema
    const select = database.db.select({ id: articles.id }).from(articles).$dynamic()
    const joined = select.leftJoin(sql`(select 1 as one) as ones`, sql`ones.one = 1`) as unknown as typeof select
    const rows = await set('filter.author.name=$not:$null').applyTo(joined).orderBy(articles.id)
    expect(rows.map(({ id }) => id)).toEqual(seeded.filter(({ authorId }) => authorId !== null).map(({ id }) => id))
  })

  test('the joins and the order, put together by hand', async () => {
    const { articles } = database.schema
    const filtered = set('sortBy=author.name:DESC&filter.views=$gte:5').joined
    let select = database.db.select({ id: articles.id }).from(articles).$dynamic()
    for (const { table, on } of [...filtered.joins, ...filtered.orderJoins])
      select = select.leftJoin(table as never, on) as typeof select
    const rows = await select.where(filtered.where).orderBy(...filtered.orderBy)
    const { items } = await paginate(
      database.db,
      PaginateQuery.from('sortBy=author.name:DESC&filter.views=$gte:5&limit=100'),
      list(database.schema),
    )
    expect(rows.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  })

  // R8.2.2
  test.each(['views', 'author.id'] as const)(
    'rows are found by the key that the schema shows, where nothing shows that the tie-breaker is unique: %s',
    async (tieBreaker) => {
      const { articles, authors } = database.schema
      const assumed = paginateConfig(articles)
        .innerJoin('author', authors, eq(authors.id, articles.authorId))
        .filterable('author.name', '$eq')
        .withLimits(5, 100)
        .withTieBreaker(tieBreaker, { assumeUnique: true })
        .build()
      const { where } = applyFilters('filter.author.name=$eq:Ada', assumed)
      const rows = await database.db.select({ id: articles.id }).from(articles).where(where)
      const expected = seeded.filter(({ authorId }) => authorId === 1).map(({ id }) => id)
      expect(rows.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(expected)
    },
  )

  // R8.2.3
  describe('applyTo a select that has the table of the condition in another way', () => {
    const joinedBy = (key: 'authorId' | 'editorId') => {
      const { articles, authors } = database.schema
      return database.db.select({ id: articles.id }).from(articles).leftJoin(authors, eq(authors.id, articles[key]))
    }
    const byAda = seeded.filter(({ authorId }) => authorId === 1).map(({ id }) => id)
    const query = 'filter.author.name=$eq:Ada'

    test.each([
      ['the same join', () => joinedBy('authorId'), 'left join'],
      ['by another condition', () => joinedBy('editorId'), ' in (select '],
      [
        'from the joined table',
        () => {
          const { articles, authors } = database.schema
          return database.db
            .select({ id: articles.id })
            .from(authors)
            .innerJoin(articles, eq(authors.id, articles.authorId))
        },
        ' in (select ',
      ],
      [
        'twice, once by the same condition',
        () => {
          const { articles, authors } = database.schema
          const editors = aliasOf(database, authors, 'editors')
          return joinedBy('authorId').leftJoin(editors, eq(editors.id, articles.editorId))
        },
        'left join',
      ],
    ] as const)('%s', async (_title, select, form) => {
      const applied = set(query).applyTo(select() as never) as unknown as ReturnType<typeof joinedBy>
      expect(applied.toSQL().sql).toContain(form)
      expect(applied.toSQL().sql.includes(' in (select ')).toBe(form !== 'left join')
      expect((await applied).map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(byAda)
    })

    test.each([
      ['a filter on a table behind an inner join', 'filter.author.name=$eq:Ada&filter.mentor.id=$not:$null', false],
      ['an order by a table behind an inner join', 'filter.author.name=$eq:Ada&sortBy=mentor.name:ASC', false],
      ['an order by the inner join', 'filter.author.name=$eq:Ada&sortBy=category.name:ASC', true],
    ])('joins what does not read that table: %s', async (_title, text, isOrdered) => {
      const { articles, authors, categories } = database.schema
      const mentors = aliasOf(database, authors, 'mentors')
      const several = paginateConfig(articles)
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .innerJoin('category', categories, eq(categories.id, articles.categoryId))
        .leftJoin('mentor', mentors, eq(mentors.id, categories.id))
        .filterable('author.name', '$eq')
        .filterable('mentor.id', '$null')
        .sortable('mentor.name', 'category.name')
        .withLimits(5, 100)
        .withTieBreaker('id')
        .build()
      const filtered = applyFilters(text, several)
      const applied = filtered.applyTo(joinedBy('editorId') as never) as never as ReturnType<typeof joinedBy>
      const rows = await (isOrdered ? applied.orderBy(...filtered.orderBy) : applied)
      const page = await paginate(database.db, `${text}&limit=100`, several)
      const ids = rows.map(({ id }) => id)
      const expected = page.items.map(({ id }) => id)
      expect(expected.length).toBeGreaterThan(0)
      expect(isOrdered ? ids : ids.toSorted((one, other) => one - other)).toEqual(
        isOrdered ? expected : expected.toSorted((one, other) => one - other),
      )
    })

    test('an inner join of the set, where the select keeps rows without a match', async () => {
      const inner = innerList(database.schema)
      const rows = await (applyFilters('', inner).applyTo(joinedBy('authorId') as never) as never as ReturnType<
        typeof joinedBy
      >)
      expect(rows).toHaveLength(seeded.filter(({ authorId }) => authorId !== null).length)
    })
  })

  // R8.2.3
  describe.skipIf(engine.dialect === 'sqlite')('applyTo a select that locks its rows', () => {
    const locked = (of?: TestDatabase['schema']['articles']) =>
      database.db
        .select({ id: database.schema.articles.id })
        .from(database.schema.articles)
        .for('update', of && { of })
        .$dynamic()
    const isPostgres = engine.dialect === 'postgresql'

    test.each(['filter.author.name=$eq:Ada', 'filter.author.name=$null', 'sortBy=author.name:ASC', ''])(
      'has the set: %s',
      async (text) => {
        const applied = set(text).applyTo(locked())
        if (isPostgres) expect(applied.toSQL().sql.split(/ where | for /)[0]).not.toContain(' join ')
        expect((await applied).map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(
          (await idsFor(database, list(database.schema), text)).toSorted((one, other) => one - other),
        )
      },
    )

    test('keeps inner joins, by which it may be ordered', async () => {
      const { articles, authors } = database.schema
      const joined = paginateConfig(articles)
        .withLimits(100, 100)
        .withTieBreaker('id')
        .innerJoin('author', authors, eq(authors.id, articles.authorId))
        .sortable('author.name')
        .build()
      const filtered = applyFilters('sortBy=author.name:DESC', joined)
      const rows = await filtered.applyTo(locked()).orderBy(...filtered.orderBy)
      const page = await paginate(database.db, 'sortBy=author.name:DESC', joined)
      expect(rows.map(({ id }) => id)).toEqual(page.items.map(({ id }) => id))
    })

    test('is ordered by a joined field, where the database can', async () => {
      const { schema } = database
      for (const text of ['sortBy=author.name:DESC', 'filter.author.name=$eq:Ada&sortBy=author.name:DESC']) {
        const filtered = set(text)
        const rows = await filtered
          .applyTo(locked(isPostgres ? schema.articles : undefined))
          .orderBy(...filtered.orderBy)
        const page = await paginate(database.db, `${text}&limit=100`, list(schema))
        expect(rows.map(({ id }) => id)).toEqual(page.items.map(({ id }) => id))
      }
    })
  })

  // R8.2.3
  describe('applyTo a select that may be without a row of the root', () => {
    const { isNull } = drizzleOrm
    const select = () => {
      const { articles, authors, categories } = database.schema
      const editors = aliasOf(database, authors, 'editors')
      const { db } = database
      const fields = { id: articles.id }
      const onEditor = sql`${editors.id} = ${articles.editorId} and ${editors.id} = 1`
      return {
        'a right join': db.select(fields).from(articles).rightJoin(editors, onEditor),
        'a right join after the same join': db
          .select(fields)
          .from(articles)
          .leftJoin(authors, eq(authors.id, articles.authorId))
          .rightJoin(editors, onEditor),
        'a left join of the root': db
          .select(fields)
          .from(categories)
          .leftJoin(articles, sql`${articles.categoryId} = ${categories.id} and ${articles.id} > 9`),
        ...(engine.dialect !== 'mysql' && {
          'a full join': db.select(fields).from(articles).fullJoin(editors, onEditor),
        }),
      }
    }
    const titles = [
      'a right join',
      'a right join after the same join',
      'a left join of the root',
      'a full join',
    ].filter((title) => engine.dialect !== 'mysql' || title !== 'a full join')
    test.each(titles)('has the rows that `where` has: %s', async (title) => {
      const start = () => select()[title as 'a right join']
      const { articles } = database.schema
      const filtered = set('filter.author.name=$null')
      const idsOf = (rows: readonly { readonly id: number | null }[]) => rows.map(({ id }) => id).toSorted()
      expect(await start().where(isNull(articles.id)), 'a case without such rows shows nothing').not.toEqual([])
      const applied = idsOf(await filtered.applyTo(start()))
      expect(applied).toEqual(idsOf(await start().where(filtered.where)))
      expect(applied).not.toContain(null)
    })
  })

  // R8.2.3
  describe('applyTo several selects in one', () => {
    const select = () => database.db.select({ id: database.schema.articles.id }).from(database.schema.articles)
    const together = {
      union: () => select().$dynamic().union(select()),
      'union all': () => select().$dynamic().unionAll(select()),
      intersect: () => select().$dynamic().intersect(select()),
      except: () => select().$dynamic().except(select()),
      'a union that is not dynamic': () => select().union(select()),
    }
    test.each(Object.entries(together))('is refused: %s', (_title, selects) => {
      for (const on of [set(''), set('').on(aliasOf(database, database.schema.articles, 'a'))])
        expect(() => on.applyTo(selects() as never)).toThrow(new PaginateConfigError(callRefusals.setOperation))
    })

    test('each of them has the set before they are one', async () => {
      const [few, drafts] = [set('filter.views=$gte:5'), set('filter.status=$eq:draft')]
      const rows = await few.applyTo(select().$dynamic()).union(drafts.applyTo(select().$dynamic()))
      expect(rows.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(
        seeded.filter(({ views, status }) => views >= 5 || status === 'draft').map(({ id }) => id),
      )
    })
  })

  // R8.2.3
  describe('applyTo a select without a selection', () => {
    const plain = () => database.db.select().from(database.schema.articles).$dynamic()
    const named = 'filter.author.name=$eq:Ada'
    const byAda = seeded.filter(({ authorId }) => authorId === 1).map(({ id }) => id)
    const byName = 'sortBy=author.name:DESC'

    test.each([
      ['a filter', named, plain],
      ['a filter of a distinct select', named, () => database.db.selectDistinct().from(database.schema.articles)],
      ['a filter and an order', `${named}&${byName}`, plain],
      ['an order', byName, plain],
      ['a filter of the own table', 'filter.views=$gte:5', plain],
    ])('keeps its columns: %s', async (_title, text, select) => {
      const shape = Object.keys((await plain().limit(1))[0] as object)
      const rows = await set(text).applyTo(select() as ReturnType<typeof plain>)
      const page = await paginate(database.db, `${text}&limit=100`, list(database.schema))
      for (const row of rows) expect(Object.keys(row)).toEqual(shape)
      expect(rows.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(
        page.items.map(({ id }) => id).toSorted((one, other) => one - other),
      )
      expect(rows.length).toBeGreaterThan(0)
    })

    test.each([byName, `${named}&${byName}`])('is ordered by a joined field: %s', async (text) => {
      const filtered = set(text)
      const rows = await filtered.applyTo(plain()).orderBy(...filtered.orderBy)
      const page = await paginate(database.db, `${text}&limit=100`, list(database.schema))
      expect(rows.map(({ id }) => id)).toEqual(page.items.map(({ id }) => id))
    })

    test('keeps its columns as a sub-query', async () => {
      const rows = set(named).applyTo(plain()).as('matching')
      const found = await database.db.select({ id: rows.id }).from(rows).orderBy(rows.id)
      expect(found.map(({ id }) => id)).toEqual(byAda)
    })

    test.each(['before', 'after'])('keeps the tables of its own joins, %s', async (when) => {
      const { articles, authors } = database.schema
      const editors = aliasOf(database, authors, 'editors')
      const onEditor = eq(editors.id, articles.editorId)
      const applied =
        when === 'before'
          ? set(named).applyTo(plain().leftJoin(editors, onEditor))
          : set(named).applyTo(plain()).leftJoin(editors, onEditor)
      const rows = await applied.orderBy(articles.id)
      expect(rows.map((row) => row.articles.id)).toEqual(byAda)
      for (const row of rows) {
        expect(Object.keys(row)).toEqual(['articles', 'editors'])
        const { editors: editor } = row as unknown as { readonly editors: { readonly id: number } | null }
        expect(editor?.id ?? null).toBe(row.articles.editorId)
      }
    })

    test('keeps its columns under an inner join of the set', async () => {
      const rows = await applyFilters('', innerList(database.schema)).applyTo(plain())
      expect(rows.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(
        seeded.filter(({ authorId }) => authorId !== null).map(({ id }) => id),
      )
    })
  })

  // R8.2.3
  test('a delete, an update or a select keeps the condition that it has', () => {
    const { db, schema } = database
    const { articles } = schema
    const { applyTo } = set('filter.status=$eq:draft')
    const isRead = gte(articles.views, 5)
    for (const applied of [
      applyTo(db.delete(articles).where(isRead)),
      applyTo(db.update(articles).set({ views: 1 }).where(isRead)),
      applyTo(db.select({ id: articles.id }).from(articles).where(isRead)),
    ])
      expect(applied.toSQL().sql).toMatch(/["`]views["`] >= .* and .*["`]status["`]/)
  })
  test('a later `where` of a delete or an update adds a condition', () => {
    const { db, schema } = database
    const { articles } = schema
    for (const statement of [db.delete(articles), db.update(articles).set({ views: 1 })]) {
      const applied = set('filter.status=$eq:draft').applyTo(statement)
      const { sql: text } = applied.where(gte(articles.views, 5)).toSQL()
      expect(text).toMatch(/["`]status["`].* and .*["`]views["`] >= /)
    }
  })

  describe('applyTo', () => {
    const facet = () => {
      const { articles, authors } = database.schema
      const select = database.db.select({ name: authors.name, n: count() }).from(articles)
      return select.leftJoin(authors, eq(authors.id, articles.authorId)).$dynamic()
    }
    const named = (keep: (article: (typeof seeded)[number]) => boolean) => {
      const counts = new Map<string | null, number>()
      for (const article of seeded.filter(keep)) {
        const name = seededAuthors.find(({ id }) => id === article.authorId)?.name ?? null
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      return Object.fromEntries(counts)
    }

    test.each([
      ['that the set does not need', 'filter.views=$gte:5', (article: (typeof seeded)[number]) => article.views >= 5],
      [
        'that a filter of the set needs too',
        'filter.author.name=$not:$null',
        (article: (typeof seeded)[number]) => article.authorId !== null,
      ],
      ['that the order of the set needs too', 'sortBy=author.name:ASC', () => true],
    ])('leaves a join of the select alone %s', async (_title, text, keep) => {
      const { authors } = database.schema
      const rows = await set(text).applyTo(facet()).groupBy(authors.name)
      expect(Object.fromEntries(rows.map(({ name, n }) => [name, n]))).toEqual(named(keep))
    })

    test('keeps a condition of the select', async () => {
      const { articles } = database.schema
      const select = database.db.select({ id: articles.id }).from(articles).where(lte(articles.id, 3)).$dynamic()
      const rows = await set('filter.views=$gte:0').applyTo(select).orderBy(articles.id)
      expect(rows.map(({ id }) => id)).toEqual(
        seeded.filter(({ id, views }) => id <= 3 && views >= 0).map(({ id }) => id),
      )
      const unfiltered = database.db.select({ id: articles.id }).from(articles).where(lte(articles.id, 3)).$dynamic()
      expect(await set('').applyTo(unfiltered)).toHaveLength(3)
    })

    test.each<[title: string, text: string, kept: (article: (typeof seeded)[number]) => boolean]>([
      ['filters', 'filter.views=$gte:5', ({ views }) => views >= 5],
      ['a scope alone', '', () => true],
      ['filters over a join', 'filter.author.name=$not:$null', ({ authorId }) => authorId !== null],
    ])('keeps %s when the select is given another condition', async (_title, text, kept) => {
      const { articles, authors } = database.schema
      const scoped = paginateConfig(articles)
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .withLimits(5, 100)
        .withTieBreaker('id')
        .filterable('views', '$gte')
        .filterable('author.name', '$null')
        .scopedBy(({ status }: { status: string }) => sql`${articles.status} = ${status}`)
        .build()
      const filtered = applyFilters(PaginateQuery.from(text), scoped, { scope: { status: 'published' } })
      const start = () => database.db.select({ id: articles.id, status: articles.status }).from(articles).$dynamic()
      const idsOf = (keep: (article: (typeof seeded)[number]) => boolean) =>
        seeded.filter((article) => article.status === 'published' && kept(article) && keep(article)).map(({ id }) => id)

      const more = await filtered.applyTo(start()).where(lte(articles.id, 9)).orderBy(articles.id)
      expect(more.map(({ id }) => id)).toEqual(idsOf(({ id }) => id <= 9))
      const twice = await filtered
        .applyTo(start())
        .where(sql`${articles.id} = 1 or ${articles.id} < 9`)
        .where(gt(articles.id, 2))
        .orderBy(articles.id)
      expect(twice.map(({ id }) => id)).toEqual(idsOf(({ id }) => id < 9 && id > 2))
      const nothing = await filtered.applyTo(start()).where(undefined).orderBy(articles.id)
      expect(nothing.map(({ id }) => id)).toEqual(idsOf(() => true))
      const byFunction = await filtered
        .applyTo(start())
        .where(((fields: { id: SQL }) => sql`${fields.id} < 9`) as never)
        .orderBy(articles.id)
      expect(byFunction.map(({ id }) => id)).toEqual(idsOf(({ id }) => id < 9))
      const sameObject = start()
      filtered.applyTo(filtered.applyTo(sameObject))
      expect((await sameObject.where(gt(articles.id, 2)).orderBy(articles.id)).map(({ id }) => id)).toEqual(
        idsOf(({ id }) => id > 2),
      )
      const a = aliasOf(database, articles, 'a')
      const moved = filtered
        .on(a)
        .applyTo(database.db.select({ id: a.id }).from(a).$dynamic())
        .where(lte(a.id, 9))
        .orderBy(a.id)
      expect((await moved).map(({ id }) => id)).toEqual(idsOf(({ id }) => id <= 9))
    })

    test('hands out objects of its own: what is appended to them changes no other request', async () => {
      const { articles } = database.schema
      const built = list(database.schema)
      const answer = async () => {
        const query = PaginateQuery.from('limit=100&filter.author.name=$not:$null&sortBy=author.name:DESC&search=e')
        const { where: alone, joined, applyTo } = applyFilters(query, built)
        const { where, orderBy, joins, orderJoins } = joined
        const { items } = await paginate(database.db, query, built)
        const ids = (
          await applyTo(database.db.select({ id: articles.id }).from(articles).$dynamic()).orderBy(...orderBy)
        ).map(({ id }) => id)
        expect(items.map(({ id }) => id)).toEqual(ids)
        for (const fragment of [alone, where, ...orderBy, ...[...joins, ...orderJoins].map(({ on }) => on)])
          fragment?.append(sql` nonsense`)
        return ids
      }
      const first = await answer()
      expect(first.length).toBeGreaterThan(0)
      expect(await answer()).toEqual(first)
    })

    test('of an alias of a joined table, which is another table', async () => {
      const { articles, authors } = database.schema
      const editors = aliasOf(database, authors, 'editors')
      const select = database.db
        .select({ id: articles.id })
        .from(articles)
        .leftJoin(editors, eq(editors.id, articles.editorId))
        .$dynamic()
      const rows = await set('filter.author.name=$not:$null').applyTo(select).orderBy(articles.id)
      expect(rows.map(({ id }) => id)).toEqual(seeded.filter(({ authorId }) => authorId !== null).map(({ id }) => id))
    })
  })

  // R17.1.1
  describe('.on(alias)', () => {
    const requests: readonly (readonly [text: string, where?: (database: TestDatabase) => SQL | undefined])[] = [
      ['filter.views=$gte:5&sortBy=title:DESC'],
      // In lower case: the seeded tables of MySQL compare text by case.
      ['search=e&filter.tags=$contains:a'],
      ['filter.reviewer=$eq:kim'],
      ['filter.reviewer=$not:$eq:kim&sortBy=views:ASC'],
      ['filter.everyReviewer=$eq:kim'],
      ['filter.commentCount=$gte:1&sortBy=commentCount:DESC'],
      ['filter.isTop=$eq:true'],
      ['filter.isTop=$eq:true&filter.commentCount=$gte:0&filter.author.name=$not:$eq:x'],
      ['filter.author.name=$not:$null&sortBy=author.name:DESC'],
      ['sortBy=author.name:ASC'],
      ['filter.author.name=$null'],
      ['', ({ schema: { articles } }) => gte(articles.views, 5)],
      ['', ({ schema: { articles } }) => sql`${articles.id} < 9 or ${articles.id} = 20`],
      [
        '',
        ({ db, schema: { articles, comments } }) =>
          exists(db.select().from(comments).where(eq(comments.articleId, articles.id))),
      ],
      [
        '',
        ({ schema: { articles, comments } }) => sql`${articles.id} in (select ${comments.articleId} from ${comments})`,
      ],
      [
        '',
        ({ db, schema: { articles } }) =>
          sql`${articles.id} in ${db.select({ id: articles.id }).from(articles).where(gt(articles.views, 5))}`,
      ],
      [
        '',
        ({ schema: { articles } }) =>
          sql`${articles.views} = (select max(${articles.views}) from ${articles} where ${articles.id} < 9)`,
      ],
      [
        '',
        ({ db, schema: { articles, comments } }) =>
          // The inner select joins the root's own table, whose columns are the inner ones.
          sql`${articles.id} in ${db
            .select({ id: comments.articleId })
            .from(comments)
            .innerJoin(articles, eq(articles.id, comments.articleId))
            .where(ne(articles.status, 'draft'))}`,
      ],
      [
        '',
        // A sub-select that reads the root's table under a name given in raw text.
        ({ schema: { articles } }) =>
          sql`exists (select 1 from ${articles} as p where p.id = ${articles.id} and p.views > 5) and (select count(*) from articles q where q.id < ${articles.id}) < 9`,
      ],
      ['', () => not(sql`${sql.identifier('articles')}.${sql.identifier('views')} > 5`)],
      ['', () => sql`id < 5`],
    ]
    test.each(requests.map(([text, where]) => ({ text, where })))(
      'answers the same rows: $text $where',
      async ({ text, where }) => {
        const { db, schema } = database
        const query = PaginateQuery.from(`limit=100&${text}`)
        const condition = where?.(database)
        const expected = (await paginate(db, query, list(schema), { where: condition })).items.map(({ id }) => id)
        const a = aliasOf(database, schema.articles, 'a')
        const moved = set(text, condition).on(a)
        const rows = await moved.applyTo(db.select({ id: a.id }).from(a).$dynamic()).orderBy(...moved.orderBy)
        expect(rows.map(({ id }) => id)).toEqual(expected)
        expect(expected.length, 'a case that selects nothing shows nothing').toBeGreaterThan(0)
      },
    )

    test('beside the root itself', async () => {
      const { db, schema } = database
      const { articles } = schema
      const a = aliasOf(database, articles, 'a')
      const moved = set('filter.reviewer=$eq:kim').on(a)
      const rows = await db
        .select({ id: a.id })
        .from(a)
        .leftJoin(articles, eq(articles.id, sql`${a.id} + 1`))
        .where(moved.where)
        .orderBy(a.id)
      expect(rows.map(({ id }) => id)).toEqual(await idsFor(database, list(schema), 'filter.reviewer=$eq:kim'))
    })

    test('the set itself stays as it was', async () => {
      const { db, schema } = database
      const filtered = set('filter.views=$gte:5&filter.reviewer=$not:$eq:kim')
      filtered.on(aliasOf(database, schema.articles, 'a'))
      const rows = await filtered
        .applyTo(db.select({ id: schema.articles.id }).from(schema.articles).$dynamic())
        .orderBy(schema.articles.id)
      expect(rows.map(({ id }) => id)).toEqual(
        await idsFor(database, list(schema), 'filter.views=$gte:5&filter.reviewer=$not:$eq:kim'),
      )
    })

    test.each([
      [
        'another table',
        (schema: TestDatabase['schema']) => schema.comments,
        /needs the list's own table 'articles' under another name/,
      ],
      [
        'an alias of another table',
        (schema: TestDatabase['schema']) => aliasOf(database, schema.authors, 'articles'),
        /needs the list's own table 'articles'/,
      ],
      ['an empty record', () => ({}), /needs the list's own table 'articles'/],
    ])('refuses %s', (_title, other, message) => {
      expect(() => set('filter.views=$gte:5').on(other(database.schema))).toThrow(PaginateConfigError)
      expect(() => set('filter.views=$gte:5').on(other(database.schema))).toThrow(message)
    })

    // Another tenant's articles beside one's own, when the scope stays on the root.
    test.each<[title: string, scope: (articles: TestDatabase['schema']['articles'], status: string) => SQL]>([
      [
        'a table with an alias in raw text',
        (root, status) => sql`exists (select 1 from ${root} as p where p.id = ${root.id} and p.status = ${status})`,
      ],
      [
        'raw text with an alias',
        (root, status) => sql`exists (select 1 from articles as p where p.id = ${root.id} and p.status = ${status})`,
      ],
      [
        'a name with an alias',
        (root, status) =>
          sql`exists (select 1 from ${sql.identifier('articles')} p where p.id = ${root.id} and p.status = ${status})`,
      ],
      ['a column', (root, status) => sql`${root.status} = ${status}`],
    ])('keeps a scope on the alias in a self-join: %s', async (_title, scope) => {
      const { db, schema } = database
      const { articles } = schema
      const scoped = paginateConfig(articles)
        .withLimits(5, 100)
        .withTieBreaker('id')
        .scopedBy(({ status }: { status: string }) => scope(articles, status))
        .build()
      const newer = aliasOf(database, articles, 'newer')
      const onNewer = applyFilters(PaginateQuery.from(''), scoped, { scope: { status: 'draft' } }).on(newer)
      const rows = await db
        .select({ id: articles.id, newer: newer.id, status: newer.status })
        .from(articles)
        .innerJoin(newer, gte(newer.id, articles.id))
        .where(onNewer.where)
      const drafts = seeded.filter(({ status }) => status === 'draft')
      expect(rows.every(({ status }) => status === 'draft')).toBe(true)
      expect(rows).toHaveLength(
        drafts.reduce((sum, { id }) => sum + seeded.filter((other) => other.id <= id).length, 0),
      )
    })

    // Only the database knows what these mean, so the alias has the keys of their rows.
    test.each<[what: string, where: (articles: TestDatabase['schema']['articles']) => SQL]>([
      ['a name', () => sql`articles.views > 5`],
      ['a name with a comment in it', () => sql`articles/**/.views > 5`],
      [
        'a sub-select of raw text',
        () => sql`exists (select 1 from articles as p where p.id = articles.id and p.views > 5)`,
      ],
      ['a correlated count', () => sql`(select count(*) from articles p where p.author_id = articles.author_id) > 1`],
      [
        'a sub-select of another table',
        () => sql`exists (select 1 from comments where comments.article_id = articles.id)`,
      ],
      ['a table that reads itself', (root) => sql`${root.views} = (select max(${root.views}) from ${root})`],
      [
        "the alias's own name",
        (root) => sql`exists (select 1 from ${root} as newer where newer.id = ${root.id} and newer.views > 5)`,
      ],
    ])('has the rows of raw text that names the root: %s', async (_title, where) => {
      const { db, schema } = database
      const { articles } = schema
      const newer = aliasOf(database, articles, 'newer')
      const condition = where(articles)
      const onNewer = set('filter.views=$gte:0', condition).on(newer)
      const expected = await db.select({ id: articles.id }).from(articles).where(condition).orderBy(articles.id)
      expect(expected.length).toBeGreaterThan(0)
      for (const found of [onNewer.where, onNewer.joined.where]) {
        const rows = await db
          .select({ id: newer.id })
          .from(articles)
          .innerJoin(newer, eq(newer.id, sql`${articles.id} + 1`))
          .where(found)
          .orderBy(newer.id)
        expect(rows).toEqual(expected.filter(({ id }) => id > 1))
      }
      const outside = await db.select({ id: newer.id }).from(newer).where(not(onNewer.where))
      expect(outside).toHaveLength(seeded.length - expected.length)
    })

    test.each(['value', 'time', 'ilike', 'case', 'v'])(
      'a table that is called %s, a word of its own conditions',
      async (name) => {
        const { db, schema } = database
        const root = aliasOf(database, schema.articles, name)
        const list = paginateConfig(root)
          .withLimits(100, 100)
          .withTieBreaker('id')
          .sortable('createdAt')
          .filterable('title', '$ilike', '$in', '$null')
          .filterable('tags', '$contains')
          .build()
        const a = aliasOf(database, schema.articles, 'a')
        const query = 'sortBy=createdAt:DESC&filter.title=$ilike:e&filter.title=$or:$null&filter.tags=$not:$contains:zz'
        const { where, orderBy } = applyFilters(query, list).on(a)
        const rows = await db
          .select({ id: a.id })
          .from(a)
          .where(where)
          .orderBy(...orderBy)
        const { items } = await paginate(db, query, list)
        expect(rows.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
        expect(rows.length).toBeGreaterThan(0)
      },
    )

    test('an order and a join that name the root are refused when they are read', () => {
      const { articles, authors } = database.schema
      const a = aliasOf(database, articles, 'a')
      const named = paginateConfig(articles)
        .leftJoin('author', authors, sql`${authors.id} = articles.author_id`)
        .field('double', sql<number>`articles.views * 2`, 'integer')
        .withLimits(5, 5)
        .withTieBreaker('id')
        .sortable('double')
        .filterable('author.name', '$eq')
        .build()
      const message = `.on() cannot rename 'articles' in an order or a join that reads it by its name; write \${table.column}, or read an alias of it there.`
      const ordered = applyFilters('sortBy=double:ASC', named).on(a)
      expect(() => ordered.orderBy).toThrow(new PaginateConfigError(message))
      expect(ordered.where).toBeDefined()
      const joined = applyFilters('filter.author.name=$eq:Ada', named).on(a)
      expect(() => joined.joined).toThrow(new PaginateConfigError(message))
      expect(joined.where).toBeDefined()
    })

    test('moves a whole row', async () => {
      if (engine.name !== 'pglite') return
      const { db, schema } = database
      const a = aliasOf(database, schema.articles, 'a')
      const moved = set('', sql`(to_jsonb(${schema.articles}) ->> 'views')::int > 5`).on(a)
      const rows = await db
        .select({ views: a.views })
        .from(a)
        .leftJoin(schema.articles, sql`false`)
        .where(moved.where)
      expect(rows).toHaveLength(seeded.filter(({ views }) => views > 5).length)
    })
  })
})

interface Related {
  readonly query: Readonly<
    Record<string, { findMany(options: object): Promise<readonly Readonly<Record<string, unknown>>[]> }>
  >
}

// R17.1.2
describe('A filtered set in relational queries', () => {
  const isOldLine = inject('drizzle').startsWith('^0')
  const { articles, authors, comments, reviews } = sqliteSchema
  const engine = dialects.find(({ name }) => name === 'sqlite')
  let database: TestDatabase
  let db: Related
  beforeAll(async () => {
    if (engine === undefined) return
    database = await engine.open()
    const { $client: client } = database.db as unknown as { readonly $client: never }
    db = (
      isOldLine
        ? drizzleSqlite({ client, schema: oldRelations() } as never)
        : drizzleSqlite({ client, relations: newRelations() } as never)
    ) as never
  })
  afterAll(() => database?.close())

  type Helpers = Record<'one' | 'many', (...given: unknown[]) => unknown>
  function oldRelations(): object {
    const { relations } = drizzleOrm as unknown as {
      relations(table: unknown, make: (helpers: Helpers) => object): object
    }
    return {
      articles,
      authors,
      reviews,
      articleRelations: relations(articles, ({ one, many }) => ({
        author: one?.(authors, { fields: [articles.authorId], references: [authors.id] }),
        reviews: many?.(reviews),
      })),
      authorRelations: relations(authors, ({ many }) => ({ articles: many?.(articles) })),
      reviewRelations: relations(reviews, ({ one }) => ({
        article: one?.(articles, { fields: [reviews.articleId], references: [articles.id] }),
      })),
    }
  }
  function newRelations(): object {
    const { defineRelations } = drizzleOrm as unknown as {
      defineRelations(schema: object, make: (r: never) => object): object
    }
    return defineRelations({ articles, authors, reviews }, (r: never) => {
      const { many, one, ...tables } = r as {
        many: Record<string, (given: object) => unknown>
        one: Record<string, (given: object) => unknown>
      } & Record<string, Record<string, unknown>>
      return {
        articles: {
          reviews: many['reviews']?.({ from: tables['articles']?.['id'], to: tables['reviews']?.['articleId'] }),
          author: one['authors']?.({ from: tables['articles']?.['authorId'], to: tables['authors']?.['id'] }),
        },
        authors: {
          articles: many['articles']?.({ from: tables['authors']?.['id'], to: tables['articles']?.['authorId'] }),
        },
      }
    })
  }
  const schema = sqliteSchema as unknown as TestDatabase['schema']
  const set = (text: string, where?: SQL) => applyFilters(PaginateQuery.from(text), list(schema), { where })
  const joinedList = () =>
    paginateConfig(schema.articles)
      .innerJoin('author', schema.authors, eq(schema.authors.id, schema.articles.authorId))
      .withLimits(5, 100)
      .withTieBreaker('id')
  /** As each line's relational queries take a condition and an order. */
  const options = (filtered: ReturnType<typeof set>): object =>
    isOldLine
      ? { where: (t: object) => filtered.on(t).where, orderBy: (t: object) => filtered.on(t).orderBy }
      : { where: { RAW: (t: object) => filtered.on(t).where }, orderBy: (t: object) => filtered.on(t).orderBy }

  const requests: readonly (readonly [text: string, where?: SQL])[] = [
    ['filter.views=$gte:5&sortBy=title:DESC'],
    ['filter.author.name=$not:$null'],
    ['sortBy=views:DESC'],
    ['filter.reviewer=$eq:kim'],
    ['filter.everyReviewer=$not:$eq:kim&search=h'],
    ['filter.commentCount=$gte:1&sortBy=commentCount:DESC'],
    ['filter.isTop=$eq:true'],
    ['filter.tags=$contains:a', gte(articles.id, 2)],
    ['', sql`exists (select 1 from ${comments} where ${comments.articleId} = ${articles.id})`],
    ['', sql`${articles.id} in (select ${articles.id} from ${articles} where ${articles.views} > 5)`],
  ]
  test.each(requests.map(([text, where]) => ({ text, where })))('at the root: $text', async ({ text, where }) => {
    if (engine === undefined) return
    const rows = await db.query['articles']?.findMany({ ...options(set(text, where)), with: { reviews: true } })
    const { items } = await paginate(database.db, PaginateQuery.from(`limit=100&${text}`), list(schema), { where })
    expect(rows?.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    expect(rows?.length).toBeGreaterThan(0)
  })

  test.each(requests.map(([text, where]) => ({ text, where })))(
    'in a nested relation: $text',
    async ({ text, where }) => {
      if (engine === undefined) return
      const rows = await db.query['authors']?.findMany({ with: { articles: options(set(text, where)) } })
      const { items } = await paginate(database.db, PaginateQuery.from(`limit=100&${text}`), list(schema), { where })
      expect(rows).toHaveLength(seededAuthors.length)
      for (const author of rows ?? []) {
        const nested = author['articles'] as readonly { readonly id: number }[]
        expect(nested.map(({ id }) => id)).toEqual(
          items.filter(({ authorId }) => authorId === author['id']).map(({ id }) => id),
        )
      }
    },
  )

  test('says which field of an order needs a join', async () => {
    if (engine === undefined) return
    const filtered = set('sortBy=author.name:ASC')
    await expect(async () => db.query['articles']?.findMany(options(filtered))).rejects.toThrow(
      ".on() cannot put 'author.name' into a relational query, which has no joins; use an alias in a select, or a field that is a sub-select.",
    )
    expect(filtered.on(aliasOf(database, schema.articles, 'a')).orderBy).toBeDefined()
  })

  test.each([
    ['a search', (start: ReturnType<typeof joinedList>) => start.searchable('author.name'), 'search=a'],
    ['an inner join', (start: ReturnType<typeof joinedList>) => start, ''],
  ])('has the keys of the rows that a join leaves: %s', async (_title, declare, text) => {
    if (engine === undefined) return
    const built = declare(joinedList()).build()
    const filtered = applyFilters(PaginateQuery.from(text), built)
    const rows = await db.query['articles']?.findMany(options(filtered))
    const { items } = await paginate(database.db, PaginateQuery.from(`limit=100&${text}`), built)
    const ids = (of: readonly Readonly<Record<string, unknown>>[] | undefined) => new Set(of?.map((row) => row['id']))
    expect(ids(rows)).toEqual(ids(items))
    expect(items.length).toBeGreaterThan(0)
  })

  test('an order that needs a join does not stand in the way of a count', async () => {
    if (engine === undefined) return
    const filtered = set('sortBy=author.name:ASC&filter.views=$gte:5')
    const where = isOldLine ? (t: object) => filtered.on(t).where : { RAW: (t: object) => filtered.on(t).where }
    const rows = await db.query['articles']?.findMany({
      where,
      orderBy: isOldLine ? desc(articles.id) : { id: 'desc' },
    })
    expect(rows).toHaveLength(seeded.filter(({ views }) => views >= 5).length)
  })
})
