// Filtered sets: a condition over one table, sent to an alias of it. Reads fragments, never changes them.
import { Column, Name, SQL, StringChunk, Subquery } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { type ChunkKind, GO_ON, mapChunks } from '../../drizzle/chunks.js'
import { OpaqueColumn } from '../../fragments/opaque-column.js'
import { type RootToFind, rootReferences } from './root-references.js'
import { readSource } from '../../fragments/row-source.js'
import { innerSql, leavesOf } from './sql-tokens.js'

export interface Move extends Omit<RootToFind, 'hasColumn'> {
  /** The alias's column for one of `from`. */
  readonly column: (column: Column) => Column | SQL
}

/**
 * The same fragment with the columns of `from` taken from its alias, those in correlated sub-selects too. A sub-select
 * that reads `from` itself keeps its own. All other columns become opaque, so that a relational query does not
 * change their names.
 */
export function moveFragment(fragment: SQL, move: Move): SQL {
  const leaves = leavesOf(fragment)
  const names = new Set(readSource(move.from).members.map(({ name }) => name))
  const found = rootReferences(leaves, { ...move, hasColumn: (name) => names.has(name) })
  let at = 0
  const isNextMoved = (): boolean => found.has(at++)
  const rebuild = (fragment: unknown): unknown => mapChunks(fragment, rebuildOne)
  const rebuildOne = (chunk: unknown, kind: ChunkKind): unknown => {
    if (kind === 'sql') return GO_ON
    if (kind === 'list') {
      at += 1
      const copies = (chunk as readonly unknown[]).map(rebuild)
      at += 1
      return copies
    }
    const inner = innerSql(chunk)
    if (inner !== undefined) {
      at += 1
      const copy = rebuild(inner)
      at += is(chunk, Subquery) ? 2 : 1
      const isBare = (chunk as { shouldOmitSQLParens?(): boolean }).shouldOmitSQLParens?.() === true
      if (isBare) return copy
      const enclosed = [new StringChunk('('), copy as SQL, new StringChunk(')')]
      return new SQL(is(chunk, Subquery) ? [...enclosed, new StringChunk(' '), new Name(chunk._.alias)] : enclosed)
    }
    const isOwn = isNextMoved()
    if (is(chunk, Column)) return isOwn ? move.column(chunk) : new OpaqueColumn(chunk)
    return isOwn ? new Name(move.toName) : chunk
  }
  return rebuild(fragment) as SQL
}
