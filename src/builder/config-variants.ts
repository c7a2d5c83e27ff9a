// Builder: configurations chosen by permission, each built once.

/**
 * Builds each distinct combination of flags once, on first use, and then hands out the same object.
 * The order of keys does not matter, and a flag that is absent counts as false.
 *
 * @param build makes the configuration for a combination; an error it throws is not remembered
 * @example
 * ```ts
 * const articleList = configVariants((can: { moderate: boolean }) =>
 *   paginateConfig(articles).withLimits(20, 100).withTieBreaker('id').when(can.moderate).filterable('hidden', '$eq').build())
 * articleList({ moderate: false }) === articleList({ moderate: false }) // true
 * ```
 */
export function configVariants<Flags extends { readonly [flag: string]: boolean }, Config>(
  build: (flags: Flags) => Config,
): (flags: Flags) => Config {
  const built = new Map<string, Config>()
  return (flags) => {
    const raised = Object.keys(flags).filter((flag) => flags[flag] === true)
    const key = JSON.stringify(raised.sort())
    const known = built.get(key)
    if (known !== undefined) return known
    const config = build(Object.freeze({ ...flags }))
    built.set(key, config)
    return config
  }
}
