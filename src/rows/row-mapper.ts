// Stage run: driver rows (arrays of values) as items, by closures over decoders that are looked up once a statement.
// Drizzle 0.45 looks them up for every value of every row; 1.0 has mappers of this kind itself and keeps them.
import { Column, is, SQL, Subquery, Table } from 'drizzle-orm'
import { tableColumns } from '../drizzle/tables.js'
import type { Selection } from '../types/selection.js'
import { columnDecoder, type Decoder, expressionDecoder } from './column-decoder.js'

/** @param normalize what some SQLite drivers do to every value before it is decoded */
export type RowMapper = (rows: readonly ArrayLike<unknown>[], normalize?: (value: unknown) => unknown) => Record<string, unknown>[]

interface Leaf {
  readonly path: readonly string[]
  readonly decoder: Decoder | null
}

/** Rows as the selection's records, none of them nullified: `guardSelection` tells which records a left join did not find. */
export function rowMapper(selection: Selection): RowMapper {
  const leaves = leavesOf(selection, [])
  const decoders = leaves.map(({ decoder }) => decoder)
  const write = leaves.every(({ path }) => path.length === 1)
    ? flatWriter(
        leaves.map(({ path }) => path[0] as string),
        decoders,
      )
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

/** Columns before this one have a store each. */
const IN_LOOP_FROM = 16

/**
 * V8 caches the key per assignment site, and a site with one key is several times as fast. Each of these lines is a site of its
 * own: it stays monomorphic in a process with few lists, or whose lists begin with the same columns. Else it costs what a loop costs.
 */
function flatWriter(keys: readonly string[], decoders: readonly (Decoder | null)[]): RowWriter {
  const width = keys.length
  // Every process counts rows. The key of the count has its own site, so that the first site below stays monomorphic.
  if (width === 1) return oneColumnWriter(keys[0] as string, decoders[0] as Decoder | null)
  return (row) => {
    const item: Record<string, unknown> = {}
    if (width === 0) return item
    item[keys[0] as string] = decoded(decoders[0], row[0])
    item[keys[1] as string] = decoded(decoders[1], row[1])
    if (width === 2) return item
    item[keys[2] as string] = decoded(decoders[2], row[2])
    if (width === 3) return item
    item[keys[3] as string] = decoded(decoders[3], row[3])
    if (width === 4) return item
    item[keys[4] as string] = decoded(decoders[4], row[4])
    if (width === 5) return item
    item[keys[5] as string] = decoded(decoders[5], row[5])
    if (width === 6) return item
    item[keys[6] as string] = decoded(decoders[6], row[6])
    if (width === 7) return item
    item[keys[7] as string] = decoded(decoders[7], row[7])
    if (width === 8) return item
    item[keys[8] as string] = decoded(decoders[8], row[8])
    if (width === 9) return item
    item[keys[9] as string] = decoded(decoders[9], row[9])
    if (width === 10) return item
    item[keys[10] as string] = decoded(decoders[10], row[10])
    if (width === 11) return item
    item[keys[11] as string] = decoded(decoders[11], row[11])
    if (width === 12) return item
    item[keys[12] as string] = decoded(decoders[12], row[12])
    if (width === 13) return item
    item[keys[13] as string] = decoded(decoders[13], row[13])
    if (width === 14) return item
    item[keys[14] as string] = decoded(decoders[14], row[14])
    if (width === 15) return item
    item[keys[15] as string] = decoded(decoders[15], row[15])
    for (let i = IN_LOOP_FROM; i < width; i++) item[keys[i] as string] = decoded(decoders[i], row[i])
    return item
  }
}

function oneColumnWriter(key: string, decoder: Decoder | null): RowWriter {
  return (row) => {
    const item: Record<string, unknown> = {}
    item[key] = decoded(decoder, row[0])
    return item
  }
}

function decoded(decoder: Decoder | null | undefined, value: unknown): unknown {
  return decoder === null || value === null || typeof value === (decoder as Decoder).passed ? value : (decoder as Decoder).decode(value)
}

function nestedWriter(leaves: readonly Leaf[]): RowWriter {
  return (row) => {
    const item: Record<string, unknown> = {}
    leaves.forEach(({ path, decoder }, leaf) => {
      const last = path.length - 1
      let node = item
      for (let depth = 0; depth < last; depth++) node = (node[path[depth] as string] ??= {}) as Record<string, unknown>
      node[path[last] as string] = decoded(decoder, row[leaf])
    })
    return item
  }
}

/** In the order in which Drizzle selects them. */
function leavesOf(selection: object, path: readonly string[]): Leaf[] {
  return Object.entries(selection).flatMap(([key, member]: [string, unknown]): Leaf[] => {
    const at = [...path, key]
    if (is(member, Column)) return [{ path: at, decoder: columnDecoder(member) }]
    if (is(member, SQL)) return [{ path: at, decoder: expressionDecoder(member) }]
    if (is(member, SQL.Aliased)) return [{ path: at, decoder: expressionDecoder(member.sql) }]
    if (is(member, Subquery)) return [{ path: at, decoder: expressionDecoder(member._.sql) }]
    if (is(member, Table)) return leavesOf(tableColumns(member), at)
    return leavesOf(member as object, at)
  })
}
