// Add-on temporal: which Temporal is used, and its types.
import type { Temporal as Polyfill } from 'temporal-polyfill'

/** The types of the global `Temporal` if the program has them, else those of `temporal-polyfill`. */
export type TemporalApi = typeof globalThis extends { readonly Temporal: infer Native } ? Native : typeof Polyfill

export type Instant = InstanceType<TemporalApi['Instant']>
export type PlainDate = InstanceType<TemporalApi['PlainDate']>
export type PlainDateTime = InstanceType<TemporalApi['PlainDateTime']>
export type PlainTime = InstanceType<TemporalApi['PlainTime']>
export type ZonedDateTime = InstanceType<TemporalApi['ZonedDateTime']>
export type PlainYearMonth = InstanceType<TemporalApi['PlainYearMonth']>
export type Duration = InstanceType<TemporalApi['Duration']>

const CLASSES = [
  'Instant',
  'PlainDate',
  'PlainDateTime',
  'PlainTime',
  'ZonedDateTime',
  'PlainYearMonth',
  'Duration',
] as const

/** The argument of `setTemporal`: the `Temporal` of any implementation. */
export type TemporalImplementation = { readonly [Class in (typeof CLASSES)[number]]: unknown }

let given: TemporalApi | undefined
let found: TemporalApi | undefined

/**
 * Sets which Temporal to use. Needed only if the runtime has no Temporal and `temporal-polyfill` cannot be found at run
 * time, as in a bundle.
 *
 * @throws TypeError for an argument that is not an implementation of Temporal.
 * @example
 * ```ts
 * import { Temporal } from 'temporal-polyfill'
 * setTemporal(Temporal)
 * ```
 */
export function setTemporal(implementation: TemporalImplementation): void {
  if (!isTemporal(implementation))
    throw new TypeError('setTemporal() needs the Temporal object of an implementation; pass one.')
  given = implementation
}

/**
 * The argument of `setTemporal`, else the runtime's own (or a global polyfill), else an installed `temporal-polyfill`.
 * It is looked up at the first use, so the order of imports does not matter.
 *
 * @throws Error if there is no Temporal.
 */
export function temporal(): TemporalApi {
  if (given !== undefined) return given
  const own = (globalThis as { readonly Temporal?: unknown }).Temporal
  if (isTemporal(own)) return own
  found ??= installedPolyfill()
  if (found !== undefined) return found
  throw new Error(
    "This runtime has no Temporal: install 'temporal-polyfill' and import 'temporal-polyfill/global' first, or call setTemporal().",
  )
}

function isTemporal(value: unknown): value is TemporalApi {
  return (
    typeof value === 'object' &&
    value !== null &&
    CLASSES.every((name) => typeof (value as Record<string, unknown>)[name] === 'function')
  )
}

interface ModuleBuiltin {
  createRequire(from: string): (specifier: string) => { readonly Temporal?: unknown }
}

/** An optional peer: bundlers, and runtimes without it, must not fail over its import. */
function installedPolyfill(): TemporalApi | undefined {
  const { process } = globalThis as { readonly process?: { getBuiltinModule?(name: string): unknown } }
  const builtin = process?.getBuiltinModule?.('node:module') as ModuleBuiltin | undefined
  if (builtin === undefined) return undefined
  try {
    const { Temporal } = builtin.createRequire(import.meta.url)('temporal-polyfill')
    return isTemporal(Temporal) ? Temporal : undefined
  } catch {
    return undefined
  }
}
