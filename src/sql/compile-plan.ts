// Stage compile, cold half: a lowered plan as Drizzle SQL. Runs once a shape; never throws on client input.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Field, ResolvedConfig, SortTerm } from '../types/config.js'
import type { SlotWriter, SqlDialect } from '../types/sql.js'
import { boundText, filterPredicate, type PredicateContext } from './filter-predicate.js'
import { type LoweredPlan, operandOf } from './lower-plan.js'
import { readShape } from './shape.js'

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
  if (plan.search !== null) {
    const { fields, form, spelling } = plan.search
    const parameter = boundText(plan.search.slot, spelling, context)
    const matches = fields.map((field) => {
      for (const needed of field.joins) whereJoins.add(needed)
      const left = dialect.operand(operandOf(field))
      const match = dialect.like(left, parameter, 'contains', form, config.likeStrategy)
      return field.isNullable ? sql`(${left} is not null and ${match})` : match
    })
    conditions.push(sql`(${sql.join(matches, sql` or `)})`)
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
