// The field of a `.filterWith()`, whose condition is the app's own.
import { SQL, sql, type Column, type Param } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { copyFragment, GO_ON, mapChunks } from '../../drizzle/chunks.js'
import { PaginateConfigError } from '../../errors.js'
import { referencedJoins } from '../../fragments/referenced-tables.js'
import type { FilterableField, OwnCondition, OwnCriterion } from '../../types/config.js'
import type { DecodeResult, FieldValueType } from '../../types/value.js'
import { TICKS_PER_MILLISECOND } from '../../basics/ticks.js'
import { writeValue } from '../../values/write-value.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import type { DeclarationOf } from '../../types/declaration.js'
import { fieldValueType, type RegisteredValueTypes } from '../../values/field-value-type.js'
import { refuse } from '../../mistakes/refuse.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { DIALECTS } from '../../dialects/index.js'
import { noEncoder } from '../../drizzle/fragments.js'
import type { DialectName } from '../../vocabulary.js'
import { readColumn } from '../../values/read-column.js'

export function ownFilter(
  { name, valueType, condition, operators }: DeclarationOf<'filterWith'>,
  { joins, dialect }: Pick<ResolvedConfig, 'joins' | 'dialect'>,
  registered: RegisteredValueTypes,
  index: number,
): FilterableField {
  if (typeof condition !== 'function') refuse(configRefusals.ownFilterNotAFunction(name))
  const read =
    valueType === 'collection'
      ? null
      : fieldValueType({ method: 'filterWith', name, own: valueType, registered, column: null, facts: null })
  if (read === null) return refuse(configRefusals.ownFilterNeedsType(name))
  const field = {
    name,
    index,
    expression: sql`null`,
    facts: null,
    type: withOwnValues(read),
    isNullable: true,
    joins: [],
    path: null,
  }
  const own = (criterion: OwnCriterion): OwnCondition => {
    // A copy: what the app appends to its own later changes nothing of this request.
    const asked = askedOf(name, condition as (criterion: OwnCriterion) => unknown, criterion)
    const where = copyFragment(withBoundDates(asked, dialect))
    return { where, joins: referencedJoins(where, joins) }
  }
  return Object.freeze({ field: Object.freeze(field), operators: new Set(operators), collection: null, own })
}

/**
 * @throws PaginateConfigError where the function throws or does not return SQL: a condition that is not there would let
 * every row through
 */
function askedOf(name: string, condition: (criterion: OwnCriterion) => unknown, criterion: OwnCriterion): SQL {
  let answer: unknown
  try {
    answer = condition(criterion)
  } catch (error) {
    throw new PaginateConfigError(configRefusals.ownFilterThrew(name), { cause: error })
  }
  return is(answer, SQL) ? answer : refuse(configRefusals.ownFilterNoSql(name))
}

/** The function gets a value as Drizzle has it in a row, and not in the form in which the engine compares it. */
function withOwnValues(type: FieldValueType): FieldValueType {
  const decode = (text: string): DecodeResult => {
    const decoded = type.decode(text)
    return decoded.ok ? ownValue(type, decoded.value) : decoded
  }
  return Object.freeze({ ...type, decode })
}

function ownValue(type: FieldValueType, value: unknown): DecodeResult {
  switch (type.kind) {
    case 'integer': {
      const number = Number(value)
      return Number.isSafeInteger(number)
        ? { ok: true, value: number }
        : { ok: false, rule: `expected a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}` }
    }
    case 'timestamp': {
      const ticks = value as bigint
      // A `Date` holds milliseconds: a finer value would be cut off.
      if (ticks % TICKS_PER_MILLISECOND !== 0n) return { ok: false, rule: 'expected at most milliseconds' }
      return { ok: true, value: new Date(Number(ticks / TICKS_PER_MILLISECOND)) }
    }
    case 'time':
    case 'interval':
      return { ok: true, value: writeValue(type, value) }
    default:
      return { ok: true, value }
  }
}

/**
 * A `Date` that no column encodes goes to the driver as it is: one writes it in the time zone of the process, another
 * rejects it. Here it is bound as the column would bind it that was named last before it.
 */
function withBoundDates(condition: SQL, dialect: DialectName): SQL {
  const { boundDate } = DIALECTS[dialect].sql
  if (boundDate === undefined) return condition
  let column: Column | null = null
  const bound = (date: Date): unknown =>
    Number.isNaN(date.getTime()) ? date : boundDate(date, column === null ? null : readColumn(column))
  return mapChunks(condition, (chunk, kind) => {
    if (kind === 'column') column = chunk as Column
    if (kind === 'object' && chunk instanceof Date) return bound(chunk)
    if (kind !== 'param') return GO_ON
    const { value, encoder } = chunk as Param
    return encoder === noEncoder && value instanceof Date ? bound(value) : GO_ON
  })
}
