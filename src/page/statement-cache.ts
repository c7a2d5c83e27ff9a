// Stage run: where finished statements are kept, and with what.
import { entityKind } from 'drizzle-orm'
import type { ListSql } from '../sql/compile-plan.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListDatabase } from '../types/database.js'
import type { PageAccess } from './page-form.js'
import type { PreparedStatement, SelectStart } from './select-builder.js'
import type { SearchClock } from './split-search.js'
import { ShapeCache, type ShapeCacheStats, type ShapeCacheTally } from './shape-cache.js'

/** Shapes held per configuration and session; one takes about 10 kB (bench/RESULTS.md). */
export const MAX_CACHED_SHAPES = 500

/** The two statements of a shape, each prepared when it is first run. */
export interface ShapeStatements {
  readonly count: () => PreparedStatement
  readonly page: (access: Pick<PageAccess, 'isReversed' | 'keys'>) => PreparedStatement
  /** Null where the shape has no search in two parts. */
  readonly split: SplitStatements | null
}

export interface SplitStatements {
  readonly count: () => PreparedStatement
  readonly clock: SearchClock
  /** Can the page be read from both parts? Not where a joined field orders it. */
  readonly isMergeable: boolean
}

/** The fragments of a shape for statements of the host's own, places in them for values. */
export type ShapeFragments = Pick<ListSql, 'where' | 'orderBy' | 'whereJoins' | 'orderJoins'>

interface ConfigCaches {
  readonly byOwner: WeakMap<object, ShapeCache<ShapeStatements>>
  /** For counting; an owner that is gone takes its cache with it. */
  readonly live: Set<WeakRef<ShapeCache<ShapeStatements>>>
  /** Depend on no session. */
  readonly fragments: ShapeCache<ShapeFragments>
  readonly tally: ShapeCacheTally
}

const caches = new WeakMap<ResolvedConfig, ConfigCaches>()

function cachesOf(config: ResolvedConfig): ConfigCaches {
  let ofConfig = caches.get(config)
  if (ofConfig === undefined) {
    const tally = { hits: 0, misses: 0 }
    ofConfig = { byOwner: new WeakMap(), live: new Set(), fragments: new ShapeCache(MAX_CACHED_SHAPES, tally), tally }
    caches.set(config, ofConfig)
  }
  return ofConfig
}

export const fragmentCacheOf = (config: ResolvedConfig): ShapeCache<ShapeFragments> => cachesOf(config).fragments

/** @param owner what `cacheOwner` names */
export function cacheOf(config: ResolvedConfig, owner: object): ShapeCache<ShapeStatements> {
  const { byOwner, live, tally } = cachesOf(config)
  let cache = byOwner.get(owner)
  if (cache === undefined) {
    cache = new ShapeCache(MAX_CACHED_SHAPES, tally)
    byOwner.set(owner, cache)
    for (const reference of live) if (reference.deref() === undefined) live.delete(reference)
    // Some edge runtimes have no WeakRef: sizes are not counted there, and nothing is kept alive for counting.
    if (typeof WeakRef !== 'undefined') live.add(new WeakRef(cache))
  }
  return cache
}

/** Counts of what is kept for a configuration: statements over all its databases, and fragments. */
export function shapeCacheStatsOf(config: ResolvedConfig): ShapeCacheStats {
  const { live, tally, fragments } = cachesOf(config)
  let { size } = fragments
  for (const reference of live) size += reference.deref()?.size ?? 0
  return { hits: tally.hits, misses: tally.misses, size, capacity: MAX_CACHED_SHAPES }
}

/**
 * What finished statements are kept with: the session, where it will be there for the next request and be the same for it.
 * That of a PostgreSQL transaction ends with it, but its dialect stays, and statements rendered once are prepared again in each.
 * One with a token of authorisation (`db.$withAuth(token)`) stands for one user: a statement prepared there holds that user's
 * token. Undefined: nothing is kept.
 */
export function cacheOwner(db: ListDatabase, config: ResolvedConfig, start: SelectStart): object | undefined {
  const { session, dialect, authToken } = start
  if (session === undefined || authToken !== undefined) return undefined
  // A synchronous SQLite transaction runs in the database's own session.
  if (!isTransaction(db) || caches.get(config)?.byOwner.has(session) === true) return session
  return config.dialect === 'postgresql' ? dialect : undefined
}

const transactionClasses = new WeakMap<object, boolean>()

function isTransaction(db: ListDatabase): boolean {
  const made = db.constructor as object
  let isOne = transactionClasses.get(made)
  if (isOne === undefined) {
    isOne = false
    for (let at: unknown = made; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
      if (((at as { [entityKind]?: string })[entityKind] ?? '').endsWith('Transaction')) isOne = true
    }
    transactionClasses.set(made, isOne)
  }
  return isOne
}
