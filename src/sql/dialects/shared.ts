// Stage compile: what several dialects do alike.
import type { EncodedValue, Operand } from '../../types/sql.js'
import type { DecodedValue } from '../../types/value.js'

/** True for a built-in value type over a column of another one: the column is read as that type. */
export function isReadAsOther({ type, facts }: Operand): boolean {
  return facts !== null && type.kind !== 'custom' && type.kind !== facts.valueType
}

/** A number where it is exact; an integer past 2^53 keeps its digits as a bigint. */
export function integer(value: bigint): number | bigint {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
}

/** Values that every dialect binds alike: those of made types, singles, and all that a driver takes as they are. */
export function encodePlain(value: DecodedValue, { type, facts }: Operand): EncodedValue {
  switch (type.kind) {
    case 'float':
      return facts?.isSinglePrecision === true ? Math.fround(value as number) : value
    case 'custom':
      return type.encode === undefined ? value : type.encode(value)
    default:
      return value
  }
}
