// Add-on http: rows as the text of an export.

export type ExportFormat = 'csv' | 'ndjson' | 'json'

/** Pieces of an export: the text before the rows, one piece for each row, the text after them. */
export interface ExportText {
  readonly head: (first: unknown) => string
  readonly row: (item: unknown, isFirst: boolean) => string
  readonly tail: string
}

const digits = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)
const json = (item: unknown): string => JSON.stringify(item, digits)

/** @param columns of a CSV; by default the keys of the first row, nested ones with dots */
export function exportText(format: ExportFormat, columns: readonly string[] | undefined, isGuarded: boolean): ExportText {
  if (format === 'ndjson') return { head: () => '', row: (item) => `${json(item)}\n`, tail: '' }
  if (format === 'json') return { head: () => '[', row: (item, isFirst) => `${isFirst ? '' : ','}${json(item)}`, tail: ']' }
  let names = columns ?? []
  return {
    head: (first) => {
      names = columns ?? [...flatten(first).keys()]
      return names.length === 0 ? '' : line(names.map((name) => field(name, isGuarded)))
    },
    row: (item) => {
      const values = flatten(item)
      return line(names.map((name) => field(values.get(name), isGuarded)))
    },
    tail: '',
  }
}

const line = (fields: readonly string[]): string => `${fields.join(',')}\r\n`

/** RFC 4180. Spreadsheets run text that begins like a formula: an apostrophe makes it text again. */
function field(value: unknown, isGuarded: boolean): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' && !(value instanceof Date) ? json(value) : value instanceof Date ? isoText(value) : String(value)
  const safe = isGuarded && typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const isoText = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString())

/** Nested records by keys with dots; lists and dates are values. */
function flatten(item: unknown, prefix = '', found: Map<string, unknown> = new Map()): Map<string, unknown> {
  for (const [key, value] of Object.entries(Object(item) as object) as [string, unknown][]) {
    if (Object.prototype.toString.call(value) === '[object Object]') flatten(value, `${prefix}${key}.`, found)
    else found.set(`${prefix}${key}`, value)
  }
  return found
}
