// Stage compile: a shape as Drizzle SQL, with slots in the places of values. It never sees a value of the client.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { union } from '../basics/numbers.js'
import type { RangeReading, SqlDialect } from '../dialects/dialect.js'
import { DIALECTS } from '../dialects/index.js'
import { hasIndexOver } from '../drizzle/constraints.js'
import { isConstant } from '../fragments/order-words.js'
import type { Field, SortTerm } from '../types/config.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import { termsOf } from '../types/tree.js'
import type { ExpressionShape, FilterShape, SearchShape, Shape } from '../types/shape.js'
import type { EncodedValue, FragmentWriter, SlotWriter } from '../types/sql.js'
import { nullPlace, sortedColumns } from './order-terms.js'
import {
  boundText,
  elementPredicate,
  filterPredicate,
  isJoinable,
  isTextMatch,
  notTrue,
  type PredicateContext,
} from './filter-predicate.js'
import { type Condition, isAggregateField, joined, negated, written } from './condition.js'
import { isReadAsOtherType } from '../values/facts-under-type.js'
import { operandOf } from './encode-plan.js'
import { compileSeek, type Seek, positionOrder } from './seek.js'

export interface ListSql {
  /** Filters and search, AND-ed; undefined where the request has neither. */
  readonly where: SQL | undefined
  readonly orderBy: readonly SQL[]
  /** What each term of the order sorts by. A page by position leaves out first terms that are null in all of its rows. */
  readonly orderKeys: readonly SQLWrapper[]
  /** What a position is compared with: `orderKeys`, and before them those that are left out there. */
  readonly sought: readonly SQLWrapper[]
  /** The same order over columns that hold `orderKeys`; reversed, it is from its end, nulls with it. */
  readonly orderOver: (keys: readonly SQLWrapper[], isReversed: boolean) => readonly SQL[]
  /** Joins that `where` needs, with those that decide which rows there are (inner joins); in join order. */
  readonly whereJoins: readonly number[]
  /** Further joins that `orderBy` needs. */
  readonly orderJoins: readonly number[]
  /** Set for a page by position. */
  readonly walk: WalkSql | null
  /** `where` in two, if a half of it has sub-selects that are not read as joins, and the planner needs them apart. */
  readonly halves: () => WhereHalves | null
}

export interface WhereHalves {
  /** Of the row and what is joined to it; undefined if the joins are all. */
  readonly early: SQL | undefined
  readonly earlyJoins: readonly number[]
  /** Sub-selects that the planner runs for each row; undefined where only a position has some. */
  readonly late: SQL | undefined
  readonly lateJoins: readonly number[]
}

export interface WalkSql {
  /** The keys of a row's own position, term by term, where `sought` stands in fields. */
  readonly keysOver: (keys: readonly SQLWrapper[]) => readonly SQL[]
  /** Rows beyond the position; null on a first page. */
  readonly seek: Seek | null
  /** `seek`, where `sought` stands in fields. */
  readonly seekOver: (keys: readonly SQLWrapper[]) => Seek | null
  /** How the ranges of `seek` are read, where there are several. */
  readonly readsRanges: RangeReading
}

const REVERSED_NULLS = { first: 'last', last: 'first', none: undefined } as const

/**
 * @param slot writes the parameter of a value: a placeholder, or the value itself
 * @param own writes a fragment that the app made for the request
 * @example the shape of `filter.status=$eq:draft` → `where: sql`${articles.status} = ${slot(0)}``
 */
export function compileShape(
  shape: Shape,
  config: ResolvedConfig,
  slot: SlotWriter,
  own: FragmentWriter = asItIs,
): ListSql {
  const { filters, expression, search, ownSearch, order } = shape
  const context = predicateContext(config, slot, own)
  const { dialect } = context
  const conditions = conditionsOf(filters, context)
  if (expression !== null) conditions.push(expressionCondition(expression, context))
  const searched: Condition[] = []
  if (ownSearch !== null) searched.push(own(ownSearch.where))
  if (search !== null) searched.push(searchPredicate(search.fields, search, context))
  const sought = soughtOf(shape, context)
  const walk = compileWalk(shape, sought, config, slot)
  const unsorted = walk?.seek?.nullTerms ?? 0
  const ordering = order.slice(unsorted)
  const orderKeys = sought.slice(unsorted)
  const orderOver: ListSql['orderOver'] = (keys, isReversed) =>
    ordering.flatMap(({ field, direction }, term) => {
      const key = keys[term] as SQLWrapper
      if (isConstant(key)) return []
      const nulls = nullPlace({ field, direction }, config)
      if (!isReversed) return dialect.orderTerm(key, direction, nulls)
      // Where no place is given for nulls, every database moves them to the other end with the direction.
      return dialect.orderTerm(key, direction === 'asc' ? 'desc' : 'asc', REVERSED_NULLS[nulls ?? 'none'])
    })
  return {
    where: whereOf([...conditions, ...searched], dialect),
    orderBy: orderOver(orderKeys, false),
    orderKeys,
    sought,
    orderOver,
    whereJoins: whereJoinsOf(shape, config),
    orderJoins: union(order.flatMap(({ field }) => field.joins)),
    walk,
    halves: () =>
      DIALECTS[config.dialect].statements.needsHalves ? halvesOf(shape, config, conditions, searched) : null,
  }
}

const whereOf = (conditions: readonly Condition[], dialect: SqlDialect): SQL | undefined =>
  conditions.length === 0 ? undefined : written(joined(conditions, 'and', dialect), dialect)

/**
 * @param conditions of the filters, in their order, and of the expression
 * @param searched what is always early
 */
function halvesOf(
  shape: Shape,
  config: ResolvedConfig,
  conditions: readonly Condition[],
  searched: readonly Condition[],
): WhereHalves | null {
  const { expression } = shape
  if (!allFilters(shape).some(hasSubSelect)) return null
  const groups = [...filterGroups(shape.filters), ...(expression === null ? [] : [termsOf(expression).flat()])]
  const isLate = groups.map((group, at) =>
    expression !== null && at === groups.length - 1
      ? group.some(hasSubSelect)
      : group.some((filter) => hasSubSelect(filter) && !isJoinable(filter)),
  )
  if (!isLate.includes(true)) return null
  const dialect = DIALECTS[config.dialect].sql
  const half = (late: boolean): readonly FilterShape[] => groups.filter((_, at) => isLate[at] === late).flat()
  const earlyJoins = union(joinsOfRows(config), joinsOfFilters(half(false)), joinsOfSearch(shape))
  return {
    early: whereOf([...conditions.filter((_, at) => isLate[at] === false), ...searched], dialect),
    earlyJoins,
    late: whereOf(
      conditions.filter((_, at) => isLate[at] === true),
      dialect,
    ),
    lateJoins: joinsOfFilters(half(true)),
  }
}

const hasSubSelect = ({ filterable: { field, collection } }: FilterShape): boolean =>
  collection !== null || isAggregateField(field)

/** Does a LIKE decide which rows there are? No index has the order of a rank: planners find those rows first anyway. */
export function hasTextMatch(shape: Shape): boolean {
  const { search, ownSearch, order } = shape
  if (order[0]?.field.term !== undefined) return false
  return search !== null || ownSearch !== null || allFilters(shape).some(({ criteria }) => criteria.some(isTextMatch))
}

/** One condition for each field; one for all fields of one record. */
const conditionsOf = (filters: readonly FilterShape[], context: PredicateContext): Condition[] =>
  filterGroups(filters).map((group) => {
    const [first] = group as readonly [FilterShape]
    return first.filterable.element === undefined ? filterPredicate(first, context) : elementPredicate(group, context)
  })

/** Each filter by itself; those of one record, whose numbers follow one another, together. */
function filterGroups(filters: readonly FilterShape[]): readonly (readonly FilterShape[])[] {
  const groups: (readonly FilterShape[])[] = []
  for (let at = 0; at < filters.length;) {
    const { element } = (filters[at] as FilterShape).filterable
    const end =
      element === undefined ? at + 1 : filters.findLastIndex((other) => other.filterable.element === element) + 1
    groups.push(filters.slice(at, end))
    at = end
  }
  return groups
}

/** Every predicate but the app's own is true or false for every row, so `not` is the complement. */
function expressionCondition(expression: ExpressionShape, context: PredicateContext): Condition {
  if ('term' in expression) return conditionsOf(expression.term, context)[0] as Condition
  if ('not' in expression) {
    const inner = expressionCondition(expression.not, context)
    const isSure = termsOf(expression.not).every((filters) =>
      filters.every(({ filterable }) => filterable.own === undefined),
    )
    return isSure ? negated(inner) : notTrue(written(inner, context.dialect), context.dialect)
  }
  const isAnd = 'and' in expression
  const members = (isAnd ? expression.and : expression.or).map((member) => expressionCondition(member, context))
  return joined(members, isAnd ? 'and' : 'or', context.dialect)
}

/** Those of the expression with the others. */
function allFilters({ filters, expression }: Shape): readonly FilterShape[] {
  return expression === null ? filters : [...filters, ...termsOf(expression).flat()]
}

/** Joins that decide which rows there are, and those that filters and search read. */
const whereJoinsOf = (shape: Shape, config: ResolvedConfig): readonly number[] =>
  union(joinsOfRows(config), joinsOfFilters(allFilters(shape)), joinsOfSearch(shape))

/** Inner joins, each with those that it needs. */
export const joinsOfRows = ({ joins }: ResolvedConfig): readonly number[] =>
  joins.flatMap(({ kind, needs }, index) => (kind === 'inner' ? [...needs, index] : []))

const joinsOfFilters = (filters: readonly FilterShape[]): readonly number[] =>
  union(
    filters.flatMap(({ filterable: { field, collection }, criteria }) => [
      ...(collection === null ? field.joins : collection.needs),
      ...criteria.flatMap(({ own }) => own?.joins ?? []),
    ]),
  )

const joinsOfSearch = ({ search, ownSearch }: Shape): readonly number[] => [
  ...(ownSearch === null ? [] : ownSearch.joins),
  ...(search === null ? [] : search.fields.flatMap((field) => field.joins)),
]

/**
 * From so many nullable terms on, the rows beyond a position are many ranges. Without an index each of them reads the
 * whole set: a page costs up to four times one of a single nested condition. With an index it costs a third.
 */
const MANY_NULLABLE = 3

/** Does the schema show an index that begins with the order, the tie-breaker aside? */
function isIndexed(order: readonly SortTerm[], config: ResolvedConfig): boolean {
  const sorted = sortedColumns(order, config)
  return sorted !== null && hasIndexOver(sorted.table, sorted.names)
}

const soughtOf = ({ walk, order }: Shape, { dialect, own }: PredicateContext): readonly SQLWrapper[] =>
  walk === null
    ? order.map(({ field }) => orderKey(field, dialect, own))
    : walk.order.map(({ field, key }) => positionOrder(orderKey(field, dialect, own), key))

function compileWalk(
  { walk }: Shape,
  sought: readonly SQLWrapper[],
  config: ResolvedConfig,
  slot: SlotWriter,
): WalkSql | null {
  if (walk === null) return null
  const { order, side, keys } = walk
  const { dialect: name } = config
  const { select, readsRanges } = DIALECTS[name].keys
  const written = keys?.map((key) => (key === null ? null : { form: key.form, slot: slot(key.slot) }))
  const seekOver: WalkSql['seekOver'] = (over) =>
    written === undefined ? null : compileSeek(order, over, { side, keys: written }, name)
  const isOneCondition =
    order.filter(({ isNullable }) => isNullable).length >= MANY_NULLABLE && !isIndexed(order, config)
  return {
    keysOver: (over) => order.map(({ key }, index) => select(over[index] as SQLWrapper, key)),
    seek: seekOver(sought),
    seekOver,
    readsRanges: isOneCondition ? null : readsRanges,
  }
}

/** A match in any of the fields. */
function searchPredicate(
  fields: readonly Field[],
  { slot, form, spelling }: SearchShape,
  context: PredicateContext,
): SQL {
  const { dialect, likeStrategy } = context
  const parameter = boundText(slot, spelling, context)
  const matches = fields.map((field) => {
    const compared = dialect.compared(operandOf(field))
    const match = dialect.like(compared, parameter, 'contains', form, likeStrategy)
    return field.isNullable ? sql`(${compared} is not null and ${match})` : match
  })
  return sql`(${sql.join(matches, sql` or `)})`
}

/**
 * What a field is ordered by: the column itself, which an index may hold, or the column read as the value type over it.
 */
export function orderKey(field: Field, dialect: SqlDialect, own: FragmentWriter = asItIs): SQLWrapper {
  if (field.term !== undefined) return sql`(${own(field.expression as SQL)})`
  const operand = operandOf(field)
  return isReadAsOtherType(field) ? dialect.compared(operand) : operand.expression
}

const asItIs: FragmentWriter = (fragment) => fragment

/** Writes the values themselves in the places of slots, as parameters. */
export const boundSlots =
  (values: readonly EncodedValue[]): SlotWriter =>
  (slot, encoder) =>
    sql.param(values[slot], encoder)

/** What the predicates of a list are written with. */
export const predicateContext = (
  { dialect, likeStrategy }: ResolvedConfig,
  slot: SlotWriter,
  own: FragmentWriter = asItIs,
): PredicateContext => ({ dialect: DIALECTS[dialect].sql, likeStrategy, slot, own })
