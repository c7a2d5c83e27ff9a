// Stage plan: JSON and arrays in a cursor, checked before PostgreSQL would refuse them.
import { parseJson } from '../values/parse-json.js'

const STRINGS = /"(?:[^"\\]|\\.)*"/g

/** Text that PostgreSQL's jsonb accepts and prints. */
export function isJsonb(text: string): boolean {
  const parsed = parseJson(text)
  if (parsed === undefined) return false
  // PostgreSQL prints numbers without an exponent, and holds neither NUL characters nor half pairs.
  return !/\\u(?:0000|d[89a-f])/i.test(text) && !/\d[eE]/.test(text.replace(STRINGS, '""'))
}

/** A JSON array of texts and nulls, as PostgreSQL's array literal; null for other text. */
export function readArray(text: string, isElement: (element: string) => boolean): string | null {
  const parsed = parseJson(text)
  return Array.isArray(parsed) ? literalOf(parsed, isElement) : null
}

function literalOf(elements: readonly unknown[], isElement: (element: string) => boolean): string | null {
  const parts: string[] = []
  for (const element of elements) {
    if (element === null) parts.push('NULL')
    else if (typeof element === 'string' && isElement(element)) parts.push(`"${element.replaceAll(/[\\"]/g, '\\$&')}"`)
    else return null
  }
  return `{${parts.join(',')}}`
}
