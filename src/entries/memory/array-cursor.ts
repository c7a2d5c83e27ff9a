// memory: positions in the order of an array. The values of the order's terms are held as text with a mark of their
// kind.
import { orderOf } from '../../features/positions/position.js'
import { orderPrint, makeCursor } from '../../features/cursors/cursor-text.js'
import { openedCursor, type RequestCursor, requestCursorNow } from '../../features/cursors/request-cursor.js'
import { PaginateConfigError, PaginateQueryError } from '../../errors.js'
import * as callRefusals from '../../mistakes/call-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import * as refusals from '../../refusals.js'
import { createPlan } from '../../plan/create-plan.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { ListPlan } from '../../types/plan.js'
import type { OrderTerm } from '../../types/position.js'
import type { NormalizedQuery } from '../../types/query.js'
import type { FieldValueType } from '../../types/value.js'
import { BUILT_IN } from '../../values/built-in.js'
import { parseJson } from '../../values/parse-json.js'
import { writeValue } from '../../values/write-value.js'
import { comparatorOf } from './compare-values.js'
import { heldField } from './held-field.js'
import type { Accessors } from './read-field.js'
import type { Keys } from './sort-rows.js'

/** A position in an array: rows are read after it, or before it. */
export interface ArrayPosition {
  readonly side: RequestCursor['side']
  readonly keys: Keys
}

/** The plan of a list with cursors, and its position by what rows hold instead of by what a database binds. */
export function planWithPosition(
  query: NormalizedQuery,
  config: ResolvedConfig,
  accessors: Accessors<never>,
): { readonly plan: ListPlan; readonly position: ArrayPosition | null } {
  const { cursors } = config
  const cursor = cursors === null ? null : requestCursorNow(query, cursors.seal)
  const planned = createPlan(
    query,
    config,
    cursors === null
      ? null
      : openedCursor(
          query,
          cursor === null || cursor.content === 'invalid' ? cursor : { side: cursor.side, content: 'unopened' },
        ),
  )
  if (!planned.ok) throw new PaginateQueryError(planned.refusal)
  const plan = planned.value
  if (cursor === null) return { plan, position: null }
  const { content } = cursor
  if (typeof content !== 'object') return asynchronous()
  const order = orderOf(plan.sort, config)
  if (content.print !== orderPrint(order)) throw new PaginateQueryError(refusals.cursorOrderChanged(cursor.side))
  const keys = order.map((term, index) => readKey(content.texts[index] ?? null, term, keyType(term, accessors)))
  if (content.texts.length !== order.length || keys.includes(undefined))
    throw new PaginateQueryError(refusals.cursorInvalid(cursor.side))
  return { plan, position: { side: cursor.side, keys } }
}

export function arrayCursor(keys: Keys, plan: ListPlan, config: ResolvedConfig, accessors: Accessors<never>): string {
  const order = orderOf(plan.sort, config)
  const texts = order.map((term, index) => {
    const type = keyType(term, accessors)
    const text = writeKey(keys[index], type)
    if (readKey(text, term, type) === undefined) refuse(callRefusals.wrongSortKey(term.field.name, text))
    return text
  })
  const made = makeCursor(texts, orderPrint(order), config.cursors?.seal ?? null)
  if (!('ok' in made)) {
    made.then(undefined, () => {})
    return asynchronous()
  }
  if (!made.ok) throw new PaginateQueryError(made.refusal)
  return made.value
}

/** The type of the values that rows are ordered by. */
const keyType = ({ field }: OrderTerm, accessors: Accessors<never>): FieldValueType | null =>
  heldField(field, accessors).field.type

function asynchronous(): never {
  throw new PaginateConfigError(
    '.withCursors({ seal, open }) must be synchronous in memory; return text instead of a promise.',
  )
}

function writeKey(key: unknown, type: FieldValueType | null): string | null {
  if (key === null) return null
  if (typeof key === 'string') return `s${key}`
  if (typeof key === 'bigint' || typeof key === 'boolean') return `${typeof key === 'bigint' ? 'i' : 'b'}${key}`
  if (typeof key === 'number') return `n${key}`
  if (key instanceof Date) return `d${key.toISOString()}`
  if (type?.kind === 'collection' && Array.isArray(key)) {
    return `l${JSON.stringify(key.map((element) => writeKey(element, type.element ?? null)))}`
  }
  const text = type === null ? null : writeValue(type, key)
  return text === null ? `j${JSON.stringify(key)}` : `v${text}`
}

/** Undefined for text that is not a key of the term. */
function readKey(text: string | null, { isNullable }: OrderTerm, type: FieldValueType | null): unknown {
  if (text === null) return isNullable ? null : undefined
  return readPresent(text, type)
}

function readMarked(mark: string, value: string, type: FieldValueType | null): unknown {
  switch (mark) {
    case 's':
      return value
    case 'i':
      return /^-?\d{1,400}$/.test(value) ? BigInt(value) : undefined
    case 'n':
      return String(Number(value)) === value ? Number(value) : undefined
    case 'b':
      return value === 'true' || value === 'false' ? value === 'true' : undefined
    case 'd':
      return Number.isNaN(Date.parse(value)) ? undefined : new Date(value)
    case 'v': {
      const decoded = type?.decode(value)
      return decoded?.ok === true ? decoded.value : undefined
    }
    case 'l':
      return readList(parseJson(value), type?.element ?? null)
    case 'j':
      return parseJson(value)
    default:
      return undefined
  }
}

/** Undefined for what is not a list of keys of the elements' type. */
function readList(texts: unknown, type: FieldValueType | null): unknown {
  if (!Array.isArray(texts)) return undefined
  const keys = texts.map((text: unknown) => (text === null ? null : readPresent(text, type)))
  return keys.includes(undefined) ? undefined : keys
}

function readPresent(text: unknown, type: FieldValueType | null): unknown {
  const key = typeof text === 'string' ? readMarked(text.charAt(0), text.slice(1), type) : null
  return key === null || !isOfType(key, type) ? undefined : key
}

/** Are values of the type of this kind? Comparators are given nothing else. */
function isOfType(key: unknown, type: FieldValueType | null): boolean {
  if (type?.kind === 'collection' && !Array.isArray(key)) return false
  if (type === null || type.kind === 'custom' || type.kind === 'collection') return isComparable(key, type)
  return BUILT_IN[type.kind].decoded?.some((name) => name === typeof key) ?? true
}

/** A value may be of any kind. An order throws on one that it does not know. */
function isComparable(key: unknown, type: FieldValueType | null): boolean {
  try {
    comparatorOf(type)(key, key)
    return true
  } catch {
    return false
  }
}
