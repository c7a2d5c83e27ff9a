// Stage run: what a page selects.
import { Column, is, SQL, sql, Table, View } from 'drizzle-orm'
import { columnsOf } from '../builder/read-table.js'
import type { DtoShape, Field, ResolvedConfig } from '../types/config.js'
import { isPlainRecord, tableIdentity } from '../fragments/referenced-tables.js'
import type { Selection } from '../types/selection.js'
import type { Row } from './select-builder.js'

/** The selection of items by the configuration alone: the shape of its `.dto()`, or the root table's row. */
export function itemSelection(config: ResolvedConfig): Selection {
  return config.dto === null ? Object.fromEntries(columnsOf(config.table)) : dtoSelection(config.dto)
}

function dtoSelection(shape: DtoShape): Selection {
  const selection: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(shape)) {
    selection[key] = isField(member) ? member.expression : dtoSelection(member)
  }
  return selection
}

function isField(member: Field | DtoShape): member is Field {
  return is((member as Field).expression, Column) || is((member as Field).expression, SQL)
}

/** A selection as it may be handed to Drizzle, with what its rows then still need. */
export interface GuardedSelection {
  readonly fields: Selection
  /** Turns Drizzle's rows into items, in place; null where they are items already. */
  readonly finish: ((rows: Row[]) => Row[]) | null
}

/**
 * Guards a selection against two habits of Drizzle's.
 *
 * In a select over one table it strips the table from every column that stands in a `sql` template at the first level, and
 * a correlated sub-select then compares a column with itself: one more level keeps the names whole.
 *
 * A nested record of a left-joined table is made null by its first column on one line, by all of them on the other; both lose
 * records that are there. Such columns are handed over as SQL, and the record is null where a column that is never null is.
 */
export function guardSelection(selection: Selection, joins: ResolvedConfig['joins']): GuardedSelection {
  const optional = new Map(joins.filter((join) => join.kind === 'left').map((join) => [tableIdentity(join.table), join.table]))
  const hidden: Record<string, SQL> = {}
  const guard = (level: Selection, path: readonly string[]): { fields: Selection; nullify: Nullify[] } => {
    const fields: Record<string, unknown> = {}
    const nullify: Nullify[] = []
    const table = path.length === 0 ? null : oneTableOf(level, optional)
    for (const [key, member] of Object.entries(level)) {
      if (is(member, SQL.Aliased)) fields[key] = new SQL.Aliased(wrapped(member.sql), member.fieldAlias)
      else if (is(member, SQL)) fields[key] = wrapped(member)
      else if (is(member, Column) && table !== null) fields[key] = sql`${member}`.mapWith(member)
      else if (isNested(member)) {
        const nested = guard(member, [...path, key])
        fields[key] = nested.fields
        nullify.push(...nested.nullify)
      } else if ((is(member, Table) || is(member, View)) && optional.has(tableIdentity(member))) {
        const nested = guard(Object.fromEntries(columnsOf(member as Table)), [...path, key])
        fields[key] = nested.fields
        nullify.push(...nested.nullify)
      } else fields[key] = member
    }
    if (table !== null) nullify.push(nullifier(level, path, table, hidden))
    return { fields, nullify }
  }
  const { fields, nullify } = guard(selection, [])
  const hiddenKeys = Object.keys(hidden)
  if (nullify.length === 0) return { fields, finish: null }
  const finish = (rows: Row[]): Row[] => {
    for (const row of rows) {
      for (const apply of nullify) apply(row)
      for (const key of hiddenKeys) delete row[key]
    }
    return rows
  }
  return { fields: hiddenKeys.length === 0 ? fields : { ...fields, ...hidden }, finish }
}

type Nullify = (row: Row) => void

/** The left-joined table that all columns of a record belong to; null where it has none, or there is none. */
function oneTableOf(level: Selection, optional: ReadonlyMap<string, Table>): Table | null {
  const tables = new Set<string>()
  for (const member of Object.values(level)) if (is(member, Column)) tables.add(tableIdentity(tableOf(member)))
  const [only] = tables
  return tables.size === 1 ? (optional.get(only as string) ?? null) : null
}

const tableOf = (column: Column): Table => (column as Column & { readonly table: Table }).table

/** Sets the record at `path` to null where its join found nothing: where a column that is never null is. */
function nullifier(level: Selection, path: readonly string[], table: Table, hidden: Record<string, SQL>): Nullify {
  const selected = Object.entries(level).find(([, member]) => is(member, Column) && member.notNull)?.[0]
  const witness = selected === undefined ? columnsOf(table).find(([, column]) => column.notNull)?.[1] : undefined
  const hiddenKey = witness === undefined ? null : `~joined ${path.join('.')}`
  if (hiddenKey !== null && witness !== undefined) hidden[hiddenKey] = sql`${witness}`
  const parents = path.slice(0, -1)
  const key = path[path.length - 1] as string
  return (row) => {
    let parent: Row | null = row
    for (const name of parents) parent = parent === null ? null : (parent[name] as Row | null)
    if (parent === null) return
    const record = parent[key] as Row
    const isMissing =
      hiddenKey !== null ? row[hiddenKey] === null
      : selected !== undefined ? record[selected] === null
      : Object.values(record).every((value) => value === null)
    if (isMissing) parent[key] = null
  }
}

function wrapped(fragment: SQL): SQL {
  return sql`${fragment}`.mapWith((fragment as unknown as { decoder: never }).decoder)
}

function isNested(member: unknown): member is Selection {
  return typeof member === 'object' && member !== null && !is(member, Column) && !is(member, Table) && isPlainRecord(member)
}
