// Children: from where the children of a page's rows are read. The rows themselves are joined where anything asks for
// them; where their children hold the key, as `eq(orderLines.orderId, orders.id)` says, only the children are read.
import { Column, type SQL, StringChunk, type Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import type { ParentList } from '../../builder/rows-support.js'
import { tableOf } from '../../drizzle/tables.js'
import { chunkText } from '../../drizzle/fragments.js'
import { nameOf, referencedJoins, tableIdentity } from '../../fragments/referenced-tables.js'
import { isNameTaken } from '../../fragments/source-name.js'
import { isStatic } from '../../kept/fragment-key.js'
import { type GuardedSelection, guardSelection } from '../../rows/guard-selection.js'
import type { JoinedTable } from '../../types/config.js'
import type { PreparedSet } from './child-set.js'
import { keyOver, keyPart, type KeyPart, type ParentKey } from './parent-key.js'

export interface ChildReading {
  readonly set: PreparedSet
  readonly from: Table
  readonly joins: readonly JoinedTable[]
  /** The key as it is read next to each child. */
  readonly key: ParentKey
  readonly guarded: GuardedSelection
  /** Does the set write the same statement for every page? */
  readonly isKeepable: boolean
}

export function childReading(set: PreparedSet, key: ParentKey, list: ParentList): ChildReading {
  const direct = directReading(set, key, list)
  const from = direct === null ? list.root : set.table
  const joins = direct === null ? set.joins : set.joins.slice(1)
  const tables = joins.map(({ table }) => table)
  const twice = tables.find((table, at) => isNameTaken(table, from, tables.slice(0, at)))
  if (twice !== undefined) refuse(configRefusals.rowsTableInUse('children', set.from, nameOf(twice)))
  const written = [from, set.selection, set.orderBy, set.conditions, joins.flatMap(({ table, on }) => [table, on])]
  return Object.freeze({
    set,
    from,
    joins,
    key: direct ?? key,
    guarded: guardSelection(set.selection, { table: from, joins }),
    isKeepable: isStatic(written),
  })
}

/**
 * The key in a column of the children; null where the page's rows are needed, or where equal values could be written in
 * two ways.
 */
function directReading(set: PreparedSet, key: ParentKey, list: ParentList): ParentKey | null {
  const [part, ...more] = key.parts as [KeyPart, ...KeyPart[]]
  const [first, ...joins] = set.joins as [JoinedTable, ...JoinedTable[]]
  if (more.length > 0 || first.table !== set.table) return null
  const isSame = (one: Column, other: Column): boolean =>
    one.name === other.name && tableIdentity(tableOf(one)) === tableIdentity(tableOf(other))
  const sides = equatedColumns(first.on)
  const child = sides.find((side) => !isSame(side, part.expression))
  if (child === undefined || !sides.some((side) => isSame(side, part.expression))) return null
  if (tableIdentity(tableOf(child)) !== tableIdentity(set.table)) return null
  const read = [set.selection, set.orderBy, set.conditions, joins.map(({ on }) => on)]
  if (referencedJoins(read, [{ table: list.root, needs: [] }]).length > 0) return null
  const own = keyPart(child, list)
  const isExact = own.key.kind === part.key.kind && (part.reading === 'stored' || EXACT_KINDS.has(part.key.kind))
  return isExact && own.reading === part.reading ? keyOver([own]) : null
}

/** Kinds with one text for equal values, whatever the collation. */
const EXACT_KINDS: ReadonlySet<string> = new Set(['integer', 'uuid'])

/** The two columns of `eq(one, other)`; none of another condition. */
function equatedColumns(condition: SQL): readonly Column[] {
  const columns = condition.queryChunks.filter((chunk): chunk is Column => is(chunk, Column))
  const rest = condition.queryChunks.filter((chunk) => !is(chunk, Column))
  const isEquality =
    rest.every((chunk) => is(chunk, StringChunk)) &&
    rest.map((chunk) => chunkText(chunk as StringChunk)).join('') === ' = '
  return isEquality ? columns : []
}
