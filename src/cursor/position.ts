// Stages plan and render: from a cursor to a position in an order, and from a row's keys to a cursor.
import { Column, is, Table, View } from 'drizzle-orm'
import * as refusals from '../refusals.js'
import { fromBase64Url, toBase64Url } from '../bytes.js'
import { DIALECTS } from '../dialects/index.js'
import { tableOf } from '../drizzle/tables.js'
import { PaginateConfigError } from '../errors.js'
import { nameOf } from '../fragments/source-name.js'
import { isPromiseLike } from '../maybe-promise.js'
import type { Field, ResolvedConfig, SortTerm, CursorSeal } from '../types/config.js'
import type { MaybePromise } from '../types/database.js'
import type { BoundKey, OrderTerm, Position } from '../types/position.js'
import type { NormalizedQuery } from '../types/query.js'
import { rejected, type Result } from '../types/result.js'
import { isReadAsOtherType } from '../values/facts-under-type.js'
import { hashText } from '../values/hash-text.js'
import { parseJson } from '../values/parse-json.js'
import { bindKeyText, readKeyText } from './key-text.js'
import { positionKeyOf } from './position-key.js'

/** Why a cursor does not name a position: it was made for another order, or no row has such values. */
type PositionFault = 'order-changed' | 'invalid'

/** The position that a cursor names in this order. */
export function positionOf(
  content: CursorContent,
  side: Position['side'],
  terms: readonly OrderTerm[],
): Position | PositionFault {
  if (content.print !== orderPrint(terms)) return 'order-changed'
  return positionAt(content.texts, side, terms) ?? 'invalid'
}

/** The position of a row by the texts of its keys; null if the texts do not fit this order. */
export function positionAt(
  texts: readonly (string | null)[],
  side: Position['side'],
  terms: readonly OrderTerm[],
): Position | null {
  if (texts.length !== terms.length) return null
  const keys: (BoundKey | null)[] = []
  for (const [index, { key, isNullable }] of terms.entries()) {
    const text = texts[index] ?? null
    const bound = text === null ? null : bindKeyText(text, key)
    if (bound === null && (text !== null || !isNullable)) return null
    keys.push(bound)
  }
  return { side, keys }
}

/**
 * The texts of a row's keys, as they are in a cursor. Each is bound as it will be when the cursor comes back.
 *
 * @throws PaginateConfigError where a row has a value that its field's type does not have: the cursor would be rejected
 */
export function keyTexts(raw: readonly unknown[], terms: readonly OrderTerm[]): readonly (string | null)[] {
  return terms.map(({ key, field: { name }, isNullable }, index) => {
    const text = readKeyText(raw[index], key, name)
    if (text === null ? !isNullable : bindKeyText(text, key) === null) refuseSortKey(name, text)
    return text
  })
}

/** @throws PaginateConfigError for a value that a cursor cannot hold, on the page that would hand it out */
export function refuseSortKey(name: string, text: string | null): never {
  const value =
    text === null ? 'is null, which the schema rules out' : 'has a value that its type in the schema does not have'
  throw new PaginateConfigError(
    `The sort key '${name}' of a row ${value}; correct the schema, or give the field another value type.`,
  )
}

// The whole order of a list, and its print.

/** The columns of the root that an order sorts by, the tie-breaker aside; null where it sorts by anything else. */
export function sortedColumns(
  order: readonly SortTerm[],
  { table, tieBreaker }: ResolvedConfig,
): { readonly table: Table; readonly names: readonly string[] } | null {
  if (!is(table, Table)) return null
  const names: string[] = []
  for (const { field } of order.slice(0, Math.max(order.length - tieBreaker.length, 1))) {
    const { expression } = field
    if (!is(expression, Column) || tableOf(expression) !== table) return null
    names.push(expression.name)
  }
  return { table, names }
}

/**
 * The sort with the tie-breaker last. A field named before would decide nothing again, and SQL Server refuses to order
 * by it twice.
 */
export function orderTerms(sort: readonly SortTerm[], config: ResolvedConfig): readonly SortTerm[] {
  const isTurned = sort[0]?.direction === 'desc'
  const terms: SortTerm[] = []
  for (const term of sort) if (!isSorted(terms, term.field)) terms.push(term)
  for (const term of config.tieBreaker)
    if (!isSorted(terms, term.field))
      terms.push(isTurned && term.isFollowing ? { field: term.field, direction: 'desc' } : term)
  return terms
}

/** Terms are few: with a set, encoding takes 0.34 µs instead of 0.27. */
function isSorted(terms: readonly SortTerm[], field: Field): boolean {
  for (const term of terms) if (term.field === field) return true
  return false
}

/** The terms of a request's order, with what a position takes from each. */
export function orderOf(sort: readonly SortTerm[], config: ResolvedConfig): readonly OrderTerm[] {
  const { sortsNullsLast } = DIALECTS[config.dialect]
  return orderTerms(sort, config).map(({ field, direction }) => {
    const isFirst = sortsNullsLast === (direction === 'desc')
    return {
      field,
      direction,
      key: positionKeyOf(field, config.dialect),
      // A column that is read as another type is null for text that is not of that type.
      isNullable:
        field.isNullable || isReadAsOtherType(field) || (isUnenforced(field, config) && !isTieBreaker(field, config)),
      nulls: nullPlace({ field, direction }, config) ?? (isFirst ? 'first' : 'last'),
    }
  })
}

/** A column that a view declares: that it is not null is what the schema says, and nothing that a database enforces. */
function isUnenforced({ expression }: Field, { table, joins }: ResolvedConfig): boolean {
  if (!is(expression, Column)) return false
  const name = nameOf(tableOf(expression))
  return [table, ...joins.map((join) => join.table)].some((source) => is(source, View) && nameOf(source) === name)
}

const isTieBreaker = (field: Field, { tieBreaker }: ResolvedConfig): boolean =>
  tieBreaker.some((term) => term.field === field)

/** Where a term's nulls are to be written; undefined where the database has them there by itself. */
export function nullPlace(
  { field, direction }: SortTerm,
  { nullOrder, dialect }: Pick<ResolvedConfig, 'nullOrder' | 'dialect'>,
) {
  const order = field.isDistance === true ? 'largest' : nullOrder.get(field)
  if (order === undefined || order === 'first' || order === 'last') return order
  if ((order === 'largest') === DIALECTS[dialect].sortsNullsLast) return undefined
  return (order === 'smallest') === (direction === 'asc') ? 'first' : 'last'
}

/**
 * Equal prints: equal fields (of a rank, the term too), directions, null placement and tie-breaker. 53 bits in base 36.
 */
export function orderPrint(terms: readonly OrderTerm[]): string {
  const printed = terms.map(({ field: { name, term }, direction, nulls }) => [
    name,
    direction,
    nulls,
    ...(term === undefined ? [] : [term]),
  ])
  return hashText(JSON.stringify(printed))
}

// A position as the text that a client carries, and back.

/** Characters of a cursor, sealed or not: what a URL may carry anywhere. */
export const MAX_CURSOR_LENGTH = 8192

/** A position as a cursor holds it: the print of its order, and the exact text of each term's value. */
interface CursorContent {
  readonly print: string
  readonly texts: readonly (string | null)[]
}

/** URL-safe, opaque, no secret: `.withCursors({ seal, open })` makes it one. */
export function writeCursor({ print, texts }: CursorContent): string {
  return toBase64Url(JSON.stringify([print, ...texts]))
}

/** Null for what `writeCursor` has not written. */
export function readCursor(cursor: string): CursorContent | null {
  if (cursor.length > MAX_CURSOR_LENGTH) return null
  const json = fromBase64Url(cursor)
  if (json === null) return null
  const content = parseJson(json)
  if (!Array.isArray(content) || content.length < 2) return null
  const [print, ...texts] = content as readonly unknown[]
  if (typeof print !== 'string' || !texts.every((text) => text === null || typeof text === 'string')) return null
  return { print, texts: texts as readonly (string | null)[] }
}

// The cursor of a row, sealed where the configuration says so.

/**
 * A promise only where `seal` returns one. Rejected where a cursor would be longer than 8192 characters.
 *
 * @param texts of the row's keys
 */
export function makeCursor(
  texts: readonly (string | null)[],
  order: readonly OrderTerm[],
  { cursors }: Pick<ResolvedConfig, 'cursors'>,
): MaybePromise<Result<string>> {
  const text = writeCursor({ print: orderPrint(order), texts })
  const seal = cursors?.seal ?? null
  if (seal === null || text.length > MAX_CURSOR_LENGTH) return checked(text)
  const sealed = seal.seal(text)
  return typeof sealed === 'string' ? checked(sealed) : Promise.resolve(sealed).then(checked)
}

function checked(text: unknown): Result<string> {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new PaginateConfigError(`.withCursors({ seal }) must return text that is not blank; return a string.`)
  }
  return text.length > MAX_CURSOR_LENGTH ? rejected(refusals.cursorTooLong()) : { ok: true, value: text }
}

// The cursor of a request, opened, before it is known whether it fits the request's order.

/** What a request carries: `invalid` is text that this list has not written. */
export interface RequestCursor {
  readonly side: Position['side']
  /** `unopened`: an asynchronous `open` was asked by a call that cannot wait. */
  readonly content: CursorContent | 'invalid' | 'unopened'
}

/**
 * Null: none, or a list of pages by number, which reads none. A promise only where the configuration's `open` answers
 * one.
 */
export function requestCursor(
  { after, before }: NormalizedQuery,
  { cursors }: ResolvedConfig,
): MaybePromise<RequestCursor | null> {
  if (cursors === null || (after === null && before === null)) return null
  const side = after === null ? 'before' : 'after'
  const text = after ?? before
  const isOne = after === null || before === null
  if (!isOne || typeof text !== 'string' || text.length > MAX_CURSOR_LENGTH) return { side, content: 'invalid' }
  if (cursors.seal === null) return { side, content: readCursor(text) ?? 'invalid' }
  const opened = openSealed(text, cursors.seal)
  if (!isPromiseLike(opened)) return { side, content: contentOf(opened) }
  return opened.then(
    (given) => ({ side, content: contentOf(given) }),
    () => ({ side, content: 'invalid' }),
  )
}

/** The same for calls that answer at once. */
export function requestCursorNow(query: NormalizedQuery, config: ResolvedConfig): RequestCursor | null {
  const cursor = requestCursor(query, config)
  if (!isPromiseLike(cursor)) return cursor
  return { side: query.after === null ? 'before' : 'after', content: 'unopened' }
}

/** What `open` throws on is text that `seal` has not written. */
function openSealed(text: string, { open }: CursorSeal): MaybePromise<unknown> {
  try {
    return open(text)
  } catch {
    return null
  }
}

const contentOf = (opened: unknown): CursorContent | 'invalid' =>
  (typeof opened === 'string' ? readCursor(opened) : null) ?? 'invalid'

// Reading by position ends, whatever the database does. What an order and its condition compare differently would
// repeat rows.

/**
 * Asks of each position whether the reading goes on. A loop is found in constant memory (Brent's algorithm): one
 * position is held while twice as many as before pass it.
 *
 * @returns false where the position was passed before
 */
export function advances(): (texts: readonly (string | null)[]) => boolean {
  let [held, previous]: (string | null)[] = [null, null]
  let [passed, wanted] = [0, 1]
  return (texts) => {
    const position = JSON.stringify(texts)
    if (position === held || position === previous) return false
    previous = position
    passed += 1
    if (passed === wanted) [held, passed, wanted] = [position, 0, wanted * 2]
    return true
  }
}
