// Filtered sets: a fragment over one table, sent to an alias of it. Reads fragments, never changes them.
import { Column, Name, SQL, StringChunk, Subquery } from 'drizzle-orm'
import { type ChunkKind, chunkKind, GO_ON, mapChunks, visitChunks } from '../../drizzle/chunks.js'
import { chunkText } from '../../drizzle/fragments.js'
import { is } from '../../drizzle/kinds.js'
import { tableOf } from '../../drizzle/tables.js'
import { OpaqueColumn } from '../../fragments/opaque-column.js'
import { hasSelect, patternOf, withoutLiterals } from '../../fragments/said-words.js'
import { isRowSource, nameOf, type RowSource, tableIdentity } from '../../fragments/source-name.js'

export interface Move {
  readonly from: RowSource
  /** The alias's own name. */
  readonly toName: string
  /** The alias's column for one of `from`. */
  readonly column: (column: Column) => Column | SQL
}

/**
 * The same fragment with the columns of `from` taken from its alias, those in correlated sub-selects too. All other
 * columns become opaque, so that a relational query does not change their names.
 *
 * Null if the fragment names the table other than by its columns, or something by the alias's name: a sub-select may
 * then read the table itself, and only the database knows which column means which.
 */
export function moveFragment(fragment: SQL, { from, toName, column }: Move): SQL | null {
  const leaves = leavesOf(fragment)
  const readsRows = hasSelect(fragment)
  if (saysName(leaves, nameOf(from), readsRows) || (readsRows && saysName(leaves, toName, readsRows))) return null
  const identity = tableIdentity(from)
  const rebuild = (chunk: unknown, kind: ChunkKind): unknown => {
    if (kind === 'sql' || kind === 'list') return GO_ON
    if (is(chunk, Column)) return tableIdentity(tableOf(chunk)) === identity ? column(chunk) : new OpaqueColumn(chunk)
    const inner = innerSql(chunk, kind)
    if (inner === undefined) return chunk
    const copy = mapChunks(inner, rebuild)
    if ((chunk as { shouldOmitSQLParens?(): boolean }).shouldOmitSQLParens?.() === true) return copy
    const enclosed = [new StringChunk('('), copy, new StringChunk(')')]
    return new SQL(is(chunk, Subquery) ? [...enclosed, new StringChunk(' '), new Name(chunk._.alias)] : enclosed)
  }
  return mapChunks(fragment, rebuild)
}

/** The SQL of a sub-select or of another wrapper; undefined for what is written unchanged. */
function innerSql(chunk: unknown, kind: ChunkKind): SQL | undefined {
  if (kind === 'wrapper') return (chunk as { getSQL(): SQL }).getSQL()
  if (kind !== 'subquery') return undefined
  const { isWith, sql } = (chunk as Subquery)._
  return isWith ? undefined : sql
}

/** Words that name a table only in quotes, on every database. */
const RESERVED = /^(?:and|as|between|case|collate|else|exists|from|in|is|not|null|or|order|select|then|when|where)$/i

/**
 * Does a table, a name or raw text in it have that name, in upper or lower case? Not the name of a table before its
 * alias: `from "articles" "reply"`. Without a sub-select, a type or a function may have that name.
 *
 * @param readsRows is there a sub-select?
 */
function saysName(
  leaves: readonly unknown[],
  name: string,
  readsRows: boolean,
  isOther: (at: number) => boolean = (at) => isBeforeAlias(leaves, at),
): boolean {
  const lowered = name.toLowerCase()
  const isIt = (other: string): boolean => other.toLowerCase() === lowered
  const quoted = ['"', '`', ']'].map((quote) => patternOf(name.replaceAll(quote, quote + quote)))
  const bare = String.raw`(?<![\p{L}\p{N}_$])${patternOf(name)}(?![\p{L}\p{N}_$])`
  const word = new RegExp(RESERVED.test(name) ? `^${patternOf(name)}$` : bare, 'iu')
  const inQuotes = new RegExp(`"${quoted[0]}"|\`${quoted[1]}\`|\\[${quoted[2]}\\]`, 'iu')
  const asOther = new RegExp(String.raw`(?:\bas\s+|::\s*)${bare}|${bare}(?=\s*\()`, 'giu')
  const isSaid = (given: string): boolean => {
    if (inQuotes.test(given)) return true
    const text = !readsRows && !given.includes('\\') ? withoutLiterals(given).replaceAll(asOther, '') : given
    return word.test(text)
  }
  return leaves.some((leaf, at) => {
    if (is(leaf, StringChunk)) return isSaid(chunkText(leaf))
    return isIt(is(leaf, Name) ? leaf.value : nameOf(leaf as RowSource)) && !isOther(at)
  })
}

const isBeforeAlias = (leaves: readonly unknown[], at: number): boolean =>
  is(leaves[at + 1], StringChunk) && chunkText(leaves[at + 1] as StringChunk) === ' ' && isNamed(leaves[at + 2])

/** Does a sub-select in it read the table of that name, under whatever alias? */
export const readsTable = (fragment: SQL, name: string): boolean =>
  hasSelect(fragment) && saysName(leavesOf(fragment), name, true, () => false)

/** Texts, names and tables, in the order in which they are written. */
function leavesOf(fragment: SQL): readonly unknown[] {
  const leaves: unknown[] = []
  visitChunks(fragment, (chunk, kind) => {
    const isBlank = kind === 'text' && chunkText(chunk as StringChunk) === ''
    if (!isBlank && (kind === 'text' || isNamed(chunk))) leaves.push(chunk)
    return kind !== 'param'
  })
  return leaves
}

const isNamed = (chunk: unknown): boolean => chunkKind(chunk) === 'name' || isRowSource(chunk)
