import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../src/features/children/rows-of.js'
import type { ConfigBuilder } from '../../src/builder/config-builder.js'
import { paginateConfig } from '../../src/builder/paginate-config.js'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { PaginateConfigError } from '../../src/errors.js'
import type { Field } from '../../src/types/config.js'
import { RESOLVED, type ResolvedConfig } from '../../src/types/resolved-config.js'
import { defineValueType } from '../../src/features/value-types/define-value-type.js'
import { articles, authors, countries, labels, reviews, tagged } from './tables.js'

const ready = paginateConfig(articles).withLimits(20, 100).withTieBreaker('id')

describe('a builder', () => {
  test('is not changed by its own calls', () => {
    const before = ready.build().describe()
    ready.sortable('title').filterable('views', '$eq').withLimits(1, 2)
    expect(ready.build().describe()).toEqual(before)
  })

  test('that is kept aside continues in two ways that do not see each other', () => {
    const shared = ready.sortable('title').filterable('views', '$eq')
    const one = shared.filterable('views', '$gte').showBadge('one').build()
    const other = shared.filterable('hidden', '$eq').sortable('id').build()
    expect(one.describe().filterableFields).toEqual([
      { name: 'views', type: 'integer', operators: ['$eq', '$gte'], badge: { label: 'one' } },
    ])
    expect(other.describe().filterableFields.map(({ name, operators }) => [name, operators])).toEqual([
      ['views', ['$eq']],
      ['hidden', ['$eq']],
    ])
    expect(one.describe().sortableFields).toEqual([{ name: 'title' }])
  })

  test('builds the same configuration as often as it is asked', () => {
    expect(ready.build()).not.toBe(ready.build())
    expect(ready.build().describe()).toEqual(ready.build().describe())
  })

  test('keeps the developer’s SQL as it was', () => {
    const on = eq(authors.id, articles.authorId)
    const chunks = [...on.queryChunks]
    const expression = sql<number>`length(${articles.title})`
    ready.leftJoin('author', authors, on).field('size', expression, 'integer').sortable('size', 'author.name').build()
    expect(on.queryChunks).toEqual(chunks)
    expect(Object.isFrozen(expression)).toBe(false)
  })
})

describe('a configuration', () => {
  const config = ready.sortable('title').build()

  test('is frozen and hides what the engine reads', () => {
    expect(Object.isFrozen(config)).toBe(true)
    expect(Object.keys(config)).toEqual(['describe'])
    expect(Object.getOwnPropertyDescriptor(config, RESOLVED)).toMatchObject({
      enumerable: false,
      writable: false,
      configurable: false,
    })
    expect(Object.isFrozen(resolvedConfig(config))).toBe(true)
    expect(Object.isFrozen(resolvedConfig(config).fields.get('title'))).toBe(true)
    expect(Object.isFrozen(resolvedConfig(config).tieBreaker)).toBe(true)
  })

  test.each([[null], [undefined], [{}], ['config'], [{ describe: () => ({}) }]])('is not %j', (value) => {
    expect(() => resolvedConfig(value as never)).toThrow(PaginateConfigError)
  })

  test('has the documented defaults', () => {
    expect(resolvedConfig(config)).toMatchObject({
      dialect: 'postgresql',
      joins: [],
      defaultSort: [],
      defaultLimit: 20,
      maxLimit: 100,
      unlimitedMaxRows: null,
      minSearchLength: 1,
      maxSearchLength: 256,
      maxSortFields: 5,
      maxOffset: null,
      maxFilterConditions: 100,
      maxFilterValues: 1000,
      ignoreSearchBy: false,
      strictParameters: false,
      ownParameters: [],
      namedStatements: true,
      together: null,
      pageForm: 'auto',
      likeStrategy: 'native',
      shape: null,
    })
  })

  test('takes every setting, the last of several', () => {
    const set = paginateConfig(articles, { maxFilterConditions: 6, maxFilterValues: 7, likeStrategy: 'portable' })
      .withTieBreaker('id')
      .withMinSearchLength(2)
      .withMaxSearchLength(3)
      .withMaxSortFields(4)
      .withMaxOffset(0)
      .allowUnlimited(8)
      .allowUnlimited(9)
      .ignoreSearchByInQueryParam()
      .withLimits(1, 2)
      .build()
    expect(resolvedConfig(set)).toMatchObject({
      defaultLimit: 1,
      maxLimit: 2,
      unlimitedMaxRows: 9,
      minSearchLength: 2,
      maxSearchLength: 3,
      maxSortFields: 4,
      maxOffset: 0,
      maxFilterConditions: 6,
      maxFilterValues: 7,
      ignoreSearchBy: true,
      likeStrategy: 'portable',
    })
  })

  test('knows the dialect of its table', () => {
    const notes = sqliteTable('notes', { id: integer().primaryKey(), body: text() })
    expect(resolvedConfig(paginateConfig(notes).withLimits(1, 2).withTieBreaker('id').build()).dialect).toBe('sqlite')
  })

  test('ends every order with the tie-breaker in its own directions', () => {
    const { tieBreaker } = resolvedConfig(
      paginateConfig(articles).withLimits(1, 2).withTieBreaker({ slug: 'desc', id: 'asc' }).build(),
    )
    expect(tieBreaker.map(({ field, direction }) => [field.name, direction])).toEqual([
      ['slug', 'desc'],
      ['id', 'asc'],
    ])
  })

  test('keeps null order by field, the later call for a field named twice', () => {
    const { nullOrder } = resolvedConfig(
      ready.sortable('publishedAt', 'authorId', { nulls: 'first' }).sortable('authorId', { nulls: 'last' }).build(),
    )
    expect([...nullOrder].map(([field, order]) => [field.name, order])).toEqual([
      ['publishedAt', 'first'],
      ['authorId', 'last'],
    ])
  })
})

describe('fields', () => {
  const { fields, joins } = resolvedConfig(
    ready
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .innerJoin('country', countries, eq(countries.code, authors.country))
      .field('writer', authors.name)
      .field('shout', sql<string>`upper(${authors.name})`, 'text')
      .field('size', sql<number>`length(${articles.title})`)
      .field('raw', sql<string>`(select "countries"."name")`, 'text')
      .field('headline', articles.title)
      .build(),
  )
  const field = (name: string): Field => fields.get(name.toLowerCase()) as Field

  test('are the columns, those of joins under their prefix, and the named ones, numbered in that order', () => {
    const names = [
      ...Object.keys(getTableColumns(articles)),
      'author.id',
      'author.name',
      'author.country',
      'country.code',
      'country.name',
      'writer',
      'shout',
      'size',
      'raw',
      'headline',
    ]
    expect([...fields.values()].map(({ name }) => name)).toEqual(names)
    expect([...fields.values()].map(({ index }) => index)).toEqual(names.map((_, index) => index))
  })

  test.each([
    ['title', []],
    ['author.name', [0]],
    ['country.name', [0, 1]],
    ['writer', [0]],
    ['shout', [0]],
    ['size', []],
    ['raw', [0, 1]],
    ['headline', []],
  ])('%s needs the joins %j', (name, needs) => {
    expect(field(name).joins).toEqual(needs)
  })

  test.each([
    ['title', false],
    ['publishedAt', true],
    ['author.name', true],
    ['country.name', false],
    ['writer', true],
    ['shout', true],
    ['size', true],
    ['headline', false],
  ])('%s can be null: %j', (name, isNullable) => {
    expect(field(name).isNullable).toBe(isNullable)
  })

  test.each([
    ['title', ['title']],
    ['author.name', ['author', 'name']],
    ['writer', ['author', 'name']],
    ['headline', ['title']],
    ['shout', null],
  ])('%s lies in a row at %j', (name, path) => {
    expect(field(name).path).toEqual(path)
  })

  test.each([
    ['title', 'text'],
    ['status', 'enum'],
    ['views', 'integer'],
    ['tags', 'collection'],
    ['hidden', 'boolean'],
    ['publishedAt', 'timestamp'],
    ['payload', undefined],
    ['shout', 'text'],
    ['size', undefined],
    ['writer', 'text'],
  ])('%s has the value type %s', (name, type) => {
    expect(field(name).type?.name).toBe(type)
  })

  test('joins know which earlier joins their condition needs', () => {
    expect(joins.map(({ prefix, kind, needs }) => [prefix, kind, needs])).toEqual([
      ['author', 'left', []],
      ['country', 'inner', [0]],
    ])
  })

  test('tell aliases of one table apart', () => {
    const editors = alias(authors, 'editors')
    const two = resolvedConfig(
      ready
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .leftJoin('editor', editors, eq(editors.id, articles.views))
        .field('both', sql`${editors.name} || ${authors.name}`, 'text')
        .field('one', editors.name)
        .build(),
    ).fields
    expect(two.get('editor.name')?.joins).toEqual([1])
    expect(two.get('one')?.joins).toEqual([1])
    expect(two.get('both')?.joins).toEqual([0, 1])
  })

  test('take a registered value type where it fits, and their own before it', () => {
    const upper = defineValueType({
      name: 'upper',
      parse: (value) => value.toUpperCase(),
      operators: ['$eq'],
      appliesTo: ['text'],
    })
    const builder = paginateConfig(articles, { valueTypes: [upper] })
      .withLimits(1, 2)
      .withTieBreaker('id')
      .field('plain', articles.title, 'text')
      .field('named', sql<string>`1`, 'upper')
      .filterable('title', '$eq')
      .filterable('named', '$eq')
    const resolved = resolvedConfig(builder.build()).fields
    expect([resolved.get('title'), resolved.get('plain'), resolved.get('named')].map((one) => one?.type?.name)).toEqual(
      ['upper', 'text', 'upper'],
    )
  })
})

describe('declarations', () => {
  test('are kept by lower-case name in the order declared, repeated ones once', () => {
    const config = resolvedConfig(
      ready.sortable('title', 'publishedAt').sortable('title').searchable('title', 'slug').build(),
    )
    expect([...config.sortable.keys()]).toEqual(['title', 'publishedat'])
    expect([...config.searchable.values()].map(({ name }) => name)).toEqual(['title', 'slug'])
    expect(config.sortable.get('title')).toBe(config.searchable.get('title'))
  })

  test('of one filter grant the operators of all that are switched on', () => {
    const operators = (isOn: boolean): unknown => [
      ...(resolvedConfig(
        ready.filterable('views', '$eq').when(isOn).filterable('views', '$gte', '$eq').build(),
      ).filterable.get('views')?.operators ?? []),
    ]
    expect(operators(false)).toEqual(['$eq'])
    expect(operators(true)).toEqual(['$eq', '$gte'])
  })

  test('behind a closed gate are absent, and only they', () => {
    const config = resolvedConfig(
      ready
        .when(false)
        .sortable('title')
        .sortable('id')
        .when(false)
        .searchable('title')
        .searchable('slug')
        .when(false)
        .filterable('hidden', '$eq')
        .filterable('views', '$eq')
        .when(false)
        .filterableMany('reviewer', rowsOf(reviews, sql`true`), reviews.reviewer, '$eq')
        .when(false)
        .allowUnlimited(5)
        .when(false)
        .withMaxOffset(1)
        .when(false)
        .sortable('title', { nulls: 'last' })
        .when(false)
        .ignoreSearchByInQueryParam()
        .build(),
    )
    expect([...config.sortable.keys()]).toEqual(['id'])
    expect([...config.searchable.keys()]).toEqual(['slug'])
    expect([...config.filterable.keys()]).toEqual(['views'])
    expect(config).toMatchObject({ unlimitedMaxRows: null, maxOffset: null, ignoreSearchBy: false })
    expect(config.nullOrder.size).toBe(0)
  })

  test.each([
    [
      'the field is not sortable here',
      ready.sortable('id').when(false).sortable('views').defaultSortBy('views').defaultSortBy('id'),
    ],
    [
      'the default sort itself is gated',
      ready.sortable('id', 'views').when(false).defaultSortBy('views').defaultSortBy('id'),
    ],
  ])('skip a default sort where %s', (_title, builder) => {
    expect(resolvedConfig(builder.build()).defaultSort.map(({ field }) => field.name)).toEqual(['id'])
  })

  test('of a sub-collection keep quantifier, junction and the joins that they need', () => {
    const config = resolvedConfig(
      ready
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .filterableMany(
          'label',
          rowsOf(tagged, eq(tagged.articleId, articles.id)).innerJoin(labels, eq(labels.id, tagged.labelId)).every(),
          labels.label,
          '$eq',
        )
        .filterableMany(
          'fan',
          rowsOf(reviews, and(eq(reviews.articleId, articles.id), eq(reviews.reviewer, authors.name))).none(),
          reviews.reviewer,
          '$eq',
        )
        .filterableMany(
          'size',
          rowsOf(alias(reviews, 'sizes'), sql`true`),
          { selector: sql`length("sizes"."reviewer")`, valueType: 'integer' },
          '$gte',
        )
        .build(),
    ).filterable
    expect(config.get('label')?.collection).toMatchObject({ quantifier: 'every', needs: [] })
    expect(config.get('label')?.collection?.joins.map(({ table }) => table)).toEqual([labels])
    expect(config.get('label')?.field.isNullable).toBe(true)
    expect(config.get('fan')?.collection).toMatchObject({ quantifier: 'none', needs: [0] })
    expect(config.get('fan')?.field.isNullable).toBe(false)
    expect(config.get('size')?.field.type?.name).toBe('integer')
  })

  test('of two sub-collections may share a name in different variants', () => {
    const quantifier = (isStrict: boolean): unknown =>
      resolvedConfig(
        ready
          .when(isStrict)
          .filterableMany('reviewer', rowsOf(reviews, sql`true`).every(), reviews.reviewer, '$eq')
          .when(!isStrict)
          .filterableMany('reviewer', rowsOf(reviews, sql`true`), reviews.reviewer, '$eq')
          .build(),
      ).filterable.get('reviewer')?.collection?.quantifier
    expect([quantifier(true), quantifier(false)]).toEqual(['every', 'some'])
  })

  const byColumn = (isOn: boolean) => (builder: ConfigBuilder) => builder.when(isOn).filterable('views', '$eq')
  const byOwn = (isOn: boolean) => (builder: ConfigBuilder) =>
    builder.when(isOn).filterWith('views', 'integer', () => sql`true`, '$gte')
  const ranged = (isOn: boolean) => (builder: ConfigBuilder) => builder.when(isOn).filterable('views', '$btw')
  type Step = (builder: ConfigBuilder) => ConfigBuilder
  type Read = (config: ResolvedConfig) => unknown
  const defaults: Read = ({ defaultFilters }) => defaultFilters.map(({ texts }) => texts)
  const facets: Read = ({ facets: all }) => all?.map(({ name }) => name)
  test.each<
    [
      title: string,
      filters: (isOn: boolean) => Step[],
      then: (isOn: boolean) => Step,
      read: Read,
      on: unknown,
      off: unknown,
    ]
  >([
    [
      'a default filter that one accepts',
      (isOn) => [byColumn(isOn), byOwn(!isOn)],
      (isOn) => (builder) => builder.when(isOn).defaultFilter('views', { $eq: 1 }),
      defaults,
      [['$eq:1']],
      [],
    ],
    [
      'a facet of the one with values',
      (isOn) => [byColumn(isOn), byOwn(!isOn)],
      () => (builder) => builder.withFacets({ views: true }),
      facets,
      ['views'],
      [],
    ],
    [
      'a facet that needs an operator of one',
      (isOn) => [byColumn(isOn), ranged(!isOn)],
      () => (builder) => builder.withFacets({ views: true }),
      facets,
      ['views'],
      [],
    ],
  ])('of two filters may share a name in either order, with %s', (_title, filters, then, read, on, off) => {
    const built = (isOn: boolean, steps: Step[]): unknown => {
      const builder = [...steps, then(isOn)].reduce((last, step) => step(last), ready as unknown as ConfigBuilder)
      return read(resolvedConfig(builder.build()))
    }
    for (const [isOn, expected] of [
      [true, on],
      [false, off],
    ] as const) {
      expect(built(isOn, filters(isOn))).toEqual(expected)
      expect(built(isOn, filters(isOn).reverse())).toEqual(expected)
    }
  })

  test.each<[title: string, then: Step, sentence: string]>([
    [
      'a default filter',
      (builder) => builder.when(false).defaultFilter('views', { $lt: 1 }),
      ".defaultFilter('views') has a wrong criterion: Filter 'views' does not allow operator '$lt'.",
    ],
    [
      'a default filter that only a switched-off one accepts',
      (builder) => builder.defaultFilter('views', { $gte: 1 }),
      ".defaultFilter('views') has a wrong criterion: Filter 'views' does not allow operator '$gte'.",
    ],
    [
      'a facet',
      (builder) => builder.withFacets({ views: 'range' }),
      "The facet 'views' as a range needs a field that grants '$lt' or '$lte' or '$gt' or '$gte' or '$btw'; grant it, or leave the facet out.",
    ],
  ])('of two filters under one name refuse %s that is not accepted', (_title, then, sentence) => {
    for (const steps of [
      [byColumn(true), byOwn(false)],
      [byOwn(false), byColumn(true)],
    ]) {
      const builder = [...steps, then].reduce((last, step) => step(last), ready as unknown as ConfigBuilder)
      expect(() => builder.build()).toThrow(new PaginateConfigError(sentence))
    }
  })
})
