// Add-on openapi: what values are in JSON, from their column or value type.
import { Column, type SQL } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { DIALECTS } from '../../dialects/index.js'
import { columnInternals } from '../../drizzle/tables.js'
import { decoderOf, type FragmentDecoder, noDecoder } from '../../drizzle/fragments.js'
import type { FieldValueType } from '../../types/value.js'
import { declaredDecoder } from '../../values/declared-decoder.js'
import { readColumn } from '../../values/read-column.js'
import type { DialectName } from '../../vocabulary.js'
import type { JsonSchema } from './open-api-types.js'
import { string, VALUE_TYPE_SCHEMAS } from './value-types.js'

const INT32 = 2n ** 31n

/** With null as one more value. A schema without a type has null already. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: members } = schema as { readonly type?: string | string[]; readonly enum?: unknown[] }
  if (type === undefined) return schema
  if (type === 'object') return { anyOf: [schema, { type: 'null' }] }
  return { ...schema, type: [...[type].flat(), 'null'], ...(members === undefined ? {} : { enum: [...members, null] }) }
}

/**
 * A column's values as Drizzle reads them and JSON writes them: dates as text, a `bigint` as the text of its digits.
 * Any value where only the application knows them: JSON documents, binary data and custom types.
 */
export function columnSchema(column: Column): JsonSchema {
  const { baseColumn, dimensions = 0 } = columnInternals(column)
  if (baseColumn !== undefined) return arrayOf(columnSchema(baseColumn), isArrayColumn(baseColumn))
  const depth = isArrayColumn(column) ? dimensions : 0
  return Array.from({ length: depth }).reduce<JsonSchema>(
    (schema, _, level) => arrayOf(schema, level > 0),
    scalarSchema(column),
  )
}

const isArrayColumn = (column: Column): boolean => readColumn(column).storage === 'array'

/** `not null` forbids a null array, and no null among its elements. An array within an array is never null. */
const arrayOf = (items: JsonSchema, areArrays: boolean): JsonSchema => ({
  type: 'array',
  items: areArrays ? items : orNull(items),
})

function scalarSchema(column: Column): JsonSchema {
  const facts = readColumn(column)
  const { valueType, range } = facts.element ?? facts
  // 1.0 says more after the first word: `object date`, `number int32`.
  const [data, kind] = column.dataType.split(' ')
  switch (kind === 'date' && data === 'object' ? 'date' : data) {
    case 'boolean':
      return { type: 'boolean' }
    case 'number':
      if (valueType !== 'integer' && valueType !== 'bigint') return { type: 'number' }
      return { type: 'integer', format: range !== null && range.max < INT32 ? 'int32' : 'int64' }
    case 'bigint':
      return { type: 'string', pattern: '^-?[0-9]+$' }
    case 'date':
      return { type: 'string', format: 'date-time' }
    case 'string':
      // 1.0 calls MySQL's binary data a string.
      if (facts.sqlType.endsWith('blob')) return {}
      if (column.enumValues !== undefined && column.enumValues.length > 0)
        return hasPaddedMembers(column) ? string() : { type: 'string', enum: [...column.enumValues] }
      return valueType === 'uuid' || valueType === 'date' ? { type: 'string', format: valueType } : string()
    // Vectors, and points as pairs. PostgreSQL's arrays are read above.
    case 'array':
      return { type: 'array', items: { type: 'number' } }
    default:
      return {}
  }
}

/** PostgreSQL fills a text of fixed length with blanks. */
function hasPaddedMembers(column: Column): boolean {
  const length = Number(/^char\((\d+)\)/.exec(column.getSQLType())?.[1] ?? 0)
  return column.columnType === 'PgChar' && column.enumValues?.some((member) => member.length < length) === true
}

/**
 * Values of an expression: as `.mapWith()` reads them, otherwise as its value type says. Any value where it has
 * neither.
 */
export function expressionSchema(expression: SQL, type: FieldValueType | null, dialect: DialectName): JsonSchema {
  const decoder = decoderOf(expression) as FragmentDecoder | Column
  if (is(decoder, Column)) return columnSchema(decoder)
  const named = type?.builtIn?.type ?? type
  if (type !== null && declaredDecoder(expression, type) !== null)
    return type.kind === 'custom' ? string() : (membersOf(type) ?? VALUE_TYPE_SCHEMAS[type.kind].decoded())
  const isInteger = named?.kind === 'integer' || named?.kind === 'bigint'
  if (decoder.mapFromDriverValue === Number) return { type: isInteger ? 'integer' : 'number' }
  if (decoder.mapFromDriverValue === String) return string()
  if (decoder.mapFromDriverValue !== noDecoder || named === null || named.kind === 'custom') return {}
  const { raw, decoded } = VALUE_TYPE_SCHEMAS[named.kind]
  return membersOf(named) ?? raw?.(DIALECTS[dialect].typing) ?? decoded()
}

/** Of an enum whose members are known. */
const membersOf = ({ kind, values }: FieldValueType): JsonSchema | null =>
  kind === 'enum' && values !== undefined ? { type: 'string', enum: [...values] } : null
