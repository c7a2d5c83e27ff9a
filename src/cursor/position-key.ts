// Stages build and plan: in what form the value of an order's term is held in a cursor, decided once a field.
import { Column, is } from 'drizzle-orm'
import { dialectFacts, type DialectName } from '../dialect-facts.js'
import type { Field } from '../types/config.js'
import type { KeyKind, PositionKey } from '../types/position.js'
import type { ColumnFacts, FieldValueType } from '../types/value.js'
import { INT64 } from '../values/number.js'
import { readColumn, sqlTypeFacts, withoutArguments } from '../values/read-column.js'

const keys = new WeakMap<Field, PositionKey>()

/** The key of a field; a field belongs to one configuration and with it to one dialect. */
export function positionKeyOf(field: Field, dialect: DialectName): PositionKey {
  let key = keys.get(field)
  if (key === undefined) {
    key = Object.freeze(resolveKey(field, dialect))
    keys.set(field, key)
  }
  return key
}

function resolveKey(field: Field, dialect: DialectName): PositionKey {
  if (dialectFacts(dialect).typing === 'per-value') return keyOf('stored', dialect)
  const { facts, type } = field.type?.builtIn ?? field
  if (!is(field.expression, Column)) return expressionKey(type, dialect)
  if (type !== null && facts !== null && isReadAs(type.kind, facts, dialect)) return laidOverKey(type.kind, dialect)
  return columnKey(ownFacts(field.expression), dialect)
}

function keyOf(kind: KeyKind, dialect: DialectName, more: Partial<PositionKey> = {}): PositionKey {
  return { kind, dialect, range: null, members: null, sqlType: '', element: null, ...more }
}

/** A custom column holds what its SQL type says. */
function ownFacts(column: Column): ColumnFacts {
  const facts = readColumn(column)
  return facts.valueType === null && facts.storage === 'plain' ? sqlTypeFacts(column) : facts
}

const NUMBERS: ReadonlySet<string | null> = new Set(['integer', 'bigint', 'decimal', 'float'])
const TEXTS: ReadonlySet<string | null> = new Set(['text', 'char'])
const MOMENTS: ReadonlySet<string> = new Set(['timestamp', 'date', 'time'])

const isStrict = (dialect: DialectName): boolean => dialectFacts(dialect).typing === 'strict'

/** Is the column ordered by an expression that reads it as another type (`SqlDialect.operand`)? Otherwise by itself. */
function isReadAs(kind: FieldValueType['kind'], { valueType, storage }: ColumnFacts, dialect: DialectName): boolean {
  if (valueType === null || kind === valueType) return false
  if (storage === 'text-like') return isStrict(dialect)
  if (kind === 'custom' || kind === 'collection' || kind === 'uuid') return false
  if (!isStrict(dialect)) return MOMENTS.has(kind) || (kind !== 'float' && NUMBERS.has(kind) && TEXTS.has(valueType))
  if (NUMBERS.has(kind) && NUMBERS.has(valueType)) return false
  return !(TEXTS.has(valueType) && (TEXTS.has(kind) || kind === 'enum'))
}

function laidOverKey(kind: FieldValueType['kind'], dialect: DialectName): PositionKey {
  switch (kind) {
    case 'timestamp':
      return keyOf(isStrict(dialect) ? 'timestamptz' : 'timestamp', dialect)
    case 'integer':
    case 'bigint':
    case 'decimal':
      return keyOf('decimal', dialect)
    case 'boolean':
    case 'uuid':
    case 'float':
    case 'date':
    case 'time':
    case 'interval':
      return keyOf(kind, dialect)
    default:
      return keyOf('text', dialect)
  }
}

/** The schema does not show the SQL type of an expression; its value type says how it is compared. */
function expressionKey(type: FieldValueType | null, dialect: DialectName): PositionKey {
  switch (type?.kind) {
    case 'integer':
    case 'bigint':
    case 'decimal':
    case 'float':
      return keyOf('number', dialect)
    case 'text':
    case 'char':
    case 'enum':
      return keyOf('text', dialect)
    case 'timestamp':
      // Of PostgreSQL's three types the server infers which.
      return keyOf('timestamp', dialect, { sqlType: 'inferred' })
    case 'boolean':
      return isStrict(dialect) ? keyOf('boolean', dialect) : keyOf('number', dialect)
    case 'uuid':
      return keyOf(isStrict(dialect) ? 'uuid' : 'text', dialect)
    case 'date':
    case 'time':
    case 'interval':
      return keyOf(type.kind, dialect)
    default:
      return keyOf(isStrict(dialect) ? 'dynamic' : 'driver', dialect)
  }
}

function columnKey(facts: ColumnFacts, dialect: DialectName): PositionKey {
  const sqlType = withoutArguments(facts.sqlType)
  const of = (kind: KeyKind): PositionKey => keyOf(kind, dialect, { sqlType: facts.sqlType })
  switch (facts.valueType) {
    case 'integer':
    case 'bigint':
      return keyOf('integer', dialect, { sqlType: facts.sqlType, range: facts.range ?? INT64 })
    case 'boolean':
      return facts.storage === 'integer-boolean' ? keyOf('integer', dialect, { range: { min: -128n, max: 255n } }) : of('boolean')
    case 'text':
    case 'char':
      return of(facts.storage === 'text-like' ? 'network' : 'text')
    case 'timestamp':
      return of(
        sqlType.endsWith('with time zone') || sqlType === 'timestamptz' || sqlType === 'datetimeoffset' ? 'timestamptz' : 'timestamp',
      )
    case 'enum':
      if (!facts.isNativeEnum) return of('text')
      if (dialectFacts(dialect).numbersEnums) return keyOf('integer', dialect, { sqlType: 'enum', range: { min: 0n, max: 65_535n } })
      return keyOf('enum', dialect, { sqlType: facts.sqlType, members: facts.enumValues })
    case 'collection':
      return facts.storage === 'array' ? arrayKey(facts, dialect) : of('text')
    case 'uuid':
    case 'decimal':
    case 'float':
    case 'date':
    case 'time':
    case 'interval':
      return of(facts.valueType)
    case null:
      return keyOfSqlType(sqlType, facts, dialect)
    default:
      return facts.valueType satisfies never
  }
}

function arrayKey(facts: ColumnFacts, dialect: DialectName): PositionKey {
  return keyOf('array', dialect, { sqlType: facts.sqlType, element: facts.element === null ? null : columnKey(facts.element, dialect) })
}

const BYTES = /^(?:bytea|binary|varbinary|(?:tiny|medium|long)?blob)$/

/** Types that clients cannot filter by, and that the database orders all the same. */
function keyOfSqlType(sqlType: string, facts: ColumnFacts, dialect: DialectName): PositionKey {
  if (BYTES.test(sqlType)) return keyOf('bytes', dialect, { sqlType })
  if (sqlType === 'jsonb') return keyOf('jsonb', dialect, { sqlType })
  if (sqlType === 'time with time zone' || sqlType === 'timetz') return keyOf('timetz', dialect, { sqlType })
  if (dialectFacts(dialect).typing === 'converting') return keyOf('text', dialect, { sqlType })
  return facts.storage === 'array' ? arrayKey(facts, dialect) : keyOf('other', dialect, { sqlType: facts.sqlType })
}
