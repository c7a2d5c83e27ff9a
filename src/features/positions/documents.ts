// Stage plan: JSON and arrays in a cursor, checked before PostgreSQL would reject them.
import { parseJson } from '../../values/parse-json.js'

/** One that nothing closes ends with the text: else each of its quotes would be read to that end. */
const STRINGS = /"(?:[^"\\]|\\[^])*(?:"|\\?$)/g

/** Text that PostgreSQL's jsonb accepts and prints. */
export function isJsonb(text: string): boolean {
  const parsed = parseJson(text)
  if (parsed === undefined) return false
  // PostgreSQL prints numbers without an exponent, and holds neither NUL characters nor half pairs.
  return !/\\u(?:0000|d[89a-f])/i.test(text) && !/\d[eE]/.test(text.replace(STRINGS, '""'))
}

/** `[0:1]=`: the bounds of an array that does not begin at 1. */
const BOUNDS = /^(?:\[-?\d{1,10}:-?\d{1,10}\])+=/

/** The bounds before a JSON array, where it has some, and the array. */
export function splitBounds(text: string): readonly [bounds: string, array: string] {
  const [bounds = ''] = BOUNDS.exec(text) ?? []
  return [bounds, text.slice(bounds.length)]
}

const pairsOf = (bounds: string): (readonly [first: number, last: number])[] =>
  [...bounds.matchAll(/\[(-?\d+):(-?\d+)/g)].map(([, first, last]) => [Number(first), Number(last)])

/** The elements of an array of several dimensions, which may be told one by one, in rows. */
function inRows(elements: readonly unknown[], bounds: string): readonly unknown[] {
  if (Array.isArray(elements[0])) return elements
  let rows = elements
  for (const [first, last] of pairsOf(bounds).slice(1).reverse()) {
    const parts: unknown[] = []
    const length = Math.max(last - first + 1, 1)
    for (let at = 0; at < rows.length; at += length) parts.push(rows.slice(at, at + length))
    rows = parts
  }
  return rows
}

/** As many dimensions of the same lengths, within what PostgreSQL counts with. */
function areBoundsOf(bounds: string, lengths: readonly number[]): boolean {
  const pairs = pairsOf(bounds)
  return (
    pairs.length === lengths.length &&
    pairs.every(
      ([first, last], at) =>
        last >= first && last - first + 1 === lengths[at] && first >= -(2 ** 31) && last < 2 ** 31 - 1,
    )
  )
}

/**
 * A JSON array of texts, nulls and arrays of one length, as PostgreSQL's array literal; null for other text.
 *
 * @param elementText an element as the literal has it; null where no row could have given it
 */
export function readArray(text: string, elementText: (element: string) => string | null): string | null {
  const [bounds, array] = splitBounds(text)
  const parsed = parseJson(array)
  if (!Array.isArray(parsed)) return null
  const elements = inRows(parsed, bounds)
  const lengths = dimensionsOf(elements)
  if (bounds !== '' && !areBoundsOf(bounds, lengths)) return null
  const literal = literalOf(elements, lengths, elementText)
  return literal === null ? null : `${bounds}${literal}`
}

/** PostgreSQL's arrays have at most six dimensions. */
const MAX_DIMENSIONS = 6

/** The lengths by which all arrays of one depth are measured. An array of several dimensions has no empty ones. */
function dimensionsOf(elements: readonly unknown[]): readonly number[] {
  const lengths = [elements.length]
  for (let first = elements[0]; Array.isArray(first); first = (first as unknown[])[0]) lengths.push(first.length)
  return lengths
}

function literalOf(
  elements: readonly unknown[],
  [length, ...inner]: readonly number[],
  elementText: (element: string) => string | null,
): string | null {
  if (elements.length !== length || inner.length >= MAX_DIMENSIONS || inner.includes(0)) return null
  const parts: string[] = []
  for (const element of elements) {
    const part =
      inner.length === 0
        ? leafOf(element, elementText)
        : Array.isArray(element)
          ? literalOf(element, inner, elementText)
          : null
    if (part === null) return null
    parts.push(part)
  }
  return `{${parts.join(',')}}`
}

function leafOf(element: unknown, elementText: (element: string) => string | null): string | null {
  if (element === null) return 'NULL'
  const text = typeof element === 'string' ? elementText(element) : null
  return text === null ? null : `"${text.replaceAll(/[\\"]/g, '\\$&')}"`
}
