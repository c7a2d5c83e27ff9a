// Kept: the key of what a call hands over, a condition or a selection, apart from its values. A fragment is taken apart
// only where each of its chunks is of a kind listed here. Everything else is rendered by Drizzle, each time, as it is.
import type { Column, Name, Param, Placeholder, SQL, StringChunk, Table } from 'drizzle-orm'
import { type ChunkKind, chunkKind, isPlainRecord, visitChunks } from '../drizzle/chunks.js'
import { columnInternals, isTableAlias, originalName, schemaOf, tableName } from '../drizzle/tables.js'
import {
  chunkText,
  decoderOf,
  type FragmentDecoder,
  inlinesParams,
  isSelectionField,
  noDecoder,
  noEncoder,
  originOf,
} from '../drizzle/fragments.js'
import { isPgEnum, kindOf } from '../drizzle/kinds.js'
import { OpaqueColumn } from '../fragments/opaque-column.js'
import { MAX_KEPT_SLOTS } from './kept-shapes.js'
import { isSlot } from './slots.js'

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

const tableKey = (table: object): string =>
  JSON.stringify([schemaOf(table), originalName(table), tableName(table), isTableAlias(table)])

const columnKeys = new WeakMap<object, string>()

/**
 * Columns of an alias or a view are new objects at each access. What Drizzle writes for a column are its names; what it
 * makes of a value follows from the column's class, its `config` and its two functions, which all accesses share. An app
 * may have put others in their places.
 */
function columnKey(column: Column): string | null {
  const known = columnKeys.get(column)
  if (known !== undefined) return known
  const { table, config, keyAsName, isAlias } = columnInternals(column)
  if (typeof config !== 'object' || config === null || typeof table !== 'object' || table === null) return null
  // A column of a sub-select or of a view's expression has no table of names.
  if (typeof tableName(table) !== 'string') return null
  const made = [config, column.constructor, column.mapFromDriverValue, column.mapToDriverValue].map(idOf).join('.')
  const key = `c${tableKey(table)}${JSON.stringify([column.name, keyAsName, isAlias])}${made}`
  columnKeys.set(column, key)
  return key
}

class KeyWriter {
  key = ''
  isKeepable = true
  readonly values: unknown[] = []
  /** The chunks that hold the values: bare ones and parameters. */
  readonly places: unknown[] = []
  readonly #hasDecoders: boolean

  /** @param hasDecoders do the fragments make rows? */
  constructor(hasDecoders: boolean) {
    this.#hasDecoders = hasDecoders
  }

  writeSql(fragment: SQL): void {
    // Inlined values are part of the text.
    if (inlinesParams(fragment)) return this.refuse()
    this.key += 's'
    if (this.#hasDecoders) this.#writeDecoder(decoderOf(fragment))
    this.key += '('
    for (const chunk of fragment.queryChunks) this.writeChunk(chunk)
    this.key += ')'
  }

  writeChunk(chunk: unknown): void {
    if (!this.isKeepable) return
    switch (chunkKind(chunk)) {
      case 'nothing':
        this.key += 'u'
        break
      // A bare value of a template is bound as it is.
      case 'value':
        this.key += '?;'
        this.values.push(chunk)
        this.places.push(chunk)
        break
      case 'text': {
        const text = chunkText(chunk as StringChunk)
        // The length says where the text ends: nothing in it can read as the chunks of another fragment.
        this.key += `"${text.length}:${text}`
        break
      }
      case 'column':
        this.#writeColumn(chunk as Column)
        break
      case 'sql':
        this.writeSql(chunk as SQL)
        break
      case 'param':
        this.#writeParam(chunk as Param)
        break
      case 'name':
        this.key += `n${JSON.stringify((chunk as Name).value)}`
        break
      case 'table':
        this.key += `t${tableKey(chunk as Table)}`
        break
      case 'list':
        this.key += '['
        for (const member of chunk as readonly unknown[]) this.writeChunk(member)
        this.key += ']'
        break
      default:
        this.refuse()
    }
    if (this.key.length > MAX_KEY_LENGTH || this.values.length > MAX_KEPT_SLOTS) this.refuse()
  }

  /** A selection: a (nested) record of columns, SQL, aliased SQL and tables. */
  writeSelection(selection: object): void {
    this.key += '{'
    for (const [name, member] of Object.entries(selection) as [string, unknown][]) {
      this.key += JSON.stringify(name)
      const kind = chunkKind(member)
      if (kind === 'column') this.#writeColumn(member as Column)
      else if (kind === 'sql') this.writeSql(member as SQL)
      else if (kind === 'aliased') this.#writeAliased(member as SQL.Aliased)
      // The table itself decides how its rows are read.
      else if (kind === 'table') this.key += `T${idOf(member as Table)}`
      else if (kind === 'object' && isPlainRecord(member as object)) this.writeSelection(member as object)
      else return this.refuse()
    }
    this.key += '}'
  }

  refuse(): void {
    this.isKeepable = false
  }

  finish(): FragmentKey {
    return { key: this.isKeepable ? this.key : null, values: this.values }
  }

  #writeColumn(column: Column): void {
    const key = columnKey(column)
    if (key === null) this.refuse()
    else this.key += key
  }

  #writeAliased(aliased: SQL.Aliased): void {
    // A field of a sub-select or a view is written as a name, with an origin on one line.
    if (isSelectionField(aliased) || originOf(aliased) !== undefined) return this.refuse()
    this.key += `a${JSON.stringify(aliased.fieldAlias)}`
    this.writeSql(aliased.sql)
  }

  #writeDecoder(decoder: object): void {
    // Most fragments have none, and to learn the kind of a record takes as long as the rest of a key.
    if ((decoder as Partial<FragmentDecoder>).mapFromDriverValue === noDecoder) {
      this.key += 'd0'
      return
    }
    if (chunkKind(decoder) === 'column') return this.#writeColumn(decoder as Column)
    // `.mapWith(decode)` makes an object of its own around the function at each call; a decoder object is kept as it
    // is: its function may read another member, under a symbol too.
    const { mapFromDriverValue } = decoder as { mapFromDriverValue?: unknown }
    const isWrapper =
      isPlainRecord(decoder) && Reflect.ownKeys(decoder).length === 1 && typeof mapFromDriverValue === 'function'
    this.key += `d${idOf(isWrapper ? (mapFromDriverValue as object) : decoder)}`
  }

  #writeParam(param: Param): void {
    const { value, encoder } = param
    // Drizzle encodes no null in a parameter, but would in a slot: null is part of the text.
    if (value === null) {
      this.key += 'z'
      return
    }
    if (!isOneValue(chunkKind(value))) return this.refuse()
    // A bare value that a column follows is not a value of that column.
    if (encoder === noEncoder) this.key += '?;'
    else if (chunkKind(encoder) === 'column') {
      const key = columnKey(encoder as Column)
      // The line with codecs writes a cast after the column's codec, so the column is part of the key.
      if (key === null) return this.refuse()
      this.key += `p${key}`
    } else return this.refuse()
    const encoded: unknown = encoder.mapToDriverValue(value as never)
    // An encoder may return SQL, which is text.
    if (encoded !== undefined && !isOneValue(chunkKind(encoded))) return this.refuse()
    this.values.push(encoded)
    this.places.push(param)
  }
}

/** What Drizzle writes as one parameter. */
const isOneValue = (kind: ChunkKind): boolean => kind === 'value' || kind === 'object' || kind === 'list'

export function conditionKey(condition: SQL): FragmentKey {
  const writer = new KeyWriter(false)
  // A condition may be any SQL wrapper at run time.
  if (chunkKind(condition) === 'sql') writer.writeSql(condition)
  else writer.refuse()
  return writer.finish()
}

/** The key of several fragments, with the chunks in whose places `withSlots` puts slots, in their order. */
export function answersKey(answers: readonly SQL[]): FragmentKey & { readonly places: readonly unknown[] } {
  const writer = new KeyWriter(true)
  for (const answer of answers) writer.writeSql(answer)
  return { ...writer.finish(), places: writer.places }
}

export function selectionKey(selection: object): FragmentKey {
  const writer = new KeyWriter(true)
  writer.writeSelection(selection)
  return writer.finish()
}

/**
 * Does a fragment of the configuration say the same in every request? What `getSQL()` of an object that is not
 * Drizzle's answers may differ each time.
 */
export function isStatic(fragment: unknown): boolean {
  let isSame = true
  visitChunks(fragment, (chunk, kind) => {
    if (kind === 'placeholder' && !isSlot(chunk as Placeholder)) isSame = false
    if (kind === 'wrapper' && !(chunk instanceof OpaqueColumn) && kindOf(chunk as object) === undefined) isSame = false
    if (kind === 'function' && !isPgEnum(chunk)) isSame = false
    return isSame
  })
  return isSame
}
