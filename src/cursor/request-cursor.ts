// Stage plan: the cursor of a request, opened, before it is known whether it fits the request's order.
import { isPromiseLike } from '../maybe-promise.js'
import type { CursorSeal, ResolvedConfig } from '../types/config.js'
import type { MaybePromise } from '../types/database.js'
import type { Position } from '../types/position.js'
import type { NormalizedQuery } from '../types/query.js'
import { type CursorContent, MAX_CURSOR_LENGTH, readCursor } from './cursor-text.js'

/** What a request carries: `invalid` is text that this list has not written. */
export interface RequestCursor {
  readonly side: Position['side']
  /** `unopened`: an asynchronous `open` was asked by a call that cannot wait. */
  readonly content: CursorContent | 'invalid' | 'unopened'
}

/** Null: none, or a list of pages by number, which reads none. A promise only where the configuration's `open` answers one. */
export function requestCursor({ after, before }: NormalizedQuery, { cursors }: ResolvedConfig): MaybePromise<RequestCursor | null> {
  if (cursors === null || (after === null && before === null)) return null
  const side = after === null ? 'before' : 'after'
  const text = after ?? before
  const isOne = after === null || before === null
  if (!isOne || typeof text !== 'string' || text.length > MAX_CURSOR_LENGTH) return { side, content: 'invalid' }
  if (cursors.seal === null) return { side, content: readCursor(text) ?? 'invalid' }
  const opened = openSealed(text, cursors.seal)
  if (!isPromiseLike(opened)) return { side, content: contentOf(opened) }
  return opened.then(
    (given) => ({ side, content: contentOf(given) }),
    () => ({ side, content: 'invalid' }),
  )
}

/** The same for calls that answer at once. */
export function requestCursorNow(query: NormalizedQuery, config: ResolvedConfig): RequestCursor | null {
  const cursor = requestCursor(query, config)
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

const contentOf = (opened: unknown): CursorContent | 'invalid' => (typeof opened === 'string' ? readCursor(opened) : null) ?? 'invalid'
