// Stage run: what a host may see of the shape cache.
import { resolvedConfig } from '../builder/resolved-config.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import { shapeCacheStatsOf } from './statement-cache.js'
import type { ShapeCacheStats } from './shape-cache.js'

/**
 * How often requests of a configuration found their statements finished. Many misses at full size mean that clients send
 * more shapes (sets of fields, operators and sorts, values apart) than are kept.
 *
 * @example `shapeCacheStats(articleList)` → `{ hits: 9950, misses: 50, size: 50, capacity: 500 }`
 */
export function shapeCacheStats(config: AnyPaginateConfig): ShapeCacheStats {
  return shapeCacheStatsOf(resolvedConfig(config))
}
