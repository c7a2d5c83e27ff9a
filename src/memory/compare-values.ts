// memory: order and equality of decoded values, per value type. No value here is null.
import type { FieldValueType } from '../types/value.js'

export type Compare = (a: unknown, b: unknown) => number

// Runtimes without the locale `und` would use the user's own locale. English is the root collation without changes.
const collator = new Intl.Collator(['und', 'en-US'])

/** The invariant collation. Ties are ordered by code unit, so only equal texts compare as 0 (R9.1.4). */
function compareText(a: string, b: string): number {
  return collator.compare(a, b) || compareByValue(a, b)
}

/** How values of a type are ordered. Without a type (a sortable json column) the JavaScript value decides. */
export function comparatorOf(type: FieldValueType | null): Compare {
  if (type === null) return compareAnything
  switch (type.kind) {
    case 'text':
    case 'char':
      return (a, b) => compareText(String(a), String(b))
    case 'enum':
      // A database enum has its own order; text with `enum` sorts as text.
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

/** Values of PostgreSQL's numeric that are not numbers. */
const SPECIAL_DECIMALS: ReadonlyMap<unknown, number> = new Map([
  ['-Infinity', -1],
  ['Infinity', 1],
  ['NaN', 2],
])

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

/** What `<` would compare. For an object without such a value: its own text, else its JSON. */
function primitiveOf(value: unknown): unknown {
  if (typeof value !== 'object') return value
  const primitive = valueOf(value as object)
  if (typeof primitive !== 'object') return primitive
  const text = String(value)
  return text === '[object Object]'
    ? JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member))
    : text
}

/** Some objects throw here on purpose (Temporal), so that nobody compares them by mistake. */
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
