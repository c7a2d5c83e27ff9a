// Builders of the app's own that a filtered set is put into: what they hold already.
import { entityKind, type SQL } from 'drizzle-orm'

export interface SelectJoin {
  readonly table: unknown
  readonly joinType: string
  /** Absent in a cross join. */
  readonly on: SQL | undefined
}

interface SelectState {
  /** What is deleted from, updated or selected from. */
  readonly table?: unknown
  readonly joins?: readonly SelectJoin[]
  readonly where?: SQL | undefined
  /** In a `union` and the like: the selects after the first. */
  readonly setOperators?: readonly unknown[]
  /** What `.for()` sets; `of` names the tables whose rows are locked. */
  readonly lockingClause?: { readonly config: { readonly of?: unknown } }
}

/** Is it the builder of a delete or an update? By the kind that Drizzle gives its classes, in every dialect. */
export function isWriteBuilder(statement: object): boolean {
  const kind: unknown = (statement.constructor as { readonly [entityKind]?: unknown } | undefined)?.[entityKind]
  return typeof kind === 'string' && /(?:Delete|Update)$/.test(kind)
}

/** What a select joins and requires already. */
export const selectState = (select: object): SelectState => (select as { readonly config?: SelectState }).config ?? {}

/**
 * Lets a join add no columns. `db.select()` without a selection reads all columns of a table that is joined, and makes
 * its rows records of tables.
 */
export function joinUnread(select: object, join: () => void): void {
  const { isPartialSelect, joinsNotNullableMap } = select as Readonly<Record<string, unknown>>
  if (isPartialSelect !== false) return join()
  Object.assign(select, { isPartialSelect: true, joinsNotNullableMap: {} })
  join()
  Object.assign(select, { isPartialSelect, joinsNotNullableMap })
}
