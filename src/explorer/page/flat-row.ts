// Explorer's page: an item as the cells of a table.

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members by the names that requests use: `country.name` for a nested record's. Lists stay values. */
export function flatRow(item: unknown): Map<string, unknown> {
  const cells = new Map<string, unknown>()
  const visit = (value: unknown, name: string): void => {
    if (isRecord(value) && Object.keys(value).length > 0) {
      for (const [key, inner] of Object.entries(value)) visit(inner, name === '' ? key : `${name}.${key}`)
    } else {
      cells.set(name === '' ? 'value' : name, value)
    }
  }
  visit(item, '')
  return cells
}

/** Columns of all rows, in the order they are first seen; a record that is null in some rows has columns of its own there. */
export function columnsOf(rows: readonly ReadonlyMap<string, unknown>[]): string[] {
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const isEmptyRecord = (name: string): boolean =>
    rows.every((row) => row.get(name) === undefined || row.get(name) === null) && names.some((other) => other.startsWith(`${name}.`))
  return names.filter((name) => !isEmptyRecord(name))
}
