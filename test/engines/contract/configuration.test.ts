// What a configuration refuses, gates, describes and hands out: R2 and R5.3 of docs/reference/contract.md.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type AnyPaginateConfig,
  configVariants,
  defineValueType,
  FilterOperator,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  PaginateQueryError,
  rowsOf,
} from '../../../src/index.js'
import { aliasOf, articleList, idsFor, listOf, refusalOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seeded } from '../../support/seed.js'

/** A builder as a JavaScript caller sees it. */
// oxlint-disable-next-line typescript/no-explicit-any -- every call here is one that the types refuse
type Loose = any

describe.each(dialects)('A configuration on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const bare = (): Loose => paginateConfig(database.schema.articles)
  const limited = (): Loose => listOf(database)

  test.each<[title: string, make: () => unknown, names: string]>([
    // R2.2.1
    ['no limits', () => bare().withTieBreaker('id').build(), 'withLimits'],
    // R2.3.1
    ['no tie-breaker', () => bare().withLimits(1, 2).build(), 'withTieBreaker'],
    ['a default above the ceiling', () => limited().withLimits(3, 2).build(), 'withLimits'],
    ['a default of 0', () => limited().withLimits(0, 2).build(), 'withLimits'],
    ['a limit that is no integer', () => limited().withLimits(1.5, 2).build(), 'withLimits'],
    ['a limit that is no number', () => limited().withLimits('1', 2).build(), 'withLimits'],
    ['an infinite ceiling', () => limited().withLimits(1, Infinity).build(), 'withLimits'],
    // R2.3.2
    ['a tie-breaker that is nullable', () => bare().withLimits(1, 2).withTieBreaker('likes').build(), 'likes'],
    [
      'a nullable tie-breaker that is vouched for',
      () => bare().withLimits(1, 2).withTieBreaker('likes', { assumeUnique: true }).build(),
      'likes',
    ],
    [
      'a tie-breaker that is not shown to be unique',
      () => bare().withLimits(1, 2).withTieBreaker('views').build(),
      'views',
    ],
    [
      'a part of a composite key',
      () => (paginateConfig(database.schema.memberships) as Loose).withLimits(1, 2).withTieBreaker('orgId').build(),
      'orgId',
    ],
    [
      'a tie-breaker of a left-joined table',
      () =>
        limited()
          .leftJoin(
            'author',
            database.schema.authors,
            eq(database.schema.authors.id, database.schema.articles.authorId),
          )
          .withTieBreaker('author.id')
          .build(),
      'author.id',
    ],
    // R2.1.6
    ['an unknown sort', () => limited().sortable('nope').build(), 'nope'],
    ['an unknown search', () => limited().searchable('nope').build(), 'nope'],
    ['an unknown filter', () => limited().filterable('nope', '$eq').build(), 'nope'],
    // R2.5.2
    ['a search over a number', () => limited().searchable('views').build(), 'views'],
    ['a search over a collection', () => limited().searchable('tags').build(), 'tags'],
    ['a search over a date', () => limited().searchable('createdAt').build(), 'createdAt'],
    // R2.3.3
    ['a default sort that is not sortable', () => limited().sortable('id').defaultSortBy('title').build(), 'title'],
    // R2.5.3
    ['an empty list of operators', () => limited().filterable('title').build(), 'title'],
    ['an unknown operator', () => limited().filterable('title', '$ne').build(), 'title'],
    ['a modifier as an operator', () => limited().filterable('title', '$not').build(), 'title'],
    // R2.5.4
    ...['$lt', '$lte', '$gt', '$gte', '$btw'].map((operator): [string, () => unknown, string] => [
      `${operator} on a boolean`,
      () => limited().filterable('isFeatured', operator).build(),
      'isFeatured',
    ]),
    ['a comparison on an enum stored as text', () => limited().filterable('section', '$gt').build(), 'section'],
    ['$contains on a number', () => limited().filterable('views', '$contains').build(), 'views'],
    ['$ilike on a date', () => limited().filterable('createdAt', '$ilike').build(), 'createdAt'],
    ['$sw on an enum', () => limited().filterable('section', '$sw').build(), 'section'],
    ['$in on a collection', () => limited().filterable('tags', '$in').build(), 'tags'],
    [
      // R2.4.6, R5.3.2
      'an expression without a value type that is filtered',
      () =>
        limited()
          .field('x', sql`1`)
          .filterable('x', '$eq')
          .build(),
      'x',
    ],
    [
      'an expression without a value type that is searched',
      () =>
        limited()
          .field('x', sql`'a'`)
          .searchable('x')
          .build(),
      'x',
    ],
    [
      'an unknown value type',
      () =>
        limited()
          .field('x', sql`1`, 'number')
          .build(),
      'x',
    ],
    [
      // R2.1.5
      'a field with the name of a column',
      () =>
        limited()
          .field('title', sql`1`, 'integer')
          .build(),
      'title',
    ],
    [
      'a field with the name of a column in another case',
      () =>
        limited()
          .field('TITLE', sql`1`, 'integer')
          .build(),
      'TITLE',
    ],
    [
      'a field with the name of a joined field',
      () =>
        limited()
          .leftJoin(
            'author',
            database.schema.authors,
            eq(database.schema.authors.id, database.schema.articles.authorId),
          )
          .field('author.name', sql`1`, 'integer')
          .build(),
      'author.name',
    ],
    [
      'two fields of one name',
      () =>
        limited()
          .field('x', sql`1`, 'integer')
          .field('X', sql`2`, 'integer')
          .build(),
      'X',
    ],
    [
      'a filterableMany with the name of a column in another case',
      () =>
        limited()
          .filterableMany(
            'TITLE',
            rowsOf(database.schema.reviews, eq(database.schema.reviews.articleId, database.schema.articles.id)),
            database.schema.reviews.reviewer,
            '$eq',
          )
          .filterable('title', '$eq')
          .build(),
      'TITLE',
    ],
    [
      // R2.4.3
      'a join prefix used twice',
      () =>
        limited()
          .leftJoin('a', database.schema.authors, sql`true`)
          .leftJoin('a', aliasOf(database, database.schema.authors, 'b'), sql`true`)
          .build(),
      'a',
    ],
    [
      'a join prefix used twice in another case',
      () =>
        limited()
          .leftJoin('a', database.schema.authors, sql`true`)
          .leftJoin('A', aliasOf(database, database.schema.authors, 'b'), sql`true`)
          .build(),
      'A',
    ],
    [
      // R2.5.4, R2.5.5
      'a filterableMany of an operator its element does not support',
      () =>
        limited()
          .filterableMany(
            'stars',
            rowsOf(database.schema.reviews, eq(database.schema.reviews.articleId, database.schema.articles.id)),
            database.schema.reviews.stars,
            '$ilike',
          )
          .build(),
      'stars',
    ],
    [
      'a filterableMany without operators',
      () =>
        limited()
          .filterableMany(
            'stars',
            rowsOf(database.schema.reviews, eq(database.schema.reviews.articleId, database.schema.articles.id)),
            database.schema.reviews.stars,
          )
          .build(),
      'stars',
    ],
    // R2.1.4
    ['a mistake in a gated declaration', () => limited().when(false).filterable('views', '$ilike').build(), 'views'],
    // R2.6.2
    ['a when with nothing after it', () => limited().when(true).build(), 'when'],
    // R2.6.3
    ['a badge with nothing before it', () => bare().showBadge('x'), 'showBadge'],
    ['the nulls of an unknown field', () => limited().sortable('nope', { nulls: 'first' }).build(), 'nope'],
    // R2.1.6
    ['a search length of 0', () => limited().withMinSearchLength(0).build(), 'withMinSearchLength'],
    ['a maximum search length of 0', () => limited().withMaxSearchLength(0).build(), 'withMaxSearchLength'],
    ['a ceiling of sort fields of 0', () => limited().withMaxSortFields(0).build(), 'withMaxSortFields'],
    ['a negative offset', () => limited().withMaxOffset(-1).build(), 'withMaxOffset'],
    ['an unlimited read of no rows', () => limited().allowUnlimited(0).build(), 'allowUnlimited'],
    ['no table', () => paginateConfig({} as never), 'paginateConfig'],
    // R2.1.3
  ])('%s is refused, by name', (_title, make, named) => {
    expect(make).toThrow(PaginateConfigError)
    expect(make).toThrow(named)
  })

  test.each<[title: string, make: () => unknown]>([
    // R2.3.2
    ['a unique column', () => bare().withLimits(1, 2).withTieBreaker('slug').build()],
    [
      'a composite key in any order',
      () =>
        (paginateConfig(database.schema.memberships) as Loose)
          .withLimits(1, 2)
          .withTieBreaker('userId', 'orgId')
          .build(),
    ],
    [
      'a composite unique index',
      () =>
        (paginateConfig(database.schema.memberships) as Loose).withLimits(1, 2).withTieBreaker('orgId', 'seat').build(),
    ],
    ['more than a unique key', () => bare().withLimits(1, 2).withTieBreaker('views', 'id').build()],
    [
      'a column that is vouched for',
      () => bare().withLimits(1, 2).withTieBreaker('views', { assumeUnique: true }).build(),
    ],
    [
      'columns that are vouched for',
      () => bare().withLimits(1, 2).withTieBreaker('views', 'title', { assumeUnique: true }).build(),
    ],
    [
      'directions that are vouched for',
      () => bare().withLimits(1, 2).withTieBreaker({ views: 'desc' }, { assumeUnique: true }).build(),
    ],
    ['limits that are equal', () => bare().withLimits(2, 2).withTieBreaker('id').build()],
    [
      'an enum of the database compared',
      () => (engine.dialect === 'sqlite' ? limited() : limited().filterable('status', '$gt')).build(),
    ],
    // R2.5.3
    ['operators by member', () => limited().filterable('title', FilterOperator.Eq, FilterOperator.StartsWith).build()],
  ])('%s is accepted', (_title, make) => {
    expect(make).not.toThrow()
  })

  // R2.1.1, R2.1.2
  test('a builder kept aside is continued in two ways', async () => {
    const shared = listOf(database)
    const one = shared.sortable('title').build()
    const two = shared.sortable('views').build()
    await paginate(database.db, { sortBy: ['title:ASC'] }, one)
    expect(await refusalOf(() => paginate(database.db, { sortBy: ['views:ASC'] }, one))).toMatchObject({
      code: 'sort.not_configured',
    })
    expect(await refusalOf(() => paginate(database.db, { sortBy: ['title:ASC'] }, two))).toMatchObject({
      code: 'sort.not_configured',
    })
    expect(Object.isFrozen(one)).toBe(true)
  })

  // R2.6.1
  test('when gates one declaration, and no more', async () => {
    const list = listOf(database)
      .when(false)
      .sortable('title')
      .sortable('views')
      .when(false)
      .filterable('title', '$eq')
      .filterable('views', '$eq')
      .build()
    await paginate(database.db, PaginateQuery.from('sortBy=views:ASC&filter.views=$eq:1'), list)
    for (const text of ['sortBy=title:ASC', 'filter.title=$eq:a'])
      await expect(paginate(database.db, PaginateQuery.from(text), list)).rejects.toBeInstanceOf(PaginateQueryError)
  })

  // R2.6.1: a promise, or a text such as 'no', would gate as something else than it says.
  test('a condition of when is a boolean', () => {
    const error = new PaginateConfigError('.when() needs a boolean; pass true or false.')
    for (const condition of [1, 0, 'no', '', null, {}, Promise.resolve(false), () => false])
      expect(() => listOf(database).when(condition as never)).toThrow(error)
  })

  // R2.6.7
  test('a condition of when that is absent is false', () => {
    const list = listOf(database)
      .when(undefined as never)
      .filterable('title', '$eq')
      .build()
    expect(list.describe().filterableFields).toEqual([])
  })

  // R2.6.6
  test('configVariants builds each combination once', () => {
    let built = 0
    const variants = configVariants((can: { moderate: boolean; export: boolean }) => {
      built += 1
      return articleList(database, can)
    })
    const plain = variants({ moderate: false, export: false })
    expect(variants({ export: false, moderate: false })).toBe(plain)
    expect(variants({ moderate: true, export: false })).not.toBe(plain)
    expect(variants({ moderate: true, export: false })).toBe(variants({ export: false, moderate: true }))
    expect(built).toBe(2)
  })

  // R2.6.7: `1` would be built as true, and found again as false.
  test('flags are booleans', () => {
    let built = 0
    const variants = configVariants((can: { moderate: boolean }) => {
      built += 1
      return articleList(database, can)
    }) as unknown as (flags: unknown) => unknown
    for (const moderate of [1, 0, 'true', '', null, {}, Promise.resolve(false)]) {
      const error = new PaginateConfigError(
        `The flag 'moderate' of configVariants() must be a boolean; pass true or false.`,
      )
      expect(() => variants({ moderate })).toThrow(error)
    }
    // Not a part of what a combination is found by.
    const symbol = new PaginateConfigError(
      `The flag 'Symbol(moderate)' of configVariants() must be a boolean; pass true or false.`,
    )
    expect(() => variants({ [Symbol('moderate')]: true })).toThrow(symbol)
    const noFlags =
      'The function of configVariants() must be called with a plain record of flags; pass one, such as { moderate: true }.'
    class Role {
      get moderate(): boolean {
        return true
      }
    }
    const others = [new Role(), Object.create({ moderate: true }), [true], new Map([['moderate', true]])] as const
    for (const flags of [undefined, null, true, ...others])
      expect(() => variants(flags)).toThrow(new PaginateConfigError(noFlags))
    expect(built).toBe(0)
    expect(variants({ moderate: undefined })).toBe(variants({}))
    expect(variants({ moderate: undefined })).toBe(variants({ moderate: false }))
    const notAFunction = 'configVariants() needs a function of flags that returns a built configuration; pass one.'
    expect(() => configVariants(articleList(database) as never)).toThrow(new PaginateConfigError(notAFunction))
  })

  // R2.6.4, R2.6.5
  test('describe() is plain data of what is enabled', () => {
    const list = articleList(database)
    const described = list.describe()
    expect(JSON.parse(JSON.stringify(described))).toEqual(described)
    expect(described).toMatchObject({
      defaultLimit: 5,
      maxLimit: 100,
      defaultSort: [{ name: 'views', direction: 'desc' }],
      maxSortFields: 5,
      minSearchLength: 1,
      maxSearchLength: 256,
      maxFilterConditions: 100,
      maxFilterValues: 1000,
    })
    expect(described.sortableFields.map((field) => field.name)).toEqual([
      'id',
      'title',
      'views',
      'likes',
      'publishedAt',
      'author.name',
      'commentCount',
    ])
    expect(described.searchableFields.map((field) => field.name)).toEqual(['title', 'body', 'author.name'])
    expect(described.filterableFields.find((field) => field.name === 'status')).toEqual({
      name: 'status',
      type: 'enum',
      operators: ['$eq', '$in'],
      values: ['draft', 'review', 'published', 'Archived'],
    })
    expect(described.filterableFields.find((field) => field.name === 'reviewer')).toMatchObject({
      name: 'reviewer',
      type: 'text',
      many: true,
    })
    expect(described.filterableFields.find((field) => field.name === 'tags')).toMatchObject({ type: 'collection' })
    expect(described.filterableFields.map((field) => field.name)).not.toContain('hidden')
    const whole = list.describe({ includeDisabled: true })
    expect(whole.filterableFields.find((field) => field.name === 'hidden')).toMatchObject({
      type: 'boolean',
      operators: ['$eq'],
      enabled: false,
    })
    expect(whole.sortableFields.find((field) => field.name === 'createdAt')).toMatchObject({ enabled: false })
    expect(JSON.stringify(whole)).not.toMatch(/created_at|tieBreaker/)
  })

  // R2.6.3
  test('badges are described', () => {
    const described = listOf(database)
      .filterable('hidden', '$eq')
      .showBadge('Moderator', 'language-moderator')
      .build()
      .describe()
    expect(described.filterableFields[0]).toMatchObject({
      name: 'hidden',
      badge: { label: 'Moderator', style: 'language-moderator' },
    })
  })

  // R2.4.5, R5.3.1
  describe('value types over expressions', () => {
    const lite = engine.dialect === 'sqlite'
    const mysql = engine.dialect === 'mysql'
    const field = (selector: unknown, type: unknown, ...operators: string[]): AnyPaginateConfig =>
      limited()
        .field('x', selector, type)
        .filterable('x', ...operators)
        .sortable('x')
        .withLimits(100, 100)
        .build()
    const a = () => database.schema.articles
    const cases: readonly (readonly [
      type: string,
      make: () => unknown,
      criteria: readonly (readonly [criterion: string, holds: (row: (typeof seeded)[number]) => boolean])[],
    ])[] = [
      [
        'integer',
        () => sql<number>`${a().views} % 5`,
        [
          ['$eq:2', (row) => row.views % 5 === 2],
          ['$in:0,1', (row) => [0, 1].includes(row.views % 5)],
          ['$gt:1', (row) => row.views % 5 > 1],
        ],
      ],
      [
        'bigint',
        () => sql<number>`${a().likes}`,
        [
          ['$eq:2147483647', (row) => row.likes === 2147483647],
          ['$btw:1,3', (row) => [1, 2, 3].includes(row.likes ?? 0)],
          ['$null', (row) => (row.likes ?? null) === null],
        ],
      ],
      [
        'decimal',
        () => sql<string>`${a().fee} * 2`,
        [
          ['$eq:20', (row) => row.fee === '10.00'],
          ['$eq:21.000', (row) => row.fee === '10.50'],
          ['$in:20,21', (row) => ['10.00', '10.50'].includes(row.fee ?? '')],
          ['$lt:0', (row) => row.fee === '-0.01'],
        ],
      ],
      [
        'float',
        () => sql<number>`${a().score} * 2`,
        [
          ['$eq:1', (row) => row.score === 0.5],
          ['$lte:-2.5', (row) => (row.score ?? 0) <= -1.25],
        ],
      ],
      [
        'text',
        () => sql<string>`${a().title} || '!'`,
        [
          ['$eq:Tie!', (row) => row.title === 'Tie'],
          ['$in:Tie!,Hello!', (row) => ['Tie', 'Hello'].includes(row.title)],
          ['$contains:%25', (row) => row.title.includes('%')],
        ],
      ],
      [
        'boolean',
        () => sql<boolean>`${a().views} > 50`,
        [
          ['$eq:true', (row) => row.views > 50],
          ['$eq:false', (row) => row.views <= 50],
          ['$in:true,false', () => true],
        ],
      ],
      [
        'timestamp',
        () =>
          lite
            ? sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${a().createdAt} / 1000.0, 'unixepoch')`
            : sql<Date>`${a().createdAt} + ${sql.raw(mysql ? 'interval 0 second' : "interval '0'")}`,
        [
          ['$lt:2024-01-01', (row) => row.createdAt < new Date('2024-01-01')],
          ['$gte:2024-01-01T00:00Z', (row) => row.createdAt >= new Date('2024-01-01')],
          ['$eq:2023-12-31T23:59:59.999Z', (row) => row.id >= 19 && row.id <= 21],
          ['$in:2023-12-31T23:59:59.999Z,2000-01-01', (row) => row.id >= 19 && row.id <= 21],
        ],
      ],
      [
        'date',
        () =>
          lite
            ? sql<string>`date(${a().createdAt} / 1000, 'unixepoch')`
            : mysql
              ? sql<string>`date(${a().createdAt})`
              : sql<string>`(${a().createdAt} at time zone 'UTC')::date`,
        [
          ['$eq:2023-12-31', (row) => row.id >= 19 && row.id <= 21],
          ['$in:2024-01-01', (row) => row.id < 19 || row.id > 21],
          ['$btw:2023-12-31,2023-12-31', (row) => row.id >= 19 && row.id <= 21],
        ],
      ],
      [
        'time',
        () =>
          lite
            ? sql<string>`time(${a().createdAt} / 1000, 'unixepoch')`
            : mysql
              ? sql<string>`time(${a().createdAt})`
              : sql<string>`(${a().createdAt} at time zone 'UTC')::time`,
        lite
          ? [['$eq:23:59:59', (row) => row.id >= 19 && row.id <= 21]]
          : [
              ['$eq:23:59:59.999', (row) => row.id >= 19 && row.id <= 21],
              ['$in:00:00,12:00', (row) => row.id < 19 || row.id > 21],
              ['$gt:23:59', (row) => row.id >= 19 && row.id <= 21],
            ],
      ],
      [
        'uuid',
        () => (lite ? sql<string>`lower(${a().publicId})` : sql<string>`coalesce(${a().publicId}, ${a().publicId})`),
        [
          ['$eq:0F8FAD5BD9CB469FA165000000000001', (row) => row.id === 1],
          ['$in:0f8fad5b-d9cb-469f-a165-000000000001,{0f8fad5b-d9cb-469f-a165-000000000002}', (row) => row.id <= 2],
        ],
      ],
      [
        'char',
        () => sql<string>`substr(${a().title}, 1, 1)`,
        [
          ['$eq:H', (row) => row.title.startsWith('H')],
          ['$in:H,h', (row) => /^h/i.test(row.title)],
        ],
      ],
      [
        'collection',
        () =>
          lite
            ? sql<string[]>`coalesce(${a().aliases}, ${a().tags})`
            : sql<string[]>`coalesce(${a().aliases}, ${a().tags})`,
        [
          ['$contains:hi', (row) => row.id === 1],
          ['$contains:x,y', (row) => row.id === 24],
        ],
      ],
      ...(engine.dialect !== 'postgresql'
        ? []
        : [
            [
              'interval',
              () => sql<string>`make_interval(hours => ${a().id})`,
              [
                ['$eq:2:00', (row: (typeof seeded)[number]) => row.id === 2],
                ['$gte:P1D', (row: (typeof seeded)[number]) => row.id >= 24],
                ['$in:PT1H,3:00', (row: (typeof seeded)[number]) => [1, 3].includes(row.id)],
              ],
            ] as const,
          ]),
    ]
    test.each(
      cases.flatMap(([type, make, criteria]) =>
        criteria.map(([criterion, holds]) => [type, criterion, make, holds] as const),
      ),
    )('%s: %s', async (type, criterion, make, holds) => {
      const list = field(make(), type, /\$[a-z]+/.exec(criterion)?.[0] as string)
      const ids = seeded.filter(holds).map((row) => row.id)
      expect(await idsFor(database, list, `filter.x=${criterion}`)).toEqual(ids)
      expect(await idsFor(database, list, `filter.x=$not:${criterion}&sortBy=x:DESC`)).toEqual(
        seeded.map((row) => row.id).filter((id) => !ids.includes(id)),
      )
    })

    // R2.4.1
    test('a column under a public name of its own', async () => {
      const list = limited()
        .field('headline', a().title)
        .filterable('headline', '$eq', '$ilike')
        .searchable('headline')
        .sortable('headline')
        .select({ id: true, headline: true })
        .build()
      expect(
        (
          await paginate(
            database.db,
            PaginateQuery.from('filter.headline=$eq:Tie&search=T&sortBy=headline:ASC&limit=1'),
            list,
          )
        ).items,
      ).toEqual([{ id: 19, headline: 'Tie' }])
    })

    test('a joined column under a public name of its own joins where it is needed', async () => {
      const { authors } = database.schema
      const list = limited()
        .leftJoin('author', authors, eq(authors.id, a().authorId))
        .field('writer', authors.name)
        .filterable('writer', '$eq', '$null')
        .sortable('writer')
        .select({ id: true, writer: true })
        .build()
      expect(await idsFor(database, list, 'filter.writer=$eq:Ada')).toEqual([1, 3, 17, 18])
      expect(await idsFor(database, list, 'filter.writer=$null')).toEqual(
        seeded.filter((row) => (row.authorId ?? null) === null).map((row) => row.id),
      )
      expect((await paginate(database.db, PaginateQuery.from('limit=2'), list)).items).toEqual([
        { id: 1, writer: 'Ada' },
        { id: 2, writer: 'ada' },
      ])
    })
  })

  // R5.3.1, R5.3.3
  describe("value types of one's own", () => {
    const a = () => database.schema.articles
    const thousand = defineValueType({
      name: 'thousand',
      operators: ['$eq', '$in', '$gte'],
      parse: (text) => (/^\d+k$/.test(text) ? Number(text.slice(0, -1)) : undefined),
      encode: (value) => value,
    })
    test('on a field', async () => {
      const list = limited().field('k', a().views, thousand).filterable('k', '$eq', '$in', '$gte').build()
      expect(await idsFor(database, list, 'filter.k=$eq:10k')).toEqual([1, 2, 3])
      expect(await idsFor(database, list, 'filter.k=$in:10k,7k')).toEqual([1, 2, 3, 6, 7])
      expect(await idsFor(database, list, 'filter.k=$gte:100k')).toEqual([8, 9, 14])
      expect(await refusalOf(() => idsFor(database, list, 'filter.k=$eq:10'))).toMatchObject({
        code: 'filter.value_invalid',
        parameter: 'filter.k',
      })
      expect(list.describe().filterableFields[0].type).toBe('thousand')
    })

    test('a comparison it does not support names it', async () => {
      const list = limited()
        .field('k', a().views, defineValueType({ name: 'flag', operators: ['$eq'], parse: (text) => text }))
        .filterable('k', '$eq')
        .build()
      expect((await refusalOf(() => idsFor(database, list, 'filter.k=$gt:1'))).message).toBe(
        "Filter 'k' does not support comparison operators for type 'Flag'.",
      )
    })

    test('a Standard Schema', async () => {
      const list = limited()
        .field('n', a().views, z.coerce.number().int().max(50, 'Too many.'))
        .filterable('n', '$eq', '$in')
        .build()
      expect(await idsFor(database, list, 'filter.n=$eq:10')).toEqual([1, 2, 3])
      expect(await idsFor(database, list, 'filter.n=$in:10,7')).toEqual([1, 2, 3, 6, 7])
      expect((await refusalOf(() => idsFor(database, list, 'filter.n=$eq:51'))).message).toContain('too many')
    })

    test('registered for the configuration, over the built-in ones', async () => {
      const list = (paginateConfig(a(), { valueTypes: [{ ...thousand, appliesTo: ['integer'] } as never] }) as Loose)
        .withLimits(100, 100)
        .withTieBreaker('id')
        .filterable('views', '$eq')
        .build()
      expect(await idsFor(database, list, 'filter.views=$eq:10k')).toEqual([1, 2, 3])
      expect(await refusalOf(() => idsFor(database, list, 'filter.views=$eq:10'))).toMatchObject({
        code: 'filter.value_invalid',
      })
    })
  })

  // R2.2.6
  test('guards are configurable', async () => {
    const list = listOf(database, { maxFilterConditions: 2, maxFilterValues: 2 })
      .filterable('title', '$eq', '$in')
      .build()
    await paginate(database.db, PaginateQuery.from('filter.title=$eq:a&filter.title=$in:a,b'), list)
    expect(
      await refusalOf(() => idsFor(database, list, 'filter.title=$eq:a&filter.title=$eq:b&filter.title=$eq:c')),
    ).toMatchObject({
      code: 'filter.too_many_conditions',
      parameter: 'filter',
    })
    expect(await refusalOf(() => idsFor(database, list, 'filter.title=$in:a,b,c'))).toMatchObject({
      code: 'filter.too_many_values',
      parameter: 'filter.title',
    })
  })

  test('none() and a value type that only $null reaches', async () => {
    const { reviews, articles } = database.schema
    const list = listOf(database)
      .filterableMany('unreviewed', rowsOf(reviews, eq(reviews.articleId, articles.id)).none(), reviews.id, '$null')
      .build()
    expect(await idsFor(database, list, 'filter.unreviewed=$not:$null')).toHaveLength(24 - 6)
  })
})
