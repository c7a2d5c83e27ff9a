// Every stage: the dialects, one line for each. A stage asks one of its objects and never compares a name.
import { dialectKindOf } from '../drizzle/kinds.js'
import { DIALECT_NAMES, type DialectName } from '../vocabulary.js'
import { cockroach } from './cockroach/index.js'
import type { Dialect } from './dialect.js'
import { mssql } from './mssql/index.js'
import { mysql } from './mysql/index.js'
import { postgres } from './postgres/index.js'
import { singlestore } from './singlestore/index.js'
import { sqlite } from './sqlite/index.js'

export const DIALECTS: { readonly [name in DialectName]: Dialect } = {
  postgresql: postgres,
  mysql,
  sqlite,
  singlestore,
  mssql,
  cockroach,
}

/** By what Drizzle's dialect classes are called. SQLite's kinds say whether the driver is synchronous. */
const byKind: ReadonlyMap<string | undefined, DialectName> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ DIALECT_NAMES.flatMap((name) =>
    ['Dialect', 'SyncDialect', 'AsyncDialect'].map((rest) => [`${DIALECTS[name].classPrefix}${rest}`, name] as const),
  ),
)

/** The dialect of a database or transaction; undefined for what wraps one and hides it. */
export const dialectOfDatabase = (db: object): DialectName | undefined => byKind.get(dialectKindOf(db))

/** The dialect whose classes begin with it: `Pg`. */
export const dialectOfPrefix = (prefix: string): DialectName | undefined =>
  DIALECT_NAMES.find((name) => DIALECTS[name].classPrefix === prefix)
