// Dates in the raw SQL of the app's own conditions.
import type { Column, Param, SQL } from 'drizzle-orm'
import { DIALECTS } from '../../dialects/index.js'
import { GO_ON, mapChunks } from '../../drizzle/chunks.js'
import { noEncoder } from '../../drizzle/fragments.js'
import type { DialectName } from '../../vocabulary.js'
import { readColumn } from '../../values/read-column.js'

/**
 * A `Date` that no column encodes goes to the driver as it is: one writes it in the time zone of the process, another
 * rejects it. Here it is bound as the column would bind it that was named last before it.
 */
export function withBoundDates(condition: SQL, dialect: DialectName): SQL {
  const { boundDate } = DIALECTS[dialect].sql
  if (boundDate === undefined) return condition
  let column: Column | null = null
  const bound = (date: Date): unknown =>
    Number.isNaN(date.getTime()) ? date : boundDate(date, column === null ? null : readColumn(column))
  return mapChunks(condition, (chunk, kind) => {
    if (kind === 'column') column = chunk as Column
    if (kind === 'object' && chunk instanceof Date) return bound(chunk)
    if (kind !== 'param') return GO_ON
    const { value, encoder } = chunk as Param
    return encoder === noEncoder && value instanceof Date ? bound(value) : GO_ON
  })
}
