// Every stage: the words of the contract, once. Types are indexed out of these tables.

/** The prefix of the repeatable `filter.<field>` parameters; the other five parameters have fixed names. */
export const FILTER_PREFIX = 'filter.'

/** The parameter of an expression across fields. */
export const EXPRESSION = 'filter'
/** The parameter that names the members of an item, in a list with `.selectable()`. */
export const FIELDS = 'fields'
/** The names in it, with commas between them; blank ones are left out. */
export const fieldNames = (text: string): string[] => text.split(',').filter((name) => name.trim() !== '')

/** How many values an operator takes. A list is split at its commas and has one entry at least. */
export type ValueCount = 'none' | 'one' | 'two' | 'list'

export interface OperatorFacts {
  /**
   * The types that support it: `equality` every scalar, `order` scalars that have an order, `text` only text, by a
   * text match.
   */
  readonly matches: 'equality' | 'order' | 'text'
  readonly values: ValueCount
  /** The same on a collection; null where no collection supports it. */
  readonly onCollection: ValueCount | null
  /** Operators that say the same value by value: any of a list, both of two. Null where no others say it. */
  readonly parts: readonly string[] | null
}

/**
 * The filter operators by their tokens, and what every stage needs to know of them. How an operator is written and
 * tested is said where it is done, in records and switches that do not compile without it.
 */
export const OPERATOR_FACTS = {
  $eq: { matches: 'equality', values: 'one', onCollection: 'one', parts: null },
  $in: { matches: 'equality', values: 'list', onCollection: null, parts: ['$eq'] },
  $null: { matches: 'equality', values: 'none', onCollection: 'none', parts: null },
  $sw: { matches: 'text', values: 'one', onCollection: null, parts: null },
  $ew: { matches: 'text', values: 'one', onCollection: null, parts: null },
  $ilike: { matches: 'text', values: 'one', onCollection: null, parts: null },
  $contains: { matches: 'text', values: 'one', onCollection: 'list', parts: null },
  $lt: { matches: 'order', values: 'one', onCollection: null, parts: null },
  $lte: { matches: 'order', values: 'one', onCollection: null, parts: null },
  $gt: { matches: 'order', values: 'one', onCollection: null, parts: null },
  $gte: { matches: 'order', values: 'one', onCollection: null, parts: null },
  $btw: { matches: 'order', values: 'two', onCollection: null, parts: ['$gte', '$lte'] },
} as const satisfies { readonly [token: `$${string}`]: OperatorFacts }

/**
 * An operator token:
 * `'$eq' | '$in' | '$null' | '$sw' | '$ew' | '$ilike' | '$contains' | '$lt' | '$lte' | '$gt' | '$gte' | '$btw'`.
 */
export type FilterOperator = keyof typeof OPERATOR_FACTS

/** In the order of the table above. */
export const OPERATORS = /* @__PURE__ */ Object.keys(OPERATOR_FACTS) as readonly FilterOperator[]

/** The operators that compare by order, `$btw` too. */
export const COMPARISON_OPERATORS = /* @__PURE__ */ OPERATORS.filter(
  (operator) => OPERATOR_FACTS[operator].matches === 'order',
)

export type TextOperator = {
  [Operator in FilterOperator]: (typeof OPERATOR_FACTS)[Operator]['matches'] extends 'text' ? Operator : never
}[FilterOperator]

/** Where in a text an operator looks for its value. On a collection `$contains` looks among its elements. */
export const TEXT_MATCHES = {
  $sw: 'starts-with',
  $ew: 'ends-with',
  $ilike: 'contains',
  $contains: 'contains',
} as const satisfies {
  readonly [Operator in TextOperator]: string
}

/** Each has its SQL and its test in memory, in records that do not compile without it. */
export type TextMatch = (typeof TEXT_MATCHES)[TextOperator]

export const isTextOperator = (operator: FilterOperator): operator is TextOperator => operator in TEXT_MATCHES

/** Apart from the facts: only `FilterOperator` loads them. */
const OPERATOR_NAMES = {
  $eq: 'Eq',
  $in: 'In',
  $null: 'Null',
  $sw: 'StartsWith',
  $ew: 'EndsWith',
  $ilike: 'ILike',
  $contains: 'Contains',
  $lt: 'LessThan',
  $lte: 'LessThanOrEqual',
  $gt: 'GreaterThan',
  $gte: 'GreaterThanOrEqual',
  $btw: 'Between',
} as const satisfies { readonly [Operator in FilterOperator]: string }

/**
 * The filter operators: what a declaration allows and what a client sends are the same token.
 *
 * @example `FilterOperator.Eq === '$eq'`; a declaration may take either:
 * `.filterable('status', '$eq', FilterOperator.In)`
 */
export const FilterOperator = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ OPERATORS.map((operator) => [OPERATOR_NAMES[operator], operator]),
) as { readonly [Token in FilterOperator as (typeof OPERATOR_NAMES)[Token]]: Token }

/** How many values an operator takes on a field. */
export function valueCountOf(operator: FilterOperator, isCollection: boolean): ValueCount {
  const { values, onCollection } = OPERATOR_FACTS[operator]
  return isCollection ? (onCollection ?? values) : values
}

/** Words for people, apart from the facts: only what shows them to people loads them. */
export const OPERATOR_WORDS: { readonly [Operator in FilterOperator]: OperatorWords } = {
  $eq: { label: 'equals', meaning: 'equals the value', onCollection: 'holds the value, commas included' },
  $in: { label: 'any of', meaning: 'equals any of the values, separated by commas' },
  $null: { label: 'is missing', meaning: 'is missing' },
  $sw: { label: 'starts with', meaning: 'starts with the value' },
  $ew: { label: 'ends with', meaning: 'ends with the value' },
  $ilike: { label: 'contains', meaning: 'contains the value' },
  $contains: {
    label: 'contains',
    meaning: 'contains the value',
    onCollection: 'holds all of the values, separated by commas',
  },
  $lt: { label: '<', meaning: 'is less than the value' },
  $lte: { label: '≤', meaning: 'is at most the value' },
  $gt: { label: '>', meaning: 'is greater than the value' },
  $gte: { label: '≥', meaning: 'is at least the value' },
  $btw: { label: 'between', meaning: 'lies between two values separated by a comma, both included' },
}

interface OperatorWords {
  /** In a menu, next to the token. */
  readonly label: string
  /** Ends a sentence that begins with the field's name. */
  readonly meaning: string
  /** The same on a collection, if it differs. */
  readonly onCollection?: string
}

/** What `sortBy` calls the rank of a search. */
export const RELEVANCE = 'relevance'

/** Modifiers are always available and cannot be allowed or withheld. */
export const MODIFIERS = ['$not', '$and', '$or'] as const

export const DIRECTIONS = ['asc', 'desc'] as const
export type SortDirection = (typeof DIRECTIONS)[number]

/** The largest `page` and `limit` of a query string: a signed 32-bit integer (R1.1.7). */
export const MAX_INTEGER = 2_147_483_647

/** `limit=-1`: all matching rows as one page, if `.allowUnlimited(maxRows)` allows it. */
export const UNLIMITED = -1

export const DEFAULT_PAGE = 1
export const DEFAULT_MIN_SEARCH_LENGTH = 1
export const DEFAULT_MAX_SEARCH_LENGTH = 256
export const DEFAULT_MAX_SORT_FIELDS = 5
export const DEFAULT_MAX_FILTER_CONDITIONS = 100
export const DEFAULT_MAX_FILTER_VALUES = 1000
export const DEFAULT_MAX_EXPRESSION_TERMS = 20
export const DEFAULT_MAX_EXPRESSION_DEPTH = 5
/**
 * Characters of an expression. They bound parentheses and negations too, which `maxTerms` and `maxDepth` do not count.
 */
export const MAX_EXPRESSION_LENGTH = 8000

/**
 * The built-in value types, by the names used in `.field(name, selector, valueType)`, in `describe()` and in messages.
 */
export const VALUE_TYPES = [
  'text',
  'char',
  'boolean',
  'uuid',
  'integer',
  'bigint',
  'decimal',
  'float',
  'timestamp',
  'date',
  'time',
  'interval',
  'enum',
  'collection',
] as const
export type ValueTypeName = (typeof VALUE_TYPES)[number]

/**
 * The dialects by the names that Drizzle gives them, with their names in sentences. What each does is a folder of
 * `src/dialects`.
 */
export const DIALECT_TITLES = {
  postgresql: 'PostgreSQL',
  mysql: 'MySQL',
  sqlite: 'SQLite',
  singlestore: 'SingleStore',
  mssql: 'SQL Server',
  cockroach: 'CockroachDB',
} as const

/** `'postgresql' | 'mysql' | 'sqlite' | 'singlestore' | 'mssql' | 'cockroach'` */
export type DialectName = keyof typeof DIALECT_TITLES

export type DialectTitle<Name extends DialectName> = (typeof DIALECT_TITLES)[Name]

export const DIALECT_NAMES = /* @__PURE__ */ Object.keys(DIALECT_TITLES) as readonly DialectName[]

/** The dialects that `.withTotals({ estimate: true })` can ask: those whose `statements.explain` says how. */
export type EstimatingDialect = 'postgresql' | 'mysql'
