// Stage run: driver rows (arrays of values) as items, by closures over decoders that are looked up once a statement.
// Drizzle 0.45 looks them up for every value of every row; 1.0 has mappers of this kind itself and keeps them.
import { Column, is, SQL, Subquery, Table } from 'drizzle-orm'
import type { Selection } from '../types/selection.js'
import { timestampDecoder } from './timestamp-decoder.js'

/** Null: the value is handed on as it is. */
export type Decoder = ((value: unknown) => unknown) | null

/** @param normalize what some SQLite drivers do to every value before it is decoded */
export type RowMapper = (rows: readonly ArrayLike<unknown>[], normalize?: (value: unknown) => unknown) => Record<string, unknown>[]

interface Leaf {
  readonly path: readonly string[]
  readonly decode: Decoder
}

/** Rows as the selection's records, none of them nullified: `guardSelection` tells which records a left join did not find. */
export function rowMapper(selection: Selection): RowMapper {
  const leaves = leavesOf(selection, [])
  const decoders = leaves.map(({ decode }) => decode)
  const write = leaves.every(({ path }) => path.length === 1)
    ? flatWriter(leaves.map(({ path }) => path[0] as string), decoders)
    : nestedWriter(leaves)
  return (rows, normalize) => {
    const items: Record<string, unknown>[] = []
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as ArrayLike<unknown>
      items.push(write(normalize === undefined ? row : Array.from(row, normalize)))
    }
    return items
  }
}

type RowWriter = (row: ArrayLike<unknown>) => Record<string, unknown>

function flatWriter(keys: readonly string[], decoders: readonly Decoder[]): RowWriter {
  const width = keys.length
  return (row) => {
    const item: Record<string, unknown> = {}
    for (let i = 0; i < width; i++) {
      const value = row[i]
      const decode = decoders[i] as Decoder
      item[keys[i] as string] = decode === null || value === null ? value : decode(value)
    }
    return item
  }
}

function nestedWriter(leaves: readonly Leaf[]): RowWriter {
  return (row) => {
    const item: Record<string, unknown> = {}
    leaves.forEach(({ path, decode }, leaf) => {
      const value = row[leaf]
      const last = path.length - 1
      let node = item
      for (let depth = 0; depth < last; depth++) node = (node[path[depth] as string] ??= {}) as Record<string, unknown>
      node[path[last] as string] = decode === null || value === null ? value : decode(value)
    })
    return item
  }
}

/** In the order in which Drizzle selects them. */
function leavesOf(selection: object, path: readonly string[]): Leaf[] {
  return Object.entries(selection).flatMap(([key, member]: [string, unknown]): Leaf[] => {
    const at = [...path, key]
    if (is(member, Column)) return [{ path: at, decode: columnDecoder(member) }]
    if (is(member, SQL)) return [{ path: at, decode: expressionDecoder(member) }]
    if (is(member, SQL.Aliased)) return [{ path: at, decode: expressionDecoder(member.sql) }]
    if (is(member, Subquery)) return [{ path: at, decode: expressionDecoder(member._.sql) }]
    if (is(member, Table)) return leavesOf((member as unknown as Record<symbol, object>)[Symbol.for('drizzle:Columns')] as object, at)
    return leavesOf(member as object, at)
  })
}

const decodesNothing = Column.prototype.mapFromDriverValue as unknown

function columnDecoder(column: Column): Decoder {
  const decode = column.mapFromDriverValue as (value: unknown) => unknown
  if (decode === decodesNothing) return null
  return timestampDecoder(column) ?? ((value) => decode.call(column, value))
}

function expressionDecoder(expression: SQL): Decoder {
  const { decoder } = expression as unknown as { decoder: { mapFromDriverValue: (value: unknown) => unknown } | Column }
  if (is(decoder, Column)) return columnDecoder(decoder)
  const { mapFromDriverValue } = decoder
  // Drizzle's own placeholder for "no decoder" answers its argument.
  return mapFromDriverValue === noDecoder ? null : (value) => mapFromDriverValue.call(decoder, value)
}

const noDecoder = (new SQL([]) as unknown as { decoder: { mapFromDriverValue: unknown } }).decoder.mapFromDriverValue
