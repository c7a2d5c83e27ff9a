// Stages plan and run: what the texts of sort keys are in a dialect.
import type { BoundKey, PositionKey } from '../../../types/position.js'

/** Null for a text that the dialect could not have written. */
type Bind = (text: string, key: PositionKey) => BoundKey | null

/**
 * The texts of keys that a dialect writes in its own way: as a cursor holds them, and bound again. `key-text.ts` has what
 * all do alike.
 */
export interface KeyTexts {
  /** A float as its driver reads it, as the text that a cursor holds; null for null. */
  readonly readFloat: (raw: unknown) => string | null
  /** A numeric expression, likewise. */
  readonly readNumber: (raw: unknown) => string | null
  /**
   * A value whose type only the server knows, or the value itself: the kind that `position-key.ts` gives such a term.
   *
   * @param reject for a type of which nobody can tell how it is compared
   */
  readonly readUntyped: (raw: unknown, refuse: (type: string) => never) => string
  readonly bindUntyped: Bind
  /** An integer beyond 2^53. */
  readonly bindWide: (text: string) => BoundKey
  readonly bindDecimal: Bind
  readonly bindFloat: Bind
  /** A numeric expression: a whole number is bound as one, which an index on an expression of integers serves. */
  readonly bindNumber: Bind
  /** A text that its column may sort with spaces after it. Absent: as it is. */
  readonly bindPadded?: Bind
  readonly bindTimestamp: Bind
  readonly bindDate: Bind
  readonly bindTime: Bind
  readonly bindInterval: Bind
}
