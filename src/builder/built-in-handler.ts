// Builder: a warning, in development, for a configuration that is built again for each request.

/**
 * Builds of one line over one table from which on it is said: more than a module's own lists, or the variants of a few
 * flags.
 */
const MANY_BUILDS = 20
/** Lines that are counted; beyond them nothing is. */
const MAX_LINES = 1000

const counts = new WeakMap<object, Map<string, number>>()
let hasWarned = false

/**
 * Counts `build()` calls by the line that makes them. A configuration costs about 2 ms; built in a handler it costs them
 * for each request, and nothing of it is cached. Said once in a process, and never where `NODE_ENV` is `production`.
 *
 * @param build the method, above which the stack begins
 */
export function warnOfBuilds(table: object, build: (...args: never[]) => unknown): void {
  if (hasWarned || isProduction()) return
  const line = callerOf(build)
  if (line === null) return
  let lines = counts.get(table)
  if (lines === undefined) counts.set(table, (lines = new Map()))
  const count = (lines.get(line) ?? 0) + 1
  if (lines.size < MAX_LINES || lines.has(line)) lines.set(line, count)
  if (count < MANY_BUILDS) return
  hasWarned = true
  console.warn(
    `drizzle-paginate: a configuration was built ${count} times at ${line}. ` +
      'Build it once, outside of the function that answers a request; lists that depend on permissions are made by configVariants(). ' +
      'This warning appears once, and not where NODE_ENV is "production".',
  )
}

const isProduction = (): boolean => typeof process !== 'undefined' && process.env['NODE_ENV'] === 'production'

/** `file:line:column`; null where the runtime does not say. */
function callerOf(build: (...args: never[]) => unknown): string | null {
  const { captureStackTrace } = Error as { captureStackTrace?: (target: object, above: unknown) => void }
  if (captureStackTrace === undefined) return null
  const holder: { stack?: string } = {}
  captureStackTrace.call(Error, holder, build)
  return /^\s*at (?:.*\()?(.+?:\d+:\d+)\)?$/m.exec(holder.stack ?? '')?.[1] ?? null
}
