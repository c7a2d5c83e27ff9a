// Stage run: names of prepared statements on PostgreSQL. A named statement is parsed and planned once a connection, and
// postgres.js needs one round trip for it instead of two.

import type { ResolvedConfig } from '../types/config.js'

/**
 * Names handed out for a configuration. A server keeps every named statement until its connection ends, so a client that sends
 * ever new shapes must not be able to name them all; later shapes go without a name.
 */
export const MAX_STATEMENT_NAMES = 500

const namesOf = new WeakMap<ResolvedConfig, Map<string, string>>()

/** The name of a statement's text, the same in every session; undefined once all names of the configuration are taken. */
export function statementName(text: string, config: ResolvedConfig): string | undefined {
  let names = namesOf.get(config)
  if (names === undefined) {
    names = new Map()
    namesOf.set(config, names)
  }
  let name = names.get(text)
  if (name === undefined && names.size < MAX_STATEMENT_NAMES) {
    name = `drizzle_paginate_${hash(text, 0)}${hash(text, 0x9e3779b9)}`
    names.set(text, name)
  }
  return name
}

/** 53 bits of cyrb53 (public domain), in base 36; two seeds make a collision of names a matter of 10^-20. */
function hash(text: string, seed: number): string {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ seed
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
