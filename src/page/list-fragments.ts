// Stage compile for `applyFilters`: the fragments of a shape, compiled once, and given each request's values.
import { Param, SQL, type SQLWrapper } from 'drizzle-orm'
import { compilePlan } from '../sql/compile-plan.js'
import { flattenSql } from '../sql/flatten-sql.js'
import type { LoweredPlan } from '../sql/lower-plan.js'
import { sqlDialect } from '../sql/sql-dialect.js'
import type { ResolvedConfig } from '../types/config.js'
import type { SlotWriter } from '../types/sql.js'
import { inlineSlots } from './list-statements.js'
import { fragmentCacheOf, type ShapeFragments } from './statement-cache.js'

/** The place of a value. */
class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

const openSlots: SlotWriter = (slot) => new Slot(slot) as unknown as SQLWrapper

/** Every call answers objects of its own: a host may append to them. */
export function listFragments(config: ResolvedConfig, lowered: LoweredPlan): ShapeFragments {
  const dialect = sqlDialect(config.dialect)
  if (!lowered.isCacheable) return compilePlan(lowered, config, dialect, inlineSlots(lowered.values))
  const cache = fragmentCacheOf(config)
  let template = cache.get(lowered.shape)
  if (template === undefined) {
    const { where, orderBy, whereJoins, orderJoins } = compilePlan(lowered, config, dialect, openSlots)
    // Columns stay as they are: the host's own statement decides how they are written.
    template = { where: where && flattenSql(where, null), orderBy: orderBy.map((term) => flattenSql(term, null)), whereJoins, orderJoins }
    cache.set(lowered.shape, template)
  }
  const { where, orderBy, whereJoins, orderJoins } = template
  return {
    where: where && bind(where, lowered.values),
    orderBy: orderBy.map((term) => bind(term, lowered.values)),
    whereJoins,
    orderJoins,
  }
}

function bind({ queryChunks }: SQL, values: readonly unknown[]): SQL {
  // The constructor looks for a table in what it is given, which a condition has no use for.
  const bound = new SQL([])
  for (const chunk of queryChunks) bound.queryChunks.push(isSlot(chunk) ? new Param(values[chunk.index]) : chunk)
  return bound
}

const isSlot = (chunk: unknown): chunk is Slot => chunk instanceof Slot
