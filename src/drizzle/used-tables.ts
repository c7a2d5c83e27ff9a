// Which tables a statement reads, as Drizzle's own cache names them: a write to one of them makes its entries invalid.
import type { SQL } from 'drizzle-orm'
import { visitChunks } from './chunks.js'
import { originalName, schemaOf } from './tables.js'

/** An alias counts as its table. */
export function usedTables(fragment: SQL): readonly string[] {
  const names = new Set<string>()
  visitChunks(fragment, (chunk, kind) => {
    if (kind !== 'table') return true
    const schema = schemaOf(chunk as object)
    const name = originalName(chunk as object)
    names.add(schema === undefined ? name : `${schema}.${name}`)
    return false
  })
  return [...names]
}

/** A fragment for Drizzle's `from`. 0.45 asks it for its tables, and finds only those of its own chunks. */
export const withUsedTables = (from: SQL): SQL => Object.assign(from, { usedTables: usedTables(from) })
