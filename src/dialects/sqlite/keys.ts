// Stage compile: exact keys on SQLite, where every value carries its own type, whatever the column declares.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { KeyForm, PositionKey } from '../../types/position.js'
import type { KeySql } from '../dialect.js'

/** Integers as digits, since drivers round past 2^53; text and blobs in hex; a real as it is. */
function select(expression: SQLWrapper): SQL {
  const branches = [
    sql`when 'integer' then 'i' || ${expression}`,
    sql`when 'text' then 't' || hex(${expression})`,
    sql`when 'blob' then 'b' || hex(${expression})`,
  ]
  return sql`case typeof(${expression}) ${sql.join(branches, sql` `)} else ${expression} end`
}

/** The plus takes the affinity of a cast away: it would convert the other side, and no index would serve. */
function parameter(slot: SQLWrapper, _key: PositionKey, form: KeyForm): SQLWrapper {
  switch (form) {
    case 'signed':
      return sql`+cast(${slot} as integer)`
    case 'real':
      return sql`+cast(${slot} as real)`
    case 'text':
      return sql`+cast(${slot} as text)`
    default:
      return slot
  }
}

export const sqliteKeys: KeySql = {
  select,
  parameter,
  hasRowComparison: true,
  needsLead: true,
  sortsByNull: false,
  readsRanges: 'merged',
}
