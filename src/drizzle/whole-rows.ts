// What a driver returns as rows, before anybody reads one.

/** Of postgres.js: an array that knows how many rows the server says it sent. */
interface CountedRows {
  readonly count?: unknown
}

/**
 * The rows without the holes before them. postgres.js 3.4.9 keeps counting where a result ended in an error, so the
 * next result of that connection begins with as many holes. It resolves only after the server has said that the result
 * is complete, and each row is put behind the one before it: rows without a hole between them are all that were sent.
 *
 * @returns the array itself if it has no hole
 * @throws Error if a row is missing anywhere else, or if the server has counted another number of rows
 */
export function wholeRows<Row>(rows: readonly Row[]): Row[] {
  const { length } = rows
  let first = 0
  while (first < length && isHole(rows, first)) first += 1
  for (let at = first; at < length; at++) if (isHole(rows, at)) refuseRows(at, rows)
  if (first === 0) return rows as Row[]
  const { count } = rows as CountedRows
  if (typeof count === 'number' && count !== length - first) refuseRows(0, rows)
  return rows.slice(first)
}

/** An element that is null is not a hole of the driver's: nobody knows what it stands for. */
const isHole = (rows: readonly unknown[], at: number): boolean => {
  const row = rows[at]
  if (row === null) refuseRows(at, rows)
  return row === undefined
}

function refuseRows(at: number, { length }: readonly unknown[]): never {
  throw new Error(
    `The driver returned a result without row ${at + 1} of ${length}; send the request again (docs/reference/engines.md).`,
  )
}
