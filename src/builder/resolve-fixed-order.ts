// Builder: the order of `.defaultSortBy(…terms)`, Drizzle's own terms, as terms of this package's orders.
import { Column, SQL, StringChunk } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { copyFragment } from '../drizzle/chunks.js'
import { chunkText } from '../drizzle/fragments.js'
import { withoutAlias } from '../drizzle/tables.js'
import { isWindowExpression, referencedJoins, refuseStray, volatileCall } from '../fragments/referenced-tables.js'
import { isSameMember } from '../values/declared-decoder.js'
import type { Field, NullOrder, SortTerm } from '../types/config.js'
import type { SortDirection } from '../vocabulary.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import type { Declaration } from './declaration.js'
import { refuse } from '../mistakes/refuse.js'
import { ofKind, type ResolvedFields } from './resolve-fields.js'

interface FixedOrder {
  readonly terms: readonly SortTerm[]
  /** Of terms that say where their nulls are. */
  readonly nullOrder: ReadonlyMap<Field, NullOrder>
}

interface ReadTerm {
  readonly expression: Column | SQL
  readonly direction: SortDirection
  readonly nulls: 'first' | 'last' | undefined
}

export function resolveFixedOrder(
  table: ResolvedFields & { readonly root: unknown },
  declared: readonly Declaration[],
): FixedOrder {
  const sources = [table.root, ...table.joins.map((join) => join.table)] as Parameters<typeof refuseStray>[3]
  const isPagedByCursor = ofKind(declared, 'withCursors').length > 0
  const nullOrder = new Map<Field, NullOrder>()
  let made = 0
  const resolved = ofKind(declared, 'fixedOrder').map(({ terms, isEnabled }) => {
    const fields = terms.map((given): SortTerm => {
      const { expression, direction, nulls } = readTerm(given)
      refuseStray('defaultSortBy', 'term', expression, sources)
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
function ofExpression(expression: Column | SQL, name: string, { joins }: ResolvedFields): Omit<Field, 'index'> {
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

const DIRECTION = /(?:^|\s)(?:(asc|desc)|(?:(asc|desc)\s+)?nulls\s+(first|last))$/i

/** `desc(column)` is a template of the column and ` desc`. */
function readTerm(given: unknown): ReadTerm {
  if (is(given, Column)) return { expression: withoutAlias(given), direction: 'asc', nulls: undefined }
  if (is(given, SQL.Aliased)) return { expression: given.sql, direction: 'asc', nulls: undefined }
  if (!is(given, SQL)) return refuse(configRefusals.orderNotATerm)
  if (hasComma(given)) return refuse(configRefusals.orderOfSeveral)
  const last = given.queryChunks.at(-1)
  const text = is(last, StringChunk) ? chunkText(last) : ''
  const trimmed = text.trimEnd()
  const [found = '', onlyDirection, direction = onlyDirection, nulls] = DIRECTION.exec(trimmed) ?? []
  const begin = found === '' ? text : trimmed.slice(0, -found.length).trimEnd()
  const chunks = [
    ...given.queryChunks.slice(0, is(last, StringChunk) ? -1 : undefined),
    ...(begin === '' ? [] : [new StringChunk(begin)]),
  ]
  const parts = chunks.filter((chunk) => !is(chunk, StringChunk) || chunkText(chunk) !== '')
  const [part] = parts
  const isOne = parts.length === 1
  return {
    expression:
      isOne && is(part, Column)
        ? withoutAlias(part)
        : isOne && is(part, SQL)
          ? part
          : isOne && is(part, SQL.Aliased)
            ? part.sql
            : found === ''
              ? given
              : new SQL(parts),
    direction: direction?.toLowerCase() === 'desc' ? 'desc' : 'asc',
    nulls: nulls?.toLowerCase() as 'first' | 'last' | undefined,
  }
}

/** A comma outside of parentheses and quotes: several terms in one template. */
function hasComma({ queryChunks }: SQL): boolean {
  let [depth, quote] = [0, '']
  for (const chunk of queryChunks) {
    for (const character of is(chunk, StringChunk) ? chunkText(chunk) : '') {
      if (quote !== '') quote = character === quote ? '' : quote
      else if (character === "'" || character === '"' || character === '`') quote = character
      else if (character === '(' || character === '[') depth += 1
      else if (character === ')' || character === ']') depth -= 1
      else if (character === ',' && depth === 0) return true
    }
  }
  return false
}
