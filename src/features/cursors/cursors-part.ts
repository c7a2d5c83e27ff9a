// A list that is paged by cursor: what it decides at each stage.
import { chain, runSteps } from '../../basics/maybe-promise.js'
import { isPlainRecord } from '../../drizzle/chunks.js'
import { isWindowExpression, refuseWindows, volatileCall } from '../../fragments/referenced-tables.js'
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import type { CursorOptions, CursorSeal, Field } from '../../types/config.js'
import type { CursorsPart } from '../../types/cursors-part.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { cursorPageRenderer } from './render-cursor-page.js'
import { openedCursor, requestCursor, requestCursorNow } from './request-cursor.js'
import { PaginateQueryError } from '../../errors.js'
import type { KnownRows } from '../../types/known-rows.js'
import type { Walk } from '../../types/position.js'
import type { Selection } from '../../types/selection.js'
import type { Row } from '../../types/row.js'
import { refuseUnreadNulls } from '../positions/unread-nulls.js'
import { blamedCursor } from './unreadable-keys.js'

const CURSOR_OPTIONS: OptionNames<CursorOptions<boolean>> = { rows: true, seal: true, open: true }

/** @param given the options of the app, which may be anything: `checkCursors` has read their names */
export function cursorsPart(given: unknown): CursorsPart<ResolvedConfig> {
  const seal = readSeal(given)
  return Object.freeze({
    seal,
    hasRows: readRows(given),
    parameters: ['after', 'before'],
    mistaken: 'cursor',
    open: (query) => chain(requestCursor(query, seal), (cursor) => openedCursor(query, cursor)),
    openNow: (query) => openedCursor(query, requestCursorNow(query, seal)),
    read: readWalk,
    renderer: (page) => runSteps(cursorPageRenderer(page)),
  } satisfies CursorsPart<ResolvedConfig>)
}

/** What a list with cursors may not sort by or select, and options that there are not. */
export function checkCursors(given: unknown, sortable: ReadonlyMap<string, Field>, selection: Selection): void {
  refuseUnsteady(sortable)
  refuseWindows(selection)
  const options = Object(given) as object
  // An object of a class, which can seal, has members of its own.
  if (Array.isArray(options)) refuse(configRefusals.sealIncomplete)
  if (isPlainRecord(options)) checkOptions('.withCursors()', options, CURSOR_OPTIONS)
}

/** The condition of a position compares every term of the order, so a row must have the same value in each statement. */
function refuseUnsteady(sortable: ReadonlyMap<string, Field>): void {
  for (const { name, expression } of sortable.values()) {
    if (isWindowExpression(expression)) refuse(configRefusals.windowUnderCursors(name))
    const call = volatileCall(expression)
    if (call !== null) refuse(configRefusals.volatileUnderCursors(name, call))
  }
}

function readRows(given: unknown): boolean {
  const { rows = false } = Object(given) as { readonly rows?: unknown }
  return typeof rows === 'boolean' ? rows : refuse(configRefusals.rowCursorsUnknown)
}

function readSeal(given: unknown): CursorSeal | null {
  if (given === undefined) return null
  const { seal, open } = (typeof given === 'object' && given !== null ? given : {}) as {
    readonly seal?: unknown
    readonly open?: unknown
  }
  if (seal === undefined && open === undefined && typeof given === 'object' && given !== null) return null
  if (typeof seal !== 'function' || typeof open !== 'function') return refuse(configRefusals.sealIncomplete)
  return Object.freeze({
    seal: (text: string) => seal.call(given, text) as string,
    open: (text: string) => open.call(given, text) as string,
  })
}

const readWalk: CursorsPart<ResolvedConfig>['read'] = function* (db, request, read) {
  const walk = request.plan.walk as Walk
  let known: KnownRows<Row>
  try {
    known = yield* read
  } catch (error) {
    const refusal = yield* blamedCursor(error, walk, db, request)
    throw refusal === null ? error : new PaginateQueryError(refusal)
  }
  if (!known.hasMore) yield* refuseUnreadNulls(db, request, walk, request.options)
  return known
}
