// Every stage: collections, an array or a JSON array. A criterion's values are those of its elements.
import { OPERATOR_FACTS, OPERATORS } from '../vocabulary.js'
import type { BuiltInType } from './built-in-type.js'
import { parseJson } from './parse-json.js'
import { decodeText } from './text.js'

export const collection: BuiltInType = {
  operators: OPERATORS.filter((operator) => OPERATOR_FACTS[operator].onCollection !== null),
  // Each listed value is decoded by its element's type: see `collectionOf`.
  decoder: () => decodeText,
  reader: (facts, readElement) => {
    const isJson = facts?.storage === 'json-array'
    return (raw) => {
      const held = facts?.valueType === 'text' && typeof raw === 'string' ? parseJson(raw) : raw
      // JSON that is not an array counts as an empty collection.
      return Array.isArray(held) ? held.map(readElement) : isJson ? [] : null
    }
  },
  item: (raw) => (typeof raw === 'string' ? listOf(raw) : raw),
  write: (value, writeElement) => writeElement(value),
  order: 'any',
  decoded: null,
}

function listOf(raw: string): unknown {
  const parsed = parseJson(raw)
  return Array.isArray(parsed) ? parsed : raw
}
