// Drizzle's dialect objects: what they are called, what they are set to, and how they render.
import type { SQL } from 'drizzle-orm'
import { DIALECT_NAMES, dialectFacts, type DialectName } from '../dialect-facts.js'
import { kindOf } from './kinds.js'

/** SQLite's kinds say whether the driver is synchronous. */
const byKind: ReadonlyMap<string | undefined, DialectName> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ DIALECT_NAMES.flatMap((name) =>
    ['Dialect', 'SyncDialect', 'AsyncDialect'].map((rest) => [`${dialectFacts(name).classPrefix}${rest}`, name] as const),
  ),
)

/** The dialect of a database or transaction; undefined for what wraps one and hides it. */
export const dialectOfDatabase = (db: object): DialectName | undefined => byKind.get(kindOf((db as { readonly dialect?: object }).dialect))

/**
 * A setting that is made again for each dialect object, as what it was made of. Null for any other object, which counts
 * as itself: a setting that is not known here is never taken for another one.
 */
export function settingParts(setting: object): readonly unknown[] | null {
  switch (kindOf(setting)) {
    // 0.45: the names of columns, in the casing that `convert` writes.
    case 'CasingCache':
      return [(setting as { readonly convert?: unknown }).convert]
    // 1.0: how the driver's values are read and written.
    case 'CodecsCollection': {
      const { codecs, resolveTypes } = setting as { readonly codecs?: unknown; readonly resolveTypes?: unknown }
      return [codecs, resolveTypes]
    }
    default:
      return isRecordOfFunctions(setting) ? Object.entries(setting).flat() : null
  }
}

/** 1.0: `mapperGenerators`. */
function isRecordOfFunctions(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every((member) => typeof member === 'function')
}

interface Renderer {
  sqlToQuery?(fragment: SQL): { readonly sql: string }
}

/** Writes a fragment as this dialect object does; null where it renders in another way. */
export function rendererOf(dialect: object): ((fragment: SQL) => string) | null {
  const renderer = dialect as Renderer
  return typeof renderer.sqlToQuery === 'function' ? (fragment) => (renderer as Required<Renderer>).sqlToQuery(fragment).sql : null
}
