// Stage plan: the two outcomes of decoding a client's text.
import { PaginateConfigError } from '../errors.js'
import type { DecodedValue, DecodeResult } from '../types/value.js'

export const accepted = (value: DecodedValue): DecodeResult => ({ ok: true, value })
export const refused = (rule: string): DecodeResult => ({ ok: false, rule })

export const NOT_WELL_FORMED: DecodeResult = refused('expected well-formed text')

/** Decoding is synchronous. A rejection of the promise is caught, because an unhandled one ends the process. */
export function asynchronous(subject: string, promise: PromiseLike<unknown>): PaginateConfigError {
  promise.then(undefined, () => {})
  return new PaginateConfigError(
    `${subject} must not be asynchronous; check against a database in 'options.where' instead.`,
  )
}
