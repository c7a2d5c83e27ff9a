// memory: filters, search and inner joins of a plan as one test of a row.
import type { Criterion, Field, FieldFilter, FilterableField, ResolvedCollection } from '../../types/config.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { FilterTree, ListPlan } from '../../types/plan.js'
import { type HeldField, heldField } from './held-field.js'
import { matchCriterion, matchText } from './match-criterion.js'
import type { FilterRow } from './options.js'
import { ownFilter, rankAccessor } from './search-accessors.js'
import { type Accessors, elementsReader, fieldReader, member } from './read-field.js'
import { RELEVANCE } from '../../vocabulary.js'
import { wordsOf } from '../../basics/words-of.js'

export type MatchRow = (row: unknown) => boolean

/** Everything that decides whether a row is in the filtered set, except the app's own predicate. */
export function matchRow(
  plan: Pick<ListPlan, 'filters' | 'expression' | 'search'>,
  config: ResolvedConfig,
  accessors: Accessors<never>,
): MatchRow {
  const tests: MatchRow[] = []
  for (const { kind, prefix } of config.joins) {
    if (kind === 'inner') tests.push((row) => (member(row, prefix) ?? null) !== null)
  }
  tests.push(...matchFilters(plan.filters, accessors))
  if (plan.expression) tests.push(matchTree(plan.expression.tree, accessors))
  if (plan.search !== null) tests.push(matchSearch(plan.search, config, accessors))
  return (row) => tests.every((test) => test(row))
}

function matchSearch(
  { term, fields, host }: NonNullable<ListPlan['search']>,
  { searchWith }: ResolvedConfig,
  accessors: Accessors<never>,
): MatchRow {
  if (host === null) return matchTerm(term, fields, accessors)
  const { words = null } = searchWith ?? {}
  if (words === null || Object.hasOwn(accessors, RELEVANCE)) {
    const rankOf = rankAccessor(accessors)
    return (row) => rankOf(row) !== null
  }
  const tests = wordsOf(term).map((word) => matchTerm(word, words, accessors))
  return (row) => tests.every((test) => test(row))
}

function matchTerm(term: string, fields: readonly Field[], accessors: Accessors<never>): MatchRow {
  const tests = fields.map((field): MatchRow => {
    const held = heldField(field, accessors)
    const [read, match] = [decodedReader(held, accessors), matchText(held.field, 'contains', term)]
    return (row) => match(read(row))
  })
  return (row) => tests.some((test) => test(row))
}

/** One test for each field; one for all fields of one record, at the place of the first. */
function matchFilters(filters: readonly FieldFilter[], accessors: Accessors<never>): MatchRow[] {
  return filters.flatMap((filter): MatchRow[] => {
    const { element, own, field } = filter.filterable
    if (own !== undefined) return [matchOwn(filter, ownFilter(field.name, accessors))]
    if (element === undefined) return [matchFilter(filter, accessors)]
    const ofElement = filters.filter((other) => other.filterable.element === element)
    return ofElement[0] === filter ? [matchElementsOf(ofElement, accessors)] : []
  })
}

function matchTree(tree: FilterTree, accessors: Accessors<never>): MatchRow {
  if ('term' in tree) return matchFilters(tree.term, accessors)[0] as MatchRow
  if ('not' in tree) {
    const match = matchTree(tree.not, accessors)
    return (row) => !match(row)
  }
  const isAnd = 'and' in tree
  const tests = (isAnd ? tree.and : tree.or).map((member) => matchTree(member, accessors))
  return isAnd ? (row) => tests.every((test) => test(row)) : (row) => tests.some((test) => test(row))
}

function matchFilter({ filterable, criteria }: FieldFilter, accessors: Accessors<never>): MatchRow {
  const { field, collection } = filterable
  const held = heldField(field, accessors)
  const read = collection === null ? decodedReader(held, accessors) : decodedElements(filterable, held, accessors)
  const test = fromLeftToRight(criteria, (criterion) =>
    collection === null ? matchScalar(held, criterion) : matchElements(held, criterion, collection.quantifier),
  )
  return (row) => test(read(row))
}

/** The app's function gets the criterion as that of the configuration does. */
function matchOwn({ criteria }: FieldFilter, filter: FilterRow<unknown>): MatchRow {
  return fromLeftToRight(criteria, ({ operator, values, isNegated }) => {
    const criterion = operator === '$in' || operator === '$btw' ? { operator, values } : { operator, value: values[0] }
    return (row) => filter(row, criterion) !== isNegated
  })
}

/** Criteria of several fields, applied to one and the same element. */
function matchElementsOf(filters: readonly FieldFilter[], accessors: Accessors<never>): MatchRow {
  const { collection } = (filters[0] as FieldFilter).filterable
  const { quantifier } = collection as ResolvedCollection
  const testsOf = elementTests(filters, accessors)
  return (row) => {
    const { length, isMatch } = testsOf(row)
    const elements = Array.from({ length }, (_, at) => at)
    return quantifier === 'every' ? elements.every(isMatch) : elements.some(isMatch) === (quantifier === 'some')
  }
}

interface ElementTests {
  readonly length: number
  readonly isMatch: (at: number) => boolean
}

/** Tests the elements of a row, by their place, for the criteria of several fields of one record. */
export function elementTests(
  filters: readonly FieldFilter[],
  accessors: Accessors<never>,
): (row: unknown) => ElementTests {
  const tests = filters.map(({ filterable, criteria }) => {
    const held = heldField(filterable.field, accessors)
    return {
      read: decodedElements(filterable, held, accessors),
      test: fromLeftToRight(criteria, (criterion) => matchScalar(held, criterion)),
    }
  })
  return (row) => {
    const columns = tests.map(({ read }) => read(row))
    return {
      length: Math.max(0, ...columns.map((column) => column.length)),
      isMatch: (at) => tests.every(({ test }, field) => test(columns[field]?.[at] ?? null)),
    }
  }
}

/** From left to right, without precedence (R4.2.2). The first criterion has no `$or`. */
function fromLeftToRight(
  criteria: readonly Criterion[],
  testOf: (criterion: Criterion) => (value: unknown) => boolean,
): MatchRow {
  const tests = criteria.map((criterion) => ({ isOr: criterion.connector === 'or', test: testOf(criterion) }))
  return (value) => {
    let isMatch = true
    for (const { isOr, test } of tests) isMatch = isOr ? isMatch || test(value) : isMatch && test(value)
    return isMatch
  }
}

function matchScalar({ field, criterionOf }: HeldField, criterion: Criterion): (value: unknown) => boolean {
  const compared = criterionOf(criterion)
  const match = compared === null ? () => false : matchCriterion(field, compared)
  return criterion.isNegated ? (value) => !match(value) : match
}

/** The criterion, with its `$not`, is applied to each element, and the quantifier decides (R4.4.1). */
function matchElements(
  field: HeldField,
  criterion: Criterion,
  quantifier: ResolvedCollection['quantifier'],
): (value: unknown) => boolean {
  const match = matchScalar(field, criterion)
  switch (quantifier) {
    case 'some':
      return (elements) => (elements as readonly unknown[]).some(match)
    case 'every':
      return (elements) => (elements as readonly unknown[]).every(match)
    case 'none':
      return (elements) => !(elements as readonly unknown[]).some(match)
    default:
      return quantifier satisfies never
  }
}

function decodedReader({ field, decode }: HeldField, accessors: Accessors<never>): (row: unknown) => unknown {
  const read = fieldReader(field, accessors)
  return (row) => decode(read(row))
}

function decodedElements(
  filterable: FilterableField,
  { decode }: HeldField,
  accessors: Accessors<never>,
): (row: unknown) => readonly unknown[] {
  const read = elementsReader(filterable, accessors)
  return (row) => read(row).map(decode)
}
