// Kept: what a host may see of it.
import { resolvedConfig } from '../builder/resolved-config.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import { statsOf } from './config-record.js'
import type { ShapeCacheStats } from './kept-shapes.js'

/**
 * How often requests of a configuration found their statements finished. Many misses at full size mean that clients send
 * more shapes (sets of fields, operators and sorts, values apart) than are kept.
 *
 * @example `shapeCacheStats(articleList)` → `{ hits: 9950, misses: 50, size: 50, capacity: 500 }`
 */
export function shapeCacheStats(config: AnyPaginateConfig): ShapeCacheStats {
  return statsOf(resolvedConfig(config))
}
