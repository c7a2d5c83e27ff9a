// The summary of a list, aggregates over its filtered set.
import type { Table } from 'drizzle-orm'
import { copyFragment, isPlainRecord } from '../../drizzle/chunks.js'
import { mayAggregate } from '../../drizzle/fragments.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { isAbsent } from '../../rows/is-absent.js'
import { refuse } from '../../mistakes/refuse.js'
import { refuseStray } from '../../fragments/referenced-tables.js'
import { chain, wait } from '../../basics/maybe-promise.js'
import { runObserved } from '../../page/send.js'
import { COUNT } from '../../select/list-statements.js'
import type { Row } from '../../types/row.js'
import type { Selection } from '../../types/selection.js'
import type { Statement } from '../../types/statement.js'
import type { SummaryPart } from '../../types/summary-part.js'
import { summaryRow, summaryStatement } from './summary-statement.js'

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

const summaryPart = (summary: Selection): SummaryPart<ResolvedConfig> =>
  Object.freeze({
    selection: summary,
    *read(db, request, readRows) {
      const { signal, onStatement } = request.options
      const summarized = (selection: Selection): Statement => summaryStatement(db, { ...request, selection })
      let found: object | undefined
      const known = yield* readRows(() => {
        const count = summarized({ ...COUNT, summary })
        const keep = (rows: Row[]): Row[] => {
          found = rows[0]?.['summary'] as object | undefined
          return rows
        }
        return { run: () => chain(count.run(), keep), query: () => count.query() }
      })
      // Count and page that are one statement have read it.
      if (known.extra !== undefined) return known
      if (found === undefined) {
        signal?.throwIfAborted()
        found = summaryRow(yield* wait(runObserved('summary', summarized(summary), onStatement)))
      }
      return { ...known, extra: { summary: found as object } }
    },
  } satisfies SummaryPart<ResolvedConfig>)
