// Stage compile: exact keys on MySQL and MariaDB.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { KeyForm, KeySql, PositionKey } from '../../types/position.js'
import { mysqlSpelling } from '../dialects/mysql-spelling.js'

function select(expression: SQLWrapper, { kind, sqlType }: PositionKey): SQL {
  switch (kind) {
    case 'integer':
      return sqlType === 'enum' ? sql`cast(${expression} + 0 as char)` : sql`cast(${expression} as char)`
    case 'float':
      // As a double: a single prints six digits of itself.
      return sql`concat(${expression} + 0e0)`
    case 'number':
      return sql`concat((${expression}) + 0)`
    case 'bytes':
      return sql`hex(${expression})`
    case 'driver':
      return sql`${expression}`
    case 'text':
      // Drivers parse JSON.
      return sqlType === 'json' ? sql`cast(${expression} as char)` : sql`${expression}`
    default:
      return sql`cast(${expression} as char)`
  }
}

function parameter(slot: SQLWrapper, { kind, sqlType }: PositionKey, form: KeyForm): SQLWrapper {
  switch (form) {
    case 'signed':
    case 'unsigned':
      return sql`cast(${slot} as ${sql.raw(form)})`
    case 'decimal':
      return sql`cast(${slot} as decimal(65,30))`
    case 'double':
      return sql`(${slot} + 0e0)`
    case 'marks':
    case 'hex':
    case 'digits':
      return mysqlSpelling.restore(slot, form)
    default:
      break
  }
  if (kind === 'bytes') return sql`unhex(${slot})`
  if (kind === 'float') return sql`(${slot} + 0e0)`
  if (kind === 'decimal') return sql`cast(${slot} as decimal(65,${sql.raw(scaleOf(sqlType))}))`
  return slot
}

/** Of `decimal(12,4)`: 4. `decimal` alone is `decimal(10,0)`; an expression may have all 30. */
const scaleOf = (sqlType: string): string => /\(\d+, ?(\d+)\)/.exec(sqlType)?.[1] ?? (sqlType === '' ? '30' : '0')

export const mysqlKeys: KeySql = { select, parameter, hasRowComparison: false, needsLead: false, sortsByNull: true, readsRanges: null }
