// Add-on search: the columns that a ready function searches in.
import { Column } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { PaginateConfigError } from '../../errors.js'
import type { TypeKeyOfColumn } from '../../types/table.js'
import type { ConfigTypeError } from '../../types/type-error.js'
import type { ColumnFacts } from '../../types/value.js'
import { readColumn, sqlTypeFacts, withoutArguments } from '../../values/read-column.js'

/** One column or more. */
export type ColumnList = readonly [Column, ...Column[]]

const NEEDED = {
  words: 'words() needs text columns',
  fullText: 'fullText() needs text columns, or one of type tsvector',
  fullTextDocument: 'fullTextDocument() needs text columns, or one of type tsvector',
  matchAgainst: 'matchAgainst() needs text columns',
  similar: 'similar() needs a text column',
  nearest: 'nearest() needs a column of type vector or halfvec',
} as const
type Call = keyof typeof NEEDED

/** `unknown` for each column that may have text: which arrays, enums and custom columns do, only the call can tell. */
export type TextColumns<Name extends Call, Columns> = {
  readonly [At in keyof Columns]: TextColumn<
    Name,
    Columns[At],
    Columns extends readonly [unknown] ? never : Joined<Name>
  >
}
export type TextColumn<Name extends Call, Given, Also = never> = [TypeKeyOfColumn<Given>] extends [never]
  ? Given extends { readonly _: { readonly data: readonly number[] } }
    ? NotTextColumn<Name>
    : unknown
  : [TypeKeyOfColumn<Given> & (MayBeText<Name> | Also)] extends [never]
    ? NotTextColumn<Name>
    : unknown
type NotTextColumn<Name extends Call> = ConfigTypeError<`${(typeof NEEDED)[Name]}; replace this column.`>
/** What may be joined to text. */
type Joined<Name extends Call> = Name extends 'fullText' | 'fullTextDocument' ? NumberType : never
type NumberType = 'integer' | 'bigint' | 'decimal' | 'float'
type MayBeText<Name extends Call> =
  'text' | 'char' | 'collection' | 'custom' | (Name extends 'words' ? never : EnumType)
type EnumType = 'enum' | 'enum as text'

/** @throws PaginateConfigError for anything but a list of columns, and for one that every search would fail on */
export function checkColumns(call: Call, columns: ColumnList, isFit: IsFit): void {
  // A column by itself would be read as none.
  if (!Array.isArray(columns) || columns.length === 0 || !columns.every((column) => is(column, Column)))
    throw new PaginateConfigError(`${call}() needs a list of columns; name at least one: ${call}([articles.title]).`)
  for (const column of columns) checkColumn(call, column, isFit)
}

/** @throws PaginateConfigError */
export function checkColumn(call: Call, column: Column, isFit: IsFit): void {
  if (!is(column, Column) || !isFit(column))
    throw new PaginateConfigError(`${NEEDED[call]}; replace '${(column as Column | undefined)?.name}'.`)
}

type IsFit = (column: Column) => boolean

export const isText: IsFit = (column) => {
  const facts = factsOf(column)
  if (facts === null) return true
  const { valueType, storage, isNativeEnum } = facts
  return (
    storage === 'plain' && (valueType === 'text' || valueType === 'char' || (valueType === 'enum' && !isNativeEnum))
  )
}

/** As the columns that `search` takes, or a custom column of such a type or of an unknown one. */
export const isSearchable: IsFit = (column) => {
  const facts = factsOf(column)
  // PostgreSQL has no pattern match over it.
  return facts === null ? !/^tsvector$/i.test(column.getSQLType()) : facts.valueType === 'text'
}

/** Not a custom column, which may be of a number that PostgreSQL knows by another name. */
export const isSurelyText: IsFit = (column) => factsOf(column) !== null && isText(column)

const NUMBERS: ReadonlySet<unknown> = new Set<NumberType>(['integer', 'bigint', 'decimal', 'float'])
export const isNumber: IsFit = (column) => {
  const facts = factsOf(column)
  return facts?.storage === 'plain' && NUMBERS.has(facts.valueType)
}

export const isVector: IsFit = (column) => /^(?:vector|halfvec)\b/.test(factsOf(column)?.sqlType ?? 'vector')

/** Types of PostgreSQL that clients cannot filter by, and that are not text either. */
const NOT_TEXT = /^(?:bytea|xml|money|bit|varbit|bit varying|tsquery|(?:int4|int8|num|ts|tstz|date)(?:multi)?range)$/

/** Null for a custom column of a type that is not known here: it may be a domain over text. */
export function factsOf(column: Column): ColumnFacts | null {
  if (!column.columnType.endsWith('CustomColumn')) return readColumn(column)
  const facts = sqlTypeFacts(column)
  const isUnknown = facts.valueType === null && facts.storage === 'plain'
  return isUnknown && !NOT_TEXT.test(withoutArguments(facts.sqlType)) ? null : facts
}
