// Builder: how a list is counted, and whether it is paged by number or by cursor.
import { DIALECTS } from '../dialects/index.js'
import type { DialectName } from '../vocabulary.js'
import type { Field, Totals } from '../types/config.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import { type Declaration, ofKind } from '../types/declaration.js'
import { checkOptions, type OptionNames } from '../mistakes/check-options.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import { checkCursors, cursorsPart } from '../features/cursors/cursors-part.js'
import { declaredEstimate } from '../features/estimates/estimate-rows.js'
import type { Selection } from '../types/selection.js'
import type { ResolvedFields } from './resolve-fields.js'

export function resolveListPaging(
  declared: readonly Declaration[],
  { dialect }: ResolvedFields,
  sortable: ReadonlyMap<string, Field>,
  selection: Selection,
): Pick<ResolvedConfig, 'totals' | 'estimate' | 'cursors'> {
  const counted = onlyOne(declared, 'withTotals')
  const cursors = onlyOne(declared, 'withCursors')
  if (cursors !== undefined) checkCursors(cursors.options, sortable, selection)
  const totals = counted === undefined ? (cursors === undefined ? 'exact' : null) : readTotals(counted.mode, dialect)
  return {
    totals,
    estimate: declaredEstimate(totals, declared),
    cursors: cursors === undefined ? null : cursorsPart(cursors.options),
  }
}

/** A call that a list may have once. */
export function onlyOne<Kind extends Declaration['kind']>(declared: readonly Declaration[], kind: Kind) {
  const [first, second] = ofKind(declared, kind)
  if (second !== undefined) refuse(configRefusals.calledTwice(kind))
  return first
}

const TOTALS_OPTIONS: OptionNames<Exclude<Totals, string>> = { upTo: true, estimate: true }

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
