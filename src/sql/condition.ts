// Stage compile: conditions before they are written, so that those over the same rows can share one sub-select.
import { type SQL, sql, type SQLWrapper, type StringChunk } from 'drizzle-orm'
import type { AggregateSql, SqlDialect } from '../dialects/dialect.js'
import { visitChunks } from '../drizzle/chunks.js'
import { chunkText } from '../drizzle/fragments.js'
import { freeName } from '../fragments/source-name.js'
import type { Field, SubSelect } from '../types/config.js'
import type { Operand } from '../types/sql.js'
import { operandOf } from './encode-plan.js'

/** A condition that is true or false for every row, or one over aggregates of rows. */
export type Condition = SQL | AggregateCondition

/** A condition over aggregates, to be written inside the sub-select of their rows. */
export interface AggregateCondition {
  readonly subSelect: SubSelect
  readonly fields: ReadonlySet<AggregateField>
  /** @param isSure must it never be unknown? A `not` takes it, so unknown would no longer be no match. */
  readonly write: (isSure: boolean) => SQL
  /** What it comes to where the sub-select has no row: one without an aggregate of its own. */
  readonly ofNothing: boolean
}

export type AggregateField = Field & { readonly subSelect: SubSelect }

export const isAggregateField = (field: Field): field is AggregateField => field.subSelect !== undefined

const isAggregate = (condition: Condition): condition is AggregateCondition => 'subSelect' in condition

/** A condition of the row. */
export function written(condition: Condition, { aggregates = SELECTED }: SqlDialect): SQL {
  if (!isAggregate(condition)) return condition
  const { subSelect, fields, write, ofNothing } = condition
  return aggregates.condition({
    predicate: write,
    aliased: () =>
      sql.join(
        Array.from(fields, (field) => sql`${field.subSelect.selected} as ${aliasOf(field)}`),
        sql`, `,
      ),
    over: subSelect.over,
    ofNothing: ofNothing && !subSelect.isAggregate,
    mayBeUnknown: !subSelect.isAggregate || Array.from(fields).some(({ isNullable }) => isNullable),
  })
}

const SELECTED: AggregateSql = {
  haveAliases: false,
  mixDistinct: true,
  condition: ({ predicate, over, mayBeUnknown, ofNothing }) =>
    mayBeUnknown ? sql`coalesce(${over(predicate(false))}, ${sql.raw(String(ofNothing))})` : over(predicate(false)),
}

/** The root may be read inside, so the name is not the root's. */
const aliasOf = ({ index, subSelect }: AggregateField): SQLWrapper =>
  sql.identifier(freeName(`aggregate_${index}`, [subSelect.root]))

const aggregateOperands = new WeakMap<Field, Operand>()

/** What a criterion on an aggregate compares inside the sub-select. */
export function aggregateOperand(field: AggregateField, { aggregates = SELECTED }: SqlDialect): Operand {
  let operand = aggregateOperands.get(field)
  if (operand === undefined) {
    const expression = aggregates.haveAliases ? aliasOf(field) : sql`(${field.subSelect.selected})`
    operand = { ...operandOf(field), expression, isAggregate: true }
    aggregateOperands.set(field, operand)
  }
  return operand
}

/** `members` AND-ed or OR-ed. Those over the same rows are evaluated in one sub-select, at the place of the first. */
export function joined(members: readonly Condition[], by: 'and' | 'or', dialect: SqlDialect): Condition {
  const shared: Condition[] = []
  const places = new Map<SubSelect['source'], number>()
  for (const member of members) {
    const rows = isAggregate(member) ? sharedRows(member, dialect) : null
    const place = rows === null ? undefined : places.get(rows)
    if (place !== undefined) {
      shared[place] = merged(shared[place] as AggregateCondition, member as AggregateCondition, by)
      continue
    }
    if (rows !== null) places.set(rows, shared.length)
    shared.push(member)
  }
  const [first, ...others] = shared
  if (first !== undefined && others.length === 0) return first
  return parenthesized(
    shared.map((member) => written(member, dialect)),
    by,
  )
}

/** Conditions with the same are written in one sub-select: its rows, or an aggregate that must be by itself. */
function sharedRows(
  { subSelect, fields }: AggregateCondition,
  { aggregates = SELECTED }: SqlDialect,
): SubSelect['source'] {
  const apart = aggregates.mixDistinct ? undefined : Array.from(fields).find(isDistinct)
  return apart ?? subSelect.source
}

function isDistinct({ subSelect }: AggregateField): boolean {
  let found = false
  visitChunks(subSelect.selected, (chunk, kind) => {
    found ||= kind === 'text' && /\bdistinct\b/i.test(chunkText(chunk as StringChunk))
    return !found
  })
  return found
}

function merged(one: AggregateCondition, other: AggregateCondition, by: 'and' | 'or'): AggregateCondition {
  const isAnd = by === 'and'
  return {
    subSelect: one.subSelect,
    fields: new Set([...one.fields, ...other.fields]),
    write: (isSure) => parenthesized([one.write(isSure), other.write(isSure)], by),
    ofNothing: isAnd ? one.ofNothing && other.ofNothing : one.ofNothing || other.ofNothing,
  }
}

/** The complement. */
export function negated(condition: Condition): Condition {
  if (!isAggregate(condition)) return sql`not (${condition})`
  const { write, ofNothing } = condition
  return { ...condition, write: () => sql`not (${write(true)})`, ofNothing: !ofNothing }
}

const parenthesized = (members: readonly SQL[], by: 'and' | 'or'): SQL =>
  sql`(${sql.join([...members], sql.raw(` ${by} `))})`
