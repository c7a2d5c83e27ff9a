// Add-on temporal: how a column of this add-on is recognised.
import type { Column } from 'drizzle-orm'
import { columnInternals } from '../../drizzle/tables.js'

/** Shared by every copy of this package that a program loads. */
const MARK: unique symbol = Symbol.for('drizzle-paginate:temporal-column') as never

/** How values are stored: `native`, a type of the database; `text` of a fixed form; `microseconds`, a number. */
export type TemporalStorage = 'native' | 'text' | 'microseconds'

export interface TemporalMark {
  readonly [MARK]: { readonly type: string; readonly storage: TemporalStorage }
}

export const mark = (type: string, storage: TemporalStorage): TemporalMark => ({ [MARK]: { type, storage } })

/** The mark of a column of this add-on; undefined for arrays of them and for all other columns. */
export function markOf(column: Column): TemporalMark[typeof MARK] | undefined {
  const { config, dimensions = 0 } = columnInternals(column)
  // 1.0: an array of the custom type is in the same class.
  return dimensions > 0 ? undefined : (config?.customTypeParams as Partial<TemporalMark> | undefined)?.[MARK]
}
