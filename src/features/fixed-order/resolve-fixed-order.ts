// The order of `.defaultSortBy(…terms)`, Drizzle's own terms, as terms of this package's orders.
import { Column, SQL, StringChunk } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { type ChunkKind, chunkKind, copyFragment } from '../../drizzle/chunks.js'
import { chunkText, inlinesParams } from '../../drizzle/fragments.js'
import { withoutAlias } from '../../drizzle/tables.js'
import { isWindowExpression, referencedJoins, refuseStray, volatileCall } from '../../fragments/referenced-tables.js'
import { QUOTED } from '../../fragments/said-words.js'
import { isSameMember } from '../../values/declared-decoder.js'
import type { Field, NullOrder, SortTerm } from '../../types/config.js'
import type { SortDirection } from '../../vocabulary.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { type Declaration, ofKind } from '../../types/declaration.js'
import { refuse } from '../../mistakes/refuse.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'

interface FixedOrder {
  readonly terms: readonly SortTerm[]
  /** The place of the nulls, for the terms that name one. */
  readonly nullOrder: ReadonlyMap<Field, NullOrder>
}

interface ReadTerm {
  readonly expression: Column | SQL
  readonly direction: SortDirection
  readonly nulls: 'first' | 'last' | undefined
}

export function resolveFixedOrder(
  table: Pick<ResolvedConfig, 'fields' | 'joins'> & { readonly root: unknown },
  declared: readonly Declaration[],
): FixedOrder {
  const sources = [table.root, ...table.joins.map((join) => join.table)] as Parameters<typeof refuseStray>[3]
  const isPagedByCursor = ofKind(declared, 'withCursors').length > 0
  const nullOrder = new Map<Field, NullOrder>()
  let made = 0
  const resolved = ofKind(declared, 'fixedOrder').map(({ terms, isEnabled }) => {
    const fields = terms.map((given): SortTerm => {
      const { expression, direction, nulls } = readTerm(given)
      refuseStray('defaultSortBy', null, expression, sources)
      if (isPagedByCursor && isWindowExpression(expression)) refuse(configRefusals.orderOverWindow)
      const call = isPagedByCursor ? volatileCall(expression) : null
      if (call !== null) refuse(configRefusals.orderByVolatile(call))
      const known = [...table.fields.values()].find((field) => isSameMember(field.expression, expression))
      if (known === undefined && isPagedByCursor) refuse(configRefusals.orderWithoutField)
      if (known !== undefined && nulls === undefined) return Object.freeze({ field: known, direction })
      made += 1
      const own = known ?? ofExpression(expression, `defaultSortBy ${made}`, table)
      const field = Object.freeze({ ...own, index: table.fields.size + made })
      if (nulls !== undefined) nullOrder.set(field, nulls)
      return Object.freeze({ field, direction })
    })
    return isEnabled ? fields : []
  })
  const terms = Object.freeze(resolved.flat())
  const isSorted = ofKind(declared, 'defaultSortBy').some(({ isEnabled }) => isEnabled)
  return terms.length > 0 && isSorted ? refuse(configRefusals.orderBesideSort) : { terms, nullOrder }
}

/** An expression that clients cannot name. */
function ofExpression(
  expression: Column | SQL,
  name: string,
  { joins }: Pick<ResolvedConfig, 'joins'>,
): Omit<Field, 'index'> {
  const needs = Object.freeze(referencedJoins(expression, joins))
  return {
    name,
    expression: copyFragment(expression),
    facts: null,
    type: null,
    isNullable: true,
    joins: needs,
    path: null,
  }
}

const DIRECTION = /(?:^|\s|(?<=[?)\]]))(?:(asc|desc)|(?:(asc|desc)\s+)?nulls\s+(first|last))$/i
/** What would stand before the direction that is written after it, or would hide that. A column may have such a name. */
const UNREAD = /(?<![.\w])(?:asc|desc|using|nulls\s+(?:first|last))\b|--|\/\*|#(?!>)/i
/** Left where text is quoted in a way that only some databases have: `\'`, `$$…$$`. */
const MISREAD = /['"`\\]|\$\w*\$/

/** `desc(column)` is a template of the column and ` desc`. */
function readTerm(given: unknown): ReadTerm {
  if (is(given, Column)) return { expression: withoutAlias(given), direction: 'asc', nulls: undefined }
  if (is(given, SQL.Aliased)) return { expression: given.sql, direction: 'asc', nulls: undefined }
  if (!is(given, SQL)) return refuse(configRefusals.orderNotATerm)
  const text = outlineOf(given)
  const trimmed = text.trimEnd()
  const [found = '', onlyDirection, direction = onlyDirection, nulls] = DIRECTION.exec(trimmed) ?? []
  const begin = trimmed.slice(0, trimmed.length - found.length).trimEnd()
  const own = withoutParentheses(begin)
  const misread = MISREAD.exec(trimmed)
  if (misread === null && own.includes(',')) refuse(configRefusals.orderOfSeveral)
  const unread = misread ?? UNREAD.exec(own)
  if (unread !== null) refuse(configRefusals.orderUnread(unread[0]))
  const term = withoutEnd(given, { length: text.length - begin.length })
  return {
    expression: is(term, Column)
      ? withoutAlias(term)
      : is(term, SQL.Aliased)
        ? term.sql
        : is(term, SQL)
          ? term
          : refuse(configRefusals.orderNotATerm),
    direction: direction?.toLowerCase() === 'desc' ? 'desc' : 'asc',
    nulls: nulls?.toLowerCase() as 'first' | 'last' | undefined,
  }
}

/** The text of a term, at its length: a mark for each column or value, and in quotes; blanks for comments. */
const outlineOf = (term: SQL): string =>
  textOf(term).replace(QUOTED, (quoted) => (/^[-/]/.test(quoted) ? ' ' : MARK).repeat(quoted.length))
const MARK = '?'

function textOf(chunk: unknown): string {
  const kind = chunkKind(chunk)
  if (kind === 'sql') return (chunk as SQL).queryChunks.map(textOf).join('')
  return kind === 'text' ? chunkText(chunk as StringChunk) : kind === 'nothing' ? '' : MARK
}

const WHOLE_TERMS: readonly ChunkKind[] = ['column', 'sql', 'aliased']

function withoutParentheses(text: string): string {
  const shorter = text.replace(/\([^()]*\)|\[[^[\]]*\]/g, MARK)
  return shorter === text ? text : withoutParentheses(shorter)
}

/**
 * A term without the last characters of its text, which may be in templates within it. What is left is the one part that
 * is left, or nothing.
 */
function withoutEnd(term: SQL, end: { length: number }): unknown {
  const isWhole = end.length === 0
  const parts = [...term.queryChunks].reverse().flatMap((chunk): readonly unknown[] => {
    const kind = chunkKind(chunk)
    if (kind === 'sql' && end.length > 0) return [withoutEnd(chunk as SQL, end)]
    if (kind !== 'text') return [chunk]
    const text = chunkText(chunk as StringChunk)
    const kept = text.slice(0, Math.max(text.length - end.length, 0))
    end.length -= text.length - kept.length
    return kept === '' ? [] : [new StringChunk(kept)]
  })
  const rest = parts.filter((part) => part !== undefined).reverse()
  if (rest.length === 0) return undefined
  if (rest.length === 1 && WHOLE_TERMS.includes(chunkKind(rest[0])) && !inlinesParams(term)) return rest[0]
  if (isWhole) return term
  const copy = new SQL(rest as SQL['queryChunks'])
  return inlinesParams(term) ? copy.inlineParams() : copy
}
