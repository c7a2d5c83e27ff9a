import { KeptShapes, MAX_KEPT_BYTES } from '../../src/kept/kept-shapes.js'

const ENTRY_BYTES = 600 + 8

/**
 * Empties what the process keeps: a worker runs many suites, and where they have filled it, each new shape ends an old
 * one.
 */
export function forgetShapes(): void {
  const shapes = new KeptShapes<null>()
  shapes.set([0], null, MAX_KEPT_BYTES - ENTRY_BYTES)
  shapes.delete([0])
}
