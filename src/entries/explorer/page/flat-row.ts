// Explorer's page: an item as the cells of a table.

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Members by the names that requests use: `country.name` for a nested record's. Lists stay values, and so do records
 * with a dot in a key, which could have two members of one name.
 */
export function flatRow(item: unknown): Map<string, unknown> {
  const cells = new Map<string, unknown>()
  const visit = (value: unknown, name: string): void => {
    const keys = isRecord(value) ? Object.keys(value) : []
    if (isRecord(value) && keys.length > 0 && (name === '' || !keys.some((key) => key.includes('.')))) {
      for (const [key, inner] of Object.entries(value)) visit(inner, name === '' ? key : `${name}.${key}`)
    } else {
      cells.set(name === '' ? 'value' : name, value)
    }
  }
  visit(item, '')
  return cells
}

/**
 * Columns of all rows, in the order they are first seen; a record that is null in some rows has columns of its own
 * there.
 */
export function columnsOf(rows: readonly ReadonlyMap<string, unknown>[]): string[] {
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const isEmptyRecord = (name: string): boolean =>
    rows.every((row) => row.get(name) === undefined || row.get(name) === null) &&
    names.some((other) => other.startsWith(`${name}.`))
  return names.filter((name) => !isEmptyRecord(name))
}

/** As JSON writes exact decimals and big integers; a code such as `007` is text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/**
 * Is a column one of numbers, money among them? By its values.
 *
 * @param type the value type, where the list tells it: digits in a text column are not a number
 */
export function isNumeric(values: readonly unknown[], type?: string): boolean {
  if (type === 'text' || type === 'enum') return false
  const present = values.filter((value) => value !== null && value !== undefined)
  return (
    present.length > 0 &&
    present.every((value) => typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value)))
  )
}

/** Rows in a cell: children of an item. */
export const isRows = (value: unknown): value is readonly Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord)

/** A value in one line: elements with commas between, of each row inside what names it. */
export function lineOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (isRows(value)) return value.map(nameOf).join(', ')
  if (Array.isArray(value) && value.length > 0)
    return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ')
  return JSON.stringify(value)
}

/** The first text of a row, or its first value. */
function nameOf(row: Record<string, unknown>): string {
  const values = [...flatRow(row).values()]
  return lineOf(values.find((value) => typeof value === 'string' && value !== '') ?? values[0] ?? null)
}
