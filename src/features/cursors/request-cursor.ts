// Stage plan: the cursor of a request, opened, before it is known whether it fits the request's order.
import { isPromiseLike } from '../../basics/maybe-promise.js'
import { orderOf } from '../positions/position.js'
import * as refusals from '../../refusals.js'
import type { CursorSeal } from '../../types/config.js'
import type { OpenedCursor } from '../../types/cursors-part.js'
import type { MaybePromise } from '../../types/database.js'
import type { Position } from '../../types/position.js'
import type { NormalizedQuery } from '../../types/query.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { rejected } from '../../types/result.js'
import { type CursorContent, MAX_CURSOR_LENGTH, positionOf, readCursor } from './cursor-text.js'

/** What a request carries: `invalid` is text that this list has not written. */
export interface RequestCursor {
  readonly side: Position['side']
  /** `unopened`: an asynchronous `open` was asked by a call that cannot wait. */
  readonly content: CursorContent | 'invalid' | 'unopened'
}

/** Null: the first page. A promise only where the list's own `open` returns one. */
export function requestCursor(
  { after, before }: NormalizedQuery,
  seal: CursorSeal | null,
): MaybePromise<RequestCursor | null> {
  if (after === null && before === null) return null
  const side = after === null ? 'before' : 'after'
  const text = after ?? before
  const isOne = after === null || before === null
  if (!isOne || typeof text !== 'string' || text.length > MAX_CURSOR_LENGTH) return { side, content: 'invalid' }
  if (seal === null) return { side, content: readCursor(text) ?? 'invalid' }
  const opened = openSealed(text, seal)
  if (!isPromiseLike(opened)) return { side, content: contentOf(opened) }
  return opened.then(
    (given) => ({ side, content: contentOf(given) }),
    () => ({ side, content: 'invalid' }),
  )
}

/** The same for calls that answer at once. */
export function requestCursorNow(query: NormalizedQuery, seal: CursorSeal | null): RequestCursor | null {
  const cursor = requestCursor(query, seal)
  if (!isPromiseLike(cursor)) return cursor
  return { side: query.after === null ? 'before' : 'after', content: 'unopened' }
}

/** What `open` throws on is text that `seal` has not written. */
function openSealed(text: string, { open }: CursorSeal): MaybePromise<unknown> {
  try {
    return open(text)
  } catch {
    return null
  }
}

const contentOf = (opened: unknown): CursorContent | 'invalid' =>
  (typeof opened === 'string' ? readCursor(opened) : null) ?? 'invalid'

/** Its three places in the order of refusals. */
export function openedCursor(
  { isPageGiven }: NormalizedQuery,
  cursor: RequestCursor | null,
): OpenedCursor<ResolvedConfig> {
  const side = cursor?.side ?? 'after'
  const invalid = cursor?.content === 'invalid' ? refusals.cursorInvalid(side) : null
  return {
    refusal: isPageGiven ? refusals.pageNotSupported('page') : invalid,
    unlimited: cursor === null ? null : refusals.cursorOfUnlimitedRead(side),
    walk: (sort, list) => {
      const order = orderOf(sort, list)
      // One that a call cannot open at once has no position.
      if (cursor === null || typeof cursor.content === 'string') return { ok: true, value: { order, position: null } }
      const position = positionOf(cursor.content, side, order)
      if (position === 'order-changed') return rejected(refusals.cursorOrderChanged(side))
      if (position === 'invalid') return rejected(refusals.cursorInvalid(side))
      return { ok: true, value: { order, position } }
    },
  }
}
