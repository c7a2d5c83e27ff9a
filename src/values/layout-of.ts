// Values: the form in which the database compares values of a made type, if that is not what `parse` returns.
import type { BuiltInLayout } from '../types/value.js'
import { valueTypeOf } from './built-in.js'
import { valueReader } from './read-value.js'
import type { ValuePlace } from './stored-form.js'

/** By `as`, else by what `encode` writes into a column whose values a driver binds as they are read. */
export function layoutOf({ type, facts }: Pick<ValuePlace, 'type' | 'facts'>): BuiltInLayout | null {
  if (type?.kind !== 'custom') return null
  const { builtIn, encode } = type
  if (builtIn !== undefined) return builtIn
  const own = facts?.storage === 'plain' ? valueTypeOf(facts) : null
  if (encode === undefined || own === null) return null
  const read = valueReader({ type: own, facts })
  return { type: own, facts, encode: (value) => read(encode(value)) ?? undefined }
}
