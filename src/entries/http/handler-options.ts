// Add-on http: the options of a handler, by name.
import { nearest } from '../../basics/nearest.js'
import { PaginateConfigError } from '../../errors.js'
import * as callRefusals from '../../mistakes/call-refusals.js'
import { checkOptions } from '../../mistakes/check-options.js'
import { refuse } from '../../mistakes/refuse.js'
import { checkMap } from '../../page/map-rows.js'

/** Names under which other packages have these options, and too far from ours to be a slip. */
const MEANT: { readonly [name: string]: string } = {
  list: 'config',
  database: 'db',
  format: 'as',
  type: 'as',
  transform: 'map',
  mapper: 'map',
  select: 'map',
  onError: 'onAnswer',
}

/** Options that are called, and are nothing else. */
const FUNCTIONS = ['within', 'onAnswer', 'onStatement']

/** Options that are on or off: any other value may mean the opposite of what it reads as, such as `'false'`. */
const FLAGS = ['bom', 'guardFormulas', 'trailer', 'enabled']

/** @throws PaginateConfigError for an option that the handler does not have, and for arguments instead of one record */
export function checkHandlerOptions(call: string, options: object, known: { readonly [name: string]: true }): void {
  if (
    typeof options !== 'object' ||
    options === null ||
    typeof (options as { readonly select?: unknown }).select === 'function'
  )
    throw new PaginateConfigError(`${call} takes one record of options; pass { db, config }.`)
  for (const [name, value] of Object.entries(options)) {
    const meant = Object.hasOwn(MEANT, name) ? MEANT[name] : undefined
    if (value === undefined || meant === undefined || Object.hasOwn(known, name)) continue
    if (Object.hasOwn(known, meant) && nearest(name, Object.keys(known)) === null)
      throw new PaginateConfigError(`${call} has no option '${name}'; write '${meant}'.`)
  }
  checkOptions(call, options, known)
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    if (name === 'map') checkMap(value)
    else if (FLAGS.includes(name) && typeof value !== 'boolean') refuse(callRefusals.wrongFlag(name))
    else if (FUNCTIONS.includes(name) && typeof value !== 'function') refuse(callRefusals.wrongFunction(name))
  }
}
