// Kept: the key of what a host hands over for one request, a condition or a selection, apart from its values. A fragment is
// taken apart only where each of its chunks is of a kind listed here. Everything else is rendered by Drizzle, each time, as it
// is. Reads fragments, never changes them.
import { Column, is, Name, Param, Placeholder, SQL, StringChunk, type SQLChunk, Table, View } from 'drizzle-orm'
import { columnInternals } from '../drizzle/columns.js'
import { chunkText, decoderOf, inlinesParams, isSelectionField, noEncoder, originOf } from '../drizzle/fragments.js'
import { isTableAlias, originalName, schemaOf, tableName } from '../drizzle/tables.js'
import { isPlainRecord } from '../fragments/referenced-tables.js'
import type { SlotWriter } from '../types/sql.js'
import { MAX_KEPT_SLOTS } from './kept-shapes.js'

export interface FragmentKey {
  /** Equal keys: equal SQL text and, for a selection, equal mapping of rows. Null: the fragment is not kept. */
  readonly key: string | null
  /** What the driver binds for it, in order of appearance, as Drizzle encodes it. */
  readonly values: readonly unknown[]
}

/** A longer key costs more than it gains. */
const MAX_KEY_LENGTH = 8192

const ids = new WeakMap<object, number>()
let lastId = 0

/** A number for an object's identity. */
export function idOf(object: object): number {
  const known = ids.get(object)
  if (known !== undefined) return known
  lastId += 1
  ids.set(object, lastId)
  return lastId
}

const tableKey = (table: object): string => JSON.stringify([schemaOf(table), originalName(table), tableName(table), isTableAlias(table)])

const columnKeys = new WeakMap<object, string>()

/**
 * Columns of an alias or a view are new objects at each access. What Drizzle writes for a column are its names; what it makes
 * of a value follows from the column's class and its `config`, which all accesses share.
 */
function columnKey(column: Column): string | null {
  const known = columnKeys.get(column)
  if (known !== undefined) return known
  const { table, config, keyAsName, isAlias } = columnInternals(column)
  if (typeof config !== 'object' || config === null || typeof table !== 'object' || table === null) return null
  // A column of a sub-select or of a view's expression has no table of names.
  if (typeof tableName(table) !== 'string') return null
  const key = `c${tableKey(table)}${JSON.stringify([column.name, keyAsName, isAlias])}${idOf(config)}.${idOf(column.constructor)}`
  columnKeys.set(column, key)
  return key
}

class FragmentWalk {
  key = ''
  isKeepable = true
  readonly values: unknown[] = []
  readonly #hasDecoders: boolean

  /** @param hasDecoders do the fragments make rows? */
  constructor(hasDecoders: boolean) {
    this.#hasDecoders = hasDecoders
  }

  visitSql(fragment: SQL): void {
    // Inlined values are part of the text.
    if (inlinesParams(fragment)) return this.refuse()
    this.key += 's'
    if (this.#hasDecoders) this.#writeDecoder(decoderOf(fragment))
    this.key += '('
    for (const chunk of fragment.queryChunks) this.visitChunk(chunk)
    this.key += ')'
  }

  visitChunk(chunk: unknown): void {
    if (!this.isKeepable) return
    if (typeof chunk !== 'object' || chunk === null) {
      // `undefined` writes nothing. Any other bare value of a template is bound as it is; a function may be a `pgEnum`.
      if (chunk === undefined) this.key += 'u'
      else if (typeof chunk === 'function') this.refuse()
      else this.#bind(chunk)
    } else if (is(chunk, StringChunk)) {
      // The length says where the text ends: nothing in it can read as the chunks of another fragment.
      const text = chunkText(chunk)
      this.key += `"${text.length}:${text}`
    } else if (is(chunk, Column)) this.visitColumn(chunk)
    else if (is(chunk, SQL)) this.visitSql(chunk)
    else if (is(chunk, Param)) this.#visitParam(chunk)
    else if (is(chunk, Name)) this.key += `n${JSON.stringify(chunk.value)}`
    else if (is(chunk, Table) && !is(chunk, View)) this.key += `t${tableKey(chunk)}`
    else if (Array.isArray(chunk)) {
      this.key += '['
      for (const member of chunk) this.visitChunk(member)
      this.key += ']'
    } else this.refuse()
    if (this.key.length > MAX_KEY_LENGTH || this.values.length > MAX_KEPT_SLOTS) this.refuse()
  }

  visitColumn(column: Column): void {
    const key = columnKey(column)
    if (key === null) this.refuse()
    else this.key += key
  }

  /** A selection: a (nested) record of columns, SQL, aliased SQL and tables. */
  visitSelection(selection: object): void {
    this.key += '{'
    for (const [name, member] of Object.entries(selection) as [string, unknown][]) {
      this.key += JSON.stringify(name)
      if (typeof member !== 'object' || member === null) return this.refuse()
      if (is(member, Column)) this.visitColumn(member)
      else if (is(member, SQL)) this.visitSql(member)
      else if (is(member, SQL.Aliased)) this.#visitAliased(member)
      // The table itself decides how its rows are read.
      else if (is(member, Table) && !is(member, View)) this.key += `T${idOf(member)}`
      else if (isPlainRecord(member)) this.visitSelection(member)
      else return this.refuse()
    }
    this.key += '}'
  }

  refuse(): void {
    this.isKeepable = false
  }

  #visitAliased(aliased: SQL.Aliased): void {
    // A field of a sub-select or a view is written as a name, with an origin on one line.
    if (isSelectionField(aliased) || originOf(aliased) !== undefined) return this.refuse()
    this.key += `a${JSON.stringify(aliased.fieldAlias)}`
    this.visitSql(aliased.sql)
  }

  #writeDecoder(decoder: object): void {
    if (is(decoder, Column)) return this.visitColumn(decoder)
    // `.mapWith(decode)` makes an object of its own around the function at each call; a decoder object is kept as it is.
    const { mapFromDriverValue } = decoder as { mapFromDriverValue?: unknown }
    const isWrapper = isPlainRecord(decoder) && Object.keys(decoder).length === 1 && typeof mapFromDriverValue === 'function'
    this.key += `d${idOf(isWrapper ? (mapFromDriverValue as object) : decoder)}`
  }

  #visitParam({ value, encoder }: Param): void {
    // Drizzle encodes no null in a parameter, but would in a slot: null is part of the text.
    if (value === null) {
      this.key += 'z'
      return
    }
    if (value === undefined || typeof value === 'function' || isDrizzleObject(value)) return this.refuse()
    if (is(encoder, Column)) {
      const key = columnKey(encoder)
      // The line with codecs writes a cast after the column's codec, so the column is part of the key.
      if (key === null) return this.refuse()
      this.key += `?${key}`
    } else if (encoder === noEncoder) this.key += '?'
    else return this.refuse()
    const encoded: unknown = encoder.mapToDriverValue(value as never)
    // An encoder may answer SQL, which is text.
    if (isDrizzleObject(encoded)) return this.refuse()
    this.values.push(encoded)
  }

  #bind(value: unknown): void {
    this.key += '?'
    this.values.push(value)
  }
}

/** SQL, a placeholder, a table …: anything that Drizzle would write in another way than as one parameter. */
function isDrizzleObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && ('getSQL' in value || is(value, Column) || is(value, Table) || is(value, Placeholder))
  )
}

const finished = ({ isKeepable, key, values }: FragmentWalk): FragmentKey => ({ key: isKeepable ? key : null, values })

/** The key of a condition. */
export function conditionKey(condition: SQL): FragmentKey {
  const walk = new FragmentWalk(false)
  // A condition may be any SQL wrapper at run time.
  if (is(condition, SQL)) walk.visitSql(condition)
  else walk.refuse()
  return finished(walk)
}

/** The key of a selection. */
export function selectionKey(selection: object): FragmentKey {
  const walk = new FragmentWalk(true)
  walk.visitSelection(selection)
  return finished(walk)
}

/** The same condition or selection with its values in slots, in the order of its `values`. Only for fragments with a key. */
export function withSlots<Fragment>(fragment: Fragment, firstSlot: number, slot: SlotWriter): Fragment {
  let next = firstSlot
  const rewrite = (node: unknown, isMember: boolean): unknown => {
    if (typeof node !== 'object' || node === null) return node === undefined || isMember ? node : slot(next++)
    if (is(node, SQL)) {
      const copy = new SQL(node.queryChunks.map((chunk) => rewrite(chunk, false)) as SQLChunk[])
      return copy.mapWith(decoderOf(node))
    }
    if (is(node, SQL.Aliased)) return new SQL.Aliased(rewrite(node.sql, false) as SQL, node.fieldAlias)
    if (is(node, Param)) return node.value === null ? node : slot(next++, is(node.encoder, Column) ? node.encoder : undefined)
    if (Array.isArray(node)) return node.map((member) => rewrite(member, false))
    if (isMember && isPlainRecord(node))
      return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, rewrite(member, true)]))
    return node
  }
  return rewrite(fragment, true) as Fragment
}
