// A list that is paged by cursor: what it decides at each stage.
import { chain, runSteps } from '../../basics/maybe-promise.js'
import type { CursorSeal } from '../../types/config.js'
import type { CursorsPart } from '../../types/cursors-part.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { cursorPageRenderer } from './render-cursor-page.js'
import { openedCursor, requestCursor, requestCursorNow } from './request-cursor.js'
import { blamedCursor } from './unreadable-keys.js'

export const cursorsPart = (seal: CursorSeal | null, hasRows: boolean): CursorsPart<ResolvedConfig> =>
  Object.freeze({
    seal,
    hasRows,
    parameters: ['after', 'before'],
    mistaken: 'cursor',
    open: (query) => chain(requestCursor(query, seal), (cursor) => openedCursor(query, cursor)),
    openNow: (query) => openedCursor(query, requestCursorNow(query, seal)),
    blame: (error, walk, db, list) => runSteps(blamedCursor(error, walk, db, list)),
    renderer: (page) => runSteps(cursorPageRenderer(page)),
  } satisfies CursorsPart<ResolvedConfig>)
