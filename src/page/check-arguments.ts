// Stage run: what a JavaScript caller, or one with `any`, passes in a wrong place. The compiler says the same sentences.
import { entityKind } from 'drizzle-orm'
import { callRefusals, refuse, wrongDatabase } from '../builder/refusals.js'
import { DIALECT_NAMES, dialectFacts, type DialectName } from '../dialect-facts.js'
import { RESOLVED, type ResolvedConfig } from '../types/config.js'

/** @throws PaginateConfigError that names the argument, before any statement */
export function checkArguments(db: unknown, query: unknown, config: ResolvedConfig): void {
  checkDatabase(db, config.dialect)
  if (isConfig(query)) refuse(callRefusals.wrongQuery)
}

/**
 * A database of another dialect would be sent SQL that it does not speak, or reads otherwise.
 *
 * @throws PaginateConfigError that names the database that the configuration needs, before any statement
 */
export function checkDatabase(db: unknown, dialect: DialectName): void {
  const given = db as { readonly select?: unknown; readonly dialect?: object } | null | undefined
  if (typeof given?.select !== 'function') refuse(wrongDatabase(dialect))
  // What wraps a database and hides its dialect is taken at its word.
  if ((dialectOfKind.get(kindOf(given.dialect)) ?? dialect) !== dialect) refuse(wrongDatabase(dialect))
}

/** The kinds of Drizzle's dialect objects; SQLite's say whether the driver is synchronous. */
const dialectOfKind: ReadonlyMap<unknown, DialectName> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ DIALECT_NAMES.flatMap((name) =>
    ['Dialect', 'SyncDialect', 'AsyncDialect'].map((rest) => [`${dialectFacts(name).classPrefix}${rest}`, name] as const),
  ),
)

const kindOf = (dialect: object | undefined): string | undefined =>
  (dialect?.constructor as { readonly [entityKind]?: string } | undefined)?.[entityKind]

function isConfig(query: unknown): boolean {
  try {
    return typeof query === 'object' && query !== null && RESOLVED in query
  } catch {
    // A proxy that throws is read, and refused, as any other query.
    return false
  }
}
