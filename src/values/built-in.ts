// Stages build and plan: each built-in value type, bound to the facts of a column.
import type { OperatorSets } from '../types/table.js'
import type { ColumnFacts, DecodeResult, FieldValueType } from '../types/value.js'
import { OPERATOR_FACTS, OPERATORS, type FilterOperator, type ValueTypeName } from '../vocabulary.js'
import { decodeBoolean } from './boolean.js'
import { decodeDate, decodeTime, decodeTimestamp } from './date-time.js'
import { enumDecoder } from './enum.js'
import { decodeInterval } from './interval.js'
import { compareDecimals, decodeDecimal, floatDecoder, INT64, integerDecoder } from './number.js'
import { decodeChar, decodeText } from './text.js'
import { decodeUuid } from './uuid.js'

/** The operators of a type that can be matched but not ordered. */
export const EQUALITY_OPERATORS = OPERATORS.filter(
  (operator): operator is OperatorSets['equality'] => OPERATOR_FACTS[operator].matches === 'equality',
)
const ORDERED_OPERATORS = OPERATORS.filter((operator) => OPERATOR_FACTS[operator].matches !== 'text')
const COLLECTION_OPERATORS = OPERATORS.filter((operator) => OPERATOR_FACTS[operator].onCollection !== null)

/** The part of `ColumnFacts` that decoding needs; expressions do not have it. */
export type DecodingFacts = Pick<ColumnFacts, 'enumValues' | 'isNativeEnum' | 'isSinglePrecision' | 'range'>

const NO_FACTS: DecodingFacts = { enumValues: null, isNativeEnum: false, isSinglePrecision: false, range: null }

function scalar(
  kind: ValueTypeName,
  operators: readonly FilterOperator[],
  decode: (text: string) => DecodeResult,
  more: Partial<FieldValueType> = {},
): FieldValueType {
  return Object.freeze({ kind, name: kind, operators, decode, ...more })
}

function enumType(members: readonly string[], isNative: boolean): FieldValueType {
  if (!isNative) return scalar('enum', EQUALITY_OPERATORS, enumDecoder(members), { values: members })
  const rank = new Map(members.map((member, index) => [member, index]))
  const rankOf = (member: unknown): number => rank.get(String(member)) ?? -1
  const compare = (a: unknown, b: unknown): number => rankOf(a) - rankOf(b)
  return scalar('enum', ORDERED_OPERATORS, enumDecoder(members), { values: members, compare })
}

/** A collection decodes each listed value by its element's type. */
export function collectionOf(element: FieldValueType): FieldValueType {
  const { decode } = element
  return Object.freeze({ kind: 'collection', name: 'collection', operators: COLLECTION_OPERATORS, decode, element })
}

/** The built-in type of a scalar name. Range, members and precision come from the facts; without facts they are the widest. */
export function scalarType(name: Exclude<ValueTypeName, 'collection'>, facts: DecodingFacts | null): FieldValueType {
  const { enumValues, isNativeEnum, isSinglePrecision, range } = facts ?? NO_FACTS
  switch (name) {
    case 'text':
      return scalar(name, OPERATORS, decodeText)
    case 'char':
      return scalar(name, ORDERED_OPERATORS, decodeChar)
    case 'boolean':
      return scalar(name, EQUALITY_OPERATORS, decodeBoolean)
    case 'uuid':
      return scalar(name, ORDERED_OPERATORS, decodeUuid)
    case 'integer':
    case 'bigint':
      return scalar(name, ORDERED_OPERATORS, integerDecoder(range ?? INT64))
    case 'decimal':
      return scalar(name, ORDERED_OPERATORS, decodeDecimal, { compare: (a, b) => compareDecimals(String(a), String(b)) })
    case 'float':
      return scalar(name, ORDERED_OPERATORS, floatDecoder(isSinglePrecision))
    case 'timestamp':
      return scalar(name, ORDERED_OPERATORS, decodeTimestamp)
    case 'date':
      return scalar(name, ORDERED_OPERATORS, decodeDate)
    case 'time':
      return scalar(name, ORDERED_OPERATORS, decodeTime)
    case 'interval':
      return scalar(name, ORDERED_OPERATORS, decodeInterval)
    case 'enum':
      return enumType(enumValues ?? [], isNativeEnum)
    default:
      return unreachable(name)
  }
}

function unreachable(name: never): never {
  throw new Error(`No value type '${String(name)}'; please report this.`)
}
