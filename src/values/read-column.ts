// Stage build: the one place that reads a Drizzle column at run time, on both lines (0.45 and 1.0) and for every
// dialect.
import type { Column } from 'drizzle-orm'
import { columnInternals } from '../drizzle/tables.js'
import type { ColumnFacts } from '../types/value.js'
import type { Dialect, TypeFacts } from '../dialects/dialect.js'
import { DIALECTS } from '../dialects/index.js'
import { PLAIN_FACTS } from '../dialects/shared/columns.js'
import { DIALECT_NAMES, type ValueTypeName } from '../vocabulary.js'

/** `numeric(30, 10)` is `numeric`, `timestamp(3) with time zone` is `timestamp with time zone`. */
export const withoutArguments = (sqlType: string): string => sqlType.replace(/ ?\([^)]*\)/g, '').toLowerCase()

/** Custom columns may have any JavaScript data. Only those are read whose SQL type can be compared in one way. */
export const isCustom = (column: Column): boolean =>
  column.columnType.endsWith('CustomColumn') && !READABLE_CUSTOM_TYPES.has(column.getSQLType().toLowerCase())
const READABLE_CUSTOM_TYPES: ReadonlySet<string> = new Set(['citext', 'tinyint(1)'])

const NO_TYPE: TypeFacts = { valueType: null }

/**
 * The facts of a column: its value type, range, members, storage and elements.
 * Columns without a built-in value type (json, bytea, geometry, vectors, custom types …) have `valueType: null`.
 */
export function readColumn(column: Column): ColumnFacts {
  const { baseColumn, mode, dimensions = 0, isAlias } = columnInternals(column)
  if (baseColumn) return arrayFacts(column, readColumn(baseColumn), baseColumn)
  const scalar = scalarFacts(column, mode)
  // A vector of 0.45 has `dimensions` too, its length; 1.0 marks every column as an alias or not.
  const isLength = isAlias === undefined && scalar.valueType === null && isVector(scalar.sqlType)
  if (dimensions === 0 || isLength) return scalar
  const element = { ...scalar, notNull: false }
  const sqlType = `${scalar.sqlType}${'[]'.repeat(dimensions)}`
  return Object.freeze({
    ...PLAIN_FACTS,
    valueType: dimensions === 1 && element.valueType !== null ? 'collection' : null,
    notNull: column.notNull,
    sqlType,
    storage: 'array',
    element: dimensions === 1 ? Object.freeze(element) : null,
  })
}

function arrayFacts(column: Column, element: ColumnFacts, elementColumn: Column): ColumnFacts {
  const isNested = columnInternals(elementColumn).baseColumn !== undefined
  return Object.freeze({
    ...PLAIN_FACTS,
    valueType: isNested || element.valueType === null ? null : 'collection',
    notNull: column.notNull,
    sqlType: column.getSQLType(),
    storage: 'array',
    element: isNested ? null : Object.freeze({ ...element, notNull: false }),
  })
}

/** The facts of only a custom column's SQL type, as though it were a built-in column of that type. */
export function sqlTypeFacts(column: Column): ColumnFacts {
  const sqlType = dialectOf(column.columnType)?.typeOf?.(column.getSQLType()) ?? column.getSQLType()
  const element = /^(.*[^\]])\[\]$/.exec(sqlType)?.[1]
  const ofElement = element === undefined ? NO_TYPE : factsBySqlType(column.columnType, element)
  const facts: Partial<ColumnFacts> =
    element === undefined || ofElement.valueType === null
      ? factsBySqlType(column.columnType, sqlType)
      : {
          valueType: 'collection',
          storage: 'array',
          element: Object.freeze({ ...PLAIN_FACTS, ...ofElement, sqlType: element }),
        }
  return Object.freeze({ ...PLAIN_FACTS, ...facts, notNull: column.notNull, sqlType })
}

/**
 * A custom column to which the app gives a built-in type is read as that type as a built-in column of its SQL type is. In
 * which unit a number counts time, only the app knows.
 */
export function factsNamed(own: ValueTypeName, column: Column, facts: ColumnFacts): ColumnFacts {
  if (facts.valueType !== null || facts.storage !== 'plain') return facts
  const ofSqlType = sqlTypeFacts(column)
  const { valueType, storage, range } = ofSqlType
  const isList = valueType === 'collection' || own === 'collection'
  const isFit = isList ? own === 'collection' && storage === 'array' : !(range !== null && MOMENTS.has(own))
  return valueType !== null && isFit ? ofSqlType : facts
}

const MOMENTS: ReadonlySet<ValueTypeName> = new Set(['timestamp', 'date', 'time'])

function scalarFacts(column: Column, mode: string | undefined): ColumnFacts {
  const sqlType = column.getSQLType()
  const isNativeEnum = /Enum(?:Object)?Column/.test(column.columnType)
  const members = column.enumValues as readonly string[] | undefined
  const type = isNativeEnum ? ({ valueType: 'enum' } as const) : typeFacts(column, sqlType, mode)
  const isEnumText =
    (type.valueType === 'text' || type.valueType === 'char') && members !== undefined && members.length > 0
  return Object.freeze({
    ...PLAIN_FACTS,
    ...type,
    ...(isEnumText && { valueType: 'enum' }),
    // Drizzle 0.45 loses `notNull` on a bigserial in bigint mode; the database has it.
    notNull: column.notNull || sqlType.endsWith('serial'),
    sqlType,
    enumValues: isNativeEnum || isEnumText ? Object.freeze([...(members ?? [])]) : null,
    isNativeEnum,
  })
}

function typeFacts(column: Column, sqlType: string, mode: string | undefined): TypeFacts {
  const { columnType } = column
  const table = dialectOf(columnType)?.columns
  const ofClass = table !== undefined && Object.hasOwn(table, columnType) ? table[columnType] : undefined
  if (ofClass !== undefined) return mode === 'timestamp_ms' ? { ...ofClass, storage: 'milliseconds' } : ofClass
  if (isCustom(column)) return NO_TYPE
  return factsBySqlType(columnType, sqlType)
}

/** By what its class begins with, on both Drizzle lines. */
function dialectOf(columnType: string): Dialect | undefined {
  return DIALECT_NAMES.map((name) => DIALECTS[name]).find(({ classPrefix }) => columnType.startsWith(classPrefix))
}

function factsBySqlType(columnType: string, sqlType: string): TypeFacts {
  const table = dialectOf(columnType)?.columns
  if (!table) return NO_TYPE
  const base = withoutArguments(sqlType)
  // `tinyint(1)` is listed with its argument, `interval day to second` without its fields, `int unsigned` as `int`.
  const name = [sqlType.toLowerCase(), base, base.replace(/^(interval) .*| unsigned$/, '$1')].find((key) =>
    Object.hasOwn(table, key),
  )
  const facts = name && table[name]
  return facts ? refine(facts, sqlType) : NO_TYPE
}

/** Types whose argument changes what they are. */
function refine(facts: TypeFacts, sqlType: string): TypeFacts {
  if (facts.valueType === 'char' && !/char(?:\(1\))?$/i.test(sqlType)) return { valueType: 'text' }
  if (facts.range && sqlType.endsWith(' unsigned'))
    return { ...facts, range: { min: 0n, max: 2n * facts.range.max + 1n } }
  // `float(p)` counts bits of precision: up to 24 are a single.
  const bits = /^float\((\d+)\)/i.exec(sqlType)?.[1]
  return bits === undefined ? facts : { valueType: 'float', isSinglePrecision: Number(bits) <= 24 }
}

const isVector = (sqlType: string): boolean => /^(?:vector|halfvec|sparsevec|bit|varbit|geometry)\b/.test(sqlType)
