// Stage run: the shape of a fragment that a host hands over for one request, apart from its values, so that a finished
// statement can be found again. Reads fragments, never changes them.
import { Column, is, Name, Param, Placeholder, SQL, StringChunk, Subquery, type SQLChunk, Table, View } from 'drizzle-orm'
import { isPlainRecord } from '../fragments/referenced-tables.js'
import type { SlotWriter } from '../types/sql.js'

export interface Fingerprint {
  /** Equal keys: equal SQL text and equal mapping of results. Null: the fragment cannot be cached. */
  readonly key: string | null
  /** The values bound in it, in order of appearance. */
  readonly values: readonly unknown[]
}

const ids = new WeakMap<object, number>()
let lastId = 0

/** A number for an object's identity: columns, tables and encoders are the same objects in every request. */
function idOf(object: object): number {
  const known = ids.get(object)
  if (known !== undefined) return known
  lastId += 1
  ids.set(object, lastId)
  return lastId
}

class Walk {
  key = ''
  isCacheable = true
  readonly values: unknown[] = []

  visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) {
      // `undefined` writes nothing, any other bare value in a template is bound.
      if (node === undefined) this.key += 'u'
      else this.bind(node, '')
    } else if (is(node, StringChunk)) {
      // The length tells where the text ends: nothing in it can read as the chunks of another fragment.
      const text = [node.value].flat().join('')
      this.key += `"${text.length}:${text}`
    } else if (is(node, Column)) this.key += `c${idOf(node)}`
    else if (is(node, SQL)) this.visitSql(node)
    else if (is(node, Param)) this.visitParam(node)
    else if (is(node, Name)) this.key += `n${JSON.stringify(node.value)}`
    else if (is(node, SQL.Aliased)) {
      this.key += `a${JSON.stringify(node.fieldAlias)}`
      this.visit(node.sql)
    } else if (is(node, Table) || is(node, View)) this.key += `t${idOf(node)}`
    else if (Array.isArray(node)) this.visitList(node)
    else if (isPlainRecord(node)) {
      this.key += '{'
      for (const [name, member] of Object.entries(node)) {
        this.key += JSON.stringify(name)
        this.visit(member)
      }
      this.key += '}'
    } else if (is(node, Subquery) || is(node, Placeholder) || !isFragment(node)) this.isCacheable = false
    else {
      this.key += 'w'
      this.visit((node as { getSQL(): SQL }).getSQL())
    }
  }

  private visitSql(fragment: SQL): void {
    const { decoder, shouldInlineParams } = fragment as unknown as {
      decoder: { mapFromDriverValue: object }
      shouldInlineParams: boolean
    }
    // Inlined values are part of the text.
    if (shouldInlineParams) this.isCacheable = false
    this.key += `s${idOf(is(decoder, Column) ? decoder : decoder.mapFromDriverValue)}(`
    for (const chunk of fragment.queryChunks) this.visit(chunk)
    this.key += ')'
  }

  private visitList(list: readonly unknown[]): void {
    this.key += '['
    for (const member of list) this.visit(member)
    this.key += ']'
  }

  private visitParam({ value, encoder }: Param): void {
    if (is(value, SQL)) {
      this.key += 'p'
      this.visit(value)
    } else if (is(value, Placeholder) || isMadeColumn(encoder)) this.isCacheable = false
    // Drizzle encodes no null in a parameter, but would in a placeholder: null is part of the shape.
    else if (value === null) this.key += 'z'
    else this.bind(value, idOf(encoder))
  }

  private bind(value: unknown, encoder: number | ''): void {
    this.key += `?${encoder}`
    this.values.push(value)
  }
}

/** The encoder of a custom column may answer SQL, which no placeholder can hold. */
function isMadeColumn(encoder: unknown): boolean {
  return is(encoder, Column) && encoder.columnType.includes('Custom')
}

function isFragment(node: object): boolean {
  return 'getSQL' in node && typeof node.getSQL === 'function'
}

/** @param fragment a condition, or a (nested) record of columns and SQL such as a selection */
export function fingerprint(fragment: unknown): Fingerprint {
  const walk = new Walk()
  walk.visit(fragment)
  return { key: walk.isCacheable ? walk.key : null, values: walk.values }
}

/** The same fragment with its values in slots, in the order `fingerprint` lists them. Only for fragments with a key. */
export function withSlots<Fragment>(fragment: Fragment, firstSlot: number, slot: SlotWriter): Fragment {
  let next = firstSlot
  const rewrite = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node === undefined ? node : slot(next++)
    if (is(node, SQL)) {
      const copy = new SQL(node.queryChunks.map(rewrite) as SQLChunk[])
      return copy.mapWith((node as unknown as { decoder: never }).decoder)
    }
    if (is(node, SQL.Aliased)) return new SQL.Aliased(rewrite(node.sql) as SQL, node.fieldAlias)
    if (is(node, Param)) {
      if (is(node.value, SQL)) return rewrite(node.value)
      return node.value === null ? node : slot(next++, node.encoder as Column)
    }
    if (is(node, StringChunk) || is(node, Column) || is(node, Name) || is(node, Table) || is(node, View)) return node
    if (Array.isArray(node)) return node.map(rewrite)
    if (isPlainRecord(node)) return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, rewrite(member)]))
    // A wrapper writes its SQL in parentheses unless it asks for none.
    const wrapper = node as { getSQL(): SQL; shouldOmitSQLParens?(): boolean }
    const inner = rewrite(wrapper.getSQL()) as SQL
    return wrapper.shouldOmitSQLParens?.() === true ? inner : new SQL([new StringChunk('('), inner, new StringChunk(')')])
  }
  return rewrite(fragment) as Fragment
}
