// Add-on http: rows as the text of an export.
import { PaginateConfigError } from '../../errors.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import {
  type ExportColumn,
  exportColumns,
  type ExportColumnsOptions,
  firstRowColumns,
  namedInRow,
} from './export-columns.js'
import { isoText, jsonWriter } from './json-text.js'

export type ExportFormat = 'csv' | 'ndjson' | 'json'

/** The text between the fields of a line. */
export const CSV_DELIMITERS = [',', ';', '\t', '|'] as const
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number]

export interface ExportTextOptions extends ExportColumnsOptions {
  readonly as: ExportFormat
  readonly guardFormulas: boolean
  readonly delimiter: CsvDelimiter
  readonly bom: boolean
  readonly trailer: boolean
  /** Has the request asked for fewer members? Rows from elsewhere may then lack columns that were named. */
  readonly isPartial: boolean
}

/** Pieces of an export: the text before the rows, one piece for each row, the text after them. */
export interface ExportText {
  readonly head: string
  readonly row: (item: unknown, isFirst: boolean) => string
  readonly tail: (rowCount: number) => string
}

/** @param config null where the rows come from elsewhere: the columns of a CSV are then among the keys of the first row */
export function exportText(config: ResolvedConfig | null, options: ExportTextOptions): ExportText {
  const json = jsonWriter()
  switch (options.as) {
    case 'ndjson':
      return {
        head: '',
        row: (item) => `${json(sentRow(item))}\n`,
        tail: (rowCount) => (options.trailer ? `{"$end":{"rows":${rowCount}}}\n` : ''),
      }
    case 'json':
      return { head: '[', row: (item, isFirst) => `${isFirst ? '' : ','}${json(sentRow(item))}`, tail: () => ']' }
    case 'csv':
      return csvText(exportColumns(config, options), config === null, options, json)
    default:
      return options.as satisfies never
  }
}

function csvText(
  known: readonly ExportColumn[] | null,
  areOfRows: boolean,
  { guardFormulas, trailer, delimiter, bom, isPartial }: ExportTextOptions,
  json: (value: unknown) => string,
): ExportText {
  const quoted = quotedFor(delimiter)
  const guarded = guardFor(delimiter)
  const line = (fields: readonly string[]): string => ended(fields.map(quoted).join(delimiter))
  const head = (columns: readonly ExportColumn[]): string =>
    line(columns.map(({ name, title = name }) => (guardFormulas ? guarded(title) : title)))
  const textOf = (text: string, isMade: boolean): string =>
    quoted(!guardFormulas || (isMade && SIGNED.test(text)) ? text : guarded(text))
  // Asked first, of everything: few texts have to be quoted or guarded.
  const mayBeChanged = new RegExp(`["\\r\\n\\t,;|]|^[${FORMULA}]`)
  const fieldOf = (found: unknown, mayBeFormula: boolean): string => {
    // A column of numbers may hold any text on SQLite, so its type proves nothing of a value.
    if (typeof found === 'string') return mayBeChanged.test(found) ? textOf(found, !mayBeFormula) : found
    if (found === null || found === undefined) return ''
    if (typeof found !== 'object') return String(found)
    const value = plainOf(found)
    if (value === null || value === undefined) return ''
    // An empty field would be null, which an invalid date is not.
    if (value instanceof Date) return isoText(value) ?? String(value)
    if (typeof value === 'string') return textOf(value, true)
    // JSON may hold a formula behind a separator.
    return typeof value === 'object' ? textOf(json(value), true) : String(value)
  }
  let columns = known
  const row = (given: unknown, isFirst: boolean): string => {
    // A row that says what it is in JSON is that in every format.
    const item = areOfRows ? plainOf(given) : given
    if (typeof item !== 'object' || item === null) return refuseRow(item, 'a record')
    const ownHead = columns === null
    if (columns === null) columns = firstRowColumns(item)
    else if (isFirst && areOfRows) columns = namedInRow(columns, item, isPartial)
    const read = columns
    let fields = ''
    for (let at = 0; at < read.length; at++) {
      const { path, mayBeFormula } = read[at] as ExportColumn
      const field = fieldOf(valueAt(item, path), mayBeFormula)
      // No row may pass for the end of the file.
      fields += at > 0 ? delimiter + field : trailer ? field.replace(BEGINS_LIKE_END, "$1'") : field
    }
    return ownHead ? head(read) + ended(fields) : ended(fields)
  }
  const tail = (rowCount: number): string =>
    trailer ? line([`${END}${rowCount}`, ...(columns ?? []).slice(1).map(() => '')]) : ''
  return { head: (bom ? BYTE_ORDER_MARK : '') + (known === null ? '' : head(known)), row, tail }
}

/** Readers drop a line without a character, which is a row of one empty field. */
const ended = (fields: string): string => `${fields === '' ? '""' : fields}\r\n`

/** A `return` is probably missing in `map`: JSON has no text for it, and the file would look whole. */
const sentRow = (item: unknown): unknown => (item === undefined ? refuseRow(item, 'a value') : item)

function refuseRow(item: unknown, wanted: string): never {
  throw new PaginateConfigError(`The export has a row that is ${String(item)}; return ${wanted} for each row.`)
}

/** Undefined where a record on the way is null: a join that found nothing. */
export function valueAt(item: unknown, path: readonly string[]): unknown {
  let value = item
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** Temporal objects, Buffers, and whatever else says what it is in JSON. */
function plainOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const { toJSON } = value as { readonly toJSON?: unknown }
  return typeof toJSON === 'function' ? (toJSON as () => unknown).call(value) : value
}

/** The first field of a trailer, before the number of rows. */
const END = '#end '
const BEGINS_LIKE_END = new RegExp(`^("?)(?=${END})`)

const BYTE_ORDER_MARK = '\ufeff'

/** RFC 4180, whatever the delimiter. */
function quotedFor(delimiter: CsvDelimiter): (text: string) => string {
  const special = new RegExp(`["\\r\\n${delimiter}]`)
  return (text) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
}

/**
 * A spreadsheet runs text that begins like a formula, in full-width characters too: an apostrophe makes it text again.
 * Where its list separator is another than the file's, quotes inside of a line do not hold a field together, so that
 * the separator, or a line break, inside of a field begins the next cell.
 */
function guardFor(delimiter: CsvDelimiter): (text: string) => string {
  const others = [';', '|', '\\t'].filter((other) => other !== delimiter).join('')
  const behindComma = delimiter === ',' ? '' : `|,(?="*(?!${NUMBER})[${FORMULA}])`
  const formula = new RegExp(`^(?=[${FORMULA}\\t\\r\\n])|[${others}\\r\\n](?="*[${FORMULA}])${behindComma}`)
  const each = new RegExp(formula, 'g')
  // Asked first: few texts have one, and to replace nothing takes seven times as long.
  return (text) => (formula.test(text) ? text.replaceAll(each, "$&'") : text)
}

const FORMULA = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20'
/** Behind a comma, a number with its sign is an element of a JSON list. */
const NUMBER = '[+-][0-9.]+(?:[\\s,;\\]}]|$)'

/**
 * Numbers, dates, times and durations with their sign, as databases and Temporal write them: their sign is not a formula.
 */
const SIGNED_VALUES = [
  /[+-](?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/,
  /[+-]inf(?:inity)?/,
  /[+-]\d{4,6}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?/,
  /[+-]\d+(?::\d\d){1,2}(?:\.\d+)?/,
  /[+-]P[\dTYMWDHS.,]+/,
  /[@+-] ?\d+ (?:[\d+:. -]|years?|mons?|days?|hours?|mins?|secs?|ago)+/,
]
const SIGNED = new RegExp(`^(?:${SIGNED_VALUES.map(({ source }) => source).join('|')})$`, 'i')
