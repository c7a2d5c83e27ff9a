// Stage run: a page with aggregates of its filtered set.
import { chain, wait } from '../../basics/maybe-promise.js'
import { runObserved } from '../../page/send.js'
import { COUNT } from '../../select/list-statements.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { Row } from '../../types/row.js'
import type { Selection } from '../../types/selection.js'
import type { Statement } from '../../types/statement.js'
import type { SummaryPart } from '../../types/summary-part.js'
import { summaryStatement } from './summary-statement.js'

export const summaryPart = (summary: Selection): SummaryPart<ResolvedConfig> =>
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
        ;[found] = yield* wait(runObserved('summary', summarized(summary), onStatement))
      }
      return { ...known, extra: { summary: found as object } }
    },
  } satisfies SummaryPart<ResolvedConfig>)
