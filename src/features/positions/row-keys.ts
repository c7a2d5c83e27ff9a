// Stage run: the keys by which a walk goes on from a row, next to what the row shows.
import { keyTexts } from './position.js'
import type { OrderTerm } from '../../types/position.js'
import type { Row } from '../../types/row.js'
import { keyField } from '../../select/list-parts.js'

export function keysOf(row: Row, order: readonly OrderTerm[]): readonly (string | null)[] {
  return keyTexts(
    order.map((_, term) => row[keyField(term)]),
    order,
  )
}

const FIRST = keyField(0)

/** Last added, first deleted: V8 then goes back to the object's former shape, and keeps its fast properties. */
export function withoutKeys(row: Row, termCount: number): void {
  if (!(FIRST in row)) return
  for (let term = termCount - 1; term >= 0; term--) delete row[keyField(term)]
}
