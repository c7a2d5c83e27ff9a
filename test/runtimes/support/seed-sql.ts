// The suite's tables and rows as SQL text, a statement each: drivers differ in which parameters they take.
import { type Column, getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import { fillStatements } from '../../engines/differential/rows.js'
import { createTablesSql } from '../../engines/differential/tables.js'
import { ITEMS, PREFIX } from '../../engines/conformance/items.js'
import { createEnumSql, createTableSql } from '../../support/create-tables.js'
import * as postgresSchema from '../../support/schema/postgres.js'
import * as sqliteSchema from '../../support/schema/sqlite.js'
import * as seed from '../../support/seed.js'
import type { OpenDriver } from './driver.js'

type Dialect = OpenDriver['dialect']

export const schemaOf = (dialect: Dialect): typeof postgresSchema =>
  dialect === 'sqlite' ? (sqliteSchema as unknown as typeof postgresSchema) : postgresSchema

export function seedStatements(dialect: Dialect): string[] {
  const schema = schemaOf(dialect)
  const statements = dialect === 'postgresql' ? schema.enums.map(createEnumSql) : []
  for (const table of Object.values(schema)) if (is(table, Table)) statements.push(createTableSql(dialect, table))
  for (const name of seed.logicalTables) statements.push(insertSql(dialect, schema[name], seed[name]))
  // No transaction: pools, HTTP drivers and Durable Objects take none as statements.
  return [...statements, ...lines(createTablesSql(dialect, PREFIX)), ...fillStatements(dialect, PREFIX, ITEMS)]
}

/** No value of these data ends a line with a semicolon. */
const lines = (script: string): string[] => script.split(';\n')

function insertSql(dialect: Dialect, table: Table, rows: readonly object[]): string {
  const columns = Object.entries(getTableColumns(table)) as [string, Column][]
  const values = rows.map(
    (row) => `(${columns.map(([key]) => literal(dialect, (row as Record<string, unknown>)[key])).join(', ')})`,
  )
  return `insert into "${getTableName(table)}" (${columns.map(([, { name }]) => `"${name}"`).join(', ')}) values ${values.join(', ')}`
}

function literal(dialect: Dialect, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return dialect === 'sqlite' ? String(Number(value)) : String(value)
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value instanceof Date) return dialect === 'sqlite' ? String(value.getTime()) : quote(value.toISOString())
  if (!Array.isArray(value)) return quote(String(value))
  if (dialect === 'sqlite') return quote(JSON.stringify(value))
  return `array[${value.map((element) => literal(dialect, element)).join(', ')}]::text[]`
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
