// Stage compile: keys on SQL Server. The text is tested as Drizzle renders it; no server has run it.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { KeyForm, PositionKey } from '../../types/position.js'
import type { KeySql } from '../dialect.js'

function select(expression: SQLWrapper, { kind }: PositionKey): SQL {
  switch (kind) {
    case 'float':
      return sql`convert(varchar(40), cast(${expression} as float), 3)`
    case 'timestamp':
      return sql`convert(varchar(40), cast(${expression} as datetime2(7)), 126)`
    case 'timestamptz':
      return sql`convert(varchar(40), ${expression}, 126)`
    case 'bytes':
      return sql`convert(varchar(max), ${expression}, 2)`
    default:
      return sql`convert(nvarchar(max), ${expression})`
  }
}

const TYPES: { readonly [kind in PositionKey['kind']]?: string } = {
  integer: 'bigint',
  decimal: 'decimal(38,18)',
  float: 'float',
  timestamp: 'datetime2(7)',
  timestamptz: 'datetimeoffset(7)',
  date: 'date',
  time: 'time(7)',
  number: 'float',
}

function parameter(slot: SQLWrapper, { kind }: PositionKey, form: KeyForm): SQLWrapper {
  if (kind === 'bytes') return sql`convert(varbinary(max), ${slot}, 2)`
  const type = kind === 'number' && form === 'plain' ? 'bigint' : TYPES[kind]
  return type === undefined ? slot : sql`cast(${slot} as ${sql.raw(type)})`
}

export const mssqlKeys: KeySql = {
  select,
  parameter,
  hasRowComparison: false,
  needsLead: true,
  sortsByNull: false,
  readsRanges: null,
}
