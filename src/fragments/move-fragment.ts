// Page: a condition over one table, put to an alias of it. Reads fragments, never changes them.
import { Column, is, Name, Param, Placeholder, SQL, StringChunk, Subquery, Table, View } from 'drizzle-orm'
import { tableOf } from '../drizzle/columns.js'
import { chunkText, inlinesParams } from '../drizzle/fragments.js'
import { OpaqueColumn } from './opaque-column.js'
import { isRowSource, nameOf, type RowSource, tableIdentity } from './source-name.js'

export interface Move {
  readonly from: RowSource
  /** The alias's own name. */
  readonly toName: string
  /** The alias's column for one of `from`. */
  readonly column: (column: Column) => Column | SQL
  /** @throws where raw text names `from`, which nothing can rename */
  readonly refuseText: (text: string) => never
}

/**
 * The same fragment with the columns of `from` taken from its alias, those in correlated sub-selects too. A sub-select that reads
 * `from` itself keeps its own. All other columns become opaque, so that a relational query leaves their names alone.
 */
export function moveFragment(fragment: SQL, move: Move): SQL {
  const leaves: Leaf[] = []
  collect([fragment], leaves)
  const isMoved = movedLeaves(leaves, move)
  let at = 0
  const isNextMoved = (): boolean => isMoved[at++] === true
  const rebuild = (chunk: unknown): unknown => {
    if (is(chunk, SQL)) {
      const copy = new SQL(chunk.queryChunks.map(rebuild) as SQL['queryChunks'])
      return inlinesParams(chunk) ? copy.inlineParams() : copy
    }
    if (Array.isArray(chunk)) {
      at += 1
      const copies = chunk.map(rebuild)
      at += 1
      return copies
    }
    const inner = innerSql(chunk)
    if (inner !== undefined) {
      at += 1
      const copy = rebuild(inner)
      at += 1
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

/** What a fragment is made of, nested SQL opened; `open` and `close` enclose what Drizzle puts in parentheses. */
type Leaf = { readonly kind: 'open' } | { readonly kind: 'close' } | { readonly kind: 'chunk'; readonly chunk: unknown }

function collect(chunks: readonly unknown[], leaves: Leaf[]): void {
  for (const chunk of chunks) {
    if (is(chunk, SQL)) {
      collect(chunk.queryChunks, leaves)
      continue
    }
    const inner = Array.isArray(chunk) ? (chunk as unknown[]) : innerSql(chunk)
    if (inner === undefined) {
      leaves.push({ kind: 'chunk', chunk })
      continue
    }
    leaves.push({ kind: 'open' })
    collect(Array.isArray(inner) ? inner : [inner], leaves)
    leaves.push({ kind: 'close' })
  }
}

const WRITTEN_AS_THEY_STAND = [StringChunk, Name, Param, Placeholder, Column, Table, View, SQL.Aliased] as const

/** The SQL of a sub-select or of another wrapper; undefined for what is written unchanged. */
function innerSql(chunk: unknown): SQL | undefined {
  if (typeof chunk !== 'object' || chunk === null || WRITTEN_AS_THEY_STAND.some((kind) => is(chunk, kind))) return undefined
  if (is(chunk, Subquery)) return chunk._.isWith ? undefined : chunk._.sql
  return 'getSQL' in chunk && typeof chunk.getSQL === 'function' ? (chunk.getSQL() as SQL) : undefined
}

/** A pair of parentheses, with those around it. */
interface Scope {
  readonly outer: Scope | null
  /** Does a select in it read the table itself? */
  isOwn: boolean
}

/** For each leaf: does it stand for the table outside? */
function movedLeaves(leaves: readonly Leaf[], { from, refuseText }: Move): boolean[] {
  const identity = tableIdentity(from)
  const name = nameOf(from)
  const qualifier = new RegExp(`(^|[^\\p{L}\\p{N}_$.])["\`\\[]?${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}["\`\\]]?\\s*\\.`, 'iu')
  let scope: Scope = { outer: null, isOwn: false }
  const scopes: Scope[] = []
  const found: boolean[] = []
  let before = ''
  for (const [index, leaf] of leaves.entries()) {
    scopes.push(scope)
    found.push(false)
    if (leaf.kind === 'open') scope = { outer: scope, isOwn: false }
    else if (leaf.kind === 'close') scope = scope.outer ?? scope
    else {
      const { chunk } = leaf
      if (is(chunk, StringChunk)) {
        const text = chunkText(chunk)
        for (const part of text.split(/([()])/)) {
          if (part === '(') scope = { outer: scope, isOwn: false }
          else if (part === ')') scope = scope.outer ?? scope
          else if (qualifier.test(part)) scope.isOwn ||= isSource(part, name) ? true : refuseText(part)
        }
        before = text
        continue
      }
      const isQualifier = nextText(leaves, index).trimStart().startsWith('.')
      if (is(chunk, Column)) found[index] = tableIdentity(tableOf(chunk)) === identity
      else if (is(chunk, Name) && chunk.value === name) {
        if (isQualifier) found[index] = true
        else if (FROM.test(before) && !isAliased(leaves, index)) scope.isOwn = true
      } else if (isRowSource(chunk) && tableIdentity(chunk) === identity) {
        if (isQualifier) found[index] = true
        else scope.isOwn = true
      }
    }
    before = ''
  }
  return found.map((isFound, index) => isFound && !isShadowed(scopes[index] as Scope))
}

const FROM = /\b(?:from|join)\s*$/i

/** `from articles where articles.id = …`, all of it in raw text. */
function isSource(text: string, name: string): boolean {
  return new RegExp(`\\b(?:from|join)\\s+["\`\\[]?${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\b`, 'i').test(text)
}

function isShadowed(scope: Scope): boolean {
  for (let at: Scope | null = scope; at !== null; at = at.outer) if (at.isOwn) return true
  return false
}

function nextText(leaves: readonly Leaf[], index: number): string {
  const next = leaves[index + 1]
  return next?.kind === 'chunk' && is(next.chunk, StringChunk) ? chunkText(next.chunk) : ''
}

/** `"articles" "other"`: read under another name. */
function isAliased(leaves: readonly Leaf[], index: number): boolean {
  const isBlank = /^\s+(?:as\s+)?$/i.test(nextText(leaves, index))
  const named = leaves[index + 2]
  return isBlank && named?.kind === 'chunk' && (is(named.chunk, Name) || isRowSource(named.chunk))
}
