// Add-on http: rows as the text of an export.
import type { ResolvedConfig } from '../types/config.js'
import { type ExportColumn, exportColumns, type ExportColumnsOptions, firstRowColumns } from './export-columns.js'

export type ExportFormat = 'csv' | 'ndjson' | 'json'

export interface ExportTextOptions extends ExportColumnsOptions {
  readonly as: ExportFormat
  readonly guardFormulas: boolean
}

/** Pieces of an export: the text before the rows, one piece for each row, the text after them. */
export interface ExportText {
  readonly head: string
  readonly row: (item: unknown, isFirst: boolean) => string
  readonly tail: string
}

/** @param config null where the rows come from elsewhere: the columns of a CSV are then the keys of the first row */
export function exportText(config: ResolvedConfig | null, options: ExportTextOptions): ExportText {
  const json = jsonWriter()
  switch (options.as) {
    case 'ndjson':
      return { head: '', row: (item) => `${json(item)}\n`, tail: '' }
    case 'json':
      return { head: '[', row: (item, isFirst) => `${isFirst ? '' : ','}${json(item)}`, tail: ']' }
    case 'csv':
      return csvText(exportColumns(config, options), options.guardFormulas, json)
    default:
      return options.as satisfies never
  }
}

function csvText(known: readonly ExportColumn[] | null, guardFormulas: boolean, json: (value: unknown) => string): ExportText {
  const line = (fields: readonly string[]): string => `${fields.map(quoted).join(',')}\r\n`
  const head = (columns: readonly ExportColumn[]): string => line(columns.map(({ name }) => (guardFormulas ? guarded(name) : name)))
  let columns = known
  const row = (item: unknown): string => {
    const ownHead = columns === null
    const read = (columns ??= firstRowColumns(item))
    const fields = read.map(({ path, mayBeFormula }) => {
      const value = valueAt(item, path)
      const text = fieldText(value, json)
      return guardFormulas && mayBeFormula && typeof value === 'string' ? guarded(text) : text
    })
    return (ownHead ? head(read) : '') + line(fields)
  }
  return { head: known === null ? '' : head(known), row, tail: '' }
}

/** Undefined where a record on the way is null: a join that found nothing. */
function valueAt(item: unknown, path: readonly string[]): unknown {
  let value = item
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  // Temporal objects, Buffers, and whatever else says what it is in JSON.
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const { toJSON } = value as { readonly toJSON?: unknown }
  return typeof toJSON === 'function' ? (toJSON as () => unknown).call(value) : value
}

function fieldText(value: unknown, json: (value: unknown) => string): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return typeof value === 'object' ? json(value) : String(value)
}

/** RFC 4180. */
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A spreadsheet runs text that begins like a formula: an apostrophe makes it text again. */
const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** A `bigint` as a string of its digits. The replacer makes every row slower, so it is used from the first row on that needs it. */
function jsonWriter(): (value: unknown) => string {
  let replacer: ((key: string, value: unknown) => unknown) | undefined
  return (value) => {
    try {
      return JSON.stringify(value, replacer)
    } catch (error) {
      if (replacer !== undefined) throw error
      replacer = digitsOfBigint
      return JSON.stringify(value, replacer)
    }
  }
}

function digitsOfBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
