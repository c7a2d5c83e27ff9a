/** Each number once, in ascending order: the joins that several parts of a statement read. */
export const union = (...lists: readonly (readonly number[])[]): readonly number[] =>
  [...new Set(lists.flat())].sort((a, b) => a - b)

/** The next power of two: lengths and limits rounded up to it make few statements. */
export const powerOfTwoFrom = (count: number): number => 2 ** Math.ceil(Math.log2(count))
