// Members of views and sub-queries, window functions in fragments, and tables that a fragment reads without a join.
import { eq, gt, SQL, sql } from 'drizzle-orm'
import { alias, integer, PgDialect, pgSchema, pgTable, pgView, QueryBuilder, text } from 'drizzle-orm/pg-core'
import { describe, expect, inject, test } from 'vitest'
import { freeName, fromItem, tableReference } from '../../src/fragments/source-name.js'
import {
  hasWindowFunction,
  isWindowExpression,
  strayTables,
  volatileCall,
} from '../../src/fragments/referenced-tables.js'
import { memberBehind, readSource } from '../../src/fragments/row-source.js'

const isV1 = inject('drizzle').includes('1')
const a = pgTable('a', { id: integer('id').primaryKey(), name: text('name') })
const b = pgTable('b', { id: integer('id').primaryKey(), a: integer('a') })
const recent = pgView('recent', { id: integer('id') }).existing()
const nameless = pgTable('', { id: integer('id').primaryKey() })
const select = new QueryBuilder()
const written = (fragment: SQL): string => new PgDialect().sqlToQuery(fragment).sql

test('Members of a table are its columns', () => {
  expect(readSource(a)).toEqual({
    members: [
      { key: 'id', expression: a.id, name: 'id', nulls: 'never' },
      { key: 'name', expression: a.name, name: 'name', nulls: 'possible' },
    ],
    problems: [],
  })
})

describe('Members of a sub-query', () => {
  const counted = sql<number>`count(*)`.mapWith((raw: unknown) => Number(raw) + 1)
  const scalar = (fields: Record<string, unknown>) =>
    select
      .select(fields as { id: typeof b.id })
      .from(b)
      .as('inner_one')
  const source = (member: unknown) =>
    select
      .select({ member: member as SQL })
      .from(a)
      .as('q')

  test.each<[title: string, member: unknown, text: string, decoded: unknown]>([
    ['a column', a.id, '"q"."id"', 7],
    ['an expression', counted.as('n'), '"q"."n"', 8],
    ['a scalar sub-select of a column', scalar({ id: b.id }), '"q"."inner_one"', 7],
    ['a scalar sub-select of an expression', scalar({ n: counted.as('n') }), '"q"."inner_one"', 8],
  ])('%s', (_title, member, text, decoded) => {
    const { members, problems } = readSource(source(member))
    expect(problems).toEqual([])
    const [{ expression } = { expression: sql`` }] = members
    expect(written(sql`${expression}`)).toBe(text)
    const decoder =
      expression instanceof SQL
        ? (expression as unknown as { decoder: { mapFromDriverValue(raw: unknown): unknown } }).decoder
        : expression
    expect(decoder.mapFromDriverValue(7)).toBe(decoded)
  })

  test('what has no name of its own is a problem', () => {
    const twice = select
      .select({ one: a.id, other: sql`1`.as('id'), bare: sql`2`, inner: { id: a.id } } as never)
      .from(a)
      .as('q')
    expect(readSource(twice).problems).toEqual([
      { key: 'other', kind: 'same-name', name: 'id' },
      { key: 'bare', kind: 'no-alias' },
      { key: 'inner', kind: 'nested' },
    ])
  })

  test('an expression is found by its name where it is selected twice', () => {
    const q = select
      .select({ one: counted.as('one'), two: counted.as('two') })
      .from(a)
      .as('q')
    for (const name of ['one', 'two'] as const)
      expect(written(sql`${memberBehind(q[name] as never, [a, q])}`)).toBe(`"q"."${name}"`)
  })
  // 0.45 does not name the source that an expression was taken from.
  test('an expression that two sources have is that of its source, or of none', () => {
    const of = (name: string) =>
      select
        .select({ n: counted.as('n') })
        .from(a)
        .as(name)
    const [one, two] = [of('one'), of('two')]
    const found = memberBehind(two.n as never, [one, two])
    if (isV1) expect(written(sql`${found}`)).toBe('"two"."n"')
    else expect(found).toBeUndefined()
  })
  test('an expression that none of the sources has selected has no member', () => {
    const q = select
      .select({ n: counted.as('n') })
      .from(a)
      .as('q')
    expect(memberBehind(q.n as never, [a, b])).toBeUndefined()
    expect(memberBehind(sql`1`.as('n'), [q])).toBeUndefined()
  })
})

describe('A view under another name', () => {
  test.each([
    ['of the search path', pgView('v', { id: integer('id') }).existing(), 'select * from "v"'],
    [
      'of a schema',
      pgSchema('other')
        .view('v', { id: integer('id') })
        .existing(),
      'select * from "other"."v"',
    ],
  ])('%s is read as a sub-query', (_title, view, text) => {
    const item = fromItem(alias(view as never, 'x') as never)
    expect(written(sql`${item}`)).toContain(text)
    expect(fromItem(item)).toBe(item)
    expect(fromItem(view as never)).toBe(view)
  })
})

test.each<[wanted: string, expected: string]>([
  ['c', 'c'],
  ['a', 'a_'],
  ['b', 'b__'],
])('a name of ours beside tables: %s', (wanted, expected) => {
  const tables = [a, alias(a, 'B'), alias(a, 'b_')]
  expect(freeName(wanted, tables)).toBe(expected)
})

test.each<[title: string, table: object, text: string]>([
  ['a table', a, '"a"'],
  ['a table of a schema', pgSchema('other').table('a', {}), '"other"."a"'],
  ['an alias, with its table', alias(a, 'x'), '"a" "x"'],
  ['an alias of a table of a schema', alias(pgSchema('other').table('a', {}), 'x'), '"other"."a" "x"'],
])('after `from`: %s', (_title, table, text) => {
  expect(written(tableReference(table as never))).toBe(text)
})

describe('A window function', () => {
  const row = sql`row_number() over (order by ${a.id})`
  const wrapped = { getSQL: () => sql`sum(${a.id})` }
  test.each<[title: string, fragment: unknown, has: boolean, isOne: boolean]>([
    ['is found', row, true, true],
    ['with a name', row.as('n'), true, true],
    ['in another expression', sql`coalesce(${row}, ${1})`, true, true],
    ['in a list', sql`${[a.id, row]}`, true, true],
    ['over a window that has a name', sql`sum(${a.id}) over w`, true, true],
    ['without a blank', sql`row_number()over(order by ${a.id})`, true, true],
    ['on lines of its own', sql`sum(${a.id})\n  OVER\n  w`, true, true],
    ['of an aggregate that the app wraps', sql`${wrapped} over w`, true, true],
    ['after a sub-select', sql`(select 1) + ${row}`, true, true],
    ['beside a sub-select', sql`(f() over w + (select 1))`, true, true],
    ['after a column, where it is a name', sql`${a.id} over w`, true, false],
    ['at the end, where it is a name', sql`sum(${a.id}) over`, true, false],
    ['within a sub-select is its own', sql`(select ${row} from ${a})`, true, false],
    ['within one after a blank', sql`( select ${row} from ${a})`, true, false],
    [
      'within one far in the text',
      sql`coalesce(${[a.id, a.id, a.id, a.id, a.id, a.id, a.id, a.id, a.id, a.id]}, (select ${row} from ${a}))`,
      true,
      false,
    ],
    [
      'within a select of Drizzle is no part of the expression',
      sql`exists ${select.select({ n: row.as('n') }).from(a)}`,
      false,
      false,
    ],
    ['within parentheses in one too', sql`(select (1 + ${row}) from ${a})`, true, false],
    [
      'within a named sub-select is no part of the list',
      select
        .select({ n: row.as('n') })
        .from(a)
        .as('q'),
      false,
      false,
    ],
    ['within a literal, where it is text', sql`'row_number() over (' || ${a.name}`, true, false],
    ['within a comment, where it is text', sql`${a.name} /* row_number() over () */ -- sum() over ()`, true, false],
    ['before a comment', sql`row_number()/* all */over/* of them */()`, true, true],
    ['over a window whose name is an identifier', sql`sum(${a.id}) over ${sql.identifier('w')}`, true, true],
    ['after an identifier, where it is a name', sql`${sql.identifier('n')} over w`, true, false],
    ['is not a column of that name', sql`${a.id} + 1`, false, false],
    ['is not a value of that name', gt(a.name, 'over'), false, false],
  ])('%s', (_title, fragment, has, isOne) => {
    expect(hasWindowFunction(fragment)).toBe(has)
    expect(isWindowExpression(fragment)).toBe(isOne)
  })
})

describe('Tables that a fragment reads and nothing brings in', () => {
  const q = select
    .select({ n: sql`count(*)`.as('n') })
    .from(b)
    .as('q')
  test.each<[title: string, fragment: unknown, sources: readonly never[], stray: readonly string[]]>([
    ['a table of the query', eq(a.id, 1), [a as never], []],
    ['another table', eq(b.id, a.id), [a as never], ['b']],
    ['one that a sub-select reads', sql`exists (select 1 from ${b} where ${b.a} = ${a.id})`, [a as never], []],
    ['one that raw text names', sql`exists (select 1 from b where ${b.a} = ${a.id})`, [a as never], []],
    [
      'one that an identifier names',
      sql`exists (select 1 from ${sql.identifier('b')} where ${b.a} = ${a.id})`,
      [a as never],
      [],
    ],
    [
      'a view that a sub-select reads',
      sql`exists (select 1 from ${recent} where ${recent.id} = ${a.id})`,
      [a as never],
      [],
    ],
    ['another view', sql`${recent.id} = ${a.id}`, [a as never], ['recent']],
    ['a sub-query that a sub-select reads', sql`exists (select 1 from ${q} where ${q.n} = ${a.id})`, [a as never], []],
    ['one that a select of Drizzle reads', sql`exists ${select.select({ id: b.id }).from(b)}`, [a as never], []],
    ['one within an expression with a name', sql`${b.id} + 1`.as('n'), [a as never], ['b']],
    ['an expression of a sub-query of the query', sql`${q.n} > 1`, [a as never, q as never], []],
    ['an expression of another sub-query', sql`${q.n} > 1`, [a as never], ['n']],
    ['one that raw text may bring in', sql`(select ${q.n} from q)`, [a as never], []],
    ['a table without a name', eq(nameless.id, 1), [a as never], ['']],
    ['values', [1, null, sql`${'b'}`], [a as never], []],
  ])('%s', (_title, fragment, sources, stray) => {
    expect(strayTables(fragment, sources)).toEqual(stray)
  })
})

test.each<[fragment: SQL, call: string | null]>([
  [sql`random()`, 'random'],
  [sql`1 + RAND ( 7 )`, 'rand'],
  [sql`uuid()`, 'uuid'],
  [sql`uuid(${a.name})`, null],
  [sql`md5(${a.id}::text || ${'random()'})`, null],
  [sql`'random()' || ${a.name}`, null],
  [sql`app.random()`, null],
  [sql`my_random()`, null],
  [sql`"my random"()`, null],
  [sql.raw('`rand`()'), 'rand'],
  [sql.raw('[random]()'), 'random'],
  [sql.raw('1--rand()'), 'rand'],
  [sql.raw('1 -- rand()'), null],
  [sql`"random"()`, 'random'],
  [sql`${sql.identifier('random')}()`, 'random'],
  [sql`pg_catalog.random()`, 'random'],
  [sql`"pg_catalog"."random"()`, 'random'],
  [sql`extensions.uuid_generate_v4()`, 'uuid_generate_v4'],
  [sql`${sql.identifier('extensions')}.${sql.identifier('uuid_generate_v4')}()`, 'uuid_generate_v4'],
  [sql`app.uuid7()`, null],
  [sql`random/**/()`, 'random'],
  [sql`random -- of all\n ()`, 'random'],
  [sql`/*! rand() */ + 1`, 'rand'],
  [sql`${a.id} /* not random() */`, null],
  [sql`${a.id} -- not random()\n + 1`, null],
  [sql`"it's" || random() || 'x'`, 'random'],
  [sql`(select gen_random_uuid())`, 'gen_random_uuid'],
  ...[
    ['random(1, 6)', 'random_normal()', 'gen_random_uuid()', 'gen_random_bytes(4)', 'uuidv4()', 'uuidv7()'],
    ['uuid_generate_v1()', 'uuid_generate_v1mc()', 'uuid_generate_v7()', 'clock_timestamp()', 'timeofday()'],
    [`nextval('s')`, 'unique_rowid()', 'unordered_unique_rowid()', 'uuid_v4()', 'gen_random_ulid()'],
    ['randomblob(8)', 'uuid4()', 'uuid7()'],
    ['rand()', 'uuid()', 'uuid_v7()', 'uuid_short()', 'sys_guid()', 'random_bytes(8)', 'sysdate()', 'sysdate(6)'],
    ['newid()', 'crypt_gen_random(4)'],
  ].flatMap((calls) => calls.map((call): [SQL, string] => [sql.raw(call), call.replace(/\(.*/, '')])),
  ...['now()', 'sysdatetime()', 'uuid_generate_v5(uuid_ns_url(), name)', 'uuid_to_bin(id)', 'setval(1)', 'random'].map(
    (text): [SQL, null] => [sql.raw(text), null],
  ),
])('A volatile call is found in the text: %#', (fragment, call) => {
  expect(volatileCall(fragment)).toBe(call)
})
