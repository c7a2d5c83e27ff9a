// Small helpers over rows of an answer.

export const idsOf = (rows: readonly { readonly id: unknown }[]): unknown[] => rows.map((row) => row.id)

/** Ids in ascending order, for filters where the order is not the question. */
export const sortedIds = (rows: readonly { readonly id: unknown }[]): number[] => rows.map((row) => Number(row.id)).sort((a, b) => a - b)

/** Splits rows by a predicate: `[those that hold, those that do not]`. */
export function partition<Row>(rows: readonly Row[], holds: (row: Row) => boolean): [Row[], Row[]] {
  return [rows.filter(holds), rows.filter((row) => !holds(row))]
}
