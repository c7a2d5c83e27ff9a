// Add-on http: the columns of a CSV, from the shape of the list's items.
import { Column, SQL } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { PaginateConfigError, PaginateQueryError } from '../../errors.js'
import * as refusals from '../../refusals.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { isChosen } from '../../features/chosen-fields/chosen-members.js'
import type { ListPlan } from '../../types/plan.js'
import type { Selection } from '../../types/selection.js'
import type { ValueKind } from '../../types/value.js'
import { readColumn, sqlTypeFacts } from '../../values/read-column.js'
import { isSameMember } from '../../values/declared-decoder.js'

export interface ExportColumn {
  /** Nested keys with dots. */
  readonly name: string
  /** What the first line calls it. @default its name */
  readonly title?: string
  /** Keys from the item to the value. */
  readonly path: readonly string[]
  /** False for numbers and dates that a driver answers as text: their sign is not a formula. */
  readonly mayBeFormula: boolean
}

/** The title of each column by its name. What is undefined is left out. */
export interface ColumnTitles {
  readonly [column: string]: string | undefined
}

export interface ExportColumnsOptions {
  /** Names of columns in their order, or `ColumnTitles`. */
  readonly columns: object | undefined
  /** Members that the request asks for; undefined for all of them. */
  readonly fields?: ListPlan['fields']
}

/** Value types whose text is made by the database, and not by whoever wrote the row. */
const IS_SAFE: { readonly [Kind in ValueKind]: boolean } = {
  boolean: true,
  uuid: true,
  integer: true,
  bigint: true,
  decimal: true,
  float: true,
  timestamp: true,
  date: true,
  time: true,
  interval: true,
  text: false,
  char: false,
  enum: false,
  collection: false,
  custom: false,
}

/**
 * The columns asked for, or those of an item, in order; null where neither is known.
 *
 * @throws PaginateConfigError for a column that no item has, and for no column
 * @throws PaginateQueryError where the request asks for none of the columns
 */
export function exportColumns(
  config: ResolvedConfig | null,
  { columns, fields }: ExportColumnsOptions,
): readonly ExportColumn[] | null {
  const all = config === null ? null : columnsOf(config.selection, config, [])
  const isAsked = ({ name }: ExportColumn): boolean => isChosen(name, fields)
  const named = columns === undefined ? all : namedColumns(columns, all)
  const asked = named?.filter(isAsked) ?? null
  // The file would be lines without a value.
  if (fields !== undefined && asked?.length === 0) throw new PaginateQueryError(refusals.fieldsNotInFile(fields))
  return asked
}

function namedColumns(columns: object, all: readonly ExportColumn[] | null): readonly ExportColumn[] {
  const titles = titlesOf(columns)
  if (titles.length === 0)
    throw new PaginateConfigError('The export has columns: []; name some, or leave columns out for all.')
  return titles.map(([name, title]) => {
    const found = all?.find((column) => column.name === name)
    if (found !== undefined) return { ...found, title }
    const path = name.split('.')
    // A member of a JSON value is not a column of the list: its name begins with the one of the value.
    const isInside = all === null || all.some((column) => name.startsWith(`${column.name}.`))
    if (isInside) return { name, title, path, mayBeFormula: true }
    const names = all.map((column) => `'${column.name}'`).join(', ')
    throw new PaginateConfigError(`The export has a column '${name}' that no item has; name one of ${names}.`)
  })
}

function titlesOf(columns: object): readonly (readonly [name: string, title: string])[] {
  const isText = (one: unknown): boolean => typeof one === 'string'
  const isList = Array.isArray(columns)
  const titles = isList
    ? columns
    : Object.values(Object(columns) as ColumnTitles).filter((title) => title !== undefined)
  if (typeof columns !== 'object' || columns === null || !titles.every(isText))
    throw new PaginateConfigError(
      'The export needs columns as a list of names, or as a record of titles; pass text for each.',
    )
  if (isList) return (columns as readonly string[]).map((name) => [name, name])
  return Object.entries(columns as ColumnTitles).flatMap(([name, title]) =>
    title === undefined ? [] : [[name, title] as const],
  )
}

/** Nested records by keys with dots; lists, dates and whatever has a JSON form of its own are values. */
export function firstRowColumns(item: unknown, path: readonly string[] = []): ExportColumn[] {
  return Object.entries(Object(item) as object).flatMap(([key, value]: [string, unknown]) => {
    const here = [...path, key]
    const isRecord =
      Object.prototype.toString.call(value) === '[object Object]' &&
      typeof (value as { toJSON?: unknown }).toJSON !== 'function'
    return isRecord ? firstRowColumns(value, here) : [{ name: here.join('.'), path: here, mayBeFormula: true }]
  })
}

/**
 * Named columns of rows that no list describes, by the first row: a key of it may have dots itself.
 *
 * @throws PaginateConfigError for a column that the row does not have, which would be blank in every row
 */
export function namedInRow(columns: readonly ExportColumn[], row: object, isPartial: boolean): readonly ExportColumn[] {
  return columns.map((column) => {
    if (Object.hasOwn(row, column.name)) return { ...column, path: [column.name] }
    if (isPartial || mayHave(row, column.path)) return column
    const names = Object.keys(row).map((name) => `'${name}'`)
    throw new PaginateConfigError(
      `The export has a column '${column.name}' that its first row does not have; return it for each row, or name one of ${names.join(', ')}.`,
    )
  })
}

/** Nobody knows the members of a record that is missing: a join may have found nothing. */
function mayHave(row: object, path: readonly string[]): boolean {
  let value: unknown = row
  for (const key of path) {
    if (value === null || value === undefined) return true
    if (typeof value !== 'object' || !(key in value)) return false
    value = (value as { readonly [name: string]: unknown })[key]
  }
  return true
}

function columnsOf(selection: Selection, config: ResolvedConfig, path: readonly string[]): ExportColumn[] {
  return Object.entries(selection).flatMap(([key, member]) => {
    const here = [...path, key]
    if (!is(member, Column) && !is(member, SQL) && !is(member, SQL.Aliased))
      return columnsOf(member as Selection, config, here)
    return [{ name: here.join('.'), path: here, mayBeFormula: !kindsOf(member, config).some(isSafe) }]
  })
}

/** What `.field()` says of it, and what the schema shows of a column, a custom one by its SQL type. */
function kindsOf(member: Column | SQL | SQL.Aliased, { fields }: ResolvedConfig): readonly (ValueKind | null)[] {
  const kinds: (ValueKind | null)[] = []
  for (const { expression, type } of fields.values())
    if (type !== null && isSameMember(expression, member as Column | SQL)) kinds.push((type.builtIn?.type ?? type).kind)
  if (is(member, Column)) kinds.push(readColumn(member).valueType ?? sqlTypeFacts(member).valueType)
  return kinds
}

const isSafe = (kind: ValueKind | null): boolean => kind !== null && IS_SAFE[kind]
