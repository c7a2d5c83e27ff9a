// The builders of keys, constraints and indexes. Drizzle keeps what they are built of in members that its types do not
// show.
import type { Table } from 'drizzle-orm'
import { kindOf } from './kinds.js'
import { extraConfig } from './tables.js'

export interface Constraint {
  readonly isIndex: boolean
  readonly isPrimaryKey: boolean
  readonly isUnique: boolean
  /** Does it hold for some rows only? */
  readonly isPartial: boolean
  /** Columns and expressions. */
  readonly columns: readonly unknown[]
}

interface IndexConfig {
  readonly unique?: boolean
  readonly columns?: unknown
  readonly where?: unknown
}

/** The name of a column in an index: the column itself, or its place with a direction. */
const nameIn = (column: unknown): unknown => (column as { readonly name?: unknown } | null)?.name

/** Does the schema show an index that begins with these columns, in this order? */
export function hasIndexOver(table: Table, names: readonly string[]): boolean {
  return constraintsOf(table).some(
    ({ isPartial, columns }) => !isPartial && names.every((name, at) => nameIn(columns[at]) === name),
  )
}

/** As `hasIndexOver`, or an index has them after others, as a tenant's: `(tenant, created_at)`. */
export function hasIndexWithin(table: Table, names: readonly string[]): boolean {
  return constraintsOf(table).some(
    ({ isPartial, columns }) =>
      !isPartial && columns.some((_, start) => names.every((name, at) => nameIn(columns[start + at]) === name)),
  )
}

const listOf = (columns: unknown): readonly unknown[] => (Array.isArray(columns) ? (columns as unknown[]) : [])

/** What the third argument of a table declares. */
export function constraintsOf(table: Table): readonly Constraint[] {
  return extraConfig(table).flatMap((builder): Constraint[] => {
    const kind = kindOf(builder) ?? ''
    if (kind.endsWith('PrimaryKeyBuilder') || kind.endsWith('UniqueConstraintBuilder')) {
      const { columns } = builder as { readonly columns?: unknown }
      return [
        {
          isIndex: false,
          isPrimaryKey: kind.endsWith('PrimaryKeyBuilder'),
          isUnique: true,
          isPartial: false,
          columns: listOf(columns),
        },
      ]
    }
    if (!kind.endsWith('IndexBuilder')) return []
    const { unique, columns, where } = (builder as { readonly config?: IndexConfig }).config ?? {}
    return [
      {
        isIndex: true,
        isPrimaryKey: false,
        isUnique: unique === true,
        isPartial: where !== undefined,
        columns: listOf(columns),
      },
    ]
  })
}
