// Stages plan and render: from a cursor to a position in an order, and from a row's keys to a cursor.
import type { BoundKey, OrderTerm, Position } from '../types/position.js'
import type { CursorContent } from './cursor-text.js'
import { bindKeyText, readKeyText } from './key-text.js'
import { orderPrint } from './order.js'

/** Why a cursor does not name a position: it was made for another order, or no row has such values. */
export type PositionFault = 'order-changed' | 'invalid'

/** The position that a cursor names in this order. */
export function positionOf(content: CursorContent, side: Position['side'], terms: readonly OrderTerm[]): Position | PositionFault {
  if (content.print !== orderPrint(terms)) return 'order-changed'
  return positionAt(content.texts, side, terms) ?? 'invalid'
}

/** The position of a row by the texts of its keys; null if the texts do not fit this order. */
export function positionAt(texts: readonly (string | null)[], side: Position['side'], terms: readonly OrderTerm[]): Position | null {
  if (texts.length !== terms.length) return null
  const keys: (BoundKey | null)[] = []
  for (const [index, { key, isNullable }] of terms.entries()) {
    const text = texts[index] ?? null
    const bound = text === null ? null : bindKeyText(text, key)
    if (bound === null && (text !== null || !isNullable)) return null
    keys.push(bound)
  }
  return { side, keys }
}

/** The texts of a row's keys, as they are in a cursor. */
export function keyTexts(raw: readonly unknown[], terms: readonly OrderTerm[]): readonly (string | null)[] {
  return terms.map(({ key }, index) => readKeyText(raw[index], key))
}
