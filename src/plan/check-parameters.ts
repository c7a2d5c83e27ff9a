// Stage plan: parameters that a list does not read. Most are ignored; objects in place of filters, and any name on a strict list, are not.
import * as refusals from '../refusals.js'
import type { ResolvedConfig } from '../types/config.js'
import type { NormalizedQuery } from '../types/query.js'
import type { Refusal } from '../types/result.js'
import { nearName } from './near-name.js'

/** What every list reads, in addition to `filter.<field>`. Bind leaves all other names among the unread ones. */
const READ_NAMES = ['page', 'limit', 'sortBy', 'search', 'searchBy']
/** The same of a list with cursors, which refuses a page by a sentence of its own. */
const READ_WITH_CURSORS = ['after', 'before', 'limit', 'sortBy', 'search', 'searchBy']

/** The first parameter that cannot be ignored, or null. */
export function refuseParameters({ unread }: NormalizedQuery, config: ResolvedConfig): Refusal | null {
  const { strictParameters } = config
  const readNames = config.cursors === null ? READ_NAMES : READ_WITH_CURSORS
  for (const { name, value } of unread) {
    // `{ filters: { … } }` is a query built by hand, and `filter[status]=…` is what some query parsers nest. Ignoring either
    // would answer every row.
    const field = name === 'filter' || name === 'filters' ? firstKey(value) : undefined
    if (field !== undefined) return refusals.parameterNested(name, field)
    if (strictParameters === null || strictParameters.has(name) || readNames.includes(name)) continue
    return refusals.parameterUnknown(name, nearName(name, [...readNames, ...strictParameters], config))
  }
  return null
}

function firstKey(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? Object.keys(value)[0] : undefined
}
