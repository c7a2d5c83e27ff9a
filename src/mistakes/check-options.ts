// Builder: the names of the options of a call.
import { nearest } from '../basics/nearest.js'
import * as callRefusals from './call-refusals.js'
import { refuse } from './refuse.js'

export interface CallOptions<Options = Record<string, unknown>> {
  readonly call: string
  readonly names: OptionNames<Options>
}

/** All names of a call's options; a new one does not compile until it is here. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true }

/**
 * Refuses options that a call does not have: without their `where`, `{ wher }` would return every row. An option that
 * is undefined is not an option.
 *
 * @param call as the sentence names it: `listHandler()`
 * @throws PaginateConfigError that names the option, and the nearest one that the call has
 */
export function checkOptions(call: string, options: unknown, known: { readonly [name: string]: unknown }): void {
  if (options === undefined) return
  if (typeof options !== 'object' || options === null) return refuse(callRefusals.optionsNotARecord(call))
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !Object.hasOwn(known, name))
      refuse(callRefusals.unknownOption(call, name, nearest(name, Object.keys(known))))
}
