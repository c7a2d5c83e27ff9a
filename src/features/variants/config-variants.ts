// Configurations chosen by permission, each built once.
import type { RecordOf } from '../../types/record-of.js'
import type { Sentences } from '../../types/type-error.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import { isClasslessRecord } from '../../request/query-source.js'

/** Nothing reads `_Sentence`: the compiler prints it if something else is passed. */
interface VariantBuilder<_Sentence extends string, Flags, Config> {
  (flags: Flags): Config
}

/**
 * Builds a configuration once for each combination of flags, on first use, and then returns the same object. The order
 * of keys does not matter, and a flag that is absent or undefined counts as false.
 *
 * @param build makes the configuration for a combination. If it throws, the next call tries again
 * @throws PaginateConfigError if `build` is not a function. The returned function throws it if the flags are not a plain
 * record, because getters of a class are not read, and if a flag is not a boolean
 * @example
 * ```ts
 * const articleList = configVariants((can: { moderate: boolean }) =>
 *   paginateConfig(articles).withLimits(20, 100).withTieBreaker('id').when(can.moderate).filterable('hidden', '$eq').build())
 * articleList({ moderate: false }) === articleList({ moderate: false }) // true
 * ```
 */
export function configVariants<
  Flags extends RecordOf<Flags, boolean> = { readonly [flag: string]: boolean },
  Config = unknown,
>(build: VariantBuilder<Sentences['variantsNotAFunction'], Flags, Config>): (flags: Flags) => Config {
  if (typeof build !== 'function') refuse(configRefusals.variantsNotAFunction)
  const built = new Map<string, Config>()
  return (flags) => {
    if (typeof flags !== 'object' || flags === null || !isClasslessRecord(flags)) refuse(configRefusals.noFlags)
    for (const name of Reflect.ownKeys(flags)) {
      const flag: unknown = flags[name as keyof Flags]
      // A symbol is not in the key, and `build` would read it.
      if (typeof name === 'symbol' || (flag !== undefined && typeof flag !== 'boolean'))
        refuse(configRefusals.flagNotBoolean(String(name)))
    }
    const raised = Object.keys(flags).filter((flag) => flags[flag as keyof Flags] === true)
    const key = JSON.stringify(raised.sort())
    const known = built.get(key)
    if (known !== undefined) return known
    const config = build(Object.freeze({ ...flags }))
    built.set(key, config)
    return config
  }
}
