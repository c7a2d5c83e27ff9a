// Children: one `.children()`, from what was declared to what its statement is made of.
import { asc, Column, SQL, StringChunk, type Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { type DeclarationOf, OF_ROWS } from '../../types/declaration.js'
import { isAbsent, withoutAbsent } from '../../rows/is-absent.js'
import type { ShapeKeys, ShapeMember } from '../shapes/read-shape-keys.js'
import { columnsOf, primaryKeyOf } from '../../builder/read-table.js'
import { refuseUnnamable, type SetShape } from '../shapes/resolve-shape.js'
import { refuse } from '../../mistakes/refuse.js'
import type { RowsContext } from '../../builder/rows-support.js'
import { chunkText } from '../../drizzle/fragments.js'
import { copyFragment, GO_ON, isPlainRecord, mapChunks } from '../../drizzle/chunks.js'
import { isConstant } from '../../fragments/order-words.js'
import { isUndividedWindow, refuseStray, tableIdentity } from '../../fragments/referenced-tables.js'
import { isRowSource } from '../../fragments/source-name.js'
import { tableOf, withoutAlias } from '../../drizzle/tables.js'
import type { ChildrenOptions } from '../../types/children.js'
import type { ChildMember, ChildSet } from '../../types/children-part.js'
import type { JoinedTable } from '../../types/config.js'
import { partOf, type ReadTables } from '../../rows/guard-selection.js'
import type { Selection } from '../../types/selection.js'
import { resolveRows } from './resolve-rows.js'

/** A set with all that its statement is made of. */
export interface PreparedSet extends ChildSet {
  /** That of the rows. */
  readonly table: Table
}

const OPTIONS: OptionNames<ChildrenOptions> = { orderBy: true, limit: true }

export function childSet(
  declaration: DeclarationOf<'children'>,
  context: RowsContext,
  shape: SetShape | undefined,
): PreparedSet {
  const { name, rows, selection: given, options } = declaration
  if (rows.quantifier !== 'some') refuse(configRefusals.needsRows('children', name))
  const resolved = resolveRows('children', name, rows, context)
  checkSelection(name, given, resolved.sources)
  const declared = withoutAbsent(given)
  checkOptions(`.children('${name}')`, options, OPTIONS)
  const { limit = null } = options ?? {}
  if (limit !== null && !(Number.isSafeInteger(limit) && limit >= 1))
    refuse(configRefusals.childLimitOutOfRange(name, limit))
  const members = membersOf(given as Selection, shape?.keys ?? null, name)
  const selection = selectionOf(copyFragment(declared), members, {
    table: rows.table,
    joins: [...context.joins, ...resolved.joins],
  })
  const orderBy = orderOf(declaration, resolved.sources)
  const needs = new Set([...resolved.needs, ...resolved.needsOf([selection, orderBy])])
  /** In join order: those of the page that are needed, the table of the rows, its joins. */
  const joins: readonly JoinedTable[] = [...context.joins.filter((_, index) => needs.has(index)), ...resolved.joins]
  return Object.freeze({
    name: shape?.name ?? name,
    from: name,
    limit,
    selection,
    members,
    table: rows.table,
    joins,
    conditions: resolved.conditions,
    orderBy,
  })
}

function checkSelection(name: string, selection: unknown, sources: readonly Table[]): asserts selection is Selection {
  if (selection === undefined) refuse(configRefusals.emptyChildren(name))
  const isRecord =
    typeof selection === 'object' &&
    selection !== null &&
    !isSelectable(selection, sources) &&
    !(OF_ROWS in selection) &&
    isPlainRecord(selection)
  if (!isRecord) return refuse(configRefusals.notSelectable('children', name))
  const members = Object.values(selection).filter((member) => !isAbsent(member))
  if (members.length === 0) refuse(configRefusals.emptyChildren(name))
  for (const member of members) {
    if (isUndividedWindow(member)) refuse(configRefusals.undividedWindow(name))
    if (isSelectable(member, sources)) refuseStray('children', name, member, sources)
    else checkSelection(name, member, sources)
  }
}

function isSelectable(member: unknown, sources: readonly Table[]): boolean {
  if (is(member, Column) || is(member, SQL) || is(member, SQL.Aliased)) return true
  return isRowSource(member) && sources.some((source) => tableIdentity(source) === tableIdentity(member))
}

/**
 * The members that a `.select()` asks for, spelled as it spells them; all of them without a shape. A schema asks for a
 * whole member, so it must list all that a record has: the compiler cannot tell a record from a JSON value. Members of
 * the selection that are not there are left out, as without a shape.
 */
function membersOf(selection: Selection, shape: ShapeKeys | null, path: string): readonly ChildMember[] {
  const asked = shape?.keys ?? new Map<string, ShapeMember>(Object.keys(selection).map((key) => [key, null]))
  if (asked.size === 0) refuse(configRefusals.emptyMember(path))
  const byLower = new Map(Object.keys(selection).map((key) => [key.toLowerCase(), key]))
  const members = [...asked].flatMap(([key, nested]): readonly ChildMember[] => {
    refuseUnnamable('children', key)
    const from = Object.hasOwn(selection, key)
      ? key
      : (byLower.get(key.toLowerCase()) ?? refuse(configRefusals.unknownSelectKey(`${path}.${key}`)))
    if (nested !== null && 'selector' in nested) refuse(configRefusals.selectMember(`${path}.${key}`))
    const member = selection[from]
    if (isAbsent(member)) return []
    const inside = nested === null || shape?.isSchema === true ? null : nested
    if (shape?.isSchema === true && !listsAll(nested, member)) refuse(configRefusals.unlistedMembers(`${path}.${key}`))
    if (!isLeaf(member)) return [{ key, from, members: membersOf(member as Selection, inside, `${path}.${key}`) }]
    return inside === null
      ? [{ key, from, members: null }]
      : refuse(configRefusals.unknownSelectKey([path, key, ...[...inside.keys.keys()].slice(0, 1)].join('.')))
  })
  return members.length > 0 ? members : refuse(configRefusals.emptyChildren(path))
}

/** Does a schema list every member of a record, as of all columns of a table? */
function listsAll(shape: ShapeMember, member: unknown): boolean {
  const record = isRowSource(member) ? Object.fromEntries(columnsOf(member as Table)) : member
  if (isLeaf(record)) return true
  if (shape === null || 'selector' in shape) return false
  const listed = new Map([...shape.keys].map(([key, inside]) => [key.toLowerCase(), inside]))
  return Object.entries(withoutAbsent(record as Selection)).every(([key, inside]) => {
    const inner = listed.get(key.toLowerCase())
    return inner !== undefined && listsAll(inner, inside)
  })
}

/** A record of some members of another one is null for the children for which all of it is. */
function selectionOf(selection: Selection, members: readonly ChildMember[], from: ReadTables): Selection {
  const ofRecord = (whole: Selection, inside: readonly ChildMember[]): Selection =>
    partOf(selectionOf(whole, inside, from), whole, from)
  return Object.freeze(
    Object.fromEntries(
      members.map(({ key, from: name, members: inside }) => [
        key,
        inside === null ? selection[name] : ofRecord(selection[name] as Selection, inside),
      ]),
    ),
  )
}

const isLeaf = (member: unknown): boolean =>
  is(member, Column) || is(member, SQL) || is(member, SQL.Aliased) || isRowSource(member)

/** The declared order, then the primary key of the rows' table: equal rows come in one order in every statement. */
function orderOf({ name, rows, options }: DeclarationOf<'children'>, sources: readonly Table[]): readonly SQL[] {
  const { orderBy = [] } = options ?? {}
  if (!Array.isArray(orderBy)) refuse(configRefusals.childOrderNotAList(name))
  const columns = mapChunks(orderBy, (chunk, kind) => (kind === 'column' ? withoutAlias(chunk as Column) : GO_ON))
  const terms = copyFragment(columns).map((term: unknown) => {
    if (is(term, Column)) return asc(term)
    return is(term, SQL) ? term : is(term, SQL.Aliased) ? term.sql : refuse(configRefusals.childOrderNotAList(name))
  })
  refuseStray('children', name, terms, sources)
  const named = new Set(terms.map(columnOfTerm))
  return Object.freeze([
    ...terms.filter((term) => !isConstant(term)),
    ...primaryKeyOf(rows.table)
      .filter((column) => !named.has(printOf(column)))
      .map((column) => asc(column)),
  ])
}

const printOf = (column: Column): string => JSON.stringify([tableIdentity(tableOf(column)), column.name])

/** The column that a term is in one of two directions; SQL Server orders by none twice. */
function columnOfTerm(term: SQL): string | null {
  const columns = term.queryChunks.filter((chunk): chunk is Column => is(chunk, Column))
  const text = term.queryChunks.map((chunk) => (is(chunk, StringChunk) ? chunkText(chunk) : '')).join('')
  const [column] = columns
  return column !== undefined &&
    columns.length === 1 &&
    /^(?:asc|desc)?$/i.test(text.trim()) &&
    term.queryChunks.every(isTextOrColumn)
    ? printOf(column)
    : null
}

const isTextOrColumn = (chunk: unknown): boolean => is(chunk, StringChunk) || is(chunk, Column)
