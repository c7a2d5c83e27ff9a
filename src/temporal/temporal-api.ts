// Add-on temporal: which Temporal is used, and its types.
import type { Temporal as Polyfill } from 'temporal-polyfill'

/** The runtime's own where its types are part of the program, else those of `temporal-polyfill`. */
export type TemporalApi = typeof globalThis extends { readonly Temporal: infer Native } ? Native : typeof Polyfill

export type Instant = InstanceType<TemporalApi['Instant']>
export type PlainDate = InstanceType<TemporalApi['PlainDate']>
export type PlainDateTime = InstanceType<TemporalApi['PlainDateTime']>
export type PlainTime = InstanceType<TemporalApi['PlainTime']>
export type ZonedDateTime = InstanceType<TemporalApi['ZonedDateTime']>
export type PlainYearMonth = InstanceType<TemporalApi['PlainYearMonth']>
export type Duration = InstanceType<TemporalApi['Duration']>

const CLASSES = ['Instant', 'PlainDate', 'PlainDateTime', 'PlainTime', 'ZonedDateTime', 'PlainYearMonth', 'Duration'] as const

/** What `setTemporal` takes: the `Temporal` of any implementation. */
export type TemporalImplementation = { readonly [Class in (typeof CLASSES)[number]]: unknown }

let given: TemporalApi | undefined
let found: TemporalApi | undefined

/**
 * Says which Temporal to use. Needed only where the runtime has none of its own and `temporal-polyfill` cannot be found at run
 * time, as in a bundle.
 *
 * @throws TypeError where the argument is no implementation of Temporal.
 * @example
 * ```ts
 * import { Temporal } from 'temporal-polyfill'
 * setTemporal(Temporal)
 * ```
 */
export function setTemporal(implementation: TemporalImplementation): void {
  if (!isTemporal(implementation)) throw new TypeError('setTemporal() needs the Temporal object of an implementation; pass one.')
  given = implementation
}

/**
 * The one given with `setTemporal`, else the runtime's own (a global polyfill counts as that), else an installed
 * `temporal-polyfill`. Looked up when first needed, so that the order of imports does not matter.
 *
 * @throws Error where there is none.
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
  return typeof value === 'object' && value !== null && CLASSES.every((name) => typeof (value as Record<string, unknown>)[name] === 'function')
}

interface ModuleBuiltin {
  createRequire(from: string): (specifier: string) => { readonly Temporal?: unknown }
}

/** An optional peer: neither a bundler nor a runtime without it may fail over its import. */
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
