// testing: the requests of a run, from what the list declares: each operator of each field with values of rows and of
// the edges, each order, searches, pages, and random mixtures of all of them.
import { CONNECTORS, NEGATION, quotedName, quotedPart } from '../../features/expressions/expression-text.js'
import type { ExpressionBounds } from '../../types/config.js'
import { EXPRESSION, FILTER_PREFIX, type FilterOperator } from '../../vocabulary.js'
import { HOSTILE_TEXTS } from './edge-values.js'
import type { ListUnderTest } from './list-under-test.js'
import { criterion, type Pair, queryText } from './query-text.js'
import type { Random } from './random.js'
import type { FieldSamples } from './samples.js'

/** Requests on one field and one operator, the criterion itself for the laws of counting. */
export interface CriterionRequest {
  readonly request: string
  readonly field: string
  readonly operator: FilterOperator
  readonly operand: string
  /** Is the operand made of values of rows, so that laws of counting say something? */
  readonly isKnown: boolean
}

const EDGES_OF_OTHER_OPERATORS = 3

/**
 * Every allowed operator with every known value, and with the edges: all of them for the first operator that takes one
 * value.
 */
export function criterionRequests(samples: readonly FieldSamples[]): CriterionRequest[] {
  return samples.flatMap(({ filterable, known, edges }) => {
    const { field, operators } = filterable
    const firstOfOne = [...operators].find((operator) => !TAKES_MORE.has(operator))
    return [...operators].flatMap((operator) => {
      const some =
        operator === firstOfOne
          ? edges
          : edges.filter((_, index) => index % Math.ceil(edges.length / EDGES_OF_OTHER_OPERATORS) === 0)
      const isCollection = field.type?.kind === 'collection'
      const ofRows = new Set(operands(operator, known, [], isCollection))
      return operands(operator, known, some, isCollection).map((operand) => ({
        request: queryText([criterion(field.name, criterionText(operator, operand))]),
        field: field.name,
        operator,
        operand,
        isKnown: ofRows.has(operand),
      }))
    })
  })
}

const TAKES_MORE: ReadonlySet<FilterOperator> = new Set(['$in', '$btw', '$null'])

export const criterionText = (operator: FilterOperator, operand: string): string =>
  operator === '$null' ? operator : `${operator}:${operand}`

const hasComma = (text: string): boolean => text.includes(',')

function operands(
  operator: FilterOperator,
  known: readonly string[],
  edges: readonly string[],
  isCollection: boolean,
): string[] {
  const single = [...known, ...edges]
  const [low = '', high = low] = [known[0], known.at(-1)]
  switch (operator) {
    case '$null':
      return ['']
    case '$in':
      return [
        ...single,
        known.filter((text) => !hasComma(text)).join(','),
        `${low},${low}`,
        ...(edges.length > 0 ? [`${edges[0]},${edges.at(-1)}`] : []),
      ]
    case '$btw':
      return [`${low},${high}`, `${high},${low}`, ...edges.slice(0, 4).map((edge) => `${low},${edge}`), low]
    case '$contains':
      return isCollection
        ? [
            ...single,
            known
              .filter((text) => !hasComma(text))
              .slice(0, 2)
              .join(','),
          ]
        : [...single, ...known.map(partOf)]
    case '$sw':
      return [...single, ...known.map((text) => text.slice(0, 3))]
    case '$ew':
      return [...single, ...known.map((text) => [...text].slice(-3).join(''))]
    case '$ilike':
      return [...single, ...known.map(partOf), ...known.slice(0, 2).map((text) => partOf(text).toUpperCase())]
    case '$eq':
    case '$lt':
    case '$lte':
    case '$gt':
    case '$gte':
      return single
    default:
      return operator satisfies never
  }
}

/** By whole characters: half a surrogate pair is not text. */
const partOf = (text: string): string => [...text].slice(1, 4).join('')

/** Every sortable field both ways, pairs of them, and the default order: each is walked through its pages. */
export function orderRequests({ description }: ListUnderTest): string[] {
  const names = description.sortableFields.map(({ name }) => name)
  const orders = names.flatMap((name) => [[`${name}:ASC`], [`${name}:DESC`]])
  if (description.maxSortFields > 1)
    for (const [index, name] of names.slice(1).entries()) orders.push([`${names[index]}:DESC`, `${name}:ASC`])
  return ['', ...orders.map((order) => queryText(order.map((text): Pair => ['sortBy', text])))]
}

const isSearched = ({ searchableFields, searchWith }: ListUnderTest['description']): boolean =>
  searchableFields.length > 0 || searchWith !== undefined

/** @param known texts of rows */
export function searchRequests({ description }: ListUnderTest, known: readonly string[]): string[] {
  if (!isSearched(description)) return []
  const terms = [...new Set([...known, ...known.map(partOf), ...HOSTILE_TEXTS, 'a', 'e'])]
  const by = description.searchableFields.map(({ name }) =>
    queryText([
      ['searchBy', name],
      ['search', 'a'],
    ]),
  )
  return [...terms.map((term) => queryText([['search', term]])), ...by]
}

/** Pages and limits at and past their bounds, and text that is not a number. */
export function pagingRequests({ description, isPagedByCursor }: ListUnderTest): string[] {
  const { defaultLimit, maxLimit } = description
  const limits = [
    '1',
    String(defaultLimit),
    String(maxLimit),
    String(maxLimit + 1),
    '-1',
    '0',
    '',
    'x',
    '1.5',
    '2147483648',
    '9'.repeat(30),
  ]
  const pages = ['1', '2', '1000000', '2147483647', '2147483648', '0', '-1', '', ' 2', '1e1', '٢']
  const cursors = ['', 'x', 'AAAA', '%', 'eyJ2IjoxfQ', 'x'.repeat(9000)]
  return [
    ...limits.map((text) => queryText([['limit', text]])),
    ...(isPagedByCursor
      ? cursors.flatMap((text) => [queryText([['after', text]]), queryText([['before', text]])])
      : []),
    ...pages.map((text) => queryText([['page', text]])),
    'sortBy=',
    'sortBy=nope:ASC',
    'searchBy=nope',
    'filter.=1',
    'filter.__proto__=$eq:1',
    'filter.constructor=$eq:1',
    '%',
    '&&=&',
    'page=1&page=2',
  ]
}

/** Several fields, connectors, negations, an order, a search and a page in one request. */
export function randomRequest(list: ListUnderTest, samples: readonly FieldSamples[], random: Random): string {
  const { description, isPagedByCursor } = list
  const pairs: Pair[] = []
  for (const sample of random.some(samples, random.int(0, 3))) {
    for (let index = 0, count = random.pick([1, 1, 1, 2, 3]); index < count; index++)
      pairs.push(randomCriterion(sample, index > 0, random))
  }
  if (description.filterExpressions !== undefined && samples.length > 0 && random.chance(0.4)) {
    pairs.push([EXPRESSION, randomExpression(samples, description.filterExpressions, random)])
  }
  const orders = description.sortableFields.map(({ name }) => `${name}:${random.pick(['ASC', 'DESC'])}`)
  for (const order of random.some(orders, Math.min(random.int(0, 2), description.maxSortFields)))
    pairs.push(['sortBy', order])
  if (isSearched(description) && random.chance(0.25))
    pairs.push(['search', random.pick(['a', 'e', '1', ...samples.flatMap(({ known }) => known.slice(0, 2))])])
  if (random.chance(0.5)) pairs.push(['limit', String(random.int(1, description.maxLimit))])
  if (!isPagedByCursor && random.chance(0.3)) pairs.push(['page', String(random.int(1, 4))])
  return queryText(pairs)
}

/** Terms, groups and negations within the list's bounds. */
function randomExpression(
  samples: readonly FieldSamples[],
  { maxTerms, maxDepth }: ExpressionBounds,
  random: Random,
): string {
  const node = (terms: number, depth: number): string => {
    const negation = random.chance(0.25) ? NEGATION : ''
    if (terms === 1 || depth === 0) {
      const [name, text] = randomCriterion(random.pick(samples), false, random)
      return `${negation}${quotedName(name.slice(FILTER_PREFIX.length))}=${quotedPart(text)}`
    }
    const first = random.int(1, terms - 1)
    const members = [node(first, depth - 1), node(terms - first, depth - 1)]
    return `${negation}(${members.join(CONNECTORS[random.pick<'and' | 'or'>(['and', 'or'])])})`
  }
  return node(random.int(1, Math.min(maxTerms, 4)), maxDepth)
}

function randomCriterion(
  { filterable: { field, operators }, known, edges }: FieldSamples,
  isJoined: boolean,
  random: Random,
): Pair {
  const operator = random.pick([...operators])
  const one = (): string =>
    known.length === 0 || random.chance(0.15) ? random.pick([...edges, '']) : random.pick(known)
  const operand =
    operator === '$in'
      ? Array.from({ length: random.int(1, 4) }, one).join(',')
      : operator === '$btw'
        ? `${one()},${one()}`
        : one()
  const prefix = `${random.chance(0.3) ? '$not:' : ''}${isJoined && random.chance(0.5) ? '$or:' : ''}`
  return criterion(field.name, prefix + criterionText(operator, operand))
}
