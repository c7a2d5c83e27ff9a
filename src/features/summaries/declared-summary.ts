// The summary of a list, aggregates over its filtered set.
import type { Table } from 'drizzle-orm'
import { copyFragment, isPlainRecord } from '../../drizzle/chunks.js'
import { mayAggregate } from '../../drizzle/fragments.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { isAbsent } from '../../rows/is-absent.js'
import { refuse } from '../../mistakes/refuse.js'
import { refuseStray } from '../../fragments/referenced-tables.js'
import { summaryPart } from './read-with-summary.js'

/** What `.withSummary()` declares, without members that are not there; null if none is declared. */
export function declaredSummary(
  call: { readonly selection: unknown } | undefined,
  sources: readonly Table[],
): ResolvedConfig['summary'] {
  if (call === undefined) return null
  const { selection } = call
  if (typeof selection !== 'object' || selection === null || !isPlainRecord(selection))
    return refuse(configRefusals.summaryNotARecord)
  const members = Object.entries(selection).filter(([, member]) => !isAbsent(member))
  if (members.length === 0) refuse(configRefusals.summaryNotARecord)
  for (const [name, member] of members) {
    if (!mayAggregate(member)) refuse(configRefusals.notAnAggregate(`.withSummary('${name}')`))
    refuseStray('withSummary', name, member, sources)
  }
  return summaryPart(Object.freeze(copyFragment(Object.fromEntries(members))))
}
