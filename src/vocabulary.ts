// Every stage: the words of the contract, once. Types are indexed out of these tables.

/** The prefix of the repeatable `filter.<field>` parameters; the other five parameters are names of their own. */
export const FILTER_PREFIX = 'filter.'

/**
 * The filter operators: what a declaration grants and what a client sends are the same token.
 *
 * @example `FilterOperator.Eq === '$eq'`; a declaration may take either: `.filterable('status', '$eq', FilterOperator.In)`
 */
export const FilterOperator = {
  Eq: '$eq',
  In: '$in',
  Null: '$null',
  StartsWith: '$sw',
  ILike: '$ilike',
  Contains: '$contains',
  LessThan: '$lt',
  LessThanOrEqual: '$lte',
  GreaterThan: '$gt',
  GreaterThanOrEqual: '$gte',
  Between: '$btw',
} as const

/** An operator token: `'$eq' | '$in' | '$null' | '$sw' | '$ilike' | '$contains' | '$lt' | '$lte' | '$gt' | '$gte' | '$btw'`. */
export type FilterOperator = (typeof FilterOperator)[keyof typeof FilterOperator]

export const OPERATORS = Object.values(FilterOperator) as readonly FilterOperator[]

/** The operators that order values, `$btw` with them. */
export const COMPARISON_OPERATORS = ['$lt', '$lte', '$gt', '$gte', '$btw'] as const satisfies readonly FilterOperator[]

/** Modifiers are always available and cannot be granted or withheld. */
export const MODIFIERS = ['$not', '$and', '$or'] as const
export type Modifier = (typeof MODIFIERS)[number]

export const DIRECTIONS = ['asc', 'desc'] as const
export type SortDirection = (typeof DIRECTIONS)[number]

/** The largest `page` and `limit` a query string may carry (a 32-bit integer, as in the contract). */
export const MAX_INTEGER = 2_147_483_647

/** `limit=-1`: all matching rows as one page, where `.allowUnlimited(maxRows)` opts in. */
export const UNLIMITED = -1

export const DEFAULT_PAGE = 1
export const DEFAULT_MIN_SEARCH_LENGTH = 1
export const DEFAULT_MAX_SEARCH_LENGTH = 256
export const DEFAULT_MAX_SORT_FIELDS = 5
export const DEFAULT_MAX_FILTER_CONDITIONS = 100
export const DEFAULT_MAX_FILTER_VALUES = 1000

/** The built-in value types, by the names used in `.field(name, selector, valueType)`, in `describe()` and in messages. */
export const VALUE_TYPES = [
  'text', 'char', 'boolean', 'uuid', 'integer', 'bigint', 'decimal', 'float',
  'timestamp', 'date', 'time', 'interval', 'enum', 'collection',
] as const
export type ValueTypeName = (typeof VALUE_TYPES)[number]
