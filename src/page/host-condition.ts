// Stage compile: the host's own condition of a call, from the configuration's scopes and from the call. The only place that reads either.
import { is, SQL, sql } from 'drizzle-orm'
import * as callRefusals from '../builder/call-refusals.js'
import { PaginateConfigError } from '../errors.js'
import type { ResolvedConfig } from '../types/config.js'

export interface HostConditionOptions {
  readonly where?: SQL | undefined
  readonly scope?: unknown
}

/**
 * Every `.scopedBy()` with `where`, each in parentheses of its own; undefined where neither exists.
 *
 * @throws PaginateConfigError where a scope is left out that a function of the configuration asks for, or where the function answers
 * no SQL: a condition that is not there would let every row through
 */
export function hostCondition({ scopes }: Pick<ResolvedConfig, 'scopes'>, { where, scope }: HostConditionOptions): SQL | undefined {
  if (scopes.length === 0) return where
  const conditions = scopes.map((condition) => {
    if (condition.length > 0 && (scope === undefined || scope === null)) {
      throw new PaginateConfigError(callRefusals.needsScope)
    }
    const answered = condition(scope as never)
    if (!is(answered, SQL)) throw new PaginateConfigError('A function of .scopedBy() answered no SQL; answer a condition for every scope.')
    return sql`(${answered})`
  })
  if (where !== undefined) conditions.push(sql`(${where})`)
  return sql.join(conditions, sql` and `)
}
