// A built list under other settings of its app: for tests that compare how one list is read.
import type { PaginateConfigOptions } from '../../src/builder/settings.js'
import { readTogether } from '../../src/features/together/read-together.js'
import { RESOLVED, type ResolvedConfig } from '../../src/types/resolved-config.js'
import type { AnyPaginateConfig } from '../../src/types/paginate-config.js'

type HowToRead = Pick<PaginateConfigOptions, 'pageForm' | 'together' | 'namedStatements'>

/** The same list with `paginateConfig(table, settings)`. */
export function withSettings<Config extends AnyPaginateConfig>(
  list: Config,
  { together, ...settings }: HowToRead,
): Config {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  const parts = together === undefined ? {} : { together: together ? readTogether : null }
  const resolved = (list as unknown as { readonly [RESOLVED]: ResolvedConfig })[RESOLVED]
  const { scoped } = resolved
  const under = (config: ResolvedConfig): ResolvedConfig => Object.freeze({ ...config, ...given, ...parts })
  const copy = { ...list }
  Object.defineProperty(copy, RESOLVED, {
    value: under(
      scoped === null
        ? resolved
        : { ...resolved, scoped: { ...scoped, bind: (answers) => under(scoped.bind(answers)) } },
    ),
  })
  return Object.freeze(copy)
}
