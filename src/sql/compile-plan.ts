// Stage compile: a plan as Drizzle SQL. Never throws on client input.
import { is, type SQL, sql, type SQLWrapper, Table } from 'drizzle-orm'
import { orderTerms } from '../cursor/order.js'
import type { Field, FilterableField, HostSearch, ResolvedConfig, ResolvedJoin, SortTerm } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { RangeReading } from '../types/position.js'
import type { EncodedValue, LikeForm, SlotWriter, Spelling, SqlDialect } from '../types/sql.js'
import type { CriterionForm } from './criterion-form.js'
import { tableReference } from '../fragments/table-reference.js'
import { boundText, filterPredicate, type PredicateContext } from './filter-predicate.js'
import { isReadAsOtherType } from '../values/facts-under-type.js'
import { operandOf } from './operand.js'
import { sqlDialect } from './sql-dialect.js'
import { keySql } from './position/key-sql.js'
import { compileSeek, type Seek } from './position/seek.js'
import { type KeySlot, type PlanSink, walkPlan } from './walk-plan.js'

export interface ListSql {
  /** Filters and search, AND-ed; undefined where the request has neither. */
  readonly where: SQL | undefined
  readonly orderBy: readonly SQL[]
  /** The same order from its end, nulls with it. */
  readonly reversedOrderBy: () => readonly SQL[]
  /** What each term of the order sorts by. */
  readonly orderKeys: readonly SQLWrapper[]
  /** The same order over columns that hold `orderKeys`. */
  readonly orderOver: (keys: readonly SQLWrapper[], isReversed: boolean) => readonly SQL[]
  /** Joins that `where` needs, with those that decide which rows there are (inner joins); in join order. */
  readonly whereJoins: readonly number[]
  /** Further joins that `orderBy` needs. */
  readonly orderJoins: readonly number[]
  /** Null where the search cannot be told in two parts, or is not all there is. */
  readonly splitSearch: () => SplitSearch | null
  /** Set for a page by position. */
  readonly cursor: CursorSql | null
}

export interface CursorSql {
  /** The keys of a row's own position, term by term. */
  readonly keys: readonly SQL[]
  /** Rows beyond the position; null on a first page. */
  readonly seek: Seek | null
  /** How the ranges of `seek` are read, where there are several. */
  readonly readsRanges: RangeReading
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

/** @param slot writes the parameter of a value; by default the value itself */
export function compilePlan(plan: ListPlan, config: ResolvedConfig, slot?: SlotWriter): ListSql {
  const dialect = sqlDialect(config.dialect)
  const values: EncodedValue[] = []
  const sink = new SqlSink(config, {
    dialect,
    likeStrategy: config.likeStrategy,
    slot: slot ?? ((at, encoder) => sql.param(values[at], encoder)),
  })
  walkPlan(plan, dialect, values, sink)
  return sink.finish(plan)
}

interface WrittenSearch {
  readonly fields: readonly Field[]
  readonly form: LikeForm
  readonly slot: number
  readonly spelling: Spelling | null
}

/** Writes a plan as SQL. */
class SqlSink implements PlanSink {
  readonly #config: ResolvedConfig
  readonly #context: PredicateContext
  readonly #whereJoins = new Set<number>()
  readonly #conditions: SQL[] = []
  #filterable: FilterableField | undefined
  /** The criteria of the current field, joined from left to right without precedence: `a`, `$or:b`, `$and:c` is `((a or b) and c)`. */
  #criteria: SQL | undefined
  #search: WrittenSearch | null = null
  #terms: readonly SortTerm[] = []
  #cursor: CursorSql | null = null

  constructor(config: ResolvedConfig, context: PredicateContext) {
    this.#config = config
    this.#context = context
    config.joins.forEach((join, index) => {
      if (join.kind === 'inner') this.#need([...join.needs, index])
    })
  }

  filter(filterable: FilterableField): void {
    this.#endField()
    this.#filterable = filterable
    const { field, collection } = filterable
    this.#need(collection === null ? field.joins : collection.needs)
  }

  criterion(isOr: boolean, isNegated: boolean, form: CriterionForm, slot: number, slotCount: number, spelling: Spelling | null): void {
    const predicate = filterPredicate(this.#filterable as FilterableField, { isNegated, form, slot, slotCount, spelling }, this.#context)
    const before = this.#criteria
    this.#criteria = before === undefined ? predicate : sql`(${before} ${sql.raw(isOr ? 'or' : 'and')} ${predicate})`
  }

  hostSearch({ where, joins }: HostSearch): void {
    this.#endField()
    this.#need(joins)
    this.#conditions.push(where)
  }

  search(fields: readonly Field[], form: LikeForm, slot: number, spelling: Spelling | null): void {
    this.#endField()
    for (const field of fields) this.#need(field.joins)
    this.#search = { fields, form, slot, spelling }
    this.#conditions.push(searchPredicate(fields, this.#search, this.#context))
  }

  sort(terms: readonly SortTerm[]): void {
    this.#endField()
    this.#terms = orderTerms(terms, this.#config)
  }

  cursor({ order, position }: NonNullable<ListPlan['cursor']>, slots: readonly KeySlot[]): void {
    const { dialect, slot } = this.#context
    const { select, readsRanges } = keySql(this.#config.dialect)
    const expressions = order.map(({ field }) => orderKey(field, dialect))
    const keys = slots.map((key) => (key === null ? null : { form: key.form, slot: slot(key.slot) }))
    this.#cursor = {
      keys: order.map(({ key }, index) => select(expressions[index] as SQLWrapper, key)),
      seek: position === null ? null : compileSeek(order, expressions, { side: position.side, keys }, this.#config.dialect),
      readsRanges,
    }
  }

  finish(plan: ListPlan): ListSql {
    const conditions = this.#conditions
    const config = this.#config
    const context = this.#context
    const search = this.#search
    const terms = this.#terms
    const { dialect } = context
    const ordering = terms.slice(this.#cursor?.seek?.nullTerms ?? 0)
    const orderKeys = ordering.map(({ field }) => orderKey(field, dialect))
    const orderOver: ListSql['orderOver'] = (keys, isReversed) =>
      ordering.flatMap(({ field, direction }, term) => {
        const nulls = config.nullOrder.get(field)
        const key = keys[term] as SQLWrapper
        if (!isReversed) return dialect.orderTerm(key, direction, nulls)
        // Where no place is given for nulls, every database moves them to the other end with the direction.
        return dialect.orderTerm(key, direction === 'asc' ? 'desc' : 'asc', REVERSED_NULLS[nulls ?? 'none'])
      })
    return {
      where: conditions.length === 0 ? undefined : conditions.length === 1 ? conditions[0] : sql`(${sql.join(conditions, sql` and `)})`,
      orderBy: orderOver(orderKeys, false),
      reversedOrderBy: () => orderOver(orderKeys, true),
      orderKeys,
      orderOver,
      whereJoins: inOrder(this.#whereJoins),
      orderJoins: inOrder(new Set(terms.flatMap(({ field }) => field.joins))),
      cursor: this.#cursor,
      splitSearch: () => (search === null || plan.filters.length > 0 ? null : splitSearch(search, config, context)),
    }
  }

  #need(joins: readonly number[]): void {
    for (const join of joins) this.#whereJoins.add(join)
  }

  #endField(): void {
    if (this.#criteria !== undefined) this.#conditions.push(this.#criteria)
    this.#criteria = undefined
  }
}

/** A match in any of the fields. */
function searchPredicate(fields: readonly Field[], { slot, form, spelling }: WrittenSearch, context: PredicateContext): SQL {
  const { dialect, likeStrategy } = context
  const parameter = boundText(slot, spelling, context)
  const matches = fields.map((field) => {
    const compared = dialect.compared(operandOf(field))
    const match = dialect.like(compared, parameter, 'contains', form, likeStrategy)
    return field.isNullable ? sql`(${compared} is not null and ${match})` : match
  })
  return sql`(${sql.join(matches, sql` or `)})`
}

function splitSearch(search: WrittenSearch, config: ResolvedConfig, context: PredicateContext): SplitSearch | null {
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

/** What a field is ordered by: the column itself, which an index may hold, or the column read as the value type over it. */
export function orderKey(field: Field, dialect: SqlDialect): SQLWrapper {
  const operand = operandOf(field)
  return isReadAsOtherType(field) ? dialect.compared(operand) : operand.expression
}

function inOrder(joins: ReadonlySet<number>): readonly number[] {
  return [...joins].sort((a, b) => a - b)
}
