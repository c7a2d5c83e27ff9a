// memory: order and equality of decoded values, per value type. No value here is null.
import type { FieldValueType } from '../types/value.js'

export type Compare = (a: unknown, b: unknown) => number

// Runtimes without the locale `und` would fall back to the user's own; English adds nothing to the root collation.
const collator = new Intl.Collator(['und', 'en-US'])

/** The invariant collation; texts that it takes for equal are ordered by code unit, so only equal texts compare as 0. */
function compareText(a: string, b: string): number {
  return collator.compare(a, b) || compareByValue(a, b)
}

/** How values of a type are ordered. Without a type (a sortable column of json, say) by what they are. */
export function comparatorOf(type: FieldValueType | null): Compare {
  if (type === null) return compareAnything
  switch (type.kind) {
    case 'text':
    case 'char':
      return (a, b) => compareText(String(a), String(b))
    case 'enum':
      // An enum of the database has an order of its own; text with `enum` sorts as the text it is.
      return type.compare === undefined ? (a, b) => compareText(String(a), String(b)) : type.compare
    case 'decimal':
      return decimalComparator(type.compare ?? compareByValue)
    case 'float':
      return compareNumbers
    case 'custom':
    case 'collection':
      return type.compare ?? compareAnything
    default:
      // Canonical text (uuid, date), booleans and whole counts of ticks.
      return compareByValue
  }
}

/** PostgreSQL's numeric knows these besides numbers. */
const SPECIAL_DECIMALS: ReadonlyMap<unknown, number> = new Map([['-Infinity', -1], ['Infinity', 1], ['NaN', 2]])

function decimalComparator(compare: Compare): Compare {
  return (a, b) => {
    const rankA = SPECIAL_DECIMALS.get(a)
    const rankB = SPECIAL_DECIMALS.get(b)
    return rankA === undefined && rankB === undefined ? compare(a, b) : (rankA ?? 0) - (rankB ?? 0)
  }
}

/** NaN equals itself and is greater than every number, as in PostgreSQL. */
function compareNumbers(a: unknown, b: unknown): number {
  const isNaNA = Number.isNaN(a)
  return isNaNA || Number.isNaN(b) ? Number(isNaNA) - Number(Number.isNaN(b)) : compareByValue(a, b)
}

function compareAnything(a: unknown, b: unknown): number {
  const [left, right] = [primitiveOf(a), primitiveOf(b)]
  return typeof left === 'string' && typeof right === 'string' && typeof a !== 'object'
    ? compareText(left, right)
    : compareByValue(left, right)
}

/** What `<` would compare, or the text of an object that has no such value: its own, else its JSON. */
function primitiveOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const primitive = valueOf(value)
  if (typeof primitive !== 'object') return primitive
  const text = String(value)
  return text === '[object Object]' ? JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)) : text
}

/** Some objects throw here, so as not to be compared by mistake. */
function valueOf(value: object): unknown {
  try {
    return value.valueOf()
  } catch {
    return value
  }
}

/** `<` and `>` compare numbers and bigints with one another exactly, and text by code unit. */
function compareByValue(a: unknown, b: unknown): number {
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0
}
