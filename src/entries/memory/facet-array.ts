// memory: how often each value of some fields occurs in the filtered rows.
import type { CallOptions } from '../../mistakes/check-options.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { facetRequests } from '../../features/facets/facet-counts.js'
import { criterionOf } from '../../features/facets/encode-filter-value.js'
import { membersBeside } from '../../features/facets/element-condition.js'
import { normalizeQuery } from '../../request/paginate-query.js'
import type { FieldFilter, FilterableField } from '../../types/config.js'
import type { CheckedQuery, SourceArgument } from '../../types/call-arguments.js'
import type { AskedFacets, FacetRange, FacetValue } from '../../features/facets/facet-types.js'
import type { CheckedFacets, FacetRequest } from '../../types/facets.js'
import { unnamedElements } from '../../features/facets/named-element.js'
import { readFacetValue } from '../../features/facets/read-facet-value.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import { BUILT_IN } from '../../values/built-in.js'
import { valueReader } from '../../values/read-value.js'
import { planWithPosition } from './array-cursor.js'
import { assertArguments, filterRows } from './filter-rows.js'
import { elementTests } from './match-row.js'
import { comparatorOf } from './compare-values.js'
import type { Compare } from '../../values/built-in-type.js'
import { scalarForm } from './compared-form.js'
import { heldField } from './held-field.js'
import type { FacetArrayOptions, OptionsArgument } from './options.js'
import { ownAccessors } from './search-accessors.js'
import { type Accessors, elementsReader, fieldReader, itemDecoder, type ReadField, storedReader } from './read-field.js'
import type { Sentences } from '../../types/type-error.js'

const FACET_ARRAY: CallOptions<FacetArrayOptions> = { call: 'facetArray()', names: { own: true, where: true } }

/**
 * Counts values over an array, as `facetCounts` does over a database. Synchronous. Each value is the one of the first
 * row that holds it, as `facetCounts` has it; values with the same count have the order of `paginateArray`, null first.
 *
 * @throws PaginateQueryError for a request that the configuration rejects
 * @throws PaginateConfigError for a facet that the configuration does not allow, and for a field that a row does not
 * have and that has no function in `own.values`
 * @example
 * ```ts
 * facetArray(rows, query, articleList, { status: true, views: 'range' }, options)
 * // { status: [{ value: 'published', count: 4 }, { value: 'draft', count: 1 }], views: { min: 0, max: 940, count: 5 } }
 * ```
 * @see paginateArray
 */
export function facetArray<
  Config extends AnyPaginateConfig,
  Row,
  const Facets extends object | undefined,
  Query extends SourceArgument<Sentences['wrongQuery']> = SourceArgument,
>(
  rows: readonly Row[],
  source: Query & CheckedQuery<Query, Config>,
  config: Config,
  facets?: Facets & NoInfer<CheckedFacets<Config, Facets, 'facetArray()'>>,
  ...[options]: OptionsArgument<FacetArrayOptions<Config, Row>>
): AskedFacets<Config, Facets> {
  const resolved = resolvedConfig(config)
  assertArguments(rows, resolved, options, FACET_ARRAY)
  const requests = facetRequests(resolved, facets)
  const { plan } = planWithPosition(normalizeQuery(source), resolved, options?.own?.values ?? {})
  const accessors = ownAccessors(options?.own, plan)
  const filtered = (from: readonly Row[], filters: readonly FieldFilter[]): Row[] =>
    filterRows({ rows: from, plan: { ...plan, filters }, config: resolved, accessors, where: options?.where })
  // What rows and options do not have for the request is told although no facet is asked for.
  filtered([], plan.filters)
  const counts = requests.map((request): [string, unknown] => {
    const { filterable } = request
    const members = membersBeside(filterable, plan.filters)
    const except = new Set([filterable, ...members.map((member) => member.filterable)])
    const held = filtered(
      rows,
      plan.filters.filter((filter) => !except.has(filter.filterable)),
    )
    return [request.name, countOf(request, held, members, options?.own?.values ?? {})]
  })
  return Object.fromEntries(counts) as AskedFacets<Config, Facets>
}

interface Counted {
  readonly value: unknown
  readonly decoded: unknown
  count: number
}

function countOf(
  request: FacetRequest,
  rows: readonly unknown[],
  members: readonly FieldFilter[],
  accessors: Accessors<never>,
): FacetValue<unknown>[] | FacetRange<unknown> | null {
  const { filterable, limit } = request
  const { field } = filterable
  const element = field.type?.kind === 'collection' ? field.type.element : undefined
  const isHeld = element !== undefined
  const type = element ?? field.type
  const valuesOf = valuesReader(filterable, members, accessors)
  const held = heldField(field, accessors)
  const decode = isHeld ? valueReader({ type, facts: field.facts?.element ?? null }) : held.decode
  const compare = comparatorOf(element ?? held.field.type)
  const unnamed = unnamedElements(filterable)
  const form = scalarForm(held.field)
  const byKey = new Map<unknown, Counted>()
  let withValue = 0
  for (const row of rows) {
    const found = new Set<Counted>()
    for (const value of valuesOf(row)) {
      const decoded = decode(value)
      if (decoded === null && (isHeld || limit === null)) continue
      if (isHeld && ((unnamed.commas && String(decoded).includes(',')) || (unnamed.blanks && form(decoded) === '')))
        continue
      // Text of no such value as the type has is a value of its own.
      const key = decoded === null ? (value ?? null) : form(decoded)
      found.add(entryOf(byKey, key, { decoded, value }, compare))
    }
    if (found.size > 0) withValue += 1
    for (const entry of found) entry.count += 1
  }
  const entries = [...byKey.values()]
  const itemOf: ReadField = isHeld ? (value) => value : itemDecoder(field)
  // A `Date` may get JSON of its own, which those of the rows must not have.
  const shown = (value: unknown): unknown =>
    readFacetValue(field, {
      value: value instanceof Date ? new Date(value) : itemOf(value),
      exact: value,
      isJson: false,
    })
  if (limit !== null) {
    entries.sort((a, b) => b.count - a.count || compareNulls(a.decoded, b.decoded, compare))
    // A made type writes what its `parse` returns, which a row may hold in another form.
    const isMade = type?.kind === 'custom' && !held.isLaidOver
    return entries.slice(0, limit).map(({ value: ofRow, decoded, count }) => {
      const value = shown(ofRow)
      return {
        value,
        count,
        filter: criterionOf(filterable, isMade ? decoded : value, held.isLaidOver ? ofRow : undefined),
      }
    })
  }
  entries.sort((a, b) => compare(a.decoded, b.decoded))
  const [first] = entries
  return first === undefined
    ? null
    : { min: shown(first.value), max: shown((entries.at(-1) as Counted).value), count: withValue }
}

/** What a row holds: one value, or the elements of its lists; of a record, those that meet the criteria of its members. */
function valuesReader(
  filterable: FilterableField,
  members: readonly FieldFilter[],
  accessors: Accessors<never>,
): (row: unknown) => readonly unknown[] {
  const { field, collection } = filterable
  const readAll =
    collection === null ? valueInList(fieldReader(field, accessors)) : matchingElements(filterable, members, accessors)
  if (field.type?.kind !== 'collection') return readAll
  const stored = storedReader(field)
  // Rows may hold JSON text. Its elements are shown as they are.
  const listOf = BUILT_IN.collection.reader(field.facts, (raw) => raw) as (raw: unknown) => readonly unknown[] | null
  return (row) => readAll(row).flatMap((list) => listOf(stored(list)) ?? [])
}

function matchingElements(
  filterable: FilterableField,
  members: readonly FieldFilter[],
  accessors: Accessors<never>,
): (row: unknown) => readonly unknown[] {
  const read = elementsReader(filterable, accessors)
  if (members.length === 0) return read
  const testsOf = elementTests(members, accessors)
  return (row) => {
    const { isMatch } = testsOf(row)
    return read(row).filter((_, at) => isMatch(at))
  }
}

const valueInList =
  (read: ReadField) =>
  (row: unknown): readonly unknown[] => [read(row) ?? null]

/** Values that are equal by their type are one. Only those of a made type may be equal without being the same. */
function entryOf(
  byKey: Map<unknown, Counted>,
  key: unknown,
  { decoded, value }: Pick<Counted, 'decoded' | 'value'>,
  compare: Compare,
): Counted {
  let entry = byKey.get(key)
  if (entry === undefined && typeof decoded === 'object' && decoded !== null) {
    entry = [...byKey.values()].find((other) => other.decoded !== null && compare(other.decoded, decoded) === 0)
  }
  if (entry === undefined) {
    entry = { value: value ?? null, decoded, count: 0 }
    byKey.set(key, entry)
  }
  return entry
}

function compareNulls(a: unknown, b: unknown, compare: Compare): number {
  return a === null || b === null ? Number(b === null) - Number(a === null) : compare(a, b)
}
