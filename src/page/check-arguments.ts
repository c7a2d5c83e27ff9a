// Stage run: what a JavaScript caller, or one with `any`, passes in a wrong place. The compiler says the same sentences.
import * as callRefusals from '../builder/call-refusals.js'
import { refuse } from '../builder/refuse.js'
import type { DialectName } from '../dialect-facts.js'
import { dialectOfDatabase } from '../drizzle/dialect.js'
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
  if (typeof given?.select !== 'function') refuse(callRefusals.wrongDatabase(dialect))
  // What wraps a database and hides its dialect is taken at its word.
  if ((dialectOfDatabase(given) ?? dialect) !== dialect) refuse(callRefusals.wrongDatabase(dialect))
}

function isConfig(query: unknown): boolean {
  try {
    return typeof query === 'object' && query !== null && RESOLVED in query
  } catch {
    // A proxy that throws is read, and refused, as any other query.
    return false
  }
}
