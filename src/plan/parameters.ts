// Stage plan: parameters that a list does not read. Most are ignored; objects instead of filters, and any name on a
// strict list, are not.
import * as refusals from '../refusals.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { NormalizedQuery } from '../types/query.js'
import type { Refusal } from '../types/result.js'
import { distance, MAX_LENGTH, nearest, plain } from '../basics/nearest.js'
import { EXPRESSION, FIELDS, FILTER_PREFIX } from '../vocabulary.js'

/** What every list reads, in addition to `filter.<field>`. Bind leaves all other names among the unread ones. */
const READ_NAMES = ['limit', 'sortBy', 'search', 'searchBy']
/** What a list has instead of a cursor. */
const PAGE = ['page']
const NONE: readonly string[] = []

/** The first parameter that cannot be ignored, or null. */
export function refuseParameters(query: NormalizedQuery, config: ResolvedConfig): Refusal | null {
  const { unread } = query
  const { strictParameters, ownParameters } = config
  const given = strictParameters ? givenNames(query) : NONE
  if (unread.length === 0 && given.length === 0) return null
  const known = strictParameters ? knownNames(config) : NONE
  for (const { name, value } of unread) {
    // `{ filters: { … } }` is a query built by hand, and `filter[status]=…` is what some query parsers nest. Ignoring
    // either would answer every row.
    const field = name === EXPRESSION || name === 'filters' ? firstKey(value) : undefined
    if (field !== undefined) return refusals.parameterNested(name, field)
    const isMistaken = name === config.cursors?.mistaken && !ownParameters.includes(name)
    if (isMistaken && !(typeof value === 'string' && value.trim() === '')) return refusals.pageNotSupported(name)
    if (strictParameters && !known.includes(name)) return refusals.parameterUnknown(name, nearName(name, known, config))
  }
  const name = given.find((one) => !known.includes(one))
  return name === undefined ? null : refusals.parameterUnknown(name, nearName(name, known, config))
}

/** Of what not every list reads, the parameters that a query has. One built in code has none of them in `unread`. */
function givenNames({ after, before, filterExpression, fields }: NormalizedQuery): readonly string[] {
  // Most requests of a strict list have none, and are to cost what they cost elsewhere.
  if ((after ?? before ?? filterExpression ?? fields ?? null) === null) return NONE
  const values = { after, before, [EXPRESSION]: filterExpression, [FIELDS]: fields ?? null }
  return Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [name]))
}

/** A parameter that a list does not read, and the name that was probably meant; null where no name is near. */
export interface UnknownParameter {
  readonly name: string
  readonly near: string | null
}

/** The parameters that a strict list rejects, and that any other list ignores: each once, in the order sent. */
export function unknownParameters({ unread }: NormalizedQuery, config: ResolvedConfig): UnknownParameter[] {
  const known = knownNames(config)
  const names = new Set(unread.map(({ name }) => name))
  return [...names]
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, near: nearName(name, known, config) }))
}

function knownNames({ cursors, expressions, selectable, ownParameters }: ResolvedConfig): readonly string[] {
  const names = [...(cursors?.parameters ?? PAGE), ...READ_NAMES]
  if (expressions === null && selectable === null && ownParameters.length === 0) return names
  return [
    ...names,
    ...(expressions === null ? [] : [EXPRESSION]),
    ...(selectable === null ? [] : [FIELDS]),
    ...ownParameters,
  ]
}

function firstKey(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? Object.keys(value)[0] : undefined
}

// Which parameter a client may have meant. Knows visible names only: a gated field is never suggested.

/**
 * The name nearest to one that is not known; null where none is near.
 *
 * @param names what may be suggested in addition to `filter.<field>`
 * @example `filters.status`, `filter[status]`, `Filter.status` and `status` are near `filter.status`; `sort` is near
 * `sortBy`
 */
export function nearName(sent: string, names: Iterable<string>, { filterable }: ResolvedConfig): string | null {
  if (sent.length > MAX_LENGTH) return null
  const fields = [...filterable.values()].map(({ field }) => field.name)
  const prefixed = /^(\p{L}+)[^\p{L}\p{N}](.+)/su.exec(sent)
  if (prefixed !== null && distance((prefixed[1] as string).toLowerCase(), 'filter') <= 2) {
    const field = nearest(prefixed[2] as string, fields)
    return field === null ? null : FILTER_PREFIX + field
  }
  const near = nearest(sent, [...names])
  if (near !== null) return near
  const field = fields.find((name) => plain(name) === plain(sent))
  return field === undefined ? null : FILTER_PREFIX + field
}
