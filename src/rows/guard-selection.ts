// Stage run: a selection as it may be handed to Drizzle, and its rows as items.
import { Column, SQL, sql, Subquery, Table } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { columnAsSql, tableOf, withoutAlias } from '../drizzle/tables.js'
import { decoderOf, isSelectionField, originOf } from '../drizzle/fragments.js'
import type { JoinedTable } from '../types/config.js'
import { isPlainRecord } from '../drizzle/chunks.js'
import { memberBehind, readSource } from '../fragments/row-source.js'
import { isRowSource, nameOf, type RowSource, tableIdentity } from '../fragments/source-name.js'
import type { Selection } from '../types/selection.js'
import type { Row } from '../types/row.js'
import { undecoded } from '../values/declared-decoder.js'

/** A selection as it may be handed to Drizzle, with what its rows then still need. */
export interface GuardedSelection {
  readonly fields: Selection
  /** Turns Drizzle's rows into items, in place; null where they are items already. */
  readonly finish: ((rows: Row[]) => Row[]) | null
}

export interface ReadTables {
  readonly table: Table
  readonly joins: readonly JoinedTable[]
}

const tablesOf = ({ table: root, joins }: ReadTables) => ({
  sources: [root, ...joins.map((join) => join.table)] as readonly Table[],
  optional: new Map(
    joins.filter((join) => join.kind === 'left').map((join) => [tableIdentity(join.table), join.table]),
  ),
})

/** Where a part of a record has the table without whose row the whole one is null; the root for none. */
const OF_WHOLE = '~of the whole'

/** A part of a record, to be null for the rows for which the whole one is: its own columns may be of fewer tables. */
export function partOf(part: Selection, whole: Selection, from: ReadTables): Selection {
  const { sources, optional } = tablesOf(from)
  const { table } = readRecord(whole, sources, optional)
  return readRecord(part, sources, optional).table === table ? part : { ...part, [OF_WHOLE]: table ?? from.table }
}

/** The members of a record that are selected, and the left-joined table without whose row it is null. */
export function readRecord(
  { [OF_WHOLE]: ofWhole, ...own }: Selection,
  sources: readonly Table[],
  optional: ReadonlyMap<string, Table>,
): { readonly level: Selection; readonly table: Table | null; readonly isPart: boolean } {
  const level = Object.fromEntries(Object.entries(own).map(([key, member]) => [key, readable(member, sources)]))
  const isPart = ofWhole !== undefined
  const table = isPart ? (optional.get(tableIdentity(ofWhole as Table)) ?? null) : oneTableOf(level, optional)
  return { level, table, isPart }
}

/**
 * Guards a selection against four habits of Drizzle's.
 *
 * In a select over one table it strips the table from every column in a `sql` template at the first level, and
 * a correlated sub-select then compares a column with itself: one more level keeps the names whole.
 *
 * An expression of a view or sub-query is an alias that knows the expression: in another `sql` it would be written
 * again. It is handed over as the column that it is outside.
 *
 * A nested record of a left-joined table is made null by its first column on one line, by all of them on the other;
 * both lose records that are there. Such columns are handed over as SQL, and the record is null where a column that is
 * never null is. Drizzle goes by the table's name, so the columns of a root that has it in another schema are handed over
 * so too.
 *
 * A record under a name that every object has (`constructor`) is taken for there already, and its values are written
 * into what all objects share: it is selected under another name.
 */
export function guardSelection(selection: Selection, from: ReadTables): GuardedSelection {
  const { sources, optional } = tablesOf(from)
  const isNamedAsOptional = (table: RowSource): boolean =>
    Array.from(optional.values()).some((other) => nameOf(other) === nameOf(table))
  const hidden: Record<string, SQL> = {}
  const guard = (given: Selection, path: readonly string[]): { fields: Selection; nullify: Nullify[] } => {
    const { level, table: ofRecord, isPart } = readRecord(given, sources, optional)
    const fields: Record<string, Selection[string]> = {}
    const nullify: Nullify[] = []
    const table = path.length === 0 ? null : ofRecord
    const isHandedOver = (column: Column): boolean =>
      table !== null || isPart || (path.length > 0 && isNamedAsOptional(tableOf(column)))
    for (const [key, selected] of Object.entries(level)) {
      const member = is(selected, Table) && isNamedAsOptional(selected) ? recordOf(selected) : selected
      if (is(member, SQL.Aliased))
        fields[key] = isNamedField(member) ? member : new SQL.Aliased(wrapped(member.sql), member.fieldAlias)
      else if (is(member, SQL)) fields[key] = wrapped(member)
      else if (is(member, Column) && isHandedOver(member)) fields[key] = columnAsSql(member)
      else if (isNested(member) || is(member, Table)) {
        const name = key in Object.prototype ? `~record ${key}` : key
        const nested = isNested(member) ? guard(member, [...path, name]) : { fields: member, nullify: [] }
        fields[name] = nested.fields
        nullify.push(...nested.nullify)
        if (name !== key) nullify.push(renamer(path, name, key))
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

/**
 * A view, a sub-query of the query and a left-joined table as the record of its members; an expression of one as its
 * column.
 */
function readable(member: Selection[string], sources: readonly Table[]): Selection[string] {
  if (is(member, Column)) return withoutAlias(member)
  if (is(member, SQL.Aliased) && isSelectionField(member)) return memberBehind(member, sources) ?? member
  if (!isRowSource(member) || (is(member, Table) && !isOneOf(member, sources.slice(1)))) return member
  // A sub-select that is not a source of the query is a value of its own.
  if (is(member, Subquery) && !isOneOf(member, sources)) return member
  return recordOf(member)
}

const recordOf = (source: RowSource): Selection =>
  Object.fromEntries(readSource(source).members.map(({ key, expression }) => [key, expression]))

const isOneOf = (source: RowSource, sources: readonly Table[]): boolean =>
  sources.some((candidate) => tableIdentity(candidate) === tableIdentity(source))

/** The left-joined table that all columns of a record belong to; null where there is no such table. */
function oneTableOf(level: Selection, optional: ReadonlyMap<string, Table>): Table | null {
  const tables = new Set<string>()
  for (const member of Object.values(level)) {
    const identity = is(member, Column) ? tableIdentity(tableOf(member)) : identityOfComputed(member, optional)
    if (identity !== undefined) tables.add(identity)
  }
  const [only] = tables
  return tables.size === 1 ? (optional.get(only as string) ?? null) : null
}

/** The view or sub-query that an expression is a column of. */
function identityOfComputed(member: unknown, optional: ReadonlyMap<string, Table>): string | undefined {
  for (const [identity, table] of optional) {
    if (!is(table, Table) && readSource(table).members.some(({ expression }) => expression === undecoded(member)))
      return identity
  }
  return undefined
}

/** A value of these columns may be read as null where the column is not: JSON has a null of its own, a custom column any. */
const MAY_DECODE_TO_NULL = /Json|CustomColumn$/
const isSteady = (member: unknown): member is Column =>
  is(member, Column) && !MAY_DECODE_TO_NULL.test(member.columnType)

/** Sets the record at `path` to null where its join found nothing: where a column that is never null is. */
function nullifier(level: Selection, path: readonly string[], table: Table, hidden: Record<string, SQL>): Nullify {
  const neverNull = readSource(table).members.filter(({ nulls }) => nulls === 'never')
  const isNeverNull = (member: unknown): boolean =>
    isSteady(member) && neverNull.some(({ name }) => name === member.name)
  const selected = Object.entries(level).find(([, member]) => isNeverNull(member))?.[0]
  const steady = neverNull.find(({ expression }) => isSteady(expression))
  const witness = selected === undefined ? (steady ?? neverNull[0])?.expression : undefined
  const hiddenKey = witness === undefined ? null : `~joined ${JSON.stringify(path)}`
  if (hiddenKey !== null && witness !== undefined)
    hidden[hiddenKey] = steady === undefined ? sql`case when ${witness} is not null then 1 end` : sql`${witness}`
  const parents = path.slice(0, -1)
  const key = path[path.length - 1] as string
  return (row) => {
    const parent = recordAt(row, parents)
    if (parent === null) return
    const record = parent[key] as Row
    const isMissing =
      hiddenKey !== null
        ? row[hiddenKey] === null
        : selected !== undefined
          ? record[selected] === null
          : Object.values(record).every((value) => value === null)
    if (isMissing) parent[key] = null
  }
}

function recordAt(row: Row, path: readonly string[]): Row | null {
  let record: Row | null = row
  for (const name of path) record = record === null ? null : (record[name] as Row | null)
  return record
}

/** The record under the name that it was selected as, which every object has. */
const renamer =
  (path: readonly string[], name: string, key: string): Nullify =>
  (row) => {
    const parent = recordAt(row, path)
    if (parent === null) return
    parent[key] = parent[name]
    delete parent[name]
  }

/**
 * A field of a sub-select or a view: Drizzle writes its name and not its expression, on one line after the name of its
 * origin.
 */
function isNamedField(aliased: SQL.Aliased): boolean {
  return isSelectionField(aliased) || originOf(aliased) !== undefined
}

function wrapped(fragment: SQL): SQL {
  return sql`${fragment}`.mapWith(decoderOf(fragment))
}

function isNested(member: unknown): member is Selection {
  return (
    typeof member === 'object' &&
    member !== null &&
    !is(member, Column) &&
    !isRowSource(member) &&
    isPlainRecord(member)
  )
}
