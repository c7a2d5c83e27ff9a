// bind: the parameters of a link's context that no list reads.
import type { UnreadParameter } from '../types/query.js'
import { bindQuery } from './bind-query.js'
import { queryOf } from './query-source.js'

/** Of a path or URL with a query string, a `URL` or a request; none where there is no query string. Never throws. */
export function unreadParameters(context: unknown): readonly UnreadParameter[] {
  const { search, url } = Object(context) as { readonly search?: unknown; readonly url?: unknown }
  const ofUrl = typeof context === 'string' ? context : url
  const text = typeof search === 'string' ? search.slice(1) : typeof ofUrl === 'string' ? queryOf(ofUrl) : ''
  return bindQuery(`?${text}`).unread
}
