// Kept: the condition and the order of a shape for statements of the host's own, compiled once and given each request's values.
import { Param, SQL, type SQLWrapper } from 'drizzle-orm'
import { compilePlan, type ListSql } from '../sql/compile-plan.js'
import { sqlDialect } from '../sql/sql-dialect.js'
import { walkPlan } from '../sql/walk-plan.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { EncodedValue, SlotWriter } from '../types/sql.js'
import { recordOf } from './config-record.js'
import { flattenSql } from './flatten-sql.js'
import { MAX_KEPT_SLOTS } from './kept-shapes.js'
import { KeySink } from './plan-key.js'
import type { ShapeFragments } from './shape-texts.js'

/** The place of a value. */
class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

const openSlot: SlotWriter = (slot) => new Slot(slot) as unknown as SQLWrapper

/** Every call returns objects of its own: a host may append to them. */
export function listFragments(config: ResolvedConfig, plan: ListPlan): ShapeFragments {
  const values: EncodedValue[] = []
  const sink = new KeySink(plan)
  walkPlan(plan, sqlDialect(config.dialect), values, sink)
  if (!sink.isKeepable || values.length > MAX_KEPT_SLOTS) return compilePlan(plan, config)
  const { fragments } = recordOf(config)
  let template = fragments.get(sink.key)
  if (template === undefined) {
    fragments.misses += 1
    template = templateOf(compilePlan(plan, config, openSlot))
    fragments.set(sink.key, template, bytesOf(template))
  } else fragments.hits += 1
  const { where, orderBy, whereJoins, orderJoins } = template
  return { where: where && bind(where, values), orderBy: orderBy.map((term) => bind(term, values)), whereJoins, orderJoins }
}

/** Columns stay as they are: the host's own statement decides how they are written. */
function templateOf({ where, orderBy, whereJoins, orderJoins }: ListSql): ShapeFragments {
  return { where: where && flattenSql(where, null), orderBy: orderBy.map((term) => flattenSql(term, null)), whereJoins, orderJoins }
}

/** An estimate: chunks with their texts. */
function bytesOf({ where, orderBy }: ShapeFragments): number {
  let bytes = 0
  for (const fragment of where === undefined ? orderBy : [where, ...orderBy]) bytes += fragment.queryChunks.length * 120
  return bytes
}

function bind({ queryChunks }: SQL, values: readonly unknown[]): SQL {
  // The constructor looks for a table in what it is given, which a condition has no use for.
  const bound = new SQL([])
  for (const chunk of queryChunks) bound.queryChunks.push(isSlot(chunk) ? new Param(values[chunk.index]) : chunk)
  return bound
}

const isSlot = (chunk: unknown): chunk is Slot => chunk instanceof Slot
