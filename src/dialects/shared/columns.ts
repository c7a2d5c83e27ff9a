// Stage build: the facts that tables of SQL types are made of.
import type { ColumnFacts } from '../../types/value.js'
import type { ValueTypeName } from '../../vocabulary.js'
import type { TypeFacts } from '../dialect.js'

export const PLAIN_FACTS: ColumnFacts = Object.freeze({
  valueType: null,
  notNull: false,
  sqlType: '',
  enumValues: null,
  isNativeEnum: false,
  range: null,
  isSinglePrecision: false,
  storage: 'plain',
  element: null,
})

/** The elements of a JSON array. The schema does not know their type, so they are matched by their text. */
export const TEXT_ELEMENT: ColumnFacts = Object.freeze({ ...PLAIN_FACTS, valueType: 'text', sqlType: 'text' })

type Range = NonNullable<ColumnFacts['range']>

export const plain = (valueType: ValueTypeName): TypeFacts => ({ valueType })
export const signed = (bits: bigint): Range => ({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n })
export const unsigned = (bits: bigint): Range => ({ min: 0n, max: 2n ** bits - 1n })
export const integer = (range: Range, valueType: 'integer' | 'bigint' = 'integer'): TypeFacts => ({ valueType, range })

export const TEXT = plain('text')
export const CHAR = plain('char')
export const DECIMAL = plain('decimal')
export const DOUBLE = plain('float')
export const SINGLE: TypeFacts = { valueType: 'float', isSinglePrecision: true }
export const BOOLEAN = plain('boolean')
export const INTEGER_BOOLEAN: TypeFacts = { valueType: 'boolean', storage: 'integer-boolean' }
export const TIMESTAMP = plain('timestamp')
export const BIGINT = integer(signed(64n), 'bigint')
export const TEXT_LIKE: TypeFacts = { valueType: 'text', storage: 'text-like' }
export const JSON_COLLECTION: TypeFacts = { valueType: 'collection', storage: 'json-array', element: TEXT_ELEMENT }
/** PostgreSQL has arrays for collections, so JSON is a collection only if the field says so. */
export const JSON_DOCUMENT: TypeFacts = { valueType: null, storage: 'json-array', element: TEXT_ELEMENT }
