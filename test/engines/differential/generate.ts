// A case at random: data, a configuration over it, and requests, right ones and wrong ones.
import type { FilterOperator } from '../../../src/index.js'
import { COMPARISON_OPERATORS, OPERATORS } from '../../../src/vocabulary.js'
import type { ConfigSpec, JoinKind, ManySpec } from './config-spec.js'
import { type FieldFacts, FIELDS, fieldFacts, grantable, isSearchable, isSortable, type Sort } from './fields.js'
import * as value from './generate-values.js'
import type { Random } from './random.js'
import type { DataSet } from './rows.js'

export function generateData(random: Random): DataSet {
  const nullable = random.pick([0.1, 0.3, 0.8])
  const maybe = <Value>(make: (random: Random) => Value): Value | null =>
    random.chance(nullable) ? null : make(random)
  const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
  const groups = ids(random.int(0, 3)).map((id) => ({
    id,
    title: value.orderedText(random),
    rank: maybe(value.integer),
  }))
  const owners = ids(random.int(0, 4)).map((id) => ({
    id,
    name: value.orderedText(random),
    nick: maybe(value.patternText),
    groupId: maybe(() => random.int(1, 4)),
  }))
  const labels = ids(random.int(1, 4)).map((id) => ({ id, word: value.orderedText(random) }))
  const items = ids(random.pick([0, 1, 5, 15, 30])).map((id) => ({
    id,
    label: value.orderedText(random),
    name: maybe(value.exactText),
    note: maybe(value.patternText),
    letterColumn: maybe(value.letter),
    isOn: random.chance(0.5),
    isOk: maybe(() => random.chance(0.5)),
    codeColumn: maybe(value.uuid),
    small: value.integer(random),
    amount: maybe(value.integer),
    big: maybe(value.big),
    price: maybe(value.price),
    ratio: maybe(value.ratio),
    stamp: maybe(value.stamp),
    momentColumn: maybe(value.moment),
    dayColumn: maybe(value.day),
    clockColumn: maybe(value.clock),
    color: maybe(value.color),
    mood: maybe(value.mood),
    words: value.words(random),
    more: maybe(value.words),
    // One past the last owner and group: some references lead nowhere.
    ownerId: maybe(() => random.int(1, owners.length + 1)),
    groupId: maybe(() => random.int(1, groups.length + 1)),
  }))
  const parts = ids(items.length === 0 ? 0 : random.int(0, items.length * 2)).map((id) => ({
    id,
    itemId: random.int(1, items.length),
    name: maybe(value.orderedText),
    size: maybe(value.integer),
    labelId: random.int(1, labels.length + 1),
  }))
  return { groups, owners, labels, parts, items }
}

const isSelectable = ({ name }: FieldFacts): boolean => name !== 'id' && name !== 'big'

const ELEMENT_SORT: { readonly [element in ManySpec['element']]: Sort } = {
  name: 'ordered',
  word: 'ordered',
  size: 'integer',
}

/** libSQL's client refuses to read an integer past 2^53 as a number, which is how its Drizzle column wants it. */
const isUnsafe = ({ big }: DataSet['items'][number]): boolean => big !== null && !Number.isSafeInteger(Number(big))

export function generateConfig(random: Random, data: DataSet): ConfigSpec {
  const joinKind = (): JoinKind => (random.chance(0.75) ? 'left' : 'inner')
  const owner = random.maybe(0.5, joinKind)
  const joins: ConfigSpec['joins'] = {
    ...(owner !== null && { owner }),
    ...(random.chance(0.4) && { group: joinKind() }),
    ...(owner !== null && random.chance(0.4) && { ownerGroup: joinKind() }),
  }
  const known = FIELDS.filter(({ join }) => join === undefined || joins[join] !== undefined)
  const sortable = random.some(known.filter(isSortable), 0, 6)
  const nulls = sortable
    .filter(({ isNullable }) => isNullable)
    .map(({ name }) => ({ name, isFirst: random.chance(0.5) }))
  const granted = (facts: Pick<FieldFacts, 'sort'>): readonly FilterOperator[] =>
    random.some(grantable(facts.sort), 1, 11)
  const gate = (): { isOff?: boolean } => (random.chance(0.2) ? { isOff: random.chance(0.5) } : {})
  const defaultLimit = random.int(1, 10)
  const setting = <Name extends string>(
    name: Name,
    probability: number,
    make: () => number,
  ): { [name in Name]?: number } =>
    random.chance(probability) ? ({ [name]: make() } as { [name in Name]?: number }) : {}
  const minSearchLength = random.int(1, 2)
  return {
    joins,
    limits: [defaultLimit, defaultLimit + random.int(0, 20)],
    tieBreaker: random.pick(['asc', 'desc']),
    sortable: sortable.map(({ name }) => name),
    defaultSort: random.some(sortable, 0, 2).map(({ name }) => [name, random.pick(['asc', 'desc'])] as const),
    nullsFirst: nulls.filter(({ isFirst }) => isFirst).map(({ name }) => name),
    nullsLast: nulls.filter(({ isFirst }) => !isFirst).map(({ name }) => name),
    searchable: random.some(known.filter(isSearchable), 0, 3).map(({ name }) => name),
    filterable: random.some(known, 1, 10).map((facts) => ({ name: facts.name, operators: granted(facts), ...gate() })),
    many: random.some(['few', 'Every', 'part.name'], 0, 2).map((name) => {
      const element = random.pick(['name', 'size', 'word'] as const)
      return {
        name,
        element,
        quantifier: random.pick(['some', 'every', 'none'] as const),
        operators: granted({ sort: ELEMENT_SORT[element] }),
        ...gate(),
      }
    }),
    likeStrategy: random.pick(['native', 'portable']),
    shape:
      data.items.some(isUnsafe) || random.chance(0.4)
        ? ['id', ...random.some(known.filter(isSelectable), 0, 4).map(({ name }) => name)]
        : null,
    ...(random.chance(0.3) && { minSearchLength }),
    ...setting('maxSearchLength', 0.3, () => random.int(2, 6)),
    ...setting('maxSortFields', 0.3, () => random.int(1, 3)),
    ...setting('maxOffset', 0.3, () => random.int(0, 30)),
    ...setting('maxFilterConditions', 0.2, () => random.int(1, 5)),
    ...setting('maxFilterValues', 0.2, () => random.int(1, 4)),
    ...setting('unlimited', 0.3, () => random.int(1, 40)),
    ...(random.chance(0.15) && { ignoreSearchBy: true }),
    ...(random.chance(0.4) && { expressions: { maxTerms: random.int(1, 6), maxDepth: random.int(1, 4) } }),
  }
}

/** A request as its parameters, in order. */
export type Pairs = readonly (readonly [name: string, text: string])[]

export const queryString = (pairs: Pairs): string =>
  new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, text])).toString()

export function generateRequest(random: Random, spec: ConfigSpec): Pairs {
  const pairs: [string, string][] = []
  // Most requests are meant to be right in most of their parts, or hardly any would reach a database.
  const slip = (): boolean => random.chance(0.02)
  if (random.chance(0.4))
    pairs.push([
      'page',
      slip()
        ? random.pick(['0', '-1', 'abc', ' 2', '1.0', '2147483648', '', '007'])
        : String(random.pick([1, 1, 2, 3, 9])),
    ])
  if (random.chance(0.5))
    pairs.push(['limit', slip() ? random.pick(['0', '-2', 'x', '2.5', '', '9999', '+3']) : limitText(random, spec)])
  const sorts =
    spec.sortable.length === 0
      ? Number(slip())
      : slip()
        ? 6
        : Math.min(random.pick([0, 0, 1, 1, 2, 3]), spec.maxSortFields ?? 5)
  for (let count = sorts; count > 0; count--) pairs.push(['sortBy', sortText(random, spec, slip())])
  if (random.chance(spec.searchable.length > 0 ? 0.3 : 0.02)) pairs.push(['search', searchText(random)])
  if (random.chance(0.1))
    for (const name of random.some([...spec.searchable, ...(slip() ? ['id', 'nope'] : [])], 0, 2))
      pairs.push(['searchBy', anyCase(name, random)])
  const filterables = filterFacts(spec)
  for (const facts of random.some(filterables, 0, 3)) {
    for (let index = 0, count = random.pick([1, 1, 1, 2, 3]); index < count; index++) {
      pairs.push([`filter.${anyCase(facts.name, random)}`, criterionText(random, facts, index > 0, slip())])
    }
  }
  if (spec.expressions !== undefined && filterables.length > 0 && random.chance(0.6)) {
    const terms = random.int(1, spec.expressions.maxTerms + Number(slip()))
    pairs.push(['filter', expressionText(random, filterables, terms, spec.expressions.maxDepth + Number(slip()), slip)])
    if (slip()) pairs.push(['filter', random.pick(['', ' ', 'id=$eq:1', '(', 'AND', 'id', 'id=1'])])
  }
  if (slip())
    pairs.push([
      `filter.${random.pick(['nope', '__proto__', 'constructor', ...FIELDS.map(({ name }) => name)])}`,
      '$eq:1',
    ])
  if (slip()) pairs.push([random.pick(['Page', 'filter.', 'filter', 'sort', 'q']), 'x'])
  return random.chance(0.1) ? random.some(pairs, 0, pairs.length) : pairs
}

/**
 * The same request with other values: the same fields, operators and orders, so that what was kept for it is used
 * again.
 */
export function withOtherValues(random: Random, spec: ConfigSpec, pairs: Pairs): Pairs {
  const filterables = filterFacts(spec)
  return pairs.map(([name, text]): Pairs[number] => {
    if (name === 'page') return [name, String(random.pick([1, 1, 2, 3, 9]))]
    if (name === 'limit') return [name, limitText(random, spec)]
    if (name === 'search') return [name, searchText(random)]
    if (name === 'filter') return [name, withOtherNumbers(random, text)]
    const facts = filterables.find((known) => `filter.${known.name}`.toLowerCase() === name.toLowerCase())
    const [, prefixes = '', token = ''] = /^((?:\$(?:not|and|or):)*)(\$\w+)/i.exec(text) ?? []
    const operator = facts?.operators.find((granted) => granted === token.toLowerCase())
    if (facts === undefined || operator === undefined) return [name, text]
    const operand = operandText(random, operator, facts.sort, false)
    return [name, operand === null ? `${prefixes}${token}` : `${prefixes}${token}:${operand}`]
  })
}

/** An expression whose whole numbers are others. */
const withOtherNumbers = (random: Random, text: string): string =>
  text.replace(/(?<=:)\d(?=[\s),]|$)/g, () => String(random.int(0, 9)))

const limitText = (random: Random, { limits, unlimited }: ConfigSpec): string =>
  unlimited !== undefined && random.chance(0.4)
    ? '-1'
    : String(random.chance(0.5) ? limits[1] : random.int(1, limits[1]))

const anyCase = (name: string, random: Random): string =>
  random.chance(0.9) ? name : random.pick([name.toUpperCase(), name.toLowerCase()])

function sortText(random: Random, { sortable }: ConfigSpec, isWrong: boolean): string {
  if (isWrong || sortable.length === 0)
    return random.pick(['id', 'id:', 'nope:asc', 'name:ASC', 'id:up', ':asc', '', ' id:asc', 'id:asc:desc'])
  return `${anyCase(random.pick(sortable), random)}:${random.pick(['ASC', 'DESC', 'asc', 'Desc'])}`
}

function searchText(random: Random): string {
  const text = random.chance(0.5) ? value.patternText(random) : value.orderedText(random)
  return random.chance(0.2) ? ` ${text}  ` : text
}

interface Filterable {
  readonly name: string
  readonly sort: Sort
  readonly operators: readonly FilterOperator[]
}

const isOn = ({ isOff }: { readonly isOff?: boolean }): boolean => isOff !== true

/** What is switched off is asked for among the unknown names. */
function filterFacts({ filterable, many }: ConfigSpec): Filterable[] {
  const scalars = filterable
    .filter(isOn)
    .map(({ name, operators }) => ({ name, operators, sort: fieldFacts(name)?.sort ?? 'exact' }))
  return [
    ...scalars,
    ...many.filter(isOn).map(({ name, operators, element }) => ({ name, operators, sort: ELEMENT_SORT[element] })),
  ]
}

/**
 * The enum of a database can be compared though no one is granted it; on SQLite the same field is text, and never can.
 */
const COMPARISONS: ReadonlySet<FilterOperator> = new Set(COMPARISON_OPERATORS)

function criterionText(random: Random, facts: Filterable, isJoined: boolean, isWrong: boolean): string {
  const prefixes: string[] = []
  if (random.chance(0.3)) prefixes.push(random.pick(['$not', '$NOT', '$not:$not']))
  if (isJoined ? random.chance(0.6) : isWrong && random.chance(0.3))
    prefixes.push(random.pick(['$or', '$or', '$and', '$and:$or', '$OR']))
  if (random.chance(0.3)) prefixes.reverse()
  if (isWrong && random.chance(0.2))
    return random.pick(['', 'abc', '$nope:1', '$eq1', '$not', '$or:', '$not:$or', ':$eq:1', '$eq$in:1', ' $eq:1'])
  const operator = random.pick(
    isWrong && random.chance(0.3)
      ? OPERATORS.filter((wrong) => facts.sort !== 'mood' || !COMPARISONS.has(wrong))
      : facts.operators,
  )
  const spelled = random.chance(0.9) ? operator : operator.toUpperCase()
  const text = operandText(random, operator, facts.sort, isWrong)
  return [...prefixes, text === null ? spelled : `${spelled}:${text}`].join(':')
}

/** Terms, groups in parentheses and negations; spellings vary. */
function expressionText(
  random: Random,
  fields: readonly Filterable[],
  terms: number,
  depth: number,
  slip: () => boolean,
): string {
  const not = random.chance(0.3) ? random.pick(['NOT ', 'not ', 'Not\tNOT ']) : ''
  if (terms === 1 || depth === 0) {
    const facts = random.pick(fields)
    const text = `${inQuotes(random, anyCase(facts.name, random))}=${inQuotes(random, criterionText(random, facts, false, slip()))}`
    return `${not}${random.chance(0.1) ? `( ${text})` : text}`
  }
  const first = random.int(1, terms - 1)
  const members = [first, terms - first].map((some) => expressionText(random, fields, some, depth - 1, slip))
  return `${not}(${members.join(random.pick([' AND ', ' and ', ' OR ', '\nor ']))})`
}

/** Where they are needed, and now and then where they are not. */
function inQuotes(random: Random, text: string): string {
  if (!/[\s()"']/.test(text) && random.chance(0.9)) return text
  const quote = random.pick(['"', "'"])
  return `${quote}${text.replace(/["'\\]/g, '\\$&')}${quote}`
}

const TEXTS: ReadonlySet<Sort> = new Set(['ordered', 'pattern', 'exact', 'collection'])

/** Null: no colon after the operator. */
function operandText(random: Random, operator: FilterOperator, sort: Sort, isWrong: boolean): string | null {
  const one = (): string => {
    if (!isWrong || TEXTS.has(sort)) return value.validText(sort, random)
    const text = value.doubtfulText(random)
    // A character that is no letter of the rows' is in one place of a collation and in another one by code point.
    return sort === 'letter' && COMPARISONS.has(operator) && [...text].length === 1 ? value.letter(random) : text
  }
  const wrong = isWrong && random.chance(0.3)
  switch (operator) {
    case '$null':
      return wrong ? one() : random.pick([null, null, ''])
    case '$in':
      return wrong ? random.pick([null, '', ',']) : Array.from({ length: random.int(1, 4) }, one).join(',')
    case '$btw':
      return Array.from({ length: wrong ? random.int(0, 4) : 2 }, one).join(',')
    case '$contains':
      return sort === 'collection' ? (wrong ? '' : Array.from({ length: random.int(1, 3) }, one).join(',')) : one()
    default:
      return wrong ? random.pick([null, '']) : one()
  }
}
