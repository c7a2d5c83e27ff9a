// Builder: how a list is counted, and whether it is paged by number or by cursor.
import { DIALECTS } from '../dialects/index.js'
import { isPlainRecord } from '../drizzle/chunks.js'
import type { DialectName } from '../vocabulary.js'
import { isWindowExpression, volatileCall } from '../fragments/referenced-tables.js'
import type { CursorOptions, CursorSeal, Field, Totals } from '../types/config.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { Declaration } from './declaration.js'
import { checkOptions, type OptionNames } from '../mistakes/check-options.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import { cursorsPart } from '../features/cursors/cursors-part.js'
import { ofKind, type ResolvedFields } from './resolve-fields.js'

export function resolveListPaging(
  declared: readonly Declaration[],
  { dialect }: ResolvedFields,
  sortable: ReadonlyMap<string, Field>,
): Pick<ResolvedConfig, 'totals' | 'cursors'> {
  const totals = onlyOne(declared, 'withTotals')
  const cursors = onlyOne(declared, 'withCursors')
  if (cursors !== undefined) refuseUnsteady(sortable)
  const options = Object(cursors?.options) as object
  // An object of a class, which can seal, has members of its own.
  if (isPlainRecord(options)) checkOptions('.withCursors()', options, CURSOR_OPTIONS)
  return {
    totals: totals === undefined ? (cursors === undefined ? 'exact' : null) : readTotals(totals.mode, dialect),
    cursors: cursors === undefined ? null : cursorsPart(readSeal(cursors.options), readRows(cursors.options)),
  }
}

/** The condition of a position compares every term of the order, so a row must have the same value in each statement. */
function refuseUnsteady(sortable: ReadonlyMap<string, Field>): void {
  for (const { name, expression } of sortable.values()) {
    if (isWindowExpression(expression)) refuse(configRefusals.windowUnderCursors(name))
    const call = volatileCall(expression)
    if (call !== null) refuse(configRefusals.volatileUnderCursors(name, call))
  }
}

/** A call that a list may have once. */
export function onlyOne<Kind extends Declaration['kind']>(declared: readonly Declaration[], kind: Kind) {
  const [first, second] = ofKind(declared, kind)
  if (second !== undefined) refuse(configRefusals.calledTwice(kind))
  return first
}

const TOTALS_OPTIONS: OptionNames<Exclude<Totals, string>> = { upTo: true, estimate: true }
const CURSOR_OPTIONS: OptionNames<CursorOptions<boolean>> = { rows: true, seal: true, open: true }

function readTotals(mode: unknown, dialect: DialectName): Totals {
  if (mode === 'exact' || mode === 'none') return mode
  if (typeof mode !== 'object' || mode === null) return refuse(configRefusals.totalsUnknown(mode))
  checkOptions('.withTotals()', mode, TOTALS_OPTIONS)
  const { upTo, estimate } = mode as { readonly upTo?: unknown; readonly estimate?: unknown }
  if (!Number.isSafeInteger(upTo) || (upTo as number) < 1) return refuse(configRefusals.boundOutOfRange(upTo))
  if (estimate !== undefined && typeof estimate !== 'boolean') return refuse(configRefusals.totalsUnknown(mode))
  if (estimate === true && DIALECTS[dialect].statements.explain === null) return refuse(configRefusals.noEstimate)
  return Object.freeze({ upTo: upTo as number, estimate: estimate === true })
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
