// Stages build and plan: in what form the value of an order's term is held in a cursor, decided once a field.
import { Column, type SQL, type StringChunk } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { DIALECTS } from '../../dialects/index.js'
import type { DialectName } from '../../vocabulary.js'
import { columnInternals } from '../../drizzle/tables.js'
import type { Field } from '../../types/config.js'
import type { KeyKind, PositionKey } from '../../types/position.js'
import type { ColumnFacts, FieldValueType } from '../../types/value.js'
import { visitChunks } from '../../drizzle/chunks.js'
import { chunkText } from '../../drizzle/fragments.js'
import { INT64 } from '../../values/number.js'
import { readColumn, sqlTypeFacts, withoutArguments } from '../../values/read-column.js'

const keys = new WeakMap<Field, PositionKey>()

/** The key of a field; a field belongs to one configuration and with it to one dialect. */
export function positionKeyOf(field: Field, dialect: DialectName): PositionKey {
  let key = keys.get(field)
  if (key === undefined) {
    key = Object.freeze(withinSort(resolveKey(field, dialect)))
    keys.set(field, key)
  }
  return key
}

function resolveKey(field: Field, dialect: DialectName): PositionKey {
  if (DIALECTS[dialect].typing === 'per-value') return keyOf('stored', dialect)
  const { facts, type } = field.type?.builtIn ?? field
  if (facts?.storage === 'enum-text') return type?.kind === 'enum' ? memberKey(dialect) : keyOf('text', dialect)
  if (!is(field.expression, Column)) {
    // A template of one column is that column, which is not compared as what its values look like (an enum of MySQL).
    const column = type === null ? onlyColumn(field.expression) : null
    return column === null ? expressionKey(type, dialect) : columnKey(ownFacts(column), dialect, column)
  }
  if (type !== null && facts !== null && isReadAs(type.kind, facts, dialect)) return laidOverKey(type.kind, dialect)
  return columnKey(ownFacts(field.expression), dialect, field.expression)
}

/** The column that a fragment is, whatever parentheses are around it. */
function onlyColumn(fragment: SQL): Column | null {
  const parts: unknown[] = []
  visitChunks(fragment, (chunk, kind) => {
    if (kind !== 'sql' && !(kind === 'text' && /^[\s()]*$/.test(chunkText(chunk as StringChunk)))) parts.push(chunk)
    return kind === 'sql'
  })
  const [part] = parts
  return parts.length === 1 && is(part, Column) ? part : null
}

/** Text that may be longer than what the dialect sorts by is held as the bytes that are sorted. */
function withinSort(key: PositionKey): PositionKey {
  if (key.kind !== 'text' || !DIALECTS[key.dialect].sortsByPrefix) return key
  if (/^char(?:\(\d+\))?$/.test(key.sqlType)) return { ...key, kind: 'padded' }
  return lengthOf(key.sqlType) <= SORTED_CHARACTERS ? key : { ...key, kind: 'weights' }
}

/**
 * In every common collation their sort keys are no longer than MySQL's `max_sort_length`: at most four bytes a
 * character.
 */
const SORTED_CHARACTERS = 255

/** Characters of a `varchar(100)`; of other types, and of expressions, there is no bound. */
function lengthOf(sqlType: string): number {
  if (sqlType === 'tinytext') return SORTED_CHARACTERS
  const length = /^(?:var)?char(?:\((\d+)\))?$/.exec(sqlType)
  return length === null ? Infinity : Number(length[1] ?? 1)
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

const isStrict = (dialect: DialectName): boolean => DIALECTS[dialect].typing === 'strict'

/** Is the column ordered by an expression that reads it as another type (`SqlDialect.compared`)? Otherwise by itself. */
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
      // Elsewhere a UUID may be a text or of a type of its own, such as MariaDB's.
      return keyOf(isStrict(dialect) ? 'uuid' : 'other', dialect)
    case 'date':
    case 'time':
    case 'interval':
      return keyOf(type.kind, dialect)
    default:
      return keyOf(isStrict(dialect) ? 'dynamic' : 'driver', dialect)
  }
}

function columnKey(facts: ColumnFacts, dialect: DialectName, column: Column): PositionKey {
  const sqlType = withoutArguments(facts.sqlType)
  const of = (kind: KeyKind): PositionKey => keyOf(kind, dialect, { sqlType: facts.sqlType })
  switch (facts.valueType) {
    case 'integer':
    case 'bigint':
      return keyOf('integer', dialect, {
        sqlType: facts.sqlType,
        range: sqlType === 'year' ? YEARS : (facts.range ?? INT64),
      })
    case 'boolean':
      return facts.storage === 'integer-boolean'
        ? keyOf('integer', dialect, { range: { min: -128n, max: 255n } })
        : of('boolean')
    case 'text':
    case 'char':
      return of(facts.storage === 'text-like' ? 'network' : 'text')
    case 'timestamp':
      return of(
        sqlType.endsWith('with time zone') || sqlType === 'timestamptz' || sqlType === 'datetimeoffset'
          ? 'timestamptz'
          : 'timestamp',
      )
    case 'enum':
      if (!facts.isNativeEnum) return of('text')
      if (DIALECTS[dialect].numbersEnums) return memberKey(dialect)
      return keyOf('enum', dialect, { sqlType: enumType(column, facts), members: facts.enumValues })
    case 'collection':
      return facts.storage === 'array' ? arrayKey(facts, dialect, column) : of('text')
    case 'uuid':
    case 'decimal':
    case 'float':
    case 'date':
    case 'time':
    case 'interval':
      return of(facts.valueType)
    case null:
      return keyOfSqlType(sqlType, facts, dialect, column)
    default:
      return facts.valueType satisfies never
  }
}

/** An enum of MySQL, by the position of its member. */
const memberKey = (dialect: DialectName): PositionKey =>
  keyOf('integer', dialect, { sqlType: 'enum', range: { min: 0n, max: 65_535n } })

function arrayKey(facts: ColumnFacts, dialect: DialectName, column: Column): PositionKey {
  const { baseColumn = column } = columnInternals(column)
  const element = facts.element === null ? null : columnKey(facts.element, dialect, baseColumn)
  return keyOf('array', dialect, {
    sqlType: element?.kind === 'enum' ? `${element.sqlType}[]` : facts.sqlType,
    element,
  })
}

/** As Drizzle writes the type: in quotes, with its schema. */
function enumType(column: Column, { sqlType }: ColumnFacts): string {
  const { enumName = sqlType, schema } = columnInternals(column).enum ?? {}
  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
  return schema === undefined ? quoted(enumName) : `${quoted(schema)}.${quoted(enumName)}`
}

/** MySQL's years have a zero. */
const YEARS = { min: 0n, max: 2155n }
/** Types of MySQL that are sorted as numbers and read as text or bytes. */
const NUMBERED: ReadonlySet<string> = new Set(['bit', 'set', 'enum'])
const BYTES = /^(?:bytea|(?:long )?(?:var)?binary|(?:tiny|medium|long)?blob)$/
/** Types of MySQL that are sorted as the bytes that they are stored as. */
const STORED_BYTES = /^(?:geom.*|(?:multi)?(?:point|linestring|polygon)|vector)$/
/**
 * Types of PostgreSQL that print the name of an object and are ordered by its number: the name may be another's, in
 * another session or among overloaded functions.
 */
const OBJECTS =
  /^(?:oid|reg(?:class|collation|config|dictionary|namespace|oper(?:ator)?|proc(?:edure)?|role|type))(\[\])?$/
const OIDS = { min: 0n, max: 2n ** 32n - 1n }

/** Types that clients cannot filter by, and that the database orders all the same. */
function keyOfSqlType(sqlType: string, facts: ColumnFacts, dialect: DialectName, column: Column): PositionKey {
  if (BYTES.test(sqlType)) return keyOf('bytes', dialect, { sqlType: facts.sqlType })
  if (sqlType === 'jsonb') return keyOf('jsonb', dialect, { sqlType })
  const object = OBJECTS.exec(sqlType)
  if (object !== null) {
    const key = keyOf('integer', dialect, { sqlType: 'oid', range: OIDS })
    return object[1] === undefined ? key : keyOf('array', dialect, { sqlType, element: key })
  }
  if (sqlType === 'time with time zone' || sqlType === 'timetz') return keyOf('timetz', dialect, { sqlType })
  if (DIALECTS[dialect].numbersEnums) {
    if (NUMBERED.has(sqlType))
      return keyOf('integer', dialect, { sqlType: 'enum', range: { min: 0n, max: 2n ** 64n - 1n } })
    if (STORED_BYTES.test(sqlType)) return keyOf('bytes', dialect, { sqlType })
    // MariaDB reads other text as null, with a warning.
    if (sqlType === 'uuid') return keyOf('uuid', dialect, { sqlType })
    if (/^inet[46]$/.test(sqlType)) return keyOf('network', dialect, { sqlType })
  }
  return facts.storage === 'array'
    ? arrayKey(facts, dialect, column)
    : keyOf('other', dialect, { sqlType: facts.sqlType })
}
