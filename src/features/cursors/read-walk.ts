// Stage run: a page by cursor.
import { PaginateQueryError } from '../../errors.js'
import type { CursorsPart } from '../../types/cursors-part.js'
import type { KnownRows } from '../../types/known-rows.js'
import type { Walk } from '../../types/position.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { Row } from '../../types/row.js'
import { refuseUnreadNulls } from '../positions/unread-nulls.js'
import { blamedCursor } from './unreadable-keys.js'

export const readWalk: CursorsPart<ResolvedConfig>['read'] = function* (db, request, read) {
  const walk = request.plan.walk as Walk
  let known: KnownRows<Row>
  try {
    known = yield* read
  } catch (error) {
    const refusal = yield* blamedCursor(error, walk, db, request.config)
    throw refusal === null ? error : new PaginateQueryError(refusal)
  }
  if (!known.hasMore) yield* refuseUnreadNulls(db, request, walk, request.options)
  return known
}
