// Data of the tables: rows as the in-memory engine takes them, and the same rows as SQL.
import { type Column, getTableColumns } from 'drizzle-orm'
import type { TestDialect } from '../../support/create-tables.js'
import { itemTables, quoteName, TABLES } from './tables.js'

export interface GroupRow {
  readonly id: number
  readonly title: string
  readonly rank: number | null
}

export interface OwnerRow {
  readonly id: number
  readonly name: string
  readonly nick: string | null
  readonly groupId: number | null
}

export interface LabelRow {
  readonly id: number
  readonly word: string
}

export interface PartRow {
  readonly id: number
  readonly itemId: number
  readonly name: string | null
  readonly size: number | null
  readonly labelId: number
}

/** Decimals and 64-bit integers are text, and moments are ISO text, so that a data set can be printed and pasted. */
export interface ItemRow {
  readonly id: number
  readonly label: string
  readonly name: string | null
  readonly note: string | null
  readonly letterColumn: string | null
  readonly isOn: boolean
  readonly isOk: boolean | null
  readonly codeColumn: string | null
  readonly small: number
  readonly amount: number | null
  readonly big: string | null
  readonly price: string | null
  readonly ratio: number | null
  /** `2024-02-29T12:34:56.789Z` */
  readonly stamp: string | null
  /** `2024-02-29T12:34:56.123456Z`, of as many digits as it takes; text on SQLite and in memory. */
  readonly momentColumn: string | null
  readonly dayColumn: string | null
  readonly clockColumn: string | null
  readonly color: string | null
  readonly mood: string | null
  readonly words: readonly (string | null)[]
  readonly more: readonly (string | null)[] | null
  readonly ownerId: number | null
  readonly groupId: number | null
}

export interface DataSet {
  readonly groups: readonly GroupRow[]
  readonly owners: readonly OwnerRow[]
  readonly labels: readonly LabelRow[]
  readonly parts: readonly PartRow[]
  readonly items: readonly ItemRow[]
}

/** An item with all else that a configuration may reach from it. */
export interface MemoryRow extends Omit<ItemRow, 'stamp'> {
  readonly stamp: Date | null
  readonly owner: OwnerRow | null
  readonly group: GroupRow | null
  readonly ownerGroup: GroupRow | null
  readonly parts: readonly (PartRow & { readonly label: LabelRow | null })[]
}

export function memoryRows({ groups, owners, labels, parts, items }: DataSet): MemoryRow[] {
  const byId = <Row extends { readonly id: number }>(rows: readonly Row[], id: number | null | undefined): Row | null =>
    rows.find((row) => row.id === id) ?? null
  return items.map((item) => {
    const owner = byId(owners, item.ownerId)
    return {
      ...item,
      stamp: item.stamp === null ? null : new Date(item.stamp),
      owner,
      group: byId(groups, item.groupId),
      ownerGroup: byId(groups, owner?.groupId),
      parts: parts
        .filter((part) => part.itemId === item.id)
        .map((part) => ({ ...part, label: byId(labels, part.labelId) })),
    }
  })
}

/** Statements that empty the tables and fill them with the data, in one transaction. */
export const fillSql = (dialect: TestDialect, prefix: string, data: DataSet): string =>
  ['begin', ...fillStatements(dialect, prefix, data), 'commit'].join(';\n')

export function fillStatements(dialect: TestDialect, prefix: string, data: DataSet): readonly string[] {
  const tables = itemTables(dialect, prefix)
  const statements: string[] = []
  for (const name of TABLES) {
    const table = quoteName(dialect, `${prefix}_${name}`)
    statements.push(`delete from ${table}`)
    const rows: readonly object[] = data[name]
    if (rows.length === 0) continue
    const columns = Object.entries(getTableColumns(tables[name])) as [string, Column][]
    const values = rows.map(
      (row) => `(${columns.map(([key]) => literal(dialect, (row as Record<string, unknown>)[key], key)).join(', ')})`,
    )
    const names = columns.map(([, column]) => quoteName(dialect, column.name)).join(', ')
    statements.push(`insert into ${table} (${names}) values ${values.join(', ')}`)
  }
  return statements
}

const NUMERIC_TEXT = new Set(['big', 'price'])

function literal(dialect: TestDialect, value: unknown, key: string): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return dialect === 'sqlite' ? String(Number(value)) : String(value)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    if (dialect !== 'postgresql') return text(dialect, JSON.stringify(value))
    return `array[${value.map((element) => literal(dialect, element, '')).join(', ')}]::text[]`
  }
  if (NUMERIC_TEXT.has(key)) return String(value)
  if (key === 'stamp') return stamp(dialect, String(value))
  if (key === 'momentColumn' && dialect !== 'sqlite') return `'${String(value).replace('T', ' ').replace('Z', '')}'`
  return text(dialect, String(value))
}

function stamp(dialect: TestDialect, iso: string): string {
  if (dialect === 'sqlite') return String(Date.parse(iso))
  return dialect === 'mysql' ? `'${iso.replace('T', ' ').replace('Z', '')}'` : `'${iso}'`
}

/** Hexadecimal on MySQL, where the meaning of a backslash is a setting. */
function text(dialect: TestDialect, value: string): string {
  if (dialect !== 'mysql') return `'${value.replaceAll("'", "''")}'`
  return value === '' ? "''" : `convert(x'${Buffer.from(value, 'utf8').toString('hex')}' using utf8mb4)`
}
