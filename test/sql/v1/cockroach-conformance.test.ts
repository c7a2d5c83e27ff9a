// Every request of the conformance table, as CockroachDB's statements. No CockroachDB runs here: each word of a
// statement has to be one that its documentation has, and the statements run on PostgreSQL, whose rows are compared
// with the table's.
import { getTableColumns, getTableName, is, sql, Table } from 'drizzle-orm'
import * as cockroach from 'drizzle-orm/cockroach-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyPaginateConfig } from '../../../src/index.js'
import { ITEMS, PREFIX } from '../../engines/conformance/items.js'
import { ALIASES, LISTS, SCHEMAS } from '../../engines/conformance/lists.js'
import type { Row } from '../../engines/conformance/row.js'
import { expectedOf } from '../../engines/conformance/run-row.js'
import { TABLE } from '../../engines/conformance/table.js'
import { fillSql } from '../../engines/differential/rows.js'
import { createTablesSql, itemTables, MAKE } from '../../engines/differential/tables.js'
import { freshStatements, read, requestOf } from '../../select/lists.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

type PostgresColumn = ReturnType<typeof getTableColumns>[string] & {
  readonly dimensions?: number
  readonly enum?: { readonly enumName: string }
}

/** CockroachDB's column of the same type. */
function columnOf(column: PostgresColumn): unknown {
  const { name, notNull, primary, enumValues, dataType, dimensions = 0 } = column
  const [type = '', first, second] = column.getSQLType().replace(/\[\]$/, '').split(/[(),]/)
  const isText = dataType.startsWith('string')
  const precision = {
    ...(first === undefined ? {} : { precision: Number(first) as 3 }),
    ...(isText ? { mode: 'string' as const } : {}),
  }
  const make = (): unknown => {
    switch (type.split(' ')[0]) {
      case 'integer':
      case 'serial':
        return cockroach.int4(name)
      case 'smallint':
        return cockroach.int2(name)
      case 'bigint':
        return cockroach.int8(name, { mode: 'bigint' })
      case 'boolean':
        return cockroach.bool(name)
      case 'numeric':
        return first === undefined
          ? cockroach.decimal(name)
          : cockroach.decimal(name, { precision: Number(first), scale: Number(second) })
      case 'double':
        return cockroach.float(name)
      case 'real':
        return cockroach.real(name)
      case 'uuid':
        return cockroach.uuid(name)
      case 'date':
        return isText ? cockroach.date(name, { mode: 'string' }) : cockroach.date(name, { mode: 'date' })
      case 'time':
        return cockroach.time(name, precision)
      case 'timestamp':
        return cockroach.timestamp(name, { ...precision, withTimezone: column.getSQLType().endsWith('with time zone') })
      case 'char':
        return cockroach.char(name, { length: Number(first) })
      case 'jsonb':
      case 'json':
        return cockroach.jsonb(name)
      case 'inet':
        return cockroach.inet(name)
      case 'interval':
        return cockroach.interval(name)
      case 'text':
      case 'varchar':
        return cockroach.string(name, enumValues ? { enum: enumValues as never } : {})
      default: {
        if (!enumValues?.length) throw new Error(`${name} is ${column.getSQLType()}`)
        return cockroach.cockroachEnum(column.getSQLType(), enumValues as never)(name)
      }
    }
  }
  let made = make() as { notNull(): never; primaryKey(): never; array(): never }
  if (dimensions > 0 || column.getSQLType().endsWith('[]')) made = made.array()
  return primary ? made.primaryKey() : notNull ? made.notNull() : made
}
const tableOf = (table: Table): unknown =>
  cockroach.cockroachTable(
    getTableName(table),
    Object.fromEntries(Object.entries(getTableColumns(table)).map(([key, column]) => [key, columnOf(column)])) as never,
  )
/** Tables of which a column has a type that CockroachDB has not are in none of these lists. */
const tablesOf = (tables: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tables).flatMap(([name, table]) =>
      is(table, Table) && name !== 'everyType' ? [[name, tableOf(table)]] : [],
    ),
  )

// The lists of the table ask for a dialect by its name.
const dialect = 'cockroach' as never
Object.assign(SCHEMAS, { cockroach: tablesOf(SCHEMAS.postgresql) })
Object.assign(ALIASES, { cockroach: cockroach.alias })
Object.assign(MAKE, {
  cockroach: (prefix: string) => {
    const { ownerGroups: _, ...tables } = itemTables('postgresql', prefix)
    const made = tablesOf(tables)
    return { ...made, ownerGroups: cockroach.alias(made['groups'] as never, `${prefix}_owner_groups`) }
  },
})

interface Sent {
  readonly row: Row
  readonly kind: 'count' | 'page'
  readonly sql: string
  readonly params: readonly unknown[]
}
const builder = new cockroach.QueryBuilder() as never
const configs = new Map<string, AnyPaginateConfig>()
function configOf(name: Row['list']): AnyPaginateConfig {
  const config = configs.get(name) ?? LISTS[name].config(dialect)
  configs.set(name, config)
  return config
}
function statementsOf(row: Row): Sent[] {
  const asked = requestOf(configOf(row.list), row.request)
  const statements = freshStatements(builder, asked)
  const { offset, limit } = asked.plan
  return [
    { row, kind: 'count', ...statements.count().query() },
    { row, kind: 'page', ...statements.page(read('plain', offset, { limit: limit ?? 24 })).query() },
  ]
}
const onPostgres = (row: Row): Row['expected'] => expectedOf(row, { engine: 'pglite', dialect: 'postgresql' }).expected
const answered = TABLE.filter((row) => !('refusal' in onPostgres(row)) && !('driverError' in onPostgres(row)))
const sent = answered.flatMap(statementsOf)

const TYPES =
  'bool int2 int4 int8 bigint float float4 real decimal string char varchar uuid date time timestamp timestamptz interval jsonb inet'
/**
 * What the documentation of CockroachDB has: its data types, words of its SELECT, and operators and functions. `bpchar`
 * is the element type of its CHAR arrays, in its code (pull request 85895).
 */
const DOCUMENTED = new Set([
  ...`${TYPES} bpchar`.split(' ').flatMap((type) => [`::${type}`, `::${type}[]`]),
  ...'select from where and or not in is null as on join inner left order by asc desc nulls first last limit offset'.split(
    ' ',
  ),
  ...'like ilike exists( any( count( coalesce( = < <= > >= @> && *'.split(' '),
])
/** Words, operators and casts of a statement, without names, places and numbers. */
function undocumented(text: string): string[] {
  const bare = text
    .replaceAll(/::"[^"]*"(\[\])?/g, '')
    .replaceAll(/"[^"]*"/g, ' ')
    .replaceAll(/\$\d+/g, ' ')
  const tokens = bare.match(/::[a-z_][a-z_0-9]*(?:\[\])?|'[^']*'|[a-z_][a-z_0-9]* ?\(?|[^\sa-z0-9_(),.]+/gi) ?? []
  return tokens
    .map((token) => token.replace(' ', ''))
    .filter((token) => !DOCUMENTED.has(token) && !DOCUMENTED.has(token.replace('(', '')))
}

test('every request that is not refused has its count and its page', () => {
  expect(sent.length).toBe(answered.length * 2)
  expect(answered.length).toBeGreaterThan(2000)
})

test('each word of each statement is in the documentation of CockroachDB', () => {
  expect([...new Set(sent.flatMap(({ sql: text }) => undocumented(text)))]).toEqual([])
})

test.each([
  ['select "id" from "t" tablesample system (10)', 'tablesample'],
  ['select ctid from "t"', 'ctid'],
  ['select "id" from "t" where jsonb_path_exists("j", $1)', 'jsonb_path_exists('],
  ['select "id" from "t" where "b" <@ $1::box', '::box'],
  ['select "id" from "t" order by "name" collate "de-x-icu"', 'collate'],
  ['select "id" from "t" where ("tags")[1:2] = $1::string[]', '['],
  ['select "id" from "t" order by "id" fetch first 3 rows with ties', 'ties'],
])('%s is refused', (text, word) => {
  expect(undocumented(text).some((found) => found.startsWith(word))).toBe(true)
})

describe.each(dialects.filter(({ dialect: of }) => of === 'postgresql'))('On $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await database.execute(createTablesSql('postgresql', PREFIX))
    await database.execute(fillSql('postgresql', PREFIX, ITEMS))
  })
  afterAll(() => database.close())

  /** PostgreSQL calls the type STRING `text`. */
  async function rowsOf({ sql: text, params }: Sent): Promise<Record<string, unknown>[]> {
    const chunks = text
      .replaceAll('::string', '::text')
      .split(/\$(\d+)/)
      .map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${sql.param(params[Number(part) - 1])}`))
    const answer = (await database.db.execute(sql.join(chunks))) as unknown
    return (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as Record<string, unknown>[]
  }

  // Where a statement leaves the place of nulls to the server, it is PostgreSQL's here, which CockroachDB has not.
  test('each statement gives the rows of the table', { timeout: 300_000 }, async () => {
    const wrong: unknown[] = []
    for (const one of sent) {
      const expected = onPostgres(one.row) as {
        readonly ids?: readonly number[]
        readonly order?: readonly number[]
        readonly total?: number
      }
      const answer = await rowsOf(one).catch((error: unknown) => String((error as Error).cause ?? error))
      const wanted = expected.ids?.toSorted((a, b) => a - b) ?? expected.order
      const got =
        typeof answer === 'string'
          ? answer
          : one.kind === 'count'
            ? Number(Object.values(answer[0] ?? {})[0])
            : answer.map((row) => Number(row['id'] ?? Object.values(row)[0]))
      const same =
        one.kind === 'count'
          ? got === (expected.total ?? wanted?.length)
          : Array.isArray(got) &&
            JSON.stringify(expected.ids ? got.toSorted((a, b) => a - b) : got) === JSON.stringify(wanted)
      if (!same) wrong.push([one.row.list, one.row.request, one.kind, got, wanted, one.sql.slice(-300)])
    }
    expect(wrong).toEqual([])
  })
})
