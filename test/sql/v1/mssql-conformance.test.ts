// Every request of the conformance table, as SQL Server's statements. No server runs them here:
// `node scripts/check-tsql.mjs` hands them to two parsers of T-SQL and to H2, which has a mode for it. The tables are
// MySQL's, each column with SQL Server's type.
import { writeFileSync } from 'node:fs'
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import * as mssql from 'drizzle-orm/mssql-core'
import { expect, test } from 'vitest'
import type { AnyPaginateConfig } from '../../../src/index.js'
import { LISTS, SCHEMAS, ALIASES } from '../../engines/conformance/lists.js'
import { ITEMS, PREFIX } from '../../engines/conformance/items.js'
import type { Row } from '../../engines/conformance/row.js'
import { expectedOf } from '../../engines/conformance/run-row.js'
import { TABLE } from '../../engines/conformance/table.js'
import { itemTables, MAKE } from '../../engines/differential/tables.js'
import * as seed from '../../support/seed.js'
import { freshStatements, read, requestOf } from '../../select/lists.js'

type MysqlColumn = ReturnType<typeof getTableColumns>[string]

/** A column of SQL Server that holds the same values. */
function columnOf({
  name,
  notNull,
  primary,
  enumValues,
  dataType,
  getSQLType,
}: MysqlColumn & { readonly fsp?: number }): unknown {
  const sqlType = getSQLType()
  const [type = '', first, second] = sqlType.split(/[(),]/)
  const make = (): { notNull(): unknown; primaryKey(): unknown } => {
    switch (type) {
      case 'int':
        return mssql.int(name)
      case 'bigint':
        return mssql.bigint(name, { mode: 'bigint' })
      case 'tinyint':
      case 'boolean':
        return mssql.bit(name)
      case 'decimal':
        return mssql.decimal(name, { precision: Number(first), scale: Number(second) })
      case 'double':
        return mssql.float(name)
      case 'float':
        return mssql.real(name)
      case 'datetime':
      case 'timestamp':
        return mssql.datetime2(name, {
          precision: Number(first ?? 0) as 3,
          ...(dataType.startsWith('string') ? { mode: 'string' } : {}),
        })
      case 'date':
        return mssql.date(name, dataType.startsWith('string') ? { mode: 'string' } : {})
      case 'time':
        return mssql.time(name, { precision: Number(first ?? 0) as 3, mode: 'string' })
      case 'json':
        return mssql.nvarchar(name, { mode: 'json', length: 'max' })
      case 'char':
        return mssql.char(name, { length: Number(first) })
      default:
        return mssql.nvarchar(name, {
          length: first === undefined || type === 'enum' ? 'max' : Number(first),
          ...(enumValues ? { enum: enumValues as never } : {}),
        })
    }
  }
  const column = make()
  return primary ? column.primaryKey() : notNull ? column.notNull() : column
}
const tableOf = (table: Table): unknown =>
  mssql.mssqlTable(
    getTableName(table),
    Object.fromEntries(
      Object.entries(getTableColumns(table)).map(([key, column]) => [
        key,
        columnOf(Object.assign(Object.create(column), { getSQLType: () => column.getSQLType() }) as never),
      ]),
    ) as never,
  )
const tablesOf = (tables: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tables).flatMap(([name, table]) => (is(table, Table) ? [[name, tableOf(table)]] : [])),
  )

// The lists of the table ask for a dialect by its name.
const dialect = 'mssql' as never
Object.assign(SCHEMAS, { mssql: tablesOf(SCHEMAS.mysql) })
Object.assign(ALIASES, { mssql: mssql.alias })
Object.assign(MAKE, {
  mssql: (prefix: string) => {
    const { ownerGroups: _, ...tables } = itemTables('mysql', prefix)
    const made = tablesOf(tables)
    return { ...made, ownerGroups: mssql.alias(made['groups'] as never, `${prefix}_owner_groups`) }
  },
})

interface Sent {
  readonly list: string
  readonly request: string
  readonly kind: 'count' | 'page'
  readonly sql: string
  readonly params: readonly unknown[]
  /** Ids of the table; null where another dialect's rows differ or SQLite decides. */
  readonly expected: Row['expected'] | null
}

const builder = new mssql.QueryBuilder() as never
const configs = new Map<string, AnyPaginateConfig>()
function configOf(name: Row['list']): AnyPaginateConfig {
  const config = configs.get(name) ?? LISTS[name].config(dialect)
  configs.set(name, config)
  return config
}

/** Of a request that is not refused. */
function statementsOf({ list, request, expected, deviations }: Row): Sent[] {
  const asked = requestOf(configOf(list), request)
  const statements = freshStatements(builder, asked)
  const { offset, limit } = asked.plan
  const of = (
    kind: Sent['kind'],
    { sql, params }: { readonly sql: string; readonly params: readonly unknown[] },
  ): Sent => ({
    list,
    request,
    kind,
    sql,
    params,
    expected: deviations.length === 0 ? expected : null,
  })
  return [
    of('count', statements.count().query()),
    of('page', statements.page(read('plain', offset, { limit: limit ?? 24 })).query()),
  ]
}

const isAnswered = (expected: Row['expected']): boolean => !('refusal' in expected) && !('driverError' in expected)
/** SQL Server has no enums, as SQLite has none; its other ranges are those of the others. */
const answered = TABLE.filter(
  (row) => isAnswered(row.expected) && isAnswered(expectedOf(row, { engine: 'sqlite', dialect: 'sqlite' }).expected),
)
const sent = answered.flatMap(statementsOf)

/** A value as text that SQL Server reads. */
const plain = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
function written(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return value.toISOString().replace('T', ' ').slice(0, -1)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return value.replace('T', ' ').slice(0, -1)
  return Array.isArray(value) ? JSON.stringify(value) : (value ?? null)
}

/** The tables that the statements read, with their rows. */
function filledTables(): unknown[] {
  const of = (tables: Record<string, unknown>, rows: Record<string, unknown>) =>
    Object.entries(tables).flatMap(([name, table]) => {
      if (!Array.isArray(rows[name]) || !is(table, Table)) return []
      const columns = Object.entries(getTableColumns(table))
      return [
        {
          name: getTableName(table),
          columns: columns.map(([, column]) => [column.name, column.getSQLType()]),
          rows: (rows[name] as Record<string, unknown>[]).map((row) => columns.map(([key]) => written(row[key]))),
        },
      ]
    })
  const { mssql: articleTables } = SCHEMAS as unknown as { mssql: Record<string, unknown> }
  const { ownerGroups: _, ...itemsTables } = itemTables(dialect, PREFIX)
  return [...of(articleTables, seed), ...of(itemsTables, ITEMS as never)]
}

test('every request that is not refused has its count and its page', () => {
  expect(sent.length).toBe(answered.length * 2)
  const out = process.env['TSQL_OUT']
  if (out !== undefined)
    writeFileSync(
      out,
      JSON.stringify({ sent, tables: filledTables() }, (_key, value: unknown) => plain(value)),
    )
})

test('each statement has a value for each of its places, and a page is cut by offset and fetch', () => {
  for (const { sql, params, kind, request } of sent) {
    const places = new Set(sql.match(/@par\d+/g) ?? [])
    expect(places.size, request).toBe(params.length)
    if (kind === 'page') expect(sql, request).toMatch(/ order by .* offset @par\d+ rows fetch next @par\d+ rows only$/)
  }
})
