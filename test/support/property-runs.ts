const scale = Number(process.env['PROPERTY_SCALE'] ?? '0.1')

/**
 * How often a law is put to the test: a tenth of `full` in `npm test`; `PROPERTY_SCALE=1` is full length,
 * `PROPERTY_SCALE=20` runs over lunch.
 */
export const runs = (full: number): number => Math.max(1, Math.round(full * scale))

/** `PROPERTY_SCALE=1`, as in CI. */
export const isFullLength = scale >= 1

/**
 * Of a long table of alike cases: all at full length (`PROPERTY_SCALE=1`), else the first `always` and each third of
 * the others.
 */
export const thinned = <Case>(cases: readonly Case[], always: number): readonly Case[] =>
  isFullLength ? cases : cases.filter((_, at) => at < always || (at - always) % 3 === 0)
