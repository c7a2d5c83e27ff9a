// Small scopes, whole: every shape of a request up to two fields with two criteria each, two terms of an order, a
// search and an expression of three terms. Each list of shapes is walked by number, so that a slice of it is as easy as
// all of it.

/** Two requests of one shape: the second one finds the text that the first one wrote. */
export type Variant = 0 | 1

export interface Shape {
  readonly list: 'nullable' | 'required'
  /** Query strings of the same shape and of different values. */
  readonly query: (variant: Variant) => string
}

/** Shapes by number, each made when it is asked for. */
export interface Scope<Item = Shape> {
  readonly name: string
  readonly size: number
  readonly at: (index: number) => Item
}

type Atom = readonly [operator: string, first: string | null, second: string | null]

/** Values below, at and above those of the rows: 1, 2, 3 and `a`, `m`, `z`. */
const INTEGER_ATOMS: readonly Atom[] = [
  ['$null', null, null],
  ['$eq', '2', '3'],
  ['$gt', '1', '2'],
  ['$lte', '2', '1'],
  ['$btw', '1,2', '2,3'],
  ['$in', '1,3', '2,1'],
]
const TEXT_ATOMS: readonly Atom[] = [
  ['$null', null, null],
  ['$eq', 'm', 'z'],
  ['$in', 'a,z', 'm,a'],
  ['$ilike', 'M', 'a'],
  ['$sw', 'm', 'Z'],
  ['$lt', 'm', 'z'],
]

type Text = (variant: Variant) => string

const criterion = ([operator, ...values]: Atom, isNegated: boolean): Text => {
  return (variant) => `${isNegated ? '$not:' : ''}${operator}${values[variant] === null ? '' : `:${values[variant]}`}`
}

/** Each atom and its complement. */
const criteriaOf = (atoms: readonly Atom[]): readonly Text[] =>
  atoms.flatMap((atom) => [criterion(atom, false), criterion(atom, true)])

/** No criterion, one, or two with each connector. */
function choicesOf(field: string, atoms: readonly Atom[]): readonly Text[] {
  const criteria = criteriaOf(atoms)
  const one = criteria.map(
    (text): Text =>
      (variant) =>
        `&filter.${field}=${text(variant)}`,
  )
  const two = ['$and', '$or'].flatMap((connector) =>
    one.flatMap((first) =>
      criteria.map(
        (second): Text =>
          (variant) =>
            `${first(variant)}&filter.${field}=${connector}:${second(variant === 0 ? 1 : 0)}`,
      ),
    ),
  )
  return [() => '', ...one, ...two]
}

const SEARCHES: readonly Text[] = [() => '', (variant) => `&search=${variant === 0 ? 'm' : 'A'}`]

/** Every combination of one choice from each list. */
function product(name: string, list: Shape['list'], choices: readonly (readonly Text[])[]): Scope {
  return {
    name,
    size: choices.reduce((size, { length }) => size * length, 1),
    at: (index) => {
      let rest = index
      const texts = choices.map((texts) => {
        const text = texts[rest % texts.length] as Text
        rest = Math.floor(rest / texts.length)
        return text
      })
      return { list, query: (variant) => texts.map((text) => text(variant)).join('') }
    },
  }
}

/** Filters of one field without nulls: other predicates than those of a field with them. */
const requiredFilters = product('filters of one field that is never null', 'required', [
  choicesOf('a', INTEGER_ATOMS),
  SEARCHES,
])
const requiredTexts = product('filters of one text that is never null', 'required', [
  choicesOf('b', TEXT_ATOMS),
  SEARCHES,
])
const filters = product('filters of two fields, up to two criteria each, and a search', 'nullable', [
  choicesOf('a', INTEGER_ATOMS),
  choicesOf('b', TEXT_ATOMS),
  SEARCHES,
])

/** Trees of up to three terms, each with and without `NOT`. */
function expressions(): Scope {
  const terms = [
    ...criteriaOf(INTEGER_ATOMS.slice(0, 3)).map(
      (text): Text =>
        (variant) =>
          `a=${text(variant)}`,
    ),
    ...criteriaOf(TEXT_ATOMS.slice(0, 2)).map(
      (text): Text =>
        (variant) =>
          `b=${text(variant)}`,
    ),
  ]
  const isIn =
    (of: Text, more: (text: string) => string): Text =>
    (variant) =>
      more(of(variant))
  const not = (of: Text): Text => isIn(of, (text) => `NOT (${text})`)
  const pairs = ['AND', 'OR'].flatMap((word) =>
    terms.flatMap((left) =>
      terms.map(
        (right): Text =>
          (variant) =>
            `${left(variant)} ${word} ${right(variant)}`,
      ),
    ),
  )
  const triples = ['AND', 'OR'].flatMap((word) =>
    terms.flatMap((left) =>
      pairs.flatMap((right): readonly Text[] => [
        (variant) => `${left(variant)} ${word} (${right(variant)})`,
        (variant) => `(${right(variant)}) ${word} ${left(variant)}`,
        (variant) => `${left(variant)} ${word} NOT (${right(variant)})`,
      ]),
    ),
  )
  const all = [...terms, ...pairs, ...triples]
  const whole = [...all, ...all.map(not)].map((text): Text =>
    isIn(text, (tree) => `&filter=${encodeURIComponent(tree)}`),
  )
  return product('expressions of up to three terms', 'nullable', [whole])
}

const ORDERS: readonly string[] = (() => {
  const terms = ['a:ASC', 'a:DESC', 'b:ASC', 'b:DESC'].map((term) => `&sortBy=${term}`)
  return [
    '',
    ...terms,
    ...terms.flatMap((first) => terms.filter((second) => second[8] !== first[8]).map((second) => first + second)),
  ]
})()

/** One criterion at the most: what filters do to one another is enumerated above. */
const SETS: readonly Text[] = [
  () => '',
  ...criteriaOf(INTEGER_ATOMS).map(
    (text): Text =>
      (variant) =>
        `&filter.a=${text(variant)}`,
  ),
  ...criteriaOf(TEXT_ATOMS).map(
    (text): Text =>
      (variant) =>
        `&filter.b=${text(variant)}`,
  ),
]

export const TOTALS = ['exact', 'upTo', 'none'] as const
export const PAGE_FORMS = ['auto', 'plain', 'deferred', 'reverse', 'filtered'] as const

export interface OrderedShape extends Shape {
  readonly totals: (typeof TOTALS)[number]
}

/** Read as pages by number in every form, whole, and by cursor in both directions. */
export const ordered: Scope<OrderedShape> = (() => {
  const shapes = product('orders of up to two terms, with each form of total, page and cursor', 'nullable', [
    ORDERS.map(
      (text): Text =>
        () =>
          text,
    ),
    SETS,
    SEARCHES,
  ])
  return {
    name: shapes.name,
    size: shapes.size * TOTALS.length,
    at: (index) => ({
      ...shapes.at(Math.floor(index / TOTALS.length)),
      totals: TOTALS[index % TOTALS.length] as OrderedShape['totals'],
    }),
  }
})()

export const sets: readonly Scope[] = [requiredFilters, requiredTexts, filters, expressions()]
