// What the differential test leaves out of its configurations: totals, and refusal of parameters that are not read.
import type { ConfigSpec } from '../differential/config-spec.js'
import type { Random } from '../differential/random.js'

export function varyConfig(random: Random, spec: ConfigSpec): ConfigSpec {
  return {
    ...spec,
    ...(random.chance(0.4) && { totals: random.pick(['exact', 'none', { upTo: random.int(1, 40) }] as const) }),
    ...(random.chance(0.2) && { strictBut: random.pick([[], ['q'], ['sort', 'utm_*']]) }),
  }
}

/** The same list by cursor. `.withMaxOffset()` is of pages by number. */
export function byCursor({ maxOffset: _offset, ...spec }: ConfigSpec): ConfigSpec {
  return { ...spec, isByCursor: true }
}

/** The same list by number, each page of it to be read. */
export function counted({ totals: _totals, maxOffset: _offset, ...spec }: ConfigSpec): ConfigSpec {
  return spec
}
