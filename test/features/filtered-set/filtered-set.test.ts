// What a filtered set says of itself, and the statements that it makes of others.
import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { applyFilters, paginateConfig, PaginateConfigError, rowsOf } from '../../../src/index.js'
import * as callRefusals from '../../../src/mistakes/call-refusals.js'

const notes = pg.pgTable('notes', {
  id: pg.integer().primaryKey(),
  title: pg.text().notNull(),
  rank: pg.integer(),
  bookId: pg.integer('book_id'),
  coverId: pg.integer('cover_id'),
})
const books = pg.pgTable('books', {
  id: pg.integer().primaryKey(),
  name: pg.text().notNull(),
  shelfId: pg.integer('shelf_id'),
})
const shelves = pg.pgTable('shelves', { id: pg.integer().primaryKey(), name: pg.text().notNull() })
const covers = pg.pgTable('covers', { id: pg.integer().primaryKey(), name: pg.text().notNull() })
const onBook = eq(books.id, notes.bookId)
const builder = new pg.QueryBuilder()
const sqlOf = (fragment: SQL): string => new pg.PgDialect().sqlToQuery(fragment).sql
const list = paginateConfig(notes)
  .leftJoin('book', books, onBook)
  .leftJoin('shelf', shelves, eq(shelves.id, books.shelfId))
  .leftJoin('cover', covers, eq(covers.id, notes.coverId))
  .withLimits(10, 50)
  .withTieBreaker('id')
  .sortable('title', 'shelf.name')
  .searchable('title')
  .filterable('title', '$eq')
  .filterable('rank', '$eq')
  .filterable('book.name', '$eq')
  .filterable('shelf.name', '$eq')
  .filterable('cover.name', '$eq')
  .withFilterExpressions()
  .build()
const statement = (applied: unknown): string => (applied as { toSQL(): { sql: string } }).toSQL().sql
const ofRank = '("notes"."rank" is not null and "notes"."rank" = $1::integer)'
const IN_A_SELECT = ' in (select '

describe('hasCriteria', () => {
  const preset = paginateConfig(notes)
    .withLimits(10, 50)
    .withTieBreaker('id')
    .searchable('title')
    .filterable('rank', '$eq')
    .defaultFilter('rank', { $eq: 1 })
    .scopedBy(() => gt(notes.id, 1))
    .build()

  test.each<[query: string, hasCriteria: boolean]>([
    ['', false],
    ['page=2&limit=5', false],
    ['sortBy=title:ASC', false],
    ['filter.title=$eq:a', true],
    ['search=a', true],
    ['search=', false],
    ['filter=title=$eq:a', true],
    ['filter.title=$eq:a&filter=rank=$eq:1', true],
  ])('of %j is %j', (query, hasCriteria) => {
    expect(applyFilters(query, list).hasCriteria).toBe(hasCriteria)
  })

  test.each<[query: string, hasCriteria: boolean]>([
    ['', false],
    ['filter.rank=$eq:1', true],
    ['search=a', true],
  ])('with a default filter, a scope and a condition, of %j is %j', (query, hasCriteria) => {
    const filtered = applyFilters(query, preset, { where: eq(notes.id, 3) })
    expect(filtered.hasCriteria).toBe(hasCriteria)
    expect(sqlOf(filtered.where)).toContain('"rank"')
  })
})

describe('except', () => {
  const wrong = (except: unknown) => () => applyFilters('', list, { except } as never)

  test.each<[except: unknown, sentence: string]>([
    ['title', callRefusals.wrongExcept],
    [{ title: true }, callRefusals.wrongExcept],
    [['title', 1], callRefusals.wrongExcept],
    [['titel'], callRefusals.unknownExcept('titel', 'title')],
    [['title', 'nothing'], callRefusals.unknownExcept('nothing', null)],
  ])('%j is refused', (except, sentence) => {
    expect(wrong(except)).toThrow(new PaginateConfigError(sentence))
  })

  test.each([[undefined], [[]], [['title']], [['TITLE', 'rank']]])('%j is accepted', (except) => {
    expect(wrong(except)).not.toThrow()
  })

  test('leaves out the criteria of that field alone', () => {
    const { where } = applyFilters('filter.title=$eq:a&filter.rank=$eq:1', list, { except: ['title'] })
    expect(sqlOf(where)).toBe(ofRank)
  })

  test('of a filter that is switched off leaves nothing out', () => {
    const gated = paginateConfig(notes)
      .withLimits(10, 50)
      .withTieBreaker('id')
      .filterable('rank', '$eq')
      .when(false)
      .filterable('title', '$eq')
      .build()
    expect(sqlOf(applyFilters('filter.rank=$eq:1', gated, { except: ['title'] }).where)).toBe(ofRank)
  })
})

describe('where', () => {
  test.each<[title: string, query: string, where: SQL | undefined, text: string]>([
    ['of nothing', '', undefined, '1 = 1'],
    ['of a criterion', 'filter.rank=$eq:1', undefined, ofRank],
    ['of a condition that is never unknown', '', eq(notes.id, 1), '("notes"."id" = $1)'],
    [
      'of one that may be unknown',
      '',
      eq(notes.rank, 1),
      '(("notes"."rank" = $1) and case when ("notes"."rank" = $2) then 1 else 0 end = 1)',
    ],
    [
      'of a joined field',
      'filter.book.name=$eq:a',
      undefined,
      '"notes"."id" in (select "notes"."id" as "key0" from "notes" left join "books" on "books"."id" = "notes"."book_id" where ("books"."name" is not null and "books"."name" = $1))',
    ],
    [
      'of a joined field and a condition that may be unknown',
      'filter.book.name=$eq:a',
      eq(notes.rank, 1),
      '"notes"."id" in (select "notes"."id" as "key0" from "notes" left join "books" on "books"."id" = "notes"."book_id" where (("notes"."rank" = $1) and ("books"."name" is not null and "books"."name" = $2)))',
    ],
  ])('%s', (_title, query, where, text) => {
    expect(sqlOf(applyFilters(query, list, { where }).where)).toBe(text)
  })

  const pairs = pg.pgTable(
    'pairs',
    { a: pg.integer().notNull(), b: pg.integer().notNull(), bookId: pg.integer() },
    (t) => [pg.primaryKey({ columns: [t.a, t.b] })],
  )
  const plain = pg.pgTable('plain', { a: pg.integer().notNull(), name: pg.text().notNull(), bookId: pg.integer() })
  const innerOf = (table: typeof plain) =>
    paginateConfig(table)
      .innerJoin('book', books, eq(books.id, table.bookId))
      .withLimits(10, 50)
      .filterable('book.name', '$eq')
  const named = (table: typeof pairs | typeof plain) =>
    paginateConfig(table as typeof plain)
      .leftJoin('book', books, eq(books.id, table.bookId))
      .withLimits(10, 50)
      .filterable('book.name', '$eq')

  test('of a condition that may be unknown, and one that is never', () => {
    const both = and(eq(notes.id, 1), eq(notes.rank, 1))
    expect(sqlOf(applyFilters('', list, { where: both }).where)).toContain('then 1 else 0 end = 1')
  })

  test('finds rows by each column of a key', () => {
    const ofPairs = named(pairs)
      .withTieBreaker('a' as never, 'b' as never)
      .build()
    expect(sqlOf(applyFilters('filter.book.name=$eq:a', ofPairs as never).where)).toMatch(
      /^\("pairs"."a", "pairs"."b"\) in \(select "pairs"."a" as "key0", "pairs"."b" as "key1" from /,
    )
  })

  test('finds rows by a tie-breaker that is vouched for', () => {
    const vouched = named(plain).withTieBreaker('a', { assumeUnique: true }).build()
    expect(sqlOf(applyFilters('filter.book.name=$eq:a', vouched).where)).toMatch(/^"plain"."a" in \(select /)
  })

  test('needs a key of the root', () => {
    const byBook = innerOf(plain).withTieBreaker('a', 'book.id', { assumeUnique: true }).build()
    expect(() => applyFilters('filter.book.name=$eq:a', byBook).where).toThrow(
      new PaginateConfigError(
        "applyFilters().where needs a key of 'plain' by which its rows are found again; declare a primary key, or use .applyTo() and .joined.",
      ),
    )
  })
})

describe('applyTo a select', () => {
  const byBook = 'filter.book.name=$eq:a'
  const selected = () => builder.select({ id: notes.id }).from(notes)
  const applied = (query: string, select: unknown): string =>
    statement(applyFilters(query, list).applyTo(select as never))

  test.each<[title: string, select: () => unknown]>([
    ['without joins', selected],
    ['with the same join', () => selected().leftJoin(books, onBook)],
    ['with an inner join that is the same otherwise', () => selected().innerJoin(books, onBook)],
    ['with another table', () => selected().leftJoin(covers, eq(covers.id, notes.coverId))],
    [
      'that is joined to the root from the left',
      () => builder.select().from(covers).innerJoin(notes, eq(covers.id, notes.coverId)),
    ],
  ])('%s uses joins', (_title, select) => {
    const text = applied(byBook, select())
    expect(text).not.toContain(IN_A_SELECT)
    expect(text.match(/join "books"/g)).toHaveLength(1)
    expect(text).toContain('"books"."name" = $')
  })

  test.each<[title: string, select: () => unknown]>([
    ['by another condition', () => selected().leftJoin(books, eq(books.id, notes.coverId))],
    ['by more', () => selected().leftJoin(books, and(onBook, eq(books.name, 'b')))],
    ['by raw SQL', () => selected().leftJoin(books, sql`true`)],
    ['by an alias of its name', () => selected().leftJoin(pg.alias(covers, 'books'), sql`true`)],
    ['by a right join', () => selected().rightJoin(books, onBook)],
    ['by a full join', () => selected().fullJoin(books, onBook)],
    ['as its own table', () => builder.select().from(books).innerJoin(notes, onBook)],
  ])('with the table %s gets the key in a select', (_title, select) => {
    const text = applied(byBook, select())
    expect(text).toContain(`"notes"."id"${IN_A_SELECT}`)
  })

  test.each<[title: string, select: () => unknown, query: string, isAlone: boolean]>([
    ['a left join of another table', () => selected().leftJoin(covers, sql`true`), byBook, false],
    ['a right join of another table', () => selected().rightJoin(covers, sql`true`), byBook, true],
    ['a full join of another table', () => selected().fullJoin(covers, sql`true`), byBook, true],
    [
      'the root by a left join',
      () =>
        builder
          .select()
          .from(covers)
          .leftJoin(notes, sql`true`),
      byBook,
      true,
    ],
    [
      'the root by an inner join',
      () =>
        builder
          .select()
          .from(covers)
          .innerJoin(notes, sql`true`),
      byBook,
      false,
    ],
    [
      'the root by a left join, without joins of the set',
      () =>
        builder
          .select()
          .from(covers)
          .leftJoin(notes, sql`true`),
      'filter.rank=$eq:1',
      false,
    ],
    ['a cross join', () => selected().crossJoin(covers), byBook, false],
  ])('that has %s', (_title, select, query, isAlone) => {
    expect(applied(query, select()).includes(IN_A_SELECT)).toBe(isAlone)
  })

  test.each<[title: string, query: string, select: () => unknown, joins: readonly string[], isAlone: boolean]>([
    ['a join that is needed by the next', 'filter.shelf.name=$eq:a', selected, ['books', 'shelves'], false],
    [
      'none that reads a table joined otherwise',
      'filter.shelf.name=$eq:a',
      () => selected().leftJoin(books, sql`true`),
      ['books'],
      true,
    ],
    [
      'one that reads another table',
      'filter.cover.name=$eq:a&sortBy=shelf.name:ASC',
      () => selected().leftJoin(books, sql`true`),
      ['books', 'covers'],
      false,
    ],
  ])('gets %s', (_title, query, select, joins, isAlone) => {
    const text = applied(query, select())
    const [own = '', where = ''] = text.split(' where ')
    expect([...own.matchAll(/join "(\w+)"/g)].map(([, name]) => name)).toEqual(joins)
    expect(where.includes(IN_A_SELECT.trim()) || text.includes(IN_A_SELECT)).toBe(isAlone)
  })

  const locked = (of?: typeof notes) =>
    builder
      .select()
      .from(notes)
      .for('update', of === undefined ? {} : { of })
  test.each<[title: string, select: () => unknown, query: string, isAlone: boolean]>([
    ['all its tables', () => locked(), byBook, true],
    ['all its tables, and the set needs no join', () => locked(), 'filter.rank=$eq:1', false],
    ['one of its tables', () => locked(notes), byBook, false],
  ])('that locks %s', (_title, select, query, isAlone) => {
    expect(applied(query, select()).includes(IN_A_SELECT)).toBe(isAlone)
  })

  test('keeps an inner join of the set where it locks all its tables', () => {
    const inner = paginateConfig(notes)
      .innerJoin('book', books, onBook)
      .withLimits(10, 50)
      .withTieBreaker('id')
      .filterable('book.name', '$eq')
      .build()
    const text = statement(applyFilters(byBook, inner).applyTo(locked() as never))
    expect(text).toContain('inner join "books"')
    expect(text).not.toContain(IN_A_SELECT)
  })

  test('keeps its condition, and adds a later one', () => {
    // Each line of Drizzle has other parentheses.
    const where = (select: unknown): string | undefined => statement(select).replaceAll(/[()]/g, '').split(' where ')[1]
    const select = builder
      .select()
      .from(notes)
      .where(sql`a or b`)
      .$dynamic()
    const first = applyFilters('filter.rank=$eq:1', list).applyTo(select)
    const ofFirst = 'a or b and "notes"."rank" is not null and "notes"."rank" = $1::integer'
    expect(where(first)).toBe(ofFirst)
    const guarded = first.where
    const second = applyFilters('filter.title=$eq:a', list).applyTo(first)
    expect(second.where).toBe(guarded)
    expect(where(second)).toBe(`${ofFirst} and "notes"."title" = $2`)
    expect(where(second.where(eq(notes.id, 5)))).toBe(`${ofFirst} and "notes"."title" = $2 and "notes"."id" = $3`)
    expect(where(second.where(undefined))).toBe(`${ofFirst} and "notes"."title" = $2 and "notes"."id" = $3`)
  })

  test('takes a condition after a set of nothing', () => {
    const select = applyFilters('', list).applyTo(selected().$dynamic())
    expect(statement(select)).not.toContain('where')
    expect(statement(select.where(eq(notes.id, 5)))).toContain(' where "notes"."id" = $1')
  })

  test('takes its order', () => {
    const filtered = applyFilters('sortBy=shelf.name:ASC', list)
    expect(filtered.joined.joins).toEqual([])
    expect(filtered.joined.orderJoins.map(({ prefix, type }) => [prefix, type])).toEqual([
      ['book', 'left'],
      ['shelf', 'left'],
    ])
    expect(statement(filtered.applyTo(selected().$dynamic()).orderBy(...filtered.orderBy, asc(notes.title)))).toContain(
      ' left join "books" on "books"."id" = "notes"."book_id" left join "shelves" on "shelves"."id" = "books"."shelf_id" order by ',
    )
  })
})

describe('.on()', () => {
  const other = pg.alias(notes, 'other')
  const filtered = applyFilters('filter.rank=$eq:1', list)

  test('takes an alias of the root', () => {
    const moved = ofRank.replaceAll('notes', 'other')
    expect(sqlOf(filtered.on(other).where)).toBe(moved)
    expect(sqlOf(filtered.on({ ...columnsOf(other) }).where)).toBe(moved)
  })

  const columnsOf = (table: Pick<typeof other, 'id' | 'title' | 'rank' | 'bookId' | 'coverId'>) => ({
    id: table.id,
    title: table.title,
    rank: table.rank,
    bookId: table.bookId,
    coverId: table.coverId,
  })
  const archived = pg.alias(pg.pgSchema('archive').table('notes', twins()), 'other')
  test.each<[title: string, aliased: object]>([
    ['an alias of another table', pg.alias(books, 'other')],
    ['an alias of another table with equal columns', pg.alias(pg.pgTable('memos', twins()), 'other')],
    ['an alias of the table of that name in another schema', archived],
    ['its columns', columnsOf(archived)],
    ['a record without a column', { ...columnsOf(other), rank: undefined }],
    ['a record with another column', { ...columnsOf(other), rank: other.id }],
    ['a record with no column', { ...columnsOf(other), rank: sql`1` }],
  ])('refuses %s', (_title, aliased) => {
    expect(() => filtered.on(aliased)).toThrow(
      new PaginateConfigError(".on() needs the list's own table 'notes' under another name; pass an alias of it."),
    )
  })
  function twins() {
    return {
      id: pg.integer().primaryKey(),
      title: pg.text().notNull(),
      rank: pg.integer(),
      bookId: pg.integer('book_id'),
      coverId: pg.integer('cover_id'),
    }
  }

  test.each(['d', 'd0x', 'xd0', 'other'])('of an alias called %s has joins', (name) => {
    const on = applyFilters('sortBy=shelf.name:ASC', list).on(pg.alias(notes, name))
    expect(on.orderBy).toHaveLength(2)
  })

  test.each(['d0', 'd12'])('of a relational query, %s, has none', (name) => {
    const on = applyFilters('sortBy=shelf.name:ASC', list).on(pg.alias(notes, name))
    expect(() => on.orderBy).toThrow("cannot put 'shelf.name' into a relational query")
  })
})

describe('MySQL reads the table that is changed', () => {
  const items = my.mysqlTable('items', { id: my.int().primaryKey(), bookId: my.int(), name: my.text().notNull() })
  const parts = my.mysqlTable('parts', { id: my.int().primaryKey(), itemId: my.int().notNull() })
  const other = my.alias(items, 'other')
  const list = paginateConfig(items)
    .withLimits(10, 50)
    .withTieBreaker('id')
    .filterable('name', '$eq')
    .filterableMany('part', rowsOf(parts, eq(parts.itemId, items.id)), parts.id, '$eq')
    .filterableMany('sibling', rowsOf(other, eq(other.bookId, items.bookId)), other.name, '$eq')
    .field('siblings', rowsOf(other, eq(other.bookId, items.bookId)).count())
    .filterable('siblings', '$eq')
    .build()
  const text = (where: SQL) => new my.MySqlDialect().sqlToQuery(where).sql
  const derived =
    /^`items`\.`id` in \(select \* from \(select distinct `items`\.`id` as `key0` from `items` where .*\) as `filtered`\)$/

  test.each<[query: string, where: SQL | undefined, isDerived: boolean]>([
    ['filter.name=$eq:a', undefined, false],
    ['filter.part=$eq:1', undefined, false],
    ['filter.sibling=$eq:a', undefined, true],
    ['filter.siblings=$eq:2', undefined, true],
    ['', sql`${items.id} = (select max(${items.id}) from ${items})`, true],
    ['', sql`exists (select 1 from items as o where o.bookId > ${items.bookId})`, true],
    ['', sql`exists (select 1 from ${parts} where ${parts.itemId} = ${items.id})`, false],
  ])('in a sub-select of its own through a derived table: %s', (query, where, isDerived) => {
    expect(derived.test(text(applyFilters(query, list, { where }).where))).toBe(isDerived)
  })

  test('but not for another statement: an alias cannot be changed', () => {
    const { where } = applyFilters('filter.sibling=$eq:a', list).on(my.alias(items, 'aliased'))
    expect(text(where)).toMatch(/^exists \(/)
  })
})

test('MySQL reads a table that is changed through a derived table', () => {
  const items = my.mysqlTable('items', { id: my.int().primaryKey(), bookId: my.int() })
  const own = my.mysqlTable('own', { id: my.int().primaryKey(), name: my.text().notNull() })
  const ofItems = paginateConfig(items)
    .leftJoin('own', own, eq(own.id, items.bookId))
    .withLimits(10, 50)
    .withTieBreaker('id')
    .filterable('own.name', '$null')
    .build()
  const { where } = applyFilters('filter.own.name=$null', ofItems)
  expect(new my.MySqlDialect().sqlToQuery(where).sql).toBe(
    '`items`.`id` in (select * from (select distinct `items`.`id` as `key0` from `items` left join `own` on `own`.`id` = `items`.`bookId` where `own`.`name` is null) as `filtered`)',
  )
})
