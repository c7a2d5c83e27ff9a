// memory: order and equality of decoded values, per value type. No value here is null.
import type { FieldValueType } from '../../types/value.js'
import { BUILT_IN } from '../../values/built-in.js'
import type { Compare } from '../../values/built-in-type.js'
import { compareNumbers } from '../../values/number.js'
import { readTimestamp } from '../../values/read-moment.js'

// Runtimes without the locale `und` would use the user's own locale. English is the root collation without changes.
const collator = new Intl.Collator(['und', 'en-US'])

/** The invariant collation. Ties are ordered by code unit, so only equal texts compare as 0 (R9.1.4). */
function compareText(a: string, b: string): number {
  return collator.compare(a, b) || compareByValue(a, b)
}

/** How values of a type are ordered. Without a type (a sortable json column) the JavaScript value decides. */
export function comparatorOf(type: FieldValueType | null): Compare {
  if (type === null) return compareAnything
  // A database enum and a made type have an order of their own.
  if (type.compare !== undefined) return type.compare
  if (type.kind === 'collection') {
    const compareElements = comparatorOf(type.element ?? null)
    return (a, b) => compareAnything(a, b, compareElements)
  }
  const order = type.kind === 'custom' ? 'any' : BUILT_IN[type.kind].order
  return typeof order === 'string' ? ORDERS[order] : order
}

const ORDERS = {
  value: compareByValue,
  day: compareDays,
  collation: (a: unknown, b: unknown) => compareText(String(a), String(b)),
  any: compareAnything,
}

/** Text is in the order of days only among years of four digits. */
function compareDays(a: unknown, b: unknown): number {
  const [left, right] = [String(a), String(b)]
  return left.length === 10 && right.length === 10
    ? compareByValue(left, right)
    : compareByValue(dayOf(left), dayOf(right))
}

/** A `Date` beyond those years writes them in ISO 8601's own way, `+012345-01-01`. */
const dayOf = (date: string): bigint | null => readTimestamp(date) ?? readTimestamp(new Date(date))

/**
 * By kind first: truths, numbers, text, everything else. `<` between kinds is not an order, since it calls 1 and 'a' equal.
 */
function compareAnything(a: unknown, b: unknown, compareElements: Compare = compareAnything): number {
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b, compareElements)
  const [left, right] = [primitiveOf(a), primitiveOf(b)]
  const byKind = kindOf(a, left) - kindOf(b, right)
  if (byKind !== 0) return byKind
  if (kindOf(a, left) === 1) return compareNumbers(left, right)
  return typeof a === 'string' ? compareText(a, b as string) : compareByValue(left, right)
}

/** The first elements that differ decide, null above every value; a beginning of a list is before the whole. */
function compareLists(a: readonly unknown[], b: readonly unknown[], compare: Compare): number {
  for (const [at, left] of a.slice(0, b.length).entries()) {
    const right: unknown = b[at]
    const isNull = left === null || right === null
    const order = isNull ? Number(left === null) - Number(right === null) : compare(left, right)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function kindOf(value: unknown, primitive: unknown): number {
  if (typeof primitive === 'boolean') return 0
  if (typeof primitive === 'number' || typeof primitive === 'bigint') return 1
  return typeof value === 'string' ? 2 : 3
}

/** What `<` would compare. For an object without such a value: its own text, else its JSON. */
function primitiveOf(value: unknown): unknown {
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
