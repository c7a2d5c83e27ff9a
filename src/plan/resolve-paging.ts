// Stage plan: page and limit.
import * as refusals from '../refusals.js'
import type { ResolvedConfig } from '../types/config.js'
import type { BoundInteger } from '../types/query.js'
import type { Result } from '../types/result.js'
import { UNLIMITED } from '../vocabulary.js'

/** A 1-based page. */
export function resolvePage(page: BoundInteger): Result<number> {
  return page.ok ? page : { ok: false, refusal: refusals.pageNotPositiveInteger() }
}

/** Rows per page, or null for an unlimited read. */
export function resolveLimit(limit: BoundInteger | null, config: ResolvedConfig): Result<number | null> {
  if (limit === null) return { ok: true, value: config.defaultLimit }
  if (!limit.ok && limit.reason === 'not-positive-integer') return { ok: false, refusal: refusals.limitNotPositiveInteger() }
  if (limit.ok && limit.value === UNLIMITED && config.unlimitedMaxRows !== null) return { ok: true, value: null }
  if (!limit.ok || limit.value < 1 || limit.value > config.maxLimit) {
    return { ok: false, refusal: refusals.limitOutOfRange(config.maxLimit) }
  }
  return { ok: true, value: limit.value }
}
