// memory: filters, search and inner joins of a plan as one test of a row.
import type { Field, ResolvedCollection, ResolvedConfig } from '../types/config.js'
import type { Criterion, FieldFilter, ListPlan } from '../types/plan.js'
import { matchCriterion, textContains } from './match-criterion.js'
import { rankAccessor } from './search-accessors.js'
import { type Accessors, fieldReader, member } from './read-field.js'
import { valueReader } from '../values/read-value.js'

export type MatchRow = (row: unknown) => boolean

/** Everything that decides whether a row is in the filtered set, except the host's own predicate. */
export function matchRow(plan: Pick<ListPlan, 'filters' | 'search'>, config: ResolvedConfig, accessors: Accessors<never>): MatchRow {
  const tests: MatchRow[] = []
  for (const { kind, prefix } of config.joins) {
    if (kind === 'inner') tests.push((row) => (member(row, prefix) ?? null) !== null)
  }
  for (const filter of plan.filters) tests.push(matchFilter(filter, accessors))
  if (plan.search !== null) tests.push(matchSearch(plan.search, accessors))
  return (row) => tests.every((test) => test(row))
}

function matchSearch({ term, fields, host }: NonNullable<ListPlan['search']>, accessors: Accessors<never>): MatchRow {
  if (host !== null) {
    const rankOf = rankAccessor(accessors)
    return (row) => rankOf(row) !== null
  }
  const contains = textContains(term)
  const reads = fields.map((field) => decodedReader(field, accessors))
  return (row) =>
    reads.some((read) => {
      const value = read(row)
      return value !== null && contains(value)
    })
}

function matchFilter({ filterable: { field, collection }, criteria }: FieldFilter, accessors: Accessors<never>): MatchRow {
  const read = collection === null ? decodedReader(field, accessors) : elementsReader(field, accessors)
  // From left to right, without precedence (R4.2.2). The first criterion has no `$or`.
  const tests = criteria.map((criterion) => ({
    isOr: criterion.connector === 'or',
    test: collection === null ? matchScalar(field, criterion) : matchElements(field, criterion, collection.quantifier),
  }))
  return (row) => {
    const value = read(row)
    let isMatch = true
    for (const { isOr, test } of tests) isMatch = isOr ? isMatch || test(value) : isMatch && test(value)
    return isMatch
  }
}

function matchScalar(field: Field, criterion: Criterion): (value: unknown) => boolean {
  const match = matchCriterion(field, criterion)
  return criterion.isNegated ? (value) => !match(value) : match
}

/** The criterion, with its `$not`, is put to each element, and the quantifier decides (R4.4.1). */
function matchElements(field: Field, criterion: Criterion, quantifier: ResolvedCollection['quantifier']): (value: unknown) => boolean {
  const match = matchScalar(field, criterion)
  switch (quantifier) {
    case 'some':
      return (elements) => (elements as readonly unknown[]).some(match)
    case 'every':
      return (elements) => (elements as readonly unknown[]).every(match)
    case 'none':
      return (elements) => !(elements as readonly unknown[]).some(match)
    default:
      return unreachable(quantifier)
  }
}

function decodedReader(field: Field, accessors: Accessors<never>): (row: unknown) => unknown {
  const read = fieldReader(field, accessors)
  const decode = valueReader(field)
  return (row) => decode(read(row))
}

/** A row without a list has no elements. */
function elementsReader(field: Field, accessors: Accessors<never>): (row: unknown) => readonly unknown[] {
  const read = fieldReader(field, accessors)
  const decode = valueReader(field)
  return (row) => {
    const elements = read(row)
    return Array.isArray(elements) ? elements.map(decode) : []
  }
}

function unreachable(quantifier: never): never {
  throw new Error(`No quantifier '${String(quantifier)}'; please report this.`)
}
