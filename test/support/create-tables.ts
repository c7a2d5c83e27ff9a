// CREATE TABLE statements from Drizzle tables, so that the schema files stay the only description of the suite's
// tables.
import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import { getTableConfig as mysqlConfig } from 'drizzle-orm/mysql-core'
import { getTableConfig as postgresConfig } from 'drizzle-orm/pg-core'
import { getTableConfig as sqliteConfig } from 'drizzle-orm/sqlite-core'

export type TestDialect = 'postgresql' | 'sqlite' | 'mysql'

const quote = (dialect: TestDialect, name: string): string => (dialect === 'mysql' ? `\`${name}\`` : `"${name}"`)

interface KeyedConfig {
  readonly primaryKeys: readonly { readonly columns: readonly { readonly name: string }[] }[]
}

const READ_CONFIG: { readonly [dialect in TestDialect]: (table: never) => KeyedConfig } = {
  mysql: mysqlConfig,
  postgresql: postgresConfig,
  sqlite: sqliteConfig,
}

/** Keys, uniqueness and nullability are kept; foreign keys and defaults are not. */
export function createTableSql(dialect: TestDialect, table: Table): string {
  const name = (text: string): string => quote(dialect, text)
  const config: KeyedConfig = READ_CONFIG[dialect](table as never)
  const parts = Object.values(getTableColumns(table)).map((column) => {
    const dimensions = 'dimensions' in column && typeof column.dimensions === 'number' ? column.dimensions : 0
    const base = column.getSQLType()
    const type = dimensions > 0 && !base.endsWith(']') ? base + '[]'.repeat(dimensions) : base
    const key = column.primary ? ' primary key' : column.isUnique ? ' unique' : ''
    const nullability = column.notNull && !/serial/.test(base) && !column.primary ? ' not null' : ''
    // A timestamp of MySQL is not null, and changes with its row, unless it says otherwise.
    const isNull = dialect === 'mysql' && nullability === '' && !column.primary ? ' null' : ''
    return `${name(column.name)} ${type}${key}${nullability}${isNull}`
  })
  for (const { columns } of config.primaryKeys)
    parts.push(`primary key (${columns.map((column) => name(column.name)).join(', ')})`)
  return `create table ${name(getTableName(table))} (${parts.join(', ')})`
}

/** `create type … as enum (…)` of a pgEnum. */
export function createEnumSql(pgEnum: { readonly enumName: string; readonly enumValues: readonly string[] }): string {
  return `create type "${pgEnum.enumName}" as enum (${pgEnum.enumValues.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`
}
