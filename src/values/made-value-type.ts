// Stages build and plan: a made value type as the engine uses it.
import { PaginateConfigError } from '../errors.js'
import type { DecodeResult, FieldValueType } from '../types/value.js'
import { accepted, isWellFormed, NOT_WELL_FORMED, refused } from './decode-result.js'
import type { ValueType } from './define-value-type.js'

/** The engine's form of a made value type. Whatever `parse` throws is the client's text refused, never an error of its own. */
export function madeValueType(type: ValueType): FieldValueType {
  const notOfType = refused(type.rule)
  return Object.freeze({
    kind: 'custom',
    name: type.name,
    operators: type.operators,
    decode: (text: string): DecodeResult => {
      if (!isWellFormed(text)) return NOT_WELL_FORMED
      const value = parsed(type, text)
      if (isThenable(value)) throw asynchronous(`Value type '${type.name}'`, value)
      return value === undefined || value === null ? notOfType : accepted(value)
    },
    ...(type.encode && { encode: (value: unknown) => type.encode?.(value) }),
    ...(type.compare && { compare: (a: unknown, b: unknown) => type.compare?.(a, b) ?? 0 }),
  })
}

function parsed(type: ValueType, text: string): unknown {
  try {
    return type.parse(text)
  } catch {
    return undefined
  }
}

export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'

/** Decoding is synchronous. The promise is let go, so that its rejection brings no process down. */
export function asynchronous(subject: string, promise: PromiseLike<unknown>): PaginateConfigError {
  promise.then(undefined, () => {})
  return new PaginateConfigError(`${subject} must not be asynchronous; check against a database in 'options.where' instead.`)
}
