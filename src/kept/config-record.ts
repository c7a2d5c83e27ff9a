// Kept: all that is kept for one configuration, in one place. It is gone with the configuration.
import type { ItemFields } from '../select/list-parts.js'
import type { ResolvedConfig } from '../types/config.js'
import type { Selection } from '../types/selection.js'
import { KeptShapes, MAX_KEPT_SHAPES, type ShapeCacheStats } from './kept-shapes.js'
import type { ShapeFragments, ShapeTexts } from './shape-texts.js'

export class ConfigRecord {
  /** Texts of statements. */
  readonly statements = new KeptShapes<ShapeTexts>()
  /** Conditions and orders of `applyFilters`. */
  readonly fragments = new KeptShapes<ShapeFragments>()
  readonly itemFields = new WeakMap<Selection, ItemFields>()
}

const records = new WeakMap<ResolvedConfig, ConfigRecord>()

export function recordOf(config: ResolvedConfig): ConfigRecord {
  let record = records.get(config)
  if (record === undefined) {
    record = new ConfigRecord()
    records.set(config, record)
  }
  return record
}

export function statsOf(config: ResolvedConfig): ShapeCacheStats {
  const { statements, fragments } = recordOf(config)
  return {
    hits: statements.hits + fragments.hits,
    misses: statements.misses + fragments.misses,
    size: statements.size + fragments.size,
    capacity: MAX_KEPT_SHAPES,
  }
}
