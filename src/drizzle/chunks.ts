// Pieces of Drizzle's SQL: what kinds there are, one visit and one map over all of them.
import {
  Column,
  entityKind,
  Name,
  Param,
  Placeholder,
  SQL,
  sql,
  type SQLWrapper,
  StringChunk,
  Subquery,
  Table,
  View,
} from 'drizzle-orm'
import { is } from './kinds.js'
import { decoderOf, inlinesParams, isSelectionField, originOf } from './fragments.js'

/**
 * What Drizzle writes for a chunk:
 *
 * | kind | written as |
 * |---|---|
 * | `nothing` | nothing: `undefined` |
 * | `text` `name` | itself; an identifier |
 * | `sql` `aliased` `list` | its members |
 * | `column` `table` `view` `subquery` | its name; a sub-query with its select |
 * | `param` | a parameter, encoded |
 * | `value` `object` | a parameter as it is: a text, number, null …; a record, `Date` or `Buffer` |
 * | `placeholder` | a place for a value of a prepared statement |
 * | `wrapper` | whatever its `getSQL()` answers: a select, or an object of the app's own |
 * | `function` | what it is called for: `pgEnum()` makes one |
 */
export type ChunkKind =
  | 'nothing'
  | 'text'
  | 'name'
  | 'sql'
  | 'aliased'
  | 'list'
  | 'column'
  | 'table'
  | 'view'
  | 'subquery'
  | 'param'
  | 'value'
  | 'object'
  | 'placeholder'
  | 'wrapper'
  | 'function'

/** `is()` goes up the chain of prototypes for each class that it is asked for, so each class is asked once. */
const kinds = new WeakMap<object, ChunkKind>()

export function chunkKind(chunk: unknown): ChunkKind {
  if (chunk === undefined) return 'nothing'
  if (typeof chunk === 'function') return 'function'
  if (typeof chunk !== 'object' || chunk === null) return 'value'
  if (Array.isArray(chunk)) return 'list'
  const { constructor } = chunk
  // A record may have a member of this name.
  if (typeof constructor !== 'function' || constructor === Object || !Object.hasOwn(constructor, entityKind))
    return kindOfObject(chunk)
  let kind = kinds.get(constructor)
  if (kind === undefined) {
    kind = kindOfObject(chunk)
    kinds.set(constructor, kind)
  }
  return kind
}

function kindOfObject(chunk: object): ChunkKind {
  if (is(chunk, StringChunk)) return 'text'
  if (is(chunk, Column)) return 'column'
  if (is(chunk, SQL)) return 'sql'
  if (is(chunk, Param)) return 'param'
  if (is(chunk, Name)) return 'name'
  if (is(chunk, View)) return 'view'
  if (is(chunk, Table)) return 'table'
  if (is(chunk, Subquery)) return 'subquery'
  if (is(chunk, SQL.Aliased)) return 'aliased'
  if (is(chunk, Placeholder)) return 'placeholder'
  return 'getSQL' in chunk && typeof chunk.getSQL === 'function' ? 'wrapper' : 'object'
}

/** Leaves a chunk as it is, and goes on with its members. */
export const GO_ON: unique symbol = Symbol('go on') as never

/**
 * The same fragment with some of its chunks replaced. The fragment itself is not changed, and every list of chunks is
 * copied: what somebody appends to the fragment later is not in the copy.
 *
 * @param fragment SQL, aliased SQL, or a (nested) list or record of them, such as a selection
 * @param replace returns the new chunk, or `GO_ON`
 */
export function mapChunks<Fragment>(
  fragment: Fragment,
  replace: (chunk: unknown, kind: ChunkKind) => unknown,
): Fragment {
  const map = (chunk: unknown): unknown => {
    const kind = chunkKind(chunk)
    const replaced = replace(chunk, kind)
    if (replaced !== GO_ON) return replaced
    switch (kind) {
      case 'sql':
        return mapSql(chunk as SQL, map)
      case 'aliased': {
        const aliased = chunk as SQL.Aliased
        // A field of a sub-query or a view is written only by its name.
        return isSelectionField(aliased) || originOf(aliased) !== undefined
          ? aliased
          : new SQL.Aliased(map(aliased.sql) as SQL, aliased.fieldAlias)
      }
      case 'list':
        return (chunk as readonly unknown[]).map(map)
      case 'object':
        return isPlainRecord(chunk as object) ? mapRecord(chunk as object, map) : chunk
      default:
        return chunk
    }
  }
  return map(fragment) as Fragment
}

function mapSql(fragment: SQL, map: (chunk: unknown) => unknown): SQL {
  // The constructor asks each chunk whether it is a table. The copy reads the same tables.
  const copy = new SQL([])
  for (const chunk of fragment.queryChunks) copy.queryChunks.push(map(chunk) as never)
  const { usedTables } = fragment as unknown as { readonly usedTables?: readonly string[] }
  if (usedTables !== undefined && usedTables.length > 0) Object.assign(copy, { usedTables: [...usedTables] })
  copy.mapWith(decoderOf(fragment))
  return inlinesParams(fragment) ? copy.inlineParams() : copy
}

function mapRecord(record: object, map: (member: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(record).map(([name, member]) => [name, map(member)]))
}

/**
 * SQL, or an object with `getSQL()`, as Drizzle takes it where it takes SQL. A table has that method as well, and is no
 * value.
 */
export const isWrapper = (value: unknown): value is SQLWrapper =>
  typeof (Object(value) as { readonly getSQL?: unknown }).getSQL === 'function' && !is(value, Table)

/** What an object of the app answers may be other SQL later, so it is asked once. */
export const sqlOf = (given: SQLWrapper): SQL => (is(given, SQL) ? given : sql`(${given.getSQL()})`)

/** A copy that later changes of the fragment, or of a list or date in it, do not reach. */
export const copyFragment = <Fragment>(fragment: Fragment): Fragment =>
  mapChunks(fragment, (chunk, kind) => {
    if (kind === 'object' && chunk instanceof Date) return copyValue(chunk)
    if (kind !== 'param') return GO_ON
    const { value, encoder } = chunk as Param
    return typeof value === 'object' && value !== null ? new Param(copyValue(value), encoder) : chunk
  })

function copyValue(value: unknown): unknown {
  if (value instanceof Date) return new Date(value)
  return Array.isArray(value) ? value.map(copyValue) : value
}

/**
 * Visits a fragment and everything in it, in the order in which it is written.
 *
 * @param enter is given each chunk, and answers whether its members are visited too
 */
export function visitChunks(fragment: unknown, enter: (chunk: unknown, kind: ChunkKind) => boolean): void {
  const kind = chunkKind(fragment)
  if (!enter(fragment, kind)) return
  for (const member of membersOf(fragment, kind)) visitChunks(member, enter)
}

function membersOf(chunk: unknown, kind: ChunkKind): readonly unknown[] {
  switch (kind) {
    case 'sql':
      return (chunk as SQL).queryChunks
    case 'aliased':
      return [(chunk as SQL.Aliased).sql]
    case 'list':
      return chunk as readonly unknown[]
    case 'subquery':
      return [(chunk as Subquery)._.sql]
    case 'param':
      return [(chunk as Param).value]
    case 'object':
      return isPlainRecord(chunk as object) ? Object.values(chunk as object) : []
    case 'wrapper':
      return [(chunk as { getSQL(): unknown }).getSQL()]
    default:
      return []
  }
}

/** A record someone wrote, not a Date or a Buffer bound as a value. */
export function isPlainRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
