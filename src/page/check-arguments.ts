// Stage run: what a JavaScript caller, or one with `any`, passes in a wrong place. The compiler says the same
// sentences.
import * as callRefusals from '../mistakes/call-refusals.js'
import { Column, SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { type CallOptions, checkOptions } from '../mistakes/check-options.js'
import { isAbsent, withoutAbsent } from '../rows/is-absent.js'
import { refuse } from '../mistakes/refuse.js'
import { dialectOfDatabase } from '../dialects/index.js'
import { copyFragment, isWrapper, sqlOf } from '../drizzle/chunks.js'
import { is } from '../drizzle/kinds.js'
import { observedOf } from '../request/paginate-query.js'
import { isClasslessRecord } from '../request/query-source.js'
import { RESOLVED, type ResolvedConfig } from '../types/resolved-config.js'
import type { Selection } from '../types/selection.js'
import type { DialectName } from '../vocabulary.js'
import type { ReadOptions } from '../types/page-request.js'
import type { PaginateOptions } from './options.js'

/** @throws PaginateConfigError that names the argument, before any statement */
export function checkArguments(db: unknown, source: unknown, config: ResolvedConfig): void {
  if (isDatabase(source) && !isDatabase(db)) refuse(callRefusals.swapped)
  checkDatabase(db, config.dialect)
  if (isConfig(source)) refuse(callRefusals.wrongQuery)
}

/**
 * The options of a call, with the signal and the observer that a handler's source carries.
 *
 * @throws PaginateConfigError for options that are not a record: a copy of a condition would be one, without a condition
 */
export function withSource<Options extends object>(source: unknown, options: Options): Options {
  const observed = observedOf(source)
  if (observed === undefined) return options
  checkRecord(options)
  // A copy of the source may have a signal of its own.
  const { signal = observed.signal } = source as typeof observed
  return { ...observed, signal, ...options }
}

function checkRecord(options: unknown): void {
  if (typeof options !== 'object' || options === null || !isClasslessRecord(options)) refuse(callRefusals.wrongOptions)
}

/** @throws PaginateConfigError for a path that is not text */
export function checkPath(path: unknown): void {
  if (path !== undefined && path !== null && typeof path !== 'string') refuse(callRefusals.wrongPath)
}

/** What a list has that says how its statements are sent, and which. */
export type Settings = Pick<ResolvedConfig, 'namedStatements' | 'together' | 'pageForm' | 'summary'>

/** How the statements of a call are sent. */
export function readOptions(
  { namedStatements, pageForm }: Settings,
  { signal, onStatement }: Pick<PaginateOptions, 'signal' | 'onStatement'>,
): ReadOptions {
  return { signal, onStatement, namedStatements, pageForm }
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

function isDatabase(value: unknown): boolean {
  try {
    return typeof (value as { readonly select?: unknown } | null | undefined)?.select === 'function'
  } catch {
    // As below.
    return false
  }
}

function isConfig(query: unknown): boolean {
  try {
    return typeof query === 'object' && query !== null && RESOLVED in query
  } catch {
    // A proxy that throws is read, and rejected, as any other query.
    return false
  }
}

/**
 * A copy of a selection: what the app changes in its own while a statement is on its way changes nothing of this call.
 *
 * @throws PaginateConfigError for a list of names and for members that are neither columns nor SQL
 */
export function checkedSelection(selection: unknown): Selection {
  // Read once: a member may be a getter.
  const copy = copyFragment(selection)
  return isSelection(copy) ? withoutAbsent(copy) : refuse(callRefusals.wrongSelection)
}

function isSelection(value: unknown): value is Selection {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  // Columns, tables and SQL are instances of classes; Drizzle reads what is in them.
  if (!isClasslessRecord(value)) return true
  const members = Object.values(value)
  return (
    members.some((member) => !isAbsent(member)) && members.every((member) => isAbsent(member) || isSelection(member))
  )
}

// The app's own condition of a call, from the configuration's scopes and from the call. The only place that reads
// either.

export interface HostConditionOptions {
  readonly where?: SQLWrapper | null | undefined
  readonly scope?: unknown
  readonly signal?: unknown
  readonly onStatement?: unknown
}

/**
 * The list for the scope of this call, made only for it where a join, a sub-collection or a field is a function of the
 * scope.
 *
 * @param call the names of its options; null where others have checked them
 * @throws PaginateConfigError for an option that the call does not have, and where the scope is left out, or a function
 * does not return SQL
 */
export function scopedConfig(
  config: ResolvedConfig,
  options: HostConditionOptions,
  call: CallOptions | null = null,
): ResolvedConfig {
  if (call !== null && isClasslessRecord(Object(options) as object))
    checkOptions(call.call, Object(options) as object, call.names)
  if (config.scoped === null) return config
  // What is not a record of options is rejected below, with its own sentence.
  return config.scoped.list((Object(options) as HostConditionOptions).scope)
}

/**
 * Every `.scopedBy()` with `where`, each in parentheses of its own; undefined where neither exists. A copy: what the
 * app appends to its own fragments while a statement is on its way changes nothing of this call.
 *
 * @throws PaginateConfigError for options that are not a record, for a `where` that is not SQL, and where a scope is
 * left out that a function of the configuration asks for, or the function returns no SQL: a condition that is not there
 * would let every row through
 */
export function hostCondition(
  { scopes }: Pick<ResolvedConfig, 'scopes'>,
  options: HostConditionOptions,
): SQL | undefined {
  checkRecord(options)
  const { where, scope, signal, onStatement } = options
  if (onStatement !== undefined && typeof onStatement !== 'function') refuse(callRefusals.wrongFunction('onStatement'))
  if (
    signal !== undefined &&
    signal !== null &&
    typeof (Object(signal) as Partial<AbortSignal>).throwIfAborted !== 'function'
  )
    refuse(callRefusals.wrongSignal)
  const isAbsent = where === undefined || where === null
  // Anything else would be bound as a value: `where (true)` lets every row through.
  if (!isAbsent && !isCondition(where)) refuse(callRefusals.wrongWhere)
  const own = isAbsent ? undefined : copyFragment(sqlOf(where))
  if (scopes.length === 0) return own
  const conditions = scopes.map((condition) => {
    if (condition.length > 0 && (scope === undefined || scope === null)) refuse(callRefusals.needsScope)
    const answered = condition(scope as never)
    if (!is(answered, SQL)) refuse(callRefusals.scopeAnsweredNoSql('.scopedBy()'))
    return sql`(${copyFragment(answered)})`
  })
  if (own !== undefined) conditions.push(sql`(${own})`)
  return sql.join(conditions, sql` and `)
}

/**
 * What Drizzle's `.where()` takes, without a column: that is a condition that was not finished. `where (id)` is true of
 * nearly every row where numbers are truth values.
 */
const isCondition = (where: unknown): boolean => isWrapper(where) && !is(where, Column)
