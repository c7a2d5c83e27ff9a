// Stage run: what a JavaScript caller, or one with `any`, passes in a wrong place. The compiler says the same sentences.
import { callRefusals, refuse, wrongDatabase } from '../builder/refusals.js'
import { RESOLVED, type ResolvedConfig } from '../types/config.js'

/** @throws PaginateConfigError that names the argument, before any statement */
export function checkArguments(db: unknown, query: unknown, config: ResolvedConfig): void {
  if (typeof (db as { readonly select?: unknown } | null | undefined)?.select !== 'function') refuse(wrongDatabase(config.dialect))
  if (isConfig(query)) refuse(callRefusals.wrongQuery)
}

function isConfig(query: unknown): boolean {
  try {
    return typeof query === 'object' && query !== null && RESOLVED in query
  } catch {
    // A proxy that throws is read, and refused, as any other query.
    return false
  }
}
