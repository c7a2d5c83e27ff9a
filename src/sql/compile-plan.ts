// Stage compile, cold half: a lowered plan as Drizzle SQL. Runs once a shape; never throws on client input.
import { is, type SQL, sql, type SQLWrapper, Table } from 'drizzle-orm'
import type { Field, ResolvedConfig, ResolvedJoin, SortTerm } from '../types/config.js'
import type { SlotWriter, SqlDialect } from '../types/sql.js'
import { tableReference } from './element-predicate.js'
import { boundText, filterPredicate, type PredicateContext } from './filter-predicate.js'
import { type LoweredPlan, operandOf } from './lower-plan.js'
import { readShape, type ShapedPlan } from './shape.js'

export interface ListSql {
  /** Filters and search, AND-ed; undefined where the request has neither. */
  readonly where: SQL | undefined
  readonly orderBy: readonly SQL[]
  /** The same order from its end, nulls with it. */
  readonly reversedOrderBy: () => readonly SQL[]
  /** Joins that `where` needs, with those that decide which rows there are (inner joins); in join order. */
  readonly whereJoins: readonly number[]
  /** Joins that `orderBy` needs besides. */
  readonly orderJoins: readonly number[]
  /** Null where the search cannot be told in two parts, or is not all there is. */
  readonly splitSearch: () => SplitSearch | null
}

/**
 * A search over fields of the root and of one joined table, in the two parts whose rows make up the whole: each may be found by
 * indexes of its own, which an `or` over the join rules out.
 */
export interface SplitSearch {
  /** The join, of which each root row has at most one row. */
  readonly join: number
  /** A match in the joined table; over the root with that join. */
  readonly joined: SQL
  /** A match in the root; over the root alone. */
  readonly root: SQL
  /** None in the joined table; over the root alone. */
  readonly notJoined: SQL
  /** Fields whose text is matched. */
  readonly fields: readonly Field[]
}

const REVERSED_NULLS = { first: 'last', last: 'first', none: undefined } as const

export function compilePlan(lowered: LoweredPlan, config: ResolvedConfig, dialect: SqlDialect, slot: SlotWriter): ListSql {
  const plan = readShape(lowered.shape, lowered.plan)
  const context: PredicateContext = { dialect, likeStrategy: config.likeStrategy, slot }
  const whereJoins = new Set<number>()
  const conditions: SQL[] = []
  config.joins.forEach((join, index) => {
    if (join.kind === 'inner') for (const needed of [...join.needs, index]) whereJoins.add(needed)
  })
  for (const filter of plan.filters) {
    const { field, collection } = filter.filterable
    for (const needed of collection === null ? field.joins : collection.needs) whereJoins.add(needed)
    conditions.push(filterPredicate(filter, context))
  }
  const { search } = plan
  if (search !== null) {
    for (const field of search.fields) for (const needed of field.joins) whereJoins.add(needed)
    conditions.push(searchPredicate(search.fields, search, context))
  }
  const terms = orderTerms(plan.sort, config)
  const orderJoins = new Set<number>(terms.flatMap(({ field }) => field.joins))
  return {
    where: conditions.length === 0 ? undefined : conditions.length === 1 ? conditions[0] : sql`(${sql.join(conditions, sql` and `)})`,
    orderBy: terms.flatMap(({ field, direction }) =>
      dialect.orderTerm(orderKey(field, dialect), direction, config.nullOrder.get(field)),
    ),
    // Where no place is given for nulls, every database moves them to the other end with the direction.
    reversedOrderBy: () => terms.flatMap(({ field, direction }) =>
      dialect.orderTerm(orderKey(field, dialect), direction === 'asc' ? 'desc' : 'asc', REVERSED_NULLS[config.nullOrder.get(field) ?? 'none']),
    ),
    whereJoins: inOrder(whereJoins),
    orderJoins: inOrder(orderJoins),
    splitSearch: () => (search === null || plan.filters.length > 0 ? null : splitSearch(search, config, context)),
  }
}

type Search = NonNullable<ShapedPlan['search']>

/** A match in any of the fields. */
function searchPredicate(fields: readonly Field[], { slot, form, spelling }: Search, context: PredicateContext): SQL {
  const { dialect, likeStrategy } = context
  const parameter = boundText(slot, spelling, context)
  const matches = fields.map((field) => {
    const left = dialect.operand(operandOf(field))
    const match = dialect.like(left, parameter, 'contains', form, likeStrategy)
    return field.isNullable ? sql`(${left} is not null and ${match})` : match
  })
  return sql`(${sql.join(matches, sql` or `)})`
}

function splitSearch(search: Search, config: ResolvedConfig, context: PredicateContext): SplitSearch | null {
  const { fields } = search
  const inRoot = fields.filter(({ joins }) => joins.length === 0)
  const inJoined = fields.filter(({ joins }) => joins.length > 0)
  const [index] = inJoined[0]?.joins ?? []
  if (index === undefined || inRoot.length === 0 || config.joins.some(({ kind }) => kind === 'inner')) return null
  if (inJoined.some(({ joins }) => joins.length > 1 || joins[0] !== index)) return null
  const { table, on } = config.joins[index] as ResolvedJoin
  if (!is(table, Table)) return null
  const joined = searchPredicate(inJoined, search, context)
  return {
    join: index,
    joined,
    root: searchPredicate(inRoot, search, context),
    notJoined: sql`not exists (select 1 from ${tableReference(table)} where (${on}) and ${joined})`,
    fields,
  }
}

/** The sort with the tie-breaker last. A field named before would decide nothing again, and SQL Server refuses to order by it twice. */
export function orderTerms(sort: readonly SortTerm[], config: ResolvedConfig): readonly SortTerm[] {
  const named = new Set<Field>()
  return [...sort, ...config.tieBreaker].filter(({ field }) => !named.has(field) && named.add(field))
}

/** What a field is ordered by: the column itself, which an index may hold, or the column read as the value type laid over it. */
function orderKey(field: Field, dialect: SqlDialect): SQLWrapper {
  const target = operandOf(field)
  const isReadAsOther = field.type !== null && field.facts !== null && field.facts.valueType !== null && field.facts.valueType !== field.type.kind
  return isReadAsOther ? dialect.operand(target) : target.expression
}

function inOrder(joins: ReadonlySet<number>): readonly number[] {
  return [...joins].sort((a, b) => a - b)
}
