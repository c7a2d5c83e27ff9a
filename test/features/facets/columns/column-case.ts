// What the table of facets needs of a column: how it is declared, and what its rows hold.
import type { ColumnBuilderBase } from 'drizzle-orm'

export interface ColumnCase {
  readonly name: string
  readonly column: ColumnBuilderBase
  /** Values as SQL literals, two of them apart by the least that the column can hold. */
  readonly literals: readonly string[]
  /** The value type that the field declares, where the column has none of its own. */
  readonly as?: string
  /** Stored in a form that only the column knows, so that an expression over it is of another type. */
  readonly isOfColumn?: boolean
  /** Distinct values, or elements, that no filter can name. */
  readonly unnamed?: number
}

/** Columns whose JavaScript value is not that of the value type that they are read as. */
export const boxed = {
  toDriver: ({ held }: { held: string }): string => held,
  fromDriver: (held: unknown): { held: string } => ({ held: String(held) }),
}
