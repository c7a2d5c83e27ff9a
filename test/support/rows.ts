// Small helpers over rows of an answer.

/** Ids in ascending order, for filters where the order is not the question. */
export const sortedIds = (rows: readonly { readonly id: unknown }[]): number[] =>
  rows.map((row) => Number(row.id)).sort((a, b) => a - b)
